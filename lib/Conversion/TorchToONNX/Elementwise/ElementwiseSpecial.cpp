//===- ElementwiseSpecial.cpp - Lowerings of special functions ------------===//
//
// Error, Bessel and Airy functions, which ONNX lacks. All are computed in f64
// and rounded at the end, from polynomials of a variable t in [-1, 1]
// (SpecialPolynomials.inc). f64 results use longer polynomials, with an error
// of a few roundings.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace numbers = llvm::numbers;

#include "SpecialPolynomials.inc"

/// Whether the result is f64, so that all its digits must be right.
static bool isExact(Lowering &b) { return b.resultElementType().isF64(); }

/// The polynomial for the type of the result.
static Value buildFitting(Lowering &b, Value t, ArrayRef<double> single,
                          ArrayRef<double> exact) {
  return buildHorner(b, t, isExact(b) ? exact : single);
}

/// A function of a double, as a double.
using WideFormula = Value (*)(Lowering &b, Value x);

//===----------------------------------------------------------------------===//
// Error function
//===----------------------------------------------------------------------===//

/// exp(x * x) * erfc(x) for x >= 0.
static Value buildPositiveErfcx(Lowering &b, Value x) {
  Wide w(b);
  if (isExact(b)) {
    Value near = buildHorner(b, w.shift(x, -1), erfcxExact);
    Value t = b.Sub(w.number(1), w.over(8, w.shift(x, 2)));
    Value far = buildHorner(b, t, scaledErfcTail);
    return b.Div(b.Where(w.less(x, 2), near, far), w.shift(w.scale(x, 2), 1));
  }
  Value t = b.Sub(w.number(1), w.over(8, w.shift(x, 4)));
  return b.Div(buildHorner(b, t, scaledErfc), w.shift(w.scale(x, 2), 1));
}

// In f64. For f64 operands up to 2 the difference 1 - erf(x) keeps enough
// digits: it is 0.005 at 2.
Value torch_onnx::buildErfc(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  Wide w(b);
  if (type.isF64()) {
    Value y = b.Max(x, w.number(2));
    Value t = b.Sub(w.number(1), w.over(8, w.shift(y, 2)));
    Value tail = b.Div(
        b.Mul(b.Exp(b.Neg(w.square(y))), buildHorner(b, t, scaledErfcTail)),
        w.shift(w.scale(y, 2), 1));
    return b.Where(b.Greater(x, w.number(2)), tail,
                   b.Sub(w.number(1), b.Erf(x)));
  }
  Value wide = b.Cast(x, b.getBuilder().getF64Type());
  Value positive =
      b.Mul(b.Exp(b.Neg(w.square(wide))), buildPositiveErfcx(b, b.Abs(wide)));
  Value result =
      b.Where(w.less(wide, 0), b.Sub(w.number(2), positive), positive);
  return b.Cast(result, type);
}

/// exp(-x * x) from x >= 0 and its square. For f64, x is rounded to f32, whose
/// square is exact, and the small rest of the exponent is added.
static Value buildGaussian(Lowering &b, Value x, Value square) {
  Wide w(b);
  if (!isExact(b))
    return b.Exp(b.Neg(square));
  x = b.Min(x, w.number(40));
  Value half = b.Cast(b.Cast(x, b.f32()), b.elementTypeOf(x));
  Value rest = b.Mul(b.Sub(half, x), b.Add(half, x));
  return b.Mul(b.Exp(b.Neg(w.square(half))), b.Exp(rest));
}

static Value buildErfcx(Lowering &b, Value x) {
  Wide w(b);
  Value positive = buildPositiveErfcx(b, b.Abs(x));
  Value mirrored = b.Sub(w.scale(b.Exp(w.square(x)), 2), positive);
  return b.Where(w.less(x, 0), mirrored, positive);
}

