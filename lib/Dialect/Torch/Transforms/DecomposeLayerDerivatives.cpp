//===- DecomposeLayerDerivatives.cpp - Derivatives of layers --------------===//
//
// Operators of the backward pass of convolutions, norms, pools, embeddings and
// views. What is linear (a pool, an interpolation along an axis) has the
// transposed map as its derivative: a convolution becomes a transposed one, a
// view that reads becomes one that writes into zeros. Derivatives that the
// output mask leaves out are null.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// An argument as an element of a list.
static OpFoldResult passElement(const Arguments &args, StringRef name) {
  if (Value value = args.getValue(name))
    return value;
  return args.getAttr(name);
}

static CallArgument list(ArrayRef<OpFoldResult> elements) {
  return ArgumentSpec(SmallVector<OpFoldResult>(elements));
}

static Value sumOver(TorchBuilder &b, Value x, ArrayRef<int64_t> axes) {
  return axes.empty() ? x : b.call("aten.sum.dim_IntList", {x, axes});
}

static Value meanOver(TorchBuilder &b, Value x, ArrayRef<int64_t> axes) {
  return b.call("aten.mean.dim", {x, axes, {"keepdim", true}});
}

/// A tensor along `axis` of others of `rank` dimensions.
static Value alongAxis(TorchBuilder &b, Value x, int64_t axis, int64_t rank) {
  SmallVector<int64_t> sizes(rank - axis, 1);
  sizes.front() = -1;
  return b.call("aten.view.default", {x, ArrayRef<int64_t>(sizes)});
}

/// The sizes of a tensor as a list argument.
static CallArgument sizesOf(TorchBuilder &b, Value x) {
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr dim : sym::getDims(b.getType(x)))
    sizes.push_back(b.requireKnown(dim) ? b.size(dim) : OpFoldResult());
  return list(sizes);
}

/// Whether the program asks for the derivative at this place.
static bool isWanted(const Arguments &args, unsigned index) {
  std::optional<SmallVector<OpFoldResult>> mask = args.getList("output_mask");
  if (!mask || index >= mask->size())
    return true;
  auto flag =
      dyn_cast_if_present<BoolAttr>(dyn_cast<Attribute>((*mask)[index]));
  return !flag || flag.getValue();
}

/// All operands must be real floats; they are computed with in opmath.
static void requireFloat(TorchBuilder &b, Value x) {
  Type type = b.getType(x).getElementType();
  if (!isa<FloatType>(type))
    b.refuse("its rule expects floats, found " + llvm::to_string(type));
}

