//===- SimplifyGathers.cpp - Gathers that pick everything in order --------===//
//
// mask[arange(b)[:, None, None, None], arange(s)], as masks of transformers are
// made: a GatherND whose indices are all positions of all dimensions. It moves
// nothing, and is a Reshape.
//
//===----------------------------------------------------------------------===//

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// `value` is 0, 1, 2, .. `size` - 1 along one axis, and does not depend on the
/// other ones: that axis, counted from the end (-1 is the last).
static std::optional<int64_t> getCountingAxis(Value value, AffineExpr size) {
  // Expand repeats along new axes, and along those of size 1.
  if (Operation *expand = getProducer(value, "Expand"))
    value = expand->getOperand(0);
  SmallVector<AffineExpr> dims = ONNXBuilder::dimsOf(value);
  std::optional<int64_t> axis;
  for (auto [index, dim] : llvm::enumerate(dims)) {
    if (sym::getConstant(dim) == 1)
      continue;
    if (axis || !sym::isKnownEqual(dim, size))
      return std::nullopt;
    axis = int64_t(index) - int64_t(dims.size());
  }
  // Shapes in between keep the order.
  for (;;) {
    Operation *op = value.getDefiningOp();
    if (!op ||
        !(isOp(op, "Reshape") || isOp(op, "Unsqueeze") || isOp(op, "Squeeze")))
      break;
    value = op->getOperand(0);
  }
  Operation *range = getProducer(value, "Range");
  if (!axis || !range || getSplat(range->getOperand(0)) != 0.0 ||
      getSplat(range->getOperand(2)) != 1.0 ||
      !sym::isKnownEqual(ONNXBuilder::dimsOf(value)[0], size))
    return std::nullopt;
  return axis;
}

static LogicalResult gatherEverything(Operation *op, PatternRewriter &rewriter,
                                      const Options &) {
  if (getInt(op, "batch_dims", 0) != 0)
    return failure();
  Value data = op->getOperand(0);
  SmallVector<AffineExpr> from = ONNXBuilder::dimsOf(data);
  auto result = ONNXBuilder::typeOf(op->getResult(0));
  SmallVector<AffineExpr> to = sym::getDims(result);
  Operation *concat = getProducer(op->getOperand(1), "Concat");
  int64_t rank = ONNXBuilder::rankOf(op->getOperand(1));
  if (!concat || concat->getNumOperands() != from.size() ||
      rank != result.getRank() + 1)
    return failure();
  int64_t concatAxis = getInt(concat, "axis", 0);
  if (concatAxis != -1 && concatAxis != rank - 1)
    return failure();
  // Each dimension of the data goes to one of the result, in the same order;
  // the others of the result have size 1.
  SmallVector<AffineExpr> expected(to.size(),
                                   getAffineConstantExpr(1, op->getContext()));
  int64_t last = -1;
  for (auto [index, piece] : llvm::enumerate(concat->getOperands())) {
    Operation *unsqueeze = getProducer(piece, "Unsqueeze");
    if (!unsqueeze)
      return failure();
    auto axes = getAxes(unsqueeze->getOperand(1), rank);
    if (!axes || *axes != SmallVector<int64_t>{rank - 1})
      return failure();
    std::optional<int64_t> axis =
        getCountingAxis(unsqueeze->getOperand(0), from[index]);
    if (!axis || *axis + result.getRank() <= last)
      return failure();
    last = *axis + result.getRank();
    expected[last] = from[index];
  }
  for (auto [dim, wanted] : llvm::zip_equal(to, expected))
    if (!sym::isKnownEqual(dim, wanted))
      return failure();
  ONNXBuilder b(rewriter, op->getLoc());
  auto shape = getConstantShape(op, ONNXBuilder::typeOf(data), result);
  if (!shape) {
    auto axes = getInsertedOnes(ONNXBuilder::dimsOf(data), to);
    if (!axes)
      return failure();
    rewriter.replaceOp(op,
                       b.create("Unsqueeze", result, {data, b.ints(*axes)}));
    return success();
  }
  rewriter.replaceOp(
      op, b.Reshape(data, b.ints(shape->first), result, shape->second));
  return success();
}

void simplify::populateGathers(Rewrites &rewrites) {
  rewrites.add("gather-everything", {"GatherND"}, gatherEverything);
}
