//===- Syntax.cpp - Text of symbolic sizes --------------------------------===//
//
// One grammar (Dims.h) with two sources of tokens: a string, and MLIR's parser.
// What was read is computed with checked arithmetic at once.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "Polynomial.h"

#include "mlir/IR/OpImplementation.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx::sym;

static constexpr unsigned kMaxNesting = 128;

static bool isOperatorWord(StringRef name) {
  return name == "floordiv" || name == "ceildiv" || name == "mod";
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

namespace {
class Printer {
public:
  Printer(Arithmetic &arithmetic, raw_ostream &os,
          function_ref<std::string(AffineSymbolExpr)> getText)
      : arithmetic(arithmetic), os(os), getText(getText) {}

  void print(const Poly &poly) {
    if (poly.empty()) {
      os << '0';
      return;
    }
    bool isFirst = true;
    for (const Term &term : arithmetic.display(poly)) {
      bool isNegative = term.coef < 0;
      if (!isFirst)
        os << (isNegative ? " - " : " + ");
      else if (isNegative)
        os << '-';
      printTerm(term, /*isOperand=*/isFirst && isNegative);
      isFirst = false;
    }
  }

private:
  /// Without its sign. An operand of a product or of a sign has parentheses.
  void printTerm(const Term &term, bool isOperand) {
    int64_t coef = std::abs(term.coef);
    if (coef != 1 || term.isConstant()) {
      os << coef;
      isOperand = true;
    }
    isOperand |= term.factors.size() > 1;
    bool needsStar = coef != 1;
    for (AffineExpr factor : term.factors) {
      if (needsStar)
        os << '*';
      needsStar = true;
      printFactor(factor, isOperand);
    }
  }

  void printFactor(AffineExpr factor, bool isOperand) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(factor))
      return printName(symbol);
    const auto &[lhs, rhs] = arithmetic.getParts(factor);
    if (isOperand)
      os << '(';
    printOperand(lhs);
    os << (factor.getKind() == AffineExprKind::Mod ? " mod " : " floordiv ");
    printOperand(rhs);
    if (isOperand)
      os << ')';
  }

  void printOperand(const Poly &poly) {
    const Term &lead = poly.front();
    bool isNumber = lead.isConstant() && lead.coef > 0;
    bool isSymbol = poly.size() == 1 && lead.coef == 1 &&
                    lead.factors.size() == 1 &&
                    isa<AffineSymbolExpr>(lead.factors.front());
    if (!isNumber && !isSymbol)
      os << '(';
    print(poly);
    if (!isNumber && !isSymbol)
      os << ')';
  }

  void printName(AffineSymbolExpr symbol) {
    if (getText) {
      os << getText(symbol);
      return;
    }
    StringRef name = arithmetic.getName(symbol);
    auto isWordChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    if (llvm::all_of(name, isWordChar) && !llvm::isDigit(name.front()) &&
        !isOperatorWord(name)) {
      os << name;
      return;
    }
    os << '"';
    llvm::printEscapedString(name, os);
    os << '"';
  }

  Arithmetic &arithmetic;
  raw_ostream &os;
  function_ref<std::string(AffineSymbolExpr)> getText;
};
} // namespace

std::string torch_onnx::sym::toString(AffineExpr expr) {
  return toString(expr, {});
}

