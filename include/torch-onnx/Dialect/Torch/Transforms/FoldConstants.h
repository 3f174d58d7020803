//===- FoldConstants.h - Evaluation of torch operators ----------*- C++ -*-===//
//
// The three evaluators of the pass torch-fold-constants, each usable alone: on
// bytes in memory, on the place of a weight in its file, and through LibTorch.
// All give eager's numbers, bit by bit, or decline: an operator whose result is
// undefined in eager (a cast of NaN to an integer) is not folded.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTS_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTS_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include <optional>
#include <string>

namespace torch_onnx::torch {

/// The results of one operation; their types are those of its results.
using FoldResults = llvm::SmallVector<mlir::ElementsAttr, 1>;

/// The elements behind a value that a ConstantOp defines, else null.
mlir::ElementsAttr getConstantElements(mlir::Value value);

/// True when every operand is a constant tensor or number, or the results do
/// not depend on the elements of the operands (zeros_like).
bool hasConstantOperands(OperatorOp op);

/// True when the operation only hands on its operand (detach, clone, a cast to
/// the same type): then its result is `op.getInputs()[0]`.
bool isIdentity(OperatorOp op);

/// Evaluates the operation with kernels of our own. Nothing when there is no
/// kernel, an operand is not constant or not readable, or a result or an
/// operand of arithmetic has more than `maxNativeElements`.
std::optional<FoldResults> foldNatively(OperatorOp op);
inline constexpr int64_t maxNativeElements = 4096;

/// Views (transpose, permute, view, select, slice, split) of a weight in a file
/// as other strides of the same bytes. Nothing when the operation is no view,
/// its first operand no such weight, or strides cannot say it.
std::optional<FoldResults> foldFileView(OperatorOp op);

/// Evaluates the operation through LibTorch, which is loaded if it was not.
/// Nothing, and the reason in `reason`, when that fails or when the results do
/// not have the types the operation says.
std::optional<FoldResults> foldWithLibTorch(OperatorOp op, std::string &reason);

/// The same, with whatever types the results have. Lists are flattened.
std::optional<FoldResults> evaluateWithLibTorch(OperatorOp op,
                                                std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTS_H
