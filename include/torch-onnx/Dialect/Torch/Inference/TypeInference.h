//===- TypeInference.h - Types of results of torch operators ----*- C++ -*-===//
//
// Infers dtype, rank and sizes of the results of an operator from its operand
// types and arguments. torch-infer-shapes checks and completes a program with
// it, and rewrites use it to build operators with typed results.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_TYPEINFERENCE_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_TYPEINFERENCE_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

namespace torch_onnx::torch {

/// True if the operator (aten.add.Tensor) has a rule.
bool hasTypeRule(llvm::StringRef target);

/// Sorted names of all operators with a rule.
llvm::SmallVector<llvm::StringRef> getInferredOperators();

/// Infers the result types of `op` from its operands and arguments: dtype,
/// rank, and for each dimension a constant, an expression over symbols, or
/// unknown. The declared result types are ignored, with two exceptions: a
/// number of results that depends on a symbolic size, and the symbol of a
/// data-dependent size.
///
/// A result of unknown dtype or rank is `!torch.untyped`, and `reason` says
/// why. Fails with a reason if there is no rule, or if the operator does not
/// accept these operands (sizes that do not broadcast, an axis out of range).
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
inferResultTypes(OperatorOp op, NumberExprs &numbers, std::string &reason);

/// Merges the declared type of a result with a type known from another source:
/// a type rule, or the operations that replace the result. Nothing if the two
/// types differ in dtype or rank, or if two sizes are known to differ. A
/// declared size has priority, because the program may know equalities that
/// cannot be proved here. An untyped side adds nothing, and a declared NoneType
/// is an unused result. Every pass that replaces one value by another uses this
/// function.
std::optional<mlir::Type> meetTypes(mlir::Type declared, mlir::Type known,
                                    const sym::Ranges &ranges);

/// True if torch.export is known to declare wrong types for `op`, so that the
/// inferred types are used instead.
bool isMisdeclared(OperatorOp op);

/// Builds a call of a known operator with inferred result types. If a type
/// cannot be inferred, fails with a reason and builds nothing.
mlir::FailureOr<OperatorOp>
buildInferred(mlir::OpBuilder &b, mlir::Location loc, llvm::StringRef target,
              llvm::ArrayRef<std::pair<llvm::StringRef, ArgumentSpec>> args,
              NumberExprs &numbers, std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_TYPEINFERENCE_H
