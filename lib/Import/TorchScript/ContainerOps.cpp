//===- ContainerOps.cpp - Elements of lists and dictionaries -------------===//
//
// Lists and dictionaries are computed when the program is imported; only their
// elements are values.
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

std::optional<bool> torch_onnx::areEqual(Interpreter &in, const Item &x,
                                         const Item &y) {
  if (x.isNumber() && y.isNumber()) {
    std::optional<double> a = x.getFloat(), b = y.getFloat();
    return a && b ? std::optional(*a == *b) : std::nullopt;
  }
  std::optional<std::vector<Item>> a = in.getItems(x), b = in.getItems(y);
  if (a && b) {
    if (a->size() != b->size())
      return false;
    for (auto [item, other] : llvm::zip_equal(*a, *b))
      if (std::optional<bool> equal = areEqual(in, item, other); equal != true)
        return equal;
    return true;
  }
  auto isOpen = [](const Item &item) {
    return item.isTensor() || item.isA(Kind::Maybe) || item.isA(Kind::Conflict);
  };
  if (isOpen(x) || isOpen(y))
    return std::nullopt;
  return x == y;
}

Cell *torch_onnx::writeList(NodeCall &call, size_t index, Outcome &outcome) {
  const Item &list = call[index];
  if (!list.isA(Kind::List)) {
    outcome = call.failOperand(index, "a list");
    return nullptr;
  }
  const Cell &cell = call.in.getCell(list);
  if (cell.conflict || cell.stacked) {
    outcome = call.fail(
        cell.conflict ? Twine(cell.conflict.getValue())
                      : "'" + call.getKind() +
                            "' of a list whose length is known at run "
                            "time; expected append, an index, torch.stack "
                            "or torch.cat");
    return nullptr;
  }
  return &call.in.heap.write(list.getIndex());
}

