//===- Windows.h - Convolutions and averages as products --------*- C++ -*-===//
//
// Computes onnx.Conv, onnx.ConvTranspose and onnx.AveragePool by Gather and
// MatMul, for element types that these operators lack and for runtimes without
// kernels for them. Elements are floats or integers, whose sums wrap around.
// Sizes may be dynamic and the batch may be empty.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_UTILS_WINDOWS_H
#define TORCH_ONNX_DIALECT_ONNX_UTILS_WINDOWS_H

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

namespace torch_onnx::onnx {

/// The windows along one spatial dimension.
struct WindowAxis {
  int64_t kernel = 1, stride = 1, dilation = 1;
  /// The number of zeros before the first and after the last element; negative
  /// numbers crop elements.
  int64_t begin = 0, end = 0;
  /// For averages: the last window may reach beyond the zeros at the end, but
  /// does not begin there.
  bool ceilMode = false;

  /// The distance from the first to the last element of a window, plus one.
  int64_t getSpan() const { return dilation * (kernel - 1) + 1; }
};

/// Whether the axes and the known sizes are supported: positions fit in 64
/// bits.
bool areInRange(llvm::ArrayRef<WindowAxis> axes, mlir::RankedTensorType operand,
                mlir::RankedTensorType result);

/// Convolves `x` [batch, channels, ...] with `weight` [outputs, channels /
/// groups, ...]; `bias` [outputs] may be null. With several groups the weight
/// must have static sizes. Each dimension after the first two has an axis.
mlir::Value buildConvolution(ONNXBuilder &b, llvm::ArrayRef<WindowAxis> axes,
                             int64_t groups, mlir::Value x, mlir::Value weight,
                             mlir::Value bias, mlir::RankedTensorType result);

/// The transposed convolution: `weight` is [channels, outputs / groups, ...],
/// and along each axis the result has (in - 1) * stride + span - begin - end
/// elements. Strides are at most kMaxTransposedStride.
inline constexpr int64_t kMaxTransposedStride = 4096;
mlir::Value buildTransposedConvolution(ONNXBuilder &b,
                                       llvm::ArrayRef<WindowAxis> axes,
                                       int64_t groups, mlir::Value x,
                                       mlir::Value weight, mlir::Value bias,
                                       mlir::RankedTensorType result);

/// The divisor of an average.
struct WindowDivisor {
  /// The zeros of `begin` and `end` count, those beyond them do not.
  bool countsPadding = false;
  /// A fixed divisor.
  std::optional<int64_t> number;
};

/// The averages of windows over the last dimensions of `x`, one per axis.
/// Integer averages are rounded towards zero.
mlir::Value buildAverages(ONNXBuilder &b, llvm::ArrayRef<WindowAxis> axes,
                          const WindowDivisor &divisor, mlir::Value x,
                          mlir::RankedTensorType result);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_UTILS_WINDOWS_H
