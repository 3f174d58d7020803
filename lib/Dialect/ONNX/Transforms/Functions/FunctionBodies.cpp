//===- FunctionBodies.cpp - Shared contents of function calls -------------===//
//
// See FunctionBodies.h.
//
//===----------------------------------------------------------------------===//

#include "FunctionBodies.h"
#include "Legalize/Legalize.h"

#include "torch-onnx/Dialect/ONNX/IR/CoreOps.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/Hashing.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Encoding of bodies
//===----------------------------------------------------------------------===//

namespace {

enum : uintptr_t { AbsentWord, OutsideWord, RegionWord, FirstInsideWord };

class BodyWriter {
public:
  explicit BodyWriter(Body &body) : body(body) {}

  void write(const void *pointer) {
    words.push_back(reinterpret_cast<uintptr_t>(pointer));
  }
  void write(Operation *op, bool isNested);
  std::vector<uintptr_t> take() { return std::move(words); }

private:
  void writeOperand(OpOperand &operand);
  void writeAttributes(Operation *op);
  /// Sizes are not shared, so they are not written.
  void writeType(Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    write(tensor ? tensor.getElementType().getAsOpaquePointer()
                 : type.getAsOpaquePointer());
    words.push_back(tensor ? tensor.getRank() : ~uintptr_t(0));
  }

  Body &body;
  std::vector<uintptr_t> words;
  llvm::DenseMap<Value, unsigned> numbers; // Of the values inside.
};

} // namespace

void BodyWriter::writeOperand(OpOperand &operand) {
  Value value = operand.get();
  if (isa<NoneType>(value.getType()))
    return words.push_back(AbsentWord);
  auto it = numbers.find(value);
  if (it != numbers.end())
    return words.push_back(FirstInsideWord + it->second);
  words.push_back(OutsideWord);
  writeType(value.getType());
  body.uses.push_back(&operand);
}

/// Whether an attribute with this value can become an attribute of the
/// function. Types and tensors cannot, as they determine result types.
static bool canBeReference(Attribute value) {
  return isa<IntegerAttr, FloatAttr, StringAttr, DenseI64ArrayAttr,
             DenseF32ArrayAttr>(value);
}

void BodyWriter::writeAttributes(Operation *op) {
  write(op->getDiscardableAttrDictionary().getAsOpaquePointer());
  if (auto custom = dyn_cast<CustomOp>(op)) {
    write(custom.getDomainAttr().getAsOpaquePointer());
    write(custom.getOpTypeAttr().getAsOpaquePointer());
  } else if (auto call = dyn_cast<CallOp>(op)) {
    write(call.getCalleeAttr().getAsOpaquePointer());
  }
  for (NamedAttribute attribute : getNodeAttributes(op)) {
    Attribute value = attribute.getValue();
    write(attribute.getName().getAsOpaquePointer());
    if (!canBeReference(value)) {
      write(value.getAsOpaquePointer());
      continue;
    }
    write(value.getTypeID().getAsOpaquePointer());
    if (auto typed = dyn_cast<TypedAttr>(value))
      write(typed.getType().getAsOpaquePointer());
    body.attributes.push_back({op, attribute.getName(), value});
  }
}

void BodyWriter::write(Operation *op, bool isNested) {
  write(op->getName().getAsOpaquePointer());
  if (isNested || op->getNumRegions())
    write(op->getAttrDictionary().getAsOpaquePointer());
  else
    writeAttributes(op);
  words.push_back(op->getNumOperands());
  for (OpOperand &operand : op->getOpOperands())
    writeOperand(operand);
  words.push_back(op->getNumResults());
  auto addValue = [&](Value value) {
    // Types inside of a region must not change.
    isNested ? write(value.getType().getAsOpaquePointer())
             : writeType(value.getType());
    numbers.try_emplace(value, numbers.size());
  };
  for (Region &region : op->getRegions()) {
    words.push_back(RegionWord);
    for (Block &block : region) {
      words.push_back(block.getNumArguments());
      for (Value argument : block.getArguments()) {
        write(argument.getType().getAsOpaquePointer());
        numbers.try_emplace(argument, numbers.size());
      }
      words.push_back(block.getOperations().size());
      for (Operation &inner : block)
        write(&inner, /*isNested=*/true);
    }
  }
  for (Value result : op->getResults())
    addValue(result);
}

std::vector<uintptr_t> onnx::writeBody(Body &body) {
  BodyWriter writer(body);
  writer.write(body.call->className.data());
  for (Operation *op : body.nodes)
    writer.write(op, /*isNested=*/false);
  return writer.take();
}

size_t onnx::hashNode(Operation *op) {
  Body body = {nullptr, nullptr, {}};
  BodyWriter writer(body);
  writer.write(op, /*isNested=*/false);
  std::vector<uintptr_t> words = writer.take();
  return llvm::hash_combine_range(words.begin(), words.end());
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

/// Sets the attributes of a call or a node, and which of them refer to
/// attributes of the function around it.
static void setDictionaries(Operation *op, const NamedAttrList &values,
                            const NamedAttrList &references) {
  for (auto [name, list] : {std::pair("node_attributes", &values),
                            std::pair("references", &references)}) {
    if (list->empty())
      op->removeAttr(name);
    else
      op->setAttr(name, list->getDictionary(op->getContext()));
  }
}

/// Replaces `op` by an operation of another kind.
static Operation *replaceOp(OpBuilder &builder, Operation *op, StringRef name,
                            ArrayRef<NamedAttribute> attributes) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(op);
  OperationState state(op->getLoc(), name, op->getOperands(),
                       op->getResultTypes(), attributes);
  Operation *created = builder.create(state);
  created->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op->replaceAllUsesWith(created);
  op->erase();
  return created;
}

Operation *onnx::withReferences(OpBuilder &builder, Operation *op,
                                References references) {
  if (references.empty())
    return op;
  NamedAttrList values = getNodeAttributes(op), names;
  for (auto [attribute, name] : references) {
    values.erase(attribute);
    names.set(attribute, name);
  }
  if (!isa<CallOp, CustomOp>(op))
    op = replaceOp(builder, op, CustomOp::getOperationName(),
                   {builder.getNamedAttr("domain", builder.getStringAttr("")),
                    builder.getNamedAttr("op_type", builder.getStringAttr(
                                                        getOperatorName(op)))});
  setDictionaries(op, values, names);
  return op;
}

Operation *onnx::bindReferences(OpBuilder &builder, Operation *op,
                                DictionaryAttr values, DictionaryAttr outer) {
  DictionaryAttr references =
      isa<CallOp, CustomOp>(op)
          ? op->getAttrOfType<DictionaryAttr>("references")
          : DictionaryAttr();
  if (!references)
    return op;
  NamedAttrList attributes = getNodeAttributes(op), left;
  for (NamedAttribute reference : references) {
    auto name = cast<StringAttr>(reference.getValue());
    if (Attribute value = values ? values.get(name) : Attribute())
      attributes.set(reference.getName(), value);
    else if (Attribute other = outer ? outer.get(name) : Attribute())
      left.set(reference.getName(), other);
  }
  // When all attributes have values, the node becomes an ONNX operation again.
  std::string name = ("onnx." + getOperatorName(op)).str();
  if (isa<CustomOp>(op) && left.empty() && !getOperatorName(op).empty() &&
      RegisteredOperationName::lookup(name, op->getContext()))
    return replaceOp(builder, op, name, attributes);
  setDictionaries(op, attributes, left);
  return op;
}
