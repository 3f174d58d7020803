//===- MatricesOrthogonal.cpp - Householder's reflections -----------------===//
//
// See Matrices.h. One reflection for each column, as in LAPACK's geqr2; each
// reflection is applied to the whole matrix.
//
//===----------------------------------------------------------------------===//

#include "Matrices.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;
using namespace torch_onnx::torch::matrices;

Value matrices::cut(TorchBuilder &b, Value x, int64_t axis,
                    AffineExpr declared) {
  return firstOf(b, x, axis, sizeOf(x, -3 - axis), declared);
}

Value matrices::identity(TorchBuilder &b, Value like, AffineExpr size) {
  Value rows = positions(b, size);
  if (b.isRefused())
    return {};
  Value ones = b.cast(b.compare("eq", unsqueeze(b, rows, -1), rows),
                      b.getType(like).getElementType());
  SmallVector<AffineExpr> dims = sym::getDims(b.getType(like));
  dims[dims.size() - 2] = dims.back() = size;
  return expand(b, ones, dims);
}

/// The norm of the vectors along the last axis, which is kept. The vectors are
/// scaled, as in LAPACK's nrm2, so that squares stay in range.
static Value normOf(TorchBuilder &b, Value sizes) {
  Value largest =
      b.call("aten.amax.default", {sizes, ArrayRef<int64_t>(-1), true});
  Value isZero = b.call("aten.eq.Scalar", {largest, 0});
  Value scale = b.call("aten.where.ScalarSelf", {isZero, 1, largest});
  Value scaled = b.div(sizes, scale);
  Value squares = sum(b, b.mul(scaled, scaled), -1, /*keepDim=*/true);
  return b.mul(scale, b.call("aten.sqrt.default", {squares}));
}

Reflections matrices::factorQr(TorchBuilder &b, Value a, AffineExpr declared) {
  AffineExpr m = sizeOf(a, -2), n = sizeOf(a, -1);
  Value rows = positions(b, m);
  Value xs = getSteps(b, /*steps=*/{}, n, m, declared);
  SmallVector<Value> results = b.scan(
      a, xs, /*numStacked=*/2, [&](ValueRange args) -> SmallVector<Value> {
        Value a = args[0], k = args[1];
        Value isDone = b.compare("lt", rows, k);
        Value isThis = b.compare("eq", rows, k);
        Value column = zeroWhere(b, isDone, squeeze(b, at(b, a, -1, k), -1));
        Value alpha = at(b, column, -1, k);
        // LAPACK's larfg: a single real element needs no reflection.
        Value rest = zeroWhere(b, isThis, column);
        Value others = b.call("aten.ne.Scalar", {rest, 0});
        Value isAlone =
            b.logicalNot(b.call("aten.any.dim", {others, -1, true}));
        if (isComplex(a))
          isAlone = b.logicalAnd(
              isAlone, b.call("aten.eq.Scalar",
                              {b.call("aten.imag.default", {alpha}), 0}));
        Value norm = normOf(b, modulus(b, column));
        Value isNegative = b.call("aten.lt.Scalar", {realOf(b, alpha), 0});
        Value beta =
            b.where(isNegative, norm, b.call("aten.neg.default", {norm}));
        Value difference = b.sub(alpha, beta);
        Value tau = zeroWhere(
            b, isAlone, b.div(b.call("aten.neg.default", {difference}), beta));
        Value v = zeroWhere(b, isAlone, b.div(rest, difference));
        v = b.call("aten.where.ScalarSelf", {isThis, 1, v});
        Value product = multiply(b, unsqueeze(b, conj(b, v), -2), a);
        Value scaled = b.mul(v, conj(b, tau));
        a = b.sub(a, b.mul(unsqueeze(b, scaled, -1), product));
        return {a, v, squeeze(b, tau, -1)};
      });
  return {fromFront(b, results[1], -1), fromFront(b, results[2], -1),
          b.call("aten.triu.default", {results[0]})};
}

Value matrices::applyReflections(TorchBuilder &b, Value vectors, Value tau,
                                 Value x, bool isAdjoint) {
  SmallVector<Value> xs = {toFront(b, vectors, -1),
                           toFront(b, isAdjoint ? conj(b, tau) : tau, -1)};
  if (!isAdjoint)
    for (Value &slices : xs)
      slices = flip(b, slices, 0);
  SmallVector<Value> results = b.scan(
      x, xs, /*numStacked=*/0, [&](ValueRange args) -> SmallVector<Value> {
        Value x = args[0], v = args[1];
        Value product = multiply(b, unsqueeze(b, conj(b, v), -2), x);
        Value scaled = b.mul(v, unsqueeze(b, args[2], -1));
        return {b.sub(x, b.mul(unsqueeze(b, scaled, -1), product))};
      });
  return results.front();
}
