//===- Shapes.h - Shape arithmetic shared by families -----------*- C++ -*-===//
//
// Functions used by the type rules of several families.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H

#include "Inference.h"

namespace torch_onnx::torch {

/// Normalizes a dimension to [0, rank); nothing if it is out of range.
inline std::optional<int64_t> wrapDim(std::optional<int64_t> dim,
                                      int64_t rank) {
  if (!dim || *dim < -rank || *dim >= rank)
    return std::nullopt;
  return *dim < 0 ? *dim + rank : *dim;
}

/// The length of `x[start:end:step]` along a dimension of `size`, by Python's
/// rules for negative and out-of-range indices; null unless the step is known
/// to be positive.
mlir::AffineExpr sliceSize(Inference &b, mlir::AffineExpr size,
                           mlir::AffineExpr start, mlir::AffineExpr end,
                           mlir::AffineExpr step);

/// Completes `shape`, in which one size may be -1, for the elements of
/// `source`.
Dims reshapeDims(Inference &b, mlir::ArrayRef<mlir::AffineExpr> source,
                 mlir::ArrayRef<mlir::AffineExpr> shape);

/// The types of the pieces of `x` along `axis`.
Inferred split(Inference &b, mlir::RankedTensorType x, int64_t axis,
               mlir::ArrayRef<mlir::AffineExpr> sizes);

/// The type of a concatenation along `axis`; empty tensors of rank 1 are
/// skipped, as in PyTorch.
Inferred concatenate(Inference &b,
                     mlir::ArrayRef<mlir::RankedTensorType> tensors,
                     int64_t axis);

/// resize, as_strided: the sizes of argument `size`, the dtype of `self`.
Inferred inferSizes(Inference &b);

//===--- Tensors from nothing ---------------------------------------------===//

inline mlir::Type getF32(Inference &b) { return b.f32(); }
inline mlir::Type getI64(Inference &b) { return b.i64(); }

/// The result has the sizes of argument `size`, and the given dtype or a
/// default.
TypeRule sized(mlir::Type (*defaultType)(Inference &b));

/// The result has one dimension, whose size is an argument.
TypeRule vector(llvm::StringRef name, mlir::Type (*defaultType)(Inference &b));

/// The result has the shape of `self`, and its dtype unless one is given.
Inferred inferLike(Inference &b);

//===--- Reductions -------------------------------------------------------===//

inline mlir::Type toSum(Inference &b, mlir::Type type) { return b.toSum(type); }
inline mlir::Type toFloat(Inference &b, mlir::Type type) {
  return b.toFloat(type);
}

/// Two results with the shape that remains after reducing the axes of argument
/// `dim`; the second is the indices.
Inferred inferWithIndices(Inference &b);

//===--- Images -----------------------------------------------------------===//

/// The number of windows along one dimension. With ceil mode the last window
/// may extend past the end, but must not start there.
mlir::AffineExpr countWindows(Inference &b, mlir::AffineExpr size,
                              int64_t kernel, int64_t stride, int64_t padding,
                              int64_t dilation, bool ceilMode);

/// Checks PyTorch's constraints on windows (ATen/native/Pool.h
/// pool2d_shape_check, im2col_shape_check.h).
void checkWindow(Inference &b, int64_t kernel, int64_t stride, int64_t padding,
                 int64_t dilation);

/// The type of the first tensor, with the sizes of its last `spatial`
/// dimensions replaced by those of argument `name`.
Inferred inferSized(Inference &b, int64_t spatial, llvm::StringRef name);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H
