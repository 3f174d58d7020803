//===- Pool.cpp - Lowerings of pooling ------------------------------------===//
//
// MaxPool and AveragePool count windows in ceil_mode as PyTorch does: a last
// window that would start in the padding at the end is dropped. They differ in
// the divisor of an average over a window that extends beyond that padding:
// PyTorch counts the padding, but nothing beyond it. Such inputs are padded by
// a separate Pad, and the average excludes the elements beyond.
//
// MaxPool returns positions in the whole tensor, PyTorch in the plane of a
// channel.
//
//===----------------------------------------------------------------------===//

#include "Pool.h"
#include "ModuleLowering.h"
#include "Positions.h"
#include "Reduce/Reduce.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/ONNX/Utils/Windows.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

Dims torch_onnx::getSpatialDims(Lowering &b, Value x, int64_t spatial) {
  Dims dims = b.dimsOf(x);
  dims.erase(dims.begin(), dims.end() - spatial);
  return dims;
}

static Windows getWindows(Lowering &b, int64_t spatial) {
  Windows w;
  w.kernel = b.getInts("kernel_size", spatial);
  w.stride =
      b.getInts("stride").empty() ? w.kernel : b.getInts("stride", spatial);
  w.begin = w.end = b.getInts("padding", spatial);
  w.dilation = b.has("dilation") ? b.getInts("dilation", spatial)
                                 : SmallVector<int64_t>(spatial, 1);
  w.ceilMode = b.getBool("ceil_mode");
  return w;
}

/// How far the last window of each dimension extends beyond the end of the
/// input; negative if it leaves out elements, nullopt if a size is dynamic.
using Reach = SmallVector<std::optional<int64_t>>;

static Reach getReach(Lowering &b, Value x, const Windows &w) {
  int64_t spatial = w.kernel.size();
  Dims in = getSpatialDims(b, x, spatial);
  Dims out = b.resultDims();
  out.erase(out.begin(), out.end() - spatial);
  Reach reach(spatial);
  for (int64_t i = 0; i < spatial; ++i) {
    auto inSize = b.constantSize(in[i]), outSize = b.constantSize(out[i]);
    if (!inSize || !outSize)
      continue;
    int64_t end =
        (*outSize - 1) * w.stride[i] + w.dilation[i] * (w.kernel[i] - 1) + 1;
    reach[i] = end - *inSize - w.begin[i];
  }
  return reach;
}

static bool isKnown(const Reach &reach) {
  return llvm::all_of(reach, [](auto end) { return end.has_value(); });
}

/// Replaces ceil_mode, which runtimes implement differently, by padding that is
/// not counted. Runtimes require padding to be smaller than the window;
/// otherwise, and if the sizes are dynamic, ceil_mode stays.
static void resolveCeilMode(Lowering &b, Windows &w, const Reach &reach) {
  auto isSaidByPadding = [&](int64_t i) {
    return reach[i] && *reach[i] < w.kernel[i];
  };
  int64_t spatial = w.kernel.size();
  w.ceilMode = !llvm::all_of(b.integers(0, spatial), isSaidByPadding);
  for (int64_t i = 0; i < spatial; ++i)
    if (isSaidByPadding(i))
      w.end[i] = std::max(*reach[i], w.ceilMode ? 0 : w.end[i]);
}

static bool isZero(ArrayRef<int64_t> values) {
  return llvm::all_of(values, [](int64_t v) { return v == 0; });
}

SmallVector<NamedAttribute> torch_onnx::getPoolAttributes(Lowering &b,
                                                          const Windows &w) {
  SmallVector<NamedAttribute> attrs = {b.attr("kernel_shape", w.kernel)};
  if (w.ceilMode)
    attrs.push_back(b.attr("ceil_mode", int64_t(1)));
  if (llvm::any_of(w.dilation, [](int64_t d) { return d != 1; }))
    attrs.push_back(b.attr("dilations", w.dilation));
  if (!isZero(w.begin) || !isZero(w.end)) {
    SmallVector<int64_t> pads = w.begin;
    pads.append(w.end);
    attrs.push_back(b.attr("pads", pads));
  }
  if (llvm::any_of(w.stride, [](int64_t s) { return s != 1; }))
    attrs.push_back(b.attr("strides", w.stride));
  return attrs;
}

