//===- DecomposeLayerDerivatives.cpp - Derivatives of layers --------------===//
//
// Operators of the backward pass of convolutions, norms, pools, embeddings and
// views. The derivative of a linear operator (a pool, an interpolation along an
// axis) is its transposed map: a convolution becomes a transposed convolution,
// and a view becomes a write into zeros. Derivatives that the output mask
// excludes are null.
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/Support/ScopedPrinter.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Parts
//===----------------------------------------------------------------------===//

/// Passes an argument on as an element of a list.
static OpFoldResult passElement(const Arguments &args, StringRef name) {
  if (Value value = args.getValue(name))
    return value;
  return args.getAttr(name);
}

static Value meanOver(TorchBuilder &b, Value x, ArrayRef<int64_t> axes) {
  return b.call("aten.mean.dim", {x, axes, {"keepdim", true}});
}

//===----------------------------------------------------------------------===//
// Norms
//===----------------------------------------------------------------------===//

/// The derivative of (x - mean) * rstd in x, with the statistics of x over
/// `axes`; `normed` is that value and `grad` the gradient of the result.
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
                    Twine(b.getType(rstd).getRank()));
  SmallVector<int64_t> outer, inner;
  for (int64_t axis = 0; axis < rank; ++axis)
    (axis < rank - int64_t(normed->size()) ? outer : inner).push_back(axis);
  auto sumOuter = [&](Value y) { return outer.empty() ? y : b.sum(y, outer); };

  Value x = b.mul(b.sub(getInOpMath(b, input), mean), rstd);
  Value ofInput, ofWeight, ofBias;
  if (isWanted(args, 0)) {
    Value scaled = grad;
    if (Value weight = args.getValue("weight"))
      scaled = b.mul(scaled, getInOpMath(b, weight));
    ofInput = normBackward(b, scaled, x, rstd, inner);
  }
  if (isWanted(args, 1) && args.getValue("weight"))
    ofWeight = castLike(b, sumOuter(b.mul(grad, x)), args.getValue("weight"));
  if (isWanted(args, 2) && args.getValue("bias"))
    ofBias = castLike(b, sumOuter(grad), args.getValue("bias"));
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
  auto ofGroup = [&](StringRef name) {
    return b.unsqueeze(getInOpMath(b, args.getValue(name)), -1);
  };
  Value grad = b.view(getInOpMath(b, args.getValue("grad_out")), channels);
  Value rstd = ofGroup("rstd");
  Value x = b.mul(b.sub(b.view(getInOpMath(b, input), groups), ofGroup("mean")),
                  rstd);
  Value ofInput, ofWeight, ofBias;
  if (isWanted(args, 0)) {
    Value scaled = grad;
    if (weight)
      scaled = b.mul(scaled, alongAxis(b, getInOpMath(b, weight), 1, 3));
    Value flat = normBackward(b, b.view(scaled, groups), x, rstd, {2});
    ofInput = b.view(flat, sizesOf(b, input));
  }
  Value like = weight ? weight : input;
  if (isWanted(args, 1))
    ofWeight =
        castLike(b, b.sum(b.mul(grad, b.view(x, channels)), {0, 2}), like);
  if (isWanted(args, 2))
    ofBias = castLike(b, b.sum(grad, {0, 2}), like);
  return {castLike(b, ofInput, input), ofWeight, ofBias};
}

