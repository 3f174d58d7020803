//===- DecomposeTransformer.cpp - Kernels of attention and around it ------===//
//
// What scaled_dot_product_attention becomes on one kind of processor, and its
// derivative there. nn.MultiheadAttention and nn.TransformerEncoderLayer call
// one kernel for all that they do where they need no derivative, and a program
// that was traced there has the kernel (ATen/native/transformers).
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Attention of one kind of processor
//===----------------------------------------------------------------------===//

// aten::_scaled_dot_product_{flash,efficient,cudnn,...}_attention(Tensor query,
//   Tensor key, Tensor value, ..., float dropout_p=0., bool is_causal=False,
//   ..., float? scale=None) -> (Tensor output, Tensor logsumexp, ...)
//
// What scaled_dot_product_attention becomes on one kind of processor. The other
// results are for the backward pass.
static Value attention(TorchBuilder &b, const Arguments &args) {
  SmallVector<CallArgument> call = {
      args.getValue("query"), args.getValue("key"), args.getValue("value")};
  Value mask = args.getValue("attn_mask");
  if (!mask)
    mask = args.getValue("attn_bias");
  if (mask)
    call.emplace_back("attn_mask", mask);
  call.emplace_back("dropout_p", require(b, args.getFloat("dropout_p")));
  call.emplace_back("is_causal", require(b, args.getBool("is_causal")));
  if (std::optional<double> scale = args.getFloat("scale"))
    call.emplace_back("scale", *scale);
  return b.call("aten.scaled_dot_product_attention.default", call);
}

static Decomposed attentionKernel(TorchBuilder &b, const Arguments &args) {
  OperatorOp op = args.getOp();
  if (llvm::any_of(op->getResults().drop_front(),
                   [](Value result) { return !result.use_empty(); }))
    return b.refuse("its rule expects that only the first result is used, "
                    "found a use of one for the backward pass"),
           Value();
  SmallVector<Value> results(op->getNumResults());
  results.front() = attention(b, args);
  return results;
}

namespace {

/// What the kernel for CPUs and its derivative compute, in opmath.
struct Scores {
  Value query, key, value;
  double scale;
  /// [B, heads, L, S]; -inf where a key has no part.
  Value all;
};

} // namespace

static Scores getScores(TorchBuilder &b, const Arguments &args) {
  Scores s = {getInOpMath(b, args.getValue("query")),
              getInOpMath(b, args.getValue("key")),
              getInOpMath(b, args.getValue("value")), 0, Value()};
  if (require(b, args.getFloat("dropout_p")) != 0)
    b.refuse("its rule expects 'dropout_p' to be 0, found another number");
  if (b.isRefused())
    return s;
  RankedTensorType type = b.getType(s.query);
  int64_t width =
      type.getRank() == 0 ? ShapedType::kDynamic : type.getShape().back();
  std::optional<double> scale = args.getFloat("scale");
  if (!scale && (ShapedType::isDynamic(width) || width == 0))
    b.refuse("its rule expects 'scale', or the size of a query that is "
             "constant, found neither");
  if (b.isRefused())
    return s;
  s.scale = scale ? *scale : 1 / std::sqrt(double(width));
  s.all = b.call(
      "aten.matmul.default",
      {b.mul(s.query, s.scale), b.call("aten.transpose.int", {s.key, -2, -1})});
  Type boolean = IntegerType::get(b.getBuilder().getContext(), 1);
  auto hide = [&](Value hidden) {
    s.all =
        b.call("aten.masked_fill.Scalar", {s.all, hidden, double(-INFINITY)});
  };
  if (Value mask = args.getValue("attn_mask")) {
    if (b.getType(mask).getElementType() == boolean)
      hide(b.call("aten.logical_not.default", {mask}));
    else
      s.all = b.add(s.all, mask);
  }
  if (require(b, args.getBool("is_causal")))
    hide(b.call(
        "aten.triu.default",
        {b.call("aten.ones_like.default", {s.all, {"dtype", boolean}}), 1}));
  return s;
}

// aten::_scaled_dot_product_flash_attention_for_cpu(Tensor query, Tensor key,
//   Tensor value, float dropout_p=0., bool is_causal=False, *,
//   Tensor? attn_mask=None, float? scale=None)
//   -> (Tensor output, Tensor logsumexp)
static Decomposed attentionForCpu(TorchBuilder &b, const Arguments &args) {
  OperatorOp op = args.getOp();
  if (op->getNumResults() != 2 || op->getResult(1).use_empty())
    return attentionKernel(b, args);
  Scores scores = getScores(b, args);
  Value sums =
      b.call("aten.logsumexp.default", {scores.all, ArrayRef<int64_t>({-1})});
  // Where no key has a part.
  Value isNone = b.call("aten.eq.Scalar", {sums, double(-INFINITY)});
  sums = b.call("aten.masked_fill.Scalar", {sums, isNone, 0.0});
  return {attention(b, args), sums};
}

