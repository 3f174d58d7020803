//===- Advice.h - Advice in messages of refusals ----------------*- C++ -*-===//
//
// Notes that several passes attach to a refusal.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H
#define TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H

#include "mlir/IR/Diagnostics.h"

namespace torch_onnx::torch {

/// Adds the note that PyTorch's own decomposition replaces `what` by other
/// operators. PyTorch decomposes with the strides of tensors at hand; a pass
/// sees only the graph.
inline void adviseDecomposition(mlir::InFlightDiagnostic &error,
                                llvm::StringRef what) {
  error.attachNote() << "'program.run_decompositions({})' before "
                        "torch.export.save replaces "
                     << what << " by other operators";
}

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H
