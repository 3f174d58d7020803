//===- LogicalOps.cpp - onnx: comparisons, logic, bits --------------------===//
//
// Registers the operators of LogicalOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerLogicalOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.cpp.inc"
