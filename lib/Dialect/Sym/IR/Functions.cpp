//===- Functions.cpp - Functions of sizes ---------------------------------===//
//
// See the header. A table declares the operands and results of the functions,
// and a class simplifies calls.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "Polynomial.h"
#include "Symbols.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using sym::CallAttr;
using sym::Function;
using sym::NumberKind;
using sym::SizeAttr;

/// The maximum number of sizes, constants and functions in a function. Larger
/// functions are of no use to a reader.
static constexpr uint64_t kMaxNodes = 1 << 12;
/// The limit for numerator and denominator of a float whose products count as
/// exact.
static constexpr int64_t kMaxFraction = 1 << 16;
/// Max and Min compare their arguments pairwise.
static constexpr unsigned kMaxCompared = 16;
/// Greater powers of numbers other than 0, 1 and -1 overflow 64 bits.
static constexpr int64_t kMaxExponent = 63;

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

namespace {
/// Numbers are integers or floats, all of one kind.
enum class Takes { Integers, Floats, Numbers, Booleans };

struct Signature {
  Function function;
  StringLiteral name;
  Takes takes;
  /// The kind of the result; nothing if it is the kind of the operands.
  std::optional<NumberKind> gives;
  unsigned minOperands, maxOperands;
  bool isSymmetric;
};
} // namespace

static const Signature &getSignature(Function function) {
  using enum Takes;
  using enum NumberKind;
  constexpr std::nullopt_t kSame = std::nullopt;
  constexpr unsigned kAny = ~0u;
  static constexpr Signature signatures[] = {
      {Function::Unknown, "", Numbers, kSame, 0, 0, false},
      {Function::Ratio, "Ratio", Integers, Float, 2, 2, false},
      {Function::Abs, "Abs", Numbers, kSame, 1, 1, false},
      {Function::Add, "", Numbers, kSame, 1, kAny, true},
      {Function::And, "And", Booleans, Boolean, 1, kAny, true},
      {Function::BitAnd, "bitwise_and", Integers, Integer, 2, 2, true},
      {Function::BitOr, "bitwise_or", Integers, Integer, 2, 2, true},
      {Function::BitXor, "bitwise_xor", Integers, Integer, 2, 2, true},
      {Function::Ceil, "ceil", Floats, Integer, 1, 1, false},
      {Function::Div, "", Floats, Float, 2, 2, false},
      {Function::Eq, "Eq", Numbers, Boolean, 2, 2, true},
      {Function::Floor, "floor", Floats, Integer, 1, 1, false},
      {Function::IntPow, "", Integers, Integer, 2, 2, false},
      {Function::Less, "Lt", Numbers, Boolean, 2, 2, false},
      {Function::LessEq, "Le", Numbers, Boolean, 2, 2, false},
      {Function::Max, "Max", Numbers, kSame, 1, kAny, true},
      {Function::Min, "Min", Numbers, kSame, 1, kAny, true},
      {Function::Mul, "", Numbers, kSame, 1, kAny, true},
      {Function::Not, "Not", Booleans, Boolean, 1, 1, false},
      {Function::Or, "Or", Booleans, Boolean, 1, kAny, true},
      {Function::Pow, "", Floats, Float, 2, 2, false},
      {Function::Round, "round", Floats, Integer, 1, 1, false},
      {Function::Select, "Where", Numbers, kSame, 3, 3, false},
      {Function::Sqrt, "sqrt", Floats, Float, 1, 1, false},
      {Function::ToFloat, "float", Integers, Float, 1, 1, false},
      {Function::Trunc, "trunc", Floats, Integer, 1, 1, false},
  };
  static_assert(std::size(signatures) == size_t(Function::Trunc) + 1);
  const Signature &signature = signatures[size_t(function)];
  assert(signature.function == function && "in the order of the enum");
  return signature;
}

StringRef sym::getFunctionName(Function function) {
  return getSignature(function).name;
}

Function sym::findFunction(StringRef name) {
  for (unsigned i = 1; i <= unsigned(Function::Trunc); ++i)
    if (!name.empty() && getSignature(Function(i)).name == name)
      return Function(i);
  return Function::Unknown;
}

