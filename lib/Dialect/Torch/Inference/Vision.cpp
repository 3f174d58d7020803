//===- Vision.cpp - Types of torchvision's operators ----------------------===//
//
// Operators on regions of images, and deformable convolutions.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// torchvision::nms(Tensor dets, Tensor scores, float iou_threshold) -> Tensor
//
// The positions of the selected boxes.
static Inferred inferNms(Inference &b) {
  RankedTensorType boxes = b.tensor("dets"), scores = b.tensor("scores");
  if (boxes.getRank() != 2)
    return b.invalidRank("dets", "2 dimensions", boxes.getRank());
  if (scores.getRank() != 1)
    return b.invalidRank("scores", "1 dimension", scores.getRank());
  b.unify(b.dimsOf(boxes)[0], b.dimsOf(scores)[0]);
  if (b.constantSize(b.dimsOf(boxes)[1]).value_or(4) != 4)
    return b.invalid("expected 'dets' to have 4 columns, found " +
                     describeSize(b.dimsOf(boxes)[1]));
  return b.type(AffineExpr(), b.i64());
}

/// One row for each region, [rows, channels, pooled sizes...]. With
/// `isPositionSensitive`, each position of the pool has its own channels.
static Inferred inferRegions(Inference &b, bool isPositionSensitive,
                             Type second) {
  RankedTensorType x = b.tensor("input"), regions = b.tensor("rois");
  AffineExpr height = b.getExpr("pooled_height"),
             width = b.getExpr("pooled_width");
  if (x.getRank() != 4)
    return b.invalidRank("input", "4 dimensions", x.getRank());
  if (regions.getRank() != 2)
    return b.invalidRank("rois", "2 dimensions", regions.getRank());
  if (b.constantSize(b.dimsOf(regions)[1]).value_or(5) != 5)
    return b.invalid("expected 'rois' to have 5 columns, found " +
                     describeSize(b.dimsOf(regions)[1]));
  AffineExpr channels = b.dimsOf(x)[1];
  if (isPositionSensitive) {
    auto rows = b.constantSize(height), columns = b.constantSize(width);
    if (!rows || !columns || *rows < 1 || *columns < 1 || *rows > 1 << 15 ||
        *columns > 1 << 15)
      return b.unknown("the size of the pool is not constant");
    channels = torch_onnx::sym::floorDiv(channels, *rows * *columns);
  }
  Dims dims = {b.dimsOf(regions)[0], channels, height, width};
  RankedTensorType pooled = b.type(dims, x.getElementType());
  if (!second)
    return pooled;
  return {pooled, b.type(dims, second)};
}

// torchvision::deform_conv2d(Tensor input, Tensor weight, Tensor offset,
//   Tensor mask, Tensor bias, SymInt stride_h, ...) -> Tensor
//
// There is an offset for each position of the result.
static Inferred inferDeformConv(Inference &b) {
  RankedTensorType x = b.tensor("input"), weight = b.tensor("weight");
  RankedTensorType offset = b.tensor("offset");
  for (auto [name, type] : {std::pair("input", x), std::pair("weight", weight),
                            std::pair("offset", offset)})
    if (type.getRank() != 4)
      return b.invalidRank(name, "4 dimensions", type.getRank());
  return b.type({b.dimsOf(x)[0], b.dimsOf(weight)[0], b.dimsOf(offset)[2],
                 b.dimsOf(offset)[3]},
                x.getElementType());
}

void torch_onnx::torch::populateVisionOperators(OperatorTable &r) {
  r.add("torchvision.nms.default", inferNms);
  r.add("torchvision.roi_align.default", [](Inference &b) {
    return inferRegions(b, /*isPositionSensitive=*/false, Type());
  });
  r.add("torchvision.roi_pool.default", [](Inference &b) {
    return inferRegions(b, /*isPositionSensitive=*/false, b.i32());
  });
  r.add({"torchvision.ps_roi_align.default", "torchvision.ps_roi_pool.default"},
        [](Inference &b) {
          return inferRegions(b, /*isPositionSensitive=*/true, b.i32());
        });
  r.add("torchvision.deform_conv2d.default", inferDeformConv);
}
