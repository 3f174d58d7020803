//===- MatricesEigen.cpp - Eigenvalues of general matrices ----------------===//
//
// See Matrices.h. The method of LAPACK's geev on complex numbers: Householder
// reflections reduce the matrix to Hessenberg form, the QR algorithm with
// shifts makes it triangular, and a substitution computes the vectors. The loop
// ends when no batch has a nonzero subdiagonal element; finished batches are
// rotated by the identity.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

/// LAPACK's limit of QR steps for each eigenvalue.
static constexpr int64_t maxStepsPerValue = 30;

namespace {
/// A = Z H Z^H; Z is null if no vectors are requested.
struct Schur {
  Value h, z;
};

/// Builds the computations on matrices of one size.
class EigenBuilder {
public:
  EigenBuilder(TorchBuilder &b, Value a)
      : b(b), n(sizeOf(a, -1)), zero(getAffineConstantExpr(0, n.getContext())),
        type(b.getType(a).getElementType()), epsilon(getEpsilon(a)),
        rows(positions(b, n)), steps(unsqueeze(b, rows, -1)),
        norm(largestOf(modulus(b, a))) {}

  Schur toHessenberg(Value a, bool wantsVectors);
  Schur toTriangular(Schur schur);
  Value findVectors(Schur schur);

private:
  /// Shifts `x` along an axis, and fills with zeros: element i is element i - 1
  /// or i + 1 of `x`.
  Value shift(Value x, int64_t axis, bool up) {
    return matrices::shift(b, x, axis, n, up);
  }
  /// The largest element along the last axis; 0 if it is empty.
  Value largestAlong(Value x);
  /// The largest element of matrices, [.., 1].
  Value largestOf(Value moduli);
  Value column(Value x) { return unsqueeze(b, x, -1); }
  Value row(Value x) { return unsqueeze(b, x, -2); }
  Value dot(Value x) { return sum(b, b.mul(x, x), -1, /*keepDim=*/true); }
  /// The phase of complex numbers; 1 for zero.
  Value phase(Value x);
  SmallVector<Value> step(Value h, Value z, Value lastEnd, Value count);

  TorchBuilder &b;
  AffineExpr n, zero;
  Type type;
  double epsilon;
  Value rows, steps;
  /// The largest modulus of the operand, [.., 1].
  Value norm;
};
} // namespace

Value EigenBuilder::largestAlong(Value x) {
  Value all =
      b.call("aten.constant_pad_nd.default", {x, ArrayRef<int64_t>({0, 1})});
  return b.call("aten.amax.default", {all, ArrayRef<int64_t>(-1), true});
}

Value EigenBuilder::largestOf(Value moduli) {
  return largestAlong(squeeze(b, largestAlong(moduli), -1));
}

Value EigenBuilder::phase(Value x) {
  Value size = modulus(b, x);
  Value isZero = b.compare("eq", size, 0);
  Value one = b.cast(isZero, type);
  return b.add(b.div(x, b.call("aten.where.ScalarSelf", {isZero, 1, size})),
               one);
}

/// Reflects the columns below the diagonal (LAPACK's gehd2): the reflection of
/// column k leaves a multiple of the unit vector k + 1.
Schur EigenBuilder::toHessenberg(Value a, bool wantsVectors) {
  SmallVector<Value> inits = {a};
  if (wantsVectors)
    inits.push_back(identity(b, a, n));
  SmallVector<Value> results = b.scan(
      inits, steps, /*numStacked=*/0,
      [&](ValueRange args) -> SmallVector<Value> {
        Value h = args[0], k = args.back();
        Value isAbove = b.compare("le", rows, k);
        Value x = zeroWhere(b, isAbove, squeeze(b, at(b, h, -1, k), -1));
        Value isNext = b.compare("eq", rows, b.add(k, 1));
        Value alpha =
            sum(b, zeroWhere(b, b.logicalNot(isNext), x), -1, /*keepDim=*/true);
        Value length = b.call("aten.sqrt.default", {dot(modulus(b, x))});
        Value v = b.add(
            x, zeroWhere(b, b.logicalNot(isNext), b.mul(phase(alpha), length)));
        Value half = b.mul(length, b.add(length, modulus(b, alpha)));
        Value isZero = b.compare("eq", half, 0);
        Value tau =
            zeroWhere(b, isZero, b.call("aten.reciprocal.default", {half}));
        Value scaled = b.mul(v, tau);
        Value adjoint = row(conj(b, v));
        h = b.sub(h, b.mul(column(scaled), multiply(b, adjoint, h)));
        Value right = row(conj(b, scaled));
        SmallVector<Value> next = {
            b.sub(h, b.mul(multiply(b, h, column(v)), right))};
        if (wantsVectors)
          next.push_back(
              b.sub(args[1], b.mul(multiply(b, args[1], column(v)), right)));
        return next;
      });
  return {results[0], wantsVectors ? results[1] : Value()};
}

