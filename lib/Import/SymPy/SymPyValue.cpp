//===- SymPyValue.cpp - What sympy's functions mean -----------------------===//
//
// Each function either finds the exact size or leaves an opaque number behind.
// Reals are fractions of two sizes as long as they are known exactly.
//
//===----------------------------------------------------------------------===//

#include "SymPyValue.h"

#include "torch-onnx/Dialect/Sym/IR/Opaque.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace torch_onnx;

using Kind = SymPyValue::Kind;

/// A text longer than this names nothing that a person can use.
static constexpr size_t kMaxText = 1 << 14;
/// Numerator and denominator of a float that products of are taken as exact.
static constexpr int64_t kMaxFraction = 1 << 16;
/// Arguments of Max and Min are compared in pairs.
static constexpr unsigned kMaxCompared = 16;

static bool allIntegers(ArrayRef<SymPyValue> args) {
  return llvm::all_of(
      args, [](const SymPyValue &arg) { return arg.kind == Kind::Integer; });
}

static bool isZero(AffineExpr expr) { return sym::getConstant(expr) == 0; }

/// Products of the numbers in a size with sizes fit into a double.
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
  std::optional<int64_t> value = sym::getConstant(expr);
  return value && *value > 0 && llvm::isPowerOf2_64(*value);
}

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

SymPyValue SymPyBuilder::getInteger(int64_t value) {
  SymPyValue result;
  result.num = getAffineConstantExpr(value, context);
  return result;
}

SymPyValue SymPyBuilder::getSymbol(StringRef name, bool isFloat,
                                   bool isNonNegative) {
  SymPyValue result;
  if (isFloat) {
    result.kind = Kind::Real;
    result.isFloat = true;
    result.text = name.str();
    return result;
  }
  result.num = sym::getSymbol(context, name);
  sym::narrow(ranges, name, givenRanges.lookup(name));
  if (isNonNegative)
    sym::narrow(ranges, name, {.min = 0});
  return result;
}

std::optional<SymPyValue> SymPyBuilder::getFloat(StringRef text) {
  double value;
  if (text.getAsDouble(value))
    return std::nullopt;
  SymPyValue result;
  result.kind = Kind::Real;
  result.isFloat = true;
  double scaled = value * double(kMaxFraction);
  if (std::abs(scaled) <= double(kMaxFraction) * double(kMaxFraction) &&
      scaled == std::floor(scaled)) {
    auto num = static_cast<int64_t>(scaled);
    int64_t den = kMaxFraction;
    for (; den > 1 && num % 2 == 0; den /= 2)
      num /= 2;
    result.num = getAffineConstantExpr(num, context);
    result.den = getAffineConstantExpr(den, context);
  }
  result.text = sym::toString(value);
  result.isNonNegative = value >= 0;
  // A whole float is written like an integer.
  if (StringRef(result.text).ends_with(".0"))
    result.text.resize(result.text.size() - 2);
  return result;
}

