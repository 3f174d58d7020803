//===- MatricesIndefinite.cpp - Factors of symmetric matrices -------------===//
//
// See Matrices.h. Bunch and Kaufman's pivoting: D has blocks of one row, or of
// two rows if a diagonal element is too small. A loop computes one column in
// each step; the first step of a block of two rows computes both columns, and
// the second step passes its column on.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

/// The largest element along the last axis, which is kept.
static Value largest(TorchBuilder &b, Value x) {
  return b.call("aten.amax.default", {x, ArrayRef<int64_t>(-1), true});
}

static Value largestPlace(TorchBuilder &b, Value x) {
  return b.call("aten.argmax.default", {x, -1, true});
}

/// `x` where a condition is true, 1 elsewhere: a safe divisor.
static Value oneUnless(TorchBuilder &b, Value condition, Value x) {
  Type type = b.getType(x).getElementType();
  Value is = b.logicalNot(condition);
  return b.add(b.where(is, 0, x), b.cast(is, type));
}

/// The order of rows with `x` and `y` swapped.
static Value swapped(TorchBuilder &b, Value rows, Value x, Value y) {
  Value order = b.where(b.compare("eq", rows, y), x, rows);
  return b.where(b.compare("eq", rows, x), y, order);
}

Ldl matrices::factorLdl(TorchBuilder &b, Value a, bool isHermitian) {
  if (b.isRefused())
    return {};
  Type type = b.getType(a).getElementType();
  auto maybeConj = [&](Value x) { return isHermitian ? conj(b, x) : x; };
  Value rows = positions(b, sizeOf(a, -1)), steps = b.unsqueeze(rows, -1);
  a = fromLower(b, a, isHermitian);
  // The values that the second step of a block receives: whether there is one,
  // its column of the result and its pivot.
  Value column = b.unary("zeros_like", diagonal(b, a));
  Value pivots = b.unary(
      "zeros_like", b.cast(realOf(b, column), b.getBuilder().getI64Type()));
  Value pivot = b.sum(pivots, -1, /*keepDim=*/true);
  Value isSecond = b.compare("gt", pivot, 0.0);
  const double alpha = (1 + std::sqrt(17.0)) / 8;
  SmallVector<Value> results = b.scan(
      {a, isSecond, column, pivot}, steps, /*numStacked=*/3,
      [&](ValueRange args) -> SmallVector<Value> {
        Value a = args[0], isSecond = args[1], k = args[4];
        Value next = b.add(k, 1);
        Value isThis = b.compare("eq", rows, k);
        Value isAfter = b.compare("gt", rows, k);
        auto columnOf = [&](Value x, Value place) {
          return b.squeeze(b.indexSelect(x, -1, place), -1);
        };
        // The candidates for the pivot (LAPACK's sytf2).
        Value sizes = getPivotSize(b, columnOf(a, k));
        Value ownSize = b.indexSelect(sizes, -1, k);
        Value others = b.where(b.logicalNot(isAfter), 0, sizes);
        Value columnMax = largest(b, others);
        Value candidate = largestPlace(b, others);
        Value candidateRow = b.squeeze(takeRows(b, a, candidate), -2);
        Value rowSizes = getPivotSize(b, candidateRow);
        Value isOwn = b.compare("eq", rows, candidate);
        Value isDone = b.compare("lt", rows, k);
        Value rowMax =
            largest(b, b.where(b.logicalOr(isOwn, isDone), 0, rowSizes));
        Value candidateSize = takeAlong(b, rowSizes, -1, candidate);
        Value limit = b.mul(columnMax, alpha);
        // A zero column needs no elimination.
        Value isZero = b.logicalAnd(b.compare("eq", ownSize, 0.0),
                                    b.compare("eq", columnMax, 0.0));
        Value ratio = b.div(columnMax,
                            oneUnless(b, b.compare("ne", rowMax, 0.0), rowMax));
        Value staysHere =
            b.logicalOr(b.compare("ge", ownSize, limit),
                        b.compare("ge", ownSize, b.mul(limit, ratio)));
        Value isSingle = b.logicalOr(
            staysHere, b.compare("ge", candidateSize, b.mul(rowMax, alpha)));
        Value isPair =
            b.logicalAnd(b.logicalNot(isSingle), b.logicalNot(isSecond));
        Value isMoved = b.logicalNot(b.logicalOr(staysHere, isSecond));
        Value from = b.where(isPair, next, k);
        Value to = b.where(isMoved, candidate, from);
        Value order = swapped(b, rows, from, to);
        a = takeAlong(b, takeRows(b, a, order), -1, b.unsqueeze(order, -2));

        // The block of D, and the divisor of its columns.
        Value isActive = b.logicalNot(isSecond);
        Value x = columnOf(a, k);
        Value lastPlace = b.where(isPair, next, k);
        Value y =
            b.squeeze(takeAlong(b, a, -1, b.unsqueeze(lastPlace, -2)), -1);
        Value d = b.indexSelect(x, -1, k);
        Value e = takeAlong(b, x, -1, lastPlace);
        Value f = takeAlong(b, y, -1, lastPlace);
        Value isBelow =
            b.logicalAnd(b.compare("gt", rows, lastPlace), isActive);
        Value xBelow = b.where(b.logicalNot(isBelow), 0, x);
        Value yBelow =
            b.where(b.logicalNot(b.logicalAnd(isBelow, isPair)), 0, y);
        Value isRegular = b.logicalAnd(isActive, b.logicalNot(isZero));
        Value isOne = b.logicalAnd(isRegular, b.logicalNot(isPair));
        Value ofOne = b.div(xBelow, oneUnless(b, isOne, d));
        // The inverse of [[d, e*], [e, f]], scaled by e (sytf2, hetf2).
        Value size = isHermitian ? b.cast(b.unary("abs", e), type) : e;
        size = oneUnless(b, isPair, size);
        Value unit = b.div(e, size), dScaled = b.div(d, size),
              fScaled = b.div(f, size);
        Value divisor = b.mul(
            oneUnless(b, isPair, b.sub(b.mul(dScaled, fScaled), 1)), size);
        Value first =
            b.div(b.sub(b.mul(fScaled, xBelow), b.mul(unit, yBelow)), divisor);
        Value second =
            b.div(b.sub(b.mul(dScaled, yBelow), b.mul(maybeConj(unit), xBelow)),
                  divisor);
        first = b.where(isPair, first, ofOne);
        second = b.where(b.logicalNot(isPair), 0, second);
        a = b.sub(a, b.add(outer(b, xBelow, maybeConj(first)),
                           outer(b, yBelow, maybeConj(second))));

        // The columns of the result.
        Value isLast = b.compare("eq", rows, lastPlace);
        auto only = [&](Value condition, Value value) {
          return b.where(b.logicalNot(condition), 0, value);
        };
        Value own =
            b.add(b.add(only(isThis, d), only(b.logicalAnd(isLast, isPair), e)),
                  first);
        own = b.where(isSecond, args[2], own);
        Value passed = b.add(only(b.logicalAnd(isLast, isPair), f), second);
        Value number = b.add(to, 1);
        number = b.where(isPair, b.unary("neg", number), number);
        number = b.where(isSecond, args[3], number);
        Value isWrong = b.logicalAnd(isZero, isActive);
        return {a,
                isPair,
                passed,
                number,
                own,
                b.squeeze(number, -1),
                b.squeeze(isWrong, -1)};
      });
  Value info = firstPlace(b, b.movedim(results[6], 0, -1));
  return {b.movedim(results[4], 0, -1),
          b.cast(b.movedim(results[5], 0, -1), b.getBuilder().getI32Type()),
          info};
}

