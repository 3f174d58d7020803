//===- Syntax.cpp - Text of symbolic sizes --------------------------------===//
//
// Implements the grammar of Dims.h. Parsed text is evaluated immediately with
// checked arithmetic.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "Polynomial.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <charconv>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::sym;

static constexpr unsigned kMaxNesting = 128;

static bool isWordChar(char c) { return llvm::isAlnum(c) || c == '_'; }

static bool isReserved(StringRef name) {
  return llvm::StringSwitch<bool>(name)
      .Cases({"floordiv", "ceildiv", "mod", "true", "false"}, true)
      .Default(false);
}

static StringRef getKindName(NumberKind kind) {
  return kind == NumberKind::Integer ? "int"
         : kind == NumberKind::Float ? "float"
                                     : "bool";
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
/// The precedence of a text: an operand of lower precedence than its operator
/// needs parentheses.
enum class Level { Sum, Product, Power, Atom };

struct Text {
  std::string text;
  Level level = Level::Atom;

  std::string atLeast(Level wanted) const {
    return level < wanted ? "(" + text + ")" : text;
  }
};

class Printer {
public:
  explicit Printer(MLIRContext *context) : arithmetic(context) {}

  std::string print(AffineExpr size) {
    MaybePoly poly = arithmetic.read(size);
    return poly ? print(*poly) : "?";
  }

  Text print(Attribute number) {
    if (AffineExpr size = getSize(number)) {
      auto constant = dyn_cast<AffineConstantExpr>(size);
      if (CallAttr call = getCall(size))
        return print(call);
      bool isAtom =
          constant ? constant.getValue() >= 0 : isa<AffineSymbolExpr>(size);
      return {print(size), isAtom ? Level::Atom : Level::Sum};
    }
    if (auto constant = dyn_cast<FloatAttr>(number))
      return print(constant.getValueAsDouble());
    if (auto constant = dyn_cast<BoolAttr>(number))
      return {constant.getValue() ? "true" : "false"};
    return print(cast<CallAttr>(number));
  }

private:
  //===--------------------------------------------------------------------===//
  // Sizes
  //===--------------------------------------------------------------------===//

  std::string print(const Poly &poly) {
    if (poly.empty())
      return "0";
    std::string text;
    for (const Term &term : arithmetic.display(poly)) {
      bool isNegative = term.coef < 0;
      bool isFirst = text.empty();
      if (!isFirst)
        text += isNegative ? " - " : " + ";
      else if (isNegative)
        text += '-';
      text += print(term, /*isOperand=*/isFirst && isNegative);
    }
    return text;
  }

  /// Prints the term without its sign. An operand of a product or of a sign
  /// gets parentheses.
  std::string print(const Term &term, bool isOperand) {
    std::string text;
    int64_t coef = std::abs(term.coef);
    if (coef != 1 || term.isConstant()) {
      text = std::to_string(coef);
      isOperand = true;
    }
    isOperand |= term.factors.size() > 1;
    for (AffineExpr factor : term.factors) {
      if (!text.empty())
        text += '*';
      text += printFactor(factor, isOperand);
    }
    return text;
  }

  std::string printFactor(AffineExpr factor, bool isOperand) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(factor)) {
      Attribute name = arithmetic.getSymbol(symbol);
      if (auto call = dyn_cast<CallAttr>(name))
        return print(call).text;
      return printName(cast<StringAttr>(name));
    }
    const auto &[lhs, rhs] = arithmetic.getParts(factor);
    bool isMod = factor.getKind() == AffineExprKind::Mod;
    std::string text = printOperand(lhs) + (isMod ? " mod " : " floordiv ") +
                       printOperand(rhs);
    return isOperand ? "(" + text + ")" : text;
  }

  std::string printOperand(const Poly &poly) {
    const Term &lead = poly.front();
    bool isNumber = lead.isConstant() && lead.coef > 0;
    bool isSymbol = poly.size() == 1 && lead.coef == 1 &&
                    lead.factors.size() == 1 &&
                    isa<AffineSymbolExpr>(lead.factors.front());
    std::string text = print(poly);
    return isNumber || isSymbol ? text : "(" + text + ")";
  }

  static std::string printName(StringRef name) {
    if (llvm::all_of(name, isWordChar) && !name.empty() &&
        !llvm::isDigit(name.front()) && !isReserved(name))
      return name.str();
    std::string text;
    llvm::raw_string_ostream os(text);
    os << '"';
    llvm::printEscapedString(name, os);
    os << '"';
    return text;
  }

  //===--------------------------------------------------------------------===//
  // Functions
  //===--------------------------------------------------------------------===//

  static bool isWhole(double number) {
    return std::abs(number) < 0x1p53 && number == std::floor(number);
  }

  /// The shortest text that is parsed as this float.
  static Text print(double number) {
    char digits[32];
    auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
    std::string text(digits, end);
    if (StringRef(text).find_first_not_of("-0123456789") == StringRef::npos)
      text += ".0";
    return {text, std::signbit(number) ? Level::Sum : Level::Atom};
  }

  static bool isConversion(Attribute number) {
    auto call = dyn_cast<CallAttr>(number);
    return call && call.getFunction() == Function::ToFloat;
  }

  /// The texts of the operands. A conversion to float is omitted if the
  /// function or another operand requires it, because `call` converts again.
  SmallVector<Text> printOperands(CallAttr call) {
    ArrayRef<Attribute> operands = call.getOperands();
    bool convertsAll = call.getFunction() == Function::Div ||
                       call.getFunction() == Function::Sqrt;
    auto isWholeFloat = [](Attribute number) {
      auto constant = dyn_cast<FloatAttr>(number);
      return constant && isWhole(constant.getValueAsDouble()) &&
             !constant.getValue().isNegZero();
    };
    const Attribute *implicit = nullptr;
    auto isFloat = [](Attribute x) { return getKind(x) == NumberKind::Float; };
    if (call.getFunction() != Function::Unknown &&
        llvm::count_if(operands, isFloat) > 1) {
      implicit = llvm::find_if(operands, isConversion);
      if (implicit == operands.end())
        implicit = llvm::find_if(operands, isWholeFloat);
    }
    SmallVector<Text> texts;
    for (const Attribute &operand : operands) {
      bool isLeftOut = convertsAll || &operand == implicit;
      if (isLeftOut && isConversion(operand)) {
        texts.push_back(print(cast<CallAttr>(operand).getOperands()[0]));
        continue;
      }
      texts.push_back(print(operand));
      if (isLeftOut && isWholeFloat(operand))
        texts.back().text = std::to_string(
            int64_t(cast<FloatAttr>(operand).getValueAsDouble()));
    }
    return texts;
  }

  Text print(CallAttr call) {
    SmallVector<Text> x = printOperands(call);
    switch (call.getFunction()) {
    case Function::Add:
      return printSum(call, x);
    case Function::Mul:
      return printProduct(call, x);
    case Function::Div:
      return {x[0].atLeast(Level::Product) + "/" + x[1].atLeast(Level::Power),
              Level::Product};
    case Function::IntPow:
    case Function::Pow:
      return {x[0].atLeast(Level::Atom) + "**" + x[1].atLeast(Level::Atom),
              Level::Power};
    default:
      break;
    }
    std::string text;
    if (call.getFunction() == Function::Unknown) {
      if (call.getKind() != getUnknownKind(call.getName()) || x.empty())
        text = (getKindName(call.getKind()) + " ").str();
      text += printName(call.getName());
      if (x.empty())
        return {text};
    } else {
      text = getFunctionName(call.getFunction());
    }
    auto getText = [](const Text &operand) { return operand.text; };
    return {text + "(" + llvm::join(llvm::map_range(x, getText), ", ") + ")"};
  }

  /// Constants are printed last, and a negative factor as a difference.
  static Text printSum(CallAttr call, ArrayRef<Text> x) {
    std::string text;
    auto append = [&](Attribute operand, const Text &operandText) {
      auto call = dyn_cast<CallAttr>(operand);
      bool isSum = call && call.getFunction() == Function::Add;
      bool isScaled = isa<FloatAttr>(operand) ||
                      (call && call.getFunction() == Function::Mul);
      StringRef term = operandText.text;
      if (text.empty())
        text = isSum ? operandText.atLeast(Level::Product) : term;
      else if (isScaled && term.consume_front("-"))
        text += (" - " + term).str();
      else if (isSum || term.starts_with("-"))
        text += " + " + operandText.atLeast(Level::Product);
      else
        text += (" + " + term).str();
    };
    for (bool isConstant : {false, true})
      for (auto [operand, operandText] : llvm::zip_equal(call.getOperands(), x))
        if (isa<FloatAttr>(operand) == isConstant)
          append(operand, operandText);
    return {text, Level::Sum};
  }

  static Text printProduct(CallAttr call, ArrayRef<Text> x) {
    auto factor = dyn_cast<FloatAttr>(call.getOperands()[0]);
    bool isNegative = factor && factor.getValue().isNegative();
    bool isSign = x.size() == 2 && factor && factor.getValueAsDouble() == -1;
    std::string text = isSign       ? "-"
                       : isNegative ? x[0].text
                                    : x[0].atLeast(Level::Power);
    for (const Text &operand : x.drop_front()) {
      if (text != "-")
        text += '*';
      text += operand.atLeast(Level::Power);
    }
    return {text, isNegative ? Level::Sum : Level::Product};
  }

  Arithmetic arithmetic;
};
} // namespace