/// A result of opmath in the dtype of `like`.
static Value castLike(TorchBuilder &b, Value x, Value like) {
  return x ? b.cast(x, b.getType(like).getElementType()) : x;
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The derivative of (x - mean) * rstd in x, whose statistics are those of x
/// over `axes`; `normed` is that value and `grad` its derivative.
static Value normBackward(TorchBuilder &b, Value grad, Value normed, Value rstd,
                          ArrayRef<int64_t> axes) {
  Value mean = meanOver(b, grad, axes);
  Value share = b.mul(normed, meanOver(b, b.mul(grad, normed), axes));
  return b.mul(b.sub(b.sub(grad, mean), share), rstd);
}

// aten::native_layer_norm_backward(Tensor grad_out, Tensor input,
//   SymInt[] normalized_shape, Tensor mean, Tensor rstd, Tensor? weight,
//   Tensor? bias, bool[3] output_mask) -> (Tensor, Tensor, Tensor)
static Decomposed layerNormBackward(TorchBuilder &b, const Arguments &args) {
  Value input = args.getValue("input");
  requireFloat(b, input);
  Value grad = getInOpMath(b, args.getValue("grad_out"));
  Value mean = getInOpMath(b, args.getValue("mean"));
  Value rstd = getInOpMath(b, args.getValue("rstd"));
  int64_t rank = b.getType(input).getRank();
  auto normed = args.getList("normalized_shape");
  if (!normed || int64_t(normed->size()) > rank ||
      b.getType(mean).getRank() != rank || b.getType(rstd).getRank() != rank)
    return b.refuse("its rule expects 'mean' and 'rstd' to have the rank of "
                    "'input', " +
                    Twine(rank) + ", found " +
                    Twine(b.getType(mean).getRank()) + " and " +
                    Twine(b.getType(rstd).getRank())),
           Value();
  SmallVector<int64_t> outer, inner;
  for (int64_t axis = 0; axis < rank; ++axis)
    (axis < rank - int64_t(normed->size()) ? outer : inner).push_back(axis);

  Value x = b.mul(b.sub(getInOpMath(b, input), mean), rstd);
  Value ofInput, ofWeight, ofBias;
  if (isWanted(args, 0)) {
    Value scaled = grad;
    if (Value weight = args.getValue("weight"))
      scaled = b.mul(scaled, getInOpMath(b, weight));
    ofInput = normBackward(b, scaled, x, rstd, inner);
  }
  if (isWanted(args, 1) && args.getValue("weight"))
    ofWeight =
        castLike(b, sumOver(b, b.mul(grad, x), outer), args.getValue("weight"));
  if (isWanted(args, 2) && args.getValue("bias"))
    ofBias = castLike(b, sumOver(b, grad, outer), args.getValue("bias"));
  return {castLike(b, ofInput, input), ofWeight, ofBias};
}

// aten::native_group_norm_backward(Tensor grad_out, Tensor input, Tensor mean,
//   Tensor rstd, Tensor? weight, SymInt N, SymInt C, SymInt HxW, int group,
//   bool[3] output_mask) -> (Tensor, Tensor, Tensor)
static Decomposed groupNormBackward(TorchBuilder &b, const Arguments &args) {
  Value input = args.getValue("input"), weight = args.getValue("weight");
  requireFloat(b, input);
  OpFoldResult rest = b.getBuilder().getI64IntegerAttr(-1);
  SmallVector<OpFoldResult> channels = {passElement(args, "N"),
                                        passElement(args, "C"), rest};
  SmallVector<OpFoldResult> groups = {passElement(args, "N"),
                                      passElement(args, "group"), rest};
  auto view = [&](Value x, ArrayRef<OpFoldResult> sizes) {
    return b.call("aten.view.default", {x, list(sizes)});
  };
  auto ofGroup = [&](StringRef name) {
    return b.call("aten.unsqueeze.default",
                  {getInOpMath(b, args.getValue(name)), -1});
  };
  Value grad = view(getInOpMath(b, args.getValue("grad_out")), channels);
  Value rstd = ofGroup("rstd");
  Value x =
      b.mul(b.sub(view(getInOpMath(b, input), groups), ofGroup("mean")), rstd);
  Value ofInput, ofWeight, ofBias;
  if (isWanted(args, 0)) {
    Value scaled = grad;
    if (weight)
      scaled = b.mul(scaled, alongAxis(b, getInOpMath(b, weight), 1, 3));
    Value flat = normBackward(b, view(scaled, groups), x, rstd, {2});
    ofInput = b.call("aten.view.default", {flat, sizesOf(b, input)});
  }
  Value like = weight ? weight : input;
  if (isWanted(args, 1))
    ofWeight =
        castLike(b, sumOver(b, b.mul(grad, view(x, channels)), {0, 2}), like);
  if (isWanted(args, 2))
    ofBias = castLike(b, sumOver(b, grad, {0, 2}), like);
  return {castLike(b, ofInput, input), ofWeight, ofBias};
}

// aten::native_batch_norm_backward(Tensor grad_out, Tensor input,
//   Tensor? weight, Tensor? running_mean, Tensor? running_var,
//   Tensor? save_mean, Tensor? save_invstd, bool train, float eps,
//   bool[3] output_mask) -> (Tensor, Tensor, Tensor)
static Decomposed batchNormBackward(TorchBuilder &b, const Arguments &args) {
  Value input = args.getValue("input"), weight = args.getValue("weight");
  requireFloat(b, input);
  bool train = require(b, args.getBool("train"));
  Value givenMean = args.getValue(train ? "save_mean" : "running_mean");
  Value givenScale = args.getValue(train ? "save_invstd" : "running_var");
  if (!givenMean || !givenScale)
    return b.refuse("its rule expects the statistics that it reads, found "
                    "None"),
           Value();
  int64_t rank = b.getType(input).getRank();
  SmallVector<int64_t> axes = {0};
  for (int64_t axis = 2; axis < rank; ++axis)
    axes.push_back(axis);

  Value mean = getInOpMath(b, givenMean), rstd = getInOpMath(b, givenScale);
  if (!train)
    rstd = b.call("aten.rsqrt.default",
                  {b.add(rstd, require(b, args.getFloat("eps")))});
  rstd = alongAxis(b, rstd, 1, rank);
  Value grad = getInOpMath(b, args.getValue("grad_out"));
  Value x =
      b.mul(b.sub(getInOpMath(b, input), alongAxis(b, mean, 1, rank)), rstd);
  Value ofInput, ofWeight, ofBias;
  if (isWanted(args, 0)) {
    Value scaled = grad;
    if (weight)
      scaled = b.mul(grad, alongAxis(b, getInOpMath(b, weight), 1, rank));
    ofInput =
        train ? normBackward(b, scaled, x, rstd, axes) : b.mul(scaled, rstd);
  }
  Value like = weight ? weight : input;
  if (isWanted(args, 1))
    ofWeight = castLike(b, sumOver(b, b.mul(grad, x), axes), like);
  if (isWanted(args, 2))
    ofBias = castLike(b, sumOver(b, grad, axes), like);
  return {castLike(b, ofInput, input), ofWeight, ofBias};
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// How a kernel moves over the spatial dimensions.
struct Window {
  SmallVector<int64_t> stride, padding, dilation;
  int64_t groups = 1;

  int64_t getRank() const { return int64_t(stride.size()); }
};
} // namespace

static Value convolve(TorchBuilder &b, Value x, Value weight,
                      const Window &window, bool transposed = false,
                      ArrayRef<int64_t> outputPadding = {}) {
  SmallVector<int64_t> none(window.getRank(), 0);
  if (outputPadding.empty())
    outputPadding = none;
  return b.call(
      "aten.convolution.default",
      {x, weight, ArgumentSpec(NoneAttr::get(b.getBuilder().getContext())),
       ArrayRef(window.stride), ArrayRef(window.padding),
       ArrayRef(window.dilation), transposed, outputPadding, window.groups});
}

/// A list with an element for each spatial dimension; a list of one stands for
/// all. Products of three elements fit in 64 bits.
static SmallVector<int64_t> getSpatial(TorchBuilder &b, const Arguments &args,
                                       StringRef name, int64_t rank) {
  SmallVector<int64_t> given = require(b, args.getInts(name));
  if (given.size() == 1)
    given.resize(rank, given.front());
  if (int64_t(given.size()) != rank) {
    b.refuse("its rule expects '" + name + "' to have " + Twine(rank) +
             " elements, found " + Twine(given.size()));
    given.resize(rank, 1);
  }
  constexpr int64_t limit = 1 << 20;
  for (int64_t &element : given)
    if (element < -limit || element > limit) {
      b.refuse("its rule expects '" + name + "' to have elements up to " +
               Twine(limit) + ", found " + Twine(element));
      element = 1;
    }
  return given;
}

/// The derivative of a convolution in its input, which has the type of `like`:
/// each element of `grad` goes to where the kernel read. Null after a refusal.
static Value spread(TorchBuilder &b, Value grad, Value weight, Value like,
                    const Window &window) {
  if (b.isRefused())
    return Value();
  SmallVector<AffineExpr> sizes = sym::getDims(b.getType(like));
  SmallVector<AffineExpr> steps = sym::getDims(b.getType(grad));
  SmallVector<AffineExpr> kernel = sym::getDims(b.getType(weight));
  // What the last step leaves out at the end.
  SmallVector<int64_t> outputPadding;
  SmallVector<OpFoldResult> pads;
  for (int64_t i = 0, e = window.getRank(); i < e; ++i) {
    AffineExpr size = sizes[i + 2], step = steps[i + 2], length = kernel[i + 2];
    if (!b.requireKnown(size) || !b.requireKnown(step) ||
        !b.requireKnown(length))
      return Value();
    AffineExpr reach =
        sym::add(sym::mul(sym::add(length, -1), window.dilation[i]), 1);
    AffineExpr covered =
        sym::add(sym::mul(sym::add(step, -1), window.stride[i]), reach);
    AffineExpr rest = sym::sub(sym::add(size, 2 * window.padding[i]), covered);
    if (std::optional<int64_t> count = sym::getConstant(rest))
      outputPadding.push_back(*count);
    // The last of the list comes first.
    Builder &builder = b.getBuilder();
    OpFoldResult front = builder.getI64IntegerAttr(-window.padding[i]);
    pads.insert(pads.begin(),
                {front, b.size(sym::add(rest, -window.padding[i]))});
  }
  // With steps of 1 nothing is left out.
  if (llvm::all_of(window.stride, [](int64_t step) { return step == 1; }))
    outputPadding.assign(window.getRank(), 0);
  if (int64_t(outputPadding.size()) == window.getRank() &&
      llvm::all_of(outputPadding, [](int64_t count) { return count >= 0; }))
    return convolve(b, grad, weight, window, /*transposed=*/true,
                    outputPadding);
  Window whole = window;
  whole.padding.assign(window.getRank(), 0);
  Value all = convolve(b, grad, weight, whole, /*transposed=*/true);
  return b.call("aten.constant_pad_nd.default", {all, list(pads)});
}

/// The derivative of a convolution of `x` in its weight: `x` convolved with
/// `grad`, where samples and channels change places, as do steps and gaps.
static Value correlate(TorchBuilder &b, Value x, Value grad, Value weight,
                       const Window &window) {
  auto swap = [&](Value value) {
    return b.call("aten.transpose.int", {value, 0, 1});
  };
  Value image = swap(x);
  if (window.groups != 1) {
    // The channels of each group, for all samples.
    SmallVector<OpFoldResult> parts = {
        b.getBuilder().getI64IntegerAttr(window.groups),
        b.getBuilder().getI64IntegerAttr(-1)};
    Value split = b.call("aten.unflatten.int", {x, 1, list(parts)});
    SmallVector<int64_t> order = {2, 1, 0};
    for (int64_t i = 0, e = window.getRank(); i < e; ++i)
      order.push_back(i + 3);
    image = b.call(
        "aten.flatten.using_ints",
        {b.call("aten.permute.default", {split, ArrayRef<int64_t>(order)}), 1,
         2});
  }
  Window swapped = {window.dilation, window.padding, window.stride,
                    window.groups};
  Value result = convolve(b, image, swap(grad), swapped);
  SmallVector<AffineExpr> kernel = sym::getDims(b.getType(weight));
  // Steps that do not end at the border see a larger kernel.
  for (int64_t i = 2, e = window.getRank() + 2; i < e; ++i)
    if (b.requireKnown(kernel[i]))
      result = b.call("aten.slice.Tensor",
                      {result, i, 0, b.sizeArgument(kernel[i])});
  return swap(result);
}

// aten::convolution_backward(Tensor grad_output, Tensor input, Tensor weight,
//   SymInt[]? bias_sizes, SymInt[] stride, SymInt[] padding,
//   SymInt[] dilation, bool transposed, SymInt[] output_padding,
//   SymInt groups, bool[3] output_mask) -> (Tensor, Tensor, Tensor)
static Decomposed convolutionBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output"), x = args.getValue("input");
  Value weight = args.getValue("weight");
  int64_t rank = b.getType(x).getRank() - 2;
  requireFloat(b, x);
  if (rank < 1 || rank > 3 || b.getType(weight).getRank() != rank + 2 ||
      b.getType(grad).getRank() != rank + 2)
    return b.refuse("its rule expects operands of 3 to 5 dimensions, found " +
                    Twine(rank + 2)),
           Value();
  Window window = {
      getSpatial(b, args, "stride", rank), getSpatial(b, args, "padding", rank),
      getSpatial(b, args, "dilation", rank), require(b, args.getInt("groups"))};
  bool transposed = require(b, args.getBool("transposed"));
  if (b.isRefused())
    return Value();
  Value ofInput, ofWeight, ofBias;
  if (isWanted(args, 0))
    ofInput = transposed ? convolve(b, grad, weight, window)
                         : spread(b, grad, weight, x, window);
  if (isWanted(args, 1))
    ofWeight = transposed ? correlate(b, grad, x, weight, window)
                          : correlate(b, x, grad, weight, window);
  if (isWanted(args, 2)) {
    SmallVector<int64_t> axes = {0};
    for (int64_t i = 0; i < rank; ++i)
      axes.push_back(i + 2);
    ofBias = sumOver(b, grad, axes);
  }
  return {ofInput, ofWeight, ofBias};
}

