//===- Choices.h - Options with enumerated values ---------------*- C++ -*-===//
//
// The settings that command lines, pipelines and passes share, with one set of
// names for their values. An option of one of these types accepts these names,
//
//   cl::opt<Mutations> mutations{"mutations", cl::init(Mutations::Drop)};
//
// and its error message for any other text lists them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_CHOICES_H
#define TORCH_ONNX_SUPPORT_CHOICES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstdint>
#include <string>

namespace torch_onnx {

/// The opsets that can be produced. Opset 8 lacks Where, NonZero and
/// ConstantOfShape, which most programs need. 26 is the last released opset
/// that the dialect supports.
inline constexpr int64_t kOldestOpset = 9;
inline constexpr int64_t kNewestOpset = 26;

/// The runtime that the model is made for.
enum class TargetRuntime {
  /// ONNX Runtime's CPU provider. The model is still standard ONNX.
  ORT,
  /// A runtime with a kernel for every type of the standard.
  ONNX,
};

/// Where the bytes of the initializers go.
enum class WeightsMode {
  /// Into the model if it stays below 2 GB (protobuf's limit), else as
  /// External.
  Auto,
  /// Into the model; an error from 2 GB on.
  Inline,
  /// Into one file `MODEL.onnx.data` beside the model (see DataName).
  External,
  /// Nowhere: the model refers to the files that hold the weights, which must
  /// be in the folder of the model or below it. A weight that is not contiguous
  /// in such a file is treated as by Auto.
  Reference,
  /// Nowhere: parameters and buffers are inputs (torch-lift-weights). The
  /// remaining constants are treated as by Auto.
  None,
};

/// How new values of buffers and inputs are exported.
enum class Mutations { Drop, Outputs, State, Error };

/// How an operator without a lowering is handled.
enum class Unsupported {
  Error,
  /// A node of the domain pkg.torch.ops.
  Keep,
};

/// When constants are evaluated with LibTorch.
enum class LibTorchUse { Auto, Always, Never };

/// Views of weights that are folded into their strides.
enum class WeightViews {
  Any,
  /// Only views in memory order.
  Contiguous,
  None,
};

/// The Fourier transforms that become ONNX's DFT; the others become matrix
/// products.
enum class DftUse {
  Never,
  /// Only transforms that ONNX Runtime's DFT computes exactly.
  PowersOfTwo,
  Always,
};

/// The parts of the program that become model-local functions.
enum class FunctionsMode {
  None,
  /// The calls of modules (onnx-outline-functions).
  Modules,
  /// Repeated parts, found without modules (the same pass with `blocks`).
  Blocks,
};

template <typename EnumT> struct Choice {
  EnumT value;
  llvm::StringLiteral name, description;
};

/// The values of an enum above, with their names, in the order of `--help`.
template <typename EnumT> llvm::ArrayRef<Choice<EnumT>> getChoices();
template <> llvm::ArrayRef<Choice<TargetRuntime>> getChoices();
template <> llvm::ArrayRef<Choice<WeightsMode>> getChoices();
template <> llvm::ArrayRef<Choice<Mutations>> getChoices();
template <> llvm::ArrayRef<Choice<Unsupported>> getChoices();
template <> llvm::ArrayRef<Choice<LibTorchUse>> getChoices();
template <> llvm::ArrayRef<Choice<WeightViews>> getChoices();
template <> llvm::ArrayRef<Choice<DftUse>> getChoices();
template <> llvm::ArrayRef<Choice<FunctionsMode>> getChoices();

/// The name of a value on the command line.
template <typename EnumT> llvm::StringRef getChoiceName(EnumT value) {
  for (const Choice<EnumT> &choice : getChoices<EnumT>())
    if (choice.value == value)
      return choice.name;
  llvm_unreachable("every value has a name");
}

/// A parser of these options for llvm::cl, passes and pipelines. Its error
/// message lists all names.
template <typename EnumT>
class ChoiceParser : public llvm::cl::generic_parser_base {
public:
  using parser_data_type = EnumT;

  explicit ChoiceParser(llvm::cl::Option &option)
      : generic_parser_base(option) {
    for (const Choice<EnumT> &choice : getChoices<EnumT>())
      Values.push_back({choice.name, choice.description, choice.value});
  }

  unsigned getNumOptions() const override { return Values.size(); }
  llvm::StringRef getOption(unsigned n) const override {
    return Values[n].Name;
  }
  llvm::StringRef getDescription(unsigned n) const override {
    return Values[n].HelpStr;
  }
  const llvm::cl::GenericOptionValue &
  getOptionValue(unsigned n) const override {
    return Values[n].V;
  }

  /// True on error.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef name,
             EnumT &value) {
    std::string names;
    for (const Info &info : Values) {
      if (info.Name == name) {
        value = info.V.getValue();
        return false;
      }
      names += (names.empty() ? "'" : ", '") + info.Name.str() + "'";
    }
    return option.error("'" + name + "' is none of " + names);
  }

protected:
  struct Info {
    llvm::StringRef Name, HelpStr;
    llvm::cl::OptionValue<EnumT> V;
  };
  // The names are those that mlir::PassOptions looks for.
  llvm::SmallVector<Info> Values;
};

} // namespace torch_onnx

#define CHOICE_PARSER(ENUM)                                                    \
  template <>                                                                  \
  class llvm::cl::parser<torch_onnx::ENUM>                                     \
      : public torch_onnx::ChoiceParser<torch_onnx::ENUM> {                    \
  public:                                                                      \
    using ChoiceParser::ChoiceParser;                                          \
  };
CHOICE_PARSER(TargetRuntime)
CHOICE_PARSER(WeightsMode)
CHOICE_PARSER(Mutations)
CHOICE_PARSER(Unsupported)
CHOICE_PARSER(LibTorchUse)
CHOICE_PARSER(WeightViews)
CHOICE_PARSER(DftUse)
CHOICE_PARSER(FunctionsMode)
#undef CHOICE_PARSER

#endif // TORCH_ONNX_SUPPORT_CHOICES_H
