//===- MatricesSpectral.cpp - Eigenvalues and singular values -------------===//
//
// See Matrices.h. Jacobi's method: rotations in the planes of two columns each,
// until all columns are orthogonal. In a round each column is in one plane, so
// a round is one operation on whole matrices. After a sweep of n rounds every
// two columns have been in a plane; 5 to 10 sweeps are enough for practical
// sizes.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

/// The limit of LAPACK's gesvj.
static constexpr int64_t maxSweeps = 30;

Value matrices::largestModulus(TorchBuilder &b, Value x) {
  SmallVector<int64_t> pad = {0, 1, 0, 1};
  Value all = b.pad(b.unary("abs", x), pad);
  SmallVector<int64_t> axes = {-2, -1};
  return b.call("aten.amax.default", {all, ArrayRef<int64_t>(axes), true});
}

Value matrices::getScale(TorchBuilder &b, Value largest) {
  double large = isSingle(largest) ? 1e9 : 1e100;
  Value isOdd = b.logicalOr(b.compare("gt", largest, large),
                            b.compare("lt", largest, 1 / large));
  isOdd = b.logicalAnd(isOdd, b.compare("gt", largest, 0));
  return b.where(isOdd, largest, 1);
}

namespace {
/// The planes of a round.
struct Round {
  /// The other column of each column, which may be the column itself.
  Value partner;
  Value isSelf, isFirst;
};

/// Rotations of a round: column i becomes cosine[i] * x[i] - sine[i] *
/// x[partner[i]].
struct Rotations {
  Value cosines, sines;
};
} // namespace

/// In round r columns i and (r - i) mod n are in one plane. Every two columns
/// are in round (i + j) mod n.
static Round getRound(TorchBuilder &b, Value columns, Value r, AffineExpr n) {
  Value difference = b.sub(r, columns);
  Value isNegative = b.compare("lt", difference, 0);
  Value wrapped = b.add(difference, b.size(n));
  Value partner = b.where(isNegative, wrapped, difference);
  return {partner, b.compare("eq", partner, columns),
          b.compare("lt", columns, partner)};
}

/// The rotations that make products zero: `squares` are the products of the
/// columns with themselves, `products` those with their partners, zero if no
/// rotation is needed. Both columns of a plane compute the same rotation.
static Rotations getRotations(TorchBuilder &b, const Round &round,
                              Value squares, Value products) {
  Value isZero = b.compare("eq", products, 0);
  Value difference = b.sub(b.indexSelect(squares, -1, round.partner), squares);
  // The smaller of two angles. For 45 degrees the first column decides.
  Value isTie = b.compare("eq", difference, 0);
  Value isUp = b.logicalOr(b.compare("gt", difference, 0),
                           b.logicalAnd(isTie, round.isFirst));
  Value twice = b.mul(products, 2);
  Value size = b.unary("abs", twice);
  Value root =
      b.unary("sqrt", b.add(b.mul(difference, difference), b.mul(size, size)));
  Value denominator =
      b.add(difference, b.where(isUp, root, b.unary("neg", root)));
  denominator = b.where(isZero, 1, denominator);
  Value tangent = b.div(conj(b, twice), denominator);
  Value length = b.unary("abs", tangent);
  Value cosine = b.unary("rsqrt", b.add(b.mul(length, length), 1));
  return {cosine, b.mul(tangent, cosine)};
}

static Value rotateColumns(TorchBuilder &b, Value x, const Round &round,
                           const Rotations &rotations) {
  return b.sub(b.mul(x, b.unsqueeze(rotations.cosines, -2)),
               b.mul(b.indexSelect(x, -1, round.partner),
                     b.unsqueeze(rotations.sines, -2)));
}

static Value rotateRows(TorchBuilder &b, Value x, const Round &round,
                        const Rotations &rotations) {
  return b.sub(b.mul(x, b.unsqueeze(rotations.cosines, -1)),
               b.mul(b.indexSelect(x, -2, round.partner),
                     b.unsqueeze(conj(b, rotations.sines), -1)));
}

