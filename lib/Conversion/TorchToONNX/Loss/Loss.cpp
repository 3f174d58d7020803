//===- Loss.cpp - Lowerings of loss functions -----------------------------===//
//
// ONNX has the negative log-likelihood loss, with and without softmax. All
// other losses become formulas with a reduction (none, mean or sum), computed
// in opmath.
//
//===----------------------------------------------------------------------===//

#include "Elementwise/Elementwise.h"
#include "Positions.h"
#include "Reduce/Reduce.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <numeric>

using namespace mlir;
using namespace torch_onnx;

using enum torch::losses::Reduction;

static Value buildReduction(Lowering &b, Value loss, int64_t reduction) {
  int64_t rank = b.rankOf(loss);
  if (reduction == None || rank == 0)
    return loss;
  auto axes = b.integers(0, rank);
  if (reduction == Mean)
    return buildMean(b, loss, axes, /*keepDims=*/false);
  return b.ReduceSum(loss, axes, /*keepDims=*/false);
}

/// The argument `reduction`, which PyTorch passes on as a number.
static int64_t getReduction(Lowering &b) {
  int64_t reduction = b.getInt("reduction", Mean);
  if (reduction >= None && reduction <= Sum)
    return reduction;
  b.refuseArgument("reduction", "0 (none), 1 (mean) or 2 (sum)");
  return Mean;
}

static Lowered reduceLoss(Lowering &b, Value loss) {
  return buildReduction(b, loss, getReduction(b));
}

//===----------------------------------------------------------------------===//
// Distances
//===----------------------------------------------------------------------===//

/// input - target
static Value buildDifference(Lowering &b) {
  Type type = b.resultElementType();
  return b.Sub(b.tensor("self", type), b.tensor("target", type));
}

// aten::mse_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
static Lowered lowerMseLoss(Lowering &b) {
  Value difference = buildDifference(b);
  return reduceLoss(b, b.Mul(difference, difference));
}

// aten::l1_loss(Tensor self, Tensor target, int reduction=1) -> Tensor
//
// Distances of integers wrap around in their dtype; sums of them are i64.
static Lowered lowerL1Loss(Lowering &b) {
  Type own = b.promote({"self", "target"});
  if (!b.isInt(own))
    return reduceLoss(b, b.Abs(buildDifference(b)));
  Value distance = b.Sub(b.tensor("self", own), b.tensor("target", own));
  if (!own.isUnsignedInteger())
    distance = b.Abs(distance);
  return reduceLoss(b, b.Cast(distance, b.resultElementType()));
}

// aten::smooth_l1_loss(Tensor self, Tensor target, int reduction=1,
//                      float beta=1.) -> Tensor
static Lowered lowerSmoothL1Loss(Lowering &b) {
  double beta = b.getFloat("beta");
  if (beta == 0)
    return lowerL1Loss(b);
  Type type = b.resultElementType();
  Value distance = b.Abs(buildDifference(b));
  Value square = b.Mul(b.Mul(distance, distance), b.scalar(0.5 / beta, type));
  Value line = b.Sub(distance, b.scalar(0.5 * beta, type));
  Value isNear = b.Less(distance, b.scalar(beta, type));
  return reduceLoss(b, b.Where(isNear, square, line));
}

// aten::huber_loss(Tensor self, Tensor target, int reduction=1,
//                  float delta=1.) -> Tensor
static Lowered lowerHuberLoss(Lowering &b) {
  double delta = b.getFloat("delta");
  Type type = b.resultElementType();
  Value distance = b.Abs(buildDifference(b));
  Value square = b.Mul(b.Mul(distance, distance), b.scalar(0.5, type));
  Value line = b.Mul(b.Sub(distance, b.scalar(0.5 * delta, type)),
                     b.scalar(delta, type));
  Value isNear = b.LessOrEqual(distance, b.scalar(delta, type));
  return reduceLoss(b, b.Where(isNear, square, line));
}

