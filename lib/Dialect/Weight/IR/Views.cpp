//===- Views.cpp - Views of a weight in a file ----------------------------===//
//
// Computes offsets and strides. The result passes the verifier: every function
// checks its arguments, and a view addresses only elements of `attr`.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Weight/IR/Views.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"
#include "torch-onnx/Support/DiagnosticCapture.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::weight;

/// Builds the view. Callers address only elements of `attr`, so only the number
/// of elements can be invalid.
static FailureOr<FileAttr> getView(FileAttr attr, ArrayRef<int64_t> shape,
                                   int64_t offset, ArrayRef<int64_t> strides) {
  auto type = RankedTensorType::get(shape, attr.getType().getElementType());
  if (!getCheckedByteSize(type))
    return failure();
  return FileAttr::get(type, attr.getFile(), offset, strides);
}

FailureOr<FileAttr> weight::transposeFile(FileAttr attr,
                                          ArrayRef<int64_t> permutation) {
  ArrayRef<int64_t> shape = attr.getType().getShape();
  if (permutation.size() != shape.size())
    return failure();
  SmallVector<bool> seen(shape.size(), false);
  SmallVector<int64_t> newShape, newStrides;
  for (int64_t from : permutation) {
    if (from < 0 || from >= static_cast<int64_t>(shape.size()) || seen[from])
      return failure();
    seen[from] = true;
    newShape.push_back(shape[from]);
    newStrides.push_back(attr.getStrides()[from]);
  }
  return getView(attr, newShape, attr.getOffset(), newStrides);
}

FailureOr<FileAttr> weight::reshapeFile(FileAttr attr, RankedTensorType type) {
  if (type.getElementType() != attr.getType().getElementType())
    return failure();
  ArrayRef<int64_t> shape = attr.getType().getShape();
  ArrayRef<int64_t> newShape = type.getShape();
  std::optional<int64_t> count = getNumElements(newShape);
  if (!count || count != getNumElements(shape))
    return failure();
  if (*count == 0)
    return getView(attr, newShape, attr.getOffset(), {});

  // Walk both shapes from the right. A chunk of the old shape is a run of
  // dimensions that a single stride covers; each new dimension must divide the
  // rest of the current chunk.
  SmallVector<int64_t> newStrides(newShape.size());
  int64_t to = static_cast<int64_t>(newShape.size()) - 1;
  int64_t chunk = 1;
  int64_t baseStride = 1;
  bool started = false;
  auto fillChunk = [&]() -> LogicalResult {
    int64_t filled = 1;
    // Dimensions of size 1 at the left end of the chunk belong to it too. Their
    // strides do not matter.
    while (to >= 0 && (filled < chunk || newShape[to] == 1)) {
      if (newShape[to] > chunk / filled)
        return failure();
      if (newShape[to] != 1)
        newStrides[to] = baseStride * filled;
      filled *= newShape[to--];
    }
    return success(filled == chunk);
  };
  for (size_t i = shape.size(); i-- > 0;) {
    if (shape[i] == 1)
      continue;
    int64_t stride = attr.getStrides()[i];
    // Unsigned, because this product is one step beyond the range that the
    // verifier has checked.
    if (started &&
        static_cast<uint64_t>(stride) ==
            static_cast<uint64_t>(baseStride) * static_cast<uint64_t>(chunk)) {
      chunk *= shape[i];
      continue;
    }
    if (started && failed(fillChunk()))
      return failure();
    started = true;
    baseStride = stride;
    chunk = shape[i];
  }
  if (failed(fillChunk()))
    return failure();
  return getView(attr, newShape, attr.getOffset(), newStrides);
}

/// Returns the dimension of `newShape` that corresponds to dimension `axis` of
/// `shape`: the numbers of elements before and after it are equal.
static std::optional<int64_t> findDimension(ArrayRef<int64_t> shape,
                                            int64_t axis,
                                            ArrayRef<int64_t> newShape) {
  std::optional<int64_t> outer = getNumElements(shape.take_front(axis));
  int64_t found = 0, rank = static_cast<int64_t>(newShape.size());
  while (found < rank && (newShape[found] != shape[axis] ||
                          getNumElements(newShape.take_front(found)) != outer))
    ++found;
  if (!outer || found == rank ||
      getNumElements(newShape.drop_front(found + 1)) !=
          getNumElements(shape.drop_front(axis + 1)))
    return std::nullopt;
  return found;
}

FailureOr<ElementsAttr> weight::makeExpr(RankedTensorType type, ExprKind kind,
                                         ArrayRef<ElementsAttr> operands,
                                         int64_t axis) {
  auto expr = askQuietly(type.getContext(), [&](EmitError emitError) {
    return ExprAttr::getChecked(emitError, type, kind, operands, axis);
  });
  if (!expr)
    return failure();
  return ElementsAttr(expr);
}

/// Reshapes a concatenation along a dimension that `type` has as well.
static FailureOr<ElementsAttr> reshapeConcat(ExprAttr expr,
                                             RankedTensorType type) {
  auto axis =
      findDimension(expr.getType().getShape(), expr.getAxis(), type.getShape());
  if (!axis)
    return failure();
  SmallVector<ElementsAttr> operands;
  for (ElementsAttr operand : expr.getOperands()) {
    SmallVector<int64_t> shape(type.getShape());
    shape[*axis] = operand.getShapedType().getDimSize(expr.getAxis());
    auto view = reshapeElements(
        operand, RankedTensorType::get(shape, type.getElementType()));
    if (failed(view))
      return failure();
    operands.push_back(*view);
  }
  return makeExpr(type, ExprKind::Concat, operands, *axis);
}

