//===- Reshapes.cpp - Chains of Reshape, Squeeze and the like -------------===//
//
// Folds and canonicalization patterns of Reshape, Flatten, Squeeze and
// Unsqueeze. These keep the order of the elements, so only the last shape of a
// chain matters. That shape may depend on the operand, however: a 0 in the
// shape of a Reshape copies a dimension, and Flatten and Squeeze refer to axes
// of the operand. It is then recomputed from the type of the result, or the
// chain stays.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Shapes for Reshape between two types
//===----------------------------------------------------------------------===//

/// The ranges of symbols that hold at `op`; empty outside of a module.
static sym::Ranges getRanges(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  return module ? sym::readRanges(module) : sym::Ranges();
}

std::optional<std::pair<SmallVector<int64_t>, bool>>
onnx::getConstantShape(Operation *op, RankedTensorType source,
                       RankedTensorType result) {
  if (result.hasStaticShape() &&
      llvm::is_contained(result.getShape(), int64_t(0)))
    return {{llvm::to_vector(result.getShape()), true}};
  SmallVector<AffineExpr> from = sym::getDims(source),
                          to = sym::getDims(result);
  SmallVector<int64_t> shape;
  SmallVector<AffineExpr> copied;
  unsigned numInferred = 0;
  for (auto [index, dim] : llvm::enumerate(to)) {
    std::optional<int64_t> size = sym::getConstant(dim);
    if (size && *size == 0)
      return std::nullopt; // A 0 copies, and nothing can be inferred beside it.
    if (size) {
      shape.push_back(*size);
    } else if (index < from.size() && sym::isKnownEqual(dim, from[index])) {
      shape.push_back(0);
      copied.push_back(dim);
    } else {
      shape.push_back(-1);
      if (++numInferred > 1)
        return std::nullopt;
    }
  }
  if (numInferred == 1 && !copied.empty()) {
    sym::Ranges ranges = getRanges(op);
    if (llvm::any_of(copied, [&](AffineExpr dim) {
          return sym::mayBeZero(dim, ranges);
        }))
      return std::nullopt;
  }
  return {{shape, false}};
}

/// Replaces `op`, which has the elements of `source` in the same order, by a
/// Reshape to a constant shape.
static LogicalResult reshapeByConstant(Operation *op, Value source,
                                       PatternRewriter &rewriter) {
  RankedTensorType result = typeOf(op->getResult(0));
  auto shape = getConstantShape(op, typeOf(source), result);
  if (!shape)
    return failure();
  auto allowZero =
      shape->second ? rewriter.getI64IntegerAttr(1) : IntegerAttr();
  rewriter.replaceOp(
      op, ReshapeOp::create(rewriter, op->getLoc(), result, source,
                            createInts(rewriter, op->getLoc(), shape->first),
                            allowZero));
  return success();
}

//===----------------------------------------------------------------------===//
// Folds
//===----------------------------------------------------------------------===//

/// Whether the elements keep their order, because only dimensions of size 1 are
/// moved past others.
static bool movesOnlyOnes(TransposeOp op) {
  RankedTensorType type = typeOf(op.getData());
  int64_t last = -1;
  for (int64_t axis : op.getPermutation()) {
    if (type.getDimSize(axis) == 1)
      continue;
    if (axis < last)
      return false;
    last = axis;
  }
  return true;
}

/// The operand of the operation that defines `value`, if that only changes the
/// shape; null otherwise.
static Value getReshaped(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto transpose = dyn_cast_if_present<TransposeOp>(op))
    return movesOnlyOnes(transpose) ? transpose.getData() : Value();
  return isa_and_present<ReshapeOp, FlattenOp, SqueezeOp, UnsqueezeOp>(op)
             ? op->getOperand(0)
             : Value();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  if (Value data = getIdentity(*this, ConstantReader()))
    return data;
  Value source = getReshaped(getData());
  if (!source)
    return {};
  if (isSameKnownType(source.getType(), getType()))
    return source;
  // The last shape is complete, unless it copies dimensions.
  auto shape = ConstantReader().getInts(getShape());
  bool isAbsolute =
      getAllowzero() || (shape && !llvm::is_contained(*shape, int64_t(0)));
  if (!isAbsolute)
    return {};
  getDataMutable().assign(source);
  return getResult();
}