//===----------------------------------------------------------------------===//
// Probabilities
//===----------------------------------------------------------------------===//

// aten::kl_div(Tensor self, Tensor target, int reduction=1, *,
//              bool log_target=False) -> Tensor
static Lowered lowerKlDiv(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target", type);
  if (b.getBool("log_target"))
    return reduceLoss(b, b.Mul(b.Exp(target), b.Sub(target, x)));
  return reduceLoss(b, b.Sub(buildXLogY(b, target, target), b.Mul(target, x)));
}

static Value multiplyWeight(Lowering &b, Value loss, StringRef name) {
  if (!b.has(name))
    return loss;
  return b.Mul(loss, b.tensor(name, b.elementTypeOf(loss)));
}

// aten::binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None,
//                            int reduction=1) -> Tensor
//
// Logarithms are clamped at -100 so that the loss is finite.
static Lowered lowerBinaryCrossEntropy(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target", type);
  Value one = b.scalar(1, type), least = b.scalar(-100, type);
  Value ofOne = b.Max(b.Log(x), least);
  Value ofZero = b.Max(b.Log(b.Sub(one, x)), least);
  // target * ofOne + (1 - target) * ofZero, negated.
  Value loss = b.Sub(b.Mul(b.Sub(target, one), ofZero), b.Mul(target, ofOne));
  return reduceLoss(b, multiplyWeight(b, loss, "weight"));
}

// aten::binary_cross_entropy_with_logits(Tensor self, Tensor target,
//   Tensor? weight=None, Tensor? pos_weight=None, int reduction=1) -> Tensor
static Lowered lowerBinaryCrossEntropyWithLogits(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target", type);
  Value one = b.scalar(1, type);
  Value softplus = b.Softplus(b.Neg(x));
  if (b.has("pos_weight")) {
    Value weight = b.tensor("pos_weight", type);
    Value factor = b.Add(b.Mul(b.Sub(weight, one), target), one);
    softplus = b.Mul(factor, softplus);
  }
  Value loss = b.Add(b.Mul(b.Sub(one, target), x), softplus);
  return reduceLoss(b, multiplyWeight(b, loss, "weight"));
}

/// Rounds a value of dtype `own` before it meets one of another dtype, as in
/// eager mode. If the result has the dtype `own`, it is rounded only at the
/// end.
static Value roundBetween(Lowering &b, Value value, Type own, Type type) {
  Type result =
      getElementTypeOrSelf(b.getArguments().getOp()->getResult(0).getType());
  return own == result ? value : b.Cast(b.Cast(value, own), type);
}

// aten::poisson_nll_loss(Tensor input, Tensor target, bool log_input,
//                        bool full, float eps, int reduction) -> Tensor
static Lowered lowerPoissonNllLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("input", type), target = b.tensor("target", type);
  // Functions of the input alone are rounded to its dtype before they are
  // combined with a target of another dtype.
  Type own = getOwnFloatType(b, "input"), inner = getComputeType(b, own);
  Value input = b.tensor("input", inner);
  auto round = [&](Value value) { return roundBetween(b, value, own, type); };
  Value loss;
  if (b.getBool("log_input"))
    loss = b.Sub(round(b.Exp(input)), b.Mul(target, x));
  else
    loss = b.Sub(
        x, b.Mul(target, round(b.Log(b.Add(input, b.number("eps", inner))))));
  if (b.getBool("full")) {
    Value logarithm = b.Log(b.Mul(target, b.scalar(2 * M_PI, type)));
    Value stirling = b.Add(b.Sub(b.Mul(target, b.Log(target)), target),
                           b.Mul(logarithm, b.scalar(0.5, type)));
    loss = b.Add(loss, b.Where(b.LessOrEqual(target, b.scalar(1, type)),
                               b.scalar(0, type), stirling));
  }
  return reduceLoss(b, loss);
}

