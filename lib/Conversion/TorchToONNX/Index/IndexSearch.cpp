//===- IndexSearch.cpp - Lowerings of sorting and searching ---------------===//
//
// Sorting is a TopK of all elements: among equal elements ONNX puts the lower
// index first, so it is stable. Searching a short sorted sequence counts the
// elements before a value; longer sequences use a binary search.
//
//===----------------------------------------------------------------------===//

#include "Positions.h"
#include "Reduce/Reduce.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// Booleans and small integers have few kernels, so they are cast to i32.
static Value widen(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x);
  if (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() < 32)
    return b.Cast(x, b.getBuilder().getI32Type());
  return x;
}

//===----------------------------------------------------------------------===//
// Sorting
//===----------------------------------------------------------------------===//

/// Keys that TopK sorts in PyTorch's order: NaN comes after infinity, where
/// runtimes may put it anywhere. Narrower types are cast to f64, which has a
/// larger number than their infinity. Keys of f64 infinity and NaN are equal;
/// see buildOrder.
static Value getSortKeys(Lowering &b, Value x) {
  Type type = b.elementTypeOf(x), wide = b.getBuilder().getF64Type();
  if (!b.isFloat(type))
    return widen(b, x);
  Value keys = x;
  if (type != wide)
    keys = b.Min(b.Cast(x, wide), b.scalar(1e300, wide));
  return b.Where(b.IsNaN(x), b.scalar(INFINITY, wide), keys);
}

Value torch_onnx::buildOrder(Lowering &b, Value x, Value k, AffineExpr size,
                             int64_t axis, bool descending) {
  Type type = b.elementTypeOf(x);
  auto order = [&](Value keys, Value count, AffineExpr counted) {
    return b.TopK(keys, count, axis, descending, /*sorted=*/true, counted)
        .second;
  };
  if (!type.isF64())
    return order(getSortKeys(b, x), k, size);
  Value byNumber =
      order(getSortKeys(b, x), b.sizeOf(x, axis), b.dimsOf(x)[axis]);
  Value isNaN = b.IsNaN(b.GatherElements(x, byNumber, axis));
  Value byNaN = order(b.Cast(isNaN, b.getBuilder().getI32Type()), k, size);
  return b.GatherElements(byNumber, byNaN, axis);
}

/// The first `k` elements in PyTorch's order.
static std::pair<Value, Value> sort(Lowering &b, Value x, Value k,
                                    AffineExpr size, int64_t axis,
                                    bool descending) {
  Type type = b.elementTypeOf(x);
  if (b.isFloat(type)) {
    Value indices = buildOrder(b, x, k, size, axis, descending);
    return {b.GatherElements(x, indices, axis), indices};
  }
  auto [values, indices] =
      b.TopK(widen(b, x), k, axis, descending, /*sorted=*/true, size);
  return {b.Cast(values, type), indices};
}

static std::pair<Value, Value> sortBy(Lowering &b, StringRef dim,
                                      bool descending) {
  Value x = b.tensor("self");
  if (b.rankOf(x) == 0)
    return {x, b.scalar(0, b.i64())};
  int64_t axis = dim.empty() ? 0 : b.getAxis(dim, b.rankOf(x));
  return sort(b, x, b.sizeOf(x, axis), b.dimsOf(x)[axis], axis, descending);
}

// aten::sort(Tensor self, int dim=-1, bool descending=False)
static Lowered lowerSort(Lowering &b) {
  return sortBy(b, "dim", b.getBool("descending"));
}

// aten::argsort(Tensor self, int dim=-1, bool descending=False) -> Tensor
static Lowered lowerArgSort(Lowering &b) {
  return sortBy(b, "dim", b.getBool("descending")).second;
}

/// A number of elements as a 1-d tensor, with its expression.
static std::pair<Value, AffineExpr> getCount(Lowering &b, StringRef name) {
  AffineExpr size = b.getExpr(name);
  if (std::optional<int64_t> constant = b.constantSize(size))
    return {b.ints(*constant), size};
  return {b.Unsqueeze(b.number(name, b.i64()), 0), size};
}