// aten::native_batch_norm_backward(Tensor grad_out, Tensor input,
//   Tensor? weight, Tensor? running_mean, Tensor? running_var,
//   Tensor? save_mean, Tensor? save_invstd, bool train, float eps,
//   bool[3] output_mask) -> (Tensor, Tensor, Tensor)
// aten::batch_norm_backward(Tensor grad_out, Tensor input, Tensor weight, ...,
//   Tensor? save_mean, Tensor? save_var, bool update, float eps,
//   bool[3] output_mask, Tensor reserve) -> (Tensor, Tensor, Tensor)
//
// Both save the variance of the batch as its reciprocal square root.
static Decomposed batchNormBackward(TorchBuilder &b, const Arguments &args) {
  Value input = args.getValue("input"), weight = args.getValue("weight");
  requireFloat(b, input);
  bool isNative =
      args.getOp().getTarget() == "aten.native_batch_norm_backward.default";
  bool train = require(b, args.getBool(isNative ? "train" : "update"));
  StringRef scale = isNative ? "save_invstd" : "save_var";
  Value givenMean = args.getValue(train ? "save_mean" : "running_mean");
  Value givenScale = args.getValue(train ? scale : "running_var");
  if (!givenMean || !givenScale)
    return b.refuse("its rule expects the statistics that it reads, found "
                    "None");
  int64_t rank = b.getType(input).getRank();
  SmallVector<int64_t> axes = {0};
  for (int64_t axis = 2; axis < rank; ++axis)
    axes.push_back(axis);

  Value mean = getInOpMath(b, givenMean), rstd = getInOpMath(b, givenScale);
  if (!train)
    rstd = b.unary("rsqrt", b.add(rstd, require(b, args.getFloat("eps"))));
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
    ofWeight = castLike(b, b.sum(b.mul(grad, x), axes), like);
  if (isWanted(args, 2))
    ofBias = castLike(b, b.sum(grad, axes), like);
  return {castLike(b, ofInput, input), ofWeight, ofBias};
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

namespace {
/// The geometry of a kernel along the spatial dimensions.
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

/// A list with an element for each spatial dimension; a single element is
/// repeated. Products of three elements fit in 64 bits.
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
/// each element of `grad` is spread to the positions that the kernel read. Null
/// after a refusal.
static Value spread(TorchBuilder &b, Value grad, Value weight, Value like,
                    const Window &window) {
  if (b.isRefused())
    return Value();
  SmallVector<AffineExpr> sizes = sym::getDims(b.getType(like));
  SmallVector<AffineExpr> steps = sym::getDims(b.getType(grad));
  SmallVector<AffineExpr> kernel = sym::getDims(b.getType(weight));
  // The elements after the last step.
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
    // The list starts with the last dimension.
    Builder &builder = b.getBuilder();
    OpFoldResult front = builder.getI64IntegerAttr(-window.padding[i]);
    pads.insert(pads.begin(),
                {front, b.size(sym::add(rest, -window.padding[i]))});
  }
  // With a stride of 1 there are none.
  if (llvm::all_of(window.stride, [](int64_t step) { return step == 1; }))
    outputPadding.assign(window.getRank(), 0);
  if (int64_t(outputPadding.size()) == window.getRank() &&
      llvm::all_of(outputPadding, [](int64_t count) { return count >= 0; }))
    return convolve(b, grad, weight, window, /*transposed=*/true,
                    outputPadding);
  Window whole = window;
  whole.padding.assign(window.getRank(), 0);
  Value all = convolve(b, grad, weight, whole, /*transposed=*/true);
  return b.pad(all, pads);
}

/// The derivative of a convolution of `x` in its weight: the convolution of `x`
/// with `grad`, with samples and channels exchanged, and stride and dilation
/// exchanged.
static Value correlate(TorchBuilder &b, Value x, Value grad, Value weight,
                       const Window &window) {
  auto swap = [&](Value value) { return b.transpose(value, 0, 1); };
  Value image = swap(x);
  if (window.groups != 1) {
    // The channels of each group, for all samples.
    SmallVector<OpFoldResult> parts = {
        b.getBuilder().getI64IntegerAttr(window.groups),
        b.getBuilder().getI64IntegerAttr(-1)};
    Value split = b.call("aten.unflatten.int", {x, 1, parts});
    SmallVector<int64_t> order = {2, 1, 0};
    for (int64_t i = 0, e = window.getRank(); i < e; ++i)
      order.push_back(i + 3);
    image = b.flatten(b.permute(split, order), 1, 2);
  }
  Window swapped = {window.dilation, window.padding, window.stride,
                    window.groups};
  Value result = convolve(b, image, swap(grad), swapped);
  SmallVector<AffineExpr> kernel = sym::getDims(b.getType(weight));
  // If the stride does not divide the size, the kernel of the result is too
  // large.
  for (int64_t i = 2, e = window.getRank() + 2; i < e; ++i)
    if (b.requireKnown(kernel[i]))
      result = b.slice(result, i, 0, b.size(kernel[i]));
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
                    Twine(rank + 2));
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
    ofBias = b.sum(grad, axes);
  }
  return {ofInput, ofWeight, ofBias};
}