//===----------------------------------------------------------------------===//
// Pools and interpolation
//===----------------------------------------------------------------------===//

// aten::avg_pool{2,3}d_backward(Tensor grad_output, Tensor self,
//   int[] kernel_size, int[] stride, int[] padding, bool ceil_mode,
//   bool count_include_pad, int? divisor_override) -> Tensor
//
// The derivative of a convolution whose kernel is ones.
template <int64_t rank>
static Decomposed avgPoolBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output"), x = args.getValue("self");
  requireFloat(b, x);
  SmallVector<int64_t> kernel = getSpatial(b, args, "kernel_size", rank);
  Window window = {kernel, getSpatial(b, args, "padding", rank),
                   SmallVector<int64_t>(rank, 1)};
  if (auto stride = args.getInts("stride"); stride && !stride->empty())
    window.stride = getSpatial(b, args, "stride", rank);
  // Windows that pass the end have fewer elements.
  if (require(b, args.getBool("ceil_mode")))
    b.refuse("its rule expects 'ceil_mode' to be false");
  int64_t unbatched = b.getType(x).getRank() == rank + 1;
  if (!unbatched && b.getType(x).getRank() != rank + 2)
    b.refuse("its rule expects 'self' to have " + Twine(rank + 1) + " or " +
             Twine(rank + 2) + " dimensions, found " +
             Twine(b.getType(x).getRank()));
  if (b.getType(grad).getRank() != b.getType(x).getRank())
    b.refuse("its rule expects 'grad_output' to have the rank of 'self', " +
             Twine(b.getType(x).getRank()) + ", found " +
             Twine(b.getType(grad).getRank()));
  if (b.isRefused())
    return Value();
  // Channels are samples: the kernel has one.
  auto single = [&](Value value) {
    if (!unbatched)
      value = b.call("aten.flatten.using_ints", {value, 0, 1});
    return b.call("aten.unsqueeze.default", {value, 1});
  };
  SmallVector<int64_t> sizes = {1, 1};
  llvm::append_range(sizes, kernel);
  auto ones = [&](CallArgument of) {
    return b.call("aten.new_ones.default", {grad, of});
  };
  Value weight = ones(ArrayRef<int64_t>(sizes)), image = single(x);
  Value flat = single(getInOpMath(b, grad));
  bool isPadded = llvm::any_of(window.padding, [](int64_t n) { return n; });
  if (std::optional<int64_t> divisor = args.getInt("divisor_override")) {
    flat = b.div(flat, *divisor);
  } else if (require(b, args.getBool("count_include_pad")) || !isPadded) {
    int64_t count = 1;
    for (int64_t size : kernel)
      count *= size;
    flat = b.div(flat, count);
  } else {
    Value counts =
        convolve(b, b.call("aten.ones_like.default", {image}), weight, window);
    flat = b.div(flat, getInOpMath(b, counts));
  }
  Value result = spread(b, flat, getInOpMath(b, weight), image, window);
  if (b.isRefused())
    return Value();
  return castLike(b, b.call("aten.view.default", {result, sizesOf(b, x)}), x);
}

