//===- ControlFlow.h - Types of branches and loops --------------*- C++ -*-===//
//
// Infers the result types of torch.if, torch.while and torch.scan from the
// values that their regions yield.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_CONTROLFLOW_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_CONTROLFLOW_H

#include "mlir/IR/Operation.h"

namespace torch_onnx::torch {

/// Returns the type of a value that has one of two types. A size in which they
/// differ is unknown, and the result is untyped if one of them is. Null if
/// dtype or rank differ.
mlir::Type joinTypes(mlir::Type a, mlir::Type b);

/// Returns the result types of a torch.if, torch.while or torch.scan whose
/// regions take and yield the number of values that the verifier requires. Null
/// for a result whose dtype or rank differs between the regions.
llvm::SmallVector<mlir::Type> inferYieldedTypes(mlir::Operation *op);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_CONTROLFLOW_H
