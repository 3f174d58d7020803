//===- Elementwise.cpp - Lowerings of element-wise arithmetic -------------===//
//
// Arithmetic is done in the dtype of the result, which torch.export has
// recorded. Operands are cast to it first, as in PyTorch's TensorIterator.
//
// Integers are divided as in Python where PyTorch does so. Max and Min
// propagate NaN in numpy and ONNX Runtime, as maximum and minimum do.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Shared formulas
//===----------------------------------------------------------------------===//

static bool isComplex(Type type) {
  return isa<ComplexType>(getElementTypeOrSelf(type));
}

LoweringFn torch_onnx::ofRealsInOpMath(LoweringFn lowering) {
  return ofReals(inOpMath(std::move(lowering)));
}

LoweringFn torch_onnx::ofReals(LoweringFn lowering) {
  return [lowering = std::move(lowering)](Lowering &b) -> Lowered {
    Operation *op = b.getOp();
    SmallVector<Type> types(op->getOperandTypes());
    llvm::append_range(types, op->getResultTypes());
    if (const Type *type = llvm::find_if(types, isComplex); type != types.end())
      return b.refuse("expected real operands and results, found " +
                      b.describe(*type));
    return lowering(b);
  };
}

Value torch_onnx::buildOwnDifference(Lowering &b, StringRef x, StringRef y) {
  Type type = b.resultElementType(), own = b.promote({x, y});
  if (!b.isInt(own))
    own = type;
  return b.Cast(b.Sub(b.tensor(x, own), b.tensor(y, own)), type);
}

std::optional<double> torch_onnx::getLiteral(Lowering &b, StringRef name) {
  return b.getArguments().getFloat(name);
}

Type torch_onnx::getComputeType(Lowering &b, Type type) {
  return b.isNarrowFloat(type) ? Type(b.f32()) : type;
}

Type torch_onnx::getOwnFloatType(Lowering &b, StringRef name) {
  torch::Promotion promotion;
  promotion.addArgument(b.getArguments(), name);
  Type type = promotion.get();
  return type && b.isFloat(type) ? type : Type(b.f32());
}

double torch_onnx::getLargest(FloatType type) {
  APFloat largest = APFloat::getLargest(type.getFloatSemantics());
  bool losesInfo;
  largest.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return largest.convertToDouble();
}

bool torch_onnx::isHeldBy(FloatType type, double number) {
  APFloat rounded(number);
  bool losesInfo;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  return !losesInfo;
}

/// The value of a boolean splat constant.
static std::optional<bool> getConstantBool(Value value) {
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat())
    return constant.getSplatValue<bool>();
  return std::nullopt;
}

Value torch_onnx::buildWhere(Lowering &b, Value condition, Value x, Value y) {
  if (!b.isBool(b.elementTypeOf(x)))
    return b.Where(condition, x, y);
  if (std::optional<bool> constant = getConstantBool(x))
    return *constant ? b.Or(condition, y) : b.And(b.Not(condition), y);
  if (std::optional<bool> constant = getConstantBool(y))
    return *constant ? b.Or(b.Not(condition), x) : b.And(condition, x);
  return b.Or(b.And(condition, x), b.And(b.Not(condition), y));
}

Value torch_onnx::buildTrunc(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  Value sign = b.Clip(x, b.scalar(-1, type), b.scalar(1, type));
  return b.Mul(sign, b.Floor(b.Abs(x)));
}

// The reciprocal is +inf for 0.0 and -inf for -0.0.
Value torch_onnx::buildSignBit(Lowering &b, Value x) {
  Value zero = b.scalar(0, b.elementTypeOf(x));
  if (b.isFloat(b.elementTypeOf(x)))
    x = b.Where(b.Equal(x, zero), b.Reciprocal(x), x);
  return b.Less(x, zero);
}

Value torch_onnx::buildXLogY(Lowering &b, Value x, Value y, bool plusOne) {
  Value zero = b.scalar(0, b.elementTypeOf(x));
  Value isZero = b.And(b.Equal(x, zero), b.Not(b.IsNaN(y)));
  Value logarithm = plusOne ? buildLog1p(b, y) : b.Log(y);
  return b.Where(isZero, zero, b.Mul(x, logarithm));
}

