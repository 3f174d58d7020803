//===- Item.cpp - Values of the interpreter -------------------------------===//
//
// See Item.h.
//
//===----------------------------------------------------------------------===//

#include "Item.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace torch_onnx;

Item::Item(Kind kind, Attribute attribute, std::vector<Item> elements)
    : kind(kind), attribute(attribute),
      elements(std::make_shared<const std::vector<Item>>(std::move(elements))) {
}

std::optional<int64_t> Item::getInt() const {
  auto integer = dyn_cast_if_present<IntegerAttr>(getLiteral());
  if (!integer)
    return std::nullopt;
  return integer.getType().isInteger(1) ? integer.getValue().getZExtValue()
                                        : integer.getInt();
}

std::optional<double> Item::getFloat() const {
  if (auto number = dyn_cast_if_present<FloatAttr>(getLiteral()))
    return number.getValueAsDouble();
  if (std::optional<int64_t> number = getInt())
    return static_cast<double>(*number);
  return std::nullopt;
}

std::optional<bool> Item::getBool() const {
  auto integer = dyn_cast_if_present<IntegerAttr>(getLiteral());
  if (!integer || !integer.getType().isInteger(1))
    return std::nullopt;
  return !integer.getValue().isZero();
}

Type Item::getNumberType() const {
  if (!isNumber())
    return {};
  if (value)
    return value.getType();
  if (auto elements = dyn_cast<DenseElementsAttr>(attribute))
    return elements.getElementType();
  return cast<TypedAttr>(attribute).getType();
}

bool Item::operator==(const Item &other) const {
  return kind == other.kind && index == other.index &&
         attribute == other.attribute && value == other.value &&
         llvm::equal(getElements(), other.getElements());
}

std::string Item::describe() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  switch (kind) {
  case Kind::Undefined:
    return "a value that was never assigned";
  case Kind::None:
    return "None";
  case Kind::Number:
    if (attribute)
      os << "the number " << attribute;
    else
      os << "a number that is known only at run time";
    return text;
  case Kind::String:
    os << "the string '" << getText() << "'";
    return text;
  case Kind::Device:
    return "a device";
  case Kind::Tensor:
    os << "a tensor";
    if (isa<RankedTensorType>(value.getType()))
      os << " (" << value.getType() << ")";
    return text;
  case Kind::List:
    return "a list";
  case Kind::Dict:
    return "a dictionary";
  case Kind::Object:
    return "an object";
  case Kind::Tuple:
    return "a tuple";
  case Kind::Function:
    return "a function";
  case Kind::Enum:
    os << "the enum member " << getText();
    return text;
  case Kind::Maybe:
    return "a value or None, which is known only at run time";
  case Kind::Conflict:
    return getText().str();
  }
  llvm_unreachable("all kinds");
}

Cell &Heap::write(unsigned index) {
  if (journal && (index < journal->firstNew || loaded.contains(index)))
    journal->before.insert({index, *cells[index]});
  return *cells[index];
}

void Heap::loadAttribute(unsigned index, StringAttr name, const Item &item) {
  cells[index]->attributes.insert({name, item});
  for (Journal *each = journal; each; each = each->outer)
    if (auto it = each->before.find(index); it != each->before.end())
      it->second.attributes.insert({name, item});
}

Heap::Contents Heap::Journal::revert() {
  Contents after;
  for (auto &[index, contents] : before) {
    after.insert({index, std::move(*heap.cells[index])});
    *heap.cells[index] = std::move(contents);
  }
  before.clear();
  return after;
}

Heap::Journal::~Journal() { heap.journal = outer; }
