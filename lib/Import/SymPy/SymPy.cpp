//===- SymPy.cpp - Symbolic sizes of torch.export -------------------------===//
//
// The parser: Python expressions as sympy prints them. See SymPy.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/SymPy.h"

#include "SymPyValue.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;

/// Nested calls, parentheses and signs.
static constexpr unsigned kMaxNesting = 200;
/// A size that people meant is a hundred times shorter. Each operation may take
/// the time that Dims.h allows one.
static constexpr size_t kMaxLength = 1 << 16;

namespace {
/// Every function that returns an optional sets `error` when it returns none.
class Parser {
public:
  using MaybeValue = std::optional<SymPyValue>;

  Parser(StringRef text, SymPyBuilder &builder)
      : text(text), rest(text), builder(builder) {}

  MaybeValue parse() {
    if (text.size() > kMaxLength)
      return fail("expression is too long");
    MaybeValue value = parseOr();
    if (!value)
      return std::nullopt;
    if (value->kind == SymPyValue::Kind::Branch)
      return fail("ExprCondPair outside Piecewise");
    skipSpace();
    if (!rest.empty())
      return fail("expected an operator or the end");
    return value;
  }

  std::string error;
  size_t errorOffset = 0;

private:
  //===--------------------------------------------------------------------===//
  // Tokens
  //===--------------------------------------------------------------------===//

  std::nullopt_t fail(const Twine &message) {
    if (error.empty()) {
      error = message.str();
      errorOffset = text.size() - rest.size();
    }
    return std::nullopt;
  }

  void skipSpace() { rest = rest.ltrim(" \t\n\r"); }

  bool consume(StringRef token) {
    skipSpace();
    return rest.consume_front(token);
  }

  StringRef peekWord() {
    skipSpace();
    if (!rest.empty() && llvm::isDigit(rest.front()))
      return {};
    return rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  }

  bool consumeWord(StringRef word) {
    if (peekWord() != word)
      return false;
    rest = rest.drop_front(word.size());
    return true;
  }

  //===--------------------------------------------------------------------===//
  // Infix
  //===--------------------------------------------------------------------===//

  MaybeValue call(StringRef function, ArrayRef<SymPyValue> args) {
    MaybeValue value = builder.call(function, args);
    return value ? std::move(value) : fail(builder.error);
  }

  MaybeValue parseOr() {
    MaybeValue value = parseAnd();
    while (value && (consumeWord("or") || consume("|"))) {
      MaybeValue rhs = parseAnd();
      if (!rhs)
        return std::nullopt;
      value = call("Or", {*value, *rhs});
    }
    return value;
  }

  MaybeValue parseAnd() {
    MaybeValue value = parseNot();
    while (value && (consumeWord("and") || consume("&"))) {
      MaybeValue rhs = parseNot();
      if (!rhs)
        return std::nullopt;
      value = call("And", {*value, *rhs});
    }
    return value;
  }

  MaybeValue parseNot() {
    if (!consumeWord("not") && !consume("~"))
      return parseRelation();
    if (!enter())
      return std::nullopt;
    MaybeValue value = parseNot();
    --nesting;
    return value ? call("Not", {*value}) : std::nullopt;
  }

  MaybeValue parseRelation() {
    MaybeValue lhs = parseSum();
    if (!lhs)
      return std::nullopt;
    static constexpr std::pair<StringLiteral, StringLiteral> relations[] = {
        {"==", "Equality"},      {"!=", "Unequality"},
        {"<=", "LessThan"},      {">=", "GreaterThan"},
        {"<", "StrictLessThan"}, {">", "StrictGreaterThan"}};
    for (const auto &[token, function] : relations) {
      if (!consume(token))
        continue;
      MaybeValue rhs = parseSum();
      return rhs ? call(function, {*lhs, *rhs}) : std::nullopt;
    }
    return lhs;
  }

  MaybeValue parseSum() {
    SmallVector<SymPyValue> terms;
    bool isNegative = false;
    while (true) {
      MaybeValue term = parseProduct();
      if (term && isNegative)
        term = call("Mul", {builder.getInteger(-1), *term});
      if (!term)
        return std::nullopt;
      terms.push_back(std::move(*term));
      if (consume("+"))
        isNegative = false;
      else if (consume("-"))
        isNegative = true;
      else
        return terms.size() == 1 ? std::move(terms.front())
                                 : call("Add", terms);
    }
  }

