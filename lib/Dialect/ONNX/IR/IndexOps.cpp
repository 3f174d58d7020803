//===- IndexOps.cpp - onnx: selection and placement -----------------------===//
//
// Registers the operators of IndexOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerIndexOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.cpp.inc"
