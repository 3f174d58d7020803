//===- Index.cpp - Lowerings of indexing ----------------------------------===//
//
// Reads and writes elements by index. Advanced indexing (`x[i, :, j]`) is
// brought to one form: indexed dimensions first, index tensors broadcast and
// stacked along a new last dimension. ONNX's Gather* and Scatter* count
// negative indices from the end, as PyTorch does.
//
//===----------------------------------------------------------------------===//

#include "Lowering.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// One index tensor
//===----------------------------------------------------------------------===//

// aten::index_select(Tensor self, int dim, Tensor index) -> Tensor
static Lowered lowerIndexSelect(Lowering &b) {
  Value x = b.tensor("self"), index = b.tensor("index");
  if (b.rankOf(x) == 0)
    return x;
  index = b.atLeast1d(index);
  return b.Gather(x, index, b.getAxis("dim", b.rankOf(x)));
}

// aten::gather(Tensor self, int dim, Tensor index, *, bool sparse_grad=False)
static Lowered lowerGather(Lowering &b) {
  Value x = b.tensor("self"), index = b.tensor("index");
  if (llvm::any_of(b.dimsOf(index),
                   [&](AffineExpr dim) { return b.constantSize(dim) == 0; }))
    return b.full(b.scalar(0, b.elementTypeOf(x)), b.resultType());
  if (b.rankOf(x) == 0 && b.rankOf(index) == 0)
    return x;
  x = b.atLeast1d(x);
  bool scalar = b.rankOf(index) == 0;
  if (scalar)
    index = b.Unsqueeze(index, 0);
  Value result = b.GatherElements(x, index, b.getAxis("dim", b.rankOf(x)));
  return scalar ? b.Squeeze(result, 0) : result;
}

// aten::take(Tensor self, Tensor index) -> Tensor
static Lowered lowerTake(Lowering &b) {
  Value x = b.tensor("self");
  return b.Gather(b.flatten(x), b.tensor("index"), 0);
}

// aten::take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor
//
// All other dimensions broadcast.
static Lowered lowerTakeAlongDim(Lowering &b) {
  Value x = b.tensor("self"), index = b.tensor("indices");
  if (!b.has("dim"))
    return b.Gather(b.flatten(x), b.flatten(index), 0);
  int64_t axis = b.getAxis("dim", b.rankOf(x));
  Dims dims = b.resultDims();
  Value wide = b.expand(index, b.resultType());
  dims[axis] = b.dimsOf(x)[axis];
  return b.GatherElements(
      b.expand(x, sym::getTensorType(dims, b.elementTypeOf(x))), wide, axis);
}

/// The elements of a 1-d tensor where a mask is true, in order. Compress does
/// not support bf16.
static Value buildCompress(Lowering &b, Value x, Value mask) {
  Type type = b.elementTypeOf(x), wide = type.isBF16() ? b.f32() : type;
  RankedTensorType result = b.resultType().clone(wide);
  return b.Cast(b.create("Compress", result, {b.Cast(x, wide), mask}), type);
}

// aten::masked_select(Tensor self, Tensor mask) -> Tensor
//
// Compress flattens its operand, but not its condition.
static Lowered lowerMaskedSelect(Lowering &b) {
  Value x = b.tensor("self"), mask = b.tensor("mask", b.i1());
  SmallVector<AffineExpr> dims =
      onnx::broadcastDims(b.dimsOf(x), b.dimsOf(mask));
  auto type = sym::getTensorType(dims, b.elementTypeOf(x));
  if (llvm::is_contained(dims, AffineExpr())) {
    // Broadcasts by Where, which also works for dynamic sizes.
    x = b.Where(mask, x, x);
    mask = b.And(mask,
                 b.Expand(b.scalar(1, b.i1()), b.Shape(x), type.clone(b.i1())));
  } else {
    x = b.expand(x, type);
    mask = b.expand(mask, type);
  }
  mask = b.flatten(mask);
  x = b.atLeast1d(x);
  return buildCompress(b, x, mask);
}

/// The number of classes that is known only at run time, where -1 stands for
/// the largest element plus 1. There may be no elements if it is not -1.
static Value buildClassCount(Lowering &b, Value x) {
  Value classes = b.number("num_classes", b.i64());
  AffineExpr expr = b.getExpr("num_classes");
  if (expr && b.getNumbers().lowerBound(expr) >= 0)
    return classes;
  Value numbers = b.Concat({b.flatten(b.Cast(x, b.i64())), b.ints(-1)}, 0);
  Value found = b.Add(b.ReduceMax(numbers, {0}, /*keepDims=*/false),
                      b.scalar(1, b.i64()));
  return b.Where(b.Less(classes, b.scalar(0, b.i64())), found, classes);
}

