//===- ViewStack.cpp - Lowerings that join and take apart tensors ---------===//
//
// numpy's names for concatenation and splitting (hstack, dsplit, ...), and
// operators on lists of tensors.
//
//===----------------------------------------------------------------------===//

#include "ModuleLowering.h"
#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// The tensors of a list in the dtype of the result.
static SmallVector<Value> getTensors(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  for (Value &tensor : tensors)
    tensor = b.Cast(tensor, b.resultElementType());
  return tensors;
}

static Lowered join(Lowering &b, ArrayRef<Value> tensors, int64_t axis) {
  if (tensors.empty())
    return b.refuse("expected one or more tensors to concatenate, found none");
  return b.Concat(tensors, axis);
}

//===----------------------------------------------------------------------===//
// Stacks
//===----------------------------------------------------------------------===//

/// numpy's atleast_2d adds dimensions at the front; atleast_3d of a matrix adds
/// the third one at the end.
static Value atLeast(Lowering &b, Value x, int64_t rank) {
  int64_t given = b.rankOf(x);
  if (given >= rank)
    return x;
  if (rank == 3 && given == 2)
    return b.Unsqueeze(x, 2);
  if (rank == 3 && given == 1)
    return b.Unsqueeze(x, {0, 2});
  return b.Unsqueeze(x, b.integers(0, rank - given));
}

// aten::hstack(Tensor[] tensors) -> Tensor
static Lowered lowerHStack(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  int64_t rank = b.resultType().getRank();
  for (Value &tensor : tensors)
    tensor = atLeast(b, tensor, 1);
  // Beside matrices, PyTorch ignores empty vectors.
  llvm::erase_if(tensors, [&](Value x) { return b.rankOf(x) < rank; });
  return join(b, tensors, rank == 1 ? 0 : 1);
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
    tensor = b.atLeast1d(tensor);
    if (b.rankOf(tensor) == 1)
      tensor = b.Unsqueeze(tensor, 1);
  }
  return join(b, tensors, 1);
}

// aten::_chunk_cat(Tensor[] tensors, int dim, int num_chunks) -> Tensor
//
// Each tensor is padded to a multiple of `num_chunks` parts; the dimensions
// after the split one are flattened.
static Lowered lowerChunkCat(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b);
  int64_t chunks = b.getInt("num_chunks"), axis = 0;
  for (Value &tensor : tensors) {
    int64_t rank = b.rankOf(tensor);
    axis = b.getAxis("dim", rank);
    if (b.isRefused())
      return Lowered::refused();
    Dims dims = b.dimsOf(tensor);
    AffineExpr whole = sym::mul(sym::ceilDiv(dims[axis], chunks), chunks);
    AffineExpr missing = sym::sub(whole, dims[axis]);
    if (auto size = b.constantSize(missing); !size) {
      Value pads = b.Concat({b.ints(SmallVector<int64_t>(rank + axis, 0)),
                             b.dim1d(missing),
                             b.ints(SmallVector<int64_t>(rank - axis - 1, 0))},
                            0);
      dims[axis] = whole;
      tensor =
          b.create("Pad", sym::getTensorType(dims, b.elementTypeOf(tensor)),
                   {tensor, pads, b.none(), b.none()});
    } else if (*size != 0) {
      SmallVector<int64_t> pads(2 * rank, 0);
      pads[rank + axis] = *size;
      tensor = b.Pad(tensor, pads, {});
    }
    dims = b.dimsOf(tensor);
    Dims flat(dims.begin(), dims.begin() + axis);
    flat.push_back(b.constantDim(chunks));
    dims[axis] = sym::floorDiv(dims[axis], chunks);
    flat.push_back(sym::product(dims.drop_front(axis), b.getContext()));
    tensor = b.reshape(tensor, flat);
  }
  return join(b, tensors, axis + 1);
}

/// Adds a number of rows, given as a 1-d tensor, along the first dimension, up
/// to `size`.
static Value padRows(Lowering &b, Value x, Value missing, AffineExpr size,
                     bool isFront, Value filler) {
  int64_t rank = b.rankOf(x);
  auto zeros = [&](int64_t count) {
    return b.ints(SmallVector<int64_t>(count, 0));
  };
  SmallVector<Value> pads;
  if (!isFront)
    pads.push_back(zeros(rank));
  pads.push_back(missing);
  if (int64_t rest = isFront ? 2 * rank - 1 : rank - 1)
    pads.push_back(zeros(rest));
  Dims dims = b.dimsOf(x);
  dims[0] = size;
  return b.create("Pad", sym::getTensorType(dims, b.elementTypeOf(x)),
                  {x, b.Concat(pads, 0), filler, b.none()});
}

