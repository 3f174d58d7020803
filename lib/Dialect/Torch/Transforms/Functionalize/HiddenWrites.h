//===- HiddenWrites.h - Writes that no schema tells of ----------*- C++ -*-===//
//
// Normalizations in training update their running statistics, and the schemas
// of the composite ones do not say so. torch.export keeps them like that until
// somebody calls run_decompositions.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_HIDDENWRITES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_HIDDENWRITES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace torch_onnx::torch {

/// Spells such writes out by in-place operators; warns where it cannot.
void revealHiddenWrites(mlir::func::FuncOp func);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_HIDDENWRITES_H
