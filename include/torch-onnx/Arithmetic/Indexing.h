//===- Indexing.h - Scatters, orders, sets of elements ----------*- C++ -*-===//
//
// Functions of tensors in memory whose results depend on the values of indices
// or on the order of elements. See Tensor.h for the meaning of a missing
// result.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_INDEXING_H
#define TORCH_ONNX_ARITHMETIC_INDEXING_H

#include "torch-onnx/Arithmetic/Tensor.h"

namespace torch_onnx::arithmetic {

/// The function that combines an update with the existing element; without one,
/// the update replaces the element.
using Update = std::optional<BinaryOp>;

/// As ONNX's ScatterElements.
std::optional<Tensor> scatterElements(const Tensor &x, const Tensor &indices,
                                      const Tensor &updates, int64_t axis,
                                      Update update, bool *isDefined);
/// As ONNX's ScatterND.
std::optional<Tensor> scatterND(const Tensor &x, const Tensor &indices,
                                const Tensor &updates, Update update,
                                bool *isDefined);

/// The indices of the nonzero elements, [rank, count].
std::optional<Tensor> nonZero(const Tensor &x);

/// For each row along `axis`, the positions of the first `count` elements in
/// ascending (or descending) order, as i64. The sort is stable, and NaN is the
/// greatest.
std::optional<Tensor> argSort(const Tensor &x, int64_t axis, int64_t count,
                              bool isDescending);

/// For each row along `axis`, which is not empty, the position of the first
/// maximum (or minimum), as i64; a NaN is both. The axis gets size 1.
std::optional<Tensor> argExtreme(const Tensor &x, int64_t axis,
                                 bool isGreatest);

/// The distinct slices of the first dimension.
struct UniqueSlices {
  /// For each distinct slice, its first position and its number of occurrences.
  llvm::SmallVector<int64_t> first, counts;
  /// For each slice, the number of its distinct slice.
  llvm::SmallVector<int64_t> inverse;
};
/// Orders the slices by their first differing elements, or by their first
/// positions. Elements without a width are compared by `less`, which gets their
/// addresses.
std::optional<UniqueSlices>
findUnique(const Tensor &x, bool isSorted,
           llvm::function_ref<bool(const void *, const void *)> less);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_INDEXING_H
