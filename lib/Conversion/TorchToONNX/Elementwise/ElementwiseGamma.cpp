//===- ElementwiseGamma.cpp - Lowerings of gamma functions ----------------===//
//
// The gamma function, its logarithmic derivatives, its incomplete forms, and
// the zeta function. All are computed in f64 and rounded at the end, so f32
// results are exact up to rounding.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Reduce/Reduce.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace numbers = llvm::numbers;

//===----------------------------------------------------------------------===//
// Logarithm and its derivatives
//===----------------------------------------------------------------------===//

/// C. Lanczos' approximation with g = 7 for x >= 0.5, reflected for smaller x.
static Value buildLogGamma(Lowering &b, Value x) {
  static constexpr double coefficients[] = {
      676.5203681218851,     -1259.1392167224028,  771.32342877765313,
      -176.61502916214059,   12.507343278686905,   -0.13857109526572012,
      9.9843695780195716e-6, 1.5056327351493116e-7};
  Wide w(b);
  Value isSmall = w.less(x, 0.5);
  Value y = b.Where(isSmall, b.Sub(w.number(1), x), x);
  Value sum = w.number(0.99999999999980993);
  for (auto [i, coefficient] : llvm::enumerate(coefficients))
    sum = b.Add(sum, w.over(coefficient, w.shift(y, double(i))));
  Value t = w.shift(y, 6.5);
  Value result = b.Add(b.Sub(b.Mul(w.shift(y, -0.5), b.Log(t)), t),
                       b.Log(w.scale(sum, std::sqrt(2 * numbers::pi))));
  // The sine is zero at integers, where the function is infinite.
  Value fraction = b.Sub(x, b.Round(x));
  Value sine = b.Abs(b.Sin(w.scale(fraction, numbers::pi)));
  Value mirrored = b.Sub(b.Log(w.over(numbers::pi, sine)), result);
  return b.Where(b.IsInf(x), w.number(INFINITY),
                 b.Where(isSmall, mirrored, result));
}

// aten::mvlgamma(Tensor self, int p) -> Tensor
static Lowered lowerMultivariateLogGamma(Lowering &b) {
  int64_t p = b.getInt("p");
  constexpr int64_t maxTerms = 256;
  if (p < 1 || p > maxTerms)
    return b.refuseArgument("p", "from 1 to " + Twine(maxTerms));
  Wide w(b);
  // Arguments are rounded to the dtype as in PyTorch, which matters near poles.
  // Arguments of half precision are not rounded.
  Type wide = b.getBuilder().getF64Type(), type = b.resultElementType();
  if (b.isNarrowFloat(type))
    type = wide;
  Value x = b.tensor("self", type);
  Value sum = w.number(double(p) * double(p - 1) / 4 * std::log(numbers::pi));
  for (int64_t i = 0; i < p; ++i)
    sum = b.Add(sum,
                buildLogGamma(
                    b, b.Cast(b.Sub(x, b.scalar(double(i) / 2, type)), wide)));
  return b.Cast(sum, b.resultElementType());
}

/// B(2), B(4), ...
static constexpr double bernoulli[] = {1.0 / 6,   -1.0 / 30,    1.0 / 42,
                                       -1.0 / 30, 5.0 / 66,     -691.0 / 2730,
                                       7.0 / 6,   -3617.0 / 510};

