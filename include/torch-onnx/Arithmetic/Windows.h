//===- Windows.h - Convolutions and pools of tensors ------------*- C++ -*-===//
//
// Windows over the last dimensions of an f64 tensor [batch, channels, ...], and
// functions of their elements: the formulas of ONNX's Conv, ConvTranspose and
// pools.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_WINDOWS_H
#define TORCH_ONNX_ARITHMETIC_WINDOWS_H

#include "torch-onnx/Arithmetic/Tensor.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace torch_onnx::arithmetic {

/// The windows along one dimension.
struct WindowAxis {
  int64_t kernel = 1, stride = 1, dilation = 1;
  /// Padding before the first element and after the last one.
  int64_t begin = 0, end = 0;
  /// The number of windows.
  int64_t count = 0;

  /// The distance from the first to the last element of a window, plus one.
  int64_t span() const { return dilation * (kernel - 1) + 1; }
};

/// An element of a window: its row-major positions in the kernel and in the
/// operand.
struct Tap {
  int64_t kernel, element;
};

/// Calls `visit` for each window in order, with its number, its elements in the
/// operand, and the number of its elements in the operand or the padding.
void forEachWindow(
    llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<WindowAxis> axes,
    llvm::function_ref<void(int64_t, llvm::ArrayRef<Tap>, int64_t)> visit);

/// Convolves `x` [batch, channels, ...] with `weight` [outputs, channels /
/// groups, ...]. `bias` is [outputs].
std::optional<Tensor> convolve(const Tensor &x, const Tensor &weight,
                               const std::optional<Tensor> &bias,
                               llvm::ArrayRef<WindowAxis> axes, int64_t groups);

/// The transposed convolution to images of `sizes`: `weight` is [channels,
/// outputs / groups, ...], and the windows of the result are the elements of
/// `x`.
std::optional<Tensor> convolveTransposed(const Tensor &x, const Tensor &weight,
                                         const std::optional<Tensor> &bias,
                                         llvm::ArrayRef<WindowAxis> axes,
                                         llvm::ArrayRef<int64_t> sizes,
                                         int64_t groups);

/// Computes a number for each window from its elements and the number of its
/// elements in the operand or the padding.
using PoolFunction =
    llvm::function_ref<double(llvm::ArrayRef<double>, int64_t)>;
std::optional<Tensor> pool(const Tensor &x, llvm::ArrayRef<WindowAxis> axes,
                           PoolFunction function);

/// The first maximum of each window (a NaN if there is one) and its position in
/// `x` (i64, -1 for an empty window).
struct Maxima {
  Tensor values, places;
};
std::optional<Maxima> poolMaxima(const Tensor &x,
                                 llvm::ArrayRef<WindowAxis> axes);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_WINDOWS_H
