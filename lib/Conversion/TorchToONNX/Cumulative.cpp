//===- Cumulative.cpp - Lowerings of running sums and the like ------------===//
//
// ONNX has a running sum only (a running product since opset 26). The others
// are reductions over all prefixes at once: element j counts for the result i
// when j <= i. That takes the square of the size in memory, and few nodes.
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// {prefixes, is in the prefix}: prefixes along `axis` become elements along
/// `axis + 1`; the mask is [size, size, 1, ...].
static std::pair<Value, Value> buildPrefixes(Lowering &b, Value x,
                                             int64_t axis) {
  AffineExpr size = b.dimsOf(x)[axis];
  Value positions;
  if (auto constant = b.constantSize(size))
    positions = b.ints(llvm::to_vector(llvm::seq<int64_t>(0, *constant)));
  else
    positions = b.Range(b.scalar(0, b.i64()), b.Squeeze(b.sizeOf(x, axis), 0),
                        b.scalar(1, b.i64()), size);
  Value isBefore = b.LessOrEqual(positions, b.Unsqueeze(positions, 1));
  SmallVector<int64_t> rest;
  for (int64_t i = axis + 1; i < b.rankOf(x); ++i)
    rest.push_back(i - axis + 1);
  return {b.Unsqueeze(x, axis), b.Unsqueeze(isBefore, rest)};
}

/// The reduction of all prefixes; `neutral` stands for what is not in them.
static Value buildScan(Lowering &b, StringRef op, Value x, int64_t axis,
                       double neutral) {
  auto [prefixes, isIn] = buildPrefixes(b, x, axis);
  Value masked = b.Where(isIn, prefixes, b.scalar(neutral, b.elementTypeOf(x)));
  return b.reduce(op, masked, axis + 1, /*keepDims=*/false);
}

/// `scan` along "dim", in the dtype of the result. Narrow integers wrap around
/// in wide ones, too.
static Lowered lowerScan(Lowering &b,
                         function_ref<Value(Value x, int64_t axis)> scan) {
  Type type = b.resultElementType();
  if (b.isComplex(type))
    return b.refuse("complex numbers");
  Value x = b.tensor("self", type);
  if (b.rankOf(x) == 0)
    return x;
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  if (b.isInt(type) && type.getIntOrFloatBitWidth() < 32)
    return b.Cast(scan(b.Cast(x, b.getBuilder().getI32Type()), axis), type);
  return scan(x, axis);
}

// aten::cumsum(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
static Lowered lowerCumSum(Lowering &b) {
  return lowerScan(b, [&](Value x, int64_t axis) { return b.CumSum(x, axis); });
}

// aten::cumprod(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor
static Lowered lowerCumProd(Lowering &b) {
  return lowerScan(b, [&](Value x, int64_t axis) {
    return buildScan(b, "ReduceProd", x, axis, 1);
  });
}

// aten::logcumsumexp(Tensor self, int dim) -> Tensor
static Lowered lowerLogCumSumExp(Lowering &b) {
  return lowerScan(b, [&](Value x, int64_t axis) {
    return buildScan(b, "ReduceLogSumExp", x, axis, -INFINITY);
  });
}

// aten::cummax(Tensor self, int dim) -> (Tensor values, Tensor indices)
//
// The position is that of the last of equal elements. Where a NaN has been met
// the maximum is NaN, and the position that of the last NaN.
static Lowered lowerCumExtreme(Lowering &b, bool largest) {
  Value x = b.tensor("self");
  if (b.rankOf(x) == 0)
    return std::pair(x, b.scalar(0, b.i64()));
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Type type = b.elementTypeOf(x);
  if (!b.isFloat(type) && !b.isInt(type) && !b.isBool(type))
    return b.refuse("complex numbers");
  Value values = x;
  // Booleans and narrow integers as integers that reductions compare.
  Type wide = b.isFloat(type) || type.getIntOrFloatBitWidth() >= 32
                  ? type
                  : Type(b.getBuilder().getI32Type());
  values = b.Cast(values, wide);
  auto [prefixes, isIn] = buildPrefixes(b, values, axis);
  Value neutral;
  if (b.isFloat(wide)) {
    neutral = b.scalar(largest ? -INFINITY : INFINITY, wide);
  } else {
    unsigned width = wide.getIntOrFloatBitWidth();
    APInt limit =
        wide.isUnsignedInteger()
            ? (largest ? APInt::getMinValue(width) : APInt::getMaxValue(width))
            : (largest ? APInt::getSignedMinValue(width)
                       : APInt::getSignedMaxValue(width));
    neutral = b.constant(
        DenseElementsAttr::get(RankedTensorType::get({}, wide), limit));
  }
  Value masked = b.Where(isIn, prefixes, neutral);
  Value extreme = b.reduce(largest ? "ReduceMax" : "ReduceMin", masked,
                           axis + 1, /*keepDims=*/true);
  // The last position in the prefix that holds the extreme.
  Type rank = b.getBuilder().getI32Type();
  Value found = b.Cast(b.And(b.Equal(prefixes, extreme), isIn), rank);
  if (b.isFloat(wide))
    found = b.Where(b.And(b.IsNaN(prefixes), isIn), b.scalar(2, rank), found);
  SmallVector<AffineExpr> dims = b.dimsOf(x);
  Value index =
      b.create("ArgMax", sym::getTensorType(dims, b.i64()), found,
               {b.attr("axis", axis + 1), b.attr("keepdims", int64_t(0)),
                b.attr("select_last_index", int64_t(1))});
  // Reductions of runtimes may lose NaN, its position is certain.
  if (b.isFloat(type))
    return std::pair(b.GatherElements(x, index, axis), index);
  return std::pair(b.Cast(b.Squeeze(extreme, axis + 1), type), index);
}

