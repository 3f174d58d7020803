//===- ElementwiseOps.cpp - onnx: arithmetic and functions ----------------===//
//
// Registers the operators of ElementwiseOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Chains of integer operations with constants
//===----------------------------------------------------------------------===//

namespace {
/// The splat operand of a binary operator on integers, and the other operand.
struct NumberAndRest {
  APInt number;
  Value rest;
};
} // namespace

template <typename OpT>
static std::optional<NumberAndRest> splitNumber(OpT op) {
  for (auto [value, rest] : inBothOrders(op)) {
    DenseElementsAttr elements = ConstantReader().getElements(value);
    if (elements && elements.getNumElements() == 1)
      return NumberAndRest{*elements.template getValues<APInt>().begin(), rest};
  }
  return std::nullopt;
}

/// Folds (x + a) + b to x + (a + b), which is exact modulo 2^n; the same for
/// Mul. Not for floats, which are rounded after each step.
template <typename OpT>
static LogicalResult reassociate(OpT op, PatternRewriter &rewriter) {
  Type type = op.getType();
  if (!isa<IntegerType>(getElementTypeOrSelf(type)))
    return failure();
  std::optional<NumberAndRest> outer = splitNumber(op);
  auto inner = outer ? outer->rest.template getDefiningOp<OpT>() : OpT();
  if (!inner || !inner->hasOneUse() || inner.getType() != type)
    return failure();
  std::optional<NumberAndRest> nested = splitNumber(inner);
  if (!nested || nested->rest.getType() != type)
    return failure();
  constexpr bool isSum = std::is_same_v<OpT, AddOp>;
  Value merged = ConstantOp::create(
      rewriter, op.getLoc(),
      DenseElementsAttr::get(
          RankedTensorType::get({}, getElementTypeOrSelf(type)),
          isSum ? nested->number + outer->number
                : nested->number * outer->number));
  rewriter.modifyOpInPlace(op,
                           [&] { op->setOperands({nested->rest, merged}); });
  return success();
}

void AddOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *) {
  addPattern(patterns, "reassociate-integers", reassociate<AddOp>);
}

void MulOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *) {
  addPattern(patterns, "reassociate-integers", reassociate<MulOp>);
}
