//===- Image.cpp - Evaluates operators of images -------------------------===//
//
// See Evaluation.h. Operators of ImageOps.td except ImageDecoder.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Arithmetic/Sampling.h"
#include "torch-onnx/Arithmetic/Windows.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

//===----------------------------------------------------------------------===//
// Resize
//===----------------------------------------------------------------------===//

/// The sizes and scales along `axes`, computed from the given ones.
struct ResizeScales {
  SmallVector<int64_t> sizes;
  SmallVector<double> scales;
};
static std::optional<ResizeScales>
getScales(ResizeOp op, Evaluation &e, const Tensor &x, ArrayRef<int64_t> axes) {
  ResizeScales result;
  if (std::optional<Tensor> given = e.findReals(op.getScales());
      given && given->getNumElements() != 0) {
    if (given->getNumElements() != static_cast<int64_t>(axes.size()))
      return std::nullopt;
    for (auto [axis, scale] : llvm::zip_equal(axes, given->reals())) {
      double size = std::floor(scale * static_cast<double>(x.getShape()[axis]));
      if (!(scale > 0 && size < 0x1p40))
        return std::nullopt;
      result.scales.push_back(scale);
      result.sizes.push_back(static_cast<int64_t>(size));
    }
    return result;
  }
  if (!e.find(op.getSizes()))
    return std::nullopt;
  result.sizes = e.ints(op.getSizes());
  if (result.sizes.size() != axes.size())
    return std::nullopt;
  for (auto [axis, size] : llvm::zip_equal(axes, result.sizes))
    result.scales.push_back(x.getShape()[axis] == size
                                ? 1
                                : static_cast<double>(size) /
                                      static_cast<double>(x.getShape()[axis]));
  StringRef policy = op.getKeepAspectRatioPolicy();
  if (policy == "stretch" || axes.empty())
    return result;
  double scale = policy == "not_larger" ? *llvm::min_element(result.scales)
                                        : *llvm::max_element(result.scales);
  for (auto [index, axis] : llvm::enumerate(axes)) {
    result.scales[index] = scale;
    result.sizes[index] = static_cast<int64_t>(
        std::floor(scale * static_cast<double>(x.getShape()[axis]) + 0.5));
  }
  return result;
}

/// Interpolation is computed in f64. Runtimes agree on the nearest elements if
/// rounding of positions makes no difference: positions are integers divided by
/// a power of two.
static Outcome evaluateResize(ResizeOp op, Evaluation &e) {
  bool isNearest = op.getMode() == "nearest";
  StringRef coordinates = op.getCoordinateTransformationMode();
  std::optional<Tensor> x = e[op.getX()];
  if (!isNearest)
    x = arithmetic::toReals(*x);
  if (!x)
    return x;
  // Runtimes differ in how infinities and NaN propagate.
  if (!isNearest && !llvm::all_of(x->reals(), [](double value) {
        return std::isfinite(value);
      }))
    *e.defined() = false;
  auto axes =
      getAxes(op.getAxes().value_or(getRange(0, x->getRank())), x->getRank());
  auto scales = axes ? getScales(op, e, *x, *axes) : std::nullopt;
  if (!scales)
    return std::nullopt;
  std::optional<Tensor> roi = e.findReals(op.getRoi());
  bool isCrop = coordinates == "tf_crop_and_resize";
  if (isCrop &&
      (!roi || roi->getNumElements() != 2 * static_cast<int64_t>(axes->size())))
    return std::nullopt;
  for (auto [index, axis] : llvm::enumerate(*axes)) {
    double scale = scales->scales[index];
    int64_t length = x->getShape()[axis], size = scales->sizes[index];
    if (!isCrop && length == size && scale == 1)
      continue;
    int exponent;
    if (isNearest ? std::frexp(scale, &exponent) != 0.5
                  : coordinates == "align_corners" && scale * length != size)
      *e.defined() = false;
    arithmetic::Resampling how{axis, size, scale, op.getMode(), coordinates};
    how.cubic = toDouble(op.getCubicCoeffA());
    how.nearestMode = op.getNearestMode();
    how.antialias = op.getAntialias() != 0;
    how.excludeOutside = op.getExcludeOutside() != 0;
    how.extrapolation = toDouble(op.getExtrapolationValue());
    if (isCrop) {
      how.start = roi->reals()[index];
      how.end = roi->reals()[index + axes->size()];
    }
    x = arithmetic::resample(*x, how);
    if (!x)
      return x;
  }
  return isNearest ? Outcome(x) : e.round(x);
}

