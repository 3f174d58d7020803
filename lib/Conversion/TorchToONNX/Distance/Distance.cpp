//===- Distance.cpp - Lowerings of distances and cross products -----------===//
//
// Norms of differences, cosines and cross products of vectors. Distances are
// computed from differences as long as they fit in memory; expanding the
// squares into a matrix product is faster but less accurate.
//
//===----------------------------------------------------------------------===//

#include "Elementwise/Elementwise.h"
#include "Positions.h"
#include "Reduce/Reduce.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// The differences of all pairs of vectors are not materialized above this
/// number of elements (256 MB of f32) if PyTorch does not do so either.
static constexpr int64_t kMaxDifferences = int64_t(1) << 26;

/// Whether PyTorch computes Euclidean distances by a matrix product and the
/// differences would be too many (cdist_impl in ATen/native/Distance.cpp:
/// `compute_mode` 1 asks for the product, 2 for the differences, and 0 for the
/// product above 25 vectors).
static bool needsProduct(Lowering &b, Value x, Value y) {
  Dims dims = b.dimsOf(x), others = b.dimsOf(y);
  auto first = b.constantSize(dims[dims.size() - 2]);
  auto second = b.constantSize(others[others.size() - 2]);
  std::optional<int64_t> count = b.constantSize(dims.back());
  if (!first || !second || !count)
    return false;
  for (AffineExpr size : b.resultDims())
    if (std::optional<int64_t> number = b.constantSize(size))
      count = llvm::SaturatingMultiply<uint64_t>(*count, *number);
  int64_t mode = b.has("compute_mode") ? b.getInt("compute_mode") : 0;
  return (mode == 1 || (mode == 0 && (*first > 25 || *second > 25))) &&
         uint64_t(*count) > kMaxDifferences;
}

/// |x|^2 + |y|^2 - 2 x y for all pairs, as one product of vectors to which
/// their squares and ones are appended (euclidean_dist_impl in the same file).
static Value buildDistancesByProduct(Lowering &b, Value x, Value y) {
  Type type = b.elementTypeOf(x);
  auto getSquares = [&](Value v) {
    return b.ReduceSum(b.Mul(v, v), b.rankOf(v) - 1, /*keepDims=*/true);
  };
  Value xSquares = getSquares(x), ySquares = getSquares(y);
  auto getOnes = [&](Value like) {
    return b.full(b.scalar(1, type), onnx::ONNXBuilder::typeOf(like));
  };
  Value left =
      b.Concat({b.Mul(x, b.scalar(-2, type)), xSquares, getOnes(xSquares)},
               b.rankOf(x) - 1);
  Value right = b.Concat({y, getOnes(ySquares), ySquares}, b.rankOf(y) - 1);
  SmallVector<int64_t> order = b.integers(0, b.rankOf(y));
  std::swap(order[order.size() - 1], order[order.size() - 2]);
  Value squares = b.MatMul(left, b.Transpose(right, order));
  return b.Sqrt(b.Max(squares, b.scalar(0, type)));
}

/// The norms along the last dimension; 0 for vectors without elements, which
/// have no largest element.
static Value buildDistances(Lowering &b, Value difference, double p) {
  int64_t axis = b.rankOf(difference) - 1;
  Value norm = buildVectorNorm(b, difference, p, axis, /*keepDims=*/false);
  if (std::isinf(p) && mayBeZero(b, b.dimsOf(difference)[axis]))
    norm =
        b.Where(b.Equal(buildSize(b, difference, axis), b.scalar(0, b.i64())),
                b.scalar(0, b.elementTypeOf(norm)), norm);
  return norm;
}

// aten::cdist(Tensor x1, Tensor x2, float p=2., int? compute_mode=None)
//   -> Tensor
//
// The distance of each vector of x1 to each vector of x2.
static Lowered lowerCDist(Lowering &b, double p) {
  Type type = b.resultElementType();
  Value x = b.tensor("x1", type), y = b.tensor("x2", type);
  if (b.isRefused())
    return Lowered::refused();
  if (p == 2 && needsProduct(b, x, y))
    return buildDistancesByProduct(b, x, y);
  Value difference =
      b.Sub(b.Unsqueeze(x, b.rankOf(x) - 1), b.Unsqueeze(y, b.rankOf(y) - 2));
  return buildDistances(b, difference, p);
}

// aten::pdist(Tensor self, float p=2.) -> Tensor
//
// The distance of each row to each later row.
static Lowered lowerPDist(Lowering &b) {
  Value x = b.tensor("self");
  double p = b.getFloat("p");
  if (b.isRefused())
    return Lowered::refused();
  Value first, second;
  if (std::optional<int64_t> rows = b.constantSize(b.dimsOf(x)[0]);
      rows && isSmallTable({*rows, *rows})) {
    SmallVector<int64_t> from, to;
    for (int64_t i = 0; i < *rows; ++i)
      for (int64_t j = i + 1; j < *rows; ++j)
        from.push_back(i), to.push_back(j);
    first = b.ints(from);
    second = b.ints(to);
  } else {
    Value size = buildSize(b, x, 0);
    std::tie(first, second) = buildTriangle(b, size, size, /*offset=*/1,
                                            /*upper=*/true, b.resultDims()[0]);
  }
  Value difference = b.Sub(b.Gather(x, first, 0), b.Gather(x, second, 0));
  return buildDistances(b, difference, p);
}

