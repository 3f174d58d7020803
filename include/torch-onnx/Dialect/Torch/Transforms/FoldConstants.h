//===- FoldConstants.h - Evaluation of torch operators ----------*- C++ -*-===//
//
// The three evaluators of torch-fold-constants, each usable alone: on bytes in
// memory, on the location of a weight in its file, and through LibTorch. All
// return the numbers of eager mode, bit by bit, or decline: an operator whose
// result is undefined in eager mode (a cast of NaN to an integer) is not
// folded.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTS_H
#define TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTS_H

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"

#include <optional>
#include <string>

namespace torch_onnx::torch {

/// The results of one operation. Their types equal the result types.
using FoldResults = llvm::SmallVector<mlir::ElementsAttr, 1>;

/// The elements of a value defined by a ConstantOp, else null.
mlir::ElementsAttr getConstantElements(mlir::Value value);

/// True if every operand is a constant tensor or number, or if the results do
/// not depend on the elements of the operands (zeros_like).
bool hasConstantOperands(OperatorOp op);

/// True if the operation returns its operand (detach, clone, a cast to the same
/// type): then its result is `op.getInputs()[0]`.
bool isIdentity(OperatorOp op);

/// Evaluates the operation with native kernels. Nothing if there is no kernel,
/// an operand is not constant or not readable, or a result or an operand of
/// arithmetic has more than `maxNativeElements`.
std::optional<FoldResults> foldNatively(OperatorOp op);
inline constexpr int64_t maxNativeElements = 4096;

/// Folds a view (transpose, permute, view, select, slice, split) of a weight in
/// a file into other strides over the same bytes. Nothing if the operation is
/// not a view, its first operand is not such a weight, or no strides express
/// the result.
std::optional<FoldResults> foldFileView(OperatorOp op);

/// Evaluates the operation through LibTorch, which is loaded if needed.
/// Nothing, with the reason in `reason`, on failure or if the results do not
/// have the types of the operation.
std::optional<FoldResults> foldWithLibTorch(OperatorOp op, std::string &reason);

/// Like foldWithLibTorch(), but accepts results of any type. Lists are
/// flattened.
std::optional<FoldResults> evaluateWithLibTorch(OperatorOp op,
                                                std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_TRANSFORMS_FOLDCONSTANTS_H
