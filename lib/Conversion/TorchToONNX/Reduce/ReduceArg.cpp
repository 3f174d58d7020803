//===- ReduceArg.cpp - Lowerings of reductions to positions ---------------===//
//
// Positions of extremes, medians and quantiles. Among equal elements the first
// one is used, as in PyTorch on the CPU.
//
//===----------------------------------------------------------------------===//

#include "Reduce.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// True when the result has a use.
static bool isUsed(Lowering &b, unsigned index) {
  return !b.getOp()->getResult(index).use_empty();
}

std::pair<Value, Value>
torch_onnx::buildArgExtreme(Lowering &b, Value x, int64_t axis, bool largest,
                            bool keepDims, bool wantsValue, bool wantsIndex) {
  Type type = b.elementTypeOf(x);
  Value value, index;
  // ONNX Runtime compares int64 in TopK, but not in ArgMax.
  if (wantsIndex && type.isInteger(64)) {
    std::tie(value, index) = b.TopK(x, b.ints(1), axis, largest,
                                    /*sorted=*/true, b.constantDim(1));
    if (keepDims)
      return {value, index};
    return {wantsValue ? b.Squeeze(value, axis) : Value(),
            b.Squeeze(index, axis)};
  }
  if (wantsValue)
    value =
        buildExtreme(b, largest ? "ReduceMax" : "ReduceMin", x, axis, keepDims);
  if (wantsIndex) {
    if (b.isBool(type) || type.isInteger(16))
      x = b.Cast(x, b.getBuilder().getI32Type());
    index = largest ? b.ArgMax(x, axis, keepDims) : b.ArgMin(x, axis, keepDims);
    // The first NaN is both the largest and the smallest element; runtimes
    // ignore it.
    if (b.isFloat(type)) {
      Value isNaN = b.Cast(b.IsNaN(x), b.getBuilder().getI32Type());
      Value hasNaN = b.Cast(b.ReduceMax(isNaN, axis, keepDims), b.i1());
      index = b.Where(hasNaN, b.ArgMax(isNaN, axis, keepDims), index);
    }
  }
  return {value, index};
}

// aten::max.dim(Tensor self, int dim, bool keepdim=False)
//   -> (Tensor values, Tensor indices)
static Lowered lowerExtremeDim(Lowering &b, bool largest) {
  Value x = b.tensor("self");
  if (b.rankOf(x) == 0)
    return std::pair(x, b.scalar(0, b.i64()));
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  // A result without uses needs no value; the other result is returned in its
  // place.
  bool wantsIndex = isUsed(b, 1), wantsValue = isUsed(b, 0) || !wantsIndex;
  auto [value, index] = buildArgExtreme(
      b, x, axis, largest, b.getBool("keepdim"), wantsValue, wantsIndex);
  if (!value)
    value = b.Cast(index, b.elementTypeOf(x));
  if (!index)
    index = b.Cast(value, b.i64());
  return std::pair(value, index);
}

// aten::argmax(Tensor self, int? dim=None, bool keepdim=False) -> Tensor
static Lowered lowerArgExtreme(Lowering &b, bool largest) {
  Value x = b.tensor("self");
  int64_t rank = b.rankOf(x);
  if (rank == 0)
    return b.scalar(0, b.i64());
  if (b.has("dim"))
    return buildArgExtreme(b, x, b.getAxis("dim", rank), largest,
                           b.getBool("keepdim"), /*wantsValue=*/false,
                           /*wantsIndex=*/true)
        .second;
  if (rank > 1)
    x = b.flatten(x);
  Value index = buildArgExtreme(b, x, 0, largest, /*keepDims=*/false,
                                /*wantsValue=*/false, /*wantsIndex=*/true)
                    .second;
  return b.reshape(index, b.resultType());
}

//===----------------------------------------------------------------------===//
// Medians
//===----------------------------------------------------------------------===//

/// The position of the lower median: (count - 1) / 2.
static Value buildMiddle(Lowering &b, Value count) {
  return b.Div(b.Sub(count, b.scalar(1, b.i64())), b.scalar(2, b.i64()));
}

