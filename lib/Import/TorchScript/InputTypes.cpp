//===- InputTypes.cpp - Textual types of inputs ---------------------------===//
//
// See InputTypes.h. MLIR's parser is not used: its tensor types have no names
// for sizes, and its errors are about MLIR.
//
//===----------------------------------------------------------------------===//

#include "InputTypes.h"

#include "torch-onnx/Import/Support/ElementTypes.h"
#include "torch-onnx/Import/TorchScript.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <charconv>
#include <cmath>
#include <limits>

using namespace mlir;
using namespace torch_onnx;
using Kind = InputType::Kind;

static constexpr unsigned maxDepth = 32;
static constexpr size_t maxRank = 64;

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
struct ElementTypeName {
  StringLiteral name, dtype;
};
} // namespace

static constexpr ElementTypeName elementTypes[] = {
    {"f16", "float16"},
    {"bf16", "bfloat16"},
    {"f32", "float32"},
    {"f64", "float64"},
    {"f8E4M3FN", "float8_e4m3fn"},
    {"f8E4M3FNUZ", "float8_e4m3fnuz"},
    {"f8E5M2", "float8_e5m2"},
    {"f8E5M2FNUZ", "float8_e5m2fnuz"},
    {"i1", "bool"},
    {"i8", "int8"},
    {"i16", "int16"},
    {"i32", "int32"},
    {"i64", "int64"},
    {"ui8", "uint8"},
    {"ui16", "uint16"},
    {"ui32", "uint32"},
    {"ui64", "uint64"},
    {"complex<f32>", "complex64"},
    {"complex<f64>", "complex128"},
};

static const ElementTypeName *findElementType(StringRef name) {
  const auto *it =
      llvm::find_if(elementTypes, [&](const ElementTypeName &type) {
        return type.name == name;
      });
  return it == std::end(elementTypes) ? nullptr : it;
}

