//===- ComplexElementwise.cpp - Arithmetic on complex numbers -------------===//
//
// Formulas for the parts. If one of two operands is real, PyTorch converts it
// to a complex number. The rules omit its zero imaginary part, which changes a
// result only if the other operand is not finite (0 * inf is NaN).
//
//===----------------------------------------------------------------------===//

#include "ComplexRules.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// An operand in the dtype of the result's parts.
static Complex operand(ComplexBuilder &b, StringRef name) {
  return b.cast(b.get(name), b.getPartType());
}

/// The product with an optional factor such as `alpha`.
static Complex scaled(ComplexBuilder &b, Complex z, StringRef factor) {
  const Arguments &args = b.getArguments();
  if (!args.has(factor) || args.getFloat(factor) == 1.0)
    return z;
  return b.multiply(z, operand(b, factor));
}

//===----------------------------------------------------------------------===//
// Arithmetic
//===----------------------------------------------------------------------===//

// aten::add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
static Complex add(ComplexBuilder &b) {
  return b.addition(operand(b, "self"),
                    scaled(b, operand(b, "other"), "alpha"));
}

static Complex sub(ComplexBuilder &b) {
  return b.subtraction(operand(b, "self"),
                       scaled(b, operand(b, "other"), "alpha"));
}

// aten::rsub.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor
static Complex reverseSub(ComplexBuilder &b) {
  return b.subtraction(operand(b, "other"),
                       scaled(b, operand(b, "self"), "alpha"));
}

static Complex mul(ComplexBuilder &b) {
  return b.multiply(operand(b, "self"), operand(b, "other"));
}

static Complex quotient(ComplexBuilder &b) {
  return b.divide(operand(b, "self"), operand(b, "other"));
}

static Complex square(ComplexBuilder &b) {
  Complex z = operand(b, "self");
  return b.multiply(z, z);
}

static Complex reciprocal(ComplexBuilder &b) {
  return b.divide(b.scalar(1, b.getPartType()), operand(b, "self"));
}

// aten::addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1)
static Complex addcmul(ComplexBuilder &b) {
  Complex product = b.multiply(operand(b, "tensor1"), operand(b, "tensor2"));
  return b.addition(operand(b, "self"), scaled(b, product, "value"));
}

static Complex addcdiv(ComplexBuilder &b) {
  Complex ratio = b.divide(scaled(b, operand(b, "tensor1"), "value"),
                           operand(b, "tensor2"));
  return b.addition(operand(b, "self"), ratio);
}

// aten::lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor
//
// Starts from the nearer end, as ATen/native/Lerp.h does: at a weight of 1 the
// result is exactly the end.
static Complex lerp(ComplexBuilder &b) {
  Complex start = operand(b, "self"), end = operand(b, "end");
  Complex weight = operand(b, "weight");
  Complex way = b.subtraction(end, start);
  Complex rest = b.subtraction(b.scalar(1, b.getPartType()), weight);
  Complex near = b.addition(start, b.multiply(weight, way));
  Complex far = b.subtraction(end, b.multiply(way, rest));
  Value norm = b.addParts(b.mulParts(weight.re, weight.re),
                          b.mulParts(weight.im, weight.im));
  Value isNear = b.compare("lt", norm, 0.25);
  Value im = b.where(isNear, b.imaginary(near), b.imaginary(far));
  return {b.where(isNear, near.re, far.re), im};
}

//===----------------------------------------------------------------------===//
// Modulus and argument
//===----------------------------------------------------------------------===//

static Complex absolute(ComplexBuilder &b) { return b.modulus(b.get("self")); }

static Complex angle(ComplexBuilder &b) {
  Complex z = b.get("self");
  return b.binary("atan2", b.imaginary(z), z.re);
}