/// The n-th derivative of digamma for x >= 0.5 (for n > 0 its absolute value):
/// a few terms of the series and the asymptotic expansion of the rest.
static Value buildPositivePolygamma(Lowering &b, Value x, int64_t n) {
  static constexpr int64_t terms = 10;
  Wide w(b);
  Value sum;
  double factorial = std::tgamma(double(n) + 1);
  for (int64_t i = 0; i < terms; ++i) {
    Value y = w.shift(x, double(i));
    Value term = n == 0 ? w.over(1, y) : b.Pow(y, w.number(double(-n - 1)));
    sum = sum ? b.Add(sum, term) : term;
  }
  Value y = w.shift(x, double(terms)), inverse = w.over(1, y);
  Value inverseSquare = w.square(inverse);
  // Sum of B(2k) (2k + n - 1)! / (2k)! / y^(2k + n), over k >= 1.
  SmallVector<double> coefficients;
  for (auto [index, number] : llvm::enumerate(bernoulli)) {
    double twoK = 2 * double(index) + 2;
    coefficients.push_back(number * std::tgamma(twoK + double(n)) /
                           std::tgamma(twoK + 1));
  }
  std::reverse(coefficients.begin(), coefficients.end());
  Value series =
      b.Mul(buildHorner(b, inverseSquare, coefficients), inverseSquare);
  if (n == 0)
    return b.Sub(b.Sub(b.Sub(b.Log(y), w.scale(inverse, 0.5)), series), sum);
  Value rest = b.Add(
      w.shift(w.scale(inverse, factorial / 2), std::tgamma(double(n))), series);
  return b.Add(w.scale(sum, factorial),
               b.Mul(b.Pow(y, w.number(double(-n))), rest));
}

/// The n-th derivative of pi * cot(pi * x) as a polynomial of the cotangent:
/// the derivative of c^k is -pi * k * (c^(k - 1) + c^(k + 1)).
static SmallVector<double> getCotangentDerivative(int64_t n) {
  SmallVector<double> polynomial = {0, numbers::pi};
  for (int64_t i = 0; i < n; ++i) {
    SmallVector<double> next(polynomial.size() + 1, 0);
    for (size_t k = 1; k < polynomial.size(); ++k) {
      next[k - 1] -= numbers::pi * double(k) * polynomial[k];
      next[k + 1] -= numbers::pi * double(k) * polynomial[k];
    }
    polynomial = next;
  }
  std::reverse(polynomial.begin(), polynomial.end());
  return polynomial;
}

static Value buildPolygamma(Lowering &b, Value x, int64_t n) {
  Wide w(b);
  double sign = n % 2 == 0 && n > 0 ? -1 : 1;
  Value isSmall = w.less(x, 0.5);
  Value y = b.Where(isSmall, b.Sub(w.number(1), x), x);
  Value positive = buildPositivePolygamma(b, y, n);
  if (sign < 0)
    positive = b.Neg(positive);
  // psi(x) = (-1)^n psi(1 - x) - (d/dx)^n pi cot(pi x)
  Value fraction = b.Sub(x, b.Round(x));
  Value angle = w.scale(fraction, numbers::pi);
  Value cotangent = b.Div(b.Cos(angle), b.Sin(angle));
  Value mirrored = b.Sub(n % 2 == 0 ? positive : b.Neg(positive),
                         buildHorner(b, cotangent, getCotangentDerivative(n)));
  Value result = b.Where(isSmall, mirrored, positive);
  // Poles: at a zero, digamma has the opposite sign of the zero.
  Value zero = w.number(0);
  if (n == 0) {
    Value pole = b.And(b.Equal(fraction, zero), isSmall);
    Value atPole =
        b.Where(b.Equal(x, zero), b.Neg(b.Reciprocal(x)), w.number(NAN));
    return b.Where(pole, atPole, result);
  }
  Value pole = b.And(isSmall, b.Equal(b.Floor(x), x));
  result = b.Where(pole, w.number(sign * INFINITY), result);
  // PyTorch's zeta function is NaN at infinity.
  return b.Where(b.Equal(x, w.number(INFINITY)), w.number(NAN), result);
}

static Value buildDigamma(Lowering &b, Value x) {
  return buildPolygamma(b, x, 0);
}