// aten::pairwise_distance(Tensor x1, Tensor x2, float p=2., float eps=1e-6,
//                         bool keepdim=False) -> Tensor
static Lowered lowerPairwiseDistance(Lowering &b) {
  Type type = b.resultElementType();
  Value difference = buildOwnDifference(b, "x1", "x2");
  if (double epsilon = b.getFloat("eps"); epsilon != 0)
    difference = b.Add(difference, b.scalar(epsilon, type));
  if (b.rankOf(difference) == 0)
    return b.refuse(
        "expected 'x1' and 'x2' to have 1 or more dimensions, found 0");
  return buildVectorNorm(b, difference, b.getFloat("p"),
                         b.rankOf(difference) - 1, b.getBool("keepdim"));
}

// aten::cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08)
//   -> Tensor
//
// The vectors are normalized before the product, which could overflow
// otherwise.
static Lowered lowerCosineSimilarity(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("x1", type), y = b.tensor("x2", type);
  int64_t rank = std::max(b.rankOf(x), b.rankOf(y));
  int64_t axis = b.getAxis("dim", rank);
  Value epsilon = b.number("eps", type);
  if (b.isRefused())
    return Lowered::refused();
  if (rank == 0)
    return b.Mul(b.Div(x, b.Max(b.Abs(x), epsilon)),
                 b.Div(y, b.Max(b.Abs(y), epsilon)));
  AffineExpr size = onnx::broadcastDims(b.dimsOf(x), b.dimsOf(y))[axis];
  Value units[2];
  for (auto [unit, vector] : llvm::zip(units, std::array{x, y})) {
    Value whole = vector;
    if (int64_t missing = rank - b.rankOf(vector))
      whole = b.Unsqueeze(vector, b.integers(0, missing));
    // The norm is that of the broadcast vector.
    Dims dims = b.dimsOf(whole);
    if (size && dims[axis] != size) {
      dims[axis] = size;
      whole = b.expand(whole, sym::getTensorType(dims, type));
    } else if (!size) {
      // It is not known which of the two sizes is 1.
      SmallVector<Value> shape(rank, b.ints(1));
      shape[axis] = b.Max(b.sizeOf(x, axis - rank + b.rankOf(x)),
                          b.sizeOf(y, axis - rank + b.rankOf(y)));
      dims[axis] = AffineExpr();
      whole =
          b.Expand(whole, b.Concat(shape, 0), sym::getTensorType(dims, type));
    }
    Value norm = buildVectorNorm(b, whole, 2, axis, /*keepDims=*/true);
    unit = b.Div(whole, b.Max(norm, epsilon));
  }
  return b.ReduceSum(b.Mul(units[0], units[1]), axis, /*keepDims=*/false);
}

// aten::linalg_cross(Tensor self, Tensor other, *, int dim=-1) -> Tensor
// aten::cross(Tensor self, Tensor other, int? dim=None) -> Tensor
//
// Along the first dimension of size 3 when none is given.
static Lowered lowerCross(Lowering &b) {
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuseResult("real elements");
  int64_t rank = b.resultType().getRank(), axis = -1;
  if (b.has("dim")) {
    axis = b.getAxis("dim", rank);
  } else {
    for (auto [index, size] : llvm::enumerate(b.resultDims()))
      if (axis < 0 && b.constantSize(size) == 3)
        axis = int64_t(index);
    if (axis < 0)
      return b.refuse(
          "expected a dimension of constant size 3, found none in " +
          b.describe(b.resultType()));
  }
  auto rotate = [&](Value x, bool twice) {
    SmallVector<int64_t> order =
        twice ? SmallVector<int64_t>{2, 0, 1} : SmallVector<int64_t>{1, 2, 0};
    return b.Gather(x, b.ints(order), axis - (rank - b.rankOf(x)));
  };
  Value x = b.tensor("self", type), y = b.tensor("other", type);
  return b.Sub(b.Mul(rotate(x, false), rotate(y, true)),
               b.Mul(rotate(x, true), rotate(y, false)));
}

void torch_onnx::populateDistance(LoweringRegistry &registry) {
  WrappedLowerings r(registry, inOpMath);
  r.add({"aten._cdist_forward.default", "aten.cdist.default"},
        [](Lowering &b) { return lowerCDist(b, b.getFloat("p")); });
  r.add("aten._euclidean_dist.default", lowerCDist, 2);
  r.add("aten.cosine_similarity.default", lowerCosineSimilarity);
  r.add({"aten.cross.default", "aten.linalg_cross.default"}, lowerCross);
  r.add("aten.pairwise_distance.default", lowerPairwiseDistance);
  r.add({"aten._pdist_forward.default", "aten.pdist.default"}, lowerPDist);
}
