//===- Reduce.h - Shared reductions -----------------------------*- C++ -*-===//
//
// Declarations that the files of reductions share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_REDUCE_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_REDUCE_H

#include "Lowering.h"

namespace torch_onnx {

/// Whether a size may be 0 at run time, and whether a tensor may be empty, by
/// the ranges of the program. A range begins at 0 for torch.export.Dim("n")
/// without a `min`.
bool mayBeZero(Lowering &b, mlir::AffineExpr size);
bool mayBeEmpty(Lowering &b, mlir::Value x);

/// Whether a tensor is known to be empty. Nothing has to be computed then, and
/// many runtimes fail on empty tensors.
bool isKnownEmpty(Lowering &b, mlir::Value x);

/// An ONNX reduction in a type that supports it. Returns `x` if there is
/// nothing to reduce, so `op` must be the identity on one element; on integers
/// it must wrap around or not overflow.
mlir::Value buildReduce(Lowering &b, llvm::StringRef op, mlir::Value x,
                        llvm::ArrayRef<int64_t> axes, bool keepDims);

/// (sum |x|^p)^(1/p) and its limits: p = 0 counts nonzero elements, +-inf give
/// the maximum and minimum. `x` is floating-point.
mlir::Value buildVectorNorm(Lowering &b, mlir::Value x, double p,
                            llvm::ArrayRef<int64_t> axes, bool keepDims);

/// The maximum or minimum along `axes`; NaN if an element is NaN, which
/// runtimes ignore. `op` is ReduceMax or ReduceMin.
mlir::Value buildExtreme(Lowering &b, llvm::StringRef op, mlir::Value x,
                         llvm::ArrayRef<int64_t> axes, bool keepDims);

/// Returns {value, position} of the maximum or minimum along an axis. The first
/// NaN counts as both. A result that is not wanted is null.
std::pair<mlir::Value, mlir::Value>
buildArgExtreme(Lowering &b, mlir::Value x, int64_t axis, bool largest,
                bool keepDims, bool wantsValue, bool wantsIndex);

/// The positions of the first `k` elements along an axis (1-d i64 with one
/// element; `size` is its expression, if known) in PyTorch's order: NaN is the
/// largest number, and the sort is stable.
mlir::Value buildOrder(Lowering &b, mlir::Value x, mlir::Value k,
                       mlir::AffineExpr size, int64_t axis, bool descending);

/// True when each result is known to reduce at most `limit` elements.
bool isReductionOfAtMost(Lowering &b, mlir::Value x,
                         llvm::ArrayRef<int64_t> axes, int64_t limit);

/// The mean; NaN for an empty reduction, which ONNX does not define.
mlir::Value buildMean(Lowering &b, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                      bool keepDims);

/// The number of elements along `axes` as a 0-d tensor.
mlir::Value buildCount(Lowering &b, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                       mlir::Type elementType);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_REDUCE_H
