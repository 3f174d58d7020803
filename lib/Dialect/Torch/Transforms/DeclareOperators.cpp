//===- DeclareOperators.cpp - Schemas of user-defined operators -----------===//
//
// See Passes.td.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "mlir/IR/Builders.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_DECLAREOPERATORS
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;

namespace {
struct DeclareOperatorsPass
    : torch::impl::DeclareOperatorsBase<DeclareOperatorsPass> {
  using DeclareOperatorsBase::DeclareOperatorsBase;

  void runOnOperation() override {
    if (schemas.empty())
      return;
    ModuleOp module = getOperation();
    StringRef name = torch::TorchDialect::getOpSchemasAttrName();
    SmallVector<Attribute> all;
    if (auto given = module->getAttrOfType<ArrayAttr>(name))
      llvm::append_range(all, given);
    Builder b(module.getContext());
    for (const std::string &text : schemas) {
      if (auto schema = torch::Schema::parse(text); !schema) {
        module.emitError(llvm::toString(schema.takeError()));
        return signalPassFailure();
      }
      all.push_back(b.getStringAttr(text));
    }
    module->setAttr(name, b.getArrayAttr(all));
  }
};
} // namespace
