//===- InlineFunctions.cpp - Inlines functions of the model ---------------===//
//
// See Passes.td. A function is inlined after the calls in its body.
//
//===----------------------------------------------------------------------===//

#include "FunctionBodies.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h"
#include "torch-onnx/Dialect/ONNX/Transforms/PreparedModule.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"

namespace torch_onnx::onnx {
#define GEN_PASS_DEF_INLINEFUNCTIONS
#include "torch-onnx/Dialect/ONNX/Transforms/Passes.h.inc"
} // namespace torch_onnx::onnx

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Paths inside of a function are relative to its module.
static Location getAbsolute(Location location, StringRef caller) {
  if (caller.empty())
    return location;
  StringRef path = getModulePath(location);
  if (path.empty())
    return NameLoc::get(StringAttr::get(location.getContext(), caller),
                        location);
  return withModulePath(location, (caller + "." + path).str());
}

static void inlineCall(Operation *call, func::FuncOp callee) {
  Block &body = callee.front();
  OpBuilder builder(call);
  IRMapping mapping;
  mapping.map(body.getArguments(), call->getOperands());
  StringRef path = getModulePath(call->getLoc());
  auto withAttributes = dyn_cast<CallOp>(call);
  DictionaryAttr values, references;
  if (withAttributes) {
    values = withAttributes.getNodeAttributesAttr();
    references = withAttributes.getReferencesAttr();
  }
  for (Operation &op : body.without_terminator()) {
    Operation *clone = builder.clone(op, mapping);
    SmallVector<Operation *> copies;
    clone->walk([&](Operation *copy) {
      copy->setLoc(getAbsolute(copy->getLoc(), path));
      copies.push_back(copy);
    });
    // The operation itself comes last.
    for (Operation *copy : copies)
      clone = bindReferences(builder, copy, values, references);
    mapping.map(op.getResults(), clone->getResults());
  }
  for (auto [result, returned] : llvm::zip_equal(
           call->getResults(), body.getTerminator()->getOperands())) {
    Value value = mapping.lookup(returned);
    // The type at the call may be more specific.
    if (value.getDefiningOp() && !isa<ConstantOp>(value.getDefiningOp()) &&
        !isa<BlockArgument>(returned))
      value.setType(result.getType());
    result.replaceAllUsesWith(value);
  }
  call->erase();
}

namespace {

class InlineFunctions
    : public onnx::impl::InlineFunctionsBase<InlineFunctions> {
public:
  void runOnOperation() override {
    ModuleOp module = getOperation();
    auto sorted = sortFunctions(module);
    if (failed(sorted))
      return signalPassFailure();
    llvm::DenseMap<StringAttr, func::FuncOp> functions;
    for (func::FuncOp function : *sorted) {
      SmallVector<Operation *> calls;
      function.walk([&](Operation *op) {
        if (getCallee(op))
          calls.push_back(op);
      });
      for (Operation *call : calls)
        if (func::FuncOp callee = functions.lookup(getCallee(call).getAttr()))
          inlineCall(call, callee);
      if (function->hasAttr(kDomainAttr))
        functions[function.getSymNameAttr()] = function;
    }
    if (functions.empty())
      return;
    module.emitWarning()
        << functions.size()
        << " functions are inlined, because the opset has no functions";
    for (auto &[name, function] : functions)
      function.erase();
  }
};

} // namespace
