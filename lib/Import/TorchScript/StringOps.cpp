//===- StringOps.cpp - Strings --------------------------------------------===//
//
// Strings are literals: a program computes them of others, mostly for the texts
// of exceptions.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// As str() has it; a text that is only in a message need not be exact.
static std::string print(Interpreter &in, const Item &item) {
  if (item.isA(Kind::String) || item.isA(Kind::Device))
    return item.getText().str();
  if (item.isNone())
    return "None";
  if (std::optional<bool> truth = item.getBool())
    return *truth ? "True" : "False";
  if (std::optional<int64_t> integer = item.getInt())
    return std::to_string(*integer);
  if (std::optional<double> number = item.getFloat()) {
    std::string text;
    llvm::raw_string_ostream(text) << llvm::format("%g", *number);
    return StringRef(text).find_first_not_of("-0123456789") == StringRef::npos
               ? text + ".0"
               : text;
  }
  if (std::optional<std::vector<Item>> items = in.getItems(item)) {
    std::string text;
    for (const Item &element : *items)
      text += (text.empty() ? "" : ", ") + print(in, element);
    return item.isA(Kind::Tuple) ? "(" + text + ")" : "[" + text + "]";
  }
  return "<" + item.describe() + ">";
}

static Outcome runStr(NodeCall &call) {
  return call.give(call.in.makeString(print(call.in, call[0])));
}

/// "{} and {}".format(...)
static Outcome runFormat(NodeCall &call) {
  std::string text;
  StringRef rest = call[0].getText();
  size_t next = 1;
  while (!rest.empty()) {
    auto [literal, after] = rest.split("{}");
    text += literal;
    if (literal.size() == rest.size())
      break;
    text += print(call.in, call[next++]);
    rest = after;
  }
  return call.give(call.in.makeString(text));
}

/// "..." % (...): the conversions d, s and f without flags.
static Outcome runPercentFormat(NodeCall &call) {
  std::string text;
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
    if (format[i] != '%' || i + 1 == format.size()) {
      text += format[i];
      continue;
    }
    ++i;
    text += format[i] == '%'      ? std::string("%")
            : next < items.size() ? print(call.in, items[next++])
                                  : std::string();
  }
  return call.give(call.in.makeString(text));
}

static Outcome requireString(NodeCall &call, size_t index) {
  return call[index].isA(Kind::String) ? Outcome::Done
                                       : call.failOperand(index, "a string");
}

template <std::string (*function)(StringRef)>
static Outcome mapString(NodeCall &call) {
  if (Outcome outcome = requireString(call, 0); outcome != Outcome::Done)
    return outcome;
  return call.give(call.in.makeString(function(call[0].getText())));
}

template <bool (*predicate)(StringRef, StringRef)>
static Outcome testStrings(NodeCall &call) {
  for (size_t index : {0, 1})
    if (Outcome outcome = requireString(call, index); outcome != Outcome::Done)
      return outcome;
  return call.give(
      call.in.makeBool(predicate(call[0].getText(), call[1].getText())));
}

static std::string lower(StringRef text) { return text.lower(); }
static std::string upper(StringRef text) { return text.upper(); }
static bool startsWith(StringRef text, StringRef part) {
  return text.starts_with(part);
}
static bool endsWith(StringRef text, StringRef part) {
  return text.ends_with(part);
}

static Outcome runReplace(NodeCall &call) {
  for (size_t index : {0, 1, 2})
    if (Outcome outcome = requireString(call, index); outcome != Outcome::Done)
      return outcome;
  StringRef rest = call[0].getText(), old = call[1].getText();
  if (old.empty())
    return call.failOperand(1, "a string that is not empty");
  std::string text;
  while (true) {
    auto [head, tail] = rest.split(old);
    text += head;
    if (head.size() == rest.size())
      break;
    text += call[2].getText();
    rest = tail;
  }
  return call.give(call.in.makeString(text));
}

