//===- PoolAdaptive.cpp - Lowerings of pooling to a given size ------------===//
//
// Windows of adaptive pooling may differ in size and overlap. If they are equal
// to those of plain pooling, that is used. Otherwise their members are gathered
// by a table of positions, which is a constant if it is small and else computed
// at run time.
//
//===----------------------------------------------------------------------===//

#include "Pool.h"
#include "Positions.h"
#include "Reduce/Reduce.h"

#include <numeric>

using namespace mlir;
using namespace torch_onnx;

namespace {
/// The windows of adaptive pooling along one dimension: [begin, end). Sizes are
/// positive and have 31 bits, so that products of two do not overflow.
struct AdaptiveAxis {
  int64_t in = 1, out = 1;
  int64_t begin(int64_t i) const { return i * in / out; }
  int64_t end(int64_t i) const { return ((i + 1) * in + out - 1) / out; }
  int64_t getSize(int64_t i) const { return end(i) - begin(i); }
  // The exact begin of a window exceeds an integer by k / out, where k is a
  // multiple of gcd(in, out). The window is largest for the largest k.
  int64_t getLargest() const {
    return (in - std::gcd(in, out) + 2 * out - 1) / out;
  }
  bool hasEqualSizes() const { return getLargest() == getSize(0); }
  /// The stride of plain pooling with the same windows, if there is one.
  std::optional<int64_t> getStride() const {
    if (!hasEqualSizes())
      return std::nullopt;
    int64_t stride = out > 1 ? begin(1) : in;
    if (stride == 0) // More windows than elements.
      return std::nullopt;
    // The remainder must not move a begin by a whole position.
    if ((in - stride * out) * (out - 1) >= out)
      return std::nullopt;
    // There must be no room for another window.
    if ((in - getSize(0)) / stride + 1 != out)
      return std::nullopt;
    return stride;
  }
};
} // namespace

/// Returns nullopt if a size is dynamic or out of range for AdaptiveAxis.
static std::optional<SmallVector<AdaptiveAxis>>
getAdaptiveAxes(Lowering &b, Value x, int64_t spatial) {
  Dims in = getSpatialDims(b, x, spatial);
  Dims out = b.resultDims();
  out.erase(out.begin(), out.end() - spatial);
  SmallVector<AdaptiveAxis> axes;
  for (int64_t i = 0; i < spatial; ++i) {
    auto inSize = b.constantSize(in[i]), outSize = b.constantSize(out[i]);
    auto isUsable = [](std::optional<int64_t> size) {
      return size && *size >= 1 && *size <= std::numeric_limits<int32_t>::max();
    };
    if (!isUsable(inSize) || !isUsable(outSize))
      return std::nullopt;
    axes.push_back({*inSize, *outSize});
  }
  return axes;
}

static std::optional<Windows> getPlainWindows(ArrayRef<AdaptiveAxis> axes) {
  Windows w;
  for (const AdaptiveAxis &axis : axes) {
    std::optional<int64_t> stride = axis.getStride();
    if (!stride)
      return std::nullopt;
    w.kernel.push_back(axis.getSize(0));
    w.stride.push_back(*stride);
  }
  w.begin.assign(axes.size(), 0);
  w.end = w.begin;
  w.dilation.assign(axes.size(), 1);
  return w;
}

/// Whether a constant table of the windows of all axes is small.
static bool isSmall(ArrayRef<AdaptiveAxis> axes) {
  SmallVector<int64_t> sizes;
  for (const AdaptiveAxis &axis : axes) {
    if (!isSmallTable(axis.out))
      return false;
    sizes.append({axis.out, axis.getLargest()});
  }
  return isSmallTable(sizes);
}

namespace {
/// The windows along one axis, computed at run time.
struct WindowTable {
  /// [out, largest]: positions of the members; smaller windows repeat their
  /// last member.
  Value members;
  /// [out, largest]: false for repeated members.
  Value isMember;
  /// [out]
  Value sizes;
};
} // namespace