/// The sorted axes of Squeeze or Unsqueeze in [0, rank); nullopt if they are
/// not constant.
static std::optional<SmallVector<int64_t>> getSortedAxes(Value axes,
                                                         Value longer) {
  if (!isPresent(axes))
    return std::nullopt;
  auto values = ConstantReader().getAxes(axes, rankOf(longer));
  if (values)
    llvm::sort(*values);
  return values;
}

static auto getSortedAxes(SqueezeOp op) {
  return getSortedAxes(op.getAxes(), op.getData());
}

static auto getSortedAxes(UnsqueezeOp op) {
  return getSortedAxes(op.getAxes(), op.getOutput());
}

/// The value before an Unsqueeze and the inverse Squeeze, or vice versa.
template <typename InnerT, typename OuterT>
static Value getBothWays(OuterT outer, InnerT inner) {
  if (!inner || inner.getData().getType() != outer.getType())
    return {};
  auto a = getSortedAxes(outer), b = getSortedAxes(inner);
  return a && b && *a == *b ? inner.getData() : Value();
}

OpFoldResult SqueezeOp::fold(FoldAdaptor) {
  if (Value data = getIdentity(*this, ConstantReader()))
    return data;
  return getBothWays(*this, getData().getDefiningOp<UnsqueezeOp>());
}

OpFoldResult UnsqueezeOp::fold(FoldAdaptor) {
  if (Value data = getIdentity(*this, ConstantReader()))
    return data;
  return getBothWays(*this, getData().getDefiningOp<SqueezeOp>());
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

/// The axes of two Squeezes, or of two Unsqueezes, in the longest shape: those
/// of the operation at that end, and those of the other one mapped to the
/// remaining axes.
static SmallVector<int64_t>
composeAxes(ArrayRef<int64_t> atEnd, ArrayRef<int64_t> nested, int64_t rank) {
  SmallVector<int64_t> rest, axes(atEnd);
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(atEnd, axis))
      rest.push_back(axis);
  for (int64_t axis : nested)
    axes.push_back(rest[axis]);
  llvm::sort(axes);
  return axes;
}

/// Merges two Squeezes or two Unsqueezes by their axes, which does not need the
/// other dimensions to be known. Axes refer to the longer shape: the operand of
/// a Squeeze, the result of an Unsqueeze.
template <typename OpT>
static LogicalResult mergeAxes(OpT op, PatternRewriter &rewriter) {
  auto inner = op.getData().template getDefiningOp<OpT>();
  auto outerAxes = inner ? getSortedAxes(op) : std::nullopt;
  auto innerAxes = inner ? getSortedAxes(inner) : std::nullopt;
  if (!outerAxes || !innerAxes)
    return failure();
  SmallVector<int64_t> axes =
      std::is_same_v<OpT, SqueezeOp>
          ? composeAxes(*innerAxes, *outerAxes, rankOf(inner.getData()))
          : composeAxes(*outerAxes, *innerAxes, rankOf(op->getResult(0)));
  rewriter.replaceOpWithNewOp<OpT>(op, op.getType(), inner.getData(),
                                   createInts(rewriter, op.getLoc(), axes));
  return success();
}

/// Merges two reshapes of any kind into one Reshape if the last shape is
/// constant.
static LogicalResult mergeReshapes(Operation *op, PatternRewriter &rewriter) {
  Value source = getReshaped(op->getOperand(0));
  if (!source)
    return failure();
  if (isSameKnownType(source.getType(), op->getResult(0).getType()))
    return replaceFirst(rewriter, op, source);
  return reshapeByConstant(op, source, rewriter);
}

LogicalResult onnx::mergeMovedOnes(TransposeOp op, PatternRewriter &rewriter) {
  return movesOnlyOnes(op) ? mergeReshapes(op, rewriter) : failure();
}

/// The axes of `longer` that have size 1 and that the other dimensions of
/// `longer`, which are those of `shorter`, lack; nullopt if they differ in
/// another way.
static std::optional<SmallVector<int64_t>>
getInsertedOnes(ArrayRef<AffineExpr> shorter, ArrayRef<AffineExpr> longer) {
  SmallVector<int64_t> axes;
  for (auto [axis, dim] : llvm::enumerate(longer)) {
    if (!shorter.empty() && sym::isKnownEqual(dim, shorter.front()))
      shorter = shorter.drop_front();
    else if (sym::getConstant(dim) == 1)
      axes.push_back(axis);
    else
      return std::nullopt;
  }
  return shorter.empty() ? std::optional(axes) : std::nullopt;
}