// aten::_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out,
//   Tensor query, Tensor key, Tensor value, Tensor out, Tensor logsumexp,
//   float dropout_p, bool is_causal, *, Tensor? attn_mask=None,
//   float? scale=None)
//   -> (Tensor grad_query, Tensor grad_key, Tensor grad_value)
//
// The weights again, of the queries and the keys; those of a row where no key
// has a part are 0.
static Decomposed attentionForCpuBackward(TorchBuilder &b,
                                          const Arguments &args) {
  Scores s = getScores(b, args);
  Value grad = getInOpMath(b, args.getValue("grad_out"));
  auto product = [&](Value x, Value y) {
    return b.call("aten.matmul.default", {x, y});
  };
  auto transpose = [&](Value x) {
    return b.call("aten.transpose.int", {x, -2, -1});
  };
  Value weights = b.call("aten._safe_softmax.default", {s.all, -1});
  Value slope = product(grad, transpose(s.value));
  Value mean = b.sumAlong(b.mul(slope, weights), -1);
  slope = b.mul(b.mul(weights, b.sub(slope, mean)), s.scale);
  SmallVector<Value> results = {product(slope, s.key),
                                product(transpose(slope), s.query),
                                product(transpose(weights), grad)};
  if (b.isRefused())
    return Value();
  for (auto [result, name] : llvm::zip_equal(
           results, SmallVector<StringRef>({"query", "key", "value"})))
    result = b.cast(result, b.getType(args.getValue(name)).getElementType());
  return results;
}

//===----------------------------------------------------------------------===//
// Layers
//===----------------------------------------------------------------------===//

/// The rank of a tensor; refuses one that differs from what is expected.
static void requireRank(TorchBuilder &b, Value x, StringRef name,
                        int64_t rank) {
  int64_t found = b.getType(x).getRank();
  if (found != rank)
    b.refuse("its rule expects '" + name + "' to have " + Twine(rank) +
             " dimensions, found " + Twine(found));
}

static Value linear(TorchBuilder &b, Value x, Value weight, Value bias) {
  return b.call("aten.linear.default", {x, weight, bias});
}

/// Equal parts along one dimension.
static SmallVector<Value> split(TorchBuilder &b, Value x, int64_t count,
                                int64_t axis) {
  SmallVector<Value> parts = b.callAll("aten.chunk.default", {x, count, axis});
  if (!b.isRefused() && int64_t(parts.size()) != count)
    b.refuse("its rule expects " + Twine(count) +
             " parts of equal size, found " + Twine(parts.size()));
  parts.resize(count);
  return parts;
}

/// [B, T, D] -> [B, heads, T, D / heads].
static Value splitHeads(TorchBuilder &b, Value x, int64_t heads) {
  Value parts =
      b.call("aten.unflatten.int", {x, 2, ArrayRef<int64_t>({heads, -1})});
  return b.call("aten.transpose.int", {parts, 1, 2});
}

/// A softmax in which the elements where the mask is true have no part. All of
/// a row that is masked as a whole are NaN, as they are in eager.
static Value maskedSoftmax(TorchBuilder &b, Value scores, Value mask,
                           std::optional<int64_t> kind, int64_t axis) {
  if (b.isRefused())
    return {};
  int64_t rank = b.getType(scores).getRank();
  int64_t maskRank = b.getType(mask).getRank();
  if (maskRank == 2 && rank == 4) {
    // Of type 0 it says which keys each query sees; of type 1, which keys of
    // each sample are padding.
    if (kind != 0 && kind != 1)
      b.refuse("its rule expects 'mask_type' to be 0 or 1 for a mask of 2 "
               "dimensions, found another one");
    if (kind == 1)
      for (int64_t place : {1, 1})
        mask = b.call("aten.unsqueeze.default", {mask, place});
  } else if (maskRank != rank) {
    b.refuse("its rule expects 'mask' to have 2 or " + Twine(rank) +
             " dimensions, found " + Twine(maskRank));
  }
  Value masked =
      b.call("aten.masked_fill.Scalar", {scores, mask, double(-INFINITY)});
  return b.call("aten.softmax.int", {masked, axis});
}

