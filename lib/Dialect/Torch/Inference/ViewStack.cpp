//===- ViewStack.cpp - Types of joining and splitting operators -----------===//
//
// Concatenation promotes dtypes and adds sizes. The number of results of a
// split follows from the size of a dimension, or from the program if that size
// is symbolic.
//
//===----------------------------------------------------------------------===//

#include "Shapes.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Joining
//===----------------------------------------------------------------------===//

/// The common dtype of a list of tensors.
static Type promoteAll(Inference &b, ArrayRef<RankedTensorType> tensors) {
  Promotion promotion;
  for (RankedTensorType tensor : tensors)
    if (tensor)
      promotion.addTensor(tensor);
  Type type = promotion.get();
  return type ? type : b.f32();
}

static bool isEmptyVector(RankedTensorType type) {
  return type.getRank() == 1 && type.getDimSize(0) == 0;
}

Inferred torch_onnx::torch::concatenate(Inference &b,
                                        ArrayRef<RankedTensorType> tensors,
                                        int64_t axis) {
  Dims dims;
  SmallVector<AffineExpr> sizes;
  std::optional<int64_t> index;
  for (RankedTensorType tensor : tensors) {
    if (b.hasFailed() || !tensor)
      return b.invalid("expected tensors to concatenate, found None");
    if (isEmptyVector(tensor))
      continue;
    Dims other = b.dimsOf(tensor);
    if (!index) {
      index = b.wrapAxis(axis, other.size());
      dims = other;
    }
    if (b.hasFailed() || other.empty() || other.size() != dims.size())
      return b.invalid("expected tensors of one rank to concatenate, found " +
                       Twine(dims.size()) + " and " + Twine(other.size()));
    for (auto [position, dim] : llvm::enumerate(other)) {
      if (int64_t(position) == *index)
        sizes.push_back(dim);
      else
        dims[position] = b.unify(dims[position], dim);
    }
  }
  if (tensors.empty())
    return b.invalid("expected one or more tensors to concatenate, found none");
  if (!index) // Empty vectors only.
    return b.type(b.size(0), promoteAll(b, tensors));
  dims[*index] = sym::sum(sizes, b.getContext());
  return b.type(dims, promoteAll(b, tensors));
}

// aten::cat(Tensor[] tensors, int dim=0) -> Tensor
static Inferred inferCat(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  int64_t axis = b.getInt("dim");
  return concatenate(b, tensors, axis);
}

// aten::stack(Tensor[] tensors, int dim=0) -> Tensor
static Inferred inferStack(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  if (b.hasFailed() || tensors.empty() || !tensors[0])
    return b.invalidArgument("tensors", "a list of tensors");
  Dims dims = b.dimsOf(tensors[0]);
  int64_t axis = b.getAxis("dim", dims.size() + 1);
  for (RankedTensorType tensor : tensors) {
    if (!tensor || tensor.getRank() != int64_t(dims.size()))
      return b.invalidElement("tensors", Twine(dims.size()) + " dimensions",
                              tensor);
    for (auto [dim, other] : llvm::zip_equal(dims, b.dimsOf(tensor)))
      dim = b.unify(dim, other);
  }
  if (b.hasFailed())
    return {};
  dims.insert(dims.begin() + axis, b.size(int64_t(tensors.size())));
  return b.type(dims, promoteAll(b, tensors));
}

// aten::pad_sequence(Tensor[] sequences, bool batch_first=False,
//   float padding_value=0., str padding_side="right") -> Tensor
static Inferred inferPadSequence(Inference &b) {
  SmallVector<RankedTensorType> sequences = b.tensors("sequences");
  bool isBatchFirst = b.getBool("batch_first");
  if (b.hasFailed() || sequences.empty() || !sequences[0])
    return b.invalidArgument("sequences", "a list of tensors");
  Dims dims = b.dimsOf(sequences[0]);
  for (RankedTensorType sequence : sequences) {
    if (!sequence || sequence.getRank() == 0 ||
        sequence.getRank() != int64_t(dims.size()))
      return b.invalidElement(
          "sequences", "1 or more dimensions, as many as the first", sequence);
    Dims other = b.dimsOf(sequence);
    if (dims[0] != other[0]) {
      // The longest, if it is statically known.
      auto known = dyn_cast_if_present<AffineConstantExpr>(dims[0]);
      auto size = dyn_cast_if_present<AffineConstantExpr>(other[0]);
      dims[0] = known && size
                    ? b.size(std::max(known.getValue(), size.getValue()))
                    : AffineExpr();
    }
    for (size_t axis = 1; axis < dims.size(); ++axis)
      dims[axis] = b.unify(dims[axis], other[axis]);
  }
  if (b.hasFailed())
    return {};
  dims.insert(dims.begin() + (isBatchFirst ? 0 : 1),
              b.size(int64_t(sequences.size())));
  return b.type(dims, sequences[0].getElementType());
}

