//===- Shapes.h - Arithmetic of shapes that families share ------*- C++ -*-===//
//
// What the rules of several families have in common.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H

#include "Inference.h"

namespace torch_onnx::torch {

/// A dimension counted from the front; nothing where there is none of `rank`.
inline std::optional<int64_t> wrapDim(std::optional<int64_t> dim,
                                      int64_t rank) {
  if (!dim || *dim < -rank || *dim >= rank)
    return std::nullopt;
  return *dim < 0 ? *dim + rank : *dim;
}

/// The length of `x[start:end:step]` along a dimension of `size`, by Python's
/// rules for what is negative or out of range.
mlir::AffineExpr sliceSize(Inference &b, mlir::AffineExpr size,
                           mlir::AffineExpr start, mlir::AffineExpr end,
                           int64_t step = 1);

/// `shape`, with -1 in one place, as the shape of `x`'s elements.
Dims reshapeDims(Inference &b, mlir::ArrayRef<mlir::AffineExpr> source,
                 mlir::ArrayRef<mlir::AffineExpr> shape);

/// The pieces of `x` along `axis`.
Inferred split(Inference &b, mlir::RankedTensorType x, int64_t axis,
               mlir::ArrayRef<mlir::AffineExpr> sizes);

/// Tensors one after the other along `axis`; empty tensors of rank 1 do not
/// count, as in PyTorch.
Inferred concatenate(Inference &b,
                     mlir::ArrayRef<mlir::RankedTensorType> tensors,
                     int64_t axis);

/// resize, as_strided: the sizes in argument `size`, the dtype of `self`.
Inferred inferSizes(Inference &b);

//===--- Tensors from nothing ---------------------------------------------===//

inline mlir::Type getF32(Inference &b) { return b.f32(); }
inline mlir::Type getI64(Inference &b) { return b.i64(); }

/// Of the sizes in argument `size`, and of the dtype given or a default.
TypeRule sized(mlir::Type (*defaultType)(Inference &b));

/// One dimension, of the size in an argument.
TypeRule vector(llvm::StringRef name, mlir::Type (*defaultType)(Inference &b));

/// The shape of `self`, another dtype if one is given.
Inferred inferLike(Inference &b);

//===--- Reductions -------------------------------------------------------===//

inline mlir::Type toSum(Inference &b, mlir::Type type) { return b.toSum(type); }
inline mlir::Type toFloat(Inference &b, mlir::Type type) {
  return b.toFloat(type);
}

/// Two results of the shape that is left over the axes of argument `dim`: the
/// second one of indices.
Inferred inferWithIndices(Inference &b);

//===--- Images -----------------------------------------------------------===//

/// The number of windows along one dimension. With ceil mode the last one may
/// reach over the end, but not begin there.
mlir::AffineExpr countWindows(Inference &b, mlir::AffineExpr size,
                              int64_t kernel, int64_t stride, int64_t padding,
                              int64_t dilation, bool ceilMode);

/// What PyTorch wants of windows (ATen/native/Pool.h pool2d_shape_check,
/// im2col_shape_check.h).
void checkWindow(Inference &b, int64_t kernel, int64_t stride, int64_t padding,
                 int64_t dilation);

/// The first tensor with other sizes of its last `spatial` dimensions, those in
/// argument `name`.
Inferred inferSized(Inference &b, int64_t spatial, llvm::StringRef name);

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H
