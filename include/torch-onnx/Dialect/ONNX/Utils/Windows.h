//===- Windows.h - Convolutions and averages as products --------*- C++ -*-===//
//
// What onnx.Conv, onnx.ConvTranspose and onnx.AveragePool compute, by Gather
// and MatMul: for elements that these operators do not take, and for runtimes
// that lack a kernel of them. Elements are floats or integers; sums of integers
// wrap around. Sizes may be unknown before the run, and the batch may be empty.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_UTILS_WINDOWS_H
#define TORCH_ONNX_DIALECT_ONNX_UTILS_WINDOWS_H

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

namespace torch_onnx::onnx {

/// How windows slide along one spatial dimension.
struct WindowAxis {
  int64_t kernel = 1, stride = 1, dilation = 1;
  /// Zeros before the first element and after the last one; elements that are
  /// left out where negative.
  int64_t begin = 0, end = 0;
  /// The last window may reach beyond the zeros at the end, but does not begin
  /// there. Of averages.
  bool ceilMode = false;

  /// From the first element of a window to the last one.
  int64_t getSpan() const { return dilation * (kernel - 1) + 1; }
};

/// Whether the axes are within what is built: positions fit in 64 bits.
bool areInRange(llvm::ArrayRef<WindowAxis> axes);

/// `x` [batch, channels, ...] by `weight` [outputs, channels / groups, ...];
/// `bias` [outputs] may be null. With more than one group the sizes of the
/// weight are constant. There is an axis for each dimension after the first
/// two.
mlir::Value buildConvolution(ONNXBuilder &b, llvm::ArrayRef<WindowAxis> axes,
                             int64_t groups, mlir::Value x, mlir::Value weight,
                             mlir::Value bias, mlir::RankedTensorType result);

/// The same transposed: `weight` is [channels, outputs / groups, ...], and
/// along each axis the result has (in - 1) * stride + span - begin - end
/// elements. Strides are at most kMaxTransposedStride.
inline constexpr int64_t kMaxTransposedStride = 4096;
mlir::Value buildTransposedConvolution(ONNXBuilder &b,
                                       llvm::ArrayRef<WindowAxis> axes,
                                       int64_t groups, mlir::Value x,
                                       mlir::Value weight, mlir::Value bias,
                                       mlir::RankedTensorType result);

/// What the sum of a window is divided by.
struct WindowDivisor {
  /// The zeros of `begin` and `end` count, nothing beyond them does.
  bool countsPadding = false;
  /// This number instead.
  std::optional<int64_t> number;
};

/// The averages of windows over the last dimensions of `x`, as many as there
/// are axes. Those of integers are rounded towards zero.
mlir::Value buildAverages(ONNXBuilder &b, llvm::ArrayRef<WindowAxis> axes,
                          const WindowDivisor &divisor, mlir::Value x,
                          mlir::RankedTensorType result);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_UTILS_WINDOWS_H