std::string
torch_onnx::sym::toString(AffineExpr expr,
                          function_ref<std::string(AffineSymbolExpr)> getText) {
  if (!expr)
    return "?";
  Arithmetic arithmetic(expr.getContext());
  MaybePoly poly = arithmetic.read(expr);
  if (!poly)
    return "?";
  std::string text;
  llvm::raw_string_ostream os(text);
  Printer(arithmetic, os, getText).print(*poly);
  return text;
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// Tokens of a string. Every function returns false when the next token is
/// something else, and then takes nothing.
class StringSource {
public:
  explicit StringSource(StringRef text) : rest(text) {}

  bool consume(char c) {
    skipSpace();
    return rest.consume_front(StringRef(&c, 1));
  }

  bool consumeWord(StringRef word) {
    skipSpace();
    if (takeWord() != word)
      return false;
    rest = rest.drop_front(word.size());
    return true;
  }

  bool consumeName(std::string &name) {
    skipSpace();
    if (rest.starts_with("\""))
      return consumeString(name);
    StringRef word = takeWord();
    if (word.empty() || llvm::isDigit(word.front()) || isOperatorWord(word))
      return false;
    name = word.str();
    rest = rest.drop_front(word.size());
    return true;
  }

  /// Digits only. Fails also when the number does not fit.
  bool consumeInteger(int64_t &value) {
    skipSpace();
    StringRef digits = rest.take_while(llvm::isDigit);
    if (digits.empty() || digits.getAsInteger(10, value))
      return false;
    rest = rest.drop_front(digits.size());
    return true;
  }

  bool atEnd() {
    skipSpace();
    return rest.empty();
  }

private:
  void skipSpace() { rest = rest.ltrim(" \t\n\r"); }
  StringRef takeWord() const {
    return rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  }

  bool consumeString(std::string &name) {
    StringRef left = rest.drop_front();
    name.clear();
    while (!left.empty() && left.front() != '"') {
      char c = left.front();
      left = left.drop_front();
      if (c == '\\') {
        if (left.empty())
          return false;
        c = left.front();
        if (left.size() > 1 && llvm::isHexDigit(c) &&
            llvm::isHexDigit(left[1])) {
          c = char(llvm::hexFromNibbles(c, left[1]));
          left = left.drop_front();
        } else if (c == 'n' || c == 't') {
          c = c == 'n' ? '\n' : '\t';
        } else if (c != '"' && c != '\\') {
          return false;
        }
        left = left.drop_front();
      }
      name += c;
    }
    if (left.empty() || name.empty())
      return false;
    rest = left.drop_front();
    return true;
  }

  StringRef rest;
};

/// The same of MLIR's parser.
class AsmSource {
public:
  explicit AsmSource(AsmParser &parser) : parser(parser) {}

  bool consume(char c) {
    switch (c) {
    case '+':
      return succeeded(parser.parseOptionalPlus());
    case '-':
      return succeeded(parser.parseOptionalMinus());
    case '*':
      return succeeded(parser.parseOptionalStar());
    case '(':
      return succeeded(parser.parseOptionalLParen());
    case ')':
      return succeeded(parser.parseOptionalRParen());
    }
    return false;
  }

  bool consumeWord(StringRef word) {
    return succeeded(parser.parseOptionalKeyword(word));
  }

  bool consumeName(std::string &name) {
    return succeeded(parser.parseOptionalKeywordOrString(&name)) &&
           !name.empty();
  }

  bool consumeInteger(int64_t &value) {
    APInt integer;
    OptionalParseResult result = parser.parseOptionalDecimalInteger(integer);
    // MLIR reads the sign, too; here it was taken before.
    if (!result.has_value() || failed(*result) || integer.isNegative() ||
        integer.getActiveBits() > 63)
      return false;
    value = integer.getZExtValue();
    return true;
  }

private:
  AsmParser &parser;
};

template <typename Source> class ExprParser {
public:
  ExprParser(Source source, Arithmetic &arithmetic)
      : source(std::move(source)), arithmetic(arithmetic) {}

  MaybePoly parseExpr() {
    SmallVector<Term> terms;
    bool isNegative = false;
    while (true) {
      MaybePoly term = parseTerm();
      if (term && isNegative)
        term = arithmetic.scale(std::move(*term), -1);
      if (!term)
        return std::nullopt;
      terms.append(term->begin(), term->end());
      isNegative = source.consume('-');
      if (!isNegative && !source.consume('+'))
        return check(arithmetic.collect(std::move(terms)));
    }
  }

  Source source;
  /// Why parseExpr returned nothing.
  StringRef error = "expected a symbol, an integer or '('";

private:
  MaybePoly parseTerm() {
    MaybePoly lhs = parseOperand();
    while (lhs) {
      MaybePoly (Arithmetic::*op)(const Poly &, const Poly &);
      if (source.consume('*'))
        op = &Arithmetic::mul;
      else if (source.consumeWord("floordiv"))
        op = &Arithmetic::floorDiv;
      else if (source.consumeWord("ceildiv"))
        op = &Arithmetic::ceilDiv;
      else if (source.consumeWord("mod"))
        op = &Arithmetic::mod;
      else
        break;
      MaybePoly rhs = parseOperand();
      if (!rhs)
        return std::nullopt;
      lhs = check((arithmetic.*op)(*lhs, *rhs));
    }
    return lhs;
  }

  MaybePoly parseOperand() {
    if (nesting == kMaxNesting) {
      error = "expression is nested too deeply";
      return std::nullopt;
    }
    ++nesting;
    MaybePoly operand = parseNestedOperand();
    --nesting;
    return operand;
  }

  MaybePoly parseNestedOperand() {
    if (source.consume('-')) {
      MaybePoly operand = parseOperand();
      return operand ? arithmetic.scale(std::move(*operand), -1) : std::nullopt;
    }
    if (source.consume('(')) {
      MaybePoly operand = parseExpr();
      if (operand && !source.consume(')')) {
        error = "expected an operator or ')'";
        return std::nullopt;
      }
      return operand;
    }
    int64_t value;
    if (source.consumeInteger(value))
      return Arithmetic::constant(value);
    std::string name;
    if (!source.consumeName(name))
      return std::nullopt;
    return Poly{Term{{getSymbol(arithmetic.getContext(), name)}}};
  }

  MaybePoly check(MaybePoly poly) {
    if (!poly)
      error = "expression divides by zero, overflows or is too big";
    return poly;
  }

  Arithmetic &arithmetic;
  unsigned nesting = 0;
};
} // namespace

FailureOr<AffineExpr> torch_onnx::sym::parseExpr(StringRef text,
                                                 MLIRContext *context) {
  Arithmetic arithmetic(context);
  ExprParser<StringSource> parser{StringSource(text), arithmetic};
  MaybePoly poly = parser.parseExpr();
  AffineExpr expr = poly ? arithmetic.write(*poly) : AffineExpr();
  if (!expr || !parser.source.atEnd())
    return failure();
  return expr;
}

FailureOr<AffineExpr> torch_onnx::sym::parseExpr(AsmParser &asmParser) {
  Arithmetic arithmetic(asmParser.getContext());
  ExprParser<AsmSource> parser{AsmSource(asmParser), arithmetic};
  SMLoc loc = asmParser.getCurrentLocation();
  MaybePoly poly = parser.parseExpr();
  AffineExpr expr = poly ? arithmetic.write(*poly) : AffineExpr();
  if (!expr)
    return asmParser.emitError(loc, "invalid size: ") << parser.error;
  return expr;
}
