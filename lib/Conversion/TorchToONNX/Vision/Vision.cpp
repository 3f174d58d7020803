//===- Vision.cpp - Lowerings of torchvision's operators ------------------===//
//
// ONNX has an operator for most of them; the lowerings handle the differences
// to torchvision's kernels (torchvision/csrc/ops/cpu).
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

// torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor
//
// Both operators keep boxes in order of decreasing scores, equal ones in order.
// Overlaps are f32, so comparing with the f64 threshold equals comparing with
// the largest float that is not greater.
static Lowered lowerNms(Lowering &b) {
  Value boxes = b.tensor("dets"), scores = b.tensor("scores");
  Type type = b.elementTypeOf(boxes);
  double threshold = b.getFloat("iou_threshold");
  if (!type.isF32() && !b.isNarrowFloat(type))
    return b.refuseElements("dets", "floats of 32 bits or less", type);
  if (!(threshold >= 0 && threshold <= 1))
    return b.refuseArgument("iou_threshold", "between 0 and 1");
  float bound = float(threshold);
  if (double(bound) > threshold)
    bound = std::nextafterf(bound, 0);
  Value kept = b.create("NonMaxSuppression",
                        {b.Unsqueeze(b.Cast(boxes, b.f32()), 0),
                         b.Unsqueeze(b.Cast(scores, b.f32()), {0, 1}),
                         b.ints(std::numeric_limits<int64_t>::max()),
                         b.numbers(1, double(bound), b.f32()), b.none()});
  // Each row is batch, class, position.
  return b.Gather(kept, b.scalar(2, b.i64()), 1);
}

namespace {
/// `rois`: each row is a position in the batch and a box.
struct Regions {
  explicit Regions(Lowering &b)
      : height(b.getInt("pooled_height")), width(b.getInt("pooled_width")) {
    Value rows = b.tensor("rois", b.elementTypeOf(b.tensor("input")));
    if (height < 1 || width < 1 || height > limit || width > limit) {
      b.refuse("expected a pool of 1 to " + Twine(limit) +
               " rows and columns, found " + Twine(height) + " and " +
               Twine(width));
      height = width = 1;
    }
    batch = b.Cast(b.Gather(rows, b.scalar(0, b.i64()), 1), b.i64());
    boxes = b.Slice(rows, int64_t(1), 5, 1);
    all = rows;
  }
  static constexpr int64_t limit = 1 << 12;
  int64_t height, width;
  Value batch, boxes, all;
};
} // namespace

static Value buildRoiAlign(Lowering &b, const Regions &regions, bool aligned) {
  return b.create("RoiAlign", {b.tensor("input"), regions.boxes, regions.batch},
                  {b.attr("coordinate_transformation_mode",
                          aligned ? "half_pixel" : "output_half_pixel"),
                   b.attr("output_height", regions.height),
                   b.attr("output_width", regions.width),
                   b.attr("sampling_ratio",
                          std::max<int64_t>(b.getInt("sampling_ratio"), 0)),
                   b.attr("spatial_scale", b.getFloat("spatial_scale"))});
}

// torchvision::roi_align(Tensor input, Tensor rois, float spatial_scale,
//   SymInt pooled_height, SymInt pooled_width, int sampling_ratio,
//   bool aligned) -> Tensor
static Lowered lowerRoiAlign(Lowering &b) {
  return buildRoiAlign(b, Regions(b), b.getBool("aligned"));
}

// torchvision::ps_roi_align(Tensor input, Tensor rois, float spatial_scale,
//   SymInt pooled_height, SymInt pooled_width, int sampling_ratio)
//   -> (Tensor, Tensor)
//
// Each place of the pool has its own channels, so the result is the diagonal of
// the pools of all channels.
static Lowered lowerPsRoiAlign(Lowering &b) {
  Regions regions(b);
  if (!b.getOp()->getResult(1).use_empty())
    return b.refuseUseOf(1);
  Value pooled = buildRoiAlign(b, regions, /*aligned=*/true);
  if (b.isRefused())
    return Lowered::refused();
  int64_t places = regions.height * regions.width;
  if (places > Regions::limit)
    return b.refuse("expected a pool of at most " + Twine(Regions::limit) +
                    " places, found " + Twine(places));
  SmallVector<int64_t> diagonal;
  for (int64_t i = 0; i < places; ++i)
    diagonal.push_back(i * places + i);
  Dims dims = b.resultDims();
  Value all =
      b.reshape(pooled, {dims[0], dims[1], b.constantDim(places * places)});
  Value result = b.reshape(b.Gather(all, b.ints(diagonal), 2), b.resultType());
  // For a box without points, torchvision divides 0 by 0, ONNX returns 0.
  if (b.getInt("sampling_ratio") <= 0) {
    Type type = b.elementTypeOf(result);
    auto edge = [&](int64_t column) {
      Value scaled = b.Mul(b.Slice(regions.boxes, column, column + 1, 1),
                           b.number("spatial_scale", type));
      return b.Sub(scaled, b.scalar(0.5, type));
    };
    auto isEmpty = [&](int64_t column, int64_t count) {
      Value size = b.Sub(edge(column + 2), edge(column));
      Value points = b.Ceil(b.Div(size, b.scalar(count, type)));
      return b.Equal(points, b.scalar(0, type));
    };
    Value none = b.Or(isEmpty(0, regions.width), isEmpty(1, regions.height));
    result = b.Where(b.Unsqueeze(none, {2, 3}),
                     b.scalar(std::numeric_limits<double>::quiet_NaN(), type),
                     result);
  }
  return SmallVector<Value>{result, Value()};
}

