//===- StringOps.cpp - Strings --------------------------------------------===//
//
// Strings are literals, and functions of strings are evaluated at import. Most
// strings are texts of exceptions.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/ADT/StringExtras.h"
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

/// A handler whose first operands are strings.
template <size_t numStrings, Interpreter::Handler handler>
static Outcome withStrings(NodeCall &call) {
  for (size_t index = 0; index < numStrings; ++index)
    if (!call[index].isA(Kind::String))
      return call.failOperand(index, "a string");
  return handler(call);
}

template <std::string (*function)(StringRef)>
static Outcome mapString(NodeCall &call) {
  return call.give(call.in.makeString(function(call[0].getText())));
}

static std::string lower(StringRef text) { return text.lower(); }
static std::string upper(StringRef text) { return text.upper(); }

static std::string capitalize(StringRef text) {
  std::string result = text.lower();
  if (!result.empty())
    result[0] = llvm::toUpper(result[0]);
  return result;
}

static std::string title(StringRef text) {
  std::string result = text.lower();
  for (size_t i = 0; i < result.size(); ++i)
    if (i == 0 || !llvm::isAlpha(result[i - 1]))
      result[i] = llvm::toUpper(result[i]);
  return result;
}

static std::string swapCase(StringRef text) {
  std::string result = text.str();
  for (char &c : result)
    c = llvm::isUpper(c) ? llvm::toLower(c) : llvm::toUpper(c);
  return result;
}

/// The bounds of a substring. Negative bounds count from the end: an end of -1
/// is after the last letter. Nothing, with a failure, if a bound is dynamic.
static std::optional<std::pair<int64_t, int64_t>> getBounds(NodeCall &call,
                                                            int64_t size) {
  std::optional<int64_t> begin = call.readInt(2);
  std::optional<int64_t> end = begin ? call.readInt(3) : std::nullopt;
  if (!end)
    return std::nullopt;
  return std::pair(*begin < 0 ? std::max<int64_t>(0, size + *begin) : *begin,
                   *end < 0 ? std::max<int64_t>(0, size + *end + 1) : *end);
}

/// startswith and endswith. An end before the begin selects the rest of the
/// text, and a begin after the text raises an exception.
template <bool isEnd> static Outcome testPart(NodeCall &call) {
  StringRef text = call[0].getText();
  auto bounds = getBounds(call, text.size());
  if (!bounds)
    return Outcome::Failed;
  auto [begin, end] = *bounds;
  if (begin > int64_t(text.size()))
    return Outcome::Raised;
  text = text.substr(begin, end < begin ? StringRef::npos : end - begin);
  return call.give(call.in.makeBool(isEnd
                                        ? text.ends_with(call[1].getText())
                                        : text.starts_with(call[1].getText())));
}

/// find, rfind, index and rindex.
template <bool isReverse, bool mustExist>
static Outcome runFind(NodeCall &call) {
  StringRef text = call[0].getText();
  auto bounds = getBounds(call, text.size());
  if (!bounds)
    return Outcome::Failed;
  auto [begin, end] = *bounds;
  if (end > begin && begin > int64_t(text.size()))
    return Outcome::Raised;
  text = end > begin ? text.substr(begin, end - begin) : StringRef();
  size_t at =
      isReverse ? text.rfind(call[1].getText()) : text.find(call[1].getText());
  if (at == StringRef::npos && mustExist)
    return Outcome::Raised;
  return call.give(call.in.makeInt(
      at == StringRef::npos ? -1 : static_cast<int64_t>(at) + begin));
}

Outcome torch_onnx::runStringIndex(NodeCall &call) {
  return withStrings<2, runFind<false, true>>(call);
}

static Outcome runReplace(NodeCall &call) {
  std::optional<int64_t> most = call.readInt(3);
  if (!most)
    return Outcome::Failed;
  StringRef rest = call[0].getText(), old = call[1].getText();
  if (old.empty())
    return call.failOperand(1, "a string that is not empty");
  std::string text;
  for (int64_t i = 0; *most < 0 || i < *most; ++i) {
    auto [head, tail] = rest.split(old);
    if (head.size() == rest.size())
      break;
    text += head;
    text += call[2].getText();
    rest = tail;
  }
  return call.give(call.in.makeString(text + rest));
}

