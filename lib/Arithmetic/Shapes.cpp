//===- Shapes.cpp - Static shapes, strides and broadcasting ---------------===//
//
// See Shapes.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Shapes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

Type arithmetic::getFloat4PairType(MLIRContext *context) {
  return VectorType::get({2}, Float4E2M1FNType::get(context));
}

bool arithmetic::isFloat4Pair(Type elementType) {
  auto vector = dyn_cast_if_present<VectorType>(elementType);
  return vector && vector == getFloat4PairType(vector.getContext());
}

int64_t arithmetic::getElementByteWidth(Type elementType) {
  if (isFloat4Pair(elementType))
    return 1;
  if (auto complex = dyn_cast<ComplexType>(elementType))
    return isa<FloatType>(complex.getElementType())
               ? 2 * getElementByteWidth(complex.getElementType())
               : 0;
  if (!isa<IntegerType, FloatType>(elementType))
    return 0;
  if (elementType.isInteger(1))
    return 1;
  switch (elementType.getIntOrFloatBitWidth()) {
  case 8:
    return 1;
  case 16:
    return 2;
  case 32:
    // tf32 has 19 bits stored in 32; files do not contain it.
    return 4;
  case 64:
    return 8;
  default:
    return 0;
  }
}

std::optional<int64_t> arithmetic::getNumElements(ArrayRef<int64_t> shape) {
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }))
    return std::nullopt;
  if (llvm::is_contained(shape, 0))
    return 0;
  std::optional<int64_t> count = 1;
  for (int64_t size : shape)
    if (!(count = llvm::checkedMul(*count, size)))
      return std::nullopt;
  return count;
}

std::optional<int64_t> arithmetic::getCheckedByteSize(ShapedType type) {
  int64_t width = getElementByteWidth(type.getElementType());
  if (width == 0 || !type.hasRank())
    return std::nullopt;
  std::optional<int64_t> count = arithmetic::getNumElements(type.getShape());
  return count ? llvm::checkedMul(*count, width) : std::nullopt;
}

SmallVector<int64_t> arithmetic::getRowMajorStrides(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size());
  // Unsigned, because beside a 0 the product of the other sizes may overflow.
  uint64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = static_cast<int64_t>(stride);
    stride *= std::max<int64_t>(shape[i], 1);
  }
  return strides;
}

std::optional<SmallVector<int64_t>>
arithmetic::getBroadcastStrides(ArrayRef<int64_t> from, ArrayRef<int64_t> to,
                                ArrayRef<int64_t> strides) {
  if (from.size() > to.size())
    return std::nullopt;
  SmallVector<int64_t> own(strides);
  if (own.empty())
    own = getRowMajorStrides(from);
  SmallVector<int64_t> result(to.size(), 0);
  size_t added = to.size() - from.size();
  for (auto [i, size] : llvm::enumerate(from)) {
    if (size == to[added + i])
      result[added + i] = own[i];
    else if (size != 1)
      return std::nullopt;
  }
  return result;
}

std::optional<SmallVector<int64_t>>
arithmetic::broadcastShapes(ArrayRef<ArrayRef<int64_t>> shapes) {
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

AxisSizes arithmetic::getAxisSizes(ArrayRef<int64_t> shape, int64_t axis) {
  AxisSizes sizes;
  for (int64_t size : shape.take_front(axis))
    sizes.outer *= size;
  sizes.size = shape[axis];
  for (int64_t size : shape.drop_front(axis + 1))
    sizes.inner *= size;
  return sizes;
}
