//===- Segment.cpp - Types of segment reductions --------------------------===//
//
// The dimension of the segments replaces the dimension of the elements.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// aten::segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None,
//   Tensor? indices=None, Tensor? offsets=None, int axis=0, ...) -> Tensor
//
// The dimensions before the axis are also dimensions of the lengths.
static Inferred inferSegmentReduce(Inference &b) {
  RankedTensorType data = b.tensor("data");
  RankedTensorType lengths = b.optionalTensor("lengths"),
                   offsets = b.optionalTensor("offsets");
  if (!lengths && !offsets)
    return b.unknown("expected 'lengths' or 'offsets', found None for both");
  Dims dims = b.dimsOf(data), segments = b.dimsOf(lengths ? lengths : offsets);
  if (segments.empty() || segments.size() > dims.size())
    return b.invalidRank(lengths ? "lengths" : "offsets",
                         "1 to " + Twine(dims.size()) + " dimensions",
                         segments.size());
  dims[segments.size() - 1] =
      lengths ? segments.back() : sym::add(segments.back(), -1);
  return b.type(dims, data.getElementType());
}

void torch_onnx::torch::populateSegmentOperators(OperatorTable &r) {
  r.add("aten.segment_reduce.default", inferSegmentReduce);
}
