//===- Norm.cpp - Types of normalizations and losses ----------------------===//
//
// The first result is like the input. Statistics of half floats are in a dtype
// that depends on the backend, so they are not told. Mirrors the lowerings of
// Norm and Loss.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

static Inferred inferSame(Inference &b) { return b.firstTensor(); }

/// Statistics of `x`, or nothing where their dtype is not certain.
static Type getStatistics(Inference &b, RankedTensorType x,
                          ArrayRef<AffineExpr> dims) {
  Type type = x.getElementType();
  return type.isF32() || type.isF64() ? b.type(dims, type) : Type();
}

/// The output; mean and deviation of the batch, which may be empty where they
/// were not computed; what cuDNN reserves; the two running statistics.
static Inferred inferBatchNorm(Inference &b) {
  RankedTensorType x = b.tensor("input");
  const Schema *schema = b.getOp().getSchema();
  size_t count = schema ? schema->getReturns().size() : 1;
  SmallVector<Type> types = {x};
  while (types.size() < std::min<size_t>(count, 3))
    types.push_back(getStatistics(b, x, AffineExpr()));
  bool isFunctional = b.getOp().getTarget().contains("functional");
  types.resize(count - (isFunctional ? 2 : 0));
  if (isFunctional)
    types.append({b.tensor("running_mean"), b.tensor("running_var")});
  return types;
}

/// The dimensions that are left of those of `normalized_shape`, as 1.
static Dims getNormalizedDims(Inference &b, RankedTensorType x) {
  Dims dims = b.dimsOf(x);
  size_t count = b.exprs("normalized_shape").size();
  if (count > dims.size()) {
    b.invalid("more normalized dimensions than there are");
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
      getStatistics(b, x, {b.expr("N"), b.size(b.getInt("group"))});
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
  int64_t axis = b.axis(dim, v.getRank());
  Dims dims = b.dimsOf(v);
  for (auto [index, size] : llvm::enumerate(dims))
    if (int64_t(index) != axis)
      size = b.size(1);
  return b.type(dims, v.getElementType());
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// One number unless `reduction` is none.
static Inferred reduceLoss(Inference &b, ArrayRef<AffineExpr> dims,
                           Type elementType) {
  // at::Reduction: none, mean, sum.
  if (b.getInt("reduction") != 0)
    return b.scalar(elementType);
  return b.type(dims, elementType);
}

/// Losses of each element.
static TypeRule elementLoss(ArrayRef<StringRef> names) {
  return [names = SmallVector<StringRef>(names)](Inference &b) {
    Dims dims = b.broadcast(names);
    return reduceLoss(b, dims, b.toFloat(b.promote(names)));
  };
}

/// Losses of a distribution over dimension 1 (0 without a batch).
static Inferred inferClassLoss(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  if (b.hasFailed() || dims.empty())
    return b.invalid("a tensor of rank 0");
  dims.erase(dims.begin() + (dims.size() == 1 ? 0 : 1));
  return reduceLoss(b, dims, x.getElementType());
}

// aten::nll_loss_forward(Tensor self, Tensor target, Tensor? weight,
//   int reduction, SymInt ignore_index) -> (Tensor, Tensor total_weight)
static Inferred inferClassLossForward(Inference &b) {
  Inferred loss = inferClassLoss(b);
  if (b.hasFailed())
    return {};
  return {loss.getTypes()[0], b.scalar(b.tensor("self").getElementType())};
}

// aten::multi_margin_loss(Tensor self, Tensor target, ...) -> Tensor
// aten::multilabel_margin_loss(Tensor self, Tensor target, int reduction=1)
//
// One for each sample; the last dimension are classes.
static Inferred inferMarginLoss(Inference &b) {
  RankedTensorType x = b.tensor("self");
  Dims dims = b.dimsOf(x);
  if (!dims.empty())
    dims.pop_back();
  return reduceLoss(b, dims, x.getElementType());
}

/// Distances over the last dimension.
static Inferred inferTripletLoss(Inference &b) {
  Dims dims = b.broadcast({"anchor", "positive", "negative"});
  if (b.hasFailed() || dims.empty())
    return b.invalid("tensors of rank 0");
  dims.pop_back();
  return reduceLoss(b, dims,
                    b.toFloat(b.promote({"anchor", "positive", "negative"})));
}

// aten::cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, ...)
static Inferred inferCosineLoss(Inference &b) {
  Dims dims = b.broadcast({"input1", "input2"});
  Type type = b.toFloat(b.promote({"input1", "input2"}));
  if (b.hasFailed() || dims.empty())
    return b.invalid("tensors of rank 0");
  int64_t axis = b.tensor("target").getRank();
  if (axis >= int64_t(dims.size()))
    return b.invalid("a target of higher rank");
  dims.erase(dims.begin() + axis);
  return reduceLoss(b, dims, type);
}

void torch_onnx::torch::populateNormRules(RuleRegistry &r) {
  r.add({"aten._weight_norm.default", "aten.batch_norm.default",
         "aten.group_norm.default", "aten.instance_norm.default",
         "aten.layer_norm.default", "aten.rms_norm.default"},
        inferSame);
  r.add({"aten._batch_norm_no_update.default",
         "aten._batch_norm_with_update.default",
         "aten._batch_norm_with_update_functional.default",
         "aten._native_batch_norm_legit.default",
         "aten._native_batch_norm_legit.no_stats",
         "aten._native_batch_norm_legit_functional.default",
         "aten._native_batch_norm_legit_no_training.default",
         "aten.cudnn_batch_norm.default", "aten.miopen_batch_norm.default",
         "aten.native_batch_norm.default"},
        inferBatchNorm);
  r.add("aten.native_layer_norm.default", inferNativeLayerNorm);
  r.add("aten._fused_rms_norm.default", inferFusedRmsNorm);
  r.add("aten.native_group_norm.default", inferNativeGroupNorm);
  r.add("aten._weight_norm_interface.default", inferWeightNorm);
  r.add("aten.norm_except_dim.default", inferNormExceptDim);

  r.add({"aten.hinge_embedding_loss.default", "aten.huber_loss.default",
         "aten.kl_div.default", "aten.l1_loss.default", "aten.mse_loss.default",
         "aten.smooth_l1_loss.default", "aten.soft_margin_loss.default"},
        elementLoss({"self", "target"}));
  r.add({"aten.binary_cross_entropy.default",
         "aten.binary_cross_entropy_with_logits.default"},
        elementLoss({"self", "target", "weight", "pos_weight"}));
  r.add("aten.poisson_nll_loss.default", elementLoss({"input", "target"}));
  r.add("aten.margin_ranking_loss.default",
        elementLoss({"input1", "input2", "target"}));
  r.add({"aten.cross_entropy_loss.default", "aten.nll_loss.default",
         "aten.nll_loss2d.default", "aten.nll_loss_nd.default"},
        inferClassLoss);
  r.add({"aten.nll_loss2d_forward.default", "aten.nll_loss_forward.default"},
        inferClassLossForward);
  r.add(
      {"aten.multi_margin_loss.default", "aten.multilabel_margin_loss.default"},
      inferMarginLoss);
  r.add("aten.multilabel_margin_loss_forward.default",
        [](Inference &b) -> Inferred {
          Inferred loss = inferMarginLoss(b);
          if (b.hasFailed())
            return {};
          return {
              loss.getTypes()[0],
              b.type(b.tensor("target"), b.tensor("self").getElementType())};
        });
  r.add("aten.triplet_margin_loss.default", inferTripletLoss);
  r.add("aten.cosine_embedding_loss.default", inferCosineLoss);
}
