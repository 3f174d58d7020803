//===- NN.cpp - Evaluates convolutions and pools -------------------------===//
//
// See Evaluation.h. Operators with windows, of NNOps.td and QuantOps.td.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Arithmetic/Windows.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

using arithmetic::WindowAxis;

/// The windows of a kernel of `length` elements along spatial axis `i`.
static WindowAxis getAxis(const Window &window, size_t i, int64_t length,
                          int64_t count) {
  return {length,
          window.stride(i),
          window.dilation(i),
          window.padBegin(i),
          window.padEnd(i),
          count};
}

/// The windows of a kernel over the dimensions after the first two.
static std::optional<SmallVector<WindowAxis>>
getWindows(const Window &window, ArrayRef<int64_t> kernel, const Tensor &x) {
  if (x.getRank() != static_cast<int64_t>(kernel.size()) + 2)
    return std::nullopt;
  SmallVector<WindowAxis> axes;
  for (auto [i, length] : llvm::enumerate(kernel)) {
    int64_t size = x.getShape()[i + 2];
    WindowAxis axis = getAxis(window, i, length, /*count=*/0);
    if (window.isSame()) {
      axis.count = (size + axis.stride - 1) / axis.stride;
      int64_t padding = std::max<int64_t>(
          (axis.count - 1) * axis.stride + axis.span() - size, 0);
      int64_t half = padding / 2;
      axis.begin = window.autoPad == "SAME_UPPER" ? half : padding - half;
      axis.end = padding - axis.begin;
    } else if (int64_t room = size + axis.begin + axis.end - axis.span();
               room >= 0) {
      axis.count = room / axis.stride + 1;
      // A last window that is cut off counts, unless it begins after the
      // operand.
      if (window.ceilMode && room % axis.stride != 0 &&
          axis.count * axis.stride < size + axis.begin)
        ++axis.count;
    }
    axes.push_back(axis);
  }
  return axes;
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

template <typename OpT>
static std::optional<Tensor> convolve(OpT op, const Tensor &x, const Tensor &w,
                                      const std::optional<Tensor> &bias) {
  auto axes = getWindows(Window(op), w.getShape().drop_front(2), x);
  if (!axes)
    return std::nullopt;
  return arithmetic::convolve(x, w, bias, *axes, op.getGroup());
}

static Outcome evaluateConv(ConvOp op, Evaluation &e) {
  return e.round(convolve(op, e.reals(op.getX()), e.reals(op.getW()),
                          e.findReals(op.getB())));
}

/// `vector` along dimension `axis` of `rank`, or a scalar.
static Tensor alignTo(Tensor vector, int64_t axis, int64_t rank) {
  SmallVector<int64_t> shape(rank, 1);
  if (vector.getNumElements() != 1)
    shape[axis] = vector.getNumElements();
  return std::move(vector).reshaped(shape);
}

/// x - zero point, which is exact in f64.
static std::optional<Tensor> center(Tensor x, std::optional<Tensor> zeroPoint,
                                    int64_t axis) {
  if (!zeroPoint)
    return x;
  int64_t rank = x.getRank();
  return apply(BinaryOp::Sub, x, alignTo(std::move(*zeroPoint), axis, rank));
}

static Outcome evaluateConvInteger(ConvIntegerOp op, Evaluation &e) {
  auto x = center(e.reals(op.getX()), e.findReals(op.getXZeroPoint()), 1);
  auto w = center(e.reals(op.getW()), e.findReals(op.getWZeroPoint()), 0);
  return x && w ? e.round(convolve(op, *x, *w, std::nullopt)) : std::nullopt;
}

/// Integer sums of products, scaled, rounded and clamped.
static Outcome evaluateQLinearConv(QLinearConvOp op, Evaluation &e) {
  auto x = center(e.reals(op.getX()), e.findReals(op.getXZeroPoint()), 1);
  auto w = center(e.reals(op.getW()), e.findReals(op.getWZeroPoint()), 0);
  if (!x || !w)
    return std::nullopt;
  std::optional<Tensor> sums = convolve(op, *x, *w, e.findReals(op.getB()));
  if (!sums)
    return sums;
  std::optional<Tensor> scale = apply(
      BinaryOp::Div,
      apply(BinaryOp::Mul, e.reals(op.getXScale()), e.reals(op.getWScale())),
      e.reals(op.getYScale()));
  if (!scale)
    return scale;
  return quantize(apply(BinaryOp::Mul, sums,
                        alignTo(std::move(*scale), 1, sums->getRank())),
                  e.reals(op.getYZeroPoint()), e.elementType());
}

static Outcome evaluateConvTranspose(ConvTransposeOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX()), w = e.reals(op.getW());
  Window window(op);
  SmallVector<WindowAxis> axes;
  SmallVector<int64_t> sizes;
  auto at = [](std::optional<ArrayRef<int64_t>> numbers, size_t i) {
    return numbers ? (*numbers)[i] : 0;
  };
  for (auto [i, length] : llvm::enumerate(w.getShape().drop_front(2))) {
    WindowAxis axis = getAxis(window, i, length, x.getShape()[i + 2]);
    int64_t full = (axis.count - 1) * axis.stride + axis.span() +
                   at(op.getOutputPadding(), i);
    int64_t size = full - axis.begin - axis.end;
    if (op.getOutputShape() || window.isSame()) {
      // The attribute may include the first two dimensions.
      size = axis.count * axis.stride;
      if (auto given = op.getOutputShape())
        size = given->take_back(w.getRank() - 2)[i];
      int64_t padding = std::max<int64_t>(full - size, 0), half = padding / 2;
      axis.begin = window.autoPad == "SAME_UPPER" ? half : padding - half;
    }
    axes.push_back(axis);
    sizes.push_back(size);
  }
  return e.round(arithmetic::convolveTransposed(x, w, e.findReals(op.getB()),
                                                axes, sizes, op.getGroup()));
}

