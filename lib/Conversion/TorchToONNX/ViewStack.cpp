//===- ViewStack.cpp - Lowerings that join and take apart tensors ---------===//
//
// numpy's names for concatenation and splitting (hstack, dsplit, ...), and
// operators on lists of tensors.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

/// The tensors of a list in the dtype of the result.
static SmallVector<Value> getTensors(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  for (Value &tensor : tensors)
    tensor = b.Cast(tensor, b.resultElementType());
  return tensors;
}

/// Concatenation that leaves out empty vectors, which fit in anywhere.
static Lowered join(Lowering &b, ArrayRef<Value> tensors, int64_t axis) {
  if (tensors.empty())
    return b.refuse("nothing to concatenate");
  return b.Concat(tensors, axis);
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// numpy's atleast_2d puts new dimensions in front; atleast_3d of a matrix
/// puts the third one at the end.
static Value atLeast(Lowering &b, Value x, int64_t rank) {
  int64_t given = b.rankOf(x);
  if (given >= rank)
    return x;
  if (rank == 3 && given == 2)
    return b.Unsqueeze(x, 2);
  if (rank == 3 && given == 1)
    return b.Unsqueeze(x, {0, 2});
  return b.Unsqueeze(x, llvm::to_vector(llvm::seq<int64_t>(rank - given)));
}

// aten::hstack(Tensor[] tensors) -> Tensor
static Lowered lowerHStack(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  for (Value &tensor : tensors)
    tensor = atLeast(b, tensor, 1);
  return join(b, tensors, b.resultType().getRank() == 1 ? 0 : 1);
}

// aten::vstack(Tensor[] tensors) -> Tensor
// aten::dstack(Tensor[] tensors) -> Tensor
static Lowered lowerStackAlong(Lowering &b, int64_t axis, int64_t rank) {
  SmallVector<Value> tensors = getTensors(b);
  for (Value &tensor : tensors)
    tensor = atLeast(b, tensor, rank);
  return join(b, tensors, axis);
}

// aten::column_stack(Tensor[] tensors) -> Tensor
static Lowered lowerColumnStack(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  for (Value &tensor : tensors) {
    if (b.rankOf(tensor) == 0)
      tensor = b.Unsqueeze(tensor, 0);
    if (b.rankOf(tensor) == 1)
      tensor = b.Unsqueeze(tensor, 1);
  }
  return join(b, tensors, 1);
}

// aten::_chunk_cat(Tensor[] tensors, int dim, int num_chunks) -> Tensor
//
// Each tensor is padded so that it has `num_chunks` equal parts; what follows
// the dimension is flattened.
static Lowered lowerChunkCat(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  int64_t chunks = b.getInt("num_chunks"), axis = 0;
  for (Value &tensor : tensors) {
    int64_t rank = b.rankOf(tensor);
    axis = b.getAxis("dim", rank);
    if (b.isRefused())
      return Lowered::refused();
    int64_t size = b.getStaticSize(tensor, axis);
    if (int64_t missing = llvm::alignTo(size, chunks) - size) {
      SmallVector<int64_t> pads(2 * rank, 0);
      pads[rank + axis] = missing;
      tensor = b.Pad(tensor, pads, {});
    }
    SmallVector<AffineExpr> dims = b.dimsOf(tensor);
    SmallVector<AffineExpr> flat(dims.begin(), dims.begin() + axis);
    flat.push_back(b.constantDim(chunks));
    dims[axis] = sym::floorDiv(dims[axis], chunks);
    flat.push_back(
        sym::product(ArrayRef(dims).drop_front(axis), b.getContext()));
    tensor = b.reshape(tensor, flat);
  }
  return join(b, tensors, axis + 1);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Each tensor of a list in the shape of its result.
static Lowered lowerReshapeAll(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  for (auto [index, tensor] : llvm::enumerate(tensors))
    tensor = b.reshape(tensor, b.resultType(index));
  return tensors;
}

// aten::broadcast_tensors(Tensor[] tensors) -> Tensor[]
static Lowered lowerBroadcast(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  for (auto [index, tensor] : llvm::enumerate(tensors))
    tensor = b.expand(tensor, b.resultType(index));
  return tensors;
}

/// Expands a vector along `axis` of the grid.
static Value spread(Lowering &b, Value x, int64_t axis, RankedTensorType grid) {
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < grid.getRank(); ++i)
    if (i != axis)
      others.push_back(i);
  if (b.rankOf(x) == 0)
    x = b.Unsqueeze(x, 0);
  return b.expand(b.Unsqueeze(x, others), grid);
}

// aten::meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]
static Lowered lowerMeshGrid(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  bool swapped = b.has("indexing") && b.getString("indexing") == "xy" &&
                 tensors.size() >= 2;
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    int64_t axis = swapped && index < 2 ? 1 - int64_t(index) : int64_t(index);
    tensor = spread(b, tensor, axis, b.resultType(index));
  }
  return tensors;
}

