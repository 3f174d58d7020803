//===- ONNXDialect.cpp - The onnx dialect and its types -------------------===//
//
// Registers the dialect and its types, and materializes folded constants. Each
// family of operators is registered in its own file.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FoldInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ShapeUtils.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

#include "torch-onnx/Dialect/ONNX/IR/ONNXDialect.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "torch-onnx/Dialect/ONNX/IR/ONNXTypes.cpp.inc"

void ONNXDialect::initialize() {
  registerInterfaces();
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

//===----------------------------------------------------------------------===//
// Folds of all operations
//===----------------------------------------------------------------------===//

/// Whether the type may be that of sizes or of values computed from them.
static bool isOfSizes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getRank() <= 1 && tensor.hasStaticShape() &&
         isa<IntegerType>(tensor.getElementType());
}

/// The elements of a tensor as a constant if shapes and constants determine all
/// of them; null otherwise.
static DenseElementsAttr getSizesAsConstant(Value value) {
  auto sizes = getSizeValues(value);
  if (!sizes)
    return {};
  auto type = cast<RankedTensorType>(value.getType());
  unsigned width = type.getElementTypeBitWidth();
  SmallVector<APInt> numbers;
  for (const SizeValue &size : *sizes) {
    std::optional<int64_t> number = sym::getConstant(size.expr);
    if (!number)
      return {};
    numbers.push_back(APInt(64, *number).sextOrTrunc(width));
  }
  return DenseElementsAttr::get(type, numbers);
}

namespace {
/// Folds arithmetic on sizes that turn out to be constant. MLIR calls this if
/// the `fold` of an operation does not apply.
struct FoldSizes : DialectFoldInterface {
  using DialectFoldInterface::DialectFoldInterface;

  LogicalResult fold(Operation *op, ArrayRef<Attribute>,
                     SmallVectorImpl<OpFoldResult> &results) const final {
    // Most operations fail these checks, so the cheapest one comes first.
    if (!llvm::all_of(op->getResultTypes(), isOfSizes) ||
        op->getNumResults() == 0 || op->getNumRegions() != 0 ||
        op->hasTrait<OpTrait::ConstantLike>() || !isMemoryEffectFree(op))
      return failure();
    for (Value result : op->getResults()) {
      DenseElementsAttr sizes = getSizesAsConstant(result);
      if (!sizes)
        return failure();
      results.push_back(sizes);
    }
    return success();
  }
};
} // namespace

void ONNXDialect::registerInterfaces() { addInterfaces<FoldSizes>(); }

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

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