/// center, ljust, rjust and zfill.
static Outcome runPad(NodeCall &call) {
  StringRef kind = call.getKind();
  bool hasLetter = kind != "aten::zfill";
  std::optional<int64_t> width = call.readInt(1);
  StringRef letter = hasLetter ? call[2].getText() : "0";
  if (!width)
    return Outcome::Failed;
  if (letter.size() != 1)
    return Outcome::Raised;
  constexpr int64_t longest = 1 << 20;
  if (*width > longest)
    return call.fail("a string of more than " + Twine(longest) +
                     " letters is not supported");
  StringRef text = call[0].getText();
  int64_t missing = std::max<int64_t>(0, *width - int64_t(text.size()));
  int64_t left = kind == "aten::ljust" ? 0 : missing;
  // For an odd width, the larger half is before the text.
  if (kind == "aten::center")
    left = *width % 2 ? (missing + 1) / 2 : missing / 2;
  return call.give(call.in.makeString(std::string(left, letter[0]) +
                                      text.str() +
                                      std::string(missing - left, letter[0])));
}

static Outcome runExpandTabs(NodeCall &call) {
  std::optional<int64_t> width = call[1].getInt();
  if (!width || *width > 1024)
    return call.failOperand(1, "an int below 1024 that is known at import");
  std::string text;
  for (char c : call[0].getText()) {
    if (c != '\t')
      text += c;
    else if (*width > 0)
      text.append(*width - text.size() % *width, ' ');
  }
  return call.give(call.in.makeString(text));
}

