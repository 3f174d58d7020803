//===- RecurrentScan.cpp - Recurrent layers as a Scan ---------------------===//
//
// See RecurrentScan.h.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/Utils/RecurrentScan.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

/// The states after a step. `x` and `h` are the contributions of the input and
/// the hidden state to the gates, [batch, gates * size].
static SmallVector<Value> buildStep(ONNXBuilder &b,
                                    const RecurrentDirection &direction,
                                    Value x, Value h, ValueRange states) {
  auto part = [&](Value gates, int64_t index) {
    return b.Slice(gates, index * direction.size, (index + 1) * direction.size,
                   1);
  };
  if (direction.cell == RecurrentCell::GRU) {
    auto gate = [&](int64_t index) {
      return b.Sigmoid(b.Add(part(x, index), part(h, index)));
    };
    Value update = gate(0), reset = gate(1);
    Value one = b.scalar(1, b.checkedElement(x));
    Value fresh = b.Tanh(b.Add(part(x, 2), b.Mul(reset, part(h, 2))));
    return {b.Add(b.Mul(b.Sub(one, update), fresh), b.Mul(update, states[0]))};
  }
  Value gates = b.Add(x, h);
  if (direction.cell == RecurrentCell::Relu)
    return {b.Relu(gates)};
  if (direction.cell == RecurrentCell::Tanh)
    return {b.Tanh(gates)};
  Value kept = b.Mul(b.Sigmoid(part(gates, 2)), states[1]);
  Value next =
      b.Add(kept, b.Mul(b.Sigmoid(part(gates, 0)), b.Tanh(part(gates, 3))));
  return {b.Mul(b.Sigmoid(part(gates, 1)), b.Tanh(next)), next};
}

SmallVector<Value> onnx::buildRecurrentScan(ONNXBuilder &b,
                                            const RecurrentDirection &direction,
                                            Value x, ValueRange states) {
  auto turned = [&](Value weight) { return b.Transpose(weight, {1, 0}); };
  Value ofState = turned(direction.stateWeights);
  Value projection =
      direction.projection ? turned(direction.projection) : Value();
  // The contribution of the input to the gates does not depend on the states.
  Value gates = b.MatMul(x, turned(direction.inputWeights));
  if (direction.inputBias)
    gates = b.Add(gates, direction.inputBias);
  sym::DimList dims = b.checkedDims(gates);
  sym::DimList stateDims = b.checkedDims(states[0]);
  AffineExpr time = dims[0], batch = dims[1], all = dims[2];
  AffineExpr elements = stateDims[1];
  if (b.hasFailed())
    return SmallVector<Value>(states.size() + 1, x);

  Type type = b.checkedElement(x);
  SmallVector<Type> arguments(states.getTypes()), results = arguments;
  SmallVector<Value> operands(states);
  auto scan = [&](Value steps, RankedTensorType step) {
    operands.push_back(steps);
    arguments.push_back(step);
  };
  scan(gates, sym::getTensorType({batch, all}, type));
  if (direction.hasStep)
    scan(b.Unsqueeze(direction.hasStep, 2),
         sym::getTensorType({batch, getAffineConstantExpr(1, b.getContext())},
                            b.i1()));
  results.push_back(sym::getTensorType({time, batch, elements}, type));
  SmallVector<int64_t> backwards(arguments.size() - states.size(), 1);
  SmallVector<NamedAttribute> attrs = {
      b.attr("num_scan_inputs", int64_t(backwards.size()))};
  if (direction.isReverse) {
    attrs.push_back(b.attr("scan_input_directions", backwards));
    attrs.push_back(b.attr("scan_output_directions", ArrayRef<int64_t>(1)));
  }
  Operation *op =
      b.createOp("Scan", results, operands, attrs, /*numRegions=*/1);

  OpBuilder &builder = b.getBuilder();
  OpBuilder::InsertionGuard guard(builder);
  Block *body =
      builder.createBlock(&op->getRegion(0), {}, arguments,
                          SmallVector<Location>(arguments.size(), b.getLoc()));
  ValueRange values = body->getArguments();
  ValueRange before = values.take_front(states.size());
  Value h = b.MatMul(before[0], ofState);
  if (direction.stateBias)
    h = b.Add(h, direction.stateBias);
  SmallVector<Value> next =
      buildStep(b, direction, values[states.size()], h, before);
  if (projection)
    next[0] = b.MatMul(next[0], projection);
  // ONNX requires the outputs of a graph to be distinct values.
  Value output;
  if (direction.hasStep) {
    output = b.Where(values.back(), next[0], b.scalar(0, type));
    for (auto [state, old] : llvm::zip_equal(next, before))
      state = b.Where(values.back(), state, old);
  } else {
    output = b.Identity(next[0]);
  }
  next.push_back(output);
  b.createOp("Yield", TypeRange(), next);
  return SmallVector<Value>(op->getResults());
}
