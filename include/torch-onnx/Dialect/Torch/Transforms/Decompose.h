//===- Decompose.h - Operators in terms of others ---------------*- C++ -*-===//
//
// How the pass torch-decompose is told what need not be decomposed: the torch
// dialect does not know the lowerings.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_DECOMPOSE_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_DECOMPOSE_H

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include <functional>

namespace torch_onnx::torch {

/// True for an operator (aten.add.Tensor) that may stay. Thread-safe.
using IsLegalFn = std::function<bool(llvm::StringRef)>;

/// True for an operator that has a rule of torch-decompose; LibTorch may know a
/// decomposition of others.
bool hasDecomposition(llvm::StringRef target);

/// The result types of an operator without a type rule: those that its
/// decomposition has. `op` is in a block. Fails, with the reason, where there
/// is no decomposition, or a part of it has no type rule. Loads LibTorch for
/// what has no rule of torch-decompose.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
inferTypesByDecomposition(OperatorOp op, NumberExprs &numbers,
                          std::string &reason);

/// The pass with operators that may stay, unless its option `keep-lowered` says
/// otherwise.
std::unique_ptr<mlir::Pass> createDecompose(IsLegalFn isLegal);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_DECOMPOSE_H
