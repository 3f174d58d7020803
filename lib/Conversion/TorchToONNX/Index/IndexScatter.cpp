//===- IndexScatter.cpp - Lowerings of writes by index --------------------===//
//
// scatter*, index_add and similar operators, and the operators into which
// functionalization turns assignments to views (slice_scatter, select_scatter,
// ...): they write a part back into its tensor.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"
#include "Positions.h"
#include "Reduce/Reduce.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/IR/Matchers.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// scatter
//===----------------------------------------------------------------------===//

namespace {
/// `x[..., index[i], ...] = source[i]`, index and source of the same shape.
struct Scatter {
  Value x, index, source;
  int64_t axis = 0;
  /// True when self, index and source were all 0-d.
  bool isScalar = false;
};
} // namespace

/// The part of `x` at index 0 that has the shape of `like`.
static Value takeCorner(Lowering &b, Value x, Value like) {
  Dims source = b.dimsOf(x), dims = b.dimsOf(like);
  SmallVector<int64_t> axes;
  SmallVector<Value> ends;
  for (auto [axis, pair] : llvm::enumerate(llvm::zip_equal(source, dims))) {
    auto [from, to] = pair;
    if (from && from == to)
      continue;
    axes.push_back(axis);
    ends.push_back(b.sizeOf(like, axis));
  }
  if (axes.empty())
    return x;
  return b.create("Slice", b.typeOf(like).clone(b.elementTypeOf(x)),
                  {x, b.ints(SmallVector<int64_t>(axes.size(), 0)),
                   b.Concat(ends, 0), b.ints(axes), b.none()});
}

/// The arguments of scatter(self, dim, index, src).
static Scatter getScatter(Lowering &b, Type type) {
  Scatter s;
  s.x = b.tensor("self", type);
  s.isScalar = b.rankOf(s.x) == 0;
  s.x = b.atLeast1d(s.x);
  s.index = b.atLeast1d(b.tensor("index"));
  s.axis = b.getAxis("dim", b.rankOf(s.x));
  if (!b.has("src")) {
    s.source = b.full(b.number("value", type), b.typeOf(s.index));
    return s;
  }
  // The source may be larger than the index.
  s.source = b.atLeast1d(b.tensor("src", type));
  if (b.rankOf(s.source) == b.rankOf(s.index))
    s.source = takeCorner(b, s.source, s.index);
  return s;
}

/// The arguments of index_add(self, dim, index, source): one index per slice of
/// the source.
static Scatter getIndexScatter(Lowering &b, Type type) {
  Scatter s;
  s.x = b.tensor("self", type);
  s.isScalar = b.rankOf(s.x) == 0;
  s.x = b.atLeast1d(s.x);
  s.axis = b.getAxis("dim", b.rankOf(s.x));
  Value index = b.atLeast1d(b.tensor("index"));
  Dims dims = b.dimsOf(s.x);
  dims[s.axis] = b.dimsOf(index)[0];
  s.source = b.reshape(b.tensor("source", type), dims);
  s.index = b.expand(b.Unsqueeze(index, b.getOtherAxes(s.x, s.axis)),
                     sym::getTensorType(dims, b.i64()));
  return s;
}

/// The type to accumulate in: booleans have no arithmetic in ONNX.
static Type getWorkType(Lowering &b) {
  Type type = b.resultElementType();
  return b.isBool(type) ? Type(b.getBuilder().getI32Type()) : type;
}

static Lowered finish(Lowering &b, const Scatter &s, Value result) {
  result = b.Cast(result, b.resultElementType());
  return s.isScalar ? b.Squeeze(result, 0) : result;
}

static Value scatter(Lowering &b, const Scatter &s, Value base, Value source,
                     StringRef reduction) {
  return b.ScatterElements(base, s.index, source, s.axis, reduction);
}