std::string torch_onnx::sym::toString(AffineExpr expr) {
  return expr ? Printer(expr.getContext()).print(expr) : "?";
}

std::string torch_onnx::sym::toString(Attribute number) {
  return Printer(number.getContext()).print(number).text;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// A polynomial for an integer, or another number.
struct Value {
  Poly poly;
  Attribute number;
};
using MaybeValue = std::optional<Value>;

/// Functions that return an optional set `error` if they return nothing.
class Parser {
public:
  Parser(StringRef text, MLIRContext *context)
      : rest(text), arithmetic(context) {}

  /// Null after an error.
  AffineExpr parseSize() {
    MaybeValue value = parseExpr();
    if (!value)
      return {};
    if (value->number) {
      error = "expected a size, found a float or a truth value";
      return {};
    }
    AffineExpr size = arithmetic.write(value->poly);
    if (!size)
      error = kTooBig;
    return size;
  }

  bool consume(StringRef token) {
    rest = rest.ltrim(" \t\n\r");
    return rest.consume_front(token);
  }

  /// The remaining text.
  StringRef rest;
  StringRef error = "expected a symbol, an integer or '('";

private:
  static constexpr StringLiteral kTooBig =
      "expression divides by zero, overflows or is too big";

  //===--------------------------------------------------------------------===//
  // Tokens
  //===--------------------------------------------------------------------===//

  StringRef peekWord() {
    rest = rest.ltrim(" \t\n\r");
    StringRef word = rest.take_while(isWordChar);
    return word.empty() || llvm::isDigit(word.front()) ? StringRef() : word;
  }

  bool consumeWord(StringRef word) {
    if (peekWord() != word)
      return false;
    rest = rest.drop_front(word.size());
    return true;
  }

  MaybeValue fail(StringRef message) {
    error = message;
    return std::nullopt;
  }

  /// Parses an integer, or a float with a fraction or an exponent.
  MaybeValue parseNumber() {
    char last = 0;
    StringRef text = rest.take_while([&](char c) {
      char before = std::exchange(last, c);
      bool isSign = (c == '-' || c == '+') && llvm::toLower(before) == 'e';
      return isSign || llvm::isDigit(c) || c == '.' || c == 'e' || c == 'E';
    });
    int64_t integer;
    double number;
    bool isInteger = llvm::all_of(text, llvm::isDigit);
    if (isInteger ? text.getAsInteger(10, integer)
                  : text.getAsDouble(number) || !std::isfinite(number))
      return fail(isInteger ? kTooBig : "malformed number");
    rest = rest.drop_front(text.size());
    if (isInteger)
      return Value{Arithmetic::constant(integer), {}};
    return Value{{}, getNumber(number, arithmetic.getContext())};
  }

  /// Parses a string with MLIR's escapes; empty if it is malformed.
  std::string parseString() {
    StringRef left = rest.drop_front();
    std::string name;
    while (!left.empty() && left.front() != '"') {
      char c = left.front();
      left = left.drop_front();
      if (c == '\\') {
        if (left.empty())
          return {};
        c = left.front();
        if (left.size() > 1 && llvm::isHexDigit(c) &&
            llvm::isHexDigit(left[1])) {
          c = char(llvm::hexFromNibbles(c, left[1]));
          left = left.drop_front();
        } else if (c == 'n' || c == 't') {
          c = c == 'n' ? '\n' : '\t';
        } else if (c != '"' && c != '\\') {
          return {};
        }
        left = left.drop_front();
      }
      name += c;
    }
    if (left.empty() || name.empty())
      return {};
    rest = left.drop_front();
    return name;
  }

  //===--------------------------------------------------------------------===//
  // Values
  //===--------------------------------------------------------------------===//

  MaybeValue makeSymbol(StringRef name) {
    if (name.empty())
      return fail("malformed string");
    return Value{{Term{{getSymbol(arithmetic.getContext(), name)}}}, {}};
  }

  MaybeValue makeSize(MaybePoly poly) {
    return poly ? MaybeValue({std::move(*poly), {}}) : fail(kTooBig);
  }

  MaybeValue makeValue(Attribute number) {
    if (!number)
      return fail("an operand is of the wrong kind, or the number is too big");
    AffineExpr size = getSize(number);
    return size ? makeSize(arithmetic.read(size)) : Value{{}, number};
  }

  Attribute getAttribute(const Value &value) {
    return value.number ? value.number
                        : getNumber(arithmetic.write(value.poly));
  }

  MaybeValue call(Function function, ArrayRef<Value> values) {
    auto operands = llvm::map_to_vector(
        values, [&](const Value &value) { return getAttribute(value); });
    return makeValue(sym::call(function, operands));
  }

  /// Returns the sum or the product. The integers are combined into one
  /// operand.
  MaybeValue combine(Function function, ArrayRef<Value> values) {
    SmallVector<Term> terms;
    MaybePoly product = Arithmetic::constant(1);
    SmallVector<Attribute> operands;
    for (const Value &value : values) {
      if (value.number)
        operands.push_back(value.number);
      else if (function == Function::Add)
        terms.append(value.poly.begin(), value.poly.end());
      else if (product)
        product = arithmetic.mul(*product, value.poly);
    }
    MaybePoly integer = function == Function::Add
                            ? arithmetic.collect(std::move(terms))
                            : std::move(product);
    if (operands.empty() || !integer)
      return makeSize(std::move(integer));
    if (operands.size() < values.size())
      operands.push_back(getAttribute({std::move(*integer), {}}));
    return makeValue(sym::call(function, operands));
  }

  MaybeValue negate(Value value) {
    if (!value.number)
      return makeSize(arithmetic.scale(std::move(value.poly), -1));
    Attribute sign = getNumber(-1.0, value.number.getContext());
    return makeValue(sym::call(Function::Mul, {sign, value.number}));
  }

  //===--------------------------------------------------------------------===//
  // Grammar
  //===--------------------------------------------------------------------===//

  MaybeValue parseExpr() {
    SmallVector<Value> terms;
    bool isNegative = false;
    while (true) {
      MaybeValue term = parseTerm();
      if (term && isNegative)
        term = negate(std::move(*term));
      if (!term)
        return std::nullopt;
      terms.push_back(std::move(*term));
      isNegative = consume("-");
      if (!isNegative && !consume("+"))
        return terms.size() == 1 ? terms[0] : combine(Function::Add, terms);
    }
  }

  MaybeValue parseTerm() {
    MaybeValue first = parseOperand();
    if (!first)
      return std::nullopt;
    SmallVector<Value> factors{std::move(*first)};
    auto multiply = [&] {
      return factors.size() == 1 ? factors[0] : combine(Function::Mul, factors);
    };
    while (true) {
      MaybePoly (Arithmetic::*op)(const Poly &, const Poly &) = nullptr;
      bool isProduct = consume("*");
      if (consumeWord("floordiv"))
        op = &Arithmetic::floorDiv;
      else if (consumeWord("ceildiv"))
        op = &Arithmetic::ceilDiv;
      else if (consumeWord("mod"))
        op = &Arithmetic::mod;
      else if (!isProduct && !consume("/"))
        return multiply();
      MaybeValue rhs = parseOperand();
      if (!rhs)
        return std::nullopt;
      if (isProduct) {
        factors.push_back(std::move(*rhs));
        continue;
      }
      MaybeValue lhs = multiply();
      if (!lhs)
        return std::nullopt;
      MaybeValue result;
      if (!op)
        result = call(Function::Div, {*lhs, *rhs});
      else if (lhs->number || rhs->number)
        return fail("expected sizes to divide");
      else
        result = makeSize((arithmetic.*op)(lhs->poly, rhs->poly));
      if (!result)
        return std::nullopt;
      factors.assign(1, std::move(*result));
    }
  }

  MaybeValue parseOperand() {
    if (nesting == kMaxNesting)
      return fail("expression is nested too deeply");
    ++nesting;
    MaybeValue operand;
    if (consume("-")) {
      operand = parseOperand();
      if (operand)
        operand = negate(std::move(*operand));
    } else {
      operand = parseAtom();
      if (operand && consume("**")) {
        MaybeValue exponent = parseOperand();
        bool isInteger = exponent && !operand->number && !exponent->number;
        operand = exponent ? call(isInteger ? Function::IntPow : Function::Pow,
                                  {*operand, *exponent})
                           : std::nullopt;
      }
    }
    --nesting;
    return operand;
  }

  MaybeValue parseAtom() {
    if (consume("(")) {
      MaybeValue operand = parseExpr();
      if (operand && !consume(")"))
        return fail("expected an operator or ')'");
      return operand;
    }
    StringRef word = peekWord();
    if (!rest.empty() && llvm::isDigit(rest.front()))
      return parseNumber();
    if (rest.starts_with("\""))
      return makeSymbol(parseString());
    if (word == "true" || word == "false") {
      rest = rest.drop_front(word.size());
      return Value{{}, BoolAttr::get(arithmetic.getContext(), word == "true")};
    }
    if (word.empty() || isReserved(word))
      return std::nullopt;
    rest = rest.drop_front(word.size());
    if (rest.consume_front("("))
      return parseCall(word, getUnknownKind(word), findFunction(word));
    for (NumberKind kind :
         {NumberKind::Integer, NumberKind::Float, NumberKind::Boolean}) {
      if (word != getKindName(kind))
        continue;
      std::string name = peekWord().str();
      if (rest.starts_with("\""))
        name = parseString();
      else
        rest = rest.drop_front(name.size());
      if (name.empty() || isReserved(name))
        break;
      if (rest.consume_front("("))
        return parseCall(name, kind, Function::Unknown);
      return makeValue(callUnknown(name, kind, {}, arithmetic.getContext()));
    }
    return makeSymbol(word);
  }

  MaybeValue parseCall(StringRef name, NumberKind kind, Function function) {
    SmallVector<Value> operands;
    do {
      MaybeValue operand = parseExpr();
      if (!operand)
        return std::nullopt;
      operands.push_back(std::move(*operand));
    } while (consume(","));
    if (!consume(")"))
      return fail("expected an operator or ')'");
    if (function != Function::Unknown)
      return call(function, operands);
    auto attributes = llvm::map_to_vector(
        operands, [&](const Value &value) { return getAttribute(value); });
    return makeValue(
        callUnknown(name, kind, attributes, arithmetic.getContext()));
  }

  Arithmetic arithmetic;
  unsigned nesting = 0;
};
} // namespace