  MaybeValue parseProduct() {
    SmallVector<SymPyValue> factors;
    auto multiply = [&]() -> MaybeValue {
      return factors.size() == 1 ? factors.front() : call("Mul", factors);
    };
    MaybeValue first = parseUnary();
    if (!first)
      return std::nullopt;
    factors.push_back(std::move(*first));
    while (true) {
      StringRef function;
      if (consume("//"))
        function = "FloorDiv";
      else if (consume("/"))
        function = "/";
      else if (consume("%"))
        function = "PythonMod";
      else if (!consume("*"))
        return multiply();
      MaybeValue rhs = parseUnary();
      if (!rhs)
        return std::nullopt;
      if (function == "/")
        rhs = call("Pow", {*rhs, builder.getInteger(-1)});
      if (!rhs)
        return std::nullopt;
      if (function.empty() || function == "/") {
        factors.push_back(std::move(*rhs));
        continue;
      }
      MaybeValue lhs = multiply();
      MaybeValue result = lhs ? call(function, {*lhs, *rhs}) : std::nullopt;
      if (!result)
        return std::nullopt;
      factors.assign(1, *result);
    }
  }

  MaybeValue parseUnary() {
    if (!enter())
      return std::nullopt;
    MaybeValue value;
    if (consume("-")) {
      value = parseUnary();
      if (value)
        value = call("Mul", {builder.getInteger(-1), *value});
    } else if (consume("+")) {
      value = parseUnary();
    } else {
      value = parseAtom();
      if (value && consume("**")) {
        MaybeValue exponent = parseUnary();
        value = exponent ? call("Pow", {*value, *exponent}) : std::nullopt;
      }
    }
    --nesting;
    return value;
  }

  //===--------------------------------------------------------------------===//
  // Atoms
  //===--------------------------------------------------------------------===//

  bool enter() {
    if (nesting == kMaxNesting) {
      fail("expression is nested too deeply");
      return false;
    }
    ++nesting;
    return true;
  }

  MaybeValue parseAtom() {
    skipSpace();
    if (rest.empty())
      return fail("expected an expression");
    if (consume("(")) {
      MaybeValue value = parseOr();
      if (value && !consume(")"))
        return fail("expected ')'");
      return value;
    }
    if (llvm::isDigit(rest.front()) || rest.front() == '.')
      return parseNumber();
    StringRef name = peekWord();
    if (name.empty())
      return fail("expected an expression");
    rest = rest.drop_front(name.size());
    if (consume("("))
      return parseCall(name);
    if (name == "true" || name == "false" || name == "True" || name == "False")
      return builder.getBoolean(name.lower());
    if (name == "oo" || name == "int_oo" || name == "nan" || name == "zoo")
      return builder.getSymbol(name, /*isFloat=*/true, false);
    if (name == "and" || name == "or" || name == "not" || name == "None")
      return fail("expected an expression");
    return builder.getSymbol(name, isFloatName(name), /*isNonNegative=*/false);
  }

  /// zf0 is a float of an input, zuf0 one that is computed.
  static bool isFloatName(StringRef name) {
    return (name.consume_front("zuf") || name.consume_front("zf")) &&
           !name.empty() && llvm::all_of(name, llvm::isDigit);
  }

  MaybeValue parseNumber() {
    size_t length = 0;
    bool isFloat = false;
    while (length < rest.size()) {
      char c = rest[length];
      bool isExponent = c == 'e' || c == 'E';
      if (!llvm::isDigit(c) && c != '.' && !isExponent)
        break;
      isFloat |= !llvm::isDigit(c);
      ++length;
      if (isExponent && length < rest.size() &&
          (rest[length] == '-' || rest[length] == '+'))
        ++length;
    }
    StringRef number = rest.take_front(length);
    MaybeValue value;
    int64_t integer;
    if (isFloat)
      value = builder.getFloat(number);
    else if (!number.getAsInteger(10, integer))
      value = builder.getInteger(integer);
    if (!value)
      return fail(isFloat ? "malformed number" : "integer does not fit");
    rest = rest.drop_front(length);
    return value;
  }

