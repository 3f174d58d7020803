//===- Reduce.h - Reductions that families share ----------------*- C++ -*-===//
//
// What the files of reductions share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_REDUCE_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_REDUCE_H

#include "Lowering.h"

namespace torch_onnx {

/// Whether a size may be 0 when the model runs, and whether a tensor may be
/// empty: by the ranges of the program, which begin at 0 for
/// torch.export.Dim("n") without a `min`.
bool mayBeZero(Lowering &b, mlir::AffineExpr size);
bool mayBeEmpty(Lowering &b, mlir::Value x);

/// Whether a tensor has no elements in any run: nothing is to be computed, and
/// runtimes stumble over it.
bool isKnownEmpty(Lowering &b, mlir::Value x);

/// A reduction of ONNX, in a type that has it: `op` must wrap around or not
/// overflow in integers. `x` itself when there is nothing to reduce, so `op`
/// must leave a single number what it is.
mlir::Value buildReduce(Lowering &b, llvm::StringRef op, mlir::Value x,
                        llvm::ArrayRef<int64_t> axes, bool keepDims);

/// (sum |x|^p)^(1/p) and its limits: p = 0 counts what is not zero, +-inf are
/// the largest and the smallest. `x` is of a floating type.
mlir::Value buildVectorNorm(Lowering &b, mlir::Value x, double p,
                            llvm::ArrayRef<int64_t> axes, bool keepDims);

/// The largest or smallest number along `axes`, NaN where one is NaN, which
/// reductions of runtimes lose. `op` is ReduceMax or ReduceMin.
mlir::Value buildExtreme(Lowering &b, llvm::StringRef op, mlir::Value x,
                         llvm::ArrayRef<int64_t> axes, bool keepDims);

/// {value, position} of the extreme along an axis, where the first NaN is the
/// largest and the smallest number; what is not wanted is null.
std::pair<mlir::Value, mlir::Value>
buildArgExtreme(Lowering &b, mlir::Value x, int64_t axis, bool largest,
                bool keepDims, bool wantsValue, bool wantsIndex);

/// The places of the first `k` elements along an axis (1-d i64 with one
/// element; `size` is its expression when it is known) in the order of PyTorch:
/// NaN is the largest number, equal elements stay in the order that they have.
mlir::Value buildOrder(Lowering &b, mlir::Value x, mlir::Value k,
                       mlir::AffineExpr size, int64_t axis, bool descending);

/// True when it is known that each result is of at most `limit` elements.
bool isReductionOfAtMost(Lowering &b, mlir::Value x,
                         llvm::ArrayRef<int64_t> axes, int64_t limit);

/// The mean, NaN where there is nothing: ONNX leaves that open.
mlir::Value buildMean(Lowering &b, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                      bool keepDims);

/// The number of elements along `axes` as a 0-d tensor.
mlir::Value buildCount(Lowering &b, mlir::Value x, llvm::ArrayRef<int64_t> axes,
                       mlir::Type elementType);

/// All axes of `x` but `axis`; all of them when `axis` is negative.
llvm::SmallVector<int64_t> getOtherAxes(mlir::Value x, int64_t axis);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_REDUCE_H