// aten::topk(Tensor self, SymInt k, int dim=-1, bool largest=True,
//            bool sorted=True) -> (Tensor values, Tensor indices)
static Lowered lowerTopK(Lowering &b) {
  Value x = b.tensor("self");
  if (b.rankOf(x) == 0)
    return std::pair<Value, Value>(x, b.scalar(0, b.i64()));
  auto [k, size] = getCount(b, "k");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  return sort(b, x, k, size, axis, b.getBool("largest"));
}

// aten::kthvalue(Tensor self, SymInt k, int dim=-1, bool keepdim=False)
static Lowered lowerKthValue(Lowering &b) {
  Value x = b.tensor("self");
  if (b.rankOf(x) == 0)
    return std::pair<Value, Value>(x, b.scalar(0, b.i64()));
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  auto [k, size] = getCount(b, "k");
  auto [values, indices] = sort(b, x, k, size, axis, /*descending=*/false);
  auto last = [&](Value all) -> Value {
    constexpr int64_t end = std::numeric_limits<int64_t>::max();
    Dims one = b.dimsOf(all);
    one[axis] = b.constantDim(1);
    Value result = b.Slice(all, -1, end, axis);
    result.setType(sym::getTensorType(one, b.elementTypeOf(all)));
    return b.getBool("keepdim") ? result : b.Squeeze(result, axis);
  };
  return std::pair<Value, Value>(last(values), last(indices));
}

// aten::mode(Tensor self, int dim=-1, bool keepdim=False)
//   -> (Tensor values, Tensor indices)
//
// Counts equal elements in the sorted order. Among equally frequent values the
// lowest is the mode; its index is that of its last occurrence.
static Lowered lowerMode(Lowering &b) {
  Value self = b.tensor("self");
  if (b.rankOf(self) == 0)
    return std::pair<Value, Value>(self, b.scalar(0, b.i64()));
  int64_t rank = b.rankOf(self), axis = b.getAxis("dim", rank);
  bool keepDims = b.getBool("keepdim");
  Value x = widen(b, self);
  Type type = b.elementTypeOf(x), number = b.getBuilder().getI32Type();
  Value order = buildOrder(b, x, b.sizeOf(x, axis), b.dimsOf(x)[axis], axis,
                           /*descending=*/false);
  Value sorted = b.GatherElements(x, order, axis);
  // Number the runs of equal elements. NaN differs from itself, so each NaN is
  // a run.
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  Value differs = b.Not(
      b.Equal(b.Slice(sorted, 1, maximum, axis), b.Slice(sorted, 0, -1, axis)));
  SmallVector<int64_t> pads(2 * rank, 0);
  pads[axis] = 1;
  Value run = b.CumSum(b.Pad(b.Cast(differs, b.i64()), pads, Value()), axis);
  run.setType(b.typeOf(order));
  Value ones =
      b.Expand(b.scalar(1, number), b.Shape(run), b.typeOf(run).clone(number));
  Value counts = b.ScatterElements(b.Sub(ones, ones), run, ones, axis, "add");
  // The first of the most frequent elements.
  Value first = b.ArgMax(b.GatherElements(counts, run, axis), axis,
                         /*keepDims=*/true);
  Value position = b.GatherElements(order, first, axis);
  Value value = b.GatherElements(self, position, axis);
  Value isMode = b.Equal(x, b.Cast(value, type));
  Value last =
      b.create("ArgMax", b.typeOf(position), b.Cast(isMode, number),
               {b.attr("axis", axis), b.attr("select_last_index", int64_t(1))});
  if (b.isFloat(type))
    last = b.Where(b.IsNaN(value), position, last);
  if (!keepDims) {
    value = b.Squeeze(value, axis);
    last = b.Squeeze(last, axis);
  }
  return std::pair<Value, Value>(value, last);
}

//===----------------------------------------------------------------------===//
// Sorted sequences
//===----------------------------------------------------------------------===//

