//===- StackedLists.cpp - Lists of dynamic length ------------------------===//
//
// A list of dynamic length is a tensor of its elements along the first
// dimension (Cell::stacked).
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/SaveAndRestore.h"

#include <functional>

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

Value torch_onnx::getStacked(NodeCall &call, const Item &list) {
  if (!list.isA(Kind::List) || call.in.getCell(list).conflict)
    return {};
  const Cell &cell = call.in.getCell(list);
  if (cell.bounds)
    return {};
  return cell.stacked ? cell.stacked : call.in.stack(cell.items, call.loc);
}

Item torch_onnx::makeStackedList(Interpreter &in, Value stacked,
                                 const ScriptType *elementType) {
  Cell cell;
  cell.stacked = stacked;
  cell.elementType = elementType;
  return Item::cell(Kind::List, in.heap.add(std::move(cell)));
}

Outcome torch_onnx::giveStacked(NodeCall &call, Value stacked,
                                const ScriptType *elementType) {
  return stacked ? call.give(makeStackedList(call.in, stacked, elementType))
                 : Outcome::Failed;
}

Outcome torch_onnx::reduceStacked(NodeCall &call, StringRef target, Type type) {
  Value stacked = getStacked(call, call[0]);
  if (!stacked)
    return call.failOperand(0, "a list of numbers");
  Value reduced = call.in.buildOne(call.loc, target, {{"self", stacked}});
  std::optional<Item> number = call.in.readNumber(reduced, call.loc);
  if (number && number->getNumberType() != type)
    return call.failOperand(0, "other numbers");
  return call.give(number);
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

/// The tensor of a list that changes at a dynamic position; null with a
/// failure.
static Value getForChange(NodeCall &call, const Item &list) {
  // If the loop can be unrolled, a literal position is better.
  if (call.in.canUnroll() && !call.in.isStacked(list)) {
    (void)call.failOperand(1, "an int that is known at import");
    return {};
  }
  Value stacked = getStacked(call, list);
  if (!stacked)
    (void)call.failOperand(0, "a list of elements of one shape and dtype");
  return stacked;
}

/// Whether rows of a type can be appended to a tensor: all sizes except the
/// first, which counts the elements, are equal.
static bool fitsRows(RankedTensorType type, Value stacked) {
  auto all = dyn_cast<RankedTensorType>(stacked.getType());
  if (!all || type.getElementType() != all.getElementType() ||
      type.getRank() != all.getRank())
    return false;
  SmallVector<AffineExpr> sizes = sym::getDims(type), known = sym::getDims(all);
  for (int64_t axis = 1; axis < type.getRank(); ++axis)
    if (!sizes[axis] || sizes[axis] != known[axis])
      return false;
  return true;
}

/// The type of the tensor of a list with one element; null if a tensor cannot
/// have the element.
static RankedTensorType getStackedType(const Item &item) {
  if (Type number = item.getNumberType())
    return RankedTensorType::get({1}, number);
  auto type = item.isTensor()
                  ? dyn_cast<RankedTensorType>(item.getValue().getType())
                  : nullptr;
  if (!type)
    return {};
  SmallVector<AffineExpr> sizes = {getAffineConstantExpr(1, type.getContext())};
  llvm::append_range(sizes, sym::getDims(type));
  return sym::getTensorType(sizes, type.getElementType());
}

static bool isRow(const Item &item, Value stacked) {
  RankedTensorType type = getStackedType(item);
  return type && fitsRows(type, stacked);
}

void torch_onnx::expandRows(NodeCall &call, const Item &list) {
  std::optional<std::vector<Item>> items = call.in.expandItems(list, call.loc);
  if (!items || !call.in.isStacked(list))
    return;
  Cell &cell = call.in.heap.write(list.getIndex());
  cell.stacked = {};
  cell.items = std::move(*items);
}

void torch_onnx::expandUnlessRow(NodeCall &call, const Item &list,
                                 const Item &item) {
  if (call.in.isStacked(list) && !isRow(item, call.in.getCell(list).stacked))
    expandRows(call, list);
}

bool torch_onnx::haveSameRows(NodeCall &call) {
  Interpreter &in = call.in;
  const Item &all = call[in.isStacked(call[0]) ? 0 : 1];
  const Item &other = call[in.isStacked(call[0]) ? 1 : 0];
  Value stacked = in.getCell(all).stacked;
  if (in.isStacked(other)) {
    auto type = dyn_cast<RankedTensorType>(in.getCell(other).stacked.getType());
    return type && fitsRows(type, stacked);
  }
  std::optional<std::vector<Item>> items = in.getItems(other);
  return items && llvm::all_of(*items, [&](const Item &item) {
           return isRow(item, stacked);
         });
}

/// Converts an item to a row of the tensor of a list; null, with a failure, if
/// the shape differs.
static Value makeRow(NodeCall &call, Value stacked, const Item &item) {
  if (isRow(item, stacked))
    return call.in.stack(item, call.loc);
  std::string expected = "elements of one dtype and shape";
  if (RankedTensorType row = getRowType(stacked))
    llvm::raw_string_ostream(expected) << ", " << row;
  (void)call.fail(
      "an element of a list whose length is known only at run time is " +
      item.describe() + "; expected " + expected);
  return {};
}

static Value joinRows(NodeCall &call, ArrayRef<OpFoldResult> rows) {
  return call.in.buildOne(call.loc, "aten.cat.default",
                          {{"tensors", SmallVector<OpFoldResult>(rows)},
                           {"dim", call.in.b.getI64IntegerAttr(0)}});
}

Value torch_onnx::sliceStacked(NodeCall &call, Value stacked,
                               ArrayRef<Item> bounds) {
  SmallVector<std::pair<StringRef, torch::ArgumentSpec>> arguments = {
      {"self", stacked}, {"dim", call.in.b.getI64IntegerAttr(0)}};
  StringRef names[] = {"start", "end", "step"};
  for (auto [name, bound] : llvm::zip(names, bounds))
    if (bound.isNumber())
      arguments.push_back({name, Interpreter::makeArgument(bound)});
  return call.in.buildOne(call.loc, "aten.slice.Tensor", arguments);
}

Value torch_onnx::joinStacked(NodeCall &call) {
  Interpreter &in = call.in;
  auto isEmpty = [&](const Item &list) {
    return list.isA(Kind::List) && !in.getCell(list).stacked &&
           !in.getCell(list).conflict && in.getCell(list).items.empty();
  };
  SmallVector<OpFoldResult> parts;
  SmallVector<Value> copies;
  for (size_t i : {0, 1}) {
    if (isEmpty(call[i]))
      continue;
    Value rows = getStacked(call, call[i]);
    auto type = rows ? dyn_cast<RankedTensorType>(rows.getType()) : nullptr;
    if (!type || (!copies.empty() && !fitsRows(type, copies.front()))) {
      (void)call.failOperand(i, "a list of elements of one shape and dtype");
      return {};
    }
    parts.push_back(rows);
    copies.push_back(rows);
  }
  return in.noteCopies(joinRows(call, parts), copies);
}

Outcome torch_onnx::replaceStacked(NodeCall &call, Value rows) {
  if (!rows)
    return Outcome::Failed;
  Cell &cell = call.in.heap.write(call[0].getIndex());
  cell.items.clear();
  cell.stacked = rows;
  return call.give(call[0]);
}

/// Replaces the elements in [begin, end) by rows; null `rows` removes them.
static Outcome splice(NodeCall &call, Value stacked, const Item &begin,
                      const Item &end, Value rows) {
  // Python's slices: a bound before the first or after the last element is
  // clamped.
  Value front = sliceStacked(call, stacked, {Item::none(), begin});
  Value back =
      end.isNone() ? Value() : sliceStacked(call, stacked, {end, Item::none()});
  if (!front || (!back && !end.isNone()))
    return Outcome::Failed;
  SmallVector<OpFoldResult> parts = {front};
  for (Value part : {rows, back})
    if (part)
      parts.push_back(part);
  Value joined = parts.size() == 1 ? front : joinRows(call, parts);
  if (!joined)
    return Outcome::Failed;
  if (joined != front)
    call.in.noteCopies(joined, stacked);
  Cell &cell = call.in.heap.write(call[0].getIndex());
  cell.items.clear();
  cell.stacked = joined;
  return Outcome::Done;
}

Outcome torch_onnx::insertStacked(NodeCall &call, const Item &index,
                                  const Item &item) {
  Value stacked = getForChange(call, call[0]);
  Value row = stacked ? makeRow(call, stacked, item) : Value();
  return row ? splice(call, stacked, index, index, row) : Outcome::Failed;
}

Outcome torch_onnx::eraseStacked(NodeCall &call, const Item &index) {
  Interpreter &in = call.in;
  Value stacked = getForChange(call, call[0]);
  if (!stacked)
    return Outcome::Failed;
  // No element follows the last one.
  if (index.getInt() == -1)
    return splice(call, stacked, index, Item::none(), {});
  std::optional<Item> begin =
      getPlace(in, index, in.getSize(stacked, 0, call.loc), call.loc);
  std::optional<Item> end = in.applyNumbers(
      "_operator.add", {begin, in.makeInt(1)}, in.b.getI64Type(), call.loc);
  return end ? splice(call, stacked, *begin, *end, {})
             : call.failOperand(1, "an int");
}

Outcome torch_onnx::assignStacked(NodeCall &call, const Item &index,
                                  const Item &item) {
  Interpreter &in = call.in;
  Value stacked = getForChange(call, call[0]);
  Value row = stacked ? makeRow(call, stacked, item) : Value();
  row = in.buildOne(call.loc, "aten.squeeze.dim",
                    {{"self", row}, {"dim", in.b.getI64IntegerAttr(0)}});
  Value replaced = in.buildOne(call.loc, "aten.select_scatter.default",
                               {{"self", stacked},
                                {"src", row},
                                {"dim", in.b.getI64IntegerAttr(0)},
                                {"index", Interpreter::makeArgument(index)}});
  if (!replaced)
    return Outcome::Failed;
  in.noteCopies(replaced, stacked);
  return replaceStacked(call, replaced);
}

Value torch_onnx::repeatStacked(NodeCall &call, const Item &list,
                                const Item &count) {
  Interpreter &in = call.in;
  Value stacked = getForChange(call, list);
  std::optional<Item> times =
      count.isNumber()
          ? in.applyNumbers("torch.sym_max", {count, in.makeInt(0)},
                            in.b.getI64Type(), call.loc)
          : std::nullopt;
  if (!stacked || !times)
    return {};
  SmallVector<OpFoldResult> repeats(
      cast<RankedTensorType>(stacked.getType()).getRank(),
      in.b.getI64IntegerAttr(1));
  repeats[0] = times->getFoldResult();
  return in.noteCopies(in.buildOne(call.loc, "aten.repeat.default",
                                   {{"self", stacked}, {"repeats", repeats}}),
                       stacked);
}

Outcome torch_onnx::findStacked(NodeCall &call, Item &place) {
  Interpreter &in = call.in;
  if (!call[1].isNumber())
    return call.failOperand(1, "a number");
  in.warnOfRaise(call.loc);
  Value found = in.buildOne(call.loc, "aten.eq.Scalar",
                            {{"self", in.getCell(call[0]).stacked},
                             {"other", Interpreter::makeArgument(call[1])}});
  found = in.buildOne(
      call.loc, "aten.to.dtype",
      {{"self", found}, {"dtype", TypeAttr::get(in.b.getI64Type())}});
  found = in.buildOne(call.loc, "aten.argmax.default", {{"self", found}});
  std::optional<Item> number = in.readNumber(found, call.loc);
  if (number)
    place = *number;
  return number ? Outcome::Done : Outcome::Failed;
}

Outcome torch_onnx::appendStacked(NodeCall &call, const Item &list,
                                  const Item &item) {
  Interpreter &in = call.in;
  Value stacked = in.getCell(list).stacked;
  if (!isRow(item, stacked) && makePartsFor(call, list, item))
    return appendPart(call, list, item);
  Value element = makeRow(call, stacked, item);
  Value longer = element ? joinRows(call, {stacked, element}) : Value();
  if (!longer)
    return Outcome::Failed;
  in.noteCopies(longer, stacked);
  in.heap.write(list.getIndex()).stacked = longer;
  return call.give(list);
}

/// Moves the first dimension of a tensor to `axis`.
static Value moveRows(Interpreter &in, Value stacked, int64_t axis,
                      Location loc) {
  if (axis == 0)
    return stacked;
  return in.buildOne(loc, "aten.movedim.int",
                     {{"self", stacked},
                      {"source", in.b.getI64IntegerAttr(0)},
                      {"destination", in.b.getI64IntegerAttr(axis)}});
}

Value torch_onnx::flattenRows(Interpreter &in, Value stacked, int64_t axis,
                              Location loc) {
  return in.buildOne(loc, "aten.flatten.using_ints",
                     {{"self", moveRows(in, stacked, axis, loc)},
                      {"start_dim", in.b.getI64IntegerAttr(axis)},
                      {"end_dim", in.b.getI64IntegerAttr(axis + 1)}});
}

/// Gives the joined elements of a list as the result of torch.stack or
/// torch.cat. The result does not share memory with the list.
static Outcome giveJoined(NodeCall &call, Value joined) {
  Interpreter &in = call.in;
  if (!joined)
    return Outcome::Failed;
  if (call.getOverload() != "out")
    return call.giveTensor(
        in.buildOne(call.loc, "aten.clone.default", {{"self", joined}}));
  // A concatenation of one tensor is that tensor, along every dimension.
  Item one = in.makeList({Item::tensor(joined)}, in.types.get("Tensor"));
  Item &list = call.frame.values[call.node.inputs[0]];
  llvm::SaveAndRestore operand(list, std::move(one));
  return in.runOperator(call, "aten.cat.out");
}

/// torch.stack and torch.cat of a list of dynamic length.
static Outcome runJoin(NodeCall &call) {
  Interpreter &in = call.in;
  bool isStack = call.getKind() == "aten::stack";
  if (in.isParts(call[0]) && !isStack) {
    // The parts are adjacent and cover the whole tensor.
    const Cell &list = in.getCell(call[0]);
    auto parts = dyn_cast<RankedTensorType>(list.stacked.getType());
    std::optional<int64_t> along = call[1].getInt();
    if (!parts || !along ||
        (*along + parts.getRank()) % parts.getRank() != list.axis)
      return call.failOperand(
          1, "the dimension along which the tensors of the list differ");
    return giveJoined(call, list.stacked);
  }
  if (!in.isStacked(call[0]))
    return in.runOperator(call, call.getTarget());
  Value stacked = in.getCell(call[0]).stacked;
  auto type = dyn_cast<RankedTensorType>(stacked.getType());
  std::optional<int64_t> dim = call[1].getInt();
  if (!type || !dim)
    return call.failOperand(1, "a dimension that is known at import");
  int64_t rank = type.getRank() - (isStack ? 0 : 1);
  int64_t axis = *dim < 0 ? *dim + rank : *dim;
  if (axis < 0 || axis >= rank)
    return Outcome::Raised;
  return giveJoined(call, isStack ? moveRows(in, stacked, axis, call.loc)
                                  : flattenRows(in, stacked, axis, call.loc));
}

/// The slices of a tensor along a dimension of dynamic size.
static Outcome runUnbind(NodeCall &call) {
  Interpreter &in = call.in;
  std::optional<int64_t> dim = call[1].getInt();
  auto type = call[0].isTensor()
                  ? dyn_cast<RankedTensorType>(call[0].getValue().getType())
                  : nullptr;
  int64_t axis =
      dim && type && *dim < 0 ? *dim + type.getRank() : dim.value_or(-1);
  if (!type || axis < 0 || axis >= type.getRank() || !type.isDynamicDim(axis))
    return in.runOperator(call, "aten.unbind.int");
  Value moved = call[0].getValue();
  if (axis != 0)
    moved = in.buildOne(call.loc, "aten.movedim.int",
                        {{"self", moved},
                         {"source", in.b.getI64IntegerAttr(axis)},
                         {"destination", in.b.getI64IntegerAttr(0)}});
  return giveStacked(call, moved, in.types.get("Tensor"));
}

/// tolist() of a tensor: its elements as numbers, in lists nested as deeply as
/// its rank.
static Outcome runToList(NodeCall &call) {
  Interpreter &in = call.in;
  const ScriptType *type = call.getResultType();
  std::function<std::optional<Item>(Value, const ScriptType &)> convert =
      [&](Value tensor, const ScriptType &type) -> std::optional<Item> {
    if (!type.isA(ScriptType::Kind::List))
      return in.readNumber(tensor, call.loc);
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

Value torch_onnx::sortStacked(NodeCall &call, bool isReverse) {
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

void torch_onnx::addStackedListHandlers(HandlerTable &table) {
  for (StringRef kind :
       {"aten::stack", "aten::cat", "aten::concat", "aten::concatenate"})
    table.addAlways(kind, runJoin);
  table.addAlways("aten::unbind", runUnbind);
  table.addAlways("prim::tolist", runToList);
}