/// numpy's atleast_1d, 2d and 3d: a vector becomes a row, a matrix a page.
static RankedTensorType raise(Inference &b, RankedTensorType x, int64_t rank) {
  Dims dims = b.dimsOf(x);
  while (int64_t(dims.size()) < rank)
    dims.insert(dims.size() == 2 ? dims.end() : dims.begin(), b.size(1));
  return b.type(dims, x.getElementType());
}

static TypeRule atLeast(int64_t rank) {
  return [rank](Inference &b) -> Inferred {
    return raise(b, b.tensor("self"), rank);
  };
}

/// hstack, vstack, dstack: joins tensors after raising them to that rank.
static TypeRule stacking(int64_t rank, int64_t axis) {
  return [=](Inference &b) -> Inferred {
    SmallVector<RankedTensorType> tensors = b.tensors("tensors");
    int64_t along = axis;
    for (RankedTensorType &tensor : tensors) {
      if (b.hasFailed() || !tensor)
        return b.invalid("expected tensors to stack, found None");
      tensor = raise(b, tensor, rank);
      if (tensor.getRank() == 1)
        along = 0;
    }
    return concatenate(b, tensors, along);
  };
}

// aten::column_stack(Tensor[] tensors) -> Tensor: vectors are columns.
static Inferred inferColumnStack(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  for (RankedTensorType &tensor : tensors) {
    if (b.hasFailed() || !tensor)
      return b.invalid("expected tensors to stack, found None");
    Dims dims = b.dimsOf(tensor);
    while (dims.size() < 2)
      dims.push_back(b.size(1));
    tensor = b.type(dims, tensor.getElementType());
  }
  return concatenate(b, tensors, 1);
}

// aten::_chunk_cat(Tensor[] tensors, int dim, int num_chunks) -> Tensor
//
// Each tensor is padded to equal chunks, and the remaining dimensions are
// flattened.
static Inferred inferChunkCat(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  int64_t chunks = b.getInt("num_chunks");
  int64_t axis = -1;
  for (RankedTensorType &tensor : tensors) {
    if (b.hasFailed() || !tensor || tensor.getRank() == 0)
      return b.invalidElement("tensors", "1 or more dimensions", tensor);
    if (chunks < 1)
      return b.invalidArgument("num_chunks", "positive");
    axis = b.axis("dim", tensor);
    Dims dims = b.dimsOf(tensor);
    Dims flat(dims.begin(), dims.begin() + axis);
    flat.push_back(b.size(chunks));
    dims[axis] = sym::ceilDiv(dims[axis], chunks);
    flat.push_back(b.product(dims.drop_front(axis)));
    tensor = b.type(flat, tensor.getElementType());
  }
  return concatenate(b, tensors, axis + 1);
}