// aten::one_hot(Tensor self, int num_classes=-1) -> Tensor
static Lowered lowerOneHot(Lowering &b) {
  Value x = b.tensor("self");
  std::optional<int64_t> classes = b.getArguments().getInt("num_classes");
  Value depth;
  if (classes && *classes >= 0)
    depth = b.scalar(*classes, b.i64());
  else if (b.constantSize(b.resultDims().back()))
    depth = b.scalar(*b.constantSize(b.resultDims().back()), b.i64());
  else if (classes)
    depth = b.Add(b.ReduceMax(x, b.integers(0, b.rankOf(x)),
                              /*keepDims=*/false),
                  b.scalar(1, b.i64()));
  else
    depth = buildClassCount(b, x);
  RankedTensorType type = b.resultType();
  if (b.rankOf(x) > 0)
    return b.create("OneHot", type, {x, depth, b.ints({0, 1})});
  // OneHot requires at least one dimension.
  Dims dims = b.resultDims();
  dims.insert(dims.begin(), b.constantDim(1));
  return b.Squeeze(b.create("OneHot",
                            sym::getTensorType(dims, type.getElementType()),
                            {b.Unsqueeze(x, 0), depth, b.ints({0, 1})}),
                   0);
}

//===----------------------------------------------------------------------===//
// Advanced indexing
//===----------------------------------------------------------------------===//

namespace {
/// `x[indices]` with the indexed dimensions in front.
struct AdvancedIndex {
  /// Dimensions of `x` that are indexed, in order.
  SmallVector<int64_t> axes;
  /// One integer tensor per indexed dimension; they broadcast to one shape.
  SmallVector<Value> indices;
  /// Dimensions of `x`: the indexed ones, then the others.
  SmallVector<int64_t> perm;
  /// The shape that the index tensors broadcast to.
  Dims dims;
  /// The position of the indexed dimensions in the result: in place if they are
  /// adjacent, else at the front.
  int64_t resultAxis = 0;
};
} // namespace

/// Splits a boolean index into one integer index for each of its dimensions.
static void addMask(Lowering &b, Value mask, SmallVectorImpl<Value> &indices) {
  int64_t rank = b.rankOf(mask);
  // One row for each dimension, one column for each true element.
  Value positions = b.create(
      "NonZero",
      sym::getTensorType({b.constantDim(rank), AffineExpr()}, b.i64()), mask);
  if (rank == 1) {
    indices.push_back(b.Squeeze(positions, 0));
    return;
  }
  for (int64_t i = 0; i < rank; ++i)
    indices.push_back(b.Gather(positions, b.scalar(i, b.i64()), 0));
}

/// If `clamped`, out-of-range indices are clamped to [-size, size - 1].
static AdvancedIndex getAdvancedIndex(Lowering &b, Value x,
                                      bool clamped = false) {
  AdvancedIndex result;
  int64_t axis = 0;
  bool contiguous = true;
  for (Value index : b.tensors("indices")) {
    if (!index) {
      ++axis;
      continue;
    }
    contiguous &= result.axes.empty() || result.axes.back() + 1 == axis;
    SmallVector<Value> indices;
    if (b.isBool(b.elementTypeOf(index)) ||
        b.elementTypeOf(index).isUnsignedInteger(8))
      addMask(b, b.Cast(index, b.i1()), indices);
    else
      indices.push_back(b.Cast(index, b.i64()));
    for (Value position : indices) {
      if (clamped) {
        Value last = b.Squeeze(b.sizeOf(x, axis), 0);
        position =
            b.Clip(position, b.Neg(last), b.Sub(last, b.scalar(1, b.i64())));
      }
      result.axes.push_back(axis++);
      result.dims = onnx::broadcastDims(result.dims, b.dimsOf(position));
      result.indices.push_back(position);
    }
  }
  result.resultAxis = contiguous && !result.axes.empty() ? result.axes[0] : 0;
  result.perm = result.axes;
  llvm::append_range(result.perm, b.getOtherAxes(x, result.axes));
  return result;
}