// torchvision::roi_pool(Tensor input, Tensor rois, float spatial_scale,
//   SymInt pooled_height, SymInt pooled_width) -> (Tensor, Tensor)
static Lowered lowerRoiPool(Lowering &b) {
  Regions regions(b);
  if (!b.getOp()->getResult(1).use_empty())
    return b.refuseUseOf(1);
  Value pooled =
      b.create("MaxRoiPool", {b.tensor("input"), regions.all},
               {b.attr("pooled_shape", {regions.height, regions.width}),
                b.attr("spatial_scale", b.getFloat("spatial_scale"))});
  return SmallVector<Value>{pooled, Value()};
}

//===----------------------------------------------------------------------===//
// ps_roi_pool
//===----------------------------------------------------------------------===//

/// Rounds halves away from zero; ONNX's Round rounds them to even.
static Value roundAwayFromZero(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  Value size = b.Abs(x), whole = b.Floor(size);
  Value isUp = b.GreaterOrEqual(b.Sub(size, whole), b.scalar(0.5, type));
  return b.Mul(b.Sign(x), b.Add(whole, b.Cast(isUp, type)));
}

namespace {
/// The range [first, last) of pixels of each bin along an axis, i64 [regions,
/// bins], and whether it is empty.
struct Bins {
  Bins(Lowering &b, const Regions &regions, int64_t column, int64_t count,
       Value size) {
    Type type = b.elementTypeOf(regions.boxes);
    auto edge = [&](int64_t at) {
      Value x = b.Mul(b.Slice(regions.boxes, at, at + 1, 1),
                      b.number("spatial_scale", type));
      return b.Cast(roundAwayFromZero(b, x), b.i64());
    };
    Value start = edge(column);
    Value extent = b.Max(b.Sub(edge(column + 2), start), b.scalar(1, b.i64()));
    Value step = b.Div(b.Cast(extent, type), b.scalar(count, type));
    Value index = b.ints(b.integers(0, count));
    // The last row and column of the image belong to no bin.
    Value limit = b.Sub(size, b.scalar(1, b.i64()));
    auto clip = [&](Value offset) {
      Value place = b.Add(b.Cast(offset, b.i64()), start);
      return b.Min(b.Max(place, b.scalar(0, b.i64())), limit);
    };
    first = clip(b.Floor(b.Mul(b.Cast(index, type), step)));
    Value next = b.Add(index, b.scalar(1, b.i64()));
    last = clip(b.Ceil(b.Mul(b.Cast(next, type), step)));
    isEmpty = b.LessOrEqual(last, first);
  }
  Value first, last, isEmpty;
};
} // namespace

/// The sums of `images` over boxes of pixels. Row i of `starts` and `ends` is
/// the first image and pixel of box i and the ones after its last, as [image,
/// y, x]. A Scan processes the boxes one by one, so that only their pixels are
/// read.
static Value sumBoxes(Lowering &b, Value images, Value starts, Value ends) {
  Type type = b.elementTypeOf(images);
  AffineExpr boxes = b.dimsOf(starts)[0], channels = b.dimsOf(images)[1];
  // ONNX Runtime refuses an empty Scan.
  bool mayBeEmpty = b.constantSize(boxes).value_or(0) == 0;
  if (mayBeEmpty) {
    starts = b.Concat({starts, b.Unsqueeze(b.ints({0, 0, 0}), 0)}, 0);
    ends = b.Concat({ends, b.Unsqueeze(b.ints({1, 1, 1}), 0)}, 0);
  }
  Operation *scan = b.createOp(
      "Scan", sym::getTensorType({b.dimsOf(starts)[0], channels}, type),
      {starts, ends}, b.attr("num_scan_inputs", int64_t(2)), /*numRegions=*/1);
  auto row = RankedTensorType::get({3}, b.i64());
  b.fillBody(scan, {row, row}, [&](ValueRange values) {
    Value pixels = b.create(
        "Slice", sym::getTensorType({b.constantDim(1), channels, {}, {}}, type),
        {images, values[0], values[1], b.ints({0, 2, 3}), b.none()});
    return SmallVector<Value>{b.ReduceSum(pixels, {0, 2, 3}, false)};
  });
  Value sums = scan->getResult(0);
  if (mayBeEmpty)
    sums = b.Slice(sums, 0, -1, 0);
  sums.setType(sym::getTensorType({boxes, channels}, type));
  return sums;
}