/// The neutral element of the reduction, so that the previous value does not
/// contribute to the result.
static Value getIdentity(Lowering &b, StringRef reduce, Type type) {
  constexpr double inf = std::numeric_limits<double>::infinity();
  if (reduce == "prod")
    return b.scalar(1, type);
  if (reduce != "amax" && reduce != "amin")
    return b.scalar(0, type);
  bool lowest = reduce == "amax";
  if (b.isFloat(type))
    return b.scalar(lowest ? -inf : inf, type);
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer) {
    b.refuse("expected integer or floating-point elements for '" + reduce +
             "', found " + b.describe(type));
    return b.scalar(0, type);
  }
  APInt limit =
      lowest ? arithmetic::getLeast(integer) : arithmetic::getGreatest(integer);
  return b.constant(
      DenseElementsAttr::get(RankedTensorType::get({}, type), limit));
}

/// scatter_reduce and index_reduce.
static Lowered reduceInto(Lowering &b, const Scatter &s, StringRef reduce,
                          bool includeSelf) {
  if (isKnownEmpty(b, s.index))
    return finish(b, s, s.x);
  Type type = b.elementTypeOf(s.x);
  bool isBool = b.isBool(b.resultElementType());
  StringRef reduction = reduce == "sum" || reduce == "mean" ? "add"
                        : reduce == "prod"                  ? "mul"
                        : reduce == "amax"                  ? "max"
                        : reduce == "amin"                  ? "min"
                                                            : "";
  if (reduction.empty())
    return b.refuse("expected 'reduce' to be 'sum', 'prod', 'mean', 'amax' or "
                    "'amin', found '" +
                    reduce + "'");
  if (isBool && reduction == "add")
    reduction = "max";
  Value base = s.x;
  if (!includeSelf)
    base = scatter(b, s, base,
                   b.full(isBool && reduce == "amin" ? b.scalar(1, type)
                          : isBool && reduce == "amax"
                              ? b.scalar(0, type)
                              : getIdentity(b, reduce, type),
                          b.typeOf(s.index)),
                   "none");
  Value result = scatter(b, s, base, s.source, reduction);
  // ONNX Runtime's max and min reductions drop NaN. A second scatter marks the
  // elements where the operand or a source is NaN.
  if (b.isFloat(type) && (reduction == "max" || reduction == "min")) {
    auto mark = [&](Value x) { return b.Cast(b.IsNaN(x), type); };
    Value marks = scatter(b, s, mark(base), mark(s.source), "max");
    result = b.Where(b.Cast(marks, b.i1()), b.scalar(NAN, type), result);
  }
  if (reduce != "mean")
    return finish(b, s, result);
  // The number of sources of each element, 1 where there are none.
  Value ones = b.full(b.scalar(1, type), b.typeOf(s.index));
  Value start = b.full(b.scalar(includeSelf ? 1 : 0, type), b.typeOf(s.x));
  Value count = scatter(b, s, start, ones, "add");
  if (!includeSelf)
    count = b.Max(count, b.scalar(1, type));
  if (!b.isFloat(type) && !isBool) { // Rounds down.
    Value remainder = b.Mod(result, count);
    result = b.Sub(result, remainder);
  }
  return finish(b, s, b.Div(result, count));
}

// aten::scatter.src(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
// aten::scatter.value(Tensor self, int dim, Tensor index, Scalar value)
static Lowered lowerScatter(Lowering &b) {
  Scatter s = getScatter(b, b.resultElementType());
  if (isKnownEmpty(b, s.index))
    return finish(b, s, s.x);
  return finish(b, s, scatter(b, s, s.x, s.source, "none"));
}

// aten::scatter.reduce(Tensor self, int dim, Tensor index, Tensor src, *,
//                      str reduce) -> Tensor
static Lowered lowerScatterReduce(Lowering &b) {
  StringRef reduce = b.getString("reduce");
  reduce = reduce == "add" ? "sum" : reduce == "multiply" ? "prod" : reduce;
  return reduceInto(b, getScatter(b, getWorkType(b)), reduce,
                    b.getBool("include_self", true));
}

