//===- TorchScript.h - Import of TorchScript archives -----------*- C++ -*-===//
//
// Reads what torch.jit.save writes: traced and scripted modules, with their
// control flow. LibTorch compiles the code of the archive, in the plug-in; no
// code runs, and no weight byte is read.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_IMPORT_TORCHSCRIPT_H
#define TORCH_ONNX_IMPORT_TORCHSCRIPT_H

#include "torch-onnx/Support/StopRequest.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include <string>

namespace torch_onnx {

struct TorchScriptOptions {
  /// The types of the inputs in their order, "[1,3,?,?]f32,[2]i64"
  /// (docs/HowTo/TorchScript.md has the grammar). Empty: those that a traced
  /// archive tells; of a scripted module dtype and rank are not known then.
  std::string inputTypes;
  /// Loops of at most this many iterations, a literal number, are unrolled.
  int64_t unroll = 0;
  /// Asked between functions of the program. May be null.
  StopRequest *stop = nullptr;
};

/// Imports the module in `path` as `func.func @main` in the torch dialect: what
/// its method `forward` computes.
///
/// Arguments are the tensors and numbers among the arguments of `forward`, under
/// their Python names (`onnx.name`); results are the tensors and numbers that it
/// returns, followed by one result for each buffer that it assigns
/// (`torch.mutates`). Parameters and buffers are `torch.constant` operations
/// under their names in the module.
///
/// What cannot be imported is reported through the context's diagnostics, and
/// null is returned.
mlir::OwningOpRef<mlir::ModuleOp>
importTorchScript(llvm::StringRef path, mlir::MLIRContext *ctx,
                  const TorchScriptOptions &options = {});

/// True for a zip archive that has the members of torch.jit.save.
bool isTorchScriptFile(llvm::StringRef path);

} // namespace torch_onnx

#endif // TORCH_ONNX_IMPORT_TORCHSCRIPT_H
