//===- Resample.cpp - Interpolation along axes ----------------------------===//
//
// See Sampling.h. An element of the result is a weighted sum of elements near a
// position; the weights depend only on the position. Axes are interpolated one
// after the other.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Sampling.h"

#include "Elements.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

namespace {
/// An element at `place`, which may be outside of the axis, and its weight.
struct Neighbour {
  int64_t place;
  double weight;
};
using Neighbours = SmallVector<Neighbour, 4>;
} // namespace

/// The cubic of Keys (Cubic convolution interpolation, 1981) at distance `d`.
static double getCubic(double d, double a) {
  d = std::fabs(d);
  if (d <= 1)
    return ((a + 2) * d - (a + 3)) * d * d + 1;
  return d < 2 ? ((a * d - 5 * a) * d + 8 * a) * d - 4 * a : 0;
}

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

/// The position in the operand of element `index` of the result; nullopt for
/// unknown coordinates.
static std::optional<double> getPosition(const Resampling &how, int64_t length,
                                         int64_t index) {
  double whole = how.scale * static_cast<double>(length);
  if (how.coordinates == "asymmetric")
    return index / how.scale;
  if (how.coordinates == "align_corners")
    return whole == 1 ? 0 : index * (length - 1) / (whole - 1);
  if (how.coordinates == "tf_crop_and_resize") {
    double last = static_cast<double>(length - 1);
    return how.start * last + (how.end - how.start) * last *
                                  (whole == 1 ? 0.5 : index / (whole - 1));
  }
  double position = (index + 0.5) / how.scale - 0.5;
  if (how.coordinates == "half_pixel")
    return position;
  if (how.coordinates == "pytorch_half_pixel")
    return how.size == 1 ? 0 : position;
  if (how.coordinates == "half_pixel_symmetric")
    return position +
           length / 2.0 * (1 - static_cast<double>(how.size) / whole);
  return std::nullopt;
}

static int64_t getNearest(double position, StringRef mode) {
  double floor = std::floor(position), ratio = position - floor;
  bool isUp = mode == "ceil"                 ? ratio > 0
              : mode == "round_prefer_floor" ? ratio > 0.5
              : mode == "round_prefer_ceil"  ? ratio >= 0.5
                                             : false;
  return static_cast<int64_t>(floor) + isUp;
}

/// The elements around a position, ignoring the ends of the axis. With
/// antialiasing the filter is as wide as an element of the result.
static Neighbours getNeighbours(const Resampling &how, double position) {
  bool isCubic = how.mode == "cubic";
  double narrow = how.antialias ? std::min(how.scale, 1.0) : 1;
  double radius = (isCubic ? 2 : 1) / narrow;
  Neighbours neighbours;
  double sum = 0;
  for (int64_t i = static_cast<int64_t>(std::floor(position - radius)) + 1,
               e = static_cast<int64_t>(std::ceil(position + radius));
       i < e; ++i) {
    double distance = (position - static_cast<double>(i)) * narrow;
    double weight = isCubic ? getCubic(distance, how.cubic)
                            : std::max(0.0, 1 - std::fabs(distance));
    neighbours.push_back({i, weight});
    sum += weight;
  }
  for (Neighbour &neighbour : neighbours)
    neighbour.weight /= how.antialias ? sum : 1;
  return neighbours;
}

/// Redistributes the weights of elements outside of the axis to the others.
static void excludeOutside(Neighbours &neighbours, int64_t length) {
  llvm::erase_if(neighbours, [&](Neighbour neighbour) {
    return neighbour.place < 0 || neighbour.place >= length;
  });
  double sum = 0;
  for (Neighbour &neighbour : neighbours)
    sum += neighbour.weight;
  for (Neighbour &neighbour : neighbours)
    neighbour.weight /= sum;
}

std::optional<Tensor> arithmetic::resample(const Tensor &x,
                                           const Resampling &how) {
  bool isNearest = how.mode == "nearest";
  AxisSizes sizes = getAxisSizes(x.getShape(), how.axis);
  SmallVector<int64_t> shape(x.getShape());
  shape[how.axis] = how.size;
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (how.size < 0 || !(how.scale > 0) || !getMemorySize(type) ||
      (sizes.size == 0 && how.size != 0) || !getPosition(how, 1, 0) ||
      (!isNearest && (!x.getElementType().isF64() ||
                      (how.mode != "linear" && how.mode != "cubic"))))
    return std::nullopt;
  bool extrapolates = how.coordinates == "tf_crop_and_resize";
  auto isInside = [&](double position) {
    return !extrapolates ||
           (position >= 0 && position <= static_cast<double>(sizes.size - 1));
  };
  auto clamp = [&](int64_t place) {
    return std::clamp<int64_t>(place, 0, sizes.size - 1);
  };
  if (isNearest) {
    SmallVector<int64_t> positions;
    for (int64_t index = 0; index < how.size; ++index) {
      double position = *getPosition(how, sizes.size, index);
      positions.push_back(isInside(position)
                              ? clamp(getNearest(position, how.nearestMode))
                              : -1);
    }
    Tensor number({}, Float64Type::get(x.getType().getContext()));
    number.reals()[0] = how.extrapolation;
    std::optional<Tensor> filler = cast(number, x.getElementType());
    return take(x, how.axis, positions, filler ? &*filler : nullptr);
  }
  Tensor result(type);
  for (int64_t index = 0; index < how.size; ++index) {
    double position = *getPosition(how, sizes.size, index);
    Neighbours neighbours;
    if (isInside(position))
      neighbours = getNeighbours(how, position);
    if (how.excludeOutside)
      excludeOutside(neighbours, sizes.size);
    for (int64_t row = 0; row < sizes.outer; ++row)
      for (int64_t column = 0; column < sizes.inner; ++column) {
        double sum = isInside(position) ? 0 : how.extrapolation;
        for (Neighbour neighbour : neighbours)
          if (neighbour.weight != 0)
            sum += neighbour.weight *
                   x.get<double>((row * sizes.size + clamp(neighbour.place)) *
                                     sizes.inner +
                                 column);
        result.set((row * how.size + index) * sizes.inner + column,
                   canonical(sum));
      }
  }
  return result;
}