  /// 'text' without escapes: names of symbols and numbers have none.
  std::optional<StringRef> parseString() {
    skipSpace();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
      return fail("expected a string");
    size_t end = rest.find(rest.front(), 1);
    StringRef string = rest.slice(1, end);
    if (end == StringRef::npos || string.empty() || string.contains('\\'))
      return fail("malformed string");
    rest = rest.drop_front(end + 1);
    return string;
  }

  /// `, positive=True)`: calls `use` with each keyword, and takes the ')'.
  bool parseKeywords(llvm::function_ref<void(StringRef, StringRef)> use) {
    while (!consume(")")) {
      if (!consume(",")) {
        fail("expected ',' or ')'");
        return false;
      }
      if (consume(")"))
        return true;
      StringRef key = peekWord();
      rest = rest.drop_front(key.size());
      if (key.empty() || !consume("=")) {
        fail("expected a keyword argument");
        return false;
      }
      skipSpace();
      StringRef value = rest.take_while(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '-'; });
      if (value.empty()) {
        fail("expected a value");
        return false;
      }
      rest = rest.drop_front(value.size());
      use(key, value);
    }
    return true;
  }

  MaybeValue parseCall(StringRef name) {
    if (name == "Symbol")
      return parseSymbol();
    if (name == "Float")
      return parseFloat();

    SmallVector<SymPyValue> args;
    while (!consume(")")) {
      if (!args.empty() && !consume(","))
        return fail("expected ',' or ')'");
      if (!args.empty() && consume(")"))
        break;
      MaybeValue arg = parseOr();
      if (!arg)
        return std::nullopt;
      args.push_back(std::move(*arg));
    }
    if (name == "Integer" || name == "Rational")
      return makeLiteral(name, args);
    return call(name, args);
  }

  MaybeValue makeLiteral(StringRef name, ArrayRef<SymPyValue> args) {
    bool isInteger = name == "Integer";
    if (args.size() != (isInteger ? 1 : 2) ||
        llvm::any_of(args, [](const SymPyValue &arg) {
          return arg.kind != SymPyValue::Kind::Integer ||
                 !sym::getConstant(arg.num);
        }))
      return fail("malformed " + name);
    if (isInteger)
      return args.front();
    if (sym::getConstant(args[1].num) == 0)
      return fail("malformed Rational");
    MaybeValue inverse = call("Pow", {args[1], builder.getInteger(-1)});
    return inverse ? call("Mul", {args[0], *inverse}) : std::nullopt;
  }

  MaybeValue parseSymbol() {
    std::optional<StringRef> name = parseString();
    if (!name)
      return std::nullopt;
    bool isFloat = isFloatName(*name), isNonNegative = false, isReal = false,
         isInteger = false;
    auto use = [&](StringRef key, StringRef value) {
      if (value != "True")
        return;
      isInteger |= key == "integer";
      isReal |= key == "real";
      isNonNegative |= key == "positive" || key == "nonnegative";
    };
    if (!parseKeywords(use))
      return std::nullopt;
    isFloat |= isReal && !isInteger;
    return builder.getSymbol(*name, isFloat && !isInteger, isNonNegative);
  }

  MaybeValue parseFloat() {
    std::optional<StringRef> digits = parseString();
    if (!digits)
      return std::nullopt;
    MaybeValue value = builder.getFloat(*digits);
    if (!value)
      return fail("malformed Float");
    if (!parseKeywords([](StringRef, StringRef) {}))
      return std::nullopt;
    return value;
  }

  StringRef text, rest;
  SymPyBuilder &builder;
  unsigned nesting = 0;
};
} // namespace

llvm::Expected<SymPyExpr> torch_onnx::parseSymPy(StringRef text,
                                                 MLIRContext *context,
                                                 const sym::Ranges &ranges,
                                                 SymPyOpaque opaque) {
  SymPyBuilder builder(context, ranges, opaque);
  Parser parser(text, builder);
  std::optional<SymPyValue> value = parser.parse();
  if (!value)
    return llvm::createStringError("symbolic expression, character " +
                                   llvm::Twine(parser.errorOffset) + ": " +
                                   parser.error);
  SymPyExpr result;
  result.ranges = std::move(builder.ranges);
  if (value->kind == SymPyValue::Kind::Integer) {
    result.expr = value->num;
    return result;
  }
  result.kind = value->kind == SymPyValue::Kind::Boolean
                    ? SymPyExpr::Kind::Boolean
                    : SymPyExpr::Kind::Float;
  result.text = builder.getText(*value);
  return result;
}