/// Window i extends from floor(i * in / out) to ceil((i + 1) * in / out)
/// (ATen/native/AdaptivePooling.h). Its size is at most ceil(in / out) + 1, or
/// in / out if that is an integer.
static WindowTable buildWindowTable(Lowering &b, Value x, int64_t axis,
                                    AffineExpr outDim) {
  Value one = b.scalar(1, b.i64());
  Value in = buildSize(b, x, axis), out = b.dim0d(outDim);
  Value ordinal = buildPositions(b, out, outDim);
  if (!b.constantSize(outDim)) // Avoids a division by 0.
    out = b.Max(out, one);
  Value begins = b.Div(b.Mul(ordinal, in), out);
  Value last = b.Sub(out, one);
  Value ends = b.Div(b.Add(b.Mul(b.Add(ordinal, one), in), last), out);
  Value largest =
      b.Add(b.Div(b.Add(in, last), out), b.Min(b.Mod(in, out), one));
  WindowTable table;
  table.sizes = b.Sub(ends, begins);
  Value places = buildGrid(b, begins, buildPositions(b, largest));
  Value behind = b.Unsqueeze(ends, 1);
  table.isMember = b.Less(places, behind);
  table.members = b.Min(places, b.Sub(behind, one));
  return table;
}

/// Reshapes a table [out, largest] to broadcast along `axis` and the next
/// dimension.
static Value alongWindows(Lowering &b, Value table, Value gathered,
                          int64_t axis) {
  SmallVector<int64_t> behind;
  for (int64_t i = axis + 2; i < b.rankOf(gathered); ++i)
    behind.push_back(i - axis);
  return behind.empty() ? table : b.Unsqueeze(table, behind);
}

/// The averages over windows of one axis whose number or sizes are dynamic or
/// large.
static Value buildMeanByTable(Lowering &b, Value x, int64_t axis,
                              AffineExpr out) {
  Type type = b.elementTypeOf(x);
  WindowTable table = buildWindowTable(b, x, axis, out);
  Value members = b.Gather(x, table.members, axis);
  members = b.Where(alongWindows(b, table.isMember, members, axis), members,
                    b.scalar(0, type));
  Value sums = b.ReduceSum(members, axis + 1, /*keepDims=*/false);
  Value sizes = alongAxis(b, table.sizes, axis, b.rankOf(sums));
  return b.Div(sums, b.Cast(sizes, type));
}

/// The averages over windows of one axis. The members of the windows become a
/// new dimension; smaller windows are filled up with a zero, which is appended
/// to `x`.
static Value buildAdaptiveMean(Lowering &b, Value x, int64_t axis,
                               const AdaptiveAxis &windows) {
  int64_t largest = windows.getLargest(), out = windows.out;
  Type type = b.elementTypeOf(x);
  SmallVector<int64_t> indices;
  SmallVector<double> counts;
  for (int64_t i = 0; i < out; ++i) {
    for (int64_t j = 0; j < largest; ++j)
      indices.push_back(j < windows.getSize(i) ? windows.begin(i) + j
                                               : windows.in);
    counts.push_back(double(windows.getSize(i)));
  }
  bool isEqual = windows.hasEqualSizes();
  if (!isEqual) {
    SmallVector<int64_t> pads(2 * b.rankOf(x), 0);
    pads[b.rankOf(x) + axis] = 1;
    x = b.Pad(x, pads, Value());
  }
  auto indexType = RankedTensorType::get({out, largest}, b.i64());
  Value members = b.Gather(
      x, b.constant(DenseElementsAttr::get(indexType, ArrayRef(indices))),
      axis);
  if (isEqual)
    return b.ReduceMean(members, axis + 1, /*keepDims=*/false);
  Value sums = b.ReduceSum(members, axis + 1, /*keepDims=*/false);
  SmallVector<int64_t> countShape(b.rankOf(sums) - axis, 1);
  countShape[0] = out;
  return b.Div(sums, b.numbers(countShape, counts, type));
}

