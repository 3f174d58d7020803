//===- Windows.cpp - Convolutions and pools of tensors --------------------===//
//
// See Windows.h. The elements of windows are computed once for all channels.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Arithmetic/Windows.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::arithmetic;

/// Adds the taps of one window for the dimensions from `dim` on; returns the
/// number of elements in the operand or its padding.
static int64_t addTaps(ArrayRef<int64_t> sizes, ArrayRef<WindowAxis> axes,
                       ArrayRef<int64_t> position, size_t dim, Tap at,
                       bool isInside, SmallVectorImpl<Tap> &taps) {
  if (dim == axes.size()) {
    if (isInside)
      taps.push_back(at);
    return 1;
  }
  const WindowAxis &axis = axes[dim];
  int64_t padded = 0;
  for (int64_t k = 0; k < axis.kernel; ++k) {
    int64_t place =
        position[dim] * axis.stride - axis.begin + k * axis.dilation;
    if (place >= sizes[dim] + axis.end)
      break;
    padded +=
        addTaps(sizes, axes, position, dim + 1,
                {at.kernel * axis.kernel + k, at.element * sizes[dim] + place},
                isInside && place >= 0 && place < sizes[dim], taps);
  }
  return padded;
}

void arithmetic::forEachWindow(
    ArrayRef<int64_t> sizes, ArrayRef<WindowAxis> axes,
    llvm::function_ref<void(int64_t, ArrayRef<Tap>, int64_t)> visit) {
  SmallVector<int64_t> counts, position(axes.size());
  for (const WindowAxis &axis : axes)
    counts.push_back(axis.count);
  SmallVector<int64_t> strides = getRowMajorStrides(counts);
  SmallVector<Tap> taps;
  for (int64_t window = 0, e = getNumElements(counts).value_or(0); window < e;
       ++window) {
    for (size_t i = 0; i < axes.size(); ++i)
      position[i] = window / strides[i] % counts[i];
    taps.clear();
    int64_t padded = addTaps(sizes, axes, position, 0, {0, 0}, true, taps);
    visit(window, taps, padded);
  }
}

static bool areCounts(ArrayRef<WindowAxis> axes) {
  return llvm::all_of(axes, [](const WindowAxis &axis) {
    return axis.count >= 0 && axis.kernel > 0;
  });
}

static int64_t product(ArrayRef<int64_t> sizes) {
  return getNumElements(sizes).value_or(0);
}

/// A tensor [batch, channels, counts of windows], if it fits in memory.
static std::optional<Tensor> makeResult(int64_t batch, int64_t channels,
                                        ArrayRef<WindowAxis> axes,
                                        Type elementType) {
  SmallVector<int64_t> shape = {batch, channels};
  for (const WindowAxis &axis : axes)
    shape.push_back(axis.count);
  auto type = RankedTensorType::get(shape, elementType);
  if (!areCounts(axes) || !getMemorySize(type))
    return std::nullopt;
  return Tensor(type);
}

/// Adds bias[channel] to all elements of a channel.
static bool addBias(Tensor &result, const std::optional<Tensor> &bias) {
  if (!bias)
    return true;
  AxisSizes sizes = getAxisSizes(result.getShape(), 1);
  if (bias->getNumElements() != sizes.size)
    return false;
  MutableArrayRef<double> values = result.reals();
  for (auto [index, value] : llvm::enumerate(values))
    value += bias->reals()[index / sizes.inner % sizes.size];
  return true;
}

static bool areKernels(const Tensor &weight, ArrayRef<WindowAxis> axes) {
  return weight.getRank() == static_cast<int64_t>(axes.size()) + 2 &&
         llvm::equal(weight.getShape().drop_front(2), axes,
                     [](int64_t size, const WindowAxis &axis) {
                       return size == axis.kernel;
                     });
}

std::optional<Tensor> arithmetic::convolve(const Tensor &x,
                                           const Tensor &weight,
                                           const std::optional<Tensor> &bias,
                                           ArrayRef<WindowAxis> axes,
                                           int64_t groups) {
  if (x.getRank() != static_cast<int64_t>(axes.size()) + 2 ||
      !areKernels(weight, axes) || groups < 1 ||
      x.getShape()[1] != weight.getShape()[1] * groups ||
      weight.getShape()[0] % groups != 0)
    return std::nullopt;
  int64_t batch = x.getShape()[0], inputs = weight.getShape()[1];
  int64_t outputs = weight.getShape()[0], outputsOfGroup = outputs / groups;
  std::optional<Tensor> result =
      makeResult(batch, outputs, axes, x.getElementType());
  if (!result)
    return result;
  ArrayRef<int64_t> sizes = x.getShape().drop_front(2);
  int64_t image = product(sizes),
          kernel = product(weight.getShape().drop_front(2));
  int64_t windows = product(result->getShape().drop_front(2));
  ArrayRef<double> from = x.reals(), factors = weight.reals();
  MutableArrayRef<double> to = result->reals();
  forEachWindow(sizes, axes, [&](int64_t window, ArrayRef<Tap> taps, int64_t) {
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t output = 0; output < outputs; ++output) {
        int64_t first = output / outputsOfGroup * inputs;
        double sum = 0;
        for (int64_t input = 0; input < inputs; ++input) {
          const double *source =
              from.data() + (n * inputs * groups + first + input) * image;
          const double *factor =
              factors.data() + (output * inputs + input) * kernel;
          for (const Tap &tap : taps)
            sum += source[tap.element] * factor[tap.kernel];
        }
        to[(n * outputs + output) * windows + window] = sum;
      }
  });
  return addBias(*result, bias) ? result : std::nullopt;
}

