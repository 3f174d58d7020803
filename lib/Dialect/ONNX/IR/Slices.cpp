//===- Slices.cpp - Chains of Slice, Split, Concat and Shape --------------===//
//
// Canonicalization patterns of the operators that cut and join along an axis.
// Slices of different axes are merged; slices that cover an axis become a
// Split; pieces of a Concat are merged; a part of a Shape becomes a Shape of
// this part.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <tuple>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Values with more users are not searched for slices.
static constexpr unsigned kMaxSplitUses = 32;
/// The maximum number of elements of a constant that is joined from others.
static constexpr size_t kMaxJoined = 4096;

//===----------------------------------------------------------------------===//
// Slice
//===----------------------------------------------------------------------===//

namespace {
struct Ranges {
  SmallVector<int64_t> starts, ends, axes, steps;
};
} // namespace

static std::optional<Ranges> getRanges(SliceOp slice) {
  ConstantReader constants;
  auto starts = constants.getInts(slice.getStarts());
  auto ends = constants.getInts(slice.getEnds());
  if (!starts || !ends || starts->size() != ends->size())
    return std::nullopt;
  Ranges ranges{*starts, *ends, {}, {}};
  if (isPresent(slice.getAxes())) {
    auto axes = constants.getAxes(slice.getAxes(), rankOf(slice.getData()));
    if (!axes || axes->size() != starts->size())
      return std::nullopt;
    ranges.axes = *axes;
  } else {
    ranges.axes = llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  }
  ranges.steps.assign(starts->size(), 1);
  if (isPresent(slice.getSteps())) {
    auto steps = constants.getInts(slice.getSteps());
    if (!steps || steps->size() != starts->size())
      return std::nullopt;
    ranges.steps = *steps;
  }
  return ranges;
}

namespace {
/// The range [start, end) of one axis.
struct Piece {
  int64_t axis, start, end;
  SliceOp slice;
};
} // namespace

/// The range of a Slice of one axis of static size, with constant bounds and
/// step 1.
static std::optional<Piece> getPiece(SliceOp slice) {
  std::optional<Ranges> ranges = getRanges(slice);
  if (!ranges || ranges->axes.size() != 1 || ranges->steps[0] != 1)
    return std::nullopt;
  int64_t axis = ranges->axes[0];
  int64_t size = typeOf(slice.getData()).getDimSize(axis);
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  return Piece{axis, clampPosition(ranges->starts[0], size),
               clampPosition(ranges->ends[0], size), slice};
}

/// Whether every user of `inner` is a Slice of other axes, which can select the
/// ranges of `inner` as well. Pieces of an axis are left to make-split.
static bool areSlicesOfOtherAxes(SliceOp inner, const Ranges &ranges) {
  if (inner.getResult().hasNUsesOrMore(kMaxSplitUses))
    return false;
  bool isSingle = inner->hasOneUse();
  return llvm::all_of(inner->getUses(), [&](OpOperand &use) {
    auto user = dyn_cast<SliceOp>(use.getOwner());
    if (!user || use.getOperandNumber() != 0 || (!isSingle && getPiece(user)))
      return false;
    std::optional<Ranges> others = getRanges(user);
    return others && llvm::none_of(others->axes, [&](int64_t axis) {
             return llvm::is_contained(ranges.axes, axis);
           });
  });
}

static LogicalResult mergeSlices(SliceOp op, PatternRewriter &rewriter) {
  auto inner = op.getData().getDefiningOp<SliceOp>();
  std::optional<Ranges> first = inner ? getRanges(inner) : std::nullopt;
  if (!first || !areSlicesOfOtherAxes(inner, *first))
    return failure();
  std::optional<Ranges> second = getRanges(op);
  llvm::append_range(first->starts, second->starts);
  llvm::append_range(first->ends, second->ends);
  llvm::append_range(first->axes, second->axes);
  llvm::append_range(first->steps, second->steps);
  auto ints = [&](ArrayRef<int64_t> values) {
    return createInts(rewriter, op.getLoc(), values);
  };
  bool hasSteps =
      llvm::any_of(first->steps, [](int64_t step) { return step != 1; });
  Value starts = ints(first->starts), ends = ints(first->ends),
        axes = ints(first->axes);
  Value steps =
      hasSteps ? ints(first->steps) : createNone(rewriter, op.getLoc());
  rewriter.replaceOpWithNewOp<SliceOp>(op, op.getType(), inner.getData(),
                                       starts, ends, axes, steps);
  return success();
}

