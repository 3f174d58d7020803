//===- ElementwiseOps.cpp - onnx: arithmetic and functions ----------------===//
//
// Registers the operators of ElementwiseOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerElementwiseOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.cpp.inc"
