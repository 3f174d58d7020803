//===- RecurrentOps.cpp - onnx: RNN, GRU and LSTM -------------------------===//
//
// Registers the operators of RecurrentOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

void ONNXDialect::registerRecurrentOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.cpp.inc"

/// The results of a recurrent layer: all states, and `numFinal` final ones.
template <typename AdaptorT>
static void inferRecurrent(AdaptorT op, unsigned numFinal,
                           TypeInference &types) {
  if (!types.expectRank(op.getX(), 3, "X") ||
      !types.expectRank(op.getW(), 3, "W") ||
      !types.expectRank(op.getR(), 3, "R"))
    return;
  sym::DimList x = types.dims(op.getX());
  Type element = types.element(op.getX());
  StringRef direction = op.getDirection();
  types.expectOneOf(direction, "direction",
                    {"forward", "reverse", "bidirectional"});
  types.expectFlag(op.getLayout(), "layout");
  if (ArrayAttr names = op.getActivationsAttr())
    for (auto name : names.getAsValueRange<StringAttr>())
      types.expectOneOf(name, "activations",
                        {"Affine", "Elu", "HardSigmoid", "LeakyRelu", "Relu",
                         "ScaledTanh", "Sigmoid", "Softplus", "Softsign",
                         "Tanh", "ThresholdedRelu"});
  AffineExpr directions = types.constant(direction == "bidirectional" ? 2 : 1);
  types.same(types.dims(op.getW())[0], directions, "the directions");
  AffineExpr hidden = types.dims(op.getR())[2];
  if (op.getHiddenSize())
    hidden = types.same(hidden, types.constant(*op.getHiddenSize()),
                        "the hidden state");
  bool batchFirst = op.getLayout() == 1;
  AffineExpr steps = x[batchFirst ? 1 : 0], batch = x[batchFirst ? 0 : 1];
  if (batchFirst)
    types.add({batch, steps, directions, hidden}, element);
  else
    types.add({steps, directions, batch, hidden}, element);
  for (unsigned i = 0; i < numFinal; ++i) {
    if (batchFirst)
      types.add({batch, directions, hidden}, element);
    else
      types.add({directions, batch, hidden}, element);
  }
}

void GRUOp::inferTypes(Adaptor op, TypeInference &types) {
  inferRecurrent(op, 1, types);
}

void LSTMOp::inferTypes(Adaptor op, TypeInference &types) {
  inferRecurrent(op, 2, types);
}

void RNNOp::inferTypes(Adaptor op, TypeInference &types) {
  inferRecurrent(op, 1, types);
}