Value matrices::solveLdl(TorchBuilder &b, Value packed, Value pivots, Value rhs,
                         bool isHermitian) {
  if (!pivots || getRank(pivots) == 0)
    b.refuse("its rule expects pivots to have 1 or more dimensions, found 0");
  std::tie(packed, rhs) = broadcastBatches(b, packed, 2, rhs, 2);
  std::tie(pivots, rhs) = broadcastBatches(b, pivots, 1, rhs, 2);
  if (b.isRefused())
    return {};
  AffineExpr n = sizeOf(packed, -1);
  if (!b.requireKnown(n))
    return {};
  auto maybeConj = [&](Value x) { return isHermitian ? conj(b, x) : x; };
  auto following = [&](Value x, int64_t axis, bool isNext) {
    return shift(b, x, axis, n, isNext);
  };
  Value rows = positions(b, n);
  Value numbers = b.cast(pivots, b.getBuilder().getI64Type());
  // Negative pivots are in pairs: an even number of them precedes the first of
  // each pair.
  Value isNegative = b.compare("lt", numbers, 0.0);
  Value count = b.call("aten.cumsum.default", {isNegative, -1});
  Value isOdd =
      b.compare("eq", b.call("aten.remainder.Scalar", {count, 2}), 1.0);
  Value isFirst = b.logicalAnd(isNegative, isOdd);
  Value isSecond = b.logicalAnd(isNegative, b.logicalNot(isOdd));
  // The rows that a step swaps.
  Value from = b.where(isFirst, b.add(rows, 1), rows);
  Value to = b.sub(b.unary("abs", numbers), 1);
  to = b.where(isSecond, from, to);
  // L without the blocks of D.
  Value isBlock =
      b.logicalAnd(b.compare("eq", b.unsqueeze(rows, -1), b.add(rows, 1)),
                   b.unsqueeze(isFirst, -2));
  Value lower = b.call("aten.tril.default", {packed, -1});
  Value e = b.sum(b.where(b.logicalNot(isBlock), 0, lower), -2);
  lower = b.where(isBlock, 0, lower);
  Value steps = b.unsqueeze(rows, -1);
  auto pass = [&](Value x, bool isForward) -> Value {
    SmallVector<Value> xs = {steps, b.movedim(lower, -1, 0),
                             b.movedim(from, -1, 0), b.movedim(to, -1, 0)};
    if (!isForward)
      for (Value &slices : xs)
        slices = b.flip(slices, 0);
    if (b.isRefused())
      return {};
    SmallVector<Value> results = b.scan(
        x, xs, /*numStacked=*/0, [&](ValueRange args) -> SmallVector<Value> {
          Value x = args[0], k = args[1];
          Value column = b.unsqueeze(args[2], -1);
          Value order = swapped(b, rows, b.unsqueeze(args[3], -1),
                                b.unsqueeze(args[4], -1));
          if (isForward) {
            x = takeRows(b, x, order);
            return {b.sub(x, b.mul(column, b.indexSelect(x, -2, k)))};
          }
          Value isThis = b.unsqueeze(b.compare("eq", rows, k), -1);
          Value product = b.matmul(b.transpose(maybeConj(column)), x);
          x = b.sub(x, b.where(b.logicalNot(isThis), 0, product));
          return {takeRows(b, x, order)};
        });
    return results.front();
  };
  Value y = pass(rhs, /*isForward=*/true);
  if (b.isRefused())
    return {};
  // D Z = Y. Both rows of a block are divided by its element below the
  // diagonal.
  Value d = diagonal(b, packed);
  Value scale = b.add(e, following(e, -1, /*isNext=*/false));
  Value isPair = b.logicalOr(isFirst, isSecond);
  scale = oneUnless(b, isPair, scale);
  // Row i of a block [[d, e*], [e, f]] is divided by e* if it is the first row.
  Value ofFirst = maybeConj(scale);
  Value own = b.div(d, b.where(isFirst, ofFirst, scale));
  Value dNext = following(d, -1, true), dLast = following(d, -1, false);
  Value other =
      b.div(b.where(isFirst, dNext, dLast), b.where(isFirst, scale, ofFirst));
  Value divisor = oneUnless(b, isPair, b.sub(b.mul(own, other), 1));
  Value yOther = b.where(b.unsqueeze(isFirst, -1), following(y, -2, true),
                         following(y, -2, false));
  auto asColumn = [&](Value x) { return b.unsqueeze(x, -1); };
  Value ownScaled = b.div(y, asColumn(b.where(isFirst, ofFirst, scale)));
  Value otherScaled = b.div(yOther, asColumn(b.where(isFirst, scale, ofFirst)));
  Value ofPair = b.div(b.sub(b.mul(asColumn(other), ownScaled), otherScaled),
                       asColumn(divisor));
  Value single = b.div(y, asColumn(b.where(isPair, scale, d)));
  return pass(b.where(asColumn(isPair), ofPair, single), /*isForward=*/false);
}
