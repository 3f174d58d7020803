//===- EqualSizes.h - Sizes that operators require to be equal --*- C++ -*-===//
//
// If a type rule finds two expressions for one size, such as the columns and
// the rows of a matrix product, they are equal in every run that does not fail.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_EQUALSIZES_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_EQUALSIZES_H

#include "mlir/IR/AffineExpr.h"
#include "llvm/ADT/SmallVector.h"

#include <utility>

namespace torch_onnx::torch {

/// During its lifetime, collects the pairs of expressions that type rules on
/// this thread find for one size, in the order of the calls.
class EqualSizes {
public:
  EqualSizes();
  ~EqualSizes();
  EqualSizes(const EqualSizes &) = delete;
  EqualSizes &operator=(const EqualSizes &) = delete;

  llvm::ArrayRef<std::pair<mlir::AffineExpr, mlir::AffineExpr>> get() const {
    return pairs;
  }

  /// Adds a pair to the collector of this thread, if there is one.
  static void add(mlir::AffineExpr lhs, mlir::AffineExpr rhs);

private:
  llvm::SmallVector<std::pair<mlir::AffineExpr, mlir::AffineExpr>> pairs;
  EqualSizes *outer;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_EQUALSIZES_H