/// A binary search for every value, as in PyTorch (ATen/native/
/// BucketizationUtils.h, cus_lower_bound and cus_upper_bound).
static Value searchByHalves(Lowering &b, Value sequence, Value values,
                            bool right) {
  int64_t axis = b.rankOf(sequence) - 1;
  Value one = b.scalar(1, b.i64()), two = b.scalar(2, b.i64());
  Value size = buildSize(b, sequence, axis), last = b.Sub(size, one);
  Value numSteps;
  if (auto constant = b.constantSize(b.dimsOf(sequence)[axis])) {
    numSteps = b.scalar(int64_t(llvm::Log2_64_Ceil(*constant + 1)), b.i64());
  } else {
    // An extra step does not change the result. An empty sequence takes no
    // step.
    Type wide = b.getBuilder().getF64Type();
    Value bits = b.Div(b.Log(b.Cast(b.Add(size, one), wide)),
                       b.scalar(std::log(2.0), wide));
    numSteps =
        b.Mul(b.Add(b.Cast(b.Ceil(bits), b.i64()), one), b.Min(size, one));
  }
  RankedTensorType type = b.typeOf(values).clone(b.i64());
  auto fill = [&](Value number) {
    return b.Expand(number, b.Shape(values), type);
  };
  auto body = [&](Value, ValueRange states) -> Lowering::Step {
    Value begin = states[0], end = states[1];
    Value middle = b.Add(begin, b.Div(b.Sub(end, begin), two));
    Value place = b.Min(middle, last);
    Value element = axis == 0 ? b.Gather(sequence, place, 0)
                              : b.GatherElements(sequence, place, axis);
    // Negated, so that NaN sorts last.
    Value isBehind =
        right ? b.Greater(element, values) : b.GreaterOrEqual(element, values);
    Value isLeft = b.Less(begin, end);
    return {{b.Where(b.And(isLeft, b.Not(isBehind)), b.Add(middle, one), begin),
             b.Where(b.And(isLeft, isBehind), middle, end)},
            Value()};
  };
  return b.loop(numSteps, Value(), {fill(b.scalar(0, b.i64())), fill(size)},
                body)[0];
}

Value torch_onnx::buildSearch(Lowering &b, Value sequence, Value values,
                              bool right) {
  // Few elements are compared all at once. The comparisons are negated so that
  // NaN sorts last.
  constexpr int64_t maxCompared = 64;
  auto size = b.constantSize(b.dimsOf(sequence).back());
  if (!size || *size > maxCompared)
    return searchByHalves(b, sequence, values, right);
  if (b.rankOf(sequence) > 1)
    sequence = b.Unsqueeze(sequence, b.rankOf(sequence) - 1);
  Value column = b.Unsqueeze(values, b.rankOf(values));
  Value behind =
      right ? b.Greater(sequence, column) : b.GreaterOrEqual(sequence, column);
  Value before = b.Cast(b.Not(behind), b.i64());
  return b.ReduceSum(before, b.rankOf(before) - 1, /*keepDims=*/false);
}

/// The positions of `values` [..., m] in `sequence` [..., n], or of values of
/// any shape in a 1-d sequence.
static Lowered search(Lowering &b, Value sequence, Value values, bool right) {
  if (b.isBool(b.elementTypeOf(sequence)) || b.isBool(b.elementTypeOf(values)))
    return b.refuse("expected numeric elements to search, found i1");
  sequence = widen(b, sequence);
  values = b.Cast(widen(b, values), b.elementTypeOf(sequence));
  return b.Cast(buildSearch(b, sequence, values, right), b.resultElementType());
}

