//===- Ranges.cpp - Bounds of symbols and of sizes ------------------------===//
//
// Implements the module attribute and interval arithmetic on polynomials.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Sym/IR/Functions.h"

#include "Polynomial.h"

#include "mlir/IR/Builders.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace torch_onnx::sym;

bool torch_onnx::sym::narrow(Ranges &ranges, StringRef symbol, Range range) {
  Range &known = ranges[symbol];
  Range narrowed{std::max(known.min, range.min),
                 std::min(known.max, range.max)};
  if (narrowed.min > narrowed.max)
    return false;
  known = narrowed;
  return true;
}

Ranges torch_onnx::sym::readRanges(Operation *module) {
  Ranges ranges;
  auto dictionary = module->getAttrOfType<DictionaryAttr>(kRangesAttrName);
  if (!dictionary)
    return ranges;
  for (NamedAttribute entry : dictionary) {
    auto bounds = dyn_cast<DenseI64ArrayAttr>(entry.getValue());
    if (bounds && bounds.size() == 2 && bounds[0] <= bounds[1])
      ranges[entry.getName()] = {bounds[0], bounds[1]};
  }
  return ranges;
}

void torch_onnx::sym::writeRanges(Operation *module, const Ranges &ranges) {
  Builder builder(module->getContext());
  NamedAttrList entries;
  for (const auto &entry : ranges)
    if (!entry.second.isUnbounded())
      entries.set(entry.first(), builder.getDenseI64ArrayAttr(
                                     {entry.second.min, entry.second.max}));
  if (entries.empty())
    module->removeAttr(kRangesAttrName);
  else
    module->setAttr(kRangesAttrName,
                    entries.getDictionary(module->getContext()));
}

namespace {
/// No value means "not bounded". All values of sizes fit in int64_t, so an end
/// that does not fit is no bound either.
struct Interval {
  std::optional<int64_t> min, max;
};

class Bounds {
public:
  Bounds(Arithmetic &arithmetic, const Ranges &ranges)
      : arithmetic(arithmetic), ranges(ranges) {}

  std::optional<int64_t> lower(Attribute number) {
    return evaluate(number).min;
  }

  std::optional<int64_t> lower(const Poly &poly) {
    std::optional<int64_t> bound = evaluate(poly).min;
    // Computes the bound again with quotients by constants replaced by
    // fractions.
    if (std::optional<int64_t> relaxed = relax(poly))
      bound = bound ? std::max(*bound, *relaxed) : *relaxed;
    return bound;
  }

private:
  static Interval add(Interval lhs, Interval rhs) {
    auto end = [](std::optional<int64_t> l, std::optional<int64_t> r) {
      int64_t result;
      return l && r && !llvm::AddOverflow(*l, *r, result)
                 ? std::optional(result)
                 : std::nullopt;
    };
    return {end(lhs.min, rhs.min), end(lhs.max, rhs.max)};
  }

  static Interval mul(Interval lhs, Interval rhs) {
    auto isZero = [](Interval i) { return i.min == 0 && i.max == 0; };
    if (isZero(lhs) || isZero(rhs))
      return {0, 0};
    if (lhs.min && lhs.max && rhs.min && rhs.max) {
      int64_t corner[4];
      if (llvm::MulOverflow(*lhs.min, *rhs.min, corner[0]) ||
          llvm::MulOverflow(*lhs.min, *rhs.max, corner[1]) ||
          llvm::MulOverflow(*lhs.max, *rhs.min, corner[2]) ||
          llvm::MulOverflow(*lhs.max, *rhs.max, corner[3]))
        return mul({lhs.min, std::nullopt}, {rhs.min, std::nullopt});
      return {*std::min_element(corner, corner + 4),
              *std::max_element(corner, corner + 4)};
    }
    Interval result;
    int64_t end;
    if (lhs.min && rhs.min && *lhs.min >= 0 && *rhs.min >= 0) {
      if (!llvm::MulOverflow(*lhs.min, *rhs.min, end))
        result.min = end;
    } else if (lhs.max && rhs.max && *lhs.max <= 0 && *rhs.max <= 0) {
      if (!llvm::MulOverflow(*lhs.max, *rhs.max, end))
        result.min = end;
    } else if (lhs.min && rhs.max && *lhs.min >= 0 && *rhs.max <= 0) {
      if (!llvm::MulOverflow(*lhs.min, *rhs.max, end))
        result.max = end;
    } else if (lhs.max && rhs.min && *lhs.max <= 0 && *rhs.min >= 0) {
      if (!llvm::MulOverflow(*lhs.max, *rhs.min, end))
        result.max = end;
    }
    return scaleUnbounded(lhs, rhs, result);
  }

