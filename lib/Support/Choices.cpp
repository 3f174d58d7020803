//===- Choices.cpp - Options with enumerated values -----------------------===//
//
// See Choices.h. All names of the values are declared here.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Support/OptionParsers.h"

using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Wrong values
//===----------------------------------------------------------------------===//

static thread_local OptionErrors *currentErrors = nullptr;

OptionErrors::OptionErrors() { currentErrors = this; }
OptionErrors::~OptionErrors() { currentErrors = nullptr; }

bool torch_onnx::failOption(llvm::cl::Option &option,
                            const llvm::Twine &message) {
  if (!currentErrors)
    return option.error(message);
  llvm::StringRef dashes = option.ArgStr.size() == 1 ? "-" : "--";
  if (currentErrors->message.empty())
    currentErrors->message = (dashes + option.ArgStr + ": " + message).str();
  return true;
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

template <> llvm::ArrayRef<Choice<TargetRuntime>> torch_onnx::getChoices() {
  static constexpr Choice<TargetRuntime> kChoices[] = {
      {TargetRuntime::ORT, "ort",
       "ONNX Runtime's CPU provider; the model is standard ONNX"},
      {TargetRuntime::ONNX, "onnx",
       "runtimes with a kernel for every type of the standard"},
  };
  return kChoices;
}

template <> llvm::ArrayRef<Choice<WeightsMode>> torch_onnx::getChoices() {
  static constexpr Choice<WeightsMode> kChoices[] = {
      {WeightsMode::Auto, "auto",
       "into the model below 2 GB, else as external"},
      {WeightsMode::Inline, "inline", "into the model"},
      {WeightsMode::External, "external", "into one file beside the model"},
      {WeightsMode::Reference, "reference",
       "nowhere: the result refers to the bytes in MODEL"},
      {WeightsMode::None, "none", "nowhere: parameters and buffers are inputs"},
  };
  return kChoices;
}

template <> llvm::ArrayRef<Choice<Mutations>> torch_onnx::getChoices() {
  static constexpr Choice<Mutations> kChoices[] = {
      {Mutations::Drop, "drop", "left out, with a warning"},
      {Mutations::Outputs, "outputs", "additional outputs NAME.updated"},
      {Mutations::State, "state",
       "additional inputs NAME and outputs NAME.updated"},
      {Mutations::Error, "error", "an error"},
  };
  return kChoices;
}

template <> llvm::ArrayRef<Choice<Unsupported>> torch_onnx::getChoices() {
  static constexpr Choice<Unsupported> kChoices[] = {
      {Unsupported::Error, "error", "an error that names all such operators"},
      {Unsupported::Keep, "keep", "nodes of the domain pkg.torch.ops"},
  };
  return kChoices;
}

template <> llvm::ArrayRef<Choice<LibTorchUse>> torch_onnx::getChoices() {
  static constexpr Choice<LibTorchUse> kChoices[] = {
      {LibTorchUse::Auto, "auto",
       "only for operators that the pass cannot evaluate"},
      {LibTorchUse::Always, "always",
       "for all operators that LibTorch can evaluate"},
      {LibTorchUse::Never, "never", "LibTorch is not loaded"},
  };
  return kChoices;
}

template <> llvm::ArrayRef<Choice<WeightViews>> torch_onnx::getChoices() {
  static constexpr Choice<WeightViews> kChoices[] = {
      {WeightViews::Any, "any", "all"},
      {WeightViews::Contiguous, "contiguous", "views in memory order"},
      {WeightViews::None, "none", "none"},
  };
  return kChoices;
}

template <> llvm::ArrayRef<Choice<DftUse>> torch_onnx::getChoices() {
  static constexpr Choice<DftUse> kChoices[] = {
      {DftUse::Never, "never", "none"},
      {DftUse::PowersOfTwo, "powers-of-two",
       "transforms whose size is a constant power of two"},
      {DftUse::Always, "always", "all"}};
  return kChoices;
}

template <> llvm::ArrayRef<Choice<FunctionsMode>> torch_onnx::getChoices() {
  static constexpr Choice<FunctionsMode> kChoices[] = {
      {FunctionsMode::None, "none", "nothing"},
      {FunctionsMode::Modules, "modules",
       "modules; calls of equal modules share a function"},
      {FunctionsMode::Blocks, "blocks",
       "repeated parts of the graph, independent of modules"},
  };
  return kChoices;
}
