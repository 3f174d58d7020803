//===- LibTorchTypes.h - Element types as LibTorch has them -----*- C++ -*-===//
//
// PyTorch's numbers of dtypes, which the plug-in and TorchScript use, and the
// element types of the torch dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_LIBTORCHTYPES_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_LIBTORCHTYPES_H

#include "torch-onnx/LibTorch/Interface.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace torch_onnx::torch {

/// PyTorch's number of an element type; nothing where it has none.
std::optional<libtorch::DType> getDType(mlir::Type type);

/// The inverse of getDType(); null for what has no type of ours.
mlir::Type getElementType(libtorch::DType dtype, mlir::MLIRContext *ctx);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_LIBTORCHTYPES_H
