//===- InputTypes.cpp - Types of inputs as a user writes them -------------===//
//
// See InputTypes.h.
//
//===----------------------------------------------------------------------===//

#include "InputTypes.h"

#include "torch-onnx/Support/Printable.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;

namespace {

class InputTypeParser {
public:
  InputTypeParser(StringRef text, MLIRContext *ctx)
      : whole(text), text(text), b(ctx) {}

  llvm::Expected<std::vector<InputType>> parse() {
    std::vector<InputType> inputs;
    skip();
    if (!text.empty() && !parseInputs(inputs, "", 0))
      return llvm::createStringError(error);
    return inputs;
  }

private:
  /// Structures within each other.
  static constexpr unsigned maxDepth = 16;

  void skip() { text = text.ltrim(); }
  bool consume(StringRef token) {
    skip();
    return text.consume_front(token);
  }
  StringRef takeWord() {
    skip();
    StringRef word = text.take_while(
        [](char c) { return llvm::isAlnum(c) || c == '_' || c == '.'; });
    text = text.drop_front(word.size());
    return word;
  }
  bool fail(const Twine &expected) {
    if (error.empty())
      error = ("--input-shapes: expected " + expected + " at column " +
               Twine(whole.size() - text.size() + 1) + " of '" +
               getPrintable(whole) + "'")
                  .str();
    return false;
  }

  bool parseInputs(std::vector<InputType> &inputs, StringRef end,
                   unsigned depth) {
    do {
      if (!parseInput(inputs.emplace_back(), depth))
        return false;
    } while (consume(","));
    skip();
    if (end.empty())
      return text.empty() || fail("',' or the end");
    return consume(end) || fail("',' or '" + end + "'");
  }

  bool parseInput(InputType &input, unsigned depth);
  bool parseTensor(InputType &input);
  bool parseDict(InputType &input, unsigned depth);
  Type parseElementType();

  StringRef whole, text;
  Builder b;
  std::string error;
};

} // namespace

Type InputTypeParser::parseElementType() {
  StringRef word = takeWord();
  auto getUnsigned = [&](unsigned width) {
    return IntegerType::get(b.getContext(), width, IntegerType::Unsigned);
  };
  if (word == "complex" && consume("<")) {
    Type part = parseElementType();
    if (!part || !isa<FloatType>(part) || !consume(">"))
      return {};
    return ComplexType::get(part);
  }
  return llvm::StringSwitch<Type>(word)
      .Case("f16", b.getF16Type())
      .Case("bf16", b.getBF16Type())
      .Case("f32", b.getF32Type())
      .Case("f64", b.getF64Type())
      .Cases({"i1", "bool"}, b.getI1Type())
      .Case("i8", b.getI8Type())
      .Case("i16", b.getI16Type())
      .Case("i32", b.getI32Type())
      .Case("i64", b.getI64Type())
      .Case("ui8", getUnsigned(8))
      .Case("ui16", getUnsigned(16))
      .Case("ui32", getUnsigned(32))
      .Case("ui64", getUnsigned(64))
      .Default(Type());
}

bool InputTypeParser::parseTensor(InputType &input) {
  input.kind = InputType::Kind::Tensor;
  if (!consume("]")) {
    do {
      InputType::Dim &dim = input.dims.emplace_back();
      if (consume("?"))
        continue;
      StringRef word = takeWord();
      if (word.empty())
        return fail("a size, a name or '?'");
      if (llvm::isDigit(word.front())) {
        if (word.getAsInteger(10, dim.size))
          return fail("a size of less than 2^63");
      } else {
        dim.name = word.str();
      }
    } while (consume(","));
    if (!consume("]"))
      return fail("',' or ']'");
  }
  input.elementType = parseElementType();
  return input.elementType ||
         fail("a dtype: f32, f64, f16, bf16, i1, i8, i16, i32, i64, ui8, ui16, "
              "ui32, ui64 or complex<f32>");
}

bool InputTypeParser::parseDict(InputType &input, unsigned depth) {
  input.kind = InputType::Kind::Dict;
  do {
    StringRef key = takeWord();
    if (key.empty())
      return fail("a key");
    input.keys.push_back(key.str());
    if (!consume(":"))
      return fail("':'");
    if (!parseInput(input.elements.emplace_back(), depth + 1))
      return false;
  } while (consume(","));
  return consume("}") || fail("',' or '}'");
}

bool InputTypeParser::parseInput(InputType &input, unsigned depth) {
  if (depth == maxDepth)
    return fail("fewer structures within each other");
  if (consume("["))
    return parseTensor(input);
  if (consume("{"))
    return parseDict(input, depth);
  if (consume("(")) {
    input.kind = InputType::Kind::Tuple;
    return parseInputs(input.elements, ")", depth + 1);
  }
  StringRef start = text;
  StringRef word = takeWord();
  if (word == "list" && consume("(")) {
    input.kind = InputType::Kind::List;
    return consume(")") || parseInputs(input.elements, ")", depth + 1);
  }
  if (word == "int")
    input.kind = InputType::Kind::Int;
  else if (word == "float")
    input.kind = InputType::Kind::Float;
  else if (word == "bool")
    input.kind = InputType::Kind::Bool;
  else if (word == "none")
    input.kind = InputType::Kind::None;
  else {
    text = start;
    return fail("a tensor such as [1,3,?,?]f32, int, float, bool, none, "
                "(...), list(...) or {key: ...}");
  }
  return true;
}

llvm::Expected<std::vector<InputType>>
torch_onnx::parseInputTypes(StringRef text, MLIRContext *ctx) {
  return InputTypeParser(text, ctx).parse();
}
