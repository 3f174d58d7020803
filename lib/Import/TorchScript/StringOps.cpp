//===- StringOps.cpp - Strings --------------------------------------------===//
//
// Strings are literals, and functions of strings are evaluated at import, by
// LibTorch where all operands are literals. Most strings are texts of
// exceptions, which may have parts that are known only at run time.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/Support/Format.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// Prints a float like TorchScript: 17 digits, and a point after a whole
/// number.
static std::string printFloat(double number) {
  if (std::isnan(number))
    return "nan";
  if (std::isinf(number))
    return number < 0 ? "-inf" : "inf";
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.17g", number);
  return StringRef(text).find_first_not_of("-0123456789") == StringRef::npos
             ? text + "."
             : text;
}

/// Prints an item like str(). A dynamic part of the text sets `isOpen`.
static std::string print(Interpreter &in, const Item &item, bool &isOpen) {
  if (item.isA(Kind::String) || item.isA(Kind::Device))
    return item.getText().str();
  if (item.isNone())
    return "None";
  if (std::optional<bool> truth = item.getBool())
    return *truth ? "True" : "False";
  if (std::optional<int64_t> integer = item.getInt())
    return std::to_string(*integer);
  if (std::optional<double> number = item.getFloat())
    return printFloat(*number);
  // Strings within containers are quoted.
  auto printElement = [&](const Item &element) {
    std::string text = print(in, element, isOpen);
    return element.isA(Kind::String) ? "'" + text + "'" : text;
  };
  if (std::optional<std::vector<Item>> items = in.getItems(item)) {
    std::string text;
    for (const Item &element : *items)
      text += (text.empty() ? "" : ", ") + printElement(element);
    if (item.isA(Kind::Tuple))
      return "(" + text + (items->size() == 1 ? ",)" : ")");
    return "[" + text + "]";
  }
  isOpen = true;
  return "<" + item.describe() + ">";
}

/// Sets a text as the result. An open text may only be used for an exception or
/// a warning.
static Outcome giveText(NodeCall &call, const Twine &text, bool isOpen) {
  return call.give(isOpen ? Item::conflict(call.in.b.getStringAttr(
                                "the text of '" + call.getKind() + "' (" +
                                text + ") is known only at run time"))
                          : call.in.makeString(text));
}

static Outcome runStr(NodeCall &call) {
  bool isOpen = false;
  std::string text = print(call.in, call[0], isOpen);
  return giveText(call, text, isOpen);
}

/// "{} and {}".format(...)
static Outcome runFormat(NodeCall &call) {
  std::string text;
  bool isOpen = !call[0].isA(Kind::String);
  StringRef rest = call[0].getText();
  size_t next = 1;
  while (!rest.empty()) {
    auto [literal, after] = rest.split("{}");
    text += literal;
    if (literal.size() == rest.size())
      break;
    if (next == call.size())
      return Outcome::Raised;
    text += print(call.in, call[next++], isOpen);
    rest = after;
  }
  return giveText(call, text, isOpen);
}

/// "..." % (...), with the conversions that TorchScript supports.
static Outcome runPercentFormat(NodeCall &call) {
  std::string text;
  bool isOpen = !call[0].isA(Kind::String);
  StringRef format = call[0].getText();
  std::vector<Item> items;
  for (size_t i = 1; i < call.size(); ++i) {
    if (call[i].isA(Kind::Tuple))
      llvm::append_range(items, call[i].getElements());
    else
      items.push_back(call[i]);
  }
  size_t next = 0;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%') {
      text += format[i];
      continue;
    }
    if (++i == format.size())
      return Outcome::Raised;
    if (format[i] == '%') {
      text += '%';
      continue;
    }
    if (next == items.size())
      return Outcome::Raised;
    const Item &item = items[next++];
    std::optional<int64_t> integer = item.getInt();
    if (format[i] == 's' ||
        ((format[i] == 'd' || format[i] == 'i') && integer)) {
      text += print(call.in, item, isOpen);
      continue;
    }
    text += "<" + item.describe() + ">";
    isOpen = true;
  }
  return giveText(call, text, isOpen);
}

