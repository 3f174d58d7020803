//===- LiftWeights.cpp - Parameters and buffers become inputs -------------===//
//
// Implements --weights=none and --keep-initializers-as-inputs. Afterwards no
// operation of the entry function has a weight of the state dictionary as its
// value, so no pass can fold one.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {
#define GEN_PASS_DEF_LIFTWEIGHTS
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h.inc"
} // namespace torch_onnx::torch

using namespace mlir;
using namespace torch_onnx;

namespace {
struct LiftWeightsPass : torch::impl::LiftWeightsBase<LiftWeightsPass> {
  using LiftWeightsBase::LiftWeightsBase;

  void runOnOperation() override {
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (!func.isExternal())
        lift(func);
  }

  void lift(func::FuncOp func) {
    Builder b(&getContext());
    // Insert all arguments at once: each separate insertion would copy all
    // attributes.
    SmallVector<unsigned> positions;
    SmallVector<Type> types;
    SmallVector<DictionaryAttr> attrs;
    SmallVector<Location> locations;
    SmallVector<torch::ConstantOp> weights;
    for (auto weight : func.front().getOps<torch::ConstantOp>()) {
      if (!weight.getNameAttr() || weight.getTransient() || weight.use_empty())
        continue;
      positions.push_back(func.getNumArguments());
      types.push_back(weight.getType());
      NamedAttrList attributes;
      attributes.set(onnx::kNameAttr, weight.getNameAttr());
      if (keepValues)
        attributes.set(onnx::kDefaultAttr, weight.getValue());
      attrs.push_back(attributes.getDictionary(&getContext()));
      locations.push_back(weight.getLoc());
      weights.push_back(weight);
    }
    unsigned first = func.getNumArguments();
    if (failed(func.insertArguments(positions, types, attrs, locations)))
      return signalPassFailure();
    for (auto [index, weight] : llvm::enumerate(weights)) {
      weight.getResult().replaceAllUsesWith(func.getArgument(first + index));
      weight.erase();
    }
  }
};
} // namespace