//===----------------------------------------------------------------------===//
// Pools
//===----------------------------------------------------------------------===//

/// The number of elements in each window of an average: the kernel size, in
/// ceil mode without the elements beyond the padding, and without
/// `count_include_pad` also without those in the padding. One factor for each
/// axis along which the windows differ.
static CallArgument countMembers(TorchBuilder &b, const Arguments &args,
                                 Value x, Value grad, ArrayRef<int64_t> kernel,
                                 const Window &window) {
  bool ceilMode = require(b, args.getBool("ceil_mode"));
  bool countsPads = require(b, args.getBool("count_include_pad"));
  int64_t rank = b.getType(x).getRank(), first = rank - window.getRank(),
          count = 1;
  Value counts;
  for (int64_t i = 0; i < window.getRank(); ++i) {
    int64_t padding = window.padding[i];
    if (!ceilMode && (countsPads || padding == 0)) {
      count *= kernel[i];
      continue;
    }
    AffineExpr size = sym::getDims(b.getType(x))[first + i];
    Value step = countUp(b, sym::getDims(b.getType(grad))[first + i]);
    if (!b.requireKnown(size))
      return 1;
    Value begin = b.sub(b.mul(step, window.stride[i]), padding);
    // min(begin + kernel, end), without a dynamic scalar as a bound.
    CallArgument end = b.size(sym::add(size, countsPads ? padding : 0));
    auto cut = [&](Value value) { return b.atLeast(value, 0); };
    Value last = b.sub(end, cut(b.sub(end, b.add(begin, kernel[i]))));
    Value members = b.sub(last, countsPads ? begin : cut(begin));
    members = alongAxis(b, members, first + i, rank);
    counts = counts ? b.mul(counts, members) : members;
  }
  if (!counts)
    return count;
  return count == 1 ? counts : b.mul(counts, count);
}

// aten::avg_pool{2,3}d_backward(Tensor grad_output, Tensor self,
//   int[] kernel_size, int[] stride, int[] padding, bool ceil_mode,
//   bool count_include_pad, int? divisor_override) -> Tensor
//
// The derivative of a convolution with a kernel of ones.
template <int64_t rank>
static Decomposed avgPoolBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output"), x = args.getValue("self");
  requireFloat(b, x);
  SmallVector<int64_t> kernel = getSpatial(b, args, "kernel_size", rank);
  Window window = {kernel, getSpatial(b, args, "padding", rank),
                   SmallVector<int64_t>(rank, 1)};
  if (auto stride = args.getInts("stride"); stride && !stride->empty())
    window.stride = getSpatial(b, args, "stride", rank);
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
  // Channels become samples, because the kernel has one channel.
  auto single = [&](Value value) {
    if (!unbatched)
      value = b.flatten(value, 0, 1);
    return b.unsqueeze(value, 1);
  };
  SmallVector<int64_t> sizes = {1, 1};
  llvm::append_range(sizes, kernel);
  auto ones = [&](CallArgument of) {
    return b.call("aten.new_ones.default", {grad, of});
  };
  Value weight = ones(ArrayRef<int64_t>(sizes)), image = single(x);
  Value flat = single(getInOpMath(b, grad));
  if (std::optional<int64_t> divisor = args.getInt("divisor_override"))
    flat = b.div(flat, *divisor);
  else
    flat = b.div(flat, countMembers(b, args, x, grad, kernel, window));
  Value result = spread(b, flat, getInOpMath(b, weight), image, window);
  if (b.isRefused())
    return Value();
  return castLike(b, b.view(result, sizesOf(b, x)), x);
}

