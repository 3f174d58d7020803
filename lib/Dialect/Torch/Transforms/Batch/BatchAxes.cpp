//===- BatchAxes.cpp - Batches of operators along axes --------------------===//
//
// Batching rules of reductions, sorts, softmax and views. Their axes count from
// the first dimension of an element, which is the second dimension of the
// batch. The operator table tells which arguments are axes and how an
// additional dimension is carried (getCarry()). A 0-d tensor has one axis in
// these operators; with the batch it gets an axis of size 1, which is removed
// afterwards.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Torch/Inference/OperatorTable.h"

#include <numeric>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

static StringRef getFirstName(BatchBuilder &b) {
  return b.getOp().getSchema()->getArgs().front().name;
}

/// Removes the extra axis from results if the operand was given one.
static Values withoutExtraAxis(BatchBuilder &b, Values results) {
  for (auto [value, result] : llvm::zip(results, b.getOp()->getResults()))
    if (auto type = dyn_cast<RankedTensorType>(result.getType());
        type && BatchBuilder::getType(value).getRank() == type.getRank() + 2)
      value = b.squeeze(value, -1);
  return results;
}

/// The axes in an argument, or all axes if it has none.
static SmallVector<int64_t> getAxesOrAll(BatchBuilder &b, StringRef name,
                                         int64_t rank) {
  SmallVector<int64_t> axes;
  if (b.getArguments().has(name))
    axes = b.getAxes(name, rank);
  if (axes.empty()) {
    axes.resize(std::max<int64_t>(rank, 1));
    std::iota(axes.begin(), axes.end(), 1);
  }
  return axes;
}

/// Calls an operator along the axes in the arguments that the operator table
/// lists, on the tensors with elements. These have equal ranks, except that a
/// part may lack one dimension. `extraRank` is the number of dimensions that
/// the axes count in addition.
static Values along(BatchBuilder &b, int64_t extraRank) {
  ArgNames elements = getElements(b.getOp().getSchema());
  ArrayRef<StringRef> names = elements;
  StringRef first = getFirstName(b);
  if (names.empty())
    names = first;
  b.expectOnlyBatched(names);
  int64_t rank = b.rankOf(names.front()), numTensors = 0;
  bool hasNoAxis = rank + extraRank == 0;
  auto toBatch = [&](OpFoldResult argument) -> OpFoldResult {
    auto value = dyn_cast<Value>(argument);
    if (!value || !isa<RankedTensorType>(value.getType()))
      return value ? OpFoldResult(b.get(value)) : argument;
    ++numTensors;
    Value x = b.getBatched(value);
    return hasNoAxis ? b.unsqueeze(x, 1) : x;
  };
  auto overrides = b.getAxisArguments(rank + extraRank, /*offset=*/1);
  for (StringRef name : names)
    overrides.emplace_back(name, b.getArgument(name, toBatch));
  if (hasNoAxis && numTensors > 1)
    b.refuse("expected '" + names.front() + "' to have dimensions");
  return withoutExtraAxis(b, b.again(overrides));
}

/// A list of axes, or all axes. `target` is the overload with a list.
static BatchFn over(StringRef target, StringRef name = "dim") {
  return [target, name](BatchBuilder &b) -> Values {
    StringRef self = getFirstName(b);
    b.expectOnlyBatched({self});
    SmallVector<int64_t> axes = getAxesOrAll(b, name, b.rankOf(self));
    return withoutExtraAxis(
        b, b.again(target, {{self, b.getVector(self)}, {name, b.list(axes)}}));
  };
}

/// Over all elements. `target` is the overload with one axis.
static BatchFn overAll(StringRef target) {
  return [target](BatchBuilder &b) -> Values {
    StringRef self = getFirstName(b);
    b.expectOnlyBatched({self});
    return b.again(target, {{self, b.getFlat(self)}, {"dim", b.number(1)}});
  };
}