/// One QR step of the last block of each batch whose subdiagonal has no zero.
/// Returns H, Z, the last row of the block and the number of steps for it.
SmallVector<Value> EigenBuilder::step(Value h, Value z, Value lastEnd,
                                      Value count) {
  Value d = diagonal(b, h), above = shift(d, -1, /*up=*/false);
  Value sub = diagonal(b, shift(h, -1, /*up=*/false));
  Value super = diagonal(b, shift(h, -2, /*up=*/false));
  Value near = b.add(modulus(b, d), modulus(b, above));
  near = b.where(b.compare("eq", near, 0), norm, near);
  Value isLarge = b.compare("gt", modulus(b, sub), b.mul(near, epsilon));
  h = b.add(b.call("aten.triu.default", {h}),
            zeroWhere(b, b.logicalNot(column(isLarge)),
                      b.call("aten.tril.default", {h, -1})));
  Value end = largestAlong(zeroWhere(b, b.logicalNot(isLarge), rows));
  Value isInner = b.logicalOr(isLarge, b.compare("ge", rows, end));
  Value begin = largestAlong(zeroWhere(b, isInner, rows));
  Value isAfterBegin = b.compare("ge", rows, begin);
  Value isRotated = b.logicalAnd(isAfterBegin, b.compare("lt", rows, end));
  Value isShifted =
      b.logicalAnd(b.logicalAnd(isAfterBegin, b.compare("le", rows, end)),
                   b.compare("gt", end, 0));

  // Wilkinson's shift: the eigenvalue of the last 2 x 2 block that is nearer to
  // the last element. After ten steps without convergence, an exceptional
  // shift.
  Value last = takeAlong(b, d, -1, end);
  Value below = takeAlong(b, sub, -1, end);
  Value half = b.mul(b.sub(takeAlong(b, above, -1, end), last), 0.5);
  Value product = b.mul(takeAlong(b, super, -1, end), below);
  Value root = b.call("aten.sqrt.default", {b.add(b.mul(half, half), product)});
  Value plus = b.add(half, root), minus = b.sub(half, root);
  Value divisor = b.where(b.compare("ge", modulus(b, plus), modulus(b, minus)),
                          plus, minus);
  Value isNull = b.compare("eq", modulus(b, divisor), 0);
  divisor = b.add(divisor, b.cast(isNull, type));
  Value difference = zeroWhere(b, isNull, b.div(product, divisor));
  count = zeroWhere(b, b.compare("ne", end, lastEnd), b.add(count, 1));
  Value isStuck =
      b.compare("eq", b.call("aten.remainder.Scalar", {count, 10}), 9);
  Value exceptional = b.cast(b.mul(modulus(b, below), -0.75), type);
  difference = b.where(isStuck, exceptional, difference);
  Value shifts = zeroWhere(b, b.logicalNot(isShifted), b.sub(last, difference));
  Value shiftMatrix = b.mul(identityLike(b, h), column(shifts));
  h = b.sub(h, shiftMatrix);

  // R: rotations of adjacent rows, one after the other.
  const int64_t one = 1;
  Value firstPlace = b.call(
      "aten.full.default",
      {ArrayRef<int64_t>(one), 0, {"dtype", b.getBuilder().getI64Type()}});
  Value first = squeeze(b, at(b, h, -2, firstPlace), -2);
  SmallVector<Value> xs = {steps, toFront(b, shift(h, -2, /*up=*/true), -2),
                           toFront(b, isRotated, -1)};
  SmallVector<Value> rotated = b.scan(
      first, xs, /*numStacked=*/3, [&](ValueRange args) -> SmallVector<Value> {
        Value upper = args[0], k = args[1], lower = args[2];
        Value f = at(b, upper, -1, k), g = at(b, lower, -1, k);
        Value fSize = modulus(b, f), gSize = modulus(b, g);
        Value length =
            b.call("aten.sqrt.default",
                   {b.add(b.mul(fSize, fSize), b.mul(gSize, gSize))});
        Value isLeft = b.logicalOr(b.logicalNot(column(args[3])),
                                   b.compare("eq", length, 0));
        length = b.call("aten.where.ScalarSelf", {isLeft, 1, length});
        Value p =
            b.add(zeroWhere(b, isLeft, b.div(f, length)), b.cast(isLeft, type));
        Value q = zeroWhere(b, isLeft, b.div(g, length));
        Value top = b.add(b.mul(conj(b, p), upper), b.mul(conj(b, q), lower));
        return {b.sub(b.mul(p, lower), b.mul(q, upper)), top, p, q};
      });
  // R Q and Z Q: the same rotations of adjacent columns.
  Value tall = fromFront(b, rotated[1], -2);
  if (z)
    tall = cat(b, {tall, z}, -2);
  first = squeeze(b, at(b, tall, -1, firstPlace), -1);
  xs = {toFront(b, shift(tall, -1, /*up=*/true), -1), rotated[2], rotated[3]};
  SmallVector<Value> product2 = b.scan(
      first, xs, /*numStacked=*/1, [&](ValueRange args) -> SmallVector<Value> {
        Value left = args[0], right = args[1], p = args[2], q = args[3];
        Value next = b.sub(b.mul(conj(b, p), right), b.mul(conj(b, q), left));
        return {next, b.add(b.mul(p, left), b.mul(q, right))};
      });
  Value all = fromFront(b, product2[1], -1);
  h = b.add(
      b.call("aten.triu.default", {z ? slice(b, all, -2, zero, n) : all, -1}),
      shiftMatrix);
  SmallVector<Value> next = {h, end, count};
  if (z)
    next.push_back(slice(b, all, -2, n, n * 2));
  return next;
}

