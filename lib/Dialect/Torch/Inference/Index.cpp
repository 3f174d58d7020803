//===- Index.cpp - Types of indexing, scattering and searching ------------===//
//
// A read has the shape of the indices, a write the shape of the written tensor.
// The number of elements that a condition selects is known only at run time.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

// aten::index.Tensor(Tensor self, Tensor?[] indices) -> Tensor
//
// The indices broadcast. Their dimensions replace the indexed dimensions if
// these are adjacent, and are in front otherwise. A mask stands for one index
// for each of its dimensions.
static Inferred inferIndex(Inference &b) {
  RankedTensorType x = b.tensor("self");
  SmallVector<RankedTensorType> indices = b.tensors("indices");
  if (b.hasFailed())
    return {};
  Dims source = b.dimsOf(x), dims, indexed;
  std::optional<size_t> position;
  bool areNeighbours = true, wasIndexed = false;
  size_t axis = 0;
  for (RankedTensorType index : indices) {
    if (!index) {
      if (axis >= source.size())
        return b.invalid("expected at most " + Twine(source.size()) +
                         " indexed dimensions, found " + Twine(axis + 1));
      dims.push_back(source[axis++]);
      wasIndexed = false;
      continue;
    }
    Type type = index.getElementType();
    bool isMask = type.isInteger(1) || type.isUnsignedInteger(8);
    areNeighbours &= !position || wasIndexed;
    wasIndexed = true;
    if (!position)
      position = dims.size();
    axis += isMask ? index.getRank() : 1;
    indexed =
        b.broadcast(indexed, isMask ? Dims{AffineExpr()} : b.dimsOf(index));
  }
  if (b.hasFailed() || axis > source.size())
    return b.invalid("expected at most " + Twine(source.size()) +
                     " indexed dimensions, found " + Twine(axis));
  dims.append(source.begin() + axis, source.end());
  size_t at = areNeighbours && position ? *position : 0;
  dims.insert(dims.begin() + at, indexed.begin(), indexed.end());
  return b.type(dims, x.getElementType());
}

/// gather, take: the result has the shape of the index.
static Inferred inferShapeOfIndex(Inference &b) {
  return b.type(b.tensor("index"), b.tensor("self").getElementType());
}

// aten::index_select(Tensor self, int dim, Tensor index) -> Tensor
static Inferred inferIndexSelect(Inference &b) {
  RankedTensorType x = b.tensor("self"), index = b.tensor("index");
  int64_t axis = b.axis("dim", x);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return x;
  dims[axis] = b.product(b.dimsOf(index));
  return b.type(dims, x.getElementType());
}

// aten::take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor
static Inferred inferTakeAlongDim(Inference &b) {
  RankedTensorType x = b.tensor("self"), index = b.tensor("indices");
  Dims source = b.dimsOf(x), dims = b.dimsOf(index);
  if (!b.has("dim"))
    return b.type(b.product(dims), x.getElementType());
  int64_t axis = b.axis("dim", x);
  if (b.hasFailed() || source.size() != dims.size())
    return b.invalidRank("indices", Twine(source.size()) + " dimensions",
                         dims.size());
  for (size_t i = 0; i < dims.size(); ++i)
    if (int64_t(i) != axis)
      dims[i] = b.broadcast(source[i], dims[i]);
  return b.type(dims, x.getElementType());
}

// aten::one_hot(Tensor self, int num_classes=-1) -> Tensor
static Inferred inferOneHot(Inference &b) {
  Dims dims = b.dimsOf(b.tensor("self"));
  AffineExpr classes =
      b.has("num_classes") ? b.getExpr("num_classes") : AffineExpr();
  // -1 stands for a number that depends on data.
  bool isNumber = classes && b.lowerBound(classes) >= 0;
  dims.push_back(isNumber ? classes : AffineExpr());
  return b.type(dims, b.i64());
}

static Inferred inferMaskedSelect(Inference &b) {
  b.broadcast({"self", "mask"});
  return b.type(AffineExpr(), b.tensor("self").getElementType());
}

