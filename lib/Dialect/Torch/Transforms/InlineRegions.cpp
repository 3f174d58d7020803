//===- InlineRegions.cpp - Wrappers around a subgraph go away -------------===//
//
// See Passes.td. Afterwards the higher-order operators that are left are
// control flow, or wrappers that change what their body computes.
//
//===----------------------------------------------------------------------===//

#include "Autocast.h"
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
using namespace torch_onnx;
using namespace torch_onnx::torch;

static bool isWrapper(StringRef target) {
  return llvm::StringSwitch<bool>(target)
      .Cases({"higher_order.wrap_with_set_grad_enabled",
              "higher_order.wrap_with_autocast", "higher_order.strict_mode",
              "higher_order.wrap", "higher_order.hints_wrapper",
              "higher_order.invoke_subgraph", "higher_order.invoke_quant",
              "higher_order.invoke_quant_packed"},
             true)
      .Cases({"higher_order.wrap_activation_checkpoint",
              "higher_order.tag_activation_checkpoint"},
             true)
      .Default(false);
}

static bool canInline(OperatorOp op) {
  if (!isWrapper(op.getTarget()) || op.getBodies().size() != 1 ||
      !llvm::hasSingleElement(op.getBodies().front()))
    return false;
  Block &body = op.getBodies().front().front();
  auto yield = dyn_cast_if_present<YieldOp>(
      body.mightHaveTerminator() ? body.getTerminator() : nullptr);
  return yield && body.getArgumentTypes() == op->getOperandTypes() &&
         yield->getOperandTypes() == op->getResultTypes();
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
    // All casts are inserted first: the casts of an outer region do not apply
    // to an inner one.
    NumberExprs numbers(sym::readRanges(getOperation()));
    bool isKnown = true;
    getOperation()->walk([&](OperatorOp op) {
      isKnown &= !isAutocast(op) || succeeded(insertAutocasts(op, numbers));
    });
    if (!isKnown)
      return signalPassFailure();
    // Post-order: inner wrappers are inlined before outer ones.
    getOperation()->walk([](OperatorOp op) {
      if (canInline(op))
        inlineBody(op);
    });
  }
};
} // namespace
