//===- Conv.cpp - Lowerings of convolutions -------------------------------===//
//
// Lowers to Conv and ConvTranspose, or to products of windows (Windows.h) for
// integers. An unbatched input gets a temporary batch dimension. Attributes
// that have their default value are left out.
//
//===----------------------------------------------------------------------===//

#include "Reduce/Reduce.h"

#include "torch-onnx/Dialect/ONNX/Utils/Windows.h"

using namespace mlir;
using namespace torch_onnx;

/// Applies `same` padding to a batched image in the dimensions whose kernel
/// size is dynamic.
static Value padForKernel(Lowering &b, Value x, Value weight,
                          ArrayRef<int64_t> dilation) {
  int64_t rank = b.rankOf(x), spatial = dilation.size();
  Dims dims = b.dimsOf(x);
  SmallVector<Value> pads(2 * rank, b.ints(0));
  for (int64_t i = 0; i < spatial; ++i) {
    AffineExpr size = b.dimsOf(weight)[2 + i];
    if (b.constantSize(size))
      continue;
    Value total =
        b.Mul(b.Sub(b.sizeOf(weight, 2 + i), b.ints(1)), b.ints(dilation[i]));
    Value half = b.Div(total, b.ints(2));
    pads[2 + i] = half;
    pads[rank + 2 + i] = b.Sub(total, half);
    dims[2 + i] =
        sym::add(dims[2 + i], sym::mul(sym::add(size, -1), dilation[i]));
  }
  return b.create("Pad", sym::getTensorType(dims, b.elementTypeOf(x)),
                  {x, b.Concat(pads, 0), b.none(), b.none()});
}

/// The zeros at the begin and end of each spatial dimension. Pads that are not
/// constant are applied to `x` instead.
static SmallVector<int64_t> getPads(Lowering &b, Value &x, Value weight,
                                    ArrayRef<int64_t> dilation) {
  int64_t spatial = dilation.size();
  if (!b.getArguments().getString("padding")) {
    SmallVector<int64_t> pads = b.getInts("padding", spatial);
    return llvm::to_vector(
        llvm::concat<int64_t>(pads, SmallVector<int64_t>(pads)));
  }
  SmallVector<int64_t> pads(2 * spatial, 0);
  StringRef mode = b.getString("padding");
  if (mode == "same") {
    bool allConstant = true;
    // Of an odd number of pads, the larger half is at the end.
    for (int64_t i = 0; i < spatial; ++i) {
      auto size = b.constantSize(b.dimsOf(weight)[2 + i]);
      allConstant &= size.has_value();
      int64_t total = dilation[i] * (size.value_or(1) - 1);
      pads[i] = total / 2;
      pads[spatial + i] = total - total / 2;
    }
    if (!allConstant)
      x = padForKernel(b, x, weight, dilation);
  } else if (mode != "valid") {
    b.refuseArgument("padding", "'same', 'valid' or a list of integers");
  }
  return pads;
}

/// The list `padding` if one of its elements is dynamic; nullopt otherwise and
/// if `padding` is a mode.
static std::optional<SmallVector<OpFoldResult>> getPadsOfRun(Lowering &b) {
  if (b.getArguments().getString("padding"))
    return std::nullopt;
  auto list = b.getArguments().getList("padding");
  if (!list || list->empty() ||
      llvm::all_of(*list, [](OpFoldResult n) { return isa<Attribute>(n); }))
    return std::nullopt;
  return SmallVector<OpFoldResult>(list->begin(), list->end());
}

/// The padding of spatial dimension `i`, as a list of one element.
static Value getPadOfRun(Lowering &b, ArrayRef<OpFoldResult> list, int64_t i) {
  return b.Gather(b.intTensor("padding"), b.ints(list.size() == 1 ? 0 : i), 0);
}