std::optional<Tensor> arithmetic::convolveTransposed(
    const Tensor &x, const Tensor &weight, const std::optional<Tensor> &bias,
    ArrayRef<WindowAxis> axes, ArrayRef<int64_t> sizes, int64_t groups) {
  if (x.getRank() != static_cast<int64_t>(axes.size()) + 2 ||
      !areKernels(weight, axes) || groups < 1 || sizes.size() != axes.size() ||
      x.getShape()[1] != weight.getShape()[0] || x.getShape()[1] % groups != 0)
    return std::nullopt;
  int64_t batch = x.getShape()[0], inputs = x.getShape()[1];
  int64_t outputsOfGroup = weight.getShape()[1];
  int64_t outputs = outputsOfGroup * groups, inputsOfGroup = inputs / groups;
  SmallVector<int64_t> shape = {batch, outputs};
  llvm::append_range(shape, sizes);
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }) ||
      !getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  int64_t image = product(sizes), windows = product(x.getShape().drop_front(2));
  int64_t kernel = product(weight.getShape().drop_front(2));
  ArrayRef<double> from = x.reals(), factors = weight.reals();
  MutableArrayRef<double> to = result.reals();
  forEachWindow(sizes, axes, [&](int64_t window, ArrayRef<Tap> taps, int64_t) {
    for (int64_t n = 0; n < batch; ++n)
      for (int64_t input = 0; input < inputs; ++input) {
        double value = from[(n * inputs + input) * windows + window];
        int64_t first = input / inputsOfGroup * outputsOfGroup;
        for (int64_t output = 0; output < outputsOfGroup; ++output) {
          double *sums = to.data() + (n * outputs + first + output) * image;
          const double *factor =
              factors.data() + (input * outputsOfGroup + output) * kernel;
          for (const Tap &tap : taps)
            sums[tap.element] += value * factor[tap.kernel];
        }
      }
  });
  return addBias(result, bias) ? std::optional(std::move(result))
                               : std::nullopt;
}

std::optional<Tensor> arithmetic::pool(const Tensor &x,
                                       ArrayRef<WindowAxis> axes,
                                       PoolFunction function) {
  if (x.getRank() != static_cast<int64_t>(axes.size()) + 2)
    return std::nullopt;
  std::optional<Tensor> result =
      makeResult(x.getShape()[0], x.getShape()[1], axes, x.getElementType());
  if (!result)
    return result;
  ArrayRef<int64_t> sizes = x.getShape().drop_front(2);
  int64_t images = product(x.getShape().take_front(2)), image = product(sizes);
  int64_t windows = product(result->getShape().drop_front(2));
  SmallVector<double> values;
  forEachWindow(
      sizes, axes, [&](int64_t window, ArrayRef<Tap> taps, int64_t padded) {
        for (int64_t i = 0; i < images; ++i) {
          values.clear();
          for (const Tap &tap : taps)
            values.push_back(x.reals()[i * image + tap.element]);
          result->reals()[i * windows + window] = function(values, padded);
        }
      });
  return result;
}

std::optional<Maxima> arithmetic::poolMaxima(const Tensor &x,
                                             ArrayRef<WindowAxis> axes) {
  if (x.getRank() != static_cast<int64_t>(axes.size()) + 2)
    return std::nullopt;
  Type i64 = IntegerType::get(x.getType().getContext(), 64);
  auto values =
      makeResult(x.getShape()[0], x.getShape()[1], axes, x.getElementType());
  auto places = makeResult(x.getShape()[0], x.getShape()[1], axes, i64);
  if (!values || !places)
    return std::nullopt;
  ArrayRef<int64_t> sizes = x.getShape().drop_front(2);
  int64_t images = product(x.getShape().take_front(2)), image = product(sizes);
  int64_t windows = product(values->getShape().drop_front(2));
  ArrayRef<double> from = x.reals();
  forEachWindow(sizes, axes, [&](int64_t window, ArrayRef<Tap> taps, int64_t) {
    for (int64_t i = 0; i < images; ++i) {
      int64_t best = -1;
      for (const Tap &tap : taps) {
        int64_t at = i * image + tap.element;
        if (best < 0 || from[at] > from[best] ||
            (from[at] != from[at] && from[best] == from[best]))
          best = at;
      }
      values->reals()[i * windows + window] = best < 0 ? -INFINITY : from[best];
      places->set<int64_t>(i * windows + window, best);
    }
  });
  return Maxima{std::move(*values), std::move(*places)};
}
