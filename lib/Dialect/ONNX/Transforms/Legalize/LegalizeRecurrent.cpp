//===- LegalizeRecurrent.cpp - Recurrent layers in f64 --------------------===//
//
// ONNX Runtime's CPU provider has kernels of LSTM, GRU and RNN only for f32. In
// f64 each direction becomes a Scan over the steps. Features that torch.onnx
// and the lowerings do not use are not rewritten and therefore refused: other
// activations, clipping, peepholes, batch first.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h"
#include "torch-onnx/Dialect/ONNX/Utils/RecurrentScan.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// Whether each direction has these activations.
static bool hasActivations(std::optional<ArrayAttr> found,
                           ArrayRef<StringRef> expected) {
  if (!found)
    return true;
  for (auto [index, name] : llvm::enumerate(found->getAsRange<StringAttr>()))
    if (name.getValue() != expected[index % expected.size()])
      return false;
  return true;
}

/// The kind of cell, if a Scan supports the operator.
static std::optional<RecurrentCell> getCell(LSTMOp op) {
  if (!getPresent(op.getP()) && op.getInputForget() == 0 &&
      hasActivations(op.getActivations(), {"Sigmoid", "Tanh", "Tanh"}))
    return RecurrentCell::LSTM;
  return std::nullopt;
}
static std::optional<RecurrentCell> getCell(GRUOp op) {
  if (op.getLinearBeforeReset() != 0 &&
      hasActivations(op.getActivations(), {"Sigmoid", "Tanh"}))
    return RecurrentCell::GRU;
  return std::nullopt;
}
static std::optional<RecurrentCell> getCell(RNNOp op) {
  if (hasActivations(op.getActivations(), {"Tanh"}))
    return RecurrentCell::Tanh;
  if (hasActivations(op.getActivations(), {"Relu"}))
    return RecurrentCell::Relu;
  return std::nullopt;
}

static int64_t getNumGates(RecurrentCell cell) {
  switch (cell) {
  case RecurrentCell::LSTM:
    return 4;
  case RecurrentCell::GRU:
    return 3;
  case RecurrentCell::Tanh:
  case RecurrentCell::Relu:
    return 1;
  }
  llvm_unreachable("unknown cell");
}

/// Whether a tensor is f64 and its known sizes agree with the shape in the
/// standard; type rules do not check all operands.
static bool mayHaveShape(Value value, ArrayRef<int64_t> shape) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !type.getElementType().isF64() ||
      type.getRank() != int64_t(shape.size()))
    return false;
  for (auto [size, expected] : llvm::zip_equal(type.getShape(), shape))
    if (!ShapedType::isDynamic(size) && !ShapedType::isDynamic(expected) &&
        size != expected)
      return false;
  return true;
}

/// Element `index` of the first dimension, which is dropped.
static Value takeFirst(Node &n, Value x, int64_t index) {
  return n.Squeeze(n.Slice(x, index, index + 1, 0), 0);
}

template <typename OpT> static Outcome scanSteps(Node &n, OpT op) {
  std::optional<RecurrentCell> cell = getCell(op);
  if (!cell || op.getLayout() != 0 || op.getClip() || op.getActivationAlpha() ||
      op.getActivationBeta())
    return Outcome::Keep;
  Value x = op.getX(), biases = getPresent(op.getB());
  SmallVector<Value> initial = {op.getInitialH()};
  if constexpr (std::is_same_v<OpT, LSTMOp>)
    initial.push_back(op.getInitialC());
  RankedTensorType weights = n.typeOf(op.getR()), input = n.typeOf(x);
  if (!weights.hasStaticShape())
    return Outcome::Keep;
  int64_t directions = weights.getDimSize(0), size = weights.getDimSize(2);
  int64_t rows = getNumGates(*cell) * size;
  if (!mayHaveShape(op.getR(), {directions, rows, size}) ||
      !mayHaveShape(op.getW(), {directions, rows, input.getDimSize(2)}) ||
      (biases && !mayHaveShape(biases, {directions, 2 * rows})) ||
      !llvm::all_of(initial, [&](Value state) {
        return !getPresent(state) ||
               mayHaveShape(state, {directions, input.getDimSize(1), size});
      }))
    return Outcome::Keep;
  AffineExpr batch = dimsOf(x)[1];
  Value hasStep;
  if (Value lengths = getPresent(op.getSequenceLens())) {
    Type i32 = n.elementTypeOf(lengths);
    Value range = n.Range(n.scalar(0, i32), n.Cast(n.sizeOf(x, 0), i32),
                          n.scalar(1, i32), dimsOf(x)[0]);
    hasStep = n.Less(n.Unsqueeze(range, 1), n.Unsqueeze(lengths, 0));
  }

  auto getState = [&](Value states, int64_t direction) {
    if (getPresent(states))
      return takeFirst(n, states, direction);
    // The initial state is zero.
    Value sizes = n.Concat({n.Unsqueeze(n.sizeOf(x, 1), 0), n.ints(size)}, 0);
    AffineExpr elements = getAffineConstantExpr(size, n.getContext());
    return n.Expand(n.scalar(0.0, n.elementTypeOf(x)), sizes,
                    sym::getTensorType({batch, elements}, n.elementTypeOf(x)));
  };

  // For each result, the values of the directions.
  SmallVector<SmallVector<Value>> parts(op->getNumResults());
  for (int64_t d = 0; d < directions; ++d) {
    RecurrentDirection direction;
    direction.cell = *cell;
    direction.size = size;
    direction.inputWeights = takeFirst(n, op.getW(), d);
    direction.stateWeights = takeFirst(n, op.getR(), d);
    if (biases) {
      Value both = takeFirst(n, biases, d);
      direction.inputBias = n.Slice(both, 0, rows, 0);
      direction.stateBias = n.Slice(both, rows, 2 * rows, 0);
    }
    direction.hasStep = hasStep;
    direction.isReverse = op.getDirection() == "reverse" || d == 1;
    SmallVector<Value> states;
    for (Value state : initial)
      states.push_back(getState(state, d));
    SmallVector<Value> built = buildRecurrentScan(n, direction, x, states);
    // [time, directions, batch, elements], and [directions, batch, elements].
    parts[0].push_back(n.Unsqueeze(built.pop_back_val(), 1));
    for (auto [index, state] : llvm::enumerate(built))
      parts[index + 1].push_back(n.Unsqueeze(state, 0));
  }
  SmallVector<Value> results;
  for (auto [index, of] : llvm::enumerate(parts))
    results.push_back(!n.isUsed(index) ? Value()
                      : of.size() == 1 ? of[0]
                                       : n.Concat(of, index == 0 ? 1 : 0));
  return n.replace(results);
}

void onnx::populateRecurrent(RewriteTable &table) {
  table.addForDouble<scanSteps<GRUOp>>();
  table.addForDouble<scanSteps<LSTMOp>>();
  table.addForDouble<scanSteps<RNNOp>>();
}
