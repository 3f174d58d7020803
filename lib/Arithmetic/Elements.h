//===- Elements.h - Storage and compute types of elements -------*- C++ -*-===//
//
// Private to the library: a class for each element type, and the dispatch from
// an IR type to code for its class.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_ARITHMETIC_ELEMENTS_H
#define TORCH_ONNX_LIB_ARITHMETIC_ELEMENTS_H

#include "torch-onnx/Arithmetic/Kernels.h"

#include "llvm/Support/ErrorHandling.h"

#include <cstring>
#include <limits>
#include <type_traits>

namespace torch_onnx::arithmetic {

/// A numeric type: its storage type and compute type.
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
struct Bool {
  using Storage = uint8_t;
  using Compute = bool;
  static bool load(uint8_t byte) { return byte != 0; }
  static uint8_t store(bool value) { return value; }
};

template <typename Element>
inline constexpr bool isReal =
    std::is_floating_point_v<typename Element::Compute>;
template <typename Element>
inline constexpr bool isBool = std::is_same_v<Element, Bool>;

template <typename T> T loadRaw(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}

template <typename T> void storeRaw(char *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

template <typename Element>
typename Element::Compute loadElement(const char *from, int64_t index) {
  using Storage = typename Element::Storage;
  return Element::load(loadRaw<Storage>(from + index * sizeof(Storage)));
}

template <typename Element>
void storeElement(char *to, int64_t index, typename Element::Compute value) {
  using Storage = typename Element::Storage;
  storeRaw<Storage>(to + index * sizeof(Storage), Element::store(value));
}

/// Calls `function` with an object of the class of a computable type.
template <typename Function> auto dispatch(mlir::Type type, Function function) {
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
  case 1:
    return function(Bool());
  case 8:
    return isUnsigned ? function(Plain<uint8_t, uint64_t>())
                      : function(Plain<int8_t, int64_t>());
  case 16:
    return isUnsigned ? function(Plain<uint16_t, uint64_t>())
                      : function(Plain<int16_t, int64_t>());
  case 32:
    return isUnsigned ? function(Plain<uint32_t, uint64_t>())
                      : function(Plain<int32_t, int64_t>());
  case 64:
    return isUnsigned ? function(Plain<uint64_t, uint64_t>())
                      : function(Plain<int64_t, int64_t>());
  default:
    llvm_unreachable("no computable type");
  }
}

/// Replaces a computed NaN by the one that is stored.
template <typename T> T canonical(T value) {
  return value != value ? std::numeric_limits<T>::quiet_NaN() : value;
}

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_LIB_ARITHMETIC_ELEMENTS_H