// aten::block_diag(Tensor[] tensors) -> Tensor
static Inferred inferBlockDiag(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  SmallVector<AffineExpr> rows, columns;
  for (RankedTensorType tensor : tensors) {
    if (b.hasFailed() || !tensor || tensor.getRank() > 2)
      return b.invalidElement("tensors", "at most 2 dimensions", tensor);
    Dims dims = b.dimsOf(raise(b, tensor, 2));
    rows.push_back(dims[0]);
    columns.push_back(dims[1]);
  }
  return b.type(
      {sym::sum(rows, b.getContext()), sym::sum(columns, b.getContext())},
      promoteAll(b, tensors));
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

static TypeRule atLeastEach(int64_t rank) {
  return [rank](Inference &b) -> Inferred {
    SmallVector<Type> types;
    for (RankedTensorType tensor : b.tensors("tensors"))
      types.push_back(tensor ? raise(b, tensor, rank) : RankedTensorType());
    return types;
  };
}

// aten::broadcast_tensors(Tensor[] tensors) -> Tensor[]
static Inferred inferBroadcastTensors(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  Dims dims;
  for (RankedTensorType tensor : tensors)
    if (tensor)
      dims = b.broadcast(dims, b.dimsOf(tensor));
  SmallVector<Type> types;
  for (RankedTensorType tensor : tensors)
    types.push_back(tensor ? b.type(dims, tensor.getElementType())
                           : RankedTensorType());
  return types;
}

// aten::meshgrid.indexing(Tensor[] tensors, *, str indexing) -> Tensor[]
static Inferred inferMeshGrid(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  Dims dims;
  for (RankedTensorType tensor : tensors) {
    if (b.hasFailed() || !tensor || tensor.getRank() > 1)
      return b.invalidElement("tensors", "at most 1 dimension", tensor);
    dims.push_back(tensor.getRank() == 0 ? b.size(1) : b.dimsOf(tensor)[0]);
  }
  if (b.getString("indexing") == "xy" && dims.size() >= 2)
    std::swap(dims[0], dims[1]);
  SmallVector<Type> types;
  for (RankedTensorType tensor : tensors)
    types.push_back(b.type(dims, tensor.getElementType()));
  return types;
}

// aten::cartesian_prod(Tensor[] tensors) -> Tensor
static Inferred inferCartesianProduct(Inference &b) {
  SmallVector<RankedTensorType> tensors = b.tensors("tensors");
  SmallVector<AffineExpr> sizes;
  for (RankedTensorType tensor : tensors) {
    if (b.hasFailed() || !tensor || tensor.getRank() != 1)
      return b.invalidElement("tensors", "1 dimension", tensor);
    sizes.push_back(b.dimsOf(tensor)[0]);
  }
  if (tensors.size() == 1)
    return tensors[0];
  return b.type({b.product(sizes), b.size(int64_t(tensors.size()))},
                promoteAll(b, tensors));
}

// aten::combinations(Tensor self, int r=2, bool with_replacement=False)
//
// n choose r rows.
static Inferred inferCombinations(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t r = b.getInt("r");
  bool repeats = b.getBool("with_replacement");
  if (b.hasFailed() || x.getRank() != 1)
    return b.invalidRank("self", "1 dimension", x.getRank());
  if (r < 0)
    return b.invalidArgument("r", "0 or more");
  if (r == 0)
    return b.type(b.size(0), x.getElementType());
  std::optional<int64_t> n = b.constantSize(b.dimsOf(x)[0]);
  AffineExpr rows;
  if (n && r <= 8 && *n <= 64) {
    int64_t from = repeats ? *n + r - 1 : *n, count = from < r ? 0 : 1;
    for (int64_t i = 0; i < r; ++i)
      count = count * (from - i) / (i + 1);
    rows = b.size(*n == 0 ? 0 : count);
  }
  return b.type({rows, b.size(r)}, x.getElementType());
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

Inferred torch_onnx::torch::split(Inference &b, RankedTensorType x,
                                  int64_t axis, ArrayRef<AffineExpr> sizes) {
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  Dims dims = b.dimsOf(x);
  SmallVector<Type> types;
  for (AffineExpr size : sizes) {
    dims[axis] = size;
    types.push_back(b.type(dims, x.getElementType()));
  }
  return types;
}

/// Pieces of `size`; the last piece has the rest.
static Inferred splitEvenly(Inference &b, RankedTensorType x, int64_t axis,
                            AffineExpr size) {
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  AffineExpr total = b.dimsOf(x)[axis];
  int64_t count = b.getOp()->getNumResults();
  auto length = b.constantSize(total), piece = b.constantSize(size);
  if (length && piece) {
    if (*piece < 0 || (*piece == 0 && *length != 0))
      return b.invalid("expected pieces of a positive size, found " +
                       Twine(*piece));
    count = *piece == 0
                ? 1
                : std::max<int64_t>(1, llvm::divideCeilSigned(*length, *piece));
  }
  if (count == 0)
    return b.unknown(
        "expected a constant number of pieces, found a dimension of size " +
        describeSize(total));
  if (!b.checkNumResults(count))
    return {};
  SmallVector<AffineExpr> sizes(count - 1, size);
  sizes.push_back(count == 1 ? total
                             : sym::sub(total, sym::mul(size, count - 1)));
  return split(b, x, axis, sizes);
}

// aten::split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]
static Inferred inferSplit(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return splitEvenly(b, x, b.axis("dim", x), b.getExpr("split_size"));
}

// aten::chunk(Tensor self, int chunks, int dim=0) -> Tensor[]
static Inferred inferChunk(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x), chunks = b.getInt("chunks");
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  if (chunks < 1)
    return b.invalidArgument("chunks", "positive");
  AffineExpr size = b.dimsOf(x)[axis];
  if (b.constantSize(size) == 0 && b.checkNumResults(chunks))
    return split(b, x, axis, SmallVector<AffineExpr>(chunks, size));
  return splitEvenly(b, x, axis, sym::ceilDiv(size, chunks));
}

/// split_with_sizes, split.sizes.
static TypeRule splitting(StringRef name) {
  return [name](Inference &b) {
    RankedTensorType x = b.tensor("self");
    int64_t axis = b.axis("dim", x);
    Dims sizes = b.exprs(name);
    if (!b.hasFailed() && x.getRank() != 0)
      b.unify(b.dimsOf(x)[axis], sym::sum(sizes, b.getContext()));
    return split(b, x, axis, sizes);
  };
}

/// `count` pieces. If they cannot be equal, the first ones are longer by 1.
static Inferred splitInto(Inference &b, RankedTensorType x, int64_t axis,
                          int64_t count) {
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  if (count < 1)
    return b.invalid("expected a positive number of sections, found " +
                     Twine(count));
  if (!b.checkNumResults(count))
    return {};
  SmallVector<AffineExpr> sizes;
  for (int64_t i = 0; i < count; ++i)
    sizes.push_back(
        sym::floorDiv(sym::add(b.dimsOf(x)[axis], count - 1 - i), count));
  return split(b, x, axis, sizes);
}

/// Splits before, between and after the indices.
static Inferred splitAt(Inference &b, RankedTensorType x, int64_t axis,
                        ArrayRef<AffineExpr> indices) {
  if (b.hasFailed() || x.getRank() == 0)
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  AffineExpr size = b.dimsOf(x)[axis], start = b.size(0);
  SmallVector<AffineExpr> sizes;
  for (AffineExpr index : indices) {
    sizes.push_back(sliceSize(b, size, start, index, b.size(1)));
    start = index;
  }
  sizes.push_back(sliceSize(b, size, start, size, b.size(1)));
  return split(b, x, axis, sizes);
}

static Inferred inferTensorSplitSections(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return splitInto(b, x, b.axis("dim", x), b.getInt("sections"));
}

static Inferred inferTensorSplitIndices(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return splitAt(b, x, b.axis("dim", x), b.exprs("indices"));
}

// aten::tensor_split.tensor_indices_or_sections(Tensor self,
//   Tensor tensor_indices_or_sections, int dim=0) -> Tensor[]
//
// The values in the tensor are unknown here; their number usually is known.
static constexpr int64_t maxPieces = 1 << 16;
static Inferred inferTensorSplitTensor(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  Dims indices = b.dimsOf(b.tensor("tensor_indices_or_sections"));
  size_t count = b.getOp()->getNumResults();
  if (count == 0 && !b.hasFailed() && indices.size() == 1)
    if (auto size = b.constantSize(indices[0]); size && *size < maxPieces)
      count = *size + 1;
  if (count == 0)
    return b.unknown(
        "expected a constant number of pieces, found one in a tensor");
  return split(b, x, axis, SmallVector<AffineExpr>(count, AffineExpr()));
}

/// hsplit, vsplit, dsplit: along a fixed axis.
static TypeRule splittingAlong(int64_t axis) {
  return [axis](Inference &b) -> Inferred {
    RankedTensorType x = b.tensor("self");
    // The columns of a vector are its elements.
    int64_t along = axis == 1 && x.getRank() == 1 ? 0 : axis;
    if (b.hasFailed() || along >= x.getRank())
      return b.invalidRank("self", "more than " + Twine(along) + " dimensions",
                           x.getRank());
    if (b.has("sections"))
      return splitInto(b, x, along, b.getInt("sections"));
    return splitAt(b, x, along, b.exprs("indices"));
  };
}

// aten::unbind.int(Tensor self, int dim=0) -> Tensor[]
static Inferred inferUnbind(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", x.getRank());
  int64_t count =
      b.constantSize(dims[axis]).value_or(b.getOp()->getNumResults());
  if (count == 0 && !b.constantSize(dims[axis]))
    return b.unknown("expected a constant number of slices, found " +
                     describeSize(dims[axis]));
  if (!b.checkNumResults(count))
    return {};
  dims.erase(dims.begin() + axis);
  return SmallVector<Type>(count, b.type(dims, x.getElementType()));
}

void torch_onnx::torch::populateViewStackOperators(OperatorTable &r) {
  r.add("aten.cat.default", inferCat,
        {.elements = {"tensors"}, .axes = {"dim"}, .fold = FoldKind::Cat});
  r.add({"aten._stack.default", "aten.stack.default"}, inferStack,
        {.elements = {"tensors"},
         .axes = {"dim"},
         .carry = Carry::AlongNew,
         .fold = FoldKind::Stack});
  r.add("aten.pad_sequence.default", inferPadSequence);
  const OperatorTraits ofTensors = {.elements = {"tensors"}};
  r.add("aten.hstack.default", stacking(1, 1), ofTensors);
  r.add("aten.vstack.default", stacking(2, 0), ofTensors);
  r.add("aten.dstack.default", stacking(3, 2), ofTensors);
  r.add("aten.column_stack.default", inferColumnStack, ofTensors);
  r.add("aten._chunk_cat.default", inferChunkCat, ofTensors);
  r.add("aten.block_diag.default", inferBlockDiag, ofTensors);
  r.add("aten.cartesian_prod.default", inferCartesianProduct,
        {.view = ViewKind::EachOrCopy});
  r.add("aten.combinations.default", inferCombinations);
  r.add("aten.atleast_1d.default", atLeast(1), {.view = ViewKind::Reshape});
  r.add("aten.atleast_2d.default", atLeast(2), {.view = ViewKind::Reshape});
  r.add("aten.atleast_3d.default", atLeast(3), {.view = ViewKind::Reshape});
  r.add("aten.atleast_1d.Sequence", atLeastEach(1),
        {.view = ViewKind::EachOrCopy});
  r.add("aten.atleast_2d.Sequence", atLeastEach(2),
        {.view = ViewKind::EachOrCopy});
  r.add("aten.atleast_3d.Sequence", atLeastEach(3),
        {.view = ViewKind::EachOrCopy});
  r.add("aten.broadcast_tensors.default", inferBroadcastTensors,
        {.view = ViewKind::EachOrCopy});
  r.add({"aten.meshgrid.default", "aten.meshgrid.indexing"}, inferMeshGrid,
        {.view = ViewKind::EachOrCopy});

  const OperatorTraits part = {.view = ViewKind::Split, .axes = {"dim"}};
  r.add({"aten.split.Tensor", "aten.unsafe_split.Tensor"}, inferSplit, part);
  r.add({"aten.chunk.default", "aten.unsafe_chunk.default"}, inferChunk, part);
  r.add("aten.split.sizes", splitting("split_size"), part);
  r.add(
      {"aten.split_with_sizes.default", "aten.unsafe_split_with_sizes.default"},
      splitting("split_sizes"), part);
  r.add("aten.tensor_split.sections", inferTensorSplitSections, part);
  r.add("aten.tensor_split.indices", inferTensorSplitIndices, part);
  r.add("aten.tensor_split.tensor_indices_or_sections", inferTensorSplitTensor,
        part);
  r.add({"aten.hsplit.array", "aten.hsplit.int"}, splittingAlong(1),
        {.view = ViewKind::Split, .splitDim = 1});
  r.add({"aten.vsplit.array", "aten.vsplit.int"}, splittingAlong(0),
        {.view = ViewKind::Split, .splitDim = 0});
  r.add({"aten.dsplit.array", "aten.dsplit.int"}, splittingAlong(2),
        {.view = ViewKind::Split, .splitDim = 2});
  r.add("aten.unbind.int", inferUnbind,
        {.view = ViewKind::Unbind, .axes = {"dim"}});
  r.mark({"aten.cat.default", "aten.stack.default", "aten.hstack.default",
          "aten.vstack.default", "aten.dstack.default",
          "aten.column_stack.default", "aten.unsafe_split.Tensor",
          "aten.unsafe_chunk.default", "aten.broadcast_tensors.default",
          "aten.meshgrid.default", "aten.meshgrid.indexing",
          "aten.atleast_1d.default", "aten.atleast_1d.Sequence",
          "aten.atleast_2d.default", "aten.atleast_2d.Sequence",
          "aten.atleast_3d.default", "aten.atleast_3d.Sequence"},
         &OperatorTraits::recordsStrides);
}