NumberKind sym::getUnknownKind(StringRef name) {
  return llvm::StringSwitch<NumberKind>(name)
      .Cases({"RoundDecimal", "Pow", "exp", "log", "log2"}, NumberKind::Float)
      .Cases({"sin", "cos", "tan", "sinh", "cosh", "tanh"}, NumberKind::Float)
      .Cases({"asin", "acos", "atan", "asinh"}, NumberKind::Float)
      .Cases({"oo", "int_oo", "nan", "zoo", "pi", "E"}, NumberKind::Float)
      .Default(NumberKind::Integer);
}

bool sym::canCompute(CallAttr call) {
  switch (call.getFunction()) {
  case Function::Unknown:
  case Function::Ratio:
    return false;
  case Function::Add:
  case Function::Mul:
    return call.getOperands().size() == 2;
  default:
    return true;
  }
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

Attribute sym::getNumber(AffineExpr size) {
  size = normalize(size);
  return size ? SizeAttr::get(size.getContext(), size) : Attribute();
}

Attribute sym::getNumber(int64_t value, MLIRContext *context) {
  return SizeAttr::get(context, getAffineConstantExpr(value, context));
}

Attribute sym::getNumber(double value, MLIRContext *context) {
  return FloatAttr::get(Float64Type::get(context), value);
}

NumberKind sym::getKind(Attribute number) {
  if (isa<SizeAttr>(number))
    return NumberKind::Integer;
  if (auto call = dyn_cast<CallAttr>(number))
    return call.getKind();
  return isa<FloatAttr>(number) ? NumberKind::Float : NumberKind::Boolean;
}

AffineExpr sym::getSize(Attribute number) {
  auto size = dyn_cast_if_present<SizeAttr>(number);
  return size ? size.getSize() : AffineExpr();
}

CallAttr sym::getCall(AffineExpr size) {
  auto symbol = dyn_cast_if_present<AffineSymbolExpr>(size);
  return symbol ? dyn_cast_if_present<CallAttr>(
                      Symbols::get(size.getContext())
                          .getSymbol(symbol.getPosition()))
                : CallAttr();
}

/// The number of sizes, constants and functions; stops counting a little above
/// kMaxNodes.
static uint64_t countNodes(Attribute number) {
  uint64_t nodes = 1;
  if (auto call = dyn_cast<CallAttr>(number)) {
    for (Attribute operand : call.getOperands())
      if (nodes <= kMaxNodes)
        nodes += countNodes(operand);
  } else if (AffineExpr size = sym::getSize(number)) {
    size.walk([&](AffineExpr part) {
      CallAttr call = nodes <= kMaxNodes ? sym::getCall(part) : CallAttr();
      nodes += call ? countNodes(call) : 1;
    });
  }
  return nodes;
}

/// Returns the attribute, or the size if the call is an integer.
static Attribute makeCall(MLIRContext *context, Function function,
                          NumberKind kind, StringRef name,
                          ArrayRef<Attribute> operands) {
  auto call = CallAttr::get(context, function, kind, name, operands);
  if (countNodes(call) > kMaxNodes)
    return {};
  if (kind != NumberKind::Integer)
    return call;
  unsigned position = sym::Symbols::get(context).intern(call);
  return sym::getNumber(getAffineSymbolExpr(position, context));
}

Attribute sym::callUnknown(StringRef name, NumberKind kind,
                           ArrayRef<Attribute> operands, MLIRContext *context) {
  if (llvm::is_contained(operands, Attribute()))
    return {};
  return makeCall(context, Function::Unknown, kind, name, operands);
}

//===----------------------------------------------------------------------===//
// Evaluation
//===----------------------------------------------------------------------===//

namespace {
using Constant = sym::Constant;
using MaybeConstant = std::optional<Constant>;
} // namespace

/// Converts a whole float to an integer; nothing if it does not fit.
static MaybeConstant toInteger(double whole) {
  return std::abs(whole) < 0x1p63 ? MaybeConstant(int64_t(whole))
                                  : std::nullopt;
}

static MaybeConstant compute(Function function, int64_t x, int64_t y) {
  int64_t result = 0;
  auto check = [&](bool overflows) {
    return overflows ? std::nullopt : MaybeConstant(result);
  };
  switch (function) {
  case Function::Add:
    return check(llvm::AddOverflow(x, y, result));
  case Function::Mul:
    return check(llvm::MulOverflow(x, y, result));
  case Function::IntPow:
    if (y < 0 || y > kMaxExponent)
      return std::nullopt;
    result = 1;
    for (int64_t i = 0; i < y; ++i)
      if (llvm::MulOverflow(result, x, result))
        return std::nullopt;
    return result;
  case Function::BitAnd:
    return x & y;
  case Function::BitOr:
    return x | y;
  case Function::BitXor:
    return x ^ y;
  default:
    return std::nullopt;
  }
}

static MaybeConstant compute(Function function, double x, double y) {
  switch (function) {
  case Function::Add:
    return x + y;
  case Function::Mul:
    return x * y;
  case Function::Div:
    return y != 0 ? MaybeConstant(x / y) : std::nullopt;
  case Function::Pow:
    return std::pow(x, y);
  default:
    return std::nullopt;
  }
}

static MaybeConstant compute(Function function, bool x, bool y) {
  return function == Function::And  ? MaybeConstant(x && y)
         : function == Function::Or ? MaybeConstant(x || y)
                                    : std::nullopt;
}

static MaybeConstant compute(Function function, Constant x) {
  auto *integer = std::get_if<int64_t>(&x);
  auto *number = std::get_if<double>(&x);
  switch (function) {
  case Function::Abs:
    if (number)
      return std::abs(*number);
    return *integer != std::numeric_limits<int64_t>::min()
               ? MaybeConstant(std::abs(*integer))
               : std::nullopt;
  case Function::Ceil:
    return toInteger(std::ceil(*number));
  case Function::Floor:
    return toInteger(std::floor(*number));
  case Function::Round:
    return toInteger(std::nearbyint(*number));
  case Function::Trunc:
    return toInteger(std::trunc(*number));
  case Function::Sqrt:
    return std::sqrt(*number);
  case Function::ToFloat:
    return double(*integer);
  case Function::Not:
    return !std::get<bool>(x);
  default:
    return std::nullopt;
  }
}

/// Computes a function of constants of the required kinds.
static MaybeConstant compute(Function function, ArrayRef<Constant> x) {
  if (function == Function::Select)
    return std::get<bool>(x[0]) ? x[1] : x[2];
  if (x.size() == 1 && getSignature(function).maxOperands == 1)
    return compute(function, x[0]);
  MaybeConstant result = x[0];
  for (const Constant &operand : x.drop_front()) {
    result = std::visit(
        [&](auto lhs) -> MaybeConstant {
          auto rhs = std::get<decltype(lhs)>(operand);
          switch (function) {
          case Function::Max:
            return std::max(lhs, rhs);
          case Function::Min:
            return std::min(lhs, rhs);
          case Function::Eq:
            return lhs == rhs;
          case Function::Less:
            return lhs < rhs;
          case Function::LessEq:
            return lhs <= rhs;
          default:
            return compute(function, lhs, rhs);
          }
        },
        *result);
    if (!result)
      return std::nullopt;
  }
  return result;
}

MaybeConstant
sym::evaluate(Attribute number,
              llvm::function_ref<std::optional<int64_t>(StringRef)> value) {
  if (auto constant = dyn_cast<FloatAttr>(number))
    return constant.getValueAsDouble();
  if (auto constant = dyn_cast<BoolAttr>(number))
    return constant.getValue();
  if (AffineExpr size = getSize(number)) {
    std::optional<int64_t> integer = evaluate(size, value);
    return integer ? MaybeConstant(*integer) : std::nullopt;
  }
  auto call = cast<CallAttr>(number);
  if (!canCompute(call))
    return std::nullopt;
  SmallVector<Constant> operands;
  for (Attribute operand : call.getOperands()) {
    MaybeConstant constant = evaluate(operand, value);
    if (!constant)
      return std::nullopt;
    operands.push_back(*constant);
  }
  return compute(call.getFunction(), operands);
}

//===----------------------------------------------------------------------===//
// Fractions
//===----------------------------------------------------------------------===//

namespace {
/// An exactly known number: a quotient of two sizes. The divisor is not zero.
struct Fraction {
  AffineExpr num, den;
  /// The program computes it as a float.
  bool isFloat = false;
  /// The program rounds it, so it can only be used for rounding to an integer.
  bool isRounded = false;
};
} // namespace

/// True if products of the numbers in a size with sizes fit into a double.
static bool isShort(AffineExpr expr) {
  return !expr.walk([](AffineExpr part) {
                auto constant = dyn_cast<AffineConstantExpr>(part);
                return constant && (constant.getValue() > kMaxFraction ||
                                    constant.getValue() < -kMaxFraction)
                           ? WalkResult::interrupt()
                           : WalkResult::advance();
              })
              .wasInterrupted();
}

static bool isPowerOfTwo(AffineExpr expr) {
  auto constant = dyn_cast<AffineConstantExpr>(expr);
  return constant && llvm::isPowerOf2_64(std::abs(constant.getValue()));
}

static std::optional<Fraction> getFraction(Attribute number) {
  MLIRContext *context = number.getContext();
  AffineExpr one = getAffineConstantExpr(1, context);
  if (AffineExpr size = sym::getSize(number))
    return Fraction{size, one};
  if (auto constant = dyn_cast<FloatAttr>(number)) {
    double scaled = constant.getValueAsDouble() * double(kMaxFraction);
    if (!(std::abs(scaled) <= double(kMaxFraction) * double(kMaxFraction)) ||
        scaled != std::floor(scaled))
      return std::nullopt;
    auto num = int64_t(scaled);
    int64_t den = kMaxFraction;
    for (; den > 1 && num % 2 == 0; den /= 2)
      num /= 2;
    return Fraction{getAffineConstantExpr(num, context),
                    getAffineConstantExpr(den, context), /*isFloat=*/true};
  }
  auto call = dyn_cast<CallAttr>(number);
  if (!call)
    return std::nullopt;
  ArrayRef<Attribute> x = call.getOperands();
  switch (call.getFunction()) {
  case Function::Ratio:
    return Fraction{sym::getSize(x[0]), sym::getSize(x[1])};
  case Function::ToFloat:
    if (!isShort(sym::getSize(x[0])))
      return std::nullopt;
    return Fraction{sym::getSize(x[0]), one, /*isFloat=*/true};
  case Function::Div: {
    std::optional<Fraction> lhs = getFraction(x[0]), rhs = getFraction(x[1]);
    if (!lhs || !rhs || lhs->den != one || rhs->den != one)
      return std::nullopt;
    return Fraction{lhs->num, rhs->num, /*isFloat=*/true,
                    !isPowerOfTwo(rhs->num)};
  }
  default:
    return std::nullopt;
  }
}

/// The fractions of all numbers, if exact arithmetic is allowed.
static std::optional<SmallVector<Fraction>>
getFractions(ArrayRef<Attribute> numbers) {
  SmallVector<Fraction> fractions;
  for (Attribute number : numbers) {
    std::optional<Fraction> fraction = getFraction(number);
    if (!fraction || fraction->isRounded)
      return std::nullopt;
    fractions.push_back(*fraction);
  }
  return fractions;
}

static Attribute toFloat(Attribute number) {
  if (sym::getKind(number) != NumberKind::Integer)
    return number;
  MLIRContext *context = number.getContext();
  if (std::optional<int64_t> constant = sym::getConstant(sym::getSize(number)))
    return sym::getNumber(double(*constant), context);
  return CallAttr::get(context, Function::ToFloat, NumberKind::Float, "",
                       number);
}

/// The number of a fraction. An exact quotient is an integer. Null for a float
/// that is not known exactly.
static Attribute getNumber(Fraction x) {
  if (!x.num || !x.den || sym::getConstant(x.den) == 0)
    return {};
  MLIRContext *context = x.num.getContext();
  AffineExpr quotient = sym::floorDiv(x.num, x.den);
  if (quotient && sym::isKnownEqual(sym::mul(quotient, x.den), x.num)) {
    x.num = quotient;
    x.den = getAffineConstantExpr(1, context);
  }
  Attribute num = sym::getNumber(x.num), den = sym::getNumber(x.den);
  if (!num || !den)
    return {};
  bool isWhole = sym::getConstant(x.den) == 1;
  if (!x.isFloat)
    return isWhole ? num
                   : makeCall(context, Function::Ratio, NumberKind::Float, "",
                              {num, den});
  if (!isShort(x.num) || !isShort(x.den))
    return {};
  if (isWhole)
    return toFloat(num);
  num = toFloat(num);
  den = toFloat(den);
  if (auto n = dyn_cast<FloatAttr>(num))
    if (auto d = dyn_cast<FloatAttr>(den))
      return sym::getNumber(n.getValueAsDouble() / d.getValueAsDouble(),
                            context);
  return makeCall(context, Function::Div, NumberKind::Float, "", {num, den});
}

//===----------------------------------------------------------------------===//
// Simplification
//===----------------------------------------------------------------------===//

namespace {
class Simplifier {
public:
  Simplifier(Function function, MLIRContext *context, const sym::Ranges &ranges)
      : function(function), signature(getSignature(function)), context(context),
        ranges(ranges) {}

  Attribute run(ArrayRef<Attribute> operands) {
    if (operands.size() < signature.minOperands ||
        operands.size() > signature.maxOperands)
      return {};
    if (function == Function::Ratio)
      return getNumber(
          Fraction{sym::getSize(operands[0]), sym::getSize(operands[1])});
    if (Attribute exact = simplifyExact(operands))
      return exact;
    std::optional<SmallVector<Attribute>> converted = convert(operands);
    if (!converted)
      return {};
    if (Attribute constant = fold(*converted))
      return constant;
    if (Attribute simple = simplify(*converted))
      return simple;
    return build(*converted);
  }

private:
  /// Simplifications of exactly known numbers of any kind.
  Attribute simplifyExact(ArrayRef<Attribute> x) {
    switch (function) {
    case Function::Add:
    case Function::Mul:
    case Function::Div:
      if (auto fractions = getFractions(x))
        return combine(*fractions);
      return function == Function::Mul ? simplifySign(x) : Attribute();
    case Function::Ceil:
    case Function::Floor:
    case Function::Round:
    case Function::Trunc:
      return round(x[0]);
    case Function::ToFloat:
      return sym::getKind(x[0]) == NumberKind::Float ? x[0] : Attribute();
    default:
      return {};
    }
  }

  /// Returns the sum, product or quotient of fractions.
  Attribute combine(SmallVector<Fraction> x) {
    bool isFloat = function == Function::Div;
    if (function == Function::Div)
      std::swap(x[1].num, x[1].den);
    SmallVector<AffineExpr> nums, dens;
    for (const Fraction &fraction : x) {
      isFloat |= fraction.isFloat;
      nums.push_back(fraction.num);
      // A sum lists each denominator once.
      if (function != Function::Add || !llvm::is_contained(dens, fraction.den))
        dens.push_back(fraction.den);
    }
    AffineExpr den = sym::product(dens, context);
    if (function != Function::Add)
      return getNumber({sym::product(nums, context), den, isFloat});
    for (auto [num, fraction] : llvm::zip_equal(nums, x))
      if (fraction.den != den)
        num = sym::mul(num, sym::floorDiv(den, fraction.den));
    return getNumber({sym::sum(nums, context), den, isFloat});
  }

  /// -(0.7*n) = -0.7*n.
  static Attribute simplifySign(ArrayRef<Attribute> x) {
    auto sign = dyn_cast<FloatAttr>(x[0]);
    auto product = x.size() == 2 ? dyn_cast<CallAttr>(x[1]) : CallAttr();
    if (!sign || sign.getValueAsDouble() != -1 || !product ||
        product.getFunction() != Function::Mul)
      return {};
    auto factor = dyn_cast<FloatAttr>(product.getOperands()[0]);
    if (!factor)
      return {};
    SmallVector<Attribute> factors(product.getOperands());
    factors[0] = sym::getNumber(-factor.getValueAsDouble(), x[0].getContext());
    if (factor == sign)
      factors.erase(factors.begin());
    return sym::call(Function::Mul, factors);
  }

  Attribute round(Attribute x) {
    if (sym::getKind(x) == NumberKind::Integer)
      return x;
    if (auto call = dyn_cast<CallAttr>(x);
        call && call.getFunction() == Function::ToFloat)
      return call.getOperands()[0];
    std::optional<Fraction> fraction = getFraction(x);
    if (!fraction)
      return {};
    const auto &[num, den, isFloat, isRounded] = *fraction;
    // The denominator is not zero, so a non-negative one is positive.
    bool isDenPositive = sym::lowerBound(den, ranges).value_or(-1) >= 0;
    bool isDown = function == Function::Floor ||
                  (function == Function::Trunc && isDenPositive &&
                   sym::lowerBound(num, ranges).value_or(-1) >= 0);
    bool isUp = function == Function::Ceil ||
                (function == Function::Trunc && isDenPositive &&
                 sym::upperBound(num, ranges).value_or(1) <= 0);
    if (isDown)
      return sym::getNumber(sym::floorDiv(num, den));
    if (isUp)
      return sym::getNumber(
          sym::mul(sym::floorDiv(sym::mul(num, -1), den), -1));
    return {};
  }

  /// Converts the operands to the kinds of the function; nothing if it does not
  /// accept them.
  std::optional<SmallVector<Attribute>> convert(ArrayRef<Attribute> operands) {
    SmallVector<Attribute> x(operands);
    MutableArrayRef<Attribute> numbers(x);
    if (function == Function::Select) {
      if (sym::getKind(x[0]) != NumberKind::Boolean)
        return std::nullopt;
      numbers = numbers.drop_front();
    }
    auto isOf = [](NumberKind kind) {
      return [kind](Attribute number) { return sym::getKind(number) == kind; };
    };
    bool areBooleans = llvm::all_of(numbers, isOf(NumberKind::Boolean));
    bool takesAll = function == Function::Select || function == Function::Eq;
    if (signature.takes == Takes::Booleans || (takesAll && areBooleans))
      return areBooleans ? std::optional(x) : std::nullopt;
    if (llvm::any_of(numbers, isOf(NumberKind::Boolean)))
      return std::nullopt;
    bool isAnyFloat = llvm::any_of(numbers, isOf(NumberKind::Float));
    if (signature.takes == Takes::Integers)
      return isAnyFloat ? std::nullopt : std::optional(x);
    if (signature.takes == Takes::Floats || isAnyFloat)
      for (Attribute &number : numbers)
        number = toFloat(number);
    return x;
  }

  Attribute build(SmallVectorImpl<Attribute> &operands) {
    NumberKind kind = signature.gives.value_or(sym::getKind(operands.back()));
    // A sum or product of integers is a size. It has no normal form here.
    if (kind == NumberKind::Integer &&
        (function == Function::Add || function == Function::Mul))
      return {};
    if (signature.isSymmetric) {
      sym::Arithmetic arithmetic(context);
      llvm::sort(operands, [&](Attribute lhs, Attribute rhs) {
        return arithmetic.compare(lhs, rhs) < 0;
      });
    }
    return makeCall(context, function, kind, "", operands);
  }

  /// Computes a function of constants, if possible.
  Attribute fold(ArrayRef<Attribute> operands) {
    SmallVector<Constant> x;
    bool isExact = operands.size() <= 2 ||
                   (function != Function::Add && function != Function::Mul);
    for (Attribute operand : operands) {
      MaybeConstant constant = isa<CallAttr>(operand) || !isExact
                                   ? std::nullopt
                                   : sym::evaluate(operand, [](StringRef) {
                                       return std::optional<int64_t>();
                                     });
      if (!constant)
        return {};
      x.push_back(*constant);
    }
    MaybeConstant value = compute(function, x);
    if (!value)
      return {};
    if (auto *integer = std::get_if<int64_t>(&*value))
      return sym::getNumber(*integer, context);
    if (auto *number = std::get_if<double>(&*value))
      return std::isfinite(*number) ? sym::getNumber(*number, context)
                                    : Attribute();
    return BoolAttr::get(context, std::get<bool>(*value));
  }

  Attribute simplify(ArrayRef<Attribute> x) {
    switch (function) {
    case Function::Abs:
      return simplifyAbs(x[0]);
    case Function::BitAnd:
      return simplifyBitAnd(x);
    case Function::IntPow: {
      std::optional<int64_t> exponent = sym::getConstant(sym::getSize(x[1]));
      if (!exponent || *exponent < 0 || *exponent > kMaxExponent)
        return {};
      SmallVector<AffineExpr> factors(*exponent, sym::getSize(x[0]));
      return sym::getNumber(sym::product(factors, context));
    }
    case Function::Max:
    case Function::Min:
      return simplifyExtremum(x);
    case Function::Not: {
      auto call = dyn_cast<CallAttr>(x[0]);
      return call && call.getFunction() == Function::Not ? call.getOperands()[0]
                                                         : Attribute();
    }
    case Function::Select:
      if (auto condition = dyn_cast<BoolAttr>(x[0]))
        return condition.getValue() ? x[1] : x[2];
      return x[1] == x[2] ? x[1] : Attribute();
    case Function::Trunc:
      // Truncation and floor of a non-negative number are equal, so use one
      // function.
      return sym::lowerBound(x[0], ranges).value_or(-1) >= 0
                 ? sym::call(Function::Floor, x, ranges)
                 : Attribute();
    default:
      return x.size() == 1 && signature.maxOperands > 1 ? x[0] : Attribute();
    }
  }

  Attribute simplifyAbs(Attribute x) {
    if (sym::lowerBound(x, ranges).value_or(-1) >= 0)
      return x;
    AffineExpr size = sym::getSize(x);
    return sym::upperBound(size, ranges).value_or(1) <= 0
               ? sym::getNumber(sym::mul(size, -1))
               : Attribute();
  }

  /// A mask of the lowest bits is a remainder.
  static Attribute simplifyBitAnd(ArrayRef<Attribute> x) {
    for (unsigned i = 0; i < 2; ++i) {
      std::optional<int64_t> mask = sym::getConstant(sym::getSize(x[i]));
      if (mask && *mask >= 0 && *mask < std::numeric_limits<int64_t>::max() &&
          llvm::isPowerOf2_64(*mask + 1))
        return sym::getNumber(sym::mod(sym::getSize(x[1 - i]), *mask + 1));
    }
    return {};
  }

  /// Simplifies Max and Min by removing operands that other operands are known
  /// to dominate.
  Attribute simplifyExtremum(ArrayRef<Attribute> x) {
    auto isAtLeast = [&](Attribute a, Attribute b) {
      if (a == b)
        return true;
      AffineExpr l = sym::getSize(a), r = sym::getSize(b);
      AffineExpr excess =
          function == Function::Max ? sym::sub(l, r) : sym::sub(r, l);
      return sym::lowerBound(excess, ranges).value_or(-1) >= 0;
    };
    SmallVector<Attribute> kept;
    for (Attribute operand : x) {
      if (kept.size() <= kMaxCompared) {
        if (llvm::any_of(kept, [&](Attribute other) {
              return isAtLeast(other, operand);
            }))
          continue;
        llvm::erase_if(
            kept, [&](Attribute other) { return isAtLeast(operand, other); });
      }
      kept.push_back(operand);
    }
    if (kept.size() == 1)
      return kept[0];
    return kept.size() < x.size() ? build(kept) : Attribute();
  }

  Function function;
  const Signature &signature;
  MLIRContext *context;
  const sym::Ranges &ranges;
};
} // namespace

Attribute sym::call(Function function, ArrayRef<Attribute> operands,
                    const Ranges &ranges) {
  if (operands.empty() || llvm::is_contained(operands, Attribute()))
    return {};
  return Simplifier(function, operands[0].getContext(), ranges).run(operands);
}