/// log(erfc(-x / sqrt(2)) / 2); negative numbers use the scaled function.
static Value buildLogNdtr(Lowering &b, Value x) {
  Wide w(b);
  Value t = w.scale(b.Abs(x), numbers::inv_sqrt2);
  Value square = w.square(t), scaled = w.scale(buildPositiveErfcx(b, t), 0.5);
  Value left = b.Sub(b.Log(scaled), square);
  Value right =
      buildLog1p(b, b.Neg(b.Mul(buildGaussian(b, t, square), scaled)));
  return b.Where(w.less(x, 0), left, right);
}

/// erfinv(x) from x and w = -log(1 - x * x).
static Value buildErfinvFrom(Lowering &b, Value x, Value logarithm) {
  Wide w(b);
  Value center = buildFitting(b, w.shift(w.scale(logarithm, 0.4), -1),
                              inverseErfCenter, inverseErfCenterExact);
  Value root = b.Sqrt(logarithm), tail;
  auto inTail = [&](double middle, double radius, ArrayRef<double> polynomial) {
    return buildHorner(b, w.scale(w.shift(root, -middle), 1 / radius),
                       polynomial);
  };
  if (isExact(b))
    tail =
        b.Where(w.less(root, 6.05), inTail(4.15, 1.95, inverseErfMiddleExact),
                inTail(16.75, 10.75, inverseErfTailExact));
  else
    tail = inTail(6, 3.8, inverseErfTail);
  Value factor = b.Where(w.less(logarithm, 5), center, tail);
  // At -1 and 1 the logarithm is infinite.
  return b.Mul(x, b.Where(b.IsInf(logarithm), logarithm, factor));
}

static Value buildErfinv(Lowering &b, Value x) {
  Wide w(b);
  Value one = w.number(1);
  return buildErfinvFrom(b, x,
                         b.Neg(b.Log(b.Mul(b.Sub(one, x), b.Add(one, x)))));
}

/// sqrt(2) * erfinv(2 x - 1), where 1 - (2 x - 1)^2 = 4 x (1 - x).
static Value buildNdtri(Lowering &b, Value x) {
  Wide w(b);
  Value product = w.scale(b.Mul(x, b.Sub(w.number(1), x)), 4);
  Value y = w.shift(w.scale(x, 2), -1);
  return w.scale(buildErfinvFrom(b, y, b.Neg(b.Log(product))), numbers::sqrt2);
}

//===----------------------------------------------------------------------===//
// Bessel functions
//===----------------------------------------------------------------------===//

static Value buildI0e(Lowering &b, Value x) {
  Wide w(b);
  x = b.Abs(x);
  Value small =
      buildFitting(b, w.shift(w.scale(x, 0.25), -1), i0eSmall, i0eSmallExact);
  Value large = b.Div(
      buildFitting(b, w.shift(w.over(16, x), -1), i0eLarge, i0eLargeExact),
      b.Sqrt(x));
  return b.Where(b.LessOrEqual(x, w.number(8)), small, large);
}

static Value buildI1e(Lowering &b, Value x) {
  Wide w(b);
  Value y = b.Abs(x);
  Value small = b.Mul(x, buildFitting(b, w.shift(w.scale(y, 0.25), -1),
                                      i1eSmall, i1eSmallExact));
  Value large = b.Div(
      buildFitting(b, w.shift(w.over(16, y), -1), i1eLarge, i1eLargeExact),
      b.Sqrt(y));
  large = b.Mul(large, b.Sign(x));
  return b.Where(b.LessOrEqual(y, w.number(8)), small, large);
}

static Value buildI0(Lowering &b, Value x) {
  return b.Mul(b.Exp(b.Abs(x)), buildI0e(b, x));
}

static Value buildI1(Lowering &b, Value x) {
  return b.Mul(b.Exp(b.Abs(x)), buildI1e(b, x));
}