/// The tensor of 0, 1, ... count - 1 as a row, or as a column.
static Value countUp(TorchBuilder &b, AffineExpr count, bool isColumn) {
  Value numbers = b.call("aten.arange.default", {b.sizeArgument(count)});
  return isColumn ? b.call("aten.unsqueeze.default", {numbers, 1}) : numbers;
}

/// The product with a matrix [n, m] along an axis of n elements.
static Value multiplyAlong(TorchBuilder &b, Value x, Value matrix,
                           int64_t axis) {
  Value last = b.call("aten.transpose.int", {x, axis, -1});
  return b.call("aten.transpose.int",
                {b.call("aten.matmul.default", {last, matrix}), axis, -1});
}

// aten::_adaptive_avg_pool{2,3}d_backward(Tensor grad_output, Tensor self)
//   -> Tensor
template <int64_t rank>
static Decomposed adaptivePoolBackward(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  requireFloat(b, x);
  Value grad = getInOpMath(b, args.getValue("grad_output"));
  int64_t first = b.getType(x).getRank() - rank;
  if (first < 1 || b.getType(grad).getRank() != b.getType(x).getRank())
    return b.refuse("its rule expects tensors of " + Twine(rank + 1) +
                    " or more dimensions, found " +
                    Twine(b.getType(x).getRank())),
           Value();
  Type type = b.getType(grad).getElementType();
  for (int64_t axis = first; axis < first + rank; ++axis) {
    AffineExpr in = sym::getDims(b.getType(x))[axis];
    AffineExpr out =
        sym::getDims(b.getType(args.getValue("grad_output")))[axis];
    if (!b.requireKnown(in) || !b.requireKnown(out))
      return Value();
    // Window i is [floor(i in / out), ceil((i + 1) in / out)).
    Value index = countUp(b, out, /*isColumn=*/true);
    Value column = countUp(b, in, /*isColumn=*/false);
    auto quotient = [&](Value n) {
      Attribute floor = b.getBuilder().getStringAttr("floor");
      return b.call(
          "aten.div.Tensor_mode",
          {n, b.sizeArgument(out), {"rounding_mode", ArgumentSpec(floor)}});
    };
    Value begin = quotient(b.mul(index, b.sizeArgument(in)));
    Value next = b.mul(b.add(index, 1), b.sizeArgument(in));
    Value end = b.add(quotient(b.sub(next, 1)), 1);
    Value isIn = b.call("aten.logical_and.default",
                        {b.call("aten.ge.Tensor", {column, begin}),
                         b.call("aten.lt.Tensor", {column, end})});
    Value share = b.div(b.cast(isIn, type), b.cast(b.sub(end, begin), type));
    grad = multiplyAlong(b, grad, share, axis);
  }
  return castLike(b, grad, x);
}

