//===- ContainerOps.cpp - Lists and dictionaries --------------------------===//
//
// Lists and dictionaries are computed when the program is imported; only their
// elements are values. A list whose length is known at run time is a tensor of
// its elements (Cell::stacked), along the first dimension.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <functional>

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

/// Whether two items are equal, as keys of dictionaries and elements of lists
/// are compared; nothing where only the run knows.
static std::optional<bool> areEqual(Interpreter &in, const Item &x,
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
  if (x.isTensor() || y.isTensor())
    return std::nullopt;
  return x == y;
}

/// A list that is not stacked, for a change; null with an outcome otherwise.
static Cell *writeList(NodeCall &call, size_t index, Outcome &outcome) {
  const Item &list = call[index];
  if (!list.isA(Kind::List)) {
    outcome = call.failOperand(index, "a list");
    return nullptr;
  }
  const Cell &cell = call.in.getCell(list);
  if (cell.conflict || cell.stacked) {
    outcome = call.fail(cell.conflict
                            ? Twine(cell.conflict.getValue())
                            : "'" + call.getKind() +
                                  "' of a list whose length is known at run "
                                  "time; expected append, an index, torch.stack "
                                  "or torch.cat");
    return nullptr;
  }
  return &call.in.heap.write(list.getIndex());
}

/// The elements of a list or tuple of known length.
static std::optional<std::vector<Item>> readList(NodeCall &call, size_t index,
                                                 Outcome &outcome) {
  std::optional<std::vector<Item>> items =
      call.in.expandItems(call[index], call.loc);
  if (!items) {
    if (call[index].isA(Kind::List) && call.in.getCell(call[index]).conflict)
      outcome =
          call.fail(call.in.getCell(call[index]).conflict.getValue());
    else
      outcome =
          call.failOperand(index, "a list whose length is known at import");
  }
  return items;
}

