//===- Operands.h - Operands of onnx operations -----------------*- C++ -*-===//
//
// Types, absent operands, axes and users, for all code that inspects operations
// of the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_IR_OPERANDS_H
#define TORCH_ONNX_DIALECT_ONNX_IR_OPERANDS_H

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <array>
#include <utility>

namespace torch_onnx::onnx {

/// False for an absent optional operand, whose type is none.
inline bool isPresent(mlir::Value value) {
  return value && !llvm::isa<mlir::NoneType>(value.getType());
}
/// The value; null if it is absent.
inline mlir::Value getPresent(mlir::Value value) {
  return isPresent(value) ? value : mlir::Value();
}

/// The type of a tensor and its parts.
inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}
inline int64_t rankOf(mlir::Value value) { return typeOf(value).getRank(); }
inline mlir::Type elementTypeOf(mlir::Value value) {
  return typeOf(value).getElementType();
}
/// The dimensions: constants, symbolic expressions, null if unknown.
inline llvm::SmallVector<mlir::AffineExpr> dimsOf(mlir::Value value) {
  return sym::getDims(typeOf(value));
}

/// Both orders of the operands of a commutative operator.
template <typename OpT>
std::array<std::pair<mlir::Value, mlir::Value>, 2> inBothOrders(OpT op) {
  return {{{op.getA(), op.getB()}, {op.getB(), op.getA()}}};
}

/// Normalizes an axis to [0, rank).
inline int64_t normalizeAxis(int64_t axis, int64_t rank) {
  return axis < 0 ? axis + rank : axis;
}

/// A float attribute in double precision.
inline double toDouble(const llvm::APFloat &number) {
  return number.convertToDouble();
}

/// The operation that defines `value`, if it is of this kind and the value has
/// no other use.
template <typename OpT> OpT getSingleUseProducer(mlir::Value value) {
  return value.hasOneUse() ? value.getDefiningOp<OpT>() : OpT();
}
/// The only user of a value if it is an OpT; otherwise null.
template <typename OpT> OpT getOnlyUser(mlir::Value value) {
  return value.hasOneUse() ? llvm::dyn_cast<OpT>(*value.user_begin()) : OpT();
}

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_IR_OPERANDS_H