/// Whether the number of channels may be 0. ONNX Runtime supports only empty
/// batches, so channels are then merged into the batch.
static bool mayLackChannels(Lowering &b, ArrayRef<AffineExpr> dims,
                            int64_t spatial) {
  return mayBeZero(b, dims[dims.size() - spatial - 1]);
}

/// Adds a batch dimension of size 1 if there is none.
Value torch_onnx::addBatch(Lowering &b, Value x, int64_t spatial) {
  Dims dims = b.dimsOf(x);
  if (int64_t(dims.size()) < spatial + 1) {
    b.refuse("expected planes of " + Twine(spatial) +
             " dimensions in a batch of channels, found a tensor of rank " +
             Twine(dims.size()));
    return x;
  }
  bool isBatched = int64_t(dims.size()) == spatial + 2;
  if (!mayLackChannels(b, dims, spatial))
    return isBatched ? x : b.Unsqueeze(x, 0);
  if (!isBatched)
    return b.Unsqueeze(x, 1);
  Dims folded = {sym::mul(dims[0], dims[1]), b.constantDim(1)};
  folded.append(dims.begin() + 2, dims.end());
  return b.reshape(x, folded);
}

/// The type of result `index` with a batch dimension.
RankedTensorType torch_onnx::getBatchedType(Lowering &b, int64_t spatial,
                                            unsigned index) {
  Dims dims = b.resultDims(index);
  bool isFolded = mayLackChannels(b, dims, spatial);
  if (int64_t(dims.size()) < spatial + 2)
    dims.insert(dims.begin(), b.constantDim(1));
  if (isFolded) {
    dims[0] = sym::mul(dims[0], dims[1]);
    dims[1] = b.constantDim(1);
  }
  return sym::getTensorType(dims, b.resultElementType(index));
}

Value torch_onnx::dropBatch(Lowering &b, Value y, int64_t spatial) {
  if (mayLackChannels(b, b.resultDims(), spatial))
    return b.reshape(y, b.resultType());
  return b.resultType().getRank() == spatial + 2 ? y : b.Squeeze(y, 0);
}

/// True for types that support pooling; refuses others.
bool torch_onnx::isPoolable(Lowering &b, Value x) {
  if (b.isFloat(b.elementTypeOf(x)))
    return true;
  b.refuse("expected floating-point elements to pool, found " +
           b.describe(b.elementTypeOf(x)));
  return false;
}

/// Replaces the padding of the windows by a Pad with `value` (null: zero).
static Value padSpatial(Lowering &b, Value x, Windows &w, Value value = {}) {
  SmallVector<int64_t> lead(b.rankOf(x) - w.begin.size(), 0);
  SmallVector<int64_t> pads = lead;
  pads.append(w.begin);
  pads.append(lead);
  pads.append(w.end);
  w.begin.assign(w.begin.size(), 0);
  w.end = w.begin;
  return b.Pad(x, pads, value);
}

//===----------------------------------------------------------------------===//
// Maximum pooling
//===----------------------------------------------------------------------===//

/// True when a window may lie entirely in the padding because the elements of a
/// dilated window are further apart than the input is long. PyTorch's result is
/// then -inf, that of runtimes the lowest finite number.
static bool mayMissInput(Lowering &b, Value x, const Windows &w) {
  Dims in = getSpatialDims(b, x, w.kernel.size());
  for (auto [size, dilation, begin, end] :
       llvm::zip_equal(in, w.dilation, w.begin, w.end))
    if (dilation > 1 && (begin > 0 || end > 0) &&
        (!size || sym::lowerBound(size, b.getModule().getRanges()).value_or(0) <
                      dilation))
      return true;
  return false;
}

