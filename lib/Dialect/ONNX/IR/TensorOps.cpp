//===- TensorOps.cpp - onnx: shapes, types, fillings ----------------------===//
//
// Registers the operators of TensorOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerTensorOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.cpp.inc"

/// `to` says what the type of the result says: the two must agree.
static LogicalResult verifyTarget(Operation *op, Type target, Value output) {
  Type elementType = getElementTypeOrSelf(output.getType());
  if (target == elementType)
    return success();
  return op->emitOpError("attribute 'to' is ")
         << target << ", but the result has elements of " << elementType;
}

LogicalResult CastOp::verify() {
  return verifyTarget(*this, getTo(), getOutput());
}

LogicalResult BitCastOp::verify() {
  return verifyTarget(*this, getTo(), getOutput());
}
