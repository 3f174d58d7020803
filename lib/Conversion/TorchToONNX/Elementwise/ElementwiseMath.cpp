//===- ElementwiseMath.cpp - Lowerings of mathematical functions ----------===//
//
// Functions of real numbers: table rows where ONNX has the function, formulas
// otherwise. The formulas meet the tolerance of assert_close in f32, also at
// infinities, zeros and NaN.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace numbers = llvm::numbers;

namespace {
struct UnaryRow {
  llvm::StringLiteral torch, onnx;
};
} // namespace

/// Integer operands are computed in the floating-point type of the result.
static constexpr UnaryRow unaryRows[] = {
    {"aten.acos.default", "Acos"}, {"aten.acosh.default", "Acosh"},
    {"aten.asin.default", "Asin"}, {"aten.asinh.default", "Asinh"},
    {"aten.atan.default", "Atan"}, {"aten.atanh.default", "Atanh"},
    {"aten.cos.default", "Cos"},   {"aten.cosh.default", "Cosh"},
    {"aten.erf.default", "Erf"},   {"aten.exp.default", "Exp"},
    {"aten.log.default", "Log"},   {"aten.reciprocal.default", "Reciprocal"},
    {"aten.sin.default", "Sin"},   {"aten.sinh.default", "Sinh"},
    {"aten.sqrt.default", "Sqrt"}, {"aten.tan.default", "Tan"},
    {"aten.tanh.default", "Tanh"},
};

/// A formula in the floating-point type of the result.
using Formula = Value (*)(Lowering &b, Value x, Type type);

//===----------------------------------------------------------------------===//
// Exponentials and logarithms
//===----------------------------------------------------------------------===//

static Value buildExp2(Lowering &b, Value x, Type type) {
  return b.Pow(b.scalar(2, type), x);
}

// Subtracting 1 cancels all digits near zero. The hyperbolic functions do not:
//
//   exp(x) - 1 = 2 exp(x / 2) sinh(x / 2) = 2 t / (1 - t), t = tanh(x / 2)
//
// The sinh form is evaluated at -50 or above; the result is -1 below, where the
// factors would over- and underflow. Runtimes have no sinh of doubles, so f64
// uses tanh, and for x >= 1 the plain difference, which is accurate there.
Value torch_onnx::buildExpm1(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  Value one = b.scalar(1, type), two = b.scalar(2, type);
  Value scale = b.scalar(0.5, type);
  if (!type.isF64()) {
    Value half = b.Mul(b.Max(x, b.scalar(-50, type)), scale);
    return b.Mul(b.Mul(b.Exp(half), two), b.unary("Sinh", half));
  }
  Value t = b.Tanh(b.Mul(x, scale));
  Value small = b.Div(b.Mul(t, two), b.Sub(one, t));
  return b.Where(b.Less(x, one), small, b.Sub(b.Exp(x), one));
}

// The root of the magnitude, with the sign of x. Zeros keep their signs.
static Value buildCbrt(Lowering &b, Value x, Type type) {
  Value zero = b.scalar(0, type);
  Value root = b.Pow(b.Abs(x), b.scalar(1.0 / 3, type));
  Value signedRoot = b.Where(b.Less(x, zero), b.Neg(root), x);
  return b.Where(b.Greater(x, zero), root, signedRoot);
}

// log(u) + (x - (u - 1)) / u corrects the rounding of u = 1 + x to first order.
// Where u is exact (also at infinity and -1), no correction is needed.
Value torch_onnx::buildLog1p(Lowering &b, Value x) {
  Value one = b.scalar(1, b.elementTypeOf(x));
  Value u = b.Add(x, one), exact = b.Sub(u, one), logarithm = b.Log(u);
  Value correction = b.Div(b.Sub(x, exact), u);
  return b.Where(b.Equal(exact, x), logarithm, b.Add(logarithm, correction));
}

