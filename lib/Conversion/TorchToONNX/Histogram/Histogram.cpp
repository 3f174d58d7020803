//===- Histogram.cpp - Lowerings of histograms ----------------------------===//
//
// Elements are located by a search among the rounded edges of the bins, as in
// PyTorch. Only histc computes bins from the elements.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"

using namespace mlir;
using namespace torch_onnx;

/// The edges of `bins` equal bins, [bins + 1]. Without a range they span the
/// data, or a width of 1 around a single value. As in linspace, they are
/// computed from both ends with one rounding of the step and one of the edge.
static Value getEdges(Lowering &b, Value x, int64_t bins, double low,
                      double high) {
  auto type = dyn_cast<FloatType>(b.elementTypeOf(x));
  if (!type) {
    b.refuseElements("self", "floating-point elements", b.elementTypeOf(x));
    return x;
  }
  Type wide = b.getBuilder().getF64Type();
  if (bins < 1 || bins >= maxConstantElements) {
    b.refuse("expected from 1 to " + Twine(maxConstantElements - 1) +
             " bins, found " + Twine(bins));
    return x;
  }
  int64_t half = (bins + 1) / 2;
  auto round = [&](double value) {
    return FloatAttr::get(type, value).getValueAsDouble();
  };
  if (low != high) {
    low = round(low);
    high = round(high);
    double step = round(round(high - low) / double(bins));
    SmallVector<double> values;
    for (int64_t i = 0; i <= bins; ++i)
      values.push_back(i < half ? low + step * i : high - step * (bins - i));
    return b.numbers(bins + 1, values, type);
  }
  Value first = b.ReduceMin(x, 0, /*keepDims=*/false);
  Value last = b.ReduceMax(x, 0, /*keepDims=*/false);
  Value margin = b.Mul(b.Cast(b.Equal(first, last), type), b.scalar(0.5, type));
  first = b.Sub(first, margin);
  last = b.Add(last, margin);
  Value step = b.Div(b.Sub(last, first), b.scalar(double(bins), type));
  // from + factor * step
  auto count = [&](Value from, ArrayRef<double> factors) {
    Value product =
        b.Mul(b.numbers(factors.size(), factors, wide), b.Cast(step, wide));
    return b.Cast(b.Add(b.Cast(from, wide), product), type);
  };
  SmallVector<double> front, back;
  for (int64_t i = 0; i <= bins; ++i)
    if (i < half)
      front.push_back(i);
    else
      back.push_back(i - bins);
  if (front.empty())
    return count(last, back);
  return b.Concat({count(first, front), count(last, back)}, 0);
}

// aten::histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor
//
// Unlike the other operators, histc computes the bin from the element, in the
// dtype of the element. The last bin includes its right edge. For narrow floats
// a cast rounds each step, as runtimes that compute in f32 omit the rounding
// between two nodes.
static Lowered lowerHistC(Lowering &b) {
  Value x = b.flatten(b.tensor("self"));
  Type type = b.resultElementType();
  int64_t bins = b.getInt("bins");
  double min = b.getFloat("min"), max = b.getFloat("max");
  if (b.isRefused() || !b.isFloat(type))
    return b.refuseResult("floating-point elements");
  Value zeros = b.full(b.scalar(0, type), b.resultType());
  if (b.constantSize(b.dimsOf(x)[0]) == 0)
    return zeros;
  Type wide = b.isNarrowFloat(type) ? Type(b.f32()) : type;
  auto round = [&](Value value) { return b.Cast(b.Cast(value, type), wide); };
  x = b.Cast(x, wide);
  Value low = round(b.scalar(min, wide)), high = round(b.scalar(max, wide));
  if (min == max) {
    low = b.ReduceMin(x, 0, /*keepDims=*/false);
    high = b.ReduceMax(x, 0, /*keepDims=*/false);
    // A single value is the middle of a range of width 2.
    Value margin = b.Cast(b.Equal(low, high), wide);
    low = round(b.Sub(low, margin));
    high = round(b.Add(high, margin));
  }
  Value isInside = b.And(b.GreaterOrEqual(x, low), b.LessOrEqual(x, high));
  Value distance = round(b.Sub(b.Where(isInside, x, low), low));
  Value scaled = round(b.Mul(distance, round(b.scalar(double(bins), wide))));
  Value bin = round(b.Div(scaled, round(b.Sub(high, low))));
  bin = b.Min(b.Cast(bin, b.i64()), b.scalar(bins - 1, b.i64()));
  return b.ScatterElements(zeros, bin, b.Cast(isInside, type), 0, "add");
}

//===----------------------------------------------------------------------===//
// Several dimensions
//===----------------------------------------------------------------------===//

namespace {
/// The bins of the elements along one dimension.
struct Position {
  Value bin;      // i64, in range for all elements
  Value isInside; // of any bin
  Value numBins;  // 1-d
};
} // namespace

/// Finds the bins of the elements of `x`; the last bin includes its right edge.
static Position findBins(Lowering &b, Value x, Value edges) {
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  Value first = b.Slice(edges, 0, 1, 0), last = b.Slice(edges, -1, maximum, 0);
  Position position;
  position.isInside = b.And(b.GreaterOrEqual(x, first), b.LessOrEqual(x, last));
  Value one = b.scalar(1, b.i64());
  position.numBins = b.Sub(b.sizeOf(edges, 0), one);
  Value numBefore = buildSearch(b, edges, x, /*right=*/true);
  Value bin = b.Sub(b.Min(numBefore, position.numBins), one);
  position.bin = b.Where(position.isInside, bin, b.scalar(0, b.i64()));
  return position;
}