Schur EigenBuilder::toTriangular(Schur schur) {
  // All batches start with the whole matrix; a matrix with one row is finished.
  Value ends = b.call("aten.zeros_like.default",
                      {b.cast(norm, b.getBuilder().getI64Type())});
  Value end = b.add(ends, largestAlong(rows));
  Value budget =
      b.add(b.mul(sum(b, b.call("aten.ones_like.default", {rows}), 0),
                  maxStepsPerValue),
            0);
  SmallVector<Value> inits = {schur.h, end, ends};
  if (schur.z)
    inits.push_back(schur.z);
  inits.push_back(budget);
  SmallVector<Value> results = b.loop(
      inits,
      [&](ValueRange args) -> SmallVector<Value> {
        Value isLeft =
            b.call("aten.any.default", {b.compare("gt", args[1], 0)});
        return {b.logicalAnd(isLeft, b.compare("gt", args.back(), 0))};
      },
      [&](ValueRange args) -> SmallVector<Value> {
        SmallVector<Value> next =
            step(args[0], schur.z ? args[3] : Value(), args[1], args[2]);
        next.push_back(b.sub(args.back(), 1));
        return next;
      });
  return {b.call("aten.triu.default", {results[0]}),
          schur.z ? results[3] : Value()};
}

/// The vectors of a triangular matrix by substitution (LAPACK's trevc), in the
/// basis Z. Each vector is divided by an element that would make it grow, so
/// that vectors of nearly equal eigenvalues do not overflow.
Value EigenBuilder::findVectors(Schur schur) {
  Value t = schur.h, d = diagonal(b, t);
  Value least = b.call("aten.clamp.default", {b.mul(norm, epsilon), 1e-290});
  Value rest = b.call("aten.zeros_like.default", {t});
  SmallVector<Value> xs = {steps,
                           toFront(b, b.call("aten.triu.default", {t, 1}), -1),
                           toFront(b, d, -1)};
  for (Value &x : xs)
    x = flip(b, x, 0);
  SmallVector<Value> results = b.scan(
      {rest, rest}, xs, /*numStacked=*/0,
      [&](ValueRange args) -> SmallVector<Value> {
        Value rest = args[0], j = args[2];
        Value known = squeeze(b, at(b, rest, -2, j), -2);
        Value difference = b.sub(column(args[4]), d);
        Value isSmall = b.compare("lt", modulus(b, difference), least);
        difference = b.add(zeroWhere(b, isSmall, difference),
                           b.mul(b.cast(isSmall, type), least));
        Value isEarlier = b.compare("le", rows, j);
        Value isThis = b.compare("eq", rows, j);
        Value x =
            zeroWhere(b, isEarlier,
                      b.div(b.call("aten.neg.default", {known}), difference));
        x = b.add(x, b.cast(isThis, type));
        Value growth = b.call("aten.clamp.default", {modulus(b, x), 1});
        x = b.div(x, growth);
        Value vectors = b.div(args[1], row(growth));
        rest = b.add(b.div(rest, row(growth)), b.mul(column(args[3]), row(x)));
        Value isRow = column(b.cast(isThis, type));
        return {rest, b.add(vectors, b.mul(isRow, row(x)))};
      });
  Value vectors = multiply(b, schur.z, results[1]);
  // Normalizes to length 1, with a real and positive largest element.
  Value sizes = transpose(b, modulus(b, vectors));
  Value largest = largestAlong(sizes);
  sizes = b.div(sizes, largest);
  Value length = b.mul(b.call("aten.sqrt.default", {dot(sizes)}), largest);
  SmallVector<int64_t> pad = {0, 1};
  Value place = b.call(
      "aten.argmax.default",
      {b.call("aten.constant_pad_nd.default", {sizes, ArrayRef<int64_t>(pad)}),
       -1, true});
  Value element = takeAlong(b, transpose(b, vectors), -1, place);
  Value turn = b.div(conj(b, phase(element)), length);
  return b.mul(vectors, transpose(b, turn));
}

