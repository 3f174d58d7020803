//===- Opaque.cpp - Sizes that no polynomial says -------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Opaque.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <variant>

using namespace mlir;
using namespace torch_onnx;
using sym::NumberOp;
using sym::OpaqueExpr;

/// Nested calls, parentheses and signs, and opaque symbols in opaque symbols.
static constexpr unsigned kMaxNesting = 64;
/// A longer name is not read: no person has written that size.
static constexpr size_t kMaxLength = 1 << 12;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static OpaqueExpr makeSize(AffineExpr size) {
  OpaqueExpr result;
  result.size = size;
  return result;
}

static OpaqueExpr makeCall(StringRef function, ArrayRef<OpaqueExpr> args) {
  OpaqueExpr result;
  result.kind = OpaqueExpr::Kind::Call;
  result.function = function.str();
  result.args.assign(args.begin(), args.end());
  return result;
}

namespace {
class Parser {
public:
  using Maybe = std::optional<OpaqueExpr>;

  Parser(StringRef text, MLIRContext *context) : rest(text), context(context) {}

  Maybe parse() {
    Maybe result = parseSum();
    return result && rest.ltrim().empty() ? result : std::nullopt;
  }

private:
  bool consume(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  StringRef peekWord() {
    rest = rest.ltrim();
    if (rest.empty() || llvm::isDigit(rest.front()))
      return {};
    return rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  }
  bool consumeWord(StringRef word) {
    if (peekWord() != word)
      return false;
    rest = rest.drop_front(word.size());
    return true;
  }

  /// The size that an operand of arithmetic is; a call in it is a symbol.
  AffineExpr getSize(const OpaqueExpr &expr) {
    switch (expr.kind) {
    case OpaqueExpr::Kind::Size:
      return expr.size;
    case OpaqueExpr::Kind::Call:
      return expr.function == "/"
                 ? AffineExpr()
                 : sym::getSymbol(context, sym::toString(expr));
    default:
      return {};
    }
  }
  template <typename Fn>
  Maybe combine(const Maybe &lhs, const Maybe &rhs, Fn compute) {
    AffineExpr x = lhs ? getSize(*lhs) : AffineExpr();
    AffineExpr y = rhs ? getSize(*rhs) : AffineExpr();
    AffineExpr size = x && y ? compute(x, y) : AffineExpr();
    return size ? Maybe(makeSize(size)) : std::nullopt;
  }
  static Maybe negate(Maybe expr) {
    if (!expr)
      return std::nullopt;
    if (expr->kind == OpaqueExpr::Kind::Float)
      expr->number = -expr->number;
    else if (expr->kind == OpaqueExpr::Kind::Size)
      expr->size = sym::mul(expr->size, -1);
    else
      return std::nullopt;
    return expr;
  }

  Maybe parseSum() {
    if (nesting++ > kMaxNesting)
      return std::nullopt;
    Maybe result = parseTerm();
    while (result) {
      bool isSum = consume("+");
      if (!isSum && !consume("-"))
        break;
      result = combine(result, parseTerm(), [&](AffineExpr x, AffineExpr y) {
        return isSum ? sym::add(x, y) : sym::sub(x, y);
      });
    }
    --nesting;
    return result;
  }

  Maybe parseTerm() {
    Maybe result = parseOperand();
    while (result) {
      AffineExpr (*compute)(AffineExpr, AffineExpr) = nullptr;
      if (consume("*"))
        compute = &sym::mul;
      else if (consumeWord("floordiv"))
        compute = &sym::floorDiv;
      else if (consumeWord("ceildiv"))
        compute = &sym::ceilDiv;
      else if (consumeWord("mod"))
        compute = &sym::mod;
      else if (!consume("/"))
        break;
      Maybe rhs = parseOperand();
      if (!rhs)
        return std::nullopt;
      result = compute ? combine(result, rhs, compute)
                       : Maybe(makeCall("/", {*result, *rhs}));
    }
    return result;
  }

  Maybe parseOperand() {
    if (consume("-")) {
      if (nesting++ > kMaxNesting)
        return std::nullopt;
      Maybe result = negate(parseOperand());
      --nesting;
      return result;
    }
    if (consume("(")) {
      Maybe result = parseSum();
      return result && consume(")") ? result : std::nullopt;
    }
    rest = rest.ltrim();
    if (!rest.empty() && (llvm::isDigit(rest.front()) || rest.front() == '.'))
      return parseNumber();
    StringRef name = peekWord();
    if (name.empty())
      return std::nullopt;
    rest = rest.drop_front(name.size());
    if (!rest.starts_with("(")) {
      OpaqueExpr result;
      if (name.lower() == "true" || name.lower() == "false") {
        result.kind = OpaqueExpr::Kind::Boolean;
        result.isTrue = name.lower() == "true";
      } else {
        result.size = sym::getSymbol(context, name);
      }
      return result;
    }
    rest = rest.drop_front();
    OpaqueExpr call = makeCall(name, {});
    while (!consume(")")) {
      if (!call.args.empty() && !consume(","))
        return std::nullopt;
      Maybe arg = parseSum();
      if (!arg)
        return std::nullopt;
      call.args.push_back(std::move(*arg));
    }
    return call;
  }

  Maybe parseNumber() {
    size_t length = 0;
    for (; length < rest.size(); ++length) {
      char c = rest[length];
      bool isSign = length > 0 && (c == '-' || c == '+') &&
                    llvm::toLower(rest[length - 1]) == 'e';
      if (!llvm::isDigit(c) && c != '.' && llvm::toLower(c) != 'e' && !isSign)
        break;
    }
    StringRef digits = rest.take_front(length);
    rest = rest.drop_front(length);
    int64_t integer;
    if (!digits.getAsInteger(10, integer))
      return makeSize(getAffineConstantExpr(integer, context));
    OpaqueExpr result;
    result.kind = OpaqueExpr::Kind::Float;
    if (llvm::all_of(digits, llvm::isDigit)) // It does not fit.
      return std::nullopt;
    if (digits.getAsDouble(result.number))
      return std::nullopt;
    return result;
  }

  StringRef rest;
  MLIRContext *context;
  unsigned nesting = 0;
};
} // namespace

std::optional<OpaqueExpr> sym::parseOpaque(StringRef name,
                                           MLIRContext *context) {
  if (name.size() > kMaxLength || !name.contains('('))
    return std::nullopt;
  std::optional<OpaqueExpr> expr = Parser(name, context).parse();
  return expr && expr->kind == OpaqueExpr::Kind::Call ? expr : std::nullopt;
}

std::string sym::toString(const OpaqueExpr &expr) {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printSize = [](AffineExpr size) {
    return toString(size, [](AffineSymbolExpr symbol) {
      return getSymbolName(symbol).str();
    });
  };
  switch (expr.kind) {
  case OpaqueExpr::Kind::Size:
    return printSize(expr.size);
  case OpaqueExpr::Kind::Float:
    return toString(expr.number);
  case OpaqueExpr::Kind::Boolean:
    return expr.isTrue ? "true" : "false";
  case OpaqueExpr::Kind::Call:
    break;
  }
  auto args = llvm::map_to_vector(
      expr.args, [](const OpaqueExpr &arg) { return toString(arg); });
  if (expr.function == "/" && args.size() == 2)
    os << "(" << args[0] << ")/(" << args[1] << ")";
  else
    os << expr.function << "(" << llvm::join(args, ", ") << ")";
  return text;
}

//===----------------------------------------------------------------------===//
// Substitution
//===----------------------------------------------------------------------===//

namespace {
/// Computes constants. What it returns counts unless it `hasFailed`: a number
/// does not fit, or there is none.
struct Constants {
  using Value = std::variant<int64_t, double, bool>;
  bool hasFailed = false;