/// sqrt(2 / (pi x)) (P(x) first - Q(x) / x second), where first and second are
/// the cosine and the sine of x - (order / 2 + 1 / 4) pi.
static Value buildHankel(Lowering &b, Value x, int64_t order, bool isSecond) {
  Wide w(b);
  Value t = w.shift(w.scale(w.square(w.over(8, x)), 2), -1);
  Value p = order == 0 ? buildFitting(b, t, p0, p0Exact)
                       : buildFitting(b, t, p1, p1Exact);
  Value q = order == 0 ? buildFitting(b, t, q0, q0Exact)
                       : buildFitting(b, t, q1, q1Exact);
  q = b.Div(q, x);
  Value angle = w.shift(x, -(double(order) / 2 + 0.25) * numbers::pi);
  Value cosine = b.Cos(angle), sine = b.Sin(angle);
  Value sum = isSecond ? b.Add(b.Mul(p, sine), b.Mul(q, cosine))
                       : b.Sub(b.Mul(p, cosine), b.Mul(q, sine));
  return b.Mul(sum, b.Sqrt(w.over(2 / numbers::pi, x)));
}

static Value buildBesselSmall(Lowering &b, Value x, ArrayRef<double> single,
                              ArrayRef<double> exact) {
  Wide w(b);
  return buildFitting(b, w.shift(w.scale(w.square(x), 1.0 / 32), -1), single,
                      exact);
}

/// J0(x) or J1(x) / x up to 8. For f64 the zeros are split off as factors, each
/// a double and its rounding error, so that the digits near them are right.
static Value buildJSmall(Lowering &b, Value x, int64_t order) {
  Value result = order == 0 ? buildBesselSmall(b, x, j0Small, j0SmallExact)
                            : buildBesselSmall(b, x, j1Small, j1SmallExact);
  if (!isExact(b))
    return result;
  Wide w(b);
  Value y = b.Abs(x);
  ArrayRef<double> zeros = order == 0 ? ArrayRef(j0Zeros) : ArrayRef(j1Zeros);
  for (; !zeros.empty(); zeros = zeros.drop_front(2)) {
    Value distance = w.shift(w.shift(y, -zeros[0]), -zeros[1]);
    result = b.Mul(result, b.Mul(distance, w.shift(y, zeros[0])));
  }
  return result;
}

static Value buildJ0(Lowering &b, Value x) {
  Wide w(b);
  x = b.Abs(x);
  return b.Where(b.LessOrEqual(x, w.number(8)), buildJSmall(b, x, 0),
                 buildHankel(b, x, 0, /*isSecond=*/false));
}

static Value buildJ1(Lowering &b, Value x) {
  Wide w(b);
  Value y = b.Abs(x);
  Value large = b.Mul(b.Sign(x), buildHankel(b, y, 1, /*isSecond=*/false));
  return b.Where(b.LessOrEqual(y, w.number(8)), b.Mul(x, buildJSmall(b, x, 1)),
                 large);
}

/// Infinite at zero; NaN for negative numbers, as their logarithm.
static Value buildY0(Lowering &b, Value x) {
  Wide w(b);
  Value logarithm = w.scale(b.Log(x), 2 / numbers::pi);
  Value small = b.Add(buildBesselSmall(b, x, y0Small, y0SmallExact),
                      b.Mul(logarithm, buildJSmall(b, x, 0)));
  return b.Where(b.LessOrEqual(x, w.number(8)), small,
                 buildHankel(b, x, 0, /*isSecond=*/true));
}

static Value buildY1(Lowering &b, Value x) {
  Wide w(b);
  Value j1 = b.Mul(x, buildJSmall(b, x, 1));
  Value singular =
      w.scale(b.Sub(b.Mul(b.Log(x), j1), w.over(1, x)), 2 / numbers::pi);
  Value small =
      b.Add(b.Mul(x, buildBesselSmall(b, x, y1Small, y1SmallExact)), singular);
  small = b.Where(b.Equal(x, w.number(0)), w.number(-INFINITY), small);
  return b.Where(b.LessOrEqual(x, w.number(8)), small,
                 buildHankel(b, x, 1, /*isSecond=*/true));
}

