//===- DecomposeImpl.h - Sources of decompositions --------------*- C++ -*-===//
//
// What the pass torch-decompose asks: the rules of the compiler, then LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H

#include "TorchBuilder.h"

namespace torch_onnx::torch {

/// What replaces the results of an operation.
class Decomposed {
public:
  Decomposed(mlir::Value value) : values({value}) {}
  Decomposed(llvm::SmallVector<mlir::Value> values)
      : values(std::move(values)) {}
  Decomposed(std::initializer_list<mlir::Value> values) : values(values) {}

  llvm::ArrayRef<mlir::Value> getValues() const { return values; }

private:
  llvm::SmallVector<mlir::Value, 1> values;
};

/// A rule reads the arguments of one operation; the builder says when it cannot
/// be decomposed.
using DecomposeFn = Decomposed (*)(TorchBuilder &b, const Arguments &args);

/// A literal that a rule needs; a text may have one of another kind.
template <typename T> T require(TorchBuilder &b, std::optional<T> literal) {
  if (!literal)
    b.refuse("its rule expects constants of the kinds in its schema, found "
             "another one");
  return literal.value_or(T());
}

/// An argument, a list or None among them, as an argument of another call.
CallArgument passArgument(const Arguments &args, llvm::StringRef name);

/// Refuses complex elements: formulas of those have conjugates in them.
void requireReal(TorchBuilder &b, mlir::Value x);

/// A tensor in the dtype that eager's kernels compute in (ATen/OpMathType.h
/// opmath_type): float32 for narrower floats. Where eager has one kernel for a
/// formula, its parts are not rounded (docs/Rationale/Numbers.md).
mlir::Value getInOpMath(TorchBuilder &b, mlir::Value x);

/// How many elements a tensor has; refuses sizes that only the run knows.
CallArgument getElementCount(TorchBuilder &b, mlir::Value x);

/// The rules of Decompose*Derivatives.cpp.
void addDerivativeDecompositions(OperatorMap<DecomposeFn> &rules);
void addLayerDerivativeDecompositions(OperatorMap<DecomposeFn> &rules);
void addLossDerivativeDecompositions(OperatorMap<DecomposeFn> &rules);
void addSamplingDerivativeDecompositions(OperatorMap<DecomposeFn> &rules);

/// The rules of DecomposeAttention.cpp.
void addAttentionDecompositions(OperatorMap<DecomposeFn> &rules);

/// The rules of DecomposePrims.cpp.
void addPrimDecompositions(OperatorMap<DecomposeFn> &rules);

/// The rules of DecomposeQuant.cpp.
void addQuantDecompositions(OperatorMap<DecomposeFn> &rules);

/// The rules of DecomposePackedWeights.cpp.
void addPackedWeightDecompositions(OperatorMap<DecomposeFn> &rules);

/// What the rule for an operator takes for granted, though the program does not
/// say it and the numbers are wrong without it; empty for most.
llvm::StringRef getAssumption(llvm::StringRef target);

/// The rules of DecomposeFft.cpp, for fft_*, stft and istft.
void addFftDecompositions(OperatorMap<DecomposeFn> &rules);
void addGammaDecompositions(OperatorMap<DecomposeFn> &rules);

/// The rules of DecomposeLinalg.cpp and DecomposeSpectral.cpp.
void addLinalgDecompositions(OperatorMap<DecomposeFn> &rules);
void addSpectralDecompositions(OperatorMap<DecomposeFn> &rules);

/// The rules of DecomposeTransformer.cpp.
void addTransformerDecompositions(OperatorMap<DecomposeFn> &rules);

/// True where the rule is to be taken though the operator has a lowering: the
/// lowering does not take these arguments.
bool prefersDecomposition(OperatorOp op);

/// What an operand must be so that eager raises no error, in operators that a
/// rule computes without one: "an invertible matrix"; empty for others.
llvm::StringRef getUncheckedError(llvm::StringRef target);

/// Whether the rule for an operator takes integers that only the run knows
/// where the schema has SymInt; the rules for others take constants.
bool takesSymbolicSizes(llvm::StringRef target);

/// The rule for an operator, or null; null for a null schema.
DecomposeFn findDecomposition(const Schema *schema);

/// Builds what LibTorch's composite kernel makes of `op`. Operators for which
/// `isWanted` holds are taken as they are. Loads LibTorch.
Decomposed
decomposeWithLibTorch(TorchBuilder &b, OperatorOp op,
                      llvm::function_ref<bool(llvm::StringRef)> isWanted);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H
