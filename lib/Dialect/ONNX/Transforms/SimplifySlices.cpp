//===- SimplifySlices.cpp - Chains of Slice and Concat --------------------===//
//
// Slices of different axes commute and become one; pieces of a Concat that
// belong together become one. A Concat within another one is canonicalized.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include <tuple>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Values with more users are not searched for slices.
static constexpr unsigned kMaxSplitUses = 32;

namespace {
struct Ranges {
  SmallVector<int64_t> starts, ends, axes, steps;
};
} // namespace

static std::optional<Ranges> getRanges(Operation *slice) {
  auto starts = getInts(slice->getOperand(1));
  auto ends = getInts(slice->getOperand(2));
  if (!starts || !ends || starts->size() != ends->size())
    return std::nullopt;
  Ranges ranges{*starts, *ends, {}, {}};
  int64_t rank = ONNXBuilder::rankOf(slice->getOperand(0));
  if (Value axes = getInput(slice, 3)) {
    auto values = getAxes(axes, rank);
    if (!values || values->size() != starts->size())
      return std::nullopt;
    ranges.axes = *values;
  } else {
    ranges.axes = llvm::to_vector(llvm::seq<int64_t>(0, starts->size()));
  }
  ranges.steps.assign(starts->size(), 1);
  if (Value steps = getInput(slice, 4)) {
    auto values = getInts(steps);
    if (!values || values->size() != starts->size())
      return std::nullopt;
    ranges.steps = *values;
  }
  return ranges;
}

static LogicalResult mergeSlices(Operation *op, PatternRewriter &rewriter,
                                 const Options &) {
  Operation *inner = getProducer(op->getOperand(0), "Slice");
  if (!inner || !inner->hasOneUse())
    return failure();
  std::optional<Ranges> first = getRanges(inner), second = getRanges(op);
  if (!first || !second)
    return failure();
  for (int64_t axis : second->axes)
    if (llvm::is_contained(first->axes, axis))
      return failure();
  llvm::append_range(first->starts, second->starts);
  llvm::append_range(first->ends, second->ends);
  llvm::append_range(first->axes, second->axes);
  llvm::append_range(first->steps, second->steps);
  ONNXBuilder b(rewriter, op->getLoc());
  bool hasSteps =
      llvm::any_of(first->steps, [](int64_t step) { return step != 1; });
  rewriter.replaceOp(op,
                     b.create("Slice", op->getResult(0).getType(),
                              {inner->getOperand(0), b.ints(first->starts),
                               b.ints(first->ends), b.ints(first->axes),
                               hasSteps ? b.ints(first->steps) : b.none()}));
  return success();
}

/// [start, end) of a Slice of one axis with constant bounds and step 1 within a
/// known size; nothing for any other operation.
static std::optional<std::pair<int64_t, int64_t>> getPiece(Operation *slice,
                                                           int64_t &axis) {
  if (!isOp(slice, "Slice"))
    return std::nullopt;
  std::optional<Ranges> ranges = getRanges(slice);
  if (!ranges || ranges->axes.size() != 1 || ranges->steps[0] != 1)
    return std::nullopt;
  axis = ranges->axes[0];
  int64_t size = ONNXBuilder::typeOf(slice->getOperand(0)).getDimSize(axis);
  if (ShapedType::isDynamic(size))
    return std::nullopt;
  auto clamp = [&](int64_t value) {
    return std::clamp<int64_t>(value < 0 ? value + size : value, 0, size);
  };
  return std::make_pair(clamp(ranges->starts[0]), clamp(ranges->ends[0]));
}