// aten::scatter_add(Tensor self, int dim, Tensor index, Tensor src) -> Tensor
static Lowered lowerScatterAdd(Lowering &b) {
  return reduceInto(b, getScatter(b, getWorkType(b)), "sum", true);
}

//===----------------------------------------------------------------------===//
// index_add, index_copy, index_fill, index_reduce, put
//===----------------------------------------------------------------------===//

/// Slices along the first dimension need only one index per slice.
static Lowered writeSlices(Lowering &b, Value source, StringRef reduction) {
  Type type = b.elementTypeOf(source);
  Value x = b.atLeast1d(b.tensor("self", type));
  Value index = b.Cast(b.atLeast1d(b.tensor("index")), b.i64());
  Dims dims = b.dimsOf(x);
  dims[0] = b.dimsOf(index)[0];
  return b.reshape(b.Cast(b.ScatterND(x, b.Unsqueeze(index, 1),
                                      b.reshape(source, dims), reduction),
                          b.resultElementType()),
                   b.resultType());
}

/// `source` multiplied by the argument alpha, unless alpha is 1.
static Value scaleSource(Lowering &b, Value source) {
  auto alpha = b.getArguments().getFloat("alpha");
  if (alpha == 1.0)
    return source;
  return b.Mul(source, b.number("alpha", b.elementTypeOf(source)));
}

// aten::index_add(Tensor self, int dim, Tensor index, Tensor source, *,
//                 Scalar alpha=1) -> Tensor
static Lowered lowerIndexAdd(Lowering &b) {
  Type type = getWorkType(b);
  if (b.getAxis("dim", b.rankOf(b.tensor("self"))) == 0)
    return writeSlices(b, scaleSource(b, b.tensor("source", type)),
                       b.isBool(b.resultElementType()) ? "max" : "add");
  Scatter s = getIndexScatter(b, type);
  s.source = scaleSource(b, s.source);
  return reduceInto(b, s, "sum", true);
}

// aten::index_copy(Tensor self, int dim, Tensor index, Tensor source) -> Tensor
static Lowered lowerIndexCopy(Lowering &b) {
  Type type = b.resultElementType();
  if (b.getAxis("dim", b.rankOf(b.tensor("self"))) == 0)
    return writeSlices(b, b.tensor("source", type), "none");
  Scatter s = getIndexScatter(b, type);
  return finish(b, s, scatter(b, s, s.x, s.source, "none"));
}

// aten::index_reduce(Tensor self, int dim, Tensor index, Tensor source,
//                    str reduce, *, bool include_self=True) -> Tensor
static Lowered lowerIndexReduce(Lowering &b) {
  return reduceInto(b, getIndexScatter(b, getWorkType(b)),
                    b.getString("reduce"), b.getBool("include_self"));
}

// aten::index_fill.int_Scalar(Tensor self, int dim, Tensor index, Scalar value)
static Lowered lowerIndexFill(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), value = b.tensor("value", type);
  bool scalar = b.rankOf(x) == 0;
  x = b.atLeast1d(x);
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Value index = b.Cast(b.atLeast1d(b.tensor("index")), b.i64());
  Dims dims = b.dimsOf(x);
  dims[axis] = b.dimsOf(index)[0];
  Value source = b.full(value, sym::getTensorType(dims, type));
  Value result;
  if (axis == 0) {
    result = b.ScatterND(x, b.Unsqueeze(index, 1), source);
  } else {
    index = b.expand(b.Unsqueeze(index, b.getOtherAxes(x, axis)),
                     sym::getTensorType(dims, b.i64()));
    result = b.ScatterElements(x, index, source, axis);
  }
  return scalar ? b.Squeeze(result, 0) : result;
}

