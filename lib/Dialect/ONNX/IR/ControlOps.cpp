//===- ControlOps.cpp - onnx: branches and loops --------------------------===//
//
// Registers the operators of ControlOps.td and holds their hand-written
// methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerControlOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.cpp.inc"

/// The terminator of a region with one block.
static YieldOp getYield(Region &region) {
  return cast<YieldOp>(region.front().getTerminator());
}

static LogicalResult verifyCount(Operation *op, StringRef what, size_t count,
                                 size_t expected) {
  if (count == expected)
    return success();
  return op->emitOpError("has ")
         << count << " " << what << ", expected " << expected;
}

LogicalResult IfOp::verify() {
  for (Region *branch : {&getThenBranch(), &getElseBranch()}) {
    if (branch->getNumArguments() != 0)
      return emitOpError("has a branch with arguments");
    if (failed(verifyCount(getYield(*branch), "operands",
                           getYield(*branch).getNumOperands(),
                           getNumResults())))
      return failure();
  }
  return success();
}

LogicalResult LoopOp::verify() {
  // Iteration and condition go in, the condition comes out.
  size_t carried = getVInitial().size();
  if (failed(verifyCount(*this, "arguments of the body",
                         getBody().getNumArguments(), carried + 2)))
    return failure();
  if (getNumResults() < carried)
    return emitOpError("has ") << getNumResults() << " results, but " << carried
                               << " carried values";
  YieldOp yield = getYield(getBody());
  return verifyCount(yield, "operands", yield.getNumOperands(),
                     getNumResults() + 1);
}

LogicalResult ScanOp::verify() {
  int64_t scanned = static_cast<int64_t>(getNumScanInputs());
  int64_t carried = static_cast<int64_t>(getNumOperands()) - scanned;
  if (scanned < 1 || carried < 0)
    return emitOpError("attribute 'num_scan_inputs' is ")
           << scanned << ", expected in [1, " << getNumOperands() << "]";
  if (failed(verifyCount(*this, "arguments of the body",
                         getBody().getNumArguments(), getNumOperands())))
    return failure();
  if (getNumResults() < static_cast<size_t>(carried))
    return emitOpError("has ") << getNumResults() << " results, but " << carried
                               << " carried values";
  YieldOp yield = getYield(getBody());
  return verifyCount(yield, "operands", yield.getNumOperands(),
                     getNumResults());
}

LogicalResult SequenceMapOp::verify() {
  if (failed(verifyCount(*this, "arguments of the body",
                         getBody().getNumArguments(), getNumOperands())))
    return failure();
  YieldOp yield = getYield(getBody());
  return verifyCount(yield, "operands", yield.getNumOperands(),
                     getNumResults());
}