/// Pads the image on both sides by a dynamic number of zeros.
static Value padByNumbers(Lowering &b, Value x, int64_t spatial,
                          ArrayRef<OpFoldResult> list) {
  int64_t rank = b.rankOf(x);
  Dims dims = b.dimsOf(x);
  SmallVector<Value> pads(2 * rank, b.ints(0));
  for (int64_t i = 0; i < spatial; ++i) {
    pads[2 + i] = pads[rank + 2 + i] = getPadOfRun(b, list, i);
    AffineExpr size = b.getExpr(list[list.size() == 1 ? 0 : i]);
    dims[2 + i] =
        size ? sym::add(dims[2 + i], sym::mul(size, 2)) : AffineExpr();
  }
  return b.create("Pad", sym::getTensorType(dims, b.elementTypeOf(x)),
                  {x, b.Concat(pads, 0), b.none(), b.none()});
}

/// Crops the result of a transposed convolution without padding to the result
/// with padding.
static Value cropByNumbers(Lowering &b, Value y, int64_t spatial,
                           ArrayRef<OpFoldResult> list,
                           RankedTensorType result) {
  SmallVector<Value> starts, ends;
  for (int64_t i = 0; i < spatial; ++i) {
    starts.push_back(getPadOfRun(b, list, i));
    ends.push_back(b.Sub(b.sizeOf(y, 2 + i), starts.back()));
  }
  return b.create("Slice", result,
                  {y, b.Concat(starts, 0), b.Concat(ends, 0),
                   b.ints(b.integers(2, 2 + spatial)), b.none()});
}

/// Appends a channel of zeros where the number of channels may be 0: ONNX
/// Runtime's convolution does not terminate then.
static void addChannelIfNone(Lowering &b, Value &x, Value &weight,
                             bool transposed, int64_t groups) {
  int64_t axis = transposed ? 0 : 1;
  if (b.rankOf(x) < 2 || b.rankOf(weight) < 2 ||
      !mayBeZero(b, b.dimsOf(weight)[axis]) || !mayBeZero(b, b.dimsOf(x)[1]))
    return;
  if (groups != 1) {
    b.refuse("expected one group where there may be no channels, found " +
             Twine(groups));
    return;
  }
  auto append = [&](Value tensor, int64_t axis) {
    SmallVector<int64_t> pads(2 * b.rankOf(tensor), 0);
    pads[b.rankOf(tensor) + axis] = 1;
    return b.Pad(tensor, pads, Value());
  };
  x = append(x, 1);
  weight = append(weight, axis);
}

/// Integer convolutions, whose sums wrap around as PyTorch's do.
static Lowered buildIntegerConv(Lowering &b, Value x, Value weight, Value bias,
                                bool transposed, int64_t groups,
                                ArrayRef<int64_t> stride,
                                ArrayRef<int64_t> dilation,
                                ArrayRef<int64_t> pads,
                                RankedTensorType result) {
  int64_t spatial = stride.size();
  SmallVector<int64_t> added(spatial, 0);
  if (transposed)
    added = b.getInts("output_padding", spatial);
  SmallVector<onnx::WindowAxis> axes;
  for (int64_t i = 0; i < spatial; ++i)
    axes.push_back({b.getStaticSize(weight, 2 + i), stride[i], dilation[i],
                    pads[i], pads[spatial + i] - added[i]});
  if (b.isRefused())
    return Lowered::refused();
  if (!onnx::areInRange(axes, b.typeOf(x), result))
    return b.refuse("expected kernels, strides, paddings and sizes of 31 bits, "
                    "found larger ones or none");
  // Products have at least 32 bits; the upper ones are dropped.
  Type narrow = b.elementTypeOf(x), type = narrow;
  if (narrow.getIntOrFloatBitWidth() < 32)
    type = b.getBuilder().getI32Type();
  x = b.Cast(x, type);
  weight = b.Cast(weight, type);
  if (bias)
    bias = b.Cast(bias, type);
  result = result.clone(type);
  if (!transposed)
    return b.Cast(
        onnx::buildConvolution(b, axes, groups, x, weight, bias, result),
        narrow);
  for (int64_t step : stride)
    if (step > onnx::kMaxTransposedStride)
      return b.refuseArgument("stride",
                              "at most " + Twine(onnx::kMaxTransposedStride));
  return b.Cast(onnx::buildTransposedConvolution(b, axes, groups, x, weight,
                                                 bias, result),
                narrow);
}

