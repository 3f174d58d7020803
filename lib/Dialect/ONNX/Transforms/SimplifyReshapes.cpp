//===- SimplifyReshapes.cpp - Chains of Reshape, Squeeze and the like -----===//
//
// Reshape, Flatten, Squeeze and Unsqueeze keep the elements in their order, so
// that only the last shape of a chain matters. What the last one says may be
// relative to its operand, though: a 0 in the shape of a Reshape copies a
// dimension of it, and Flatten and Squeeze refer to its axes. Such a shape is
// written anew from the type of the result, or the chain stays.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// The operation if it only changes the shape.
static Operation *getReshape(Value value) {
  for (StringRef name : {"Reshape", "Squeeze", "Unsqueeze", "Flatten"})
    if (Operation *op = getProducer(value, name))
      return op;
  return nullptr;
}

/// The axes that Squeeze or Unsqueeze names, in [0, rank of the longer shape).
static std::optional<SmallVector<int64_t>> getReshapeAxes(Operation *op) {
  Value axes = getInput(op, 1);
  if (!axes)
    return std::nullopt;
  Value longer = isOp(op, "Squeeze") ? op->getOperand(0) : op->getResult(0);
  std::optional<SmallVector<int64_t>> result =
      getAxes(axes, ONNXBuilder::rankOf(longer));
  if (result)
    llvm::sort(*result);
  return result;
}

/// The axes that are named in [0, rank) and are not in `axes`, in order.
static SmallVector<int64_t> getOtherAxes(ArrayRef<int64_t> axes, int64_t rank) {
  SmallVector<int64_t> others;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(axes, axis))
      others.push_back(axis);
  return others;
}

/// Squeeze and Unsqueeze say with their axes what happens, so that two of them
/// can be one where nothing is known about the other dimensions.
static LogicalResult mergeAxes(Operation *outer, Operation *inner,
                               PatternRewriter &rewriter) {
  if ((!isOp(outer, "Squeeze") && !isOp(outer, "Unsqueeze")) ||
      (!isOp(inner, "Squeeze") && !isOp(inner, "Unsqueeze")))
    return failure();
  std::optional<SmallVector<int64_t>> outerAxes = getReshapeAxes(outer);
  std::optional<SmallVector<int64_t>> innerAxes = getReshapeAxes(inner);
  if (!outerAxes || !innerAxes)
    return failure();
  Value source = inner->getOperand(0);
  if (outer->getName() != inner->getName()) {
    if (*outerAxes != *innerAxes)
      return failure();
    return replaceBy(rewriter, outer, source);
  }
  // Axes of the longest shape: those that the operation at that end names, and
  // what the other one's axes are among the rest.
  bool isSqueeze = isOp(outer, "Squeeze");
  int64_t rank = ONNXBuilder::rankOf(isSqueeze ? source : outer->getResult(0));
  SmallVector<int64_t> &atEnd = isSqueeze ? *innerAxes : *outerAxes;
  SmallVector<int64_t> &nested = isSqueeze ? *outerAxes : *innerAxes;
  SmallVector<int64_t> rest = getOtherAxes(atEnd, rank);
  SmallVector<int64_t> axes(atEnd);
  for (int64_t axis : nested)
    axes.push_back(rest[axis]);
  llvm::sort(axes);
  ONNXBuilder b(rewriter, outer->getLoc());
  Value merged =
      b.create(isSqueeze ? "Squeeze" : "Unsqueeze",
               outer->getResult(0).getType(), {source, b.ints(axes)});
  rewriter.replaceOp(outer, merged);
  return success();
}

static LogicalResult mergeReshapes(Operation *op, PatternRewriter &rewriter,
                                   const Options &) {
  Operation *inner = getReshape(op->getOperand(0));
  if (!inner)
    return failure();
  Value source = inner->getOperand(0);
  auto result = ONNXBuilder::typeOf(op->getResult(0));
  if (isSameKnownType(source.getType(), result))
    return replaceBy(rewriter, op, source);
  if (succeeded(mergeAxes(op, inner, rewriter)))
    return success();
  // The last shape says everything itself.
  if (isOp(op, "Reshape")) {
    bool isAbsolute = getInt(op, "allowzero", 0) != 0;
    if (auto shape = getInts(op->getOperand(1)))
      isAbsolute |= !llvm::is_contained(*shape, int64_t(0));
    if (isAbsolute) {
      rewriter.modifyOpInPlace(op, [&] { op->setOperand(0, source); });
      return success();
    }
  }
  auto shape = getConstantShape(op, ONNXBuilder::typeOf(source), result);
  if (!shape)
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  rewriter.replaceOp(
      op, b.Reshape(source, b.ints(shape->first), result, shape->second));
  return success();
}

/// The shape is computed, but the types say what it is.
static LogicalResult makeShapeConstant(Operation *op, PatternRewriter &rewriter,
                                       const Options &) {
  if (getConstant(op->getOperand(1)))
    return failure();
  auto result = ONNXBuilder::typeOf(op->getResult(0));
  auto shape =
      getConstantShape(op, ONNXBuilder::typeOf(op->getOperand(0)), result);
  if (!shape)
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  rewriter.replaceOp(op, b.Reshape(op->getOperand(0), b.ints(shape->first),
                                   result, shape->second));
  return success();
}