FailureOr<AffineExpr> torch_onnx::sym::parseExpr(StringRef text,
                                                 MLIRContext *context) {
  Parser parser(text, context);
  AffineExpr size = parser.parseSize();
  (void)parser.consume("");
  if (!size || !parser.rest.empty())
    return failure();
  return size;
}

// MLIR's lexer has no token '**', so the text is parsed here.
FailureOr<SmallVector<AffineExpr>>
torch_onnx::sym::parseDims(DialectAsmParser &asmParser) {
  Parser parser(asmParser.getFullSymbolSpec(), asmParser.getContext());
  auto fail = [&](const Twine &message) {
    return asmParser.emitError(SMLoc::getFromPointer(parser.rest.data()),
                               message);
  };
  if (!parser.consume("dims") || !parser.consume("<"))
    return fail("expected 'dims<' and the sizes of the dynamic dimensions");
  SmallVector<AffineExpr> dims;
  do {
    if (parser.consume("?")) {
      dims.emplace_back();
      continue;
    }
    dims.push_back(parser.parseSize());
    if (!dims.back())
      return fail("invalid size: " + parser.error);
  } while (parser.consume(","));
  if (!parser.consume(">") || !parser.rest.empty())
    return fail("invalid size: expected an operator, ',' or '>'");
  return dims;
}
