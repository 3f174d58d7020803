//===- AttentionOps.cpp - onnx: transformer building blocks ---------------===//
//
// Registers the operators of AttentionOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerAttentionOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.cpp.inc"
