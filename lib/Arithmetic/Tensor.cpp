//===- Tensor.cpp - Tensors in memory and functions of them ---------------===//
//
// See Tensor.h; Reduce.cpp has sums. Broadcast operands are packed block by
// block, so kernels only get packed elements.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Tensor.h"

#include "torch-onnx/Arithmetic/StridedCopy.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CheckedArithmetic.h"

#include <cstring>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

/// The largest result that becomes a DenseElementsAttr, which lives as long as
/// the context; larger ones are resources.
static constexpr int64_t maxDenseBytes = 1024;

/// The elements of a block; a few blocks fit into the cache.
static constexpr int64_t blockElements = 8192;

//===----------------------------------------------------------------------===//
// Tensor
//===----------------------------------------------------------------------===//

int64_t arithmetic::getStorageWidth(Type elementType) {
  if (int64_t width = getElementByteWidth(elementType))
    return width;
  return isa<IntegerType, FloatType>(elementType) ? 1 : 8;
}

std::optional<int64_t> arithmetic::getMemorySize(ShapedType type) {
  if (!type.hasRank())
    return std::nullopt;
  std::optional<int64_t> count = arithmetic::getNumElements(type.getShape());
  return count
             ? llvm::checkedMul(*count, getStorageWidth(type.getElementType()))
             : std::nullopt;
}

Tensor::Tensor(RankedTensorType type)
    : type(RankedTensorType::get(type.getShape(), type.getElementType())) {
  bytes.resize(*getMemorySize(type));
}

/// Converts `number`, which has the type `from`, and repeats it.
template <typename T>
static std::optional<Tensor> fillWith(RankedTensorType type, T number,
                                      Type from) {
  Tensor result(type);
  char element[8];
  if (!isComputable(type.getElementType()) ||
      arithmetic::convert(from, type.getElementType(),
                          reinterpret_cast<const char *>(&number), 1,
                          element) >= 0)
    return std::nullopt;
  int64_t width = result.getWidth();
  for (int64_t i = 0, e = result.getNumElements(); i < e; ++i)
    std::memcpy(result.data() + i * width, element, width);
  return result;
}

std::optional<Tensor> Tensor::fill(RankedTensorType type, int64_t number) {
  return fillWith(type, number, IntegerType::get(type.getContext(), 64));
}

std::optional<Tensor> Tensor::fill(RankedTensorType type, double number) {
  return fillWith(type, number, Float64Type::get(type.getContext()));
}

Tensor Tensor::reshaped(ArrayRef<int64_t> shape) && {
  type = RankedTensorType::get(shape, type.getElementType());
  return std::move(*this);
}

Tensor Tensor::withElementType(Type elementType) && {
  assert(getStorageWidth(elementType) == getWidth());
  type = RankedTensorType::get(type.getShape(), elementType);
  return std::move(*this);
}

