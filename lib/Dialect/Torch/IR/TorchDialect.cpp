//===- TorchDialect.cpp - The torch dialect -------------------------------===//
//
// Registers the dialect and defines effects. The syntax is in
// OperatorSyntax.cpp.
//
//===----------------------------------------------------------------------===//

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.h"
#include "torch-onnx/Dialect/Sym/IR/SymDialect.h"
#include "torch-onnx/Dialect/Torch/IR/Arguments.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace torch_onnx::torch;

#include "torch-onnx/Dialect/Torch/IR/TorchDialect.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "torch-onnx/Dialect/Torch/IR/TorchAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "torch-onnx/Dialect/Torch/IR/TorchTypes.cpp.inc"

#define GET_OP_CLASSES
#include "torch-onnx/Dialect/Torch/IR/TorchOps.cpp.inc"

void TorchDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "torch-onnx/Dialect/Torch/IR/TorchAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "torch-onnx/Dialect/Torch/IR/TorchTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "torch-onnx/Dialect/Torch/IR/TorchOps.cpp.inc"
      >();
}

Operation *TorchDialect::materializeConstant(OpBuilder &builder,
                                             Attribute value, Type type,
                                             Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, type, /*name=*/StringAttr(),
                            elements);
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

LogicalResult DftOp::verify() {
  auto signal = cast<RankedTensorType>(getSignal().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  int64_t rank = signal.getRank();
  if (!isa<FloatType>(signal.getElementType()) ||
      result.getElementType() != signal.getElementType())
    return emitOpError("expects a signal and a result of one floating type");
  if (rank < 2 || result.getRank() != rank)
    return emitOpError("expects a signal of 2 or more dimensions and a result "
                       "of as many");
  if (getAxis() >= uint64_t(rank - 1))
    return emitOpError("expects an axis that is not the last one");
  int64_t numParts = signal.getDimSize(rank - 1);
  if (numParts != 1 && numParts != 2)
    return emitOpError("expects a last dimension of size 1 or 2");
  if (getOnesided() && numParts != 1)
    return emitOpError("expects a real signal where the result is one-sided");
  if (result.getDimSize(rank - 1) != 2)
    return emitOpError("expects a result with a last dimension of size 2");
  return success();
}

torch_onnx::torch::detail::TargetAttrStorage *
torch_onnx::torch::detail::TargetAttrStorage::construct(
    AttributeStorageAllocator &allocator, const KeyTy &key) {
  StringRef name = allocator.copyInto(std::get<0>(key));
  return new (allocator.allocate<TargetAttrStorage>())
      TargetAttrStorage(name, Schema::lookup(name));
}

StringRef TargetAttr::getName() const { return getImpl()->name; }

const Schema *TargetAttr::getSchema() const { return getImpl()->schema; }

const Schema *OperatorOp::getSchema() { return getTargetAttr().getSchema(); }

bool OperatorOp::isPythonFunction() {
  StringRef target = getTarget();
  return target.starts_with("_operator.") || target.starts_with("math.") ||
         target == "builtins.round" || target.starts_with("torch.sym_") ||
         target.starts_with("torch._sym_");
}

StringRef OperatorOp::getArgName(unsigned index) {
  if (const Schema *schema = getSchema())
    return index < schema->getArgs().size() ? schema->getArgs()[index].name
                                            : StringRef();
  if (ArrayAttr names = getArgNamesAttr(); names && index < names.size())
    return cast<StringAttr>(names[index]).getValue();
  return {};
}

// In-place operators write to memory; unknown operators may have any effect.
// Two equal random operators must not be merged, but an unused one may be
// erased, which an allocation effect expresses.
void OperatorOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  const Schema *schema = getSchema();
  bool isUnknown = !schema && !isPythonFunction();
  if (getNumRegions() != 0 || (schema && schema->isMutable()) || isUnknown ||
      getNumResults() == 0) {
    effects.emplace_back(MemoryEffects::Read::get());
    effects.emplace_back(MemoryEffects::Write::get());
  } else if (schema && schema->isRandom()) {
    for (OpResult result : getOperation()->getOpResults())
      effects.emplace_back(MemoryEffects::Allocate::get(), result);
  }
}
