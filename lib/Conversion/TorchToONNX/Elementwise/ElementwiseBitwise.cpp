//===- ElementwiseBitwise.cpp - Lowerings of operations on bits -----------===//
//
// ONNX shifts unsigned integers only, so signed integers are shifted as
// unsigned ones with the same bits. A right shift by a constant becomes
// arithmetic.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

using namespace mlir;
using namespace torch_onnx;

/// Lowers bitwise_and, or, xor; booleans use logical operators.
static Lowered lowerBitwise(Lowering &b, StringRef logical, StringRef bitwise) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  return b.binary(b.isBool(type) ? logical : bitwise, x, y);
}

// aten::bitwise_not(Tensor self) -> Tensor
static Lowered lowerBitwiseNot(Lowering &b) {
  Value x = b.tensor("self");
  return b.isBool(b.elementTypeOf(x)) ? b.Not(x) : b.unary("BitwiseNot", x);
}

/// Shifts the bits of `x` as an unsigned integer.
static Value buildBitShift(Lowering &b, Value x, Value y, StringRef direction) {
  Type type = b.elementTypeOf(x);
  if (!isa<IntegerType>(type)) {
    b.refuse("expected integers to shift, found " + b.describe(type));
    return x;
  }
  Type bits = IntegerType::get(b.getContext(), type.getIntOrFloatBitWidth(),
                               IntegerType::Unsigned);
  return b.Cast(b.binary("BitShift", b.Cast(x, bits), b.Cast(y, bits),
                         b.attr("direction", direction)),
                type);
}

/// Lowers bitwise_left_shift and __lshift__; floats are multiplied by powers of
/// two.
static Lowered lowerLeftShift(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  if (b.isFloat(type))
    return b.Mul(x, b.Pow(b.scalar(2, type), y));
  std::optional<double> bits = getLiteral(b, "other");
  if (!bits)
    return buildBitShift(b, x, y, "LEFT");
  if (*bits < 0 || *bits >= type.getIntOrFloatBitWidth())
    return b.full(b.scalar(0, type), b.resultType());
  return b.Mul(x, b.scalar(int64_t(uint64_t(1) << int64_t(*bits)), type));
}

/// Lowers bitwise_right_shift and __rshift__, which shift in the sign bit: the
/// complement of negative numbers is shifted.
static Lowered lowerRightShift(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isBool(type))
    return b.refuseResult("numeric elements");
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  if (b.isFloat(type))
    return b.Div(x, b.Pow(b.scalar(2, type), y));
  if (type.isUnsignedInteger())
    return buildBitShift(b, x, y, "RIGHT");
  std::optional<double> bits = getLiteral(b, "other");
  unsigned width = type.getIntOrFloatBitWidth();
  if (bits && *bits >= 0 && *bits + 1 < width)
    return b.floorDiv(x, b.scalar(int64_t(1) << int64_t(*bits), type));
  Value mask = b.Where(b.Less(x, b.scalar(0, type)), b.scalar(-1, type),
                       b.scalar(0, type));
  Value magnitude = b.binary("BitwiseXor", x, mask);
  return b.binary("BitwiseXor", buildBitShift(b, magnitude, y, "RIGHT"), mask);
}

void torch_onnx::populateElementwiseBitwise(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals);
  r.add({"aten.bitwise_and.Scalar", "aten.bitwise_and.Scalar_Tensor",
         "aten.bitwise_and.Tensor"},
        lowerBitwise, "And", "BitwiseAnd");
  r.add({"aten.__lshift__.Scalar", "aten.__lshift__.Tensor",
         "aten.bitwise_left_shift.Scalar_Tensor",
         "aten.bitwise_left_shift.Tensor",
         "aten.bitwise_left_shift.Tensor_Scalar"},
        lowerLeftShift);
  r.add("aten.bitwise_not.default", lowerBitwiseNot);
  r.add({"aten.bitwise_or.Scalar", "aten.bitwise_or.Scalar_Tensor",
         "aten.bitwise_or.Tensor"},
        lowerBitwise, "Or", "BitwiseOr");
  r.add({"aten.__rshift__.Scalar", "aten.__rshift__.Tensor",
         "aten.bitwise_right_shift.Scalar_Tensor",
         "aten.bitwise_right_shift.Tensor",
         "aten.bitwise_right_shift.Tensor_Scalar"},
        lowerRightShift);
  r.add({"aten.bitwise_xor.Scalar", "aten.bitwise_xor.Scalar_Tensor",
         "aten.bitwise_xor.Tensor"},
        lowerBitwise, "Xor", "BitwiseXor");
}
