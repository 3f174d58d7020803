//===- Advice.h - Advice in messages of refusals ----------------*- C++ -*-===//
//
// Notes that several passes attach to a refusal.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H
#define TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"

namespace torch_onnx::torch {

/// Unit attribute of a module whose program comes from TorchScript, so that
/// torch.export cannot decompose it.
inline constexpr llvm::StringLiteral kScriptedAttr = "torch.scripted";

inline bool isScripted(mlir::Operation *op) {
  auto module = op->getParentOfType<mlir::ModuleOp>();
  return module && module->hasAttr(kScriptedAttr);
}

/// Adds the note that PyTorch's own decomposition replaces `what` by other
/// operators. PyTorch decomposes with the strides of tensors at hand; a pass
/// sees only the graph.
inline void adviseDecomposition(mlir::InFlightDiagnostic &error,
                                llvm::StringRef what) {
  error.attachNote() << "'program.run_decompositions({})' before "
                        "torch.export.save replaces "
                     << what << " by other operators";
}

/// The same for `op`, if it is of a program of torch.export.
inline void adviseDecomposition(mlir::InFlightDiagnostic &error,
                                mlir::Operation *op, llvm::StringRef what) {
  if (!isScripted(op))
    adviseDecomposition(error, what);
}

} // namespace torch_onnx::torch

#endif // TORCH_ONNX_DIALECT_TORCH_IR_ADVICE_H
