//===- QuantizedRecurrent.cpp - LSTM and GRU of torch.ao ------------------===//
//
// Recurrent layers with quantized weights, whose products quantize their
// operand by its range (ATen/native/RNN.cpp). The product with the input is
// computed for all steps at once. The product with the state chooses a scale in
// each step, so a layer is a torch.scan over the former product.
//
//===----------------------------------------------------------------------===//

#include "QuantizedOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

namespace {

/// The packed weights of a cell, and how its products quantize their operand.
struct Weights {
  ArrayRef<Item> input, state;
  bool isHalf = false, isReduced = false;
};

enum class Gates { LSTM, GRU, Tanh, Relu };

/// Builds operators. After a failure all values are null, and nothing is built.
class RecurrentBuilder {
public:
  using Args = ArrayRef<std::pair<StringRef, torch::ArgumentSpec>>;
  RecurrentBuilder(NodeCall &call, Gates gates)
      : call(call), in(call.in), gates(gates) {}

  /// All states at the end of a layer, then the outputs of all steps.
  SmallVector<Value> buildLayer(Value x, ArrayRef<Value> states,
                                const Weights &weights, bool isReverse);
  /// The next states.
  SmallVector<Value> buildCell(Value input, ArrayRef<Value> states,
                               const Weights &weights);
  Value buildProduct(Value x, const Weights &weights, ArrayRef<Item> packed);

  Value build(StringRef target, Args args) {
    return in.buildOne(call.loc, target, args);
  }
  Value build(StringRef target, Value x) {
    return build(target, {{"self", x}});
  }
  Value build(StringRef target, Value x, Value y) {
    return build(target, {{"self", x}, {"other", y}});
  }
  Value add(Value x, Value y) { return build("aten.add.Tensor", x, y); }
  Value sub(Value x, Value y) { return build("aten.sub.Tensor", x, y); }
  Value mul(Value x, Value y) { return build("aten.mul.Tensor", x, y); }
  Value sigmoid(Value x) { return build("aten.sigmoid.default", x); }
  Value tanh(Value x) { return build("aten.tanh.default", x); }
  Value flip(Value x) {
    return build("aten.flip.default",
                 {{"self", x}, {"dims", in.makeInts({0})}});
  }
  Value transpose(Value x) {
    return build("aten.transpose.int",
                 {{"self", x}, {"dim0", integer(0)}, {"dim1", integer(1)}});
  }
  Value join(StringRef target, ArrayRef<Value> tensors, int64_t axis) {
    return llvm::is_contained(tensors, Value())
               ? Value()
               : build(target, {{"tensors", SmallVector<OpFoldResult>(tensors)},
                                {"dim", integer(axis)}});
  }
  Attribute integer(int64_t value) { return in.b.getI64IntegerAttr(value); }

private:
  NodeCall &call;
  Interpreter &in;
  Gates gates;
};

} // namespace

Value RecurrentBuilder::buildProduct(Value x, const Weights &weights,
                                     ArrayRef<Item> packed) {
  if (!x)
    return {};
  return weights.isHalf
             ? buildPackedLinear(call, x, packed)
             : buildDynamicLinear(call, x, packed, weights.isReduced);
}

SmallVector<Value> RecurrentBuilder::buildCell(Value input,
                                               ArrayRef<Value> states,
                                               const Weights &weights) {
  Value h = states[0];
  Value state = buildProduct(h, weights, weights.state);
  // The sizes of the gates are static, because those of weights are.
  auto type = cast<RankedTensorType>(weights.state[0].getValue().getType());
  int64_t size = type.getDimSize(1);
  auto gate = [&](Value all, int64_t index) {
    return build("aten.narrow.default", {{"self", all},
                                         {"dim", integer(1)},
                                         {"start", integer(index * size)},
                                         {"length", integer(size)}});
  };
  switch (gates) {
  case Gates::Tanh:
    return {tanh(add(state, input))};
  case Gates::Relu:
    return {build("aten.relu.default", add(state, input))};
  case Gates::GRU: {
    Value r = sigmoid(add(gate(state, 0), gate(input, 0)));
    Value z = sigmoid(add(gate(state, 1), gate(input, 1)));
    Value n = tanh(add(gate(input, 2), mul(gate(state, 2), r)));
    return {add(mul(sub(h, n), z), n)};
  }
  case Gates::LSTM: {
    Value all = add(state, input);
    Value i = sigmoid(gate(all, 0)), f = sigmoid(gate(all, 1));
    Value g = tanh(gate(all, 2)), o = sigmoid(gate(all, 3));
    Value c = add(mul(f, states[1]), mul(i, g));
    return {mul(o, tanh(c)), c};
  }
  }
  llvm_unreachable("all gates");
}