//===----------------------------------------------------------------------===//
// Integrals
//===----------------------------------------------------------------------===//

/// {all but the last, all but the first} along an axis.
static std::pair<Value, Value> buildNeighbours(Lowering &b, Value x,
                                               int64_t axis) {
  SmallVector<AffineExpr> dims = b.dimsOf(x);
  dims[axis] = sym::add(dims[axis], -1);
  RankedTensorType type = sym::getTensorType(dims, b.elementTypeOf(x));
  constexpr int64_t end = std::numeric_limits<int64_t>::max();
  Value left = b.Slice(x, 0, -1, axis), right = b.Slice(x, 1, end, axis);
  left.setType(type);
  right.setType(type);
  return {left, right};
}

// aten::trapezoid.x(Tensor y, Tensor x, *, int dim=-1) -> Tensor
// aten::cumulative_trapezoid.dx(Tensor y, *, Scalar dx=1, int dim=-1) -> Tensor
static Lowered lowerTrapezoid(Lowering &b, bool isCumulative) {
  Type type = b.resultElementType();
  if (!b.isFloat(type))
    return b.refuse("numbers that are not real");
  Value y = b.tensor("y", type);
  int64_t rank = b.rankOf(y), axis = b.getAxis("dim", rank);
  std::optional<int64_t> size =
      rank ? b.constantSize(b.dimsOf(y)[axis]) : std::nullopt;
  if (b.isRefused() || !size || *size == 0)
    return b.refuse("an integral over a size that is not constant");
  auto [left, right] = buildNeighbours(b, y, axis);
  Value half = b.scalar(0.5, type), areas;
  if (b.has("x")) {
    Value x = b.tensor("x", type);
    // Positions along the axis, or for all elements.
    if (b.rankOf(x) == 1) {
      SmallVector<int64_t> rest;
      for (int64_t i = axis + 1; i < rank; ++i)
        rest.push_back(i - axis);
      x = b.Unsqueeze(x, rest);
    }
    int64_t missing = rank - b.rankOf(x);
    if (missing > axis || missing < 0)
      return b.refuse("positions of other dimensions");
    auto [from, to] = buildNeighbours(b, x, axis - missing);
    areas = b.Mul(b.Mul(b.Sub(to, from), b.Add(left, right)), half);
  } else {
    areas = b.Mul(b.Add(left, right), b.Mul(b.number("dx", type), half));
  }
  if (isCumulative)
    return b.CumSum(areas, axis);
  return b.ReduceSum(areas, axis, /*keepDims=*/false);
}

void torch_onnx::populateCumulative(LoweringRegistry &r) {
  r.add("aten.cummax.default",
        [](Lowering &b) { return lowerCumExtreme(b, true); });
  r.add("aten.cummin.default",
        [](Lowering &b) { return lowerCumExtreme(b, false); });
  r.add("aten.cumprod.default", lowerCumProd);
  r.add("aten.cumsum.default", lowerCumSum);
  r.add({"aten._logcumsumexp.default", "aten.logcumsumexp.default"},
        lowerLogCumSumExp);
  r.add({"aten.cumulative_trapezoid.dx", "aten.cumulative_trapezoid.x"},
        [](Lowering &b) { return lowerTrapezoid(b, /*isCumulative=*/true); });
  r.add({"aten.trapezoid.dx", "aten.trapezoid.x", "aten.trapz.dx",
         "aten.trapz.x"},
        [](Lowering &b) { return lowerTrapezoid(b, /*isCumulative=*/false); });
}
