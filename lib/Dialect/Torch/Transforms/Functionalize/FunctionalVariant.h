//===- FunctionalVariant.h - Variants that do not write ---------*- C++ -*-===//
//
// Finds the functional variant of an operator that writes to arguments: `add`
// for `add_`. It is found in the schema table by name and arguments; there is
// no list of pairs.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALVARIANT_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALVARIANT_H

#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include <optional>

namespace torch_onnx::torch {

struct FunctionalVariant {
  /// Marks an argument of the variant that the other operator does not have.
  static constexpr unsigned notGiven = ~0u;

  const Schema *schema;
  /// For each argument of the variant, the argument of the in-place operator.
  llvm::SmallVector<unsigned, 8> args;
};

/// The variant of a schema that writes to an argument, or nothing. A variant
/// never writes; it may be a view (`unsqueeze` for `unsqueeze_`).
///
/// - `add_.Tensor` has `add.Tensor`, `__iadd__.Tensor` has `__add__.Tensor`;
/// - if overloads have other names, any overload with the same arguments:
///   `pow_.Scalar` has `pow.Tensor_Scalar`;
/// - otherwise the name with `_functional`, which returns the new values of the
///   written arguments after all other results: `normal_functional.default`.
std::optional<FunctionalVariant> findFunctionalVariant(const Schema &schema);

/// The variant of a schema that only writes its results to keyword arguments:
/// `mul.out` has `mul.Tensor`, `arange.start_out` has `arange.start_step`,
/// `max.dim_max` has `max.dim`. An argument that only the variant has (the
/// dtype of a factory) is `notGiven`.
std::optional<FunctionalVariant> findOutVariant(const Schema &schema);

/// Operators that resize the first argument and keep its elements.
bool isResize(llvm::StringRef target);

/// set_(self, source): the tensor gets the memory and the shape of another one.
bool isSet(llvm::StringRef target);

/// First operand of argument `index` (for a list: of its first value).
unsigned getFirstOperand(OperatorOp op, unsigned index);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_TRANSFORMS_FUNCTIONALVARIANT_H
