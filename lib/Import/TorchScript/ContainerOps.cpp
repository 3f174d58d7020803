//===- ContainerOps.cpp - Elements of lists and dictionaries -------------===//
//
// Lists and dictionaries are evaluated at import; only their elements are
// values.
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <functional>

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

Cell *torch_onnx::writeList(NodeCall &call, size_t index) {
  const Item &list = call[index];
  if (!list.isA(Kind::List)) {
    (void)call.failOperand(index, "a list");
    return nullptr;
  }
  const Cell &cell = call.in.getCell(list);
  if (cell.conflict || cell.stacked) {
    (void)call.fail(cell.conflict
                        ? Twine(cell.conflict.getValue())
                        : "'" + call.getKind() +
                              "' of a list whose length is known only at run "
                              "time; expected append, an index, torch.stack "
                              "or torch.cat");
    return nullptr;
  }
  return &call.in.heap.write(list.getIndex());
}

std::optional<std::vector<Item>> torch_onnx::readList(NodeCall &call,
                                                      size_t index) {
  std::optional<std::vector<Item>> items =
      call.in.expandItems(call[index], call.loc);
  if (!items) {
    if (call[index].isA(Kind::List) && call.in.getCell(call[index]).conflict)
      (void)call.fail(call.in.getCell(call[index]).conflict.getValue());
    else
      (void)call.failOperand(index, "a list whose length is known at import");
  }
  return items;
}

std::optional<size_t> torch_onnx::getPosition(int64_t index, size_t size) {
  int64_t at = index < 0 ? index + int64_t(size) : index;
  return at >= 0 && at < int64_t(size) ? std::optional<size_t>(at)
                                       : std::nullopt;
}

static Outcome runClear(NodeCall &call) {
  if (!call[0].isCell())
    return call.failOperand(0, "a list or a dictionary");
  Cell &cell = call.in.heap.write(call[0].getIndex());
  cell.items.clear();
  cell.keys.clear();
  for (Value Cell::*tensor : Cell::tensors)
    cell.*tensor = {};
  cell.conflict = {};
  return Outcome::Done;
}

Outcome torch_onnx::failToCompare(NodeCall &call, const Item &item,
                                  const Item &other) {
  return call.fail("'" + call.getKind() + "' compares " + item.describe() +
                   " and " + other.describe() +
                   ", which is decided at run time; expected values that are "
                   "known at import");
}

std::optional<size_t> torch_onnx::find(NodeCall &call, ArrayRef<Item> items,
                                       const Item &item) {
  for (auto [index, other] : llvm::enumerate(items)) {
    std::optional<Item> compared = areEqual(call, other, item);
    std::optional<bool> equal = compared ? compared->getBool() : std::nullopt;
    if (!equal) {
      (void)failToCompare(call, item, other);
      return std::nullopt;
    }
    if (*equal)
      return index;
  }
  return items.size();
}

/// Selects one of several items of one type, at a dynamic position.
static Outcome chooseItem(NodeCall &call, ArrayRef<Item> items,
                          const ScriptType *elementType, const Item &index,
                          Item &result) {
  Interpreter &in = call.in;
  // Weights that are indexed by the iteration number are not copied into one
  // tensor if the loop can be unrolled.
  if (in.canUnroll())
    return call.failOperand(1, "an index that is known at import");
  std::optional<Item> item;
  Cell list;
  list.items = items;
  if (Value stacked = in.stack(items, call.loc)) {
    item = in.selectItem(makeStackedList(in, stacked, elementType), index,
                         call.loc);
  } else if (std::optional<int64_t> axis = findPartAxis(in, list, list)) {
    std::optional<Cell> parts = makeParts(in, list, list, *axis, call.loc);
    item = parts ? selectPart(in, *parts, index, call.loc) : std::nullopt;
  } else {
    return call.fail("the index of a list is known only at run time, and its "
                     "elements have no common dtype and rank");
  }
  if (item)
    result = *item;
  return item ? Outcome::Done : Outcome::Failed;
}

Outcome torch_onnx::getListItem(NodeCall &call, const Item &index,
                                Item &result) {
  Interpreter &in = call.in;
  if (!index.isNumber())
    return call.failOperand(1, "an int");
  if (in.isParts(call[0]) || in.isStacked(call[0])) {
    std::optional<Item> item =
        in.isParts(call[0])
            ? selectPart(in, in.getCell(call[0]), index, call.loc)
            : in.selectItem(call[0], index, call.loc);
    if (item)
      result = *item;
    return item ? Outcome::Done : Outcome::Failed;
  }
  std::optional<std::vector<Item>> items = readList(call, 0);
  if (!items)
    return Outcome::Failed;
  std::optional<int64_t> literal = index.getInt();
  if (!literal)
    return chooseItem(call, *items,
                      call[0].isA(Kind::List) ? in.getCell(call[0]).elementType
                                              : nullptr,
                      index, result);
  std::optional<size_t> at = getPosition(*literal, items->size());
  if (at)
    result = (*items)[*at];
  return at ? Outcome::Done : Outcome::Raised;
}