// aten::sigmoid(Tensor self) -> Tensor
static Lowered lowerSigmoid(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.resultElementType();
  if (b.isFloat(b.elementTypeOf(x)))
    return b.Sigmoid(b.Cast(x, type));
  Value sigmoid = b.Sigmoid(b.Cast(x, b.getBuilder().getF64Type()));
  return b.Cast(sigmoid, type);
}

static Value buildLog2(Lowering &b, Value x, Type type) {
  return b.Div(b.Log(x), b.scalar(numbers::ln2, type));
}

static Value buildLog10(Lowering &b, Value x, Type type) {
  return b.Div(b.Log(x), b.scalar(numbers::ln10, type));
}

/// The maximum plus the logarithm of the rest, which is at most log(2). Equal
/// operands are handled separately, because the difference of equal infinities
/// is NaN.
static Lowered lowerLogAddExp(Lowering &b, double ln) {
  Type type = getComputeType(b, b.resultElementType());
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  Value difference = b.Neg(b.Abs(b.Sub(x, y)));
  Value scale = b.scalar(ln, type);
  Value rest = ln == 1.0 ? b.Softplus(difference)
                         : b.Div(b.Softplus(b.Mul(difference, scale)), scale);
  Value sum =
      b.Add(b.Max(x, y),
            b.Where(b.Equal(x, y), b.scalar(numbers::ln2 / ln, type), rest));
  return b.Cast(sum, b.resultElementType());
}

// aten::xlogy.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerXLogY(Lowering &b, bool plusOne) {
  Type type = getComputeType(b, b.resultElementType());
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  return b.Cast(buildXLogY(b, x, y, plusOne), b.resultElementType());
}

// aten::logit(Tensor self, float? eps=None) -> Tensor
static Lowered lowerLogit(Lowering &b) {
  Type type = getComputeType(b, b.resultElementType());
  Value x = b.tensor("self", type);
  if (b.has("eps")) {
    double eps = b.getFloat("eps");
    Value least = b.scalar(eps, type), greatest = b.scalar(1 - eps, type);
    // Clip applies the upper bound last. With crossed bounds eager mode leaves
    // numbers at the lower one.
    x = eps <= 0.5 ? b.Clip(x, least, greatest)
                   : b.Where(b.Less(x, least), least, b.Min(x, greatest));
  }
  Value odds = b.Div(x, b.Sub(b.scalar(1, type), x));
  return b.Cast(b.Log(odds), b.resultElementType());
}

/// x * 2^exponent for whole exponents, where the power alone may overflow. In
/// f64 the product of an f32 number and a power of two is exact; a power for
/// doubles has three factors.
static Value buildScaled(Lowering &b, Value x, Value exponent) {
  Type type = b.elementTypeOf(x), wide = b.getBuilder().getF64Type();
  // Beyond the limit the result is 0 or infinite for every x.
  double limit = type == wide ? 2200 : 400;
  Value wideX = b.Cast(x, wide);
  auto number = [&](double value) { return b.scalar(value, wide); };
  exponent = b.Clip(b.Cast(exponent, wide), number(-limit), number(limit));
  auto getPower = [&](Value n) { return b.Pow(number(2), n); };
  if (type != wide)
    return b.Cast(b.Mul(wideX, getPower(exponent)), type);
  Value third = b.Floor(b.Mul(exponent, number(1.0 / 3)));
  Value rest = b.Sub(exponent, b.Add(third, third));
  Value factor = getPower(third), last = getPower(rest);
  return b.Mul(b.Mul(b.Mul(wideX, factor), factor), last);
}

