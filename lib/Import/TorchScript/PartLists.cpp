//===- PartLists.cpp - Lists of tensors whose sizes differ ----------------===//
//
// x.split(2) of a size that the run knows, and a list to which a loop appends
// tensors of different sizes: one tensor with all elements behind each other
// along an axis (Cell::stacked), and where each of them begins (Cell::bounds).
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

namespace {
/// Builds numbers and tensors, of which each may fail.
class PartBuilder {
public:
  PartBuilder(Interpreter &in, Location loc) : in(in), loc(loc) {}

  std::optional<Item> apply(StringRef function, std::optional<Item> x,
                            std::optional<Item> y) {
    if (!x || !y)
      return std::nullopt;
    return in.applyNumbers(function, {*x, *y}, in.b.getI64Type(), loc);
  }
  std::optional<Item> add(std::optional<Item> x, std::optional<Item> y) {
    return apply("_operator.add", std::move(x), std::move(y));
  }
  std::optional<Item> sub(std::optional<Item> x, std::optional<Item> y) {
    return apply("_operator.sub", std::move(x), std::move(y));
  }
  Attribute integer(int64_t value) { return in.b.getI64IntegerAttr(value); }

  /// The number `index` of a 1-d tensor.
  std::optional<Item> read(Value numbers, const Item &index) {
    Value element = in.buildOne(loc, "aten.select.int",
                                {{"self", numbers},
                                 {"dim", integer(0)},
                                 {"index", Interpreter::makeArgument(index)}});
    Value number =
        element ? in.buildOne(loc, "aten.item.default", {{"self", element}})
                : Value();
    return number ? std::optional(in.simplifyNumber(number)) : std::nullopt;
  }
  /// Some numbers as a 1-d tensor.
  Value makeTensor(ArrayRef<Item> numbers) { return in.stack(numbers, loc); }
  Value cat(ArrayRef<OpFoldResult> tensors, int64_t axis) {
    return in.buildOne(loc, "aten.cat.default",
                       {{"tensors", SmallVector<OpFoldResult>(tensors)},
                        {"dim", integer(axis)}});
  }

private:
  Interpreter &in;
  Location loc;
};
} // namespace

static RankedTensorType getType(const Item &item) {
  return item.isTensor() ? dyn_cast<RankedTensorType>(item.getValue().getType())
                         : RankedTensorType();
}

std::optional<Item> torch_onnx::getPartCount(Interpreter &in, const Cell &list,
                                             Location loc) {
  return PartBuilder(in, loc).sub(in.getSize(list.bounds, 0, loc),
                                  in.makeInt(1));
}

/// Whether an index counts from the front: a literal, or the number of the
/// iteration of a loop, which is the first argument of its body.
static std::optional<bool> isFromFront(Interpreter &in, const Item &index) {
  if (std::optional<int64_t> literal = index.getInt())
    return *literal >= 0;
  auto argument = dyn_cast<BlockArgument>(index.getValue());
  bool isIteration =
      argument && argument.getArgNumber() == 0 &&
      !isa_and_present<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (isIteration ||
      in.getNumbers().lowerBound(in.getExpr(index)).value_or(-1) >= 0)
    return true;
  return std::nullopt;
}

std::optional<Item> torch_onnx::selectPart(Interpreter &in, const Cell &list,
                                           const Item &index, Location loc) {
  PartBuilder build(in, loc);
  std::optional<bool> isFront = isFromFront(in, index);
  std::optional<Item> at = index;
  // An index of unknown sign is that of Python's remainder.
  if (!isFront)
    at = build.apply("_operator.mod", index, getPartCount(in, list, loc));
  // The bounds are one more than the parts: from behind, -1 is an end.
  std::optional<Item> begin =
      isFront == false ? build.sub(at, in.makeInt(1)) : at;
  std::optional<Item> end = build.add(begin, in.makeInt(1));
  if (isFront == false && end)
    end = at;
  if (!begin || !end)
    return std::nullopt;
  std::optional<Item> start = build.read(list.bounds, *begin);
  std::optional<Item> stop = build.read(list.bounds, *end);
  std::optional<Item> length = build.sub(stop, start);
  if (!length)
    return std::nullopt;
  in.setSizeRange(*length);
  Value part = in.buildOne(loc, "aten.narrow.default",
                           {{"self", list.stacked},
                            {"dim", build.integer(list.axis)},
                            {"start", Interpreter::makeArgument(*start)},
                            {"length", Interpreter::makeArgument(*length)}});
  return part ? std::optional(Item::tensor(part)) : std::nullopt;
}