static Outcome runGetItem(NodeCall &call) {
  Item item;
  if (call[0].isA(Kind::Dict)) {
    const Cell &cell = call.in.getCell(call[0]);
    if (cell.conflict)
      return call.fail(cell.conflict.getValue());
    Item place;
    Outcome outcome = findFirst(call, cell.keys, call[1], place);
    if (outcome != Outcome::Done)
      return outcome;
    if (std::optional<int64_t> at = place.getInt())
      return call.give(cell.items[*at]);
    outcome = chooseItem(call, cell.items, cell.elementType, place, item);
    return call.giveIf(outcome, item);
  }
  if (call[0].isA(Kind::String)) {
    StringRef text = call[0].getText();
    std::optional<int64_t> index = call.readInt(1);
    if (!index)
      return Outcome::Failed;
    std::optional<size_t> at = getPosition(*index, text.size());
    return at ? call.give(call.in.makeString(text.substr(*at, 1)))
              : Outcome::Raised;
  }
  Outcome outcome = getListItem(call, call[1], item);
  return call.giveIf(outcome, item);
}

static Outcome setEntry(NodeCall &call, const Item &key, Item value) {
  const Cell &old = call.in.getCell(call[0]);
  if (old.conflict)
    return call.fail(old.conflict.getValue());
  std::optional<size_t> at = find(call, old.keys, key);
  if (!at)
    return Outcome::Failed;
  Item copy = key;
  Cell &cell = call.in.heap.write(call[0].getIndex());
  if (*at < cell.keys.size()) {
    cell.items[*at] = std::move(value);
  } else {
    cell.keys.push_back(std::move(copy));
    cell.items.push_back(std::move(value));
  }
  return Outcome::Done;
}

/// Whether a tensor is the element of a list at an index already, as after
/// `rows[i] += 1`, which writes to the element and assigns it.
static bool isElementAt(Interpreter &in, const Item &list, const Item &index,
                        const Item &value) {
  if (!in.isStacked(list) || !index.isNumber() || !value.isTensor())
    return false;
  auto select = value.getValue().getDefiningOp<torch::OperatorOp>();
  if (!select || select.getTarget() != "aten.select.int")
    return false;
  torch::Arguments args(select);
  bool isSame = index.getInt() ? args.getInt("index") == index.getInt()
                               : args.getValue("index") == index.getValue();
  return args.getValue("self") == in.getCell(list).stacked &&
         args.getInt("dim") == 0 && isSame;
}

static Outcome runSetItem(NodeCall &call) {
  if (call[0].isA(Kind::Dict))
    return setEntry(call, call[1], call[2]);
  Interpreter &in = call.in;
  Item value = call[2], index = call[1];
  if (isElementAt(in, call[0], index, value))
    return call.give(call[0]);
  if (index.getInt())
    expandUnlessRow(call, call[0], value);
  if (std::optional<int64_t> position = index.getInt();
      position && !in.isStacked(call[0])) {
    Cell *cell = writeList(call, 0);
    if (!cell)
      return Outcome::Failed;
    std::optional<size_t> at = getPosition(*position, cell->items.size());
    if (!at)
      return Outcome::Raised;
    cell->items[*at] = std::move(value);
    return call.give(call[0]);
  }
  if (in.canUnroll())
    return call.failOperand(1, "an index that is known at import");
  if (!call[0].isA(Kind::List) || !index.isNumber())
    return call.failOperand(1, "an index of a list");
  if (in.isParts(call[0]))
    return call.fail("an element is assigned in a list of tensors whose sizes "
                     "differ; expected tensors of one shape");
  return assignStacked(call, index, value);
}

static Outcome runDelete(NodeCall &call) {
  if (call[0].isA(Kind::Dict)) {
    const Cell &old = call.in.getCell(call[0]);
    std::optional<size_t> at = find(call, old.keys, call[1]);
    if (!at)
      return Outcome::Failed;
    Cell &cell = call.in.heap.write(call[0].getIndex());
    if (*at == cell.keys.size())
      return Outcome::Raised;
    cell.keys.erase(cell.keys.begin() + *at);
    cell.items.erase(cell.items.begin() + *at);
    return Outcome::Done;
  }
  return eraseItem(call, call[1]);
}