/// Edges of equal bins; `range` has two numbers for each dimension.
static Value getEqualEdges(Lowering &b, Value x, int64_t bins,
                           ArrayRef<double> range) {
  if (!range.empty() && range.size() != 2) {
    b.refuse("expected 'range' to have 2 numbers, found " +
             Twine(range.size()));
    return x;
  }
  double low = range.empty() ? 0 : range[0],
         high = range.empty() ? 0 : range[1];
  if (range.empty() && b.constantSize(b.dimsOf(x)[0]) == 0)
    high = 1;
  else if (!range.empty() && low == high) {
    low -= 0.5;
    high += 0.5;
  }
  return getEdges(b, x, bins, low, high);
}

/// The sum of the weights in each bin, or the density. There is one entry of
/// `coordinates` and of `edges` for each dimension.
static Value buildHistogram(Lowering &b, ArrayRef<Value> coordinates,
                            ArrayRef<Value> edges, RankedTensorType result) {
  Type type = result.getElementType();
  Value index, isInside;
  for (auto [x, dimEdges] : llvm::zip_equal(coordinates, edges)) {
    Position position = findBins(b, x, dimEdges);
    index = index ? b.Add(b.Mul(index, position.numBins), position.bin)
                  : position.bin;
    isInside =
        isInside ? b.And(isInside, position.isInside) : position.isInside;
  }
  Value amounts = b.Cast(isInside, type), zero = b.scalar(0, type);
  if (Value weight = b.optionalTensor("weight"))
    amounts = b.Where(isInside, b.flatten(b.Cast(weight, type)), zero);
  AffineExpr numBins = sym::product(sym::getDims(result), b.getContext());
  Value histogram =
      b.ScatterElements(b.full(zero, sym::getTensorType(numBins, type)), index,
                        amounts, 0, "add");
  histogram = b.reshape(histogram, result);
  if (!b.getBool("density"))
    return histogram;
  SmallVector<int64_t> axes = b.integers(0, result.getRank());
  histogram = b.Div(histogram, b.ReduceSum(histogram, axes));
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  for (auto [axis, dimEdges] : llvm::enumerate(edges)) {
    Value widths =
        b.Sub(b.Slice(dimEdges, 1, maximum, 0), b.Slice(dimEdges, 0, -1, 0));
    SmallVector<int64_t> others = axes;
    others.erase(others.begin() + axis);
    histogram =
        b.Div(histogram, others.empty() ? widths : b.Unsqueeze(widths, others));
  }
  return histogram;
}

// aten::histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None,
//   Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)
// aten::histogram.bins_tensor(Tensor self, Tensor bins, *, ...)
static Lowered lowerHistogram(Lowering &b) {
  Value x = b.flatten(b.tensor("self"));
  Value edges =
      b.getArguments().getValue("bins")
          ? b.tensor("bins")
          : getEqualEdges(b, x, b.getInt("bins"), b.getFloats("range"));
  if (b.isRefused())
    return Lowered::refused();
  return std::pair(buildHistogram(b, x, edges, b.resultType()), edges);
}

// aten::histogramdd(Tensor self, int[] bins, float[]? range=None,
//   Tensor? weight=None, bool density=False)
//   -> (Tensor hist, Tensor[] bin_edges)
// aten::_histogramdd_from_bin_cts(Tensor self, int[] bins, *, ...) -> Tensor
// aten::_histogramdd_bin_edges(Tensor self, int[] bins, *, ...) -> Tensor[]
static Lowered lowerHistogramDD(Lowering &b, bool wantsCounts,
                                bool wantsEdges) {
  Value self = b.tensor("self");
  int64_t dims = b.getStaticSize(self, b.rankOf(self) - 1);
  SmallVector<Value> tensors;
  SmallVector<int64_t> counts;
  auto list = b.getArguments().getList("bins");
  if (list && llvm::any_of(*list, [](OpFoldResult bins) {
        auto value = dyn_cast_if_present<Value>(bins);
        return value && isa<RankedTensorType>(value.getType());
      }))
    tensors = b.tensors("bins");
  else
    counts = b.getInts("bins", dims);
  SmallVector<double> range = b.getFloats("range");
  if (b.isRefused())
    return Lowered::refused();
  if (!range.empty() && int64_t(range.size()) != 2 * dims)
    return b.refuse("expected 'range' to have " + Twine(2 * dims) +
                    " numbers, found " + Twine(range.size()));
  SmallVector<Value> coordinates, edges;
  for (int64_t i = 0; i < dims; ++i) {
    coordinates.push_back(
        b.flatten(b.Gather(self, b.scalar(i, b.i64()), b.rankOf(self) - 1)));
    edges.push_back(tensors.empty()
                        ? getEqualEdges(b, coordinates.back(), counts[i],
                                        range.empty()
                                            ? ArrayRef<double>()
                                            : ArrayRef(range).slice(2 * i, 2))
                        : tensors[i]);
  }
  SmallVector<Value> results;
  if (wantsCounts)
    results.push_back(buildHistogram(b, coordinates, edges, b.resultType()));
  if (wantsEdges)
    results.append(edges);
  return results;
}

void torch_onnx::populateHistogram(LoweringRegistry &r) {
  r.add("aten.histc.default", lowerHistC);
  r.add({"aten.histogram.bin_ct", "aten.histogram.bins_tensor"},
        lowerHistogram);
  r.add({"aten.histogramdd.default", "aten.histogramdd.int_bins",
         "aten.histogramdd.TensorList_bins"},
        lowerHistogramDD, true, true);
  r.add({"aten._histogramdd_from_bin_cts.default",
         "aten._histogramdd_from_bin_tensors.default"},
        lowerHistogramDD, true, false);
  r.add("aten._histogramdd_bin_edges.default", lowerHistogramDD, false, true);
}
