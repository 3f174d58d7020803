//===- DecomposeImpl.h - Sources of decompositions --------------*- C++ -*-===//
//
// The sources of decompositions of the pass torch-decompose: the rules of the
// compiler, then LibTorch.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H

#include "TorchBuilder.h"

#include <functional>

namespace torch_onnx::torch {

/// The values that replace the results of an operation.
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

/// Builds the decomposition of an operation with these arguments; refuses by
/// TorchBuilder::refuse.
using DecomposeFn =
    std::function<Decomposed(TorchBuilder &b, const Arguments &args)>;

/// The rule for an operator, and its properties.
struct Decomposition {
  template <typename Rule, typename = std::enable_if_t<std::is_invocable_v<
                               Rule, TorchBuilder &, const Arguments &>>>
  Decomposition(Rule rule) : rule(std::move(rule)) {}

  /// The rule accepts dynamic integers for arguments of type SymInt. Other
  /// rules need constants.
  Decomposition &&withSizes() && {
    takesSizes = true;
    return std::move(*this);
  }
  /// The rule takes precedence over the lowering of the operator for operations
  /// for which `when` holds.
  Decomposition &&insteadOfLowering(bool (*when)(OperatorOp)) && {
    isPreferred = when;
    return std::move(*this);
  }
  /// The condition under which eager mode raises no error: the operand is "an
  /// invertible matrix". The decomposition does not check it.
  Decomposition &&expecting(llvm::StringRef operand) && {
    uncheckedError = operand;
    return std::move(*this);
  }
  /// A warning about an assumption that the program does not guarantee and that
  /// the results depend on.
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

using enum losses::Reduction;

/// Returns a literal that a rule needs. Textual IR may have a literal of
/// another kind, which is refused.
template <typename T> T require(TorchBuilder &b, std::optional<T> literal) {
  if (!literal)
    b.refuse("its rule expects constants of the kinds in its schema, found "
             "another one");
  return literal.value_or(T());
}

/// Arguments, which may be lists or None, as arguments of another call, in its
/// order.
llvm::SmallVector<CallArgument>
passArguments(const Arguments &args, llvm::ArrayRef<llvm::StringRef> names);

/// Splits one dimension into equal parts.
llvm::SmallVector<mlir::Value> split(TorchBuilder &b, mlir::Value x,
                                     int64_t count, int64_t axis);

/// The scores of an attention without those where `mask` is true: -inf, for
/// which a softmax gives 0.
mlir::Value hideScores(TorchBuilder &b, mlir::Value scores, mlir::Value mask);

/// Refuses complex elements, whose formulas contain conjugates.
void requireReal(TorchBuilder &b, mlir::Value x);

/// Casts a tensor to the dtype in which eager's kernels compute (opmath_type in
/// ATen/OpMathType.h): float32 for narrower floats. If one kernel of eager mode
/// computes a formula, intermediate values are not rounded
/// (docs/Rationale/Numbers.md).
mlir::Value getInOpMath(TorchBuilder &b, mlir::Value x);

/// The number of elements of a tensor; refuses dynamic sizes.
CallArgument getElementCount(TorchBuilder &b, mlir::Value x);

/// The rules of Decompose*Derivatives.cpp.
void addDerivativeDecompositions(Decompositions &rules);
void addLayerDerivativeDecompositions(Decompositions &rules);
void addLossDerivativeDecompositions(Decompositions &rules);
void addSamplingDerivativeDecompositions(Decompositions &rules);

/// The rules of DecomposeAttention.cpp.
void addAttentionDecompositions(Decompositions &rules);

/// The rules of DecomposeCtcLoss.cpp.
void addCtcLossDecompositions(Decompositions &rules);

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

/// The rule for an operator; null if there is none or the schema is null.
const Decomposition *findDecomposition(const Schema *schema);

/// Builds the operators that LibTorch's composite kernel calls for `op`.
/// Operators for which `isWanted` holds are not decomposed further. Loads
/// LibTorch.
Decomposed
decomposeWithLibTorch(TorchBuilder &b, OperatorOp op,
                      llvm::function_ref<bool(llvm::StringRef)> isWanted);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_DECOMPOSEIMPL_H
