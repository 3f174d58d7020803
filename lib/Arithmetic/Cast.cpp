//===- Cast.cpp - Casts from and to numbers of 8 bits or less -------------===//
//
// Implements the rules of ONNX's Cast. A narrow type has at most 256 values,
// which are tabulated; APFloat rounds to a narrow type.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Tensor.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

/// Whether a number of at most 8 bits is not supported by kernels.
static bool isNarrow(Type type) {
  return isa<IntegerType, FloatType>(type) && !isComputable(type) &&
         type.getIntOrFloatBitWidth() <= 8;
}

/// The value of the bits of a narrow number.
static double widen(Type type, uint8_t byte) {
  unsigned width = type.getIntOrFloatBitWidth();
  llvm::APInt bits(width, byte & ((1u << width) - 1));
  if (isa<IntegerType>(type))
    return type.isUnsignedInteger() ? static_cast<double>(bits.getZExtValue())
                                    : static_cast<double>(bits.getSExtValue());
  return llvm::APFloat(cast<FloatType>(type).getFloatSemantics(), bits)
      .convertToDouble();
}

/// Rounds to a power of two and returns its exponent, biased by 127.
static uint8_t narrowToExponent(double x, const Narrowing &how) {
  if (x != x || x < 0)
    return 0xff;
  if (x < 0x1p-127)
    return 0;
  if (std::isinf(x))
    return how.saturates ? 0xfe : 0xff;
  int exponent;
  // The fraction is in [1, 2).
  double fraction = 2 * std::frexp(x, &exponent);
  --exponent;
  if (how.roundMode == "up" ? fraction > 1
                            : how.roundMode == "nearest" && fraction >= 1.5)
    ++exponent;
  if (exponent > 127)
    return how.saturates ? 0xfe : 0xff;
  return static_cast<uint8_t>(exponent + 127);
}

static uint8_t narrowFloat(FloatType type, double x, const Narrowing &how) {
  if (isa<Float8E8M0FNUType>(type))
    return narrowToExponent(x, how);
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  auto getBits = [](const llvm::APFloat &value) {
    return static_cast<uint8_t>(value.bitcastToAPInt().getZExtValue());
  };
  llvm::APFloat greatest =
      llvm::APFloat::getLargest(semantics, std::signbit(x));
  bool hasNaN = llvm::APFloat::semanticsHasNaN(semantics);
  // In f4E2M1FN, 6 replaces a NaN of either sign.
  if (x != x)
    return getBits(hasNaN ? llvm::APFloat::getNaN(semantics, std::signbit(x))
                          : llvm::APFloat::getLargest(semantics));
  // The greatest number, and all that are rounded to it.
  if (std::isinf(x) && (how.saturates || !hasNaN))
    return getBits(greatest);
  if (std::isinf(x))
    return getBits(llvm::APFloat::semanticsHasInf(semantics)
                       ? llvm::APFloat::getInf(semantics, std::signbit(x))
                       : llvm::APFloat::getNaN(semantics, std::signbit(x)));
  llvm::APFloat value(x);
  bool losesInfo;
  value.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  if (!value.isFinite() && how.saturates)
    return getBits(greatest);
  return getBits(value);
}

std::optional<Tensor> arithmetic::cast(const Tensor &x, Type elementType,
                                       const Narrowing &how, bool *isDefined) {
  Type from = x.getElementType();
  if (from == elementType)
    return x;
  Type f64 = Float64Type::get(from.getContext());
  if (isNarrow(from)) {
    std::array<double, 256> values;
    for (unsigned byte = 0; byte < 256; ++byte)
      values[byte] = widen(from, byte);
    Tensor wide(x.getShape(), f64);
    for (auto [value, byte] : llvm::zip_equal(wide.reals(), x.getBytes()))
      value = values[static_cast<uint8_t>(byte)];
    return cast(wide, elementType, how, isDefined);
  }
  if (!isComputable(from))
    return std::nullopt;
  if (isComputable(elementType))
    return convert(x, elementType, isDefined);
  if (!isNarrow(elementType))
    return std::nullopt;
  Tensor result(x.getShape(), elementType);
  if (auto type = dyn_cast<FloatType>(elementType)) {
    std::optional<Tensor> wide = convert(x, f64);
    for (auto [byte, value] :
         llvm::zip_equal(result.getMutableBytes(), wide->reals()))
      byte = static_cast<char>(narrowFloat(type, value, how));
    return result;
  }
  // The low bits, with the sign above them.
  std::optional<Tensor> wide =
      convert(x, IntegerType::get(from.getContext(), 64), isDefined);
  if (!wide)
    return wide;
  unsigned unused = 64 - elementType.getIntOrFloatBitWidth();
  for (auto [index, byte] : llvm::enumerate(result.getMutableBytes())) {
    uint64_t bits = wide->get<uint64_t>(index) << unused;
    byte = static_cast<char>(elementType.isUnsignedInteger()
                                 ? bits >> unused
                                 : static_cast<int64_t>(bits) >> unused);
  }
  return result;
}

std::optional<Tensor> arithmetic::toReals(const Tensor &x) {
  return cast(x, Float64Type::get(x.getType().getContext()));
}