/// The index tensors broadcast and stacked: [dims..., number of axes].
static Value stackIndices(Lowering &b, const AdvancedIndex &index) {
  int64_t rank = index.dims.size();
  auto type = sym::getTensorType(index.dims, b.i64());
  // Unknown sizes (of a mask) are read from an index of the whole shape, or
  // else from the sum of all.
  Value shape;
  if (index.indices.size() > 1 &&
      llvm::is_contained(index.dims, AffineExpr())) {
    const auto *whole = llvm::find_if(index.indices, [&](Value position) {
      return b.dimsOf(position) == index.dims;
    });
    Value like = whole != index.indices.end() ? *whole : index.indices.front();
    if (whole == index.indices.end())
      for (Value position : llvm::drop_begin(index.indices))
        like = b.Add(like, position);
    shape = b.Shape(like);
  }
  SmallVector<Value> columns;
  for (Value position : index.indices) {
    if (index.indices.size() > 1 && position.getType() != type)
      position =
          shape ? b.Expand(position, shape, type) : b.expand(position, type);
    columns.push_back(b.Unsqueeze(position, b.rankOf(position)));
  }
  return b.Concat(columns, rank);
}

/// Moves `count` dimensions from the front to `axis`, or back.
static Value moveFront(Lowering &b, Value x, int64_t count, int64_t axis,
                       bool back) {
  if (axis == 0)
    return x;
  SmallVector<int64_t> perm;
  int64_t rank = b.rankOf(x);
  if (back) {
    for (int64_t i = 0; i < count; ++i)
      perm.push_back(axis + i);
    for (int64_t i = 0; i < rank; ++i)
      if (i < axis || i >= axis + count)
        perm.push_back(i);
  } else {
    for (int64_t i = 0; i < axis; ++i)
      perm.push_back(count + i);
    for (int64_t i = 0; i < count; ++i)
      perm.push_back(i);
    for (int64_t i = count + axis; i < rank; ++i)
      perm.push_back(i);
  }
  return b.Transpose(x, perm);
}

/// The elements at the indices.
static Value readAt(Lowering &b, Value x, const AdvancedIndex &index) {
  if (index.axes.empty())
    return x;
  if (index.axes.size() == 1)
    return b.Gather(x, index.indices[0], index.axes[0]);
  Value indices = stackIndices(b, index);
  Value gathered = b.Transpose(x, index.perm);
  Dims dims = index.dims;
  llvm::append_range(dims, b.dimsOf(gathered).drop_front(index.axes.size()));
  Value result = b.GatherND(gathered, indices,
                            sym::getTensorType(dims, b.elementTypeOf(x)));
  return moveFront(b, result, index.dims.size(), index.resultAxis,
                   /*back=*/false);
}

// aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor
static Lowered lowerIndex(Lowering &b) {
  Value x = b.tensor("self");
  SmallVector<Value> given = b.tensors("indices");
  // x[mask]
  if (given.size() == 1 && given[0] && b.isBool(b.elementTypeOf(given[0])) &&
      b.rankOf(given[0]) == b.rankOf(x) && b.rankOf(x) > 0) {
    Dims dims = b.dimsOf(x);
    return buildCompress(
        b, x, b.reshape(given[0], sym::product(dims, b.getContext())));
  }
  return readAt(b, x, getAdvancedIndex(b, x));
}

// aten::_unsafe_masked_index(Tensor self, Tensor mask, Tensor?[] indices,
//                            Scalar fill) -> Tensor
static Lowered lowerMaskedIndex(Lowering &b) {
  Value x = b.tensor("self");
  Value fill = b.number("fill", b.elementTypeOf(x));
  if (llvm::any_of(b.dimsOf(x),
                   [&](AffineExpr dim) { return b.constantSize(dim) == 0; }))
    return b.full(fill, b.resultType());
  Value read = readAt(b, x, getAdvancedIndex(b, x, /*clamped=*/true));
  return b.Where(b.tensor("mask", b.i1()), read, fill);
}

/// `x` with `values` written or added at the indices.
static Lowered writeAt(Lowering &b, Value x, Value values,
                       const AdvancedIndex &index, bool accumulate);

/// Written values may have further dimensions of size 1 in front.
static Value dropLeading(Lowering &b, Value values, int64_t rank) {
  int64_t extra = b.rankOf(values) - rank;
  return extra > 0 ? b.Squeeze(values, b.integers(0, extra)) : values;
}

