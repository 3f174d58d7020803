//===- BatchLayers.cpp - Batches of neural network layers -----------------===//
//
// Batching rules of the layers of an ensemble of models: convolutions, pooling,
// resizing, normalizations and losses, whose weights may differ for each
// element. For layers with a batch dimension of their own, both batches are
// joined into one; a convolution with different weights for each element is a
// convolution with more groups.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

/// An argument whose first dimension is joined with the batch.
static Value join(BatchBuilder &b, StringRef name) {
  return b.flatten(b.getBatched(name), 0, 1);
}

/// Splits the first dimension of the results, in which the batch is joined with
/// others, into the shape of the program.
static Values splitBatch(BatchBuilder &b, Values results) {
  for (auto [index, result] : llvm::enumerate(results)) {
    result = b.reshape(result, b.withBatch(b.getResultSizes(index)));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Samples
//===----------------------------------------------------------------------===//

static Values samples(BatchBuilder &b, StringRef name, int64_t rank,
                      bool mayBeSample,
                      ArrayRef<std::pair<StringRef, ArgumentSpec>> more = {}) {
  int64_t itsRank = b.rankOf(name);
  SmallVector<std::pair<StringRef, ArgumentSpec>> overrides(more);
  if (itsRank == rank && mayBeSample) {
    overrides.emplace_back(name, b.getBatched(name));
    return b.again(overrides);
  }
  if (itsRank != rank + 1)
    return {b.refuse("expected samples of " + Twine(rank) + " dimensions")};
  overrides.emplace_back(name, join(b, name));
  return splitBatch(b, b.again(overrides));
}

/// An operator on samples of `rank` dimensions, or (`mayBeSample`) on a batch
/// of samples. Both batches are joined.
static BatchFn ofSamples(StringRef name, int64_t rank, bool mayBeSample) {
  return [name, rank, mayBeSample](BatchBuilder &b) -> Values {
    b.expectOnlyBatched({name});
    return samples(b, name, rank, mayBeSample);
  };
}

/// An operator on the last `rank` dimensions; all other dimensions are joined
/// into one.
static Values planes(BatchBuilder &b, StringRef name, int64_t rank) {
  b.expectOnlyBatched({name});
  int64_t itsRank = b.rankOf(name);
  if (itsRank < rank)
    b.refuse("expected " + Twine(rank) + " or more dimensions");
  Value x = b.flatten(b.getBatched(name), 0, itsRank - rank);
  return splitBatch(b, b.again({{name, b.unsqueeze(x, 1)}}));
}

static BatchFn ofPlanes(StringRef name, int64_t rank) {
  return [name, rank](BatchBuilder &b) { return planes(b, name, rank); };
}

/// Pads the last dimensions, with two numbers for each.
static Values pad(BatchBuilder &b) {
  auto widths = b.getArguments().getList("pad");
  if (!widths)
    return {b.refuse("expected a list of widths")};
  if (b.getArguments().getString("mode").value_or("") != "constant")
    return planes(b, "self", widths->size() / 2);
  b.expectOnlyBatched({"self"});
  return b.again({});
}

// aten::grid_sampler_2d(Tensor input, Tensor grid, int interpolation_mode,
//   int padding_mode, bool align_corners) -> Tensor
static BatchFn gridSampler(int64_t rank) {
  return [rank](BatchBuilder &b) -> Values {
    int64_t itsRank = rank < 0 ? b.rankOf("input") : rank;
    if (b.rankOf("input") != itsRank || b.rankOf("grid") != itsRank)
      b.refuse("expected a grid for each sample");
    return splitBatch(
        b, b.again({{"input", join(b, "input")}, {"grid", join(b, "grid")}}));
  };
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// With different weights for each element, the elements become groups of
/// channels.
static Values groupedConvolution(BatchBuilder &b, bool isTransposed) {
  const Arguments &args = b.getArguments();
  int64_t rank = b.rankOf("weight");
  int64_t itsRank = b.rankOf("input");
  auto count = dyn_cast_if_present<Attribute>(b.getBatchSize());
  std::optional<int64_t> groups = args.getInt("groups");
  if (!count || !groups)
    b.refuse("expected a constant number of elements");
  if (itsRank != rank && itsRank + 1 != rank)
    b.refuse("expected an input of " + Twine(rank) + " dimensions");
  if (b.isRefused())
    return {};
  bool isSample = itsRank + 1 == rank;
  int64_t size = cast<IntegerAttr>(count).getInt();
  bool sharesInput = !b.isBatched("input") && *groups == 1 && !isTransposed;
  Value x;
  if (sharesInput) {
    // The channels of all weights become channels of the result.
    x = b.get("input");
  } else if (isSample) {
    x = join(b, "input");
  } else {
    x = b.moveAxis(b.getBatched("input"), 0, 1);
    x = b.flatten(x, 1, 2);
  }
  if (isSample)
    x = b.unsqueeze(x, 0);
  Values results =
      b.again({{"input", x},
               {"weight", join(b, "weight")},
               {"bias", args.has("bias") ? join(b, "bias") : b.none()},
               {"groups", b.number(sharesInput ? 1 : size * *groups)}});
  if (b.isRefused() || results.size() != 1)
    return {};
  SmallVector<OpFoldResult> sizes = b.getResultSizes();
  if (b.isRefused())
    return {};
  sizes.insert(sizes.begin() + (isSample ? 0 : 1), b.getBatchSize());
  Value result = b.reshape(results.front(), sizes);
  return {isSample ? result : b.moveAxis(result, 1, 0)};
}

/// The same weights for all elements; the bias may differ.
static Values plainConvolution(BatchBuilder &b, int64_t rank,
                               bool mayBeSample) {
  if (!b.isBatched("bias"))
    return samples(b, "input", rank, mayBeSample);
  SmallVector<std::pair<StringRef, ArgumentSpec>> withoutBias = {
      {"bias", b.none()}};
  Values results = b.isBatched("input")
                       ? samples(b, "input", rank, mayBeSample, withoutBias)
                       : b.again(withoutBias);
  if (b.isRefused() || results.size() != 1)
    return {};
  Value bias = b.get("bias");
  for (int64_t i = 0; i < rank - 1; ++i)
    bias = b.unsqueeze(bias, -1);
  if (b.rankOf("input") == rank + 1)
    bias = b.unsqueeze(bias, 1);
  return {b.add(results.front(), bias)};
}

static BatchFn convolution(bool isTransposed) {
  return [isTransposed](BatchBuilder &b) -> Values {
    b.expectOnlyBatched({"input", "weight", "bias"});
    int64_t rank = b.rankOf("weight") - 1;
    const Arguments &args = b.getArguments();
    bool hasFlag = args.has("transposed");
    bool transposed =
        hasFlag ? args.getBool("transposed").value_or(true) : isTransposed;
    if (b.isRefused())
      return {};
    if (b.isBatched("weight"))
      return groupedConvolution(b, transposed);
    // The overload with the flag does not accept a single sample.
    return plainConvolution(b, rank, !hasFlag);
  };
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

/// Aligns a 1-d weight with the second dimension, the channels, of a tensor.
static Value alignChannels(BatchBuilder &b, StringRef name, int64_t rank) {
  Value x = b.get(name);
  if (b.isBatched(name))
    x = b.unsqueeze(x, 1);
  for (int64_t i = 2; i < rank; ++i)
    x = b.unsqueeze(x, -1);
  return x;
}

/// Applies weight and bias after a normalization without them. If the operator
/// computes in a wider type than its tensors, the result is rounded once.
static Values
scaleAndShift(BatchBuilder &b, Values results,
              llvm::function_ref<Value(BatchBuilder &, StringRef)> align) {
  if (b.isRefused() || results.empty())
    return {};
  Type type = BatchBuilder::getType(results.front()).getElementType();
  if (!type.isF32() && !type.isF64()) {
    b.refuse("expected weights of float32 or float64 that "
             "are not the same for all elements");
    return {};
  }
  if (b.getArguments().has("weight"))
    results.front() = b.mul(results.front(), align(b, "weight"));
  if (b.getArguments().has("bias"))
    results.front() = b.add(results.front(), align(b, "bias"));
  return results;
}

/// In evaluation mode each element is normalized independently.
static Values batchNorm(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  b.expectEvaluation();
  int64_t rank = b.rankOf("input");
  if (rank < 2)
    b.refuse("expected 2 or more dimensions");
  if (b.isRefused())
    return {};
  if (!b.isBatched("weight") && !b.isBatched("bias") &&
      !b.isBatched("running_mean") && !b.isBatched("running_var"))
    return samples(b, "input", rank - 1, false);
  std::optional<double> eps = args.getFloat("eps");
  auto type = dyn_cast<RankedTensorType>(b.getOp()->getResult(0).getType());
  if (!eps || !type ||
      !(type.getElementType().isF32() || type.getElementType().isF64()))
    b.refuse("expected statistics of float32 or float64");
  if (b.isRefused())
    return {};
  // In the order of PyTorch's kernel: x * scale + (bias - mean * scale).
  Value scale =
      b.unary("rsqrt", b.add(alignChannels(b, "running_var", rank), *eps));
  if (args.has("weight"))
    scale = b.mul(scale, alignChannels(b, "weight", rank));
  Value shift = b.mul(alignChannels(b, "running_mean", rank), scale);
  shift = args.has("bias") ? b.sub(alignChannels(b, "bias", rank), shift)
                           : b.unary("neg", shift);
  return {b.add(b.mul(b.get("input"), scale), shift)};
}

/// The weights have one factor for each channel.
static Values groupNorm(BatchBuilder &b) {
  b.expectOnlyBatched({"input", "weight", "bias"});
  int64_t rank = b.rankOf("input");
  if (!b.isBatched("weight") && !b.isBatched("bias"))
    return samples(b, "input", rank - 1, false);
  return scaleAndShift(b,
                       samples(b, "input", rank - 1, false,
                               {{"weight", b.none()}, {"bias", b.none()}}),
                       [&](BatchBuilder &b, StringRef name) {
                         return alignChannels(b, name, rank);
                       });
}

/// The last dimensions, which are those of the weights, are normalized.
static Values lastNorm(BatchBuilder &b) {
  b.expectOnlyBatched({"input", "weight", "bias"});
  if (!b.isBatched("weight") && !b.isBatched("bias"))
    return b.again({});
  SmallVector<std::pair<StringRef, ArgumentSpec>> overrides = {
      {"input", b.getBatched("input")}, {"weight", b.none()}};
  if (b.getOp().getSchema()->findArg("bias"))
    overrides.emplace_back("bias", b.none());
  int64_t rank = b.rankOf("input");
  return scaleAndShift(
      b, b.again(overrides),
      [&](BatchBuilder &b, StringRef name) { return b.align(name, rank); });
}

// aten::prelu(Tensor self, Tensor weight) -> Tensor
static Values prelu(BatchBuilder &b) {
  int64_t rank = b.rankOf("self");
  if (b.rankOf("weight") != 1 || rank < 2)
    b.refuse("expected 2 or more dimensions");
  Value x = b.get("self");
  Value isPositive = b.compare("gt", x, 0);
  return {b.where(isPositive, x, b.mul(alignChannels(b, "weight", rank), x))};
}

//===----------------------------------------------------------------------===//
// Attention
//===----------------------------------------------------------------------===//

/// The mask of a batch of attentions, for all elements.
static ArgumentSpec joinMask(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  if (!args.has("attn_mask"))
    return b.none();
  int64_t rank = b.rankOf("attn_mask");
  if (!b.isBatched("attn_mask") && rank < 4)
    return b.get("attn_mask");
  Value mask = b.getBatched("attn_mask");
  for (; rank < 4; ++rank)
    mask = b.unsqueeze(mask, 1);
  SmallVector<OpFoldResult> sizes = b.getResultSizes();
  if (b.isRefused())
    return b.none();
  OpFoldResult same = b.getBuilder().getI64IntegerAttr(-1);
  SmallVector<OpFoldResult> all = {same, sizes.front(), same, same, same};
  mask = b.expand(mask, all);
  return b.flatten(mask, 0, 1);
}

// aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value,
//   Tensor? attn_mask=None, float dropout_p=0.0, bool is_causal=False, *,
//   float? scale=None, bool enable_gqa=False) -> Tensor
static Values attention(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  int64_t rank = b.rankOf("query");
  if (rank != b.rankOf("key") || rank != b.rankOf("value") || rank > 4)
    b.refuse("expected tensors of 2 to 4 dimensions");
  if (rank < 4 && args.getBool("enable_gqa").value_or(true))
    b.refuse("expected as many heads for all");
  if (b.isRefused())
    return {};
  if (rank < 4)
    return b.again({{"query", b.getBatched("query")},
                    {"key", b.getBatched("key")},
                    {"value", b.getBatched("value")},
                    {"attn_mask", args.has("attn_mask")
                                      ? ArgumentSpec(b.align("attn_mask", rank))
                                      : b.none()}});
  ArgumentSpec mask = joinMask(b);
  return splitBatch(b, b.again({{"query", join(b, "query")},
                                {"key", join(b, "key")},
                                {"value", join(b, "value")},
                                {"attn_mask", mask}}));
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// A loss of pairs of elements, reduced over each element of the batch.
static Values loss(BatchBuilder &b) {
  const Arguments &args = b.getArguments();
  std::optional<int64_t> reduction = args.getInt("reduction");
  int64_t rank = 0;
  for (const SchemaArg &arg : b.getOp().getSchema()->getArgs())
    if (Value value = args.getValue(arg.name))
      rank = std::max(rank, b.rankOf(value));
  if (!reduction)
    b.refuse("expected a constant 'reduction'");
  if (b.isRefused())
    return {};
  SmallVector<std::pair<StringRef, ArgumentSpec>> overrides = {
      {"reduction", b.number(0)}};
  for (const SchemaArg &arg : b.getOp().getSchema()->getArgs())
    if (Value value = args.getValue(arg.name))
      overrides.emplace_back(arg.name, b.align(value, rank));
  Values results = b.again(overrides);
  if (b.isRefused() || results.size() != 1 || *reduction == 0 || rank == 0)
    return results;
  Value all = results.front();
  if (rank > 1)
    all = b.flatten(all, 1);
  return {b.call(*reduction == 1 ? "aten.mean.dim" : "aten.sum.dim_IntList",
                 {all, ArrayRef<int64_t>(1)})};
}

void torch::addBatchLayerRules(BatchRules &r) {
  r.add({"aten.conv1d.default", "aten.conv2d.default", "aten.conv3d.default",
         "aten.conv1d.padding", "aten.conv2d.padding", "aten.conv3d.padding",
         "aten.convolution.default"},
        convolution(/*isTransposed=*/false));
  r.add({"aten.conv_transpose1d.default", "aten.conv_transpose2d.input",
         "aten.conv_transpose3d.input"},
        convolution(/*isTransposed=*/true));
  r.add({"aten.avg_pool1d.default", "aten.max_pool1d.default",
         "aten.max_pool1d_with_indices.default",
         "aten.adaptive_avg_pool1d.default",
         "aten.adaptive_max_pool1d.default"},
        ofSamples("self", 2, true));
  r.add({"aten.avg_pool2d.default", "aten.max_pool2d.default",
         "aten.max_pool2d_with_indices.default",
         "aten.adaptive_avg_pool2d.default",
         "aten._adaptive_avg_pool2d.default",
         "aten.adaptive_max_pool2d.default"},
        ofSamples("self", 3, true));
  r.add({"aten.avg_pool3d.default", "aten.max_pool3d.default",
         "aten.max_pool3d_with_indices.default",
         "aten.adaptive_avg_pool3d.default",
         "aten._adaptive_avg_pool3d.default",
         "aten.adaptive_max_pool3d.default"},
        ofSamples("self", 4, true));
  r.add("aten.pad.default", pad);
  r.add({"aten.reflection_pad1d.default", "aten.replication_pad1d.default"},
        ofPlanes("self", 1));
  r.add({"aten.reflection_pad2d.default", "aten.replication_pad2d.default"},
        ofPlanes("self", 2));
  r.add({"aten.reflection_pad3d.default", "aten.replication_pad3d.default"},
        ofPlanes("self", 3));
  r.add({"aten.upsample_linear1d.vec", "aten.upsample_nearest1d.vec",
         "aten._upsample_nearest_exact1d.vec"},
        ofPlanes("input", 1));
  r.add({"aten.upsample_bicubic2d.vec", "aten.upsample_bilinear2d.vec",
         "aten._upsample_bicubic2d_aa.vec", "aten._upsample_bilinear2d_aa.vec",
         "aten.upsample_nearest2d.vec", "aten._upsample_nearest_exact2d.vec"},
        ofPlanes("input", 2));
  r.add({"aten.upsample_trilinear3d.vec", "aten.upsample_nearest3d.vec"},
        ofPlanes("input", 3));
  r.add("aten.grid_sampler.default", gridSampler(-1));
  r.add("aten.grid_sampler_2d.default", gridSampler(4));
  r.add("aten.grid_sampler_3d.default", gridSampler(5));
  r.add("aten.batch_norm.default", batchNorm);
  r.add("aten.group_norm.default", groupNorm);
  r.add({"aten.layer_norm.default", "aten.native_layer_norm.default",
         "aten.rms_norm.default"},
        lastNorm);
  r.add("aten.prelu.default", prelu);
  r.add("aten.scaled_dot_product_attention.default", attention);
  r.add({"aten.binary_cross_entropy.default", "aten.huber_loss.default",
         "aten.binary_cross_entropy_with_logits.default", "aten.kl_div.default",
         "aten.l1_loss.default", "aten.mse_loss.default",
         "aten.smooth_l1_loss.default", "aten.soft_margin_loss.default"},
        loss);
}