// aten::cartesian_prod(Tensor[] tensors) -> Tensor
static Lowered lowerCartesianProduct(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  if (tensors.size() == 1)
    return tensors[0];
  SmallVector<AffineExpr> dims;
  for (Value tensor : tensors)
    dims.push_back(b.dimsOf(tensor)[0]);
  auto grid = sym::getTensorType(dims, b.resultElementType());
  SmallVector<Value> columns;
  for (auto [axis, tensor] : llvm::enumerate(tensors))
    columns.push_back(
        b.Unsqueeze(spread(b, tensor, axis, grid), int64_t(tensors.size())));
  return b.reshape(b.Concat(columns, tensors.size()), b.resultType());
}

// aten::combinations(Tensor self, int r=2, bool with_replacement=False)
static Lowered lowerCombinations(Lowering &b) {
  Value x = b.tensor("self");
  int64_t r = b.getInt("r"), n = b.getStaticSize(x, 0);
  bool repeats = b.getBool("with_replacement");
  if (b.isRefused() || n > 64 || r > 8)
    return b.refuse("too many combinations");
  // In lexicographic order.
  SmallVector<int64_t> indices, current;
  std::function<void(int64_t)> choose = [&](int64_t first) {
    if (int64_t(current.size()) == r) {
      llvm::append_range(indices, current);
      return;
    }
    for (int64_t i = first; i < n; ++i) {
      current.push_back(i);
      choose(repeats ? i : i + 1);
      current.pop_back();
    }
  };
  if (r > 0)
    choose(0);
  int64_t count = r > 0 ? indices.size() / r : 0;
  if (r == 0)
    return b.refuse("combinations of nothing");
  auto shape = RankedTensorType::get({count, r}, b.i64());
  return b.Gather(
      x, b.constant(DenseElementsAttr::get(shape, ArrayRef(indices))), 0);
}

// aten::block_diag(Tensor[] tensors) -> Tensor
static Lowered lowerBlockDiag(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  RankedTensorType type = b.resultType();
  if (!type.hasStaticShape())
    return b.refuse("blocks of a size that is not constant");
  SmallVector<Value> rows;
  int64_t column = 0, width = type.getDimSize(1);
  for (Value tensor : tensors) {
    tensor = atLeast(b, tensor, 2);
    int64_t size = b.getStaticSize(tensor, 1);
    int64_t rest = width - column - size;
    if (column != 0 || rest != 0)
      tensor = b.Pad(tensor, {0, column, 0, rest}, {});
    column += size;
    rows.push_back(tensor);
  }
  return join(b, rows, 0);
}

//===----------------------------------------------------------------------===//
// Splits
//===----------------------------------------------------------------------===//

/// Parts whose sizes the results tell.
static Lowered splitAlong(Lowering &b, int64_t axis) {
  Value x = b.tensor("self");
  if (b.getNumResults() == 1)
    return x;
  SmallVector<int64_t> sizes;
  SmallVector<Type> types;
  for (unsigned i = 0; i < b.getNumResults(); ++i) {
    auto size = b.constantSize(b.resultDims(i)[axis]);
    if (!size)
      return b.refuse("parts of a size that is not constant");
    sizes.push_back(*size);
    types.push_back(b.resultType(i));
  }
  return Lowered(ValueRange(
      b.createOp("Split", types, {x, b.ints(sizes)}, b.attr("axis", axis))
          ->getResults()));
}

void torch_onnx::populateViewStack(LoweringRegistry &r) {
  r.add("aten._chunk_cat.default", lowerChunkCat);
  r.add({"aten.atleast_1d.Sequence", "aten.atleast_2d.Sequence",
         "aten.atleast_3d.Sequence"},
        lowerReshapeAll);
  r.add("aten.block_diag.default", lowerBlockDiag);
  r.add("aten.broadcast_tensors.default", lowerBroadcast);
  r.add("aten.cartesian_prod.default", lowerCartesianProduct);
  r.add("aten.column_stack.default", lowerColumnStack);
  r.add("aten.combinations.default", lowerCombinations);
  r.add({"aten.dsplit.int", "aten.dsplit.array"},
        [](Lowering &b) { return splitAlong(b, 2); });
  r.add("aten.dstack.default",
        [](Lowering &b) { return lowerStackAlong(b, 2, 3); });
  r.add({"aten.hsplit.int", "aten.hsplit.array"}, [](Lowering &b) {
    return splitAlong(b, b.rankOf(b.tensor("self")) == 1 ? 0 : 1);
  });
  r.add("aten.hstack.default", lowerHStack);
  r.add({"aten.meshgrid.default", "aten.meshgrid.indexing"}, lowerMeshGrid);
  r.add({"aten.vsplit.int", "aten.vsplit.array"},
        [](Lowering &b) { return splitAlong(b, 0); });
  r.add({"aten.vstack.default", "aten.row_stack.default"},
        [](Lowering &b) { return lowerStackAlong(b, 0, 2); });
}