/// argmax, argmin: along one axis, or the position in all elements.
static Values argExtremum(BatchBuilder &b) {
  if (b.getArguments().has("dim"))
    return along(b, 0);
  if (b.getArguments().getBool("keepdim").value_or(false))
    b.refuse("expected 'dim' or no 'keepdim'");
  return overAll(b.getOp().getTarget())(b);
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Permutes the dimensions.
static Values permute(BatchBuilder &b) {
  b.expectOnlyBatched({getFirstName(b)});
  int64_t rank = b.rankOf(getFirstName(b));
  if (getTraits(b.getOp()).view == ViewKind::Adjoint)
    b.refuse("expected no conjugate");
  SmallVector<int64_t> all = {0};
  for (int64_t axis : b.getOrder(rank))
    all.push_back(axis + 1);
  return {b.permute(b.get(getFirstName(b)), all)};
}

static Values unsqueeze(BatchBuilder &b) {
  int64_t axis = b.getAxis("dim", b.rankOf("self") + 1);
  return {b.unsqueeze(b.get("self"), axis)};
}

/// Splits or joins dimensions without moving elements. The shape of the result
/// is sufficient.
static Values reshape(BatchBuilder &b) {
  StringRef self = getFirstName(b);
  if (!b.isBatched(self))
    b.refuse("expected '" + self + "' to be batched");
  return {b.reshape(b.get(self), b.withBatch(b.getResultSizes()))};
}

/// Removes only the dimensions that the type of the result lacks.
static Values squeeze(BatchBuilder &b) {
  b.expectOnlyBatched({"self"});
  auto type = dyn_cast<RankedTensorType>(b.getOp()->getResult(0).getType());
  int64_t rank = b.rankOf("self");
  if (b.isRefused() || !type)
    return {};
  SmallVector<AffineExpr> dims = sym::getDims(
      cast<RankedTensorType>(b.getArguments().getValue("self").getType()));
  SmallVector<int64_t> candidates =
      rank == 0 ? SmallVector<int64_t>() : getAxesOrAll(b, "dim", rank);
  SmallVector<int64_t> axes;
  for (int64_t axis : candidates)
    if (auto size = dyn_cast_if_present<AffineConstantExpr>(dims[axis - 1]);
        size && size.getValue() == 1)
      axes.push_back(axis);
  if (type.getRank() != rank - int64_t(axes.size()))
    b.refuse("expected dimensions of known size");
  if (axes.empty())
    return {b.get("self")};
  return {
      b.call("aten.squeeze.dims", {b.get("self"), ArrayRef<int64_t>(axes)})};
}

static Values flatten(BatchBuilder &b) {
  int64_t rank = b.rankOf("self");
  int64_t first = b.getAxis("start_dim", rank),
          last = b.getAxis("end_dim", rank);
  return {b.flatten(b.getVector("self"), first, last)};
}

static Values ravel(BatchBuilder &b) { return {b.getFlat("self")}; }

/// expand, broadcast_to: new dimensions follow the batch.
static Values expand(BatchBuilder &b) {
  auto sizes = b.getList("size");
  if (!sizes)
    return {b.refuse("expected a list of sizes")};
  Value x = b.align("self", sizes->size());
  return {b.expand(x, b.withBatch(*sizes))};
}

static Values expandAs(BatchBuilder &b) {
  Value other = b.getArguments().getValue("other");
  Value x = b.align("self", b.rankOf(other));
  return {b.binary("expand_as", x, b.getBatched(other))};
}

// aten::broadcast_tensors(Tensor[] tensors) -> Tensor[]
static Values broadcastTensors(BatchBuilder &b) {
  Values results;
  for (auto [index, tensor] :
       llvm::enumerate(b.getArguments().getValues("tensors"))) {
    if (index >= b.getOp()->getNumResults())
      return {};
    SmallVector<OpFoldResult> sizes = b.getResultSizes(index);
    Value x = b.align(tensor, sizes.size());
    results.push_back(b.expand(x, b.withBatch(sizes)));
  }
  return results;
}

/// repeat, tile: at least as many counts as dimensions.
static Values repeat(BatchBuilder &b) {
  auto counts = b.getList(b.getOp().getSchema()->getArgs()[1].name);
  if (!counts)
    return {b.refuse("expected a list of numbers")};
  OpFoldResult one = b.getBuilder().getI64IntegerAttr(1);
  int64_t rank = b.rankOf("self");
  while (int64_t(counts->size()) < rank)
    counts->insert(counts->begin(), one);
  Value x = b.align("self", counts->size());
  counts->insert(counts->begin(), one);
  return {b.call("aten.repeat.default", {x, *counts})};
}

/// Two broadcast tensors, along an axis of the broadcast shape.
static BatchFn alongOfTwo(StringRef x, StringRef y) {
  return [x, y](BatchBuilder &b) -> Values {
    int64_t rank = std::max(b.rankOf(x), b.rankOf(y));
    ArgumentSpec axis = b.number(b.getAxis("dim", rank));
    if (rank == 0)
      b.refuse("expected tensors that have dimensions");
    return b.again(
        {{x, b.align(x, rank)}, {y, b.align(y, rank)}, {"dim", axis}});
  };
}

static Values flip(BatchBuilder &b) {
  if (b.rankOf("self") == 0)
    return {b.get("self")};
  return along(b, 0);
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

/// Element-wise in the first argument, or on its last dimensions only; all
/// other arguments are the same for all elements.
static Values ofEach(BatchBuilder &b) {
  b.expectEvaluation();
  b.expectOnlyBatched({getFirstName(b)});
  return b.again({});
}

const BatchFn *torch::findCarryingBatchRule(const Schema &schema) {
  static const BatchFn each = ofEach,
                       alongAxes = [](BatchBuilder &b) { return along(b, 0); },
                       alongNew = [](BatchBuilder &b) { return along(b, 1); },
                       alongOrAll =
                           [](BatchBuilder &b) {
                             return over(b.getOp().getTarget())(b);
                           },
                       order = permute, shape = reshape, size = expand,
                       counts = repeat;
  switch (getCarry(&schema)) {
  case Carry::Unknown:
    return nullptr;
  case Carry::Each:
  case Carry::Last:
    return &each;
  case Carry::Along:
  case Carry::Appends:
    return &alongAxes;
  case Carry::AlongNew:
    return &alongNew;
  case Carry::AlongOrAll:
    return &alongOrAll;
  case Carry::Reshape:
    return &shape;
  case Carry::Permute:
    return &order;
  case Carry::Expand:
    return &size;
  case Carry::Repeat:
    return &counts;
  }
  llvm_unreachable("unknown way to carry a dimension");
}

void torch::addBatchAxisRules(BatchRules &r) {
  // Overloads without axes call the overloads with axes.
  r.add("aten.sum.default", over("aten.sum.dim_IntList"));
  r.add("aten.mean.default", over("aten.mean.dim"));
  r.add("aten.max.default", over("aten.amax.default"));
  r.add("aten.min.default", over("aten.amin.default"));
  r.add("aten.count_nonzero.default", over("aten.count_nonzero.dim_IntList"));
  r.add("aten.any.default", overAll("aten.any.dim"));
  r.add("aten.all.default", overAll("aten.all.dim"));
  r.add("aten.prod.default", overAll("aten.prod.dim_int"));
  r.add({"aten.argmax.default", "aten.argmin.default"}, argExtremum);
  r.add("aten.flip.default", flip);

  // Views that need more than the shape of their result.
  r.add("aten.unsqueeze.default", unsqueeze);
  r.add({"aten.squeeze.default", "aten.squeeze.dim", "aten.squeeze.dims"},
        squeeze);
  r.add("aten.flatten.using_ints", flatten);
  r.add("aten.ravel.default", ravel);
  r.add("aten.expand_as.default", expandAs);
  r.add("aten.broadcast_tensors.default", broadcastTensors);

  // Tensors that broadcast.
  r.add("aten.cosine_similarity.default", alongOfTwo("x1", "x2"));
  r.add("aten.linalg_cross.default", alongOfTwo("self", "other"));
  r.add("aten.take_along_dim.default", alongOfTwo("self", "indices"));
}
