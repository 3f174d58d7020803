//===- torch-onnx-reduce.cpp - Makes a failing module small ---------------===//
//
// mlir-reduce with our dialects and passes: shrinks a module while a test
// script still finds it interesting.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Pipelines/Registration.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Tools/mlir-reduce/MlirReduceMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  torch_onnx::registerDialects(registry);
  torch_onnx::registerPasses();
  mlir::MLIRContext context(registry);
  return mlir::failed(mlir::mlirReduceMain(argc, argv, context));
}