/// K0 or K1, times exp(x) when scaled.
static Value buildK(Lowering &b, Value x, int64_t order, bool scaled) {
  Wide w(b);
  Value t = w.shift(w.scale(w.square(x), 0.5), -1);
  Value logarithm = b.Log(w.scale(x, 0.5));
  Value small;
  if (order == 0)
    small = b.Sub(buildFitting(b, t, k0Small, k0SmallExact),
                  b.Mul(logarithm, buildI0(b, x)));
  else
    small = b.Add(b.Div(buildFitting(b, t, k1Small, k1SmallExact), x),
                  b.Mul(logarithm, buildI1(b, x)));
  t = w.shift(w.over(4, x), -1);
  Value large = order == 0 ? buildFitting(b, t, k0Large, k0LargeExact)
                           : buildFitting(b, t, k1Large, k1LargeExact);
  large = b.Div(large, b.Sqrt(x));
  if (scaled)
    small = b.Mul(small, b.Exp(x));
  else
    large = b.Mul(large, b.Exp(b.Neg(x)));
  Value result = b.Where(b.LessOrEqual(x, w.number(2)), small, large);
  result = b.Where(b.Equal(x, w.number(0)), w.number(INFINITY), result);
  return b.Where(w.less(x, 0), w.number(NAN), result);
}

//===----------------------------------------------------------------------===//
// Airy function
//===----------------------------------------------------------------------===//

static Value buildAiryAi(Lowering &b, Value x) {
  // z = 2/3 |x|^(3/2), at 2 and at 8
  static constexpr double z2 = 1.8856180831641267, z8 = 15.084944665313014;
  Wide w(b);
  Value far =
      buildFitting(b, w.scale(w.shift(x, 5.5), 0.4), airyFar, airyFarExact);
  Value near =
      buildFitting(b, w.scale(w.shift(x, 0.5), 0.4), airyNear, airyNearExact);
  Value magnitude = b.Max(b.Abs(x), w.number(1)), root = b.Sqrt(magnitude);
  Value z = w.scale(b.Mul(magnitude, root), 2.0 / 3);
  Value inverse = b.Reciprocal(z);
  Value factor = w.scale(b.Sqrt(root), std::sqrt(numbers::pi));
  Value decay = buildFitting(b, w.shift(w.scale(inverse, 2 * z2), -1),
                             airyLarge, airyLargeExact);
  Value right = b.Div(b.Mul(decay, b.Exp(b.Neg(z))), w.scale(factor, 2));
  Value angle = w.shift(z, -numbers::pi / 4);
  Value t = w.shift(w.scale(w.square(inverse), 2 * z8 * z8), -1);
  Value even = buildFitting(b, t, airyCosine, airyCosineExact);
  Value odd = b.Mul(buildFitting(b, t, airySine, airySineExact), inverse);
  Value left =
      b.Div(b.Add(b.Mul(b.Cos(angle), even), b.Mul(b.Sin(angle), odd)), factor);
  Value result = b.Where(w.less(x, -3), far, near);
  result = b.Where(w.less(x, 2), result, right);
  result = b.Where(w.less(x, -8), left, result);
  // PyTorch does not use the limit at infinity: it takes the sine of a number
  // computed from 2 |x|^(3/2), which overflows in f32.
  Value isNaN = b.IsInf(x);
  if (!isExact(b))
    isNaN = b.Or(isNaN, w.less(x, -std::pow(0x1p127, 2.0 / 3)));
  return b.Where(isNaN, w.number(NAN), result);
}

//===----------------------------------------------------------------------===//
// Mantissa and exponent
//===----------------------------------------------------------------------===//

