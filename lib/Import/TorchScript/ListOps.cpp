//===- ListOps.cpp - Lists and ranges ------------------------------------===//
//
// Lists are evaluated at import; only their elements are values.
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

static Outcome runListConstruct(NodeCall &call) {
  std::vector<Item> items = call.getOperands();
  const ScriptType *type = call.getResultType();
  return call.give(call.in.makeList(
      std::move(items), type->elements.empty() ? nullptr : type->elements[0]));
}

/// Whether a list is a tensor whose first size is known only at run time.
static bool isOpen(Interpreter &in, const Item &list) {
  if (!in.isStacked(list))
    return false;
  auto type = dyn_cast<RankedTensorType>(in.getCell(list).stacked.getType());
  return type && type.isDynamicDim(0);
}

static Outcome runListUnpack(NodeCall &call) {
  Interpreter &in = call.in;
  bool isParts = in.isParts(call[0]);
  if (isParts || isOpen(in, call[0])) {
    // The program raises an exception for another number of elements.
    in.warnOfRaise(call.loc);
    std::vector<Item> elements;
    for (size_t i = 0; i < call.getNumResults(); ++i) {
      Item index = in.makeInt(i);
      std::optional<Item> element =
          isParts ? selectPart(in, in.getCell(call[0]), index, call.loc)
                  : in.selectItem(call[0], index, call.loc);
      if (!element)
        return Outcome::Failed;
      elements.push_back(std::move(*element));
    }
    return call.giveAll(elements);
  }
  std::optional<std::vector<Item>> items = readList(call, 0);
  if (!items)
    return Outcome::Failed;
  return items->size() == call.getNumResults() ? call.giveAll(*items)
                                               : Outcome::Raised;
}

static Outcome runAppend(NodeCall &call) {
  expandUnlessRow(call, call[0], call[1]);
  if (call.in.isStacked(call[0]))
    return appendStacked(call, call[0], call[1]);
  if (call.in.isParts(call[0]))
    return appendPart(call, call[0], call[1]);
  Item item = call[1];
  if (Cell *cell = writeList(call, 0)) {
    cell->items.push_back(std::move(item));
    return call.give(call[0]);
  }
  return Outcome::Failed;
}

static Outcome runExtend(NodeCall &call) {
  Interpreter &in = call.in;
  if (in.isStacked(call[0]) || in.isStacked(call[1])) {
    if (haveSameRows(call) || isOpen(in, call[0]) || isOpen(in, call[1]))
      return replaceStacked(call, joinStacked(call));
    expandRows(call, call[0]);
  }
  if (in.isParts(call[0]) || in.isParts(call[1])) {
    std::optional<Cell> both = joinParts(call);
    if (!both)
      return Outcome::Failed;
    in.heap.write(call[0].getIndex()) = std::move(*both);
    return call.give(call[0]);
  }
  std::optional<std::vector<Item>> items = readList(call, 1);
  if (!items)
    return Outcome::Failed;
  if (Cell *cell = writeList(call, 0)) {
    llvm::append_range(cell->items, *items);
    return call.give(call[0]);
  }
  return Outcome::Failed;
}

static Outcome runInsert(NodeCall &call) {
  std::optional<int64_t> index = call[1].getInt();
  Item item = call[2];
  if (index)
    expandUnlessRow(call, call[0], item);
  if (!index || call.in.isStacked(call[0]))
    return insertStacked(call, call[1], item);
  Cell *cell = writeList(call, 0);
  if (!cell)
    return Outcome::Failed;
  int64_t size = cell->items.size();
  int64_t at =
      std::clamp<int64_t>(*index < 0 ? *index + size : *index, 0, size);
  cell->items.insert(cell->items.begin() + at, std::move(item));
  return Outcome::Done;
}

Outcome torch_onnx::eraseItem(NodeCall &call, const Item &index) {
  std::optional<int64_t> literal = index.getInt();
  if (!literal || call.in.isStacked(call[0]))
    return eraseStacked(call, index);
  Cell *cell = writeList(call, 0);
  if (!cell)
    return Outcome::Failed;
  std::optional<size_t> at = getPosition(*literal, cell->items.size());
  if (!at)
    return Outcome::Raised;
  cell->items.erase(cell->items.begin() + *at);
  return Outcome::Done;
}

