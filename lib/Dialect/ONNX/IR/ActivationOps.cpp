//===- ActivationOps.cpp - onnx: activation functions ---------------------===//
//
// Registers the operators of ActivationOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerActivationOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.cpp.inc"