// aten::adaptive_avg_pool2d(Tensor self, SymInt[2] output_size) -> Tensor
static Lowered lowerAdaptiveAvgPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  if (!isPoolable(b, x))
    return Lowered::refused();
  int64_t rank = b.rankOf(x);
  Dims in = getSpatialDims(b, x, spatial);
  Dims out = b.resultDims();
  out.erase(out.begin(), out.end() - spatial);
  if (llvm::all_of(out,
                   [&](AffineExpr dim) { return b.constantSize(dim) == 1; })) {
    // PyTorch refuses empty planes. The mean of an empty batch is empty, but
    // runtimes refuse the operator. ONNX Runtime's GlobalAveragePool adds the
    // elements of a plane in few lanes; ReduceMean is more accurate for large
    // planes and as fast.
    SmallVector<int64_t> axes = b.integers(rank - spatial, rank);
    bool isExact =
        b.isNarrowFloat(b.elementTypeOf(x)) ||
        (b.elementTypeOf(x).isF32() && isReductionOfAtMost(b, x, axes, 1024));
    if (rank == spatial + 2 && isExact && !mayBeEmpty(b, x))
      return b.create("GlobalAveragePool", b.resultType(), x);
    return buildMean(b, x, axes, /*keepDims=*/true);
  }
  if (llvm::all_of(llvm::zip_equal(in, out), [](auto pair) {
        return std::get<0>(pair) && std::get<0>(pair) == std::get<1>(pair);
      }))
    return x;
  auto axes = getAdaptiveAxes(b, x, spatial);
  if (axes) {
    if (std::optional<Windows> w = getPlainWindows(*axes)) {
      Value y = b.create("AveragePool", getBatchedType(b, spatial),
                         addBatch(b, x, spatial), getPoolAttributes(b, *w));
      return dropBatch(b, y, spatial);
    }
  }
  // Intermediate averages are not rounded.
  Type narrow = b.elementTypeOf(x);
  x = b.Cast(x, b.isNarrowFloat(narrow) ? Type(b.f32()) : narrow);
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t axis = rank - spatial + i;
    auto inSize = b.constantSize(in[i]), outSize = b.constantSize(out[i]);
    if (in[i] && in[i] == out[i])
      continue;
    if (outSize == 1)
      x = buildMean(b, x, axis, /*keepDims=*/true);
    else if (inSize == 0 || outSize == 0)
      return b.refuse("expected one or more elements to average, found " +
                      b.describe(in[i]) + " pooled to " + b.describe(out[i]));
    else if (axes && isSmall((*axes)[i]))
      x = buildAdaptiveMean(b, x, axis, (*axes)[i]);
    else
      x = buildMeanByTable(b, x, axis, out[i]);
  }
  return b.Cast(x, narrow);
}

/// The positions in the plane of the members of all windows, row by row.
/// Smaller windows repeat their last member.
static SmallVector<int64_t> getWindowMembers(ArrayRef<AdaptiveAxis> axes,
                                             int64_t &perWindow) {
  SmallVector<SmallVector<int64_t>> windows = {{0}};
  for (const AdaptiveAxis &axis : axes) {
    SmallVector<SmallVector<int64_t>> next;
    for (ArrayRef<int64_t> outer : windows)
      for (int64_t i = 0; i < axis.out; ++i) {
        SmallVector<int64_t> members;
        for (int64_t position : outer)
          for (int64_t j = axis.begin(i); j < axis.end(i); ++j)
            members.push_back(position * axis.in + j);
        next.push_back(std::move(members));
      }
    windows = std::move(next);
  }
  perWindow = 0;
  for (ArrayRef<int64_t> window : windows)
    perWindow = std::max<int64_t>(perWindow, window.size());
  SmallVector<int64_t> result;
  for (ArrayRef<int64_t> window : windows) {
    result.append(window.begin(), window.end());
    result.append(perWindow - window.size(), window.back());
  }
  return result;
}

/// Processes the axes from last to first, so that the first of several maxima
/// in row-major order is kept.
Lowered torch_onnx::buildMaxByTables(
    Lowering &b, Value x, int64_t spatial, bool isIndexUsed,
    llvm::function_ref<Value(Value x, int64_t axis)> getMembers) {
  int64_t rank = b.rankOf(x);
  Dims in = b.dimsOf(x), out = b.resultDims();
  Value y = x, position, stride = b.scalar(1, b.i64());
  for (int64_t axis = rank - 1; axis >= rank - spatial; --axis) {
    Value size = buildSize(b, x, axis);
    bool isSame = in[axis] && in[axis] == out[axis];
    Value members = getMembers(y, axis), windows, positions;
    if (!members) {
      // Windows of one element, or one window with all elements.
      members = b.Unsqueeze(buildPositions(b, size, in[axis]), isSame ? 1 : 0);
      windows = b.Unsqueeze(y, isSame ? axis + 1 : axis);
      positions = position && isIndexUsed
                      ? b.Unsqueeze(position, isSame ? axis + 1 : axis)
                      : Value();
    } else {
      windows = b.Gather(y, members, axis);
      if (position)
        positions = b.Gather(position, members, axis);
    }
    auto [largest, best] =
        buildArgExtreme(b, windows, axis + 1, /*isLargest=*/true,
                        /*keepDims=*/false, /*wantsValue=*/true, isIndexUsed);
    y = largest;
    if (!isIndexUsed)
      continue;
    Value places = alongWindows(b, b.Mul(members, stride), windows, axis);
    places = positions ? b.Add(positions, places)
                       : b.Expand(places, b.Shape(windows),
                                  b.typeOf(windows).clone(b.i64()));
    best = b.Unsqueeze(best, axis + 1);
    position = b.Squeeze(b.GatherElements(places, best, axis + 1), axis + 1);
    stride = b.Mul(stride, size);
  }
  y.setType(b.resultType());
  if (!isIndexUsed)
    return std::pair(y, b.Cast(y, b.i64())); // The position is unused.
  position.setType(b.resultType(1));
  return std::pair(y, position);
}