Outcome torch_onnx::runPop(NodeCall &call) {
  Item index = call.size() > 1 ? call[1] : call.in.makeInt(-1), item;
  Outcome outcome = getListItem(call, index, item);
  if (outcome == Outcome::Done)
    outcome = eraseItem(call, index);
  return call.giveIf(outcome, item);
}

static Outcome runReverse(NodeCall &call) {
  Interpreter &in = call.in;
  if (in.isStacked(call[0])) {
    Value flipped = in.buildOne(
        call.loc, "aten.flip.default",
        {{"self", in.getCell(call[0]).stacked}, {"dims", in.makeInts({0})}});
    if (!flipped)
      return Outcome::Failed;
    in.noteCopies(flipped, in.getCell(call[0]).stacked);
    in.heap.write(call[0].getIndex()).stacked = flipped;
    return Outcome::Done;
  }
  Cell *cell = writeList(call, 0);
  if (!cell)
    return Outcome::Failed;
  std::reverse(cell->items.begin(), cell->items.end());
  return Outcome::Done;
}

/// For each item, a number that tells whether it is equal to `item`; nothing,
/// with a failure, if they cannot be compared.
static std::optional<std::vector<Item>>
compareAll(NodeCall &call, std::vector<Item> items, const Item &other) {
  for (Item &item : items) {
    std::optional<Item> equal = areEqual(call, item, other);
    if (!equal) {
      (void)failToCompare(call, other, item);
      return std::nullopt;
    }
    item = *equal;
  }
  return items;
}

Outcome torch_onnx::findFirst(NodeCall &call, const std::vector<Item> &items,
                              const Item &item, Item &place) {
  Interpreter &in = call.in;
  std::optional<std::vector<Item>> equal = compareAll(call, items, item);
  if (!equal)
    return Outcome::Failed;
  // Items after the first one that is known to be equal do not matter.
  auto last = llvm::find_if(
      *equal, [](const Item &item) { return item.getBool() == true; });
  bool isSure = last != equal->end();
  equal->erase(isSure ? last + 1 : last, equal->end());
  if (!isSure) {
    if (llvm::all_of(*equal,
                     [](const Item &item) { return item.getBool() == false; }))
      return Outcome::Raised;
    in.warnOfRaise(call.loc);
  }
  place = in.makeInt(int64_t(equal->size()) - 1);
  for (size_t i = equal->size() - 1; i-- > 0;) {
    if ((*equal)[i].getBool() == false)
      continue;
    std::optional<Item> chosen =
        in.applyNumbers("torch.sym_ite", {(*equal)[i], in.makeInt(i), place},
                        in.b.getI64Type(), call.loc);
    if (!chosen)
      return call.failOperand(1, "a value that can be compared");
    place = *chosen;
  }
  return Outcome::Done;
}

/// Finds the first element that is equal to operand 1.
static Outcome findOperand(NodeCall &call, Item &place) {
  if (call.in.isStacked(call[0]))
    return findStacked(call, place);
  std::optional<std::vector<Item>> items = readList(call, 0);
  return items ? findFirst(call, *items, call[1], place) : Outcome::Failed;
}

static Outcome runIndex(NodeCall &call) {
  if (call[0].isA(Kind::String))
    return runLiterals(call);
  Item place;
  Outcome outcome = findOperand(call, place);
  return call.giveIf(outcome, place);
}

static Outcome runRemove(NodeCall &call) {
  Item place;
  Outcome outcome = findOperand(call, place);
  return outcome == Outcome::Done ? eraseItem(call, place) : outcome;
}

static Outcome runCount(NodeCall &call) {
  if (call[0].isA(Kind::String))
    return runSearch(call);
  Interpreter &in = call.in;
  std::optional<std::vector<Item>> items = readList(call, 0);
  std::optional<std::vector<Item>> equal =
      items ? compareAll(call, *items, call[1]) : std::nullopt;
  if (!equal)
    return Outcome::Failed;
  Item count = in.makeInt(0);
  for (const Item &item : *equal) {
    std::optional<Item> next = in.applyNumbers("_operator.add", {count, item},
                                               in.b.getI64Type(), call.loc);
    if (!next)
      return call.failOperand(1, "a value that can be compared");
    count = *next;
  }
  return call.give(count);
}

