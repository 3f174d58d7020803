//===- Histogram.cpp - Types of histograms --------------------------------===//
//
// The number of bins is an argument.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// aten::histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor
static Inferred inferHistC(Inference &b) {
  return b.type(b.size(b.getInt("bins")), b.tensor("self").getElementType());
}

// aten::histogram.bin_ct(Tensor self, int bins=100, ...)
//   -> (Tensor hist, Tensor bin_edges)
static Inferred inferHistogram(Inference &b) {
  Type type = b.tensor("self").getElementType();
  AffineExpr bins = b.size(b.getInt("bins"));
  return {b.type(bins, type), b.type(sym::add(bins, 1), type)};
}

// aten::histogram.bins_tensor(Tensor self, Tensor bins, ...)
//   -> (Tensor hist, Tensor bin_edges)
static Inferred inferHistogramOfEdges(Inference &b) {
  RankedTensorType edges = b.tensor("bins");
  if (edges.getRank() != 1)
    return b.invalidRank("bins", "1 dimension", edges.getRank());
  return {b.type(sym::add(b.dimsOf(edges)[0], -1),
                 b.tensor("self").getElementType()),
          edges};
}

/// histogramdd: the counts, with a dimension for each column, and the edges.
static Inferred inferHistogramDD(Inference &b, bool hasCounts, bool hasEdges) {
  RankedTensorType x = b.tensor("self");
  if (b.hasFailed() || x.getRank() < 2)
    return b.invalidRank("self", "2 or more dimensions", x.getRank());
  std::optional<int64_t> rank = b.constantSize(b.dimsOf(x).back());
  if (!rank)
    return b.unknown("expected a constant number of coordinates, found " +
                     describeSize(b.dimsOf(x).back()));
  if (hasEdges && !b.checkNumResults(*rank + hasCounts))
    return {};
  Type type = x.getElementType();
  Dims counts;
  SmallVector<Type> edges;
  if (b.getOp().getTarget().contains_insensitive("tensor")) {
    for (RankedTensorType bins : b.tensors("bins")) {
      if (!bins || bins.getRank() != 1)
        return b.invalidElement("bins", "1 dimension", bins);
      edges.push_back(bins);
      counts.push_back(sym::add(b.dimsOf(bins)[0], -1));
    }
  } else {
    for (int64_t bins : b.getInts("bins", *rank)) {
      edges.push_back(b.type(b.size(bins + 1), type));
      counts.push_back(b.size(bins));
    }
  }
  if (b.hasFailed() || int64_t(counts.size()) != *rank)
    return b.invalid("expected 'bins' for " + Twine(*rank) +
                     " dimensions, found " + Twine(counts.size()));
  SmallVector<Type> types;
  if (hasCounts)
    types.push_back(b.type(counts, type));
  if (hasEdges)
    types.append(edges);
  return types;
}

void torch_onnx::torch::populateHistogramOperators(OperatorTable &r) {
  r.add("aten.histc.default", inferHistC);
  r.add("aten.histogram.bin_ct", inferHistogram);
  r.add("aten.histogram.bins_tensor", inferHistogramOfEdges);
  r.add({"aten.histogramdd.TensorList_bins", "aten.histogramdd.default",
         "aten.histogramdd.int_bins"},
        [](Inference &b) { return inferHistogramDD(b, true, true); });
  r.add({"aten._histogramdd_from_bin_cts.default",
         "aten._histogramdd_from_bin_tensors.default"},
        [](Inference &b) { return inferHistogramDD(b, true, false); });
  r.add("aten._histogramdd_bin_edges.default",
        [](Inference &b) { return inferHistogramDD(b, false, true); });
}
