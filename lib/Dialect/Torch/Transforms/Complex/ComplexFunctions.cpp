//===- ComplexFunctions.cpp - Functions of complex numbers ---------------===//
//
// Exponentials, logarithms, roots, circular and hyperbolic functions and their
// inverses. Single precision is computed in double precision, where
// cancellation in the formulas of the parts does not affect the rounded result.
//
// The formulas of the inverse functions are from W. Kahan, "Branch Cuts for
// Complex Elementary Functions", in The State of the Art in Numerical Analysis,
// 1987.
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

namespace numbers = llvm::numbers;

namespace {
/// Functions of one number, in double precision.
struct Functions {
  ComplexBuilder &b;

  Complex get(StringRef name) {
    Complex z = b.cast(b.get(name), b.f64());
    return {z.re, b.imaginary(z)};
  }
  Value one() { return b.scalar(1, b.f64()); }
  Value sin(Value x) { return b.unary("sin", x); }
  Value cos(Value x) { return b.unary("cos", x); }
  Value sinh(Value x) { return b.unary("sinh", x); }
  Value cosh(Value x) { return b.unary("cosh", x); }
  Value sqrtOf(Value x) { return b.unary("sqrt", x); }
  Value square(Value x) { return b.mul(x, x); }
  Value atan2(Value y, Value x) { return b.binary("atan2", y, x); }
  Value isNegative(Value x) { return b.compare("lt", x, 0); }
  Value isZero(Value x) { return b.compare("eq", x, 0); }

  // The product with i, and with -i.
  Complex timesI(const Complex &z) { return {b.neg(z.im), z.re}; }
  Complex overI(const Complex &z) { return {z.im, b.neg(z.re)}; }

  Complex exp(const Complex &z);
  Complex log(const Complex &z);
  Complex log1p(const Complex &z);
  Complex sqrt(const Complex &z);
  Complex sin(const Complex &z);
  Complex cos(const Complex &z);
  Complex tanh(const Complex &z);
  Complex asin(const Complex &z);
  Complex acos(const Complex &z);
  Complex acosh(const Complex &z);
  Complex atanh(const Complex &z);
  Complex pow(const Complex &base, const Complex &exponent);
};
} // namespace

Complex Functions::exp(const Complex &z) {
  Value modulus = b.exp(z.re);
  return {b.mul(modulus, cos(z.im)), b.mul(modulus, sin(z.im))};
}

Complex Functions::log(const Complex &z) {
  return {b.unary("log", b.modulus(z)), atan2(z.im, z.re)};
}

/// log|1 + z| = log1p(x (2 + x) + y^2) / 2
Complex Functions::log1p(const Complex &z) {
  Value rest = b.add(b.mul(z.re, b.add(z.re, 2)), square(z.im));
  return {b.mul(b.unary("log1p", rest), 0.5), atan2(z.im, b.add(z.re, 1))};
}

/// The part with the sign of x is computed without cancellation, the other part
/// from it, because their product is y / 2.
Complex Functions::sqrt(const Complex &z) {
  Value root = sqrtOf(b.mul(b.add(b.modulus(z), b.unary("abs", z.re)), 0.5));
  Value divisor = b.where(isZero(root), one(), b.mul(root, 2));
  Value other = b.div(z.im, divisor);
  Value isLeft = isNegative(z.re);
  Value signedRoot = b.call("aten.copysign.Tensor", {root, z.im});
  return {b.where(isLeft, b.unary("abs", other), root),
          b.where(isLeft, signedRoot, other)};
}

Complex Functions::sin(const Complex &z) {
  return {b.mul(sin(z.re), cosh(z.im)), b.mul(cos(z.re), sinh(z.im))};
}

Complex Functions::cos(const Complex &z) {
  return {b.mul(cos(z.re), cosh(z.im)), b.neg(b.mul(sin(z.re), sinh(z.im)))};
}

/// (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y). From |x| = 300 on
/// the squares overflow, and the result is a sign.
Complex Functions::tanh(const Complex &z) {
  Value x = b.clamp(z.re, -300.0, 300.0);
  Value sinus = sinh(x), cosinus = cos(z.im);
  Value divisor = b.add(square(sinus), square(cosinus));
  return {b.div(b.mul(sinus, cosh(x)), divisor),
          b.div(b.mul(sin(z.im), cosinus), divisor)};
}

Complex Functions::asin(const Complex &z) {
  Complex below = sqrt(b.subtraction(one(), z));
  Complex above = sqrt(b.addition(one(), z));
  Complex product = b.multiply(below, above);
  Complex turned = b.multiply(b.conjugate(below), above);
  return {atan2(z.re, product.re), b.unary("asinh", turned.im)};
}

Complex Functions::acos(const Complex &z) {
  Complex below = sqrt(b.subtraction(one(), z));
  Complex above = sqrt(b.addition(one(), z));
  Complex turned = b.multiply(b.conjugate(above), below);
  return {b.mul(atan2(below.re, above.re), 2), b.unary("asinh", turned.im)};
}

