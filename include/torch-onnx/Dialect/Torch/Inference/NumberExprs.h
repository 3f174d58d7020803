//===- NumberExprs.h - Expressions of symbolic integers ---------*- C++ -*-===//
//
// Expresses the i64 values (SymInts) of a torch program by the symbols of its
// types. A size argument of an operator thus becomes a dimension of its result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_INFERENCE_NUMBEREXPRS_H
#define TORCH_ONNX_DIALECT_TORCH_INFERENCE_NUMBEREXPRS_H

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseMap.h"

namespace torch_onnx::torch {

/// Caches its answers, so each operation of a function is visited once. Values
/// must outlive the object, and so must the types of the tensors whose sizes
/// are read.
class NumberExprs {
public:
  /// `ranges` decide remainders, maxima, minima and broadcast sizes, which
  /// depend on signs and order.
  explicit NumberExprs(sym::Ranges ranges = {}) : ranges(std::move(ranges)) {}

  /// The expression of a symbolic integer; null if it has none.
  mlir::AffineExpr get(mlir::Value number);
  /// The expression of an element of a list, which may be a literal or None.
  mlir::AffineExpr get(mlir::OpFoldResult number);
  /// The expression of an argument of type int or SymInt.
  mlir::AffineExpr get(const Arguments &args, llvm::StringRef name);

  /// Whether a condition (i1) holds; nothing if the ranges do not decide it.
  std::optional<bool> isTrue(mlir::Value condition);

  const sym::Ranges &getRanges() const { return ranges; }

  /// Known bounds of a size; nothing if the size is unknown.
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