/// partition and rpartition: the text before the separator, the separator, and
/// the text after it. Without a match the whole text is first, or last.
template <bool isReverse> static Outcome runPartition(NodeCall &call) {
  StringRef text = call[0].getText(), separator = call[1].getText();
  size_t at = isReverse ? text.rfind(separator) : text.find(separator);
  if (at == StringRef::npos) {
    at = isReverse ? 0 : text.size();
    separator = "";
  }
  auto make = [&](StringRef part) { return call.in.makeString(part); };
  return call.giveAll({make(text.take_front(at)), make(separator),
                       make(text.drop_front(at + separator.size()))});
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

static Outcome giveTexts(NodeCall &call, ArrayRef<StringRef> texts) {
  std::vector<Item> items;
  for (StringRef text : texts)
    items.push_back(call.in.makeString(text));
  return call.give(
      call.in.makeList(std::move(items), call.in.types.get("str")));
}

/// split and rsplit, with up to `max` splits from one end.
template <bool isReverse> static Outcome runSplit(NodeCall &call) {
  SmallVector<StringRef> parts;
  StringRef rest = call[0].getText();
  // Without a separator, the text is split at runs of white space.
  if (call[1].isNone()) {
    llvm::SplitString(rest, parts, " \t\n\v\f\r");
    return giveTexts(call, parts);
  }
  std::optional<int64_t> most = call[2].getInt();
  if (!call[1].isA(Kind::String) || !most)
    return call.failOperand(most ? 1 : 2, "a literal");
  StringRef separator = call[1].getText();
  if (separator.empty())
    return Outcome::Raised;
  for (int64_t i = 0; *most < 0 || i < *most; ++i) {
    size_t at = isReverse ? rest.rfind(separator) : rest.find(separator);
    if (at == StringRef::npos)
      break;
    StringRef front = rest.take_front(at),
              back = rest.drop_front(at + separator.size());
    parts.push_back(isReverse ? back : front);
    rest = isReverse ? front : back;
  }
  parts.push_back(rest);
  if (isReverse)
    std::reverse(parts.begin(), parts.end());
  return giveTexts(call, parts);
}

/// The end of a line. With `keepends` TorchScript returns the line break as a
/// separate part.
static Outcome runSplitLines(NodeCall &call) {
  std::optional<bool> keepsEnds = call.readBool(1);
  if (!keepsEnds)
    return Outcome::Failed;
  StringRef rest = call[0].getText();
  if (llvm::any_of(rest, [](char c) { return !llvm::isASCII(c); }))
    return call.failOperand(0, "letters of ASCII");
  SmallVector<StringRef> parts;
  size_t at;
  while ((at = rest.find_first_of("\n\r\v\f\x1c\x1d\x1e")) != StringRef::npos) {
    parts.push_back(rest.take_front(at));
    if (*keepsEnds)
      parts.push_back(rest.substr(at, 1));
    rest = rest.drop_front(at + 1);
  }
  if (!rest.empty())
    parts.push_back(rest);
  return giveTexts(call, parts);
}

template <bool (*predicate)(char)> static Outcome testLetters(NodeCall &call) {
  StringRef text = call[0].getText();
  return call.give(
      call.in.makeBool(!text.empty() && llvm::all_of(text, predicate)));
}

static bool isDigit(char c) { return llvm::isDigit(c); }
static bool isAlpha(char c) { return llvm::isAlpha(c); }
static bool isAlnum(char c) { return llvm::isAlnum(c); }
static bool isSpace(char c) { return llvm::isSpace(c); }
static bool isPrintable(char c) {
  return llvm::isAlnum(c) || llvm::isPunct(c) || c == ' ';
}

template <bool (*predicate)(StringRef)>
static Outcome testText(NodeCall &call) {
  return call.give(call.in.makeBool(predicate(call[0].getText())));
}

static bool isUpperText(StringRef text) {
  return llvm::any_of(text, llvm::isAlpha) && text == text.upper();
}
static bool isLowerText(StringRef text) {
  return llvm::any_of(text, llvm::isAlpha) && text == text.lower();
}
static bool isTitleText(StringRef text) {
  return llvm::any_of(text, llvm::isAlpha) && text == title(text);
}
static bool isPrintableText(StringRef text) {
  return llvm::all_of(text, isPrintable);
}
static bool isIdentifier(StringRef text) {
  return !text.empty() && !llvm::isDigit(text.front()) &&
         llvm::all_of(text, isAlnum);
}

/// Counts occurrences that begin within the bounds.
static Outcome countParts(NodeCall &call) {
  StringRef text = call[0].getText(), part = call[1].getText();
  auto bounds = getBounds(call, text.size());
  if (!bounds)
    return Outcome::Failed;
  if (part.empty())
    return call.failOperand(1, "a string that is not empty");
  int64_t count = 0;
  size_t at = bounds->first;
  while ((at = text.find(part, at)) != StringRef::npos &&
         int64_t(at) < bounds->second) {
    ++count;
    at += part.size();
  }
  return call.give(call.in.makeInt(count));
}

Outcome torch_onnx::runStringCount(NodeCall &call) {
  return withStrings<2, countParts>(call);
}

static Outcome runOrd(NodeCall &call) {
  if (call[0].getText().size() != 1)
    return Outcome::Raised;
  return call.give(
      call.in.makeInt(static_cast<uint8_t>(call[0].getText().front())));
}

static std::string character(int64_t number) {
  return number >= 0 && number < 128 ? std::string(1, char(number))
                                     : std::string();
}

template <unsigned radix> static std::string digits(int64_t number) {
  uint64_t magnitude = number < 0 ? -uint64_t(number) : number;
  std::string text = llvm::toString(llvm::APInt(64, magnitude), radix,
                                    /*Signed=*/false);
  StringRef prefix = radix == 16 ? "0x" : radix == 8 ? "0o" : "0b";
  return ((number < 0 ? "-" : "") + prefix + StringRef(text).lower()).str();
}

template <std::string (*function)(int64_t)>
static Outcome writeInt(NodeCall &call) {
  std::optional<int64_t> number = call.readInt(0);
  if (!number)
    return Outcome::Failed;
  std::string text = function(*number);
  if (text.empty())
    return call.failOperand(0, "the number of a letter of ASCII");
  return call.give(call.in.makeString(text));
}

/// strip, lstrip and rstrip of the characters in the second operand.
static Outcome runStrip(NodeCall &call) {
  StringRef text = call[0].getText(), letters = call[1].getText(),
            kind = call.getKind();
  if (kind != "aten::rstrip")
    text = text.ltrim(letters);
  if (kind != "aten::lstrip")
    text = text.rtrim(letters);
  return call.give(call.in.makeString(text));
}

Outcome torch_onnx::runStringSplit(NodeCall &call) {
  return runSplit<false>(call);
}

void torch_onnx::addStringHandlers(HandlerTable &table) {
  table.addAlways("aten::str", runStr);
  table.addAlways("aten::format", runFormat);
  table.addAlways("aten::percentFormat", runPercentFormat);
  table.addAlways("aten::lower", withStrings<1, mapString<lower>>);
  table.addAlways("aten::upper", withStrings<1, mapString<upper>>);
  table.addAlways("aten::strip", withStrings<2, runStrip>);
  table.addAlways("aten::lstrip", withStrings<2, runStrip>);
  table.addAlways("aten::rstrip", withStrings<2, runStrip>);
  table.addAlways("aten::isdigit", withStrings<1, testLetters<isDigit>>);
  table.addAlways("aten::isnumeric", withStrings<1, testLetters<isDigit>>);
  table.addAlways("aten::isdecimal", withStrings<1, testLetters<isDigit>>);
  table.addAlways("aten::isalpha", withStrings<1, testLetters<isAlpha>>);
  table.addAlways("aten::isalnum", withStrings<1, testLetters<isAlnum>>);
  table.addAlways("aten::isspace", withStrings<1, testLetters<isSpace>>);
  table.addAlways("aten::isprintable",
                  withStrings<1, testText<isPrintableText>>);
  table.addAlways("aten::isupper", withStrings<1, testText<isUpperText>>);
  table.addAlways("aten::islower", withStrings<1, testText<isLowerText>>);
  table.addAlways("aten::istitle", withStrings<1, testText<isTitleText>>);
  table.addAlways("aten::isidentifier", withStrings<1, testText<isIdentifier>>);
  table.addAlways("aten::capitalize", withStrings<1, mapString<capitalize>>);
  table.addAlways("aten::title", withStrings<1, mapString<title>>);
  table.addAlways("aten::swapcase", withStrings<1, mapString<swapCase>>);
  table.addAlways("aten::startswith", withStrings<2, testPart<false>>);
  table.addAlways("aten::endswith", withStrings<2, testPart<true>>);
  table.addAlways("aten::center", withStrings<1, runPad>);
  table.addAlways("aten::ljust", withStrings<1, runPad>);
  table.addAlways("aten::rjust", withStrings<1, runPad>);
  table.addAlways("aten::zfill", withStrings<1, runPad>);
  table.addAlways("aten::expandtabs", withStrings<1, runExpandTabs>);
  table.addAlways("aten::partition", withStrings<2, runPartition<false>>);
  table.addAlways("aten::rpartition", withStrings<2, runPartition<true>>);
  table.addAlways("aten::rsplit", withStrings<1, runSplit<true>>);
  table.addAlways("aten::splitlines", withStrings<1, runSplitLines>);
  table.addAlways("aten::ord", withStrings<1, runOrd>);
  table.addAlways("aten::chr", writeInt<character>);
  table.addAlways("aten::hex", writeInt<digits<16>>);
  table.addAlways("aten::oct", writeInt<digits<8>>);
  table.addAlways("aten::bin", writeInt<digits<2>>);
  table.addAlways("aten::replace", withStrings<3, runReplace>);
  table.addAlways("aten::join", runJoin);
  table.addAlways("aten::find", withStrings<2, runFind<false, false>>);
  table.addAlways("aten::rfind", withStrings<2, runFind<true, false>>);
  table.addAlways("aten::rindex", withStrings<2, runFind<true, true>>);
}