// aten::index_put(Tensor self, Tensor?[] indices, Tensor values,
//                 bool accumulate=False) -> Tensor
static Lowered lowerIndexPut(Lowering &b) {
  Value x = b.tensor("self");
  Value values = b.tensor("values", b.elementTypeOf(x));
  bool accumulate = b.getBool("accumulate");
  SmallVector<Value> given = b.tensors("indices");
  // x[mask] = number, or x[condition] = values.
  if (given.size() == 1 && given[0] && b.isBool(b.elementTypeOf(given[0])) &&
      !accumulate && (b.rankOf(values) == 0 || b.rankOf(given[0]) == 0)) {
    Value mask = given[0];
    values = dropLeading(b, values, b.rankOf(x));
    if (b.rankOf(mask) < b.rankOf(x))
      mask = b.Unsqueeze(mask, b.integers(b.rankOf(mask), b.rankOf(x)));
    return b.Where(mask, values, x);
  }
  return writeAt(b, x, values, getAdvancedIndex(b, x), accumulate);
}

// aten::_unsafe_masked_index_put_accumulate(Tensor self, Tensor mask,
//     Tensor?[] indices, Tensor values) -> Tensor
static Lowered lowerMaskedIndexPut(Lowering &b) {
  Value x = b.tensor("self");
  if (llvm::any_of(b.dimsOf(x),
                   [&](AffineExpr dim) { return b.constantSize(dim) == 0; }))
    return x;
  Type type = b.elementTypeOf(x);
  Value values = b.Where(b.tensor("mask", b.i1()), b.tensor("values", type),
                         b.scalar(0, type));
  return writeAt(b, x, values, getAdvancedIndex(b, x, /*clamped=*/true),
                 /*accumulate=*/true);
}

static Lowered writeAt(Lowering &b, Value x, Value values,
                       const AdvancedIndex &index, bool accumulate) {
  if (index.axes.empty())
    return b.refuse("expected 'indices' to index a dimension, found no index");
  int64_t indexRank = index.dims.size();
  Value indices = stackIndices(b, index);
  Value base = b.Transpose(x, index.perm);
  // The values have the shape that reading would give.
  Dims rest(b.dimsOf(base).drop_front(index.axes.size()));
  Dims dims(rest.take_front(index.resultAxis));
  llvm::append_range(dims, index.dims);
  dims.append(rest.drop_front(index.resultAxis));
  auto type = sym::getTensorType(dims, b.elementTypeOf(x));
  values = dropLeading(b, values, dims.size());
  if (values.getType() != type) {
    bool known = !llvm::is_contained(dims, AffineExpr());
    if (known) {
      values = b.expand(values, type);
    } else {
      SmallVector<Value> shape;
      if (index.resultAxis > 0)
        shape.push_back(b.shapeOf(
            sym::getTensorType(rest.take_front(index.resultAxis), b.i64())));
      shape.push_back(b.Shape(indices, 0, indexRank));
      if (index.resultAxis < int64_t(rest.size()))
        shape.push_back(b.shapeOf(
            sym::getTensorType(rest.drop_front(index.resultAxis), b.i64())));
      values = b.Expand(values, b.Concat(shape, 0), type);
    }
  }
  values = moveFront(b, values, indexRank, index.resultAxis, /*back=*/true);
  Value result =
      b.ScatterND(base, indices, values, accumulate ? "add" : "none");
  SmallVector<int64_t> inverse(index.perm.size());
  for (auto [position, axis] : llvm::enumerate(index.perm))
    inverse[axis] = position;
  return b.Transpose(result, inverse);
}

// aten::masked_fill.Scalar(Tensor self, Tensor mask, Scalar value) -> Tensor
static Lowered lowerMaskedFill(Lowering &b) {
  Type type = b.resultElementType();
  return b.Where(b.tensor("mask", b.i1()), b.tensor("value", type),
                 b.tensor("self", type));
}

void torch_onnx::populateIndex(LoweringRegistry &r) {
  r.add("aten._unsafe_masked_index.default", lowerMaskedIndex);
  r.add("aten._unsafe_masked_index_put_accumulate.default",
        lowerMaskedIndexPut);
  r.add("aten.gather.default", lowerGather);
  r.add({"aten.index.Tensor", "aten._unsafe_index.Tensor"}, lowerIndex);
  r.add({"aten.index_put.default", "aten._index_put_impl.default",
         "aten._unsafe_index_put.default"},
        lowerIndexPut);
  r.add("aten.index_select.default", lowerIndexSelect);
  r.add({"aten.masked_fill.Scalar", "aten.masked_fill.Tensor"},
        lowerMaskedFill);
  r.add("aten.masked_select.default", lowerMaskedSelect);
  r.add("aten.one_hot.default", lowerOneHot);
  r.add("aten.take.default", lowerTake);
  r.add("aten.take_along_dim.default", lowerTakeAlongDim);
}