std::optional<std::vector<Item>>
torch_onnx::readList(NodeCall &call, size_t index, Outcome &outcome) {
  std::optional<std::vector<Item>> items =
      call.in.expandItems(call[index], call.loc);
  if (!items) {
    if (call[index].isA(Kind::List) && call.in.getCell(call[index]).conflict)
      outcome = call.fail(call.in.getCell(call[index]).conflict.getValue());
    else
      outcome =
          call.failOperand(index, "a list whose length is known at import");
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
  cell.stacked = cell.bounds = {};
  cell.conflict = {};
  return Outcome::Done;
}

std::optional<size_t> torch_onnx::find(NodeCall &call, ArrayRef<Item> items,
                                       const Item &item, Outcome &outcome) {
  for (auto [index, other] : llvm::enumerate(items)) {
    std::optional<bool> equal = areEqual(call.in, other, item);
    if (!equal) {
      outcome = call.fail("'" + call.getKind() + "' compares " +
                          item.describe() + " and " + other.describe() +
                          ", which is decided at run time; expected values "
                          "that are known at import");
      return std::nullopt;
    }
    if (*equal)
      return index;
  }
  return items.size();
}

static Outcome runGetItem(NodeCall &call) {
  const Item &container = call[0];
  if (container.isA(Kind::Dict)) {
    Outcome outcome = Outcome::Done;
    const Cell &cell = call.in.getCell(container);
    if (cell.conflict)
      return call.fail(cell.conflict.getValue());
    std::optional<size_t> at = find(call, cell.keys, call[1], outcome);
    if (!at)
      return outcome;
    return *at == cell.keys.size() ? Outcome::Raised
                                   : call.give(cell.items[*at]);
  }
  if (container.isA(Kind::String)) {
    std::optional<int64_t> index = call[1].getInt();
    StringRef text = container.getText();
    std::optional<size_t> at =
        index ? getPosition(*index, text.size()) : std::nullopt;
    if (!index)
      return call.failOperand(1, "an index that is known at import");
    return at ? call.give(call.in.makeString(text.substr(*at, 1)))
              : Outcome::Raised;
  }
  if (!call[1].isNumber())
    return call.failOperand(1, "an int");
  if (call.in.isParts(container)) {
    std::optional<Item> item =
        selectPart(call.in, call.in.getCell(container), call[1], call.loc);
    return item ? call.give(*item) : Outcome::Failed;
  }
  if (call.in.isStacked(container)) {
    std::optional<Item> item = call.in.selectItem(container, call[1], call.loc);
    return item ? call.give(*item) : Outcome::Failed;
  }
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  if (std::optional<int64_t> index = call[1].getInt()) {
    std::optional<size_t> at = getPosition(*index, items->size());
    return at ? call.give((*items)[*at]) : Outcome::Raised;
  }
  // Weights that are indexed by the number of an iteration are not copied into
  // one tensor where the loop can be unrolled.
  if (call.in.canUnroll())
    return call.failOperand(1, "an index that is known at import");
  Value stacked = call.in.stack(*items, call.loc);
  if (!stacked)
    return call.fail("the index of a list is known at run time, and its "
                     "elements have no common shape and dtype");
  std::optional<Item> item = call.in.selectItem(
      makeStackedList(call.in, stacked, call.in.getCell(container).elementType),
      call[1], call.loc);
  return item ? call.give(*item) : Outcome::Failed;
}

static Outcome setEntry(NodeCall &call, const Item &key, Item value) {
  Outcome outcome = Outcome::Done;
  const Cell &old = call.in.getCell(call[0]);
  if (old.conflict)
    return call.fail(old.conflict.getValue());
  std::optional<size_t> at = find(call, old.keys, key, outcome);
  if (!at)
    return outcome;
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

static Outcome runSetItem(NodeCall &call) {
  if (call[0].isA(Kind::Dict))
    return setEntry(call, call[1], call[2]);
  Interpreter &in = call.in;
  Outcome outcome = Outcome::Done;
  Item value = call[2], index = call[1];
  if (std::optional<int64_t> position = index.getInt();
      position && !in.isStacked(call[0])) {
    Cell *cell = writeList(call, 0, outcome);
    if (!cell)
      return outcome;
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
  // One row of the stacked elements is replaced.
  Value stacked = in.isStacked(call[0])
                      ? in.getCell(call[0]).stacked
                      : in.stack(in.getCell(call[0]).items, call.loc);
  Value element = in.stack(value, call.loc);
  auto all = stacked ? dyn_cast<RankedTensorType>(stacked.getType()) : nullptr;
  auto one = element ? dyn_cast<RankedTensorType>(element.getType()) : nullptr;
  if (!all || !one || all.getElementType() != one.getElementType() ||
      ArrayRef(sym::getDims(all)).drop_front() !=
          ArrayRef(sym::getDims(one)).drop_front())
    return call.fail("an element of a list is assigned at an index that is "
                     "known at run time, and its shape is not that of the "
                     "other elements");
  Value row =
      in.buildOne(call.loc, "aten.squeeze.dim",
                  {{"self", element}, {"dim", in.b.getI64IntegerAttr(0)}});
  Value replaced = row ? in.buildOne(call.loc, "aten.select_scatter.default",
                                     {{"self", stacked},
                                      {"src", row},
                                      {"dim", in.b.getI64IntegerAttr(0)},
                                      {"index", in.makeArgument(index)}})
                       : Value();
  if (!replaced)
    return Outcome::Failed;
  in.noteCopies(replaced, stacked);
  Cell &cell = in.heap.write(call[0].getIndex());
  cell.items.clear();
  cell.stacked = replaced;
  return call.give(call[0]);
}

static Outcome runDelete(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  if (call[0].isA(Kind::Dict)) {
    const Cell &old = call.in.getCell(call[0]);
    std::optional<size_t> at = find(call, old.keys, call[1], outcome);
    if (!at)
      return outcome;
    Cell &cell = call.in.heap.write(call[0].getIndex());
    if (*at == cell.keys.size())
      return Outcome::Raised;
    cell.keys.erase(cell.keys.begin() + *at);
    cell.items.erase(cell.items.begin() + *at);
    return Outcome::Done;
  }
  std::optional<int64_t> index = call[1].getInt();
  if (!index)
    return call.failOperand(1, "an index that is known at import");
  Cell *cell = writeList(call, 0, outcome);
  if (!cell)
    return outcome;
  std::optional<size_t> at = getPosition(*index, cell->items.size());
  if (!at)
    return Outcome::Raised;
  cell->items.erase(cell->items.begin() + *at);
  return Outcome::Done;
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
    return count ? call.give(*count) : Outcome::Failed;
  }
  if (item.isA(Kind::Dict) && !in.getCell(item).conflict)
    return call.give(in.makeInt(in.getCell(item).keys.size()));
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  return items ? call.give(in.makeInt(items->size())) : outcome;
}

static Outcome runContains(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String))
    return call.give(
        in.makeBool(call[0].getText().contains(call[1].getText())));
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items;
  if (in.isStacked(call[0]) && call[1].isNumber()) {
    Value equal = in.buildOne(call.loc, "aten.eq.Scalar",
                              {{"self", in.getCell(call[0]).stacked},
                               {"other", in.makeArgument(call[1])}});
    Value any =
        equal ? in.buildOne(call.loc, "aten.any.default", {{"self", equal}})
              : Value();
    Value truth =
        any ? in.buildOne(call.loc, "aten.item.default", {{"self", any}})
            : Value();
    return truth ? call.give(in.simplifyNumber(truth)) : Outcome::Failed;
  }
  if (call[0].isA(Kind::Dict))
    items = in.getCell(call[0]).keys;
  else
    items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  // Dynamic numbers are compared one by one.
  Type boolType = in.b.getI1Type();
  Item any = in.makeBool(false);
  for (const Item &item : *items) {
    std::optional<Item> equal;
    if (item.isNumber() && call[1].isNumber())
      equal =
          in.applyNumbers("_operator.eq", {item, call[1]}, boolType, call.loc);
    else if (std::optional<bool> known = areEqual(in, item, call[1]))
      equal = in.makeBool(*known);
    if (!equal)
      return call.failOperand(1, "a value that can be compared");
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
  // list(tensor) is its rows.
  if (call[0].isTensor())
    return call.give(makeStackedList(call.in, call[0].getValue(),
                                     call.in.types.get("Tensor")));
  Outcome outcome = Outcome::Done;
  if (call[0].isA(Kind::String)) {
    std::vector<Item> letters;
    for (char letter : call[0].getText())
      letters.push_back(call.in.makeString(Twine(letter)));
    return call.give(
        call.in.makeList(std::move(letters), call.in.types.get("str")));
  }
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  return items ? call.give(call.in.makeList(std::move(*items), nullptr))
               : outcome;
}

static const Cell *readDict(NodeCall &call, Outcome &outcome) {
  if (!call[0].isA(Kind::Dict)) {
    outcome = call.failOperand(0, "a dictionary");
    return nullptr;
  }
  const Cell &cell = call.in.getCell(call[0]);
  if (!cell.conflict)
    return &cell;
  outcome = call.fail(cell.conflict.getValue());
  return nullptr;
}

static Outcome runDictConstruct(NodeCall &call) {
  Item dict = Item::cell(Kind::Dict, call.in.heap.add(Cell()));
  Cell cell;
  const ScriptType *type = call.getResultType();
  if (type->elements.size() == 2)
    cell.elementType = type->elements[1];
  for (size_t i = 0; i + 1 < call.size(); i += 2) {
    Outcome outcome = Outcome::Done;
    std::optional<size_t> at = find(call, cell.keys, call[i], outcome);
    if (!at)
      return outcome;
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
  Outcome outcome = Outcome::Done;
  const Cell *cell = readDict(call, outcome);
  return cell ? call.give(call.in.makeList(cell->keys, nullptr)) : outcome;
}

static Outcome runValues(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  const Cell *cell = readDict(call, outcome);
  return cell ? call.give(call.in.makeList(cell->items, cell->elementType))
              : outcome;
}

static Outcome runItems(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  const Cell *cell = readDict(call, outcome);
  if (!cell)
    return outcome;
  std::vector<Item> pairs;
  for (auto [key, item] : llvm::zip_equal(cell->keys, cell->items))
    pairs.push_back(Item::tuple({key, item}));
  return call.give(call.in.makeList(std::move(pairs), nullptr));
}

/// get(key[, default]), pop(key[, default]) and setdefault(key, default)
static Outcome runLookup(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  const Cell *cell = readDict(call, outcome);
  if (!cell)
    return outcome;
  std::optional<size_t> at = find(call, cell->keys, call[1], outcome);
  if (!at)
    return outcome;
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
  if (call.getKind() == "aten::setdefault")
    if (outcome = setEntry(call, call[1], item); outcome != Outcome::Done)
      return outcome;
  return call.give(item);
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

/// The entry that iteration meets first.
static Outcome runPopItem(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  const Cell *cell = readDict(call, outcome);
  if (!cell)
    return outcome;
  if (cell->keys.empty())
    return Outcome::Raised;
  Item pair = Item::tuple({cell->keys.front(), cell->items.front()});
  Cell &changed = call.in.heap.write(call[0].getIndex());
  changed.keys.erase(changed.keys.begin());
  changed.items.erase(changed.items.begin());
  return call.give(pair);
}

/// dict() of nothing, of pairs, or of a dictionary.
static Outcome runDict(NodeCall &call) {
  if (call.size() > 0 && call[0].isA(Kind::Dict))
    return call.give(call.in.makeCopy(call[0]));
  Cell cell;
  if (call.size() > 0) {
    Outcome outcome = Outcome::Done;
    std::optional<std::vector<Item>> pairs = readList(call, 0, outcome);
    if (!pairs)
      return outcome;
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
  auto always = [&](StringRef kind, Interpreter::Handler handler) {
    table.add(kind, handler, /*isAlways=*/true);
  };
  always("aten::pop", runPopAny);
  always("aten::clear", runClear);
  always("aten::copy", runCopy);
  always("aten::list", runCopy);
  always("aten::Size", runCopy);
  always("aten::__getitem__", runGetItem);
  always("prim::StringIndex", runGetItem);
  always("aten::_set_item", runSetItem);
  always("aten::Delete", runDelete);
  always("aten::len", runLength);
  always("aten::__contains__", runContains);
  always("prim::DictConstruct", runDictConstruct);
  always("aten::keys", runKeys);
  always("aten::items", runItems);
  always("aten::setdefault", runLookup);
  always("aten::get", runLookup);
  always("aten::popitem", runPopItem);
  always("aten::update", runUpdate);
  always("aten::dict", runDict);
  // Tensors have operators of these names as well.
  table.add("aten::values", runValues);
  table.add("aten::select", runGetItem);
}
