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
  Value ones = b.cast(b.compare("eq", b.unsqueeze(rows, -1), rows),
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
  Value isZero = b.compare("eq", largest, 0);
  Value scale = b.where(isZero, 1, largest);
  Value scaled = b.div(sizes, scale);
  Value squares = b.sum(b.mul(scaled, scaled), -1, /*keepDim=*/true);
  return b.mul(scale, b.unary("sqrt", squares));
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
        Value column =
            b.where(isDone, 0, b.squeeze(b.indexSelect(a, -1, k), -1));
        Value alpha = b.indexSelect(column, -1, k);
        // LAPACK's larfg: a single real element needs no reflection.
        Value rest = b.where(isThis, 0, column);
        Value others = b.compare("ne", rest, 0);
        Value isAlone =
            b.logicalNot(b.call("aten.any.dim", {others, -1, true}));
        if (isComplex(a))
          isAlone =
              b.logicalAnd(isAlone, b.compare("eq", b.unary("imag", alpha), 0));
        Value norm = normOf(b, b.unary("abs", column));
        Value isNegative = b.compare("lt", realOf(b, alpha), 0);
        Value beta = b.where(isNegative, norm, b.unary("neg", norm));
        Value difference = b.sub(alpha, beta);
        Value tau =
            b.where(isAlone, 0, b.div(b.unary("neg", difference), beta));
        Value v = b.where(isAlone, 0, b.div(rest, difference));
        v = b.where(isThis, 1, v);
        Value product = b.matmul(b.unsqueeze(conj(b, v), -2), a);
        Value scaled = b.mul(v, conj(b, tau));
        a = b.sub(a, b.mul(b.unsqueeze(scaled, -1), product));
        return {a, v, b.squeeze(tau, -1)};
      });
  return {b.movedim(results[1], 0, -1), b.movedim(results[2], 0, -1),
          b.unary("triu", results[0])};
}

Value matrices::applyReflections(TorchBuilder &b, Value vectors, Value tau,
                                 Value x, bool isAdjoint) {
  SmallVector<Value> xs = {b.movedim(vectors, -1, 0),
                           b.movedim(isAdjoint ? conj(b, tau) : tau, -1, 0)};
  if (!isAdjoint)
    for (Value &slices : xs)
      slices = b.flip(slices, 0);
  SmallVector<Value> results = b.scan(
      x, xs, /*numStacked=*/0, [&](ValueRange args) -> SmallVector<Value> {
        Value x = args[0], v = args[1];
        Value product = b.matmul(b.unsqueeze(conj(b, v), -2), x);
        Value scaled = b.mul(v, b.unsqueeze(args[2], -1));
        return {b.sub(x, b.mul(b.unsqueeze(scaled, -1), product))};
      });
  return results.front();
}