/// The position that an index means; nothing where it is out of range.
static std::optional<size_t> getPosition(int64_t index, size_t size) {
  int64_t at = index < 0 ? index + int64_t(size) : index;
  return at >= 0 && at < int64_t(size) ? std::optional<size_t>(at)
                                       : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Lists as tensors
//===----------------------------------------------------------------------===//

/// The elements of a list as one tensor; null where they have no common type.
static Value getStacked(NodeCall &call, const Item &list) {
  if (!list.isA(Kind::List) || call.in.getCell(list).conflict)
    return {};
  const Cell &cell = call.in.getCell(list);
  return cell.stacked ? cell.stacked : call.in.stack(cell.items, call.loc);
}

/// A list whose elements are those of a tensor.
static Item makeStackedList(Interpreter &in, Value stacked,
                            const ScriptType *elementType) {
  Cell cell;
  cell.stacked = stacked;
  cell.elementType = elementType;
  return Item::cell(Kind::List, in.heap.add(std::move(cell)));
}

/// What a list of numbers of the run is reduced to by an operator on tensors.
static Outcome reduceStacked(NodeCall &call, StringRef target, Type type) {
  Value stacked = getStacked(call, call[0]);
  if (!stacked)
    return call.failOperand(0, "a list of numbers");
  Value reduced = call.in.buildOne(call.loc, target, {{"self", stacked}});
  Value number = reduced ? call.in.buildOne(call.loc, "aten.item.default",
                                            {{"self", reduced}})
                         : Value();
  if (!number)
    return Outcome::Failed;
  Item item = call.in.simplifyNumber(number);
  return item.getNumberType() == type ? call.give(item)
                                      : call.failOperand(0, "other numbers");
}

/// Appends to a list whose length is known at run time.
static Outcome appendStacked(NodeCall &call, const Item &list,
                             const Item &item) {
  Interpreter &in = call.in;
  Value element = in.stack(item, call.loc);
  Value stacked = in.getCell(list).stacked;
  auto type = element ? dyn_cast<RankedTensorType>(element.getType()) : nullptr;
  auto all = dyn_cast<RankedTensorType>(stacked.getType());
  bool fits = type && all && type.getElementType() == all.getElementType() &&
              type.getRank() == all.getRank();
  if (fits)
    for (auto [size, known] :
         llvm::drop_begin(llvm::zip_equal(sym::getDims(type), sym::getDims(all))))
      fits &= size && size == known;
  if (!fits)
    return call.fail("an element of a list whose length is known at run time "
                     "is " +
                     item.describe() + "; expected elements of one shape");
  SmallVector<OpFoldResult> parts = {stacked, element};
  Value longer =
      in.buildOne(call.loc, "aten.cat.default",
                  {{"tensors", parts}, {"dim", in.b.getI64IntegerAttr(0)}});
  if (!longer)
    return Outcome::Failed;
  in.heap.write(list.getIndex()).stacked = longer;
  return call.give(list);
}

/// torch.stack and torch.cat of such a list.
static Outcome runJoin(NodeCall &call) {
  Interpreter &in = call.in;
  bool isStack = call.getKind() == "aten::stack";
  if (!in.isStacked(call[0]))
    return in.runOperator(call, isStack ? "aten.stack.default"
                                        : "aten.cat.default");
  Value stacked = in.getCell(call[0]).stacked;
  auto type = dyn_cast<RankedTensorType>(stacked.getType());
  std::optional<int64_t> dim = call[1].getInt();
  if (!type || !dim)
    return call.failOperand(1, "a dimension that is known at import");
  int64_t rank = type.getRank() - (isStack ? 0 : 1);
  int64_t axis = *dim < 0 ? *dim + rank : *dim;
  if (axis < 0 || axis >= rank)
    return Outcome::Raised;
  Attribute position = in.b.getI64IntegerAttr(axis);
  Value moved = stacked;
  if (axis != 0)
    moved = in.buildOne(call.loc, "aten.movedim.int",
                        {{"self", stacked},
                         {"source", in.b.getI64IntegerAttr(0)},
                         {"destination", position}});
  if (moved && !isStack)
    moved = in.buildOne(call.loc, "aten.flatten.using_ints",
                        {{"self", moved},
                         {"start_dim", position},
                         {"end_dim", in.b.getI64IntegerAttr(axis + 1)}});
  return moved ? call.give(Item::tensor(moved)) : Outcome::Failed;
}

/// The slices of a tensor along a dimension whose size is known at run time.
static Outcome runUnbind(NodeCall &call) {
  Interpreter &in = call.in;
  std::optional<int64_t> dim = call[1].getInt();
  auto type = call[0].isTensor()
                  ? dyn_cast<RankedTensorType>(call[0].getValue().getType())
                  : nullptr;
  int64_t axis = dim && type && *dim < 0 ? *dim + type.getRank()
                                         : dim.value_or(-1);
  if (!type || axis < 0 || axis >= type.getRank() || !type.isDynamicDim(axis))
    return in.runOperator(call, "aten.unbind.int");
  Value moved = call[0].getValue();
  if (axis != 0)
    moved = in.buildOne(call.loc, "aten.movedim.int",
                        {{"self", moved},
                         {"source", in.b.getI64IntegerAttr(axis)},
                         {"destination", in.b.getI64IntegerAttr(0)}});
  return moved ? call.give(makeStackedList(in, moved, in.types.get("Tensor")))
               : Outcome::Failed;
}

/// tolist() of a tensor: its elements as numbers, in lists as deep as its rank.
static Outcome runToList(NodeCall &call) {
  Interpreter &in = call.in;
  const ScriptType *type = call.getResultType();
  std::function<std::optional<Item>(Value, const ScriptType &)> convert =
      [&](Value tensor, const ScriptType &type) -> std::optional<Item> {
    if (!type.isA(ScriptType::Kind::List)) {
      Value number =
          in.buildOne(call.loc, "aten.item.default", {{"self", tensor}});
      return number ? std::optional(in.simplifyNumber(number)) : std::nullopt;
    }
    Item rows = makeStackedList(in, tensor, type.elements[0]);
    if (!type.elements[0]->isA(ScriptType::Kind::List))
      return rows;
    in.heap.load(rows.getIndex()).elementType = in.types.get("Tensor");
    std::optional<std::vector<Item>> items = in.expandItems(rows, call.loc);
    if (!items)
      return std::nullopt;
    for (Item &item : *items) {
      std::optional<Item> inner = convert(item.getValue(), *type.elements[0]);
      if (!inner)
        return std::nullopt;
      item = std::move(*inner);
    }
    return in.makeList(std::move(*items), type.elements[0]);
  };
  if (!call[0].isTensor() ||
      !isa<RankedTensorType>(call[0].getValue().getType()))
    return call.failOperand(0, "a tensor of known rank");
  std::optional<Item> list = convert(call[0].getValue(), *type);
  return list ? call.give(*list)
              : call.failOperand(0, "a tensor whose outer sizes are known");
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static Outcome runListConstruct(NodeCall &call) {
  std::vector<Item> items;
  for (size_t i = 0; i < call.size(); ++i)
    items.push_back(call[i]);
  const ScriptType *type = call.getResultType();
  return call.give(call.in.makeList(
      std::move(items), type->elements.empty() ? nullptr : type->elements[0]));
}

static Outcome runListUnpack(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  return items ? call.giveAll(*items) : outcome;
}

static Outcome runAppend(NodeCall &call) {
  if (call.in.isStacked(call[0]))
    return appendStacked(call, call[0], call[1]);
  Outcome outcome = Outcome::Done;
  Item item = call[1];
  if (Cell *cell = writeList(call, 0, outcome)) {
    cell->items.push_back(std::move(item));
    return call.give(call[0]);
  }
  return outcome;
}

static Outcome runExtend(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  Interpreter &in = call.in;
  if (in.isStacked(call[0]) || in.isStacked(call[1])) {
    Value x = getStacked(call, call[0]), y = getStacked(call, call[1]);
    SmallVector<OpFoldResult> parts = {x, y};
    if (!x && call[0].isA(Kind::List) && in.getCell(call[0]).items.empty())
      parts = {y};
    Value joined =
        y && parts[0]
            ? in.buildOne(call.loc, "aten.cat.default",
                          {{"tensors", parts},
                           {"dim", in.b.getI64IntegerAttr(0)}})
            : Value();
    if (!joined)
      return call.failOperand(1, "a list of elements of the same shape");
    Cell &cell = in.heap.write(call[0].getIndex());
    cell.items.clear();
    cell.stacked = joined;
    return call.give(call[0]);
  }
  std::optional<std::vector<Item>> items = readList(call, 1, outcome);
  if (!items)
    return outcome;
  if (Cell *cell = writeList(call, 0, outcome)) {
    llvm::append_range(cell->items, *items);
    return call.give(call[0]);
  }
  return outcome;
}

static Outcome runInsert(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  std::optional<int64_t> index = call[1].getInt();
  if (!index)
    return call.failOperand(1, "an index that is known at import");
  Item item = call[2];
  Cell *cell = writeList(call, 0, outcome);
  if (!cell)
    return outcome;
  int64_t size = cell->items.size();
  int64_t at = std::clamp<int64_t>(*index < 0 ? *index + size : *index, 0, size);
  cell->items.insert(cell->items.begin() + at, std::move(item));
  return Outcome::Done;
}

static Outcome runPop(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  std::optional<int64_t> index =
      call.size() > 1 ? call[1].getInt() : std::optional<int64_t>(-1);
  if (!index)
    return call.failOperand(1, "an index that is known at import");
  Interpreter &in = call.in;
  if (in.isStacked(call[0]) && *index == -1) {
    // The last element, and all in front of it.
    std::optional<Item> last =
        in.selectItem(call[0], in.makeInt(-1), call.loc);
    Value rest = in.buildOne(call.loc, "aten.slice.Tensor",
                             {{"self", in.getCell(call[0]).stacked},
                              {"dim", in.b.getI64IntegerAttr(0)},
                              {"end", in.b.getI64IntegerAttr(-1)}});
    if (!last || !rest)
      return Outcome::Failed;
    in.heap.write(call[0].getIndex()).stacked = rest;
    return call.give(*last);
  }
  Cell *cell = writeList(call, 0, outcome);
  if (!cell)
    return outcome;
  std::optional<size_t> at = getPosition(*index, cell->items.size());
  if (!at)
    return Outcome::Raised;
  Item item = cell->items[*at];
  cell->items.erase(cell->items.begin() + *at);
  return call.give(item);
}

static Outcome runClear(NodeCall &call) {
  if (!call[0].isCell())
    return call.failOperand(0, "a list or a dictionary");
  Cell &cell = call.in.heap.write(call[0].getIndex());
  cell.items.clear();
  cell.keys.clear();
  cell.stacked = {};
  cell.conflict = {};
  return Outcome::Done;
}

static Outcome runReverse(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  Interpreter &in = call.in;
  if (in.isStacked(call[0])) {
    Value flipped =
        in.buildOne(call.loc, "aten.flip.default",
                    {{"self", in.getCell(call[0]).stacked},
                     {"dims", in.makeInts({0})}});
    if (!flipped)
      return Outcome::Failed;
    in.heap.write(call[0].getIndex()).stacked = flipped;
    return Outcome::Done;
  }
  if (Cell *cell = writeList(call, 0, outcome))
    std::reverse(cell->items.begin(), cell->items.end());
  return outcome;
}

/// Finds an item; nothing, with an outcome, where only the run knows.
static std::optional<size_t> find(NodeCall &call, ArrayRef<Item> items,
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

static Outcome runRemove(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  Item item = call[1];
  Cell *cell = writeList(call, 0, outcome);
  if (!cell)
    return outcome;
  std::optional<size_t> at = find(call, cell->items, item, outcome);
  if (!at)
    return outcome;
  if (*at == cell->items.size())
    return Outcome::Raised;
  cell->items.erase(cell->items.begin() + *at);
  return Outcome::Done;
}

static Outcome runIndex(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  std::optional<size_t> at = find(call, *items, call[1], outcome);
  if (!at)
    return outcome;
  return *at == items->size() ? Outcome::Raised
                              : call.give(call.in.makeInt(*at));
}

static Outcome runCount(NodeCall &call) {
  if (call[0].isA(Kind::String))
    return runStringCount(call);
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  int64_t count = 0;
  for (const Item &item : *items) {
    std::optional<size_t> at = find(call, item, call[1], outcome);
    if (!at)
      return outcome;
    count += *at == 0;
  }
  return call.give(call.in.makeInt(count));
}

/// A list of numbers of the run is sorted as a tensor.
static Value sortStacked(NodeCall &call, bool isReverse) {
  std::optional<std::vector<Item>> items = call.in.getItems(call[0]);
  bool isLiteral = items && llvm::all_of(*items, [](const Item &item) {
                     return item.getLiteral() || !item.isNumber();
                   });
  Value stacked = isLiteral ? Value() : getStacked(call, call[0]);
  if (!stacked)
    return {};
  torch::OperatorOp sorted = call.in.build(
      call.loc, "aten.sort.default",
      {{"self", stacked}, {"descending", call.in.b.getBoolAttr(isReverse)}});
  return sorted ? sorted->getResult(0) : Value();
}

/// Sorted by literal keys; stable, as Python's sort is.
static Outcome sortItems(NodeCall &call, std::vector<Item> &items,
                         bool isReverse) {
  for (const Item &item : items)
    if (!item.getFloat() && !item.isA(Kind::String))
      return call.fail("sorting " + item.describe() +
                       " is decided at run time; expected literals");
  auto isLess = [](const Item &x, const Item &y) {
    return x.isA(Kind::String) ? x.getText() < y.getText()
                               : *x.getFloat() < *y.getFloat();
  };
  SmallVector<size_t> order = llvm::to_vector(llvm::seq<size_t>(items.size()));
  llvm::sort(order, [&](size_t x, size_t y) {
    const Item &first = items[isReverse ? y : x],
               &second = items[isReverse ? x : y];
    return isLess(first, second) || (!isLess(second, first) && x < y);
  });
  std::vector<Item> sorted;
  for (size_t index : order)
    sorted.push_back(items[index]);
  items = std::move(sorted);
  return Outcome::Done;
}

static Outcome runSort(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  bool isReverse = call.size() > 1 && call[1].getBool() == true;
  if (Value sorted = sortStacked(call, isReverse)) {
    Cell &cell = call.in.heap.write(call[0].getIndex());
    cell.items.clear();
    cell.stacked = sorted;
    return Outcome::Done;
  }
  Cell *cell = writeList(call, 0, outcome);
  return cell ? sortItems(call, cell->items, isReverse) : outcome;
}

static Outcome runSorted(NodeCall &call) {
  Outcome outcome = Outcome::Done;
  if (Value sorted = sortStacked(call, false))
    return call.give(makeStackedList(call.in, sorted,
                                     call.in.getCell(call[0]).elementType));
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  if (outcome = sortItems(call, *items, false); outcome != Outcome::Done)
    return outcome;
  const ScriptType *type = call.getResultType();
  return call.give(call.in.makeList(
      std::move(*items), type->elements.empty() ? nullptr : type->elements[0]));
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
  if (call.in.isStacked(container)) {
    std::optional<Item> item =
        call.in.selectItem(container, call[1], call.loc);
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
  SmallVector<int64_t> axes = {0};
  Value row = in.buildOne(call.loc, "aten.squeeze.dim",
                          {{"self", element}, {"dim", in.b.getI64IntegerAttr(0)}});
  torch::ArgumentSpec at = index.getValue()
                               ? torch::ArgumentSpec(index.getValue())
                               : torch::ArgumentSpec(index.getLiteral());
  Value replaced = row ? in.buildOne(call.loc, "aten.select_scatter.default",
                                     {{"self", stacked},
                                      {"src", row},
                                      {"dim", in.b.getI64IntegerAttr(0)},
                                      {"index", at}})
                       : Value();
  if (!replaced)
    return Outcome::Failed;
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
  if (item.isA(Kind::Dict) && !in.getCell(item).conflict)
    return call.give(in.makeInt(in.getCell(item).keys.size()));
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  return items ? call.give(in.makeInt(items->size())) : outcome;
}

/// The bounds of a slice of `size` elements, as Python counts them.
static std::optional<std::vector<size_t>> getSlice(NodeCall &call,
                                                   size_t firstBound,
                                                   int64_t size) {
  for (size_t i = 0; i < 3; ++i)
    if (!call[firstBound + i].isNone() && !call[firstBound + i].getInt())
      return std::nullopt;
  int64_t step = call[firstBound + 2].getInt().value_or(1);
  if (step <= 0)
    return std::nullopt;
  auto clamp = [&](std::optional<int64_t> bound, int64_t absent) {
    if (!bound)
      return absent;
    int64_t value = *bound < 0 ? (*bound < -size ? 0 : *bound + size) : *bound;
    return std::clamp<int64_t>(value, 0, size);
  };
  int64_t begin = clamp(call[firstBound].getInt(), 0);
  int64_t end = clamp(call[firstBound + 1].getInt(), size);
  std::vector<size_t> positions;
  for (int64_t i = begin; i < end; i += step)
    positions.push_back(i);
  return positions;
}

static Outcome runSlice(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String)) {
    auto positions = getSlice(call, 1, call[0].getText().size());
    if (!positions)
      return call.fail("the bounds of a slice of a string are known at run "
                       "time");
    std::string text;
    for (size_t at : *positions)
      text += call[0].getText()[at];
    return call.give(in.makeString(text));
  }
  std::optional<std::vector<Item>> items = in.getItems(call[0]);
  auto positions =
      items ? getSlice(call, 1, items->size()) : std::nullopt;
  if (!positions) {
    // Rows of the tensor of its elements.
    Value stacked = getStacked(call, call[0]);
    if (!stacked)
      return call.failOperand(0, "a list of elements of one shape, or bounds "
                                 "that are known at import");
    SmallVector<std::pair<StringRef, torch::ArgumentSpec>> arguments = {
        {"self", stacked}, {"dim", in.b.getI64IntegerAttr(0)}};
    for (auto [index, name] : llvm::enumerate(ArrayRef<StringRef>({"start", "end", "step"}))) {
      const Item &bound = call[index + 1];
      if (bound.getValue())
        arguments.push_back({name, bound.getValue()});
      else if (bound.getLiteral())
        arguments.push_back({name, bound.getLiteral()});
    }
    Value part = in.buildOne(call.loc, "aten.slice.Tensor", arguments);
    return part ? call.give(makeStackedList(in, part,
                                            in.getCell(call[0]).elementType))
                : Outcome::Failed;
  }
  std::vector<Item> part;
  for (size_t at : *positions)
    part.push_back((*items)[at]);
  return call.give(
      in.makeList(std::move(part), in.getCell(call[0]).elementType));
}

/// Lists and strings; numbers are left to NumberOps.cpp.
static Outcome runAdd(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String) && call[1].isA(Kind::String))
    return call.give(in.makeString(call[0].getText() + call[1].getText()));
  if (call[0].isNumber() && call[1].isNumber())
    return runNumber(call);
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> x = readList(call, 0, outcome);
  if (!x)
    return outcome;
  std::optional<std::vector<Item>> y = readList(call, 1, outcome);
  if (!y)
    return outcome;
  llvm::append_range(*x, *y);
  return call.give(in.makeList(std::move(*x), in.getCell(call[0]).elementType));
}

