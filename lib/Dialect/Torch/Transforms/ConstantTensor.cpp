//===- ConstantTensor.cpp - Small tensors in memory -----------------------===//
//
// See ConstantTensor.h. The rules are those of c10/core/ScalarType.h
// (promoteTypes), aten/src/ATen/native/TypeProperties.cpp (result_type) and
// c10/util/TypeCast.h; unittests/LibTorch compares them with LibTorch.
//
//===----------------------------------------------------------------------===//

#include "ConstantTensor.h"

#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Results up to this size are DenseElementsAttr, which lives as long as the
/// context; larger ones are resources.
static constexpr int64_t maxDenseBytes = 1024;

Num torch::getNum(Type type) {
  if (type.isInteger(1))
    return Num::Bool;
  if (type.isUnsignedInteger(8))
    return Num::U8;
  if (type.isSignlessInteger(8))
    return Num::I8;
  if (type.isSignlessInteger(16))
    return Num::I16;
  if (type.isSignlessInteger(32))
    return Num::I32;
  if (type.isSignlessInteger(64))
    return Num::I64;
  if (type.isF16())
    return Num::F16;
  if (type.isBF16())
    return Num::BF16;
  if (type.isF32())
    return Num::F32;
  if (type.isF64())
    return Num::F64;
  return Num::Other;
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

/// Modulo 2^n.
static int64_t wrap(int64_t value, Num to) {
  switch (to) {
  case Num::U8:
    return static_cast<uint8_t>(value);
  case Num::I8:
    return static_cast<int8_t>(value);
  case Num::I16:
    return static_cast<int16_t>(value);
  case Num::I32:
    return static_cast<int32_t>(value);
  default:
    return value;
  }
}

static bool fits(int64_t value, Num to) { return wrap(value, to) == value; }

/// The two 16-bit formats, through f32 as LibTorch does it. NaNs are made what
/// its conversions make of them.
static uint16_t roundToBits(float value, Num to) {
  if (std::isnan(value))
    return to == Num::BF16 ? 0x7fc0 : (std::signbit(value) ? 0xfe00 : 0x7e00);
  llvm::APFloat number(value);
  bool losesInfo;
  number.convert(to == Num::BF16 ? llvm::APFloat::BFloat()
                                 : llvm::APFloat::IEEEhalf(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return static_cast<uint16_t>(number.bitcastToAPInt().getZExtValue());
}

static float widenBits(uint16_t bits, Num from) {
  llvm::APFloat number(from == Num::BF16 ? llvm::APFloat::BFloat()
                                         : llvm::APFloat::IEEEhalf(),
                       llvm::APInt(16, bits));
  bool losesInfo;
  number.convert(llvm::APFloat::IEEEsingle(),
                 llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return number.convertToFloat();
}

std::optional<Number> torch::convert(Number number, Num to) {
  if (to == Num::Bool)
    return Number::ofInt(number.isReal ? number.real != 0
                                       : number.integer != 0);
  if (isInteger(to)) {
    if (!number.isReal)
      return Number::ofInt(wrap(number.integer, to));
    double truncated = std::trunc(number.real);
    // The bounds of int64 are exact in double; NaN fails both comparisons.
    if (!(truncated >= -0x1p63 && truncated < 0x1p63) ||
        !fits(static_cast<int64_t>(truncated), to))
      return std::nullopt;
    return Number::ofInt(static_cast<int64_t>(truncated));
  }
  if (to == Num::F64)
    return Number::ofReal(number.isReal ? number.real
                                        : static_cast<double>(number.integer));
  if (!isFloat(to))
    return std::nullopt;
  // Once, not through double: an int64 has more digits than a double.
  float single = number.isReal ? static_cast<float>(number.real)
                               : static_cast<float>(number.integer);
  if (to == Num::F32)
    return Number::ofReal(single);
  return Number::ofReal(widenBits(roundToBits(single, to), to));
}

std::optional<Number> torch::convertScalar(Number number, Num to) {
  std::optional<Number> result = convert(number, to);
  if (!result || to == Num::Bool)
    return result;
  if (isInteger(to)) {
    if (number.isReal ? number.real != static_cast<double>(result->integer)
                      : number.integer != result->integer)
      return std::nullopt;
    return result;
  }
  // Compared before rounding: 65519 rounds to the largest f16, but is larger.
  double exact =
      number.isReal ? number.real : static_cast<double>(number.integer);
  double limit = to == Num::F16    ? 65504
                 : to == Num::BF16 ? 0x1.fep127
                 : to == Num::F32  ? std::numeric_limits<float>::max()
                                   : std::numeric_limits<double>::max();
  if (std::isfinite(exact) && std::abs(exact) > limit)
    return std::nullopt;
  return result;
}

std::optional<Number> torch::getNumber(Attribute literal) {
  if (auto integer = dyn_cast_if_present<IntegerAttr>(literal)) {
    if (integer.getType().isInteger(1))
      return Number::ofInt(integer.getValue().getZExtValue());
    if (integer.getType().isSignlessInteger(64))
      return Number::ofInt(integer.getInt());
  }
  if (auto real = dyn_cast_if_present<FloatAttr>(literal))
    if (real.getType().isF64())
      return Number::ofReal(real.getValueAsDouble());
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

ConstantTensor::ConstantTensor(RankedTensorType type) : type(type) {
  bytes.resize(weight::getByteSize(type));
}

std::optional<ConstantTensor> ConstantTensor::read(ElementsAttr attr) {
  auto type = dyn_cast<RankedTensorType>(attr.getShapedType());
  if (!type || !weight::getCheckedByteSize(type))
    return std::nullopt;
  ConstantTensor tensor(type);
  if (failed(
          weight::readElements(attr, 0, tensor.getNumElements(), tensor.bytes)))
    return std::nullopt;
  return tensor;
}

int64_t ConstantTensor::getWidth() const {
  return weight::getElementByteWidth(type.getElementType());
}

template <typename T> static T loadAs(const char *at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}

template <typename T> static void storeAs(char *at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

Number ConstantTensor::load(int64_t index) const {
  const char *at = bytes.data() + index * getWidth();
  switch (Num num = getNum()) {
  case Num::Bool:
    return Number::ofInt(*at != 0);
  case Num::U8:
    return Number::ofInt(loadAs<uint8_t>(at));
  case Num::I8:
    return Number::ofInt(loadAs<int8_t>(at));
  case Num::I16:
    return Number::ofInt(loadAs<int16_t>(at));
  case Num::I32:
    return Number::ofInt(loadAs<int32_t>(at));
  case Num::I64:
    return Number::ofInt(loadAs<int64_t>(at));
  case Num::F16:
  case Num::BF16:
    return Number::ofReal(widenBits(loadAs<uint16_t>(at), num));
  case Num::F32:
    return Number::ofReal(loadAs<float>(at));
  case Num::F64:
    return Number::ofReal(loadAs<double>(at));
  case Num::Other:
    break;
  }
  llvm_unreachable("no numbers of this type");
}

void ConstantTensor::store(int64_t index, Number number) {
  char *at = bytes.data() + index * getWidth();
  switch (Num num = getNum()) {
  case Num::Bool:
  case Num::U8:
  case Num::I8:
    return storeAs(at, static_cast<int8_t>(number.integer));
  case Num::I16:
    return storeAs(at, static_cast<int16_t>(number.integer));
  case Num::I32:
    return storeAs(at, static_cast<int32_t>(number.integer));
  case Num::I64:
    return storeAs(at, number.integer);
  case Num::F16:
  case Num::BF16:
    return storeAs(at, roundToBits(static_cast<float>(number.real), num));
  case Num::F32:
    return storeAs(at, static_cast<float>(number.real));
  case Num::F64:
    return storeAs(at, number.real);
  case Num::Other:
    break;
  }
  llvm_unreachable("no numbers of this type");
}

ElementsAttr ConstantTensor::toAttr() const {
  int64_t width = getWidth(), size = bytes.size();
  if (getNum() == Num::Bool) {
    SmallVector<bool> values;
    for (char byte : bytes)
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  // One element stands for all that are the same bytes.
  if (size > width &&
      std::memcmp(bytes.data(), bytes.data() + width, size - width) == 0)
    return DenseElementsAttr::getFromRawBuffer(
        type, ArrayRef<char>(bytes).take_front(width));
  if (size <= maxDenseBytes)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  return DenseResourceElementsAttr::get(
      type, "folded", HeapAsmResourceBlob::allocateAndCopyWithAlign(bytes, 64));
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

SmallVector<int64_t> torch::getRowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

std::optional<SmallVector<int64_t>>
torch::getBroadcastStrides(ArrayRef<int64_t> from, ArrayRef<int64_t> to) {
  if (from.size() > to.size())
    return std::nullopt;
  SmallVector<int64_t> own = getRowMajorStrides(from);
  SmallVector<int64_t> strides(to.size(), 0);
  size_t added = to.size() - from.size();
  for (auto [i, size] : llvm::enumerate(from)) {
    if (size == to[added + i])
      strides[added + i] = own[i];
    else if (size != 1)
      return std::nullopt;
  }
  return strides;
}

std::optional<SmallVector<int64_t>>
torch::broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
  size_t rank = 0;
  for (ArrayRef<int64_t> shape : shapes)
    rank = std::max(rank, shape.size());
  SmallVector<int64_t> result(rank, 1);
  for (ArrayRef<int64_t> shape : shapes)
    for (auto [i, size] : llvm::enumerate(shape)) {
      int64_t &to = result[rank - shape.size() + i];
      if (size != 1 && to != 1 && size != to)
        return std::nullopt;
      to = to == 1 ? size : to;
    }
  return result;
}

void torch::forEachElement(
    ArrayRef<int64_t> shape, ArrayRef<SmallVector<int64_t>> strides,
    llvm::function_ref<void(int64_t, ArrayRef<int64_t>)> visit) {
  SmallVector<int64_t> position(shape.size(), 0), offsets(strides.size(), 0);
  int64_t count = ShapedType::getNumElements(shape);
  for (int64_t out = 0; out < count; ++out) {
    visit(out, offsets);
    for (size_t dim = shape.size(); dim-- > 0;) {
      bool carry = ++position[dim] == shape[dim];
      for (auto [offset, stride] : llvm::zip_equal(offsets, strides))
        offset += carry ? stride[dim] * (1 - shape[dim]) : stride[dim];
      if (!carry)
        break;
      position[dim] = 0;
    }
  }
}

//===----------------------------------------------------------------------===//
// Type promotion
//===----------------------------------------------------------------------===//

/// c10::promoteTypes.
static Num promote(Num a, Num b) {
  if (a > b)
    std::swap(a, b);
  if (a == b || isFloat(b)) {
    if (a == Num::F16 && b == Num::BF16)
      return Num::F32;
    return b;
  }
  // uint8 and int8 have only int16 in common.
  if (a == Num::U8 && b == Num::I8)
    return Num::I16;
  return b;
}

static void add(std::optional<Num> &into, Num num) {
  into = into ? promote(*into, num) : num;
}

/// The higher priority wins unless the lower one is of a higher category.
static std::optional<Num> combine(std::optional<Num> higher,
                                  std::optional<Num> lower) {
  if (!higher || !lower)
    return higher ? higher : lower;
  if (isFloat(*higher))
    return higher;
  if (*higher == Num::Bool || isFloat(*lower))
    return promote(*higher, *lower);
  return higher;
}

void PromotedType::addTensor(Num num, int64_t rank) {
  if (num == Num::Other)
    unknown = true;
  else
    add(rank == 0 ? zeroDim : tensors, num);
}

void PromotedType::addScalar(Number number, bool isBool) {
  add(scalars, number.isReal ? Num::F32 : isBool ? Num::Bool : Num::I64);
}

Num PromotedType::get() const {
  if (unknown)
    return Num::Other;
  return combine(tensors, combine(zeroDim, scalars)).value_or(Num::Other);
}
