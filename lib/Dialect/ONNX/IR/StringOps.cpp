//===- StringOps.cpp - onnx: strings --------------------------------------===//
//
// Registers the operators of StringOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/StringOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerStringOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/StringOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/StringOps.cpp.inc"
