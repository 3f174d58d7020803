//===- Sampling.h - Tensors between their elements --------------*- C++ -*-===//
//
// Axes that are resampled, images that are read at any place: the formulas of
// ONNX's Resize-19 and GridSample-22.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_SAMPLING_H
#define TORCH_ONNX_ARITHMETIC_SAMPLING_H

#include "torch-onnx/Arithmetic/Tensor.h"

namespace torch_onnx::arithmetic {

/// Where the elements of an axis are read when it is resampled to `size`
/// elements, and how. Attributes have the names and values of ONNX's Resize.
struct Resampling {
  int64_t axis, size;
  /// Elements of the result for one of the operand.
  double scale;
  llvm::StringRef mode, coordinates;
  double cubic = -0.75;
  llvm::StringRef nearestMode = "round_prefer_floor";
  bool antialias = false, excludeOutside = false;
  /// Of tf_crop_and_resize: the part of the axis that is read, and what is
  /// outside of the operand.
  double start = 0, end = 1, extrapolation = 0;
};

/// One axis of f64, or of any elements if the mode is nearest. Positions
/// outside read the border, but for tf_crop_and_resize. Nothing for unknown
/// modes.
std::optional<Tensor> resample(const Tensor &x, const Resampling &how);

/// How GridSample reads images of f64.
struct GridSampling {
  llvm::StringRef mode, padding;
  bool alignCorners = false;
};

/// `x` [batch, channels, ...] at the positions of `grid` [batch, ..., axes],
/// both of f64.
std::optional<Tensor> sampleGrid(const Tensor &x, const Tensor &grid,
                                 const GridSampling &how);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_SAMPLING_H
