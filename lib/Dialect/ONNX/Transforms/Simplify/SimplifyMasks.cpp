//===- SimplifyMasks.cpp - Mask conditions that always hold ---------------===//
//
// Attention masks are conjunctions of conditions, some of which hold for every
// element: positions counted from 0 are not negative. Such a condition only
// broadcasts the others, and the users of the mask broadcast anyway.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/Conditions.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// The number of users of a mask that are followed.
static constexpr unsigned kMaxDepth = 8;

/// The result shape of a broadcasting operator if `value` had the shape `dims`;
/// nullopt if it is unknown.
static std::optional<SmallVector<AffineExpr>>
getNarrowed(Operation *op, Value value, ArrayRef<AffineExpr> dims) {
  SmallVector<AffineExpr> result;
  for (Value operand : op->getOperands()) {
    if (!isa<RankedTensorType>(operand.getType()))
      return std::nullopt;
    result =
        broadcastDims(result, operand == value ? SmallVector<AffineExpr>(dims)
                                               : dimsOf(operand));
  }
  if (llvm::is_contained(result, AffineExpr()))
    return std::nullopt;
  return result;
}

/// Whether `value` may be narrowed to the shape `dims`, which broadcasts to its
/// own, because all its transitive users get their shape from other operands.
static bool mayBeNarrowed(Value value, ArrayRef<AffineExpr> dims,
                          unsigned depth = kMaxDepth) {
  return depth != 0 && llvm::all_of(value.getUsers(), [&](Operation *user) {
           if (!isa<AddOp, SubOp, MulOp, DivOp, AndOp, OrOp, NotOp, WhereOp,
                    CastOp>(user))
             return false;
           Value result = user->getResult(0);
           auto narrowed = getNarrowed(user, value, dims);
           return narrowed && (*narrowed == dimsOf(result) ||
                               mayBeNarrowed(result, *narrowed, depth - 1));
         });
}

/// Updates the result types of the users of `value` after its shape has
/// changed.
static void narrowUsers(Value value, PatternRewriter &rewriter) {
  SmallVector<AffineExpr> dims = dimsOf(value);
  for (Operation *user : value.getUsers()) {
    Value result = user->getResult(0);
    auto narrowed = getNarrowed(user, value, dims);
    if (!narrowed || *narrowed == dimsOf(result))
      continue;
    rewriter.modifyOpInPlace(user, [&] {
      result.setType(sym::getTensorType(*narrowed, elementTypeOf(result)));
    });
    narrowUsers(result, rewriter);
  }
}

/// Replaces `op` by the operand `kept`, of which it gives all elements, if no
/// user needs the broadcast shape.
static LogicalResult replaceByOperand(Operation *op, Value kept,
                                      PatternRewriter &rewriter) {
  Value result = op->getResult(0);
  if (!hasKnownDims(kept.getType()))
    return failure();
  if (kept.getType() != result.getType()) {
    if (!mayBeNarrowed(result, dimsOf(kept)))
      return failure();
    rewriter.modifyOpInPlace(op, [&] { result.setType(kept.getType()); });
    narrowUsers(result, rewriter);
  }
  rewriter.replaceOp(op, kept);
  return success();
}

/// Replaces the conjunction of x and a condition that always holds by x.
static LogicalResult removeTrueCondition(AndOp op, PatternRewriter &rewriter,
                                         const Options &) {
  for (auto [kept, other] : inBothOrders(op))
    if (isAlwaysTrue(other, WeightReader()) &&
        succeeded(replaceByOperand(op, kept, rewriter)))
      return success();
  return failure();
}

/// Replaces a choice by a condition that always holds by the first operand.
static LogicalResult removeTrueChoice(WhereOp op, PatternRewriter &rewriter,
                                      const Options &) {
  if (!isAlwaysTrue(op.getCondition(), WeightReader()))
    return failure();
  return replaceByOperand(op, op.getX(), rewriter);
}

void simplify::populateMasks(Rewrites &rewrites) {
  rewrites.add("remove-true-condition", removeTrueCondition);
  rewrites.add("remove-true-choice", removeTrueChoice);
}