// aten::soft_margin_loss(Tensor self, Tensor target, int reduction=1)
//
// Infinite where the exponential is, so a softplus would differ. In eager mode,
// product and exponential are separate kernels that round to the dtype of the
// operands. The casts force this in runtimes that compute narrow floats in f32.
static Lowered lowerSoftMarginLoss(Lowering &b) {
  Type type = b.resultElementType();
  Type narrow = getElementTypeOrSelf(b.getOp()->getResult(0).getType());
  Value x = b.tensor("self", type), target = b.tensor("target", type);
  auto round = [&](Value value) { return b.Cast(b.Cast(value, narrow), type); };
  Value grown = round(b.Exp(round(b.Mul(b.Neg(x), target))));
  return reduceLoss(b, buildLog1p(b, grown));
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

/// The negative log-likelihood of tensors that may be empty, which runtimes
/// refuse: compares each class with the label instead of looking it up.
static Value buildClassLossByComparison(Lowering &b, Value logs, Value target,
                                        Value weight, int64_t reduction) {
  Type type = b.elementTypeOf(logs), index = b.elementTypeOf(target);
  SmallVector<int64_t> rest(b.rankOf(logs) - 2);
  std::iota(rest.begin(), rest.end(), 1);
  auto alongClasses = [&](Value vector) { return b.Unsqueeze(vector, rest); };
  Value classes =
      alongClasses(b.Cast(buildPositions(b, buildSize(b, logs, 1)), index));
  Value isIgnored = b.Equal(target, b.scalar(b.getInt("ignore_index"), index));
  Value isLabel = b.And(b.Equal(b.Unsqueeze(target, 1), classes),
                        b.Unsqueeze(b.Not(isIgnored), 1));
  Value zero = b.scalar(0, type);
  Value factor = weight ? alongClasses(weight) : b.scalar(1, type);
  Value term = weight ? b.Mul(logs, factor) : logs;
  Value loss = b.Neg(b.ReduceSum(b.Where(isLabel, term, zero), 1,
                                 /*keepDims=*/false));
  if (reduction != Mean)
    return buildReduction(b, loss, reduction);
  Value weights = b.ReduceSum(b.Where(isLabel, factor, zero), 1,
                              /*keepDims=*/false);
  return b.Div(buildReduction(b, loss, Sum), buildReduction(b, weights, Sum));
}

/// NegativeLogLikelihoodLoss and SoftmaxCrossEntropyLoss require a batch
/// dimension.
static Value buildClassLoss(Lowering &b, StringRef op, Value x, Value target,
                            Value weight, int64_t reduction) {
  bool single = b.rankOf(x) == 1;
  if (single) {
    x = b.Unsqueeze(x, 0);
    target = b.Unsqueeze(target, 0);
  }
  if (b.rankOf(x) > 1 && mayBeEmpty(b, x)) {
    Value loss = buildClassLossByComparison(
        b, op == "SoftmaxCrossEntropyLoss" ? b.LogSoftmax(x, 1) : x, target,
        weight, reduction);
    return single && reduction == None ? b.Squeeze(loss, 0) : loss;
  }
  static constexpr StringLiteral names[] = {"none", "mean", "sum"};
  SmallVector<Value> operands = {x, target};
  operands.push_back(weight ? weight : b.none());
  Dims dims;
  if (reduction == None)
    dims = b.dimsOf(target);
  Type type = sym::getTensorType(dims, b.elementTypeOf(x));
  SmallVector<NamedAttribute> attrs = {
      b.attr("ignore_index", b.getInt("ignore_index")),
      b.attr("reduction", StringRef(names[reduction]))};
  Value loss;
  if (op == "SoftmaxCrossEntropyLoss")
    loss = b.createOp(op, {type, b.getBuilder().getNoneType()}, operands, attrs)
               ->getResult(0);
  else
    loss = b.create(op, type, operands, attrs);
  return single && reduction == None ? b.Squeeze(loss, 0) : loss;
}

static Value getWeight(Lowering &b) {
  return b.has("weight") ? b.tensor("weight", b.resultElementType()) : Value();
}

// aten::nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None,
//                   int reduction=1, SymInt ignore_index=-100) -> Tensor
static Lowered lowerNllLoss(Lowering &b) {
  return buildClassLoss(b, "NegativeLogLikelihoodLoss",
                        b.tensor("self", b.resultElementType()),
                        b.tensor("target"), getWeight(b), getReduction(b));
}

// aten::nll_loss_forward(Tensor self, Tensor target, Tensor? weight,
//   int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)
//
// The second result is the sum of the weights of all targets that are not
// ignored; 0 without a reduction.
static Lowered lowerNllLossForward(Lowering &b) {
  Value loss = lowerNllLoss(b).getValues().front();
  Type type = b.resultElementType(1);
  Value x = b.tensor("self"), target = b.tensor("target");
  if (b.isRefused() || b.getOp()->getResult(1).use_empty() ||
      (getReduction(b) == None && b.rankOf(x) > 1))
    return std::pair(loss, b.scalar(0, type));
  Value zero = b.scalar(0, type), total = b.scalar(1, type);
  Value isIgnored = b.Equal(
      target, b.scalar(b.getInt("ignore_index"), b.elementTypeOf(target)));
  if (Value weight = getWeight(b)) {
    Value index =
        b.Where(isIgnored, b.scalar(0, b.elementTypeOf(target)), target);
    total = b.Cast(b.Gather(weight, index, 0), type);
  }
  Value each = b.Where(isIgnored, zero, total);
  int64_t rank = b.rankOf(each);
  return std::pair(loss, rank == 0 ? each
                                   : b.ReduceSum(each, b.integers(0, rank),
                                                 /*keepDims=*/false));
}

/// The negative sum over the classes of weight * probability * log(softmax(x)).
/// A null weight or probability is left out.
static Value buildCrossEntropy(Lowering &b, Value logs, Value probability,
                               Value weight, int64_t axis) {
  Value terms = probability ? b.Mul(logs, probability) : logs;
  if (weight) {
    Dims dims(b.rankOf(logs) - axis, b.constantDim(1));
    dims.front() = b.dimsOf(weight)[0];
    terms = b.Mul(terms, b.reshape(weight, dims));
  }
  return b.Neg(b.ReduceSum(terms, axis, /*keepDims=*/false));
}

/// The share of the probability `smoothing` that each class gets.
static Value buildShare(Lowering &b, Value x, int64_t axis, double smoothing) {
  Type type = b.elementTypeOf(x);
  if (auto classes = b.constantSize(b.dimsOf(x)[axis]))
    return b.scalar(smoothing / double(*classes), type);
  return b.Div(b.scalar(smoothing, type), b.Cast(buildSize(b, x, axis), type));
}

/// Targets are class probabilities. The mean is over batch and positions for
/// any weights (cross_entropy_loss_prob_target divides by numel / C).
static Lowered lowerCrossEntropyOfProbabilities(Lowering &b) {
  Type type = b.resultElementType();
  // Logarithms are rounded to the dtype of the logits before they are
  // multiplied by probabilities of another dtype.
  Type own = getOwnFloatType(b, "self"), wide = getComputeType(b, own);
  Value x = b.tensor("self", wide), target = b.tensor("target", type);
  double smoothing = b.getFloat("label_smoothing");
  int64_t axis = b.rankOf(x) == 1 ? 0 : 1;
  if (smoothing > 0)
    target = b.Add(b.Mul(target, b.scalar(1 - smoothing, type)),
                   buildShare(b, x, axis, smoothing));
  Value logs = roundBetween(b, b.LogSoftmax(x, axis), own, type);
  return reduceLoss(b, buildCrossEntropy(b, logs, target, getWeight(b), axis));
}

/// Each label distributes `smoothing` of its probability over all classes.
static Lowered lowerSmoothCrossEntropy(Lowering &b, double smoothing) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target");
  Value weight = getWeight(b);
  int64_t axis = b.rankOf(x) == 1 ? 0 : 1;
  int64_t reduction = getReduction(b);
  Value zero = b.scalar(0, type);

  Value logs = b.LogSoftmax(x, axis);
  Value isIgnored = b.Equal(
      target, b.scalar(b.getInt("ignore_index"), b.elementTypeOf(target)));
  Value even = b.Where(isIgnored, zero,
                       buildCrossEntropy(b, logs, Value(), weight, axis));
  Value own = buildClassLoss(b, "NegativeLogLikelihoodLoss", logs, target,
                             weight, reduction);
  if (reduction == Mean) {
    // The mean weighs each label by the weight of its class.
    Value labels = b.scalar(1, type);
    if (weight)
      labels = b.Gather(
          weight,
          b.Where(isIgnored, b.scalar(0, b.elementTypeOf(target)), target), 0);
    Value total = buildReduction(b, b.Where(isIgnored, zero, labels), Sum);
    even = b.Div(buildReduction(b, even, Sum), total);
  } else {
    even = buildReduction(b, even, reduction);
  }
  return b.Add(b.Mul(own, b.scalar(1 - smoothing, type)),
               b.Mul(even, buildShare(b, x, axis, smoothing)));
}

