//===- FoldShapes.cpp - Arithmetic on sizes -------------------------------===//
//
// Small integer tensors that are computed from shapes, as expressions: if all
// elements are numbers after all, the value is a constant. Sizes that depend on
// symbols stay as they are.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Chains are followed so far; longer ones shrink from their start on.
static constexpr unsigned kMaxDepth = 8;
static constexpr size_t kMaxSizes = 64;

using Sizes = SmallVector<AffineExpr>;

static std::optional<Sizes> getSizes(Value value, unsigned depth);

/// Elements `indices` of `sizes`, which may count from the end.
static std::optional<Sizes> pick(const Sizes &sizes,
                                 ArrayRef<int64_t> indices) {
  Sizes picked;
  for (int64_t index : indices) {
    index = index < 0 ? index + sizes.size() : index;
    if (index < 0 || index >= int64_t(sizes.size()))
      return std::nullopt;
    picked.push_back(sizes[index]);
  }
  return picked;
}

static std::optional<Sizes> getShapeSizes(Operation *shape) {
  Sizes dims = ONNXBuilder::dimsOf(shape->getOperand(0));
  int64_t rank = dims.size();
  auto clamp = [&](int64_t value) {
    return std::clamp<int64_t>(value < 0 ? value + rank : value, 0, rank);
  };
  int64_t start = clamp(getInt(shape, "start", 0));
  int64_t end = clamp(getInt(shape, "end", rank));
  return Sizes(dims.begin() + start, dims.begin() + std::max(start, end));
}

static std::optional<Sizes> getSliceSizes(Operation *slice, unsigned depth) {
  auto sizes = getSizes(slice->getOperand(0), depth);
  auto starts = getInts(slice->getOperand(1));
  auto ends = getInts(slice->getOperand(2));
  if (!sizes || !starts || !ends || starts->size() != 1 || ends->size() != 1)
    return std::nullopt;
  int64_t step = 1, size = sizes->size();
  if (Value steps = getInput(slice, 4)) {
    auto values = getInts(steps);
    if (!values || values->size() != 1)
      return std::nullopt;
    step = values->front();
  }
  if (step <= 0)
    return std::nullopt;
  auto clamp = [&](int64_t value) {
    return std::clamp<int64_t>(value < 0 ? value + size : value, 0, size);
  };
  Sizes picked;
  for (int64_t i = clamp(starts->front()); i < clamp(ends->front()); i += step)
    picked.push_back((*sizes)[i]);
  return picked;
}

static std::optional<Sizes> getBinarySizes(Operation *op, unsigned depth) {
  auto lhs = getSizes(op->getOperand(0), depth);
  auto rhs = getSizes(op->getOperand(1), depth);
  if (!lhs || !rhs ||
      (lhs->size() != rhs->size() && lhs->size() != 1 && rhs->size() != 1))
    return std::nullopt;
  if (lhs->empty() || rhs->empty())
    return Sizes();
  Sizes result;
  for (size_t i = 0, e = std::max(lhs->size(), rhs->size()); i < e; ++i) {
    AffineExpr a = (*lhs)[lhs->size() == 1 ? 0 : i];
    AffineExpr b = (*rhs)[rhs->size() == 1 ? 0 : i];
    AffineExpr value;
    if (isOp(op, "Add"))
      value = sym::add(a, b);
    else if (isOp(op, "Sub"))
      value = sym::sub(a, b);
    else if (isOp(op, "Mul"))
      value = sym::mul(a, b);
    result.push_back(value);
  }
  return result;
}

