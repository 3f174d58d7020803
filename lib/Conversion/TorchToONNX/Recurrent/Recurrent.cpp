//===- Recurrent.cpp - Lowerings of recurrent networks --------------------===//
//
// Lowers lstm, gru and rnn_* with several layers and directions to one ONNX
// operator per layer; an LSTM with projections becomes a Scan. PyTorch and ONNX
// stack the gates of a cell in different orders, so rows of weights and biases
// are reordered, which is folded for constant weights. The variants for packed
// sequences run on the padded form (RecurrentPacked.h).
//
//===----------------------------------------------------------------------===//

#include "RecurrentPacked.h"

#include "torch-onnx/Dialect/ONNX/Utils/RecurrentScan.h"

using namespace mlir;
using namespace torch_onnx;

namespace {
struct Cell {
  StringRef op;
  /// ONNX's gate i is PyTorch's gate order[i].
  SmallVector<int64_t> order;
  /// Only for a plain RNN; empty otherwise.
  StringRef activation;
  bool hasCellState = false;
};

/// The sequences that a layer runs on.
struct Sequences {
  /// [time, batch, features].
  Value x;
  /// [batch] i32, and the mask of the steps, [time, batch]; null if all
  /// sequences have all steps.
  Value lengths, hasStep;
};
} // namespace

/// Reorders the rows of `x`, which are grouped by gate, to ONNX's order of
/// gates.
static Value reorderGates(Lowering &b, Value x, const Cell &cell) {
  int64_t gates = cell.order.size();
  if (gates == 1)
    return x;
  int64_t hidden = b.getStaticSize(x, 0) / gates;
  SmallVector<Value> rows;
  for (int64_t gate : cell.order)
    rows.push_back(b.Slice(x, gate * hidden, (gate + 1) * hidden, 0));
  return b.Concat(rows, 0);
}

namespace {
/// The results of one layer: the sequence [time, batch, directions * hidden]
/// and the last states [directions, batch, hidden].
struct LayerResult {
  Value sequence, hidden, cell;
};
} // namespace

/// Builds one layer. `params` are the weights of all directions in PyTorch's
/// order: w_ih, w_hh and, with biases, b_ih, b_hh.
static LayerResult buildLayer(Lowering &b, const Cell &cell,
                              const Sequences &sequences,
                              ArrayRef<Value> params, bool hasBiases,
                              int64_t directions, Value hidden, Value state) {
  Value x = sequences.x;
  size_t stride = hasBiases ? 4 : 2;
  SmallVector<Value> w, r, bias;
  for (int64_t d = 0; d < directions; ++d) {
    ArrayRef<Value> direction = params.slice(d * stride, stride);
    w.push_back(b.Unsqueeze(reorderGates(b, direction[0], cell), 0));
    r.push_back(b.Unsqueeze(reorderGates(b, direction[1], cell), 0));
    if (hasBiases)
      bias.push_back(b.Unsqueeze(b.Concat({reorderGates(b, direction[2], cell),
                                           reorderGates(b, direction[3], cell)},
                                          0),
                                 0));
  }
  Type type = b.elementTypeOf(x);
  int64_t size = b.getStaticSize(params[1], 1);
  Dims dims = b.dimsOf(x);
  AffineExpr hiddenDim = b.constantDim(size);
  AffineExpr directionDim = b.constantDim(directions);
  auto sequenceType =
      sym::getTensorType({dims[0], directionDim, dims[1], hiddenDim}, type);
  auto stateType = sym::getTensorType({directionDim, dims[1], hiddenDim}, type);

  SmallVector<NamedAttribute> attrs = {b.attr("hidden_size", size)};
  if (directions == 2)
    attrs.push_back(b.attr("direction", "bidirectional"));
  if (cell.op == "GRU")
    attrs.push_back(b.attr("linear_before_reset", int64_t(1)));
  if (!cell.activation.empty())
    attrs.push_back(b.getBuilder().getNamedAttr(
        "activations", b.getBuilder().getStrArrayAttr(SmallVector<StringRef>(
                           directions, cell.activation))));
  SmallVector<Value> operands = {x,
                                 b.Concat(w, 0),
                                 b.Concat(r, 0),
                                 hasBiases ? b.Concat(bias, 0) : b.none(),
                                 sequences.lengths ? sequences.lengths
                                                   : b.none(),
                                 hidden};
  SmallVector<Type> types = {sequenceType, stateType};
  if (cell.hasCellState) {
    operands.append({state, b.none()});
    types.push_back(stateType);
  }
  Operation *op = b.createOp(cell.op, types, operands, attrs);
  // [time, directions, batch, hidden] -> [time, batch, directions * hidden].
  Value sequence = op->getResult(0);
  if (directions == 1)
    sequence = b.Squeeze(sequence, 1);
  else
    sequence = b.reshape(b.Transpose(sequence, {0, 2, 1, 3}),
                         {dims[0], dims[1], b.constantDim(directions * size)});
  return {sequence, op->getResult(1),
          cell.hasCellState ? op->getResult(2) : Value()};
}