/// masked_fill, masked_scatter: the written tensor broadcasts too.
static Inferred inferMasked(Inference &b) {
  return b.type(b.broadcast({"self", "mask"}),
                b.tensor("self").getElementType());
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

// aten::topk(Tensor self, SymInt k, int dim=-1, ...) -> (Tensor, Tensor)
static Inferred inferTopK(Inference &b) {
  RankedTensorType x = b.tensor("self");
  int64_t axis = b.axis("dim", x);
  Dims dims = b.dimsOf(x);
  if (b.hasFailed())
    return {};
  if (!dims.empty())
    dims[axis] = b.getExpr("k");
  return {b.type(dims, x.getElementType()), b.type(dims, b.i64())};
}

static Inferred inferSort(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return {x, b.type(x, b.i64())};
}

static Inferred inferArgSort(Inference &b) {
  return b.type(b.tensor("self"), b.i64());
}

// aten::bucketize.Tensor(Tensor self, Tensor boundaries, *,
//   bool out_int32=False, bool right=False) -> Tensor
// aten::searchsorted.Tensor(Tensor sorted_sequence, Tensor self, ...)
static Inferred inferSearch(Inference &b) {
  return b.type(b.tensor("self"), b.getBool("out_int32") ? b.i32() : b.i64());
}

//===----------------------------------------------------------------------===//
// Sizes that depend on data
//===----------------------------------------------------------------------===//

// aten::nonzero(Tensor self) -> Tensor
static Inferred inferNonZero(Inference &b) {
  return b.type({AffineExpr(), b.size(b.tensor("self").getRank())}, b.i64());
}

// aten::nonzero_static(Tensor self, *, SymInt size, int fill_value=-1)
static Inferred inferNonZeroStatic(Inference &b) {
  return b.type({b.getExpr("size"), b.size(b.tensor("self").getRank())},
                b.i64());
}

/// nonzero_numpy, where(condition): one vector for each dimension.
static Inferred inferNonZeroEach(Inference &b) {
  RankedTensorType x = b.firstTensor();
  return SmallVector<Type>(std::max<int64_t>(x.getRank(), 1),
                           b.type(AffineExpr(), b.i64()));
}

/// The program's symbol for a size of the first result, which is valid even if
/// the rest of the declared type is wrong (OperatorTraits::isMisdeclared).
static AffineExpr getDeclaredSize(Inference &b, int64_t axis) {
  if (b.getOp()->getNumResults() == 0)
    return {};
  auto type = dyn_cast<RankedTensorType>(b.getOp()->getResult(0).getType());
  if (!type || axis >= type.getRank())
    return {};
  return dyn_cast_if_present<AffineSymbolExpr>(b.dimsOf(type)[axis]);
}

/// The values, and the inverse indices and counts if requested. The contents of
/// results that were not requested depend on the device.
static Inferred inferUnique(Inference &b) {
  RankedTensorType x = b.tensor("self");
  AffineExpr count;
  Dims values = {count}, inverse = b.dimsOf(x);
  if (b.has("dim")) {
    int64_t axis = b.axis("dim", x);
    if (b.hasFailed() || inverse.empty())
      return b.invalidRank("self", "1 or more dimensions", x.getRank());
    count = getDeclaredSize(b, axis);
    values = inverse;
    values[axis] = count;
    inverse = {inverse[axis]};
  }
  SmallVector<Type> types = {b.type(values, x.getElementType()), Type(),
                             Type()};
  // Results that were not requested are empty, but torch.export declares other
  // dtypes. With an axis, some kernels compute them.
  bool isEmpty = b.getOp()->getNumResults() == 0 && !b.has("dim");
  auto getExtra = [&](StringRef flag, const Dims &dims) {
    if (b.getBool(flag))
      return Type(b.type(dims, b.i64()));
    return isEmpty ? Type(b.type(b.size(0), b.i64())) : Type();
  };
  types[1] = getExtra("return_inverse", inverse);
  const Schema *schema = b.getOp().getSchema();
  if (schema && schema->getReturns().size() == 2)
    types.pop_back();
  else
    types[2] = getExtra("return_counts", {count});
  return types;
}

// aten::repeat_interleave.Tensor(Tensor repeats, *, SymInt? output_size=None)
static Inferred inferRepeats(Inference &b) {
  return b.type(b.getExpr("output_size"), b.tensor("repeats").getElementType());
}

// aten::repeat_interleave.self_Tensor(Tensor self, Tensor repeats,
//   int? dim=None, *, SymInt? output_size=None) -> Tensor
static Inferred inferRepeatInterleave(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  if (!b.has("dim") || dims.empty())
    return b.type(b.getExpr("output_size"), x.getElementType());
  dims[b.axis("dim", x)] = b.getExpr("output_size");
  return b.type(dims, x.getElementType());
}

// aten::bincount(Tensor self, Tensor? weights=None, SymInt minlength=0)
static Inferred inferBinCount(Inference &b) {
  RankedTensorType weights = b.optionalTensor("weights");
  Type type = b.i64();
  if (weights)
    type = weights.getElementType().isF32() ? b.f32() : b.f64();
  return b.type(AffineExpr(), type);
}

void torch_onnx::torch::populateIndexOperators(OperatorTable &r) {
  const OperatorTraits reads = {.elements = {"self"}};
  r.add({"aten._unsafe_index.Tensor", "aten.index.Tensor"}, inferIndex, reads);
  r.add("aten._unsafe_masked_index.default", inferIndex,
        {.elements = {"self", "fill"}});
  r.add({"aten.gather.default", "aten.take.default"}, inferShapeOfIndex, reads);
  r.add("aten.index_select.default", inferIndexSelect,
        {.elements = {"self"}, .axes = {"dim"}});
  r.add("aten.take_along_dim.default", inferTakeAlongDim, reads);
  r.add("aten.one_hot.default", inferOneHot);
  r.add("aten.masked_select.default", inferMaskedSelect, reads);
  r.add({"aten.masked_fill.Scalar", "aten.masked_fill.Tensor"}, inferMasked,
        {.elements = {"self", "value"}});
  r.add("aten.masked_scatter.default", inferMasked,
        {.elements = {"self", "source"}});

  r.add({"aten.as_strided_scatter.default", "aten.scatter.src"}, inferSame,
        {.elements = {"self", "src"}});
  r.add({"aten.select_scatter.default", "aten.slice_scatter.default"},
        inferSame, {.elements = {"self", "src"}, .axes = {"dim"}});
  r.add("aten.diagonal_scatter.default", inferSame,
        {.elements = {"self", "src"}, .axes = {"dim1", "dim2"}});
  r.add("aten.scatter.value", inferSame, {.elements = {"self", "value"}});
  r.add("aten.index_fill.int_Scalar", inferSame,
        {.elements = {"self", "value"}, .axes = {"dim"}});
  // The fill value may differ for each element of a batch, and then has a batch
  // dimension.
  r.add("aten.index_fill.int_Tensor", inferSame,
        {.elements = {"self", "value"}});
  r.add("aten.index_copy.default", inferSame,
        {.elements = {"self", "source"}, .axes = {"dim"}});
  // The written values may be added.
  r.add("aten.index_add.default", inferSame,
        {.elements = {"self", "source"}, .sums = true, .axes = {"dim"}});
  r.add({"aten._index_put_impl.default", "aten._unsafe_index_put.default",
         "aten._unsafe_masked_index_put_accumulate.default",
         "aten.index_put.default"},
        inferSame, {.elements = {"self", "values"}, .sums = true});
  r.add("aten.put.default", inferSame,
        {.elements = {"self", "source"}, .sums = true});
  // With reduce="add". Other reductions of complex numbers are refused.
  r.add({"aten.scatter_add.default", "aten.scatter.reduce"}, inferSame,
        {.elements = {"self", "src"}, .sums = true});
  r.add({"aten.index_reduce.default", "aten.scatter.value_reduce",
         "aten.scatter_reduce.two"},
        inferSame);

  const OperatorTraits alongDim = {.axes = {"dim"}};
  r.add("aten.topk.default", inferTopK, alongDim);
  r.add({"aten.sort.default", "aten.sort.stable"}, inferSort, alongDim);
  r.add({"aten.argsort.default", "aten.argsort.stable"}, inferArgSort,
        alongDim);
  r.add("aten.msort.default", inferSame);
  r.add("aten.bucketize.Tensor", inferSearch, {.carry = Carry::Each});
  r.add({"aten.bucketize.Scalar", "aten.searchsorted.Scalar",
         "aten.searchsorted.Tensor"},
        inferSearch);

  r.add("aten.nonzero.default", inferNonZero);
  r.add("aten.nonzero_static.default", inferNonZeroStatic);
  r.add({"aten.nonzero_numpy.default", "aten.where.default"}, inferNonZeroEach);
  r.add({"aten._unique.default", "aten._unique2.default",
         "aten.unique_consecutive.default", "aten.unique_dim.default",
         "aten.unique_dim_consecutive.default"},
        inferUnique);
  r.add("aten.repeat_interleave.Tensor", inferRepeats);
  r.add("aten.repeat_interleave.self_Tensor", inferRepeatInterleave, reads);
  r.add("aten.bincount.default", inferBinCount);
  r.add({"aten.kthvalue.default", "aten.mode.default"}, inferWithIndices,
        alongDim);
  r.add("aten.as_strided.default", inferSizes, {.view = ViewKind::AsStrided});
  // torch/_subclasses/fake_impls.py, unique_consecutive: a negative axis is
  // used as a slice bound, which duplicates dimensions.
  r.mark(
      {"aten.unique_consecutive.default"}, &OperatorTraits::isMisdeclared,
      [](const Arguments &args) { return args.getInt("dim").value_or(0) < 0; });
  r.mark({"aten.index.Tensor",
          "aten.index_select.default",
          "aten.gather.default",
          "aten.take.default",
          "aten.take_along_dim.default",
          "aten.index_put.default",
          "aten.index_add.default",
          "aten.scatter_add.default",
          "aten.select_scatter.default",
          "aten.slice_scatter.default",
          "aten.diagonal_scatter.default",
          "aten.masked_fill.Scalar",
          "aten.masked_fill.Tensor",
          "aten.repeat_interleave.Tensor",
          "aten.repeat_interleave.self_Tensor",
          "aten.topk.default",
          "aten.sort.default",
          "aten.sort.stable",
          "aten.argsort.default",
          "aten.argsort.stable"},
         &OperatorTraits::recordsStrides);
}