/// The convolution of a batch. Strides, dilations and paddings are arguments of
/// the operator. `bias` may be null.
static Lowered convolve(Lowering &b, Value x, Value weight, Value bias,
                        bool transposed, int64_t groups,
                        RankedTensorType result) {
  Type type = b.elementTypeOf(x);
  int64_t spatial = b.rankOf(weight) - 2;
  addChannelIfNone(b, x, weight, transposed, groups);
  SmallVector<int64_t> stride = b.getInts("stride", spatial);
  SmallVector<int64_t> dilation = b.has("dilation")
                                      ? b.getInts("dilation", spatial)
                                      : SmallVector<int64_t>(spatial, 1);
  // Dynamic padding is added around the image or cropped from the result.
  std::optional<SmallVector<OpFoldResult>> padsOfRun;
  if (!b.isInt(type))
    padsOfRun = getPadsOfRun(b);
  RankedTensorType cropped = result;
  SmallVector<int64_t> pads(2 * spatial, 0);
  if (!padsOfRun) {
    pads = getPads(b, x, weight, dilation);
  } else if (!transposed) {
    x = padByNumbers(b, x, spatial, *padsOfRun);
  } else {
    SmallVector<AffineExpr> whole = sym::getDims(result);
    llvm::fill(MutableArrayRef(whole).drop_front(2), AffineExpr());
    result = sym::getTensorType(whole, result.getElementType());
  }
  if (b.isRefused())
    return Lowered::refused();
  if (b.isInt(type))
    return buildIntegerConv(b, x, weight, bias, transposed, groups, stride,
                            dilation, pads, result);
  SmallVector<NamedAttribute> attrs;
  auto addUnless = [&](StringRef name, ArrayRef<int64_t> values,
                       int64_t ifAbsent) {
    if (llvm::any_of(values, [&](int64_t v) { return v != ifAbsent; }))
      attrs.push_back(b.attr(name, values));
  };
  addUnless("dilations", dilation, 1);
  if (groups != 1)
    attrs.push_back(b.attr("group", groups));
  // Output padding of a transposed convolution is equivalent to a smaller pad
  // at the end. Runtimes require it to be smaller than the stride. PyTorch also
  // accepts values below the dilation; elements beyond the end are then the
  // bias.
  SmallVector<int64_t> behind(spatial, 0);
  if (transposed) {
    SmallVector<int64_t> added = b.getInts("output_padding", spatial);
    for (int64_t i = 0; i < spatial; ++i)
      if (added[i] >= stride[i]) {
        int64_t kept = std::min(added[i], pads[spatial + i]);
        pads[spatial + i] -= kept;
        added[i] -= kept;
        behind[i] = std::max<int64_t>(added[i] - (stride[i] - 1), 0);
        added[i] -= behind[i];
      }
    addUnless("output_padding", added, 0);
  }
  addUnless("pads", pads, 0);
  addUnless("strides", stride, 1);
  StringRef op = transposed ? "ConvTranspose" : "Conv";
  Value y;
  if (llvm::all_of(behind, [](int64_t count) { return count == 0; })) {
    y = b.create(op, result, {x, weight, bias ? bias : b.none()}, attrs);
  } else {
    SmallVector<AffineExpr> inner = sym::getDims(result);
    SmallVector<int64_t> ends(2 * (spatial + 2), 0);
    for (int64_t i = 0; i < spatial; ++i) {
      inner[2 + i] = sym::add(inner[2 + i], -behind[i]);
      ends[spatial + 4 + i] = behind[i];
    }
    y = b.create(op, sym::getTensorType(inner, result.getElementType()),
                 {x, weight, b.none()}, attrs);
    y = b.Pad(y, ends, Value());
    y.setType(result);
    if (bias)
      y = b.Add(y, b.Unsqueeze(bias, b.integers(1, spatial + 1)));
  }
  if (padsOfRun && transposed)
    y = cropByNumbers(b, y, spatial, *padsOfRun, cropped);
  return y;
}

