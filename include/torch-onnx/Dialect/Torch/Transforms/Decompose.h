//===- Decompose.h - Decomposition of operators -----------------*- C++ -*-===//
//
// Tells torch-decompose which operators are legal. The torch dialect does not
// know the lowerings.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_DECOMPOSE_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_DECOMPOSE_H

#include "torch-onnx/Dialect/Torch/Transforms/Passes.h"

#include "torch-onnx/Dialect/Torch/Inference/TypeInference.h"

#include <functional>

namespace torch_onnx::torch {

/// True for an operator (aten.add.Tensor) that need not be decomposed.
/// Thread-safe.
using IsLegalFn = std::function<bool(llvm::StringRef)>;

/// True for an operator with a rule of torch-decompose. LibTorch may know a
/// decomposition of other operators.
bool hasDecomposition(llvm::StringRef target);

/// Returns the result types of an operator without a type rule from its
/// decomposition. `op` must be in a block. Fails with a reason if there is no
/// decomposition, or if a part of it has no type rule. Loads LibTorch for an
/// operator without a rule of torch-decompose.
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
inferTypesByDecomposition(OperatorOp op, NumberExprs &numbers,
                          std::string &reason);

/// Creates the pass. Operators for which `isLegal` holds are kept, unless the
/// option `keep-lowered` says otherwise.
std::unique_ptr<mlir::Pass> createDecompose(IsLegalFn isLegal);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_DECOMPOSE_H
