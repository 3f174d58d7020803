//===- Pad.cpp - Lowerings of padding -------------------------------------===//
//
// PyTorch lists pads from the last dimension backwards, as (begin, end) pairs,
// and crops by negative pads. ONNX's Pad takes all begins, then all ends, of
// the given axes.
//
// The meaning of a negative pad beside a positive one depends on the mode: a
// reflection reads elements that are cropped on the other side, a circular pad
// does not.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"

#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// Builds a Pad whose result has the shape of `type`.
static Value createPad(Lowering &b, Value x, Value pads, ArrayRef<int64_t> axes,
                       Value value, StringRef mode, RankedTensorType type) {
  SmallVector<NamedAttribute> attrs;
  if (mode != "constant")
    attrs.push_back(b.attr("mode", mode));
  return b.create("Pad", type.clone(b.elementTypeOf(x)),
                  {x, pads, value ? value : b.none(), b.ints(axes)}, attrs);
}

/// Prepends the end of each axis and appends its start. ONNX Runtime has no
/// kernel for ONNX's equivalent mode "wrap".
static Value wrap(Lowering &b, Value x, ArrayRef<int64_t> axes,
                  ArrayRef<int64_t> begins, ArrayRef<int64_t> ends) {
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  for (auto [axis, begin, end] : llvm::zip_equal(axes, begins, ends)) {
    SmallVector<Value> parts = {x};
    if (begin > 0)
      parts.insert(parts.begin(), b.Slice(x, -begin, maximum, axis));
    if (end > 0)
      parts.push_back(b.Slice(x, 0, end, axis));
    Dims dims = b.dimsOf(x);
    dims[axis] = sym::add(dims[axis], begin + end);
    x = b.Concat(parts, axis);
    x.setType(sym::getTensorType(dims, b.elementTypeOf(x)));
  }
  return x;
}

/// Pads by static sizes; `mode` is ONNX's name. `begins[i]` and `ends[i]`
/// belong to `axes[i]`.
static Lowered padStatic(Lowering &b, Value x, ArrayRef<int64_t> axes,
                         ArrayRef<int64_t> begins, ArrayRef<int64_t> ends,
                         Value value, StringRef mode) {
  SmallVector<int64_t> padAxes, padBegins, padEnds;
  SmallVector<int64_t> cropAxes, cropStarts, cropEnds;
  bool isConstant = mode == "constant";
  // Keeps sums and differences of pads and sizes in range.
  constexpr int64_t maxPad = int64_t(1) << 40;
  for (auto [axis, begin, end] : llvm::zip_equal(axes, begins, ends)) {
    for (int64_t pad : {begin, end})
      if (pad < -maxPad || pad > maxPad)
        return b.refuse("expected pads of at most 2^40 elements, found " +
                        Twine(pad));
    int64_t padBegin = isConstant ? begin : std::max<int64_t>(begin, 0);
    int64_t padEnd = isConstant ? end : std::max<int64_t>(end, 0);
    if (padBegin != 0 || padEnd != 0) {
      padAxes.push_back(axis);
      padBegins.push_back(padBegin);
      padEnds.push_back(padEnd);
    }
    if (padBegin != begin || padEnd != end) {
      cropAxes.push_back(axis);
      cropStarts.push_back(padBegin - begin);
      cropEnds.push_back(end < padEnd ? end
                                      : std::numeric_limits<int64_t>::max());
    }
  }
  auto crop = [&](Value y) {
    return cropAxes.empty() ? y : b.Slice(y, cropStarts, cropEnds, cropAxes);
  };
  if (padAxes.empty())
    return crop(x);
  SmallVector<int64_t> pads = padBegins;
  llvm::append_range(pads, padEnds);
  if (mode == "wrap") {
    Value rest = crop(x);
    Dims sizes = b.dimsOf(rest);
    // If a pad is larger than the cropped dimension, eager's kernel reads
    // elements that it has not yet written.
    for (auto [axis, begin, end] : llvm::zip_equal(padAxes, padBegins, padEnds))
      if (auto size = b.constantSize(sizes[axis]);
          size && std::max(begin, end) > *size)
        return b.refuse("expected circular pads of at most " + Twine(*size) +
                        " elements, the size of dimension " + Twine(axis) +
                        ", found " + Twine(std::max(begin, end)));
    return wrap(b, rest, padAxes, padBegins, padEnds);
  }
  Dims dims = b.dimsOf(x);
  for (auto [axis, begin, end] : llvm::zip_equal(padAxes, padBegins, padEnds))
    dims[axis] = sym::add(dims[axis], begin + end);
  return crop(createPad(b, x, b.ints(pads), padAxes, value, mode,
                        sym::getTensorType(dims, b.elementTypeOf(x))));
}