static Agreement getResizeAgreement(Operation *operation) {
  auto op = cast<ResizeOp>(operation);
  StringRef coordinates = op.getCoordinateTransformationMode();
  bool isUsual = op.getAntialias() == 0 && op.getExcludeOutside() == 0 &&
                 op.getKeepAspectRatioPolicy() == "stretch";
  if (op.getMode() == "nearest")
    return isUsual && coordinates == "asymmetric" &&
                   op.getNearestMode() == "floor"
               ? Agreement::Rounding
               : Agreement::None;
  return isUsual && coordinates != "tf_crop_and_resize" &&
                 coordinates != "half_pixel_symmetric"
             ? agreeButForRounding(op)
             : Agreement::None;
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

/// The positions of an image with the last sizes, in [-1, 1], under affine
/// maps.
static Outcome evaluateAffineGrid(AffineGridOp op, Evaluation &e) {
  Tensor theta = e.reals(op.getTheta());
  SmallVector<int64_t> size = e.ints(op.getSize());
  int64_t rank = static_cast<int64_t>(size.size()) - 2;
  if (rank < 1 ||
      llvm::any_of(
          size, [](int64_t s) { return s < 0; }) ||
      theta.getRank() != 3 || theta.getShape()[1] != rank ||
      theta.getShape()[2] != rank + 1 || theta.getShape()[0] != size[0])
    return std::nullopt;
  SmallVector<int64_t> shape = {size[0]};
  shape.append(size.begin() + 2, size.end());
  SmallVector<int64_t> sizes(size.begin() + 2, size.end());
  SmallVector<int64_t> strides = arithmetic::getRowMajorStrides(sizes);
  shape.push_back(rank);
  auto type = RankedTensorType::get(shape, theta.getElementType());
  if (!arithmetic::getMemorySize(type))
    return std::nullopt;
  Tensor grid(type);
  int64_t points = *arithmetic::getNumElements(sizes);
  for (int64_t n = 0; n < size[0]; ++n)
    for (int64_t point = 0; point < points; ++point)
      for (int64_t row = 0; row < rank; ++row) {
        const double *map = &theta.reals()[(n * rank + row) * (rank + 1)];
        double sum = map[rank];
        for (int64_t column = 0; column < rank; ++column) {
          // The last axis is the first coordinate.
          int64_t axis = rank - 1 - column;
          double at = static_cast<double>(point / strides[axis] % sizes[axis]);
          double length = static_cast<double>(sizes[axis]);
          sum += map[column] * (op.getAlignCorners() != 0
                                    ? -1 + 2 * at / (length - 1)
                                    : (2 * at + 1) / length - 1);
        }
        grid.reals()[(n * points + point) * rank + row] = sum;
      }
  return e.round(grid);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// Regions are [x1, y1, x2, y2]. Each bin is the mean or maximum of the samples
/// in it.
static Outcome evaluateRoiAlign(RoiAlignOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX()), rois = e.reals(op.getRois());
  SmallVector<int64_t> batches = e.ints(op.getBatchIndices());
  if (x.getRank() != 4 || rois.getRank() != 2 || rois.getShape()[1] != 4 ||
      static_cast<int64_t>(batches.size()) != rois.getShape()[0])
    return std::nullopt;
  int64_t count = batches.size(), channels = x.getShape()[1];
  int64_t height = x.getShape()[2], width = x.getShape()[3];
  int64_t rows = op.getOutputHeight(), columns = op.getOutputWidth();
  bool isHalf = op.getCoordinateTransformationMode() == "half_pixel";
  bool isMean = op.getMode() == "avg";
  auto type = RankedTensorType::get({count, channels, rows, columns},
                                    x.getElementType());
  if (rows < 0 || columns < 0 || height == 0 || width == 0 ||
      !arithmetic::getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  for (int64_t n = 0; n < count; ++n) {
    if (batches[n] < 0 || batches[n] >= x.getShape()[0])
      return std::nullopt;
    auto place = [&](int64_t i) {
      return rois.reals()[n * 4 + i] * toDouble(op.getSpatialScale()) -
             (isHalf ? 0.5 : 0);
    };
    double least = isHalf ? -INFINITY : 1;
    double binHeight =
        std::max(place(3) - place(1), least) / static_cast<double>(rows);
    double binWidth =
        std::max(place(2) - place(0), least) / static_cast<double>(columns);
    auto getSamples = [&](double size) {
      return op.getSamplingRatio() > 0
                 ? static_cast<int64_t>(op.getSamplingRatio())
                 : static_cast<int64_t>(std::clamp(std::ceil(size), 0.0, 1e6));
    };
    int64_t down = getSamples(binHeight), across = getSamples(binWidth);
    for (int64_t bin = 0; bin < rows * columns; ++bin)
      for (int64_t channel = 0; channel < channels; ++channel) {
        const double *image =
            x.reals().data() +
            (batches[n] * channels + channel) * height * width;
        double sum = 0, greatest = 0;
        for (int64_t sample = 0; sample < down * across; ++sample) {
          double cy =
              place(1) +
              (bin / columns + (sample / across + 0.5) / down) * binHeight;
          double cx =
              place(0) +
              (bin % columns + (sample % across + 0.5) / across) * binWidth;
          double parts[4] = {};
          if (cy >= -1 && cy <= height && cx >= -1 && cx <= width) {
            cy = std::clamp<double>(cy, 0, height - 1);
            cx = std::clamp<double>(cx, 0, width - 1);
            int64_t top = static_cast<int64_t>(cy),
                    left = static_cast<int64_t>(cx);
            for (int64_t i = 0; i < 4; ++i) {
              int64_t row = std::min(top + i / 2, height - 1);
              int64_t column = std::min(left + i % 2, width - 1);
              double dy = cy - top, dx = cx - left;
              parts[i] = (i / 2 ? dy : 1 - dy) * (i % 2 ? dx : 1 - dx) *
                         image[row * width + column];
            }
          }
          sum += parts[0] + parts[1] + parts[2] + parts[3];
          double most = std::max({parts[0], parts[1], parts[2], parts[3]});
          greatest = sample == 0 ? most : std::max(greatest, most);
        }
        result.reals()[(n * channels + channel) * rows * columns + bin] =
            isMean ? sum / std::max<double>(down * across, 1) : greatest;
      }
  }
  return e.round(result);
}

/// Regions are [batch, x1, y1, x2, y2], in whole elements including the ends.
static Outcome evaluateMaxRoiPool(MaxRoiPoolOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX()), rois = e.reals(op.getRois());
  if (x.getRank() != 4 || rois.getRank() != 2 || rois.getShape()[1] != 5 ||
      op.getPooledShape().size() != 2)
    return std::nullopt;
  int64_t count = rois.getShape()[0], channels = x.getShape()[1];
  int64_t height = x.getShape()[2], width = x.getShape()[3];
  int64_t rows = op.getPooledShape()[0], columns = op.getPooledShape()[1];
  if (rows < 1 || columns < 1)
    return std::nullopt;
  Tensor result({count, channels, rows, columns}, x.getElementType());
  for (int64_t n = 0; n < count; ++n) {
    const double *roi = &rois.reals()[n * 5];
    int64_t batch = static_cast<int64_t>(roi[0]);
    if (batch < 0 || batch >= x.getShape()[0])
      return std::nullopt;
    auto place = [&](int64_t i) {
      return std::round(roi[i] * toDouble(op.getSpatialScale()));
    };
    double binHeight = std::max(place(4) - place(2) + 1, 1.0) / rows;
    double binWidth = std::max(place(3) - place(1) + 1, 1.0) / columns;
    auto clamp = [](double at, int64_t size) {
      return static_cast<int64_t>(std::clamp<double>(at, 0, size));
    };
    for (int64_t bin = 0; bin < rows * columns; ++bin) {
      int64_t row = bin / columns, column = bin % columns;
      int64_t top = clamp(place(2) + std::floor(row * binHeight), height);
      int64_t bottom =
          clamp(place(2) + std::ceil((row + 1) * binHeight), height);
      int64_t left = clamp(place(1) + std::floor(column * binWidth), width);
      int64_t right =
          clamp(place(1) + std::ceil((column + 1) * binWidth), width);
      for (int64_t channel = 0; channel < channels; ++channel) {
        bool isEmpty = bottom <= top || right <= left;
        double greatest = isEmpty ? 0 : -INFINITY;
        for (int64_t i = top; i < bottom; ++i)
          for (int64_t j = left; j < right; ++j)
            greatest = std::max(
                greatest,
                x.reals()[((batch * channels + channel) * height + i) * width +
                          j]);
        result.reals()[(n * channels + channel) * rows * columns + bin] =
            greatest;
      }
    }
  }
  return e.round(result);
}

/// [min x, min y, max x, max y].
static std::array<double, 4> getCorners(const double *box, bool isCentered) {
  if (isCentered)
    return {box[0] - box[2] / 2, box[1] - box[3] / 2, box[0] + box[2] / 2,
            box[1] + box[3] / 2};
  return {std::min(box[1], box[3]), std::min(box[0], box[2]),
          std::max(box[1], box[3]), std::max(box[0], box[2])};
}

/// The intersection of two boxes divided by their union.
static double getOverlap(const std::array<double, 4> &a,
                         const std::array<double, 4> &b) {
  double width = std::min(a[2], b[2]) - std::max(a[0], b[0]);
  double height = std::min(a[3], b[3]) - std::max(a[1], b[1]);
  if (width <= 0 || height <= 0)
    return 0;
  double area = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]);
  return width * height / (area - width * height);
}

