//===- ElementwiseNumber.cpp - Lowerings of divisors and neighbours -------===//
//
// Common divisors of integers, and the neighbours of floats. Divisors need a
// data-dependent number of steps, so they become loops.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Reduce/Reduce.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Divisors
//===----------------------------------------------------------------------===//

Value torch_onnx::isAnyTrue(Lowering &b, Value x) {
  // ReduceSum instead of ReduceMax: the sum of an empty tensor is 0, its
  // maximum the lowest integer.
  Value count = buildReduce(b, "ReduceSum", b.Cast(x, b.i64()),
                            b.getOtherAxes(x, -1), /*keepDims=*/false);
  return b.Greater(count, b.scalar(0, b.i64()));
}

/// Euclid's algorithm on the magnitudes of operands of one shape.
static Value buildGcd(Lowering &b, Value x, Value y) {
  Value zero = b.scalar(0, b.elementTypeOf(x));
  Value goesOn = isAnyTrue(b, b.Not(b.Equal(y, zero)));
  auto step = [&](Value, ValueRange states) {
    Value divisor = states[1];
    Value isDone = b.Equal(divisor, zero);
    // Finished elements divide by 1 instead of 0.
    Value one = b.scalar(1, b.elementTypeOf(x));
    Value rest = b.Mod(states[0], b.Where(isDone, one, divisor));
    Value next = b.Where(isDone, zero, rest);
    return Lowering::Step{{b.Where(isDone, states[0], divisor), next},
                          isAnyTrue(b, b.Not(b.Equal(next, zero)))};
  };
  return b.loop(Value(), goesOn, {x, y}, step)[0];
}

// aten::gcd(Tensor self, Tensor other) -> Tensor
// aten::lcm(Tensor self, Tensor other) -> Tensor
static Lowered lowerDivisor(Lowering &b, bool isMultiple) {
  Type type = b.resultElementType();
  if (!b.isInt(type))
    return b.refuseResult("integer elements");
  Type wide = type.getIntOrFloatBitWidth() < 32
                  ? Type(b.getBuilder().getI32Type())
                  : type;
  auto magnitude = [&](StringRef name) {
    Value x = b.Cast(b.tensor(name, type), wide);
    if (!type.isUnsignedInteger())
      x = b.Abs(x);
    return b.expand(x, b.resultType());
  };
  Value x = magnitude("self"), y = magnitude("other");
  Value divisor = buildGcd(b, x, y);
  if (!isMultiple)
    return b.Cast(divisor, type);
  // The divisor is 0 only if both operands are 0, and so is the multiple.
  Value safe = b.Max(divisor, b.scalar(1, wide));
  Value multiple = b.Mul(b.Div(x, safe), y);
  // The multiple may wrap around.
  if (!type.isUnsignedInteger())
    multiple = b.Abs(multiple);
  return b.Cast(multiple, type);
}

//===----------------------------------------------------------------------===//
// Neighbours
//===----------------------------------------------------------------------===//

/// The next double after `x` towards `y`. Adding between a half and a whole
/// unit in the last place (ulp) rounds to the neighbour, also below a power of
/// two, where the ulp is half as large: |x| * (2^-53 + 2^-105) is such a step.
/// Near subnormal numbers the step itself would be rounded, so small numbers
/// are scaled.
static Value buildNextDouble(Lowering &b, Value x, Value y) {
  Type type = b.elementTypeOf(x);
  auto number = [&](double value) { return b.scalar(value, type); };
  Value magnitude = b.Abs(x);
  Value sign = b.Where(b.Greater(y, x), number(1), number(-1));
  Value isSmall = b.Less(magnitude, number(0x1p-500));
  Value scaled = b.Mul(x, b.Where(isSmall, number(0x1p500), number(1)));
  Value step = b.Mul(b.Abs(scaled), number(0x1p-53 + 0x1p-105));
  Value next = b.Mul(b.Add(scaled, b.Mul(sign, step)),
                     b.Where(isSmall, number(0x1p-500), number(1)));
  Value least = b.Add(x, b.Mul(sign, number(0x1p-1074)));
  next = b.Where(b.Less(magnitude, number(0x1p-1021)), least, next);
  Value largest = b.Mul(b.Sign(x), number(getLargest(cast<FloatType>(type))));
  return b.Where(b.IsInf(x), largest, next);
}

// aten::nextafter(Tensor self, Tensor other) -> Tensor
//
// In f64, adds a step between 1/2 and 3/2 ulp, so that rounding to the type
// gives the neighbour. With n bits, an ulp is 2^(1 - n) to 2^-n of the number,
// so 1.25 * 2^-n of it is such a step, also at powers of two. Subnormal numbers
// all have the same ulp; less than a whole one keeps the sign of a zero.
static Lowered lowerNextAfter(Lowering &b) {
  Type type = b.resultElementType(), wide = b.getBuilder().getF64Type();
  if (!type.isF32() && !type.isF64() && !type.isF16() && !type.isBF16())
    return b.refuseResult("elements of type f16, bf16, f32 or f64");
  Value self = b.tensor("self", type), other = b.tensor("other", type);
  // For equal operands the result is `other`, which may be a zero of the other
  // sign.
  auto choose = [&](Value next) {
    Value hasNaN = b.Or(b.IsNaN(self), b.IsNaN(other));
    return b.Where(b.Equal(self, other), other,
                   b.Where(hasNaN, b.scalar(NAN, type), next));
  };
  if (type.isF64())
    return choose(buildNextDouble(b, self, other));
  const llvm::fltSemantics &format = cast<FloatType>(type).getFloatSemantics();
  int numBits = llvm::APFloat::semanticsPrecision(format);
  double relative = std::ldexp(1.25, -numBits);
  double least = llvm::APFloat::getSmallest(format).convertToDouble();
  double largest = getLargest(cast<FloatType>(type));
  double infinite = // The value that would follow the largest number.
      std::ldexp(1.0, llvm::APFloat::semanticsMaxExponent(format) + 1);
  Value x = b.Cast(self, wide), y = b.Cast(other, wide);
  Value step = b.Max(b.Mul(b.Abs(x), b.scalar(relative, wide)),
                     b.scalar(0.75 * least, wide));
  // From infinity to the largest number.
  Value from =
      b.Where(b.IsInf(x), b.Mul(b.Sign(x), b.scalar(infinite, wide)), x);
  step = b.Where(b.IsInf(x), b.scalar(infinite - largest, wide), step);
  Value next = b.Add(from, b.Mul(b.Sign(b.Sub(y, from)), step));
  // Not every runtime casts f64 directly to the type. Casting through f32 is
  // safe, as `next` is far from the midpoints where double rounding matters.
  return choose(b.Cast(b.Cast(next, b.f32()), type));
}

void torch_onnx::populateElementwiseNumber(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofReals);
  r.add("aten.gcd.default", lowerDivisor, /*isMultiple=*/false);
  r.add("aten.lcm.default", lowerDivisor, /*isMultiple=*/true);
  r.add("aten.nextafter.default", lowerNextAfter);
}