// aten::pad_sequence(Tensor[] sequences, bool batch_first=False,
//   float padding_value=0., str padding_side="right") -> Tensor
//
// Pads to the longest sequence, whose length may be dynamic.
static Lowered lowerPadSequence(Lowering &b) {
  SmallVector<Value> sequences = b.tensors("sequences");
  StringRef side = b.getString("padding_side");
  if (side != "left" && side != "right")
    return b.refuseArgument("padding_side", "left or right");
  if (sequences.empty())
    return b.refuse("expected one or more sequences to pad, found none");
  Type type = b.resultElementType();
  double value = b.getFloat("padding_value");
  // Casts of other numbers to integers depend on the machine.
  if (!b.isFloat(type) && !(std::abs(value) < 9.0e18))
    return b.refuseArgument("padding_value", "finite");
  Value filler = value == 0        ? b.none()
                 : b.isFloat(type) ? b.scalar(value, type)
                 : b.isBool(type)  ? b.scalar(1, type)
                                   : b.scalar(int64_t(value), type);
  SmallVector<AffineExpr> sizes;
  for (Value &sequence : sequences) {
    if (b.rankOf(sequence) == 0)
      return b.refuseRank("sequences", "1 or more dimensions", 0);
    if (b.isComplex(b.elementTypeOf(sequence)) || b.isComplex(type))
      return b.refuseElements("sequences", "real elements",
                              b.elementTypeOf(sequence));
    sequence = b.Cast(sequence, type);
    sizes.push_back(b.dimsOf(sequence)[0]);
  }
  if (b.isRefused())
    return Lowered::refused();
  int64_t axis = b.getBool("batch_first") ? 0 : 1;
  bool isPadded = llvm::any_of(sizes, [&](AffineExpr size) {
    return !sym::isKnownEqual(size, sizes.front());
  });
  if (isPadded) {
    std::optional<int64_t> longest = 0;
    for (AffineExpr size : sizes)
      if (std::optional<int64_t> known = b.constantSize(size))
        longest = longest ? std::max(*longest, *known) : longest;
      else
        longest.reset();
    Value most;
    if (longest)
      most = b.ints(*longest);
    else
      for (Value sequence : sequences) {
        Value size = b.sizeOf(sequence, 0);
        most = most ? b.Max(most, size) : size;
      }
    for (auto [sequence, size] : llvm::zip_equal(sequences, sizes)) {
      std::optional<int64_t> known = b.constantSize(size);
      if (longest && *known == *longest)
        continue;
      Value missing = longest ? b.ints(*longest - *known)
                              : b.Sub(most, b.sizeOf(sequence, 0));
      sequence =
          padRows(b, sequence, missing, b.resultDims()[axis == 0 ? 1 : 0],
                  side == "left", filler);
    }
  }
  for (Value &sequence : sequences)
    sequence = b.Unsqueeze(sequence, axis);
  return join(b, sequences, axis);
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Reshapes each tensor of a list to its result type.
static Lowered lowerReshapeAll(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  for (auto [index, tensor] : llvm::enumerate(tensors))
    tensor = b.reshape(tensor, b.resultType(index));
  return tensors;
}

// aten::broadcast_tensors(Tensor[] tensors) -> Tensor[]
static Lowered lowerBroadcast(Lowering &b) {
  SmallVector<Value> tensors = b.tensors("tensors");
  bool isKnown =
      llvm::all_of(sym::getDims(b.resultType()), [&](AffineExpr dim) {
        return dim && b.getModule().getSymbols().canCompute(dim);
      });
  SmallVector<Value> results;
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    if (isKnown) {
      results.push_back(b.expand(tensor, b.resultType(index)));
      continue;
    }
    // It may only be known at run time which of two dynamic sizes is 1. Expand
    // broadcasts in both directions.
    Value result = tensor;
    for (auto [place, other] : llvm::enumerate(tensors)) {
      if (place == index)
        continue;
      bool isLast = place + 1 == tensors.size() ||
                    (index + 1 == tensors.size() && place + 1 == index);
      RankedTensorType type = b.resultType(index);
      if (!isLast) {
        int64_t rank = std::max(b.rankOf(result), b.rankOf(other));
        type = sym::getTensorType(SmallVector<AffineExpr>(rank),
                                  type.getElementType());
      }
      result = b.Expand(result, b.Shape(other), type);
    }
    results.push_back(result);
  }
  return results;
}

