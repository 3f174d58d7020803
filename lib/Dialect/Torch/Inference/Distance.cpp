//===- Distance.cpp - Types of distances ----------------------------------===//
//
// Distances between all pairs of vectors of two operands, or between
// corresponding vectors.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// aten::cdist(Tensor x1, Tensor x2, float p=2, int? compute_mode=None)
static Inferred inferCDist(Inference &b) {
  RankedTensorType x = b.tensor("x1"), y = b.tensor("x2");
  if (b.hasFailed() || x.getRank() < 2 || y.getRank() < 2)
    return b.invalidRanks("x1", "x2", "2 or more dimensions", x, y);
  Dims lhs = b.dimsOf(x), rhs = b.dimsOf(y);
  Dims dims = b.broadcast(lhs.drop_back(2), rhs.drop_back(2));
  dims.push_back(lhs[lhs.size() - 2]);
  dims.push_back(rhs[rhs.size() - 2]);
  return b.type(dims, x.getElementType());
}

// aten::pdist(Tensor self, float p=2) -> Tensor
static Inferred inferPDist(Inference &b) {
  RankedTensorType x = b.tensor("self");
  if (b.hasFailed() || x.getRank() != 2)
    return b.invalidRank("self", "2 dimensions", x.getRank());
  AffineExpr n = b.dimsOf(x)[0];
  return b.type(sym::floorDiv(sym::mul(n, sym::add(n, -1)), 2),
                x.getElementType());
}

/// Broadcast operands, reduced over one axis.
static TypeRule alongAxis(StringRef lhs, StringRef rhs, bool isReal) {
  return [=](Inference &b) -> Inferred {
    Dims dims = b.broadcast({lhs, rhs});
    bool keepDims = b.getBool("keepdim");
    int64_t axis = b.wrapAxis(b.getInt("dim", -1), dims.size());
    if (b.hasFailed())
      return {};
    if (dims.empty()) {
      // The distance of two scalars.
    } else if (keepDims) {
      dims[axis] = b.size(1);
    } else {
      dims.erase(dims.begin() + axis);
    }
    Type type = b.toFloat(b.promote({lhs, rhs}));
    return b.type(dims, isReal ? b.toReal(type) : type);
  };
}

void torch_onnx::torch::populateDistanceOperators(OperatorTable &r) {
  r.add({"aten._cdist_forward.default", "aten._euclidean_dist.default",
         "aten.cdist.default"},
        inferCDist);
  r.add({"aten._pdist_forward.default", "aten.pdist.default"}, inferPDist);
  r.add("aten.cosine_similarity.default",
        alongAxis("x1", "x2", /*isReal=*/false));
  r.add("aten.pairwise_distance.default",
        alongAxis("x1", "x2", /*isReal=*/true));
  r.add({"aten.cross.default", "aten.linalg_cross.default"}, [](Inference &b) {
    return Inferred(
        b.type(b.broadcast({"self", "other"}), b.promote({"self", "other"})));
  });
}
