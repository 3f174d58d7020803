//===- ActivationOps.cpp - onnx: activation functions ---------------------===//
//
// Registers the operators of ActivationOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerActivationOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Folding nested Clip operations
//===----------------------------------------------------------------------===//

namespace {
/// A bound of a Clip: its value for comparison, and the operand (null if
/// absent).
struct Bound {
  double number;
  Value operand;
};
struct Bounds {
  Bound min, max;
};
} // namespace

static std::optional<Bound> getBound(Value operand, double ifAbsent) {
  if (!isPresent(operand))
    return Bound{ifAbsent, Value()};
  std::optional<double> number = ConstantReader().getSplat(operand);
  if (!number || std::isnan(*number))
    return std::nullopt;
  return Bound{*number, operand};
}

/// The constant bounds of a Clip with min <= max; nullopt for integers beyond
/// 2^53.
static std::optional<Bounds> getBounds(ClipOp clip) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  auto min = getBound(clip.getMin(), -infinity);
  auto max = getBound(clip.getMax(), infinity);
  if (!min || !max || min->number > max->number)
    return std::nullopt;
  return Bounds{*min, *max};
}

/// Folds Clip(Relu(x), c, d) with c > 0 to Clip(x, c, d). With c = 0 the sign
/// of a zero could change.
static LogicalResult dropReluBeforeClip(ClipOp op, PatternRewriter &rewriter) {
  auto relu = op.getInput().getDefiningOp<ReluOp>();
  std::optional<Bounds> bounds = relu ? getBounds(op) : std::nullopt;
  if (!bounds || !bounds->min.operand || bounds->min.number <= 0)
    return failure();
  rewriter.modifyOpInPlace(op,
                           [&] { op.getInputMutable().assign(relu.getX()); });
  return success();
}

/// Folds Clip(Clip(x, a, b), c, d) to Clip(x, max(a, c), min(b, d)) if the
/// ranges overlap.
static LogicalResult mergeClips(ClipOp op, PatternRewriter &rewriter) {
  auto clip = op.getInput().getDefiningOp<ClipOp>();
  std::optional<Bounds> outer = clip ? getBounds(op) : std::nullopt;
  std::optional<Bounds> inner = outer ? getBounds(clip) : std::nullopt;
  if (!inner)
    return failure();
  if (inner->min.number == outer->min.number &&
      inner->max.number == outer->max.number)
    return replaceFirst(rewriter, op, clip.getOutput());
  // Runtimes differ in the sign of a zero at a bound of zero.
  Bound min = inner->min.number > outer->min.number ? inner->min : outer->min;
  Bound max = inner->max.number < outer->max.number ? inner->max : outer->max;
  if (!(min.number <= max.number) || min.number == 0 || max.number == 0)
    return failure();
  auto orNone = [&](Value value) {
    return value ? value : createNone(rewriter, op.getLoc());
  };
  Value minOperand = orNone(min.operand), maxOperand = orNone(max.operand);
  rewriter.replaceOpWithNewOp<ClipOp>(op, op.getType(), clip.getInput(),
                                      minOperand, maxOperand);
  return success();
}

void ClipOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *) {
  addPattern(patterns, "merge-clips", dropReluBeforeClip);
  addPattern(patterns, "merge-clips", mergeClips);
}