/// PyTorch computes the sine of the reflection in the dtype of the operand,
/// where rounding the angle matters near integers.
static Value buildTrigamma(Lowering &b, Value x, Type type) {
  Wide w(b);
  Value isSmall = w.less(x, 0.5);
  Value y = b.Where(isSmall, b.Sub(w.number(1), x), x);
  Value positive = buildPositivePolygamma(b, y, 1);
  Value angle = b.Mul(b.Cast(x, type), b.scalar(numbers::pi, type));
  Value sine = b.Sin(b.Cast(angle, b.elementTypeOf(x)));
  Value term = w.over(numbers::pi * numbers::pi, w.square(sine));
  return b.Where(isSmall, b.Sub(term, positive), positive);
}

// aten::polygamma(int n, Tensor self) -> Tensor
static Lowered lowerPolygamma(Lowering &b) {
  int64_t n = b.getInt("n");
  if (n < 0 || n > 20)
    return b.refuseArgument("n", "from 0 to 20");
  Type type = b.resultElementType();
  Value x = b.tensor("self", b.getBuilder().getF64Type());
  return b.Cast(n == 1 ? buildTrigamma(b, x, getComputeType(b, type))
                       : buildPolygamma(b, x, n),
                type);
}

//===----------------------------------------------------------------------===//
// Zeta function
//===----------------------------------------------------------------------===//

// aten::special_zeta(Tensor self, Tensor other) -> Tensor
//
// Sum of (q + k)^-x, over k >= 0: term by term until q + k is 9, the rest by
// the formula of Euler and Maclaurin.
static Lowered lowerZeta(Lowering &b) {
  Wide w(b);
  Type wide = b.getBuilder().getF64Type();
  RankedTensorType type = b.resultType();
  Value x = b.expand(b.tensor("self", wide), type);
  Value q = b.expand(b.tensor("other", wide), type);
  if (llvm::is_contained(type.getShape(), int64_t(0)))
    return b.Cast(x, type.getElementType());
  Value finite = b.Where(w.less(b.Abs(q), INFINITY), q, w.number(0));
  Value least = buildReduce(b, "ReduceMin", finite, b.getOtherAxes(q, -1),
                            /*keepDims=*/false);
  Value count =
      b.Cast(b.Max(b.Ceil(b.Sub(w.number(10), least)), w.number(10)), b.i64());
  auto power = [&](Value base) { return b.Pow(base, b.Neg(x)); };
  auto step = [&](Value, ValueRange states) {
    return Lowering::Step{
        {b.Add(states[0], power(states[1])), w.shift(states[1], 1)}, Value()};
  };
  Value zeros = b.full(w.number(0), b.typeOf(q));
  SmallVector<Value> states = b.loop(count, Value(), {zeros, q}, step);
  Value sum = states[0], a = states[1], term = power(a);
  // a^-x times the sum of a / (x - 1) + 1 / 2 and, over k >= 1,
  // B(2k) / (2k)! x ... (x + 2k - 2) / a^(2k - 1).
  Value rest = w.shift(b.Div(a, w.shift(x, -1)), 0.5);
  Value factor = b.Div(x, a);
  for (auto [index, number] : llvm::enumerate(bernoulli)) {
    double k = double(index) + 1;
    rest = b.Add(rest, w.scale(factor, number / std::tgamma(2 * k + 1)));
    factor =
        b.Div(b.Mul(b.Mul(factor, w.shift(x, 2 * k - 1)), w.shift(x, 2 * k)),
              w.square(a));
  }
  // For infinite x the remainder would be 0 times infinity. For q <= 1 the
  // result is then the sum alone, as in PyTorch.
  Value isPlain = b.And(b.IsInf(x), b.LessOrEqual(q, w.number(1)));
  Value result = b.Where(isPlain, sum, b.Add(sum, b.Mul(term, rest)));
  // Where the sum underflows to 0, PyTorch multiplies it by 23 factors x + k,
  // whose product may be infinite: the result is NaN.
  static const double largest =
      std::pow(std::numeric_limits<double>::max(), 1.0 / 23);
  result =
      b.Where(b.And(b.Equal(sum, w.number(0)), b.Greater(x, w.number(largest))),
              w.number(NAN), result);
  auto isWhole = [&](Value value) { return b.Equal(value, b.Floor(value)); };
  Value isPole = b.And(isWhole(q), b.LessOrEqual(q, w.number(0)));
  Value isUndefined = b.And(w.less(q, 0), b.Not(isWhole(x)));
  result = b.Where(isUndefined, w.number(NAN), result);
  result = b.Where(isPole, w.number(INFINITY), result);
  result = b.Where(w.less(x, 1), w.number(NAN), result);
  result = b.Where(b.Equal(x, w.number(1)), w.number(INFINITY), result);
  return b.Cast(result, type.getElementType());
}