// aten::searchsorted.Tensor(Tensor sorted_sequence, Tensor self, *,
//     bool out_int32=False, bool right=False, str? side=None,
//     Tensor? sorter=None) -> Tensor
//
// A number is promoted with the sequence; a tensor must have the same dtype.
static Lowered lowerSearchSorted(Lowering &b) {
  Type type = b.promote({"sorted_sequence", "self"});
  Value sequence = b.tensor("sorted_sequence", type);
  if (Value sorter = b.optionalTensor("sorter"))
    sequence = b.GatherElements(sequence, sorter, b.rankOf(sequence) - 1);
  bool right = b.getBool("right") || b.getString("side") == "right";
  Value values = b.getArguments().getValue("self") ? b.tensor("self", type)
                                                   : b.number("self", type);
  return search(b, sequence, values, right);
}

// aten::bucketize.Tensor(Tensor self, Tensor boundaries, *,
//                        bool out_int32=False, bool right=False) -> Tensor
static Lowered lowerBucketize(Lowering &b) {
  Type type = b.promote({"self", "boundaries"});
  return search(b, b.tensor("boundaries", type), b.tensor("self", type),
                b.getBool("right"));
}

//===----------------------------------------------------------------------===//
// Distinct elements
//===----------------------------------------------------------------------===//

namespace {
struct Distinct {
  Value values, inverse, counts;
};
} // namespace

/// A result that was not requested is empty.
static Lowered finishDistinct(Lowering &b, const Distinct &d) {
  SmallVector<Value> results = {d.values};
  for (Value extra : {d.inverse, d.counts}) {
    if (results.size() == b.getNumResults())
      break;
    if (!extra && !b.getOp()->getResult(results.size()).use_empty())
      extra = b.full(b.scalar(0, b.i64()), b.resultType(results.size()));
    results.push_back(extra);
  }
  return results;
}

/// The results for a tensor that is known to be empty; nullopt for others.
static std::optional<Lowered> finishEmpty(Lowering &b, Value x,
                                          std::optional<int64_t> axis) {
  if (!isKnownEmpty(b, x))
    return std::nullopt;
  if (axis && b.constantSize(b.dimsOf(x)[*axis]) != 0)
    return b.refuse("expected no dimension but " + Twine(*axis) +
                    " to be empty, found " + b.describe(b.typeOf(x)));
  Distinct d;
  d.values = axis ? x : b.flatten(x);
  // The declared types have sizes that are only known at run time, so the
  // results are reshaped to these types.
  auto none = RankedTensorType::get({0}, b.i64());
  RankedTensorType type = b.typeOf(d.values);
  d.values = b.Reshape(d.values,
                       type.hasStaticShape() ? b.ints(type.getShape())
                                             : b.Shape(d.values),
                       type, /*allowZero=*/true);
  d.counts = b.Reshape(b.ints({}), b.ints(0), none, /*allowZero=*/true);
  if (axis)
    d.inverse = d.counts;
  else if (b.getBool("return_inverse"))
    d.inverse = b.full(b.scalar(0, b.i64()), b.typeOf(x).clone(b.i64()));
  return finishDistinct(b, d);
}

/// The `count` runs of equal slices along an axis: the first slice of each run
/// and, if wanted, the run of each slice and the size of each run. NaN differs
/// from itself.
static Distinct buildRuns(Lowering &b, Value x, int64_t axis, AffineExpr count,
                          bool wantsInverse, bool wantsCounts) {
  // True where a run begins.
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  Value equal = b.Equal(b.Slice(x, 1, maximum, axis), b.Slice(x, 0, -1, axis));
  Value differs = b.Not(equal);
  if (b.rankOf(x) > 1) {
    Value any = b.ReduceMax(b.Cast(differs, b.getBuilder().getI32Type()),
                            b.getOtherAxes(x, axis), /*keepDims=*/false);
    differs = b.Cast(any, b.i1());
  }
  Value first = b.constant(
      DenseElementsAttr::get(RankedTensorType::get({1}, b.i1()), true));
  Value begins = b.Concat({first, differs}, 0);
  if (mayBeZero(b, b.dimsOf(x)[axis])) // An empty tensor has no runs.
    begins =
        b.create("Slice", begins.getType(),
                 {begins, b.ints(0), b.sizeOf(x, axis), b.none(), b.none()});
  begins.setType(sym::getTensorType(b.dimsOf(x)[axis], b.i1()));
  Value starts = b.Squeeze(
      b.create("NonZero",
               sym::getTensorType({b.constantDim(1), count}, b.i64()), begins),
      0);
  Distinct d;
  d.values = b.Gather(x, starts, axis);
  if (wantsInverse) {
    Value ranks = b.CumSum(b.Cast(begins, b.i64()), 0);
    d.inverse = b.Sub(ranks, b.scalar(1, b.i64()));
  }
  if (wantsCounts) {
    Value ends =
        b.Concat({b.Slice(starts, 1, maximum, 0), b.sizeOf(x, axis)}, 0);
    ends.setType(starts.getType());
    d.counts = b.Sub(ends, starts);
  }
  return d;
}

