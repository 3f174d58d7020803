//===- Sampling.h - Resampling of axes and images ---------------*- C++ -*-===//
//
// Resamples axes and reads images at arbitrary positions, by the formulas of
// ONNX's Resize-19 and GridSample-22.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_ARITHMETIC_SAMPLING_H
#define TORCH_ONNX_ARITHMETIC_SAMPLING_H

#include "torch-onnx/Arithmetic/Tensor.h"

namespace torch_onnx::arithmetic {

/// The parameters for resampling an axis to `size` elements. Attributes have
/// the names and values of ONNX's Resize.
struct Resampling {
  int64_t axis, size;
  /// The number of elements of the result per element of the operand.
  double scale;
  llvm::StringRef mode, coordinates;
  double cubic = -0.75;
  llvm::StringRef nearestMode = "round_prefer_floor";
  bool antialias = false, excludeOutside = false;
  /// For tf_crop_and_resize: the part of the axis that is read, and the value
  /// outside of the operand.
  double start = 0, end = 1, extrapolation = 0;
};

/// Resamples one axis of f64, or of any elements for the mode nearest.
/// Positions outside read the border, except for tf_crop_and_resize. nullopt
/// for unknown modes.
std::optional<Tensor> resample(const Tensor &x, const Resampling &how);

/// The parameters of GridSample for images of f64.
struct GridSampling {
  llvm::StringRef mode, padding;
  bool alignCorners = false;
};

/// Reads `x` [batch, channels, ...] at the positions in `grid` [batch, ...,
/// axes]; both are f64.
std::optional<Tensor> sampleGrid(const Tensor &x, const Tensor &grid,
                                 const GridSampling &how);

} // namespace torch_onnx::arithmetic

#endif // TORCH_ONNX_ARITHMETIC_SAMPLING_H
