//===- FoldConstantArithmetic.cpp - Folds small constants -----------------===//
//
// Folds only operations on whose result all runtimes must agree: integers
// modulo 2^n and floats whose rounding IEEE 754 defines (not exp or tanh), in
// the element type. Errors and undefined results (division by zero, casts out
// of range) are left to run time. FoldWeights.cpp folds values computed from
// weights of any size; the dialect folds sizes of shapes.
//
//===----------------------------------------------------------------------===//

#include "EvaluateConstants.h"
#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Weight/IR/Views.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::simplify;

/// Folds an operation on small constants with a small result.
static LogicalResult foldSmall(Operation *op, PatternRewriter &rewriter,
                               const Options &) {
  if (op->getNumResults() != 1 || !isEvaluable(op, /*exact=*/true) ||
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
      evaluate(op->getResult(0), operands, weight::maxComputedBytes));
}

//===----------------------------------------------------------------------===//
// Factors
//===----------------------------------------------------------------------===//

/// Folds x * a * b to x * (a * b), which rounds once less. Only for moderate
/// factors in wide types, as the product of the factors could overflow
/// otherwise.
static LogicalResult mergeFactors(MulOp op, PatternRewriter &rewriter,
                                  const Options &options) {
  auto type = typeOf(op.getC());
  if (!options.fuse ||
      !(type.getElementType().isF32() || type.getElementType().isF64()))
    return failure();
  for (auto [value, constant] : inBothOrders(op)) {
    std::optional<double> outer = getFactor(constant);
    auto inner = outer ? getSingleUseProducer<MulOp>(value) : MulOp();
    if (!inner || inner.getType() != type)
      continue;
    for (auto [x, first] : inBothOrders(inner)) {
      std::optional<double> factor = getFactor(first);
      if (!factor || x.getType() != type)
        continue;
      ONNXBuilder b(rewriter, op.getLoc());
      Value product = b.scalar(*factor * *outer, type.getElementType());
      rewriter.replaceOp(op, b.create("Mul", type, {x, product}));
      return success();
    }
  }
  return failure();
}

void simplify::populateConstantArithmetic(Rewrites &rewrites) {
  rewrites
      .addFor<AddOp, SubOp, MulOp, DivOp, ModOp, MinOp, MaxOp, AndOp, OrOp,
              XorOp, BitwiseAndOp, BitwiseOrOp, BitwiseXorOp, EqualOp, LessOp,
              LessOrEqualOp, GreaterOp, GreaterOrEqualOp, NegOp, AbsOp, NotOp,
              BitwiseNotOp, SqrtOp, ReciprocalOp, FloorOp, CeilOp, RoundOp,
              CastOp, WhereOp, GatherOp, GatherElementsOp, CumSumOp, RangeOp>(
          kFoldConstants, foldSmall, 4);
  rewrites.add("merge-factors", mergeFactors);
}