static Outcome runAddInPlace(NodeCall &call) {
  return call[0].isNumber() ? runNumber(call) : runExtend(call);
}

static Outcome runMultiply(NodeCall &call) {
  if (call[0].isNumber() && call[1].isNumber())
    return runNumber(call);
  size_t list = call[0].isNumber() ? 1 : 0;
  std::optional<int64_t> count = call[1 - list].getInt();
  if (!count)
    return call.failOperand(1 - list, "an int that is known at import");
  if (call[list].isA(Kind::String)) {
    std::string text;
    for (int64_t i = 0; i < *count; ++i)
      text += call[list].getText();
    return call.give(call.in.makeString(text));
  }
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, list, outcome);
  if (!items)
    return outcome;
  constexpr int64_t longest = 1 << 20;
  if (*count > 0 && int64_t(items->size()) > longest / *count)
    return call.fail("a list of more than " + Twine(longest) +
                     " elements is not supported");
  std::vector<Item> all;
  for (int64_t i = 0; i < *count; ++i)
    llvm::append_range(all, *items);
  return call.give(
      call.in.makeList(std::move(all), call.in.getCell(call[list]).elementType));
}

static Outcome runContains(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String))
    return call.give(
        in.makeBool(call[0].getText().contains(call[1].getText())));
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items;
  if (in.isStacked(call[0]) && call[1].isNumber()) {
    torch::ArgumentSpec other = call[1].getValue()
                                    ? torch::ArgumentSpec(call[1].getValue())
                                    : torch::ArgumentSpec(call[1].getLiteral());
    Value equal = in.buildOne(
        call.loc, "aten.eq.Scalar",
        {{"self", in.getCell(call[0]).stacked}, {"other", other}});
    Value any = equal ? in.buildOne(call.loc, "aten.any.default",
                                    {{"self", equal}})
                      : Value();
    Value truth = any ? in.buildOne(call.loc, "aten.item.default",
                                    {{"self", any}})
                      : Value();
    return truth ? call.give(in.simplifyNumber(truth)) : Outcome::Failed;
  }
  if (call[0].isA(Kind::Dict))
    items = in.getCell(call[0]).keys;
  else
    items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  // Numbers of the run are compared one by one.
  Type boolType = in.b.getI1Type();
  Item any = in.makeBool(false);
  for (const Item &item : *items) {
    std::optional<Item> equal;
    if (item.isNumber() && call[1].isNumber())
      equal = in.applyNumbers("_operator.eq", {item, call[1]}, boolType,
                              call.loc);
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

/// all, any, sum, max and min of a list of numbers.
static Outcome reduce(NodeCall &call, StringRef function, Type type) {
  Outcome outcome = Outcome::Done;
  Interpreter &in = call.in;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  if (items->empty())
    return Outcome::Raised;
  Item result = items->front();
  for (const Item &item : llvm::drop_begin(*items)) {
    std::optional<Item> next =
        in.applyNumbers(function, {result, item}, type, call.loc);
    if (!next)
      return call.failOperand(0, "a list of numbers");
    result = *next;
  }
  return call.give(result);
}

template <bool isAll> static Outcome runAllOrAny(NodeCall &call) {
  Interpreter &in = call.in;
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items)
    return outcome;
  Type boolType = in.b.getI1Type();
  Item result = in.makeBool(isAll);
  for (const Item &item : *items) {
    std::optional<Item> truth = item;
    if (item.isNumber() && !item.getNumberType().isInteger(1))
      truth = in.applyNumbers("_operator.ne", {item, in.makeInt(0)}, boolType,
                              call.loc);
    std::optional<Item> next =
        truth && truth->isNumber()
            ? in.applyNumbers(isAll ? "_operator.and_" : "_operator.or_",
                              {result, *truth}, boolType, call.loc)
            : std::nullopt;
    if (!next)
      return call.failOperand(0, "a list of bools");
    result = *next;
  }
  return call.give(result);
}

