//===- RecurrentPacked.h - Sequences of different lengths -------*- C++ -*-===//
//
// torch.nn.utils.rnn.PackedSequence stores the steps of a batch of sequences
// without padding: step 0 of each sequence, then step 1 of the sequences that
// have one, and so on. The sequences are sorted by decreasing length, so the
// numbers of sequences that have a step t, `batch_sizes`, describe the layout.
// ONNX's recurrent operators need padded sequences and their lengths.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_RECURRENT_RECURRENTPACKED_H
#define TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_RECURRENT_RECURRENTPACKED_H

#include "Lowering.h"

namespace torch_onnx {

/// A batch of sequences that are padded to the length of the longest one.
struct PaddedSequences {
  /// [time, batch, *]. Steps beyond the end of a sequence have any value.
  mlir::Value x;
  /// [time, batch], i1: whether a sequence has a step.
  mlir::Value hasStep;
};

/// The padded form of the packed `data` [total, *]. If `data` was built by
/// `pack`, no operation is added.
PaddedSequences unpack(Lowering &b, mlir::Value data, mlir::Value batchSizes);

/// The packed form, [total, *].
mlir::Value pack(Lowering &b, PaddedSequences sequences,
                 mlir::AffineExpr total);

/// The lengths of the sequences, [batch], with elements of the integer `type`.
mlir::Value lengthsOf(Lowering &b, PaddedSequences sequences, mlir::Type type);

} // namespace torch_onnx

#endif // TORCH_ONNX_LIB_CONVERSION_TORCHTOONNX_RECURRENT_RECURRENTPACKED_H