Value torch_onnx::buildHorner(Lowering &b, Value x,
                              ArrayRef<double> coefficients) {
  Type type = b.elementTypeOf(x);
  Value sum = b.scalar(coefficients.front(), type);
  for (double coefficient : coefficients.drop_front())
    sum = b.Add(b.Mul(sum, x), b.scalar(coefficient, type));
  return sum;
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

/// `x + alpha * y` (or minus) in the dtype of the result. Unlike in products, a
/// number beside a tensor of half precision is rounded to half precision first.
static Lowered lowerAdd(Lowering &b, StringRef op, StringRef lhs,
                        StringRef rhs) {
  b.setInOpMath(getLiteral(b, "alpha") != 1.0);
  Type type = b.resultElementType();
  Value x = b.tensor(lhs, type), y = b.tensor(rhs, type);
  if (getLiteral(b, "alpha") != 1.0)
    y = b.isBool(type) ? b.And(y, b.number("alpha", type))
                       : b.Mul(y, b.number("alpha", type));
  // PyTorch's sum of booleans is a logical or.
  if (b.isBool(type))
    return op == "Add" ? b.Or(x, y) : b.refuseResult("numeric elements");
  return b.binary(op, x, y);
}

/// True when the factor or divisor `other` is a number that a narrow type
/// cannot represent. PyTorch keeps such a number in f32 beside a narrow tensor
/// and rounds the first operand to the narrow type (BinaryOpsKernel.cpp
/// binary_kernel_reduced_floating_point_vec_opmath_support).
///
/// A representable number needs no casts: rounding a product or quotient of
/// p-bit numbers first to 24 bits (f32) and then to p bits equals rounding it
/// once if 24 >= 2 p + 2 (Figueroa, When is double rounding innocuous?), and p
/// <= 11.
static bool hasWideNumber(Lowering &b) {
  b.setInOpMath(false);
  auto type = dyn_cast<FloatType>(b.resultElementType());
  if (!type || !b.isNarrowFloat(type))
    return false;
  if (std::optional<double> literal = getLiteral(b, "other"))
    return !isHeldBy(type, *literal);
  Value other = b.tensor("other");
  return b.rankOf(other) == 0 && b.elementTypeOf(other) != Type(type);
}

// aten::mul.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerMul(Lowering &b) {
  b.setInOpMath(hasWideNumber(b));
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  return b.isBool(type) ? b.And(x, y) : b.Mul(x, y);
}

// aten::addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *,
//               Scalar value=1) -> Tensor
// aten::addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *,
//               Scalar value=1) -> Tensor
static Lowered lowerAddC(Lowering &b, StringRef op) {
  Type type = b.resultElementType();
  Value product =
      b.binary(op, b.tensor("tensor1", type), b.tensor("tensor2", type));
  if (getLiteral(b, "value") != 1.0)
    product = b.Mul(b.number("value", type), product);
  return b.Add(b.tensor("self", type), product);
}

// aten::lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor
//
// Interpolates from the nearer end, so that weight 1 gives exactly `end`.
static Lowered lowerLerp(Lowering &b) {
  Type type = b.resultElementType();
  Value start = b.tensor("self", type), end = b.tensor("end", type);
  Value weight = b.tensor("weight", type);
  Value one = b.scalar(1, type), difference = b.Sub(end, start);
  auto fromStart = [&] { return b.Add(start, b.Mul(weight, difference)); };
  auto fromEnd = [&] {
    return b.Sub(end, b.Mul(difference, b.Sub(one, weight)));
  };
  if (std::optional<double> literal = getLiteral(b, "weight")) {
    if (std::abs(*literal) < 0.5)
      return fromStart();
    return b.Sub(end, b.Mul(difference, b.scalar(1 - *literal, type)));
  }
  return b.Where(b.Less(b.Abs(weight), b.scalar(0.5, type)), fromStart(),
                 fromEnd());
}

//===----------------------------------------------------------------------===//
// Division
//===----------------------------------------------------------------------===//

