//===- Choices.h - Options that are one of a few ----------------*- C++ -*-===//
//
// The settings that command lines, pipelines and passes share, each with the
// names that all of them take. An option of one of these types knows its names,
//
//   cl::opt<Mutations> mutations{"mutations", cl::init(Mutations::Drop)};
//
// and refuses others, saying which there are.
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

/// The opsets that can be produced. Before 9 there is no Where, NonZero or
/// ConstantOfShape, without which hardly a program can be said; after 26 there
/// is no released opset that the dialect is written for.
inline constexpr int64_t kOldestOpset = 9;
inline constexpr int64_t kNewestOpset = 26;

/// What a model is to run on.
enum class TargetRuntime {
  /// ONNX Runtime's CPU provider. The model is standard ONNX all the same.
  ORT,
  /// A runtime that has a kernel for every type of the standard.
  ONNX,
};

/// Where the bytes of the initializers go.
enum class WeightsMode {
  /// Into the model while the whole stays below 2 GB (protobuf's limit), else
  /// as External.
  Auto,
  /// Into the model; an error from 2 GB on.
  Inline,
  /// Into one file `MODEL.onnx.data` beside the model (see DataName).
  External,
  /// Nowhere: the model points into the files that hold them, which must be in
  /// the folder of the model or below it. What is not there as one contiguous
  /// piece is treated as by Auto.
  Reference,
  /// Nowhere: parameters and buffers are inputs (torch-lift-weights). What is a
  /// constant nevertheless is treated as by Auto.
  None,
};

/// What becomes of new values of buffers and inputs.
enum class Mutations { Drop, Outputs, State, Error };

/// What becomes of an operator without a lowering.
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
  /// Those in memory order.
  Contiguous,
  None,
};

/// Fourier transforms that become ONNX's DFT; the others are matrix products.
enum class DftUse {
  Never,
  /// Those that ONNX Runtime's DFT computes exactly.
  PowersOfTwo,
  Always,
};

/// What becomes a function of the model.
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

/// The parser of llvm::cl, passes and pipelines for these options: it knows all
/// names, and says them where another one is given.
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
