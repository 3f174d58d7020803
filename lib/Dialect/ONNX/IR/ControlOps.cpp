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

/// Checks that the block of a region takes and yields as many values as said;
/// `what` is "branch" or "body".
static LogicalResult verifyRegion(Operation *op, StringRef what, Region &region,
                                  size_t numArguments, size_t numYielded) {
  if (region.getNumArguments() != numArguments)
    return op->emitOpError("has a ")
           << what << " with " << region.getNumArguments()
           << " arguments, expected " << numArguments;
  Operation *yield = region.front().getTerminator();
  if (yield->getNumOperands() == numYielded)
    return success();
  InFlightDiagnostic error = op->emitOpError("has a ")
                             << what << " that yields "
                             << yield->getNumOperands() << " values, expected "
                             << numYielded;
  error.attachNote(yield->getLoc()) << "yielded here";
  return error;
}

/// What is carried from one iteration to the next is a result at the end.
static LogicalResult verifyCarried(Operation *op, size_t numCarried) {
  if (op->getNumResults() >= numCarried)
    return success();
  return op->emitOpError("has ") << op->getNumResults() << " results, but "
                                 << numCarried << " carried values";
}

LogicalResult IfOp::verify() {
  for (Region *branch : {&getThenBranch(), &getElseBranch()})
    if (failed(verifyRegion(*this, "branch", *branch, 0, getNumResults())))
      return failure();
  return success();
}

LogicalResult LoopOp::verify() {
  if (failed(verifyCarried(*this, getVInitial().size())))
    return failure();
  // The iteration and the condition go in, the condition comes out.
  return verifyRegion(*this, "body", getBody(), getVInitial().size() + 2,
                      getNumResults() + 1);
}

LogicalResult ScanOp::verify() {
  int64_t numInputs = getNumOperands(), numScanned = getNumScanInputs();
  if (numScanned < 1 || numScanned > numInputs)
    return emitOpError("attribute 'num_scan_inputs' is ")
           << numScanned << ", expected in [1, " << numInputs << "]";
  if (failed(verifyCarried(*this, numInputs - numScanned)))
    return failure();
  return verifyRegion(*this, "body", getBody(), numInputs, getNumResults());
}

LogicalResult SequenceMapOp::verify() {
  return verifyRegion(*this, "body", getBody(), getNumOperands(),
                      getNumResults());
}