/// True where `rest`, a floating-point remainder of a division by `y` with the
/// sign of the dividend, needs `y` added to get the sign of the divisor. Uses a
/// product with a sign, which neither underflows nor overflows.
static Value buildNeedsDivisor(Lowering &b, Value rest, Value y,
                               std::optional<double> literal) {
  Value zero = b.scalar(0, b.elementTypeOf(rest));
  if (literal)
    return *literal < 0 ? b.Greater(rest, zero) : b.Less(rest, zero);
  return b.Less(b.Mul(b.Sign(rest), y), zero);
}

/// The number as an element of `type`: an integer wraps around (200 is -56
/// beside a tensor of i8), a float is rounded, possibly to 0.
static std::optional<double> convertLiteral(std::optional<double> literal,
                                            Type type) {
  if (!literal)
    return literal;
  if (isa<FloatType>(type))
    return FloatAttr::get(type, *literal).getValueAsDouble();
  unsigned width = type.getIntOrFloatBitWidth();
  if (width >= 64)
    return literal;
  APInt bits(64, static_cast<uint64_t>(static_cast<int64_t>(*literal)));
  bits = bits.trunc(width);
  return type.isUnsignedInteger() ? static_cast<double>(bits.getZExtValue())
                                  : static_cast<double>(bits.getSExtValue());
}

/// Rounds down: subtracts 1 from the truncated quotient where it is above the
/// exact one. (Comparing the remainder might overflow.)
static Value buildIntegerFloorDiv(Lowering &b, Value x, Value y,
                                  std::optional<double> literal) {
  Type type = b.elementTypeOf(x);
  if (literal == 1.0)
    return x;
  if (type.isUnsignedInteger())
    return b.Div(x, y);
  if (literal == -1.0)
    return b.Neg(x); // The quotient of the lowest integer wraps around, too.
  Value quotient = b.Div(x, y), product = b.Mul(quotient, y), isAbove;
  if (literal)
    isAbove = *literal > 0 ? b.Greater(product, x) : b.Less(product, x);
  else
    isAbove =
        b.Less(b.Mul(b.Sign(b.Sub(x, product)), b.Sign(y)), b.scalar(0, type));
  return b.Sub(quotient, b.Cast(isAbove, type));
}

/// Rounds down. Floats are divided as in Python (c10/util/generic_math.h
/// div_floor_floating): the remainder decides, so 1 // 0.1 is 9. Dividing by
/// the absolute value of the divisor gives the sign of zero: -0.5 // -1 is 0.0.
static Value buildFloorDiv(Lowering &b, Value x, Value y,
                           std::optional<double> literal) {
  Type type = b.elementTypeOf(x);
  literal = convertLiteral(literal, type);
  if (b.isInt(type))
    return buildIntegerFloorDiv(b, x, y, literal);
  Value zero = b.scalar(0, type), dividend = x, divisor = y;
  if (!literal) {
    dividend = b.Mul(x, b.Sign(y));
    divisor = b.Abs(y);
  } else if (*literal < 0) {
    dividend = b.Neg(x);
    divisor = b.scalar(-*literal, type);
  }
  Value rest = b.Mod(dividend, divisor, /*fmod=*/true);
  Value quotient = b.Div(b.Sub(dividend, rest), divisor);
  Value result = b.Round(b.Sub(quotient, b.Cast(b.Less(rest, zero), type)));
  if (literal && *literal != 0)
    return result;
  return b.Where(b.Equal(y, zero), b.Div(x, y), result);
}

// aten::div.Tensor(Tensor self, Tensor other) -> Tensor
// aten::div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode)
//
// Without a rounding mode the result is a float. With one, integers stay
// integers.
static Lowered lowerDiv(Lowering &b) {
  StringRef mode = b.getString("rounding_mode");
  b.setInOpMath(!mode.empty() || hasWideNumber(b));
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  if (mode == "floor")
    return buildFloorDiv(b, x, y, getLiteral(b, "other"));
  Value quotient = b.Div(x, y);
  if (mode == "trunc" && b.isFloat(type))
    return buildTrunc(b, quotient);
  return quotient;
}