// torchvision::ps_roi_pool(Tensor input, Tensor rois, float spatial_scale,
//   SymInt pooled_height, SymInt pooled_width) -> (Tensor, Tensor)
//
// The mean of each bin over its own channels.
static Lowered lowerPsRoiPool(Lowering &b) {
  Regions regions(b);
  if (!b.getOp()->getResult(1).use_empty())
    return b.refuseUseOf(1);
  Value x = b.tensor("input");
  Type type = b.elementTypeOf(x);
  if (!type.isF32() && !type.isF64())
    return b.refuseElements("input", "elements of float32 or float64", type);
  if (b.isRefused())
    return Lowered::refused();
  int64_t rows = regions.height, columns = regions.width;
  if (rows * columns > Regions::limit)
    return b.refuse("expected a pool of at most " + Twine(Regions::limit) +
                    " places, found " + Twine(rows * columns));
  Bins down(b, regions, 1, rows, buildSize(b, x, 2));
  Bins right(b, regions, 0, columns, buildSize(b, x, 3));
  // An empty bin is read as one pixel and replaced by 0 at the end.
  auto widen = [&](Bins &bins) {
    Value one = b.scalar(1, b.i64());
    bins.last = b.Where(bins.isEmpty, b.Add(bins.first, one), bins.last);
  };
  widen(down);
  widen(right);

  // One row per bin: its begin and end in [images, y, x], where the images have
  // the channels of one place.
  Value one = b.scalar(1, b.i64());
  Value zeros =
      b.numbers({rows, columns}, SmallVector<double>(rows * columns), b.i64());
  RankedTensorType flatType = sym::getTensorType(
      {sym::mul(b.resultDims()[0], rows * columns), b.constantDim(1)}, b.i64());
  auto flat = [&](Value value) {
    return b.Reshape(b.Add(value, zeros), b.ints({-1, 1}), flatType);
  };
  auto ofRows = [&](Value value) { return b.Unsqueeze(value, 2); };
  auto ofColumns = [&](Value value) { return b.Unsqueeze(value, 1); };
  Value place =
      b.Reshape(b.ints(b.integers(0, rows * columns)), b.ints({rows, columns}),
                RankedTensorType::get({rows, columns}, b.i64()));
  Value image = b.Add(b.Mul(b.Unsqueeze(regions.batch, {1, 2}),
                            b.scalar(rows * columns, b.i64())),
                      place);
  Value starts = b.Concat(
      {flat(image), flat(ofRows(down.first)), flat(ofColumns(right.first))}, 1);
  Value ends = b.Concat({flat(b.Add(image, one)), flat(ofRows(down.last)),
                         flat(ofColumns(right.last))},
                        1);

  Dims dims = b.resultDims(), size = b.dimsOf(x);
  AffineExpr channels = dims[1], places = b.constantDim(rows * columns);
  Value split =
      b.Transpose(b.reshape(x, {size[0], channels, places, size[2], size[3]}),
                  {0, 2, 1, 3, 4});
  Value images = b.reshape(
      split, {sym::mul(size[0], rows * columns), channels, size[2], size[3]});
  Value sums = b.Transpose(b.reshape(sumBoxes(b, images, starts, ends),
                                     {dims[0], b.constantDim(rows),
                                      b.constantDim(columns), channels}),
                           {0, 3, 1, 2});
  Value area = b.Mul(ofRows(b.Sub(down.last, down.first)),
                     ofColumns(b.Sub(right.last, right.first)));
  Value isEmpty = b.Or(ofRows(down.isEmpty), ofColumns(right.isEmpty));
  Value mean = b.Div(sums, b.Cast(b.Unsqueeze(area, 1), type));
  return SmallVector<Value>{
      b.Where(b.Unsqueeze(isEmpty, 1), b.scalar(0, type), mean), Value()};
}