//===----------------------------------------------------------------------===//
// Incomplete gamma functions
//===----------------------------------------------------------------------===//

/// x^a exp(-x) / gamma(a + 1)
static Value buildGammaDensity(Lowering &b, Value a, Value x) {
  Wide w(b);
  return b.Exp(
      b.Sub(b.Sub(b.Mul(a, b.Log(x)), x), buildLogGamma(b, w.shift(a, 1))));
}

/// Relative error of a series or fraction.
static constexpr double accuracy = 1e-15;

/// The number of steps is proportional to sqrt(a). The series and the fraction
/// are used up to this a.
static constexpr double largestA = 1e6;

/// An element that has not converged after this many steps is NaN.
static constexpr int64_t maxSteps = 100000;

/// The lower function for x < a + 1: the sum of x^n / ((a + 1) ... (a + n)).
static Value buildLowerGamma(Lowering &b, Value a, Value x) {
  Wide w(b);
  Value one = b.full(w.number(1), b.typeOf(a));
  auto step = [&](Value, ValueRange states) {
    Value divisor = w.shift(states[2], 1);
    Value term = b.Mul(states[1], b.Div(x, divisor));
    Value sum = b.Add(states[0], term);
    Value goesOn = b.Greater(term, w.scale(sum, accuracy));
    return Lowering::Step{{sum, term, divisor}, isAnyTrue(b, goesOn)};
  };
  SmallVector<Value> states =
      b.loop(b.scalar(maxSteps, b.i64()), Value(), {one, one, a}, step);
  Value sum = states[0];
  sum =
      b.Where(b.Greater(states[1], w.scale(sum, accuracy)), w.number(NAN), sum);
  return b.Mul(sum, buildGammaDensity(b, a, x));
}

/// The upper function for x >= a + 1: Legendre's continued fraction, each step
/// of which multiplies the value by a quotient that converges to 1 (W. Lentz).
static Value buildUpperGamma(Lowering &b, Value a, Value x) {
  Wide w(b);
  Value start = b.Add(b.Sub(x, a), w.number(1));
  Value first = b.Reciprocal(start);
  Value infinite = b.full(w.number(1e300), b.typeOf(a));
  auto isMoving = [&](Value quotient) {
    return b.Greater(b.Abs(w.shift(quotient, -1)), w.number(accuracy));
  };
  // States: the value, the two factors of the last quotient, the denominator.
  auto step = [&](Value iteration, ValueRange states) {
    Value i = w.shift(b.Cast(iteration, b.elementTypeOf(a)), 1);
    Value numerator = b.Mul(i, b.Sub(a, i));
    Value denominator = w.shift(states[3], 2);
    Value d = b.Reciprocal(b.Add(b.Mul(numerator, states[2]), denominator));
    Value c = b.Add(denominator, b.Div(numerator, states[1]));
    Value quotient = b.Mul(c, d);
    Value goesOn = isMoving(quotient);
    return Lowering::Step{{b.Mul(states[0], quotient), c, d, denominator},
                          isAnyTrue(b, goesOn)};
  };
  SmallVector<Value> states = b.loop(b.scalar(maxSteps, b.i64()), Value(),
                                     {first, infinite, first, start}, step);
  Value fraction =
      b.Where(isMoving(b.Mul(states[1], states[2])), w.number(NAN), states[0]);
  return b.Mul(b.Mul(fraction, a), buildGammaDensity(b, a, x));
}

