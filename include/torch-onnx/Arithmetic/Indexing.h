//===- Indexing.h - Scatters, orders, sets of elements ----------*- C++ -*-===//
//
// Functions of tensors in memory whose results depend on the values of indices
// or on the order of elements. See Tensor.h for what is returned where there is
// no result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_INDEXING_H
#define TORCH_ONNX_ARITHMETIC_INDEXING_H

#include "torch-onnx/Arithmetic/Tensor.h"

namespace torch_onnx::arithmetic {

/// What an update does with the element that is there; it replaces the element
/// if there is no function.
using Update = std::optional<BinaryOp>;

/// As ONNX's ScatterElements.
std::optional<Tensor> scatterElements(const Tensor &x, const Tensor &indices,
                                      const Tensor &updates, int64_t axis,
                                      Update update, bool *isDefined);
/// As ONNX's ScatterND.
std::optional<Tensor> scatterND(const Tensor &x, const Tensor &indices,
                                const Tensor &updates, Update update,
                                bool *isDefined);

/// The indices of the elements that are not zero, [rank, count].
std::optional<Tensor> nonZero(const Tensor &x);

/// For each row of `axis`, the positions in ascending (or descending) order of
/// the elements, equal ones in the order they have. A NaN is the greatest. The
/// first `count` of them, as i64.
std::optional<Tensor> argSort(const Tensor &x, int64_t axis, int64_t count,
                              bool isDescending);

/// For each row of `axis`, which has elements, the position of the first
/// greatest (or least) one, as i64; a NaN is both. The axis has size 1 then.
std::optional<Tensor> argExtreme(const Tensor &x, int64_t axis,
                                 bool isGreatest);

/// The slices of the first dimension that differ.
struct UniqueSlices {
  /// Of each distinct slice: where it is first, and how often it is there.
  llvm::SmallVector<int64_t> first, counts;
  /// Of each slice, which distinct one it is.
  llvm::SmallVector<int64_t> inverse;
};
/// In the order of their first elements that differ, or of their first places.
/// Elements without a width are compared by `less`, which orders addresses.
std::optional<UniqueSlices>
findUnique(const Tensor &x, bool isSorted,
           llvm::function_ref<bool(const void *, const void *)> less);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_INDEXING_H
