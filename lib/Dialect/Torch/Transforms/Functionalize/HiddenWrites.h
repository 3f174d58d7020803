//===- HiddenWrites.h - Writes that schemas do not declare ------*- C++ -*-===//
//
// Normalizations in training mode update their running statistics, and the
// schemas of composite normalizations do not declare these writes. torch.export
// keeps such operators until run_decompositions() is called.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_HIDDENWRITES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_HIDDENWRITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {

/// Replaces such writes by in-place operators; warns if that is not possible.
void revealHiddenWrites(mlir::func::FuncOp func);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_HIDDENWRITES_H
