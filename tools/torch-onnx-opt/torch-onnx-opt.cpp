//===- torch-onnx-opt.cpp - Runs passes over MLIR text --------------------===//
//
// mlir-opt with our dialects, passes and pipelines.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Pipelines/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  torch_onnx::registerDialects(registry);
  torch_onnx::registerPasses();
  return mlir::asMainReturnCode(mlir::MlirOptMain(
      argc, argv, "Torch-ONNX modular optimizer driver\n", registry));
}