// aten::frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)
//
// The logarithm may be off by one at powers of two. Doubles near the ends of
// their range, where a power of two is subnormal or too large, are scaled.
static Lowered lowerFrexp(Lowering &b) {
  static constexpr int far = 600;
  Wide w(b);
  Value self = b.tensor("self");
  Type type = b.getBuilder().getF64Type();
  Value x = b.Cast(self, type), magnitude = b.Abs(x), moved;
  Value isRegular =
      b.And(b.Greater(magnitude, w.number(0)), w.less(magnitude, INFINITY));
  if (isExact(b)) {
    Value isSmall = w.less(magnitude, std::ldexp(1, -far));
    Value isLarge = b.Greater(magnitude, w.number(std::ldexp(1, far)));
    auto choose = [&](double ifSmall, double ifLarge, double otherwise) {
      return b.Where(isSmall, w.number(ifSmall),
                     b.Where(isLarge, w.number(ifLarge), w.number(otherwise)));
    };
    moved = choose(far, -far, 0);
    x = b.Mul(x, choose(std::ldexp(1, far), std::ldexp(1, -far), 1));
    magnitude = b.Abs(x);
  }
  Value safe = b.Where(isRegular, magnitude, w.number(1));
  Value exponent = w.shift(b.Floor(w.scale(b.Log(safe), 1 / numbers::ln2)), 1);
  Value mantissa = b.Div(safe, b.Pow(w.number(2), exponent));
  Value more = b.Cast(b.GreaterOrEqual(mantissa, w.number(1)), type);
  Value fewer = b.Cast(w.less(mantissa, 0.5), type);
  exponent = b.Sub(b.Add(exponent, more), fewer);
  mantissa = b.Div(x, b.Pow(w.number(2), exponent));
  if (moved)
    exponent = b.Sub(exponent, moved);
  Value zero = b.scalar(0, b.resultElementType(1));
  return std::pair(
      b.Where(isRegular, b.Cast(mantissa, b.resultElementType()), self),
      b.Where(isRegular, b.Cast(exponent, b.resultElementType(1)), zero));
}

void torch_onnx::populateElementwiseSpecial(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals);
  auto add = [&](std::initializer_list<StringRef> targets, WideFormula formula,
                 StringRef name = "self") {
    r.add(targets, [=](Lowering &b) -> Lowered {
      Value x = b.tensor(name, b.getBuilder().getF64Type());
      return b.Cast(formula(b, x), b.resultElementType());
    });
  };
  add({"aten.special_airy_ai.default"}, buildAiryAi, "x");
  add({"aten.special_bessel_j0.default"}, buildJ0);
  add({"aten.special_bessel_j1.default"}, buildJ1);
  add({"aten.special_bessel_y0.default"}, buildY0);
  add({"aten.special_bessel_y1.default"}, buildY1);
  add({"aten.erfinv.default"}, buildErfinv);
  r.add("aten.frexp.Tensor", lowerFrexp);
  add({"aten.i0.default", "aten.special_modified_bessel_i0.default"}, buildI0);
  add({"aten.special_erfcx.default"}, buildErfcx);
  add({"aten.special_i0e.default"}, buildI0e);
  add({"aten.special_i1.default", "aten.special_modified_bessel_i1.default"},
      buildI1);
  add({"aten.special_i1e.default"}, buildI1e);
  add({"aten.special_log_ndtr.default"}, buildLogNdtr);
  add({"aten.special_modified_bessel_k0.default"},
      [](Lowering &b, Value x) { return buildK(b, x, 0, false); });
  add({"aten.special_modified_bessel_k1.default"},
      [](Lowering &b, Value x) { return buildK(b, x, 1, false); });
  add({"aten.special_ndtri.default"}, buildNdtri);
  add(
      {"aten.special_scaled_modified_bessel_k0.default"},
      [](Lowering &b, Value x) { return buildK(b, x, 0, true); }, "x");
  add(
      {"aten.special_scaled_modified_bessel_k1.default"},
      [](Lowering &b, Value x) { return buildK(b, x, 1, true); }, "x");
}
