//===- Stub.cpp - Import of TorchScript archives --------------------------===//
//
// Stands for the importer until it is there.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Import/TorchScript.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;

OwningOpRef<ModuleOp>
torch_onnx::importTorchScript(StringRef path, MLIRContext *ctx,
                              const TorchScriptOptions &options) {
  (void)emitError(FileLineColLoc::get(ctx, path, 0, 0),
                  "a TorchScript archive, which cannot be read yet");
  return nullptr;
}
