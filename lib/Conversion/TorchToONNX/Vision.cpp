//===- Vision.cpp - Lowerings of torchvision's operators ------------------===//
//
// ONNX has an operator for each; these say where the two differ. The kernels of
// torchvision are in torchvision/csrc/ops/cpu.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

// torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor
//
// Both keep the boxes in the order of falling scores, of equal ones the first
// one first. Overlaps are floats: one is greater than the threshold if it is
// greater than the largest float that is not.
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
  // Batch, class, position.
  return b.Gather(kept, b.scalar(2, b.i64()), 1);
}

namespace {
/// `rois`: a position in the batch and a box in each row.
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
// Each place of the pool has channels of its own: the diagonal of the pools of
// all channels.
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
  // A box without points is 0 divided by 0 here, and 0 there.
  if (b.getInt("sampling_ratio") <= 0) {
    Type type = b.elementTypeOf(result);
    auto edge = [&](int64_t column) {
      Value scaled = b.Mul(b.Slice(regions.boxes, column, column + 1, 1),
                           b.scalar(b.getFloat("spatial_scale"), type));
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

// torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset,
//   Tensor mask, Tensor bias, SymInt stride_h, SymInt stride_w, SymInt pad_h,
//   SymInt pad_w, SymInt dilation_h, SymInt dilation_w, SymInt groups,
//   SymInt offset_groups, bool use_mask) -> Tensor
static Lowered lowerDeformConv(Lowering &b) {
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
  r.add("torchvision.deform_conv2d.default", lowerDeformConv);
}