//===----------------------------------------------------------------------===//
// Reads by position
//===----------------------------------------------------------------------===//

static Value zerosLike(TorchBuilder &b, const Arguments &args, Value grad) {
  return b.newZeros(grad, args.getSpec("input_sizes"));
}

// aten::select_backward(Tensor grad_output, SymInt[] input_sizes, int dim,
//                       SymInt index) -> Tensor
// aten::slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim,
//                      SymInt start, SymInt end, SymInt step) -> Tensor
// aten::diagonal_backward(Tensor grad_output, SymInt[] input_sizes,
//                         int offset, int dim1, int dim2) -> Tensor
static Decomposition viewBackward(StringRef target,
                                  std::initializer_list<StringRef> names) {
  auto rule = [target, names = SmallVector<StringRef>(names)](
                  TorchBuilder &b, const Arguments &args) {
    Value grad = args.getValue("grad_output");
    SmallVector<CallArgument> call = {zerosLike(b, args, grad), grad};
    llvm::append_range(call, passArguments(args, names));
    return b.call(target, call);
  };
  return Decomposition(rule).withSizes();
}

// aten::unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim,
//                       int size, int step) -> Tensor
static Decomposed unfoldBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_in");
  auto sizes = args.getList("input_sizes");
  int64_t dim = require(b, args.getInt("dim"));
  int64_t rank = sizes ? int64_t(sizes->size()) : 0;
  // A 0-d tensor is unfolded as one element.
  if (rank == 0)
    return b.unary("sum", grad);
  dim = dim < 0 ? dim + rank : dim;
  if (dim < 0 || dim >= rank)
    return b.refuse("its rule expects 'dim' to be a dimension of "
                    "'input_sizes'");
  Value numbers = b.call("aten.arange.default", {(*sizes)[dim]});
  Value places =
      b.call("aten.unfold.default",
             {numbers, 0, args.getSpec("size"), args.getSpec("step")});
  Value index = b.flatten(places);
  Value source = b.flatten(b.movedim(grad, -1, dim + 1), dim, dim + 1);
  return b.indexAdd(zerosLike(b, args, grad), dim, index, source);
}

// aten::masked_scatter_backward(Tensor grad_output, Tensor mask, SymInt[]
//   sizes) -> Tensor
//
// The derivative in the source, whose elements were taken in order.
static Decomposed maskedScatterBackward(TorchBuilder &b,
                                        const Arguments &args) {
  Value grad = args.getValue("grad_output");
  auto sizes = args.getInts("sizes");
  int64_t count = 1;
  bool isValid = sizes.has_value();
  for (int64_t size : sizes.value_or(SmallVector<int64_t>()))
    isValid &= size >= 0 && !llvm::MulOverflow(count, size, count);
  if (!isValid)
    return b.refuse("its rule expects 'sizes' to be constant sizes, found " +
                    args.describe("sizes"));
  Value mask = b.expand(args.getValue("mask"), sizesOf(b, grad));
  mask = b.reshape(mask, {-1});
  Value taken = b.call("aten.cumsum.default", {mask, 0});
  Value place = b.atLeast(b.sub(taken, 1), 0);
  Value given = b.where(b.logicalNot(mask), 0.0, b.reshape(grad, {-1}));
  Value zeros = b.newZeros(grad, {count});
  Value sum = b.indexAdd(zeros, 0, place, given);
  return b.view(sum, *sizes);
}

