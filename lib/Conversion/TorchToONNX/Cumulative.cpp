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

//===----------------------------------------------------------------------===//
// Derivatives
//===----------------------------------------------------------------------===//

namespace {
/// Weighted sums of neighbours along one axis.
class Differences {
public:
  Differences(Lowering &b, Value x, int64_t axis) : b(b), x(x), axis(axis) {}

  /// One weight for each of the elements from `begin` on, both counted from
  /// the end where negative.
  Value at(int64_t begin, ArrayRef<Value> weights) {
    Value sum;
    for (auto [i, weight] : llvm::enumerate(weights)) {
      if (!weight)
        continue;
      Value term = b.Mul(slice(x, axis, begin + int64_t(i), 1), weight);
      sum = sum ? b.Add(sum, term) : term;
    }
    return sum;
  }

  /// One element, or all but `rest` from there on.
  Value slice(Value tensor, int64_t dim, int64_t begin, int64_t size) {
    int64_t end = begin + size;
    return b.Slice(tensor, begin, end == 0 ? maximum : end, dim);
  }
  /// All from the `begin`-th element on to the `rest`-th before the last one.
  Value middle(Value tensor, int64_t dim, int64_t begin, int64_t rest) {
    return b.Slice(tensor, begin, rest == 0 ? maximum : -rest, dim);
  }

private:
  static constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  Lowering &b;
  Value x;
  int64_t axis;
};
} // namespace

/// Of elements that are `spacing` (0-d) away from each other.
static Value buildEvenGradient(Lowering &b, Value x, int64_t axis,
                               Value spacing, int64_t order) {
  Type type = b.elementTypeOf(x);
  Differences d(b, x, axis);
  auto weight = [&](double value) { return b.scalar(value, type); };
  Value center = b.Sub(d.middle(x, axis, 2, 0), d.middle(x, axis, 0, 2));
  center = b.Div(b.Div(center, spacing), weight(2));
  Value first, last;
  if (order == 1) {
    first = b.Sub(d.slice(x, axis, 1, 1), d.slice(x, axis, 0, 1));
    last = b.Sub(d.slice(x, axis, -1, 1), d.slice(x, axis, -2, 1));
  } else {
    first = d.at(0, {weight(-1.5), weight(2), weight(-0.5)});
    last = d.at(-3, {weight(0.5), weight(-2), weight(1.5)});
  }
  return b.Concat({b.Div(first, spacing), center, b.Div(last, spacing)}, axis);
}

/// Of elements at `positions`, a vector: the derivative of the parabola
/// through three of them.
static Value buildUnevenGradient(Lowering &b, Value x, int64_t axis,
                                 Value positions, int64_t order) {
  Differences d(b, x, axis);
  SmallVector<int64_t> after =
      llvm::to_vector(llvm::seq<int64_t>(1, b.rankOf(x) - axis));
  auto [from, to] = buildNeighbours(b, positions, 0);
  Value steps = b.Unsqueeze(b.Sub(to, from), after);
  // The weights of three elements with the steps h and k between them.
  auto add = [&](Value u, Value v) { return b.Add(u, v); };
  auto mul = [&](Value u, Value v) { return b.Mul(u, v); };
  Value h = d.middle(steps, 0, 0, 1), k = d.middle(steps, 0, 1, 0);
  Value sum = add(h, k);
  Value center =
      add(add(mul(b.Div(b.Neg(k), mul(h, sum)), d.middle(x, axis, 0, 2)),
              mul(b.Div(b.Sub(k, h), mul(h, k)), d.middle(x, axis, 1, 1))),
          mul(b.Div(h, mul(k, sum)), d.middle(x, axis, 2, 0)));
  Value first, last, begin = d.slice(steps, 0, 0, 1),
                     end = d.slice(steps, 0, -1, 1);
  if (order == 1) {
    first = b.Div(b.Sub(d.slice(x, axis, 1, 1), d.slice(x, axis, 0, 1)), begin);
    last = b.Div(b.Sub(d.slice(x, axis, -1, 1), d.slice(x, axis, -2, 1)), end);
  } else {
    h = begin;
    k = d.slice(steps, 0, 1, 1);
    sum = add(h, k);
    first = d.at(0, {b.Div(b.Neg(add(h, sum)), mul(h, sum)),
                     b.Div(sum, mul(h, k)), b.Div(b.Neg(h), mul(k, sum))});
    h = d.slice(steps, 0, -2, 1);
    k = end;
    sum = add(h, k);
    last = d.at(-3, {b.Div(k, mul(h, sum)), b.Div(b.Neg(sum), mul(h, k)),
                     b.Div(add(k, sum), mul(k, sum))});
  }
  return b.Concat({first, center, last}, axis);
}

// aten::gradient.scalarint(Tensor self, *, Scalar? spacing=None,
//   int? dim=None, int edge_order=1) -> Tensor[]
// aten::gradient.tensorarray(Tensor self, *, Tensor[] spacing, int[] dim,
//   int edge_order=1) -> Tensor[]
//
// Along each of the dimensions; `spacing` is one number for all, one for each,
// or the positions along each.
static Lowered lowerGradient(Lowering &b) {
  Type type = b.resultElementType();
  if (!b.isFloat(type))
    return b.refuse("numbers that are not real");
  Value x = b.tensor("self", type);
  int64_t rank = b.rankOf(x), order = b.getInt("edge_order");
  SmallVector<int64_t> axes;
  if (std::optional<int64_t> dim = b.getArguments().getInt("dim"))
    axes = {*dim};
  else if (b.has("dim"))
    axes = b.getInts("dim");
  else
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  for (int64_t &axis : axes)
    axis += axis < 0 ? rank : 0;
  auto list = b.getArguments().getList("spacing");
  SmallVector<Value> positions;
  SmallVector<double> steps(axes.size(), 1);
  if (list && llvm::any_of(*list, llvm::IsaPred<Value>))
    positions = b.tensors("spacing");
  else if (list)
    steps = b.getFloats("spacing");
  else if (b.has("spacing"))
    steps.assign(axes.size(), b.getFloat("spacing"));
  if (b.isRefused() || (order != 1 && order != 2) ||
      (positions.empty() ? steps.size() : positions.size()) != axes.size())
    return b.refuse("a spacing for other dimensions");
  SmallVector<Value> results;
  for (auto [i, axis] : llvm::enumerate(axes))
    results.push_back(
        positions.empty()
            ? buildEvenGradient(b, x, axis, b.scalar(steps[i], type), order)
            : buildUnevenGradient(b, x, axis, b.Cast(positions[i], type),
                                  order));
  return results;
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
  r.add({"aten.gradient.array", "aten.gradient.scalararray",
         "aten.gradient.scalarint", "aten.gradient.scalarrayarray",
         "aten.gradient.scalarrayint", "aten.gradient.tensorarray",
         "aten.gradient.tensorarrayint"},
        lowerGradient);
  r.add({"aten.trapezoid.dx", "aten.trapezoid.x", "aten.trapz.dx",
         "aten.trapz.x"},
        [](Lowering &b) { return lowerTrapezoid(b, /*isCumulative=*/false); });
}
