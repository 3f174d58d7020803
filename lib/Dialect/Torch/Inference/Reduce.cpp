//===- Reduce.cpp - Types of reductions -----------------------------------===//
//
// The reduced axes, whether they are kept as 1, and the dtype of sums.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"
#include "Shapes.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The dimensions that remain after reducing the axes of argument `dim` (one or
/// several, or all).
static Dims reduceDims(Inference &b, RankedTensorType x) {
  SmallVector<int64_t> axes = b.axes("dim", x.getRank());
  return b.reduce(x, axes, b.getBool("keepdim"));
}

static Type toReal(Inference &b, Type type) {
  return b.toReal(b.toFloat(type));
}

/// The given dtype, or else the operand's dtype after `convert`.
static TypeRule reducing(Type (*convert)(Inference &b, Type type)) {
  return [convert](Inference &b) -> Inferred {
    RankedTensorType x = b.firstTensor();
    Dims dims = reduceDims(b, x);
    Type dtype = b.getDtype();
    if (!dtype)
      dtype = convert(b, x.getElementType());
    else if (convert == toReal) // A norm is real.
      dtype = b.toReal(dtype);
    return b.type(dims, dtype);
  };
}

static Type keep(Inference &, Type type) { return type; }
static Type toIndex(Inference &b, Type) { return b.i64(); }
static Type toHash(Inference &b, Type) {
  return IntegerType::get(b.getContext(), 64, IntegerType::Unsigned);
}
/// all and any: uint8 stays uint8, other dtypes become bool.
static Type toTruth(Inference &b, Type type) {
  return type.isUnsignedInteger(8) ? type : b.i1();
}

// aten::any.dims(Tensor self, int[]? dim=None, bool keepdim=False) -> Tensor
//
// An empty list, unlike None, reduces nothing.
static Inferred inferTruthOverDims(Inference &b) {
  RankedTensorType x = b.tensor("self");
  SmallVector<int64_t> axes = b.has("dim") ? b.getGivenAxes("dim", x.getRank())
                                           : b.axes("dim", x.getRank());
  Dims dims = b.reduce(x, axes, b.getBool("keepdim"));
  return b.type(dims, toTruth(b, x.getElementType()));
}

/// Two results of the same shape; the second is the indices.
Inferred torch_onnx::torch::inferWithIndices(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = reduceDims(b, x);
  return {b.type(dims, x.getElementType()), b.type(dims, b.i64())};
}

static Inferred inferAMinMax(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Type type = b.type(reduceDims(b, x), x.getElementType());
  return {type, type};
}

static Inferred inferVarMean(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = reduceDims(b, x);
  return {b.type(dims, b.toReal(x.getElementType())),
          b.type(dims, x.getElementType())};
}

// aten::dist(Tensor self, Tensor other, Scalar p=2) -> Tensor
static Inferred inferDist(Inference &b) {
  b.broadcast({"self", "other"});
  return b.scalar(b.toReal(b.promote({"self", "other"})));
}

// aten::linalg_norm(Tensor self, Scalar? ord=None, int[1]? dim=None, ...)
static Inferred inferMatrixNorm(Inference &b) {
  RankedTensorType x = b.firstTensor();
  SmallVector<int64_t> axes = b.axes("dim", x.getRank());
  // Without axes linalg_norm reduces the whole tensor, and linalg_matrix_norm
  // has a default.
  Dims dims = b.reduce(x, axes, b.getBool("keepdim"));
  Type dtype = b.getDtype();
  return b.type(dims, b.toReal(dtype ? dtype : x.getElementType()));
}

// aten::quantile(Tensor self, Tensor q, int? dim=None, bool keepdim=False, *,
//   str interpolation="linear") -> Tensor
//
// With a list of q, one slice for each of its elements, in front.
static Inferred inferQuantile(Inference &b) {
  RankedTensorType x = b.tensor("self"), q = b.tensor("q");
  Dims dims = b.dimsOf(q);
  llvm::append_range(dims, reduceDims(b, x));
  return b.type(dims, x.getElementType());
}

// prims::sum(Tensor inp, int[]? dims, *, ScalarType? output_dtype=None)
//     -> Tensor
//
// An empty list, unlike None, reduces nothing.
static Inferred inferPrimReduce(Inference &b) {
  RankedTensorType x = b.tensor("inp");
  SmallVector<int64_t> axes = b.has("dims")
                                  ? b.getGivenAxes("dims", x.getRank())
                                  : b.axes("dims", x.getRank());
  Dims dims = b.reduce(x, axes, /*keepDims=*/false);
  Type dtype = b.getDtype("output_dtype");
  return b.type(dims, dtype ? dtype : x.getElementType());
}

// aten::sum_to_size(Tensor self, SymInt[] size) -> Tensor
//
// A tensor of that size is returned unchanged; sums of integers are i64.
static Inferred inferSumToSize(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims source = b.dimsOf(x), target = b.exprs("size");
  if (b.hasFailed())
    return {};
  Type type = x.getElementType();
  if (isa<IntegerType>(type) && (target.empty() || source != target)) {
    bool isKnown = target.empty() || source.size() > target.size();
    int64_t missing = int64_t(source.size()) - int64_t(target.size());
    for (auto [index, size] : llvm::enumerate(target)) {
      AffineExpr from = missing < 0 ? AffineExpr() : source[missing + index];
      isKnown |= from && b.constantSize(size) == 1 && b.constantSize(from) &&
                 b.constantSize(from) != 1;
    }
    if (!isKnown)
      return Type();
    type = b.i64();
  }
  return b.type(target, type);
}