// aten::floor_divide(Tensor self, Tensor other) -> Tensor
static Lowered lowerFloorDivide(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  return buildFloorDiv(b, b.tensor("self", type), b.tensor("other", type),
                       getLiteral(b, "other"));
}

// aten::remainder.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerRemainder(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  if (b.isInt(type))
    return b.Mod(x, y);
  Value rest = b.Mod(x, y, /*fmod=*/true);
  return b.Where(buildNeedsDivisor(b, rest, y, getLiteral(b, "other")),
                 b.Add(rest, y), rest);
}

// aten::fmod.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerFmod(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  // Runtimes compute Mod of integers in double precision.
  if (b.isInt(type) && type.getIntOrFloatBitWidth() == 64)
    return b.Sub(x, b.Mul(b.Div(x, y), y));
  return b.Mod(x, y, /*fmod=*/true);
}

//===----------------------------------------------------------------------===//
// Powers
//===----------------------------------------------------------------------===//

/// x^exponent by squaring, exponent > 0. Products wrap around as PyTorch's do;
/// runtimes compute Pow of integers in floating point.
static Value buildIntegerPower(Lowering &b, Value x, uint64_t exponent) {
  Value result;
  for (Value square = x;; square = b.Mul(square, square)) {
    if (exponent & 1)
      result = result ? b.Mul(result, square) : square;
    exponent >>= 1;
    if (exponent == 0)
      return result;
  }
}

/// The same for dynamic exponents. A negative exponent gives 1 or -1 for the
/// bases 1 and -1, and 0 for all others.
static Value buildIntegerPowerOf(Lowering &b, Value x, Value exponent) {
  Type type = b.elementTypeOf(x);
  Value zero = b.scalar(0, type), one = b.scalar(1, type),
        two = b.scalar(2, type);
  x = b.expand(x, b.resultType());
  exponent = b.expand(exponent, b.resultType());
  auto isOdd = [&](Value n) {
    return b.Equal(b.Mod(n, b.scalar(2, type)), b.scalar(1, type));
  };
  auto isLeft = [&](Value n) {
    return isAnyTrue(b, b.Greater(n, b.scalar(0, type)));
  };
  // States: the result, the square, the remaining bits of the exponent.
  auto step = [&](Value, ValueRange states) {
    Value product =
        b.Where(isOdd(states[2]), b.Mul(states[0], states[1]), states[0]);
    Value rest = b.Div(states[2], b.scalar(2, type));
    return Lowering::Step{{product, b.Mul(states[1], states[1]), rest},
                          isLeft(rest)};
  };
  Value bits = b.Max(exponent, zero);
  bits.setType(exponent.getType());
  Value ones = b.full(one, b.typeOf(x));
  Value power = b.loop(Value(), isLeft(bits), {ones, x, bits}, step)[0];
  Value sign = b.Sub(one, b.Mul(b.Mod(exponent, two), two));
  Value inverse = b.Where(b.Equal(x, b.scalar(-1, type)), sign,
                          b.Where(b.Equal(x, one), one, zero));
  return b.Where(b.Less(exponent, zero), inverse, power);
}

// aten::pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor
//
// Special exponents, for which PyTorch does not call pow either.
static Lowered lowerPow(Lowering &b) {
  b.setInOpMath(false);
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  Value x = b.tensor("self", type);
  if (std::optional<double> exponent = getLiteral(b, "exponent")) {
    if ((*exponent == -0.5 || *exponent == -2.0) && b.isNarrowFloat(type)) {
      b.setInOpMath(true);
      type = b.resultElementType();
      x = b.tensor("self", type);
    }
    if (*exponent == 2.0)
      return b.Mul(x, x);
    if (*exponent == 1.0)
      return x;
    if (b.isFloat(type)) {
      if (*exponent == 0.5)
        return b.Sqrt(x);
      if (*exponent == -0.5)
        return b.Reciprocal(b.Sqrt(x));
      if (*exponent == -1.0)
        return b.Reciprocal(x);
      if (*exponent == -2.0)
        return b.Reciprocal(b.Mul(x, x));
    }
  }
  if (b.isFloat(type))
    return b.Pow(x, b.tensor("exponent", type));
  // Runtimes have no kernels for narrow integers. Wide integers, truncated
  // afterwards, wrap around in the same way.
  Type wide = type.getIntOrFloatBitWidth() < 32
                  ? Type(b.getBuilder().getI32Type())
              : type.isSignlessInteger(32) ? type
                                           : Type(b.i64());
  x = b.Cast(x, wide);
  if (std::optional<double> literal = getLiteral(b, "exponent");
      literal && *literal > 0)
    return b.Cast(buildIntegerPower(b, x, uint64_t(*literal)), type);
  Value exponent = b.tensor("exponent", wide);
  return b.Cast(buildIntegerPowerOf(b, x, exponent), type);
}

