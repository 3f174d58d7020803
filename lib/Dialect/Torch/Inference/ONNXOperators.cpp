//===- ONNXOperators.cpp - Types of torch.onnx.ops ------------------------===//
//
// Operators of ONNX in a program of PyTorch. Those that it names only have the
// types that it says.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// onnx::Attention.opset23(Tensor Q, Tensor K, Tensor V, ..., Tensor?
//   past_key=None, Tensor? past_value=None, *, ...)
//   -> (Tensor, Tensor, Tensor, Tensor)
//
// The shape of Q but for the size of a value. The other results have 4
// dimensions: heads of keys and values, and scores.
static Inferred inferAttention(Inference &b) {
  RankedTensorType q = b.tensor("Q"), k = b.tensor("K"), v = b.tensor("V");
  if (b.hasFailed())
    return {};
  for (auto [name, type] :
       {std::pair("Q", q), std::pair("K", k), std::pair("V", v)})
    if (type.getRank() != 3 && type.getRank() != 4)
      return b.invalidRank(name, "3 or 4 dimensions", type.getRank());
  Dims dims = b.dimsOf(q);
  if (b.dimsOf(k).back() != b.dimsOf(v).back())
    dims.back() = {};
  return {b.type(dims, q.getElementType()), Type(), Type(), Type()};
}

void torch_onnx::torch::populateONNXOperatorsOperators(OperatorTable &r) {
  r.add("onnx.RotaryEmbedding.opset23",
        [](Inference &b) -> Inferred { return b.tensor("x"); });
  r.add("onnx.Attention.opset23", inferAttention);
}