//===----------------------------------------------------------------------===//
// Running sums
//===----------------------------------------------------------------------===//

void torch_onnx::torch::populateReduceOperators(OperatorTable &r) {
  const OperatorTraits alongDim = {.axes = {"dim"}};
  const OperatorTraits overDims = {.axes = {"dim"}, .carry = Carry::AlongOrAll};
  // Sums of all elements, and along dimensions.
  const OperatorTraits sum = {.elements = {"self"}, .sums = true};
  const OperatorTraits sumOverDims = {.elements = {"self"},
                                      .sums = true,
                                      .axes = {"dim"},
                                      .carry = Carry::AlongOrAll};
  r.add({"aten._is_all_true.default", "aten._is_any_true.default",
         "aten.all.default", "aten.any.default"},
        reducing(toTruth));
  r.add({"aten.all.dim", "aten.any.dim"}, reducing(toTruth), alongDim);
  r.add({"aten.all.dims", "aten.any.dims"}, inferTruthOverDims);
  r.add({"aten.max.default", "aten.median.default", "aten.min.default",
         "aten.nanmean.default", "aten.nanmedian.default"},
        reducing(keep));
  r.add({"aten.amax.default", "aten.amin.default"}, reducing(keep), overDims);
  r.add("aten.mean.default", reducing(keep), sum);
  r.add("aten.mean.dim", reducing(keep), sumOverDims);
  r.add({"aten.argmax.default", "aten.argmin.default",
         "aten.count_nonzero.default"},
        reducing(toIndex));
  r.add("aten.count_nonzero.dim_IntList", reducing(toIndex), overDims);
  r.add("aten.hash_tensor.default", reducing(toHash));
  r.add("aten.logsumexp.default", reducing(toFloat), overDims);
  r.add("aten.prod.default", reducing(toSum));
  r.add("aten.prod.dim_int", reducing(toSum), alongDim);
  r.add("aten.nansum.default", reducing(toSum), overDims);
  r.add("aten.sum.default", reducing(toSum), sum);
  r.add("aten.sum.dim_IntList", reducing(toSum), sumOverDims);
  r.add({"prims.amax.default", "prims.amin.default", "prims.prod.default",
         "prims.sum.default"},
        inferPrimReduce);
  r.add(
      "aten.trace.default",
      [](Inference &b) -> Inferred {
        return b.scalar(b.toSum(b.tensor("self").getElementType()));
      },
      sum);
  r.add({"aten.frobenius_norm.dim", "aten.norm.Scalar",
         "aten.norm.ScalarOpt_dtype", "aten.std.default", "aten.var.default"},
        reducing(toReal));
  r.add({"aten.linalg_vector_norm.default", "aten.norm.ScalarOpt_dim",
         "aten.norm.ScalarOpt_dim_dtype", "aten.std.correction", "aten.std.dim",
         "aten.var.correction", "aten.var.dim"},
        reducing(toReal), overDims);
  r.add({"aten.linalg_matrix_norm.default", "aten.linalg_matrix_norm.str_ord",
         "aten.linalg_norm.default", "aten.linalg_norm.ord_str"},
        inferMatrixNorm);
  r.add({"aten.std_mean.default", "aten.var_mean.default"}, inferVarMean);
  r.add({"aten.std_mean.correction", "aten.std_mean.dim",
         "aten.var_mean.correction", "aten.var_mean.dim"},
        inferVarMean, overDims);
  r.add({"aten._aminmax.default", "aten._aminmax.dim", "aten.aminmax.default"},
        inferAMinMax);
  r.add(
      {"aten.max.dim", "aten.median.dim", "aten.min.dim", "aten.nanmedian.dim"},
      inferWithIndices, alongDim);
  r.add("aten.dist.default", inferDist);
  r.add({"aten.nanquantile.default", "aten.nanquantile.scalar",
         "aten.quantile.default", "aten.quantile.scalar"},
        inferQuantile);
  r.add("aten.renorm.default", inferSame);
  r.add("aten.sum_to_size.default", inferSumToSize,
        {.view = ViewKind::SameOrCopy, .sums = true});
  // torch/_refs, nansum and nanmean: an empty list of dimensions keeps all of
  // them, but the kernels reduce all elements.
  r.mark({"aten.nansum.default", "aten.nanmean.default"},
         &OperatorTraits::isMisdeclared, [](const Arguments &args) {
           auto dims = args.getInts("dim");
           return dims && dims->empty();
         });
  r.mark({"aten.sum.default",
          "aten.sum.dim_IntList",
          "aten.mean.default",
          "aten.mean.dim",
          "aten.prod.default",
          "aten.prod.dim_int",
          "aten.amax.default",
          "aten.amin.default",
          "aten.aminmax.default",
          "aten.all.default",
          "aten.all.dim",
          "aten.all.dims",
          "aten.any.default",
          "aten.any.dim",
          "aten.any.dims",
          "aten.argmax.default",
          "aten.argmin.default",
          "aten.logsumexp.default",
          "aten.linalg_vector_norm.default",
          "aten.var.correction",
          "aten.var.default",
          "aten.var.dim",
          "aten.std.correction",
          "aten.std.default",
          "aten.std.dim",
          "aten.var_mean.correction",
          "aten.var_mean.default",
          "aten.var_mean.dim",
          "aten.std_mean.correction",
          "aten.std_mean.default",
          "aten.std_mean.dim"},
         &OperatorTraits::recordsStrides);
}