// aten::rsqrt(Tensor self) -> Tensor
static Lowered lowerRsqrt(Lowering &b) {
  return b.Reciprocal(b.Sqrt(b.tensor("self", b.resultElementType())));
}

// aten::square(Tensor self) -> Tensor
static Lowered lowerSquare(Lowering &b) {
  Value x = b.tensor("self", b.resultElementType());
  return b.isBool(b.resultElementType()) ? x : b.Mul(x, x);
}

//===----------------------------------------------------------------------===//
// Extremes
//===----------------------------------------------------------------------===//

static Value buildExtreme(Lowering &b, bool largest, Value x, Value y) {
  if (b.isBool(b.elementTypeOf(x)))
    return largest ? b.Or(x, y) : b.And(x, y);
  return largest ? b.Max(x, y) : b.Min(x, y);
}

// aten::maximum(Tensor self, Tensor other) -> Tensor
static Lowered lowerExtreme(Lowering &b, bool largest) {
  Type type = b.resultElementType();
  return buildExtreme(b, largest, b.tensor("self", type),
                      b.tensor("other", type));
}

// aten::fmax(Tensor self, Tensor other) -> Tensor
//
// If one operand is NaN, the result is the other one.
static Lowered lowerFExtreme(Lowering &b, bool largest) {
  Type type = b.resultElementType();
  if (!b.isFloat(type))
    return lowerExtreme(b, largest);
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  Value isBetter = largest ? b.GreaterOrEqual(x, y) : b.LessOrEqual(x, y);
  return b.Where(b.Or(isBetter, b.IsNaN(y)), x, y);
}

/// clamp, clip, clamp_min, clamp_max with numbers or tensors.
///
/// Clip is used only if both bounds are numbers other than NaN: it replaces an
/// absent bound by the largest finite number, which cuts infinities, and
/// ignores a NaN bound.
static Lowered lowerClamp(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type);
  Value bounds[2];
  bool areNumbers = b.has("min") && b.has("max");
  for (unsigned i = 0; i < 2; ++i) {
    StringRef name = i == 0 ? "min" : "max";
    if (!b.has(name))
      continue;
    Value bound = bounds[i] = b.tensor(name, type);
    std::optional<double> literal = getLiteral(b, name);
    bool mayBeNaN = b.isFloat(type) && (!literal || std::isnan(*literal));
    areNumbers &= b.rankOf(bound) == 0 && !mayBeNaN;
  }
  if (areNumbers && !b.isBool(type))
    return b.Clip(x, bounds[0], bounds[1]);
  if (bounds[0])
    x = buildExtreme(b, /*largest=*/true, x, bounds[0]);
  if (bounds[1])
    x = buildExtreme(b, /*largest=*/false, x, bounds[1]);
  return x;
}

//===----------------------------------------------------------------------===//
// Rounding and signs
//===----------------------------------------------------------------------===//

// aten::abs(Tensor self) -> Tensor
static Lowered lowerAbs(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  return b.isBool(type) || type.isUnsignedInteger() ? x : b.Abs(x);
}

// aten::neg(Tensor self) -> Tensor
static Lowered lowerNeg(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  if (b.isBool(type))
    return b.refuseElements("self", "numeric elements", type);
  return type.isUnsignedInteger() ? b.Sub(b.scalar(0, type), x) : b.Neg(x);
}

/// Lowers ceil, floor and round, which are the identity on integers.
static Lowered lowerRounding(Lowering &b, StringRef op) {
  Value x = b.tensor("self");
  return b.isFloat(b.elementTypeOf(x)) ? b.unary(op, x) : x;
}

