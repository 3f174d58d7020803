//===- Canonicalization.cpp - Patterns of onnx operations -----------------===//
//
// Shared helpers, and the patterns for the group of operators that broadcast.
// Other patterns are in the files of their operations.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Operands.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Transforms/Origin.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Shared helpers
//===----------------------------------------------------------------------===//

Value onnx::createInts(OpBuilder &builder, Location loc,
                       ArrayRef<int64_t> values) {
  return ConstantOp::create(builder, loc, builder.getI64TensorAttr(values));
}

Value onnx::createNone(OpBuilder &builder, Location loc) {
  return NoValueOp::create(builder, loc);
}

LogicalResult onnx::replaceFirst(PatternRewriter &rewriter, Operation *op,
                                 Value value) {
  if (op->getNumResults() == 0 ||
      value.getType() != op->getResult(0).getType() ||
      llvm::any_of(op->getResults().drop_front(),
                   [](Value other) { return !other.use_empty(); }))
    return failure();
  passValueName(op->getResult(0), value);
  rewriter.replaceAllUsesWith(op->getResult(0), value);
  rewriter.eraseOp(op);
  return success();
}

int64_t onnx::clampPosition(int64_t at, int64_t size) {
  return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
}

//===----------------------------------------------------------------------===//
// Expand before broadcasting operators
//===----------------------------------------------------------------------===//

/// Removes an Expand in front of an operator that broadcasts anyway.
static LogicalResult dropExpand(Operation *op, PatternRewriter &rewriter) {
  SmallVector<AffineExpr> result;
  for (OpOperand &operand : op->getOpOperands()) {
    auto expand = operand.get().getDefiningOp<ExpandOp>();
    if (!expand)
      continue;
    if (result.empty())
      result = dimsOf(op->getResult(0));
    // Every dimension of the result must come from another operand or the
    // operand of the Expand.
    SmallVector<Value> sources(op->getOperands());
    sources[operand.getOperandNumber()] = expand.getData();
    SmallVector<SmallVector<AffineExpr>> dims =
        llvm::map_to_vector(sources, dimsOf);
    auto isGiven = [&](size_t axis) {
      return llvm::any_of(dims, [&](ArrayRef<AffineExpr> source) {
        size_t missing = result.size() - source.size();
        return axis >= missing &&
               sym::isKnownEqual(source[axis - missing], result[axis]);
      });
    };
    // 1 is the size if no operand has another one; as the result has size 1, no
    // operand has another size.
    size_t rank = 0;
    for (ArrayRef<AffineExpr> source : dims)
      rank = std::max(rank, source.size());
    if (rank != result.size() ||
        !llvm::all_of(llvm::seq<size_t>(0, rank), isGiven))
      continue;
    rewriter.modifyOpInPlace(op, [&] { operand.set(expand.getData()); });
    return success();
  }
  return failure();
}

/// The same with a Gather in between: repeated indices select repeated rows.
static LogicalResult dropGatherExpand(Operation *op,
                                      PatternRewriter &rewriter) {
  for (OpOperand &operand : op->getOpOperands()) {
    auto gather = operand.get().getDefiningOp<GatherOp>();
    if (!gather || !gather->hasOneUse() || gather.getAxis() != 0)
      continue;
    auto expand = gather.getIndices().getDefiningOp<ExpandOp>();
    if (!expand)
      continue;
    // Another operand must have all dimensions of the result.
    Value result = op->getResult(0);
    bool isGiven =
        hasKnownDims(result.getType()) &&
        llvm::any_of(op->getOpOperands(), [&](OpOperand &other) {
          return &other != &operand && dimsOf(other.get()) == dimsOf(result);
        });
    if (!isGiven)
      continue;
    SmallVector<AffineExpr> dims = dimsOf(expand.getData());
    llvm::append_range(dims, ArrayRef(dimsOf(gather.getData())).drop_front());
    auto type = sym::getTensorType(
        dims, cast<RankedTensorType>(gather.getType()).getElementType());
    Value narrow =
        GatherOp::create(rewriter, gather.getLoc(), type, gather.getData(),
                         expand.getData(), gather.getAxisAttr());
    rewriter.modifyOpInPlace(op, [&] { operand.set(narrow); });
    return success();
  }
  return failure();
}

/// Replaces sizes that the operand already has by 1 in the shape of an Expand,
/// which makes the shape constant if the other sizes are.
static LogicalResult makeExpandConstant(ExpandOp op,
                                        PatternRewriter &rewriter) {
  if (op.getShape().getDefiningOp<ConstantOp>())
    return failure();
  SmallVector<AffineExpr> from = dimsOf(op.getData()),
                          to = dimsOf(op.getOutput());
  SmallVector<int64_t> shape;
  for (auto [index, dim] : llvm::enumerate(to)) {
    size_t missing = to.size() - from.size();
    std::optional<int64_t> size = sym::getConstant(dim);
    if (index >= missing && sym::isKnownEqual(dim, from[index - missing]))
      shape.push_back(1);
    else if (size)
      shape.push_back(*size);
    else
      return failure();
  }
  Value list = createInts(rewriter, op.getLoc(), shape);
  rewriter.modifyOpInPlace(op, [&] { op.getShapeMutable().assign(list); });
  return success();
}

void ONNXDialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  addPatternOf<AddOp, SubOp, MulOp, DivOp, PowOp, MaxOp, MinOp, AndOp, OrOp,
               XorOp, EqualOp, LessOp, LessOrEqualOp, GreaterOp,
               GreaterOrEqualOp, WhereOp>(patterns, "drop-expand", dropExpand);
  addPattern(patterns, "make-expand-constant", makeExpandConstant);
  addPatternOf<AddOp, SubOp, MulOp>(patterns, "drop-gather-expand",
                                    dropGatherExpand);
}