/// Sorts items with literal keys. Stable, as in Python.
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
  std::optional<bool> isReverse = call.size() > 1 ? call.readBool(1) : false;
  if (!isReverse)
    return Outcome::Failed;
  if (Value sorted = sortStacked(call, *isReverse)) {
    Cell &cell = call.in.heap.write(call[0].getIndex());
    cell.items.clear();
    cell.stacked = sorted;
    return Outcome::Done;
  }
  Cell *cell = writeList(call, 0);
  return cell ? sortItems(call, cell->items, *isReverse) : Outcome::Failed;
}

static Outcome runSorted(NodeCall &call) {
  if (Value sorted = sortStacked(call, false))
    return call.give(
        makeStackedList(call.in, sorted, call.in.getCell(call[0]).elementType));
  std::optional<std::vector<Item>> items = readList(call, 0);
  if (!items)
    return Outcome::Failed;
  if (Outcome outcome = sortItems(call, *items, false);
      outcome != Outcome::Done)
    return outcome;
  const ScriptType *type = call.getResultType();
  return call.give(call.in.makeList(
      std::move(*items), type->elements.empty() ? nullptr : type->elements[0]));
}

/// The positions of a slice of `size` elements, by Python's rules.
static std::optional<std::vector<size_t>>
getSlice(NodeCall &call, size_t firstBound, int64_t size) {
  for (size_t i = 0; i < 3; ++i)
    if (!call[firstBound + i].isNone() && !call[firstBound + i].getInt())
      return std::nullopt;
  int64_t step = call[firstBound + 2].getInt().value_or(1);
  if (step == 0)
    return std::nullopt;
  // A negative step goes from the last element to the first.
  int64_t least = step < 0 ? -1 : 0, most = step < 0 ? size - 1 : size;
  auto clamp = [&](std::optional<int64_t> bound, int64_t absent) {
    if (!bound)
      return absent;
    int64_t value = *bound < 0 ? (*bound < -size ? -1 : *bound + size) : *bound;
    return std::clamp<int64_t>(value, least, most);
  };
  int64_t begin = clamp(call[firstBound].getInt(), step < 0 ? most : least);
  int64_t end = clamp(call[firstBound + 1].getInt(), step < 0 ? least : most);
  std::vector<size_t> positions;
  // A step beyond the size selects one element.
  step = std::clamp<int64_t>(step, -size - 1, size + 1);
  for (int64_t i = begin; step < 0 ? i > end : i < end; i += step)
    positions.push_back(i);
  return positions;
}

/// Gives a list of parts; nothing stands for a failure.
static Outcome giveParts(NodeCall &call, std::optional<Cell> parts) {
  if (!parts)
    return Outcome::Failed;
  return call.give(Item::cell(Kind::List, call.in.heap.add(std::move(*parts))));
}

static Outcome runSlice(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String))
    return runLiterals(call);
  if (in.isParts(call[0])) {
    return giveParts(call, sliceParts(call));
  }
  std::optional<std::vector<Item>> items = in.getItems(call[0]);
  auto positions = items ? getSlice(call, 1, items->size()) : std::nullopt;
  if (!positions) {
    if (!call[3].isNone() && call[3].getInt().value_or(0) <= 0)
      return call.failOperand(3, "a positive step that is known at import");
    // A slice of the tensor of its elements.
    Value stacked = getStacked(call, call[0]);
    if (!stacked)
      return call.failOperand(0, "a list of elements of one shape, or bounds "
                                 "that are known at import");
    return giveStacked(call,
                       sliceStacked(call, stacked, {call[1], call[2], call[3]}),
                       in.getCell(call[0]).elementType);
  }
  std::vector<Item> part;
  for (size_t at : *positions)
    part.push_back((*items)[at]);
  return call.give(
      in.makeList(std::move(part), in.getCell(call[0]).elementType));
}

