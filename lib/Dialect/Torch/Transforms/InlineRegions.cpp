//===- InlineRegions.cpp - Wrappers around a subgraph go away -------------===//
//
// See Passes.td. Afterwards the higher-order operators that are left are
// control flow, or wrappers that change what their body computes.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_INLINEREGIONS
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx::torch;

static bool isWrapper(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"higher_order.wrap_with_set_grad_enabled",
              "higher_order.wrap_with_autocast", "higher_order.strict_mode",
              "higher_order.wrap", "higher_order.hints_wrapper",
              "higher_order.invoke_subgraph"},
             true)
      .Cases({"higher_order.wrap_activation_checkpoint",
              "higher_order.tag_activation_checkpoint"},
             true)
      .Default(false);
}

static Type getFloatElement(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && isa<FloatType>(tensor.getElementType())
             ? tensor.getElementType()
             : Type();
}

/// One floating-point type among all operands and results, or a cast that the
/// program asks for: autocast has nothing to cast here. The dtypes of a program
/// are those after autocast's casts, which it has no operators for.
static bool isUntouchedByAutocast(OperatorOp op) {
  Arguments args(op);
  bool castsItself = args.has("dtype") ||
                     op.getTarget().starts_with("aten.to.") ||
                     op.getTarget().starts_with("aten.type_as.");
  if (castsItself)
    return true;
  Type common;
  auto agrees = [&](Type type) {
    Type element = getFloatElement(type);
    if (!element)
      return true;
    if (!common)
      common = element;
    return element == common;
  };
  return llvm::all_of(op->getOperandTypes(), agrees) &&
         llvm::all_of(op->getResultTypes(), agrees);
}

/// args: device type, dtype, enabled, cache enabled, operands.
static bool isAutocastWithoutEffect(OperatorOp op) {
  ArrayRef<Attribute> args = op.getArgs().getValue();
  auto enabled = args.size() > 2 ? dyn_cast<BoolAttr>(args[2]) : BoolAttr();
  if (enabled && !enabled.getValue())
    return true;
  WalkResult walk = op.getBodies().front().walk([](OperatorOp inner) {
    return inner.getNumRegions() != 0 || isUntouchedByAutocast(inner)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return enabled && !walk.wasInterrupted();
}

static bool canInline(OperatorOp op) {
  if (!isWrapper(op.getTarget()) || op.getBodies().size() != 1 ||
      !llvm::hasSingleElement(op.getBodies().front()))
    return false;
  Block &body = op.getBodies().front().front();
  auto yield = dyn_cast_if_present<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  return yield && body.getArgumentTypes() == op->getOperandTypes() &&
         yield->getOperandTypes() == op->getResultTypes() &&
         (op.getTarget() != "higher_order.wrap_with_autocast" ||
          isAutocastWithoutEffect(op));
}

static void inlineBody(OperatorOp op) {
  Block &body = op.getBodies().front().front();
  auto yield = cast<YieldOp>(body.getTerminator());
  for (auto [argument, operand] :
       llvm::zip_equal(body.getArguments(), op->getOperands()))
    argument.replaceAllUsesWith(operand);
  // After the arguments: a body may yield one of them.
  for (auto [result, value] :
       llvm::zip_equal(op->getResults(), yield.getValues()))
    result.replaceAllUsesWith(value);
  yield.erase();
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         body.getOperations());
  op.erase();
}

namespace {
struct InlineRegions
    : public torch_onnx::torch::impl::InlineRegionsBase<InlineRegions> {
  void runOnOperation() override {
    // Post-order: an inner wrapper is gone when the outer one is looked at.
    getOperation()->walk([](OperatorOp op) {
      if (canInline(op))
        inlineBody(op);
    });
  }
};
} // namespace