// aten::embedding_dense_backward(Tensor grad_output, Tensor indices,
//   SymInt num_weights, SymInt padding_idx, bool scale_grad_by_freq) -> Tensor
static Decomposed embeddingBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad_output"), indices = args.getValue("indices");
  if (b.getType(grad).getRank() < 1 || !sym::getDims(b.getType(grad)).back())
    return b.refuse("its rule expects rows of known size");
  AffineExpr width = sym::getDims(b.getType(grad)).back();
  OpFoldResult rest = b.getBuilder().getI64IntegerAttr(-1);
  Value flat = b.view(indices, {rest});
  Value rows = b.view(grad, {rest, b.size(width)});
  Value isPadding = b.compare("eq", flat, args.getSpec("padding_idx"));
  auto addUp = [&](Value x, const CallArgument &sizes) {
    Value zeros = b.newZeros(x, sizes);
    return b.indexAdd(zeros, 0, flat, x);
  };
  OpFoldResult count = passElement(args, "num_weights");
  if (require(b, args.getBool("scale_grad_by_freq"))) {
    Type type = b.getType(grad).getElementType();
    Value ones = b.cast(b.unary("ones_like", flat), type);
    Value times = b.indexSelect(addUp(ones, {count}), 0, flat);
    rows = b.div(rows, b.unsqueeze(times, 1));
  }
  rows = b.where(b.unsqueeze(isPadding, 1), 0.0, rows);
  return addUp(rows, {count, b.size(width)});
}

namespace {
/// The reduction of the rows of a bag (ATen/native/EmbeddingBag.cpp).
enum BagMode : int64_t { BagSum, BagMean, BagMax };
} // namespace

/// The bag of each index: as computed by the forward pass, or else from the
/// offsets.
static Value getBags(TorchBuilder &b, const Arguments &args) {
  Value given = args.getValue("offset2bag"), indices = args.getValue("indices");
  ArrayRef<int64_t> sizes = b.getType(given).getShape();
  if (sizes.size() != 1 || sizes[0] != 0 || !args.has("offsets"))
    return given;
  Value offsets = args.getValue("offsets");
  AffineExpr count = sym::getDims(b.getType(indices))[0];
  if (!b.requireKnown(count))
    return Value();
  Value zeros = b.newZeros(indices, {b.size(sym::add(count, 1))});
  Value begun = b.indexAdd(zeros, 0, offsets, b.unary("ones_like", offsets));
  begun = b.slice(begun, 0, 0, b.size(count));
  return b.sub(b.call("aten.cumsum.default", {begun, 0}), 1);
}

// aten::_embedding_bag_backward(Tensor grad, Tensor indices, Tensor offsets,
//   Tensor offset2bag, Tensor bag_size, Tensor maximum_indices,
//   SymInt num_weights, bool scale_grad_by_freq, int mode, bool sparse,
//   Tensor? per_sample_weights, int padding_idx=-1) -> Tensor
// aten::_embedding_bag_dense_backward has neither offsets nor 'sparse'.
//
// The gradient of a row is the sum of the gradients of its bags or, for max, of
// the columns in which the row was the largest.
static Decomposed embeddingBagBackward(TorchBuilder &b, const Arguments &args) {
  Value given = args.getValue("grad"), indices = args.getValue("indices");
  requireFloat(b, given);
  // With 'scale_grad_by_freq' the CPU kernel divides by the frequency of
  // another index than other devices.
  for (StringRef name : {"sparse", "scale_grad_by_freq"})
    if (args.getBool(name).value_or(false))
      return b.refuse("its rule expects '" + name +
                      "' to be false, found true");
  if (b.getType(given).getRank() != 2 || b.getType(indices).getRank() != 1)
    return b.refuse("its rule expects 'grad' to have 2 dimensions and "
                    "'indices' to have 1");
  Value grad = getInOpMath(b, given);
  AffineExpr width = sym::getDims(b.getType(grad))[1];
  if (!b.requireKnown(width))
    return Value();
  SmallVector<OpFoldResult> sizes = {passElement(args, "num_weights"),
                                     b.size(width)};
  Value zeros = b.newZeros(grad, sizes);
  auto column = [&](Value x) { return b.unsqueeze(x, 1); };
  int64_t mode = require(b, args.getInt("mode"));
  if (mode == BagMax) {
    Value isEmpty = b.compare("eq", args.getValue("bag_size"), 0);
    Value sum = b.call("aten.scatter_add.default",
                       {zeros, 0, args.getValue("maximum_indices"),
                        b.where(column(isEmpty), 0.0, grad)});
    return castLike(b, sum, given);
  }
  Type type = b.getType(grad).getElementType();
  Value bags = getBags(b, args);
  Value rows = b.indexSelect(grad, 0, bags);
  if (mode == BagMean) {
    Value count = b.indexSelect(args.getValue("bag_size"), 0, bags);
    count = b.atLeast(count, 1);
    rows = b.div(rows, column(b.cast(count, type)));
  }
  if (Value weights = args.getValue("per_sample_weights"))
    rows = b.mul(rows, column(getInOpMath(b, weights)));
  Value isPadding = b.compare("eq", indices, args.getSpec("padding_idx"));
  rows = b.where(column(isPadding), 0.0, rows);
  return castLike(b, b.indexAdd(zeros, 0, indices, rows), given);
}