static Lowered lowerTrunc(Lowering &b) {
  Value x = b.tensor("self");
  return b.isFloat(b.elementTypeOf(x)) ? buildTrunc(b, x) : x;
}

// aten::round.decimals(Tensor self, *, int decimals) -> Tensor
static Lowered lowerRoundDecimals(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  int64_t decimals = b.getInt("decimals");
  if (!b.isFloat(type))
    return decimals >= 0
               ? Lowered(x)
               : b.refuseArgument("decimals", "0 or more for integers");
  if (decimals == 0)
    return b.Round(x);
  Value scale = b.scalar(std::pow(10.0, std::abs(decimals)), type);
  if (decimals > 0)
    return b.Div(b.Round(b.Mul(x, scale)), scale);
  return b.Mul(b.Round(b.Div(x, scale)), scale);
}

// aten::frac(Tensor self) -> Tensor
//
// Not by Mod, which gives -0.0 for negative whole numbers.
static Lowered lowerFrac(Lowering &b) {
  Value x = b.tensor("self");
  return b.Sub(x, buildTrunc(b, x));
}

// aten::sign(Tensor self) -> Tensor
//
// PyTorch's sign of NaN is 0.
static Lowered lowerSign(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  if (b.isBool(type))
    return x;
  Value sign = b.Sign(x);
  return b.isFloat(type) ? b.Where(b.IsNaN(x), b.scalar(0, type), sign) : sign;
}

// aten::signbit(Tensor self) -> Tensor
static Lowered lowerSignBit(Lowering &b) {
  Value x = b.tensor("self");
  if (b.isBool(b.elementTypeOf(x)))
    return b.full(b.scalar(0, b.i1()), b.resultType());
  return buildSignBit(b, x);
}

// aten::copysign.Tensor(Tensor self, Tensor other) -> Tensor
static Lowered lowerCopySign(Lowering &b) {
  Type type = b.resultElementType();
  Value magnitude = b.Abs(b.tensor("self", type));
  if (std::optional<double> literal = getLiteral(b, "other"))
    return std::signbit(*literal) ? b.Neg(magnitude) : magnitude;
  return b.Where(buildSignBit(b, b.tensor("other", type)), b.Neg(magnitude),
                 magnitude);
}

// aten::heaviside(Tensor self, Tensor values) -> Tensor
static Lowered lowerHeaviside(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self"), values = b.tensor("values");
  if (b.isBool(type))
    return b.Or(x, values);
  Value zero = b.scalar(0, type);
  return b.Where(b.Equal(x, zero), values, b.Cast(b.Greater(x, zero), type));
}

// aten::nan_to_num(Tensor self, float? nan=None, float? posinf=None,
//                  float? neginf=None) -> Tensor
static Lowered lowerNanToNum(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  auto floatType = dyn_cast<FloatType>(type);
  if (!floatType)
    return x;
  Value nan = b.scalar(b.getFloat("nan", 0), type);
  double largest = getLargest(floatType);
  Value y = x;
  if (!b.has("posinf") && !b.has("neginf")) {
    y = b.Clip(x, b.scalar(-largest, type), b.scalar(largest, type));
  } else {
    for (auto [name, sign] : {std::pair("posinf", 1), {"neginf", -1}})
      y = b.Where(b.Equal(x, b.scalar(sign * INFINITY, type)),
                  b.scalar(b.getFloat(name, sign * largest), type), y);
  }
  return b.Where(b.IsNaN(x), nan, y);
}

//===----------------------------------------------------------------------===//
// Choices and parts
//===----------------------------------------------------------------------===//

// aten::where.self(Tensor condition, Tensor self, Tensor other) -> Tensor
static Lowered lowerWhere(Lowering &b) {
  Type type = b.resultElementType();
  return buildWhere(b, b.tensor("condition", b.i1()), b.tensor("self", type),
                    b.tensor("other", type));
}

/// Lowers positive, conj, real, ... of real numbers.
static Lowered lowerRealIdentity(Lowering &b) { return b.tensor("self"); }

