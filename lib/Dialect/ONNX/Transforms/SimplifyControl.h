//===- SimplifyControl.h - What rewrites of loops share ------*- C++ -*----===//
//
// The parts of a Loop and a Scan, and what the files that rewrite them share.
//
//===----------------------------------------------------------------------===//

#ifndef TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYCONTROL_H
#define TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYCONTROL_H

#include "SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"

namespace torch_onnx::onnx::simplify {

/// Where the parts of a Loop or a Scan are.
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
  /// Of a carried value, or of an output behind them.
  mlir::Value yielded(unsigned i) const {
    return body.front().getTerminator()->getOperand(firstYielded + i);
  }

  mlir::Operation *op;
  mlir::Region &body;
  unsigned firstOperand = 0, firstArgument = 0, firstYielded = 0;
  unsigned numCarried = 0, numScanned = 0, numOutputs = 0;
};

/// The value with the type that its users know: another one may say more or
/// less about sizes.
mlir::Value withType(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value value, mlir::Type type);

/// A 0-d constant of the type of `value`, an IntegerAttr.
mlir::Value createScalar(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Attribute value);

/// A boolean or a number that is known.
std::optional<int64_t> getNumber(mlir::Value value);

/// Whether a loop has at least one iteration, whatever the inputs.
bool runsAtLeastOnce(mlir::Operation *loop);

/// SimplifyLoops.cpp.
void populateLoops(Rewrites &rewrites);

} // namespace torch_onnx::onnx::simplify

#endif // TORCH_ONNX_LIB_DIALECT_ONNX_TRANSFORMS_SIMPLIFYCONTROL_H