  std::optional<Value> getSize(AffineExpr size) {
    std::optional<int64_t> constant = sym::getConstant(size);
    return constant ? std::optional<Value>(*constant) : std::nullopt;
  }
  Value getFloat(double number) { return number; }
  Value getBoolean(bool isTrue) { return isTrue; }
  Value select(Value condition, Value ifTrue, Value ifFalse) {
    return std::get<bool>(condition) ? ifTrue : ifFalse;
  }
  Value apply(NumberOp op, Value x) {
    if (auto *integer = std::get_if<int64_t>(&x))
      return applyToInt(op, *integer);
    if (auto *number = std::get_if<double>(&x))
      return applyToFloat(op, *number);
    return op == NumberOp::Not ? Value(!std::get<bool>(x)) : fail();
  }
  Value apply(NumberOp op, Value x, Value y) {
    if (x.index() != y.index())
      return fail();
    if (auto *integer = std::get_if<int64_t>(&x))
      return applyToInts(op, *integer, std::get<int64_t>(y));
    if (auto *number = std::get_if<double>(&x))
      return applyToFloats(op, *number, std::get<double>(y));
    bool lhs = std::get<bool>(x), rhs = std::get<bool>(y);
    return op == NumberOp::And  ? Value(lhs && rhs)
           : op == NumberOp::Or ? Value(lhs || rhs)
                                : fail();
  }

private:
  Value fail() {
    hasFailed = true;
    return int64_t(0);
  }

  Value applyToInt(NumberOp op, int64_t x) {
    if (op == NumberOp::ToFloat)
      return double(x);
    if (op == NumberOp::Abs && x != std::numeric_limits<int64_t>::min())
      return std::abs(x);
    return fail();
  }

