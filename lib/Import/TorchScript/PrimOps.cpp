//===- PrimOps.cpp - TorchScript's own nodes ------------------------------===//
//
// Constants, attributes, calls, tuples, types and exceptions
// (torch/csrc/jit/ir/ir.h, aten/src/ATen/core/interned_strings.h).
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;
using Attribute = libtorch::ScriptAttribute;

//===----------------------------------------------------------------------===//
// Constants and attributes
//===----------------------------------------------------------------------===//

/// Converts a list of literals to its type: a tuple, a dictionary of
/// alternating keys and values, or a mutable list.
static Item convertLiteral(Interpreter &in, const Item &item,
                           const ScriptType &type) {
  using T = ScriptType::Kind;
  if (type.isA(T::Optional) && !item.isNone())
    return convertLiteral(in, item, *type.elements[0]);
  if (!item.isA(Kind::List))
    return item;
  std::vector<Item> items = in.getCell(item).items;
  auto getType = [&](size_t index) -> const ScriptType & {
    static const ScriptType any;
    return index < type.elements.size() ? *type.elements[index] : any;
  };
  bool isTuple = type.isA(T::Tuple) || type.isA(T::Named);
  for (auto [index, element] : llvm::enumerate(items))
    element = convertLiteral(in, element,
                             getType(isTuple             ? index
                                     : type.isA(T::Dict) ? index % 2
                                                         : 0));
  if (isTuple)
    return Item::tuple(std::move(items), type.isA(T::Named)
                                             ? in.b.getStringAttr(type.name)
                                             : StringAttr());
  if (!type.isA(T::Dict))
    return in.makeList(std::move(items),
                       type.elements.empty() ? nullptr : type.elements[0]);
  Cell cell;
  cell.elementType = &getType(1);
  for (size_t i = 0; i + 1 < items.size(); i += 2) {
    cell.keys.push_back(items[i]);
    cell.items.push_back(items[i + 1]);
  }
  return Item::cell(Kind::Dict, in.heap.add(std::move(cell)));
}

static Outcome runConstant(NodeCall &call) {
  const ::Attribute *attribute = call.findAttribute("value");
  if (!attribute)
    attribute = call.findAttribute("name");
  if (!attribute)
    return call.give(Item::none());
  Interpreter &in = call.in;
  switch (attribute->kind) {
  case ::Attribute::Kind::Function:
    return call.give(
        Item::function(in.b.getStringAttr(getText(attribute->texts[0]))));
  case ::Attribute::Kind::Enum: {
    StringRef className = getText(attribute->texts[0]),
              member = getText(attribute->texts[1]);
    std::optional<Item> value = in.getLiteral(attribute->value);
    return call.give(
        Item::enumMember(in.b.getStringAttr(className + "." + member),
                         value ? *value : Item::none()));
  }
  case ::Attribute::Kind::Types:
    break;
  case ::Attribute::Kind::Literal:
    std::optional<Item> item = in.getLiteral(attribute->value);
    if (!item)
      break;
    return call.give(convertLiteral(in, *item, *call.getResultType()));
  }
  return call.fail("a constant of type '" + call.getResultType()->str() +
                   "' is not supported");
}

static Outcome runGetAttr(NodeCall &call) {
  Item result;
  Outcome outcome =
      call.in.getAttribute(call, call[0], call.getString("name"), result);
  return call.giveIf(outcome, result);
}

/// Indexes a ModuleList or ModuleDict whose result has an interface type.
/// Modules are attributes named by their position or key.
static Outcome runModuleContainerIndex(NodeCall &call) {
  std::string name;
  if (std::optional<int64_t> index = call[1].getInt())
    name = std::to_string(*index);
  else if (call[1].isA(Kind::String))
    name = call[1].getText().str();
  else
    return call.failOperand(1, "an index that is known at import");
  Item result;
  Outcome outcome = call.in.getAttribute(call, call[0], name, result);
  return call.giveIf(outcome, result);
}

