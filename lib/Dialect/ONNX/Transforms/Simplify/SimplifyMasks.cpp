//===- SimplifyMasks.cpp - Mask conditions that always hold ---------------===//
//
// Attention masks are conjunctions of conditions, some of which hold for every
// element: positions counted from 0 are not negative. Such a condition only
// broadcasts the others, and the users of the mask broadcast anyway.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// The number of defining operations and users of a mask that are followed.
static constexpr unsigned kMaxDepth = 8;

/// The operand that the result takes all or some of its elements from.
static Value getSourceOfElements(Operation *op) {
  bool isMove = isa<ReshapeOp, ExpandOp, UnsqueezeOp, SqueezeOp, SliceOp,
                    TransposeOp, IdentityOp, GatherOp>(op);
  return isMove ? op->getOperand(0) : Value();
}

/// Whether all elements of a tensor of signed integers are known to be
/// nonnegative. Sums and products are not followed, as they may overflow.
static bool isNonNegative(Value value, unsigned depth = kMaxDepth) {
  if (auto ints = WeightReader().getInts(value))
    return llvm::all_of(*ints, [](int64_t number) { return number >= 0; });
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (isa<ShapeOp, SizeOp, NonZeroOp, ArgMaxOp, ArgMinOp>(op))
    return true;
  if (auto range = dyn_cast<RangeOp>(op))
    return isNonNegative(range.getStart(), depth - 1) &&
           isNonNegative(range.getDelta(), depth - 1);
  Value source = getSourceOfElements(op);
  return source && isNonNegative(source, depth - 1);
}

static bool isAtMostZero(Value value) {
  auto ints = WeightReader().getInts(value);
  return ints &&
         llvm::all_of(*ints, [](int64_t number) { return number <= 0; });
}

static bool isAlwaysTrue(Value value, unsigned depth = kMaxDepth) {
  Operation *op = value.getDefiningOp();
  if (!op || depth == 0)
    return false;
  if (auto compare = dyn_cast<GreaterOrEqualOp>(op))
    return isNonNegative(compare.getA()) && isAtMostZero(compare.getB());
  if (auto compare = dyn_cast<LessOrEqualOp>(op))
    return isAtMostZero(compare.getA()) && isNonNegative(compare.getB());
  Value source = getSourceOfElements(op);
  return source && isAlwaysTrue(source, depth - 1);
}

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

/// Replaces the conjunction of x and a condition that always holds by x, if no
/// user needs the broadcast shape.
static LogicalResult removeTrueCondition(AndOp op, PatternRewriter &rewriter,
                                         const Options &) {
  for (auto [kept, other] : inBothOrders(op)) {
    if (!isAlwaysTrue(other) || !hasKnownDims(kept.getType()))
      continue;
    if (kept.getType() != op.getType()) {
      if (!mayBeNarrowed(op.getC(), dimsOf(kept)))
        continue;
      rewriter.modifyOpInPlace(
          op, [&] { op->getResult(0).setType(kept.getType()); });
      narrowUsers(op.getC(), rewriter);
    }
    rewriter.replaceOp(op, kept);
    return success();
  }
  return failure();
}

void simplify::populateMasks(Rewrites &rewrites) {
  rewrites.add("remove-true-condition", removeTrueCondition);
}
