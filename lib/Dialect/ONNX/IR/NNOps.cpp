//===- NNOps.cpp - onnx: convolutions, pools, norms, losses ---------------===//
//
// Registers the operators of NNOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerNNOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/NNOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/NNOps.cpp.inc"
