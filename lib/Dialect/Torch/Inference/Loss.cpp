//===- Loss.cpp - Types of losses -----------------------------------------===//
//
// A loss is a scalar, or has one number for each sample without reduction.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// A scalar unless `reduction` is none.
static Inferred reduceLoss(Inference &b, ArrayRef<AffineExpr> dims,
                           Type elementType) {
  // at::Reduction: none, mean, sum.
  if (b.getInt("reduction") != 0)
    return b.scalar(elementType);
  return b.type(dims, elementType);
}

/// Element-wise losses. The distance of complex numbers is real.
static TypeRule elementLoss(ArrayRef<StringRef> names) {
  return [names = SmallVector<StringRef>(names)](Inference &b) {
    Dims dims = b.broadcast(names);
    return reduceLoss(b, dims, b.toReal(b.toFloat(b.promote(names))));
  };
}

// aten::l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
//
// The distances of integers are integers, and their sum is i64.
static Inferred inferL1Loss(Inference &b) {
  Dims dims = b.broadcast({"self", "target"});
  Type type = b.toReal(b.promote({"self", "target"}));
  return reduceLoss(b, dims, b.getInt("reduction") == 2 ? b.toSum(type) : type);
}

/// Element-wise losses in the dtype of one argument: eager mode computes them
/// in its memory, whatever the dtype of the other argument.
static TypeRule elementLossLike(StringRef name) {
  return [name](Inference &b) {
    Dims dims = b.broadcast({"self", "target"});
    RankedTensorType like = b.tensor(name);
    if (b.hasFailed())
      return Inferred();
    return reduceLoss(b, dims, b.toReal(b.toFloat(like.getElementType())));
  };
}

/// Losses of a distribution over dimension 1 (dimension 0 without a batch).
static Inferred inferClassLoss(Inference &b, Type elementType) {
  Dims dims = b.dimsOf(b.tensor("self"));
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("self", "1 or more dimensions", dims.size());
  dims.erase(dims.begin() + (dims.size() == 1 ? 0 : 1));
  return reduceLoss(b, dims, elementType);
}

static Inferred inferLabelLoss(Inference &b) {
  RankedTensorType x = b.tensor("self");
  return b.hasFailed() ? Inferred() : inferClassLoss(b, x.getElementType());
}

// aten::cross_entropy_loss(Tensor self, Tensor target, ...) -> Tensor
//
// Target probabilities are multiplied with the logarithms and promoted; labels
// are not.
static Inferred inferCrossEntropyLoss(Inference &b) {
  RankedTensorType target = b.tensor("target");
  if (b.hasFailed() || b.isIntegral(target.getElementType()))
    return inferLabelLoss(b);
  return inferClassLoss(b, b.promote({"self", "target"}));
}

// aten::nll_loss_forward(Tensor self, Tensor target, Tensor? weight,
//   int reduction, SymInt ignore_index) -> (Tensor, Tensor total_weight)
static Inferred inferClassLossForward(Inference &b) {
  Inferred loss = inferLabelLoss(b);
  if (b.hasFailed())
    return {};
  return {loss.getTypes()[0], b.scalar(b.tensor("self").getElementType())};
}

// aten::multi_margin_loss(Tensor self, Tensor target, ...) -> Tensor
// aten::multilabel_margin_loss(Tensor self, Tensor target, int reduction=1)
//
// One loss for each sample; the last dimension is the class.
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
    return b.invalidRank("anchor", "1 or more dimensions", dims.size());
  dims.pop_back();
  Type type = b.toFloat(b.promote({"anchor", "positive", "negative"}));
  return reduceLoss(b, dims, b.toReal(type));
}

// aten::cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, ...)
static Inferred inferCosineLoss(Inference &b) {
  Dims dims = b.broadcast({"input1", "input2"});
  Type type = b.toFloat(b.promote({"input1", "input2"}));
  if (b.hasFailed() || dims.empty())
    return b.invalidRank("input1", "1 or more dimensions", dims.size());
  int64_t axis = b.tensor("target").getRank();
  if (axis >= int64_t(dims.size()))
    return b.invalidRank(
        "target", "fewer than " + Twine(dims.size()) + " dimensions", axis);
  dims.erase(dims.begin() + axis);
  return reduceLoss(b, dims, type);
}

void torch_onnx::torch::populateLossOperators(OperatorTable &r) {
  r.add({"aten.kl_div.default", "aten.mse_loss.default",
         "aten.smooth_l1_loss.default"},
        elementLoss({"self", "target"}));
  r.add("aten.l1_loss.default", inferL1Loss);
  r.add({"aten.hinge_embedding_loss.default", "aten.huber_loss.default",
         "aten.soft_margin_loss.default"},
        elementLossLike("self"));
  r.add("aten.binary_cross_entropy.default",
        elementLoss({"self", "target", "weight"}));
  r.add("aten.binary_cross_entropy_with_logits.default",
        elementLossLike("target"));
  r.add("aten.poisson_nll_loss.default", elementLoss({"input", "target"}));
  r.add("aten.margin_ranking_loss.default",
        elementLoss({"input1", "input2", "target"}));
  r.add("aten.cross_entropy_loss.default", inferCrossEntropyLoss);
  r.add({"aten.nll_loss.default", "aten.nll_loss2d.default",
         "aten.nll_loss_nd.default"},
        inferLabelLoss);
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