// aten::ldexp.Tensor(Tensor self, Tensor other) -> Tensor
//
// Eager mode scales by integers as C does, where they are of 32 bits. For
// floats, the power of two is computed in the dtype of `other`, where it may
// overflow or be rounded.
static Lowered lowerLdexp(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), other = b.tensor("other");
  if (b.isInt(b.elementTypeOf(other)))
    return buildScaled(b, x, b.Cast(other, b.getBuilder().getI32Type()));
  Type own = getOwnFloatType(b, "other");
  Type wide = getComputeType(b, own);
  Value power = b.Pow(b.scalar(2, wide), b.tensor("other", wide));
  return b.Mul(x, b.Cast(b.Cast(power, own), type));
}

static Value buildEntr(Lowering &b, Value x, Type type) {
  Value zero = b.scalar(0, type);
  Value product = b.Neg(b.Mul(x, b.Log(x)));
  // For negative numbers the logarithm gives NaN; PyTorch gives -inf.
  Value rest = b.Where(b.Less(x, zero), b.scalar(-INFINITY, type), product);
  return b.Where(b.Equal(x, zero), zero, rest);
}

//===----------------------------------------------------------------------===//
// Trigonometry
//===----------------------------------------------------------------------===//

static Value buildSinc(Lowering &b, Value x, Type type) {
  Value angle = b.Mul(x, b.scalar(numbers::pi, type));
  return b.Where(b.Equal(x, b.scalar(0, type)), b.scalar(1, type),
                 b.Div(b.Sin(angle), angle));
}

static Value buildDeg2Rad(Lowering &b, Value x, Type type) {
  return b.Mul(x, b.scalar(numbers::pi / 180, type));
}

static Value buildRad2Deg(Lowering &b, Value x, Type type) {
  return b.Mul(x, b.scalar(180 / numbers::pi, type));
}

static Value buildSphericalBesselJ0(Lowering &b, Value x, Type type) {
  Value zero = b.scalar(0, type);
  Value quotient =
      b.Where(b.Equal(x, zero), b.scalar(1, type), b.Div(b.Sin(x), x));
  return b.Where(b.IsInf(x), zero, quotient);
}

// aten::atan2(Tensor self, Tensor other) -> Tensor
//
// The angle in the first quadrant, reflected by the signs. Equal magnitudes are
// handled separately: the angle of zeros is 0, that of infinities pi / 4.
static Lowered lowerAtan2(Lowering &b) {
  Type type = b.resultElementType();
  Value y = b.tensor("self", type), x = b.tensor("other", type);
  Value height = b.Abs(y), width = b.Abs(x);
  Value slope =
      b.Where(b.Equal(height, width), b.Sign(height), b.Div(height, width));
  Value angle = b.Atan(slope);
  angle = b.Where(buildSignBit(b, x), b.Sub(b.scalar(numbers::pi, type), angle),
                  angle);
  return b.Where(buildSignBit(b, y), b.Neg(angle), angle);
}

/// The length of the vector (x, y) of f64. Lengths relative to the larger
/// magnitude have squares that neither overflow nor lose digits.
static Value buildScaledLength(Lowering &b, Value x, Value y) {
  Type type = b.elementTypeOf(x);
  Value width = b.Abs(x), height = b.Abs(y);
  Value larger = b.Max(width, height), ratio = b.Min(width, height);
  ratio = b.Div(ratio, larger);
  Value root = b.Sqrt(b.Add(b.Mul(ratio, ratio), b.scalar(1, type)));
  return b.Where(b.Equal(larger, b.scalar(0, type)), larger,
                 b.Mul(larger, root));
}

// aten::hypot(Tensor self, Tensor other) -> Tensor
//
// In f64, where squares of f32 numbers do not overflow. The result is infinite
// if one operand is, even if the other one is NaN.
static Lowered lowerHypot(Lowering &b) {
  Type type = b.resultElementType(), wide = b.getBuilder().getF64Type();
  Value x = b.tensor("self", type), y = b.tensor("other", type), root;
  if (type == wide) {
    root = buildScaledLength(b, x, y);
  } else {
    Value wideX = b.Cast(x, wide), wideY = b.Cast(y, wide);
    root = b.Sqrt(b.Add(b.Mul(wideX, wideX), b.Mul(wideY, wideY)));
  }
  return b.Where(b.Or(b.IsInf(x), b.IsInf(y)), b.scalar(INFINITY, type),
                 b.Cast(root, type));
}

