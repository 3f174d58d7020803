//===- InterpreterObjects.cpp - Objects of a TorchScript archive ----------===//
//
// Reads modules and their attributes from the pickle on first use. A tensor
// becomes a torch.constant that references its bytes, which are not read.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "torch-onnx/Dialect/Torch/Transforms/LibTorchTypes.h"
#include "torch-onnx/Dialect/Weight/IR/WeightDialect.h"
#include "torch-onnx/Import/Support/ElementTypes.h"

#include "llvm/Support/Path.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace torch_onnx;

Item Interpreter::load(PickleValue value, const std::string &path) {
  using P = PickleValue::Kind;
  llvm::SaveAndRestore loading(heap.isLoading, true);
  switch (value.getKind()) {
  case P::None:
    return Item::none();
  case P::Bool:
    return makeBool(value.getInt() != 0);
  case P::Int:
    return makeInt(value.getInt());
  case P::Float:
    return makeFloat(value.getFloat());
  case P::Complex: {
    auto type = RankedTensorType::get({}, ComplexType::get(b.getF64Type()));
    return Item::number(DenseElementsAttr::get(
        type, std::complex<double>(value.getFloat(), value.getImaginary())));
  }
  case P::Text:
    return makeString(value.getText());
  case P::Global: {
    StringRef name = value.getName();
    if (name.consume_front("torch.device:"))
      return Item::device(b.getStringAttr(name));
    return Item::function(b.getStringAttr(value.getName()));
  }
  case P::Tensor:
    return loadTensor(value, path);
  case P::Tuple: {
    std::vector<Item> items;
    for (size_t i = 0; i < value.size(); ++i)
      items.push_back(load(value[i], path + "." + std::to_string(i)));
    return Item::tuple(std::move(items));
  }
  case P::List:
  case P::Dict:
  case P::Object:
    break;
  }
  // Two attributes that share a list keep sharing it.
  auto [it, isNew] = loaded.try_emplace(value.getId());
  if (!isNew)
    return it->second;
  if (value.isA(P::Object))
    return loaded[value.getId()] = loadObject(value, path);
  Item item = Item::cell(value.isA(P::List) ? Kind::List : Kind::Dict,
                         heap.add(Cell()));
  loaded[value.getId()] = item;
  Cell cell;
  const ScriptType *type = types.get(value.getTypeTag());
  if (!type->elements.empty())
    cell.elementType = type->elements.back();
  if (value.isA(P::List)) {
    for (size_t i = 0; i < value.size(); ++i)
      cell.items.push_back(load(value[i], path + "." + std::to_string(i)));
  } else {
    for (auto [key, entry] : value.getEntries()) {
      cell.keys.push_back(load(key, path));
      std::string name = path + "." + std::to_string(cell.items.size());
      if (key.isA(P::Text))
        name = path + "." + key.getText().str();
      cell.items.push_back(load(entry, name));
    }
  }
  heap.load(item.getIndex()) = std::move(cell);
  return item;
}

Item Interpreter::loadObject(PickleValue value, const std::string &path) {
  // A member of an enumeration is a call of its class with its value.
  llvm::Expected<const libtorch::ScriptClass *> type =
      code.getClass(value.getName());
  if (!type)
    llvm::consumeError(type.takeError());
  else if ((*type)->kind == libtorch::ScriptClass::Kind::Native) {
    // An object of a C++ class (packed weights) is represented by its state.
    return load(value.getState(), path);
  } else if ((*type)->kind == libtorch::ScriptClass::Kind::Enum) {
    Item state = load(value.getState(), path);
    if (state.isA(Kind::Tuple) && state.getElements().size() == 1)
      state = Item(state.getElements()[0]);
    for (const libtorch::ScriptField &member :
         ArrayRef((*type)->fields, (*type)->numFields))
      if (std::optional<Item> literal = getLiteral(member.value);
          literal && *literal == state)
        return Item::enumMember(
            b.getStringAttr(value.getName() + "." + getText(member.name)),
            state);
  }
  Cell cell;
  cell.className = b.getStringAttr(value.getName());
  cell.path = path;
  unsigned index = heap.add(std::move(cell));
  states.insert({index, value.getState()});
  return Item::cell(Kind::Object, index);
}

