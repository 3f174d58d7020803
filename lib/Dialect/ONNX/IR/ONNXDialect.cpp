//===- ONNXDialect.cpp - The onnx dialect and its types -------------------===//
//
// Registration of the dialect, its types, and how a folded value becomes an
// operation. Each family of operators registers itself in its own file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx::onnx;

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ONNXTypes.cpp.inc"

void ONNXDialect::initialize() {
  registerTypes();
  registerCoreOps();
  registerElementwiseOps();
  registerLogicalOps();
  registerReduceOps();
  registerTensorOps();
  registerIndexOps();
  registerImageOps();
  registerNNOps();
  registerActivationOps();
  registerLinearOps();
  registerAttentionOps();
  registerQuantOps();
  registerRecurrentOps();
  registerRandomOps();
  registerControlOps();
  registerSequenceOps();
  registerStringOps();
  registerFftOps();
}

void ONNXDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "torch-onnx/Dialect/ONNX/IR/ONNXTypes.cpp.inc"
      >();
}

LogicalResult SequenceType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Type elementType) {
  if (isa<TensorType, SequenceType, OptionalType>(elementType))
    return success();
  return emitError() << "sequence of " << elementType
                     << ", expected tensors, sequences or optionals";
}

LogicalResult OptionalType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   Type elementType) {
  if (isa<TensorType, SequenceType>(elementType))
    return success();
  return emitError() << "optional of " << elementType
                     << ", expected tensors or sequences";
}

Operation *ONNXDialect::materializeConstant(OpBuilder &builder, Attribute value,
                                            Type type, Location loc) {
  if (isa<NoneType>(type) && isa<UnitAttr>(value))
    return NoValueOp::create(builder, loc);
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, elements);
}