  /// Multiplies an interval by a constant, or by an interval with one end.
  static Interval scaleUnbounded(Interval lhs, Interval rhs, Interval result) {
    if (lhs.min && lhs.min == lhs.max)
      std::swap(lhs, rhs);
    if (!rhs.min || rhs.min != rhs.max)
      return result;
    auto times = [&](std::optional<int64_t> end) {
      int64_t product;
      return end && !llvm::MulOverflow(*end, *rhs.min, product)
                 ? std::optional(product)
                 : std::nullopt;
    };
    result = {times(lhs.min), times(lhs.max)};
    if (*rhs.min < 0)
      std::swap(result.min, result.max);
    return result;
  }

  static Interval divide(Interval lhs, Interval rhs) {
    // Only positive divisors are handled; programs have no other divisors.
    if (!rhs.min || *rhs.min < 1)
      return {};
    auto end = [&](std::optional<int64_t> value, bool isMin) {
      std::optional<int64_t> result;
      if (!value)
        return result;
      // The least divisor gives the value farthest from zero, the greatest the
      // nearest.
      bool byLeast = (*value < 0) == isMin;
      if (byLeast)
        result = llvm::divideFloorSigned(*value, *rhs.min);
      else if (rhs.max)
        result = llvm::divideFloorSigned(*value, *rhs.max);
      else
        result = *value < 0 ? -1 : 0;
      return result;
    };
    return {end(lhs.min, true), end(lhs.max, false)};
  }

  static Interval remainder(Interval lhs, Interval rhs) {
    if (!rhs.min || *rhs.min < 1)
      return {};
    Interval result{0, std::nullopt};
    if (rhs.max)
      result.max = *rhs.max - 1;
    if (lhs.min && *lhs.min >= 0 && lhs.max)
      result.max = result.max ? std::min(*result.max, *lhs.max) : *lhs.max;
    return result;
  }

  static Interval join(Interval lhs, Interval rhs) {
    auto end = [](std::optional<int64_t> l, std::optional<int64_t> r,
                  bool isMin) {
      return l && r ? std::optional(isMin ? std::min(*l, *r) : std::max(*l, *r))
                    : std::nullopt;
    };
    return {end(lhs.min, rhs.min, true), end(lhs.max, rhs.max, false)};
  }

  /// The interval of the maximum or the minimum of two numbers.
  static Interval extremum(Interval lhs, Interval rhs, bool isMax) {
    Interval both = join(lhs, rhs);
    auto end = [&](std::optional<int64_t> l, std::optional<int64_t> r) {
      return !l || !r ? (l ? l : r)
                      : (isMax ? std::max(*l, *r) : std::min(*l, *r));
    };
    return isMax ? Interval{end(lhs.min, rhs.min), both.max}
                 : Interval{both.min, end(lhs.max, rhs.max)};
  }

  /// Integer bounds of any number. Rounding to an integer keeps them, and so
  /// does float rounding, because integers up to 2^53 are floats.
  Interval evaluate(Attribute number) {
    if (AffineExpr size = getSize(number)) {
      MaybePoly poly = arithmetic.read(size);
      return poly ? evaluate(*poly) : Interval();
    }
    if (auto constant = dyn_cast<FloatAttr>(number)) {
      double value = constant.getValueAsDouble();
      if (!(std::abs(value) < 0x1p53))
        return {};
      return {int64_t(std::floor(value)), int64_t(std::ceil(value))};
    }
    auto call = dyn_cast<CallAttr>(number);
    if (!call)
      return {};
    auto x = llvm::map_to_vector(call.getOperands(), [&](Attribute operand) {
      return evaluate(operand);
    });
    auto reduce = [&](auto combine) {
      return std::accumulate(x.begin() + 1, x.end(), x[0], combine);
    };
    auto isAtLeast = [&](int64_t least) {
      return llvm::all_of(x,
                          [&](Interval i) { return i.min && *i.min >= least; });
    };
    switch (call.getFunction()) {
    case Function::Abs: {
      Interval interval = extremum(x[0], mul(x[0], {-1, -1}), /*isMax=*/true);
      interval.min = std::max<int64_t>(interval.min.value_or(0), 0);
      return interval;
    }
    case Function::Add:
      return limit(reduce(add));
    case Function::Mul:
      return limit(reduce(mul));
    case Function::Ceil:
    case Function::Floor:
    case Function::Round:
    case Function::Trunc:
      return x[0];
    case Function::ToFloat:
      return limit(x[0]);
    case Function::Max:
    case Function::Min:
      return reduce([&](Interval lhs, Interval rhs) {
        return extremum(lhs, rhs, call.getFunction() == Function::Max);
      });
    case Function::Select:
      return join(x[1], x[2]);
    case Function::Sqrt:
      return {0, std::nullopt};
    case Function::IntPow:
      return isAtLeast(1)   ? Interval{1, std::nullopt}
             : isAtLeast(0) ? Interval{0, std::nullopt}
                            : Interval();
    case Function::BitAnd:
    case Function::BitOr:
    case Function::BitXor:
    case Function::Div:
      return isAtLeast(0) ? Interval{0, std::nullopt} : Interval();
    default:
      return {};
    }
  }

