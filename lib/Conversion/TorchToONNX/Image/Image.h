//===- Image.h - Shared parts of resampling lowerings -----------*- C++ -*-===//
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
  /// One per spatial dimension; 0 where none is given.
  llvm::SmallVector<double> scales;

  bool isNearest() const {
    return filter == Filter::Nearest || filter == Filter::NearestExact;
  }
  bool mayBeSmallImage() const { return scales.size() == 2; }
  /// Whether a dimension that keeps its size is copied.
  bool copiesKept() const {
    return filter != Filter::Cubic || antialias || alignCorners;
  }
  /// The radius of the filter, in elements of the larger image.
  int64_t getRadius() const {
    return filter == Filter::Linear ? 1 : filter == Filter::Cubic ? 2 : 3;
  }
  /// The parameter of the cubic filter (UpSample.h, UpSampleKernel.cpp).
  double getCubicParameter() const { return antialias ? -0.5 : -0.75; }
};

/// The taps of each element of a result, [out, taps]: i64 positions in the
/// source, and weights. `largest` is the largest weight (0-d) and only set for
/// bytes.
struct Taps {
  mlir::Value positions, weights, largest;
};

/// Builds nodes that compute the taps of the dimension `axis` of `x`, resampled
/// to the size `out`. Weights have the type `real`; weights for bytes are not
/// yet rounded.
Taps buildTaps(Lowering &b, mlir::Value x, int64_t axis, mlir::AffineExpr out,
               const Resampling &how, double scale, mlir::Type real);

/// The sum over the dimension `axis` + 1 of `members` multiplied by `weights`,
/// [out, taps].
mlir::Value sumTaps(Lowering &b, mlir::Value members, mlir::Value weights,
                    int64_t axis);

/// Resamples the dimension `axis` of `x`, which is f32 or f64, to the size
/// `out`. Positions and weights are computed at run time; memory is linear in
/// the size of the larger image. Not for nearest-neighbour filters.
mlir::Value resampleByTaps(Lowering &b, mlir::Value x, int64_t axis,
                           mlir::AffineExpr out, const Resampling &how,
                           double scale);

/// The weight of an element at distance `x` from the center of the filter; `a`
/// is the parameter of the cubic filter.
double getWeight(Filter filter, double x, double a);

/// Truncates a position. Positions beyond the range of int64 are clamped, and
/// NaN becomes 0.
int64_t toIndex(double position);

/// Resamples an image of bytes, [N, C, H, W] ui8, to the size of the result, in
/// the integer arithmetic of PyTorch's kernels. Not for nearest-neighbour
/// filters.
Lowered resampleBytes(Lowering &b, mlir::Value x, const Resampling &how);

/// The lowerings of ImageBlocks.cpp.
void populateImageBlocks(LoweringRegistry &r);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_IMAGE_H
