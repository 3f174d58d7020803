//===- Windows.h - Convolutions and pools of tensors ------------*- C++ -*-===//
//
// Windows that slide over the last dimensions of a tensor [batch, channels,
// ...] of f64, and what is computed of their elements: the formulas of ONNX's
// Conv, ConvTranspose and pools.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_WINDOWS_H
#define TORCH_ONNX_ARITHMETIC_WINDOWS_H

#include "torch-onnx/Arithmetic/Tensor.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace torch_onnx::arithmetic {

/// How windows slide along one dimension.
struct WindowAxis {
  int64_t kernel = 1, stride = 1, dilation = 1;
  /// Padding before the first element and after the last one.
  int64_t begin = 0, end = 0;
  /// How many windows there are.
  int64_t count = 0;

  /// From the first element of a window to the last one.
  int64_t span() const { return dilation * (kernel - 1) + 1; }
};

/// An element of a window: where it is in the kernel and in the operand, both
/// counted in row-major order.
struct Tap {
  int64_t kernel, element;
};

/// Calls `visit` for each window, in order, with its number, the elements that
/// are in the operand, and how many elements are in the operand or its padding.
void forEachWindow(
    llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<WindowAxis> axes,
    llvm::function_ref<void(int64_t, llvm::ArrayRef<Tap>, int64_t)> visit);

/// `x` [batch, channels, ...] by `weight` [outputs, channels / groups, ...].
/// `bias` [outputs] may be null.
std::optional<Tensor> convolve(const Tensor &x, const Tensor &weight,
                               const Tensor *bias,
                               llvm::ArrayRef<WindowAxis> axes, int64_t groups);

/// The same transposed, to images of `sizes`: `weight` is [channels, outputs /
/// groups, ...], and the windows of the result are the elements of `x`.
std::optional<Tensor> convolveTransposed(const Tensor &x, const Tensor &weight,
                                         const Tensor *bias,
                                         llvm::ArrayRef<WindowAxis> axes,
                                         llvm::ArrayRef<int64_t> sizes,
                                         int64_t groups);

/// One number of each window: of the elements, and the number that are in the
/// operand or its padding.
using PoolFunction =
    llvm::function_ref<double(llvm::ArrayRef<double>, int64_t)>;
std::optional<Tensor> pool(const Tensor &x, llvm::ArrayRef<WindowAxis> axes,
                           PoolFunction function);

/// The first greatest element of each window, a NaN if there is one, and where
/// it is in `x` (i64, -1 for an empty window).
struct Maxima {
  Tensor values, places;
};
std::optional<Maxima> poolMaxima(const Tensor &x,
                                 llvm::ArrayRef<WindowAxis> axes);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_WINDOWS_H