std::optional<int64_t> torch_onnx::findPartAxis(Interpreter &in, const Cell &x,
                                                const Cell &y) {
  SmallVector<RankedTensorType> types;
  for (const Cell *cell : {&x, &y}) {
    if (cell->bounds)
      return cell->axis;
    if (cell->stacked)
      return std::nullopt;
    for (const Item &item : cell->items) {
      RankedTensorType type = getType(item);
      if (!type || (!types.empty() &&
                    (type.getRank() != types.front().getRank() ||
                     type.getElementType() != types.front().getElementType())))
        return std::nullopt;
      types.push_back(type);
    }
  }
  if (types.empty())
    return std::nullopt;
  llvm::SmallBitVector differ(types.front().getRank()),
      own(types.front().getRank());
  SmallVector<AffineExpr> first = sym::getDims(types.front());
  for (RankedTensorType type : types)
    for (auto [axis, dim] : llvm::enumerate(sym::getDims(type))) {
      if (!sym::isKnownEqual(dim, first[axis]))
        differ.set(axis);
      // A size that another iteration, or another branch, gives anew.
      if (!dim || in.isOwnSize(dim))
        own.set(axis);
    }
  const llvm::SmallBitVector &axes = differ.any() ? differ : own;
  return axes.count() == 1 ? std::optional<int64_t>(axes.find_first())
                           : std::nullopt;
}

/// No element, of the shape of those of `like`.
static std::optional<Cell> makeNoParts(Interpreter &in, const Cell &like,
                                       int64_t axis, Location loc) {
  RankedTensorType type = like.bounds
                              ? cast<RankedTensorType>(like.stacked.getType())
                              : getType(like.items.front());
  SmallVector<OpFoldResult> sizes;
  for (auto [place, dim] : llvm::enumerate(sym::getDims(type))) {
    OpFoldResult size = int64_t(place) == axis
                            ? OpFoldResult(in.b.getI64IntegerAttr(0))
                            : in.buildSize(dim, loc);
    if (!size)
      return std::nullopt;
    sizes.push_back(size);
  }
  Cell parts;
  parts.axis = axis;
  parts.stacked = in.buildOne(
      loc, "aten.zeros.default",
      {{"size", sizes}, {"dtype", TypeAttr::get(type.getElementType())}});
  parts.bounds = in.buildOne(loc, "aten.zeros.default",
                             {{"size", in.makeInts({1})},
                              {"dtype", TypeAttr::get(in.b.getI64Type())}});
  return parts.stacked && parts.bounds ? std::optional(parts) : std::nullopt;
}

std::optional<Cell> torch_onnx::makeParts(Interpreter &in, const Cell &list,
                                          const Cell &like, int64_t axis,
                                          Location loc) {
  if (list.bounds)
    return list;
  if (list.items.empty()) {
    std::optional<Cell> none = makeNoParts(in, like, axis, loc);
    if (none)
      none->elementType = list.elementType;
    return none;
  }
  PartBuilder build(in, loc);
  SmallVector<OpFoldResult> tensors;
  SmallVector<Value> copies;
  SmallVector<Item> bounds = {in.makeInt(0)};
  for (const Item &item : list.items) {
    tensors.push_back(item.getValue());
    copies.push_back(item.getValue());
    std::optional<Item> end =
        build.add(bounds.back(), in.getSize(item.getValue(), axis, loc));
    if (!end)
      return std::nullopt;
    bounds.push_back(std::move(*end));
  }
  Cell parts;
  parts.elementType = list.elementType;
  parts.axis = axis;
  parts.stacked = in.noteCopies(build.cat(tensors, axis), copies);
  parts.bounds = build.makeTensor(bounds);
  return parts.stacked && parts.bounds ? std::optional(parts) : std::nullopt;
}

Outcome torch_onnx::appendPart(NodeCall &call, const Item &list,
                               const Item &item) {
  Interpreter &in = call.in;
  PartBuilder build(in, call.loc);
  Cell parts = in.getCell(list);
  RankedTensorType type = getType(item);
  auto all = cast<RankedTensorType>(parts.stacked.getType());
  bool fits = type && type.getElementType() == all.getElementType() &&
              type.getRank() == all.getRank();
  if (fits)
    for (auto [axis, dims] : llvm::enumerate(
             llvm::zip_equal(sym::getDims(type), sym::getDims(all))))
      fits &= int64_t(axis) == parts.axis ||
              sym::isKnownEqual(std::get<0>(dims), std::get<1>(dims));
  if (!fits)
    return call.fail("an element of a list whose length is known at run time "
                     "is " +
                     item.describe() +
                     "; expected elements that differ in dimension " +
                     Twine(parts.axis) + " only");
  std::optional<Item> end =
      build.add(build.read(parts.bounds, in.makeInt(-1)),
                in.getSize(item.getValue(), parts.axis, call.loc));
  Value next = end ? build.makeTensor(*end) : Value();
  Value longer = build.cat({parts.stacked, item.getValue()}, parts.axis);
  Value bounds = next ? build.cat({parts.bounds, next}, 0) : Value();
  if (!longer || !bounds)
    return Outcome::Failed;
  in.noteCopies(longer, {parts.stacked, item.getValue()});
  Cell &cell = in.heap.write(list.getIndex());
  cell.stacked = longer;
  cell.bounds = bounds;
  return call.give(list);
}