/// Pads the spatial dimensions with `value` up to the end of the last windows.
static Value padToReach(Lowering &b, Value x, Windows &w, Value value) {
  int64_t spatial = w.kernel.size(), lead = b.rankOf(x) - spatial;
  Dims out = b.resultDims(), dims = b.dimsOf(x);
  SmallVector<int64_t> begins(lead, 0), zeros(lead, 0);
  begins.append(w.begin);
  SmallVector<Value> pads = {b.ints(begins), b.ints(zeros)};
  for (int64_t i = 0; i < spatial; ++i) {
    Value last = b.Sub(b.dim1d(out[out.size() - spatial + i]), b.ints(1));
    int64_t span = w.dilation[i] * (w.kernel[i] - 1) + 1 - w.begin[i];
    Value end = b.Add(b.Mul(last, b.ints(w.stride[i])), b.ints(span));
    pads.push_back(b.Max(b.Sub(end, b.sizeOf(x, lead + i)), b.ints(0)));
    dims[lead + i] = AffineExpr();
  }
  w.begin.assign(spatial, 0);
  w.end = w.begin;
  w.ceilMode = false;
  return b.create("Pad", sym::getTensorType(dims, b.elementTypeOf(x)),
                  {x, b.Concat(pads, 0), value, b.none()});
}

/// Returns {maximum, position in the plane}, or only the maximum.
Lowered torch_onnx::buildMaxPool(Lowering &b, Value x, const Windows &w) {
  int64_t spatial = w.kernel.size();
  Value batched = addBatch(b, x, spatial);
  SmallVector<NamedAttribute> attrs = getPoolAttributes(b, w);
  RankedTensorType type = getBatchedType(b, spatial).clone(b.elementTypeOf(x));
  auto finish = [&](Value y) {
    return b.Cast(dropBatch(b, y, spatial), b.resultElementType());
  };
  if (b.getNumResults() == 1 || b.getOp()->getResult(1).use_empty()) {
    Value y = finish(b.createFirst("MaxPool", type, 2, batched, attrs));
    if (b.getNumResults() == 1)
      return y;
    return std::pair(y, b.Cast(y, b.i64())); // The position is unused.
  }
  Operation *pool = b.createOp(
      "MaxPool", {type, sym::getTensorType(sym::getDims(type), b.i64())},
      batched, attrs);
  Value position = pool->getResult(1);
  Dims sizes = getSpatialDims(b, x, spatial);
  bool isKnown = llvm::all_of(sizes, [](AffineExpr size) { return !!size; });
  Value plane = isKnown ? b.dim0d(sym::product(sizes, b.getContext()))
                        : b.scalar(1, b.i64());
  for (int64_t i = 0; i < spatial && !isKnown; ++i)
    plane = b.Mul(plane, buildSize(b, x, b.rankOf(x) - spatial + i));
  return std::pair(finish(pool->getResult(0)),
                   dropBatch(b, b.Mod(position, plane), spatial));
}

/// Positions in the planes of `x`, from those in the planes of `padded`. If no
/// element of a window is greater than the padding, the runtime returns the
/// first element of the window. PyTorch returns the first one that is not
/// before the plane; it may be after it.
static Value toPositionsIn(Lowering &b, Value position, Value x, Value padded,
                           const Windows &padding) {
  int64_t spatial = padding.kernel.size(), lead = b.rankOf(x) - spatial;
  Type i64 = b.i64();
  Value zero = b.scalar(0, i64), result = zero, step = b.scalar(1, i64);
  for (int64_t i = spatial; i-- > 0;) {
    Value size = buildSize(b, padded, lead + i);
    Value at = b.Sub(i > 0 ? b.Mod(position, size) : position,
                     b.scalar(padding.begin[i], i64));
    Value dilation = b.scalar(padding.dilation[i], i64);
    Value before =
        b.Add(b.Max(b.Neg(at), zero), b.scalar(padding.dilation[i] - 1, i64));
    at = b.Add(at, b.Mul(b.Div(before, dilation), dilation));
    result = b.Add(result, b.Mul(at, step));
    if (i == 0)
      break;
    position = b.Div(position, size);
    step = b.Mul(step, buildSize(b, x, lead + i));
  }
  return result;
}