/// The upper function for small a and x, where 1 minus the lower one would
/// cancel its digits:
///
///   1 - y (1 + a s), y = x^a / gamma(a + 1), s = sum of (-x)^n / (n! (a + n))
static Value buildSmallUpperGamma(Lowering &b, Value a, Value x) {
  constexpr int64_t terms = 20;
  Wide w(b);
  Value sum = w.number(0);
  for (int64_t n = terms; n > 0; --n) {
    Value inverse = w.over(1, w.shift(a, double(n)));
    sum = b.Mul(w.scale(x, -1.0 / double(n)), b.Add(inverse, sum));
  }
  // Near 1 the logarithm has the digits of its Taylor series only.
  Value taylor =
      b.Mul(a, buildHorner(b, a,
                           {1.0823232337111382 / 4, -1.2020569031595942 / 3,
                            1.6449340668482264 / 2, -0.57721566490153286}));
  Value logGamma =
      b.Where(w.less(a, 1e-3), taylor, buildLogGamma(b, w.shift(a, 1)));
  Value logarithm = b.Sub(b.Mul(a, b.Log(x)), logGamma);
  return b.Neg(
      b.Add(buildExpm1(b, logarithm), b.Mul(b.Mul(a, b.Exp(logarithm)), sum)));
}

/// The lower function for large a, by N. M. Temme's uniform expansion:
///
///   erfc(-eta sqrt(a / 2)) / 2 - exp(-a eta^2 / 2) / sqrt(2 pi a) c(eta),
///   eta^2 / 2 = mu - log(1 + mu), mu = x / a - 1
///
/// where c is the first term 1 / mu - 1 / eta. The second term is smaller by a
/// factor of a and negligible. The upper function is the reflection.
static Value buildLargeGamma(Lowering &b, Value a, Value x, bool isUpper) {
  Wide w(b);
  Value mu = b.Div(b.Sub(x, a), a), one = w.number(1);
  Value isNear = w.less(b.Abs(mu), 1e-3);
  // mu^2 / 2 - mu^3 / 3 + ...; the difference would cancel all digits.
  Value series = b.Mul(
      w.square(mu),
      buildHorner(b, mu, {1.0 / 6, -1.0 / 5, 1.0 / 4, -1.0 / 3, 1.0 / 2}));
  Value far = b.Where(isNear, one, mu);
  Value exponent = b.Where(isNear, series, b.Sub(far, b.Log(b.Add(one, far))));
  Value eta = b.Mul(b.Sign(mu), b.Sqrt(w.scale(exponent, 2)));
  Value correction = b.Where(
      isNear, w.shift(w.scale(eta, 1.0 / 12), -1.0 / 3),
      b.Sub(b.Reciprocal(far), b.Reciprocal(b.Where(isNear, one, eta))));
  Value power = b.Mul(a, exponent), root = b.Sqrt(power);
  Value density =
      b.Div(b.Exp(b.Neg(power)), b.Sqrt(w.scale(a, 2 * numbers::pi)));
  Value side = b.Mul(b.Sign(mu), root);
  Value share = w.scale(buildErfc(b, isUpper ? side : b.Neg(side)), 0.5);
  Value rest = b.Mul(density, correction);
  return isUpper ? b.Add(share, rest) : b.Sub(share, rest);
}