SymPyValue SymPyBuilder::getBoolean(StringRef text) {
  SymPyValue result;
  result.kind = Kind::Boolean;
  result.text = text.str();
  return result;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

std::string SymPyBuilder::getText(const SymPyValue &value) {
  if (!value.num || !value.text.empty())
    return value.text;
  auto print = [&](AffineExpr expr) {
    return sym::toString(expr, [&](AffineSymbolExpr symbol) {
      auto it = opaqueTexts.find(symbol);
      return it != opaqueTexts.end() ? it->second
                                     : sym::getSymbolName(symbol).str();
    });
  };
  if (value.kind != Kind::Real)
    return print(value.num);
  std::string text = "(" + print(value.num) + ")/(" + print(value.den) + ")";
  return value.isFloat ? "ToFloat(" + text + ")" : text;
}

SymPyValue SymPyBuilder::makeOpaque(Kind kind, StringRef function, Args args,
                                    sym::Range range) {
  SymPyValue result;
  result.kind = kind;
  SmallVector<std::string> texts;
  for (const SymPyValue &arg : args)
    texts.push_back(getText(arg));
  bool isSymmetric = llvm::StringSwitch<bool>(function)
                         .Cases({"Add", "Mul", "Max", "Min"}, true)
                         .Cases({"And", "Or", "Equality", "Unequality"}, true)
                         .Case("BitwiseFn_bitwise_and", true)
                         .Case("BitwiseFn_bitwise_or", true)
                         .Default(false);
  if (isSymmetric)
    llvm::sort(texts);
  result.text = (function + "(" + llvm::join(texts, ", ") + ")").str();
  if (result.text.size() > kMaxText)
    error = "expression is too big";
  if (kind != Kind::Integer || !error.empty())
    return result;

  result.num =
      opaque ? opaque(result.text) : sym::getSymbol(context, result.text);
  result.num = sym::normalize(result.num);
  if (auto symbol = dyn_cast_or_null<AffineSymbolExpr>(result.num)) {
    opaqueTexts[symbol] = std::move(result.text);
    StringRef name = sym::getSymbolName(symbol);
    sym::narrow(ranges, name, range);
    sym::narrow(ranges, name, givenRanges.lookup(name));
  }
  // What has a size is written by its size.
  if (result.num)
    result.text.clear();
  return result;
}

/// The size if there is one. There is none when it is too big for a normal
/// form, and when an argument is unknown.
SymPyValue SymPyBuilder::makeInteger(AffineExpr expr, StringRef function,
                                     Args args) {
  SymPyValue result;
  result.num = sym::normalize(expr);
  return result.num ? result : makeOpaque(Kind::Integer, function, args);
}

/// A fraction of integers that divides without a remainder is an integer.
SymPyValue SymPyBuilder::makeReal(AffineExpr num, AffineExpr den,
                                  bool isFloat) {
  SymPyValue result;
  AffineExpr quotient = sym::floorDiv(num, den);
  if (quotient && sym::isKnownEqual(sym::mul(quotient, den), num)) {
    num = quotient;
    den = getAffineConstantExpr(1, context);
    if (!isFloat) {
      result.num = num;
      return result;
    }
  }
  result.kind = Kind::Real;
  result.isFloat = isFloat;
  if (num && den && !isZero(den) &&
      (!isFloat || (isShort(num) && isShort(den)))) {
    result.num = num;
    result.den = den;
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

/// All are exact numbers that may be computed with.
static bool canCompute(ArrayRef<SymPyValue> args) {
  return llvm::all_of(args, [](const SymPyValue &arg) {
    return arg.isExact() && !arg.isRounded;
  });
}

static bool isAnyFloat(ArrayRef<SymPyValue> args) {
  return llvm::any_of(args, [](const SymPyValue &arg) { return arg.isFloat; });
}

SymPyValue SymPyBuilder::add(Args args) {
  if (allIntegers(args)) {
    auto terms = llvm::map_to_vector(
        args, [](const SymPyValue &arg) { return arg.num; });
    return makeInteger(sym::sum(terms, context), "Add", args);
  }
  if (!canCompute(args))
    return makeOpaque(Kind::Real, "Add", args);
  AffineExpr num = getAffineConstantExpr(0, context);
  AffineExpr den = getAffineConstantExpr(1, context);
  for (const SymPyValue &arg : args) {
    AffineExpr argDen = arg.den ? arg.den : getAffineConstantExpr(1, context);
    if (argDen == den) {
      num = sym::add(num, arg.num);
      continue;
    }
    num = sym::add(sym::mul(num, argDen), sym::mul(arg.num, den));
    den = sym::mul(den, argDen);
  }
  SymPyValue result = makeReal(num, den, isAnyFloat(args));
  return result.isExact() ? result : makeOpaque(Kind::Real, "Add", args);
}

SymPyValue SymPyBuilder::mul(Args args) {
  auto nums =
      llvm::map_to_vector(args, [](const SymPyValue &arg) { return arg.num; });
  if (allIntegers(args))
    return makeInteger(sym::product(nums, context), "Mul", args);
  if (!canCompute(args))
    return makeOpaque(Kind::Real, "Mul", args);
  SmallVector<AffineExpr> dens;
  for (const SymPyValue &arg : args)
    if (arg.den)
      dens.push_back(arg.den);
  SymPyValue result = makeReal(sym::product(nums, context),
                               sym::product(dens, context), isAnyFloat(args));
  return result.isExact() ? result : makeOpaque(Kind::Real, "Mul", args);
}

SymPyValue SymPyBuilder::pow(StringRef function, Args args) {
  const SymPyValue &base = args[0];
  std::optional<int64_t> exponent;
  if (args[1].kind == Kind::Integer)
    exponent = sym::getConstant(args[1].num);
  // Powers above 63 of numbers other than 0, 1 and -1 overflow 64 bits, and
  // polynomials of such a degree do not occur as sizes.
  if (exponent && *exponent >= -63 && *exponent <= 63) {
    SmallVector<SymPyValue> factors(std::abs(*exponent), base);
    SymPyValue power = factors.empty() ? getInteger(1) : mul(factors);
    if (*exponent >= 0)
      return power;
    // 1 / power, which sympy writes for a division.
    if (power.kind == Kind::Integer && power.isExact() && !isZero(power.num))
      return makeReal(getAffineConstantExpr(1, context), power.num,
                      /*isFloat=*/false);
  }
  bool isInteger = function == "PowByNatural" ||
                   (allIntegers(args) && lower(args[1].num).value_or(-1) >= 0);
  return makeOpaque(isInteger ? Kind::Integer : Kind::Real, function, args);
}

/// The divisions whose result is an integer; operands may be fractions.
SymPyValue SymPyBuilder::divide(StringRef function, Args args) {
  if (canCompute(args)) {
    AffineExpr lhs = args[0].num, rhs = args[1].num;
    if (args[0].den)
      rhs = sym::mul(rhs, args[0].den);
    if (args[1].den)
      lhs = sym::mul(lhs, args[1].den);
    AffineExpr result;
    if (function == "CeilDiv")
      result = sym::ceilDiv(lhs, rhs);
    else if (function == "Mod" || function == "PythonMod")
      result = allIntegers(args) ? sym::mod(lhs, rhs) : AffineExpr();
    else
      result = sym::floorDiv(lhs, rhs);
    if (function == "ModularIndexing" && args[2].kind == Kind::Integer)
      result = sym::mod(result, args[2].num);
    return makeInteger(result, function, args);
  }
  return makeOpaque(Kind::Integer, function, args);
}

/// The divisions of floating-point numbers.
SymPyValue SymPyBuilder::trueDivide(StringRef function, Args args) {
  if (canCompute(args)) {
    AffineExpr num = args[0].num, den = args[1].num;
    if (args[1].den)
      num = sym::mul(num, args[1].den);
    if (args[0].den)
      den = sym::mul(den, args[0].den);
    SymPyValue result = makeReal(num, den, /*isFloat=*/true);
    result.isRounded = result.isExact() && !isPowerOfTwo(result.den) &&
                       !isPowerOfTwo(sym::mul(result.den, -1));
    if (result.isExact())
      return result;
  }
  SymPyValue result = makeOpaque(Kind::Real, function, args);
  result.isFloat = true;
  return result;
}

/// Max and Min: without the arguments that others are known to beat.
SymPyValue SymPyBuilder::extremum(StringRef function, Args args) {
  bool isMax = function == "Max";
  if (!allIntegers(args))
    return makeOpaque(
        llvm::any_of(
            args, [](const SymPyValue &arg) { return arg.kind == Kind::Real; })
            ? Kind::Real
            : Kind::Integer,
        function, args);
  SmallVector<SymPyValue> kept;
  for (const SymPyValue &arg : args) {
    auto isAtLeast = [&](const SymPyValue &a, const SymPyValue &b) {
      AffineExpr excess =
          isMax ? sym::sub(a.num, b.num) : sym::sub(b.num, a.num);
      return lower(excess).value_or(-1) >= 0;
    };
    auto isBeaten = [&](const SymPyValue &other) {
      return isAtLeast(other, arg);
    };
    if (kept.size() <= kMaxCompared) {
      if (llvm::any_of(kept, isBeaten))
        continue;
      llvm::erase_if(
          kept, [&](const SymPyValue &other) { return isAtLeast(arg, other); });
    }
    kept.push_back(arg);
  }
  if (kept.size() == 1)
    return kept.front();

  // At least as great as every argument, at most as great as the greatest.
  std::optional<int64_t> min, max;
  bool hasMin = true, hasMax = true;
  for (const SymPyValue &arg : kept) {
    std::optional<int64_t> low = lower(arg.num), high = upper(arg.num);
    if (low)
      min = !min ? *low : isMax ? std::max(*min, *low) : std::min(*min, *low);
    if (high)
      max = !max    ? *high
            : isMax ? std::max(*max, *high)
                    : std::min(*max, *high);
    hasMin &= isMax || low;
    hasMax &= !isMax || high;
  }
  sym::Range range;
  if (hasMin && min)
    range.min = *min;
  if (hasMax && max)
    range.max = *max;
  return makeOpaque(Kind::Integer, function, kept, range);
}

SymPyValue SymPyBuilder::absolute(Args args) {
  const SymPyValue &arg = args.front();
  if (arg.kind != Kind::Integer)
    return makeOpaque(Kind::Real, "Abs", args);
  if (lower(arg.num).value_or(-1) >= 0)
    return arg;
  if (upper(arg.num).value_or(1) <= 0)
    return makeInteger(sym::mul(arg.num, -1), "Abs", args);
  return makeOpaque(Kind::Integer, "Abs", args, {.min = 0});
}

/// To an integer, or to a float without a fraction (TruncToFloat).
SymPyValue SymPyBuilder::round(StringRef function, Args args) {
  const SymPyValue &arg = args.front();
  bool toFloat = function == "TruncToFloat";
  if (arg.kind == Kind::Integer)
    return arg;
  AffineExpr result;
  if (arg.isExact()) {
    AffineExpr floor = sym::floorDiv(arg.num, arg.den);
    AffineExpr ceil =
        sym::mul(sym::floorDiv(sym::mul(arg.num, -1), arg.den), -1);
    // A denominator is not zero, so one that is not negative is positive.
    bool isDenPositive = lower(arg.den).value_or(-1) >= 0;
    if (function == "FloorToInt" || function == "floor")
      result = floor;
    else if (function == "CeilToInt" || function == "ceiling")
      result = ceil;
    else if (function.starts_with("Trunc") && isDenPositive &&
             lower(arg.num).value_or(-1) >= 0)
      result = floor;
    else if (function.starts_with("Trunc") && isDenPositive &&
             upper(arg.num).value_or(1) <= 0)
      result = ceil;
    else if (sym::getConstant(arg.den) == 1)
      result = arg.num;
  }
  // One name for one size: both round a number that is not negative down.
  if (function == "TruncToInt" && isNonNegative(arg))
    function = "FloorToInt";
  if (!toFloat)
    return makeInteger(result, function, args);
  if (result)
    return makeReal(result, getAffineConstantExpr(1, context),
                    /*isFloat=*/true);
  return makeOpaque(Kind::Real, function, args);
}

SymPyValue SymPyBuilder::shift(StringRef function, Args args) {
  std::optional<int64_t> count;
  if (args[1].kind == Kind::Integer)
    count = sym::getConstant(args[1].num);
  AffineExpr result;
  if (args[0].kind == Kind::Integer && count && *count >= 0 && *count < 63)
    result = function == "LShift"
                 ? sym::mul(args[0].num, int64_t(1) << *count)
                 : sym::floorDiv(args[0].num, int64_t(1) << *count);
  return makeInteger(result, function, args);
}

SymPyValue SymPyBuilder::bitwiseAnd(StringRef function, Args args) {
  for (unsigned i = 0; i < 2 && allIntegers(args); ++i) {
    std::optional<int64_t> mask = sym::getConstant(args[i].num);
    if (mask && *mask >= 0 && *mask < std::numeric_limits<int64_t>::max() &&
        llvm::isPowerOf2_64(*mask + 1))
      return makeInteger(sym::mod(args[1 - i].num, *mask + 1), function, args);
  }
  return makeOpaque(Kind::Integer, function, args);
}

SymPyValue SymPyBuilder::piecewise(StringRef function, Args args) {
  Args branches = function == "Where" ? args.drop_front() : args;
  bool allSame = true, allInteger = true;
  for (const SymPyValue &branch : branches) {
    allInteger &= branch.kind == Kind::Branch ? branch.isIntegerBranch
                                              : branch.kind == Kind::Integer;
    allSame &= branch.num && branch.num == branches.front().num;
  }
  if (allInteger && allSame)
    return makeInteger(branches.front().num, function, args);
  return makeOpaque(allInteger ? Kind::Integer : Kind::Real, function, args);
}

//===----------------------------------------------------------------------===//
// Functions by name
//===----------------------------------------------------------------------===//

/// A function without a rule of its own. Most of what is new in some version
/// of torch is an integer; what says it is not is listed.
SymPyValue SymPyBuilder::callOpaque(StringRef function, Args args) {
  bool isReal = function.starts_with("OpaqueUnaryFn_") ||
                llvm::StringSwitch<bool>(function)
                    .Cases({"FloatPow", "RoundDecimal", "sqrt", "exp"}, true)
                    .Cases({"log", "sin", "cos", "tan", "pi", "E"}, true)
                    .Default(false);
  return makeOpaque(isReal ? Kind::Real : Kind::Integer, function, args);
}

std::optional<SymPyValue> SymPyBuilder::call(StringRef function, Args args) {
  using Rule = SymPyValue (SymPyBuilder::*)(StringRef, Args);
  struct Entry {
    StringLiteral name;
    unsigned minArgs, maxArgs;
    Rule rule;
  };
  static constexpr unsigned kAny = ~0u;
  static const Entry entries[] = {
      {"Add", 0, kAny, nullptr},
      {"Mul", 0, kAny, nullptr},
      {"Abs", 1, 1, nullptr},
      {"Pow", 2, 2, &SymPyBuilder::pow},
      {"PowByNatural", 2, 2, &SymPyBuilder::pow},
      {"FloorDiv", 2, 2, &SymPyBuilder::divide},
      {"CleanDiv", 2, 2, &SymPyBuilder::divide},
      {"CeilDiv", 2, 2, &SymPyBuilder::divide},
      {"Mod", 2, 2, &SymPyBuilder::divide},
      {"PythonMod", 2, 2, &SymPyBuilder::divide},
      {"ModularIndexing", 3, 3, &SymPyBuilder::divide},
      {"IntTrueDiv", 2, 2, &SymPyBuilder::trueDivide},
      {"FloatTrueDiv", 2, 2, &SymPyBuilder::trueDivide},
      {"Max", 1, kAny, &SymPyBuilder::extremum},
      {"Min", 1, kAny, &SymPyBuilder::extremum},
      {"TruncToInt", 1, 1, &SymPyBuilder::round},
      {"TruncToFloat", 1, 1, &SymPyBuilder::round},
      {"FloorToInt", 1, 1, &SymPyBuilder::round},
      {"floor", 1, 1, &SymPyBuilder::round},
      {"CeilToInt", 1, 1, &SymPyBuilder::round},
      {"ceiling", 1, 1, &SymPyBuilder::round},
      {"RoundToInt", 1, 1, &SymPyBuilder::round},
      {"LShift", 2, 2, &SymPyBuilder::shift},
      {"RShift", 2, 2, &SymPyBuilder::shift},
      {"BitwiseFn_bitwise_and", 2, 2, &SymPyBuilder::bitwiseAnd},
      {"Piecewise", 1, kAny, &SymPyBuilder::piecewise},
      {"Where", 3, 3, &SymPyBuilder::piecewise},
      {"Identity", 1, 1, nullptr},
      {"ToFloat", 1, 1, nullptr},
      {"ExprCondPair", 2, 2, nullptr},
  };
  const Entry *entry = llvm::find_if(
      entries, [&](const Entry &entry) { return entry.name == function; });
  bool isKnown = entry != std::end(entries);
  if (isKnown &&
      (args.size() < entry->minArgs || args.size() > entry->maxArgs)) {
    error = "wrong number of arguments for " + function.str();
    return std::nullopt;
  }

  bool isRelation =
      llvm::StringSwitch<bool>(function)
          .Cases({"Equality", "Unequality", "LessThan", "GreaterThan"}, true)
          .Cases({"StrictLessThan", "StrictGreaterThan"}, true)
          .Cases({"Eq", "Ne", "Lt", "Le", "Gt", "Ge"}, true)
          .Default(false);
  bool isLogic = llvm::StringSwitch<bool>(function)
                     .Cases({"And", "Or", "Not", "Xor", "ITE"}, true)
                     .Default(false);
  bool takesBooleans =
      isLogic || function == "ExprCondPair" || function == "Where";
  for (const SymPyValue &arg : args) {
    if ((arg.kind == Kind::Boolean && !takesBooleans && isKnown) ||
        (arg.kind == Kind::Branch && function != "Piecewise")) {
      error = "wrong kind of argument for " + function.str();
      return std::nullopt;
    }
  }

  SymPyValue result;
  if (isRelation || isLogic) {
    result = makeOpaque(Kind::Boolean, function, args);
  } else if (!isKnown) {
    result = callOpaque(function, args);
  } else if (entry->rule) {
    result = (this->*entry->rule)(function, args);
  } else if (function == "Add") {
    result = add(args);
  } else if (function == "Mul") {
    result = mul(args);
  } else if (function == "Abs") {
    result = absolute(args);
  } else if (function == "Identity") {
    result = args.front();
  } else if (function == "ToFloat") {
    result = args.front();
    if (result.kind == Kind::Integer && result.isExact())
      result = makeReal(result.num, getAffineConstantExpr(1, context),
                        /*isFloat=*/true);
    else if (result.kind == Kind::Integer)
      result = makeOpaque(Kind::Real, function, args);
  } else {
    result = makeOpaque(Kind::Branch, function, args);
    result.num = args[0].kind == Kind::Integer ? args[0].num : AffineExpr();
    result.isIntegerBranch = args[0].kind == Kind::Integer;
  }
  if (!error.empty())
    return std::nullopt;
  bool keepsSign =
      llvm::StringSwitch<bool>(function)
          .Cases({"Add", "Mul", "IntTrueDiv", "FloatTrueDiv"}, true)
          .Cases({"ToFloat", "OpaqueUnaryFn_sqrt"}, true)
          .Default(false);
  result.isNonNegative |=
      result.kind == Kind::Real && keepsSign &&
      llvm::all_of(args, [&](const SymPyValue &x) { return isNonNegative(x); });
  return result;
}