static Outcome runJoin(NodeCall &call) {
  std::optional<std::vector<Item>> items = call.in.getItems(call[1]);
  if (!items)
    return call.failOperand(1, "a list of strings");
  std::string text;
  bool isOpen = !call[0].isA(Kind::String);
  for (auto [index, item] : llvm::enumerate(*items)) {
    if (index > 0)
      text += call[0].getText();
    text += item.getText();
    isOpen |= !item.isA(Kind::String);
  }
  return giveText(call, text, isOpen);
}

//===----------------------------------------------------------------------===//
// Functions that LibTorch evaluates
//===----------------------------------------------------------------------===//

/// A literal as plain data; nothing for other items.
static std::optional<libtorch::Value> getPlain(const Item &item) {
  using libtorch::Tag;
  libtorch::Value value;
  if (item.isA(Kind::String)) {
    value.tag = Tag::String;
    value.text = item.getText().data();
    value.size = item.getText().size();
  } else if (std::optional<int64_t> integer = item.getInt()) {
    value.tag = item.getBool() ? Tag::Bool : Tag::Int;
    value.integer = *integer;
  } else if (std::optional<double> number = item.getFloat()) {
    value.tag = Tag::Double;
    value.real = *number;
  } else if (!item.isNone()) {
    return std::nullopt;
  }
  return value;
}

Outcome torch_onnx::runLiterals(NodeCall &call) {
  Interpreter &in = call.in;
  std::vector<libtorch::Value> arguments;
  for (size_t i = 0; i < call.size(); ++i) {
    std::optional<libtorch::Value> value = getPlain(call[i]);
    if (!value)
      return call.failOperand(i, "a literal");
    arguments.push_back(*value);
  }
  std::optional<std::vector<Item>> results =
      in.evaluate(call.getTarget(), arguments);
  if (!results)
    return Outcome::Raised;
  for (auto [index, result] : llvm::enumerate(*results))
    if (result.isA(Kind::List))
      result = in.makeList(*in.getItems(result),
                           call.getResultType(index)->elements[0]);
  return call.giveAll(*results);
}

std::optional<Outcome> torch_onnx::runIfLiterals(NodeCall &call) {
  if (!llvm::all_of(call.getOperands(), getPlain))
    return std::nullopt;
  return runLiterals(call);
}

Outcome torch_onnx::runSearch(NodeCall &call) {
  return call[1].isA(Kind::String) && call[1].getText().empty()
             ? call.failOperand(1, "a string that is not empty")
             : runLiterals(call);
}

void torch_onnx::addStringHandlers(HandlerTable &table) {
  table.addAlways("aten::str", runStr);
  table.addAlways("aten::format", runFormat);
  table.addAlways("aten::percentFormat", runPercentFormat);
  table.addAlways("aten::join", runJoin);
  table.addAlways("aten::replace", runSearch);
  table.addAlways("aten::rsplit", runSearch);
  // The results have as many letters as the operand says, or more.
  for (StringRef kind :
       {"aten::center", "aten::ljust", "aten::rjust", "aten::zfill"})
    table.addAlways(kind, runBounded<1, 1 << 20>);
  table.addAlways("aten::expandtabs", runBounded<1, 1024>);
  for (StringRef kind :
       {"aten::bin",        "aten::capitalize",   "aten::chr",
        "aten::endswith",   "aten::find",         "aten::hex",
        "aten::isalnum",    "aten::isalpha",      "aten::isdecimal",
        "aten::isdigit",    "aten::isidentifier", "aten::islower",
        "aten::isnumeric",  "aten::isprintable",  "aten::isspace",
        "aten::istitle",    "aten::isupper",      "aten::lower",
        "aten::lstrip",     "aten::oct",          "aten::ord",
        "aten::partition",  "aten::rfind",        "aten::rindex",
        "aten::rpartition", "aten::rstrip",       "aten::splitlines",
        "aten::startswith", "aten::strip",        "aten::swapcase",
        "aten::title",      "aten::upper"})
    table.addAlways(kind, runLiterals);
}