/// Inserts dimensions of size 1 before a Transpose, where they become part of
/// the reshape before it, or the Transpose part of the only one after it. Not
/// before an Expand: fusions to Attention, here and in runtimes, look for an
/// Unsqueeze and an Expand that repeat heads.
static LogicalResult insertBeforeTranspose(Operation *op,
                                           PatternRewriter &rewriter) {
  auto transpose = op->getOperand(0).getDefiningOp<TransposeOp>();
  if (!transpose || !transpose->hasOneUse() ||
      llvm::any_of(op->getUsers(), llvm::IsaPred<ExpandOp>))
    return failure();
  Value data = transpose.getData();
  SmallVector<AffineExpr> dims = dimsOf(data),
                          results = dimsOf(op->getResult(0));
  auto inserted = getInsertedOnes(dimsOf(op->getOperand(0)), results);
  if (!inserted || inserted->empty())
    return failure();

  // The axes are the same before and after the Transpose.
  SmallVector<int64_t> rest, perm(results.size());
  for (int64_t axis = 0; axis < int64_t(results.size()); ++axis)
    if (llvm::is_contained(*inserted, axis))
      dims.insert(dims.begin() + axis, results[axis]);
    else
      rest.push_back(axis);
  SmallVector<int64_t> inner = transpose.getPermutation();
  for (int64_t axis : *inserted)
    perm[axis] = axis;
  for (auto [axis, source] : llvm::zip_equal(rest, inner))
    perm[axis] = rest[source];

  RankedTensorType type =
      sym::getTensorType(dims, typeOf(data).getElementType());
  Value source = data.hasOneUse() ? getReshaped(data) : Value();
  bool isMerged = source && getConstantShape(op, typeOf(source), type);
  auto next = op->hasOneUse() ? dyn_cast<TransposeOp>(*op->getUsers().begin())
                              : TransposeOp();
  // A Transpose that moves only ones becomes part of `op`.
  bool isFollowed = next && !movesOnlyOnes(next);
  if (!isMerged && !isFollowed)
    return failure();
  Value longer =
      UnsqueezeOp::create(rewriter, op->getLoc(), type, data,
                          createInts(rewriter, op->getLoc(), *inserted));
  rewriter.replaceOpWithNewOp<TransposeOp>(op, op->getResult(0).getType(),
                                           longer,
                                           rewriter.getDenseI64ArrayAttr(perm));
  return success();
}

/// If a Gather drops a dimension that the next shape restores, gathers with a
/// list of one index instead, which keeps the dimension.
static LogicalResult keepGatheredDim(Operation *op, PatternRewriter &rewriter) {
  auto gather = op->getOperand(0).getDefiningOp<GatherOp>();
  auto result = cast<RankedTensorType>(op->getResult(0).getType());
  if (!gather || !gather->hasOneUse() || rankOf(gather.getIndices()) != 0 ||
      rankOf(gather.getData()) != result.getRank())
    return failure();
  auto index = ConstantReader().getInts(gather.getIndices());
  int64_t axis = normalizeAxis(gather.getAxis(), result.getRank());
  SmallVector<AffineExpr> dims = dimsOf(gather.getData());
  if (!index || axis < 0 || axis >= result.getRank() ||
      result.getDimSize(axis) != 1)
    return failure();
  for (auto [i, dim] : llvm::enumerate(sym::getDims(result)))
    if (int64_t(i) != axis && !sym::isKnownEqual(dim, dims[i]))
      return failure();
  Value indices = createInts(rewriter, gather.getLoc(), *index);
  rewriter.replaceOpWithNewOp<GatherOp>(op, result, gather.getData(), indices,
                                        gather.getAxisAttr());
  return success();
}