static Outcome runExtremum(NodeCall &call) {
  bool isMax = call.getKind() == "prim::max";
  StringRef function = isMax ? "torch.sym_max" : "torch.sym_min";
  if (!call[0].isA(Kind::List))
    return runNumber(call);
  if (call.in.isStacked(call[0]))
    return reduceStacked(
        call, isMax ? "aten.max.default" : "aten.min.default",
        cast<RankedTensorType>(call.in.getCell(call[0]).stacked.getType())
            .getElementType());
  Outcome outcome = Outcome::Done;
  std::optional<std::vector<Item>> items = readList(call, 0, outcome);
  if (!items || items->empty())
    return items ? Outcome::Raised : outcome;
  return reduce(call, function, items->front().getNumberType());
}

static Outcome runSum(NodeCall &call) {
  if (call.in.isStacked(call[0]))
    return reduceStacked(
        call, "aten.sum.default",
        cast<RankedTensorType>(call.in.getCell(call[0]).stacked.getType())
            .getElementType());
  std::optional<std::vector<Item>> items = call.in.getItems(call[0]);
  if (items && items->empty())
    return call.give(call.getResultType()->isA(ScriptType::Kind::Float)
                         ? call.in.makeFloat(0)
                         : call.in.makeInt(0));
  return reduce(call, "_operator.add",
                call.getResultType()->isA(ScriptType::Kind::Float)
                    ? Type(call.in.b.getF64Type())
                    : Type(call.in.b.getI64Type()));
}

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

