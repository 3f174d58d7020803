//===- CoreOps.cpp - onnx: constants, calls, foreign nodes ----------------===//
//
// Registers the operators of CoreOps.td and holds their hand-written methods.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"

#include "torch-onnx/Dialect/ONNX/IR/TypeInference.h"
#include "torch-onnx/Support/ModelAttributes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace torch_onnx::onnx;

void ONNXDialect::registerCoreOps() {
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.cpp.inc"
      >();
}

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.cpp.inc"

OpFoldResult NoValueOp::fold(FoldAdaptor) {
  return UnitAttr::get(getContext());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!function)
    return emitOpError("calls '") << getCallee() << "', which is no function";
  if (!function->hasAttr(kDomainAttr))
    return emitOpError("calls '")
           << getCallee() << "', which has no '" << kDomainAttr << "'";
  if (!areCompatible(function.getArgumentTypes(), getOperandTypes()))
    return emitOpError("calls '")
           << getCallee() << "' with the types (" << getOperandTypes()
           << "), which takes (" << function.getArgumentTypes() << ")";
  if (!areCompatible(function.getResultTypes(), getResultTypes()))
    return emitOpError("has the types (")
           << getResultTypes() << "), but '" << getCallee() << "' returns ("
           << function.getResultTypes() << ")";
  return success();
}