/// The size of an input element in output elements along an axis, as the
/// kernels compute it: in f32 unless the elements are f64.
static double getScale(const Arguments &args, StringRef name, int64_t in,
                       int64_t out, bool alignCorners) {
  if (alignCorners)
    return out > 1 ? double(in - 1) / double(out - 1) : 0.0;
  if (std::optional<double> scale = args.getFloat(name); scale && *scale > 0)
    return 1 / *scale;
  return double(in) / double(out);
}

/// Interpolation along each axis as a matrix [out, in]; `Body` makes it of the
/// positions 0, 1, ... out - 1 (a column), those of the input (a row), the
/// number of elements of the input and the scale.
using InterpolateFn = Value (*)(TorchBuilder &b, Value index, Value column,
                                int64_t in, double scale, bool alignCorners);

static Decomposed interpolateBackward(TorchBuilder &b, const Arguments &args,
                                      ArrayRef<StringRef> scales,
                                      InterpolateFn interpolate) {
  Value input = args.getValue("grad_output");
  requireFloat(b, input);
  auto sizes = args.getInts("input_size"),
       outputs = args.getInts("output_size");
  int64_t rank = int64_t(scales.size());
  if (!sizes || !outputs || int64_t(sizes->size()) != rank + 2 ||
      int64_t(outputs->size()) != rank ||
      b.getType(input).getRank() != rank + 2)
    return b.refuse("its rule expects 'input_size' and 'output_size' to be "
                    "constants"),
           Value();
  bool alignCorners = args.getBool("align_corners").value_or(false);
  Value grad = getInOpMath(b, input);
  Type type = b.getType(grad).getElementType();
  MLIRContext *context = grad.getContext();
  for (int64_t i = 0; i < rank; ++i) {
    int64_t in = (*sizes)[i + 2], out = (*outputs)[i];
    if (in < 1 || out < 1)
      return b.refuse("its rule expects sizes above 0"), Value();
    double scale = getScale(args, scales[i], in, out, alignCorners);
    auto count = [&](int64_t n, bool isColumn) {
      return countUp(b, getAffineConstantExpr(n, context), isColumn);
    };
    Value index = b.cast(count(out, true), type);
    Value matrix =
        interpolate(b, index, count(in, false), in,
                    type.isF32() ? double(float(scale)) : scale, alignCorners);
    grad = multiplyAlong(b, grad, b.cast(matrix, type), i + 2);
  }
  return castLike(b, grad, input);
}

