//===- Recurrent.cpp - Types of recurrent networks ------------------------===//
//
// The final states have the types of the initial states. These also give the
// number of features of the sequence, after a projection if there is one.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

// aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases,
//   int num_layers, float dropout, bool train, bool bidirectional,
//   bool batch_first) -> (Tensor, Tensor, Tensor)
static Inferred inferRecurrent(Inference &b, bool hasCellState) {
  RankedTensorType x = b.tensor("input");
  SmallVector<RankedTensorType> states =
      hasCellState ? b.tensors("hx")
                   : SmallVector<RankedTensorType>{b.tensor("hx")};
  int64_t directions = b.getBool("bidirectional") ? 2 : 1;
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("input", "1 or more dimensions", dims.size());
  if (states.size() != (hasCellState ? 2 : 1) || !states[0])
    return b.invalidArgument("hx", "a list of 2 tensors");
  if (states[0].getRank() == 0)
    return b.invalidElement("hx", "1 or more dimensions", states[0]);
  dims.back() = sym::mul(b.dimsOf(states[0]).back(), directions);
  SmallVector<Type> types = {b.type(dims, x.getElementType())};
  llvm::append_range(types, states);
  return types;
}

void torch_onnx::torch::populateRecurrentOperators(OperatorTable &r) {
  r.add("aten.lstm.input",
        [](Inference &b) { return inferRecurrent(b, true); });
  r.add({"aten.gru.input", "aten.rnn_relu.input", "aten.rnn_tanh.input"},
        [](Inference &b) { return inferRecurrent(b, false); });
}
