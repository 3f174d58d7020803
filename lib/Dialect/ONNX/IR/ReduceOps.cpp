//===- ReduceOps.cpp - onnx: reductions over axes -------------------------===//
//
// Registers the operators of ReduceOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerReduceOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ReduceOps.cpp.inc"
