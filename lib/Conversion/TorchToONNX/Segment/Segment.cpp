//===- Segment.cpp - Lowerings of reductions over segments ----------------===//
//
// Segments are runs of slices. The segment of a slice is the number of segments
// that begin at or before it, and the slices are scattered to their segments.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace {
struct Reduction {
  StringLiteral name;
  /// The reduction of ScatterElements that accumulates the segments.
  StringLiteral scatter;
  /// The result for an empty segment.
  double neutral;
};
} // namespace

static constexpr Reduction reductions[] = {
    {"max", "max", -INFINITY}, {"mean", "add", 0}, {"min", "min", INFINITY},
    {"prod", "mul", 1},        {"sum", "add", 0},
};

/// The begins of the segments and the end of the last one, along the last axis.
static Value getOffsets(Lowering &b) {
  if (Value offsets = b.optionalTensor("offsets"))
    return offsets;
  Value lengths = b.tensor("lengths");
  int64_t axis = b.rankOf(lengths) - 1;
  if (axis < 0) {
    b.refuseRank("lengths", "1 or more dimensions", axis + 1);
    return lengths;
  }
  SmallVector<int64_t> pads(2 * b.rankOf(lengths), 0);
  pads[axis] = 1;
  return b.Pad(b.CumSum(lengths, axis), pads, Value());
}

// aten::segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None,
//   Tensor? indices=None, Tensor? offsets=None, int axis=0, bool unsafe=False,
//   Scalar? initial=None) -> Tensor
static Lowered lowerSegmentReduce(Lowering &b) {
  Type type = b.resultElementType();
  if (!b.isFloat(type))
    return b.refuseResult("floating-point elements");
  if (b.has("indices"))
    return b.refuseArgument("indices", "None");
  StringRef name = b.getString("reduce");
  const Reduction *reduction =
      llvm::find_if(reductions, [&](auto &row) { return row.name == name; });
  if (reduction == std::end(reductions))
    return b.refuseArgument("reduce", "'max', 'mean', 'min', 'prod' or 'sum'");
  Value data = b.tensor("data"), offsets = getOffsets(b);
  int64_t rank = b.rankOf(data), axis = b.rankOf(offsets) - 1;
  std::optional<double> initial = b.getArguments().getFloat("initial");
  if (b.isRefused() || (b.has("initial") && !initial))
    return b.refuseArgument("initial", "a constant number");
  if (axis < 0 || axis >= rank)
    return b.refuse("expected segments along one of " + Twine(rank) +
                    " dimensions, found dimension " + Twine(axis));

  // Slices before the first and after the last segment get extra segments,
  // which are removed.
  Value slice = buildPositionsOf(b, data, axis);
  offsets = b.Cast(offsets, b.i64());
  if (axis > 0) {
    Dims dims = b.dimsOf(offsets);
    dims.back() = b.dimsOf(data)[axis];
    Value shape =
        b.Concat({b.Shape(offsets, 0, axis), b.sizeOf(data, axis)}, 0);
    slice = b.Expand(slice, shape, sym::getTensorType(dims, b.i64()));
  }
  Value segment = buildSearch(b, offsets, slice, /*right=*/true);
  SmallVector<int64_t> inner = b.integers(axis + 1, rank);
  if (!inner.empty())
    segment = b.Unsqueeze(segment, inner);
  segment = b.expand(segment, b.typeOf(data).clone(b.i64()));
  Dims dims = b.resultDims();
  dims[axis] = sym::add(dims[axis], 2);
  Value start = b.full(b.scalar(initial.value_or(reduction->neutral), type),
                       sym::getTensorType(dims, type));
  Value result =
      b.ScatterElements(start, segment, data, axis, reduction->scatter);
  result = b.Slice(result, 1, -1, axis);
  result.setType(b.resultType());
  if (name != "mean")
    return result;

  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  Value length =
      b.Sub(b.Slice(offsets, 1, maximum, axis), b.Slice(offsets, 0, -1, axis));
  if (!inner.empty())
    length = b.Unsqueeze(length, inner);
  // The mean of an empty segment is NaN, or the initial value.
  Value mean = b.Div(result, b.Cast(length, type));
  if (!initial)
    return mean;
  return b.Where(b.Equal(length, b.scalar(0, b.elementTypeOf(length))), result,
                 mean);
}

void torch_onnx::populateSegment(LoweringRegistry &r) {
  r.add("aten.segment_reduce.default", lowerSegmentReduce);
}