Complex Functions::acosh(const Complex &z) {
  Complex below = sqrt(b.subtraction(z, one()));
  Complex above = sqrt(b.addition(z, one()));
  Complex turned = b.multiply(b.conjugate(below), above);
  return {b.unary("asinh", turned.re), b.mul(atan2(below.im, above.re), 2)};
}

/// log1p(4x / ((1 - x)^2 + y^2)) / 4 and the argument of (1 + z) / (1 - z),
/// halved.
Complex Functions::atanh(const Complex &z) {
  Value below = b.rsub(z.re, 1);
  Value above = b.add(z.re, 1);
  Value norm = b.add(square(below), square(z.im));
  Value re = b.unary("log1p", b.div(b.mul(z.re, 4), norm));
  Value real = b.sub(b.mul(below, above), square(z.im));
  Value im = atan2(b.mul(z.im, 2), real);
  return {b.mul(re, 0.25), b.mul(im, 0.5)};
}

/// exp(exponent * log(base)). A power of 0 is 0, except for the exponent 0.
Complex Functions::pow(const Complex &base, const Complex &exponent) {
  Complex power = exp(b.multiply(exponent, log(base)));
  Value isNull = b.logicalNot(b.isNonzero(base));
  Value isOne = b.logicalNot(b.isNonzero(exponent));
  Value ofNull = b.TorchBuilder::cast(isOne, b.f64());
  return {b.where(isNull, ofNull, power.re),
          b.where(isNull, b.scalar(0, b.f64()), power.im)};
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// A function of `self`.
static ComplexFn of(Complex (*function)(Functions &, const Complex &)) {
  return [function](ComplexBuilder &b) -> ComplexResults {
    Functions f{b};
    return function(f, f.get("self"));
  };
}

/// A method of Functions.
template <Complex (Functions::*function)(const Complex &)>
static Complex apply(Functions &f, const Complex &z) {
  return (f.*function)(z);
}

/// The product with a real constant.
static Complex times(Functions &f, const Complex &z, double factor) {
  return f.b.scale(z, f.b.scalar(factor, f.b.f64()));
}

static Complex exp2(Functions &f, const Complex &z) {
  return f.exp(times(f, z, numbers::ln2));
}

/// expm1(x) cos y - 2 sin^2(y / 2) and exp(x) sin y
static Complex expm1(Functions &f, const Complex &z) {
  ComplexBuilder &b = f.b;
  Value half = f.sin(b.mul(z.im, 0.5));
  Value re = b.sub(b.mul(b.unary("expm1", z.re), f.cos(z.im)),
                   b.mul(f.square(half), 2));
  return {re, b.mul(b.exp(z.re), f.sin(z.im))};
}

static Complex log2(Functions &f, const Complex &z) {
  return times(f, f.log(z), numbers::log2e);
}

static Complex log10(Functions &f, const Complex &z) {
  return times(f, f.log(z), numbers::log10e);
}

static Complex rsqrt(Functions &f, const Complex &z) {
  return f.b.divide(f.one(), f.sqrt(z));
}

// sinh z = -i sin(iz), cosh z = cos(iz), tan z = -i tanh(iz), and the same of
// the inverse functions.
static Complex sinh(Functions &f, const Complex &z) {
  return f.overI(f.sin(f.timesI(z)));
}

static Complex cosh(Functions &f, const Complex &z) {
  return f.cos(f.timesI(z));
}

static Complex tan(Functions &f, const Complex &z) {
  return f.overI(f.tanh(f.timesI(z)));
}

static Complex asinh(Functions &f, const Complex &z) {
  return f.overI(f.asin(f.timesI(z)));
}

static Complex atan(Functions &f, const Complex &z) {
  return f.overI(f.atanh(f.timesI(z)));
}

static Complex logisticDivisor(Functions &f, const Complex &z) {
  Complex exponential = f.exp({f.b.neg(z.re), f.b.neg(z.im)});
  return f.b.addition(f.one(), exponential);
}

static Complex sigmoid(Functions &f, const Complex &z) {
  return f.b.divide(f.one(), logisticDivisor(f, z));
}

static Complex silu(Functions &f, const Complex &z) {
  return f.b.divide(z, logisticDivisor(f, z));
}

/// sin(pi z) / (pi z), and 1 at 0
static Complex sinc(Functions &f, const Complex &z) {
  ComplexBuilder &b = f.b;
  Complex product = times(f, z, numbers::pi);
  Value isNull = b.logicalNot(b.isNonzero(z));
  Complex divisor = {b.where(isNull, f.one(), product.re), product.im};
  Complex quotient = b.divide(f.sin(product), divisor);
  return {b.where(isNull, f.one(), quotient.re), quotient.im};
}

// aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor
//
// Exponents with kernels in ATen/native/Pow.h become products.
static Complex power(ComplexBuilder &b) {
  Functions f{b};
  std::optional<double> exponent = b.getArguments().getFloat("exponent");
  if (exponent && b.isComplex("self")) {
    Complex z = b.cast(b.get("self"), b.f64());
    if (*exponent == 1)
      return z;
    if (*exponent == 2)
      return b.multiply(z, z);
    if (*exponent == 3)
      return b.multiply(b.multiply(z, z), z);
    if (*exponent == -1)
      return b.divide(f.one(), z);
    if (*exponent == -2)
      return b.divide(f.one(), b.multiply(z, z));
    if (*exponent == 0.5)
      return f.sqrt(f.get("self"));
    if (*exponent == -0.5)
      return rsqrt(f, f.get("self"));
  }
  return f.pow(f.get("self"), f.get("exponent"));
}

// aten::ldexp.Tensor(Tensor self, Tensor other) -> Tensor: self * 2^other
static Complex timesPowerOf2(ComplexBuilder &b) {
  Functions f{b};
  Complex exponent = f.get("other");
  Complex power = exp2(f, exponent);
  if (!b.isComplex("other"))
    power = b.unary("exp2", exponent.re);
  return b.multiply(b.cast(b.get("self"), b.f64()), power);
}

// aten::logaddexp(Tensor self, Tensor other) -> Tensor
//
// log(exp(x) + exp(y)) = x + log1p(exp(y - x)) for the x of the larger real
// part.
static Complex logAddExp(ComplexBuilder &b) {
  Functions f{b};
  Complex x = f.get("self"), y = f.get("other");
  Value isLess = b.compare("lt", x.re, y.re);
  Complex more = {b.where(isLess, y.re, x.re), b.where(isLess, y.im, x.im)};
  Complex less = {b.where(isLess, x.re, y.re), b.where(isLess, x.im, y.im)};
  return b.addition(more, f.log1p(f.exp(b.subtraction(less, more))));
}

/// aten::logspace(Scalar start, Scalar end, int steps, float base=10.0, ...)
///   -> Tensor
/// The powers of the base at the numbers of `linspace`.
static ComplexFn logSpace(StringRef linspace) {
  return [linspace](ComplexBuilder &b) -> ComplexResults {
    using Part = ComplexBuilder::Part;
    Functions f{b};
    auto call = [&](Part part) {
      return b.call(linspace, {b.getPart("start", part),
                               b.getPart("end", part),
                               b.asIs("steps"),
                               {"dtype", b.f64()}});
    };
    std::optional<double> base = b.getArguments().getFloat("base");
    if (!base)
      return {b.refuse("expected 'base' to be a constant")};
    Complex exponents(call(Part::Real), call(Part::Imaginary));
    return {f.pow({b.scalar(*base, b.f64()), b.scalar(0, b.f64())}, exponents)};
  };
}

void torch::addComplexFunctionRules(ComplexRules &r) {
  r.add("aten.logspace.default", logSpace("aten.linspace.default"));
  r.add("aten.logspace.Scalar_Tensor", logSpace("aten.linspace.Scalar_Tensor"));
  r.add("aten.logspace.Tensor_Scalar", logSpace("aten.linspace.Tensor_Scalar"));
  r.add("aten.logspace.Tensor_Tensor", logSpace("aten.linspace.Tensor_Tensor"));
  r.add("aten.exp.default", of(apply<&Functions::exp>));
  r.add("aten.exp2.default", of(exp2));
  r.add("aten.expm1.default", of(expm1));
  r.add("aten.log.default", of(apply<&Functions::log>));
  r.add("aten.log2.default", of(log2));
  r.add("aten.log10.default", of(log10));
  r.add("aten.log1p.default", of(apply<&Functions::log1p>));
  r.add("aten.sqrt.default", of(apply<&Functions::sqrt>));
  r.add("aten.rsqrt.default", of(rsqrt));
  r.add("aten.sin.default",
        of([](Functions &f, const Complex &z) { return f.sin(z); }));
  r.add("aten.cos.default",
        of([](Functions &f, const Complex &z) { return f.cos(z); }));
  r.add("aten.tan.default", of(tan));
  r.add("aten.sinh.default", of(sinh));
  r.add("aten.cosh.default", of(cosh));
  r.add("aten.tanh.default", of(apply<&Functions::tanh>));
  r.add("aten.asin.default", of(apply<&Functions::asin>));
  r.add("aten.acos.default", of(apply<&Functions::acos>));
  r.add("aten.atan.default", of(atan));
  r.add("aten.asinh.default", of(asinh));
  r.add("aten.acosh.default", of(apply<&Functions::acosh>));
  r.add("aten.atanh.default", of(apply<&Functions::atanh>));
  r.add("aten.sigmoid.default", of(sigmoid));
  r.add("aten.silu.default", of(silu));
  r.add("aten.sinc.default", of(sinc));
  r.add("aten.ldexp.Tensor", timesPowerOf2);
  r.add("aten.logaddexp.default", logAddExp);
  r.add({"aten.pow.Scalar", "aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor",
         "aten.float_power.Scalar", "aten.float_power.Tensor_Scalar",
         "aten.float_power.Tensor_Tensor"},
        power);
}