/// Distinct floats are the runs of the sorted elements. Every NaN is distinct,
/// whereas ONNX's Unique treats them as equal, and ONNX Runtime's kernel as
/// equal to other numbers.
static Lowered lowerUniqueFloats(Lowering &b, Value x, bool wantsInverse,
                                 bool wantsCounts) {
  Dims shape = b.dimsOf(x);
  x = b.flatten(x);
  Value order = buildOrder(b, x, b.sizeOf(x, 0), b.dimsOf(x)[0], 0,
                           /*descending=*/false);
  Distinct d = buildRuns(b, b.GatherElements(x, order, 0), 0, b.resultDims()[0],
                         wantsInverse, wantsCounts);
  if (d.inverse)
    d.inverse =
        b.reshape(b.ScatterElements(order, order, d.inverse, 0, "none"), shape);
  return finishDistinct(b, d);
}

/// Flattens the tensor if there is no axis.
static Lowered lowerUniqueAlong(Lowering &b, std::optional<int64_t> axis) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  // With an axis, PyTorch's CPU kernel computes all results, even if they are
  // not requested.
  bool wantsInverse = b.getBool("return_inverse") || axis;
  bool wantsCounts = b.getBool("return_counts", false) || axis;
  if (auto result = finishEmpty(b, x, axis))
    return *result;
  if (!axis && b.isFloat(type))
    return lowerUniqueFloats(b, x, wantsInverse, wantsCounts);
  // Few types have kernels; i64 holds all integers.
  Value keys = isa<IntegerType>(type) ? b.Cast(x, b.i64())
               : type.isBF16()        ? b.Cast(x, b.f32())
                                      : x;
  Dims dims;
  if (axis)
    dims = b.dimsOf(x);
  else
    dims = {AffineExpr()};
  AffineExpr size =
      axis ? dims[*axis] : sym::product(b.dimsOf(x), b.getContext());
  AffineExpr distinct = b.resultDims()[axis.value_or(0)];
  dims[axis.value_or(0)] = distinct;
  Type none = b.getBuilder().getNoneType();
  SmallVector<Type> types = {
      sym::getTensorType(dims, b.elementTypeOf(keys)), none,
      wantsInverse ? Type(sym::getTensorType(size, b.i64())) : none,
      wantsCounts ? Type(sym::getTensorType(distinct, b.i64())) : none};
  SmallVector<NamedAttribute> attrs;
  if (axis)
    attrs.push_back(b.attr("axis", *axis));
  Operation *op = b.createOp("Unique", types, keys, attrs);
  Distinct d;
  d.values = b.Cast(op->getResult(0), type);
  if (wantsInverse)
    d.inverse = axis ? Value(op->getResult(2))
                     : b.reshape(op->getResult(2), b.dimsOf(x));
  if (wantsCounts)
    d.counts = op->getResult(3);
  return finishDistinct(b, d);
}

// aten::_unique2(Tensor self, bool sorted=True, bool return_inverse=False,
//                bool return_counts=False) -> (Tensor, Tensor, Tensor)
static Lowered lowerUnique(Lowering &b) {
  return lowerUniqueAlong(b, std::nullopt);
}

