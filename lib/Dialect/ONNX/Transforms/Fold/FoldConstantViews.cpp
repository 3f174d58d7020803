//===- FoldConstantViews.cpp - Folds constants to views -------------------===//
//
// Transposes and reshapes weights in files by changing strides, which moves no
// bytes. A weight must not be written twice: unless it is tiny, one that is
// also used directly keeps its Transpose. Small constants are computed.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"
#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Whether all users of the operand of `op` apply the same operation to it.
static bool isOnlyUseOfOperand(Operation *op) {
  return llvm::all_of(op->getOperand(0).getUses(), [&](OpOperand &use) {
    Operation *user = use.getOwner();
    return user == op ||
           (use.getOperandNumber() == 0 && user->getName() == op->getName() &&
            user->getResultTypes() == op->getResultTypes() &&
            (op->getNumOperands() == 1 ||
             user->getOperand(1) == op->getOperand(1)) &&
            user->getPropertiesAsAttribute() == op->getPropertiesAsAttribute());
  });
}

/// True when the folded form of the operand is small, or replaces the operand
/// because `op` is its only use.
static bool mayDuplicate(Operation *op) {
  auto type = typeOf(op->getOperand(0));
  return weight::getByteSize(type) <= kMaxDuplicatedBytes ||
         isOnlyUseOfOperand(op);
}

/// A reference in a file denotes contiguous bytes with any shape. Other forms
/// have to be written.
static bool mayRewrite(ElementsAttr value, const Options &options) {
  auto file = dyn_cast<weight::FileAttr>(value);
  return options.rewriteWeights || (file && file.isContiguous());
}

/// The name that the new constant takes over.
static StringAttr getNameOf(Operation *op) {
  return isOnlyUseOfOperand(op) ? getConstantName(op->getOperand(0))
                                : StringAttr();
}

static LogicalResult foldTranspose(TransposeOp op, PatternRewriter &rewriter,
                                   const Options &options) {
  ElementsAttr value = getConstant(op.getData());
  auto type = typeOf(op.getOutput());
  if (!value || !type.hasStaticShape() || !mayDuplicate(op))
    return failure();
  if (!isa<DenseElementsAttr>(value) && !options.rewriteWeights)
    return failure();
  auto view = weight::transposeElements(value, op.getPermutation());
  if (failed(view))
    return failure();
  return replaceByConstant(rewriter, op, *view, getNameOf(op));
}

static LogicalResult foldReshape(Operation *op, PatternRewriter &rewriter,
                                 const Options &options) {
  ElementsAttr value = getConstant(op->getOperand(0));
  auto type = typeOf(op->getResult(0));
  if (!value || !type.hasStaticShape() || !mayDuplicate(op))
    return failure();
  if (!isa<DenseElementsAttr>(value) && !mayRewrite(value, options))
    return failure();
  auto view = weight::reshapeElements(value, type);
  if (failed(view))
    return failure();
  return replaceByConstant(rewriter, op, *view, getNameOf(op));
}

/// Folds a Split of a weight that has no other use into slices.
static LogicalResult foldSplit(SplitOp op, PatternRewriter &rewriter,
                               const Options &options) {
  auto file = dyn_cast_if_present<weight::FileAttr>(getConstant(op.getInput()));
  if (!file || !mayDuplicate(op))
    return failure();
  ArrayRef<int64_t> shape = file.getType().getShape();
  int64_t axis = normalizeAxis(op.getAxis(), file.getType().getRank());
  SmallVector<int64_t> starts(shape.size(), 0), steps(shape.size(), 1);
  SmallVector<weight::FileAttr> pieces;
  for (Type result : op->getResultTypes()) {
    auto type = cast<RankedTensorType>(result);
    if (!type.hasStaticShape())
      return failure();
    auto piece = weight::sliceFile(file, starts, type.getShape(), steps);
    if (failed(piece) || piece->getType() != type ||
        !mayRewrite(*piece, options))
      return failure();
    pieces.push_back(*piece);
    starts[axis] += type.getDimSize(axis);
  }
  if (starts[axis] != shape[axis])
    return failure();
  SmallVector<Value> constants;
  for (weight::FileAttr piece : pieces)
    constants.push_back(createConstant(rewriter, op->getLoc(), piece));
  rewriter.replaceOp(op, constants);
  return success();
}

static LogicalResult foldExpand(ExpandOp op, PatternRewriter &rewriter,
                                const Options &) {
  ElementsAttr value = getConstant(op.getData());
  // An Expand with a large result is kept, because a constant stores all its
  // elements.
  if (!value || !getSmallSize(value.getType(), 64) ||
      !getSmallSize(op.getType(), 64) || !isEvaluable(op, /*exact=*/true))
    return failure();
  return replaceByConstant(rewriter, op,
                           evaluate(op->getResult(0), {value, ElementsAttr()},
                                    weight::maxComputedBytes));
}

