//===- TypeInference.h - Types of results of torch operators ----*- C++ -*-===//
//
// What dtype, rank and sizes the results of an operator have, from the types
// of its operands and from its arguments. The pass torch-infer-shapes checks
// and completes a program by it; whoever builds operators gets typed results.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_TYPEINFERENCE_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_TYPEINFERENCE_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"
#include "torch-onnx/Dialect/Torch/Inference/NumberExprs.h"

namespace torch_onnx::torch {

/// True when the operator (aten.add.Tensor) has a rule.
bool hasTypeRule(llvm::StringRef target);

/// Names of all operators that have a rule, sorted.
llvm::SmallVector<llvm::StringRef> getInferredOperators();

/// The result types of `op` from its operands and arguments: dtype, rank, and
/// for each dimension a constant, an expression over symbols, or unknown. The
/// results that `op` has are not looked at, except for their number where an
/// operator has as many as a symbolic size says, and for the symbol of a size
/// that depends on data.
///
/// A result whose dtype or rank cannot be told is `!torch.untyped`, and
/// `reason` says why. Fails, with the reason, when there is no rule, or when
/// the operator does not take these operands (sizes that do not broadcast, an
/// axis that is out of range).
mlir::FailureOr<llvm::SmallVector<mlir::Type>>
inferResultTypes(OperatorOp op, NumberExprs &numbers, std::string &reason);

/// What a program declares about a result and what is known about it from
/// elsewhere (a type rule, the operations that replace it) say together;
/// nothing when they contradict each other: another dtype or rank, or sizes
/// that are known to differ. The program counts where it gives a size; it may
/// know that two expressions are equal where nobody else can prove it. An
/// untyped side says nothing, and a declared NoneType is a result that nobody
/// asked for. This is the only rule for it; every pass that puts one value in
/// the place of another asks here.
std::optional<mlir::Type> meetTypes(mlir::Type declared, mlir::Type known,
                                    const sym::Ranges &ranges);

/// True where torch.export is known to declare wrong types for `op`, so that
/// what its operands give holds instead.
bool isMisdeclared(OperatorOp op);

/// Builds a call of a known operator and gives its results their inferred
/// types. Fails, with the reason, where one cannot be told; nothing is built
/// then.
mlir::FailureOr<OperatorOp>
buildInferred(mlir::OpBuilder &b, mlir::Location loc, llvm::StringRef target,
              llvm::ArrayRef<std::pair<llvm::StringRef, ArgumentSpec>> args,
              NumberExprs &numbers, std::string &reason);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_TYPEINFERENCE_H
