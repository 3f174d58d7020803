//===- SymPy.cpp - Symbolic sizes of torch.export -------------------------===//
//
// The parser: Python expressions as sympy prints them. See SymPy.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/SymPy.h"

#include "SymPyFunctions.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// Nested calls, parentheses and signs.
static constexpr unsigned kMaxNesting = 200;
/// A size that people meant is a hundred times shorter. Each operation may take
/// the time that Dims.h allows one.
static constexpr size_t kMaxLength = 1 << 16;

namespace {
/// Functions that return an attribute set `error` when they return null.
class Parser {
public:
  Parser(StringRef text, SymPyBuilder &builder)
      : text(text), rest(text), builder(builder) {}

  Attribute parse() {
    if (text.size() > kMaxLength)
      return fail("expression is too long");
    Attribute value = parseOr();
    if (!value)
      return {};
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

  Attribute fail(const Twine &message) {
    if (error.empty()) {
      error = message.str();
      errorOffset = text.size() - rest.size();
    }
    return {};
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

  Attribute call(StringRef function, ArrayRef<Attribute> args) {
    Attribute value = builder.call(function, args);
    return value ? value : fail(builder.error);
  }

  Attribute parseOr() {
    Attribute value = parseAnd();
    while (value && (consumeWord("or") || consume("|"))) {
      Attribute rhs = parseAnd();
      if (!rhs)
        return {};
      value = call("Or", {value, rhs});
    }
    return value;
  }

  Attribute parseAnd() {
    Attribute value = parseNot();
    while (value && (consumeWord("and") || consume("&"))) {
      Attribute rhs = parseNot();
      if (!rhs)
        return {};
      value = call("And", {value, rhs});
    }
    return value;
  }

  Attribute parseNot() {
    if (!consumeWord("not") && !consume("~"))
      return parseRelation();
    if (!enter())
      return {};
    Attribute value = parseNot();
    --nesting;
    return value ? call("Not", value) : Attribute();
  }

  Attribute parseRelation() {
    Attribute lhs = parseSum();
    if (!lhs)
      return {};
    static constexpr std::pair<StringLiteral, StringLiteral> relations[] = {
        {"==", "Equality"},      {"!=", "Unequality"},
        {"<=", "LessThan"},      {">=", "GreaterThan"},
        {"<", "StrictLessThan"}, {">", "StrictGreaterThan"}};
    for (const auto &[token, function] : relations) {
      if (!consume(token))
        continue;
      Attribute rhs = parseSum();
      return rhs ? call(function, {lhs, rhs}) : Attribute();
    }
    return lhs;
  }

  Attribute parseSum() {
    SmallVector<Attribute> terms;
    bool isNegative = false;
    while (true) {
      Attribute term = parseProduct();
      if (term && isNegative)
        term = call("Mul", {getInteger(-1), term});
      if (!term)
        return {};
      terms.push_back(term);
      if (consume("+"))
        isNegative = false;
      else if (consume("-"))
        isNegative = true;
      else
        return terms.size() == 1 ? terms.front() : call("Add", terms);
    }
  }

  Attribute parseProduct() {
    SmallVector<Attribute> factors;
    auto multiply = [&]() -> Attribute {
      return factors.size() == 1 ? factors.front() : call("Mul", factors);
    };
    Attribute first = parseUnary();
    if (!first)
      return {};
    factors.push_back(first);
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
      Attribute rhs = parseUnary();
      if (!rhs)
        return {};
      if (function == "/")
        rhs = call("Pow", {rhs, getInteger(-1)});
      if (!rhs)
        return {};
      if (function.empty() || function == "/") {
        factors.push_back(rhs);
        continue;
      }
      Attribute lhs = multiply();
      Attribute result = lhs ? call(function, {lhs, rhs}) : Attribute();
      if (!result)
        return {};
      factors.assign(1, result);
    }
  }

  Attribute parseUnary() {
    if (!enter())
      return {};
    Attribute value;
    if (consume("-")) {
      value = parseUnary();
      if (value)
        value = call("Mul", {getInteger(-1), value});
    } else if (consume("+")) {
      value = parseUnary();
    } else {
      value = parseAtom();
      if (value && consume("**")) {
        Attribute exponent = parseUnary();
        value = exponent ? call("Pow", {value, exponent}) : Attribute();
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

  Attribute parseAtom() {
    skipSpace();
    if (rest.empty())
      return fail("expected an expression");
    if (consume("(")) {
      Attribute value = parseOr();
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
      return BoolAttr::get(builder.context, name.lower() == "true");
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

  Attribute getInteger(int64_t value) {
    return sym::getNumber(value, builder.context);
  }

  /// Null when the text is no number.
  Attribute getFloat(StringRef text) {
    double value;
    if (text.getAsDouble(value))
      return {};
    return std::isfinite(value)
               ? sym::getNumber(value, builder.context)
               : builder.getSymbol(text, /*isFloat=*/true, false);
  }

  Attribute parseNumber() {
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
    Attribute value;
    int64_t integer;
    if (isFloat)
      value = getFloat(number);
    else if (!number.getAsInteger(10, integer))
      value = getInteger(integer);
    if (!value)
      return fail(isFloat ? "malformed number" : "integer does not fit");
    rest = rest.drop_front(length);
    return value;
  }

  /// 'text' without escapes: names of symbols and numbers have none. Empty
  /// after an error.
  StringRef parseString() {
    skipSpace();
    if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
      return fail("expected a string"), StringRef();
    size_t end = rest.find(rest.front(), 1);
    StringRef string = rest.slice(1, end);
    if (end == StringRef::npos || string.empty() || string.contains('\\'))
      return fail("malformed string"), StringRef();
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

  Attribute parseCall(StringRef name) {
    if (name == "Symbol")
      return parseSymbol();
    if (name == "Float")
      return parseFloat();
    if (name == "Piecewise")
      return parsePiecewise();
    if (name == "ExprCondPair")
      return fail("ExprCondPair outside Piecewise");

    SmallVector<Attribute> args;
    while (!consume(")")) {
      if (!args.empty() && !consume(","))
        return fail("expected ',' or ')'");
      if (!args.empty() && consume(")"))
        break;
      Attribute arg = parseOr();
      if (!arg)
        return {};
      args.push_back(arg);
    }
    if (name == "Integer" || name == "Rational")
      return makeLiteral(name, args);
    return call(name, args);
  }

  /// `ExprCondPair(value, condition), ..., ExprCondPair(value, true))`: the
  /// first value whose condition holds.
  Attribute parsePiecewise() {
    SmallVector<Attribute> parts;
    do {
      (void)consumeWord("ExprCondPair");
      if (!consume("("))
        return fail("expected '('");
      Attribute value = parseOr();
      if (value && !consume(","))
        return fail("expected ','");
      Attribute condition = value ? parseOr() : Attribute();
      if (!condition)
        return {};
      if (!consume(")"))
        return fail("expected ')'");
      parts.append({value, condition});
    } while (consume(","));
    if (!consume(")"))
      return fail("expected ',' or ')'");
    auto otherwise = dyn_cast<BoolAttr>(parts.back());
    if (!otherwise || !otherwise.getValue()) {
      Attribute value =
          builder.callUnknown("Piecewise", sym::getKind(parts[0]), parts);
      return value ? value : fail(builder.error);
    }
    Attribute result = parts[parts.size() - 2];
    for (size_t i = parts.size() - 2; result && i > 0; i -= 2)
      result = call("Where", {parts[i - 1], parts[i - 2], result});
    return result;
  }

  Attribute makeLiteral(StringRef name, ArrayRef<Attribute> args) {
    bool isInteger = name == "Integer";
    if (args.size() != (isInteger ? 1 : 2) ||
        llvm::any_of(args, [](const Attribute &arg) {
          return !sym::getConstant(sym::getSize(arg));
        }))
      return fail("malformed " + name);
    if (isInteger)
      return args.front();
    if (sym::getConstant(sym::getSize(args[1])) == 0)
      return fail("malformed Rational");
    Attribute inverse = call("Pow", {args[1], getInteger(-1)});
    return inverse ? call("Mul", {args[0], inverse}) : Attribute();
  }

  Attribute parseSymbol() {
    StringRef name = parseString();
    if (name.empty())
      return {};
    bool isFloat = isFloatName(name), isNonNegative = false, isReal = false,
         isInteger = false;
    auto use = [&](StringRef key, StringRef value) {
      if (value != "True")
        return;
      isInteger |= key == "integer";
      isReal |= key == "real";
      isNonNegative |= key == "positive" || key == "nonnegative";
    };
    if (!parseKeywords(use))
      return {};
    isFloat |= isReal && !isInteger;
    return builder.getSymbol(name, isFloat && !isInteger, isNonNegative);
  }

  Attribute parseFloat() {
    StringRef digits = parseString();
    if (digits.empty())
      return {};
    Attribute value = getFloat(digits);
    if (!value)
      return fail("malformed Float");
    if (!parseKeywords([](StringRef, StringRef) {}))
      return {};
    return value;
  }

  StringRef text, rest;
  SymPyBuilder &builder;
  unsigned nesting = 0;
};
} // namespace

llvm::Expected<SymPyNumber> torch_onnx::parseSymPy(StringRef text,
                                                   MLIRContext *context,
                                                   const sym::Ranges &ranges) {
  context->getOrLoadDialect<sym::SymDialect>();
  SymPyBuilder builder(context, ranges);
  Parser parser(text, builder);
  Attribute number = parser.parse();
  if (!number)
    return llvm::createStringError("symbolic expression, character " +
                                   llvm::Twine(parser.errorOffset) + ": " +
                                   parser.error);
  return SymPyNumber{number, std::move(builder.ranges)};
}