//===----------------------------------------------------------------------===//
// GridSample
//===----------------------------------------------------------------------===//

/// Reflects a position at the borders until it is between them.
static double reflect(double x, double low, double high) {
  double range = high - low;
  if (range <= 0)
    return 0;
  double distance = x < low ? low - x : x > high ? x - high : 0;
  if (distance == 0)
    return x;
  double turns = std::floor(distance / range), rest = distance - turns * range;
  bool isEven = std::fmod(turns, 2) == 0;
  return (x < low) == isEven ? low + rest : high - rest;
}

/// The elements and weights along one axis of `length` elements for `position`
/// in [-1, 1]; positions outside count as 0.
static Neighbours readAxis(double position, int64_t length,
                           const GridSampling &how) {
  double size = static_cast<double>(length);
  double x = how.alignCorners ? (position + 1) / 2 * (size - 1)
                              : ((position + 1) * size - 1) / 2;
  double low = how.alignCorners ? 0 : -0.5;
  double high = how.alignCorners ? size - 1 : size - 0.5;
  // The position is outside of the image.
  if (!(std::fabs(x) < 0x1p40))
    x = how.padding == "zeros" || x != x ? -2 : x < 0 ? low : high;
  if (how.mode == "nearest")
    x = std::nearbyint(x);
  if (how.padding == "border")
    x = how.mode == "cubic" ? x : std::clamp(x, 0.0, size - 1);
  else if (how.padding == "reflection")
    x = reflect(x, low, high);
  Neighbours neighbours;
  if (how.mode == "nearest") {
    neighbours.push_back({static_cast<int64_t>(std::nearbyint(x)), 1});
  } else {
    Resampling filter{0, 0, 1, how.mode, ""};
    neighbours = getNeighbours(filter, x);
  }
  for (Neighbour &neighbour : neighbours) {
    if (how.padding == "border")
      neighbour.place = std::clamp<int64_t>(neighbour.place, 0, length - 1);
    else if (how.padding == "reflection")
      neighbour.place = std::clamp<int64_t>(
          static_cast<int64_t>(
              reflect(static_cast<double>(neighbour.place), low, high)),
          0, length - 1);
    if (neighbour.place < 0 || neighbour.place >= length)
      neighbour.weight = 0;
  }
  return neighbours;
}

/// The weighted sum over the neighbours of all axes from `axis` on.
static double sumUp(const double *image, ArrayRef<int64_t> sizes,
                    ArrayRef<Neighbours> axes, int64_t at) {
  if (axes.empty())
    return image[at];
  double sum = 0;
  for (Neighbour neighbour : axes.front())
    if (neighbour.weight != 0)
      sum +=
          neighbour.weight * sumUp(image, sizes.drop_front(), axes.drop_front(),
                                   at * sizes.front() + neighbour.place);
  return sum;
}

std::optional<Tensor> arithmetic::sampleGrid(const Tensor &x,
                                             const Tensor &grid,
                                             const GridSampling &how) {
  int64_t rank = x.getRank() - 2;
  if (rank < 1 || grid.getRank() != rank + 2 ||
      grid.getShape().back() != rank || grid.getShape()[0] != x.getShape()[0] ||
      llvm::is_contained(x.getShape().drop_front(2), 0))
    return std::nullopt;
  int64_t batch = x.getShape()[0], channels = x.getShape()[1];
  SmallVector<int64_t> shape = {batch, channels};
  llvm::append_range(shape, grid.getShape().drop_front().drop_back());
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (!getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  ArrayRef<int64_t> sizes = x.getShape().drop_front(2);
  int64_t image = *getNumElements(sizes);
  int64_t points = *getNumElements(ArrayRef<int64_t>(shape).drop_front(2));
  for (int64_t n = 0; n < batch; ++n)
    for (int64_t point = 0; point < points; ++point) {
      // The last coordinate of a position belongs to the first axis.
      SmallVector<Neighbours> axes;
      for (int64_t axis = 0; axis < rank; ++axis)
        axes.push_back(readAxis(
            grid.reals()[(n * points + point) * rank + rank - 1 - axis],
            sizes[axis], how));
      for (int64_t channel = 0; channel < channels; ++channel) {
        int64_t plane = n * channels + channel;
        result.reals()[plane * points + point] =
            sumUp(x.reals().data() + plane * image, sizes, axes, 0);
      }
    }
  return result;
}
