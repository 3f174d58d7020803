//===- PartLists.cpp - Lists of tensors whose sizes differ ----------------===//
//
// Lists such as x.split(2) of a dynamic size, or a list to which a loop appends
// tensors of different sizes. The elements are concatenated along an axis
// (Cell::stacked), and a second tensor has their start positions
// (Cell::bounds).
//
//===----------------------------------------------------------------------===//

#include "ContainerOps.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace torch_onnx;
using Kind = Item::Kind;

namespace {
/// Builds numbers and tensors. Each method may fail.
class PartBuilder {
public:
  PartBuilder(Interpreter &in, Location loc) : in(in), loc(loc) {}

  std::optional<Item> apply(StringRef function, std::optional<Item> x,
                            std::optional<Item> y) {
    return in.applyNumbers(function, {x, y}, in.b.getI64Type(), loc);
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
    return in.readNumber(element, loc);
  }
  /// A part of a tensor along `axis`.
  Value narrow(Value tensor, int64_t axis, const Item &start,
               const Item &length) {
    return in.buildOne(loc, "aten.narrow.default",
                       {{"self", tensor},
                        {"dim", integer(axis)},
                        {"start", Interpreter::makeArgument(start)},
                        {"length", Interpreter::makeArgument(length)}});
  }
  Value zeros(ArrayRef<OpFoldResult> sizes, Type dtype) {
    return in.buildOne(loc, "aten.zeros.default",
                       {{"size", SmallVector<OpFoldResult>(sizes)},
                        {"dtype", TypeAttr::get(dtype)}});
  }
  /// Flattens a tensor to one dimension.
  Value flatten(Value tensor) {
    return in.buildOne(loc, "aten.reshape.default",
                       {{"self", tensor}, {"shape", in.makeInts({-1})}});
  }
  /// Reshapes a tensor to a row of Cell::shapes.
  Value view(Value tensor, Value shapes, const Item &row) {
    Value shape = in.buildOne(loc, "aten.select.int",
                              {{"self", shapes},
                               {"dim", integer(0)},
                               {"index", Interpreter::makeArgument(row)}});
    SmallVector<OpFoldResult> sizes;
    int64_t rank = cast<RankedTensorType>(shapes.getType()).getDimSize(1);
    for (int64_t axis = 0; shape && axis < rank; ++axis) {
      std::optional<Item> size = read(shape, in.makeInt(axis));
      if (!size)
        return {};
      in.setSizeRange(*size);
      sizes.push_back(size->getFoldResult());
    }
    return shape ? in.buildOne(loc, "aten.view.default",
                               {{"self", tensor}, {"size", sizes}})
                 : Value();
  }
  /// The shape of a tensor as a row of Cell::shapes.
  Value getShape(Value tensor) {
    SmallVector<Item> sizes;
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    for (int64_t axis = 0; axis < rank; ++axis)
      sizes.push_back(in.getSize(tensor, axis, loc));
    Value shape = makeTensor(sizes);
    return shape ? in.stack(Item::tensor(shape), loc) : Value();
  }
  /// Makes a 1-d tensor of numbers.
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

RankedTensorType torch_onnx::getRowType(Value stacked) {
  auto type = dyn_cast<RankedTensorType>(stacked.getType());
  return type && type.getRank() != 0
             ? sym::getTensorType(ArrayRef(sym::getDims(type)).drop_front(),
                                  type.getElementType())
             : RankedTensorType();
}

/// The types of the elements of a list that has no parts yet, one for all rows
/// of a tensor. A null type is that of an element that is no tensor.
static SmallVector<RankedTensorType> getElementTypes(const Cell &list) {
  if (list.stacked)
    return {getRowType(list.stacked)};
  return llvm::map_to_vector(list.items, getType);
}

std::optional<Item> torch_onnx::getPartCount(Interpreter &in, const Cell &list,
                                             Location loc) {
  return PartBuilder(in, loc).sub(in.getSize(list.bounds, 0, loc),
                                  in.makeInt(1));
}

/// Whether an index is known to be non-negative: a literal, or the iteration
/// number of a loop, which is the first argument of its body.
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

std::optional<Item> torch_onnx::getPlace(Interpreter &in, const Item &index,
                                         const Item &size, Location loc) {
  std::optional<bool> isFront = isFromFront(in, index);
  if (isFront == true)
    return index;
  PartBuilder build(in, loc);
  std::optional<Item> fromBehind = build.add(index, size);
  std::optional<Item> isNegative =
      isFront ? std::nullopt
              : in.applyNumbers("_operator.lt", {index, in.makeInt(0)},
                                in.b.getI1Type(), loc);
  if (isFront || !fromBehind || !isNegative)
    return fromBehind;
  return in.applyNumbers("torch.sym_ite", {isNegative, fromBehind, index},
                         in.b.getI64Type(), loc);
}

std::optional<Item> torch_onnx::selectPart(Interpreter &in, const Cell &list,
                                           const Item &index, Location loc) {
  PartBuilder build(in, loc);
  std::optional<bool> isFront = isFromFront(in, index);
  std::optional<Item> at = index;
  if (!isFront) {
    std::optional<Item> count = getPartCount(in, list, loc);
    at = count ? getPlace(in, index, *count, loc) : std::nullopt;
  }
  // There is one more bound than there are parts, so from the end, -1 is an end
  // position.
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
  Value part =
      build.narrow(list.stacked, list.shapes ? 0 : list.axis, *start, *length);
  if (part && list.shapes)
    part = build.view(part, list.shapes, index);
  return part ? std::optional(Item::tensor(part)) : std::nullopt;
}

std::optional<int64_t> torch_onnx::findPartAxis(Interpreter &in, const Cell &x,
                                                const Cell &y) {
  SmallVector<RankedTensorType> types;
  for (const Cell *cell : {&x, &y}) {
    if (cell->bounds)
      return cell->axis;
    for (RankedTensorType type : getElementTypes(*cell)) {
      if (!type || (!types.empty() &&
                    (type.getRank() != types.front().getRank() ||
                     type.getElementType() != types.front().getElementType())))
        return std::nullopt;
      types.push_back(type);
    }
  }
  if (types.empty())
    return std::nullopt;
  // A size that each iteration or branch defines anew, and a size that depends
  // on one.
  auto dependsOnOwn = [&](AffineExpr dim) {
    return dim
        .walk([&](AffineExpr part) {
          return in.isOwnSize(part) ? WalkResult::interrupt()
                                    : WalkResult::advance();
        })
        .wasInterrupted();
  };
  unsigned rank = types.front().getRank();
  llvm::SmallBitVector differ(rank), own(rank), dependent(rank);
  SmallVector<AffineExpr> first = sym::getDims(types.front());
  for (RankedTensorType type : types)
    for (auto [axis, dim] : llvm::enumerate(sym::getDims(type))) {
      if (!sym::isKnownEqual(dim, first[axis]))
        differ.set(axis);
      if (!dim || in.isOwnSize(dim))
        own.set(axis);
      else if (dependsOnOwn(dim))
        dependent.set(axis);
    }
  const llvm::SmallBitVector &axes = differ.any() ? differ
                                     : own.any()  ? own
                                                  : dependent;
  if (axes.none())
    return std::nullopt;
  return axes.count() == 1 ? axes.find_first() : eachAxis;
}

int64_t torch_onnx::getRankOfParts(const Cell &parts) {
  if (parts.shapes)
    return cast<RankedTensorType>(parts.shapes.getType()).getDimSize(1);
  return cast<RankedTensorType>(parts.stacked.getType()).getRank();
}

/// An empty list of parts with the element shape of `like`.
static std::optional<Cell> makeNoParts(Interpreter &in, const Cell &like,
                                       int64_t axis, Location loc) {
  RankedTensorType type = like.bounds
                              ? cast<RankedTensorType>(like.stacked.getType())
                              : getElementTypes(like).front();
  PartBuilder build(in, loc);
  SmallVector<OpFoldResult> sizes;
  Cell parts;
  parts.axis = axis;
  parts.bounds = build.zeros(OpFoldResult(build.integer(1)), in.b.getI64Type());
  if (axis == eachAxis) {
    int64_t rank = like.bounds ? getRankOfParts(like) : type.getRank();
    parts.stacked =
        build.zeros(OpFoldResult(build.integer(0)), type.getElementType());
    parts.shapes =
        build.zeros({build.integer(0), build.integer(rank)}, in.b.getI64Type());
    return parts.stacked && parts.bounds && parts.shapes ? std::optional(parts)
                                                         : std::nullopt;
  }
  for (auto [place, dim] : llvm::enumerate(sym::getDims(type))) {
    OpFoldResult size = int64_t(place) == axis
                            ? OpFoldResult(in.b.getI64IntegerAttr(0))
                            : in.buildSize(dim, loc);
    if (!size)
      return std::nullopt;
    sizes.push_back(size);
  }
  parts.stacked = build.zeros(sizes, type.getElementType());
  return parts.stacked && parts.bounds ? std::optional(parts) : std::nullopt;
}

/// The numbers 0, step, 2 * step, ..., count * step.
static Value makeMultiples(Interpreter &in, const Item &step, const Item &count,
                           Location loc) {
  std::optional<Item> end = PartBuilder(in, loc).add(count, in.makeInt(1));
  if (!end)
    return {};
  Value numbers = in.buildOne(loc, "aten.arange.default",
                              {{"end", Interpreter::makeArgument(*end)},
                               {"dtype", TypeAttr::get(in.b.getI64Type())}});
  return in.buildOne(
      loc, "aten.mul.Scalar",
      {{"self", numbers}, {"other", Interpreter::makeArgument(step)}});
}

/// Converts a list of the rows of a tensor to a list of parts along `axis`.
static std::optional<Cell> makePartsOfRows(Interpreter &in, const Cell &list,
                                           int64_t axis, Location loc) {
  PartBuilder build(in, loc);
  RankedTensorType row = getRowType(list.stacked);
  if (!row || axis >= row.getRank())
    return std::nullopt;
  bool isFlat = axis == eachAxis;
  Item count = in.getSize(list.stacked, 0, loc);
  SmallVector<Item> sizes;
  for (int64_t place = 0; place < row.getRank(); ++place)
    sizes.push_back(in.getSize(list.stacked, place + 1, loc));
  std::optional<Item> length = isFlat ? in.makeInt(1) : sizes[axis];
  for (const Item &size : ArrayRef(sizes).take_front(isFlat ? sizes.size() : 0))
    length = build.apply("_operator.mul", length, size);
  if (!length)
    return std::nullopt;
  Cell parts;
  parts.elementType = list.elementType;
  parts.axis = axis;
  parts.bounds = makeMultiples(in, *length, count, loc);
  parts.stacked =
      in.noteCopies(isFlat ? build.flatten(list.stacked)
                           : flattenRows(in, list.stacked, axis, loc),
                    list.stacked);
  if (isFlat) {
    OpFoldResult rank = build.integer(row.getRank());
    OpFoldResult rows = count.getFoldResult();
    parts.shapes =
        in.buildOne(loc, "aten.expand.default",
                    {{"self", build.makeTensor(sizes)},
                     {"size", SmallVector<OpFoldResult>{rows, rank}}});
  }
  bool isComplete = parts.stacked && parts.bounds && (parts.shapes || !isFlat);
  return isComplete ? std::optional(parts) : std::nullopt;
}

std::optional<Cell> torch_onnx::makeParts(Interpreter &in, const Cell &list,
                                          const Cell &like, int64_t axis,
                                          Location loc) {
  if (list.bounds)
    return list;
  if (list.stacked)
    return makePartsOfRows(in, list, axis, loc);
  if (list.items.empty()) {
    std::optional<Cell> none = makeNoParts(in, like, axis, loc);
    if (none)
      none->elementType = list.elementType;
    return none;
  }
  PartBuilder build(in, loc);
  bool isFlat = axis == eachAxis;
  SmallVector<OpFoldResult> tensors, shapes;
  SmallVector<Value> copies;
  SmallVector<Item> bounds = {in.makeInt(0)};
  for (const Item &item : list.items) {
    Value tensor = isFlat ? build.flatten(item.getValue()) : item.getValue();
    Value shape = isFlat ? build.getShape(item.getValue()) : Value();
    std::optional<Item> end =
        tensor ? build.add(bounds.back(),
                           in.getSize(tensor, isFlat ? 0 : axis, loc))
               : std::nullopt;
    if (!end || (isFlat && !shape))
      return std::nullopt;
    tensors.push_back(tensor);
    shapes.push_back(shape);
    copies.push_back(item.getValue());
    bounds.push_back(std::move(*end));
  }
  Cell parts;
  parts.elementType = list.elementType;
  parts.axis = axis;
  parts.stacked = in.noteCopies(build.cat(tensors, isFlat ? 0 : axis), copies);
  parts.bounds = build.makeTensor(bounds);
  if (isFlat)
    parts.shapes = build.cat(shapes, 0);
  bool isComplete = parts.stacked && parts.bounds && (parts.shapes || !isFlat);
  return isComplete ? std::optional(parts) : std::nullopt;
}

/// Whether tensors of a type can be elements of a list of parts.
static bool fitsParts(RankedTensorType type, const Cell &parts) {
  auto known = dyn_cast<RankedTensorType>(parts.stacked.getType());
  if (!type || !known || type.getElementType() != known.getElementType())
    return false;
  if (parts.shapes)
    return type.getRank() == getRankOfParts(parts);
  if (type.getRank() != known.getRank())
    return false;
  for (auto [place, dim, other] :
       llvm::enumerate(sym::getDims(type), sym::getDims(known)))
    if (int64_t(place) != parts.axis && !sym::isKnownEqual(dim, other))
      return false;
  return true;
}

bool torch_onnx::makePartsFor(NodeCall &call, const Item &list,
                              const Item &item) {
  Interpreter &in = call.in;
  const Cell &rows = in.getCell(list);
  RankedTensorType row = getRowType(rows.stacked), type = getType(item);
  // If the loop can be unrolled, tensors of known sizes are better.
  if (in.canUnroll() || !row || !type || row.getRank() != type.getRank() ||
      row.getElementType() != type.getElementType())
    return false;
  Cell other;
  other.items = {item};
  std::optional<int64_t> axis = findPartAxis(in, rows, other);
  std::optional<Cell> parts =
      axis ? makeParts(in, rows, other, *axis, call.loc) : std::nullopt;
  if (parts)
    in.heap.write(list.getIndex()) = std::move(*parts);
  return parts.has_value();
}

Outcome torch_onnx::appendPart(NodeCall &call, const Item &list,
                               const Item &item) {
  Interpreter &in = call.in;
  PartBuilder build(in, call.loc);
  Cell parts = in.getCell(list);
  RankedTensorType type = getType(item);
  if (!fitsParts(type, parts))
    return call.fail(
        "an element of a list whose length is known only at run time "
        "is " +
        item.describe() + "; expected elements of one dtype and rank" +
        (parts.shapes ? std::string()
                      : " that differ in dimension " +
                            std::to_string(parts.axis) + " only"));
  Value tensor = item.getValue(), shapes;
  if (parts.shapes) {
    Value shape = build.getShape(tensor);
    tensor = build.flatten(tensor);
    shapes = shape ? build.cat({parts.shapes, shape}, 0) : Value();
    if (!tensor || !shapes)
      return Outcome::Failed;
  }
  int64_t axis = parts.shapes ? 0 : parts.axis;
  std::optional<Item> end = build.add(build.read(parts.bounds, in.makeInt(-1)),
                                      in.getSize(tensor, axis, call.loc));
  Value next = end ? build.makeTensor(*end) : Value();
  Value longer = build.cat({parts.stacked, tensor}, axis);
  Value bounds = next ? build.cat({parts.bounds, next}, 0) : Value();
  if (!longer || !bounds)
    return Outcome::Failed;
  in.noteCopies(longer, {parts.stacked, item.getValue()});
  Cell &cell = in.heap.write(list.getIndex());
  cell.stacked = longer;
  cell.bounds = bounds;
  cell.shapes = shapes;
  return call.give(list);
}

std::optional<Cell> torch_onnx::sliceParts(NodeCall &call) {
  Interpreter &in = call.in;
  PartBuilder build(in, call.loc);
  Cell part = in.getCell(call[0]);
  if (!call[3].isNone() && call[3].getInt() != 1) {
    (void)call.failOperand(3, "a step of 1, as the tensors of the list differ "
                              "in size");
    return std::nullopt;
  }
  std::optional<Item> count = getPartCount(in, part, call.loc);
  if (!count)
    return std::nullopt;
  auto clamp = [&](const Item &bound, const Item &absent, const Item &least) {
    std::optional<Item> place =
        bound.isNone() ? absent : getPlace(in, bound, *count, call.loc);
    place = build.apply("torch.sym_max", place, least);
    return build.apply("torch.sym_min", place, *count);
  };
  std::optional<Item> begin = clamp(call[1], in.makeInt(0), in.makeInt(0));
  std::optional<Item> end =
      begin ? clamp(call[2], *count, *begin) : std::nullopt;
  // There is one more bound than there are parts.
  std::optional<Item> length = build.add(build.sub(end, begin), in.makeInt(1));
  Value bounds =
      length ? build.narrow(part.bounds, 0, *begin, *length) : Value();
  std::optional<Item> first =
      bounds ? build.read(bounds, in.makeInt(0)) : std::nullopt;
  std::optional<Item> size =
      first ? build.sub(build.read(bounds, in.makeInt(-1)), first)
            : std::nullopt;
  if (!size)
    return std::nullopt;
  in.setSizeRange(*size);
  part.stacked =
      build.narrow(part.stacked, part.shapes ? 0 : part.axis, *first, *size);
  if (part.shapes)
    part.shapes = build.narrow(part.shapes, 0, *begin, *build.sub(end, begin));
  part.bounds =
      in.buildOne(call.loc, "aten.sub.Scalar",
                  {{"self", bounds}, {"other", in.makeArgument(*first)}});
  bool isComplete =
      part.stacked && part.bounds && (part.shapes || part.axis != eachAxis);
  return isComplete ? std::optional(part) : std::nullopt;
}

std::optional<Cell> torch_onnx::joinParts(NodeCall &call) {
  Interpreter &in = call.in;
  PartBuilder build(in, call.loc);
  if (!call[0].isA(Kind::List) || !call[1].isA(Kind::List)) {
    (void)call.failOperand(call[0].isA(Kind::List) ? 1 : 0, "a list");
    return std::nullopt;
  }
  const Cell &a = in.getCell(call[0]), &b = in.getCell(call[1]);
  int64_t axis = a.bounds ? a.axis : b.axis;
  std::optional<Cell> x, y;
  if (findPartAxis(in, a, b) == axis && (!b.bounds || b.axis == axis)) {
    x = makeParts(in, a, b, axis, call.loc);
    y = makeParts(in, b, a, axis, call.loc);
  }
  bool fits = x && y;
  if (fits && axis == eachAxis)
    fits = getRankOfParts(*x) == getRankOfParts(*y) &&
           getElementTypeOrSelf(x->stacked) == getElementTypeOrSelf(y->stacked);
  else if (fits)
    fits = fitsParts(dyn_cast<RankedTensorType>(y->stacked.getType()), *x);
  std::optional<Item> last =
      fits ? build.read(x->bounds, in.makeInt(-1)) : std::nullopt;
  Value behind = last ? in.buildOne(call.loc, "aten.slice.Tensor",
                                    {{"self", y->bounds},
                                     {"dim", build.integer(0)},
                                     {"start", build.integer(1)}})
                      : Value();
  if (behind)
    behind = in.buildOne(call.loc, "aten.add.Scalar",
                         {{"self", behind}, {"other", in.makeArgument(*last)}});
  Value all =
      behind ? build.cat({x->stacked, y->stacked}, axis == eachAxis ? 0 : axis)
             : Value();
  Value bounds = all ? build.cat({x->bounds, behind}, 0) : Value();
  Value shapes = bounds && axis == eachAxis
                     ? build.cat({x->shapes, y->shapes}, 0)
                     : Value();
  if (!bounds || (axis == eachAxis && !shapes)) {
    (void)call.fail("the lists have tensors that differ in dimension " +
                    Twine(axis) +
                    ", and in others; expected tensors that "
                    "differ in one dimension only");
    return std::nullopt;
  }
  x->stacked = in.noteCopies(all, {x->stacked, y->stacked});
  x->bounds = bounds;
  x->shapes = shapes;
  return x;
}

//===----------------------------------------------------------------------===//
// Splits of dynamic sizes
//===----------------------------------------------------------------------===//

/// The bounds of pieces of size `step` in a dimension of `size`.
static Value makeSteps(Interpreter &in, const Item &size, const Item &step,
                       const Item &count, Location loc) {
  return in.buildOne(loc, "aten.clamp_max.default",
                     {{"self", makeMultiples(in, step, count, loc)},
                      {"max", Interpreter::makeArgument(size)}});
}

/// Splits a string, or a tensor: split and chunk along a dimension of dynamic
/// size, and split_with_sizes with a list of dynamic length.
static Outcome runSplit(NodeCall &call) {
  if (call[0].isA(Kind::String))
    return runLiterals(call);
  Interpreter &in = call.in;
  Outcome outcome = in.runOperator(call, call.getTarget());
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
    // An empty tensor is one piece for split, and the requested number for
    // chunk.
    bool isChunk = call.getKind().ends_with("chunk");
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
      count = in.applyNumbers("torch.sym_ite", {none, call[1], count},
                              in.b.getI64Type(), call.loc);
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