// aten::put(Tensor self, Tensor index, Tensor source, bool accumulate=False)
static Lowered lowerPut(Lowering &b) {
  Type type = getWorkType(b);
  Value x = b.tensor("self", type), index = b.tensor("index");
  Value source = b.flatten(b.tensor("source", type));
  if (isKnownEmpty(b, index))
    return b.Cast(x, b.resultElementType());
  StringRef reduction = !b.getBool("accumulate")          ? "none"
                        : b.isBool(b.resultElementType()) ? "max"
                                                          : "add";
  Value result =
      b.ScatterElements(b.flatten(x), b.flatten(index), source, 0, reduction);
  return b.Cast(b.reshape(result, b.resultType()), b.resultElementType());
}

//===----------------------------------------------------------------------===//
// Writing a part back
//===----------------------------------------------------------------------===//

/// The end of a slice to the end of the dimension.
static constexpr int64_t maxBound = std::numeric_limits<int64_t>::max();

/// `x` with the elements at `positions` (1-d i64) of the dimension `axis`
/// replaced by those of `source`, in order. Few constant positions use a Gather
/// on the concatenation of both tensors.
static Value replaceAt(Lowering &b, Value x, Value source, int64_t axis,
                       Value positions) {
  std::optional<int64_t> size = b.constantSize(b.dimsOf(x)[axis]);
  DenseIntElementsAttr known;
  if (size && isSmallTable(*size) &&
      matchPattern(positions, m_Constant(&known))) {
    SmallVector<int64_t> choice = b.integers(0, *size);
    for (auto [index, position] : llvm::enumerate(known.getValues<int64_t>())) {
      if (position < 0 || position >= *size) {
        b.refuse("expected a position in a dimension of size " + Twine(*size) +
                 ", found " + Twine(position));
        return x;
      }
      choice[position] = *size + index;
    }
    return b.Gather(b.Concat({x, source}, axis), b.ints(choice), axis);
  }
  Value index = b.Expand(alongAxis(b, positions, axis, b.rankOf(x)),
                         b.Shape(source), b.typeOf(source).clone(b.i64()));
  return b.ScatterElements(x, index, source, axis);
}

/// The 1-d position after the source: the replaced slice has the size of the
/// source, which is 0 if 'end' is before 'start'.
static Value getEndOfSource(Lowering &b, Value x, Value source, int64_t axis,
                            std::optional<int64_t> start) {
  Value first = buildBound(b, "start", 0);
  if (!start || *start < 0) {
    Value size = b.sizeOf(x, axis);
    Value wrapped = b.Max(b.Add(first, size), b.ints(0));
    first = start ? wrapped : b.Where(b.Less(first, b.ints(0)), wrapped, first);
  }
  return b.Add(first, b.sizeOf(source, axis));
}

/// Replaces x[start:end] along the dimension `axis` by `source`, with a Concat
/// of the elements before the slice, `source`, and the elements after the
/// slice. A bound that is not constant is null, and is read from the operation.
static Value replaceSlice(Lowering &b, Value x, Value source, int64_t axis,
                          std::optional<int64_t> start,
                          std::optional<int64_t> end) {
  Dims dims = b.dimsOf(x);
  std::optional<int64_t> size = b.constantSize(dims[axis]);
  auto slice = [&](Value from, Value to, AffineExpr length) {
    Dims part = dims;
    part[axis] = length;
    return b.create("Slice", sym::getTensorType(part, b.elementTypeOf(x)),
                    {x, from, to, b.ints(axis), b.none()});
  };
  SmallVector<Value> parts;
  if (start != 0)
    parts.push_back(
        slice(b.ints(0), start ? b.ints(*start) : buildBound(b, "start", 0),
              start && *start > 0 ? b.constantDim(*start) : AffineExpr()));
  parts.push_back(source);
  // Whether 'end' is at or after 'start' for all sizes.
  auto isOrdered = [&] {
    if (start == 0)
      return true;
    if (start && end)
      return (*start < 0) == (*end < 0) && *start <= *end;
    AffineExpr sourceSize = b.dimsOf(source)[axis];
    AffineExpr first = b.has("start") ? b.getExpr("start") : AffineExpr();
    AffineExpr last = b.has("end") ? b.getExpr("end") : AffineExpr();
    return sourceSize && first && last && sym::sub(last, first) == sourceSize;
  };
  if (!end || *end < size.value_or(maxBound)) {
    bool ordered = isOrdered();
    Value behind = !ordered ? getEndOfSource(b, x, source, axis, start)
                   : end    ? b.ints(*end)
                            : buildBound(b, "end", maxBound);
    parts.push_back(slice(behind, b.ints(maxBound),
                          ordered && size && end ? b.constantDim(*size - *end)
                                                 : AffineExpr()));
  }
  Value result = b.Concat(parts, axis);
  result.setType(x.getType());
  return result;
}