// aten::_masked_softmax(Tensor self, Tensor mask, int? dim=None,
//                       int? mask_type=None) -> Tensor
static Decomposed maskedSoftmax(TorchBuilder &b, const Arguments &args) {
  Value mask = args.getValue("mask");
  if (!b.getType(mask).getElementType().isInteger(1))
    return b.refuse("its rule expects 'mask' to have booleans"), Value();
  return maskedSoftmax(b, args.getValue("self"), mask, args.getInt("mask_type"),
                       args.getInt("dim").value_or(-1));
}

namespace {

/// What the two kernels below have in common.
struct SelfAttention {
  int64_t width, heads;
  Value projection, projectionBias, output, outputBias;
  /// Where it is true, or not 0, a key has no part; or null.
  Value mask;
  std::optional<int64_t> maskType;
};

} // namespace

static SelfAttention getSelfAttention(TorchBuilder &b, const Arguments &args,
                                      StringRef heads) {
  SelfAttention layer = {require(b, args.getInt("embed_dim")),
                         require(b, args.getInt(heads)),
                         args.getValue("qkv_weight"),
                         args.getValue("qkv_bias"),
                         args.getValue("proj_weight"),
                         args.getValue("proj_bias"),
                         args.getValue("mask"),
                         args.getInt("mask_type")};
  if (layer.heads <= 0 || layer.width <= 0 || layer.width % layer.heads != 0)
    b.refuse("its rule expects 'embed_dim' to be a multiple of '" + heads +
             "', found " + Twine(layer.width) + " and " + Twine(layer.heads));
  return layer;
}

/// The result, and the weights of the keys, [B, heads, T, T], if they are
/// wanted.
static std::pair<Value, Value> attend(TorchBuilder &b, Value query, Value key,
                                      Value value, const SelfAttention &layer,
                                      bool wantsWeights) {
  SmallVector<Value> parts;
  if (query == key && key == value) {
    parts = split(b, linear(b, query, layer.projection, layer.projectionBias),
                  3, 2);
  } else {
    SmallVector<Value> weights = split(b, layer.projection, 3, 0);
    SmallVector<Value> biases = split(b, layer.projectionBias, 3, 0);
    for (auto [x, weight, bias] : llvm::zip_equal(
             SmallVector<Value>({query, key, value}), weights, biases))
      parts.push_back(linear(b, x, weight, bias));
  }
  for (Value &part : parts)
    part = splitHeads(b, part, layer.heads);
  Value weights, context;
  if (!wantsWeights && !layer.mask) {
    context = b.call("aten.scaled_dot_product_attention.default",
                     {parts[0], parts[1], parts[2]});
  } else {
    double scale = 1 / std::sqrt(double(layer.width / layer.heads));
    Value scores = b.call("aten.matmul.default",
                          {b.mul(parts[0], scale),
                           b.call("aten.transpose.int", {parts[1], -2, -1})});
    if (Value mask = layer.mask) {
      mask = b.cast(mask, IntegerType::get(b.getBuilder().getContext(), 1));
      weights = maskedSoftmax(b, scores, mask, layer.maskType, -1);
    } else {
      weights = b.call("aten.softmax.int", {scores, -1});
    }
    context = b.call("aten.matmul.default", {weights, parts[2]});
  }
  Value rows = b.call("aten.flatten.using_ints",
                      {b.call("aten.transpose.int", {context, 1, 2}), 2, 3});
  return {linear(b, rows, layer.output, layer.outputBias), weights};
}

// aten::_native_multi_head_attention(Tensor query, Tensor key, Tensor value,
//   int embed_dim, int num_head, Tensor qkv_weight, Tensor qkv_bias,
//   Tensor proj_weight, Tensor proj_bias, Tensor? mask=None,
//   bool need_weights=True, bool average_attn_weights=True,
//   int? mask_type=None) -> (Tensor, Tensor)
static Decomposed nativeAttention(TorchBuilder &b, const Arguments &args) {
  SelfAttention layer = getSelfAttention(b, args, "num_head");
  Value query = args.getValue("query"), key = args.getValue("key");
  Value value = args.getValue("value");
  for (StringRef name : {"query", "key", "value"})
    requireRank(b, args.getValue(name), name, 3);
  bool needsWeights = require(b, args.getBool("need_weights"));
  if (b.isRefused())
    return Value();
  OperatorOp op = args.getOp();
  bool isUsed = op->getNumResults() == 2 && !op->getResult(1).use_empty();
  auto [result, weights] =
      attend(b, query, key, value, layer, needsWeights && isUsed);
  if (!isUsed)
    return {result, Value()};
  // The program has a tensor without elements in place of None.
  if (!needsWeights)
    return {result,
            b.call("aten.new_zeros.default", {query, ArrayRef<int64_t>({0})})};
  if (require(b, args.getBool("average_attn_weights")))
    weights = b.call("aten.mean.dim", {weights, ArrayRef<int64_t>({1})});
  return {result, weights};
}

