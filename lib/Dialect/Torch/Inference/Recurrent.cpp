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
// aten::lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, ...)
static Inferred inferRecurrent(Inference &b, bool hasCellState) {
  RankedTensorType x = b.firstTensor();
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

// aten::_pack_padded_sequence(Tensor input, Tensor lengths, bool batch_first)
//   -> (Tensor, Tensor)
static Inferred inferPack(Inference &b) {
  RankedTensorType x = b.tensor("input");
  if (b.hasFailed() || x.getRank() < 2)
    return b.invalidRank("input", "2 or more dimensions", x.getRank());
  // torch.export takes the steps of one sequence for those of all, also in the
  // types of later results, and the dtype of the steps for that of the counts.
  RankedTensorType counts;
  if (OperatorOp op = b.getOp(); op->getNumResults() == 2)
    counts = dyn_cast<RankedTensorType>(op->getResult(1).getType());
  if (counts && counts.getElementType() != b.i64())
    return b.invalid("torch.export declares wrong types for packed sequences; "
                     "torch_onnx_mlir.export() captures such models");
  Dims dims = b.dimsOf(x);
  // The number of steps, and the length of the longest sequence.
  dims.erase(dims.begin());
  dims[0] = AffineExpr();
  return {b.type(dims, x.getElementType()), b.type(AffineExpr(), b.i64())};
}

/// The number of sequences that an operator packed; null for other arguments.
static AffineExpr getNumSequences(Value batchSizes) {
  auto pack = batchSizes.getDefiningOp<OperatorOp>();
  if (!pack || pack.getTarget() != "aten._pack_padded_sequence.default")
    return {};
  Arguments args(pack);
  auto input = dyn_cast<RankedTensorType>(args.getValue("input").getType());
  int64_t axis = args.getBool("batch_first").value_or(false) ? 0 : 1;
  return input && axis < input.getRank() ? sym::getDims(input)[axis]
                                         : AffineExpr();
}

// aten::_pad_packed_sequence(Tensor data, Tensor batch_sizes, bool batch_first,
//   Scalar padding_value, int total_length) -> (Tensor, Tensor)
static Inferred inferPad(Inference &b) {
  RankedTensorType data = b.tensor("data"), counts = b.tensor("batch_sizes");
  if (b.hasFailed() || data.getRank() < 1)
    return b.invalidRank("data", "1 or more dimensions", data.getRank());
  if (counts.getRank() != 1)
    return b.invalidRank("batch_sizes", "1 dimension", counts.getRank());
  Dims dims = b.dimsOf(data);
  AffineExpr time = b.getExpr("total_length");
  if (auto size = b.constantSize(time); size && *size <= 0)
    time = b.dimsOf(counts)[0];
  AffineExpr batch = getNumSequences(b.getArguments().getValue("batch_sizes"));
  dims[0] = batch;
  dims.insert(dims.begin() + (b.getBool("batch_first") ? 1 : 0), time);
  return {b.type(dims, data.getElementType()), b.type(batch, b.i64())};
}

void torch_onnx::torch::populateRecurrentOperators(OperatorTable &r) {
  r.add({"aten.lstm.input", "aten.lstm.data"},
        [](Inference &b) { return inferRecurrent(b, true); });
  r.add({"aten.gru.input", "aten.gru.data", "aten.rnn_relu.input",
         "aten.rnn_relu.data", "aten.rnn_tanh.input", "aten.rnn_tanh.data"},
        [](Inference &b) { return inferRecurrent(b, false); });
  r.add("aten._pack_padded_sequence.default", inferPack);
  r.add("aten._pad_packed_sequence.default", inferPad);
}