/// Pools integers that no MaxPool supports; padding is the lowest integer.
static Lowered buildIntegerMaxPool(Lowering &b, Value x, Windows w,
                                   bool wantsPositions) {
  int64_t spatial = w.kernel.size();
  if (b.rankOf(x) <= spatial)
    return b.refuseRank("self", Twine(spatial + 1) + " or more dimensions",
                        b.rankOf(x));
  auto type = cast<IntegerType>(b.elementTypeOf(x));
  Value value = b.scalar(arithmetic::getLimits(type).first, type), padded = x;
  Windows padding = w;
  if (w.ceilMode)
    padded = padToReach(b, x, w, value);
  else if (!isZero(w.begin) || !isZero(w.end))
    padded = padSpatial(b, x, w, value);
  Dims out = b.resultDims();
  int64_t lead = b.rankOf(x) - spatial;
  Lowered pooled = buildMaxByTables(
      b, padded, spatial, wantsPositions, [&](Value, int64_t axis) {
        int64_t i = axis - lead;
        Value begins = buildPositions(b, out[axis], 0, w.stride[i]);
        Value offsets =
            buildPositions(b, b.constantDim(w.kernel[i]), 0, w.dilation[i]);
        return buildGrid(b, begins, offsets);
      });
  if (b.isRefused())
    return Lowered::refused();
  ArrayRef<Value> values = pooled.getValues();
  if (b.getNumResults() == 1)
    return values[0];
  if (!wantsPositions || padded == x)
    return pooled;
  return std::pair(values[0], toPositionsIn(b, values[1], x, padded, padding));
}

// aten::max_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[],
//   int[2] padding=0, int[2] dilation=1, bool ceil_mode=False) -> Tensor
// aten::max_pool2d_with_indices(Tensor self, ...) -> (Tensor, Tensor)
static Lowered lowerMaxPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  Type type = b.elementTypeOf(x);
  bool isInteger = b.isInt(type);
  if (!isInteger && !isPoolable(b, x))
    return Lowered::refused();
  Windows w = getWindows(b, spatial);
  bool wantsPositions =
      b.getNumResults() == 2 && !b.getOp()->getResult(1).use_empty();
  if (w.ceilMode)
    resolveCeilMode(b, w, getReach(b, x, w));
  bool missesInput = mayMissInput(b, x, w);
  if (isInteger && (missesInput || type.getIntOrFloatBitWidth() > 32))
    return buildIntegerMaxPool(b, x, w, wantsPositions);
  // Runtimes do not pool wide integers; f64 represents 32-bit ones.
  if (isInteger)
    x = b.Cast(x, b.getBuilder().getF64Type());
  if (!missesInput)
    return buildMaxPool(b, x, w);
  Windows padding = w;
  Value infinity = b.scalar(-INFINITY, b.elementTypeOf(x));
  Value padded = w.ceilMode ? padToReach(b, x, w, infinity)
                            : padSpatial(b, x, w, infinity);
  Lowered pooled = buildMaxPool(b, padded, w);
  if (!wantsPositions || b.isRefused())
    return pooled;
  ArrayRef<Value> values = pooled.getValues();
  return std::pair(values[0], toPositionsIn(b, values[1], x, padded, padding));
}

/// The type with the spatial dimensions merged into one.
static RankedTensorType flattenPlane(Lowering &b, ArrayRef<AffineExpr> dims,
                                     int64_t spatial, Type type) {
  Dims flat(dims.drop_back(spatial));
  flat.push_back(sym::product(dims.take_back(spatial), b.getContext()));
  return sym::getTensorType(flat, type);
}

