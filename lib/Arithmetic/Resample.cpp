//===- Resample.cpp - Interpolation along an axis -------------------------===//
//
// An axis of a tensor at positions between its elements, by the formulas of
// ONNX's Resize-19. Axes are interpolated one after the other.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "torch-onnx/Arithmetic/Tensor.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <array>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

/// The position in the operand that element `index` of the result is at.
static double getPosition(const Resampling &how, int64_t length,
                          int64_t index) {
  if (how.coordinates == "asymmetric")
    return index / how.scale;
  if (how.coordinates == "align_corners")
    return how.size == 1 ? 0
                         : index * static_cast<double>(length - 1) /
                               static_cast<double>(how.size - 1);
  if (how.coordinates == "pytorch_half_pixel" && how.size == 1)
    return 0;
  return (index + 0.5) / how.scale - 0.5;
}

/// The weights of four neighbours, of which the second is at distance `t`
/// before the position (Keys, Cubic convolution interpolation, 1981).
static std::array<double, 4> getCubicWeights(double t, double a) {
  auto near = [a](double d) { return ((a + 2) * d - (a + 3)) * d * d + 1; };
  auto far = [a](double d) {
    return ((a * d - 5 * a) * d + 8 * a) * d - 4 * a;
  };
  return {far(t + 1), near(t), near(1 - t), far(2 - t)};
}

std::optional<Tensor> arithmetic::resample(const Tensor &x,
                                           const Resampling &how) {
  bool isKnown = llvm::StringSwitch<bool>(how.coordinates)
                     .Cases({"half_pixel", "pytorch_half_pixel",
                             "align_corners", "asymmetric"},
                            true)
                     .Default(false);
  if (!isKnown || !x.getElementType().isF64() || how.size < 0 ||
      !(how.scale > 0))
    return std::nullopt;
  AxisSizes sizes = getAxisSizes(x.getShape(), how.axis);
  SmallVector<int64_t> shape(x.getShape());
  shape[how.axis] = how.size;
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (!getCheckedByteSize(type) || (sizes.size == 0 && how.size != 0))
    return std::nullopt;
  Tensor result(type);
  for (int64_t index = 0; index < how.size; ++index) {
    double position = getPosition(how, sizes.size, index);
    double floor = std::floor(position), t = position - floor;
    // Without the cubic coefficient, the outer two neighbours do not count.
    std::array<double, 4> weights = how.cubic ? getCubicWeights(t, *how.cubic)
                                              : std::array{0.0, 1 - t, t, 0.0};
    int64_t neighbours[4];
    for (int64_t i = 0; i < 4; ++i)
      neighbours[i] = static_cast<int64_t>(std::clamp<double>(
          floor + i - 1, 0, static_cast<double>(sizes.size - 1)));
    for (int64_t row = 0; row < sizes.outer; ++row)
      for (int64_t column = 0; column < sizes.inner; ++column) {
        double sum = 0;
        for (int64_t i = 0; i < 4; ++i)
          if (weights[i] != 0)
            sum +=
                weights[i] *
                x.get<double>((row * sizes.size + neighbours[i]) * sizes.inner +
                              column);
        result.set((row * how.size + index) * sizes.inner + column,
                   canonical(sum));
      }
  }
  return result;
}
