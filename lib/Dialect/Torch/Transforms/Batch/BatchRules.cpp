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
    : RuleBuilder(builder, op, numbers), values(values) {
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
    refuse("expected a tensor, found none");
    return 0;
  }
  return type.getRank();
}

int64_t BatchBuilder::rankOf(StringRef name) {
  SmallVector<Value> tensors = args.getValues(name);
  if (tensors.empty())
    return rankOf(args.getValue(name));
  // cat skips empty vectors.
  for (Value tensor : tensors)
    if (rankOf(tensor) != rankOf(tensors.front()))
      refuse("expected tensors of one rank");
  return rankOf(tensors.front());
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
      refuse("expected '" + arg.name +
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
    b.refuse("expected a tensor, found none");
  SmallVector<OpFoldResult> sizes = {getSizeOf(b, values)};
  if (b.isRefused())
    return {};
  sizes.append(type.getRank(), b.getBuilder().getI64IntegerAttr(-1));
  return b.expand(value, sizes);
}

SmallVector<OpFoldResult> BatchBuilder::getResultSizes(unsigned result) {
  SmallVector<OpFoldResult> sizes;
  for (AffineExpr dim : sym::getDims(getResultType(result)))
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

SmallVector<int64_t> BatchBuilder::getAxes(StringRef name, int64_t rank) {
  SmallVector<int64_t> axes = getGivenAxes(name, rank);
  for (int64_t &axis : axes)
    ++axis;
  return axes;
}

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

Values BatchBuilder::again(StringRef target, Overrides overrides) {
  return RuleBuilder::again(target, overrides, [&](OpFoldResult argument) {
    auto value = dyn_cast<Value>(argument);
    return value ? OpFoldResult(get(value)) : argument;
  });
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
