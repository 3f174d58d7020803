//===- BatchIndex.cpp - Batches of indexing -------------------------------===//
//
// Index tensors broadcast with each other. Their dimensions replace the first
// indexed dimension, or are in front if the indexed dimensions are not
// adjacent. An operand with the batch is indexed along it by the number of the
// element.
//
//===----------------------------------------------------------------------===//

#include "BatchRules.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

using Values = BatchBuilder::Values;

namespace {
/// The indices of a call; null for a dimension that is not indexed.
struct Indices {
  SmallVector<Value> values;
  /// The rank of the broadcast indices.
  int64_t rank = 0;
  /// The first indexed dimension, and whether the indexed dimensions are
  /// adjacent.
  int64_t first = 0;
  bool isAdjacent = true;
  bool isBatched = false;
};
} // namespace

static Indices readIndices(BatchBuilder &b, ArrayRef<Value> values) {
  Indices indices;
  indices.values.assign(values.begin(), values.end());
  int64_t last = -1;
  for (auto [axis, value] : llvm::enumerate(values)) {
    if (!value)
      continue;
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || !type.getElementType().isInteger() ||
        type.getElementType().isInteger(1) ||
        type.getElementType().isUnsignedInteger()) {
      // A mask stands for several index tensors of data-dependent size.
      b.refuse("expected indices that are integers");
      return indices;
    }
    if (last < 0)
      indices.first = axis;
    else
      indices.isAdjacent &= int64_t(axis) == last + 1;
    last = axis;
    indices.rank = std::max(indices.rank, type.getRank());
    indices.isBatched |= b.isBatched(value);
  }
  if (last < 0)
    b.refuse("expected indices");
  return indices;
}

/// The number of each element, in the shape of indices with the batch.
static Value getElementNumbers(BatchBuilder &b, int64_t rank) {
  Value numbers =
      b.call("aten.arange.default",
             {b.getBatchSize(), {"dtype", b.getBuilder().getI64Type()}});
  for (int64_t i = 0; i < rank; ++i)
    numbers = b.unsqueeze(numbers, -1);
  return numbers;
}

/// Indexes the tensor of `rank` dimensions.
static Value index(BatchBuilder &b, Value self, ArrayRef<Value> values) {
  Indices indices = readIndices(b, values);
  int64_t rank = b.rankOf(self);
  if (b.isRefused())
    return {};
  SmallVector<OpFoldResult> all;
  bool selfHasBatch = b.isBatched(self);
  if (selfHasBatch)
    all.push_back(indices.isBatched
                      ? OpFoldResult(getElementNumbers(b, indices.rank))
                      : OpFoldResult());
  for (Value value : values)
    all.push_back(value ? OpFoldResult(b.align(value, indices.rank))
                        : OpFoldResult());
  if (b.isRefused())
    return {};
  Value result = b.call("aten.index.Tensor", {b.get(self), ArgumentSpec(all)});
  if (!result)
    return {};
  if (!indices.isBatched) {
    // None stands for the batch, which is therefore in front, or after the
    // dimensions of non-adjacent indices.
    return indices.isAdjacent ? result : b.moveAxis(result, indices.rank, 0);
  }
  if (!selfHasBatch)
    return b.moveAxis(result, indices.isAdjacent ? indices.first : 0, 0);
  // With the number of the element in front, the indices are adjacent only if
  // the others begin at the first dimension. The batch is in front in any case.
  if (!indices.isAdjacent || indices.first == 0)
    return result;
  // (batch, indices, before, after) -> (batch, before, indices, after)
  SmallVector<int64_t> order = {0};
  for (int64_t i = 0; i < indices.first; ++i)
    order.push_back(1 + indices.rank + i);
  for (int64_t i = 0; i < indices.rank; ++i)
    order.push_back(1 + i);
  int64_t behind = rank - indices.first -
                   llvm::count_if(values, [](Value v) { return bool(v); });
  for (int64_t i = 0; i < behind; ++i)
    order.push_back(1 + indices.rank + indices.first + i);
  return b.permute(result, order);
}

