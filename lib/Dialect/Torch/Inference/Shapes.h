//===- Shapes.h - Arithmetic of shapes that families share ------*- C++ -*-===//
//
// What rules of views, indexing and padding have in common.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H
#define TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H

#include "Inference.h"

namespace torch_onnx::torch {

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

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_LIB_DIALECT_TORCH_INFERENCE_SHAPES_H