static Outcome runLength(NodeCall &call) {
  const Item &item = call[0];
  Interpreter &in = call.in;
  if (item.isTensor())
    return runTensorLength(call);
  if (item.isA(Kind::String))
    return call.give(in.makeInt(item.getText().size()));
  if (in.isStacked(item))
    return call.give(in.getSize(in.getCell(item).stacked, 0, call.loc));
  if (in.isParts(item)) {
    std::optional<Item> count = getPartCount(in, in.getCell(item), call.loc);
    return call.give(count);
  }
  if (item.isA(Kind::Dict) && !in.getCell(item).conflict)
    return call.give(in.makeInt(in.getCell(item).keys.size()));
  std::optional<std::vector<Item>> items = readList(call, 0);
  return items ? call.give(in.makeInt(items->size())) : Outcome::Failed;
}

static Outcome runContains(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String))
    return call.give(
        in.makeBool(call[0].getText().contains(call[1].getText())));
  std::optional<std::vector<Item>> items;
  if (in.isStacked(call[0]) && call[1].isNumber()) {
    Value equal = in.buildOne(call.loc, "aten.eq.Scalar",
                              {{"self", in.getCell(call[0]).stacked},
                               {"other", in.makeArgument(call[1])}});
    Value any = in.buildOne(call.loc, "aten.any.default", {{"self", equal}});
    return call.give(in.readNumber(any, call.loc));
  }
  if (call[0].isA(Kind::Dict))
    items = in.getCell(call[0]).keys;
  else
    items = readList(call, 0);
  if (!items)
    return Outcome::Failed;
  // Dynamic numbers are compared pairwise.
  Type boolType = in.b.getI1Type();
  Item any = in.makeBool(false);
  for (const Item &item : *items) {
    std::optional<Item> equal = areEqual(call, item, call[1]);
    if (!equal)
      return failToCompare(call, call[1], item);
    if (equal->getBool() == true)
      return call.give(*equal);
    std::optional<Item> either =
        in.applyNumbers("_operator.or_", {any, *equal}, boolType, call.loc);
    if (!either)
      return call.failOperand(1, "a value that can be compared");
    any = *either;
  }
  return call.give(any);
}

static Outcome runCopy(NodeCall &call) {
  if (call[0].isA(Kind::List) || call[0].isA(Kind::Dict))
    return call.give(call.in.makeCopy(call[0]));
  // list(tensor) contains the rows of the tensor.
  if (call[0].isTensor())
    return call.give(makeStackedList(call.in, call[0].getValue(),
                                     call.in.types.get("Tensor")));
  if (call[0].isA(Kind::String)) {
    std::vector<Item> letters;
    for (char letter : call[0].getText())
      letters.push_back(call.in.makeString(Twine(letter)));
    return call.give(
        call.in.makeList(std::move(letters), call.in.types.get("str")));
  }
  std::optional<std::vector<Item>> items = readList(call, 0);
  return items ? call.give(call.in.makeList(std::move(*items), nullptr))
               : Outcome::Failed;
}

static const Cell *readDict(NodeCall &call) {
  if (!call[0].isA(Kind::Dict)) {
    (void)call.failOperand(0, "a dictionary");
    return nullptr;
  }
  const Cell &cell = call.in.getCell(call[0]);
  if (!cell.conflict)
    return &cell;
  (void)call.fail(cell.conflict.getValue());
  return nullptr;
}

static Outcome runDictConstruct(NodeCall &call) {
  Item dict = Item::cell(Kind::Dict, call.in.heap.add(Cell()));
  Cell cell;
  const ScriptType *type = call.getResultType();
  if (type->elements.size() == 2)
    cell.elementType = type->elements[1];
  for (size_t i = 0; i + 1 < call.size(); i += 2) {
    std::optional<size_t> at = find(call, cell.keys, call[i]);
    if (!at)
      return Outcome::Failed;
    if (*at < cell.keys.size()) {
      cell.items[*at] = call[i + 1];
      continue;
    }
    cell.keys.push_back(call[i]);
    cell.items.push_back(call[i + 1]);
  }
  call.in.heap.load(dict.getIndex()) = std::move(cell);
  return call.give(dict);
}

static Outcome runKeys(NodeCall &call) {
  const Cell *cell = readDict(call);
  return cell ? call.give(call.in.makeList(cell->keys, nullptr))
              : Outcome::Failed;
}

static Outcome runValues(NodeCall &call) {
  const Cell *cell = readDict(call);
  return cell ? call.give(call.in.makeList(cell->items, cell->elementType))
              : Outcome::Failed;
}