// aten::unique_dim(Tensor self, int dim, bool sorted=True,
//     bool return_inverse=False, bool return_counts=False)
static Lowered lowerUniqueDim(Lowering &b) {
  return lowerUniqueAlong(b, b.getAxis("dim", b.rankOf(b.tensor("self"))));
}

// aten::unique_consecutive(Tensor self, bool return_inverse=False,
//                          bool return_counts=False, int? dim=None)
static Lowered lowerUniqueConsecutive(Lowering &b) {
  Value x = b.tensor("self");
  Dims shape = b.dimsOf(x);
  bool hasAxis = b.has("dim") && !shape.empty();
  if (isKnownEmpty(b, x))
    return *finishEmpty(b, x,
                        hasAxis ? std::optional(b.getAxis("dim", b.rankOf(x)))
                                : std::nullopt);
  int64_t axis = hasAxis ? b.getAxis("dim", b.rankOf(x)) : 0;
  if (!hasAxis)
    x = b.flatten(x);
  Distinct d =
      buildRuns(b, x, axis, b.resultDims()[axis], b.getBool("return_inverse"),
                b.getBool("return_counts"));
  if (d.inverse && !hasAxis)
    d.inverse = b.reshape(d.inverse, shape);
  return finishDistinct(b, d);
}

//===----------------------------------------------------------------------===//
// Counts
//===----------------------------------------------------------------------===//

// aten::bincount(Tensor self, Tensor? weights=None, SymInt minlength=0)
static Lowered lowerBinCount(Lowering &b) {
  Value x = b.tensor("self");
  Type type = b.resultElementType();
  auto [minimum, expr] = getCount(b, "minlength");
  if (isKnownEmpty(b, x)) {
    Value zero = b.scalar(0, type);
    return b.constantSize(expr) ? b.full(zero, b.resultType())
                                : b.Expand(zero, minimum, b.resultType());
  }
  x = b.Cast(x, b.i64());
  Value size = b.Add(b.ReduceMax(x, 0), b.ints(1));
  if (b.constantSize(expr) != 0 || mayBeEmpty(b, x))
    size = b.Max(size, minimum);
  Value start = b.Expand(b.scalar(0, type), size, b.resultType());
  Value weights = b.optionalTensor("weights");
  Value amounts =
      weights ? b.Cast(weights, type) : b.full(b.scalar(1, type), b.typeOf(x));
  return b.ScatterElements(start, x, amounts, 0, "add");
}

//===----------------------------------------------------------------------===//
// Positions of elements
//===----------------------------------------------------------------------===//

/// [rank, count], with at least one row.
static Value findNonZero(Lowering &b, Value x, AffineExpr count) {
  if (!b.isBool(b.elementTypeOf(x)) && b.isInt(b.elementTypeOf(x)) &&
      b.elementTypeOf(x) != b.i64())
    x = b.Cast(x, b.i1());
  x = b.atLeast1d(x);
  return b.create(
      "NonZero",
      sym::getTensorType({b.constantDim(b.rankOf(x)), count}, b.i64()), x);
}

// aten::nonzero(Tensor self) -> Tensor
static Lowered lowerNonZero(Lowering &b) {
  Value x = b.tensor("self");
  Value positions = b.Transpose(findNonZero(b, x, b.resultDims()[0]), {1, 0});
  // A 0-d tensor that is not zero gives one row without coordinates.
  return b.rankOf(x) == 0 ? b.Slice(positions, 0, 0, 1) : positions;
}

// aten::nonzero_numpy(Tensor self) -> Tensor[]
// aten::where(Tensor condition) -> Tensor[]
static Lowered lowerNonZeroTuple(Lowering &b, StringRef name) {
  Value x = b.tensor(name);
  Value positions = findNonZero(b, x, b.resultDims()[0]);
  if (b.getNumResults() == 1)
    return b.Squeeze(positions, 0);
  SmallVector<Value> rows;
  for (unsigned i = 0; i < b.getNumResults(); ++i)
    rows.push_back(b.Gather(positions, b.scalar(int64_t(i), b.i64()), 0));
  return rows;
}

