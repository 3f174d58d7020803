//===- LinearOps.cpp - onnx: matrix products ------------------------------===//
//
// Registers the operators of LinearOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerLinearOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.cpp.inc"