static Outcome runItems(NodeCall &call) {
  const Cell *cell = readDict(call);
  if (!cell)
    return Outcome::Failed;
  std::vector<Item> pairs;
  for (auto [key, item] : llvm::zip_equal(cell->keys, cell->items))
    pairs.push_back(Item::tuple({key, item}));
  return call.give(call.in.makeList(std::move(pairs), nullptr));
}

/// get(key[, default]), pop(key[, default]) and setdefault(key, default)
static Outcome runLookup(NodeCall &call) {
  const Cell *cell = readDict(call);
  if (!cell)
    return Outcome::Failed;
  std::optional<size_t> at = find(call, cell->keys, call[1]);
  if (!at)
    return Outcome::Failed;
  bool isPop = call.getKind() == "aten::pop";
  if (*at < cell->keys.size()) {
    Item item = cell->items[*at];
    if (isPop) {
      Cell &changed = call.in.heap.write(call[0].getIndex());
      changed.keys.erase(changed.keys.begin() + *at);
      changed.items.erase(changed.items.begin() + *at);
    }
    return call.give(item);
  }
  if (isPop && call.size() < 3)
    return Outcome::Raised;
  Item item = call.size() > 2 ? call[2] : Item::none();
  Outcome outcome = Outcome::Done;
  if (call.getKind() == "aten::setdefault")
    outcome = setEntry(call, call[1], item);
  return call.giveIf(outcome, item);
}

static Outcome runPopAny(NodeCall &call) {
  return call[0].isA(Kind::Dict) ? runLookup(call) : runPop(call);
}

static Outcome runUpdate(NodeCall &call) {
  if (!call[0].isA(Kind::Dict) || !call[1].isA(Kind::Dict))
    return call.failOperand(1, "a dictionary");
  Cell other = call.in.getCell(call[1]);
  for (auto [key, item] : llvm::zip_equal(other.keys, other.items))
    if (Outcome outcome = setEntry(call, key, item); outcome != Outcome::Done)
      return outcome;
  return Outcome::Done;
}

/// The first entry in iteration order.
static Outcome runPopItem(NodeCall &call) {
  const Cell *cell = readDict(call);
  if (!cell)
    return Outcome::Failed;
  if (cell->keys.empty())
    return Outcome::Raised;
  Item pair = Item::tuple({cell->keys.front(), cell->items.front()});
  Cell &changed = call.in.heap.write(call[0].getIndex());
  changed.keys.erase(changed.keys.begin());
  changed.items.erase(changed.items.begin());
  return call.give(pair);
}

/// dict() without arguments, of pairs, or of a dictionary.
static Outcome runDict(NodeCall &call) {
  if (call.size() > 0 && call[0].isA(Kind::Dict))
    return call.give(call.in.makeCopy(call[0]));
  Cell cell;
  if (call.size() > 0) {
    std::optional<std::vector<Item>> pairs = readList(call, 0);
    if (!pairs)
      return Outcome::Failed;
    for (const Item &pair : *pairs) {
      if (!pair.isA(Kind::Tuple) || pair.getElements().size() != 2)
        return call.failOperand(0, "pairs");
      cell.keys.push_back(pair.getElements()[0]);
      cell.items.push_back(pair.getElements()[1]);
    }
  }
  return call.give(Item::cell(Kind::Dict, call.in.heap.add(std::move(cell))));
}

void torch_onnx::addContainerHandlers(HandlerTable &table) {
  table.addAlways("aten::pop", runPopAny);
  table.addAlways("aten::clear", runClear);
  table.addAlways("aten::copy", runCopy);
  table.addAlways("aten::list", runCopy);
  table.addAlways("aten::Size", runCopy);
  table.addAlways("aten::__getitem__", runGetItem);
  table.addAlways("prim::StringIndex", runGetItem);
  table.addAlways("aten::_set_item", runSetItem);
  table.addAlways("aten::Delete", runDelete);
  table.addAlways("aten::len", runLength);
  table.addAlways("aten::__contains__", runContains);
  table.addAlways("prim::DictConstruct", runDictConstruct);
  table.addAlways("aten::keys", runKeys);
  table.addAlways("aten::items", runItems);
  table.addAlways("aten::setdefault", runLookup);
  table.addAlways("aten::get", runLookup);
  table.addAlways("aten::popitem", runPopItem);
  table.addAlways("aten::update", runUpdate);
  table.addAlways("aten::dict", runDict);
  // ATen has operators on tensors with these names as well.
  table.add("aten::values", runValues);
  table.add("aten::select", runGetItem);
}