SmallVector<Value> RecurrentBuilder::buildLayer(Value x, ArrayRef<Value> states,
                                                const Weights &weights,
                                                bool isReverse) {
  Value inputs = buildProduct(x, weights, weights.input);
  if (isReverse)
    inputs = flip(inputs);
  auto type = inputs ? dyn_cast<RankedTensorType>(inputs.getType()) : nullptr;
  if (!type || type.getRank() != 3 || llvm::is_contained(states, Value()))
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(type);
  AffineExpr steps = dims.front();
  dims.erase(dims.begin());
  Region body;
  Block &block = body.emplaceBlock();
  for (Value state : states)
    block.addArgument(state.getType(), call.loc);
  Value input = block.addArgument(
      sym::getTensorType(dims, type.getElementType()), call.loc);
  SmallVector<Type> types(ValueRange(states).getTypes());
  {
    OpBuilder::InsertionGuard guard(in.b);
    in.b.setInsertionPointToEnd(&block);
    SmallVector<Value> current(block.getArguments().drop_back());
    SmallVector<Value> next = buildCell(input, current, weights);
    if (llvm::is_contained(next, Value()))
      return {};
    for (auto [state, value] : llvm::zip_equal(states, next))
      if (state.getType() != value.getType()) {
        (void)call.fail("the state of '" + call.getKind() + "' is a " +
                        Item::tensor(state).describe() + " at first and " +
                        Item::tensor(value).describe() +
                        " after a step; expected equal sizes");
        return {};
      }
    next.push_back(next.front());
    torch::YieldOp::create(in.b, call.loc, next);
    auto output = cast<RankedTensorType>(next.front().getType());
    SmallVector<AffineExpr> sizes = sym::getDims(output);
    sizes.insert(sizes.begin(), steps);
    types.push_back(sym::getTensorType(sizes, output.getElementType()));
  }
  auto scan = torch::ScanOp::create(in.b, call.loc, types, states, inputs);
  scan.getBody().takeBody(body);
  SmallVector<Value> results(scan->getResults());
  if (isReverse)
    results.back() = flip(results.back());
  return results;
}

/// The pickled parts of an object of class CellParamsBase: a name, tensors,
/// floats, [reduce_range], packed weights.
static std::optional<Weights> getWeights(Interpreter &in, const Item &item) {
  if (!item.isA(Kind::Tuple) || item.getElements().size() != 5)
    return std::nullopt;
  Weights weights;
  StringRef kind = item.getElements()[0].getText();
  weights.isHalf = kind == "quantized_fp16";
  if (!weights.isHalf && kind != "quantized_dynamic")
    return std::nullopt;
  std::optional<SmallVector<int64_t>> numbers =
      in.getInts(item.getElements()[3]);
  // Older archives have no such flag.
  weights.isReduced = numbers && !numbers->empty() && numbers->front() != 0;
  const Item &list = item.getElements()[4];
  if (!list.isA(Kind::List) || in.getCell(list).items.size() != 2)
    return std::nullopt;
  std::optional<ArrayRef<Item>> input = getPacked(in.getCell(list).items[0], 2),
                                state = getPacked(in.getCell(list).items[1], 2);
  if (!input || !state)
    return std::nullopt;
  weights.input = *input;
  weights.state = *state;
  return weights;
}