/// Builds a layer of an LSTM whose hidden state is projected by another weight,
/// w_hr, after the others of each direction. ONNX has no operator for this, so
/// it is a Scan over the steps.
static LayerResult buildProjectedLayer(Lowering &b, const Cell &cell,
                                       const Sequences &sequences,
                                       ArrayRef<Value> params, bool hasBiases,
                                       int64_t directions, Value hidden,
                                       Value state) {
  size_t stride = params.size() / directions;
  SmallVector<Value> steps, lastHidden, lastState;
  for (int64_t d = 0; d < directions; ++d) {
    ArrayRef<Value> own = params.slice(d * stride, stride);
    auto gates = [&](int64_t i) { return reorderGates(b, own[i], cell); };
    onnx::RecurrentDirection direction;
    direction.size = b.getStaticSize(own[1], 0) / cell.order.size();
    direction.inputWeights = gates(0);
    direction.stateWeights = gates(1);
    if (hasBiases) {
      direction.inputBias = gates(2);
      direction.stateBias = gates(3);
    }
    direction.projection = own.back();
    direction.hasStep = sequences.hasStep;
    direction.isReverse = d == 1;
    SmallVector<Value> states;
    for (Value all : {hidden, state})
      states.push_back(b.Squeeze(b.Slice(all, d, d + 1, 0), 0));
    SmallVector<Value> built =
        onnx::buildRecurrentScan(b, direction, sequences.x, states);
    lastHidden.push_back(b.Unsqueeze(built[0], 0));
    lastState.push_back(b.Unsqueeze(built[1], 0));
    steps.push_back(built[2]);
  }
  return {b.Concat(steps, 2), b.Concat(lastHidden, 0), b.Concat(lastState, 0)};
}

namespace {
/// The parameters of all layers, one layer after the other.
struct Parameters {
  ArrayRef<Value> ofLayer(int64_t layer) const {
    return ArrayRef(values).slice(layer * perLayer, perLayer);
  }
  SmallVector<Value> values;
  size_t perLayer;
  bool isProjected;
};
} // namespace

/// Refuses a number of parameters that does not fit the number of layers.
static FailureOr<Parameters> getParameters(Lowering &b, const Cell &cell,
                                           int64_t layers, int64_t directions,
                                           bool hasBiases) {
  SmallVector<Value> params = b.tensors("params");
  size_t perLayer = directions * (hasBiases ? 4 : 2);
  size_t perProjectedLayer = perLayer + directions;
  bool isProjected = cell.hasCellState && layers > 0 &&
                     params.size() == perProjectedLayer * layers;
  if (isProjected)
    perLayer = perProjectedLayer;
  if (params.size() == perLayer * layers)
    return Parameters{std::move(params), perLayer, isProjected};
  std::string expected = std::to_string(perLayer * layers);
  if (cell.hasCellState)
    expected += " (" + std::to_string(perProjectedLayer * layers) +
                " with projections)";
  b.refuse("expected " + expected + " tensors in 'params', found " +
           Twine(params.size()));
  return failure();
}

// aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases,
//   int num_layers, float dropout, bool train, bool bidirectional,
//   bool batch_first) -> (Tensor, Tensor, Tensor)
// aten::lstm.data(Tensor data, Tensor batch_sizes, Tensor[] hx, ...) has no
// batch_first.
static Lowered lowerRecurrent(Lowering &b, const Cell &cell, bool isPacked) {
  bool hasBiases = b.getBool("has_biases");
  int64_t layers = b.getInt("num_layers");
  int64_t directions = b.getBool("bidirectional") ? 2 : 1;
  if (b.getBool("train") && b.getFloat("dropout") != 0 && layers > 1)
    return b.refuseArgument("dropout", "0 between layers in training");
  FailureOr<Parameters> params =
      getParameters(b, cell, layers, directions, hasBiases);
  if (failed(params))
    return Lowered::refused();

  Sequences sequences;
  Value &x = sequences.x, hidden, state;
  if (isPacked) {
    PaddedSequences padded =
        unpack(b, b.tensor("data"), b.tensor("batch_sizes"));
    Type i32 = b.getBuilder().getI32Type();
    sequences = {padded.x, lengthsOf(b, padded, i32), padded.hasStep};
  } else {
    x = b.tensor("input");
  }
  if (cell.hasCellState) {
    SmallVector<Value> hx = b.tensors("hx");
    hidden = hx[0];
    state = hx[1];
  } else {
    hidden = b.tensor("hx");
  }
  bool batchFirst = !isPacked && b.getBool("batch_first");
  bool batched = b.rankOf(x) == 3;
  if (!batched) {
    x = b.Unsqueeze(x, 1);
    hidden = b.Unsqueeze(hidden, 1);
    if (state)
      state = b.Unsqueeze(state, 1);
  } else if (batchFirst) {
    x = b.Transpose(x, {1, 0, 2});
  }

  SmallVector<Value> lastHidden, lastState;
  for (int64_t layer = 0; layer < layers; ++layer) {
    auto getState = [&](Value states) {
      return !states || layers == 1 ? states
                                    : b.Slice(states, layer * directions,
                                              (layer + 1) * directions, 0);
    };
    ArrayRef<Value> own = params->ofLayer(layer);
    LayerResult result =
        params->isProjected
            ? buildProjectedLayer(b, cell, sequences, own, hasBiases,
                                  directions, getState(hidden), getState(state))
            : buildLayer(b, cell, sequences, own, hasBiases, directions,
                         getState(hidden), getState(state));
    x = result.sequence;
    lastHidden.push_back(result.hidden);
    lastState.push_back(result.cell);
  }
  if (isPacked)
    x = pack(b, {x, sequences.hasStep}, b.resultDims()[0]);
  else if (!batched)
    x = b.Squeeze(x, 1);
  else if (batchFirst)
    x = b.Transpose(x, {1, 0, 2});
  auto join = [&](ArrayRef<Value> states) {
    Value joined = b.Concat(states, 0);
    return batched ? joined : b.Squeeze(joined, 1);
  };
  SmallVector<Value> results = {x, join(lastHidden)};
  if (cell.hasCellState)
    results.push_back(join(lastState));
  return results;
}

/// Registers the operator for tensors and the one for packed sequences.
static void addRecurrent(LoweringRegistry &r, StringRef name, Cell cell) {
  for (bool isPacked : {false, true})
    r.add(("aten." + name + (isPacked ? ".data" : ".input")).str(),
          [=](Lowering &b) { return lowerRecurrent(b, cell, isPacked); });
}

void torch_onnx::populateRecurrent(LoweringRegistry &r) {
  // PyTorch: input, forget, cell, output. ONNX: input, output, forget, cell.
  addRecurrent(r, "lstm", {"LSTM", {0, 3, 1, 2}, "", true});
  // PyTorch: reset, update, new. ONNX: update, reset, hidden.
  addRecurrent(r, "gru", {"GRU", {1, 0, 2}, ""});
  addRecurrent(r, "rnn_tanh", {"RNN", {0}, "Tanh"});
  addRecurrent(r, "rnn_relu", {"RNN", {0}, "Relu"});
}