/// Replaces arithmetic on one number in a list of one element, which is
/// squeezed afterwards, by arithmetic on the number.
static LogicalResult computeWithNumbers(SqueezeOp op,
                                        PatternRewriter &rewriter) {
  Operation *inner = op.getData().getDefiningOp();
  RankedTensorType type = typeOf(op->getResult(0));
  if (!isa_and_present<AddOp, SubOp, MulOp, DivOp, ModOp, MaxOp, MinOp>(
          inner) ||
      !inner->hasOneUse() || type.getRank() != 0)
    return failure();
  bool hasInserted = false;
  for (Value operand : inner->getOperands()) {
    bool isInserted = bool(operand.getDefiningOp<UnsqueezeOp>());
    hasInserted |= isInserted;
    if (typeOf(operand).getShape() != ArrayRef<int64_t>{1} ||
        (!isInserted && !ConstantReader().getElements(operand)))
      return failure();
  }
  if (!hasInserted)
    return failure();
  IRMapping numbers;
  for (Value operand : inner->getOperands()) {
    if (auto unsqueeze = operand.getDefiningOp<UnsqueezeOp>())
      numbers.map(operand, unsqueeze.getData());
    else
      numbers.map(operand,
                  ConstantOp::create(
                      rewriter, operand.getLoc(),
                      ConstantReader().getElements(operand).reshape(type)));
  }
  Operation *number = rewriter.clone(*inner, numbers);
  rewriter.modifyOpInPlace(number, [&] { number->getResult(0).setType(type); });
  rewriter.replaceOp(op, number);
  return success();
}

/// Replaces a computed shape by a constant if the types determine it.
static LogicalResult makeShapeConstant(ReshapeOp op,
                                       PatternRewriter &rewriter) {
  if (op.getShape().getDefiningOp<ConstantOp>())
    return failure();
  return reshapeByConstant(op, op.getData(), rewriter);
}

template <typename OpT>
static LogicalResult keepDims(OpT reduce, UnsqueezeOp op,
                              PatternRewriter &rewriter) {
  int64_t rank = rankOf(op.getOutput());
  if (reduce.getKeepdims() || !isPresent(reduce.getAxes()) ||
      rankOf(reduce.getData()) != rank)
    return failure();
  auto reduced = getSortedAxes(reduce.getAxes(), reduce.getData());
  auto inserted = getSortedAxes(op);
  if (!reduced || !inserted || reduced->empty() || *reduced != *inserted)
    return failure();
  rewriter.replaceOp(op, OpT::create(rewriter, reduce.getLoc(), op.getType(),
                                     reduce.getData(), reduce.getAxes(),
                                     /*keepdims=*/IntegerAttr(),
                                     reduce.getNoopWithEmptyAxesAttr()));
  return success();
}

/// Replaces an Unsqueeze of the axes that a reduction removed by keepdims.
static LogicalResult keepReducedDims(UnsqueezeOp op,
                                     PatternRewriter &rewriter) {
  Operation *reduce = op.getData().getDefiningOp();
  if (!reduce || !reduce->hasOneUse())
    return failure();
  return llvm::TypeSwitch<Operation *, LogicalResult>(reduce)
      .Case<ReduceL1Op, ReduceL2Op, ReduceLogSumOp, ReduceLogSumExpOp,
            ReduceMaxOp, ReduceMeanOp, ReduceMinOp, ReduceProdOp, ReduceSumOp,
            ReduceSumSquareOp>(
          [&](auto reduce) { return keepDims(reduce, op, rewriter); })
      .Default([](Operation *) { return failure(); });
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  addPatternOf<ReshapeOp>(patterns, "merge-reshapes", mergeReshapes, 2);
  addPattern(patterns, "make-shape-constant", makeShapeConstant);
  addPatternOf<ReshapeOp>(patterns, "keep-gathered-dim", keepGatheredDim, 4);
  addPatternOf<ReshapeOp>(patterns, "insert-before-transpose",
                          insertBeforeTranspose);
}

void FlattenOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  addPatternOf<FlattenOp>(patterns, "merge-reshapes", mergeReshapes, 2);
}

void SqueezeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *) {
  addPattern(patterns, "merge-reshapes", mergeAxes<SqueezeOp>, 3);
  addPatternOf<SqueezeOp>(patterns, "merge-reshapes", mergeReshapes, 2);
  addPattern(patterns, "compute-with-numbers", computeWithNumbers);
}

void UnsqueezeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *) {
  addPattern(patterns, "merge-reshapes", mergeAxes<UnsqueezeOp>, 3);
  addPatternOf<UnsqueezeOp>(patterns, "merge-reshapes", mergeReshapes, 2);
  addPattern(patterns, "keep-reduced-dims", keepReducedDims, 4);
  addPatternOf<UnsqueezeOp>(patterns, "keep-gathered-dim", keepGatheredDim, 4);
  addPatternOf<UnsqueezeOp>(patterns, "insert-before-transpose",
                            insertBeforeTranspose);
}