/// Writes elements to their positions in the planes of the result; others are
/// zero.
static Lowered buildScatter(Lowering &b, Value x, Value indices,
                            int64_t spatial, StringRef reduction) {
  if (static_cast<int64_t>(b.dimsOf(x).size()) < spatial ||
      static_cast<int64_t>(b.resultDims().size()) < spatial)
    return b.refuse("expected planes of " + Twine(spatial) +
                    " dimensions, found " + b.describe(b.typeOf(x)) + " and " +
                    b.describe(b.resultType()));
  Type type = b.elementTypeOf(x);
  RankedTensorType source = flattenPlane(b, b.dimsOf(x), spatial, type);
  RankedTensorType target = flattenPlane(b, b.resultDims(), spatial, type);
  Value scattered = b.ScatterElements(
      b.full(b.scalar(0, type), target), b.reshape(indices, source),
      b.reshape(x, source), target.getRank() - 1, reduction);
  return b.reshape(scattered, b.resultType());
}

// aten::max_unpool2d(Tensor self, Tensor indices, SymInt[2] output_size)
//   -> Tensor
//
// Each element is written to its position in the plane.
static Lowered lowerMaxUnpool(Lowering &b, int64_t spatial) {
  return buildScatter(b, b.tensor("self"), b.tensor("indices"), spatial,
                      "none");
}

// aten::max_pool2d_with_indices_backward(Tensor grad_output, Tensor self, ...,
//   Tensor indices) -> Tensor
static Lowered lowerMaxPoolBackward(Lowering &b, int64_t spatial) {
  return buildScatter(b, b.tensor("grad_output"), b.tensor("indices"), spatial,
                      "add");
}

//===----------------------------------------------------------------------===//
// Average pooling
//===----------------------------------------------------------------------===//

/// Averages of windows that may extend beyond an end of dynamic size. Pads the
/// tensor to the end of the windows. A mask of the counted elements is averaged
/// too and divides the result, unless all elements of a window count.
static Value buildCeilAverage(Lowering &b, Value x, const Windows &w,
                              bool countsPadding, bool countsAll) {
  int64_t spatial = w.kernel.size(), rank = spatial + 2;
  Value zero = b.ints(0);
  SmallVector<Value> counted, behind = {zero, zero},
                              sizes = {b.ints(1), b.ints(1)};
  SmallVector<Value> ends = {zero, zero};
  for (int64_t i = 0; i < spatial; ++i) {
    Value in = b.sizeOf(x, 2 + i);
    Value stride = b.ints(w.stride[i]);
    // Not from the size of the result: a program may declare it only for some
    // sizes of the input (OperatorTraits::isMisdeclared). The last window ends
    // at the end of the padding or after it, but starts before the padding.
    int64_t room = w.begin[i] + w.end[i] - w.kernel[i] + w.stride[i] - 1;
    Value last = b.Min(b.Div(b.Add(in, b.ints(room)), stride),
                       b.Div(b.Add(in, b.ints(w.begin[i] - 1)), stride));
    Value reach =
        b.Sub(b.Add(b.Mul(last, stride), b.ints(w.kernel[i] - w.begin[i])), in);
    Value end = b.Max(reach, zero);
    Value inPadding = b.Min(end, b.ints(w.end[i]));
    counted.push_back(inPadding);
    behind.push_back(b.Sub(end, inPadding));
    ends.push_back(end);
    sizes.push_back(in);
  }
  Type type = b.elementTypeOf(x);
  SmallVector<int64_t> begins = {0, 0};
  begins.append(w.begin);
  SmallVector<AffineExpr> unknown(rank);
  auto pad = [&](Value y, ArrayRef<int64_t> first, ArrayRef<Value> afterwards,
                 Value value) {
    SmallVector<Value> pads = {b.ints(first)};
    llvm::append_range(pads, afterwards);
    SmallVector<AffineExpr> dims = unknown;
    dims[0] = b.dimsOf(y)[0];
    dims[1] = b.dimsOf(y)[1];
    return b.create("Pad", sym::getTensorType(dims, type),
                    {y, b.Concat(pads, 0), value, b.none()});
  };
  Windows plain = w;
  plain.begin.assign(spatial, 0);
  plain.end = plain.begin;
  plain.ceilMode = false;
  auto average = [&](Value y, RankedTensorType result) {
    return b.create("AveragePool", result, y, getPoolAttributes(b, plain));
  };
  RankedTensorType result = getBatchedType(b, spatial).clone(type);
  Value y = average(pad(x, begins, ends, b.scalar(0, type)), result);
  if (countsAll)
    return y;
  Value one = b.scalar(1, type);
  SmallVector<AffineExpr> planeDims = unknown;
  planeDims[0] = planeDims[1] = b.constantDim(1);
  Value mask =
      b.Expand(one, b.Concat(sizes, 0), sym::getTensorType(planeDims, type));
  SmallVector<Value> around = {zero, zero};
  llvm::append_range(around, counted);
  if (countsPadding) {
    mask = pad(mask, begins, around, one);
    mask = pad(mask, SmallVector<int64_t>(rank, 0), behind, b.scalar(0, type));
  } else {
    mask = pad(mask, begins, ends, b.scalar(0, type));
  }
  SmallVector<AffineExpr> shareDims = sym::getDims(result);
  shareDims[0] = shareDims[1] = b.constantDim(1);
  return b.Div(y, average(mask, sym::getTensorType(shareDims, type)));
}