// aten::slice_scatter(Tensor self, Tensor src, int dim=0, SymInt? start=None,
//                     SymInt? end=None, SymInt step=1) -> Tensor
static Lowered lowerSliceScatter(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  std::optional<int64_t> step = b.constantSize(b.getExpr("step"));
  Dims dims = b.dimsOf(x);
  Value source = b.tensor("src", b.elementTypeOf(x));
  if (b.rankOf(source) != b.rankOf(x))
    return b.refuseRank("src", Twine(b.rankOf(x)) + " dimensions",
                        b.rankOf(source));
  auto size = b.constantSize(dims[axis]);
  auto getStatic = [&](StringRef name, int64_t ifNone) {
    return b.has(name) ? b.constantSize(b.getExpr(name)) : ifNone;
  };
  std::optional<int64_t> start = getStatic("start", 0);
  std::optional<int64_t> end = getStatic("end", maxBound);
  AffineExpr sourceSize = b.dimsOf(source)[axis];
  if (step && *step < 1)
    return b.refuseArgument("step", "positive");
  if (b.constantSize(sourceSize) == 0)
    return x;
  // The source replaces the whole tensor.
  if (step == 1 && sourceSize && sourceSize == dims[axis])
    return source;
  if (size && start && end) {
    auto clamp = [&](int64_t bound) {
      return std::clamp<int64_t>(bound < 0 ? bound + *size : bound, 0, *size);
    };
    start = clamp(*start);
    end = clamp(*end);
    if (step && step != 1 && isSmallTable(*size)) {
      SmallVector<int64_t> positions;
      // The addition of a large step would overflow.
      for (int64_t i = *start; i < *end; i += std::min(*step, *size))
        positions.push_back(i);
      return replaceAt(b, x, source, axis, b.ints(positions));
    }
  }
  if (step == 1)
    return replaceSlice(b, x, source, axis, start, end);
  // Positions are computed at run time.
  Value all = buildPositionsOf(b, x, axis);
  Value positions =
      b.create("Slice", sym::getTensorType(sourceSize, b.i64()),
               {all, buildBound(b, "start", 0), buildBound(b, "end", maxBound),
                b.ints(0), buildStep(b)});
  return replaceAt(b, x, source, axis, positions);
}

// aten::select_scatter(Tensor self, Tensor src, int dim, SymInt index)
static Lowered lowerSelectScatter(Lowering &b) {
  Value x = b.tensor("self");
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Value source = b.Unsqueeze(b.tensor("src", b.elementTypeOf(x)), axis);
  auto size = b.constantSize(b.dimsOf(x)[axis]);
  auto index = b.constantSize(b.getExpr("index"));
  if (size && index && (*index < -*size || *index >= *size))
    return b.refuse("expected 'index' to be in a dimension of size " +
                    Twine(*size) + ", found " + Twine(*index));
  if (size == 1)
    return source;
  if (b.isRefused())
    return Lowered::refused();
  // A mask along the axis is smaller than an index for each element.
  Value mask;
  SmallVector<int64_t> shape(b.rankOf(x) - axis, 1);
  if (size && index && *size <= 4096) {
    shape[0] = *size;
    SmallVector<bool> bits(*size, false);
    bits[*index < 0 ? *index + *size : *index] = true;
    mask = b.constant(DenseElementsAttr::get(
        RankedTensorType::get(shape, b.i1()), ArrayRef(bits)));
  } else {
    Value position = b.number("index", b.i64());
    Value count = b.Squeeze(b.sizeOf(x, axis), 0);
    if (!index)
      position = b.Where(b.Less(position, b.scalar(0, b.i64())),
                         b.Add(position, count), position);
    else if (*index < 0)
      position = b.Add(position, count);
    Value all = b.Range(b.scalar(0, b.i64()), count, b.scalar(1, b.i64()),
                        b.dimsOf(x)[axis]);
    SmallVector<int64_t> axes = b.integers(1, shape.size());
    mask = b.Unsqueeze(b.Equal(all, position), axes);
  }
  Value result = b.Where(mask, source, x);
  result.setType(x.getType());
  return result;
}