/// Expands a vector along `axis` of the grid.
static Value spread(Lowering &b, Value x, int64_t axis, RankedTensorType grid) {
  SmallVector<int64_t> others;
  for (int64_t i = 0; i < grid.getRank(); ++i)
    if (i != axis)
      others.push_back(i);
  x = b.atLeast1d(x);
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
  Dims dims;
  for (Value tensor : tensors)
    dims.push_back(b.dimsOf(tensor)[0]);
  auto grid = sym::getTensorType(dims, b.resultElementType());
  SmallVector<Value> columns;
  for (auto [axis, tensor] : llvm::enumerate(tensors))
    columns.push_back(
        b.Unsqueeze(spread(b, tensor, axis, grid), int64_t(tensors.size())));
  return b.reshape(b.Concat(columns, tensors.size()), b.resultType());
}

/// The number of ways to choose r of n, or the largest integer if that does not
/// fit.
static int64_t getNumChoices(int64_t n, int64_t r) {
  int64_t count = 1;
  for (int64_t i = 0; i < r && count != 0; ++i)
    if (llvm::MulOverflow(count, n - i, count))
      return std::numeric_limits<int64_t>::max();
    else
      count /= i + 1;
  return count;
}

// aten::combinations(Tensor self, int r=2, bool with_replacement=False)
//
// In lexicographic order. Pairs are the elements of a triangle.
static Lowered lowerCombinations(Lowering &b) {
  Value x = b.tensor("self");
  int64_t r = b.getInt("r");
  bool repeats = b.getBool("with_replacement");
  if (b.isRefused() || r <= 0)
    return b.refuseArgument("r", "positive");
  if (r == 1)
    return b.Unsqueeze(x, 1);
  std::optional<int64_t> size = b.constantSize(b.dimsOf(x)[0]);
  std::optional<int64_t> count;
  if (size)
    count = r > *size + (repeats ? r : 0)
                ? 0
                : getNumChoices(repeats ? *size + r - 1 : *size, r);
  if (r == 2 && (!count || !isSmallTable({*count, r}))) {
    Value n = buildSize(b, x, 0);
    auto [first, second] = buildTriangle(b, n, n, repeats ? 0 : 1,
                                         /*upper=*/true, b.resultDims()[0]);
    return b.Concat({b.Unsqueeze(b.Gather(x, first, 0), 1),
                     b.Unsqueeze(b.Gather(x, second, 0), 1)},
                    1);
  }
  int64_t n = b.getStaticSize(x, 0);
  if (b.isRefused() || llvm::MulOverflow(*count, r, *count))
    return b.refuse(
        "expected fewer than 2^63 elements, found more combinations");
  if (!checkConstantSize(b, *count))
    return Lowered::refused();
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
  if (*count != 0)
    choose(0);
  auto shape = RankedTensorType::get({*count / r, r}, b.i64());
  return b.Gather(
      x, b.constant(DenseElementsAttr::get(shape, ArrayRef(indices))), 0);
}

// aten::block_diag(Tensor[] tensors) -> Tensor
static Lowered lowerBlockDiag(Lowering &b) {
  SmallVector<Value> tensors = getTensors(b), rows;
  for (Value &tensor : tensors)
    tensor = atLeast(b, tensor, 2);
  Dims widths;
  for (Value tensor : tensors)
    widths.push_back(b.dimsOf(tensor)[1]);
  for (auto [index, tensor] : llvm::enumerate(tensors)) {
    AffineExpr before = sym::sum(widths.take_front(index), b.getContext());
    AffineExpr behind = sym::sum(widths.drop_front(index + 1), b.getContext());
    auto begin = b.constantSize(before), end = b.constantSize(behind);
    if (begin && end) {
      if (*begin != 0 || *end != 0)
        tensor = b.Pad(tensor, {0, *begin, 0, *end}, {});
    } else {
      Value pads =
          b.Concat({b.ints(0), b.dim1d(before), b.ints(0), b.dim1d(behind)}, 0);
      tensor =
          b.create("Pad",
                   sym::getTensorType({b.dimsOf(tensor)[0], b.resultDims()[1]},
                                      b.elementTypeOf(tensor)),
                   {tensor, pads, b.none(), b.none()});
    }
    rows.push_back(tensor);
  }
  return join(b, rows, 0);
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
  r.add("aten.dstack.default", lowerStackAlong, 2, 3);
  r.add("aten.hstack.default", lowerHStack);
  r.add({"aten.meshgrid.default", "aten.meshgrid.indexing"}, lowerMeshGrid);
  r.add("aten.pad_sequence.default", lowerPadSequence);
  r.add("aten.vstack.default", lowerStackAlong, 0, 2);
}
