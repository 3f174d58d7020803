//===- RandomOps.cpp - onnx: random numbers -------------------------------===//
//
// Registers the operators of RandomOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerRandomOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.cpp.inc"
