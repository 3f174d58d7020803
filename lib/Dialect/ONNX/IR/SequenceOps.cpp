//===- SequenceOps.cpp - onnx: sequences and optionals --------------------===//
//
// Registers the operators of SequenceOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerSequenceOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/SequenceOps.cpp.inc"