// aten::adaptive_max_pool2d(Tensor self, int[2] output_size)
//   -> (Tensor, Tensor)
//
// Windows that differ from plain pooling are gathered.
static Lowered lowerAdaptiveMaxPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  if (!isPoolable(b, x))
    return Lowered::refused();
  int64_t rank = b.rankOf(x), lead = rank - spatial;
  if (llvm::is_contained(b.resultType().getShape(), 0))
    return b.refuse("expected a result with elements, found " +
                    b.describe(b.resultType()));
  if (llvm::is_contained(b.typeOf(x).getShape().take_back(spatial), 0))
    return b.refuse("expected planes with elements, found " +
                    b.describe(b.typeOf(x)));
  auto axes = getAdaptiveAxes(b, x, spatial);
  bool isIndexUsed = !b.getOp()->getResult(1).use_empty();
  if (axes)
    if (std::optional<Windows> w = getPlainWindows(*axes))
      return buildMaxPool(b, x, *w);
  Dims out = b.resultDims();
  if (!isIndexUsed && llvm::all_of(out.take_back(spatial), [&](AffineExpr dim) {
        return b.constantSize(dim) == 1;
      })) {
    Value y = buildExtreme(b, "ReduceMax", x, b.integers(lead, rank),
                           /*keepDims=*/true);
    return std::pair(y, b.Cast(y, b.i64())); // The position is unused.
  }
  if (!axes || !isSmall(*axes))
    return buildMaxByTables(
        b, x, spatial, isIndexUsed, [&](Value y, int64_t axis) {
          bool isSame = b.dimsOf(x)[axis] && b.dimsOf(x)[axis] == out[axis];
          return isSame || b.constantSize(out[axis]) == 1
                     ? Value()
                     : buildWindowTable(b, y, axis, out[axis]).members;
        });

  int64_t perWindow;
  SmallVector<int64_t> members = getWindowMembers(*axes, perWindow);
  int64_t numWindows = int64_t(members.size()) / perWindow;
  auto tableType = RankedTensorType::get({numWindows, perWindow}, b.i64());
  Value table =
      b.constant(DenseElementsAttr::get(tableType, ArrayRef(members)));
  Dims flat = b.dimsOf(x);
  Dims plane = llvm::to_vector(flat.take_back(spatial));
  flat.resize(lead);
  flat.push_back(sym::product(plane, b.getContext()));
  Value gathered = b.Gather(b.reshape(x, flat), table, lead);
  auto [y, member] =
      buildArgExtreme(b, gathered, lead + 1, /*isLargest=*/true,
                      /*keepDims=*/false, /*wantsValue=*/true, isIndexUsed);
  Value position;
  if (isIndexUsed) {
    // The index in the window, then the position in the table.
    SmallVector<int64_t> first;
    for (int64_t i = 0; i < numWindows; ++i)
      first.push_back(i * perWindow);
    position = b.Gather(b.ints(members), b.Add(member, b.ints(first)), 0);
  } else {
    position = b.Cast(y, b.i64()); // The position is unused.
  }
  return std::pair(b.reshape(y, b.resultType()),
                   b.reshape(position, b.resultType(1)));
}

void torch_onnx::populatePoolAdaptive(LoweringRegistry &r) {
  r.add("aten.adaptive_avg_pool1d.default", lowerAdaptiveAvgPool, 1);
  r.add(
      {"aten._adaptive_avg_pool2d.default", "aten.adaptive_avg_pool2d.default"},
      lowerAdaptiveAvgPool, 2);
  r.add(
      {"aten._adaptive_avg_pool3d.default", "aten.adaptive_avg_pool3d.default"},
      lowerAdaptiveAvgPool, 3);
  for (int64_t spatial : {1, 2, 3})
    r.add("aten.adaptive_max_pool" + std::to_string(spatial) + "d.default",
          lowerAdaptiveMaxPool, spatial);
}
