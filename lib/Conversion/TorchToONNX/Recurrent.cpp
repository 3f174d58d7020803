//===- Recurrent.cpp - Lowerings of recurrent networks --------------------===//
//
// lstm, gru and rnn_* of several layers and directions as one ONNX operator a
// layer, or, of an LSTM with projections and in double precision, as a Scan.
// PyTorch and ONNX stack the gates of a cell in different orders, so the rows
// of weights and biases are put in ONNX's; with constant weights that is folded
// away.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

namespace {
struct Cell {
  StringRef op;
  /// ONNX's gate i is PyTorch's gate order[i].
  SmallVector<int64_t> order;
  /// Of a plain RNN; empty elsewhere.
  StringRef activation;
  bool hasCellState = false;
};
} // namespace

/// Rows of `x` (gates one after the other) in ONNX's order of gates.
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
/// What one layer gives: the sequence [time, batch, directions * hidden] and
/// the last states [directions, batch, hidden].
struct LayerResult {
  Value sequence, hidden, cell;
};
} // namespace

/// One layer over `x` [time, batch, features]; `params` are the weights of all
/// its directions as PyTorch lists them: w_ih, w_hh and, with biases, b_ih,
/// b_hh.
static LayerResult buildLayer(Lowering &b, const Cell &cell, Value x,
                              ArrayRef<Value> params, bool hasBiases,
                              int64_t directions, Value hidden, Value state) {
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
                                 b.none(),
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

/// The next states of a cell. `x` is what the input gives to the gates, `h`
/// what the hidden state gives to them, [batch, gates * size].
static SmallVector<Value, 2> buildStep(Lowering &b, const Cell &cell,
                                       int64_t size, Value x, Value h,
                                       ValueRange states) {
  auto part = [&](Value gates, int64_t index) {
    return b.Slice(gates, index * size, (index + 1) * size, 1);
  };
  if (cell.op == "GRU") {
    auto gate = [&](int64_t index) {
      return b.Sigmoid(b.Add(part(x, index), part(h, index)));
    };
    Value update = gate(1), one = b.scalar(1, b.elementTypeOf(x));
    Value fresh = b.Tanh(b.Add(part(x, 2), b.Mul(gate(0), part(h, 2))));
    return {b.Add(b.Mul(b.Sub(one, update), fresh), b.Mul(update, states[0]))};
  }
  Value gates = b.Add(x, h);
  if (cell.op == "RNN")
    return {cell.activation == "Relu" ? b.Relu(gates) : b.Tanh(gates)};
  Value kept = b.Mul(b.Sigmoid(part(gates, 1)), states[1]);
  Value next =
      b.Add(kept, b.Mul(b.Sigmoid(part(gates, 0)), b.Tanh(part(gates, 2))));
  return {b.Mul(b.Sigmoid(part(gates, 3)), b.Tanh(next)), next};
}

/// One direction of a layer as a Scan over the steps. `params` are w_ih, w_hh,
/// b_ih and b_hh if there are biases, and w_hr if the hidden state is
/// projected; the states are [batch, features].
static LayerResult buildScanOfDirection(Lowering &b, const Cell &cell, Value x,
                                        ArrayRef<Value> params, bool isReverse,
                                        SmallVector<Value> states) {
  int64_t size = b.getStaticSize(params[1], 0) / cell.order.size();
  auto turned = [&](Value weight) { return b.Transpose(weight, {1, 0}); };
  bool hasBiases = params.size() >= 4, isProjected = params.size() % 2;
  Value ofHidden = turned(params[1]);
  Value projection = isProjected ? turned(params.back()) : Value();
  // What the input gives to the gates does not depend on the states.
  Value gates = b.MatMul(x, turned(params[0]));
  if (hasBiases)
    gates = b.Add(gates, params[2]);
  Dims dims = b.dimsOf(gates);
  if (b.isRefused())
    return {x, states.front(), states.back()};

  Type type = b.elementTypeOf(x);
  SmallVector<Type> arguments = llvm::to_vector(ValueRange(states).getTypes());
  SmallVector<Type> results = arguments;
  arguments.push_back(sym::getTensorType({dims[1], dims[2]}, type));
  results.push_back(
      sym::getTensorType({dims[0], dims[1], b.dimsOf(states[0])[1]}, type));
  SmallVector<NamedAttribute> attrs = {b.attr("num_scan_inputs", int64_t(1))};
  if (isReverse)
    for (StringRef name : {"scan_input_directions", "scan_output_directions"})
      attrs.push_back(b.attr(name, ArrayRef<int64_t>(1)));
  SmallVector<Value> operands = states;
  operands.push_back(gates);
  Operation *scan =
      b.createOp("Scan", results, operands, attrs, /*numRegions=*/1);
  b.fillBody(scan, arguments, [&](ValueRange values) {
    Value h = b.MatMul(values[0], ofHidden);
    if (hasBiases)
      h = b.Add(h, params[3]);
    SmallVector<Value> next(
        buildStep(b, cell, size, values.back(), h, values.drop_back()));
    if (isProjected)
      next[0] = b.MatMul(next[0], projection);
    // ONNX requires the outputs of a graph to be distinct values.
    next.push_back(b.Identity(next[0]));
    return next;
  });
  LayerResult result;
  result.sequence = scan->getResults().back();
  result.hidden = b.Unsqueeze(scan->getResult(0), 0);
  if (cell.hasCellState)
    result.cell = b.Unsqueeze(scan->getResult(1), 0);
  return result;
}

/// As `buildLayer`, for what ONNX or the runtimes have no operator for: an LSTM
/// whose hidden state is projected, and double precision.
static LayerResult buildScanOfLayer(Lowering &b, const Cell &cell, Value x,
                                    ArrayRef<Value> params, int64_t directions,
                                    Value hidden, Value state) {
  size_t stride = params.size() / directions;
  SmallVector<Value> sequences, lastHidden, lastState;
  for (int64_t d = 0; d < directions; ++d) {
    SmallVector<Value> states;
    for (Value all : {hidden, state})
      if (all)
        states.push_back(b.Squeeze(b.Slice(all, d, d + 1, 0), 0));
    LayerResult result = buildScanOfDirection(
        b, cell, x, params.slice(d * stride, stride), d == 1, states);
    sequences.push_back(result.sequence);
    lastHidden.push_back(result.hidden);
    lastState.push_back(result.cell);
  }
  LayerResult result;
  result.sequence = b.Concat(sequences, 2);
  result.hidden = b.Concat(lastHidden, 0);
  if (cell.hasCellState)
    result.cell = b.Concat(lastState, 0);
  return result;
}

// aten::lstm.input(Tensor input, Tensor[] hx, Tensor[] params, bool has_biases,
//   int num_layers, float dropout, bool train, bool bidirectional,
//   bool batch_first) -> (Tensor, Tensor, Tensor)
static Lowered lowerRecurrent(Lowering &b, const Cell &cell) {
  bool hasBiases = b.getBool("has_biases");
  int64_t layers = b.getInt("num_layers");
  int64_t directions = b.getBool("bidirectional") ? 2 : 1;
  if (b.getBool("train") && b.getFloat("dropout") != 0 && layers > 1)
    return b.refuseArgument("dropout", "0 between layers in training");
  SmallVector<Value> params = b.tensors("params");
  size_t perLayer = directions * (hasBiases ? 4 : 2);
  size_t perProjectedLayer = perLayer + directions;
  bool isProjected = cell.hasCellState && layers > 0 &&
                     params.size() == perProjectedLayer * layers;
  if (isProjected)
    perLayer = perProjectedLayer;
  if (params.size() != perLayer * layers) {
    std::string expected = std::to_string(perLayer * layers);
    if (cell.hasCellState)
      expected += " (" + std::to_string(perProjectedLayer * layers) +
                  " with projections)";
    return b.refuse("expected " + expected + " tensors in 'params', found " +
                    Twine(params.size()));
  }

  Value x = b.tensor("input"), hidden, state;
  if (cell.hasCellState) {
    SmallVector<Value> hx = b.tensors("hx");
    hidden = hx[0];
    state = hx[1];
  } else {
    hidden = b.tensor("hx");
  }
  bool batchFirst = b.getBool("batch_first"), batched = b.rankOf(x) == 3;
  if (!batched) {
    x = b.Unsqueeze(x, 1);
    hidden = b.Unsqueeze(hidden, 1);
    if (state)
      state = b.Unsqueeze(state, 1);
  } else if (batchFirst) {
    x = b.Transpose(x, {1, 0, 2});
  }

  // The kernels of runtimes are for float32.
  bool isDouble = b.elementTypeOf(x).isF64();
  SmallVector<Value> lastHidden, lastState;
  for (int64_t layer = 0; layer < layers; ++layer) {
    auto getState = [&](Value states) {
      return !states || layers == 1 ? states
                                    : b.Slice(states, layer * directions,
                                              (layer + 1) * directions, 0);
    };
    ArrayRef<Value> own = ArrayRef(params).slice(layer * perLayer, perLayer);
    LayerResult result =
        isProjected || isDouble
            ? buildScanOfLayer(b, cell, x, own, directions, getState(hidden),
                               getState(state))
            : buildLayer(b, cell, x, own, hasBiases, directions,
                         getState(hidden), getState(state));
    x = result.sequence;
    lastHidden.push_back(result.hidden);
    lastState.push_back(result.cell);
  }
  if (!batched)
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

void torch_onnx::populateRecurrent(LoweringRegistry &r) {
  // PyTorch: input, forget, cell, output. ONNX: input, output, forget, cell.
  r.add("aten.lstm.input", [](Lowering &b) {
    return lowerRecurrent(b, {"LSTM", {0, 3, 1, 2}, "", true});
  });
  // PyTorch: reset, update, new. ONNX: update, reset, hidden.
  r.add("aten.gru.input",
        [](Lowering &b) { return lowerRecurrent(b, {"GRU", {1, 0, 2}, ""}); });
  r.add("aten.rnn_tanh.input",
        [](Lowering &b) { return lowerRecurrent(b, {"RNN", {0}, "Tanh"}); });
  r.add("aten.rnn_relu.input",
        [](Lowering &b) { return lowerRecurrent(b, {"RNN", {0}, "Relu"}); });
}
