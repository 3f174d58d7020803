//===- Linalg.h - Conventions of linear algebra -----------------*- C++ -*-===//
//
// What the types and the values of linear algebra both depend on.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_LINALG_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_LINALG_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/BuiltinTypes.h"

namespace torch_onnx::torch {

/// Whether the right-hand sides `b` are vectors, one for each matrix
/// (at::native::linalg_solve_is_vector_rhs).
bool hasVectors(mlir::RankedTensorType a, mlir::RankedTensorType b);

/// Which residuals linalg_lstsq returns.
enum class Residuals {
  None,
  /// One for each right-hand side.
  All,
  /// None or all, which depends on a size or on the rank of a matrix.
  Unknown
};

/// The residuals for matrices of these sizes, of which one may be unknown.
/// `isAtLeast` tells whether the first size is known not to be less than the
/// second one.
Residuals getResiduals(
    llvm::StringRef driver, mlir::AffineExpr rows, mlir::AffineExpr columns,
    llvm::function_ref<bool(mlir::AffineExpr, mlir::AffineExpr)> isAtLeast);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_LINALG_H