/// Returns {median, position} along an axis, which keeps size 1. The first NaN
/// is the median, unless NaN is ignored.
static std::pair<Value, Value> buildMedian(Lowering &b, Value x, int64_t axis,
                                           bool ignoresNaN) {
  Type type = b.elementTypeOf(x);
  Dims dims = b.dimsOf(x);
  if (!b.isFloat(type) || !ignoresNaN) {
    std::optional<int64_t> size = b.constantSize(dims[axis]);
    Value k;
    AffineExpr kExpr;
    if (size) {
      k = b.ints((*size - 1) / 2 + 1);
      kExpr = b.constantDim((*size - 1) / 2 + 1);
    } else {
      k = b.Add(buildMiddle(b, b.sizeOf(x, axis)), b.ints(1));
    }
    auto [values, indices] = b.TopK(x, k, axis, /*largest=*/false,
                                    /*sorted=*/true, kExpr);
    constexpr int64_t end = std::numeric_limits<int64_t>::max();
    auto last = [&](Value all) {
      Value result = b.Slice(all, -1, end, axis);
      Dims one = b.dimsOf(all);
      one[axis] = b.constantDim(1);
      result.setType(sym::getTensorType(one, b.elementTypeOf(all)));
      return result;
    };
    Value value = last(values), index = last(indices);
    if (!b.isFloat(type))
      return {value, index};
    Value isNaN = b.Cast(b.IsNaN(x), b.getBuilder().getI32Type());
    Value hasNaN = b.Cast(b.ReduceMax(isNaN, axis), b.i1());
    return {b.Where(hasNaN, b.scalar(NAN, type), value),
            b.Where(hasNaN, b.ArgMax(isNaN, axis, /*keepDims=*/true), index)};
  }
  // Sorts all elements, NaN last, and takes the middle of the numbers; NaN if
  // there are none.
  Value order = buildOrder(b, x, b.sizeOf(x, axis), dims[axis], axis,
                           /*descending=*/false);
  Value count = b.ReduceSum(b.Cast(b.Not(b.IsNaN(x)), b.i64()), axis);
  Value middle = b.Max(buildMiddle(b, count), b.scalar(0, b.i64()));
  Value index = b.GatherElements(order, middle, axis);
  return {b.GatherElements(x, index, axis), index};
}

/// The vector `x`, or a single NaN if `x` is empty.
static Value fillNothing(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  Value isNothing = b.Cast(b.Equal(b.sizeOf(x, 0), b.ints(0)), b.i64());
  auto none = sym::getTensorType({AffineExpr()}, type);
  Value nan = b.Expand(b.scalar(NAN, type), isNothing, none);
  return b.Concat({x, nan}, 0);
}

// aten::median(Tensor self) -> Tensor
// aten::median.dim(Tensor self, int dim, bool keepdim=False)
//   -> (Tensor values, Tensor indices)
static Lowered lowerMedian(Lowering &b, bool ignoresNaN) {
  Value x = b.tensor("self");
  bool isWhole = b.getNumResults() == 1;
  int64_t rank = b.rankOf(x);
  if (rank == 0)
    return isWhole ? Lowered(x) : Lowered(std::pair(x, b.scalar(0, b.i64())));
  int64_t axis = isWhole ? 0 : b.getAxis("dim", rank);
  AffineExpr count =
      isWhole ? sym::product(b.dimsOf(x), b.getContext()) : b.dimsOf(x)[axis];
  if (b.constantSize(count) == 0) {
    if (!isWhole || !b.isFloat(b.elementTypeOf(x)))
      return b.refuse("expected elements to take the median of, found " +
                      b.describe(b.typeOf(x)));
    return b.scalar(NAN, b.elementTypeOf(x));
  }
  if (isWhole)
    x = b.reshape(x, count);
  if (isWhole && b.isFloat(b.elementTypeOf(x)) && mayBeZero(b, count))
    x = fillNothing(b, x);
  auto [value, index] = buildMedian(b, x, axis, ignoresNaN);
  if (isWhole)
    return b.Squeeze(value, 0);
  if (b.getBool("keepdim"))
    return std::pair(value, index);
  return std::pair(b.Squeeze(value, axis), b.Squeeze(index, axis));
}

//===----------------------------------------------------------------------===//
// Quantiles
//===----------------------------------------------------------------------===//