//===----------------------------------------------------------------------===//
// Splits of dynamic sizes
//===----------------------------------------------------------------------===//

/// Where pieces of `step` begin and end in a dimension of `size`.
static Value makeSteps(Interpreter &in, const Item &size, const Item &step,
                       const Item &count, Location loc) {
  PartBuilder build(in, loc);
  std::optional<Item> end = build.add(count, in.makeInt(1));
  Value numbers =
      end ? in.buildOne(loc, "aten.arange.default",
                        {{"end", Interpreter::makeArgument(*end)},
                         {"dtype", TypeAttr::get(in.b.getI64Type())}})
          : Value();
  if (numbers)
    numbers = in.buildOne(
        loc, "aten.mul.Scalar",
        {{"self", numbers}, {"other", Interpreter::makeArgument(step)}});
  return numbers ? in.buildOne(loc, "aten.clamp_max.default",
                               {{"self", numbers},
                                {"max", Interpreter::makeArgument(size)}})
                 : Value();
}

/// The parts of a string; split and chunk along a dimension whose size the run
/// knows, and split_with_sizes with a list whose length it knows.
static Outcome runSplit(NodeCall &call) {
  if (call[0].isA(Kind::String))
    return runStringSplit(call);
  Interpreter &in = call.in;
  auto [space, name] = call.getKind().split("::");
  StringRef overload = call.getOverload();
  std::string target =
      (space + "." + name + "." + (overload.empty() ? "default" : overload))
          .str();
  Outcome outcome = in.runOperator(call, target);
  RankedTensorType type = getType(call[0]);
  std::optional<int64_t> dim = call.size() > 2 ? call[2].getInt() : 0;
  if (outcome != Outcome::Failed || !type || type.getRank() == 0 || !dim ||
      *dim < -type.getRank() || *dim >= type.getRank())
    return outcome;
  PartBuilder build(in, call.loc);
  Cell parts;
  parts.axis = *dim < 0 ? *dim + type.getRank() : *dim;
  parts.stacked = call[0].getValue();
  parts.elementType = in.types.get("Tensor");
  Item size = in.getSize(parts.stacked, parts.axis, call.loc);
  if (in.isStacked(call[1])) {
    Value ends = in.buildOne(
        call.loc, "aten.cumsum.default",
        {{"self", in.getCell(call[1]).stacked}, {"dim", build.integer(0)}});
    Value zero = build.makeTensor(in.makeInt(0));
    parts.bounds = ends && zero ? build.cat({zero, ends}, 0) : Value();
  } else if (call[1].isNumber() && size.isNumber()) {
    // A tensor without elements is one piece of split, and as many of chunk.
    bool isChunk = name.ends_with("chunk");
    Item one = in.makeInt(1);
    auto divideUp = [&](const Item &x, std::optional<Item> y) {
      std::optional<Item> more = build.sub(build.add(x, y), one);
      return build.apply("_operator.floordiv", more, y);
    };
    std::optional<Item> step =
        isChunk ? divideUp(size, call[1]) : std::optional(call[1]);
    bool isEmpty = in.getNumbers().lowerBound(in.getExpr(size)).value_or(0) < 1;
    if (isEmpty || !isChunk)
      step = build.apply("torch.sym_max", step, one);
    std::optional<Item> count = step ? divideUp(size, step) : std::nullopt;
    if (isEmpty && !isChunk)
      count = build.apply("torch.sym_max", count, one);
    if (isEmpty && isChunk && count) {
      std::optional<Item> none = in.applyNumbers(
          "_operator.eq", {size, in.makeInt(0)}, in.b.getI1Type(), call.loc);
      count = none ? in.applyNumbers("torch.sym_ite", {*none, call[1], *count},
                                     in.b.getI64Type(), call.loc)
                   : std::nullopt;
    }
    if (count)
      parts.bounds = makeSteps(in, size, *step, *count, call.loc);
  }
  if (!parts.bounds)
    return outcome;
  return call.give(Item::cell(Kind::List, in.heap.add(std::move(parts))));
}

void torch_onnx::addPartListHandlers(HandlerTable &table) {
  for (StringRef kind : {"aten::split", "aten::unsafe_split", "aten::chunk",
                         "aten::unsafe_chunk", "aten::split_with_sizes",
                         "aten::unsafe_split_with_sizes"})
    table.add(kind, runSplit, /*isAlways=*/true);
}
