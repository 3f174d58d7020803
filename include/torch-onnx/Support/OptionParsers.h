//===- OptionParsers.h - Parsers of command-line options --------*- C++ -*-===//
//
// Strict parsers for llvm::cl, which can report a wrong value instead of
// printing an error.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_SUPPORT_OPTIONPARSERS_H
#define TORCH_ONNX_SUPPORT_OPTIONPARSERS_H

#include "torch-onnx/Support/Choices.h"

namespace torch_onnx {

/// Reports a wrong value of an option, and returns true. The report goes to
/// stderr as in LLVM, or to the active OptionErrors.
bool failOption(llvm::cl::Option &option, const llvm::Twine &message);

/// Captures wrong values of the options of this file during its lifetime,
/// instead of printing them. Not nestable.
class OptionErrors {
public:
  OptionErrors();
  ~OptionErrors();
  OptionErrors(const OptionErrors &) = delete;
  OptionErrors &operator=(const OptionErrors &) = delete;

  /// The first error; empty if there was none.
  std::string message;
};

/// Parses a decimal number. LLVM's parser reads "021" as octal and cannot be
/// overridden.
template <typename T>
class DecimalParser : public llvm::cl::generic_parser_base {
public:
  using parser_data_type = T;
  using generic_parser_base::generic_parser_base;

  /// True on error.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef text,
             T &value) {
    return text.getAsInteger(10, value) &&
           failOption(option, "'" + text +
                                  "' is not a decimal number, or is "
                                  "out of range");
  }

  // No values are enumerated, so --help shows the option like other numbers.
  unsigned getNumOptions() const override { return 0; }
  llvm::StringRef getOption(unsigned) const override { return {}; }
  llvm::StringRef getDescription(unsigned) const override { return {}; }
  const llvm::cl::GenericOptionValue &getOptionValue(unsigned) const override {
    llvm_unreachable("there are no values");
  }
  size_t getOptionWidth(const llvm::cl::Option &option) const override {
    return getOther(option).getOptionWidth(option);
  }
  void printOptionInfo(const llvm::cl::Option &option,
                       size_t width) const override {
    getOther(option).printOptionInfo(option, width);
  }

private:
  static llvm::cl::parser<T> getOther(const llvm::cl::Option &option) {
    return llvm::cl::parser<T>(const_cast<llvm::cl::Option &>(option));
  }
};

/// The value of a pass option in decimal digits. Options declared in TableGen
/// cannot name a parser, so this type selects it.
struct Decimal {
  Decimal(int64_t number = 0) : number(number) {}
  operator int64_t() const { return number; }

  int64_t number;
};

inline llvm::raw_ostream &operator<<(llvm::raw_ostream &os,
                                     const Decimal &value) {
  return os << value.number;
}

/// A switch, with the value true or false or without a value.
class SwitchParser : public llvm::cl::parser<bool> {
public:
  using parser::parser;

  /// True on error.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef text,
             bool &value) {
    value = text.empty() || text == "1" || text.equals_insensitive("true");
    return !value && text != "0" && !text.equals_insensitive("false") &&
           failOption(option, "'" + text + "' is neither true nor false");
  }
};

/// The name of an enumerated value.
template <typename EnumT> class NameParser : public llvm::cl::parser<EnumT> {
public:
  using llvm::cl::parser<EnumT>::parser;

  /// True on error.
  bool parse(llvm::cl::Option &option, llvm::StringRef, llvm::StringRef name,
             EnumT &value) {
    std::string names;
    for (const Choice<EnumT> &choice : getChoices<EnumT>()) {
      if (choice.name == name) {
        value = choice.value;
        return false;
      }
      names += (names.empty() ? "'" : ", '") + choice.name.str() + "'";
    }
    return failOption(option, "'" + name + "' is none of " + names);
  }
};

} // namespace torch_onnx

template <>
class llvm::cl::parser<torch_onnx::Decimal>
    : public llvm::cl::basic_parser<torch_onnx::Decimal> {
public:
  using basic_parser::basic_parser;

  /// True on error.
  bool parse(Option &option, StringRef name, StringRef text,
             torch_onnx::Decimal &value) {
    return torch_onnx::DecimalParser<int64_t>(option).parse(option, name, text,
                                                            value.number);
  }
  StringRef getValueName() const override { return "number"; }
  void printOptionDiff(const Option &option, const torch_onnx::Decimal &,
                       const OptVal &, size_t width) const {
    printOptionNoValue(option, width);
  }
};

#endif // TORCH_ONNX_SUPPORT_OPTIONPARSERS_H