/// The number of elements of range(low, high, step): ceil((high - low) / step),
/// not below 0.
static Outcome runRangeLength(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[2].getInt() == 0)
    return Outcome::Raised;
  Type type = in.b.getI64Type();
  auto apply = [&](StringRef function, ArrayRef<Item> operands) {
    return in.applyNumbers(function, operands, type, call.loc)
        .value_or(Item::none());
  };
  Item count;
  if (call[2].getInt() == 1)
    count = apply("_operator.sub", {call[1], call[0]});
  else
    count = apply("_operator.neg",
                  apply("_operator.floordiv",
                        {apply("_operator.sub", {call[0], call[1]}), call[2]}));
  return call.give(apply("torch.sym_max", {count, in.makeInt(0)}));
}

/// low + index * step
static Outcome runDeriveIndex(NodeCall &call) {
  Interpreter &in = call.in;
  Type type = in.b.getI64Type();
  std::optional<Item> offset = in.applyNumbers(
      "_operator.mul", {call[0], call[2]}, type, call.loc);
  std::optional<Item> index =
      offset ? in.applyNumbers("_operator.add", {*offset, call[1]}, type,
                               call.loc)
             : std::nullopt;
  return index ? call.give(*index) : call.failOperand(0, "an int");
}

static Outcome runRangeList(NodeCall &call) {
  std::optional<int64_t> low = call[0].getInt(), high = call[1].getInt(),
                         step = call[2].getInt();
  if (!low || !high || !step || *step == 0)
    return call.fail("a list of a range that is known at run time");
  std::vector<Item> items;
  for (int64_t i = *low; *step > 0 ? i < *high : i > *high; i += *step)
    items.push_back(call.in.makeInt(i));
  return call.give(
      call.in.makeList(std::move(items), call.in.types.get("int")));
}

