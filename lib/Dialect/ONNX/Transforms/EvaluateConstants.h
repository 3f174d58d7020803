//===- EvaluateConstants.h - onnx operations on constants -------*- C++ -*-===//
//
// The one evaluator of onnx operations whose operands are constants. Who calls
// it decides what is worth it: patterns of onnx-simplify for small constants,
// FoldWeights.cpp for all that is computed from weights.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Operation.h"

namespace torch_onnx::onnx::simplify {

/// True when evaluate() knows the operation, which has one result of a static
/// type. With `exact`, when every runtime also computes the same bits.
bool isEvaluable(mlir::Operation *op, bool exact);

/// The result of an operation that isEvaluable(), whose operands have these
/// elements (null for an absent one). Null where it is not defined or too large
/// to be computed now: elements that runtimes would not agree on, a result of
/// more than `maxBytes` that is no expression over weights.
///
/// A result of at most `maxComputedBytes` (Views.h) is computed. A larger one
/// is a view of, or an expression over, its operands where there is one, and
/// reads nothing; reductions read their operand in blocks.
mlir::ElementsAttr evaluate(mlir::Operation *op,
                            llvm::ArrayRef<mlir::ElementsAttr> operands,
                            bool exact, int64_t maxBytes);

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_EVALUATECONSTANTS_H
