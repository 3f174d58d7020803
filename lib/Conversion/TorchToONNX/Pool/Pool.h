//===- Pool.h - Shared parts of pooling lowerings ---------------*- C++ -*-===//
//
// Windows of plain pooling and operations over them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POOL_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POOL_H

#include "Lowering.h"

namespace torch_onnx {

/// Windows along the spatial dimensions, which are last.
struct Windows {
  llvm::SmallVector<int64_t> kernel, stride, begin, end, dilation;
  bool ceilMode = false;
};

/// The last `spatial` dimensions of `x`.
Dims getSpatialDims(Lowering &b, mlir::Value x, int64_t spatial);

/// The attributes of MaxPool and AveragePool.
llvm::SmallVector<mlir::NamedAttribute> getPoolAttributes(Lowering &b,
                                                          const Windows &w);

/// Adds a batch dimension of size 1 if there is none.
mlir::Value addBatch(Lowering &b, mlir::Value x, int64_t spatial);

/// The type of result `index` with a batch dimension.
mlir::RankedTensorType getBatchedType(Lowering &b, int64_t spatial,
                                      unsigned index = 0);

/// Removes the batch dimension if the result has none.
mlir::Value dropBatch(Lowering &b, mlir::Value y, int64_t spatial);

/// True for types that support pooling; refuses others.
bool isPoolable(Lowering &b, mlir::Value x);

/// Returns {maximum, position in the plane}, or only the maximum.
Lowered buildMaxPool(Lowering &b, mlir::Value x, const Windows &w);

/// Computes {maximum, position in the plane} by gathers along each spatial
/// dimension. `getMembers` returns the positions of the windows along a
/// dimension of `x`, [out, members], or null if each window has one element or
/// one window has all. The position is only valid if `isIndexUsed`.
Lowered buildMaxByTables(
    Lowering &b, mlir::Value x, int64_t spatial, bool isIndexUsed,
    llvm::function_ref<mlir::Value(mlir::Value x, int64_t axis)> getMembers);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_POOL_H
