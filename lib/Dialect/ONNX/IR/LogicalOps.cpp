//===- LogicalOps.cpp - onnx: comparisons, logic, bits --------------------===//
//
// Registers the operators of LogicalOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"

#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerLogicalOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.cpp.inc"

void WhereOp::inferTypes(Adaptor op, TypeInference &types) {
  types.addBroadcast(op.getOperands(), types.element(op.getX()));
}

OpFoldResult WhereOp::fold(FoldAdaptor) {
  // Where(Not(c), x, y)
  if (auto inverted = getCondition().getDefiningOp<NotOp>()) {
    getOperation()->setOperands({inverted.getX(), getY(), getX()});
    return getResult();
  }
  return getIdentity(*this, ConstantReader());
}
