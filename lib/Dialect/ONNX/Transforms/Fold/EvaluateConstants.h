//===- EvaluateConstants.h - onnx operations on constants -------*- C++ -*-===//
//
// Evaluates onnx operations with constant operands (ONNX/Evaluate). The callers
// decide which operations to fold: patterns of onnx-simplify small constants,
// and FoldWeights.cpp everything that is computed from weights.
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

/// True when evaluate() supports the operation and its used results have static
/// types: one result, or the pieces of a Split. With `exact`, only if every
/// runtime computes the same bits.
bool isEvaluable(mlir::Operation *op, bool exact);

/// A result of an operation that isEvaluable(), for operands with these
/// elements (null if absent). Returns null if it is undefined or too large:
/// runtimes would not agree on its elements, or it has more than `maxBytes` and
/// is not an expression over weights.
///
/// A result of at most `maxComputedBytes` (Views.h) is computed. A larger one
/// becomes a view of or an expression over its operands if possible, without
/// reading them. Reductions read their operand in blocks.
mlir::ElementsAttr evaluate(mlir::OpResult result,
                            llvm::ArrayRef<mlir::ElementsAttr> operands,
                            int64_t maxBytes);

/// The elements of a floating-point constant in f64; nullopt for null, for
/// other elements and for a file that cannot be read.
std::optional<arithmetic::Tensor> readDoubles(mlir::ElementsAttr value);

/// The effect of a BatchNormalization with given statistics. nullopt in
/// training mode, and if a vector is null or not floating-point.
std::optional<Affine> getAffine(BatchNormalizationOp norm,
                                mlir::ElementsAttr scale,
                                mlir::ElementsAttr bias,
                                mlir::ElementsAttr mean,
                                mlir::ElementsAttr variance);

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H
