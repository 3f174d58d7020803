//===- Advice.h - What a user can do about a refusal ------------*- C++ -*-===//
//
// The notes that refusals of several passes have in common.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H
#define TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H

#include "mlir/IR/Diagnostics.h"

namespace torch_onnx::torch {

/// Says that PyTorch's own decomposition, which runs with tensors and strides
/// where a pass has a graph, replaces `what` by other operators.
inline void adviseDecomposition(mlir::InFlightDiagnostic &error,
                                llvm::StringRef what) {
  error.attachNote() << "'program.run_decompositions({})' before "
                        "torch.export.save replaces "
                     << what << " by other operators";
}

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H