// aten::cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None,
//   int reduction=1, SymInt ignore_index=-100, float label_smoothing=0.)
static Lowered lowerCrossEntropyLoss(Lowering &b) {
  Value x = b.tensor("self", b.resultElementType());
  Value target = b.tensor("target");
  if (b.isFloat(b.elementTypeOf(target)))
    return lowerCrossEntropyOfProbabilities(b);
  if (double smoothing = b.getFloat("label_smoothing"); smoothing > 0)
    return lowerSmoothCrossEntropy(b, smoothing);
  return buildClassLoss(b, "SoftmaxCrossEntropyLoss", x, target, getWeight(b),
                        getReduction(b));
}

//===----------------------------------------------------------------------===//
// Margins
//===----------------------------------------------------------------------===//

// aten::margin_ranking_loss(Tensor input1, Tensor input2, Tensor target,
//                           float margin=0., int reduction=1) -> Tensor
static Lowered lowerMarginRankingLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value loss;
  if (Type own = b.promote({"input1", "input2", "target"}); b.isInt(own)) {
    // The difference of integers wraps around before the margin is added, as in
    // eager mode.
    Type pair = b.promote({"input1", "input2"});
    Value target = b.tensor("target");
    Value negative = b.Sub(b.scalar(0, b.elementTypeOf(target)), target);
    Value difference =
        b.Sub(b.tensor("input1", pair), b.tensor("input2", pair));
    loss = b.Cast(b.Mul(b.Cast(negative, own), b.Cast(difference, own)), type);
  } else {
    loss = b.Mul(b.Neg(b.tensor("target", type)),
                 buildOwnDifference(b, "input1", "input2"));
  }
  if (double margin = b.getFloat("margin"))
    loss = b.Add(loss, b.scalar(margin, type));
  return reduceLoss(b, b.Relu(loss));
}