/// Interpolates between elements of `image`, which is 0 outside.
static double interpolate(ArrayRef<double> image, int64_t height, int64_t width,
                          double y, double x) {
  double top = std::floor(y), left = std::floor(x), sum = 0;
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 2; ++j) {
      double row = top + i, column = left + j;
      if (row >= 0 && row < height && column >= 0 && column < width)
        sum += (1 - std::fabs(y - row)) * (1 - std::fabs(x - column)) *
               image[static_cast<int64_t>(row) * width +
                     static_cast<int64_t>(column)];
    }
  return sum;
}

/// For images: a product of the weight and the elements of each window at its
/// positions and offsets.
static Outcome evaluateDeformConv(DeformConvOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX()), w = e.reals(op.getW()),
         offset = e.reals(op.getOffset());
  std::optional<Tensor> mask = e.findReals(op.getMask()),
                        bias = e.findReals(op.getB());
  if (x.getRank() != 4 || w.getRank() != 4)
    return Outcome::fail("is evaluated for images only");
  auto axes = getWindows(Window(op), w.getShape().drop_front(2), x);
  int64_t n = x.getShape()[0], channels = x.getShape()[1];
  int64_t height = x.getShape()[2], width = x.getShape()[3];
  int64_t groups = op.getGroup(), offsetGroups = op.getOffsetGroup();
  int64_t rows = (*axes)[0].count, columns = (*axes)[1].count;
  int64_t taps = (*axes)[0].kernel * (*axes)[1].kernel;
  int64_t outputs = w.getShape()[0], windows = rows * columns;
  if (offset.getNumElements() != n * offsetGroups * taps * 2 * windows ||
      (mask && mask->getNumElements() != n * offsetGroups * taps * windows) ||
      channels % groups != 0 || channels % offsetGroups != 0 ||
      outputs % groups != 0 || w.getShape()[1] != channels / groups ||
      (bias && bias->getNumElements() != outputs))
    return std::nullopt;
  // [batch, channels * taps, windows], followed by a product for each group.
  Tensor columnsOf({n, channels * taps, windows}, x.getElementType());
  for (int64_t batch = 0; batch < n; ++batch)
    for (int64_t channel = 0; channel < channels; ++channel)
      for (int64_t tap = 0; tap < taps; ++tap)
        for (int64_t at = 0; at < windows; ++at) {
          int64_t group = channel / (channels / offsetGroups);
          int64_t place = (batch * offsetGroups + group) * taps + tap;
          auto position = [&](int64_t dim, int64_t index, int64_t k) {
            const WindowAxis &axis = (*axes)[dim];
            return static_cast<double>(index * axis.stride - axis.begin +
                                       k * axis.dilation) +
                   offset.reals()[(place * 2 + dim) * windows + at];
          };
          double value = interpolate(
              x.reals().slice((batch * channels + channel) * height * width,
                              height * width),
              height, width, position(0, at / columns, tap / (*axes)[1].kernel),
              position(1, at % columns, tap % (*axes)[1].kernel));
          columnsOf
              .reals()[((batch * channels + channel) * taps + tap) * windows +
                       at] =
              value * (mask ? mask->reals()[place * windows + at] : 1);
        }
  Tensor weight = std::move(w).reshaped(
      {1, groups, outputs / groups, channels / groups * taps});
  std::optional<Tensor> result = arithmetic::matmul(
      weight, std::move(columnsOf).reshaped(
                  {n, groups, channels / groups * taps, windows}));
  if (!result)
    return result;
  result = std::move(*result).reshaped({n, outputs, rows, columns});
  if (bias)
    result = apply(BinaryOp::Add, result, alignToChannels(*bias, 4));
  return e.round(result);
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