// aten::igamma(Tensor self, Tensor other) -> Tensor
// aten::igammac(Tensor self, Tensor other) -> Tensor
//
// The lower form is 1 minus the upper one. Elements outside the domain of a
// form are replaced by valid values before it is evaluated.
static Lowered lowerIncompleteGamma(Lowering &b, bool isUpper) {
  RankedTensorType type = b.resultType();
  Wide w(b);
  Type wide = b.getBuilder().getF64Type();
  Value a = b.expand(b.tensor("self", wide), type);
  Value x = b.expand(b.tensor("other", wide), type);
  if (llvm::is_contained(type.getShape(), int64_t(0)))
    return b.Cast(x, type.getElementType());
  Value zero = w.number(0), infinity = w.number(INFINITY);
  Value isRegular = b.And(b.And(b.Greater(a, zero), b.Less(a, infinity)),
                          b.And(b.Greater(x, zero), b.Less(x, infinity)));
  Value isSmall = b.Less(x, w.shift(a, 1));
  Value isLarge = b.And(isRegular, b.Greater(a, w.number(largestA)));
  Value isStepwise = b.And(isRegular, b.Not(isLarge));
  auto among = [&](Value condition, Value value, double other) {
    return b.Where(condition, value, w.number(other));
  };
  Value isBelow = b.And(isStepwise, isSmall);
  Value below = buildLowerGamma(b, among(isBelow, a, 1), among(isBelow, x, 1));
  Value isAbove = b.And(isStepwise, b.Not(isSmall));
  Value above = buildUpperGamma(b, among(isAbove, a, 1), among(isAbove, x, 2));
  Value one = w.number(1);
  Value result = isUpper ? b.Where(isSmall, b.Sub(one, below), above)
                         : b.Where(isSmall, below, b.Sub(one, above));
  if (isUpper) {
    Value isTiny = b.And(isBelow, w.less(a, 0.25));
    result = b.Where(
        isTiny,
        buildSmallUpperGamma(b, among(isTiny, a, 0.1), among(isTiny, x, 1)),
        result);
  }
  Value large = buildLargeGamma(b, among(isLarge, a, largestA),
                                among(isLarge, x, largestA), isUpper);
  result = b.Where(isLarge, large, result);
  // At the borders of the domain the lower form is 0 or 1.
  Value isAll = b.Or(b.Equal(a, zero), b.Equal(x, infinity));
  Value atBorder =
      isUpper ? b.Where(isAll, zero, one) : b.Where(isAll, one, zero);
  result = b.Where(isRegular, result, atBorder);
  // PyTorch tests the operands in turn, so a border value of one operand
  // decides the result even if the other one is NaN.
  Value isBorder = b.Or(b.Equal(x, zero), b.Equal(x, infinity));
  Value isUndefined =
      b.Or(b.Or(b.Less(a, zero), b.Less(x, zero)),
           b.Or(b.And(b.Equal(a, zero), b.Not(b.Greater(x, zero))),
                b.And(b.Equal(a, infinity), b.Equal(x, infinity))));
  isUndefined =
      b.Or(isUndefined, b.Or(b.And(b.IsNaN(a), b.Not(isBorder)),
                             b.And(b.IsNaN(x), b.Not(b.Equal(a, infinity)))));
  result = b.Where(isUndefined, w.number(NAN), result);
  return b.Cast(result, type.getElementType());
}

void torch_onnx::populateElementwiseGamma(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals);
  auto add = [&](std::initializer_list<StringRef> targets,
                 Value (*formula)(Lowering &b, Value x)) {
    r.add(targets, [=](Lowering &b) -> Lowered {
      Value x = b.tensor("self", b.getBuilder().getF64Type());
      return b.Cast(formula(b, x), b.resultElementType());
    });
  };
  add({"aten.digamma.default"}, buildDigamma);
  r.add("aten.igamma.default", lowerIncompleteGamma, false);
  r.add("aten.igammac.default", lowerIncompleteGamma, true);
  add({"aten.lgamma.default"}, buildLogGamma);
  r.add("aten.mvlgamma.default", lowerMultivariateLogGamma);
  r.add("aten.polygamma.default", lowerPolygamma);
  r.add({"aten.special_zeta.default", "aten.special_zeta.other_scalar",
         "aten.special_zeta.self_scalar"},
        lowerZeta);
}