static Values indexTensor(BatchBuilder &b) {
  return {index(b, b.getArguments().getValue("self"),
                b.getArguments().getValues("indices"))};
}

// aten::embedding(Tensor weight, Tensor indices, ...) -> Tensor
static Values embedding(BatchBuilder &b) {
  if (!b.isBatched("weight"))
    return b.again({});
  return {index(b, b.getArguments().getValue("weight"),
                {b.getArguments().getValue("indices")})};
}

// aten::index_select(Tensor self, int dim, Tensor index) -> Tensor
static Values indexSelect(BatchBuilder &b) {
  int64_t rank = b.rankOf("self");
  int64_t axis = b.getAxis("dim", rank);
  Value indices = b.getArguments().getValue("index");
  if (rank == 0 || b.rankOf(indices) != 1)
    b.refuse("expected 'self' and 'index' to have "
             "dimensions");
  if (b.isRefused())
    return {};
  if (!b.isBatched(indices))
    return b.again({{"dim", b.number(axis)}});
  SmallVector<Value> values(axis - 1);
  values.push_back(indices);
  return {index(b, b.getArguments().getValue("self"), values)};
}

/// Operators whose tensors have equal ranks, and whose index sizes are at most
/// those of the other tensors.
static BatchFn aligned(ArrayRef<StringRef> names) {
  return [names = SmallVector<StringRef>(names)](BatchBuilder &b) -> Values {
    int64_t rank = b.rankOf("self");
    SmallVector<std::pair<StringRef, ArgumentSpec>> overrides;
    overrides.emplace_back("dim", b.number(b.getAxis("dim", rank)));
    for (StringRef name : names) {
      if (!isa_and_present<RankedTensorType>(
              b.getArguments().getValue(name)
                  ? b.getArguments().getValue(name).getType()
                  : Type()))
        continue;
      if (b.rankOf(name) != rank || rank == 0)
        b.refuse("expected tensors of one rank, 1 or more");
      overrides.emplace_back(name, b.getBatched(name));
    }
    b.expectOnlyBatched(names);
    return b.isRefused() ? Values() : b.again(overrides);
  };
}

// aten::index_put(Tensor self, Tensor?[] indices, Tensor values,
//   bool accumulate=False) -> Tensor
static Values indexPut(BatchBuilder &b) {
  Indices indices = readIndices(b, b.getArguments().getValues("indices"));
  Value self = b.getArguments().getValue("self"),
        values = b.getArguments().getValue("values");
  // Dimensions after the indices stay after them.
  if (!indices.isAdjacent || indices.first != 0)
    b.refuse("expected indices of the first dimensions");
  int64_t count = llvm::count_if(indices.values, [](Value v) { return !!v; });
  int64_t rank = indices.rank + b.rankOf(self) - count;
  if (b.rankOf(values) > rank)
    b.refuse("expected values that broadcast");
  SmallVector<OpFoldResult> all = {
      OpFoldResult(getElementNumbers(b, indices.rank))};
  for (Value value : indices.values)
    all.push_back(value ? OpFoldResult(b.align(value, indices.rank))
                        : OpFoldResult());
  Value x = b.getBatched(self), y = b.align(values, rank);
  if (b.isRefused())
    return {};
  return b.again({{"self", x}, {"indices", all}, {"values", y}});
}

void torch::addBatchIndexRules(BatchRules &r) {
  r.add({"aten.index.Tensor", "aten._unsafe_index.Tensor"}, indexTensor);
  r.add("aten.embedding.default", embedding);
  r.add("aten.index_select.default", indexSelect);
  r.add("aten.gather.default", aligned({"self", "index"}));
  r.add({"aten.scatter.src", "aten.scatter.value", "aten.scatter_add.default",
         "aten.scatter.reduce"},
        aligned({"self", "index", "src"}));
  r.add({"aten.index_put.default", "aten._index_put_impl.default",
         "aten._unsafe_index_put.default"},
        indexPut);
}
