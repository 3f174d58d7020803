//===- StridedCopy.h - Gathers a strided tensor -----------------*- C++ -*-===//
//
// Elements at any strides in memory, written packed in row-major order, whole
// or any range of them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_STRIDEDCOPY_H
#define TORCH_ONNX_ARITHMETIC_STRIDEDCOPY_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace torch_onnx::arithmetic {

/// A tensor in memory. Its address computations must have been checked: see
/// #weight.file's verifier.
class StridedSource {
public:
  StridedSource() = default;
  /// `base` is the first element, `width` the bytes of one (1, 2, 4, 8 or 16),
  /// strides count elements and are not negative. The shape has no 0.
  StridedSource(const char *base, int64_t width, llvm::ArrayRef<int64_t> shape,
                llvm::ArrayRef<int64_t> strides);

  /// Writes the elements [first, first + count) in row-major order to `out`.
  void copy(int64_t first, int64_t count, char *out) const;

  /// The elements from `first` on, where they are: null unless all of them are
  /// packed in row-major order already.
  const char *getPacked(int64_t first) const {
    return sizes.size() == 1 && strides[0] == 1 ? base + first * width
                                                : nullptr;
  }

  /// How many elements to copy at a time when all are copied front to back:
  /// about `wanted`, and more (at most `limit`) if pieces would otherwise read
  /// only a part of each cache line they touch.
  int64_t getPieceSize(int64_t wanted, int64_t limit) const;

private:
  void copyFrom(size_t dim, const char *from, int64_t first, int64_t count,
                char *out) const;

  const char *base = nullptr;
  int64_t width = 0;
  /// Without dimensions of size 1, and with neighbours that one stride can
  /// walk made one: a contiguous tensor has one dimension of stride 1.
  llvm::SmallVector<int64_t, 4> sizes, strides;
  /// Elements in one step of each dimension.
  llvm::SmallVector<int64_t, 4> inner;
};

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_STRIDEDCOPY_H
