//===- QuantOps.cpp - onnx: quantized arithmetic --------------------------===//
//
// Registers the operators of QuantOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/QuantOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerQuantOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/QuantOps.cpp.inc"