/// Moves an elementwise operation on an expanded constant and constants of one
/// element in front of the Expand, where it can be folded.
static LogicalResult sinkExpand(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  ExpandOp expand;
  SmallVector<AffineExpr> dims;
  IRMapping narrow;
  for (Value operand : op->getOperands()) {
    auto next = operand.getDefiningOp<ExpandOp>();
    Value source = next ? next.getData() : operand;
    if (!getConstant(source) ||
        !getSmallSize(source.getType(), next ? kMaxFoldedElements : 1) ||
        (next && expand && next.getShape() != expand.getShape()))
      return failure();
    expand = next ? next : expand;
    narrow.map(operand, source);
    dims = broadcastDims(dims, dimsOf(source));
  }
  // No other operand may add a size or a dimension.
  auto type = typeOf(op->getResult(0));
  if (!expand || !hasKnownDims(type) || sym::getDims(type) != dimsOf(expand))
    return failure();
  Operation *inner = rewriter.clone(*op, narrow);
  rewriter.modifyOpInPlace(inner, [&] {
    inner->getResult(0).setType(
        sym::getTensorType(dims, type.getElementType()));
  });
  rewriter.replaceOpWithNewOp<ExpandOp>(op, type, inner->getResult(0),
                                        expand.getShape());
  return success();
}

static LogicalResult foldConstantOfShape(ConstantOfShapeOp op,
                                         PatternRewriter &rewriter,
                                         const Options &) {
  auto type = typeOf(op.getOutput());
  auto value = dyn_cast_if_present<DenseElementsAttr>(op.getValueAttr());
  if (!value || !getSmallSize(type, 64) || !value.isSplat())
    return failure();
  return replaceByConstant(rewriter, op, value.resizeSplat(type));
}

/// Concatenates small 1-d constants of one element type.
static LogicalResult foldConcat(ConcatOp op, PatternRewriter &rewriter,
                                const Options &) {
  auto type = typeOf(op.getConcatResult());
  if (type.getRank() != 1 || !getSmallSize(type) ||
      !isEvaluable(op, /*exact=*/true))
    return failure();
  SmallVector<ElementsAttr> values;
  for (Value operand : op.getInputs()) {
    values.push_back(getConstant(operand));
    if (!values.back())
      return failure();
  }
  return replaceByConstant(
      rewriter, op,
      evaluate(op->getResult(0), values, weight::maxComputedBytes));
}

/// Concatenates constants that have no other use, so that their bytes are
/// written in place.
static LogicalResult concatWeights(ConcatOp op, PatternRewriter &rewriter,
                                   const Options &options) {
  auto type = typeOf(op.getConcatResult());
  if (!options.rewriteWeights || !type.hasStaticShape() ||
      !weight::getCheckedByteSize(type))
    return failure();
  bool isTiny = weight::getByteSize(type) <= kMaxDuplicatedBytes;
  SmallVector<ElementsAttr> values;
  for (Value operand : op.getInputs()) {
    ElementsAttr value = getConstant(operand);
    if (!value || (!isTiny && !operand.hasOneUse()))
      return failure();
    values.push_back(value);
  }
  int64_t axis = normalizeAxis(op.getAxis(), type.getRank());
  // Expressions are limited in size; beyond that the node stays.
  auto expr = weight::makeExpr(type, weight::ExprKind::Concat, values, axis);
  return failed(expr) ? failure() : replaceByConstant(rewriter, op, *expr);
}

void simplify::populateConstantViews(Rewrites &rewrites) {
  rewrites.add(kFoldConstants, foldTranspose, 2);
  rewrites.addFor<ReshapeOp, SqueezeOp, UnsqueezeOp, FlattenOp>(kFoldConstants,
                                                                foldReshape, 3);
  rewrites.add(kFoldConstants, foldExpand, 2);
  rewrites.addFor<AddOp, SubOp, MulOp, DivOp, MaxOp, MinOp, AndOp, OrOp, XorOp,
                  EqualOp, LessOp, LessOrEqualOp, GreaterOp, GreaterOrEqualOp,
                  WhereOp, CastOp, NotOp, AbsOp, NegOp, SqrtOp, ReciprocalOp,
                  FloorOp, CeilOp, RoundOp, ExpOp, LogOp>("sink-expand",
                                                          sinkExpand, 2);
  rewrites.add(kFoldConstants, foldConstantOfShape, 2);
  rewrites.add(kFoldConstants, foldSplit, 3);
  rewrites.add(kFoldConstants, foldConcat, 2);
  rewrites.add(kFoldConstants, concatWeights);
}
