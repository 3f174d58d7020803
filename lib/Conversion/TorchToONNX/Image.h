//===- Image.h - What resamplings share -------------------------*- C++ -*-===//
//
// A resampling (upsample_*) is one filter along each spatial dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_IMAGE_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_IMAGE_H

#include "Lowering.h"

namespace torch_onnx {

enum class Filter { Nearest, NearestExact, Linear, Cubic, Lanczos };

struct Resampling {
  Filter filter;
  bool alignCorners = false;
  bool antialias = false;
  /// One for each spatial dimension; 0 where none is given.
  llvm::SmallVector<double> scales;

  bool mayBeSmallImage() const { return scales.size() == 2; }
  /// Whether a dimension that keeps its size is copied.
  bool copiesKept() const {
    return filter != Filter::Cubic || antialias || alignCorners;
  }
  /// How far the filter reaches, in elements of the larger image.
  int64_t getRadius() const {
    return filter == Filter::Linear ? 1 : filter == Filter::Cubic ? 2 : 3;
  }
  /// The parameter of the cubic filter (UpSample.h, UpSampleKernel.cpp).
  double getCubicParameter() const { return antialias ? -0.5 : -0.75; }
};

/// Resamples the dimension `axis` of `x`, whose elements are floats of 32 or 64
/// bits, to the size `out`. Positions and weights are counted when the model
/// runs; memory is linear in the larger of both images. Not for neighbours.
mlir::Value resampleByTaps(Lowering &b, mlir::Value x, int64_t axis,
                           mlir::AffineExpr out, const Resampling &how,
                           double scale);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_IMAGE_H
