//===- RecurrentScan.h - Recurrent layers as a Scan -------------*- C++ -*-===//
//
// Computes onnx.LSTM, onnx.GRU and onnx.RNN step by step, for features that
// these operators lack and for runtimes without kernels for them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_ONNX_UTILS_RECURRENTSCAN_H
#define TORCH_ONNX_DIALECT_ONNX_UTILS_RECURRENTSCAN_H

#include "torch-onnx/Dialect/ONNX/Utils/ONNXBuilder.h"

namespace torch_onnx::onnx {

/// The kind of cell; GRU is the one with linear_before_reset.
enum class RecurrentCell { LSTM, GRU, Tanh, Relu };

/// One direction of a layer. Gates are in ONNX's order: input, output, forget
/// and cell for an LSTM; update, reset and hidden for a GRU (operators LSTM-7,
/// GRU-7, RNN-7).
struct RecurrentDirection {
  RecurrentCell cell = RecurrentCell::LSTM;
  /// The number of elements of a gate.
  int64_t size = 0;
  /// [gates * size, features] and [gates * size, elements of the state].
  mlir::Value inputWeights, stateWeights;
  /// [gates * size]; null without biases.
  mlir::Value inputBias, stateBias;
  /// [elements of the state, size]; null if the state is not projected.
  mlir::Value projection;
  /// [time, batch], i1: the steps of each sequence; null if it has all. Beyond
  /// its end, a sequence keeps its states, and its outputs are zero.
  mlir::Value hasStep;
  bool isReverse = false;
};

/// Builds a Scan over the steps of `x`, [time, batch, features]. `states` are
/// the initial hidden state and, for an LSTM, the initial cell state, [batch,
/// elements]. Returns the final states and the hidden states of all steps,
/// [time, batch, elements].
llvm::SmallVector<mlir::Value>
buildRecurrentScan(ONNXBuilder &b, const RecurrentDirection &direction,
                   mlir::Value x, mlir::ValueRange states);

} // namespace torch_onnx::onnx

#endif // TORCH_ONNX_DIALECT_ONNX_UTILS_RECURRENTSCAN_H