/// Sums, divided and rounded towards zero.
static Lowered buildIntegerAverage(Lowering &b, Value x, const Windows &w) {
  SmallVector<onnx::WindowAxis> axes;
  for (size_t i = 0; i < w.kernel.size(); ++i)
    axes.push_back({w.kernel[i], w.stride[i], w.dilation[i], w.begin[i],
                    w.end[i], w.ceilMode});
  onnx::WindowDivisor divisor;
  divisor.countsPadding = b.getBool("count_include_pad");
  if (b.has("divisor_override"))
    divisor.number = b.getInt("divisor_override");
  if (b.isRefused())
    return Lowered::refused();
  if (!onnx::areInRange(axes, b.typeOf(x), b.resultType()))
    return b.refuse("expected kernels, strides, paddings and sizes of 31 bits, "
                    "found larger ones or none");
  if (divisor.number == 0)
    return b.refuseArgument("divisor_override", "other than zero");
  return onnx::buildAverages(b, axes, divisor, x, b.resultType());
}

// aten::avg_pool2d(Tensor self, int[2] kernel_size, int[2] stride=[],
//   int[2] padding=0, bool ceil_mode=False, bool count_include_pad=True,
//   int? divisor_override=None) -> Tensor
static Lowered lowerAvgPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  // PyTorch averages no other integers.
  if (b.elementTypeOf(x).isSignlessInteger(64))
    return buildIntegerAverage(b, x, getWindows(b, spatial));
  if (!isPoolable(b, x))
    return Lowered::refused();
  Windows w = getWindows(b, spatial);
  bool countsPadding = b.getBool("count_include_pad");
  x = addBatch(b, x, spatial);
  Reach reach = getReach(b, x, w);
  bool isReachKnown = isKnown(reach);
  if (isReachKnown)
    w.ceilMode &= llvm::any_of(llvm::zip_equal(reach, w.end), [](auto pair) {
      return *std::get<0>(pair) > std::get<1>(pair);
    });
  double factor = 1;
  Type narrow = b.elementTypeOf(x);
  if (b.has("divisor_override")) {
    // The average is not rounded before it is scaled.
    x = b.Cast(x, b.isNarrowFloat(narrow) ? Type(b.f32()) : narrow);
    // This averages whole windows, all of whose elements count.
    countsPadding = true;
    for (int64_t size : w.kernel)
      factor *= double(size);
    factor /= double(b.getInt("divisor_override"));
    if (w.ceilMode && !isReachKnown) {
      Value y = buildCeilAverage(b, x, w, countsPadding, /*countsAll=*/true);
      y = b.Mul(y, b.scalar(factor, b.elementTypeOf(y)));
      return dropBatch(b, b.Cast(y, narrow), spatial);
    }
    if (w.ceilMode) {
      for (auto [end, needed] : llvm::zip_equal(w.end, reach))
        end = std::max(end, *needed);
      w.ceilMode = false;
      x = padSpatial(b, x, w);
    }
  }
  // A window that starts in the padding at the end is dropped, but a Pad would
  // make this padding part of the input.
  if (w.ceilMode && !isReachKnown && countsPadding && !isZero(w.begin))
    return dropBatch(
        b, buildCeilAverage(b, x, w, countsPadding, /*countsAll=*/false),
        spatial);
  if (w.ceilMode) {
    if (countsPadding && !isZero(w.begin)) {
      x = padSpatial(b, x, w);
      reach = getReach(b, x, w);
    }
    resolveCeilMode(b, w, reach);
    countsPadding = false;
  }
  SmallVector<NamedAttribute> attrs = getPoolAttributes(b, w);
  if (countsPadding && !isZero(w.begin))
    attrs.push_back(b.attr("count_include_pad", int64_t(1)));
  Value y =
      b.create("AveragePool",
               getBatchedType(b, spatial).clone(b.elementTypeOf(x)), x, attrs);
  if (factor != 1)
    y = b.Mul(y, b.scalar(factor, b.elementTypeOf(y)));
  return dropBatch(b, b.Cast(y, narrow), spatial);
}

