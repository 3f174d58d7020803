//===- ControlFlow.h - Types of branches and loops --------------*- C++ -*-===//
//
// The types of the results of torch.if, torch.while and torch.scan, from what
// their regions yield.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_CONTROLFLOW_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_CONTROLFLOW_H

#include "mlir/IR/Operation.h"

namespace torch_onnx::torch {

/// What is known of a value that is one of two: a size that they do not share
/// is unknown, and everything where one of them is untyped. Null where dtype or
/// rank differ.
mlir::Type joinTypes(mlir::Type a, mlir::Type b);

/// What the results of a torch.if, torch.while or torch.scan are. Its regions
/// take and yield as many values as the verifier asks for. Null for a result of
/// which the regions give different dtypes or ranks.
llvm::SmallVector<mlir::Type> inferYieldedTypes(mlir::Operation *op);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_CONTROLFLOW_H
