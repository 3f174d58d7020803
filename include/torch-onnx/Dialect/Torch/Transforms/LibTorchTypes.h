//===- LibTorchTypes.h - Element types as LibTorch's dtypes -----*- C++ -*-===//
//
// Maps the element types of the torch dialect to PyTorch's dtype numbers, which
// the plug-in and TorchScript use.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_LIBTORCHTYPES_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_LIBTORCHTYPES_H

#include "torch-onnx/LibTorch/Interface.h"

#include "mlir/IR/Types.h"

#include <optional>

namespace torch_onnx::torch {

/// PyTorch's number of an element type; nothing if it has none.
std::optional<libtorch::DType> getDType(mlir::Type type);

/// The inverse of getDType(); null for a dtype without an element type.
mlir::Type getElementType(libtorch::DType dtype, mlir::MLIRContext *ctx);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_LIBTORCHTYPES_H