/// Adds lists and strings; NumberOps.cpp adds numbers.
static Outcome runAdd(NodeCall &call) {
  Interpreter &in = call.in;
  if (call[0].isA(Kind::String) && call[1].isA(Kind::String))
    return call.give(in.makeString(call[0].getText() + call[1].getText()));
  if (call[0].isNumber() && call[1].isNumber())
    return runNumber(call);
  if (in.isParts(call[0]) || in.isParts(call[1])) {
    return giveParts(call, joinParts(call));
  }
  if (isOpen(in, call[0]) || isOpen(in, call[1])) {
    return giveStacked(call, joinStacked(call),
                       in.getCell(call[0]).elementType);
  }
  std::optional<std::vector<Item>> x = readList(call, 0);
  std::optional<std::vector<Item>> y = x ? readList(call, 1) : std::nullopt;
  if (!y)
    return Outcome::Failed;
  llvm::append_range(*x, *y);
  return call.give(in.makeList(std::move(*x), in.getCell(call[0]).elementType));
}

static Outcome runAddInPlace(NodeCall &call) {
  return call[0].isNumber() ? runNumber(call) : runExtend(call);
}

/// Repeats the items `count` times; nothing, with a failure, if there are too
/// many.
static std::optional<std::vector<Item>>
repeatItems(NodeCall &call, const std::vector<Item> &items, int64_t count) {
  constexpr int64_t longest = 1 << 20;
  if (count > 0 && int64_t(items.size()) > longest / count) {
    (void)call.fail("a list of more than " + Twine(longest) +
                    " elements is not supported");
    return std::nullopt;
  }
  std::vector<Item> all;
  for (int64_t i = 0; i < count; ++i)
    llvm::append_range(all, items);
  return all;
}

/// list *= n
static Outcome runMultiplyInPlace(NodeCall &call) {
  if (!call[0].isA(Kind::List))
    return runNumber(call);
  std::optional<int64_t> count = call[1].getInt();
  if (!count || call.in.isStacked(call[0])) {
    return replaceStacked(call, repeatStacked(call, call[0], call[1]));
  }
  Cell *cell = writeList(call, 0);
  std::optional<std::vector<Item>> all =
      cell ? repeatItems(call, cell->items, *count) : std::nullopt;
  if (!all)
    return Outcome::Failed;
  cell->items = std::move(*all);
  return call.give(call[0]);
}

static Outcome runMultiply(NodeCall &call) {
  if (call[0].isNumber() && call[1].isNumber())
    return runNumber(call);
  size_t list = call[0].isNumber() ? 1 : 0;
  std::optional<int64_t> count = call[1 - list].getInt();
  if (call[list].isA(Kind::List) && (!count || call.in.isStacked(call[list]))) {
    return giveStacked(call, repeatStacked(call, call[list], call[1 - list]),
                       call.in.getCell(call[list]).elementType);
  }
  if (!count)
    return call.failOperand(1 - list, "an int that is known at import");
  if (call[list].isA(Kind::String)) {
    std::string text;
    for (int64_t i = 0; i < *count; ++i)
      text += call[list].getText();
    return call.give(call.in.makeString(text));
  }
  std::optional<std::vector<Item>> items = readList(call, list);
  if (items)
    items = repeatItems(call, *items, *count);
  return items
             ? call.give(call.in.makeList(
                   std::move(*items), call.in.getCell(call[list]).elementType))
             : Outcome::Failed;
}