ElementsAttr Tensor::toAttr() const {
  int64_t width = getWidth(), size = bytes.size();
  if (getElementType().isInteger(1)) {
    SmallVector<bool> values;
    for (char byte : bytes)
      values.push_back(byte != 0);
    return DenseElementsAttr::get(type, values);
  }
  // A splat needs only one element.
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
// Element-wise
//===----------------------------------------------------------------------===//

namespace {
/// An operand broadcast to the shape of the result, packed block by block.
class BroadcastOperand {
public:
  BroadcastOperand(const Tensor &x, ArrayRef<int64_t> shape)
      : source(x.data(), x.getWidth(), shape,
               *getBroadcastStrides(x.getShape(), shape)) {
    buffer.resize_for_overwrite(blockElements * x.getWidth());
  }

  const char *get(int64_t first, int64_t count) {
    if (const char *packed = source.getPacked(first))
      return packed;
    source.copy(first, count, buffer.data());
    return buffer.data();
  }

private:
  StridedSource source;
  SmallVector<char, 0> buffer;
};
} // namespace

/// Calls `body(first, count)` for the blocks of `total` elements.
template <typename Body> static void forEachBlock(int64_t total, Body body) {
  for (int64_t first = 0; first < total; first += blockElements)
    body(first, std::min(blockElements, total - first));
}

/// `result` if it is defined or an undefined result is accepted; else nullopt.
static std::optional<Tensor> orNothing(Tensor result, bool wasDefined,
                                       bool *isDefined) {
  if (!wasDefined) {
    if (!isDefined)
      return std::nullopt;
    *isDefined = false;
  }
  return result;
}

std::optional<Tensor> arithmetic::compute(UnaryOp op, const Tensor &x,
                                          bool *isDefined) {
  Type type = x.getElementType();
  if (!arithmetic::isDefined(op, type))
    return std::nullopt;
  Tensor result(x.getShape(), getResultType(op, type));
  bool wasDefined =
      compute(op, type, x.data(), x.getNumElements(), result.data()) < 0;
  return orNothing(std::move(result), wasDefined, isDefined);
}

std::optional<Tensor> arithmetic::compute(BinaryOp op, const Tensor &lhs,
                                          const Tensor &rhs, bool *isDefined) {
  Type type = lhs.getElementType();
  auto shape = broadcastShapes({lhs.getShape(), rhs.getShape()});
  if (type != rhs.getElementType() || !arithmetic::isDefined(op, type) ||
      !shape)
    return std::nullopt;
  auto resultType = RankedTensorType::get(*shape, getResultType(op, type));
  if (!getMemorySize(resultType))
    return std::nullopt;
  Tensor result(resultType);
  if (result.getNumElements() == 0)
    return result;
  BroadcastOperand a(lhs, *shape), b(rhs, *shape);
  int64_t width = result.getWidth();
  bool wasDefined = true;
  forEachBlock(result.getNumElements(), [&](int64_t first, int64_t count) {
    wasDefined &= compute(op, type, a.get(first, count), b.get(first, count),
                          count, result.data() + first * width) < 0;
  });
  return orNothing(std::move(result), wasDefined, isDefined);
}

std::optional<Tensor> arithmetic::convert(const Tensor &x, Type elementType,
                                          bool *isDefined) {
  if (x.getElementType() == elementType)
    return x;
  auto from = dyn_cast<FloatType>(x.getElementType());
  if (!isComputable(elementType) ||
      (!isComputable(x.getElementType()) && !(from && from.getWidth() == 8)))
    return std::nullopt;
  Tensor result(x.getShape(), elementType);
  bool wasDefined = convert(x.getElementType(), elementType, x.data(),
                            x.getNumElements(), result.data()) < 0;
  return orNothing(std::move(result), wasDefined, isDefined);
}

std::optional<Tensor> arithmetic::select(const Tensor &condition,
                                         const Tensor &lhs, const Tensor &rhs) {
  auto shape =
      broadcastShapes({condition.getShape(), lhs.getShape(), rhs.getShape()});
  if (!condition.getElementType().isInteger(1) ||
      lhs.getElementType() != rhs.getElementType() || !shape)
    return std::nullopt;
  auto type = RankedTensorType::get(*shape, lhs.getElementType());
  if (!getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  if (result.getNumElements() == 0)
    return result;
  BroadcastOperand c(condition, *shape), a(lhs, *shape), b(rhs, *shape);
  int64_t width = result.getWidth();
  forEachBlock(result.getNumElements(), [&](int64_t first, int64_t count) {
    select(width, c.get(first, count), a.get(first, count), b.get(first, count),
           count, result.data() + first * width);
  });
  return result;
}

//===----------------------------------------------------------------------===//
// Data movement
//===----------------------------------------------------------------------===//

Tensor arithmetic::view(const Tensor &x, ArrayRef<int64_t> shape,
                        int64_t offset, ArrayRef<int64_t> strides) {
  Tensor result(shape, x.getElementType());
  if (result.getNumElements() != 0)
    StridedSource(x.data() + offset * x.getWidth(), x.getWidth(), shape,
                  strides)
        .copy(0, result.getNumElements(), result.data());
  return result;
}

Tensor arithmetic::transpose(const Tensor &x, ArrayRef<int64_t> permutation) {
  SmallVector<int64_t> own = getRowMajorStrides(x.getShape()), shape, strides;
  for (int64_t dim : permutation) {
    shape.push_back(x.getShape()[dim]);
    strides.push_back(own[dim]);
  }
  return view(x, shape, 0, strides);
}

std::optional<Tensor> arithmetic::expand(const Tensor &x,
                                         ArrayRef<int64_t> shape) {
  auto strides = getBroadcastStrides(x.getShape(), shape);
  if (!strides ||
      !getMemorySize(RankedTensorType::get(shape, x.getElementType())))
    return std::nullopt;
  return view(x, shape, 0, *strides);
}

std::optional<Tensor> arithmetic::concat(ArrayRef<const Tensor *> parts,
                                         int64_t axis) {
  SmallVector<int64_t> shape(parts.front()->getShape());
  if (axis < 0 || axis >= static_cast<int64_t>(shape.size()))
    return std::nullopt;
  shape[axis] = 0;
  for (const Tensor *part : parts) {
    if (part->getElementType() != parts.front()->getElementType() ||
        part->getRank() != static_cast<int64_t>(shape.size()))
      return std::nullopt;
    for (auto [i, size] : llvm::enumerate(part->getShape()))
      if (static_cast<int64_t>(i) != axis && size != shape[i])
        return std::nullopt;
    shape[axis] += part->getShape()[axis];
  }
  Tensor result(shape, parts.front()->getElementType());
  AxisSizes sizes = getAxisSizes(shape, axis);
  int64_t width = result.getWidth();
  char *to = result.data();
  for (int64_t row = 0; row < sizes.outer; ++row)
    for (const Tensor *part : parts) {
      int64_t size = part->getShape()[axis] * sizes.inner * width;
      if (size)
        std::memcpy(to, part->data() + row * size, size);
      to += size;
    }
  return result;
}

std::optional<SmallVector<int64_t>> arithmetic::getIntegers(const Tensor &x) {
  Type type = x.getElementType();
  if (!isComputable(type) || !isa<IntegerType>(type) ||
      type.isUnsignedInteger())
    return std::nullopt;
  SmallVector<int64_t> values(x.getNumElements());
  convert(type, IntegerType::get(type.getContext(), 64), x.data(),
          values.size(), reinterpret_cast<char *>(values.data()));
  return values;
}

std::optional<Tensor> arithmetic::take(const Tensor &x, int64_t axis,
                                       ArrayRef<int64_t> positions,
                                       const Tensor *filler) {
  if (axis < 0 || axis >= x.getRank())
    return std::nullopt;
  AxisSizes sizes = getAxisSizes(x.getShape(), axis);
  SmallVector<int64_t> shape(x.getShape());
  shape[axis] = positions.size();
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (!getMemorySize(type) ||
      (filler && (filler->getElementType() != x.getElementType() ||
                  filler->getNumElements() != 1)))
    return std::nullopt;
  Tensor result(type);
  int64_t width = x.getWidth(), run = sizes.inner * width;
  if (result.getNumElements() == 0)
    return result;
  char *to = result.data();
  for (int64_t row = 0; row < sizes.outer; ++row)
    for (int64_t position : positions) {
      if (position >= sizes.size)
        return std::nullopt;
      if (position >= 0)
        std::memcpy(to, x.data() + (row * sizes.size + position) * run, run);
      else if (filler)
        for (int64_t i = 0; i < sizes.inner; ++i)
          std::memcpy(to + i * width, filler->data(), width);
      to += run;
    }
  return result;
}

std::optional<Tensor> arithmetic::gather(const Tensor &x, const Tensor &indices,
                                         int64_t axis) {
  auto picks = getIntegers(indices);
  if (!picks || axis < 0 || axis >= x.getRank())
    return std::nullopt;
  for (int64_t &pick : *picks) {
    pick = pick < 0 ? pick + x.getShape()[axis] : pick;
    if (pick < 0 || pick >= x.getShape()[axis])
      return std::nullopt;
  }
  SmallVector<int64_t> shape(x.getShape().take_front(axis));
  llvm::append_range(shape, indices.getShape());
  llvm::append_range(shape, x.getShape().drop_front(axis + 1));
  std::optional<Tensor> result = take(x, axis, *picks);
  return result ? std::move(*result).reshaped(shape) : result;
}

std::optional<Tensor> arithmetic::tile(const Tensor &x,
                                       ArrayRef<int64_t> repeats) {
  if (static_cast<int64_t>(repeats.size()) != x.getRank() ||
      llvm::any_of(repeats, [](int64_t number) { return number < 0; }))
    return std::nullopt;
  // Each dimension becomes two; the outer one repeats the inner one.
  SmallVector<int64_t> own = getRowMajorStrides(x.getShape());
  SmallVector<int64_t> shape, pairs, strides;
  for (auto [size, number, stride] :
       llvm::zip_equal(x.getShape(), repeats, own)) {
    pairs.append({number, size});
    strides.append({0, stride});
    std::optional<int64_t> product = llvm::checkedMul(size, number);
    if (!product)
      return std::nullopt;
    shape.push_back(*product);
  }
  if (!getMemorySize(RankedTensorType::get(shape, x.getElementType())))
    return std::nullopt;
  return view(x, pairs, 0, strides).reshaped(shape);
}

std::optional<Tensor> arithmetic::triangle(const Tensor &x, int64_t diagonal,
                                           bool isUpper) {
  if (x.getRank() < 2)
    return std::nullopt;
  int64_t rows = x.getShape()[x.getRank() - 2], columns = x.getShape().back();
  Tensor result = x;
  int64_t width = x.getWidth();
  for (int64_t i = 0; i < x.getNumElements(); ++i) {
    int64_t row = i / columns % rows, column = i % columns;
    // Compares column - row with the diagonal, which may be any number.
    bool isKept = isUpper ? column - row >= diagonal : column - row <= diagonal;
    if (!isKept)
      std::memset(result.data() + i * width, 0, width);
  }
  return result;
}