Type InputType::getElementType(MLIRContext *ctx) const {
  const ElementTypeName *type = findElementType(elementType);
  return type ? torch_onnx::getElementType(type->dtype, ctx) : Type();
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

static bool isWordStart(char c) { return llvm::isAlpha(c) || c == '_'; }
static bool isWordPart(char c) { return llvm::isAlnum(c) || c == '_'; }

namespace {

/// A recursive-descent parser. Each function returns true after an error, which
/// is then in `error`.
class Parser {
public:
  explicit Parser(StringRef text) : text(text) {}

  bool parse(std::vector<InputType> &types) {
    skipSpace();
    if (isAtEnd())
      return fail("an input");
    while (true) {
      if (parseType(types.emplace_back(), 0))
        return true;
      if (!consume(','))
        break;
      if (isAtEnd())
        return false;
    }
    return isAtEnd() ? false : fail("',' or the end");
  }

  std::string error;

private:
  StringRef text;
  size_t position = 0;

  bool isAtEnd() const { return position == text.size(); }
  StringRef rest() const { return text.substr(position); }

  void skipSpace() {
    while (!isAtEnd() && llvm::isSpace(text[position]))
      ++position;
  }

  bool consume(char c) {
    if (isAtEnd() || text[position] != c)
      return false;
    ++position;
    skipSpace();
    return true;
  }

  bool consume(StringRef token) {
    if (!rest().starts_with(token))
      return false;
    position += token.size();
    skipSpace();
    return true;
  }

  bool failAt(size_t where, const Twine &message) {
    error =
        (message + " at character " + Twine(where + 1) + " of '" + text + "'")
            .str();
    return true;
  }

  bool fail(const Twine &expected) {
    if (isAtEnd())
      return failAt(position, "expected " + expected + ", found the end");
    return failAt(position, "expected " + expected + ", found '" +
                                rest().take_front() + "'");
  }

  StringRef consumeWord() {
    StringRef word = rest().take_while(isWordPart);
    position += word.size();
    skipSpace();
    return word;
  }

  bool parseString(std::string &result) {
    size_t start = position++;
    while (!isAtEnd() && text[position] != '"') {
      if (text[position] == '\\' && ++position == text.size())
        break;
      result += text[position++];
    }
    if (isAtEnd())
      return failAt(start, "expected '\"' after the text that begins");
    ++position;
    skipSpace();
    return false;
  }

  bool isAtDigit() const { return !isAtEnd() && llvm::isDigit(text[position]); }

  bool parseSize(std::optional<int64_t> &size) {
    size_t start = position;
    StringRef digits = consumeWord();
    int64_t number;
    if (digits.getAsInteger(10, number))
      return failAt(start, "'" + digits + "' is not a size");
    size = number;
    return false;
  }

  bool parseDim(InputType::Dim &dim) {
    if (isAtDigit())
      return parseSize(dim.size);
    if (!consume('?')) {
      if (isAtEnd() || !isWordStart(text[position]))
        return fail("a size, a name or '?'");
      dim.name = consumeWord().str();
    }
    if (!consume('='))
      return false;
    return isAtDigit() ? parseSize(dim.example) : fail("a size");
  }

  bool parseTensor(InputType &type) {
    type.kind = Kind::Tensor;
    while (!consume(']')) {
      if (type.dims.size() == maxRank)
        return failAt(type.offset, "a tensor has too many dimensions");
      if (parseDim(type.dims.emplace_back()))
        return true;
      if (!consume(',') && !rest().starts_with("]"))
        return fail("',' or ']'");
    }
    size_t start = position;
    StringRef name = rest().take_while(
        [](char c) { return isWordPart(c) || c == '<' || c == '>'; });
    if (!findElementType(name)) {
      std::string names =
          llvm::join(llvm::map_range(
                         elementTypes,
                         [](const ElementTypeName &type) { return type.name; }),
                     ", ");
      return failAt(start,
                    (name.empty() ? Twine("no element type")
                                  : "'" + name + "' is not an element type") +
                        " (" + names + ")");
    }
    position += name.size();
    skipSpace();
    type.elementType = name.str();
    return false;
  }

  /// Parses the rest of a tuple or a list after its opening bracket.
  bool parseChildren(InputType &type, Kind kind, unsigned depth) {
    type.kind = kind;
    while (!consume(')')) {
      if (parseType(type.children.emplace_back(), depth + 1))
        return true;
      if (!consume(',') && !rest().starts_with(")"))
        return fail("',' or ')'");
    }
    return false;
  }

  bool parseDict(InputType &type, unsigned depth) {
    type.kind = Kind::Dict;
    while (!consume('}')) {
      size_t start = position;
      std::string key;
      if (rest().starts_with("\"")) {
        if (parseString(key))
          return true;
      } else if (!isAtEnd() && isWordPart(text[position])) {
        key = consumeWord().str();
      } else {
        return fail("a key");
      }
      if (llvm::is_contained(type.keys, key))
        return failAt(start, "the key '" + key + "' is there twice");
      type.keys.push_back(std::move(key));
      if (!consume(':'))
        return fail("':'");
      if (parseType(type.children.emplace_back(), depth + 1))
        return true;
      if (!consume(',') && !rest().starts_with("}"))
        return fail("',' or '}'");
    }
    return false;
  }

  bool parseNumber(InputType &type) {
    size_t start = position;
    StringRef number = rest().take_while([](char c) {
      return llvm::isAlnum(c) || c == '.' || c == '-' || c == '+';
    });
    position += number.size();
    skipSpace();
    int64_t integer;
    if (!number.getAsInteger(10, integer)) {
      type.kind = Kind::Int;
      type.value = integer;
      return false;
    }
    APFloat real(APFloat::IEEEdouble());
    auto status = real.convertFromString(number, APFloat::rmNearestTiesToEven);
    bool isInteger =
        number.ltrim("-").find_first_not_of("0123456789") == StringRef::npos;
    if (!status) {
      llvm::consumeError(status.takeError());
      return failAt(start, "'" + number + "' is not a number");
    }
    if (isInteger || (*status & APFloat::opOverflow))
      return failAt(start, "'" + number + "' is out of range");
    type.kind = Kind::Float;
    type.value = real.convertToDouble();
    return false;
  }

  bool parseWord(InputType &type, unsigned depth) {
    size_t start = position;
    StringRef word = consumeWord();
    if (word == "list" && consume('('))
      return parseChildren(type, Kind::List, depth);
    if (word == "true" || word == "false") {
      type.kind = Kind::Bool;
      type.value = word == "true";
      return false;
    }
    if (word == "inf" || word == "nan") {
      type.kind = Kind::Float;
      type.value = word == "inf" ? std::numeric_limits<double>::infinity()
                                 : std::numeric_limits<double>::quiet_NaN();
      return false;
    }
    static constexpr std::pair<StringLiteral, Kind> words[] = {
        {"int", Kind::Int},
        {"float", Kind::Float},
        {"bool", Kind::Bool},
        {"none", Kind::None},
        {"default", Kind::Default}};
    for (auto [name, kind] : words) {
      if (word == name) {
        type.kind = kind;
        return false;
      }
    }
    return failAt(start, "expected a type such as [1,3]f32, int, none, "
                         "(...), list(...) or {...}, found '" +
                             word + "'");
  }

  bool parseType(InputType &type, unsigned depth) {
    type.offset = position;
    if (depth > maxDepth)
      return failAt(position, "the inputs are nested too deeply");
    if (consume('['))
      return parseTensor(type);
    if (consume('('))
      return parseChildren(type, Kind::Tuple, depth);
    if (consume('{'))
      return parseDict(type, depth);
    if (rest().starts_with("\"")) {
      type.kind = Kind::String;
      std::string value;
      if (parseString(value))
        return true;
      type.value = std::move(value);
      return false;
    }
    if (consume("-inf")) {
      type.kind = Kind::Float;
      type.value = -std::numeric_limits<double>::infinity();
      return false;
    }
    if (isAtEnd())
      return fail("an input");
    char c = text[position];
    if (llvm::isDigit(c) || c == '-' || c == '.')
      return parseNumber(type);
    if (isWordStart(c))
      return parseWord(type, depth);
    return fail("an input such as [1,3]f32, int, none, (...), list(...) or "
                "{...}");
  }
};

} // namespace

llvm::Expected<std::vector<InputType>>
torch_onnx::parseInputTypes(StringRef text) {
  Parser parser(text);
  std::vector<InputType> types;
  if (parser.parse(types))
    return llvm::createStringError(parser.error);
  return types;
}

llvm::Error torch_onnx::checkInputTypes(StringRef text) {
  return parseInputTypes(text).takeError();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printString(raw_ostream &os, StringRef text) {
  os << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\';
    os << c;
  }
  os << '"';
}

static void printDouble(raw_ostream &os, double value) {
  if (value != value) {
    os << "nan";
  } else if (std::isinf(value)) {
    os << (value < 0 ? "-inf" : "inf");
  } else {
    char buffer[32];
    char *end = std::to_chars(buffer, std::end(buffer), value).ptr;
    StringRef text(buffer, end - buffer);
    os << text;
    // Keep a float from being printed as an integer.
    if (text.find_first_of(".e") == StringRef::npos)
      os << ".0";
  }
}

void InputType::print(raw_ostream &os) const {
  auto printChildren = [&](StringRef open) {
    os << open;
    llvm::interleave(
        children, os, [&](const InputType &child) { child.print(os); }, ", ");
    os << ')';
  };
  if (const auto *integer = std::get_if<int64_t>(&value)) {
    os << *integer;
    return;
  }
  if (const auto *real = std::get_if<double>(&value)) {
    printDouble(os, *real);
    return;
  }
  if (const auto *boolean = std::get_if<bool>(&value)) {
    os << (*boolean ? "true" : "false");
    return;
  }
  if (const auto *string = std::get_if<std::string>(&value)) {
    printString(os, *string);
    return;
  }
  switch (kind) {
  case Kind::Tensor:
    os << '[';
    llvm::interleave(
        dims, os,
        [&](const Dim &dim) {
          if (dim.size)
            os << *dim.size;
          else
            os << (dim.name.empty() ? "?" : dim.name);
          if (dim.example)
            os << '=' << *dim.example;
        },
        ",");
    os << ']' << elementType;
    break;
  case Kind::Int:
    os << "int";
    break;
  case Kind::Float:
    os << "float";
    break;
  case Kind::Bool:
    os << "bool";
    break;
  case Kind::String:
  case Kind::None:
    os << "none";
    break;
  case Kind::Default:
    os << "default";
    break;
  case Kind::Tuple:
    printChildren("(");
    break;
  case Kind::List:
    printChildren("list(");
    break;
  case Kind::Dict:
    os << '{';
    llvm::interleave(
        llvm::zip_equal(keys, children), os,
        [&](const auto &entry) {
          printString(os, std::get<0>(entry));
          os << ": ";
          std::get<1>(entry).print(os);
        },
        ", ");
    os << '}';
    break;
  }
}