/// Whether a value is computed only from constants in memory. Also true if it
/// is computed from more than a limited number of operations.
static bool isComputedFromConstants(Value value) {
  constexpr unsigned kMaxOperations = 128;
  llvm::SmallSetVector<Operation *, 16> operations;
  auto add = [&](Value operand) {
    Operation *op = operand.getDefiningOp();
    if (!op || op->getNumRegions() != 0 || operations.size() >= kMaxOperations)
      return false;
    if (auto constant = dyn_cast<ConstantOp>(op))
      return isa<DenseElementsAttr>(constant.getValue());
    if (isa<NoValueOp>(op))
      return true;
    operations.insert(op);
    return op->getNumOperands() != 0;
  };
  if (!add(value))
    return false;
  for (size_t i = 0; i < operations.size(); ++i)
    if (!llvm::all_of(operations[i]->getOperands(), add))
      return false;
  return true;
}

/// Merges slices of a value that cover an axis without gaps or overlaps into a
/// Split, unless the value is computed from constants and will be folded.
static LogicalResult makeSplit(SliceOp op, PatternRewriter &rewriter) {
  Value source = op.getData();
  std::optional<Piece> own = getPiece(op);
  // The first piece looks for the others.
  if (!own || own->start != 0 || own->end == 0 ||
      isComputedFromConstants(source))
    return failure();
  SmallVector<Piece> pieces;
  unsigned numUses = 0;
  for (OpOperand &use : source.getUses()) {
    if (++numUses > kMaxSplitUses)
      return failure();
    auto slice = dyn_cast<SliceOp>(use.getOwner());
    std::optional<Piece> piece;
    if (slice && use.getOperandNumber() == 0 &&
        slice->getBlock() == op->getBlock() && (piece = getPiece(slice)) &&
        piece->axis == own->axis)
      pieces.push_back(*piece);
  }
  llvm::sort(pieces, [](const Piece &a, const Piece &b) {
    return std::tie(a.start, a.end) < std::tie(b.start, b.end);
  });
  SmallVector<int64_t> sizes;
  SmallVector<Type> types;
  int64_t position = 0;
  SliceOp first = op;
  for (Piece &piece : pieces) {
    if (piece.start != position || piece.end <= position)
      return failure();
    position = piece.end;
    sizes.push_back(piece.end - piece.start);
    types.push_back(piece.slice.getType());
    if (piece.slice->isBeforeInBlock(first))
      first = piece.slice;
  }
  if (pieces.size() < 2 || position != typeOf(source).getDimSize(own->axis))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(first);
  Value split = createInts(rewriter, op.getLoc(), sizes);
  auto all = SplitOp::create(rewriter, op.getLoc(), types, source, split,
                             rewriter.getI64IntegerAttr(own->axis),
                             /*num_outputs=*/IntegerAttr());
  for (auto [piece, result] : llvm::zip_equal(pieces, all.getOutputs()))
    rewriter.replaceOp(piece.slice, result);
  return success();
}

//===----------------------------------------------------------------------===//
// Parts of a Shape
//===----------------------------------------------------------------------===//

/// Builds a Shape of the sizes [start, end) of `data`.
static Value createShape(OpBuilder &builder, Location loc, Value data,
                         int64_t start, int64_t end) {
  auto type = RankedTensorType::get({end - start}, builder.getI64Type());
  auto orAbsent = [&](int64_t at, int64_t ifAbsent) {
    return at == ifAbsent ? IntegerAttr() : builder.getI64IntegerAttr(at);
  };
  return ShapeOp::create(builder, loc, type, data, orAbsent(end, rankOf(data)),
                         orAbsent(start, 0));
}

/// Replaces `op`, which is the part [start, end) of `shape`, by a Shape of this
/// part.
static LogicalResult narrowShape(Operation *op, ShapeOp shape, int64_t start,
                                 int64_t end, PatternRewriter &rewriter) {
  if (start < 0 || start >= end || end > rankOf(shape.getData()) ||
      op->getResult(0).getType() !=
          RankedTensorType::get({end - start}, rewriter.getI64Type()))
    return failure();
  rewriter.replaceOp(
      op, createShape(rewriter, op->getLoc(), shape.getData(), start, end));
  return success();
}

/// The Shape that defines `value`, if it has all sizes.
static ShapeOp getWholeShape(Value value) {
  auto shape = value.getDefiningOp<ShapeOp>();
  return shape && !shape.getStartAttr() && !shape.getEndAttr() ? shape
                                                               : ShapeOp();
}