// aten::angle(Tensor self) -> Tensor
static Lowered lowerAngle(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.resultElementType();
  x = b.Cast(x, type);
  Value zero = b.scalar(0, type);
  Value angle = b.Where(b.Less(x, zero), b.scalar(numbers::pi, type), zero);
  return b.Where(b.IsNaN(x), x, angle);
}

//===----------------------------------------------------------------------===//
// Error function
//===----------------------------------------------------------------------===//

// aten::special_ndtr(Tensor self) -> Tensor
//
// 0.5 * (1 + erf(x / sqrt(2))). PyTorch rounds each operation to the dtype of
// the result, so the result is 0 where erf is -1.
static Lowered lowerNdtr(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type);
  Value erf = b.Erf(b.Div(x, b.scalar(numbers::sqrt2, type)));
  return b.Mul(b.Add(erf, b.scalar(1, type)), b.scalar(0.5, type));
}

void torch_onnx::populateElementwiseMath(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals), wide(registry, ofRealsInOpMath);
  for (const UnaryRow &row : unaryRows)
    r.add(row.torch, [op = StringRef(row.onnx)](Lowering &b) -> Lowered {
      return b.unary(op, b.tensor("self", b.resultElementType()));
    });
  auto add = [&](std::initializer_list<StringRef> targets, Formula formula) {
    r.add(targets, [formula](Lowering &b) -> Lowered {
      Type type = getComputeType(b, b.resultElementType());
      return b.Cast(formula(b, b.tensor("self", type), type),
                    b.resultElementType());
    });
  };
  add({"aten.deg2rad.default"}, buildDeg2Rad);
  add({"aten.erfc.default"},
      [](Lowering &b, Value x, Type) { return buildErfc(b, x); });
  add({"aten.exp2.default"}, buildExp2);
  add({"aten.expm1.default"},
      [](Lowering &b, Value x, Type) { return buildExpm1(b, x); });
  add({"aten.log10.default"}, buildLog10);
  add({"aten.log1p.default"},
      [](Lowering &b, Value x, Type) { return buildLog1p(b, x); });
  add({"aten.log2.default"}, buildLog2);
  add({"aten.rad2deg.default"}, buildRad2Deg);
  add({"aten.sinc.default"}, buildSinc);
  add({"prims.cbrt.default"}, buildCbrt);
  add({"aten.special_entr.default"}, buildEntr);
  r.add("aten.angle.default", lowerAngle);
  wide.add("aten.atan2.default", lowerAtan2);
  r.add("aten.hypot.default", lowerHypot);
  r.add("aten.special_ndtr.default", lowerNdtr);
  r.add("aten.sigmoid.default", lowerSigmoid);
  wide.add("aten.ldexp.Tensor", lowerLdexp);
  r.add("aten.logaddexp.default", lowerLogAddExp, 1.0);
  r.add("aten.logaddexp2.default", lowerLogAddExp, numbers::ln2);
  r.add("aten.logit.default", lowerLogit);
  wide.add("aten.special_spherical_bessel_j0.default",
           [](Lowering &b) -> Lowered {
             Type type = b.resultElementType();
             return buildSphericalBesselJ0(b, b.tensor("x", type), type);
           });
  r.add({"aten.special_xlog1py.default", "aten.special_xlog1py.other_scalar",
         "aten.special_xlog1py.self_scalar"},
        lowerXLogY, /*plusOne=*/true);
  r.add({"aten.xlogy.Scalar_Other", "aten.xlogy.Scalar_Self",
         "aten.xlogy.Tensor"},
        lowerXLogY, /*plusOne=*/false);
}
