//===- LegalizeIndices.cpp - Slices, gathers and scatters before 11 -------===//
//
// Opset 9 has Slice by constants, Gather along one axis, and Scatter. Other
// slices become gathers of computed positions. GatherElements, GatherND and
// ScatterND become accesses to a tensor with fewer dimensions. Negative indices
// came with 11, so indices that are not known to be nonnegative are made so.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"
#include "Simplify/IntegerRanges.h"

#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Negative indices
//===----------------------------------------------------------------------===//

/// Makes indices of a dimension nonnegative. `size` is its size, in the type of
/// the indices and a shape that broadcasts to them.
static Value fromFront(Node &n, Value indices,
                       llvm::function_ref<Value()> size) {
  ConstantIntRanges range = getIntegerRange(indices);
  if (range.smin().isNonNegative())
    return indices;
  Value fromEnd = n.Add(indices, n.Cast(size(), n.elementTypeOf(indices)));
  if (range.smax().isNegative())
    return fromEnd;
  Value isFromEnd = n.Less(indices, n.scalar(0, n.elementTypeOf(indices)));
  return n.Where(isFromEnd, fromEnd, indices);
}

/// A Gather of nonnegative indices, which needs no further rewrite.
static Value gather(Node &n, Value x, Value indices, int64_t axis) {
  SmallVector<AffineExpr> source = n.dimsOf(x);
  SmallVector<AffineExpr> dims(source.begin(), source.begin() + axis);
  llvm::append_range(dims, n.dimsOf(indices));
  dims.append(source.begin() + axis + 1, source.end());
  return n.createOld("Gather", sym::getTensorType(dims, n.elementTypeOf(x)),
                     {x, indices}, n.attr("axis", axis));
}

static Outcome gatherIndices(Node &n, GatherOp op) {
  Value x = op.getData(), indices = op.getIndices();
  if (isNonNegative(indices))
    return Outcome::Keep;
  int64_t rank = n.rankOf(x), axis = normalizeAxis(op.getAxis(), rank);
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  indices = fromFront(n, indices, [&] { return n.sizeOf(x, axis); });
  return n.replace(gather(n, x, indices, axis));
}

