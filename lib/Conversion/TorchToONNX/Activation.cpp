//===- Activation.cpp - Lowerings of activation functions -----------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

// aten::relu(Tensor self) -> Tensor
static Lowered lowerRelu(Lowering &b) { return b.Relu(b.tensor("self")); }

// aten::sigmoid(Tensor self) -> Tensor
static Lowered lowerSigmoid(Lowering &b) {
  return b.Sigmoid(b.tensor("self", b.resultElementType()));
}

// aten::silu(Tensor self) -> Tensor
static Lowered lowerSilu(Lowering &b) {
  Value x = b.tensor("self");
  return b.Mul(x, b.Sigmoid(x));
}

// aten::gelu(Tensor self, *, str approximate="none") -> Tensor
static Lowered lowerGelu(Lowering &b) {
  SmallVector<NamedAttribute> attrs;
  if (StringRef mode = b.getString("approximate"); mode != "none")
    attrs.push_back(b.attr("approximate", mode));
  return b.unary("Gelu", b.tensor("self"), attrs);
}

/// softmax.int, _softmax and their logarithms: over `dim`, in `dtype`.
static Lowered lowerSoftmax(Lowering &b, bool logarithm) {
  Value x = b.tensor("self", b.resultElementType());
  int64_t rank = b.rankOf(x), axis = b.getAxis("dim", rank);
  if (rank == 0) // The softmax of one number.
    return b.full(b.scalar(logarithm ? 0 : 1, b.resultElementType()),
                  b.resultType());
  return logarithm ? b.LogSoftmax(x, axis) : b.Softmax(x, axis);
}

void torch_onnx::populateActivation(LoweringRegistry &r) {
  r.add("aten.relu.default", lowerRelu);
  r.add("aten.sigmoid.default", lowerSigmoid);
  r.add("aten.silu.default", lowerSilu);
  r.add("aten.gelu.default", lowerGelu);
  r.add({"aten.softmax.int", "aten._softmax.default"},
        [](Lowering &b) { return lowerSoftmax(b, /*logarithm=*/false); });
  r.add({"aten.log_softmax.int", "aten._log_softmax.default"},
        [](Lowering &b) { return lowerSoftmax(b, /*logarithm=*/true); });
}