template <typename OpT>
static Outcome evaluatePool(OpT op, Evaluation &e,
                            arithmetic::PoolFunction function) {
  Tensor x = e.reals(op.getX());
  auto axes = getWindows(Window(op), op.getKernelShape(), x);
  return axes ? e.round(arithmetic::pool(x, *axes, function)) : std::nullopt;
}

static double getMean(ArrayRef<double> values, int64_t count) {
  double sum = 0;
  for (double value : values)
    sum += value;
  return sum / static_cast<double>(count);
}

static Outcome evaluateAveragePool(AveragePoolOp op, Evaluation &e) {
  bool countsPadding = op.getCountIncludePad() != 0;
  return evaluatePool(op, e, [&](ArrayRef<double> values, int64_t padded) {
    return getMean(values, countsPadding ? padded : values.size());
  });
}

static double getNorm(ArrayRef<double> values, int64_t p) {
  double sum = 0;
  for (double value : values)
    sum += std::pow(std::fabs(value), p);
  return std::pow(sum, 1.0 / static_cast<double>(p));
}

static Outcome evaluateMaxPool(MaxPoolOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axes = getWindows(Window(op), op.getKernelShape(), x);
  auto maxima = axes ? arithmetic::poolMaxima(x, *axes) : std::nullopt;
  if (!maxima)
    return std::nullopt;
  // Column-major order within each image.
  if (op.getStorageOrder() != 0) {
    ArrayRef<int64_t> sizes = x.getShape().drop_front(2);
    SmallVector<int64_t> strides = arithmetic::getRowMajorStrides(sizes);
    int64_t image = *arithmetic::getNumElements(sizes);
    for (int64_t i = 0; i < maxima->places.getNumElements(); ++i) {
      int64_t place = maxima->places.get<int64_t>(i), to = 0;
      for (int64_t dim = sizes.size(); dim-- > 0;)
        to = to * sizes[dim] + place % image / strides[dim] % sizes[dim];
      maxima->places.set<int64_t>(i, place - place % image + to);
    }
  }
  return SmallVector<RuntimeValue>{
      *arithmetic::cast(maxima->values, e.elementType()),
      std::move(maxima->places)};
}

