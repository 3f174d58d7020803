//===- DecomposeTransformer.cpp - Kernels of transformer layers -----------===//
//
// nn.MultiheadAttention and nn.TransformerEncoderLayer call a single kernel if
// no derivative is needed, so a program traced in this mode contains the kernel
// (ATen/native/transformers).
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// Checks the rank of a tensor; refuses a tensor of another rank.
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

/// [B, T, D] -> [B, heads, T, D / heads].
static Value splitHeads(TorchBuilder &b, Value x, int64_t heads) {
  Value parts =
      b.call("aten.unflatten.int", {x, 2, ArrayRef<int64_t>({heads, -1})});
  return b.transpose(parts, 1, 2);
}

/// A softmax that ignores the elements where the mask is true. In a row that is
/// masked completely, all elements are NaN, as in eager.
static Value softmaxOfSeen(TorchBuilder &b, Value scores, Value mask,
                           std::optional<int64_t> kind, int64_t axis) {
  if (b.isRefused())
    return {};
  int64_t rank = b.getType(scores).getRank();
  int64_t maskRank = b.getType(mask).getRank();
  if (maskRank == 2 && rank == 4) {
    // A mask of type 0 tells which keys each query sees; type 1 tells which
    // keys of each sample are padding.
    if (kind != 0 && kind != 1)
      b.refuse("its rule expects 'mask_type' to be 0 or 1 for a mask of 2 "
               "dimensions, found another one");
    if (kind == 1)
      for (int64_t place : {1, 1})
        mask = b.unsqueeze(mask, place);
  } else if (maskRank != rank) {
    b.refuse("its rule expects 'mask' to have 2 or " + Twine(rank) +
             " dimensions, found " + Twine(maskRank));
  }
  return b.call("aten.softmax.int", {hideScores(b, scores, mask), axis});
}

// aten::_masked_softmax(Tensor self, Tensor mask, int? dim=None,
//                       int? mask_type=None) -> Tensor
static Decomposed maskedSoftmax(TorchBuilder &b, const Arguments &args) {
  Value mask = args.getValue("mask");
  if (!b.getType(mask).getElementType().isInteger(1))
    return b.refuse("its rule expects 'mask' to have booleans");
  return softmaxOfSeen(b, args.getValue("self"), mask, args.getInt("mask_type"),
                       args.getInt("dim").value_or(-1));
}

namespace {

/// Shared by the two kernels below.
struct SelfAttention {
  int64_t width, heads;
  Value projection, projectionBias, output, outputBias;
  /// True or nonzero for keys that are ignored; may be null.
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

/// The result, and the weights of the keys, [B, heads, T, T], if requested.
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
    Value scores = b.matmul(b.mul(parts[0], scale), b.transpose(parts[1]));
    if (Value mask = layer.mask) {
      mask = b.cast(mask, IntegerType::get(b.getBuilder().getContext(), 1));
      weights = softmaxOfSeen(b, scores, mask, layer.maskType, -1);
    } else {
      weights = b.call("aten.softmax.int", {scores, -1});
    }
    context = b.matmul(weights, parts[2]);
  }
  Value rows = b.flatten(b.transpose(context, 1, 2), 2, 3);
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
  // The program has an empty tensor in place of None.
  if (!needsWeights)
    return {result, b.newZeros(query, {0})};
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
                    Twine(heads) + " heads");
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
// Computes the gelu of the layer exactly; the kernel of one device approximates
// it.
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
  x = isGelu ? b.unary("gelu", x) : b.relu(x);
  x = linear(b, x, args.getValue("ffn_weight_2"), args.getValue("ffn_bias_2"));
  x = b.add(x, residual);
  return isNormFirst ? x : second(x);
}

void torch::addTransformerDecompositions(Decompositions &rules) {
  rules.insert("aten._masked_softmax.default", maskedSoftmax);
  rules.insert("aten._native_multi_head_attention.default", nativeAttention);
  rules.insert("aten._transform_bias_rescale_qkv.default", transformQkv);
  rules.insert("aten._transformer_encoder_layer_fwd.default", encoderLayer);
}