static Value toIndex(TorchBuilder &b, Value x, int64_t size) {
  Value floor = b.call("aten.floor.default", {x});
  Value index = b.cast(floor, b.getBuilder().getI64Type());
  return b.call("aten.clamp.default", {index, {"max", size - 1}});
}

/// The nearest element before a position.
static Value nearest(TorchBuilder &b, Value index, Value column, int64_t in,
                     double scale, bool) {
  Value source = toIndex(b, b.mul(index, scale), in);
  return b.call("aten.eq.Tensor", {column, source});
}

/// The nearest element to the middle of a position.
static Value nearestExact(TorchBuilder &b, Value index, Value column,
                          int64_t in, double scale, bool) {
  Value source = toIndex(b, b.mul(b.add(index, 0.5), scale), in);
  return b.call("aten.eq.Tensor", {column, source});
}

/// The two neighbours, by distance.
static Value linear(TorchBuilder &b, Value index, Value column, int64_t in,
                    double scale, bool alignCorners) {
  if (b.isRefused())
    return Value();
  Type type = b.getType(index).getElementType();
  Value position =
      alignCorners
          ? b.mul(index, scale)
          : b.call("aten.clamp.default",
                   {b.sub(b.mul(b.add(index, 0.5), scale), 0.5), {"min", 0}});
  Value low = toIndex(b, position, in);
  Value high = b.call("aten.clamp.default", {b.add(low, 1), {"max", in - 1}});
  Value share =
      b.call("aten.clamp.default", {b.sub(position, b.cast(low, type)), 0, 1});
  auto at = [&](Value source, Value weight) {
    Value isSource = b.call("aten.eq.Tensor", {column, source});
    return b.mul(b.cast(isSource, type), weight);
  };
  return b.add(at(low, b.call("aten.rsub.Scalar", {share, 1})),
               at(high, share));
}

