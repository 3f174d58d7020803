//===- SimplifyActivations.cpp - Chains of Clip and Relu ------------------===//
//
// Bounds of bounds. What is its own inverse or repeats itself is folded.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include <limits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

namespace {
/// A bound of a Clip: its value for comparison, and the operand.
struct Bound {
  double number;
  Value operand;
};
struct Bounds {
  Bound min, max;
};
} // namespace

/// Constant bounds of a Clip with min <= max. Integers beyond 2^53 have none.
static std::optional<Bounds> getBounds(Operation *clip) {
  Bounds bounds = {{-std::numeric_limits<double>::infinity(), Value()},
                   {std::numeric_limits<double>::infinity(), Value()}};
  auto read = [](Operation *op, unsigned index, Bound &bound) {
    Value operand = getInput(op, index);
    if (!operand)
      return true;
    std::optional<double> number = getSplat(operand);
    if (!number || *number != *number)
      return false;
    bound = {*number, operand};
    return true;
  };
  if (!read(clip, 1, bounds.min) || !read(clip, 2, bounds.max) ||
      bounds.min.number > bounds.max.number)
    return std::nullopt;
  return bounds;
}

/// Clip(Clip(x, a, b), c, d) is Clip(x, max(a, c), min(b, d)) if the ranges
/// overlap. Clip(Relu(x), c, d) with c > 0 is Clip(x, c, d); not with c = 0,
/// where the sign of a zero could change.
static LogicalResult mergeClips(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  std::optional<Bounds> outer = getBounds(op);
  if (!outer)
    return failure();
  if (Operation *relu = getProducer(op->getOperand(0), "Relu")) {
    if (!outer->min.operand || outer->min.number <= 0)
      return failure();
    rewriter.modifyOpInPlace(op,
                             [&] { op->setOperand(0, relu->getOperand(0)); });
    return success();
  }
  Operation *clip = getProducer(op->getOperand(0), "Clip");
  std::optional<Bounds> inner;
  if (!clip || !(inner = getBounds(clip)))
    return failure();
  if (inner->min.number == outer->min.number &&
      inner->max.number == outer->max.number)
    return replaceBy(rewriter, op, clip->getResult(0));
  // Which zero comes out of a bound of zero is the runtime's choice.
  Bound min = inner->min.number > outer->min.number ? inner->min : outer->min;
  Bound max = inner->max.number < outer->max.number ? inner->max : outer->max;
  if (!(min.number <= max.number) || min.number == 0 || max.number == 0)
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  auto orNone = [&](Value value) { return value ? value : b.none(); };
  rewriter.replaceOp(op, b.create("Clip", op->getResult(0).getType(),
                                  {clip->getOperand(0), orNone(min.operand),
                                   orNone(max.operand)}));
  return success();
}

void simplify::populateActivations(Rewrites &rewrites) {
  rewrites.add("merge-clips", {"Clip"}, mergeClips);
}