/// quantized_lstm(x, [h, c], params, has_biases, num_layers, dropout, train,
/// bidirectional, batch_first, dtype, use_dynamic), and quantized_gru(x, h,
/// ...) without the last two.
static Outcome runRecurrent(NodeCall &call) {
  Interpreter &in = call.in;
  bool isLSTM = call.getKind() == "aten::quantized_lstm";
  if (!call.getOverload().starts_with("input"))
    return call.fail("'" + call.getKind() +
                     "' of a packed sequence is not supported; expected a "
                     "tensor of all steps");
  if (!call[0].isTensor())
    return call.failOperand(0, "a tensor");
  std::vector<Item> initial = {call[1]};
  if (isLSTM)
    initial = in.getItems(call[1]).value_or(std::vector<Item>());
  if (initial.size() != (isLSTM ? 2 : 1) ||
      !llvm::all_of(initial, [](const Item &item) { return item.isTensor(); }))
    return call.failOperand(1, "the states as tensors");
  std::optional<std::vector<Item>> params = in.getItems(call[2]);
  std::optional<int64_t> numLayers = call.readInt(4);
  std::optional<bool> isTraining = call.readBool(6),
                      isBidirectional = call.readBool(7),
                      isBatchFirst = call.readBool(8);
  if (!numLayers || !isTraining || !isBidirectional || !isBatchFirst)
    return Outcome::Failed;
  if (*isTraining && call[5].getFloat() != 0.0)
    return call.failOperand(6, "false: dropout is for training only");
  size_t numDirections = *isBidirectional ? 2 : 1;
  if (!params || params->size() != *numLayers * numDirections)
    return call.failOperand(2, "a list of packed weights for each layer");

  RecurrentBuilder build(call, isLSTM ? Gates::LSTM : Gates::GRU);
  Value x = call[0].getValue();
  if (*isBatchFirst)
    x = build.transpose(x);
  SmallVector<SmallVector<Value>> last(initial.size());
  for (int64_t layer = 0; layer < *numLayers; ++layer) {
    SmallVector<Value> outputs;
    for (size_t direction = 0; direction < numDirections; ++direction) {
      size_t index = layer * numDirections + direction;
      std::optional<Weights> weights = getWeights(in, (*params)[index]);
      if (!weights)
        return call.failOperand(2, "weights of 'quantized_dynamic' or of "
                                   "'quantized_fp16'");
      SmallVector<Value> states;
      for (const Item &item : initial)
        states.push_back(
            build.build("aten.select.int", {{"self", item.getValue()},
                                            {"dim", build.integer(0)},
                                            {"index", build.integer(index)}}));
      SmallVector<Value> results =
          build.buildLayer(x, states, *weights, /*isReverse=*/direction == 1);
      if (results.empty() || !results.back())
        return Outcome::Failed;
      outputs.push_back(results.back());
      for (size_t i = 0; i < last.size(); ++i)
        last[i].push_back(results[i]);
    }
    x = numDirections == 1 ? outputs.front()
                           : build.join("aten.cat.default", outputs, 2);
  }
  if (*isBatchFirst)
    x = build.transpose(x);
  SmallVector<Item> results = {Item::tensor(x)};
  for (ArrayRef<Value> states : last) {
    Value stacked = build.join("aten.stack.default", states, 0);
    if (!stacked)
      return Outcome::Failed;
    results.push_back(Item::tensor(stacked));
  }
  return x ? call.giveAll(results) : Outcome::Failed;
}

/// quantized_lstm_cell_dynamic(x, [h, c], w_ih, w_hh, b_ih, b_hh); the other
/// cells take h. The biases are those of the packed weights.
static Outcome runCell(NodeCall &call) {
  Interpreter &in = call.in;
  StringRef kind = call.getKind();
  Gates gates = kind.contains("lstm")       ? Gates::LSTM
                : kind.contains("gru")      ? Gates::GRU
                : kind.contains("rnn_tanh") ? Gates::Tanh
                                            : Gates::Relu;
  std::vector<Item> initial = {call[1]};
  if (gates == Gates::LSTM)
    initial = in.getItems(call[1]).value_or(std::vector<Item>());
  bool isTyped =
      call[0].isTensor() && initial.size() == (gates == Gates::LSTM ? 2 : 1) &&
      llvm::all_of(initial, [](const Item &item) { return item.isTensor(); });
  auto input = getPacked(call[2], 2), state = getPacked(call[3], 2);
  if (!isTyped || !input || !state)
    return call.failOperand(isTyped ? 2 : 0,
                            isTyped ? "a packed weight" : "a tensor");
  Weights weights{*input, *state, /*isHalf=*/false, /*isReduced=*/true};
  RecurrentBuilder build(call, gates);
  SmallVector<Value> states;
  for (const Item &item : initial)
    states.push_back(item.getValue());
  SmallVector<Item> results;
  for (Value next : build.buildCell(
           build.buildProduct(call[0].getValue(), weights, weights.input),
           states, weights)) {
    if (!next)
      return Outcome::Failed;
    results.push_back(Item::tensor(next));
  }
  return call.giveAll(results);
}

void torch_onnx::addQuantizedRecurrentHandlers(HandlerTable &table) {
  for (StringRef kind : {"aten::quantized_lstm", "aten::quantized_gru"})
    table.add(kind, runRecurrent, /*isAlways=*/true);
  for (StringRef kind : {"quantized::quantized_lstm_cell_dynamic",
                         "quantized::quantized_gru_cell_dynamic",
                         "quantized::quantized_rnn_tanh_cell_dynamic",
                         "quantized::quantized_rnn_relu_cell_dynamic"})
    table.add(kind, runCell, /*isAlways=*/true);
}