template <InterpolateFn interpolate>
static Decomposed upsample1d(TorchBuilder &b, const Arguments &args) {
  return interpolateBackward(b, args, {"scales"}, interpolate);
}

template <InterpolateFn interpolate>
static Decomposed upsample2d(TorchBuilder &b, const Arguments &args) {
  return interpolateBackward(b, args, {"scales_h", "scales_w"}, interpolate);
}

template <InterpolateFn interpolate>
static Decomposed upsample3d(TorchBuilder &b, const Arguments &args) {
  return interpolateBackward(b, args, {"scales_d", "scales_h", "scales_w"},
                             interpolate);
}

//===----------------------------------------------------------------------===//
// What reads elements by their place
//===----------------------------------------------------------------------===//

static Value zerosLike(TorchBuilder &b, const Arguments &args, Value grad) {
  return b.call("aten.new_zeros.default",
                {grad, passArgument(args, "input_sizes")});
}

// aten::select_backward(Tensor grad_output, SymInt[] input_sizes, int dim,
//                       SymInt index) -> Tensor
static Decomposed selectBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output");
  return b.call("aten.select_scatter.default",
                {zerosLike(b, args, grad), grad, passArgument(args, "dim"),
                 passArgument(args, "index")});
}

// aten::slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim,
//                      SymInt start, SymInt end, SymInt step) -> Tensor
static Decomposed sliceBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output");
  return b.call("aten.slice_scatter.default",
                {zerosLike(b, args, grad), grad, passArgument(args, "dim"),
                 passArgument(args, "start"), passArgument(args, "end"),
                 passArgument(args, "step")});
}

// aten::diagonal_backward(Tensor grad_output, SymInt[] input_sizes,
//                         int offset, int dim1, int dim2) -> Tensor
static Decomposed diagonalBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output");
  return b.call("aten.diagonal_scatter.default",
                {zerosLike(b, args, grad), grad, passArgument(args, "offset"),
                 passArgument(args, "dim1"), passArgument(args, "dim2")});
}