// aten::quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *,
//                str interpolation="linear") -> Tensor
// aten::nanquantile(Tensor self, Tensor q, ...) -> Tensor
//
// The sorted elements at q * (size - 1), interpolated between two of them. A
// NaN among the elements makes the result NaN, unless NaN is ignored; it is
// then not counted in the size.
static Lowered lowerQuantile(Lowering &b, bool ignoresNaN) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  Value q = b.tensor("q", type);
  int64_t axis = 0;
  if (b.has("dim") && b.rankOf(x) > 0)
    axis = b.getAxis("dim", b.rankOf(x));
  else
    x = b.flatten(x);
  int64_t rank = b.rankOf(x);
  AffineExpr size = b.dimsOf(x)[axis];
  if (!b.isFloat(type))
    return b.refuseResult("floating-point elements");
  if (b.constantSize(size) == 0 || b.isRefused())
    return b.refuse("expected elements to take quantiles of, found " +
                    b.describe(b.typeOf(x)));
  bool isSingle = b.rankOf(q) == 0;

  // Positions along the axis: [count of q, 1, ...].
  SmallVector<int64_t> rest;
  if (isSingle)
    rest.push_back(0);
  for (int64_t i = axis + 1; i < rank; ++i)
    rest.push_back(i - axis);
  Value isNaN = b.IsNaN(x);
  Value numbers = b.Where(isNaN, b.scalar(INFINITY, type), x);
  Value sorted = b.TopK(numbers, b.sizeOf(x, axis), axis, /*largest=*/false,
                        /*sorted=*/true, size)
                     .first;
  Value count = b.ReduceSum(b.Cast(b.Not(isNaN), type), axis);
  Value whole = buildCount(b, x, axis, type);
  Value last = b.Sub(ignoresNaN ? count : whole, b.scalar(1, type));
  Value position = b.Max(b.Mul(b.Unsqueeze(q, rest), last), b.scalar(0, type));
  // If the positions are the same in all slices, they are broadcast.
  Dims dims = b.dimsOf(x);
  dims[axis] = isSingle ? b.constantDim(1) : b.dimsOf(q)[0];
  RankedTensorType targets = sym::getTensorType(dims, b.i64());
  auto pick = [&](Value where) {
    return b.GatherElements(sorted, b.expand(b.Cast(where, b.i64()), targets),
                            axis);
  };
  StringRef mode = b.getString("interpolation", "linear");
  Value result;
  if (mode == "lower") {
    result = pick(b.Floor(position));
  } else if (mode == "higher") {
    result = pick(b.Ceil(position));
  } else if (mode == "nearest") {
    result = pick(b.Round(position));
  } else {
    Value below = b.Floor(position), low = pick(below);
    Value high = pick(b.Ceil(position));
    Value weight =
        mode == "midpoint" ? b.scalar(0.5, type) : b.Sub(position, below);
    Value difference = b.Sub(high, low);
    // Interpolates from the nearer end, as lerp does.
    result = b.Where(
        b.Less(weight, b.scalar(0.5, type)),
        b.Add(low, b.Mul(weight, difference)),
        b.Sub(high, b.Mul(difference, b.Sub(b.scalar(1, type), weight))));
  }
  Value isUndefined = b.Less(count, ignoresNaN ? b.scalar(1, type) : whole);
  result = b.Where(isUndefined, b.scalar(NAN, type), result);
  if (!isSingle && axis != 0) {
    SmallVector<int64_t> perm = {axis};
    llvm::append_range(perm, b.getOtherAxes(result, axis));
    result = b.Transpose(result, perm);
  }
  return b.reshape(result, b.resultType());
}

void torch_onnx::populateReduceArg(LoweringRegistry &r) {
  r.add("aten.argmax.default", lowerArgExtreme, true);
  r.add("aten.argmin.default", lowerArgExtreme, false);
  r.add("aten.max.dim", lowerExtremeDim, true);
  r.add({"aten.median.default", "aten.median.dim"}, lowerMedian, false);
  r.add("aten.min.dim", lowerExtremeDim, false);
  r.add({"aten.nanmedian.default", "aten.nanmedian.dim"}, lowerMedian, true);
  r.add({"aten.nanquantile.default", "aten.nanquantile.scalar"}, lowerQuantile,
        true);
  r.add({"aten.quantile.default", "aten.quantile.scalar"}, lowerQuantile,
        false);
}
