//===- NumberExprs.h - Expressions of symbolic integers ---------*- C++ -*-===//
//
// What an i64 value of a torch program (a SymInt) is in terms of the symbols
// of its types, so that a size given to an operator becomes a dimension of its
// result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_NUMBEREXPRS_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_NUMBEREXPRS_H

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace torch_onnx::torch {

/// Remembers what it was asked, so a function is gone through once. Values
/// must outlive it, and so must the types of the tensors whose sizes are read.
class NumberExprs {
public:
  /// `ranges` decide what depends on signs and on order: remainders, maxima,
  /// minima, and sizes that broadcast.
  explicit NumberExprs(sym::Ranges ranges = {}) : ranges(std::move(ranges)) {}

  /// The expression of a symbolic integer, null when it has none.
  mlir::AffineExpr get(mlir::Value number);
  /// The same of an element of a list, which may be a literal or None.
  mlir::AffineExpr get(mlir::OpFoldResult number);
  /// The same of an argument of type int or SymInt.
  mlir::AffineExpr get(const Arguments &args, llvm::StringRef name);

  /// Whether a condition (i1) holds; nothing where the ranges do not settle it.
  std::optional<bool> isTrue(mlir::Value condition);

  const sym::Ranges &getRanges() const { return ranges; }

  /// Known bounds of a size; nothing when it is unknown itself.
  std::optional<int64_t> lowerBound(mlir::AffineExpr expr) const;
  std::optional<int64_t> upperBound(mlir::AffineExpr expr) const;

private:
  mlir::AffineExpr compute(mlir::Operation *op);
  std::optional<bool> decide(mlir::Value condition) const;

  sym::Ranges ranges;
  llvm::DenseMap<mlir::Value, mlir::AffineExpr> exprs;
};

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_INFERENCE_NUMBEREXPRS_H
