//===- BatchRules.cpp - Helpers for rules of torch-batch-vmap -------------===//
//
// See BatchRules.h.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <numeric>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

const BatchFn *torch::findBatchRule(const Schema *schema) {
  static const BatchRules rules = [] {
    BatchRules r;
    addBatchAxisRules(r);
    addBatchElementwiseRules(r);
    addBatchIndexRules(r);
    addBatchLayerRules(r);
    addBatchLinearRules(r);
    return r;
  }();
  const BatchFn *rule = rules.find(schema);
  if (!rule && schema)
    rule = findPointwiseBatchRule(*schema);
  return rule || !schema ? rule : findCarryingBatchRule(*schema);
}

BatchBuilder::BatchBuilder(OpBuilder &builder, OperatorOp op,
                           NumberExprs &numbers, const BatchValues &values)
    : TorchBuilder(builder, op.getLoc(), numbers), op(op), args(op),
      values(values) {
  useSizesOf(values.source);
  for (Value operand : op.getInputs())
    useSizesOf(get(operand));
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

bool BatchBuilder::isBatched(StringRef name) const {
  if (std::optional<SmallVector<OpFoldResult>> list = args.getList(name))
    return llvm::any_of(*list, [&](OpFoldResult item) {
      auto value = dyn_cast_if_present<Value>(item);
      return value && isBatched(value);
    });
  Value value = args.getValue(name);
  return value && isBatched(value);
}

int64_t BatchBuilder::rankOf(Value value) {
  auto type =
      value ? dyn_cast<RankedTensorType>(value.getType()) : RankedTensorType();
  if (!type) {
    refuse("its rule for batches expects a tensor, found none");
    return 0;
  }
  return type.getRank();
}

Value BatchBuilder::get(Value value) {
  if (!value)
    return value;
  Value batched = values.batched.lookup(value);
  return batched ? batched : values.plain.lookupOrDefault(value);
}

std::optional<SmallVector<OpFoldResult>> BatchBuilder::getList(StringRef name) {
  std::optional<SmallVector<OpFoldResult>> list = args.getList(name);
  if (list)
    for (OpFoldResult &item : *list)
      if (auto value = dyn_cast_if_present<Value>(item))
        item = get(value);
  return list;
}

Value BatchBuilder::align(Value value, int64_t rank) {
  Value x = get(value);
  if (!x || !isBatched(value))
    return x;
  for (int64_t i = rankOf(value); i < rank; ++i)
    x = unsqueeze(x, 1);
  return x;
}

Value BatchBuilder::getBatched(Value value) {
  Value x = get(value);
  if (!x || isBatched(value))
    return x;
  return repeatForBatch(*this, values, x);
}

Value BatchBuilder::getVector(StringRef name) {
  Value x = getBatched(name);
  return rankOf(name) == 0 ? unsqueeze(x, 1) : x;
}

Value BatchBuilder::getFlat(StringRef name) {
  Value x = getVector(name);
  if (rankOf(name) < 2)
    return x;
  return flatten(x, 1);
}

void BatchBuilder::expectOnlyBatched(ArrayRef<StringRef> names) {
  for (const SchemaArg &arg : op.getSchema()->getArgs())
    if (isBatched(arg.name) && !llvm::is_contained(names, arg.name))
      refuse("its rule for batches expects '" + arg.name +
             "' to be the same for all elements, found one that is not");
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

static OpFoldResult getSizeOf(TorchBuilder &b, const BatchValues &values) {
  if (values.size)
    return b.size(values.size);
  Value size = b.call("aten.sym_size.int", {values.source, 0});
  return size ? OpFoldResult(size) : OpFoldResult();
}

OpFoldResult BatchBuilder::getBatchSize() { return getSizeOf(*this, values); }

Value torch::repeatForBatch(TorchBuilder &b, const BatchValues &values,
                            Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    b.refuse("its rule for batches expects a tensor, found none");
  SmallVector<OpFoldResult> sizes = {getSizeOf(b, values)};
  if (b.isRefused())
    return {};
  sizes.append(type.getRank(), b.getBuilder().getI64IntegerAttr(-1));
  return b.expand(value, sizes);
}

SmallVector<OpFoldResult> BatchBuilder::getResultSizes(unsigned result) {
  SmallVector<OpFoldResult> sizes;
  auto type = dyn_cast<RankedTensorType>(op->getResult(result).getType());
  if (!type) {
    refuse("its rule for batches expects a tensor as result, found none");
    return sizes;
  }
  for (AffineExpr dim : sym::getDims(type))
    sizes.push_back(size(dim));
  return sizes;
}

ArgumentSpec BatchBuilder::withBatch(ArrayRef<OpFoldResult> sizes) {
  SmallVector<OpFoldResult> all = {getBatchSize()};
  llvm::append_range(all, sizes);
  return all;
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

int64_t BatchBuilder::shift(int64_t axis, int64_t rank) {
  rank = std::max<int64_t>(rank, 1);
  if (axis < -rank || axis >= rank) {
    refuse("its rule for batches expects an axis below " + Twine(rank) +
           ", found " + Twine(axis));
    return 0;
  }
  return 1 + (axis < 0 ? axis + rank : axis);
}

int64_t BatchBuilder::getAxis(StringRef name, int64_t rank) {
  std::optional<int64_t> axis = args.getInt(name);
  if (axis)
    return shift(*axis, rank);
  refuse("its rule for batches expects '" + name +
         "' to be a constant, found " + args.describe(name));
  return 0;
}

SmallVector<int64_t> BatchBuilder::getAxes(StringRef name, int64_t rank) {
  SmallVector<int64_t> axes;
  if (std::optional<int64_t> axis = args.getInt(name)) {
    axes.push_back(*axis);
  } else if (std::optional<SmallVector<int64_t>> list = args.getInts(name)) {
    axes = *list;
  } else {
    refuse("its rule for batches expects '" + name +
           "' to be constant, found " + args.describe(name));
  }
  for (int64_t &axis : axes)
    axis = shift(axis, rank);
  return axes;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

ArgumentSpec BatchBuilder::getSpec(unsigned index) {
  Attribute arg = op.getArgs()[index];
  StringRef name = op.getSchema()->getArgs()[index].name;
  if (isa<OperandAttr>(arg))
    return get(args.getValue(name));
  return isa<ArrayAttr>(arg) ? ArgumentSpec(*getList(name)) : arg;
}

Values BatchBuilder::again(StringRef target, Overrides overrides) {
  SmallVector<CallArgument> call;
  for (const SchemaArg &arg : Schema::lookup(target)->getArgs()) {
    const auto *given = llvm::find_if(
        overrides, [&](const auto &pair) { return pair.first == arg.name; });
    if (given != overrides.end())
      call.emplace_back(arg.name, given->second);
    else if (std::optional<unsigned> index = op.getSchema()->findArg(arg.name))
      call.emplace_back(arg.name, getSpec(*index));
  }
  return callAll(target, call);
}

Value BatchBuilder::moveAxis(Value x, int64_t from, int64_t to) {
  if (!x || from == to)
    return x;
  SmallVector<int64_t> order(getType(x).getRank());
  std::iota(order.begin(), order.end(), 0);
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, from);
  return permute(x, order);
}