/// Pads by a dynamic number of copied elements. `pads` is a vector of the
/// begins and then the ends of `axes`. Negative pads crop, if `mayCrop`.
static Lowered padDynamic(Lowering &b, Value x, Value pads,
                          ArrayRef<int64_t> axes, bool mayCrop,
                          StringRef mode) {
  int64_t count = axes.size();
  constexpr int64_t maximum = std::numeric_limits<int64_t>::max();
  RankedTensorType type = b.resultType();
  Type element = b.elementTypeOf(x);
  auto unknown = [&](Value like, ArrayRef<int64_t> changed) {
    Dims dims = b.dimsOf(like);
    for (int64_t axis : changed)
      dims[axis] = AffineExpr();
    return sym::getTensorType(dims, element);
  };
  Value zero = b.ints(0);
  Value added = mayCrop ? b.Max(pads, zero) : pads;
  auto crop = [&](Value y, RankedTensorType cropped) -> Value {
    Value taken = b.Min(pads, zero);
    SmallVector<Value> sizes;
    for (int64_t axis : axes)
      sizes.push_back(b.sizeOf(y, axis));
    Value ends = b.Add(b.Concat(sizes, 0), b.Slice(taken, count, 2 * count, 0));
    return b.create(
        "Slice", cropped,
        {y, b.Neg(b.Slice(taken, 0, count, 0)), ends, b.ints(axes), b.none()});
  };
  if (mode != "wrap") {
    // A reflection reads elements that are cropped on the other side.
    if (!mayCrop)
      return createPad(b, x, added, axes, {}, mode, type);
    return crop(createPad(b, x, added, axes, {}, mode, unknown(x, axes)),
                type.clone(element));
  }
  if (mayCrop)
    x = crop(x, unknown(x, axes));
  for (auto [index, axis] : llvm::enumerate(axes)) {
    auto pad = [&](int64_t place) {
      return b.Slice(added, place, place + 1, 0);
    };
    auto slice = [&](Value begin, Value end) {
      return b.create("Slice", unknown(x, axis),
                      {x, begin, end, b.ints(axis), b.none()});
    };
    Value begin = b.Sub(b.sizeOf(x, axis), pad(index));
    Value front = slice(begin, b.ints(maximum));
    Value back = slice(zero, pad(count + index));
    RankedTensorType grown = unknown(x, axis);
    x = b.Concat({front, x, back}, axis);
    x.setType(grown);
  }
  x.setType(type.clone(element));
  return x;
}

/// `pads` is the name of the argument.
static Lowered lowerPadWith(Lowering &b, StringRef pads, StringRef mode,
                            Value value = {}) {
  Value x = b.tensor("self");
  auto list = b.getArguments().getList(pads);
  if (!list)
    return b.refuseArgument(pads, "a list of integers");
  int64_t rank = b.rankOf(x), count = list->size() / 2;
  if (list->size() % 2 != 0 || count > rank)
    return b.refuse("expected '" + pads +
                    "' to have 2 elements for each of at most " + Twine(rank) +
                    " dimensions, found " + Twine(list->size()));
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq(rank - count, rank));
  SmallVector<int64_t> begins, ends, order;
  for (int64_t i = 0; i < count; ++i)
    order.push_back(2 * (count - 1 - i));
  for (int64_t i = 0; i < count; ++i)
    order.push_back(order[i] + 1);
  for (int64_t i = 0; i < 2 * count; ++i) {
    auto size = b.constantSize(b.getExpr((*list)[order[i]]));
    if (!size)
      break;
    (i < count ? begins : ends).push_back(*size);
  }
  if (int64_t(ends.size()) == count)
    return padStatic(b, x, axes, begins, ends, value, mode);
  Value ordered = b.Gather(b.intTensor(pads), b.ints(order), 0);
  if (mode == "constant")
    return createPad(b, x, ordered, axes, value, mode, b.resultType());
  bool mayCrop = llvm::any_of(*list, [&](OpFoldResult pad) {
    AffineExpr expr = b.getExpr(pad);
    return !expr ||
           sym::lowerBound(expr, b.getModule().getRanges()).value_or(-1) < 0;
  });
  return padDynamic(b, x, ordered, axes, mayCrop, mode);
}

/// The value of constant padding; null if it is 0.
static Value getPadValue(Lowering &b) {
  // ONNX's default is +0.0.
  std::optional<double> literal = b.getArguments().getFloat("value");
  if (!b.has("value") || (literal == 0.0 && !std::signbit(*literal)))
    return {};
  return b.number("value", b.resultElementType());
}

// aten::pad(Tensor self, SymInt[] pad, str mode="constant", float? value=None)
static Lowered lowerPad(Lowering &b) {
  StringRef mode = b.getString("mode");
  if (mode == "constant")
    return lowerPadWith(b, "pad", "constant", getPadValue(b));
  if (mode == "reflect")
    return lowerPadWith(b, "pad", "reflect");
  if (mode == "replicate")
    return lowerPadWith(b, "pad", "edge");
  if (mode == "circular")
    return lowerPadWith(b, "pad", "wrap");
  return b.refuseArgument("mode",
                          "'constant', 'reflect', 'replicate' or 'circular'");
}

// aten::_pad_enum(Tensor self, SymInt[] pad, int mode, float? value=None)
static Lowered lowerPadEnum(Lowering &b) {
  switch (b.getInt("mode")) { // ATen/native/PadNd.h padding_mode
  case 0:
    return lowerPadWith(b, "pad", "reflect");
  case 1:
    return lowerPadWith(b, "pad", "edge");
  case 2:
    return lowerPadWith(b, "pad", "wrap");
  case 3:
    return lowerPadWith(b, "pad", "constant", getPadValue(b));
  default:
    return b.refuseArgument("mode", "from 0 to 3");
  }
}

void torch_onnx::populatePad(LoweringRegistry &r) {
  r.add("aten._pad_circular.default", lowerPadWith, "pad", "wrap", Value());
  r.add("aten._pad_enum.default", lowerPadEnum);
  // aten::constant_pad_nd(Tensor self, SymInt[] pad, Scalar value=0) -> Tensor
  r.add("aten.constant_pad_nd.default", [](Lowering &b) {
    return lowerPadWith(b, "pad", "constant", getPadValue(b));
  });
  r.add("aten.pad.default", lowerPad);
  // aten::reflection_pad1d(Tensor self, SymInt[2] padding) -> Tensor
  r.add({"aten.reflection_pad1d.default", "aten.reflection_pad2d.default",
         "aten.reflection_pad3d.default"},
        lowerPadWith, "padding", "reflect", Value());
  r.add({"aten.replication_pad1d.default", "aten.replication_pad2d.default",
         "aten.replication_pad3d.default"},
        lowerPadWith, "padding", "edge", Value());
}