  /// Removes bounds that may not be representable as floats.
  static Interval limit(Interval interval) {
    for (std::optional<int64_t> *end : {&interval.min, &interval.max})
      if (*end && !llvm::isInt<54>(**end))
        end->reset();
    return interval;
  }

  Interval evaluate(AffineExpr factor) {
    auto symbol = dyn_cast<AffineSymbolExpr>(factor);
    Attribute name = symbol ? arithmetic.getSymbol(symbol) : Attribute();
    if (auto word = dyn_cast_if_present<StringAttr>(name)) {
      Range range = ranges.lookup(word.getValue());
      Interval interval{range.min, range.max};
      if (range.min == Range().min)
        interval.min.reset();
      if (range.max == Range().max)
        interval.max.reset();
      return interval;
    }
    auto [it, isNew] = known.try_emplace(factor);
    if (!isNew)
      return it->second;
    if (name)
      return known[factor] = evaluate(name);
    const auto &[lhs, rhs] = arithmetic.getParts(factor);
    Interval l = evaluate(lhs), r = evaluate(rhs);
    return known[factor] = factor.getKind() == AffineExprKind::Mod
                               ? remainder(l, r)
                               : divide(l, r);
  }

  Interval evaluate(const Poly &poly) {
    Interval result{0, 0};
    for (const Term &term : arithmetic.display(poly)) {
      Interval product{term.coef, term.coef};
      for (AffineExpr factor : term.factors)
        product = mul(product, evaluate(factor));
      result = add(result, product);
    }
    return result;
  }

  /// With q = x floordiv d: x - d + 1 <= d*q <= x. So d*(p + c*q) is at least
  /// d*p + c*(x - d + 1) for c > 0, and at least d*p + c*x for c < 0.
  std::optional<int64_t> relax(Poly poly) {
    int64_t denominator = 1;
    while (true) {
      auto quotient = llvm::find_if(poly, [&](const Term &term) {
        return term.factors.size() == 1 &&
               isa<AffineBinaryOpExpr>(term.factors.front()) &&
               arithmetic.getParts(term.factors.front())
                   .second.front()
                   .isConstant();
      });
      if (quotient == poly.end())
        break;
      const auto &[dividend, divisor] =
          arithmetic.getParts(quotient->factors.front());
      int64_t d = divisor.front().coef, c = quotient->coef;
      poly.erase(quotient);
      MaybePoly p = arithmetic.scale(std::move(poly), d);
      MaybePoly x = c > 0
                        ? arithmetic.add(dividend, Arithmetic::constant(1 - d))
                        : dividend;
      MaybePoly scaled = x ? arithmetic.scale(std::move(*x), c) : std::nullopt;
      MaybePoly sum = p && scaled ? arithmetic.add(*p, *scaled) : std::nullopt;
      if (!sum || llvm::MulOverflow(denominator, d, denominator))
        return std::nullopt;
      poly = std::move(*sum);
    }
    std::optional<int64_t> bound = evaluate(poly).min;
    if (!bound || denominator == 1)
      return bound;
    return llvm::divideCeilSigned(*bound, denominator);
  }

  Arithmetic &arithmetic;
  const Ranges &ranges;
  DenseMap<AffineExpr, Interval> known;
};
} // namespace

static std::optional<int64_t> bound(AffineExpr expr, const Ranges &ranges,
                                    int64_t sign) {
  if (!expr)
    return std::nullopt;
  Arithmetic arithmetic(expr.getContext());
  MaybePoly poly = arithmetic.read(expr);
  MaybePoly signedPoly =
      poly ? arithmetic.scale(std::move(*poly), sign) : std::nullopt;
  std::optional<int64_t> result =
      signedPoly ? Bounds(arithmetic, ranges).lower(*signedPoly) : std::nullopt;
  int64_t value;
  if (!result || llvm::MulOverflow(*result, sign, value))
    return std::nullopt;
  return value;
}

std::optional<int64_t> torch_onnx::sym::lowerBound(AffineExpr expr,
                                                   const Ranges &ranges) {
  return bound(expr, ranges, 1);
}

std::optional<int64_t> torch_onnx::sym::lowerBound(Attribute number,
                                                   const Ranges &ranges) {
  if (AffineExpr size = getSize(number))
    return lowerBound(size, ranges);
  Arithmetic arithmetic(number.getContext());
  return Bounds(arithmetic, ranges).lower(number);
}

std::optional<int64_t> torch_onnx::sym::upperBound(AffineExpr expr,
                                                   const Ranges &ranges) {
  return bound(expr, ranges, -1);
}

bool torch_onnx::sym::mayBeZero(AffineExpr dim, const Ranges &ranges) {
  if (auto constant = dyn_cast_if_present<AffineConstantExpr>(dim))
    return constant.getValue() == 0;
  return lowerBound(dim, ranges).value_or(0) <= 0;
}