  Value applyToFloat(NumberOp op, double x) {
    switch (op) {
    case NumberOp::Abs:
      return std::abs(x);
    case NumberOp::Floor:
      return std::floor(x);
    case NumberOp::Ceil:
      return std::ceil(x);
    case NumberOp::RoundEven:
      return std::nearbyint(x);
    case NumberOp::Sqrt:
      return std::sqrt(x);
    case NumberOp::ToInt:
      return std::abs(x) < 0x1p63 ? Value(int64_t(x)) : fail();
    default:
      return fail();
    }
  }

  Value applyToInts(NumberOp op, int64_t x, int64_t y) {
    int64_t result = 0;
    auto check = [&](bool overflows) {
      return overflows ? fail() : Value(result);
    };
    bool isDivisor = y != 0 && !llvm::divideSignedWouldOverflow(x, y);
    bool isShift = y >= 0 && y < 63;
    switch (op) {
    case NumberOp::Add:
      return check(llvm::AddOverflow(x, y, result));
    case NumberOp::Mul:
      return check(llvm::MulOverflow(x, y, result));
    case NumberOp::FloorDiv:
      return isDivisor ? Value(llvm::divideFloorSigned(x, y)) : fail();
    case NumberOp::Mod:
      return isDivisor ? Value(x - y * llvm::divideFloorSigned(x, y)) : fail();
    case NumberOp::IntPow: {
      result = 1;
      if (y < 0 || y > 63)
        return fail();
      for (int64_t i = 0; i < y; ++i)
        if (llvm::MulOverflow(result, x, result))
          return fail();
      return result;
    }
    case NumberOp::Max:
      return std::max(x, y);
    case NumberOp::Min:
      return std::min(x, y);
    case NumberOp::Shl:
      return isShift ? check(llvm::MulOverflow(x, int64_t(1) << y, result))
                     : fail();
    case NumberOp::Shr:
      return isShift ? Value(x >> y) : fail();
    case NumberOp::BitAnd:
      return x & y;
    case NumberOp::BitOr:
      return x | y;
    case NumberOp::BitXor:
      return x ^ y;
    case NumberOp::Eq:
      return x == y;
    case NumberOp::Less:
      return x < y;
    case NumberOp::LessEq:
      return x <= y;
    default:
      return fail();
    }
  }

  Value applyToFloats(NumberOp op, double x, double y) {
    switch (op) {
    case NumberOp::Add:
      return x + y;
    case NumberOp::Mul:
      return x * y;
    case NumberOp::Div:
      return y != 0 ? Value(x / y) : fail();
    case NumberOp::Pow:
      return std::pow(x, y);
    case NumberOp::Eq:
      return x == y;
    case NumberOp::Less:
      return x < y;
    case NumberOp::LessEq:
      return x <= y;
    default:
      return fail();
    }
  }
};

using Replacement = llvm::function_ref<AffineExpr(AffineSymbolExpr)>;
} // namespace

static AffineExpr substituteNested(AffineExpr expr, Replacement replacement,
                                   unsigned depth);

/// False when a size in `expr` is unknown afterwards.
static bool substituteIn(OpaqueExpr &expr, Replacement replacement,
                         unsigned depth) {
  if (expr.kind == OpaqueExpr::Kind::Size) {
    expr.size = substituteNested(expr.size, replacement, depth);
    return bool(expr.size);
  }
  return llvm::all_of(expr.args, [&](OpaqueExpr &arg) {
    return substituteIn(arg, replacement, depth);
  });
}

static AffineExpr substituteNested(AffineExpr expr, Replacement replacement,
                                   unsigned depth) {
  return sym::substitute(expr, [&](AffineSymbolExpr symbol) -> AffineExpr {
    StringRef name = sym::getSymbolName(symbol);
    if (!name.contains('('))
      return replacement(symbol);
    std::optional<OpaqueExpr> function =
        depth < kMaxNesting ? sym::parseOpaque(name, symbol.getContext())
                            : std::nullopt;
    if (!function)
      return replacement(symbol);
    std::string before = sym::toString(*function);
    if (!substituteIn(*function, replacement, depth + 1))
      return {};
    Constants constants;
    std::optional<Constants::Value> value =
        sym::OpaqueEvaluator<Constants>(constants).evaluateSize(*function);
    if (value && !constants.hasFailed)
      return getAffineConstantExpr(std::get<int64_t>(*value),
                                   symbol.getContext());
    // A name is written in another way only where something has changed in it.
    std::string after = sym::toString(*function);
    return after == before ? AffineExpr(symbol)
                           : sym::getSymbol(symbol.getContext(), after);
  });
}

AffineExpr sym::substituteOpaque(AffineExpr expr, Replacement replacement) {
  return expr ? substituteNested(expr, replacement, 0) : AffineExpr();
}