//===----------------------------------------------------------------------===//
// deform_conv2d
//===----------------------------------------------------------------------===//

namespace {
/// The position between two pixels that each tap of the kernel reads along an
/// axis of the image, for each place of the result: [batch, offset groups,
/// taps, rows, columns].
struct TapPlaces {
  /// `base`: the positions without an offset, in a shape that broadcasts.
  TapPlaces(Lowering &b, Value base, Value offset, Value size) {
    Type type = b.elementTypeOf(offset);
    Value place = b.Add(b.Cast(base, type), offset);
    Value extent = b.Cast(size, type), minusOne = b.scalar(-1, type);
    isInside = b.And(b.Greater(place, minusOne), b.Less(place, extent));
    // Positions far outside may not fit into 64-bit integers.
    Value low = b.Floor(b.Min(b.Max(place, minusOne), extent));
    weight[1] = b.Sub(place, low);
    weight[0] = b.Sub(b.scalar(1, type), weight[1]);
    Value zero = b.scalar(0, b.i64()), one = b.scalar(1, b.i64());
    Value last = b.Sub(size, one);
    Value first = b.Cast(low, b.i64()), second = b.Add(first, one);
    isPixel[0] = b.GreaterOrEqual(first, zero);
    isPixel[1] = b.LessOrEqual(second, last);
    position[0] = b.Min(b.Max(first, zero), last);
    position[1] = b.Min(b.Max(second, zero), last);
  }
  Value isInside;
  /// For the pixel before and the pixel after.
  Value position[2], isPixel[2], weight[2];
};
} // namespace

/// Interpolates between the four pixels around each tap: [batch, offset groups,
/// taps, rows, columns, channels of a group]. Taps outside of the image are
/// zero.
static Value interpolateTaps(Lowering &b, Value x, int64_t offsetGroups,
                             const TapPlaces &down, const TapPlaces &right) {
  Type type = b.elementTypeOf(x);
  Dims image = b.dimsOf(x);
  AffineExpr images = sym::mul(image[0], offsetGroups);
  int64_t channels = b.getStaticSize(x, 1) / offsetGroups;
  // One row per pixel of each offset group.
  Value last = b.Transpose(
      b.reshape(x, {images, b.constantDim(channels), image[2], image[3]}),
      {0, 2, 3, 1});
  AffineExpr pixels = sym::mul(sym::mul(images, image[2]), image[3]);
  Value table =
      b.Reshape(last, b.ints({-1, channels}),
                sym::getTensorType({pixels, b.constantDim(channels)}, type));
  Value group = b.Add(alongAxis(b,
                                b.Mul(buildPositionsOf(b, x, 0),
                                      b.scalar(offsetGroups, b.i64())),
                                0, 5),
                      alongAxis(b, b.ints(b.integers(0, offsetGroups)), 1, 5));
  Value firstRow = b.Mul(group, buildSize(b, x, 2));
  Value rowSize = buildSize(b, x, 3);
  Value zero = b.scalar(0, type), mixed;
  for (int64_t i : {0, 1})
    for (int64_t j : {0, 1}) {
      Value index = b.Add(b.Mul(b.Add(firstRow, down.position[i]), rowSize),
                          right.position[j]);
      Value isPixel = b.And(down.isPixel[i], right.isPixel[j]);
      Value value =
          b.Where(b.Unsqueeze(isPixel, 5), b.Gather(table, index, 0), zero);
      value =
          b.Mul(b.Unsqueeze(b.Mul(down.weight[i], right.weight[j]), 5), value);
      mixed = mixed ? b.Add(mixed, value) : value;
    }
  // Taps outside of the image are zero for any weights.
  Value isInside = b.And(down.isInside, right.isInside);
  return b.Where(b.Unsqueeze(isInside, 5), mixed, zero);
}