// aten::hinge_embedding_loss(Tensor self, Tensor target, float margin=1.,
//                            int reduction=1) -> Tensor
static Lowered lowerHingeEmbeddingLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target", type);
  Value zero = b.scalar(0, type);
  Value rest = b.Relu(b.Sub(b.number("margin", type), x));
  Value loss = b.Add(b.Where(b.Equal(target, b.scalar(1, type)), zero, rest),
                     b.Where(b.Equal(target, b.scalar(-1, type)), zero, x));
  return reduceLoss(b, loss);
}

// aten::cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target,
//                             float margin=0., int reduction=1) -> Tensor
static Lowered lowerCosineEmbeddingLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value target = b.tensor("target", type);
  int64_t axis = b.rankOf(target);
  // Products of integers wrap around in their dtype; sums of products do not.
  auto sum = [&](StringRef lhs, StringRef rhs) {
    Type own = b.promote({lhs, rhs});
    if (!b.isInt(own))
      return b.ReduceSum(b.Mul(b.tensor(lhs, type), b.tensor(rhs, type)), axis,
                         /*keepDims=*/false);
    Value product = b.Mul(b.tensor(lhs, own), b.tensor(rhs, own));
    return b.Cast(
        b.ReduceSum(b.Cast(product, b.i64()), axis, /*keepDims=*/false), type);
  };
  Value one = b.scalar(1, type), zero = b.scalar(0, type);
  Value epsilon = b.scalar(1e-12, type);
  Value squares = b.Mul(b.Add(sum("input1", "input1"), epsilon),
                        b.Add(sum("input2", "input2"), epsilon));
  Value cosine = b.Div(sum("input1", "input2"), b.Sqrt(squares));
  Value apart = b.Relu(b.Sub(cosine, b.number("margin", type)));
  Value loss =
      b.Where(b.Equal(target, one), b.Sub(one, cosine),
              b.Where(b.Equal(target, b.scalar(-1, type)), apart, zero));
  return reduceLoss(b, loss);
}

