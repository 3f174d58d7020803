//===- Shapes.h - Static shapes, strides and broadcasting -------*- C++ -*-===//
//
// Arithmetic on static shapes: sizes of tensors in elements and bytes,
// row-major strides, numpy's broadcasting. The sym dialect handles symbolic
// shapes.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_SHAPES_H
#define TORCH_ONNX_ARITHMETIC_SHAPES_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace torch_onnx::arithmetic {

/// The number of bytes of an element in a file and in ONNX's raw_data: 1 for
/// i1, the width in bytes for integers of 8 to 64 bits, floats of 8 to 64 bits
/// and complex numbers of them. 0 for all other types (index, i4, strings,
/// ...).
int64_t getElementByteWidth(mlir::Type elementType);

/// The element type of torch.float4_e2m1fn_x2: two numbers in a byte, the first
/// in the low half. PyTorch counts them as one element.
mlir::Type getFloat4PairType(mlir::MLIRContext *context);
bool isFloat4Pair(mlir::Type elementType);

/// The number of elements of a static shape; nullopt if the shape is dynamic or
/// the number overflows. A shape with a 0 has no elements, whatever its other
/// sizes are.
std::optional<int64_t> getNumElements(llvm::ArrayRef<int64_t> shape);

/// The number of bytes of all elements; nullopt if the shape is dynamic, the
/// element type has no byte width, or the number overflows.
std::optional<int64_t> getCheckedByteSize(mlir::ShapedType type);

/// Row-major strides in elements. A shape with a 0 may have any strides, as
/// they address nothing.
llvm::SmallVector<int64_t> getRowMajorStrides(llvm::ArrayRef<int64_t> shape);

/// Strides that read a tensor of shape `from` with the shape `to`: 0 for
/// broadcast dimensions. `strides` are those of `from`, by default row-major.
/// nullopt if `from` does not broadcast to `to`.
std::optional<llvm::SmallVector<int64_t>>
getBroadcastStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to,
                    llvm::ArrayRef<int64_t> strides = {});

/// The shape to which all shapes broadcast; nullopt if there is none.
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes);

/// The product of the sizes before a dimension, its size, and the product of
/// those after it.
struct AxisSizes {
  int64_t outer = 1, size = 1, inner = 1;
};
AxisSizes getAxisSizes(llvm::ArrayRef<int64_t> shape, int64_t axis);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_SHAPES_H
