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
        rows(positions(b, n)), steps(b.unsqueeze(rows, -1)),
        norm(largestOf(b.unary("abs", a))) {}

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
  Value column(Value x) { return b.unsqueeze(x, -1); }
  Value row(Value x) { return b.unsqueeze(x, -2); }
  Value dot(Value x) { return b.sum(b.mul(x, x), -1, /*keepDim=*/true); }
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
  Value all = b.pad(x, {0, 1});
  return b.call("aten.amax.default", {all, ArrayRef<int64_t>(-1), true});
}

Value EigenBuilder::largestOf(Value moduli) {
  return largestAlong(b.squeeze(largestAlong(moduli), -1));
}

Value EigenBuilder::phase(Value x) {
  Value size = b.unary("abs", x);
  Value isZero = b.compare("eq", size, 0.0);
  Value one = b.cast(isZero, type);
  return b.add(b.div(x, b.where(isZero, 1, size)), one);
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
        Value x = b.where(isAbove, 0, b.squeeze(b.indexSelect(h, -1, k), -1));
        Value isNext = b.compare("eq", rows, b.add(k, 1));
        Value alpha =
            b.sum(b.where(b.logicalNot(isNext), 0, x), -1, /*keepDim=*/true);
        Value length = b.unary("sqrt", dot(b.unary("abs", x)));
        Value v = b.add(
            x, b.where(b.logicalNot(isNext), 0, b.mul(phase(alpha), length)));
        Value half = b.mul(length, b.add(length, b.unary("abs", alpha)));
        Value isZero = b.compare("eq", half, 0.0);
        Value tau = b.where(isZero, 0, b.unary("reciprocal", half));
        Value scaled = b.mul(v, tau);
        Value adjoint = row(conj(b, v));
        h = b.sub(h, b.mul(column(scaled), b.matmul(adjoint, h)));
        Value right = row(conj(b, scaled));
        SmallVector<Value> next = {
            b.sub(h, b.mul(b.matmul(h, column(v)), right))};
        if (wantsVectors)
          next.push_back(
              b.sub(args[1], b.mul(b.matmul(args[1], column(v)), right)));
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
  Value near = b.add(b.unary("abs", d), b.unary("abs", above));
  near = b.where(b.compare("eq", near, 0.0), norm, near);
  Value isLarge = b.compare("gt", b.unary("abs", sub), b.mul(near, epsilon));
  h = b.add(b.unary("triu", h), b.where(b.logicalNot(column(isLarge)), 0,
                                        b.call("aten.tril.default", {h, -1})));
  Value end = largestAlong(b.where(b.logicalNot(isLarge), 0, rows));
  Value isInner = b.logicalOr(isLarge, b.compare("ge", rows, end));
  Value begin = largestAlong(b.where(isInner, 0, rows));
  Value isAfterBegin = b.compare("ge", rows, begin);
  Value isRotated = b.logicalAnd(isAfterBegin, b.compare("lt", rows, end));
  Value isShifted =
      b.logicalAnd(b.logicalAnd(isAfterBegin, b.compare("le", rows, end)),
                   b.compare("gt", end, 0.0));

  // Wilkinson's shift: the eigenvalue of the last 2 x 2 block that is nearer to
  // the last element. After ten steps without convergence, an exceptional
  // shift.
  Value last = takeAlong(b, d, -1, end);
  Value below = takeAlong(b, sub, -1, end);
  Value half = b.mul(b.sub(takeAlong(b, above, -1, end), last), 0.5);
  Value product = b.mul(takeAlong(b, super, -1, end), below);
  Value root = b.unary("sqrt", b.add(b.mul(half, half), product));
  Value plus = b.add(half, root), minus = b.sub(half, root);
  Value divisor =
      b.where(b.compare("ge", b.unary("abs", plus), b.unary("abs", minus)),
              plus, minus);
  Value isNull = b.compare("eq", b.unary("abs", divisor), 0.0);
  divisor = b.add(divisor, b.cast(isNull, type));
  Value difference = b.where(isNull, 0, b.div(product, divisor));
  count = b.where(b.compare("ne", end, lastEnd), 0, b.add(count, 1));
  Value isStuck =
      b.compare("eq", b.call("aten.remainder.Scalar", {count, 10}), 9.0);
  Value exceptional = b.cast(b.mul(b.unary("abs", below), -0.75), type);
  difference = b.where(isStuck, exceptional, difference);
  Value shifts = b.where(b.logicalNot(isShifted), 0, b.sub(last, difference));
  Value shiftMatrix = b.mul(identityLike(b, h), column(shifts));
  h = b.sub(h, shiftMatrix);

  // R: rotations of adjacent rows, one after the other.
  const int64_t one = 1;
  Value firstPlace = b.call(
      "aten.full.default",
      {ArrayRef<int64_t>(one), 0, {"dtype", b.getBuilder().getI64Type()}});
  Value first = b.squeeze(b.indexSelect(h, -2, firstPlace), -2);
  SmallVector<Value> xs = {steps, b.movedim(shift(h, -2, /*up=*/true), -2, 0),
                           b.movedim(isRotated, -1, 0)};
  SmallVector<Value> rotated = b.scan(
      first, xs, /*numStacked=*/3, [&](ValueRange args) -> SmallVector<Value> {
        Value upper = args[0], k = args[1], lower = args[2];
        Value f = b.indexSelect(upper, -1, k), g = b.indexSelect(lower, -1, k);
        Value fSize = b.unary("abs", f), gSize = b.unary("abs", g);
        Value length =
            b.unary("sqrt", b.add(b.mul(fSize, fSize), b.mul(gSize, gSize)));
        Value isLeft = b.logicalOr(b.logicalNot(column(args[3])),
                                   b.compare("eq", length, 0.0));
        length = b.where(isLeft, 1, length);
        Value p =
            b.add(b.where(isLeft, 0, b.div(f, length)), b.cast(isLeft, type));
        Value q = b.where(isLeft, 0, b.div(g, length));
        Value top = b.add(b.mul(conj(b, p), upper), b.mul(conj(b, q), lower));
        return {b.sub(b.mul(p, lower), b.mul(q, upper)), top, p, q};
      });
  // R Q and Z Q: the same rotations of adjacent columns.
  Value tall = b.movedim(rotated[1], 0, -2);
  if (z)
    tall = b.cat({tall, z}, -2);
  first = b.squeeze(b.indexSelect(tall, -1, firstPlace), -1);
  xs = {b.movedim(shift(tall, -1, /*up=*/true), -1, 0), rotated[2], rotated[3]};
  SmallVector<Value> product2 = b.scan(
      first, xs, /*numStacked=*/1, [&](ValueRange args) -> SmallVector<Value> {
        Value left = args[0], right = args[1], p = args[2], q = args[3];
        Value next = b.sub(b.mul(conj(b, p), right), b.mul(conj(b, q), left));
        return {next, b.add(b.mul(p, left), b.mul(q, right))};
      });
  Value all = b.movedim(product2[1], 0, -1);
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
  Value ends = b.unary("zeros_like", b.cast(norm, b.getBuilder().getI64Type()));
  Value end = b.add(ends, largestAlong(rows));
  Value budget =
      b.add(b.mul(b.sum(b.unary("ones_like", rows), 0), maxStepsPerValue), 0);
  SmallVector<Value> inits = {schur.h, end, ends};
  if (schur.z)
    inits.push_back(schur.z);
  inits.push_back(budget);
  SmallVector<Value> results = b.loop(
      inits,
      [&](ValueRange args) -> SmallVector<Value> {
        Value isLeft = b.unary("any", b.compare("gt", args[1], 0.0));
        return {b.logicalAnd(isLeft, b.compare("gt", args.back(), 0.0))};
      },
      [&](ValueRange args) -> SmallVector<Value> {
        SmallVector<Value> next =
            step(args[0], schur.z ? args[3] : Value(), args[1], args[2]);
        next.push_back(b.sub(args.back(), 1));
        return next;
      });
  return {b.unary("triu", results[0]), schur.z ? results[3] : Value()};
}

