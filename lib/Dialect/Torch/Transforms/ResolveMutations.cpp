//===- ResolveMutations.cpp - Handling of updated state -------------------===//
//
// ONNX has no state. After this pass no result is an update of a buffer or an
// input: updates are dropped, are ordinary outputs named after the value that
// they update (with an input of that name if the user requested the state), or
// are an error.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

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

private:
  LogicalResult resolve(func::FuncOp func);
  LogicalResult makeInputs(func::FuncOp func, ArrayRef<StringAttr> names);
  void addMetadata(ArrayRef<std::pair<StringAttr, StringAttr>> pairs);
};
} // namespace

/// The first name of each value that is returned, and not only as an update: a
/// cache that is written and returned.
static llvm::DenseMap<Value, StringAttr> getReturnedNames(func::FuncOp func) {
  llvm::DenseMap<Value, StringAttr> names;
  StringRef mutates = torch::TorchDialect::getMutatesAttrName();
  Operation *terminator = func.getBody().front().getTerminator();
  for (auto [index, value] : llvm::enumerate(terminator->getOperands()))
    if (!func.getResultAttr(index, mutates))
      if (auto name =
              func.getResultAttrOfType<StringAttr>(index, onnx::kNameAttr))
        names.try_emplace(value, name);
  return names;
}

static StringAttr getUpdatedName(StringAttr name) {
  return StringAttr::get(name.getContext(), name.getValue() + ".updated");
}

/// Refuses a model without outputs, because runtimes do not load it. `names`
/// are the updated buffers and inputs.
static LogicalResult refuseNothing(func::FuncOp func,
                                   ArrayRef<StringAttr> names) {
  InFlightDiagnostic error =
      func.emitError("expected at least one output, found none: the program ");
  if (names.empty())
    return error << "returns no tensor and no number; return what the model is "
                    "to compute";
  error << "only updates ";
  llvm::interleaveComma(names, error, [&](StringAttr name) {
    error << "'" << name.getValue() << "'";
  });
  return error << "; --mutations=outputs gives the new "
               << (names.size() == 1 ? "value as an output"
                                     : "values as outputs");
}

LogicalResult ResolveMutationsPass::resolve(func::FuncOp func) {
  llvm::BitVector dropped(func.getNumResults());
  SmallVector<StringAttr> names, forgotten;
  SmallVector<std::pair<StringAttr, StringAttr>> pairs;
  LogicalResult result = success();
  StringRef mutates = torch::TorchDialect::getMutatesAttrName();
  // Without metadata, an update is identified by its name, NAME.updated.
  llvm::DenseMap<Value, StringAttr> returnedNames;
  if (mutations != Mutations::Outputs)
    returnedNames = getReturnedNames(func);
  Operation *terminator = func.getBody().front().getTerminator();
  for (unsigned i = 0; i < func.getNumResults(); ++i) {
    auto name = func.getResultAttrOfType<StringAttr>(i, mutates);
    if (!name)
      continue;
    names.push_back(name);
    StringAttr returned = returnedNames.lookup(terminator->getOperand(i));
    if (mutations == Mutations::Error) {
      result = func.emitError()
               << "the program updates '" << name.getValue()
               << "'; --mutations=outputs returns the new value as an output, "
                  "--mutations=drop ignores it";
    } else if (returned || mutations == Mutations::Drop) {
      dropped.set(i);
      if (!returned)
        forgotten.push_back(name);
    } else {
      func.setResultAttr(i, onnx::kNameAttr, getUpdatedName(name));
    }
    pairs.emplace_back(name, returned ? returned : getUpdatedName(name));
  }
  for (unsigned i = 0; i < func.getNumResults(); ++i)
    func.removeResultAttr(i, StringAttr::get(func.getContext(), mutates));
  if (mutations == Mutations::State && !names.empty()) {
    if (failed(makeInputs(func, names)))
      return failure();
    addMetadata(pairs);
  }
  if (func.getSymName() == onnx::kEntryName && dropped.all() &&
      succeeded(result))
    return refuseNothing(func, names);
  if (!forgotten.empty()) {
    bool isOne = forgotten.size() == 1;
    InFlightDiagnostic warning = func.emitWarning("the program updates ");
    llvm::interleaveComma(forgotten, warning, [&](StringAttr name) {
      warning << "'" << name.getValue() << "'";
    });
    warning << ", the model does not; --mutations=outputs gives the new "
            << (isOne ? "value as an output" : "values as outputs")
            << ", --mutations=state makes " << (isOne ? "it" : "them")
            << (isOne ? " an input" : " inputs")
            << ", too, --mutations=error refuses";
  }
  if (dropped.any()) {
    terminator->eraseOperands(dropped);
    (void)func.eraseResults(dropped);
  }
  return result;
}

/// Converts the buffers with those names to inputs.
LogicalResult ResolveMutationsPass::makeInputs(func::FuncOp func,
                                               ArrayRef<StringAttr> names) {
  llvm::SmallDenseSet<Attribute> wanted(names.begin(), names.end());
  // Tied buffers have the same value.
  llvm::MapVector<Attribute, SmallVector<torch::ConstantOp, 1>> buffers;
  SmallVector<torch::ConstantOp> constants(
      func.front().getOps<torch::ConstantOp>());
  for (torch::ConstantOp buffer : constants)
    if (StringAttr name = buffer.getNameAttr(); name && wanted.contains(name))
      buffers[buffer.getValue()];
  for (torch::ConstantOp buffer : constants)
    if (auto it = buffers.find(buffer.getValue());
        it != buffers.end() && buffer.getNameAttr())
      it->second.push_back(buffer);
  for (auto &[value, tied] : buffers) {
    auto isWanted = [&](torch::ConstantOp op) {
      return wanted.contains(op.getNameAttr());
    };
    torch::ConstantOp first = *llvm::find_if(tied, isWanted);
    unsigned index = func.getNumArguments();
    NamedAttrList attributes;
    attributes.set(onnx::kNameAttr, first.getNameAttr());
    if (failed(func.insertArgument(index, first.getType(),
                                   attributes.getDictionary(&getContext()),
                                   first.getLoc())))
      return failure();
    for (torch::ConstantOp buffer : tied) {
      buffer.getResult().replaceAllUsesWith(func.getArgument(index));
      buffer.erase();
    }
  }
  return success();
}

void ResolveMutationsPass::addMetadata(
    ArrayRef<std::pair<StringAttr, StringAttr>> pairs) {
  llvm::json::Object object;
  for (auto [input, output] : pairs)
    object[input.getValue()] = output.getValue();
  std::string text;
  llvm::raw_string_ostream(text) << llvm::json::Value(std::move(object));
  ModuleOp module = getOperation();
  NamedAttrList metadata(
      module->getAttrOfType<DictionaryAttr>(onnx::kMetadataAttr));
  metadata.set(onnx::kStateKey, StringAttr::get(&getContext(), text));
  module->setAttr(onnx::kMetadataAttr, metadata.getDictionary(&getContext()));
}
