//===- DecomposeAttention.cpp - Attention kernels and their derivatives ---===//
//
// The device-specific kernels of scaled_dot_product_attention, and their
// derivatives (ATen/native/cpu/FlashAttentionKernel.cpp).
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The bias or the mask of a call; null for None.
static Value getMask(const Arguments &args) {
  Value mask = args.getValue("attn_mask");
  return mask ? mask : args.getValue("attn_bias");
}

Value torch::hideScores(TorchBuilder &b, Value scores, Value mask) {
  return b.call("aten.masked_fill.Scalar",
                {scores, mask, -std::numeric_limits<double>::infinity()});
}

/// The factor of the products of queries and keys.
static double getScale(TorchBuilder &b, const Arguments &args) {
  if (std::optional<double> scale = args.getFloat("scale"))
    return *scale;
  Value query = args.getValue("query");
  auto dims = sym::getDims(b.getType(query));
  std::optional<int64_t> width =
      dims.empty() ? std::nullopt : sym::getConstant(dims.back());
  if (!width || *width < 1)
    b.refuse("its rule expects 'query' to have a constant last dimension "
             "where 'scale' is None");
  return 1 / std::sqrt(double(width.value_or(1)));
}

/// The operand of the softmax, in opmath: scaled products of queries and keys,
/// plus the mask.
static Value getLogits(TorchBuilder &b, const Arguments &args, double scale,
                       Value mask) {
  Value query = getInOpMath(b, args, "query"),
        key = getInOpMath(b, args, "key");
  Value logits = b.mul(b.matmul(query, b.transpose(key)), scale);
  if (mask && b.getType(mask).getElementType().isInteger(1))
    logits = hideScores(b, logits, b.logicalNot(mask));
  else if (mask)
    logits = b.add(logits, getInOpMath(b, mask));
  if (!require(b, args.getBool("is_causal")) || b.isRefused())
    return logits;
  auto dims = sym::getDims(b.getType(logits));
  size_t rank = dims.size();
  Value row = countUp(b, dims[rank - 2]), column = countUp(b, dims[rank - 1]);
  Value isLater = b.compare("lt", b.unsqueeze(row, 1), column);
  return hideScores(b, logits, isLater);
}

/// Queries, keys and values [batch, heads, length, width].
static bool checkRanks(TorchBuilder &b, const Arguments &args) {
  for (StringRef name : {"query", "key", "value"})
    if (int64_t rank = b.getType(args.getValue(name)).getRank(); rank != 4)
      b.refuse("its rule expects '" + name + "' to have 4 dimensions, found " +
               Twine(rank));
  return !b.isRefused();
}

/// The output of a kernel, by the function that chooses between kernels.
static Value attend(TorchBuilder &b, const Arguments &args, Value mask) {
  SmallVector<CallArgument> call = {
      args.getValue("query"), args.getValue("key"), args.getValue("value")};
  if (mask)
    call.emplace_back("attn_mask", mask);
  call.emplace_back("dropout_p", require(b, args.getFloat("dropout_p")));
  call.emplace_back("is_causal", require(b, args.getBool("is_causal")));
  if (std::optional<double> scale = args.getFloat("scale"))
    call.emplace_back("scale", *scale);
  if (args.getBool("enable_gqa").value_or(false))
    call.emplace_back("enable_gqa", true);
  return b.call("aten.scaled_dot_product_attention.default", call);
}

// aten::_scaled_dot_product_{flash,efficient,cudnn,...}_attention(Tensor query,
//   Tensor key, Tensor value, ..., float dropout_p=0., bool is_causal=False,
//   ..., float? scale=None) -> (Tensor output, Tensor logsumexp, ...)
//
// The other results are for the backward pass. Only the CPU kernel has one of
// them without the state of a generator; it is 0 for a query that sees no key.
static Decomposed attentionKernel(TorchBuilder &b, const Arguments &args) {
  OperatorOp op = args.getOp();
  SmallVector<Value> results(op->getNumResults());
  bool hasOthers =
      llvm::any_of(op->getResults().drop_front(),
                   [](Value result) { return !result.use_empty(); });
  if (hasOthers &&
      op.getTarget() !=
          "aten._scaled_dot_product_flash_attention_for_cpu.default")
    return b.refuse("its rule expects that only the first result is used, "
                    "found a use of one for the backward pass");
  if (hasOthers && checkRanks(b, args)) {
    Value sum = b.call("aten.logsumexp.default",
                       {getLogits(b, args, getScale(b, args), getMask(args)),
                        ArrayRef<int64_t>(-1)});
    Value seesNone =
        b.compare("eq", sum, -std::numeric_limits<double>::infinity());
    results[1] = b.call("aten.masked_fill.Scalar", {sum, seesNone, 0.0});
  }
  results.front() = attend(b, args, getMask(args));
  return results;
}

