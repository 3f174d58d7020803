//===- SimplifyControl.h - Shared helpers of loop rewrites ------*- C++ -*-===//
//
// Access to the parts of a Loop or Scan, and helpers for the files that rewrite
// them.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYCONTROL_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYCONTROL_H

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"

namespace torch_onnx::onnx::simplify {

/// The positions of the parts of a Loop or Scan.
struct Form {
  explicit Form(mlir::Operation *op) : op(op), body(op->getRegion(0)) {
    if (isa<LoopOp>(op)) {
      firstOperand = firstArgument = 2;
      firstYielded = 1;
      numCarried = op->getNumOperands() - 2;
    } else {
      numScanned = cast<ScanOp>(op).getNumScanInputs();
      numCarried = op->getNumOperands() - numScanned;
    }
    numOutputs = op->getNumResults() - numCarried;
  }

  mlir::BlockArgument argument(unsigned i) const {
    return body.getArgument(firstArgument + i);
  }
  mlir::Value initial(unsigned i) const {
    return op->getOperand(firstOperand + i);
  }
  /// The yielded value of a loop-carried value, or of a scan output after them.
  mlir::Value yielded(unsigned i) const {
    return body.front().getTerminator()->getOperand(firstYielded + i);
  }

  mlir::Operation *op;
  mlir::Region &body;
  unsigned firstOperand = 0, firstArgument = 0, firstYielded = 0;
  unsigned numCarried = 0, numScanned = 0, numOutputs = 0;
};

/// The value with the type that its users expect; the size information of the
/// types may differ.
mlir::Value withType(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value, mlir::Type type);

/// A 0-d constant of the type of `value`, an IntegerAttr.
mlir::Value createScalar(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Attribute value);

/// A constant boolean or number.
std::optional<int64_t> getNumber(mlir::Value value);

/// Whether a loop has at least one iteration for all inputs.
bool runsAtLeastOnce(mlir::Operation *loop);

/// SimplifyLoops.cpp.
void populateLoops(Rewrites &rewrites);

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYCONTROL_H
