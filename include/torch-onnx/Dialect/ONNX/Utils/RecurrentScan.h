//===- RecurrentScan.h - Recurrent layers as a Scan -------------*- C++ -*-===//
//
// What onnx.LSTM, onnx.GRU and onnx.RNN compute, step by step, for what these
// operators cannot express and for runtimes that lack a kernel of them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_UTILS_RECURRENTSCAN_H
#define TORCH_ONNX_DIALECT_ONNX_UTILS_RECURRENTSCAN_H

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

namespace torch_onnx::onnx {

/// How the next state follows from the gates; `GRU` with linear_before_reset.
enum class RecurrentCell { LSTM, GRU, Tanh, Relu };

/// One direction of a layer. Gates are in the order of ONNX: input, output,
/// forget and cell of an LSTM; update, reset and hidden of a GRU (operators
/// LSTM-7, GRU-7, RNN-7).
struct RecurrentDirection {
  RecurrentCell cell = RecurrentCell::LSTM;
  /// Elements of a gate.
  int64_t size = 0;
  /// [gates * size, features] and [gates * size, elements of the state].
  mlir::Value inputWeights, stateWeights;
  /// [gates * size]; null without biases.
  mlir::Value inputBias, stateBias;
  /// [elements of the state, size]; null where the state is the cell's result.
  mlir::Value projection;
  bool isReverse = false;
};

/// Builds a Scan over the steps of `x`, [time, batch, features]. `states` are
/// the hidden state and, of an LSTM, the cell state before the first step,
/// [batch, elements]. Gives the states after the last step, and the hidden
/// states of all steps, [time, batch, elements].
llvm::SmallVector<mlir::Value>
buildRecurrentScan(ONNXBuilder &b, const RecurrentDirection &direction,
                   mlir::Value x, mlir::ValueRange states);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_UTILS_RECURRENTSCAN_H
