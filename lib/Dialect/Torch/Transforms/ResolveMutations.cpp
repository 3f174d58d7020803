//===- ResolveMutations.cpp - Decides what becomes of updated state -------===//
//
// ONNX has no state. After this pass no result is an update of a buffer or an
// input: updates are dropped, have become ordinary outputs under the name of
// what they update, or are an error, as the user has asked.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_RESOLVEMUTATIONS
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;

namespace {
struct ResolveMutationsPass
    : torch::impl::ResolveMutationsBase<ResolveMutationsPass> {
  using ResolveMutationsBase::ResolveMutationsBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal() && failed(resolve(func)))
        signalPassFailure();
  }

  LogicalResult resolve(func::FuncOp func) {
    llvm::BitVector dropped(func.getNumResults());
    SmallVector<StringRef> names;
    LogicalResult result = success();
    for (unsigned i = 0; i < func.getNumResults(); ++i) {
      auto name = func.getResultAttrOfType<StringAttr>(
          i, torch::TorchDialect::getMutatesAttrName());
      if (!name)
        continue;
      func.removeResultAttr(
          i, StringAttr::get(func.getContext(),
                             torch::TorchDialect::getMutatesAttrName()));
      if (mutations == Mutations::Error)
        result = func.emitError()
                 << "the program updates '" << name.getValue()
                 << "'; --mutations=outputs gives the new value as an output, "
                    "--mutations=drop forgets it";
      else if (mutations == Mutations::Drop) {
        dropped.set(i);
        names.push_back(name.getValue());
      } else
        func.setResultAttr(
            i, onnx::kNameAttr,
            StringAttr::get(func.getContext(), name.getValue() + ".updated"));
    }
    if (dropped.none())
      return result;
    InFlightDiagnostic warning = func.emitWarning("the program updates ");
    llvm::interleaveComma(
        names, warning, [&](StringRef name) { warning << "'" << name << "'"; });
    warning << ", the model does not; --mutations=outputs gives the new "
            << (names.size() == 1 ? "value as an output" : "values as outputs")
            << ", --mutations=error refuses";
    func.getBody().front().getTerminator()->eraseOperands(dropped);
    (void)func.eraseResults(dropped);
    return result;
  }
};
} // namespace
