//===- SimplifyForms.cpp - Operations that stand for several --------------===//
//
// Replaces several operations by one that computes the same: a Max and a Min by
// a Clip, and a Concat with expanded numbers by a Pad.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// The operands of a Max or Min of two floats: any value, and a constant number
/// that is not NaN, which Clip ignores. Null if the operands are others. Not
/// zero, because runtimes differ in the sign of a zero at a bound of zero.
static std::pair<Value, Value> getLimited(Operation *op) {
  if (op->getNumOperands() != 2 ||
      !isa<FloatType>(typeOf(op->getResult(0)).getElementType()))
    return {};
  for (unsigned i = 0; i < 2; ++i) {
    Value limit = op->getOperand(i);
    std::optional<double> number =
        rankOf(limit) == 0 ? getSplat(limit) : std::nullopt;
    if (number && *number != 0 && !std::isnan(*number))
      return {op->getOperand(1 - i), limit};
  }
  return {};
}

/// Replaces Min(Max(x, a), b) by Clip(x, a, b) if a <= b.
static LogicalResult formClip(MinOp op, PatternRewriter &rewriter,
                              const Options &) {
  auto [inner, greatest] = getLimited(op);
  auto max = inner ? inner.getDefiningOp<MaxOp>() : MaxOp();
  if (!max || !max->hasOneUse())
    return failure();
  auto [x, least] = getLimited(max);
  if (!x || *getSplat(least) > *getSplat(greatest))
    return failure();
  rewriter.replaceOpWithNewOp<ClipOp>(op, op.getType(), x, least, greatest);
  return success();
}

/// The number that all elements of an expanded constant or of a constant are;
/// null for other values.
static DenseElementsAttr getFiller(Value value) {
  auto expand = value.getDefiningOp<ExpandOp>();
  auto elements = WeightReader().getElements(expand ? expand.getData() : value);
  if (!elements || !elements.isSplat() ||
      !elements.getElementType().isIntOrFloat())
    return {};
  return elements.resizeSplat(
      RankedTensorType::get({}, elements.getElementType()));
}

/// Replaces a Concat of a value and expanded numbers before and after it by a
/// Pad. The sizes of the numbers must be known along the axis.
static LogicalResult formPad(ConcatOp op, PatternRewriter &rewriter,
                             const Options &) {
  int64_t rank = rankOf(op.getConcatResult());
  int64_t axis = normalizeAxis(op.getAxis(), rank);
  if (axis < 0 || axis >= rank)
    return failure();
  Value data;
  DenseElementsAttr number;
  bool hasExpand = false;
  SmallVector<int64_t> pads(2 * rank, 0);
  for (Value input : op.getInputs()) {
    int64_t size = typeOf(input).getDimSize(axis);
    DenseElementsAttr filler = getFiller(input);
    if (filler && !ShapedType::isDynamic(size)) {
      if (number && filler != number)
        return failure();
      number = filler;
      pads[data ? rank + axis : axis] += size;
      hasExpand |= bool(input.getDefiningOp<ExpandOp>());
    } else if (data) {
      return failure();
    } else {
      data = input;
    }
  }
  if (!data || !hasExpand)
    return failure();
  Location loc = op.getLoc();
  rewriter.replaceOpWithNewOp<PadOp>(
      op, op.getType(), data, createInts(rewriter, loc, pads),
      createConstant(rewriter, loc, number), createNone(rewriter, loc));
  return success();
}

void simplify::populateForms(Rewrites &rewrites) {
  rewrites.add("form-clip", formClip, 2);
  rewrites.add("form-pad", formPad, 2);
}
