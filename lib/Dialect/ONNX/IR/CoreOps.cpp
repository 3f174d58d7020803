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

/// Checks that references to attributes of the surrounding function refer to
/// attributes that the function has.
static LogicalResult verifyReferences(Operation *op,
                                      DictionaryAttr references) {
  if (!references)
    return success();
  auto function = op->getParentOfType<FunctionOpInterface>();
  auto known = function
                   ? function->getAttrOfType<DictionaryAttr>(kAttributesAttr)
                   : DictionaryAttr();
  for (NamedAttribute entry : references) {
    auto name = dyn_cast<StringAttr>(entry.getValue());
    if (!name)
      return op->emitOpError("refers to ")
             << entry.getValue() << ", which is not the name of an attribute";
    if (!known || !known.contains(name))
      return op->emitOpError("refers to the attribute '")
             << name.getValue() << "', which the function around it lacks";
  }
  return success();
}

LogicalResult CustomOp::verify() {
  return verifyReferences(*this, getReferencesAttr());
}

/// Checks that a call gives values for exactly the attributes of its callee.
static LogicalResult verifyAttributes(CallOp call, DictionaryAttr expected) {
  auto contains = [](DictionaryAttr dictionary, StringAttr name) {
    return dictionary && dictionary.contains(name);
  };
  DictionaryAttr values = call.getNodeAttributesAttr();
  DictionaryAttr references = call.getReferencesAttr();
  if (expected)
    for (NamedAttribute entry : expected) {
      StringAttr name = entry.getName();
      if (contains(values, name) == contains(references, name))
        return call.emitOpError("must have one value for the attribute '")
               << name.getValue() << "' of '" << call.getCallee() << "'";
      if (contains(values, name) &&
          values.get(name).getTypeID() != entry.getValue().getTypeID())
        return call.emitOpError("gives ")
               << values.get(name) << " for the attribute '" << name.getValue()
               << "' of '" << call.getCallee() << "', which is like "
               << entry.getValue();
    }
  for (DictionaryAttr given : {values, references})
    if (given)
      for (NamedAttribute entry : given)
        if (!contains(expected, entry.getName()))
          return call.emitOpError("gives the attribute '")
                 << entry.getName().getValue() << "', which '"
                 << call.getCallee() << "' lacks";
  return success();
}

LogicalResult CallOp::verifySymbolUses(SymbolTableCollection &symbols) {
  auto function = symbols.lookupNearestSymbolFrom<FunctionOpInterface>(
      *this, getCalleeAttr());
  if (!function)
    return emitOpError("calls '")
           << getCallee() << "', which is not a function";
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
  if (failed(verifyReferences(*this, getReferencesAttr())))
    return failure();
  return verifyAttributes(
      *this, function->getAttrOfType<DictionaryAttr>(kAttributesAttr));
}
