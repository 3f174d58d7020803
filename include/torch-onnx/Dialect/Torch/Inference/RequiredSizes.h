//===- RequiredSizes.h - Sizes with which operators do not fail -*- C++ -*-===//
//
// If a type rule finds two expressions for one size, such as the columns and
// the rows of a matrix product, they are equal in every run that does not fail.
// If it finds that a kernel must fit into an input, its size has a bound.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_REQUIREDSIZES_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_REQUIREDSIZES_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace torch_onnx::torch {

/// During its lifetime, collects what type rules on this thread require of
/// sizes, in the order of the calls.
class RequiredSizes {
public:
  RequiredSizes();
  ~RequiredSizes();
  RequiredSizes(const RequiredSizes &) = delete;
  RequiredSizes &operator=(const RequiredSizes &) = delete;

  /// Pairs of expressions for one size.
  llvm::ArrayRef<std::pair<mlir::AffineExpr, mlir::AffineExpr>>
  getEqual() const {
    return equal;
  }
  /// Expressions that are at least 0.
  llvm::ArrayRef<mlir::AffineExpr> getNonNegative() const {
    return nonNegative;
  }

  /// These add to the collector of this thread, if there is one.
  static void addEqual(mlir::AffineExpr lhs, mlir::AffineExpr rhs);
  static void addNonNegative(mlir::AffineExpr expr);

private:
  llvm::SmallVector<std::pair<mlir::AffineExpr, mlir::AffineExpr>> equal;
  llvm::SmallVector<mlir::AffineExpr> nonNegative;
  RequiredSizes *outer;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_REQUIREDSIZES_H