// aten::_embedding_bag_per_sample_weights_backward(Tensor grad, Tensor weight,
//   Tensor indices, Tensor offsets, Tensor offset2bag, int mode,
//   int padding_idx=-1) -> Tensor
static Decomposed bagWeightsBackward(TorchBuilder &b, const Arguments &args) {
  Value grad = args.getValue("grad"), indices = args.getValue("indices");
  requireFloat(b, grad);
  if (require(b, args.getInt("mode")) != BagSum)
    b.refuse("its rule expects 'mode' to be 0, found " + args.describe("mode"));
  if (b.getType(indices).getRank() != 1)
    b.refuse("its rule expects 'indices' to have 1 dimension, found " +
             Twine(b.getType(indices).getRank()));
  if (b.isRefused())
    return Value();
  Value rows = b.indexSelect(getInOpMath(b, grad), 0, getBags(b, args));
  Value read = b.indexSelect(getInOpMath(b, args, "weight"), 0, indices);
  Value isPadding = b.compare("eq", indices, args.getSpec("padding_idx"));
  return castLike(b, b.where(isPadding, 0.0, b.sum(b.mul(rows, read), {1})),
                  grad);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void torch::addLayerDerivativeDecompositions(Decompositions &r) {
  r.insert("aten._embedding_bag_backward.default",
           Decomposition(embeddingBagBackward).withSizes());
  r.insert("aten._embedding_bag_dense_backward.default",
           Decomposition(embeddingBagBackward).withSizes());
  r.insert("aten._embedding_bag_per_sample_weights_backward.default",
           bagWeightsBackward);
  r.insert("aten.avg_pool2d_backward.default", avgPoolBackward<2>);
  r.insert("aten.avg_pool3d_backward.default", avgPoolBackward<3>);
  r.insert("aten.batch_norm_backward.default", batchNormBackward);
  r.insert("aten.convolution_backward.default", convolutionBackward);
  r.insert("aten.diagonal_backward.default",
           viewBackward("aten.diagonal_scatter.default",
                        {"offset", "dim1", "dim2"}));
  r.insert("aten.embedding_dense_backward.default",
           Decomposition(embeddingBackward).withSizes());
  r.insert("aten.masked_scatter_backward.default", maskedScatterBackward);
  r.insert("aten.native_batch_norm_backward.default", batchNormBackward);
  r.insert("aten.native_group_norm_backward.default", groupNormBackward);
  r.insert("aten.native_layer_norm_backward.default", layerNormBackward);
  r.insert("aten.select_backward.default",
           viewBackward("aten.select_scatter.default", {"dim", "index"}));
  r.insert("aten.slice_backward.default",
           viewBackward("aten.slice_scatter.default",
                        {"dim", "start", "end", "step"}));
  r.insert("aten.unfold_backward.default",
           Decomposition(unfoldBackward).withSizes());
}