//===----------------------------------------------------------------------===//
// Fractional windows
//===----------------------------------------------------------------------===//

/// The begins of the windows along one dimension, [N, C, out], from `sample`
/// ([N, C], in [0, 1)). The last window begins at `last`.
static Value buildFractionalBegins(Lowering &b, Value sample, Value last,
                                   AffineExpr out) {
  Type type = b.elementTypeOf(sample);
  sample = b.Unsqueeze(sample, 2);
  Value end = b.full(last, sym::getTensorType(b.dimsOf(sample), b.i64()));
  if (b.constantSize(out) == 1)
    return end;
  // The step may be fractional; the last window is at the end. If there turns
  // out to be one window, the step is infinite and not used.
  AffineExpr numSteps = sym::add(out, -1);
  Value ordinals = buildPositions(b, numSteps);
  auto count = b.constantSize(numSteps);
  Value divisor =
      count ? b.scalar(double(*count), type) : b.Cast(b.dim0d(numSteps), type);
  Value step = b.Div(b.Cast(last, type), divisor);
  Value places = b.Mul(b.Add(b.Cast(ordinals, type), sample), step);
  Value begins =
      b.Sub(b.Cast(places, b.i64()), b.Cast(b.Mul(sample, step), b.i64()));
  return b.Concat({begins, end}, 2);
}