// aten::_scaled_dot_product_attention_math(Tensor query, Tensor key,
//   Tensor value, Tensor? attn_mask=None, float dropout_p=0.,
//   bool is_causal=False, Tensor? dropout_mask=None, *, float? scale=None,
//   bool enable_gqa=False) -> (Tensor, Tensor)
//
// The second result has the weights of the values. This kernel adds a mask of
// booleans as zeros and ones, because scaled_dot_product_attention passes only
// masks of floats to it.
static Decomposed attentionMath(TorchBuilder &b, const Arguments &args) {
  if (args.has("dropout_mask"))
    return b.refuse("its rule expects 'dropout_mask' to be None, found a "
                    "tensor");
  OperatorOp op = args.getOp();
  bool hasShares = !op->getResult(1).use_empty();
  if (hasShares && args.getBool("enable_gqa").value_or(false))
    return b.refuse("its rule expects that only the first result is used where "
                    "'enable_gqa' is true, found a use of the second one");
  if (hasShares && require(b, args.getFloat("dropout_p")) != 0)
    return b.refuse("its rule expects that only the first result is used where "
                    "'dropout_p' is not 0, found a use of the second one");
  Value mask = getMask(args);
  if (mask && b.getType(mask).getElementType().isInteger(1))
    mask = castLike(b, mask, args.getValue("query"));
  SmallVector<Value> results = {attend(b, args, mask), Value()};
  if (hasShares)
    results[1] =
        castLike(b,
                 b.call("aten._safe_softmax.default",
                        {getLogits(b, args, getScale(b, args), mask), -1}),
                 args.getValue("query"));
  return results;
}

// aten::_scaled_dot_product_flash_attention_for_cpu_backward(Tensor grad_out,
//   Tensor query, Tensor key, Tensor value, Tensor out, Tensor logsumexp,
//   float dropout_p, bool is_causal, *, Tensor? attn_mask=None,
//   float? scale=None)
//   -> (Tensor grad_query, Tensor grad_key, Tensor grad_value)
//
// The weights are recomputed instead of derived from `logsumexp`, because
// PyTorch's own decomposition of the forward pass (torch/_decomp) returns the
// weights in its place. A query that sees no key has zero weights.
static Decomposed attentionBackward(TorchBuilder &b, const Arguments &args) {
  if (!checkRanks(b, args))
    return Value();
  requireFloat(b, args.getValue("query"));
  if (require(b, args.getFloat("dropout_p")) != 0)
    return b.refuse("its rule expects 'dropout_p' to be 0, found " +
                    args.describe("dropout_p"));
  double scale = getScale(b, args);
  Value grad = getInOpMath(b, args, "grad_out");
  Value query = getInOpMath(b, args, "query"),
        key = getInOpMath(b, args, "key");
  Value value = getInOpMath(b, args, "value");
  Value shares = b.call("aten._safe_softmax.default",
                        {getLogits(b, args, scale, getMask(args)), -1});
  Value ofValue = b.matmul(b.transpose(shares), grad);
  Value ofShares = b.matmul(grad, b.transpose(value));
  Value mean =
      b.sum(b.mul(grad, getInOpMath(b, args, "out")), -1, /*keepDims=*/true);
  Value ofProducts = b.mul(b.mul(shares, b.sub(ofShares, mean)), scale);
  Value ofQuery = b.matmul(ofProducts, key);
  Value ofKey = b.matmul(b.transpose(ofProducts), query);
  return {castLike(b, ofQuery, args.getValue("query")),
          castLike(b, ofKey, args.getValue("key")),
          castLike(b, ofValue, args.getValue("value"))};
}

void torch::addAttentionDecompositions(Decompositions &r) {
  for (StringRef kernel :
       {"cudnn_attention", "efficient_attention", "flash_attention",
        "flash_attention_for_cpu", "fused_attention_overrideable"})
    r.insert(("aten._scaled_dot_product_" + kernel + ".default").str(),
             attentionKernel);
  r.insert("aten._scaled_dot_product_attention_math.default", attentionMath);
  r.insert("aten._scaled_dot_product_flash_attention_for_cpu_backward.default",
           attentionBackward);
}