static LogicalResult narrowGatheredShape(GatherOp op,
                                         PatternRewriter &rewriter) {
  ShapeOp shape = getWholeShape(op.getData());
  // Only a list of one index; a 0-d index would need a Squeeze.
  auto indices =
      shape ? ConstantReader().getInts(op.getIndices()) : std::nullopt;
  if (!indices || indices->size() != 1 || rankOf(op.getIndices()) != 1)
    return failure();
  int64_t start = normalizeAxis(indices->front(), rankOf(shape.getData()));
  return narrowShape(op, shape, start, start + 1, rewriter);
}

static LogicalResult narrowSlicedShape(SliceOp op, PatternRewriter &rewriter) {
  ShapeOp shape = getWholeShape(op.getData());
  std::optional<Ranges> ranges = shape ? getRanges(op) : std::nullopt;
  if (!ranges || ranges->axes.size() != 1 || ranges->steps[0] != 1)
    return failure();
  int64_t rank = rankOf(shape.getData());
  return narrowShape(op, shape, clampPosition(ranges->starts[0], rank),
                     clampPosition(ranges->ends[0], rank), rewriter);
}

/// Replaces a Gather of the positions size - 1, .., 1, 0 by a backward Slice.
static LogicalResult gatherBackwards(GatherOp op, PatternRewriter &rewriter) {
  auto range = op.getIndices().getDefiningOp<RangeOp>();
  ConstantReader constants;
  if (!range || constants.getSplat(range.getDelta()) != -1.0 ||
      constants.getSplat(range.getLimit()) != -1.0)
    return failure();
  SmallVector<AffineExpr> dims = dimsOf(op.getData());
  int64_t axis = normalizeAxis(op.getAxis(), dims.size());
  auto start = getSizeValues(range.getStart());
  if (!start || start->size() != 1 || !dims[axis] ||
      !sym::isKnownEqual(start->front().expr, sym::add(dims[axis], -1)))
    return failure();
  auto ints = [&](int64_t value) {
    return createInts(rewriter, op.getLoc(), {value});
  };
  rewriter.replaceOpWithNewOp<SliceOp>(
      op, op.getType(), op.getData(), ints(-1),
      ints(std::numeric_limits<int64_t>::min()), ints(axis), ints(-1));
  return success();
}

void GatherOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  addPattern(patterns, "narrow-shape", narrowGatheredShape, 2);
  addPattern(patterns, "gather-backwards", gatherBackwards);
}

void SliceOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                          MLIRContext *) {
  addPattern(patterns, "narrow-shape", narrowSlicedShape, 2);
  addPattern(patterns, "merge-slices", mergeSlices);
  addPattern(patterns, "make-split", makeSplit);
}

//===----------------------------------------------------------------------===//
// Concat
//===----------------------------------------------------------------------===//

static int64_t getAxis(ConcatOp op) {
  return normalizeAxis(op.getAxis(), rankOf(op.getConcatResult()));
}

/// Removes empty pieces and inlines the pieces of a Concat along the same axis.
static LogicalResult mergeConcats(ConcatOp op, PatternRewriter &rewriter) {
  int64_t axis = getAxis(op);
  SmallVector<Value> pieces;
  for (Value input : op.getInputs()) {
    if (typeOf(input).getDimSize(axis) == 0)
      continue;
    auto inner = input.getDefiningOp<ConcatOp>();
    if (inner && inner->hasOneUse() && getAxis(inner) == axis)
      llvm::append_range(pieces, inner.getInputs());
    else
      pieces.push_back(input);
  }
  // At least one piece must remain.
  if (pieces.empty() || llvm::equal(pieces, op.getInputs()))
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(pieces); });
  return success();
}

/// Merges adjacent constants of a Concat of integers.
static LogicalResult mergeConcatConstants(ConcatOp op,
                                          PatternRewriter &rewriter) {
  RankedTensorType type = typeOf(op.getConcatResult());
  if (type.getRank() != 1 || !type.getElementType().isInteger(64))
    return failure();
  SmallVector<Value> pieces, runValues;
  SmallVector<int64_t> run;
  bool changed = false;
  auto flush = [&] {
    if (runValues.size() > 1)
      pieces.push_back(createInts(rewriter, op.getLoc(), run));
    else
      llvm::append_range(pieces, runValues);
    changed |= runValues.size() > 1;
    run.clear();
    runValues.clear();
  };
  for (Value operand : op.getInputs()) {
    if (auto values = ConstantReader().getInts(operand);
        values && run.size() + values->size() <= kMaxJoined) {
      llvm::append_range(run, *values);
      runValues.push_back(operand);
      continue;
    }
    flush();
    pieces.push_back(operand);
  }
  // A Concat of only constants is folded elsewhere.
  if (runValues.size() == op.getInputs().size())
    return failure();
  flush();
  if (!changed)
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(pieces); });
  return success();
}

