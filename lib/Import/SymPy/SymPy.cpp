//===- SymPy.cpp - Symbolic sizes of torch.export -------------------------===//
//
// Implements sympy's functions, and the parser of Python expressions as sympy
// prints them. See SymPy.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/SymPy.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using sym::Function;
using sym::NumberKind;

/// Nested calls, parentheses and signs.
static constexpr unsigned kMaxNesting = 200;
/// Sizes in real programs are a hundred times shorter. Each operation may take
/// the time that Dims.h allows.
static constexpr size_t kMaxLength = 1 << 16;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Expresses the functions of sympy and of torch/utils/_sympy/functions.py by
/// functions of the sym dialect.
class SymPyBuilder {
public:
  SymPyBuilder(MLIRContext *context, const sym::Ranges &givenRanges)
      : context(context), givenRanges(givenRanges) {}

  Attribute getSymbol(StringRef name, bool isFloat, bool isNonNegative);

  /// Returns the value of a function. Null if the function does not accept
  /// these arguments, with the reason in `error`.
  Attribute call(StringRef name, ArrayRef<Attribute> args);
  /// Returns the value of a function known by its name only.
  Attribute callUnknown(StringRef name, sym::NumberKind kind,
                        ArrayRef<Attribute> args);

  MLIRContext *context;
  /// Set when a call failed.
  std::string error;
  /// Ranges of the symbols in the text.
  sym::Ranges ranges;

private:
  using Args = ArrayRef<Attribute>;

  /// Null if no rule matches the name.
  Attribute callByRule(StringRef name, Args args);
  Attribute pow(Args args);
  Attribute divide(StringRef name, Args args);

  const sym::Ranges &givenRanges;
};
} // namespace

Attribute SymPyBuilder::getSymbol(StringRef name, bool isFloat,
                                  bool isNonNegative) {
  if (isFloat)
    return callUnknown(name, NumberKind::Float, {});
  sym::narrow(ranges, name, givenRanges.lookup(name));
  if (isNonNegative)
    sym::narrow(ranges, name, {.min = 0});
  return sym::getNumber(sym::getSymbol(context, name));
}

Attribute SymPyBuilder::callUnknown(StringRef name, NumberKind kind,
                                    Args args) {
  Attribute number = sym::callUnknown(name, kind, args, context);
  if (!number)
    error = "expression is too big";
  return number;
}

/// Powers by constants are products and quotients.
Attribute SymPyBuilder::pow(Args args) {
  std::optional<int64_t> exponent = sym::getConstant(sym::getSize(args[1]));
  if (exponent && *exponent >= -63 && *exponent <= 63) {
    Attribute one = sym::getNumber(int64_t(1), context);
    SmallVector<Attribute> factors(std::abs(*exponent), args[0]);
    Attribute power = factors.empty() ? one : sym::call(Function::Mul, factors);
    if (*exponent < 0 && sym::getSize(power))
      power = sym::call(Function::Ratio, {one, power});
    else if (*exponent < 0)
      power = {};
    if (power)
      return power;
  }
  AffineExpr size = sym::getSize(args[1]);
  bool isInteger = sym::getSize(args[0]) && size &&
                   sym::lowerBound(size, ranges).value_or(-1) >= 0;
  return isInteger ? sym::call(Function::IntPow, args) : Attribute();
}

/// Divisions with an integer result; operands may be fractions.
Attribute SymPyBuilder::divide(StringRef name, Args args) {
  AffineExpr x = sym::getSize(args[0]), y = sym::getSize(args[1]);
  if (name == "Mod" || name == "PythonMod")
    return sym::getNumber(sym::mod(x, y));
  if (name == "CeilDiv")
    return sym::getNumber(sym::ceilDiv(x, y));
  if (name == "ModularIndexing")
    return sym::getNumber(sym::mod(sym::floorDiv(x, y), sym::getSize(args[2])));
  if (x && y)
    return sym::getNumber(sym::floorDiv(x, y));
  Attribute one = sym::getNumber(int64_t(1), context);
  Attribute inverse =
      y ? sym::call(Function::Ratio, {one, args[1]}) : Attribute();
  return sym::call(Function::Floor,
                   sym::call(Function::Mul, {args[0], inverse}));
}

Attribute SymPyBuilder::callByRule(StringRef name, Args args) {
  auto negate = [&](Attribute number) {
    return sym::call(Function::Not, number);
  };
  if (args.size() == 1) {
    if (name == "Identity")
      return args[0];
    if (name == "TruncToFloat")
      return sym::call(Function::ToFloat,
                       sym::call(Function::Trunc, args, ranges));
  }
  if (name == "ModularIndexing" && args.size() == 3)
    return divide(name, args);
  if (args.size() != 2)
    return {};
  if (name == "Pow")
    return pow(args);
  if (name == "Unequality" || name == "Ne" || name == "Xor")
    return negate(sym::call(Function::Eq, args));
  if (name == "GreaterThan" || name == "Ge")
    return sym::call(Function::LessEq, {args[1], args[0]});
  if (name == "StrictGreaterThan" || name == "Gt")
    return sym::call(Function::Less, {args[1], args[0]});
  if (name == "LShift" || name == "RShift") {
    Attribute two = sym::getNumber(int64_t(2), context);
    Attribute power = sym::call(Function::IntPow, {two, args[1]});
    AffineExpr x = sym::getSize(args[0]), times = sym::getSize(power);
    return sym::getNumber(name == "LShift" ? sym::mul(x, times)
                                           : sym::floorDiv(x, times));
  }
  return divide(name, args);
}