Item Interpreter::loadTensor(PickleValue value, const std::string &name,
                             Type stored) {
  if (value.getTensor().isQuantized && !stored)
    return loadQuantized(value, name);
  StringAttr nameAttr = b.getStringAttr(name);
  if (Value known = weights.lookup(nameAttr))
    return Item::tensor(known);
  auto refuse = [&](const Twine &why) {
    return Item::conflict(b.getStringAttr("the tensor '" + name + "' " + why));
  };
  PickledTensor tensor = value.getTensor();
  Type elementType =
      stored ? stored : torch_onnx::getElementType(tensor.dtype, ctx);
  if (tensor.isAbsent || !elementType)
    return refuse(tensor.isAbsent ? Twine("has no bytes in the archive")
                                  : "has the dtype '" + tensor.dtype +
                                        "', which is not supported");
  if (!isInStorage(tensor, weight::getElementByteWidth(elementType)))
    return refuse("reaches beyond the " + Twine(tensor.size) +
                  " bytes that are stored for it");
  auto type = RankedTensorType::get(tensor.sizes, elementType);
  unsigned width = weight::getElementByteWidth(elementType);
  ElementsAttr bytes;
  if (tensor.isConjugate || tensor.isNegative) {
    auto elements =
        resolveSigns(tensor, width, archive.getZip().file()->bytes());
    if (!elements)
      return refuse("is an expanded conjugate or negative view, which is not "
                    "supported; expected its clone()");
    bytes = DenseElementsAttr::getFromRawBuffer(type, *elements);
  } else {
    bytes = weight::FileAttr::get(
        type, llvm::sys::path::filename(archive.getZip().path()),
        tensor.offset + tensor.storageOffset * width, tensor.strides);
  }
  // In the order of their first use.
  OpBuilder::InsertionGuard guard(b);
  if (lowestWeight)
    b.setInsertionPointAfter(lowestWeight);
  else
    b.setInsertionPointToStart(&main.front());
  auto constant = torch::ConstantOp::create(
      b, NameLoc::get(nameAttr, main.getLoc()), type, nameAttr, bytes,
      /*transient=*/false);
  weights[nameAttr] = constant;
  lowestWeight = constant;
  return Item::tensor(constant);
}

Outcome Interpreter::restoreState(unsigned object) {
  if (!restored.insert(object).second)
    return Outcome::Done;
  std::string path = heap[object].path;
  std::string method =
      (heap[object].className.getValue() + ".__setstate__").str();
  llvm::SaveAndRestore loading(heap.isLoading, true);
  Item state = load(states.find(object)->second, path);
  // All readers use its results, whichever block reads it first.
  OpBuilder::InsertionGuard guard(b);
  if (lowestWeight)
    b.setInsertionPointAfter(lowestWeight);
  else
    b.setInsertionPointToStart(&main.front());
  Heap::Contents changes;
  {
    Heap::Journal journal(heap);
    Item result;
    if (Outcome outcome =
            call(method, {Item::cell(Kind::Object, object), std::move(state)},
                 path, main.getLoc(), result);
        outcome != Outcome::Done)
      return outcome;
    changes = journal.revert();
  }
  for (auto &[cell, contents] : changes)
    heap.load(cell) = std::move(contents);
  return Outcome::Done;
}

/// Reads an attribute of an object of the archive into its cell.
Outcome Interpreter::loadAttribute(unsigned object, StringRef name,
                                   bool &isKnown) {
  const Cell &cell = heap[object];
  StringAttr nameAttr = b.getStringAttr(name);
  isKnown = cell.attributes.contains(nameAttr);
  auto state = states.find(object);
  if (isKnown || state == states.end())
    return Outcome::Done;
  if (!state->second.isA(PickleValue::Kind::Dict)) {
    if (Outcome outcome = restoreState(object); outcome != Outcome::Done)
      return outcome;
    isKnown = heap[object].attributes.contains(nameAttr);
    return Outcome::Done;
  }
  std::string path =
      cell.path.empty() ? name.str() : cell.path + "." + name.str();
  for (auto [key, value] : state->second.getEntries()) {
    if (!key.isA(PickleValue::Kind::Text) || key.getText() != name)
      continue;
    heap.loadAttribute(object, nameAttr, load(value, path));
    isKnown = true;
    break;
  }
  return Outcome::Done;
}

Outcome Interpreter::getAttribute(NodeCall &call, const Item &object,
                                  StringRef name, Item &result) {
  StringAttr nameAttr = b.getStringAttr(name);
  if (object.isA(Kind::Tuple)) {
    llvm::Expected<const libtorch::ScriptClass *> type =
        code.getClass(object.getText());
    if (!type)
      return call.fail(llvm::toString(type.takeError()));
    for (auto [field, item] :
         llvm::zip(ArrayRef((*type)->fields, (*type)->numFields),
                   object.getElements()))
      if (getText(field.name) == name) {
        result = item;
        return Outcome::Done;
      }
  }
  if (!object.isA(Kind::Object))
    return call.fail("cannot read the attribute '" + name + "' of " +
                     object.describe());
  bool isKnown = false;
  if (Outcome outcome = loadAttribute(object.getIndex(), name, isKnown);
      outcome != Outcome::Done)
    return outcome;
  const Cell &cell = getCell(object);
  if (isKnown) {
    result = cell.attributes.lookup(nameAttr);
    return Outcome::Done;
  }
  // A constant of the class.
  StringRef className = cell.className ? cell.className.getValue() : "";
  llvm::Expected<const libtorch::ScriptClass *> type = code.getClass(className);
  if (!type)
    return call.fail(llvm::toString(type.takeError()));
  for (const libtorch::ScriptField &constant :
       ArrayRef((*type)->constants, (*type)->numConstants))
    if (getText(constant.name) == name)
      if (std::optional<Item> literal = getLiteral(constant.value)) {
        result = *literal;
        return Outcome::Done;
      }
  return call.fail("'" + className + "' has no attribute '" + name + "'");
}

