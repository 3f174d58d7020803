//===- EvaluateConstants.h - onnx operations on constants -------*- C++ -*-===//
//
// Onnx operations whose operands are constants, by the evaluator of the dialect
// (ONNX/Evaluate). Who calls it decides what is worth it: patterns of
// onnx-simplify for small constants, FoldWeights.cpp for all that is computed
// from weights.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H

#include "torch-onnx/Dialect/ONNX/Evaluate/Evaluator.h"

#include "mlir/IR/Operation.h"

namespace torch_onnx::onnx {
class BatchNormalizationOp;
} // namespace torch_onnx::onnx

namespace torch_onnx::onnx::simplify {

/// True when evaluate() knows the operation, whose results that are used have
/// static types: one result, or the pieces of a Split. With `exact`, when every
/// runtime also computes the same bits.
bool isEvaluable(mlir::Operation *op, bool exact);

/// A result of an operation that isEvaluable(), whose operands have these
/// elements (null for an absent one). Null where it is not defined or too large
/// to be computed now: elements that runtimes would not agree on, a result of
/// more than `maxBytes` that is no expression over weights.
///
/// A result of at most `maxComputedBytes` (Views.h) is computed. A larger one
/// is a view of, or an expression over, its operands where there is one, and
/// reads nothing; reductions read their operand in blocks.
mlir::ElementsAttr evaluate(mlir::OpResult result,
                            llvm::ArrayRef<mlir::ElementsAttr> operands,
                            int64_t maxBytes);

/// The elements of floats in double precision; nothing for any other elements
/// (or none), and for a file that cannot be read.
std::optional<arithmetic::Tensor> readDoubles(mlir::ElementsAttr value);

/// What a BatchNormalization by statistics that are given does. Nothing where
/// the statistics are of the batch, or one of the vectors is null or none of
/// floats.
std::optional<Affine> getAffine(BatchNormalizationOp norm,
                                mlir::ElementsAttr scale,
                                mlir::ElementsAttr bias,
                                mlir::ElementsAttr mean,
                                mlir::ElementsAttr variance);

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H
