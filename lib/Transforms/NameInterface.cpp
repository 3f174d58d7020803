//===- NameInterface.cpp - Names of inputs and outputs --------------------===//
//
// See Passes.td. Afterwards the first inputs and outputs have the given names,
// and no other value has one of them.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Transforms/Passes.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/StringMap.h"

namespace torch_onnx {
#define GEN_PASS_DEF_NAMEINTERFACE
#include "torch-onnx/Transforms/Passes.h.inc"
} // namespace torch_onnx

using namespace mlir;
using namespace torch_onnx;

/// Renames `count` arguments or results; `set` sets a name.
static LogicalResult rename(func::FuncOp main, StringRef what,
                            ArrayRef<std::string> names, unsigned count,
                            function_ref<void(unsigned, StringAttr)> set) {
  if (names.size() > count)
    return main.emitError("the model has ")
           << count << " " << what << "s, but " << names.size()
           << " names were given";
  for (auto [i, name] : llvm::enumerate(names))
    set(i, StringAttr::get(main.getContext(), name));
  return success();
}

/// No other input or output may have a name given by the user, because one of
/// the two would be renamed silently. A weight gets another name (UniqueNames).
static LogicalResult checkNames(func::FuncOp main,
                                ArrayRef<std::string> given) {
  llvm::StringMap<std::string> owners;
  auto add = [&](StringAttr name, const Twine &owner) -> LogicalResult {
    if (!name)
      return success();
    auto [it, isNew] = owners.try_emplace(name.getValue(), owner.str());
    if (isNew)
      return success();
    if (!llvm::is_contained(given, name.getValue()))
      return success();
    return main.emitError("the name '") << name.getValue() << "' names both "
                                        << it->second << " and " << owner.str();
  };
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (failed(add(main.getArgAttrOfType<StringAttr>(i, onnx::kNameAttr),
                   "input " + Twine(i))))
      return failure();
  Operation *terminator =
      main.isExternal() ? nullptr : main.front().getTerminator();
  for (unsigned i = 0; i < main.getNumResults(); ++i) {
    auto name = main.getResultAttrOfType<StringAttr>(i, onnx::kNameAttr);
    // A returned input has only one name.
    if (auto argument = terminator
                            ? dyn_cast<BlockArgument>(terminator->getOperand(i))
                            : BlockArgument())
      if (name &&
          name == main.getArgAttr(argument.getArgNumber(), onnx::kNameAttr))
        continue;
    if (failed(add(name, "output " + Twine(i))))
      return failure();
  }
  return success();
}

namespace {
struct NameInterfacePass
    : torch_onnx::impl::NameInterfaceBase<NameInterfacePass> {
  using NameInterfaceBase::NameInterfaceBase;

  void runOnOperation() override {
    if (inputs.empty() && outputs.empty())
      return;
    auto main = getOperation().lookupSymbol<func::FuncOp>(onnx::kEntryName);
    if (!main) {
      getOperation().emitError("the model has no function '@main'");
      return signalPassFailure();
    }
    SmallVector<std::string> given(inputs.begin(), inputs.end());
    unsigned numInputs = given.size();
    given.append(outputs.begin(), outputs.end());
    ArrayRef<std::string> all(given);
    if (failed(rename(main, "input", all.take_front(numInputs),
                      main.getNumArguments(),
                      [&](unsigned i, StringAttr name) {
                        main.setArgAttr(i, onnx::kNameAttr, name);
                      })) ||
        failed(rename(main, "output", all.drop_front(numInputs),
                      main.getNumResults(),
                      [&](unsigned i, StringAttr name) {
                        main.setResultAttr(i, onnx::kNameAttr, name);
                      })) ||
        failed(checkNames(main, given)))
      signalPassFailure();
  }
};
} // namespace
