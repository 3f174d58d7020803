//===- Arithmetic.cpp - Element-wise arithmetic on raw elements -----------===//
//
// The numbers are those of eager PyTorch on a CPU: f32 in f32, f16 and bf16 in
// f32 with one rounding at the end (aten/src/ATen/OpMathType.h), integers
// modulo 2^n, conversions as c10::convert makes them.
//
//===----------------------------------------------------------------------===//

#include "Arithmetic.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <array>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

//===----------------------------------------------------------------------===//
// 16-bit floats
//===----------------------------------------------------------------------===//

float weight::bfloat16ToFloat(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t weight::floatToBFloat16(float value) {
  if (std::isnan(value))
    return 0x7fc0;
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float weight::halfToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1f;
  uint32_t mantissa = bits & 0x3ff;
  if (exponent == 0) {
    float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(magnitude) | sign);
  }
  // Bias 15 becomes 127; the exponent of infinities and NaNs stays all ones.
  uint32_t wide = exponent == 0x1f ? 0xff : exponent + 112;
  return llvm::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

uint16_t weight::floatToHalf(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000;
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x47800000) // 65536
    return static_cast<uint16_t>(sign | 0x7c00);
  if (magnitude < 0x38800000) { // 2^-14: the result is subnormal
    // Adding 0.5 makes the last bit of the sum worth 2^-24: the addition does
    // the rounding.
    float sum = llvm::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign |
                                 (llvm::bit_cast<uint32_t>(sum) - 0x3f000000));
  }
  // A carry out of the mantissa is right: it raises the exponent, in the end
  // to that of infinity.
  uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  return static_cast<uint16_t>(sign | ((rounded - (112u << 23)) >> 13));
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

namespace {
/// An element type: how it is stored and what it is computed in.
template <typename StorageT, typename ComputeT> struct Plain {
  using Storage = StorageT;
  using Compute = ComputeT;
  static Compute load(Storage bits) { return static_cast<Compute>(bits); }
  static Storage store(Compute value) { return static_cast<Storage>(value); }
};
struct Half {
  using Storage = uint16_t;
  using Compute = float;
  static float load(uint16_t bits) { return halfToFloat(bits); }
  static uint16_t store(float value) { return floatToHalf(value); }
};
struct BFloat16 {
  using Storage = uint16_t;
  using Compute = float;
  static float load(uint16_t bits) { return bfloat16ToFloat(bits); }
  static uint16_t store(float value) { return floatToBFloat16(value); }
};
} // namespace