/// Positions refer to the input of MaxPool; if `output_shape` is larger, the
/// remaining elements are zero.
static Outcome evaluateMaxUnpool(MaxUnpoolOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()];
  SmallVector<int64_t> places = e.ints(op.getI()), shape(x.getShape());
  Window window(op);
  for (auto [i, kernel] : llvm::enumerate(op.getKernelShape()))
    shape[i + 2] = (shape[i + 2] - 1) * window.stride(i) + kernel -
                   window.padBegin(i) - window.padEnd(i);
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (llvm::any_of(shape, [](int64_t size) { return size < 0; }) ||
      !arithmetic::getMemorySize(type) ||
      static_cast<int64_t>(places.size()) != x.getNumElements())
    return std::nullopt;
  Tensor result(type);
  int64_t width = x.getWidth();
  for (auto [from, place] : llvm::enumerate(places)) {
    if (place < 0 || place >= result.getNumElements())
      return std::nullopt;
    std::memcpy(result.data() + place * width, x.data() + from * width, width);
  }
  std::optional<Tensor> padded = std::move(result);
  if (e.find(op.getOutputShape())) {
    SmallVector<int64_t> sizes = e.ints(op.getOutputShape());
    for (auto [axis, size] : llvm::enumerate(sizes)) {
      SmallVector<int64_t> positions = getRange(0, size);
      for (int64_t &position : positions)
        position = position < shape[axis] ? position : -1;
      padded = arithmetic::take(*padded, axis, positions);
      if (!padded)
        return padded;
    }
  }
  return padded;
}

/// One window per channel.
template <typename OpT>
static Outcome evaluateGlobalPool(OpT op, Evaluation &e,
                                  arithmetic::PoolFunction function) {
  Tensor x = e.reals(op.getX());
  SmallVector<WindowAxis> axes;
  for (int64_t size : x.getShape().drop_front(2))
    axes.push_back({size, 1, 1, 0, 0, 1});
  return e.round(arithmetic::pool(x, axes, function));
}

void evaluate::populateNN(Evaluators &rows) {
  rows.add<ConvOp>(evaluateConv);
  rows.add<ConvIntegerOp>(evaluateConvInteger);
  rows.add<ConvTransposeOp>(evaluateConvTranspose);
  rows.add<DeformConvOp>(evaluateDeformConv);
  rows.add<QLinearConvOp>(evaluateQLinearConv);

  rows.add<AveragePoolOp>(evaluateAveragePool);
  rows.add<LpPoolOp>([](LpPoolOp op, Evaluation &e) -> Outcome {
    return evaluatePool(op, e, [&](ArrayRef<double> values, int64_t) {
      return getNorm(values, op.getP());
    });
  });
  rows.add<MaxPoolOp>(evaluateMaxPool);
  rows.add<MaxUnpoolOp>(evaluateMaxUnpool);
  rows.add<GlobalAveragePoolOp>(
      [](GlobalAveragePoolOp op, Evaluation &e) -> Outcome {
        return evaluateGlobalPool(op, e, getMean);
      });
  rows.add<GlobalLpPoolOp>([](GlobalLpPoolOp op, Evaluation &e) -> Outcome {
    return evaluateGlobalPool(op, e, [&](ArrayRef<double> values, int64_t) {
      return getNorm(values, op.getP());
    });
  });
  rows.add<GlobalMaxPoolOp>([](GlobalMaxPoolOp op, Evaluation &e) -> Outcome {
    return evaluateGlobalPool(op, e, [](ArrayRef<double> values, int64_t) {
      double greatest = -INFINITY;
      for (double value : values)
        greatest = value > greatest || value != value ? value : greatest;
      return greatest;
    });
  });
}
