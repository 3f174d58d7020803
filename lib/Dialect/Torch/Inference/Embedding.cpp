//===- Embedding.cpp - Types of embeddings --------------------------------===//
//
// Rows of a weight matrix, or sums of rows.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// aten::embedding(Tensor weight, Tensor indices, ...) -> Tensor
static Inferred inferEmbedding(Inference &b) {
  RankedTensorType weight = b.tensor("weight"), indices = b.tensor("indices");
  Dims dims = b.dimsOf(indices), rows = b.dimsOf(weight);
  if (rows.size() != 2)
    return b.invalidRank("weight", "2 dimensions", rows.size());
  dims.push_back(rows[1]);
  return b.type(dims, weight.getElementType());
}

// aten::embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool
//   scale_grad_by_freq=False, int mode=0, ..., bool include_last_offset=False)
//   -> (Tensor, Tensor, Tensor, Tensor)
//
// One row for each bag. The contents of the other three results depend on the
// backend.
static Inferred inferEmbeddingBag(Inference &b) {
  RankedTensorType weight = b.tensor("weight"), offsets = b.tensor("offsets");
  bool includesLast = b.getBool("include_last_offset");
  Dims rows = b.dimsOf(weight), bags = b.dimsOf(offsets);
  if (rows.size() != 2)
    return b.invalidRank("weight", "2 dimensions", rows.size());
  if (bags.size() != 1)
    return b.invalidRank("offsets", "1 dimension", bags.size());
  AffineExpr count = includesLast ? torch_onnx::sym::add(bags[0], -1) : bags[0];
  return {b.type({count, rows[1]}, weight.getElementType()), Type(), Type(),
          Type()};
}

void torch_onnx::torch::populateEmbeddingOperators(OperatorTable &r) {
  r.add("aten.embedding.default", inferEmbedding, {.elements = {"weight"}});
  r.add("aten.embedding_renorm.default", inferSame);
  r.add({"aten._embedding_bag.default",
         "aten._embedding_bag_forward_only.default",
         "aten.embedding_bag.default", "aten.embedding_bag.padding_idx"},
        inferEmbeddingBag);
  r.mark({"aten.embedding.default"}, &OperatorTraits::recordsStrides);
}