Attribute SymPyBuilder::call(StringRef name, Args args) {
  static constexpr unsigned kAny = 0;
  struct Entry {
    StringLiteral name;
    unsigned numArgs;
    /// Unknown: there is a rule for the name.
    Function function = Function::Unknown;
  };
  static constexpr Entry entries[] = {
      {"Add", kAny, Function::Add},
      {"Mul", kAny, Function::Mul},
      {"Abs", 1, Function::Abs},
      {"Max", kAny, Function::Max},
      {"Min", kAny, Function::Min},
      {"FloatPow", 2, Function::Pow},
      {"PowByNatural", 2, Function::IntPow},
      {"IntTrueDiv", 2, Function::Div},
      {"FloatTrueDiv", 2, Function::Div},
      {"OpaqueUnaryFn_sqrt", 1, Function::Sqrt},
      {"sqrt", 1, Function::Sqrt},
      {"ToFloat", 1, Function::ToFloat},
      {"TruncToInt", 1, Function::Trunc},
      {"FloorToInt", 1, Function::Floor},
      {"floor", 1, Function::Floor},
      {"CeilToInt", 1, Function::Ceil},
      {"ceiling", 1, Function::Ceil},
      {"RoundToInt", 1, Function::Round},
      {"BitwiseFn_bitwise_and", 2, Function::BitAnd},
      {"BitwiseFn_bitwise_or", 2, Function::BitOr},
      {"BitwiseFn_bitwise_xor", 2, Function::BitXor},
      {"And", kAny, Function::And},
      {"Or", kAny, Function::Or},
      {"Not", 1, Function::Not},
      {"Where", 3, Function::Select},
      {"ITE", 3, Function::Select},
      {"Equality", 2, Function::Eq},
      {"Eq", 2, Function::Eq},
      {"LessThan", 2, Function::LessEq},
      {"Le", 2, Function::LessEq},
      {"StrictLessThan", 2, Function::Less},
      {"Lt", 2, Function::Less},
      {"Unequality", 2},
      {"Ne", 2},
      {"GreaterThan", 2},
      {"Ge", 2},
      {"StrictGreaterThan", 2},
      {"Gt", 2},
      {"Xor", 2},
      {"Pow", 2},
      {"FloorDiv", 2},
      {"CleanDiv", 2},
      {"CeilDiv", 2},
      {"Mod", 2},
      {"PythonMod", 2},
      {"ModularIndexing", 3},
      {"LShift", 2},
      {"RShift", 2},
      {"Identity", 1},
      {"TruncToFloat", 1},
  };
  const Entry *entry = llvm::find_if(
      entries, [&](const Entry &entry) { return entry.name == name; });
  // Most functions added by a newer SymPy are integers.
  if (entry == std::end(entries)) {
    name.consume_front("OpaqueUnaryFn_");
    return callUnknown(name, sym::getUnknownKind(name), args);
  }
  if (entry->numArgs == kAny ? args.empty() : args.size() != entry->numArgs) {
    error = "wrong number of arguments for " + name.str();
    return {};
  }
  Attribute number = entry->function == Function::Unknown
                         ? callByRule(name, args)
                         : sym::call(entry->function, args, ranges);
  if (number)
    return number;
  // For example a division by zero, or a sum that is too long.
  auto isBoolean = [](Attribute arg) {
    return sym::getKind(arg) == NumberKind::Boolean;
  };
  if (llvm::none_of(args, isBoolean))
    return callUnknown(name, sym::getUnknownKind(name), args);
  error = "wrong kind of argument for " + name.str();
  return {};
}

//===----------------------------------------------------------------------===//
// Parser
//===----------------------------------------------------------------------===//

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

  /// zf0 is a float of an input, zuf0 a computed float.
  static bool isFloatName(StringRef name) {
    return (name.consume_front("zuf") || name.consume_front("zf")) &&
           !name.empty() && llvm::all_of(name, llvm::isDigit);
  }

  Attribute getInteger(int64_t value) {
    return sym::getNumber(value, builder.context);
  }

  /// Null if the text is not a number.
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

  /// Parses 'text' without escapes: names of symbols and numbers have none.
  /// Empty after an error.
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

  /// Parses `, positive=True)`: calls `use` with each keyword, and consumes the
  /// ')'.
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
