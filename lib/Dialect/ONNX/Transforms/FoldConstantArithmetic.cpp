//===- FoldConstantArithmetic.cpp - Computes with small constants ---------===//
//
// Only operations whose result every runtime has to agree on: integers modulo
// 2^n, floats where IEEE 754 says how to round (never exp or tanh), in the
// element type. What is an error or not defined at run time (division by zero,
// casts out of range) is left to the run time. What is computed from weights,
// of any size, is FoldWeights.cpp's.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"
#include "SimplifySupport.h"

#include "torch-onnx/Dialect/Weight/IR/Views.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// An operation on small constants, whose result is small.
static LogicalResult foldSmall(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  if (!isEvaluable(op, /*exact=*/true) ||
      !getSmallSize(op->getResult(0).getType()))
    return failure();
  SmallVector<ElementsAttr> operands;
  for (Value operand : op->getOperands()) {
    ElementsAttr value = getConstant(operand);
    if (isPresent(operand) && (!value || !getSmallSize(operand.getType())))
      return failure();
    operands.push_back(value);
  }
  return replaceByConstant(
      rewriter, op,
      evaluate(op, operands, /*exact=*/true, weight::maxComputedBytes));
}

//===----------------------------------------------------------------------===//
// Range
//===----------------------------------------------------------------------===//

static LogicalResult foldRange(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  auto start = getInts(op->getOperand(0)), limit = getInts(op->getOperand(1)),
       delta = getInts(op->getOperand(2));
  if (!start || !limit || !delta || !type.getElementType().isInteger(64) ||
      !getSmallSize(type) || delta->front() == 0)
    return failure();
  SmallVector<int64_t> values;
  int64_t value = start->front();
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    values.push_back(value);
    if (llvm::AddOverflow(value, delta->front(), value))
      return failure();
  }
  return replaceByConstant(
      rewriter, op, DenseElementsAttr::get(type, ArrayRef<int64_t>(values)));
}

//===----------------------------------------------------------------------===//
// Chains of integers with constants
//===----------------------------------------------------------------------===//

/// (x + a) + b = x + (a + b), exactly, modulo 2^n; the same for Mul. Floats
/// round after each step and stay.
static LogicalResult reassociate(Operation *op, PatternRewriter &rewriter,
                                 const Options &) {
  auto findConstant = [](Operation *binary) -> int {
    for (int index : {0, 1})
      if (getSmallConstant(binary->getOperand(index), 1))
        return index;
    return -1;
  };
  auto type = ONNXBuilder::typeOf(op->getResult(0));
  if (!isa<IntegerType>(type.getElementType()))
    return failure();
  int outer = findConstant(op);
  if (outer < 0)
    return failure();
  Operation *inner = op->getOperand(1 - outer).getDefiningOp();
  if (!inner || inner->getName() != op->getName() || !inner->hasOneUse() ||
      inner->getResult(0).getType() != type)
    return failure();
  int nested = findConstant(inner);
  if (nested < 0 || inner->getOperand(1 - nested).getType() != type)
    return failure();
  DenseElementsAttr a = getSmallConstant(inner->getOperand(nested), 1);
  DenseElementsAttr c = getSmallConstant(op->getOperand(outer), 1);
  APInt x = *a.getValues<APInt>().begin(), y = *c.getValues<APInt>().begin();
  ONNXBuilder b(rewriter, op->getLoc());
  Value merged = b.constant(
      DenseElementsAttr::get(RankedTensorType::get({}, type.getElementType()),
                             isOp(op, "Add") ? x + y : x * y));
  rewriter.modifyOpInPlace(
      op, [&] { op->setOperands({inner->getOperand(1 - nested), merged}); });
  return success();
}

void simplify::populateConstantArithmetic(Rewrites &rewrites) {
  rewrites.add({"Add",
                "Sub",
                "Mul",
                "Div",
                "Mod",
                "Min",
                "Max",
                "And",
                "Or",
                "Xor",
                "BitwiseAnd",
                "BitwiseOr",
                "BitwiseXor",
                "Equal",
                "Less",
                "LessOrEqual",
                "Greater",
                "GreaterOrEqual",
                "Neg",
                "Abs",
                "Not",
                "BitwiseNot",
                "Sqrt",
                "Reciprocal",
                "Floor",
                "Ceil",
                "Round",
                "Cast",
                "Where",
                "Gather",
                "GatherElements",
                "CumSum"},
               foldSmall, 4);
  rewrites.add({"Range"}, foldRange, 4);
  rewrites.add({"Add", "Mul"}, reassociate, 1);
}
