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

/// The rule for an operator, and what is known about it.
struct Decomposition {
  Decomposition(DecomposeFn rule) : rule(rule) {}

  /// It takes integers that only the run knows where the schema has SymInt;
  /// other rules take constants.
  Decomposition &&withSizes() && {
    takesSizes = true;
    return std::move(*this);
  }
  /// It is to be taken though the operator has a lowering, which does not take
  /// these arguments.
  Decomposition &&insteadOfLowering(bool (*when)(OperatorOp)) && {
    isPreferred = when;
    return std::move(*this);
  }
  /// What an operand must be so that eager raises no error: "an invertible
  /// matrix". The rule computes without one.
  Decomposition &&expecting(llvm::StringRef operand) && {
    uncheckedError = operand;
    return std::move(*this);
  }
  /// What it takes for granted, though the program does not say it and the
  /// numbers are wrong without it.
  Decomposition &&assuming(llvm::StringRef text) && {
    assumption = text;
    return std::move(*this);
  }

  DecomposeFn rule;
  bool takesSizes = false;
  bool (*isPreferred)(OperatorOp) = nullptr;
  llvm::StringRef uncheckedError, assumption;
};

using Decompositions = OperatorMap<Decomposition>;

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
void addDerivativeDecompositions(Decompositions &rules);
void addLayerDerivativeDecompositions(Decompositions &rules);
void addLossDerivativeDecompositions(Decompositions &rules);
void addSamplingDerivativeDecompositions(Decompositions &rules);

/// The rules of DecomposeAttention.cpp.
void addAttentionDecompositions(Decompositions &rules);

/// The rules of DecomposePrims.cpp.
void addPrimDecompositions(Decompositions &rules);

/// The rules of DecomposeQuant.cpp.
void addQuantDecompositions(Decompositions &rules);

/// The rules of DecomposePackedWeights.cpp.
void addPackedWeightDecompositions(Decompositions &rules);

/// The rules of DecomposeFft.cpp, for fft_*, stft and istft.
void addFftDecompositions(Decompositions &rules);
void addGammaDecompositions(Decompositions &rules);

/// The rules of DecomposeLinalg.cpp and DecomposeSpectral.cpp.
void addLinalgDecompositions(Decompositions &rules);
void addSpectralDecompositions(Decompositions &rules);

/// The rules of DecomposeTransformer.cpp.
void addTransformerDecompositions(Decompositions &rules);

/// The rule for an operator, or null; null for a null schema.
const Decomposition *findDecomposition(const Schema *schema);

/// Builds what LibTorch's composite kernel makes of `op`. Operators for which
/// `isWanted` holds are taken as they are. Loads LibTorch.
Decomposed
decomposeWithLibTorch(TorchBuilder &b, OperatorOp op,
                      llvm::function_ref<bool(llvm::StringRef)> isWanted);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H
