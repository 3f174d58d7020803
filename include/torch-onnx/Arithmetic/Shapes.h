//===- Shapes.h - Static shapes, strides and broadcasting -------*- C++ -*-===//
//
// Arithmetic on static shapes: sizes of tensors in elements and bytes, strides
// of row-major order, numpy's broadcasting. Symbolic shapes are the sym
// dialect's.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_SHAPES_H
#define TORCH_ONNX_ARITHMETIC_SHAPES_H

#include "mlir/IR/BuiltinTypes.h"

#include <optional>

namespace torch_onnx::arithmetic {

/// Bytes of one element in a file and in ONNX's raw_data: 1 for i1, the width
/// in bytes for integers of 8 to 64 bits, floats of 8 to 64 bits and complex
/// numbers of them. 0 for every other type (index, i4, strings, ...).
int64_t getElementByteWidth(mlir::Type elementType);

/// The element type of torch.float4_e2m1fn_x2: two numbers in a byte, the first
/// in the low half, which PyTorch counts as one element.
mlir::Type getFloat4PairType(mlir::MLIRContext *context);
bool isFloat4Pair(mlir::Type elementType);

/// Elements of a static shape; nothing when it is dynamic or the number of
/// elements overflows. A shape with a 0 has no elements, whatever else it has.
std::optional<int64_t> getNumElements(llvm::ArrayRef<int64_t> shape);

/// Bytes of all elements; nothing when the shape is not static, the element
/// type has no byte width, or the number overflows.
std::optional<int64_t> getCheckedByteSize(mlir::ShapedType type);

/// Strides in elements of row-major order. A shape with a 0, whose strides
/// address nothing, may have any.
llvm::SmallVector<int64_t> getRowMajorStrides(llvm::ArrayRef<int64_t> shape);

/// Strides that read a tensor of shape `from` as if it had shape `to`: 0 where
/// it is broadcast. `strides` are those of `from`, row-major ones if there are
/// none. Nothing when `from` does not broadcast to `to`.
std::optional<llvm::SmallVector<int64_t>>
getBroadcastStrides(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> to,
                    llvm::ArrayRef<int64_t> strides = {});

/// The shape that all the shapes broadcast to; nothing when there is none.
std::optional<llvm::SmallVector<int64_t>>
broadcastShapes(llvm::ArrayRef<llvm::ArrayRef<int64_t>> shapes);

/// Sizes before, of, and after one dimension.
struct AxisSizes {
  int64_t outer = 1, size = 1, inner = 1;
};
AxisSizes getAxisSizes(llvm::ArrayRef<int64_t> shape, int64_t axis);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_SHAPES_H