/// Slices of one value that are all of an axis, without gaps or overlaps, are
/// one Split.
static LogicalResult makeSplit(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  Value source = op->getOperand(0);
  int64_t axis;
  auto own = getPiece(op, axis);
  // The piece at the start looks for the others.
  if (!own || own->first != 0 || own->second == 0)
    return failure();
  struct Piece {
    int64_t start, end;
    Operation *slice;
  };
  SmallVector<Piece> pieces;
  unsigned numUses = 0;
  for (OpOperand &use : source.getUses()) {
    if (++numUses > kMaxSplitUses)
      return failure();
    int64_t otherAxis;
    Operation *slice = use.getOwner();
    auto piece = getPiece(slice, otherAxis);
    if (use.getOperandNumber() != 0 || !piece || otherAxis != axis ||
        slice->getBlock() != op->getBlock())
      continue;
    pieces.push_back({piece->first, piece->second, slice});
  }
  llvm::sort(pieces, [](const Piece &a, const Piece &b) {
    return std::tie(a.start, a.end) < std::tie(b.start, b.end);
  });
  SmallVector<int64_t> sizes;
  SmallVector<Type> types;
  int64_t position = 0;
  Operation *first = op;
  for (const Piece &piece : pieces) {
    if (piece.start != position || piece.end <= position)
      return failure();
    position = piece.end;
    sizes.push_back(piece.end - piece.start);
    types.push_back(piece.slice->getResult(0).getType());
    if (piece.slice->isBeforeInBlock(first))
      first = piece.slice;
  }
  if (pieces.size() < 2 ||
      position != ONNXBuilder::typeOf(source).getDimSize(axis))
    return failure();
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(first);
  ONNXBuilder b(rewriter, op->getLoc());
  Operation *split =
      b.createOp("Split", types, {source, b.ints(sizes)}, b.attr("axis", axis));
  for (auto [piece, result] : llvm::zip_equal(pieces, split->getResults()))
    rewriter.replaceOp(piece.slice, result);
  return success();
}

/// Neighbouring constants of a Concat of integers are one.
static LogicalResult mergeConcatConstants(Operation *op,
                                          PatternRewriter &rewriter,
                                          const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (type.getRank() != 1 || !type.getElementType().isInteger(64))
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  SmallVector<Value> pieces;
  SmallVector<int64_t> run;
  SmallVector<Value> runValues;
  bool changed = false;
  auto flush = [&] {
    if (runValues.size() > 1)
      pieces.push_back(b.ints(run));
    else
      llvm::append_range(pieces, runValues);
    changed |= runValues.size() > 1;
    run.clear();
    runValues.clear();
  };
  for (Value operand : op->getOperands()) {
    if (auto values = getInts(operand);
        values && int64_t(run.size() + values->size()) <= kMaxFoldedElements) {
      llvm::append_range(run, *values);
      runValues.push_back(operand);
      continue;
    }
    flush();
    pieces.push_back(operand);
  }
  if (runValues.size() == op->getNumOperands())
    return failure(); // FoldShapes.cpp replaces it.
  flush();
  if (!changed)
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(pieces); });
  return success();
}

/// Concat of neighbouring sizes of one tensor is one Shape.
static LogicalResult mergeConcatShapes(Operation *op, PatternRewriter &rewriter,
                                       const Options &) {
  SmallVector<Value> pieces;
  ONNXBuilder b(rewriter, op->getLoc());
  bool changed = false;
  auto getRange = [](Operation *shape) {
    int64_t rank = ONNXBuilder::rankOf(shape->getOperand(0));
    auto clamp = [&](int64_t value) {
      return std::clamp<int64_t>(value < 0 ? value + rank : value, 0, rank);
    };
    return std::make_pair(clamp(getInt(shape, "start", 0)),
                          clamp(getInt(shape, "end", rank)));
  };
  for (Value operand : op->getOperands()) {
    Operation *next = getProducer(operand, "Shape");
    Operation *last =
        pieces.empty() ? nullptr : getProducer(pieces.back(), "Shape");
    if (!next || !last || next->getOperand(0) != last->getOperand(0) ||
        getRange(last).second != getRange(next).first ||
        getRange(last).first > getRange(last).second ||
        getRange(next).first > getRange(next).second) {
      pieces.push_back(operand);
      continue;
    }
    pieces.back() = b.Shape(next->getOperand(0), getRange(last).first,
                            getRange(next).second);
    changed = true;
  }
  if (!changed)
    return failure();
  rewriter.modifyOpInPlace(op, [&] { op->setOperands(pieces); });
  return success();
}

void simplify::populateSlices(Rewrites &rewrites) {
  rewrites.add("merge-slices", {"Slice"}, mergeSlices, 1);
  rewrites.add("make-split", {"Slice"}, makeSplit, 1);
  rewrites.add("merge-concat-shapes", {"Concat"}, mergeConcatShapes, 2);
  rewrites.add("merge-concat-constants", {"Concat"}, mergeConcatConstants, 1);
}