/// Unsqueeze of what a reduction squeezed: keepdims does both.
static LogicalResult keepReducedDims(Operation *op, PatternRewriter &rewriter,
                                     const Options &) {
  Operation *reduce = op->getOperand(0).getDefiningOp();
  if (!reduce || !reduce->hasOneUse() ||
      !reduce->getName().getStringRef().starts_with("onnx.Reduce") ||
      getInt(reduce, "keepdims", 1) != 0 || !getInput(reduce, 1))
    return failure();
  int64_t rank = ONNXBuilder::rankOf(op->getResult(0));
  if (ONNXBuilder::rankOf(reduce->getOperand(0)) != rank)
    return failure();
  auto reduced = getAxes(reduce->getOperand(1), rank);
  auto inserted = getReshapeAxes(op);
  if (!reduced || !inserted || reduced->empty())
    return failure();
  llvm::sort(*reduced);
  if (*reduced != *inserted)
    return failure();
  ONNXBuilder b(rewriter, reduce->getLoc());
  SmallVector<NamedAttribute> attrs;
  if (getInt(reduce, "noop_with_empty_axes", 0) != 0)
    attrs.push_back(b.attr("noop_with_empty_axes", int64_t(1)));
  rewriter.replaceOp(
      op, b.create(reduce->getName().getStringRef().drop_front(5),
                   op->getResult(0).getType(), reduce->getOperands(), attrs));
  return success();
}

/// An Expand right before an operator that broadcasts anyway.
static LogicalResult dropExpand(Operation *op, PatternRewriter &rewriter,
                                const Options &) {
  SmallVector<AffineExpr> result = ONNXBuilder::dimsOf(op->getResult(0));
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    Operation *expand = getProducer(operand, "Expand");
    if (!expand)
      continue;
    // Every dimension of the result comes from another operand, or from what is
    // expanded.
    SmallVector<Value> sources(op->getOperands());
    sources[number] = expand->getOperand(0);
    auto isGiven = [&](size_t axis) {
      return llvm::any_of(sources, [&](Value source) {
        SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(source);
        size_t missing = result.size() - dims.size();
        if (axis < missing)
          return false;
        return sym::isKnownEqual(dims[axis - missing], result[axis]);
      });
    };
    // 1 is what broadcasting gives when nobody says anything else; no operand
    // of another size can be there, as the result has this one.
    bool isSame = llvm::all_of(llvm::enumerate(result),
                               [&](auto dim) { return isGiven(dim.index()); });
    size_t rank = 0;
    for (Value source : sources)
      rank = std::max<size_t>(rank, ONNXBuilder::rankOf(source));
    if (!isSame || rank != result.size())
      continue;
    rewriter.modifyOpInPlace(
        op, [&, index = number] { op->setOperand(index, sources[index]); });
    return success();
  }
  return failure();
}

/// The same, with a Gather in between: rows of a table for indices that are
/// repeated are repeated rows.
static LogicalResult dropGatherExpand(Operation *op, PatternRewriter &rewriter,
                                      const Options &) {
  for (auto [number, operand] : llvm::enumerate(op->getOperands())) {
    Operation *gather = getProducer(operand, "Gather");
    if (!gather || !gather->hasOneUse() || getInt(gather, "axis", 0) != 0)
      continue;
    Operation *expand = getProducer(gather->getOperand(1), "Expand");
    if (!expand || ONNXBuilder::rankOf(expand->getOperand(0)) !=
                       ONNXBuilder::rankOf(expand->getResult(0)))
      continue;
    // The other operands have all dimensions of the result.
    Type result = op->getResult(0).getType();
    bool isGiven = false;
    for (auto [other, value] : llvm::enumerate(op->getOperands()))
      isGiven |=
          other != number && hasKnownDims(result) &&
          ONNXBuilder::dimsOf(value) == ONNXBuilder::dimsOf(op->getResult(0));
    if (!isGiven)
      continue;
    ONNXBuilder b(rewriter, gather->getLoc());
    Value narrow =
        b.Gather(gather->getOperand(0), expand->getOperand(0), /*axis=*/0);
    rewriter.modifyOpInPlace(
        op, [&, index = number] { op->setOperand(index, narrow); });
    return success();
  }
  return failure();
}

void simplify::populateReshapes(Rewrites &rewrites) {
  rewrites.add("merge-reshapes", {"Reshape", "Flatten", "Squeeze", "Unsqueeze"},
               mergeReshapes, 2);
  rewrites.add("make-shape-constant", {"Reshape"}, makeShapeConstant, 1);
  rewrites.add("keep-reduced-dims", {"Unsqueeze"}, keepReducedDims, 3);
  rewrites.add("drop-expand",
               {"Add", "Sub", "Mul", "Div", "Pow", "Max", "Min", "And", "Or",
                "Xor", "Equal", "Less", "LessOrEqual", "Greater",
                "GreaterOrEqual", "Where"},
               dropExpand, 1);
  rewrites.add("drop-gather-expand", {"Add", "Sub", "Mul"}, dropGatherExpand,
               1);
}
