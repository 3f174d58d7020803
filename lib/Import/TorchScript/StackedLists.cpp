//===- StackedLists.cpp - Lists of dynamic length ------------------------===//
//
// A list whose length is known at run time is a tensor of its elements, along
// the first dimension (Cell::stacked).
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

Outcome torch_onnx::reduceStacked(NodeCall &call, StringRef target, Type type) {
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

Outcome torch_onnx::appendStacked(NodeCall &call, const Item &list,
                                  const Item &item) {
  Interpreter &in = call.in;
  Value element = in.stack(item, call.loc);
  Value stacked = in.getCell(list).stacked;
  auto type = element ? dyn_cast<RankedTensorType>(element.getType()) : nullptr;
  auto all = dyn_cast<RankedTensorType>(stacked.getType());
  bool fits = type && all && type.getElementType() == all.getElementType() &&
              type.getRank() == all.getRank();
  if (fits) {
    // Each size but the first, which counts the elements.
    auto sizes = sym::getDims(type), known = sym::getDims(all);
    for (size_t axis = 1; axis < sizes.size(); ++axis)
      fits &= sizes[axis] && sizes[axis] == known[axis];
  }
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
  in.noteCopies(longer, stacked);
  in.heap.write(list.getIndex()).stacked = longer;
  return call.give(list);
}

/// torch.stack and torch.cat of such a list.
static Outcome runJoin(NodeCall &call) {
  Interpreter &in = call.in;
  bool isStack = call.getKind() == "aten::stack";
  if (in.isParts(call[0]) && !isStack) {
    // The parts follow each other, and are all that there is.
    const Cell &list = in.getCell(call[0]);
    auto parts = dyn_cast<RankedTensorType>(list.stacked.getType());
    std::optional<int64_t> along = call[1].getInt();
    if (!parts || !along ||
        (*along + parts.getRank()) % parts.getRank() != list.axis)
      return call.failOperand(
          1, "the dimension along which the tensors of the list differ");
    Value all =
        in.buildOne(call.loc, "aten.clone.default", {{"self", list.stacked}});
    return all ? call.give(Item::tensor(all)) : Outcome::Failed;
  }
  if (!in.isStacked(call[0]))
    return in.runOperator(call,
                          isStack ? "aten.stack.default" : "aten.cat.default");
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
  // The result is a tensor of its own.
  if (moved)
    moved = in.buildOne(call.loc, "aten.clone.default", {{"self", moved}});
  return moved ? call.give(Item::tensor(moved)) : Outcome::Failed;
}

/// The slices of a tensor along a dimension whose size is known at run time.
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
  auto always = [&](StringRef kind, Interpreter::Handler handler) {
    table.add(kind, handler, /*isAlways=*/true);
  };
  always("aten::stack", runJoin);
  always("aten::cat", runJoin);
  always("aten::unbind", runUnbind);
  always("prim::tolist", runToList);
}