namespace {
/// The matrix after a round, its rotations, and whether they change something,
/// for each batch and column.
struct Turn {
  Value matrix;
  Rotations rotations;
  Value isActive;
};

/// A matrix after all sweeps, and the product of all rotations of its columns;
/// null after a refusal or if not requested.
struct Swept {
  Value matrix, vectors;
};
} // namespace

/// Repeats sweeps over the n columns of a matrix until a sweep rotates nothing.
static Swept sweep(TorchBuilder &b, Value a, AffineExpr n, bool wantsVectors,
                   function_ref<Turn(Value, const Round &)> step) {
  SmallVector<Value> inits = {a};
  if (wantsVectors)
    inits.push_back(identity(b, a, n));
  Value columns = positions(b, n), rounds = b.unsqueeze(columns, -1);
  OpBuilder &builder = b.getBuilder();
  auto scalar = [&](int64_t value, Type type) {
    return b.call("aten.full.default",
                  {ArrayRef<int64_t>(), value, {"dtype", type}});
  };
  SmallVector<Value> all(inits);
  all.push_back(scalar(0, builder.getI64Type()));
  all.push_back(b.compare("ge", all.back(), 0));
  size_t count = inits.size();
  SmallVector<Value> results = b.loop(
      all,
      [&](ValueRange args) -> SmallVector<Value> {
        return {b.logicalAnd(b.compare("lt", args[count], maxSweeps),
                             args[count + 1])};
      },
      [&](ValueRange args) -> SmallVector<Value> {
        SmallVector<Value> carried(args.take_front(count));
        carried.push_back(b.compare("lt", args[count], 0));
        SmallVector<Value> next =
            b.scan(carried, rounds, /*numStacked=*/0,
                   [&](ValueRange args) -> SmallVector<Value> {
                     Round round = getRound(b, columns, args[count + 1], n);
                     Turn turn = step(args[0], round);
                     SmallVector<Value> values = {turn.matrix};
                     if (wantsVectors)
                       values.push_back(
                           rotateColumns(b, args[1], round, turn.rotations));
                     values.push_back(b.logicalOr(
                         args[count], b.unary("any", turn.isActive)));
                     return values;
                   });
        next.insert(next.begin() + count, b.add(args[count], 1));
        return next;
      });
  return {results[0], wantsVectors ? results[1] : Value()};
}

/// Zero for a product of at most `limit`, or of a column with itself.
static std::pair<Value, Value> keepLarge(TorchBuilder &b, Value products,
                                         Value limit, const Round &round) {
  Value isActive =
      b.logicalAnd(b.compare("gt", b.unary("abs", products), limit),
                   b.logicalNot(round.isSelf));
  return {b.where(b.logicalNot(isActive), 0, products), isActive};
}

/// Reorders the columns, by an order for each batch.
static Value takeColumns(TorchBuilder &b, Value x, Value order) {
  if (getRank(order) == 1)
    return b.indexSelect(x, -1, order);
  return takeAlong(b, x, -1, b.unsqueeze(order, -2));
}

//===----------------------------------------------------------------------===//
// Hermitian matrices
//===----------------------------------------------------------------------===//

Eigen matrices::findEigen(TorchBuilder &b, Value a, bool wantsVectors) {
  AffineExpr n = sizeOf(a, -1);
  a = fromLower(b, a, /*isHermitian=*/true);
  Value scale = getScale(b, largestModulus(b, a));
  a = b.div(a, scale);
  // Smaller products change no eigenvalue by a rounding error.
  Value limit = b.mul(b.squeeze(largestModulus(b, a), -1), getEpsilon(a) / 4);
  Swept swept =
      sweep(b, a, n, wantsVectors, [&](Value a, const Round &round) -> Turn {
        Value index = b.unsqueeze(round.partner, -1);
        for (int64_t i = 2; i < getRank(a); ++i)
          index = b.unsqueeze(index, 0);
        Value products = b.squeeze(takeAlong(b, a, -1, index), -1);
        // Because of rounding the matrix is not exactly Hermitian, but both
        // columns of a plane must agree.
        Value others = conj(b, b.indexSelect(products, -1, round.partner));
        products = b.mul(b.add(products, others), 0.5);
        auto [large, isActive] = keepLarge(b, products, limit, round);
        Rotations rotations =
            getRotations(b, round, realOf(b, diagonal(b, a)), large);
        a = rotateColumns(b, a, round, rotations);
        return {rotateRows(b, a, round, rotations), rotations, isActive};
      });
  Value values =
      b.mul(realOf(b, diagonal(b, swept.matrix)), b.squeeze(scale, -1));
  SmallVector<Value> sorted = b.callAll("aten.sort.default", {values, -1});
  if (b.isRefused())
    return {};
  Eigen eigen;
  eigen.values = sorted[0];
  if (wantsVectors)
    eigen.vectors = takeColumns(b, swept.vectors, sorted[1]);
  return eigen;
}

