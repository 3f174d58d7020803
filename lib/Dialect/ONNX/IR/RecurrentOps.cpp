//===- RecurrentOps.cpp - onnx: RNN, GRU and LSTM -------------------------===//
//
// Registers the operators of RecurrentOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerRecurrentOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.cpp.inc"