//===----------------------------------------------------------------------===//
// Dictionaries
//===----------------------------------------------------------------------===//

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
  always("prim::ListConstruct", runListConstruct);
  always("prim::ListUnpack", runListUnpack);
  always("aten::append", runAppend);
  always("aten::extend", runExtend);
  always("aten::insert", runInsert);
  always("aten::pop", runPopAny);
  always("aten::clear", runClear);
  always("aten::reverse", runReverse);
  always("aten::remove", runRemove);
  always("aten::copy", runCopy);
  always("aten::list", runCopy);
  always("aten::__getitem__", runGetItem);
  always("prim::StringIndex", runGetItem);
  always("aten::_set_item", runSetItem);
  always("aten::Delete", runDelete);
  always("aten::len", runLength);
  always("aten::__contains__", runContains);
  always("aten::__range_length", runRangeLength);
  always("aten::__derive_index", runDeriveIndex);
  always("prim::rangelist", runRangeList);
  always("prim::DictConstruct", runDictConstruct);
  always("aten::keys", runKeys);
  always("aten::items", runItems);
  always("aten::setdefault", runLookup);
  always("aten::get", runLookup);
  always("aten::update", runUpdate);
  always("aten::dict", runDict);
  always("aten::stack", runJoin);
  always("aten::cat", runJoin);
  always("aten::unbind", runUnbind);
  always("prim::tolist", runToList);
  // Tensors have operators of these names as well.
  table.add("aten::values", runValues);
  table.add("aten::index", runIndex);
  table.add("aten::count", runCount);
  table.add("aten::sort", runSort);
  table.add("aten::sorted", runSorted);
  table.add("aten::slice", runSlice);
  table.add("aten::add", runAdd);
  table.add("aten::add_", runAddInPlace);
  table.add("aten::mul", runMultiply);
  table.add("aten::all", runAllOrAny<true>);
  table.add("aten::any", runAllOrAny<false>);
  table.add("aten::sum", runSum);
  table.add("prim::max", runExtremum);
  table.add("prim::min", runExtremum);
}