/// The p-norm of x - y + eps over the last dimension.
static Value buildDistance(Lowering &b, StringRef x, StringRef y) {
  Type type = b.resultElementType();
  Value difference = b.Add(buildOwnDifference(b, x, y), b.number("eps", type));
  return buildVectorNorm(b, difference, b.getFloat("p"),
                         b.rankOf(difference) - 1, /*keepDims=*/false);
}

// aten::triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative,
//   float margin=1., float p=2., float eps=9.9999999999999995e-07,
//   bool swap=False, int reduction=1) -> Tensor
static Lowered lowerTripletMarginLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value nearDistance = buildDistance(b, "anchor", "positive");
  Value farDistance = buildDistance(b, "anchor", "negative");
  if (b.getBool("swap"))
    farDistance = b.Min(farDistance, buildDistance(b, "positive", "negative"));
  Value loss =
      b.Sub(b.Add(nearDistance, b.number("margin", type)), farDistance);
  return reduceLoss(b, b.Relu(loss));
}

// aten::multi_margin_loss(Tensor self, Tensor target, Scalar p=1,
//   Scalar margin=1, Tensor? weight=None, int reduction=1) -> Tensor
static Lowered lowerMultiMarginLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target");
  bool single = b.rankOf(x) < 2;
  x = b.atLeast1d(x);
  if (b.rankOf(x) == 1)
    x = b.Unsqueeze(x, 0);
  target = b.atLeast1d(target);
  Value label = b.Unsqueeze(target, 1);
  Value loss = b.Relu(
      b.Add(b.Sub(x, b.GatherElements(x, label, 1)), b.number("margin", type)));
  if (b.getFloat("p") == 2)
    loss = b.Mul(loss, loss);
  if (Value weight = getWeight(b))
    loss = b.Mul(loss, b.Gather(weight, label, 0));
  Value classes = buildPositionsOf(b, x, 1);
  Value isLabel = b.Equal(label, b.Cast(classes, b.elementTypeOf(target)));
  loss = b.Where(isLabel, b.scalar(0, type), loss);
  loss = b.ReduceMean(loss, 1, /*keepDims=*/false);
  if (single && b.resultType().getRank() == 0)
    return b.Squeeze(loss, 0);
  return reduceLoss(b, loss);
}