// aten::diagonal_scatter(Tensor self, Tensor src, int offset=0, int dim1=0,
//                        int dim2=1) -> Tensor
static Lowered lowerDiagonalScatter(Lowering &b) {
  Value x = b.tensor("self");
  Value source = b.tensor("src", b.elementTypeOf(x));
  int64_t rank = b.rankOf(x), offset = b.getInt("offset");
  int64_t dim1 = b.getAxis("dim1", rank), dim2 = b.getAxis("dim2", rank);
  if (b.isRefused())
    return Lowered::refused();
  if (dim1 == dim2)
    return b.refuse("expected 'dim1' and 'dim2' to differ, found " +
                    Twine(dim1) + " for both");
  if (b.rankOf(source) != rank - 1)
    return b.refuseRank("src", Twine(rank - 1) + " dimensions",
                        b.rankOf(source));
  SmallVector<int64_t> perm = b.getOtherAxes(x, {dim1, dim2}), inverse(rank);
  perm.append({dim1, dim2});
  for (auto [to, from] : llvm::enumerate(perm))
    inverse[from] = to;
  Value matrices = b.Transpose(x, perm);
  Dims dims = b.dimsOf(matrices), flat = dims;
  flat.pop_back();
  flat.back() = sym::mul(dims[rank - 2], dims[rank - 1]);
  Value elements = b.reshape(matrices, flat);
  Value positions = buildDiagonal(b, matrices, offset, b.dimsOf(source).back());
  Value replaced = replaceAt(b, elements, source, rank - 2, positions);
  return b.Transpose(b.reshape(replaced, dims), inverse);
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

/// The 1-d positions in memory of the elements of a strided tensor, in order.
/// Few constant positions are also stored in `known`. Refuses positions that
/// are known to be outside of `count` elements (null: unknown).
static Value getStridedPositions(Lowering &b, AffineExpr count,
                                 SmallVectorImpl<int64_t> &known) {
  auto sizes = b.getArguments().getList("size");
  auto strides = b.getArguments().getList("stride");
  if (!sizes || !strides || sizes->size() != strides->size()) {
    b.refuse("expected 'size' and 'stride' to be lists of one length, found " +
             b.getArguments().describe("size") + " and " +
             b.getArguments().describe("stride"));
    return b.ints({});
  }
  Dims dims, steps;
  SmallVector<int64_t> constants;
  AffineExpr offset =
      b.has("storage_offset") ? b.getExpr("storage_offset") : b.constantDim(0);
  AffineExpr last = offset;
  for (auto [size, stride] : llvm::zip_equal(*sizes, *strides)) {
    dims.push_back(b.getExpr(size));
    steps.push_back(b.getExpr(stride));
    last = sym::add(last, sym::mul(steps.back(), sym::add(dims.back(), -1)));
    if (auto constant = b.constantSize(dims.back()))
      constants.push_back(*constant);
  }
  bool isEmpty = llvm::is_contained(constants, 0);
  AffineExpr beyond = sym::sub(count, last);
  if (auto rest = b.constantSize(beyond); rest && *rest <= 0 && !isEmpty) {
    b.refuse("expected a strided view inside its tensor, found one that "
             "reaches beyond its end by " +
             Twine(1 - uint64_t(*rest)));
    return b.ints({});
  }
  auto first = b.constantSize(offset);
  bool isConstant = first && constants.size() == dims.size() &&
                    llvm::all_of(steps, [&](AffineExpr step) {
                      return b.constantSize(step).has_value();
                    });
  if (isConstant && !last && !isEmpty) {
    b.refuse("expected a strided view inside its tensor, found one whose last "
             "position needs more than 64 bits");
    return b.ints({});
  }
  for (AffineExpr step : steps)
    if (auto constant = b.constantSize(step); constant && *constant < 0) {
      b.refuse("expected strides of 0 or more, found " + Twine(*constant));
      return b.ints({});
    }
  // The offset counts from the first element of the tensor, which may be a view
  // that begins inside its memory. Gather would count negative positions from
  // the end.
  auto least = offset ? sym::lowerBound(offset, b.getModule().getRanges())
                      : std::nullopt;
  if ((!least || *least < 0) && !isEmpty) {
    b.refuse("expected a strided view inside its tensor, found one that " +
             (b.constantSize(offset)
                  ? "begins " + Twine(-uint64_t(*b.constantSize(offset))) +
                        " before it"
                  : Twine("may begin before it")));
    return b.ints({});
  }
  if (isConstant && isSmallTable(constants)) {
    // Without elements any strides are valid, even those out of range.
    if (isEmpty)
      return b.ints({});
    known.assign({*first});
    for (auto [size, step] : llvm::zip_equal(constants, steps)) {
      SmallVector<int64_t> next;
      for (int64_t position : known)
        for (int64_t i = 0; i < size; ++i)
          next.push_back(position + i * *b.constantSize(step));
      known.assign(next.begin(), next.end());
    }
    return b.ints(known);
  }
  int64_t rank = dims.size();
  Value positions = b.dim0d(offset);
  for (auto [axis, pair] : llvm::enumerate(llvm::zip_equal(dims, steps))) {
    auto [size, step] = pair;
    Value along = buildPositions(b, size);
    if (b.constantSize(step) != 1)
      along = b.Mul(along, b.dim0d(step));
    positions = b.Add(positions, alongAxis(b, along, axis, rank));
  }
  if (rank == 0)
    return b.Unsqueeze(positions, 0);
  return b.flatten(positions);
}

/// The flattened tensor whose elements are at the positions in memory.
static Value getMemory(Lowering &b) {
  Value x = b.tensor("self");
  if (auto culprit = b.getOp()->getAttrOfType<StringAttr>(
          torch::TorchDialect::getStridesAttrName())) {
    b.refuse("expected known strides, found the recorded strides of the result "
             "of '" +
             culprit.getValue() + "', which may differ from those of eager");
    return x;
  }
  if (auto writer = b.getOp()->getAttrOfType<StringAttr>(
          torch::TorchDialect::getOffsetAttrName())) {
    b.refuse("expected a known storage offset, but an archive of " +
             writer.getValue() + " does not contain it");
    return x;
  }
  // Strides and offsets that are left could not be resolved by
  // torch-functionalize.
  if (b.getOp()->hasAttr(torch::TorchDialect::getStridesAttrName()) ||
      b.getOp()->hasAttr(torch::TorchDialect::getOffsetAttrName())) {
    b.refuse("expected a tensor whose elements fill its memory, found strides "
             "that leave gaps or overlap");
    return x;
  }
  return b.flatten(x);
}

// aten::as_strided(Tensor self, SymInt[] size, SymInt[] stride,
//                  SymInt? storage_offset=None) -> Tensor
static Lowered lowerAsStrided(Lowering &b) {
  Value memory = getMemory(b);
  if (b.isRefused())
    return Lowered::refused();
  AffineExpr count = b.dimsOf(memory)[0];
  SmallVector<int64_t> known;
  Value positions = getStridedPositions(b, count, known);
  if (b.isRefused())
    return Lowered::refused();
  bool isWhole = b.constantSize(count) == int64_t(known.size());
  for (auto [index, position] : llvm::enumerate(known))
    isWhole &= int64_t(index) == position;
  if (isWhole)
    return b.reshape(memory, b.resultType());
  positions = b.reshape(positions, b.resultType().clone(b.i64()));
  return b.Gather(memory, positions, 0);
}

// aten::as_strided_scatter(Tensor self, Tensor src, SymInt[] size,
//                          SymInt[] stride, SymInt? storage_offset=None)
static Lowered lowerAsStridedScatter(Lowering &b) {
  Value memory = getMemory(b);
  if (b.isRefused())
    return Lowered::refused();
  SmallVector<int64_t> known;
  Value positions = getStridedPositions(b, b.dimsOf(memory)[0], known);
  if (b.isRefused())
    return Lowered::refused();
  Value source = b.flatten(b.tensor("src", b.elementTypeOf(memory)));
  return b.reshape(replaceAt(b, memory, source, 0, positions), b.resultType());
}

//===----------------------------------------------------------------------===//
// Masks
//===----------------------------------------------------------------------===//

// aten::masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor
//
// Element i of the source goes to the i-th true element of the mask.
static Lowered lowerMaskedScatter(Lowering &b) {
  Value x = b.expand(b.tensor("self"), b.resultType());
  Value mask = b.expand(b.tensor("mask", b.i1()), b.resultType());
  Value given = b.tensor("source", b.elementTypeOf(x));
  Value source = b.flatten(given);
  if (isKnownEmpty(b, x) || isKnownEmpty(b, source))
    return x;
  // If no element is selected, the source may be empty and a Gather from it
  // would fail.
  if (mayBeEmpty(b, given)) {
    Type type = b.elementTypeOf(x);
    Value zero = b.full(b.scalar(0, type), RankedTensorType::get({1}, type));
    source = b.Concat({source, zero}, 0);
  }
  Value zero = b.scalar(0, b.i64());
  Value rank = b.CumSum(b.flatten(b.Cast(mask, b.i64())), 0);
  Value positions = b.Max(b.Sub(rank, b.scalar(1, b.i64())), zero);
  // The source may have fewer elements than the tensor: positions beyond its
  // end, whose elements are not selected, are clamped.
  if (b.constantSize(b.dimsOf(source)[0]))
    positions =
        b.Min(positions, b.scalar(b.getStaticSize(source, 0) - 1, b.i64()));
  Value spread = b.reshape(b.Gather(source, positions, 0), b.resultType());
  return b.Where(mask, spread, x);
}

void torch_onnx::populateIndexScatter(LoweringRegistry &r) {
  r.add("aten.as_strided.default", lowerAsStrided);
  r.add("aten.as_strided_scatter.default", lowerAsStridedScatter);
  r.add("aten.diagonal_scatter.default", lowerDiagonalScatter);
  r.add("aten.index_add.default", lowerIndexAdd);
  r.add("aten.index_copy.default", lowerIndexCopy);
  r.add({"aten.index_fill.int_Scalar", "aten.index_fill.int_Tensor"},
        lowerIndexFill);
  r.add("aten.index_reduce.default", lowerIndexReduce);
  r.add("aten.masked_scatter.default", lowerMaskedScatter);
  r.add("aten.put.default", lowerPut);
  r.add({"aten.scatter.src", "aten.scatter.value"}, lowerScatter);
  r.add({"aten.scatter.reduce", "aten.scatter.value_reduce",
         "aten.scatter_reduce.two"},
        lowerScatterReduce);
  r.add("aten.scatter_add.default", lowerScatterAdd);
  r.add("aten.select_scatter.default", lowerSelectScatter);
  r.add("aten.slice_scatter.default", lowerSliceScatter);
}