/// The vectors of a triangular matrix by substitution (LAPACK's trevc), in the
/// basis Z. Each vector is divided by an element that would make it grow, so
/// that vectors of nearly equal eigenvalues do not overflow.
Value EigenBuilder::findVectors(Schur schur) {
  Value t = schur.h, d = diagonal(b, t);
  Value least = b.atLeast(b.mul(norm, epsilon), 1e-290);
  Value rest = b.unary("zeros_like", t);
  SmallVector<Value> xs = {
      steps, b.movedim(b.call("aten.triu.default", {t, 1}), -1, 0),
      b.movedim(d, -1, 0)};
  for (Value &x : xs)
    x = b.flip(x, 0);
  SmallVector<Value> results = b.scan(
      {rest, rest}, xs, /*numStacked=*/0,
      [&](ValueRange args) -> SmallVector<Value> {
        Value rest = args[0], j = args[2];
        Value known = b.squeeze(b.indexSelect(rest, -2, j), -2);
        Value difference = b.sub(column(args[4]), d);
        Value isSmall = b.compare("lt", b.unary("abs", difference), least);
        difference = b.add(b.where(isSmall, 0, difference),
                           b.mul(b.cast(isSmall, type), least));
        Value isEarlier = b.compare("le", rows, j);
        Value isThis = b.compare("eq", rows, j);
        Value x =
            b.where(isEarlier, 0, b.div(b.unary("neg", known), difference));
        x = b.add(x, b.cast(isThis, type));
        Value growth = b.atLeast(b.unary("abs", x), 1);
        x = b.div(x, growth);
        Value vectors = b.div(args[1], row(growth));
        rest = b.add(b.div(rest, row(growth)), b.mul(column(args[3]), row(x)));
        Value isRow = column(b.cast(isThis, type));
        return {rest, b.add(vectors, b.mul(isRow, row(x)))};
      });
  Value vectors = b.matmul(schur.z, results[1]);
  // Normalizes to length 1, with a real and positive largest element.
  Value sizes = b.transpose(b.unary("abs", vectors));
  Value largest = largestAlong(sizes);
  sizes = b.div(sizes, largest);
  Value length = b.mul(b.unary("sqrt", dot(sizes)), largest);
  SmallVector<int64_t> pad = {0, 1};
  Value place = b.call("aten.argmax.default", {b.pad(sizes, pad), -1, true});
  Value element = takeAlong(b, b.transpose(vectors), -1, place);
  Value turn = b.div(conj(b, phase(element)), length);
  return b.mul(vectors, b.transpose(turn));
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
    Value imaginary = b.unary("imag", values);
    Value limit = b.mul(b.squeeze(b.div(largest, scale), -1), 1e-14);
    Value isRounding = b.compare("le", b.unary("abs", imaginary), limit);
    values =
        b.call("aten.complex.default",
               {b.unary("real", values), b.where(isRounding, 0, imaginary)});
  }
  eigen.values = b.cast(b.mul(values, b.squeeze(scale, -1)), result);
  return eigen;
}
