//===- Norm.cpp - Types of normalizations ---------------------------------===//
//
// The first result has the type of the input. The dtype of the statistics of
// half floats depends on the backend, so it is unknown.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The type of statistics of `x`; null if their dtype is unknown.
static Type getStatistics(Inference &b, RankedTensorType x,
                          ArrayRef<AffineExpr> dims) {
  Type type = x.getElementType();
  return type.isF32() || type.isF64() ? b.type(dims, type) : Type();
}

/// The results are the output, the mean and the reciprocal of the deviation of
/// the batch, the space that cuDNN reserves, and the two running statistics.
///
/// Statistics that are not computed are empty on a CPU and not on other
/// devices, so declared sizes take precedence. TorchScript declares none; the
/// sizes are then those of a CPU (ATen/native/Normalization.cpp
/// batch_norm_cpu).
static Inferred inferBatchNorm(Inference &b) {
  RankedTensorType x = b.tensor("input");
  OperatorOp op = b.getOp();
  const Schema *schema = op.getSchema();
  size_t count = schema ? schema->getReturns().size() : 1;
  bool isDeclared = op->getNumResults() != 0;
  bool isTraining = b.getArguments().getBool("training").value_or(true);
  AffineExpr size = isDeclared || isTraining ? AffineExpr() : b.size(0);
  SmallVector<Type> types = {x};
  while (types.size() < std::min<size_t>(count, 3))
    types.push_back(getStatistics(b, x, size));
  bool isFunctional = op.getTarget().contains("functional");
  types.resize(count - (isFunctional ? 2 : 0));
  if (types.size() > 3 && !isDeclared)
    types[3] = b.type(
        b.size(0), IntegerType::get(b.getContext(), 8, IntegerType::Unsigned));
  if (isFunctional)
    types.append({b.tensor("running_mean"), b.tensor("running_var")});
  return types;
}

/// The leading dimensions, followed by 1 for each dimension of
/// `normalized_shape`.
static Dims getNormalizedDims(Inference &b, RankedTensorType x) {
  Dims dims = b.dimsOf(x);
  size_t count = b.exprs("normalized_shape").size();
  if (count > dims.size()) {
    b.invalid("expected 'normalized_shape' to have at most " +
              Twine(dims.size()) + " elements, found " + Twine(count));
    return dims;
  }
  std::fill(dims.end() - count, dims.end(), b.size(1));
  return dims;
}

static Inferred inferNativeLayerNorm(Inference &b) {
  RankedTensorType x = b.tensor("input");
  Type statistics = getStatistics(b, x, getNormalizedDims(b, x));
  return {x, statistics, statistics};
}

static Inferred inferFusedRmsNorm(Inference &b) {
  RankedTensorType x = b.tensor("input");
  return {x, getStatistics(b, x, getNormalizedDims(b, x))};
}

// aten::native_group_norm(Tensor input, Tensor? weight, Tensor? bias,
//   SymInt N, SymInt C, SymInt HxW, int group, float eps)
static Inferred inferNativeGroupNorm(Inference &b) {
  RankedTensorType x = b.tensor("input");
  Type statistics =
      getStatistics(b, x, {b.getExpr("N"), b.size(b.getInt("group"))});
  return {x, statistics, statistics};
}

// aten::_weight_norm_interface(Tensor v, Tensor g, int dim=0)
static Inferred inferWeightNorm(Inference &b) {
  RankedTensorType v = b.tensor("v"), g = b.tensor("g");
  return {v, getStatistics(b, v, b.dimsOf(g))};
}

// aten::norm_except_dim(Tensor v, int pow=2, int dim=0) -> Tensor
static Inferred inferNormExceptDim(Inference &b) {
  RankedTensorType v = b.tensor("v");
  int64_t dim = b.getInt("dim");
  if (dim == -1)
    return b.scalar(v.getElementType());
  int64_t axis = b.wrapAxis(dim, v.getRank());
  Dims dims = b.dimsOf(v);
  for (auto [index, size] : llvm::enumerate(dims))
    if (int64_t(index) != axis)
      size = b.size(1);
  return b.type(dims, v.getElementType());
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

void torch_onnx::torch::populateNormOperators(OperatorTable &r) {
  r.add({"aten._weight_norm.default", "aten.group_norm.default",
         "aten.layer_norm.default", "aten.rms_norm.default"},
        inferSame);
  r.add("aten.batch_norm.default", inferSame,
        {.hiddenWrite = HiddenWrite::BatchStatistics});
  r.add("aten.instance_norm.default", inferSame,
        {.hiddenWrite = HiddenWrite::InstanceStatistics});
  r.add("aten._batch_norm_impl_index.default", nullptr,
        {.hiddenWrite = HiddenWrite::OtherStatistics});
  r.add({"aten._batch_norm_no_update.default",
         "aten._batch_norm_with_update.default",
         "aten._batch_norm_with_update_functional.default",
         "aten._native_batch_norm_legit.default",
         "aten._native_batch_norm_legit.no_stats",
         "aten._native_batch_norm_legit_functional.default",
         "aten._native_batch_norm_legit_no_training.default"},
        inferBatchNorm);
  r.add({"aten.cudnn_batch_norm.default", "aten.miopen_batch_norm.default"},
        inferBatchNorm, {.hiddenWrite = HiddenWrite::OtherStatistics});
  r.add("aten.native_batch_norm.default", inferBatchNorm,
        {.hiddenWrite = HiddenWrite::BatchStatistics});
  r.add("aten.native_layer_norm.default", inferNativeLayerNorm);
  r.add("aten._fused_rms_norm.default", inferFusedRmsNorm);
  r.add("aten.native_group_norm.default", inferNativeGroupNorm);
  r.add("aten._weight_norm_interface.default", inferWeightNorm);
  r.add("aten.norm_except_dim.default", inferNormExceptDim);
  // torch/_decomp/decompositions.py, native_batch_norm_helper: running
  // statistics of half floats are declared as f32, but keep their dtype.
  r.mark({"aten._batch_norm_with_update_functional.default",
          "aten._native_batch_norm_legit_functional.default"},
         &OperatorTraits::isMisdeclared, [](const Arguments &args) {
           Value x = args.getValue("input");
           Type type = x ? getElementTypeOrSelf(x) : Type();
           return type && (type.isF16() || type.isBF16());
         });
  r.mark({"aten.layer_norm.default", "aten.native_layer_norm.default",
          "aten.rms_norm.default", "aten.group_norm.default",
          "aten.instance_norm.default"},
         &OperatorTraits::recordsStrides);
}