// aten::_transform_bias_rescale_qkv(Tensor qkv, Tensor qkv_bias,
//                                   int num_heads) -> (Tensor, Tensor, Tensor)
static Decomposed transformQkv(TorchBuilder &b, const Arguments &args) {
  Value all = args.getValue("qkv");
  int64_t heads = require(b, args.getInt("num_heads"));
  requireRank(b, all, "qkv", 3);
  if (b.isRefused())
    return Value();
  int64_t width = b.getType(all).getDimSize(2);
  if (heads <= 0 || ShapedType::isDynamic(width) || width <= 0 ||
      width % (3 * heads) != 0)
    return b.refuse("its rule expects 'qkv' to have 3 parts for each of " +
                    Twine(heads) + " heads"),
           Value();
  SmallVector<Value> parts =
      split(b, b.add(all, args.getValue("qkv_bias")), 3, 2);
  for (Value &part : parts)
    part = splitHeads(b, part, heads);
  parts[0] = b.mul(parts[0], 1 / std::sqrt(double(width / 3 / heads)));
  return parts;
}

// aten::_transformer_encoder_layer_fwd(Tensor src, int embed_dim,
//   int num_heads, Tensor qkv_weight, Tensor qkv_bias, Tensor proj_weight,
//   Tensor proj_bias, bool use_gelu, bool norm_first, float eps,
//   Tensor norm_weight_1, Tensor norm_bias_1, Tensor norm_weight_2,
//   Tensor norm_bias_2, Tensor ffn_weight_1, Tensor ffn_bias_1,
//   Tensor ffn_weight_2, Tensor ffn_bias_2, Tensor? mask=None,
//   int? mask_type=None) -> Tensor
//
// The gelu is the one of the layer, which the kernel of one kind of processor
// approximates.
static Decomposed encoderLayer(TorchBuilder &b, const Arguments &args) {
  SelfAttention layer = getSelfAttention(b, args, "num_heads");
  Value source = args.getValue("src");
  requireRank(b, source, "src", 3);
  bool isGelu = require(b, args.getBool("use_gelu"));
  bool isNormFirst = require(b, args.getBool("norm_first"));
  double eps = require(b, args.getFloat("eps"));
  if (b.isRefused())
    return Value();
  auto normalize = [&](Value x, StringRef weight, StringRef bias) {
    return b.call("aten.layer_norm.default",
                  {x, ArrayRef<int64_t>({layer.width}), args.getValue(weight),
                   args.getValue(bias), eps});
  };
  auto first = [&](Value x) {
    return normalize(x, "norm_weight_1", "norm_bias_1");
  };
  auto second = [&](Value x) {
    return normalize(x, "norm_weight_2", "norm_bias_2");
  };

  Value x = isNormFirst ? first(source) : source;
  x = b.add(attend(b, x, x, x, layer, /*wantsWeights=*/false).first, source);
  if (!isNormFirst)
    x = first(x);
  Value residual = x;
  if (isNormFirst)
    x = second(x);
  x = linear(b, x, args.getValue("ffn_weight_1"), args.getValue("ffn_bias_1"));
  x = isGelu ? b.call("aten.gelu.default", {x}) : b.relu(x);
  x = linear(b, x, args.getValue("ffn_weight_2"), args.getValue("ffn_bias_2"));
  x = b.add(x, residual);
  return isNormFirst ? x : second(x);
}

void torch::addTransformerDecompositions(OperatorMap<DecomposeFn> &rules) {
  for (StringRef kernel : {"cudnn_attention", "efficient_attention",
                           "flash_attention", "fused_attention_overrideable"})
    rules.insert(("aten._scaled_dot_product_" + kernel + ".default").str(),
                 attentionKernel);
  StringRef forCpu = "aten._scaled_dot_product_flash_attention_for_cpu";
  rules.insert((forCpu + ".default").str(), attentionForCpu);
  rules.insert((forCpu + "_backward.default").str(), attentionForCpuBackward);
  rules.insert("aten._masked_softmax.default",
               static_cast<DecomposeFn>(maskedSoftmax));
  rules.insert("aten._native_multi_head_attention.default", nativeAttention);
  rules.insert("aten._transform_bias_rescale_qkv.default", transformQkv);
  rules.insert("aten._transformer_encoder_layer_fwd.default", encoderLayer);
}