/// The convolution of a batch with a dynamic number of groups, which the
/// attribute of Conv cannot be: a Scan over the groups. A program has such
/// groups if each image has a weight of its own, and the batch is dynamic.
static Lowered convolveEachGroup(Lowering &b, Value x, Value weight, Value bias,
                                 bool transposed, AffineExpr groups,
                                 RankedTensorType result) {
  auto split = [&](Value tensor, int64_t axis) {
    Dims dims = b.dimsOf(tensor);
    dims[axis] = sym::floorDiv(dims[axis], groups);
    dims.insert(dims.begin() + axis, groups);
    return b.reshape(tensor, dims);
  };
  SmallVector<int64_t> swapped = b.integers(0, b.rankOf(x) + 1);
  std::swap(swapped[0], swapped[1]);
  SmallVector<Value> operands = {b.Transpose(split(x, 1), swapped),
                                 split(weight, 0)};
  if (bias)
    operands.push_back(split(bias, 0));
  Dims dims = sym::getDims(result);
  dims[1] = transposed ? b.dimsOf(weight)[1] : b.dimsOf(operands[1])[1];
  Type type = result.getElementType();
  RankedTensorType ofGroup = sym::getTensorType(dims, type);
  dims.insert(dims.begin(), groups);
  Operation *scan = b.createOp(
      "Scan", sym::getTensorType(dims, type), operands,
      b.attr("num_scan_inputs", int64_t(operands.size())), /*numRegions=*/1);
  SmallVector<Type> elements;
  for (Value operand : operands)
    elements.push_back(sym::getTensorType(b.dimsOf(operand).drop_front(),
                                          b.elementTypeOf(operand)));
  b.fillBody(scan, elements, [&](ValueRange values) {
    Lowered y = convolve(b, values[0], values[1], bias ? values[2] : Value(),
                         transposed, /*groups=*/1, ofGroup);
    if (b.isRefused())
      return SmallVector<Value>{values[0]};
    return SmallVector<Value>(y.getValues());
  });
  if (b.isRefused())
    return Lowered::refused();
  return b.reshape(b.Transpose(scan->getResult(0), swapped), result);
}

/// `groups` is null if the number of groups is neither constant nor a size.
static Lowered buildConv(Lowering &b, StringRef inputName, bool transposed,
                         AffineExpr groups) {
  if (!groups && b.has("groups"))
    return b.refuseArgument("groups", "a size or a constant integer");
  if (!groups)
    return b.refuse("expected a constant or named number of channels");
  Value x = b.tensor(inputName), weight = b.tensor("weight");
  Type type = b.elementTypeOf(x);
  if (!b.isFloat(type) && !b.isInt(type))
    return b.refuseElements(inputName, "integer or floating-point elements",
                            type);
  bool isBatched = b.rankOf(x) == b.rankOf(weight);
  RankedTensorType result = b.resultType();
  if (llvm::is_contained(result.getShape(), 0))
    return b.full(b.scalar(0, result.getElementType()), result);
  if (!isBatched) {
    x = b.Unsqueeze(x, 0);
    Dims dims = b.resultDims();
    dims.insert(dims.begin(), b.constantDim(1));
    result = sym::getTensorType(dims, b.resultElementType());
  }
  Value bias = b.optionalTensor("bias");
  std::optional<int64_t> count = b.constantSize(groups);
  Lowered y =
      count ? convolve(b, x, weight, bias, transposed, *count, result)
            : convolveEachGroup(b, x, weight, bias, transposed, groups, result);
  return isBatched || b.isRefused() ? y : b.Squeeze(y.getValues()[0], 0);
}

// aten::conv2d(Tensor input, Tensor weight, Tensor? bias=None,
//   SymInt[2] stride=1, SymInt[2] padding=0, SymInt[2] dilation=1,
//   SymInt groups=1) -> Tensor
// aten::conv2d.padding(Tensor input, ..., str padding="valid", ...) -> Tensor
static Lowered lowerConv(Lowering &b) {
  return buildConv(b, "input", /*transposed=*/false, b.getExpr("groups"));
}

