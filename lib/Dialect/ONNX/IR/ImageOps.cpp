//===- ImageOps.cpp - onnx: resampling, boxes, pixels ---------------------===//
//
// Registers the operators of ImageOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerImageOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.cpp.inc"