// aten::unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim,
//                       int size, int step) -> Tensor
static Decomposed unfoldBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_in");
  auto sizes = args.getInts("input_sizes");
  int64_t dim = require(b, args.getInt("dim"));
  int64_t rank = sizes ? int64_t(sizes->size()) : 0;
  dim = dim < 0 ? dim + rank : dim;
  if (dim < 0 || dim >= rank)
    return b.refuse("its rule expects 'input_sizes' to be constants and 'dim' "
                    "to be one of them"),
           Value();
  Value numbers = b.call("aten.arange.default", {(*sizes)[dim]});
  Value places =
      b.call("aten.unfold.default", {numbers, 0, passArgument(args, "size"),
                                     passArgument(args, "step")});
  Value index = b.call("aten.flatten.using_ints", {places});
  Value source =
      b.call("aten.flatten.using_ints",
             {b.call("aten.movedim.int", {grad, -1, dim + 1}), dim, dim + 1});
  return b.call("aten.index_add.default",
                {zerosLike(b, args, grad), dim, index, source});
}

// aten::embedding_dense_backward(Tensor grad_output, Tensor indices,
//   SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor
static Decomposed embeddingBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output"), indices = args.getValue("indices");
  if (b.getType(grad).getRank() < 1 || !sym::getDims(b.getType(grad)).back())
    return b.refuse("its rule expects rows of a size that the program tells"),
           Value();
  AffineExpr width = sym::getDims(b.getType(grad)).back();
  OpFoldResult rest = b.getBuilder().getI64IntegerAttr(-1);
  Value flat = b.call("aten.view.default", {indices, list({rest})});
  Value rows = b.call("aten.view.default", {grad, list({rest, b.size(width)})});
  Value isPadding =
      b.call("aten.eq.Scalar", {flat, passArgument(args, "padding_idx")});
  auto addUp = [&](Value x, ArrayRef<OpFoldResult> sizes) {
    Value zeros = b.call("aten.new_zeros.default", {x, list(sizes)});
    return b.call("aten.index_add.default", {zeros, 0, flat, x});
  };
  OpFoldResult count = passElement(args, "num_weights");
  if (require(b, args.getBool("scale_grad_by_freq"))) {
    Type type = b.getType(grad).getElementType();
    Value ones = b.cast(b.call("aten.ones_like.default", {flat}), type);
    Value times =
        b.call("aten.index_select.default", {addUp(ones, {count}), 0, flat});
    rows = b.div(rows, b.call("aten.unsqueeze.default", {times, 1}));
  }
  rows = b.call("aten.where.ScalarSelf",
                {b.call("aten.unsqueeze.default", {isPadding, 1}), 0.0, rows});
  return addUp(rows, {count, b.size(width)});
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void torch::addLayerDerivativeDecompositions(OperatorMap<DecomposeFn> &r) {
  r.insert("aten._adaptive_avg_pool2d_backward.default",
           adaptivePoolBackward<2>);
  r.insert("aten._adaptive_avg_pool3d_backward.default",
           adaptivePoolBackward<3>);
  r.insert("aten._upsample_nearest_exact1d_backward.default",
           upsample1d<nearestExact>);
  r.insert("aten._upsample_nearest_exact2d_backward.default",
           upsample2d<nearestExact>);
  r.insert("aten._upsample_nearest_exact3d_backward.default",
           upsample3d<nearestExact>);
  r.insert("aten.avg_pool2d_backward.default", avgPoolBackward<2>);
  r.insert("aten.avg_pool3d_backward.default", avgPoolBackward<3>);
  r.insert("aten.convolution_backward.default", convolutionBackward);
  r.insert("aten.diagonal_backward.default", diagonalBackward);
  r.insert("aten.embedding_dense_backward.default", embeddingBackward);
  r.insert("aten.native_batch_norm_backward.default", batchNormBackward);
  r.insert("aten.native_group_norm_backward.default", groupNormBackward);
  r.insert("aten.native_layer_norm_backward.default", layerNormBackward);
  r.insert("aten.select_backward.default", selectBackward);
  r.insert("aten.slice_backward.default", sliceBackward);
  r.insert("aten.unfold_backward.default", unfoldBackward);
  r.insert("aten.upsample_bilinear2d_backward.default", upsample2d<linear>);
  r.insert("aten.upsample_linear1d_backward.default", upsample1d<linear>);
  r.insert("aten.upsample_nearest1d_backward.default", upsample1d<nearest>);
  r.insert("aten.upsample_nearest2d_backward.default", upsample2d<nearest>);
  r.insert("aten.upsample_nearest3d_backward.default", upsample3d<nearest>);
  r.insert("aten.upsample_trilinear3d_backward.default", upsample3d<linear>);
}