// aten::conv_transpose2d.input(Tensor input, Tensor weight, Tensor? bias=None,
//   SymInt[2] stride=1, SymInt[2] padding=0, SymInt[2] output_padding=0,
//   SymInt groups=1, SymInt[2] dilation=1) -> Tensor
static Lowered lowerConvTranspose(Lowering &b) {
  return buildConv(b, "input", /*transposed=*/true, b.getExpr("groups"));
}

// aten::convolution(Tensor input, Tensor weight, Tensor? bias, SymInt[] stride,
//   SymInt[] padding, SymInt[] dilation, bool transposed,
//   SymInt[] output_padding, SymInt groups) -> Tensor
static Lowered lowerConvolution(Lowering &b) {
  return buildConv(b, "input", b.getBool("transposed"), b.getExpr("groups"));
}

// aten::_conv_depthwise2d(Tensor self, Tensor weight, SymInt[2] kernel_size,
//   Tensor? bias, SymInt[2] stride, SymInt[2] padding, SymInt[2] dilation)
//   -> Tensor
static Lowered lowerConvDepthwise(Lowering &b) {
  Value x = b.tensor("self");
  int64_t channel = b.rankOf(x) - (b.rankOf(b.tensor("weight")) - 2) - 1;
  return buildConv(b, "self", /*transposed=*/false, b.dimsOf(x)[channel]);
}

// aten::thnn_conv2d(Tensor self, Tensor weight, SymInt[2] kernel_size,
//   Tensor? bias=None, SymInt[2] stride=1, SymInt[2] padding=0) -> Tensor
// aten::slow_conv_transpose2d(Tensor self, Tensor weight, ...) -> Tensor
static Lowered lowerSlowConv(Lowering &b, bool transposed) {
  return buildConv(b, "self", transposed, /*groups=*/b.constantDim(1));
}

// aten::conv_tbc(Tensor self, Tensor weight, Tensor bias, int pad=0) -> Tensor
//
// The input is [time, batch, channels], the weight [kernel, in, out].
static Lowered lowerConvTbc(Lowering &b) {
  Value x = b.Transpose(b.tensor("self"), {1, 2, 0});
  Value weight = b.Transpose(b.tensor("weight"), {2, 1, 0});
  int64_t pad = b.getInt("pad");
  Dims dims = b.resultDims();
  std::rotate(dims.begin(), dims.begin() + 1, dims.end());
  Value y = b.create("Conv", sym::getTensorType(dims, b.resultElementType()),
                     {x, weight, b.tensor("bias")}, b.attr("pads", {pad, pad}));
  return b.Transpose(y, {2, 0, 1});
}

void torch_onnx::populateConv(LoweringRegistry &r) {
  r.add({"aten._conv_depthwise2d.default", "aten.conv_depthwise3d.default"},
        lowerConvDepthwise);
  r.add({"aten._convolution.default", "aten._convolution.deprecated",
         "aten.convolution.default", "aten.convolution_overrideable.default"},
        lowerConvolution);
  r.add({"aten._convolution_mode.default", "aten.conv1d.default",
         "aten.conv1d.padding", "aten.conv2d.default", "aten.conv2d.padding",
         "aten.conv3d.default", "aten.conv3d.padding"},
        lowerConv);
  r.add({"aten._slow_conv2d_forward.default", "aten.slow_conv3d.default",
         "aten.slow_conv3d_forward.default", "aten.slow_conv_dilated2d.default",
         "aten.slow_conv_dilated3d.default", "aten.thnn_conv2d.default"},
        lowerSlowConv, /*transposed=*/false);
  r.add({"aten.slow_conv_transpose2d.default",
         "aten.slow_conv_transpose3d.default"},
        lowerSlowConv, /*transposed=*/true);
  r.add("aten.conv_tbc.default", lowerConvTbc);
  r.add({"aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
         "aten.conv_transpose3d.input"},
        lowerConvTranspose);
}
