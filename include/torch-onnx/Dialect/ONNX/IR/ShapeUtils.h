//===- ShapeUtils.h - Shapes and types of onnx values -----------*- C++ -*-===//
//
// Helpers for type rules, the builder and rewrites: broadcasting, compatible
// types, and integer tensors computed from shapes. Sizes are those of
// Sym/IR/Dims.h; null is an unknown size.
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

/// The size of two dimensions after broadcasting; null if it is unknown. For
/// two static sizes that do not fit, returns the first one.
mlir::AffineExpr broadcastDim(mlir::AffineExpr lhs, mlir::AffineExpr rhs);

/// The shape after numpy broadcasting.
llvm::SmallVector<mlir::AffineExpr>
broadcastDims(llvm::ArrayRef<mlir::AffineExpr> lhs,
              llvm::ArrayRef<mlir::AffineExpr> rhs);

/// The size of the slice [start, end) with `step` of a static dimension. A
/// backward slice from before the first element has that element.
int64_t getSliceSize(int64_t size, int64_t start, int64_t end, int64_t step);

/// Whether one value may have both types: equal element types, ranks and static
/// sizes. Symbolic and unknown sizes are compatible with all sizes, an unranked
/// tensor with all ranks, and `none`, the type of an unwanted optional result,
/// with all types.
bool areCompatible(mlir::Type inferred, mlir::Type declared);
bool areCompatible(mlir::TypeRange inferred, mlir::TypeRange declared);

/// The combined information of two compatible types. Of two sizes a static one
/// is preferred, then a known one, then the declared one.
mlir::Type refineType(mlir::Type declared, mlir::Type inferred);

/// The most specific type that covers both types; null if their kinds or
/// element types differ. For tensors of different ranks this is an unranked
/// tensor.
mlir::Type joinTypes(mlir::Type a, mlir::Type b);

//===----------------------------------------------------------------------===//
// Values of shape arithmetic
//===----------------------------------------------------------------------===//

/// An integer in terms of symbols; `expr` is null if it is unknown.
struct SizeValue {
  mlir::AffineExpr expr;
  /// Whether the value is a size or computed from sizes so that it is never
  /// negative.
  bool nonNegative = false;
};

/// The elements of a 0-d or 1-d integer tensor that is computed from constants
/// and shapes by Constant, Shape, Size, Gather, Slice, Concat, Split, Squeeze,
/// Unsqueeze, Reshape, Expand, Identity, Cast, Add, Sub, Mul, Div, Mod, Neg,
/// Min, Max, Equal, Where, Range, ConstantOfShape, ReduceSum and ReduceProd.
/// nullopt if the number of elements is unknown or too large. Visits a bounded
/// number of operations. Assumes that a size that is cast to i32 fits.
std::optional<llvm::SmallVector<SizeValue>> getSizeValues(mlir::Value value);

/// The expressions of getSizeValues().
std::optional<llvm::SmallVector<mlir::AffineExpr>> getSizes(mlir::Value value);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_SHAPEUTILS_H