// aten::multilabel_margin_loss(Tensor self, Tensor target, int reduction=1)
//
// The labels of a sample end before the first -1. Each label is compared with
// all classes that are not labels.
//
// The forward operator also returns whether each class is a target of its
// sample, as a number.
static Lowered lowerMultilabelMarginLoss(Lowering &b) {
  Type type = b.resultElementType();
  Value x = b.tensor("self", type), target = b.tensor("target");
  bool single = b.rankOf(x) < 2;
  while (b.rankOf(x) < 2)
    x = b.Unsqueeze(x, 0);
  while (b.rankOf(target) < 2)
    target = b.Unsqueeze(target, 0);
  Type index = b.elementTypeOf(target), count = b.getBuilder().getI32Type();
  Value zero = b.scalar(0, type);

  Value isEnd = b.Less(target, b.scalar(0, index));
  Value isLabel =
      b.Equal(b.CumSum(b.Cast(isEnd, count), 1), b.scalar(0, count));
  Value label = b.Where(isLabel, target, b.scalar(0, index));
  Value classes = buildPositionsOf(b, x, 1);
  auto numClasses = b.constantSize(b.dimsOf(x)[1]);
  // [N, labels, classes]
  Value margins = b.Relu(b.Add(
      b.Sub(b.Unsqueeze(x, 1), b.Unsqueeze(b.GatherElements(x, label, 1), 2)),
      b.scalar(1, type)));
  Value isOwn = b.And(b.Equal(b.Unsqueeze(label, 2), b.Cast(classes, index)),
                      b.Unsqueeze(isLabel, 2));
  // [N, 1, classes]
  Value isOfLabel = b.Cast(b.ReduceMax(b.Cast(isOwn, count), 1), b.i1());
  Value counts = b.And(b.Unsqueeze(isLabel, 2), b.Not(isOfLabel));
  Value loss = b.ReduceSum(b.Where(counts, margins, zero), {1, 2},
                           /*keepDims=*/false);
  loss = b.Div(loss, numClasses ? b.scalar(*numClasses, type)
                                : b.Cast(buildSize(b, x, 1), type));
  Lowered result = single ? Lowered(b.Squeeze(loss, 0)) : reduceLoss(b, loss);
  if (b.isRefused() || b.getNumResults() == 1)
    return result;
  Value isTarget;
  if (!b.getOp()->getResult(1).use_empty())
    isTarget =
        b.reshape(b.Cast(isOfLabel, b.resultElementType(1)), b.resultType(1));
  return SmallVector<Value>{result.getValues().front(), isTarget};
}

void torch_onnx::populateLoss(LoweringRegistry &registry) {
  WrappedLowerings r(registry, ofRealsInOpMath);
  r.add("aten.binary_cross_entropy.default", lowerBinaryCrossEntropy);
  r.add("aten.binary_cross_entropy_with_logits.default",
        lowerBinaryCrossEntropyWithLogits);
  r.add("aten.cosine_embedding_loss.default", lowerCosineEmbeddingLoss);
  r.add("aten.cross_entropy_loss.default", lowerCrossEntropyLoss);
  r.add("aten.hinge_embedding_loss.default", lowerHingeEmbeddingLoss);
  r.add("aten.huber_loss.default", lowerHuberLoss);
  r.add("aten.kl_div.default", lowerKlDiv);
  r.add("aten.l1_loss.default", lowerL1Loss);
  r.add("aten.margin_ranking_loss.default", lowerMarginRankingLoss);
  r.add("aten.mse_loss.default", lowerMseLoss);
  r.add("aten.multi_margin_loss.default", lowerMultiMarginLoss);
  r.add("aten.multilabel_margin_loss.default", lowerMultilabelMarginLoss);
  // aten::multilabel_margin_loss_forward(Tensor self, Tensor target,
  //   int reduction) -> (Tensor output, Tensor is_target)
  r.add("aten.multilabel_margin_loss_forward.default",
        lowerMultilabelMarginLoss);
  r.add({"aten.nll_loss.default", "aten.nll_loss2d.default",
         "aten.nll_loss_nd.default"},
        lowerNllLoss);
  r.add({"aten.nll_loss2d_forward.default", "aten.nll_loss_forward.default"},
        lowerNllLossForward);
  r.add("aten.poisson_nll_loss.default", lowerPoissonNllLoss);
  r.add("aten.smooth_l1_loss.default", lowerSmoothL1Loss);
  r.add("aten.soft_margin_loss.default", lowerSoftMarginLoss);
  r.add("aten.triplet_margin_loss.default", lowerTripletMarginLoss);
}