static Outcome runSetAttr(NodeCall &call) {
  return call.in.setAttribute(call, call[0], call.getString("name"), call[1]);
}

static Outcome runCreateObject(NodeCall &call) {
  Cell cell;
  cell.className = call.in.b.getStringAttr(call.getResultType()->name);
  cell.path = call.frame.path;
  return call.give(Item::cell(Kind::Object, call.in.heap.add(std::move(cell))));
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static Outcome runCallMethod(NodeCall &call) {
  if (!call[0].isA(Kind::Object))
    return call.failOperand(0, "an object");
  const Cell &object = call.in.getCell(call[0]);
  std::string method =
      (object.className.getValue() + "." + call.getString("name")).str();
  std::vector<Item> arguments = call.getOperands();
  Item result;
  std::string path = object.path;
  Outcome outcome =
      call.in.call(method, std::move(arguments), path, call.loc, result);
  return call.giveIf(outcome, result);
}

static Outcome runCallFunction(NodeCall &call) {
  if (!call[0].isA(Kind::Function))
    return call.failOperand(0, "a function");
  std::vector<Item> arguments = call.getOperands(1);
  Item result;
  Outcome outcome = call.in.call(call[0].getText(), std::move(arguments),
                                 call.frame.path, call.loc, result);
  return call.giveIf(outcome, result);
}

/// A fork runs immediately, because its result does not depend on the order.
static Outcome runFork(NodeCall &call) {
  if (!call.node.subgraph)
    return call.fail("a prim::fork without a subgraph");
  std::vector<Item> arguments = call.getOperands();
  Item result;
  Outcome outcome = call.in.runGraph(*call.node.subgraph, std::move(arguments),
                                     call.frame.path, result);
  return call.giveIf(outcome, result);
}

//===----------------------------------------------------------------------===//
// Tuples and optionals
//===----------------------------------------------------------------------===//

static Outcome runTupleConstruct(NodeCall &call) {
  const ScriptType *type = call.getResultType();
  StringAttr name;
  if (type->isA(ScriptType::Kind::Named))
    name = call.in.b.getStringAttr(type->name);
  return call.give(Item::tuple(call.getOperands(), name));
}

static Outcome runTupleUnpack(NodeCall &call) {
  if (!call[0].isA(Kind::Tuple))
    return call.failOperand(0, "a tuple");
  return call.giveAll(call[0].getElements());
}

static Outcome runTupleIndex(NodeCall &call) {
  std::optional<int64_t> index = call[1].getInt();
  if (!call[0].isA(Kind::Tuple))
    return call.failOperand(0, "a tuple");
  if (!index)
    return call.failOperand(1, "an index that is known at import");
  ArrayRef<Item> elements = call[0].getElements();
  int64_t at = *index < 0 ? *index + int64_t(elements.size()) : *index;
  if (at < 0 || at >= int64_t(elements.size()))
    return Outcome::Raised;
  return call.give(elements[at]);
}

static Outcome runTupleSlice(NodeCall &call) {
  const ::Attribute *begin = call.findAttribute("beg"),
                    *end = call.findAttribute("end");
  if (!call[0].isA(Kind::Tuple) || !begin || !end)
    return call.failOperand(0, "a tuple");
  ArrayRef<Item> elements = call[0].getElements();
  int64_t size = elements.size();
  auto clamp = [&](int64_t bound) {
    return std::clamp<int64_t>(bound < 0 ? bound + size : bound, 0, size);
  };
  int64_t from = clamp(begin->value.integer), to = clamp(end->value.integer);
  return call.give(Item::tuple(
      from < to
          ? std::vector<Item>(elements.begin() + from, elements.begin() + to)
          : std::vector<Item>()));
}

static Outcome runUnwrap(NodeCall &call) {
  if (call[0].isA(Kind::Maybe))
    return call.give(call[0].getElements()[1]);
  return call.give(call[0]);
}

static Outcome runIs(NodeCall &call) {
  bool isNot = call.getKind() == "aten::__isnot__";
  const Item &x = call[0], &y = call[1];
  const Item &other = y.isNone() ? x : y;
  if (!x.isNone() && !y.isNone())
    return call.give(call.in.makeBool((x == y) != isNot));
  if (!other.isA(Kind::Maybe))
    return call.give(call.in.makeBool(other.isNone() != isNot));
  const Item &flag = other.getElements()[0];
  if (isNot)
    return call.give(flag);
  std::optional<Item> isAbsent = call.in.applyNumbers(
      "_operator.not_", flag, call.in.b.getI1Type(), call.loc);
  return isAbsent ? call.give(*isAbsent)
                  : call.fail("whether a value is None is not known");
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Whether an item has a type; nothing if this is only known at run time.
static std::optional<bool> isInstance(Interpreter &in, const Item &item,
                                      const ScriptType &type) {
  using T = ScriptType::Kind;
  auto all = [&](ArrayRef<Item> items, const ScriptType &element) {
    for (const Item &inner : items)
      if (std::optional<bool> is = isInstance(in, inner, element); is != true)
        return is;
    return std::optional<bool>(true);
  };
  if (item.isA(Kind::Maybe) || item.isA(Kind::Conflict))
    return std::nullopt;
  Type number = item.getNumberType();
  switch (type.kind) {
  case T::Any:
    return true;
  case T::None:
    return item.isNone();
  case T::Tensor:
    return item.isTensor();
  case T::Int:
    return number && number.isInteger(64);
  case T::Float:
    return number && number.isF64();
  case T::Bool:
    return number && number.isInteger(1);
  case T::Complex:
    return number && isa<ComplexType>(number);
  case T::Number:
    return number && !number.isInteger(1);
  case T::String:
    return item.isA(Kind::String);
  case T::Device:
    return item.isA(Kind::Device);
  case T::List: {
    if (!item.isA(Kind::List))
      return false;
    const Cell &cell = in.getCell(item);
    if (cell.elementType)
      return cell.elementType->str() == type.elements[0]->str();
    return all(cell.items, *type.elements[0]);
  }
  case T::AnyList:
    return item.isA(Kind::List);
  case T::AnyTuple:
    return item.isA(Kind::Tuple);
  case T::Dict: {
    if (!item.isA(Kind::Dict))
      return false;
    const Cell &cell = in.getCell(item);
    std::optional<bool> keys = all(cell.keys, *type.elements[0]);
    return keys == true ? all(cell.items, *type.elements[1]) : keys;
  }
  case T::Tuple:
    if (!item.isA(Kind::Tuple) ||
        item.getElements().size() != type.elements.size())
      return false;
    for (auto [inner, element] :
         llvm::zip_equal(item.getElements(), type.elements))
      if (std::optional<bool> is = isInstance(in, inner, *element); is != true)
        return is;
    return true;
  case T::Optional:
    return item.isNone() ? std::optional(true)
                         : isInstance(in, item, *type.elements[0]);
  case T::Union:
    for (const ScriptType *element : type.elements)
      if (std::optional<bool> is = isInstance(in, item, *element); is != false)
        return is;
    return false;
  case T::Named:
    if (item.isA(Kind::Object))
      return in.getCell(item).className.getValue() == type.name;
    return item.isA(Kind::Tuple) && item.getText() == type.name;
  case T::Generator:
  case T::Future:
    return false;
  }
  llvm_unreachable("all kinds");
}

static Outcome runIsInstance(NodeCall &call) {
  const ::Attribute *types = call.findAttribute("types");
  if (!types || types->kind != ::Attribute::Kind::Types)
    return call.fail("a prim::isinstance without types");
  bool isAny = false;
  for (libtorch::Text text : ArrayRef(types->texts, types->numTexts)) {
    std::optional<bool> is =
        isInstance(call.in, call[0], *call.in.types.get(getText(text)));
    if (!is)
      return call.failOperand(0, "a value whose type is known at import");
    isAny |= *is;
  }
  return call.give(call.in.makeBool(isAny));
}

static Outcome runEnumName(NodeCall &call) {
  if (!call[0].isA(Kind::Enum))
    return call.failOperand(0, "an enum member");
  return call.give(call.in.makeString(call[0].getText().rsplit('.').second));
}

static Outcome runEnumValue(NodeCall &call) {
  if (!call[0].isA(Kind::Enum))
    return call.failOperand(0, "an enum member");
  return call.give(call[0].getElements()[0]);
}

/// `with torch.no_grad():` does not change the numbers.
static Outcome runEnter(NodeCall &call) {
  StringRef name = call[0].isA(Kind::Object)
                       ? call.in.getCell(call[0]).className.getValue()
                       : StringRef();
  if (name.contains("no_grad") || name.contains("inference_mode") ||
      name.contains("enable_grad") || name.contains("set_grad_enabled") ||
      name.contains("record_function"))
    return call.give(Item::none());
  return call.fail("the context manager '" + name + "' is not supported");
}

void torch_onnx::addPrimHandlers(HandlerTable &table) {
  table.addAlways("prim::Constant", runConstant);
  table.addAlways("prim::GetAttr", runGetAttr);
  table.addAlways("prim::ModuleContainerIndex", runModuleContainerIndex);
  table.addAlways("prim::SetAttr", runSetAttr);
  table.addAlways("prim::CreateObject", runCreateObject);
  table.addAlways("prim::CallMethod", runCallMethod);
  table.addAlways("prim::CallFunction", runCallFunction);
  table.addAlways("prim::fork", runFork);
  table.addAlways("prim::awaitable", runFork);
  table.addAlways("aten::wait",
                  [](NodeCall &call) { return call.give(call[0]); });
  table.addAlways("prim::If",
                  [](NodeCall &call) { return call.in.runIf(call); });
  table.addAlways("prim::Loop",
                  [](NodeCall &call) { return call.in.runLoop(call); });
  table.addAlways("prim::RaiseException",
                  [](NodeCall &) { return Outcome::Raised; });
  table.addAlways("prim::Uninitialized",
                  [](NodeCall &call) { return call.give(Item::undefined()); });
  table.addAlways("prim::Print", [](NodeCall &call) { return call.give(); });
  table.addAlways("aten::warn", [](NodeCall &call) { return call.give(); });
  table.addAlways("prim::TupleConstruct", runTupleConstruct);
  table.addAlways("prim::TupleUnpack", runTupleUnpack);
  table.addAlways("prim::TupleIndex", runTupleIndex);
  table.addAlways("prim::TupleSlice", runTupleSlice);
  table.addAlways("prim::unchecked_cast", runUnwrap);
  table.addAlways("prim::unchecked_unwrap_optional", runUnwrap);
  table.addAlways("aten::_unwrap_optional", runUnwrap);
  table.addAlways("aten::__is__", runIs);
  table.addAlways("aten::__isnot__", runIs);
  table.addAlways("prim::isinstance", runIsInstance);
  table.addAlways("prim::EnumName", runEnumName);
  table.addAlways("prim::EnumValue", runEnumValue);
  table.addAlways("prim::Enter", runEnter);
  table.addAlways("prim::Exit",
                  [](NodeCall &call) { return call.give(Item::none()); });
  table.addAlways("prim::requires_grad", giveBool<false>);
  // x.data shares its memory with x, but not its shape.
  table.add("prim::data", [](NodeCall &call) {
    return call.in.runOperator(call, "aten.detach.default");
  });
  table.addAlways("aten::requires_grad_",
                  [](NodeCall &call) { return call.give(call[0]); });
  table.addAlways("aten::is_grad_enabled", giveBool<false>);
  table.addAlways("aten::set_grad_enabled",
                  [](NodeCall &call) { return call.give(); });
  table.addAlways("aten::is_autocast_enabled", giveBool<false>);
  table.addAlways("aten::is_autocast_cpu_enabled", giveBool<false>);
  table.addAlways("aten::_is_tracing", giveBool<false>);
  table.addAlways("aten::is_scripting", giveBool<true>);
}