// aten::fractional_max_pool2d(Tensor self, int[2] kernel_size,
//   int[2] output_size, Tensor random_samples) -> (Tensor, Tensor)
//
// Gathers the members of all windows by position, [N, C, windows, members]. In
// two dimensions the first sample is that of the last dimension.
static Lowered lowerFractionalMaxPool(Lowering &b, int64_t spatial) {
  Value x = b.tensor("self");
  if (!isPoolable(b, x))
    return Lowered::refused();
  int64_t rank = b.rankOf(x), lead = rank - spatial;
  if (lead == 1)
    x = b.Unsqueeze(x, 0);
  SmallVector<int64_t> kernel = b.getInts("kernel_size", spatial);
  SmallVector<AffineExpr> resultDims = sym::getDims(b.resultType());
  ArrayRef<AffineExpr> out = ArrayRef(resultDims).take_back(spatial);
  Value samples = b.tensor("random_samples");
  if (b.rankOf(samples) != 3)
    return b.refuseRank("random_samples", "3 dimensions", b.rankOf(samples));
  // There may be more samples than images; the first ones are used.
  auto images = b.constantSize(b.dimsOf(x)[0]);
  if (images && b.constantSize(b.dimsOf(samples)[0]) != images)
    samples = b.Slice(samples, 0, *images, 0);
  Value position;
  for (int64_t i = 0; i < spatial; ++i) {
    if (b.isRefused() || b.constantSize(out[i]).value_or(1) < 1)
      return b.refuseArgument("output_size", "positive");
    if (kernel[i] < 1)
      return b.refuseArgument("kernel_size", "positive");
    Value in = buildSize(b, x, 2 + i);
    auto size = b.constantSize(b.dimsOf(x)[2 + i]);
    Value last = size ? b.scalar(*size - kernel[i], b.i64())
                      : b.Sub(in, b.scalar(kernel[i], b.i64()));
    Value sample =
        b.Gather(samples, b.scalar(spatial == 2 ? 1 - i : i, b.i64()), 2);
    Value begins = buildFractionalBegins(b, sample, last, out[i]);
    Value members = buildPositions(b, b.constantDim(kernel[i]));
    // [N, C, out, kernel], then [N, C, ..., out, 1..., kernel, 1...]
    Value places = b.Add(b.Unsqueeze(begins, 3), members);
    SmallVector<int64_t> ones;
    for (int64_t axis = 2; axis < 2 + 2 * spatial; ++axis)
      if (axis != 2 + i && axis != 2 + spatial + i)
        ones.push_back(axis);
    places = b.Unsqueeze(places, ones);
    position = position ? b.Add(b.Mul(position, in), places) : places;
  }
  Dims dims = b.dimsOf(x);
  Dims plane = {dims[0], dims[1],
                sym::product(dims.drop_front(2), b.getContext())};
  AffineExpr numWindows = sym::product(out, b.getContext());
  AffineExpr numMembers = sym::product(
      llvm::map_to_vector(kernel,
                          [&](int64_t size) { return b.constantDim(size); }),
      b.getContext());
  Dims all = {dims[0], dims[1], sym::mul(numWindows, numMembers)};
  Dims byWindow = {dims[0], dims[1], numWindows, numMembers};
  position = b.reshape(position, all);
  Value members = b.GatherElements(b.reshape(x, plane), position, 2);
  members = b.reshape(members, byWindow);
  Value best = b.ArgMax(members, 3, /*keepDims=*/true);
  // The position is that of the last NaN, which runtimes ignore.
  Type number = b.getBuilder().getI32Type();
  Value isNaN = b.Cast(b.IsNaN(members), number);
  Value last = b.create(
      "ArgMax", b.typeOf(best), isNaN,
      {b.attr("axis", int64_t(3)), b.attr("select_last_index", int64_t(1))});
  best = b.Where(b.Cast(b.ReduceMax(isNaN, 3), b.i1()), last, best);
  auto pick = [&](Value from, unsigned result) {
    return b.reshape(b.Squeeze(b.GatherElements(from, best, 3), 3),
                     b.resultType(result));
  };
  return std::pair(pick(members, 0), pick(b.reshape(position, byWindow), 1));
}

void torch_onnx::populatePool(LoweringRegistry &r) {
  for (int64_t spatial : {1, 2, 3}) {
    std::string suffix = "pool" + std::to_string(spatial) + "d";
    r.add("aten.avg_" + suffix + ".default", lowerAvgPool, spatial);
    for (StringRef what : {".default", "_with_indices.default"})
      r.add(("aten.max_" + suffix + what).str(), lowerMaxPool, spatial);
  }
  r.add({"aten.adaptive_max_pool2d_backward.default",
         "aten.fractional_max_pool2d_backward.default",
         "aten.max_pool2d_with_indices_backward.default"},
        lowerMaxPoolBackward, 2);
  r.add({"aten.adaptive_max_pool3d_backward.default",
         "aten.fractional_max_pool3d_backward.default",
         "aten.max_pool3d_with_indices_backward.default"},
        lowerMaxPoolBackward, 3);
  r.add("aten.fractional_max_pool2d.default", lowerFractionalMaxPool, 2);
  r.add("aten.fractional_max_pool3d.default", lowerFractionalMaxPool, 3);
  r.add("aten.max_unpool2d.default", lowerMaxUnpool, 2);
  r.add("aten.max_unpool3d.default", lowerMaxUnpool, 3);
}
