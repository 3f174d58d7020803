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

/// What each element of a result is made of, [out, taps]: positions in the
/// source, i64, and weights. Of bytes, `largest` is the largest weight, 0-d.
struct Taps {
  mlir::Value positions, weights, largest;
};

/// Builds the taps of the dimension `axis` of `x`, which is resampled to the
/// size `out`, in the graph. Weights are of the type `real`; those of bytes are
/// not rounded yet.
Taps buildTaps(Lowering &b, mlir::Value x, int64_t axis, mlir::AffineExpr out,
               const Resampling &how, double scale, mlir::Type real);

/// The sum over the dimension `axis` + 1 of `members` multiplied by `weights`,
/// [out, taps].
mlir::Value sumTaps(Lowering &b, mlir::Value members, mlir::Value weights,
                    int64_t axis);

/// Resamples the dimension `axis` of `x`, whose elements are floats of 32 or 64
/// bits, to the size `out`. Positions and weights are counted when the model
/// runs; memory is linear in the larger of both images. Not for neighbours.
mlir::Value resampleByTaps(Lowering &b, mlir::Value x, int64_t axis,
                           mlir::AffineExpr out, const Resampling &how,
                           double scale);

/// The weight of an element at the distance `x` from the middle of the filter;
/// `a` is the parameter of the cubic one.
double getWeight(Filter filter, double x, double a);

/// A position without its fraction. Scales that no image has lead to positions
/// that no integer holds: they are far out, and NaN is 0.
int64_t toIndex(double position);

/// Resamples an image of bytes, [N, C, H, W] ui8, to the size of the result, in
/// the integers of PyTorch's kernels. Not for neighbours.
Lowered resampleBytes(Lowering &b, mlir::Value x, const Resampling &how);

/// The lowerings of ImageBlocks.cpp.
void populateImageBlocks(LoweringRegistry &r);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_IMAGE_H
