//===- FftOps.cpp - onnx: Fourier transforms, windows ---------------------===//
//
// Registers the operators of FftOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/FftOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerFftOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/FftOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/FftOps.cpp.inc"