/// The range of sizes [start, end) of a Shape.
static std::pair<int64_t, int64_t> getRange(ShapeOp shape) {
  int64_t rank = rankOf(shape.getData());
  return {clampPosition(shape.getStart(), rank),
          clampPosition(shape.getEnd().value_or(rank), rank)};
}

/// Merges adjacent sizes of one tensor into one Shape.
static LogicalResult mergeConcatShapes(ConcatOp op, PatternRewriter &rewriter) {
  SmallVector<Value> pieces;
  bool changed = false;
  for (Value operand : op.getInputs()) {
    auto next = operand.getDefiningOp<ShapeOp>();
    auto last =
        pieces.empty() ? ShapeOp() : pieces.back().getDefiningOp<ShapeOp>();
    if (!next || !last || next.getData() != last.getData() ||
        getRange(last).second != getRange(next).first ||
        getRange(last).first > getRange(last).second ||
        getRange(next).first > getRange(next).second) {
      pieces.push_back(operand);
      continue;
    }
    pieces.back() = createShape(rewriter, op.getLoc(), next.getData(),
                                getRange(last).first, getRange(next).second);
    changed = true;
  }
  if (!changed)
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(pieces); });
  return success();
}

namespace {
/// Element `index` of `source` along `axis`, with its other dimensions
/// permuted.
struct Element {
  Value source;
  int64_t index, axis;
  SmallVector<int64_t> permutation;
};
} // namespace

/// The element that `piece`, an operand of a Concat along `axis`, was taken
/// from.
static std::optional<Element> getElement(Value piece, int64_t axis) {
  int64_t rank = rankOf(piece);
  ConstantReader constants;
  bool isInserted = false;
  Element element;
  if (auto unsqueeze = piece.getDefiningOp<UnsqueezeOp>()) {
    auto axes = constants.getAxes(unsqueeze.getAxes(), rank);
    if (!axes || *axes != SmallVector<int64_t>{axis})
      return std::nullopt;
    isInserted = true;
    piece = unsqueeze.getData();
    if (auto transpose = piece.getDefiningOp<TransposeOp>()) {
      element.permutation = transpose.getPermutation();
      piece = transpose.getData();
    }
  }
  auto gather = piece.getDefiningOp<GatherOp>();
  auto index = gather ? constants.getInts(gather.getIndices()) : std::nullopt;
  if (!index || index->size() != 1 || rankOf(gather.getData()) != rank ||
      rankOf(gather.getIndices()) != (isInserted ? 0 : 1))
    return std::nullopt;
  element.source = gather.getData();
  element.index = index->front();
  element.axis = normalizeAxis(gather.getAxis(), rank);
  if (!isInserted && element.axis != axis)
    return std::nullopt;
  if (element.permutation.empty())
    element.permutation = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1));
  return element;
}

/// Replaces a Concat of all elements along an axis, in order and equally
/// permuted, by a Transpose.
static LogicalResult restackElements(ConcatOp op, PatternRewriter &rewriter) {
  int64_t axis = getAxis(op);
  std::optional<Element> first;
  for (auto [index, operand] : llvm::enumerate(op.getInputs())) {
    std::optional<Element> element = getElement(operand, axis);
    if (!element || element->index != int64_t(index))
      return failure();
    if (!first)
      first = element;
    else if (element->source != first->source || element->axis != first->axis ||
             element->permutation != first->permutation)
      return failure();
  }
  if (!first || typeOf(first->source).getDimSize(first->axis) !=
                    int64_t(op.getInputs().size()))
    return failure();
  SmallVector<int64_t> permutation;
  for (int64_t other : first->permutation)
    permutation.push_back(other < first->axis ? other : other + 1);
  permutation.insert(permutation.begin() + axis, first->axis);
  rewriter.replaceOpWithNewOp<TransposeOp>(
      op, op.getType(), first->source,
      rewriter.getDenseI64ArrayAttr(permutation));
  return success();
}

void ConcatOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *) {
  addPattern(patterns, "merge-concats", mergeConcats, 3);
  addPattern(patterns, "restack-elements", restackElements, 2);
  addPattern(patterns, "merge-concat-shapes", mergeConcatShapes, 2);
  addPattern(patterns, "merge-concat-constants", mergeConcatConstants);
}
