//===- Convert.cpp - Conversions between element types --------------------===//
//
// Implements c10::convert (c10/util/TypeCast.h) and the conversions in
// c10/util/Half.h and BFloat16.h.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <array>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

//===----------------------------------------------------------------------===//
// 16-bit floats
//===----------------------------------------------------------------------===//

float arithmetic::bfloat16ToFloat(uint16_t bits) {
  return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
}

uint16_t arithmetic::floatToBFloat16(float value) {
  if (std::isnan(value))
    return 0x7fc0;
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  return static_cast<uint16_t>((bits + 0x7fff + ((bits >> 16) & 1)) >> 16);
}

float arithmetic::halfToFloat(uint16_t bits) {
  uint32_t sign = static_cast<uint32_t>(bits & 0x8000) << 16;
  uint32_t exponent = (bits >> 10) & 0x1f;
  uint32_t mantissa = bits & 0x3ff;
  if (exponent == 0) {
    float magnitude = static_cast<float>(mantissa) * 0x1p-24f;
    return llvm::bit_cast<float>(llvm::bit_cast<uint32_t>(magnitude) | sign);
  }
  // Bias 15 becomes 127; the exponent of infinities and NaN stays all ones.
  uint32_t wide = exponent == 0x1f ? 0xff : exponent + 112;
  return llvm::bit_cast<float>(sign | wide << 23 | mantissa << 13);
}

uint16_t arithmetic::floatToHalf(float value) {
  uint32_t bits = llvm::bit_cast<uint32_t>(value);
  uint32_t sign = (bits >> 16) & 0x8000;
  uint32_t magnitude = bits & 0x7fffffff;
  if (magnitude > 0x7f800000)
    return static_cast<uint16_t>(sign | 0x7e00);
  if (magnitude >= 0x47800000) // 65536
    return static_cast<uint16_t>(sign | 0x7c00);
  if (magnitude < 0x38800000) { // 2^-14: the result is subnormal
    // Adding 0.5 makes the last bit of the sum worth 2^-24, so that the
    // addition rounds.
    float sum = llvm::bit_cast<float>(magnitude) + 0.5f;
    return static_cast<uint16_t>(sign |
                                 (llvm::bit_cast<uint32_t>(sum) - 0x3f000000));
  }
  // A carry out of the mantissa correctly increments the exponent, up to that
  // of infinity.
  uint32_t rounded = magnitude + 0xfff + ((magnitude >> 13) & 1);
  return static_cast<uint16_t>(sign | ((rounded - (112u << 23)) >> 13));
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// Converts from the compute type of an element to `To`. Returns false if the
/// value does not fit; the result is then the nearest number, or 0 for NaN.
template <typename To, typename Compute>
static bool convertOne(Compute value, typename To::Storage &result) {
  using Target = typename To::Compute;
  if constexpr (isBool<To>) {
    result = value != Compute(0);
    return true;
  } else if constexpr (std::is_floating_point_v<Compute> &&
                       std::is_integral_v<Target>) {
    // The limits are powers of two, which every floating-point type represents.
    using Storage = typename To::Storage;
    constexpr int bits = sizeof(Storage) * 8;
    constexpr bool isSigned = std::is_signed_v<Target>;
    Compute limit = std::ldexp(Compute(1), isSigned ? bits - 1 : bits);
    Compute truncated = std::trunc(value);
    if (truncated < limit && truncated >= (isSigned ? -limit : Compute(0))) {
      result = static_cast<Storage>(truncated);
      return true;
    }
    result = value != value ? Storage(0)
             : value > 0    ? std::numeric_limits<Storage>::max()
                            : std::numeric_limits<Storage>::min();
    return false;
  } else {
    // Conversions to 16-bit floats go through f32, even from f64.
    result = To::store(static_cast<Target>(value));
    return true;
  }
}

template <typename Compute, typename Load>
static int64_t convertFrom(Type to, int64_t count, char *out, Load load) {
  return dispatch(to, [&](auto element) -> int64_t {
    using To = decltype(element);
    using Storage = typename To::Storage;
    int64_t undefined = -1;
    for (int64_t i = 0; i < count; ++i) {
      Storage result;
      if (!convertOne<To, Compute>(load(i), result) && undefined < 0)
        undefined = i;
      storeRaw<Storage>(out + i * sizeof(Storage), result);
    }
    return undefined;
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

int64_t arithmetic::convert(Type from, Type to, const char *in, int64_t count,
                            char *out) {
  if (auto floatType = dyn_cast<FloatType>(from);
      floatType && floatType.getWidth() == 8) {
    std::array<float, 256> values = getSmallFloats(floatType);
    return convertFrom<float>(to, count, out, [&](int64_t i) {
      return values[static_cast<uint8_t>(in[i])];
    });
  }
  return dispatch(from, [&](auto element) {
    using From = decltype(element);
    return convertFrom<typename From::Compute>(
        to, count, out, [&](int64_t i) { return loadElement<From>(in, i); });
  });
}
