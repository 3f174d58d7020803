//===- LinearGrouped.cpp - Products of groups of rows ---------------------===//
//
// Experts of a mixture: each row of the left operand, up to the last offset, is
// multiplied by the matrix of its group. The size of a group depends on the
// data, so this is a Loop over the groups: the model size does not depend on
// their number, and each row is multiplied once. Gathering a matrix per row
// would need memory for as many matrices as rows.
//
//===----------------------------------------------------------------------===//

#include "Linear.h"

using namespace mlir;
using namespace torch_onnx;

/// `x` [S, K] times `weight` [E, K, N] gives [S, N]: rows of `x` from `ends[i -
/// 1]` (0 for the first group) to `ends[i]` are multiplied by `weight[i]`; rows
/// after the last group are zero. `ends` is 1-d.
static Value buildGroupedMatMul(Lowering &b, Value x, Value weight,
                                Value ends) {
  Type type = b.elementTypeOf(x);
  Dims xDims = b.dimsOf(x), weightDims = b.dimsOf(weight);
  ends = b.Cast(ends, b.i64());
  AffineExpr zero = getAffineConstantExpr(0, b.getContext());
  RankedTensorType rows =
      sym::getTensorType({AffineExpr(), weightDims[2]}, type);
  RankedTensorType position = RankedTensorType::get({1}, b.i64());
  Value none = b.full(b.scalar(0, type),
                      sym::getTensorType({zero, weightDims[2]}, type));

  Operation *loop =
      b.createOp("Loop", TypeRange{position, rows},
                 {b.dim0d(weightDims[0]), b.none(), b.ints(int64_t(0)), none},
                 {}, /*numRegions=*/1);
  SmallVector<Type> arguments = {Lowering::scalarType(b.i64()),
                                 Lowering::scalarType(b.i1()), position, rows};
  b.fillBody(loop, arguments, [&](ValueRange values) -> SmallVector<Value> {
    Value group = values[0], begin = values[2];
    Value end = b.Gather(ends, b.Unsqueeze(group, 0), 0);
    Value part =
        b.create("Slice", sym::getTensorType({AffineExpr(), xDims[1]}, type),
                 {x, begin, end, b.ints(int64_t(0)), b.ints(1)});
    Value product = buildMatMul(b, part, b.Gather(weight, group, 0));
    return {values[1], end, b.Concat({values[3], product}, 0)};
  });
  Value all = loop->getResult(1);
  Value numMissing =
      b.Sub(b.Unsqueeze(b.dim0d(xDims[0]), 0), b.Shape(all, 0, 1));
  Value pads = b.Concat({b.ints({0, 0}), numMissing, b.ints(int64_t(0))}, 0);
  return b.create("Pad", sym::getTensorType({xDims[0], weightDims[2]}, type),
                  {all, pads, b.scalar(0, type), b.none()},
                  b.attr("mode", "constant"));
}

// transformers::grouped_mm_fallback(Tensor input, Tensor weight, Tensor offs)
//   -> Tensor
static Lowered lowerGroupedFallback(Lowering &b) {
  Value x = b.tensor("input"), weight = b.tensor("weight");
  Value ends = b.tensor("offs");
  if (b.isRefused())
    return Value();
  return buildGroupedMatMul(b, x, weight, ends);
}

// aten::_grouped_mm(Tensor self, Tensor mat2, Tensor? offs=None,
//   Tensor? bias=None, ScalarType? out_dtype=None) -> Tensor
static Lowered lowerGroupedMM(Lowering &b) {
  if (b.has("bias"))
    return b.refuseArgument("bias", "None");
  Value x = b.tensor("self"), weight = b.tensor("mat2");
  if (b.isRefused())
    return Value();
  Value product;
  if (b.rankOf(x) == 3 && b.rankOf(weight) == 3 && !b.has("offs"))
    product = buildMatMul(b, x, weight);
  else if (b.rankOf(x) == 2 && b.rankOf(weight) == 3 && b.has("offs"))
    product = buildGroupedMatMul(b, x, weight, b.tensor("offs"));
  else
    return b.refuse("expected a matrix for each of several groups of rows, or "
                    "as many matrices on both sides, found operands of " +
                    Twine(b.rankOf(x)) + " and " + Twine(b.rankOf(weight)) +
                    " dimensions");
  return b.Cast(product, b.resultElementType());
}

void torch_onnx::populateLinearGrouped(LoweringRegistry &r) {
  r.add("transformers.grouped_mm_fallback.default", lowerGroupedFallback);
  r.add("aten._grouped_mm.default", lowerGroupedMM);
}
