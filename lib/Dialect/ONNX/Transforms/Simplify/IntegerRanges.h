//===- IntegerRanges.h - Ranges of the elements of a tensor -----*- C++ -*-===//
//
// Bounds for all elements of an integer tensor, inferred from the operations
// that compute it. Rewrites use them where a form is only right for some
// integers: indices that cannot be negative, numbers that fit in 32 bits.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_INTEGERRANGES_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_INTEGERRANGES_H

#include "mlir/IR/Value.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"

namespace torch_onnx::onnx {

/// The largest size of a dimension that getIntegerRange() considers, so that a
/// sum of three sizes fits in 32 bits. A tensor with a larger dimension has
/// more than 500 million elements.
inline constexpr int64_t kMaxDimension = (int64_t(1) << 29) - 1;

/// A range of 64 bits that contains all elements of a tensor of integers or
/// bool; the full range if nothing is known. Only the signed bounds are
/// meaningful. Understands the older forms of operators (onnx.Custom), and
/// visits a bounded number of operations.
mlir::ConstantIntRanges getIntegerRange(mlir::Value value);

/// Whether no element is negative.
bool isNonNegative(mlir::Value value);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_INTEGERRANGES_H