/// The elements of a small tensor of i64, in order; null is unknown.
static std::optional<Sizes> getSizes(Value value, unsigned depth) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  Operation *op = value.getDefiningOp();
  if (!op || depth > kMaxDepth || !type ||
      !type.getElementType().isInteger(64) || type.getRank() > 1 ||
      !getSmallSize(type, kMaxSizes))
    return std::nullopt;
  if (auto ints = getInts(value)) {
    Sizes sizes;
    for (int64_t number : *ints)
      sizes.push_back(getAffineConstantExpr(number, value.getContext()));
    return sizes;
  }
  ++depth;
  std::optional<Sizes> sizes;
  if (isOp(op, "Shape"))
    sizes = getShapeSizes(op);
  else if (isOp(op, "Size"))
    sizes = Sizes{sym::product(ONNXBuilder::dimsOf(op->getOperand(0)),
                               value.getContext())};
  else if (isOp(op, "Squeeze") || isOp(op, "Unsqueeze") ||
           isOp(op, "Reshape") || isOp(op, "Identity"))
    sizes = getSizes(op->getOperand(0), depth);
  else if (isOp(op, "Slice"))
    sizes = getSliceSizes(op, depth);
  else if (isOp(op, "Gather")) {
    auto indices = getInts(op->getOperand(1));
    auto from = getSizes(op->getOperand(0), depth);
    if (indices && from)
      sizes = pick(*from, *indices);
  } else if (isOp(op, "Concat")) {
    sizes = Sizes();
    for (Value operand : op->getOperands()) {
      auto piece = getSizes(operand, depth);
      if (!piece)
        return std::nullopt;
      llvm::append_range(*sizes, *piece);
    }
  } else if (isOp(op, "Add") || isOp(op, "Sub") || isOp(op, "Mul")) {
    sizes = getBinarySizes(op, depth);
  }
  if (!sizes || int64_t(sizes->size()) != type.getNumElements())
    return std::nullopt;
  return sizes;
}

static LogicalResult foldSizes(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  std::optional<Sizes> sizes = getSizes(op->getResult(0), 0);
  if (!sizes)
    return failure();
  SmallVector<int64_t> numbers;
  for (AffineExpr size : *sizes) {
    std::optional<int64_t> number = sym::getConstant(size);
    if (!number)
      return failure();
    numbers.push_back(*number);
  }
  return replaceByConstant(
      rewriter, op,
      DenseElementsAttr::get(ONNXBuilder::typeOf(op->getResult(0)),
                             ArrayRef<int64_t>(numbers)));
}

/// Gather or Slice of one part of a Shape: a Shape of that part.
static LogicalResult narrowShape(Operation *op, PatternRewriter &rewriter,
                                 const Options &) {
  Operation *shape = getProducer(op->getOperand(0), "Shape");
  if (!shape || shape->getAttr("start") || shape->getAttr("end"))
    return failure();
  int64_t rank = ONNXBuilder::rankOf(shape->getOperand(0));
  int64_t start, end;
  if (isOp(op, "Gather")) {
    // One element; a 0-d index would need a Squeeze instead.
    auto indices = getInts(op->getOperand(1));
    if (!indices || indices->size() != 1 ||
        ONNXBuilder::rankOf(op->getOperand(1)) != 1)
      return failure();
    start = indices->front() < 0 ? indices->front() + rank : indices->front();
    end = start + 1;
  } else {
    auto starts = getInts(op->getOperand(1)), ends = getInts(op->getOperand(2));
    if (!starts || !ends || starts->size() != 1 || ends->size() != 1)
      return failure();
    if (Value steps = getInput(op, 4); steps && getSplat(steps) != 1.0)
      return failure();
    auto clamp = [&](int64_t value) {
      return std::clamp<int64_t>(value < 0 ? value + rank : value, 0, rank);
    };
    start = clamp(starts->front());
    end = clamp(ends->front());
  }
  if (start < 0 || start >= end || end > rank ||
      op->getResult(0).getType() !=
          RankedTensorType::get({end - start}, rewriter.getI64Type()))
    return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  return replaceBy(rewriter, op, b.Shape(shape->getOperand(0), start, end));
}

void simplify::populateShapeArithmetic(Rewrites &rewrites) {
  rewrites.add({"Shape", "Size", "Squeeze", "Unsqueeze", "Reshape", "Slice",
                "Gather", "Concat", "Add", "Sub", "Mul"},
               foldSizes, 5);
  rewrites.add({"Gather", "Slice"}, narrowShape, 2);
}
