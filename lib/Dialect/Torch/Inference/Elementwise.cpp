//===- Elementwise.cpp - Types of element-wise operators ------------------===//
//
// All shapes broadcast, and only the dtypes differ. A rule is therefore a row:
// a group of operators, the operands that are promoted, and the conversion of
// their common dtype.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx::torch;

/// Integers become the default float dtype.
static Inferred inferFloat(Inference &b) {
  RankedTensorType x = b.firstTensor();
  return b.type(x, b.toFloat(x.getElementType()));
}

static Inferred inferBool(Inference &b) {
  return b.type(b.firstTensor(), b.i1());
}

/// abs, angle, real: complex numbers become real.
static Inferred inferReal(Inference &b) {
  RankedTensorType x = b.firstTensor();
  return b.type(x, b.toReal(x.getElementType()));
}

static Inferred inferAngle(Inference &b) {
  RankedTensorType x = b.firstTensor();
  return b.type(x, b.toFloat(b.toReal(x.getElementType())));
}

// aten::square(Tensor self) -> Tensor: a power with the number 2.
static Inferred inferSquare(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Type type = x.getElementType();
  return b.type(x, type.isInteger(1) ? b.i64() : type);
}

/// complex, polar: two real tensors become a complex tensor.
static TypeRule joining(StringRef first, StringRef second) {
  return [first, second](Inference &b) -> Inferred {
    Type type = b.promote({first, second});
    if (!b.isFloat(type))
      return b.invalidElements(first, "floating-point elements", type);
    return b.type(b.broadcast({first, second}), ComplexType::get(type));
  };
}

// aten::frexp.Tensor(Tensor self) -> (Tensor mantissa, Tensor exponent)
static Inferred inferFrexp(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return {x, b.type(x, b.i32())};
}

namespace {
/// The result dtype, given the common dtype of the operands.
enum class Result { Common, Float, Double, Bool };
} // namespace

static Type convert(Inference &b, Type common, Result result) {
  switch (result) {
  case Result::Common:
    return common;
  case Result::Float:
    return b.toFloat(common);
  case Result::Double:
    return isa<ComplexType>(common) ? Type(ComplexType::get(b.f64())) : b.f64();
  case Result::Bool:
    return b.i1();
  }
  llvm_unreachable("all results");
}

/// The operands `names` broadcast and are promoted; absent arguments are
/// skipped.
static TypeRule broadcasting(ArrayRef<StringRef> names,
                             Result result = Result::Common) {
  return [names = SmallVector<StringRef>(names),
          result](Inference &b) -> Inferred {
    Dims dims = b.broadcast(names);
    if (b.hasFailed())
      return {};
    return b.type(dims, convert(b, b.promote(names), result));
  };
}

/// `dtype` alone determines the dtype; all of `shapes` broadcast.
static TypeRule broadcastingTo(StringRef dtype, ArrayRef<StringRef> shapes) {
  return [dtype, shapes = SmallVector<StringRef>(shapes)](Inference &b) {
    return Inferred(
        b.type(b.broadcast(shapes), b.tensor(dtype).getElementType()));
  };
}

// aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode)
static Inferred inferDivMode(Inference &b) {
  Type common = b.promote({"self", "other"});
  return b.type(b.broadcast({"self", "other"}),
                b.has("rounding_mode") ? common : b.toFloat(common));
}

// aten::ldexp.Tensor(Tensor self, Tensor other) -> Tensor
//
// self * 2.0**other, where the power of integers is a float tensor. Integers
// beside half precision give half precision since PyTorch 2.13, f32 before, so
// the declared dtype takes precedence.
static Inferred inferLdexp(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("other");
  Dims dims = b.broadcast({"self", "other"});
  if (b.hasFailed())
    return {};
  Type type = x.getElementType(), exponent = y.getElementType();
  if ((type.isF16() || type.isBF16()) && isa<IntegerType>(exponent) &&
      !exponent.isInteger(1))
    return b.getOp()->getNumResults() ? Type() : Type(b.type(dims, type));
  Promotion promotion;
  promotion.addTensor(x);
  promotion.addTensor(b.type(y, b.toFloat(exponent)));
  return b.type(dims, promotion.get());
}

// aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor
static Inferred inferWhere(Inference &b) {
  return b.type(b.broadcast({"condition", "self", "other"}),
                b.promote({"self", "other"}));
}

void torch_onnx::torch::populateElementwiseOperators(OperatorTable &r) {
  const TypeRule arithmetic = broadcasting({"self", "other"});
  const TypeRule division = broadcasting({"self", "other"}, Result::Float);
  const TypeRule comparison = broadcasting({"self", "other"}, Result::Bool);

  // One operand.
  r.add({"aten._conj.default", "aten.conj.default"}, inferSame,
        {.view = ViewKind::Conjugate});
  r.add({"aten._conj_physical.default", "aten.ceil.default",
         "aten.floor.default", "aten.frac.default", "aten.nan_to_num.default",
         "aten.round.decimals", "aten.round.default", "aten.sgn.default",
         "aten.sign.default", "aten.trunc.default"},
        inferSame);
  r.add("aten._neg_view.default", inferSame,
        {.view = ViewKind::Negate, .sums = true});
  r.add("aten.bitwise_not.default", inferSame, {.fold = FoldKind::BitNot});
  r.add("aten.conj_physical.default", inferSame,
        {.view = ViewKind::SameOrCopy, .carry = Carry::Each});
  r.add("aten.neg.default", inferSame,
        {.elements = {"self"}, .sums = true, .fold = FoldKind::Neg});
  r.add("aten.positive.default", inferSame,
        {.view = ViewKind::Same, .fold = FoldKind::Identity});
  r.add("aten.abs.default", inferReal, {.fold = FoldKind::Abs});
  r.add("aten.real.default", inferReal, {.view = ViewKind::RealPart});
  r.add("aten.angle.default", inferAngle);
  r.add("aten.complex.default", joining("real", "imag"));
  r.add("aten.polar.default", joining("abs", "angle"));
  r.add("aten.square.default", inferSquare);
  r.add("aten.frexp.Tensor", inferFrexp);
  r.add({"aten.acos.default",
         "aten.acosh.default",
         "aten.asin.default",
         "aten.asinh.default",
         "aten.atan.default",
         "aten.atanh.default",
         "aten.cos.default",
         "aten.cosh.default",
         "aten.deg2rad.default",
         "aten.digamma.default",
         "aten.erf.default",
         "aten.erfc.default",
         "aten.erfinv.default",
         "aten.exp.default",
         "aten.exp2.default",
         "aten.expm1.default",
         "aten.i0.default",
         "aten.lgamma.default",
         "aten.log.default",
         "aten.log10.default",
         "aten.log1p.default",
         "aten.log2.default",
         "aten.logit.default",
         "aten.mvlgamma.default",
         "aten.polygamma.default",
         "aten.rad2deg.default",
         "aten.reciprocal.default",
         "aten.rsqrt.default",
         "aten.sigmoid.default",
         "aten.sin.default",
         "aten.sinc.default",
         "aten.sinh.default",
         "aten.sqrt.default",
         "aten.tan.default",
         "aten.tanh.default",
         "prims.cbrt.default",
         "aten.special_airy_ai.default",
         "aten.special_bessel_j0.default",
         "aten.special_bessel_j1.default",
         "aten.special_bessel_y0.default",
         "aten.special_bessel_y1.default",
         "aten.special_entr.default",
         "aten.special_erfcx.default",
         "aten.special_i0e.default",
         "aten.special_i1.default",
         "aten.special_i1e.default",
         "aten.special_log_ndtr.default",
         "aten.special_modified_bessel_i0.default",
         "aten.special_modified_bessel_i1.default",
         "aten.special_modified_bessel_k0.default",
         "aten.special_modified_bessel_k1.default",
         "aten.special_ndtri.default",
         "aten.special_scaled_modified_bessel_k0.default",
         "aten.special_scaled_modified_bessel_k1.default",
         "aten.special_spherical_bessel_j0.default"},
        inferFloat);
  r.add("aten.special_ndtr.default", inferFloat, {.carry = Carry::Each});
  r.add("aten.special_round.default", inferSame, {.carry = Carry::Each});
  r.add({"aten.isfinite.default", "aten.isinf.default", "aten.isnan.default",
         "aten.isneginf.default", "aten.isposinf.default",
         "aten.signbit.default"},
        inferBool);
  r.add("aten.isreal.default", inferBool, {.carry = Carry::Each});
  r.add("aten.logical_not.default", inferBool, {.fold = FoldKind::LogicalNot});

  // Two operands.
  r.add({"aten.__lshift__.Scalar",
         "aten.__lshift__.Tensor",
         "aten.__rshift__.Scalar",
         "aten.__rshift__.Tensor",
         "aten._add_relu.Scalar",
         "aten._add_relu.Tensor",
         "aten.bitwise_and.Scalar_Tensor",
         "aten.bitwise_left_shift.Scalar_Tensor",
         "aten.bitwise_left_shift.Tensor",
         "aten.bitwise_left_shift.Tensor_Scalar",
         "aten.bitwise_or.Scalar_Tensor",
         "aten.bitwise_right_shift.Scalar_Tensor",
         "aten.bitwise_right_shift.Tensor",
         "aten.bitwise_right_shift.Tensor_Scalar",
         "aten.bitwise_xor.Scalar_Tensor",
         "aten.fmax.default",
         "aten.fmin.default",
         "aten.fmod.Scalar",
         "aten.fmod.Tensor",
         "aten.gcd.default",
         "aten.hypot.default",
         "aten.lcm.default",
         "aten.nextafter.default",
         "aten.remainder.Scalar_Tensor"},
        arithmetic);
  r.add({"aten.add.Scalar", "aten.add.Tensor"}, arithmetic,
        {.fold = FoldKind::Add});
  r.add({"aten.bitwise_and.Scalar", "aten.bitwise_and.Tensor"}, arithmetic,
        {.fold = FoldKind::BitAnd});
  r.add({"aten.bitwise_or.Scalar", "aten.bitwise_or.Tensor"}, arithmetic,
        {.fold = FoldKind::BitOr});
  r.add({"aten.bitwise_xor.Scalar", "aten.bitwise_xor.Tensor"}, arithmetic,
        {.fold = FoldKind::BitXor});
  r.add({"aten.floor_divide.Scalar", "aten.floor_divide.default"}, arithmetic,
        {.fold = FoldKind::FloorDiv});
  r.add("aten.maximum.default", arithmetic, {.fold = FoldKind::Maximum});
  r.add("aten.minimum.default", arithmetic, {.fold = FoldKind::Minimum});
  r.add({"aten.mul.Scalar", "aten.mul.Tensor"}, arithmetic,
        {.fold = FoldKind::Mul});
  r.add({"aten.remainder.Scalar", "aten.remainder.Tensor"}, arithmetic,
        {.fold = FoldKind::Remainder});
  r.add({"aten.rsub.Scalar", "aten.rsub.Tensor"}, arithmetic,
        {.fold = FoldKind::ReverseSub});
  r.add({"aten.sub.Scalar", "aten.sub.Tensor"}, arithmetic,
        {.fold = FoldKind::Sub});
  r.add("aten.heaviside.default", broadcasting({"self", "values"}));
  r.add({"aten.pow.Scalar", "aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor"},
        broadcasting({"self", "exponent"}));
  r.add({"aten.float_power.Scalar", "aten.float_power.Tensor_Scalar",
         "aten.float_power.Tensor_Tensor"},
        broadcasting({"self", "exponent"}, Result::Double));
  r.add({"aten.atan2.default", "aten.copysign.Scalar", "aten.copysign.Tensor",
         "aten.logaddexp.default", "aten.logaddexp2.default",
         "aten.igamma.default", "aten.igammac.default",
         "aten.special_xlog1py.default", "aten.special_xlog1py.other_scalar",
         "aten.special_xlog1py.self_scalar", "aten.special_zeta.default",
         "aten.special_zeta.other_scalar", "aten.special_zeta.self_scalar",
         "aten.xlogy.Scalar_Other", "aten.xlogy.Scalar_Self",
         "aten.xlogy.Tensor"},
        division);
  r.add({"aten.div.Scalar", "aten.div.Tensor"}, division,
        {.fold = FoldKind::Div});
  for (StringRef name :
       {"chebyshev_polynomial_t", "chebyshev_polynomial_u",
        "chebyshev_polynomial_v", "chebyshev_polynomial_w",
        "hermite_polynomial_h", "hermite_polynomial_he",
        "laguerre_polynomial_l", "legendre_polynomial_p",
        "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u",
        "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w"})
    for (StringRef overload : {"default", "n_scalar", "x_scalar"})
      r.add(("aten.special_" + name + "." + overload).str(),
            broadcasting({"x", "n"}, Result::Float));
  r.add({"aten.div.Scalar_mode", "aten.div.Tensor_mode"}, inferDivMode,
        {.fold = FoldKind::DivMode});
  r.add("aten.ldexp.Tensor", inferLdexp);
  r.add({"aten.eq.Scalar", "aten.eq.Tensor"}, comparison,
        {.fold = FoldKind::Eq});
  r.add({"aten.ge.Scalar", "aten.ge.Tensor"}, comparison,
        {.fold = FoldKind::Ge});
  r.add({"aten.gt.Scalar", "aten.gt.Tensor"}, comparison,
        {.fold = FoldKind::Gt});
  r.add("aten.isclose.default", comparison);
  r.add({"aten.le.Scalar", "aten.le.Tensor"}, comparison,
        {.fold = FoldKind::Le});
  r.add("aten.logical_and.default", comparison, {.fold = FoldKind::LogicalAnd});
  r.add("aten.logical_or.default", comparison, {.fold = FoldKind::LogicalOr});
  r.add("aten.logical_xor.default", comparison, {.fold = FoldKind::LogicalXor});
  r.add({"aten.lt.Scalar", "aten.lt.Tensor"}, comparison,
        {.fold = FoldKind::Lt});
  r.add({"aten.ne.Scalar", "aten.ne.Tensor"}, comparison,
        {.fold = FoldKind::Ne});
  r.add({"aten.isin.Tensor_Scalar", "aten.isin.Tensor_Tensor"},
        broadcasting({"elements"}, Result::Bool), {.carry = Carry::Each});
  r.add("aten.isin.Scalar_Tensor", broadcasting({"element"}, Result::Bool));
  r.add({"aten.allclose.default", "aten.equal.default"},
        [](Inference &b) -> Inferred { return b.i1(); });

  // Three operands.
  r.add({"aten.addcdiv.default", "aten.addcmul.default"},
        broadcasting({"self", "tensor1", "tensor2"}));
  r.add({"aten.clamp.Tensor", "aten.clamp.default", "aten.clamp_max.Tensor",
         "aten.clamp_max.default", "aten.clamp_min.Tensor",
         "aten.clamp_min.default"},
        broadcasting({"self", "min", "max"}));
  r.add("aten.lerp.Scalar", broadcastingTo("self", {"self", "end"}));
  r.add("aten.lerp.Tensor", broadcastingTo("self", {"self", "end", "weight"}));
  r.add({"aten.where.Scalar", "aten.where.ScalarOther", "aten.where.ScalarSelf",
         "aten.where.self"},
        inferWhere, {.elements = {"self", "other"}, .fold = FoldKind::Where});
  r.mark({"aten.rsub.Scalar", "aten.rsub.Tensor"},
         &OperatorTraits::recordsStrides);
}
