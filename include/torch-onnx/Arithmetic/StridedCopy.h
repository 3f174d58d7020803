//===- StridedCopy.h - Gathers a strided tensor -----------------*- C++ -*-===//
//
// Packs elements with arbitrary strides in row-major order, all of them or a
// range.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_STRIDEDCOPY_H
#define TORCH_ONNX_ARITHMETIC_STRIDEDCOPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace torch_onnx::arithmetic {

/// A tensor in memory. Its address computations must have been checked, see the
/// verifier of #weight.file.
class StridedSource {
public:
  StridedSource() = default;
  /// `base` is the first element, `width` the bytes per element (1, 2, 4, 8 or
  /// 16). Strides are in elements and not negative. The shape has no 0.
  StridedSource(const char *base, int64_t width, llvm::ArrayRef<int64_t> shape,
                llvm::ArrayRef<int64_t> strides);

  /// Writes the elements [first, first + count) in row-major order to `out`.
  void copy(int64_t first, int64_t count, char *out) const;

  /// The address of the elements from `first` on; null unless the source is
  /// already packed in row-major order.
  const char *getPacked(int64_t first) const {
    return sizes.size() == 1 && strides[0] == 1 ? base + first * width
                                                : nullptr;
  }

  /// The number of elements to copy at a time when all are copied in order:
  /// about `wanted`, or more (at most `limit`) if pieces would only read parts
  /// of cache lines.
  int64_t getPieceSize(int64_t wanted, int64_t limit) const;

private:
  void copyFrom(size_t dim, const char *from, int64_t first, int64_t count,
                char *out) const;

  const char *base = nullptr;
  int64_t width = 0;
  /// Dimensions of size 1 are dropped, and adjacent dimensions with a common
  /// stride are merged: a contiguous tensor has one dimension of stride 1.
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// The number of elements in one step of each dimension.
  llvm::SmallVector<int64_t, 4> inner;
};

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_STRIDEDCOPY_H
