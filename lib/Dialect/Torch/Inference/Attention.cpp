//===- Attention.cpp - Types of attention ---------------------------------===//
//
// See torch.nn.functional.scaled_dot_product_attention for the shapes.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx::torch;

// aten::scaled_dot_product_attention(Tensor query, Tensor key, Tensor value,
//   ...) -> Tensor
//
// [batch..., L, E] x [batch..., S, E] x [batch..., S, Ev] -> [batch..., L, Ev].
// With enable_gqa the query has more heads than key and value. A mask
// broadcasts with the scores.
static Inferred inferAttention(Inference &b) {
  RankedTensorType query = b.tensor("query"), key = b.tensor("key"),
                   value = b.tensor("value");
  Dims q = b.dimsOf(query), k = b.dimsOf(key), v = b.dimsOf(value);
  if (q.size() < 2 || v.size() < 2)
    return b.invalidRanks("query", "value", "2 or more dimensions", query,
                          value);
  if (k.size() < 2)
    return b.invalidRank("key", "2 or more dimensions", k.size());
  b.unify(k[k.size() - 2], v[v.size() - 2]);
  Dims dims(q);
  if (!b.getBool("enable_gqa"))
    dims = b.broadcast(b.broadcast(q.drop_back(2), k.drop_back(2)),
                       v.drop_back(2));
  else
    dims = dims.drop_back(2);
  if (RankedTensorType mask = b.optionalTensor("attn_mask");
      mask && mask.getRank() > 2)
    dims = b.broadcast(dims, b.dimsOf(mask).drop_back(2));
  dims.push_back(q[q.size() - 2]);
  dims.push_back(v.back());
  return b.type(dims, query.getElementType());
}

void torch_onnx::torch::populateAttentionOperators(OperatorTable &r) {
  r.add("aten.scaled_dot_product_attention.default", inferAttention);
  r.mark({"aten.scaled_dot_product_attention.default"},
         &OperatorTraits::recordsStrides);
}