void torch_onnx::populateElementwise(LoweringRegistry &registry) {
  // The lowerings of products and powers choose opmath themselves.
  WrappedLowerings r(registry, ofReals), wide(registry, ofRealsInOpMath);
  r.add("aten.abs.default", lowerAbs);
  // aten::_add_relu.Tensor(Tensor self, Tensor other, *, Scalar alpha=1)
  wide.add({"aten._add_relu.Scalar", "aten._add_relu.Tensor"},
           [](Lowering &b) -> Lowered {
             Lowered sum = lowerAdd(b, "Add", "self", "other");
             return b.isRefused() ? sum : Lowered(b.Relu(sum.getValues()[0]));
           });
  wide.add({"aten.add.Tensor", "aten.add.Scalar"}, lowerAdd, "Add", "self",
           "other");
  wide.add("aten.addcdiv.default", lowerAddC, "Div");
  wide.add("aten.addcmul.default", lowerAddC, "Mul");
  r.add("aten.ceil.default", lowerRounding, "Ceil");
  r.add({"aten.clamp.default", "aten.clamp.Tensor", "aten.clamp_max.default",
         "aten.clamp_max.Tensor", "aten.clamp_min.default",
         "aten.clamp_min.Tensor"},
        lowerClamp);
  r.add({"aten._conj.default", "aten._conj_physical.default",
         "aten.conj.default", "aten.conj_physical.default",
         "aten.positive.default", "aten.real.default"},
        lowerRealIdentity);
  r.add({"aten.copysign.Scalar", "aten.copysign.Tensor"}, lowerCopySign);
  wide.add({"aten.div.Scalar", "aten.div.Scalar_mode", "aten.div.Tensor",
            "aten.div.Tensor_mode"},
           lowerDiv);
  r.add("aten.floor.default", lowerRounding, "Floor");
  wide.add({"aten.floor_divide.default", "aten.floor_divide.Scalar"},
           lowerFloorDivide);
  r.add("aten.fmax.default", lowerFExtreme, true);
  r.add("aten.fmin.default", lowerFExtreme, false);
  r.add({"aten.fmod.Scalar", "aten.fmod.Tensor"}, lowerFmod);
  r.add("aten.frac.default", lowerFrac);
  r.add("aten.heaviside.default", lowerHeaviside);
  wide.add({"aten.lerp.Scalar", "aten.lerp.Tensor"}, lowerLerp);
  r.add("aten.maximum.default", lowerExtreme, true);
  r.add("aten.minimum.default", lowerExtreme, false);
  wide.add({"aten.mul.Scalar", "aten.mul.Tensor"}, lowerMul);
  r.add("aten.nan_to_num.default", lowerNanToNum);
  r.add({"aten._neg_view.default", "aten.neg.default"}, lowerNeg);
  wide.add({"aten.float_power.Scalar", "aten.float_power.Tensor_Scalar",
            "aten.float_power.Tensor_Tensor", "aten.pow.Scalar",
            "aten.pow.Tensor_Scalar", "aten.pow.Tensor_Tensor"},
           lowerPow);
  r.add({"aten.remainder.Scalar", "aten.remainder.Scalar_Tensor",
         "aten.remainder.Tensor"},
        lowerRemainder);
  r.add("aten.round.default", lowerRounding, "Round");
  wide.add({"aten.round.decimals", "aten.special_round.default"},
           lowerRoundDecimals);
  wide.add("aten.rsqrt.default", lowerRsqrt);
  wide.add({"aten.rsub.Scalar", "aten.rsub.Tensor"}, lowerAdd, "Sub", "other",
           "self");
  r.add({"aten.sgn.default", "aten.sign.default"}, lowerSign);
  r.add("aten.signbit.default", lowerSignBit);
  r.add("aten.square.default", lowerSquare);
  wide.add({"aten.sub.Scalar", "aten.sub.Tensor"}, lowerAdd, "Sub", "self",
           "other");
  r.add("aten.trunc.default", lowerTrunc);
  r.add({"aten.where.Scalar", "aten.where.ScalarOther", "aten.where.ScalarSelf",
         "aten.where.self"},
        lowerWhere);
}