static Outcome runJoin(NodeCall &call) {
  std::optional<std::vector<Item>> items = call.in.getItems(call[1]);
  if (!items)
    return call.failOperand(1, "a list of strings");
  std::string text;
  for (auto [index, item] : llvm::enumerate(*items)) {
    if (index > 0)
      text += call[0].getText();
    text += item.getText();
  }
  return call.give(call.in.makeString(text));
}

static Outcome runSplit(NodeCall &call) {
  if (Outcome outcome = requireString(call, 0); outcome != Outcome::Done)
    return outcome;
  SmallVector<StringRef> parts;
  // Without a separator, at runs of white space.
  if (call[1].isA(Kind::String))
    call[0].getText().split(parts, call[1].getText());
  else
    llvm::SplitString(call[0].getText(), parts, " \t\n\v\f\r");
  std::vector<Item> items;
  for (StringRef part : parts)
    items.push_back(call.in.makeString(part));
  return call.give(
      call.in.makeList(std::move(items), call.in.types.get("str")));
}

template <bool (*predicate)(char)> static Outcome testLetters(NodeCall &call) {
  if (Outcome outcome = requireString(call, 0); outcome != Outcome::Done)
    return outcome;
  StringRef text = call[0].getText();
  return call.give(
      call.in.makeBool(!text.empty() && llvm::all_of(text, predicate)));
}

static bool isDigit(char c) { return llvm::isDigit(c); }
static bool isAlpha(char c) { return llvm::isAlpha(c); }
static bool isAlnum(char c) { return llvm::isAlnum(c); }
static bool isSpace(char c) { return llvm::isSpace(c); }

Outcome torch_onnx::runStringCount(NodeCall &call) {
  for (size_t index : {0, 1})
    if (Outcome outcome = requireString(call, index); outcome != Outcome::Done)
      return outcome;
  return call.give(call.in.makeInt(call[0].getText().count(call[1].getText())));
}

/// strip, lstrip and rstrip of the characters in the second operand.
static Outcome runStrip(NodeCall &call) {
  for (size_t index : {0, 1})
    if (Outcome outcome = requireString(call, index); outcome != Outcome::Done)
      return outcome;
  StringRef text = call[0].getText(), letters = call[1].getText(),
            kind = call.getKind();
  if (kind != "aten::rstrip")
    text = text.ltrim(letters);
  if (kind != "aten::lstrip")
    text = text.rtrim(letters);
  return call.give(call.in.makeString(text));
}

static Outcome runFind(NodeCall &call) {
  for (size_t index : {0, 1})
    if (Outcome outcome = requireString(call, index); outcome != Outcome::Done)
      return outcome;
  size_t at = call[0].getText().find(call[1].getText());
  return call.give(
      call.in.makeInt(at == StringRef::npos ? -1 : static_cast<int64_t>(at)));
}

void torch_onnx::addStringHandlers(HandlerTable &table) {
  auto add = [&](StringRef kind, Interpreter::Handler handler) {
    table.add(kind, handler, /*isAlways=*/true);
  };
  add("aten::str", runStr);
  add("aten::format", runFormat);
  add("aten::percentFormat", runPercentFormat);
  add("aten::lower", mapString<lower>);
  add("aten::upper", mapString<upper>);
  add("aten::strip", runStrip);
  add("aten::lstrip", runStrip);
  add("aten::rstrip", runStrip);
  add("aten::isdigit", testLetters<isDigit>);
  add("aten::isnumeric", testLetters<isDigit>);
  add("aten::isdecimal", testLetters<isDigit>);
  add("aten::isalpha", testLetters<isAlpha>);
  add("aten::isalnum", testLetters<isAlnum>);
  add("aten::isspace", testLetters<isSpace>);
  add("aten::startswith", testStrings<startsWith>);
  add("aten::endswith", testStrings<endsWith>);
  add("aten::replace", runReplace);
  add("aten::join", runJoin);
  add("aten::find", runFind);
  // Tensors have operators of this name as well.
  table.add("aten::split", runSplit);
}
