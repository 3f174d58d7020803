//===- FunctionalVariant.h - From add_ to add -------------------*- C++ -*-===//
//
// Finds the operator that computes what an in-place one writes. Found in the
// schema table, by name and arguments; there is no list of pairs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALVARIANT_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALVARIANT_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include <optional>

namespace torch_onnx::torch {

struct FunctionalVariant {
  /// An argument of the variant that the other operator does not have.
  static constexpr unsigned notGiven = ~0u;

  const Schema *schema;
  /// For each argument of the variant, the argument of the in-place operator.
  llvm::SmallVector<unsigned, 8> args;
};

/// The variant of a schema that writes to an argument, or nothing. A variant
/// never writes; it may be a view (`unsqueeze` for `unsqueeze_`).
///
/// - `add_.Tensor` has `add.Tensor`, `__iadd__.Tensor` has `__add__.Tensor`;
/// - where overloads are named differently, any with the same arguments:
///   `pow_.Scalar` has `pow.Tensor_Scalar`;
/// - else the name with `_functional`, which returns what it would have written
///   after all other results: `normal_functional.default`.
std::optional<FunctionalVariant> findFunctionalVariant(const Schema &schema);

/// The variant of a schema that writes its results to keyword arguments and
/// does nothing else: `mul.out` has `mul.Tensor`, `arange.start_out` has
/// `arange.start_step`, `max.dim_max` has `max.dim`. What only the variant
/// takes (the dtype of a factory) is `notGiven`.
std::optional<FunctionalVariant> findOutVariant(const Schema &schema);

/// Operators that resize the first argument and keep its elements.
bool isResize(llvm::StringRef target);

/// The argument of `op` as it would be given to buildOperator.
ArgumentSpec getArgument(OperatorOp op, unsigned index);

/// First operand of argument `index` (for a list: of its first value).
unsigned getFirstOperand(OperatorOp op, unsigned index);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALVARIANT_H