GeneralEigen matrices::findGeneralEigen(TorchBuilder &b, Value a,
                                        bool wantsVectors) {
  if (b.isRefused() || !b.requireKnown(sizeOf(a, -1)))
    return {};
  bool isReal = !isComplex(a);
  Type result = ComplexType::get(getRealType(a));
  Type wide = ComplexType::get(b.getBuilder().getF64Type());
  a = b.cast(a, wide);
  Value largest = largestModulus(b, a), scale = getScale(b, largest);
  a = b.div(a, scale);
  if (b.isRefused())
    return {};
  EigenBuilder builder(b, a);
  Schur schur = builder.toTriangular(builder.toHessenberg(a, wantsVectors));
  GeneralEigen eigen;
  if (wantsVectors)
    eigen.vectors = b.cast(builder.findVectors(schur), result);
  Value values = diagonal(b, schur.h);
  if (isReal) {
    // Rounding may give a real eigenvalue a small imaginary part.
    Value imaginary = b.call("aten.imag.default", {values});
    Value limit = b.mul(squeeze(b, b.div(largest, scale), -1), 1e-14);
    Value isRounding = b.compare("le", modulus(b, imaginary), limit);
    values =
        b.call("aten.complex.default", {b.call("aten.real.default", {values}),
                                        zeroWhere(b, isRounding, imaginary)});
  }
  eigen.values = b.cast(b.mul(values, squeeze(b, scale, -1)), result);
  return eigen;
}
