//===- ShapeUtils.h - Shapes and types of onnx values -----------*- C++ -*-===//
//
// What type rules, the builder and rewrites know of shapes: broadcasting, types
// that agree, and tensors of integers that are computed from shapes. Sizes are
// those of Sym/IR/Dims.h; null is an unknown size.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_SHAPEUTILS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_SHAPEUTILS_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/TypeRange.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace torch_onnx::onnx {

//===----------------------------------------------------------------------===//
// Dimensions and types
//===----------------------------------------------------------------------===//

/// Size of two dimensions that broadcast; null where it does not follow. Two
/// static sizes that do not fit give the first one.
mlir::AffineExpr broadcastDim(mlir::AffineExpr lhs, mlir::AffineExpr rhs);

/// Shape of the result of numpy broadcasting.
llvm::SmallVector<mlir::AffineExpr>
broadcastDims(llvm::ArrayRef<mlir::AffineExpr> lhs,
              llvm::ArrayRef<mlir::AffineExpr> rhs);

/// Size of [start, end) by `step` of a static dimension, by numpy's rules.
int64_t getSliceSize(int64_t size, int64_t start, int64_t end, int64_t step);

/// Whether the types may be of one value: equal element types, ranks and static
/// sizes. Symbolic and unknown sizes agree with all others; an unranked tensor
/// agrees with all ranks; `none`, the type of an optional result that is not
/// wanted, with what the result would be.
bool areCompatible(mlir::Type inferred, mlir::Type declared);
bool areCompatible(mlir::TypeRange inferred, mlir::TypeRange declared);

/// All that two compatible types say. Of two sizes the static one is taken,
/// else the one that is known, else the declared one.
mlir::Type refineType(mlir::Type declared, mlir::Type inferred);

/// What two types have in common, as a result has that is one or the other;
/// null when they are not of one kind or element type. Tensors of different
/// ranks have an unranked tensor in common.
mlir::Type joinTypes(mlir::Type a, mlir::Type b);

//===----------------------------------------------------------------------===//
// Values of shape arithmetic
//===----------------------------------------------------------------------===//

/// An integer in terms of symbols; `expr` is null if it is not known.
struct SizeValue {
  mlir::AffineExpr expr;
  /// The value is a size, or computed of sizes so that it is never negative.
  bool nonNegative = false;
};

/// The elements of a 0-d or 1-d tensor of integers that is computed from
/// constants and shapes: by Constant, Shape, Size, Gather, Slice, Concat,
/// Split, Squeeze, Unsqueeze, Reshape, Expand, Identity, Cast, Add, Sub, Mul,
/// Div, Mod, Neg, Min, Max, Equal, Where, Range, ConstantOfShape, ReduceSum and
/// ReduceProd. Nothing if the number of elements is not known or too large.
/// Looks at a bounded number of operations. A size is taken to fit in i32 where
/// it is cast to that.
std::optional<llvm::SmallVector<SizeValue>> getSizeValues(mlir::Value value);

/// The same without the bounds.
std::optional<llvm::SmallVector<mlir::AffineExpr>> getSizes(mlir::Value value);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_SHAPEUTILS_H