Outcome Interpreter::setAttribute(NodeCall &call, const Item &object,
                                  StringRef name, Item value) {
  if (!object.isA(Kind::Object))
    return call.fail("cannot assign the attribute '" + name + "' of " +
                     object.describe());
  // A branch may keep the old value.
  bool isKnown = false;
  (void)loadAttribute(object.getIndex(), name, isKnown);
  heap.write(object.getIndex()).attributes[b.getStringAttr(name)] =
      std::move(value);
  return Outcome::Done;
}

llvm::MapVector<StringAttr, Value> Interpreter::getUpdates() {
  llvm::MapVector<StringAttr, Value> updates;
  for (unsigned object = 0; object < heap.size(); ++object) {
    const Cell &cell = heap[object];
    if (!states.contains(object))
      continue;
    for (auto [name, item] : cell.attributes) {
      std::string path = cell.path.empty()
                             ? name.getValue().str()
                             : cell.path + "." + name.getValue().str();
      StringAttr full = b.getStringAttr(path);
      Value weight = weights.lookup(full);
      if (item.isTensor() && weight && item.getValue() != weight)
        updates.insert({full, item.getValue()});
    }
  }
  return updates;
}

std::optional<std::vector<Item>>
Interpreter::evaluate(StringRef name, ArrayRef<libtorch::Value> arguments) {
  std::vector<Item> results;
  llvm::Error error =
      code.evaluate(name, arguments, [&](const libtorch::Value &result) {
        results.push_back(getLiteral(result).value_or(Item::undefined()));
      });
  if (!error)
    return results;
  llvm::consumeError(std::move(error));
  return std::nullopt;
}

std::optional<Item> Interpreter::getLiteral(const libtorch::Value &value) {
  using libtorch::Tag;
  StringRef text(value.text, value.text ? value.size : 0);
  switch (value.tag) {
  case Tag::None:
    return Item::none();
  case Tag::Int:
    return makeInt(value.integer);
  case Tag::Double:
    return makeFloat(value.real);
  case Tag::Bool:
    return makeBool(value.integer != 0);
  case Tag::Complex: {
    auto type = RankedTensorType::get({}, ComplexType::get(b.getF64Type()));
    return Item::number(DenseElementsAttr::get(
        type, std::complex<double>(value.real, value.imaginary)));
  }
  case Tag::String:
  case Tag::Layout:
  case Tag::MemoryFormat:
    return makeString(text);
  case Tag::DType:
    return makeInt(value.integer);
  case Tag::Device:
    return Item::device(b.getStringAttr(text));
  case Tag::Tensor: {
    const libtorch::Tensor &tensor = *value.tensor;
    Type elementType = torch::getElementType(tensor.dtype, ctx);
    if (!elementType)
      return std::nullopt;
    auto type =
        RankedTensorType::get(ArrayRef(tensor.sizes, tensor.rank), elementType);
    if (!tensor.data && type.getNumElements() != 0)
      return std::nullopt;
    int64_t width = weight::getElementByteWidth(elementType);
    ArrayRef<char> bytes(static_cast<const char *>(tensor.data),
                         type.getNumElements() * width);
    SmallVector<char> packed(bytes);
    // MLIR stores booleans as bits.
    DenseElementsAttr elements;
    if (elementType.isInteger(1)) {
      SmallVector<bool> bits;
      for (char byte : bytes)
        bits.push_back(byte != 0);
      elements = DenseElementsAttr::get(type, bits);
    } else {
      elements = DenseElementsAttr::getFromRawBuffer(type, packed);
    }
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&main.front());
    Value constant = torch::ConstantOp::create(
        b, main.getLoc(), type, StringAttr(), elements, /*transient=*/true);
    // Traced programs compute sizes with such constants.
    if (type.getRank() == 0 && elementType.isInteger(64))
      setNumberOf(constant, makeInt(*elements.value_begin<int64_t>()));
    else if (type.getRank() == 0 && isa<Float32Type, Float64Type>(elementType))
      setNumberOf(
          constant,
          makeFloat((*elements.value_begin<APFloat>()).convertToDouble()));
    return Item::tensor(constant);
  }
  case Tag::List: {
    std::vector<Item> items;
    for (const libtorch::Value &element :
         ArrayRef(value.elements, value.size)) {
      std::optional<Item> item = getLiteral(element);
      if (!item)
        return std::nullopt;
      items.push_back(std::move(*item));
    }
    return makeList(std::move(items), nullptr);
  }
  case Tag::Enum: {
    auto [className, member] = text.rsplit('.');
    llvm::Expected<const libtorch::ScriptClass *> type =
        code.getClass(className);
    if (!type) {
      llvm::consumeError(type.takeError());
      return std::nullopt;
    }
    for (const libtorch::ScriptField &field :
         ArrayRef((*type)->fields, (*type)->numFields))
      if (getText(field.name) == member)
        if (std::optional<Item> literal = getLiteral(field.value))
          return Item::enumMember(b.getStringAttr(text), *literal);
    return std::nullopt;
  }
  case Tag::SymInt:
    return std::nullopt;
  }
  llvm_unreachable("all tags");
}