template <typename T> static T loadRaw(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <typename T> static void storeRaw(char *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

//===----------------------------------------------------------------------===//
// Binary operations
//===----------------------------------------------------------------------===//

template <typename Element, typename Function>
static void computeWith(const char *lhs, const char *rhs, int64_t count,
                        char *out, Function function) {
  using Storage = typename Element::Storage;
  constexpr int64_t width = sizeof(Storage);
  for (int64_t i = 0; i < count; ++i) {
    auto a = Element::load(loadRaw<Storage>(lhs + i * width));
    auto b = Element::load(loadRaw<Storage>(rhs + i * width));
    storeRaw<Storage>(out + i * width, Element::store(function(a, b)));
  }
}

template <typename Element>
static void computeAs(ExprKind kind, const char *lhs, const char *rhs,
                      int64_t count, char *out) {
  using Compute = typename Element::Compute;
  switch (kind) {
  case ExprKind::Add:
    return computeWith<Element>(lhs, rhs, count, out,
                                [](Compute a, Compute b) { return a + b; });
  case ExprKind::Sub:
    return computeWith<Element>(lhs, rhs, count, out,
                                [](Compute a, Compute b) { return a - b; });
  case ExprKind::Mul:
    return computeWith<Element>(lhs, rhs, count, out,
                                [](Compute a, Compute b) { return a * b; });
  case ExprKind::Div:
    if constexpr (std::is_floating_point_v<Compute>)
      return computeWith<Element>(lhs, rhs, count, out,
                                  [](Compute a, Compute b) { return a / b; });
    break;
  case ExprKind::Cast:
  case ExprKind::Concat:
    break;
  }
  llvm_unreachable("refused by the verifier");
}

void weight::computeBinary(ExprKind kind, Type type, const char *lhs,
                           const char *rhs, int64_t count, char *out) {
  if (type.isF32())
    return computeAs<Plain<float, float>>(kind, lhs, rhs, count, out);
  if (type.isF64())
    return computeAs<Plain<double, double>>(kind, lhs, rhs, count, out);
  if (type.isF16())
    return computeAs<Half>(kind, lhs, rhs, count, out);
  if (type.isBF16())
    return computeAs<BFloat16>(kind, lhs, rhs, count, out);
  // Modulo 2^n the sign makes no difference; unsigned arithmetic is defined.
  // 64 bits for all: uint16_t would be promoted to int, whose product can
  // overflow.
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return computeAs<Plain<uint8_t, uint64_t>>(kind, lhs, rhs, count, out);
  case 16:
    return computeAs<Plain<uint16_t, uint64_t>>(kind, lhs, rhs, count, out);
  case 32:
    return computeAs<Plain<uint32_t, uint64_t>>(kind, lhs, rhs, count, out);
  default:
    return computeAs<Plain<uint64_t, uint64_t>>(kind, lhs, rhs, count, out);
  }
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Calls `function` with a value-initialized Element of the type. Not for
/// 8-bit floats.
template <typename Function>
static auto dispatch(Type type, Function function) {
  if (type.isF32())
    return function(Plain<float, float>());
  if (type.isF64())
    return function(Plain<double, double>());
  if (type.isF16())
    return function(Half());
  if (type.isBF16())
    return function(BFloat16());
  bool isUnsigned = type.isUnsignedInteger();
  switch (type.getIntOrFloatBitWidth()) {
  case 8:
    return isUnsigned ? function(Plain<uint8_t, uint64_t>())
                      : function(Plain<int8_t, int64_t>());
  case 16:
    return isUnsigned ? function(Plain<uint16_t, uint64_t>())
                      : function(Plain<int16_t, int64_t>());
  case 32:
    return isUnsigned ? function(Plain<uint32_t, uint64_t>())
                      : function(Plain<int32_t, int64_t>());
  default:
    return isUnsigned ? function(Plain<uint64_t, uint64_t>())
                      : function(Plain<int64_t, int64_t>());
  }
}

/// Converts from what `From` is computed in to `To`. Returns false when the
/// value does not fit.
template <typename To, typename Compute>
static bool convertOne(Compute value, typename To::Storage &result) {
  using Target = typename To::Compute;
  if constexpr (std::is_floating_point_v<Compute> &&
                std::is_integral_v<Target>) {
    // The limits are powers of two, which every float type has exactly.
    using Storage = typename To::Storage;
    constexpr int bits = sizeof(Storage) * 8;
    constexpr bool isSigned = std::is_signed_v<Target>;
    Compute limit = std::ldexp(Compute(1), isSigned ? bits - 1 : bits);
    Compute truncated = std::trunc(value);
    if (!(truncated < limit && truncated >= (isSigned ? -limit : Compute(0))))
      return false;
    result = static_cast<Storage>(truncated);
    return true;
  } else {
    // Through f32 to the 16-bit floats, even from f64.
    result = To::store(static_cast<Target>(value));
    return true;
  }
}

template <typename Compute, typename Load>
static int64_t convertFrom(Type to, int64_t count, char *out, Load load) {
  if (to.isInteger(1)) {
    for (int64_t i = 0; i < count; ++i)
      out[i] = load(i) != Compute(0);
    return -1;
  }
  return dispatch(to, [&](auto element) -> int64_t {
    using To = decltype(element);
    using Storage = typename To::Storage;
    for (int64_t i = 0; i < count; ++i) {
      Storage result;
      if (!convertOne<To, Compute>(load(i), result))
        return i;
      storeRaw<Storage>(out + i * sizeof(Storage), result);
    }
    return -1;
  });
}

/// The 256 values of an 8-bit float type; all are exact in f32.
static std::array<float, 256> getSmallFloats(FloatType type) {
  std::array<float, 256> values;
  for (unsigned byte = 0; byte < 256; ++byte) {
    llvm::APFloat value(type.getFloatSemantics(), llvm::APInt(8, byte));
    bool losesInfo;
    value.convert(llvm::APFloat::IEEEsingle(),
                  llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    values[byte] = value.convertToFloat();
  }
  return values;
}

int64_t weight::convert(Type from, Type to, const char *in, int64_t count,
                        char *out) {
  if (from.isInteger(1))
    return convertFrom<uint64_t>(
        to, count, out, [&](int64_t i) -> uint64_t { return in[i] != 0; });
  if (auto floatType = dyn_cast<FloatType>(from);
      floatType && floatType.getWidth() == 8) {
    std::array<float, 256> values = getSmallFloats(floatType);
    return convertFrom<float>(to, count, out, [&](int64_t i) {
      return values[static_cast<uint8_t>(in[i])];
    });
  }
  return dispatch(from, [&](auto element) {
    using From = decltype(element);
    using Storage = typename From::Storage;
    return convertFrom<typename From::Compute>(to, count, out, [&](int64_t i) {
      return From::load(loadRaw<Storage>(in + i * sizeof(Storage)));
    });
  });
}