FailureOr<ElementsAttr> weight::reshapeElements(ElementsAttr attr,
                                                RankedTensorType type) {
  ShapedType from = attr.getShapedType();
  if (from.getElementType() != type.getElementType() ||
      getNumElements(from.getShape()) != getNumElements(type.getShape()))
    return failure();
  if (from == type)
    return attr;
  if (auto file = dyn_cast<FileAttr>(attr)) {
    FailureOr<FileAttr> view = reshapeFile(file, type);
    if (succeeded(view))
      return ElementsAttr(*view);
  }
  if (auto dense = dyn_cast<DenseElementsAttr>(attr))
    return ElementsAttr(dense.reshape(type));
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attr))
    return ElementsAttr(
        DenseResourceElementsAttr::get(type, resource.getRawHandle()));
  if (auto expr = dyn_cast<ExprAttr>(attr)) {
    if (expr.getKind() == ExprKind::Reshape)
      return reshapeElements(expr.getOperands().front(), type);
    // The halves of the same bytes, in the same order.
    if (expr.getKind() == ExprKind::Unpack)
      return makeExpr(type, ExprKind::Unpack, expr.getOperands().front());
    if (expr.getKind() == ExprKind::Concat) {
      auto view = reshapeConcat(expr, type);
      if (succeeded(view))
        return view;
    }
  }
  return makeExpr(type, ExprKind::Reshape, attr);
}

FailureOr<ElementsAttr>
weight::transposeElements(ElementsAttr attr, ArrayRef<int64_t> permutation) {
  if (auto file = dyn_cast<FileAttr>(attr)) {
    FailureOr<FileAttr> view = transposeFile(file, permutation);
    return failed(view) ? FailureOr<ElementsAttr>() : ElementsAttr(*view);
  }
  auto type = RankedTensorType::get(attr.getShapedType().getShape(),
                                    attr.getElementType());
  if (type.getRank() != static_cast<int64_t>(permutation.size()))
    return failure();
  auto permute = [&](ArrayRef<int64_t> shape) {
    SmallVector<int64_t> permuted;
    for (int64_t dim : permutation)
      permuted.push_back(shape[dim]);
    return RankedTensorType::get(permuted, type.getElementType());
  };
  auto dense = dyn_cast<DenseElementsAttr>(attr);
  if (dense && dense.isSplat())
    return ElementsAttr(dense.resizeSplat(permute(type.getShape())));
  auto expr = dyn_cast<ExprAttr>(attr);
  if (!expr || expr.getKind() == ExprKind::Reshape) {
    if (getCheckedByteSize(type).value_or(INT64_MAX) > maxComputedBytes)
      return failure();
    std::optional<arithmetic::Tensor> tensor = readTensor(attr);
    if (!tensor)
      return failure();
    return arithmetic::transpose(*tensor, permutation).toAttr();
  }
  SmallVector<ElementsAttr> operands;
  for (ElementsAttr operand : expr.getOperands()) {
    // With all dimensions, so that they can be permuted.
    ShapedType from = operand.getShapedType();
    SmallVector<int64_t> shape(type.getRank() - from.getRank(), 1);
    llvm::append_range(shape, from.getShape());
    auto full = reshapeElements(
        operand, RankedTensorType::get(shape, from.getElementType()));
    auto view = failed(full) ? full : transposeElements(*full, permutation);
    if (failed(view))
      return failure();
    operands.push_back(*view);
  }
  int64_t axis =
      expr.getKind() == ExprKind::Concat
          ? llvm::find(permutation, expr.getAxis()) - permutation.begin()
          : 0;
  return makeExpr(permute(type.getShape()), expr.getKind(), operands, axis);
}

FailureOr<FileAttr> weight::sliceFile(FileAttr attr, ArrayRef<int64_t> starts,
                                      ArrayRef<int64_t> sizes,
                                      ArrayRef<int64_t> steps) {
  ArrayRef<int64_t> shape = attr.getType().getShape();
  if (starts.size() != shape.size() || sizes.size() != shape.size() ||
      steps.size() != shape.size())
    return failure();
  int64_t width = getElementByteWidth(attr.getType().getElementType());
  int64_t offset = attr.getOffset();
  SmallVector<int64_t> newStrides;
  bool empty = llvm::is_contained(sizes, 0);
  for (size_t i = 0; i < shape.size(); ++i) {
    int64_t start = starts[i], size = sizes[i], step = steps[i];
    if (start < 0 || size < 0 || step < 1 || start > shape[i])
      return failure();
    // start + (size - 1) * step < shape[i], without the product.
    if (size > 0 &&
        (start == shape[i] || size - 1 > (shape[i] - 1 - start) / step))
      return failure();
    if (empty)
      continue;
    // The element is one of `attr`, so its offset cannot overflow.
    int64_t stride = attr.getStrides()[i];
    offset += start * stride * width;
    // With one element the step is unused and arbitrary.
    newStrides.push_back(size == 1 ? 0 : stride * step);
  }
  return getView(attr, sizes, offset, newStrides);
}