//===----------------------------------------------------------------------===//
// Singular values
//===----------------------------------------------------------------------===//

/// The product conj(x) y of each column of X with the corresponding column of
/// Y.
static Value columnProducts(TorchBuilder &b, Value x, Value y) {
  return b.sum(b.mul(conj(b, x), y), -2);
}

Singular matrices::findSingular(TorchBuilder &b, Value a,
                                SingularVectors wanted, AffineExpr declared) {
  AffineExpr m = sizeOf(a, -2), n = sizeOf(a, -1);
  if (m != n && smaller(b, m, n) == m && m) {
    Singular s = findSingular(b, adjoint(b, a), wanted);
    if (wanted == SingularVectors::None)
      return s;
    Value left = adjoint(b, s.rightAdjoint);
    return {left, s.values, adjoint(b, s.left)};
  }
  bool wantsVectors = wanted != SingularVectors::None;
  Value scale = getScale(b, largestModulus(b, a));
  a = b.div(a, scale);
  double epsilon = getEpsilon(a);
  // Columns below the rounding error of the largest element have no direction.
  Value largest = b.squeeze(largestModulus(b, a), -1);
  Value least = b.mul(b.mul(largest, largest), epsilon * epsilon * 4);
  Swept swept =
      sweep(b, a, n, wantsVectors, [&](Value a, const Round &round) -> Turn {
        Value squares = realOf(b, columnProducts(b, a, a));
        Value products =
            columnProducts(b, a, b.indexSelect(a, -1, round.partner));
        Value lengths = b.unary(
            "sqrt", b.mul(squares, b.indexSelect(squares, -1, round.partner)));
        Value limit = b.add(b.mul(lengths, 4 * epsilon), least);
        auto [large, isActive] = keepLarge(b, products, limit, round);
        Rotations rotations = getRotations(b, round, squares, large);
        return {rotateColumns(b, a, round, rotations), rotations, isActive};
      });
  Value columns = swept.matrix;
  Value lengths =
      b.unary("sqrt", realOf(b, columnProducts(b, columns, columns)));
  SmallVector<Value> sorted =
      b.callAll("aten.sort.default", {lengths, -1, true});
  if (b.isRefused())
    return {};
  Singular s;
  auto first = [&](Value x, int64_t axis) {
    return firstOf(b, x, axis, m, declared);
  };
  s.values = b.mul(first(sorted[0], -1), b.squeeze(scale, -1));
  if (!wantsVectors)
    return s;
  // Columns may be zero, and a basis of all rows may be requested. U is
  // therefore the factor Q of a QR factorization with a diagonal R.
  Reflections q = factorQr(b, takeColumns(b, columns, sorted[1]), declared);
  Value right = adjoint(b, takeColumns(b, swept.vectors, sorted[1]));
  Value ofR = realOf(b, diagonal(b, q.upper));
  Value start;
  if (wanted == SingularVectors::Full) {
    start = identity(b, a, m);
    ofR = resize(b, ofR, -1, m);
    s.rightAdjoint = right;
  } else {
    start = identityLike(b, q.vectors);
    s.rightAdjoint = first(right, -2);
  }
  Value u = applyReflections(b, q.vectors, q.tau, start, /*isAdjoint=*/false);
  Value isNegative = b.unsqueeze(b.compare("lt", ofR, 0), -2);
  s.left = b.where(isNegative, b.unary("neg", u), u);
  return s;
}