/// Expands DeformConv for opsets without it: pixels are gathered, interpolated
/// and multiplied by the weight. It needs memory for the columns, as
/// torchvision's kernel does.
static Lowered buildDeformConv(Lowering &b) {
  Type type = b.resultElementType();
  Type computed = b.isNarrowFloat(type) ? b.f32() : type;
  Value x = b.tensor("input", computed), weight = b.tensor("weight", computed);
  Value offset = b.tensor("offset", computed);
  int64_t groups = b.getInt("groups"), offsetGroups = b.getInt("offset_groups");
  int64_t outputs = b.getStaticSize(weight, 0);
  int64_t height = b.getStaticSize(weight, 2);
  int64_t width = b.getStaticSize(weight, 3);
  int64_t channels = b.getStaticSize(x, 1);
  if (b.isRefused())
    return Lowered::refused();
  if (!checkConstantSize(b, height) || !checkConstantSize(b, width) ||
      !checkConstantSize(b, height * width))
    return Lowered::refused();
  int64_t taps = height * width;
  if (groups < 1 || offsetGroups < 1 || taps < 1 || channels < 1 ||
      channels % groups || channels % offsetGroups || outputs % groups)
    return b.refuse("expected a kernel, and groups that divide " +
                    Twine(channels) + " channels, found " + Twine(taps) +
                    " taps and groups of " + Twine(groups) + " and " +
                    Twine(offsetGroups));
  auto constant = [&](int64_t value) { return b.constantDim(value); };
  Dims result = b.resultDims();
  AffineExpr batch = result[0], rows = result[2], columns = result[3];

  // Each tap has a pair of y and x.
  Value pairs = b.reshape(offset, {batch, constant(offsetGroups),
                                   constant(taps), constant(2), rows, columns});
  auto offsetAlong = [&](int64_t axis) {
    return b.Gather(pairs, b.scalar(axis, b.i64()), 3);
  };
  auto baseAlong = [&](int64_t axis, AffineExpr size, StringRef stride,
                       StringRef pad, StringRef dilation) {
    SmallVector<double> ofTaps;
    for (int64_t tap = 0; tap < taps; ++tap)
      ofTaps.push_back(
          double((axis == 0 ? tap / width : tap % width) * b.getInt(dilation) -
                 b.getInt(pad)));
    Value places =
        alongAxis(b, buildPositions(b, size, 0, b.getInt(stride)), axis, 2);
    return b.Add(b.numbers({taps, 1, 1}, ofTaps, b.i64()), places);
  };
  TapPlaces down(b, baseAlong(0, rows, "stride_h", "pad_h", "dilation_h"),
                 offsetAlong(0), buildSize(b, x, 2));
  TapPlaces right(b, baseAlong(1, columns, "stride_w", "pad_w", "dilation_w"),
                  offsetAlong(1), buildSize(b, x, 3));

  Value mixed = interpolateTaps(b, x, offsetGroups, down, right);
  if (b.getBool("use_mask")) {
    Value mask =
        b.reshape(b.tensor("mask", computed), {batch, constant(offsetGroups),
                                               constant(taps), rows, columns});
    mixed = b.Mul(b.Unsqueeze(mask, 5), mixed);
  }

  // [batch, groups, channels and taps, places]
  int64_t depth = channels / groups * taps;
  Value patches = b.reshape(
      b.Transpose(mixed, {0, 1, 5, 2, 3, 4}),
      {batch, constant(groups), constant(depth), sym::mul(rows, columns)});
  Value kernel = b.reshape(
      weight, {constant(groups), constant(outputs / groups), constant(depth)});
  Value product = b.reshape(b.MatMul(kernel, patches), result);
  Value bias = b.Unsqueeze(b.tensor("bias", computed), {1, 2});
  return b.Cast(b.Add(product, bias), type);
}

// torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset,
//   Tensor mask, Tensor bias, SymInt stride_h, SymInt stride_w, SymInt pad_h,
//   SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt groups,
//   SymInt offset_groups, bool use_mask) -> Tensor
static Lowered lowerDeformConv(Lowering &b) {
  if (!b.hasOperator("DeformConv"))
    return buildDeformConv(b);
  Value x = b.tensor("input"), weight = b.tensor("weight");
  Value mask = b.getBool("use_mask") ? b.tensor("mask") : b.none();
  auto pair = [&](StringRef first, StringRef second) {
    return SmallVector<int64_t>{b.getInt(first), b.getInt(second)};
  };
  SmallVector<int64_t> pads = pair("pad_h", "pad_w");
  pads.append({pads[0], pads[1]});
  return b.create(
      "DeformConv", {x, weight, b.tensor("offset"), b.tensor("bias"), mask},
      {b.attr("dilations", pair("dilation_h", "dilation_w")),
       b.attr("group", b.getInt("groups")),
       b.attr("offset_group", b.getInt("offset_groups")), b.attr("pads", pads),
       b.attr("strides", pair("stride_h", "stride_w"))});
}

void torch_onnx::populateVision(LoweringRegistry &r) {
  r.add("torchvision.nms.default", lowerNms);
  r.add("torchvision.roi_align.default", lowerRoiAlign);
  r.add("torchvision.roi_pool.default", lowerRoiPool);
  r.add("torchvision.ps_roi_align.default", lowerPsRoiAlign);
  r.add("torchvision.ps_roi_pool.default", lowerPsRoiPool);
  r.add("torchvision.deform_conv2d.default", lowerDeformConv);
}
