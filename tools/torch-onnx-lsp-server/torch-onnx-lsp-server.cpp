//===- torch-onnx-lsp-server.cpp - Language server for our text -----------===//
//
// The upstream MLIR language server with our dialects: completion, hover and
// go-to-definition for .mlir files of this project in an editor.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Pipelines/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  torch_onnx::registerDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