/// all, any, sum, max and min of a list of numbers.
static Outcome reduce(NodeCall &call, StringRef function, Type type) {
  Interpreter &in = call.in;
  std::optional<std::vector<Item>> items = readList(call, 0);
  if (!items)
    return Outcome::Failed;
  if (items->empty())
    return Outcome::Raised;
  // Bools are summed as ints.
  if (function == "_operator.add" && type.isInteger(64))
    items->insert(items->begin(), in.makeInt(0));
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
  std::optional<std::vector<Item>> items = readList(call, 0);
  if (!items)
    return Outcome::Failed;
  Type boolType = in.b.getI1Type();
  Item result = in.makeBool(isAll);
  for (const Item &item : *items) {
    std::optional<Item> truth = item;
    if (item.isA(Kind::String))
      truth = in.makeBool(!item.getText().empty());
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

/// max and min of two lists of numbers that are known only at run time.
static Outcome chooseDynamic(NodeCall &call, bool isMax, ArrayRef<Item> x,
                             ArrayRef<Item> y) {
  Interpreter &in = call.in;
  if (x.size() != y.size())
    return call.failOperand(1, "a list of the length of the other list");
  Type boolType = in.b.getI1Type();
  StringRef precedes = isMax ? "_operator.gt" : "_operator.lt";
  std::optional<Item> isFirst = in.makeBool(false);
  for (auto [a, b] : llvm::zip_equal(llvm::reverse(x), llvm::reverse(y))) {
    if (!a.isNumber() || !b.isNumber())
      return call.failOperand(a.isNumber() ? 1 : 0, "a list of numbers");
    std::optional<Item> isEqual =
        in.applyNumbers("_operator.eq", {a, b}, boolType, call.loc);
    isFirst =
        in.applyNumbers("_operator.or_",
                        {in.applyNumbers(precedes, {a, b}, boolType, call.loc),
                         in.applyNumbers("_operator.and_", {isEqual, isFirst},
                                         boolType, call.loc)},
                        boolType, call.loc);
  }
  if (!isFirst)
    return Outcome::Failed;
  if (std::optional<bool> truth = in.getTruth(*isFirst))
    return call.give(call[*truth ? 0 : 1]);
  std::vector<Item> chosen;
  for (auto [a, b] : llvm::zip_equal(x, y)) {
    std::optional<Item> item = in.applyNumbers("torch.sym_ite", {isFirst, a, b},
                                               a.getNumberType(), call.loc);
    if (!item)
      return Outcome::Failed;
    chosen.push_back(std::move(*item));
  }
  return call.give(
      in.makeList(std::move(chosen), call.getResultType()->elements.front()));
}

/// max and min of two lists, which are compared lexicographically.
static Outcome chooseList(NodeCall &call, bool isMax) {
  std::optional<std::vector<Item>> x = readList(call, 0);
  std::optional<std::vector<Item>> y = x ? readList(call, 1) : std::nullopt;
  if (!y)
    return Outcome::Failed;
  auto getNumbers = [](ArrayRef<Item> items) {
    std::vector<std::optional<double>> numbers;
    for (const Item &item : items)
      numbers.push_back(item.getFloat());
    return numbers;
  };
  std::vector<std::optional<double>> a = getNumbers(*x), b = getNumbers(*y);
  if (llvm::is_contained(a, std::nullopt) ||
      llvm::is_contained(b, std::nullopt))
    return chooseDynamic(call, isMax, *x, *y);
  bool isFirst = isMax ? a > b : a < b;
  return call.give(call[isFirst ? 0 : 1]);
}

static Outcome runExtremum(NodeCall &call) {
  bool isMax = call.getKind() == "prim::max";
  StringRef function = isMax ? "torch.sym_max" : "torch.sym_min";
  if (!call[0].isA(Kind::List))
    return runNumber(call);
  if (call.size() == 2)
    return chooseList(call, isMax);
  if (call.in.isStacked(call[0]))
    return reduceStacked(
        call, isMax ? "aten.max.default" : "aten.min.default",
        cast<RankedTensorType>(call.in.getCell(call[0]).stacked.getType())
            .getElementType());
  std::optional<std::vector<Item>> items = readList(call, 0);
  if (!items || items->empty())
    return items ? Outcome::Raised : Outcome::Failed;
  Type type = items->front().getNumberType();
  if (type && type.isInteger(1))
    return isMax ? runAllOrAny<false>(call) : runAllOrAny<true>(call);
  return reduce(call, function, type);
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

/// The broadcast shape of two shapes.
static Outcome runBroadcastShapes(NodeCall &call) {
  Interpreter &in = call.in;
  std::optional<std::vector<Item>> x = readList(call, 0);
  std::optional<std::vector<Item>> y = x ? readList(call, 1) : std::nullopt;
  if (!y)
    return Outcome::Failed;
  if (x->size() < y->size())
    std::swap(x, y);
  size_t leading = x->size() - y->size();
  for (auto [a, b] :
       llvm::zip_equal(llvm::MutableArrayRef(*x).drop_front(leading), *y)) {
    if (b.getInt() == 1 || a == b)
      continue;
    if (a.getInt() == 1) {
      a = b;
      continue;
    }
    if (a.getInt() && b.getInt()) {
      if (*a.getInt() != *b.getInt())
        return Outcome::Raised;
      continue;
    }
    // A literal other than 1 is the broadcast size: the other size is equal or
    // 1.
    if (a.getInt() || b.getInt()) {
      a = a.getInt() ? a : b;
      continue;
    }
    std::optional<Item> isOne = in.applyNumbers(
        "_operator.eq", {a, in.makeInt(1)}, in.b.getI1Type(), call.loc);
    std::optional<Item> size = in.applyNumbers("torch.sym_ite", {isOne, b, a},
                                               in.b.getI64Type(), call.loc);
    if (!size)
      return call.failOperand(0, "a list of ints");
    a = *size;
  }
  return call.give(in.makeList(std::move(*x), in.types.get("int")));
}

/// The number of elements of range(low, high, step): max(ceil((high - low) /
/// step), 0).
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
  std::optional<Item> offset =
      in.applyNumbers("_operator.mul", {call[0], call[2]}, type, call.loc);
  std::optional<Item> index =
      in.applyNumbers("_operator.add", {offset, call[1]}, type, call.loc);
  return index ? call.give(*index) : call.failOperand(0, "an int");
}

/// list(range(n))
static Outcome runRangeList(NodeCall &call) {
  Interpreter &in = call.in;
  const ScriptType *type = in.types.get("int");
  if (std::optional<int64_t> count = call[0].getInt()) {
    constexpr int64_t longest = 1 << 20;
    if (*count > longest)
      return call.fail("a list of more than " + Twine(longest) +
                       " elements is not supported");
    std::vector<Item> items;
    for (int64_t i = 0; i < *count; ++i)
      items.push_back(in.makeInt(i));
    return call.give(in.makeList(std::move(items), type));
  }
  Value count = in.getNumber(call[0], call.loc);
  if (!count)
    return call.failOperand(0, "an int");
  Value numbers = in.buildOne(
      call.loc, "aten.arange.default",
      {{"end", count}, {"dtype", TypeAttr::get(in.b.getI64Type())}});
  return giveStacked(call, numbers, type);
}

void torch_onnx::addListHandlers(HandlerTable &table) {
  table.addAlways("prim::ListConstruct", runListConstruct);
  table.addAlways("prim::ListUnpack", runListUnpack);
  table.addAlways("aten::append", runAppend);
  table.addAlways("aten::extend", runExtend);
  table.addAlways("aten::insert", runInsert);
  table.addAlways("aten::reverse", runReverse);
  table.addAlways("aten::remove", runRemove);
  table.addAlways("aten::_infer_size", runBroadcastShapes);
  table.addAlways("aten::broadcast_shapes", runBroadcastShapes);
  table.addAlways("aten::__range_length", runRangeLength);
  table.addAlways("aten::__derive_index", runDeriveIndex);
  table.addAlways("prim::rangelist", runRangeList);
  // ATen has operators on tensors with these names as well.
  table.add("aten::index", runIndex);
  table.add("aten::count", runCount);
  table.add("aten::sort", runSort);
  table.add("aten::sorted", runSorted);
  table.add("aten::slice", runSlice);
  table.add("aten::add", runAdd);
  table.add("aten::add_", runAddInPlace);
  table.add("aten::mul", runMultiply);
  table.add("aten::mul_", runMultiplyInPlace);
  table.add("aten::all", runAllOrAny<true>);
  table.add("aten::any", runAllOrAny<false>);
  table.add("aten::sum", runSum);
  table.add("prim::max", runExtremum);
  table.add("prim::min", runExtremum);
}