// Indices that are out of range in both forms give the off value.
static Outcome oneHotIndices(Node &n) {
  Value indices = n.input(0), depth = n.input(1);
  if (isNonNegative(indices))
    return Outcome::Keep;
  indices = fromFront(n, indices, [&] {
    return n.rankOf(depth) == 0 ? depth : n.Squeeze(depth, 0);
  });
  return n.replace(n.createOld("OneHot", n.resultType(),
                               {indices, depth, n.input(2)}, n.attributes()));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {
/// One axis of a slice: 0-d numbers, and their values if constant.
struct Bounds {
  Value start, end;
  std::optional<int64_t> constantStart, constantEnd;
  int64_t step;
};
} // namespace

static constexpr int64_t kMax = std::numeric_limits<int64_t>::max();
static constexpr int64_t kMin = std::numeric_limits<int64_t>::min();

/// More positions are computed at run time.
static constexpr int64_t kMaxPositions = 1 << 14;

/// Clamps a bound to [low, high], where these are at most one off from 0 and
/// the size.
static Value clampBound(Node &n, Value bound, std::optional<int64_t> constant,
                        Value size, Value low, Value high) {
  if (constant == kMax)
    return high;
  if (constant == kMin)
    return low;
  bound = fromFront(n, bound, [&] { return size; });
  return n.Min(n.Max(bound, low), high);
}

/// The positions that a slice takes from a dimension of `size` elements.
static Value getPositions(Node &n, const Bounds &bounds, int64_t staticSize,
                          Value size, AffineExpr count) {
  Value zero = n.scalar(0, n.i64()), one = n.scalar(1, n.i64());
  Value minusOne = n.scalar(-1, n.i64());
  bool isBackward = bounds.step < 0;
  Value low = isBackward ? minusOne : zero;
  Value high = isBackward ? n.Add(size, minusOne) : size;
  if (bounds.constantStart && bounds.constantEnd &&
      !ShapedType::isDynamic(staticSize)) {
    int64_t lowest = isBackward ? -1 : 0;
    int64_t highest = isBackward ? staticSize - 1 : staticSize;
    auto clamp = [&](int64_t bound, int64_t lowest) {
      if (bound < 0)
        bound = bound < -staticSize ? lowest : bound + staticSize;
      return std::min(std::max(bound, lowest), highest);
    };
    // A step longer than the dimension leaves it at once.
    int64_t start = clamp(*bounds.constantStart, 0);
    int64_t end = clamp(*bounds.constantEnd, lowest);
    int64_t step = std::clamp(bounds.step, -staticSize - 1, staticSize + 1);
    int64_t span = isBackward ? start - end : end - start;
    if (span <= kMaxPositions) {
      SmallVector<int64_t> positions;
      for (int64_t i = start; isBackward ? i > end : i < end; i += step)
        positions.push_back(i);
      return n.ints(positions);
    }
  }
  Value start =
      clampBound(n, bounds.start, bounds.constantStart, size, zero, high);
  Value end = clampBound(n, bounds.end, bounds.constantEnd, size, low, high);
  if (bounds.constantStart == 0 && bounds.step == 1)
    return n.Range(zero, end, one, count);
  return n.Range(start, end, n.scalar(bounds.step, n.i64()), count);
}

// Before 10, slices had constant bounds and no steps. Before 11, no axis
// counted from the end.
static Outcome slice(Node &n) {
  Value x = n.input(0);
  int64_t rank = n.rankOf(x);
  if (n.opset >= 10 && !n.input(3))
    return Outcome::Keep;
  RankedTensorType startsType = n.typeOf(n.input(1));
  if (startsType.getRank() != 1 || startsType.isDynamicDim(0))
    return n.refuse(
        "expected a constant number of axes, found one known only at run time",
        n.opset < 10 ? 10 : 11);
  int64_t numAxes = startsType.getDimSize(0);
  SmallVector<int64_t> axes = n.integers(0, numAxes);
  if (Value operand = n.input(3)) {
    std::optional<SmallVector<int64_t>> values = n.getConstantInts(operand);
    if (!values)
      return n.refuseComputed("axes", 11);
    axes = *values;
  }
  bool isFromEnd = false;
  for (int64_t &axis : axes) {
    isFromEnd |= axis < 0;
    axis = normalizeAxis(axis, rank);
  }
  if (!n.areAxes(axes, rank))
    return n.refuseAxes(axes, rank);
  if (n.opset >= 10) {
    if (!isFromEnd)
      return Outcome::Keep;
    SmallVector<Value> operands(n.op->getOperands());
    operands[3] = n.ints(axes);
    return n.replace(n.create("Slice", n.resultType(), operands));
  }

  SmallVector<int64_t> steps(numAxes, 1);
  if (Value operand = n.input(4)) {
    std::optional<SmallVector<int64_t>> values = n.getConstantInts(operand);
    if (!values)
      return n.refuseComputed("steps", 10);
    steps = *values;
  }
  auto starts = n.getConstantInts(n.input(1)),
       ends = n.getConstantInts(n.input(2));
  for (const auto &[list, what] :
       {std::pair(&axes, "axes"), std::pair(&steps, "steps"),
        std::pair(ends ? &*ends : &axes, "ends")})
    if (int64_t(list->size()) != numAxes)
      return n.refuseCount(Twine(what) + ", one for each start", numAxes,
                           list->size());
  SmallVector<int64_t> plainAxes, plainStarts, plainEnds;
  for (auto [index, axis] : llvm::enumerate(axes)) {
    if (starts && ends && steps[index] == 1) {
      plainAxes.push_back(axis);
      plainStarts.push_back((*starts)[index]);
      plainEnds.push_back((*ends)[index]);
      continue;
    }
    if (steps[index] == 0)
      return n.refuse("expected steps other than 0, found 0", kNever);
    auto getElement = [&](Value list, auto &constants) {
      if (constants)
        return n.scalar((*constants)[index], n.i64());
      if (numAxes > 1)
        list = n.Slice(list, index, index + 1, 0);
      return n.Cast(n.Squeeze(list, 0), n.i64());
    };
    Bounds bounds = {getElement(n.input(1), starts),
                     getElement(n.input(2), ends), std::nullopt, std::nullopt,
                     steps[index]};
    if (starts)
      bounds.constantStart = (*starts)[index];
    if (ends)
      bounds.constantEnd = (*ends)[index];
    Value positions =
        getPositions(n, bounds, n.typeOf(x).getDimSize(axis), n.sizeOf(x, axis),
                     n.dimsOf(n.op->getResult(0))[axis]);
    x = gather(n, x, positions, axis);
  }
  if (plainAxes.empty())
    return n.replace(x);
  return n.replace(
      n.createOld("Slice", n.resultType(), x,
                  {n.attr("axes", plainAxes), n.attr("ends", plainEnds),
                   n.attr("starts", plainStarts)}));
}

//===----------------------------------------------------------------------===//
// Positions in several dimensions
//===----------------------------------------------------------------------===//

/// The product of the sizes of dimensions, if they are known.
static std::optional<int64_t> getCount(Node &n, Value x, int64_t first,
                                       int64_t last) {
  ArrayRef<int64_t> sizes = n.typeOf(x).getShape().slice(first, last - first);
  if (ShapedType::isDynamicShape(sizes))
    return std::nullopt;
  return ShapedType::getNumElements(sizes);
}

/// The same as a 0-d i64.
static Value countElements(Node &n, Value x, int64_t first, int64_t last) {
  if (std::optional<int64_t> count = getCount(n, x, first, last))
    return n.scalar(*count, n.i64());
  Value count = n.sizeOf(x, first);
  for (int64_t axis = first + 1; axis < last; ++axis)
    count = n.Mul(count, n.sizeOf(x, axis));
  return count;
}

/// The constants, then the product of the sizes of dimensions [first, last), as
/// a 1-d list.
static Value listWithCount(Node &n, ArrayRef<int64_t> constants, Value x,
                           int64_t first, int64_t last) {
  SmallVector<int64_t> list(constants);
  if (std::optional<int64_t> count = getCount(n, x, first, last)) {
    list.push_back(*count);
    return n.ints(list);
  }
  return n.Concat(
      {n.ints(list), n.Unsqueeze(countElements(n, x, first, last), 0)}, 0);
}

// Combines the index along the axis and the positions along the others to one
// index into all elements.
static Outcome gatherElements(Node &n, GatherElementsOp op) {
  Value x = op.getData(), indices = op.getIndices();
  int64_t rank = n.rankOf(x), axis = normalizeAxis(op.getAxis(), rank);
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  if (n.rankOf(indices) != rank)
    return n.refuseCount("dimensions of 'indices'", rank, n.rankOf(indices));
  indices =
      n.Cast(fromFront(n, indices, [&] { return n.sizeOf(x, axis); }), n.i64());
  if (rank == 1)
    return n.replace(gather(n, x, indices, 0));
  SmallVector<AffineExpr> dims = n.dimsOf(indices);
  Value zero = n.scalar(0, n.i64()), one = n.scalar(1, n.i64()), position;
  for (int64_t dim = 0; dim < rank; ++dim) {
    Value along = indices;
    if (dim != axis) {
      SmallVector<int64_t> others;
      for (int64_t other = 0; other < rank; ++other)
        if (other != dim)
          others.push_back(other);
      along = n.Unsqueeze(n.Range(zero, n.sizeOf(indices, dim), one, dims[dim]),
                          others);
    }
    if (dim + 1 < rank)
      along = n.Mul(along, countElements(n, x, dim + 1, rank));
    position = position ? n.Add(position, along) : along;
  }
  AffineExpr count = sym::product(n.dimsOf(x), n.getContext());
  Value flat =
      n.Reshape(x, n.ints(-1), sym::getTensorType(count, n.elementTypeOf(x)));
  return n.replace(gather(n, flat, position, 0));
}

/// Combines the last dimension of `indices`, positions in the first dimensions
/// of `x`, to one index into these dimensions.
static Value flattenIndices(Node &n, Value x, Value indices, int64_t depth) {
  indices = n.Cast(indices, n.i64());
  indices = fromFront(n, indices, [&] {
    ArrayRef<int64_t> sizes = n.typeOf(x).getShape().take_front(depth);
    return ShapedType::isDynamicShape(sizes) ? n.Shape(x, 0, depth)
                                             : n.ints(sizes);
  });
  int64_t last = n.rankOf(indices) - 1;
  if (depth == 1)
    return n.Squeeze(indices, last);
  SmallVector<int64_t> constants;
  SmallVector<Value> strides;
  for (int64_t axis = 1; axis <= depth; ++axis) {
    if (std::optional<int64_t> count = getCount(n, x, axis, depth))
      constants.push_back(*count);
    else
      strides.push_back(n.Unsqueeze(countElements(n, x, axis, depth), 0));
  }
  // The known strides are the last ones.
  strides.push_back(n.ints(constants));
  Value list = strides.size() == 1 ? strides[0] : n.Concat(strides, 0);
  return n.ReduceSum(n.Mul(indices, list), last, /*keepDims=*/false);
}

/// The number of dimensions that GatherND and ScatterND address; 0 if it is
/// unknown.
static int64_t getDepth(Node &n, Value x, Value indices) {
  if (n.rankOf(indices) == 0)
    return 0;
  int64_t depth = n.typeOf(indices).getShape().back();
  return ShapedType::isDynamic(depth) || depth > n.rankOf(x) ? 0 : depth;
}

static Outcome refuseDepth(Node &n, Value x, Value indices) {
  std::string found = "no dimensions";
  if (n.rankOf(indices) != 0) {
    int64_t depth = n.typeOf(indices).getShape().back();
    found = ShapedType::isDynamic(depth) ? "a size known only at run time"
                                         : std::to_string(depth);
  }
  return n.refuse("expected the last dimension of 'indices' to be constant and "
                  "at most " +
                  Twine(n.rankOf(x)) + ", found " + found);
}

/// `x` with its first `depth` dimensions merged.
static Value mergeFirst(Node &n, Value x, int64_t depth) {
  if (depth == 1)
    return x;
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  SmallVector<AffineExpr> merged = {
      sym::product(ArrayRef(dims).take_front(depth), n.getContext())};
  merged.append(dims.begin() + depth, dims.end());
  RankedTensorType type = sym::getTensorType(merged, n.elementTypeOf(x));
  Value shape;
  int64_t rank = n.rankOf(x);
  ArrayRef<int64_t> rest = n.typeOf(x).getShape().drop_front(depth);
  if (!ShapedType::isDynamicShape(rest)) {
    SmallVector<int64_t> sizes = {-1};
    llvm::append_range(sizes, rest);
    shape = n.ints(sizes);
  } else {
    shape = n.Concat({n.ints(-1), n.Shape(x, depth, rank)}, 0);
  }
  return n.Reshape(x, shape, type);
}

static Outcome gatherND(Node &n, GatherNDOp op) {
  Value x = op.getData(), indices = op.getIndices();
  if (op.getBatchDims())
    return n.refuse("expected 'batch_dims' to be 0, found " +
                        Twine(int64_t(op.getBatchDims())),
                    12);
  int64_t depth = getDepth(n, x, indices);
  if (depth == 0)
    return refuseDepth(n, x, indices);
  Value position = flattenIndices(n, x, indices, depth);
  return n.replace(gather(n, mergeFirst(n, x, depth), position, 0));
}

/// The opset with which a reduction of a scatter came.
static int64_t getFirstOpset(StringRef reduction) {
  return llvm::StringSwitch<int64_t>(reduction)
      .Cases({"add", "mul"}, 16)
      .Cases({"max", "min"}, 18)
      .Default(11);
}

/// The reduction of two tensors of one shape.
static Value combine(Node &n, StringRef reduction, Value x, Value y) {
  // ONNX has no Max and Min of booleans.
  bool isBool = n.elementTypeOf(x).isInteger(1);
  if (reduction == "add")
    return n.Add(x, y);
  if (reduction == "mul")
    return n.Mul(x, y);
  if (reduction == "max")
    return isBool ? n.Or(x, y) : n.Max(x, y);
  return isBool ? n.And(x, y) : n.Min(x, y);
}

// A loop along the axis reads, combines and writes one slice of the updates
// after the other. The indices of a slice address different elements.
static Outcome reduceElements(Node &n, ScatterElementsOp op) {
  StringRef reduction = op.getReduction();
  if (reduction == "none" || n.opset >= getFirstOpset(reduction))
    return Outcome::Keep;
  Value x = op.getData(), indices = op.getIndices();
  int64_t rank = n.rankOf(x), axis = normalizeAxis(op.getAxis(), rank);
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  SmallVector<Value> operands = {n.sizeOf(indices, axis), n.none(), x};
  Operation *loop = n.createOp("Loop", x.getType(), operands, {},
                               /*numRegions=*/1);
  OpBuilder &builder = n.getBuilder();
  OpBuilder::InsertionGuard guard(builder);
  SmallVector<Type> types = {RankedTensorType::get({}, n.i64()),
                             RankedTensorType::get({}, n.i1()), x.getType()};
  Location loc = op.getLoc();
  Block *body = builder.createBlock(&loop->getRegion(0), {}, types,
                                    SmallVector<Location>(types.size(), loc));
  Value place = n.Unsqueeze(body->getArgument(0), 0);
  Value state = body->getArgument(2);
  Value slice = n.Gather(indices, place, axis);
  Value old = n.GatherElements(state, slice, axis);
  Value update = n.Gather(op.getUpdates(), place, axis);
  Value next = combine(n, reduction, old, update);
  next = n.ScatterElements(state, slice, next, axis, "none");
  next.setType(x.getType());
  n.createOp("Yield", TypeRange(), {body->getArgument(1), next});
  return n.replace(loop);
}

static Outcome scatterElements(Node &n, ScatterElementsOp op) {
  Value x = op.getData(), indices = op.getIndices();
  int64_t rank = n.rankOf(x), axis = normalizeAxis(op.getAxis(), rank);
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  indices = fromFront(n, indices, [&] { return n.sizeOf(x, axis); });
  return n.replace(n.createOld("Scatter", n.resultType(),
                               {x, indices, op.getUpdates()},
                               n.attr("axis", axis)));
}

// Updates rows of a matrix: [addressed positions, elements at each].
static Outcome scatterND(Node &n, ScatterNDOp op) {
  StringRef reduction = op.getReduction();
  if (n.opset >= getFirstOpset(reduction))
    return Outcome::Keep;
  Value x = op.getData(), indices = op.getIndices(), updates = op.getUpdates();
  int64_t depth = getDepth(n, x, indices), rank = n.rankOf(x);
  if (depth == 0)
    return refuseDepth(n, x, indices);
  Type type = n.elementTypeOf(x);
  MLIRContext *context = n.getContext();
  SmallVector<AffineExpr> dims = n.dimsOf(x), addressed = n.dimsOf(indices);
  AffineExpr rows = sym::product(ArrayRef(dims).take_front(depth), context);
  AffineExpr width = sym::product(ArrayRef(dims).drop_front(depth), context);
  AffineExpr count = sym::product(ArrayRef(addressed).drop_back(), context);
  AffineExpr one = getAffineConstantExpr(1, context);
  Value matrixShape = listWithCount(n, -1, x, depth, rank);

  Value position = flattenIndices(n, x, indices, depth);
  Value column = n.Reshape(position, n.ints({-1, 1}),
                           sym::getTensorType({count, one}, n.i64()));
  Value addresses = n.Expand(column, listWithCount(n, 1, x, depth, rank),
                             sym::getTensorType({count, width}, n.i64()));
  RankedTensorType matrix = sym::getTensorType({rows, width}, type);
  Value rowsOfX = n.Reshape(x, matrixShape, matrix);
  Value rowsOfUpdates =
      n.Reshape(updates, matrixShape, sym::getTensorType({count, width}, type));
  Value result =
      reduction == "none"
          ? n.createOld("Scatter", matrix, {rowsOfX, addresses, rowsOfUpdates},
                        n.attr("axis", int64_t(0)))
          : n.ScatterElements(rowsOfX, addresses, rowsOfUpdates, 0, reduction);
  return n.replace(n.Reshape(result, n.shapeOf(x), n.resultType()));
}

void onnx::populateIndices(RewriteTable &table) {
  table.add<gatherIndices>(11);
  table.add<gatherElements>(11);
  table.add<gatherND>(11);
  table.add<oneHotIndices, OneHotOp>(11);
  table.add<reduceElements>(18);
  table.add<scatterElements>(11);
  table.add<scatterND>(18);
  table.add<slice, SliceOp>(11);
}