// aten::sgn(Tensor self) -> Tensor: z / |z|, and 0 of 0
static Complex sgn(ComplexBuilder &b) {
  Complex z = operand(b, "self");
  Value modulus = b.modulus(z);
  Value isZero = b.compare("eq", modulus, 0);
  Value divisor = b.where(isZero, b.scalar(1, b.getPartType()), modulus);
  return z.map([&](Value part) { return b.div(part, divisor); });
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Compares both parts by "eq" or "ne", and joins the results by `join`.
static Value compare(ComplexBuilder &b, StringRef how, StringRef join) {
  Complex x = b.get("self"), y = b.get("other");
  Value re = b.compare(how, x.re, y.re);
  if (!x.im && !y.im)
    return re;
  return b.binary(join, re, b.compare(how, b.imaginary(x), b.imaginary(y)));
}

static Complex eq(ComplexBuilder &b) { return compare(b, "eq", "logical_and"); }

static Complex ne(ComplexBuilder &b) { return compare(b, "ne", "logical_or"); }

/// Tests both parts for a property, and joins the results by `join`.
static ComplexFn testing(StringRef join) {
  return [join](ComplexBuilder &b) {
    Complex z = b.get("self");
    StringRef target = b.getOp().getTarget();
    Value re = b.call(target, {z.re});
    return Complex(z.im ? b.binary(join, re, b.call(target, {z.im})) : re);
  };
}

static Complex isReal(ComplexBuilder &b) {
  return b.compare("eq", b.imaginary(b.get("self")), 0);
}

// aten::isclose(Tensor self, Tensor other, float rtol=1e-05, float atol=1e-08,
//               bool equal_nan=False) -> Tensor
//
// |x - y| <= atol + rtol * |y|, or equal (ATen/native/TensorCompare.cpp).
static Complex isClose(ComplexBuilder &b) {
  Complex x = b.get("self"), y = b.get("other");
  const Arguments &args = b.getArguments();
  Value equal = compare(b, "eq", "logical_and");
  auto isNaN = [&](const Complex &z) {
    Value re = b.unary("isnan", z.re);
    return z.im ? b.logicalOr(re, b.unary("isnan", z.im)) : re;
  };
  if (b.getBool("equal_nan"))
    equal = b.logicalOr(equal, b.logicalAnd(isNaN(x), isNaN(y)));
  Value difference = b.modulus(b.subtraction(x, y));
  Value allowed =
      b.add(b.mul(b.modulus(y), args.getFloat("rtol").value_or(1e-5)),
            args.getFloat("atol").value_or(1e-8));
  Value isNear = b.compare("le", difference, allowed);
  Value isFinite = b.unary("isfinite", difference);
  return b.logicalOr(equal, b.logicalAnd(isFinite, isNear));
}

/// Logical operators on the truth of numbers.
static ComplexFn logical(std::initializer_list<StringRef> names) {
  return [names = SmallVector<StringRef>(names)](ComplexBuilder &b) {
    SmallVector<CallArgument> operands;
    for (StringRef name : names)
      operands.push_back(b.isNonzero(b.get(name)));
    return Complex(b.call(b.getOp().getTarget(), operands));
  };
}

void torch::addComplexElementwiseRules(ComplexRules &r) {
  r.add({"aten.add.Scalar", "aten.add.Tensor"}, add);
  r.add({"aten.sub.Scalar", "aten.sub.Tensor"}, sub);
  r.add({"aten.rsub.Scalar", "aten.rsub.Tensor"}, reverseSub);
  r.add({"aten.mul.Scalar", "aten.mul.Tensor"}, mul);
  r.add({"aten.div.Scalar", "aten.div.Tensor"}, quotient);
  r.add("aten.square.default", square);
  r.add("aten.reciprocal.default", reciprocal);
  r.add("aten.addcmul.default", addcmul);
  r.add("aten.addcdiv.default", addcdiv);
  r.add({"aten.lerp.Scalar", "aten.lerp.Tensor"}, lerp);
  r.add("aten.abs.default", absolute);
  r.add("aten.angle.default", angle);
  r.add("aten.sgn.default", sgn);
  r.add({"aten.eq.Scalar", "aten.eq.Tensor"}, eq);
  r.add({"aten.ne.Scalar", "aten.ne.Tensor"}, ne);
  r.add({"aten.isnan.default", "aten.isinf.default"}, testing("logical_or"));
  r.add("aten.isfinite.default", testing("logical_and"));
  r.add("aten.isreal.default", isReal);
  r.add("aten.isclose.default", isClose);
  r.add("aten.logical_not.default", logical({"self"}));
  r.add({"aten.logical_and.default", "aten.logical_or.default",
         "aten.logical_xor.default"},
        logical({"self", "other"}));
}