// aten::nonzero_static(Tensor self, *, SymInt size, int fill_value=-1)
static Lowered lowerNonZeroStatic(Lowering &b) {
  Value x = b.tensor("self");
  int64_t rank = b.rankOf(x);
  auto [size, expr] = getCount(b, "size");
  auto type = sym::getTensorType({expr, b.constantDim(rank)}, b.i64());
  auto fill = [&](Value value) {
    return b.constantSize(expr)
               ? b.full(value, type)
               : b.Expand(value, b.Concat({size, b.ints(rank)}, 0), type);
  };
  if (rank == 0)
    return fill(b.scalar(0, b.i64()));
  Value positions = b.Transpose(findNonZero(b, x, {}), {1, 0});
  Value filler = fill(b.scalar(b.getInt("fill_value"), b.i64()));
  Value all = b.Concat({positions, filler}, 0);
  if (std::optional<int64_t> count = b.constantSize(expr)) {
    Value result = b.Slice(all, 0, *count, 0);
    result.setType(b.resultType());
    return result;
  }
  return b.create("Slice", type, {all, b.ints(0), size, b.ints(0), b.none()});
}

// aten::repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None)
static Lowered lowerRepeatIndices(Lowering &b) {
  return b.Cast(buildRepeated(b, b.tensor("repeats"), b.resultDims()[0]),
                b.resultElementType());
}

// aten::repeat_interleave.self_Tensor(Tensor self, Tensor repeats,
//     int? dim=None, *, SymInt? output_size=None) -> Tensor
static Lowered lowerRepeatInterleave(Lowering &b) {
  Value x = b.tensor("self"), repeats = b.tensor("repeats");
  int64_t axis = 0;
  if (b.has("dim") && b.rankOf(x) > 0)
    axis = b.getAxis("dim", b.rankOf(x));
  else
    x = b.flatten(x);
  repeats = b.atLeast1d(repeats);
  // One number of repeats may stand for all slices.
  AffineExpr size = b.dimsOf(x)[axis];
  if (b.dimsOf(repeats)[0] != size)
    repeats = b.Expand(repeats, b.sizeOf(x, axis),
                       sym::getTensorType(size, b.elementTypeOf(repeats)));
  return b.Gather(x, buildRepeated(b, repeats, b.resultDims()[axis]), axis);
}

void torch_onnx::populateIndexSearch(LoweringRegistry &r) {
  r.add({"aten.argsort.default", "aten.argsort.stable"}, lowerArgSort);
  r.add("aten.nonzero.default", lowerNonZero);
  r.add("aten.bincount.default", lowerBinCount);
  r.add({"aten.bucketize.Tensor", "aten.bucketize.Scalar"}, lowerBucketize);
  r.add("aten.kthvalue.default", lowerKthValue);
  r.add("aten.mode.default", lowerMode);
  // aten::msort(Tensor self) -> Tensor
  r.add("aten.msort.default", [](Lowering &b) -> Lowered {
    return sortBy(b, "", /*descending=*/false).first;
  });
  r.add("aten.nonzero_numpy.default", lowerNonZeroTuple, "self");
  r.add("aten.nonzero_static.default", lowerNonZeroStatic);
  r.add("aten.repeat_interleave.Tensor", lowerRepeatIndices);
  r.add("aten.repeat_interleave.self_Tensor", lowerRepeatInterleave);
  r.add({"aten.searchsorted.Tensor", "aten.searchsorted.Scalar"},
        lowerSearchSorted);
  r.add({"aten.sort.default", "aten.sort.stable"}, lowerSort);
  r.add("aten.topk.default", lowerTopK);
  r.add({"aten._unique.default", "aten._unique2.default"}, lowerUnique);
  r.add({"aten.unique_consecutive.default",
         "aten.unique_dim_consecutive.default"},
        lowerUniqueConsecutive);
  r.add("aten.unique_dim.default", lowerUniqueDim);
  r.add("aten.where.default", lowerNonZeroTuple, "condition");
}