static Outcome evaluateNonMaxSuppression(NonMaxSuppressionOp op,
                                         Evaluation &e) {
  Tensor boxes = e.reals(op.getBoxes()), scores = e.reals(op.getScores());
  if (boxes.getRank() != 3 || scores.getRank() != 3 ||
      boxes.getShape()[2] != 4 || scores.getShape()[0] != boxes.getShape()[0] ||
      scores.getShape()[2] != boxes.getShape()[1])
    return std::nullopt;
  int64_t limit = e.integer(op.getMaxOutputBoxesPerClass());
  double overlap = e.number(op.getIouThreshold());
  double least = e.number(op.getScoreThreshold(), -INFINITY);
  bool hasLeast = e.find(op.getScoreThreshold());
  int64_t count = boxes.getShape()[1];
  SmallVector<int64_t> selected;
  for (int64_t row = 0; row < scores.getShape()[0] * scores.getShape()[1];
       ++row) {
    const double *score = scores.reals().data() + row * count;
    int64_t batch = row / scores.getShape()[1];
    SmallVector<int64_t> order, kept;
    for (int64_t i = 0; i < count; ++i)
      if (!hasLeast || score[i] > least)
        order.push_back(i);
    llvm::sort(order, [&](int64_t a, int64_t b) {
      return score[a] > score[b] || (score[a] == score[b] && a < b);
    });
    auto corners = [&](int64_t i) {
      return getCorners(&boxes.reals()[(batch * count + i) * 4],
                        op.getCenterPointBox() != 0);
    };
    for (int64_t i : order) {
      if (static_cast<int64_t>(kept.size()) >= limit)
        break;
      if (llvm::any_of(kept, [&](int64_t other) {
            return getOverlap(corners(i), corners(other)) > overlap;
          }))
        continue;
      kept.push_back(i);
      selected.append({batch, row % scores.getShape()[1], i});
    }
  }
  int64_t total = selected.size() / 3;
  return makeInts(selected, e.getContext()).reshaped({total, 3});
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// An odd element is cropped or added at the end.
static Outcome evaluateCenterCropPad(CenterCropPadOp op, Evaluation &e) {
  std::optional<Tensor> x = e[op.getInputData()];
  SmallVector<int64_t> sizes = e.ints(op.getShape());
  auto axes =
      getAxes(op.getAxes().value_or(getRange(0, x->getRank())), x->getRank());
  if (!axes || axes->size() != sizes.size())
    return std::nullopt;
  for (auto [axis, size] : llvm::zip_equal(*axes, sizes)) {
    int64_t length = x->getShape()[axis];
    int64_t first =
        size < length ? (length - size) / 2 : -((size - length) / 2);
    SmallVector<int64_t> positions;
    for (int64_t i = 0; i < size; ++i)
      positions.push_back(first + i >= 0 && first + i < length ? first + i
                                                               : -1);
    x = arithmetic::take(*x, axis, positions);
    if (!x)
      return x;
  }
  return x;
}

/// A transposed convolution by kernels that are 1 at one tap.
static Outcome evaluateCol2Im(Col2ImOp op, Evaluation &e) {
  std::optional<Tensor> numbers = e.findReals(op.getInput());
  if (!numbers)
    return Outcome::fail("is evaluated for real numbers only");
  const Tensor &x = *numbers;
  SmallVector<int64_t> image = e.ints(op.getImageShape()),
                       block = e.ints(op.getBlockShape());
  auto taps = arithmetic::getNumElements(block);
  if (x.getRank() != 3 || image.size() != block.size() || !taps || *taps < 1 ||
      x.getShape()[1] % *taps != 0 ||
      llvm::any_of(image, [](int64_t size) { return size < 0; }))
    return std::nullopt;
  Window window(op);
  SmallVector<arithmetic::WindowAxis> axes;
  int64_t windows = 1;
  for (auto [i, size] : llvm::enumerate(image)) {
    arithmetic::WindowAxis axis{block[i],           window.stride(i),
                                window.dilation(i), window.padBegin(i),
                                window.padEnd(i),   0};
    int64_t room = size + axis.begin + axis.end - axis.span();
    axis.count = room < 0 ? 0 : room / axis.stride + 1;
    windows *= axis.count;
    axes.push_back(axis);
  }
  int64_t planes = x.getShape()[0] * (x.getShape()[1] / *taps);
  SmallVector<int64_t> shape = {x.getShape()[0], x.getShape()[1] / *taps};
  llvm::append_range(shape, image);
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (windows != x.getShape()[2] || !arithmetic::getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  int64_t pixels = *arithmetic::getNumElements(image);
  arithmetic::forEachWindow(
      image, axes, [&](int64_t at, ArrayRef<arithmetic::Tap> parts, int64_t) {
        for (int64_t plane = 0; plane < planes; ++plane)
          for (arithmetic::Tap tap : parts)
            result.reals()[plane * pixels + tap.element] +=
                x.reals()[(plane * *taps + tap.kernel) * windows + at];
      });
  return e.round(result);
}

void evaluate::populateImage(Evaluators &rows) {
  rows.add<AffineGridOp>(evaluateAffineGrid);
  rows.add<CenterCropPadOp>(evaluateCenterCropPad);
  rows.add<Col2ImOp>(evaluateCol2Im);
  rows.add<GridSampleOp>([](GridSampleOp op, Evaluation &e) -> Outcome {
    std::optional<Tensor> x = e.findReals(op.getX());
    if (!x)
      return Outcome::fail("is evaluated for real numbers only");
    return e.round(arithmetic::sampleGrid(
        *x, e.reals(op.getGrid()),
        {op.getMode(), op.getPaddingMode(), op.getAlignCorners() != 0}));
  });
  rows.add<MaxRoiPoolOp>(evaluateMaxRoiPool);
  rows.add<NonMaxSuppressionOp>(evaluateNonMaxSuppression);
  rows.add<ResizeOp>(evaluateResize, getResizeAgreement);
  rows.add<RoiAlignOp>(evaluateRoiAlign);
}
