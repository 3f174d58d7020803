//===- Norm.cpp - Evaluates normalizations and losses --------------------===//
//
// See Evaluation.h. Operators of NNOps.td and AttentionOps.td, in double
// precision.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

namespace {
/// Means over axes, x - mean, and the means of its squares.
struct Moments {
  Tensor mean, centered, variance;
};
} // namespace

static std::optional<Moments> getMoments(const Tensor &x,
                                         ArrayRef<int64_t> axes) {
  std::optional<Tensor> mean = arithmetic::reduce(ReduceOp::Mean, x, axes);
  std::optional<Tensor> centered = apply(BinaryOp::Sub, x, mean);
  std::optional<Tensor> squares = apply(BinaryOp::Mul, centered, centered);
  if (!squares)
    return std::nullopt;
  std::optional<Tensor> variance =
      arithmetic::reduce(ReduceOp::Mean, *squares, axes);
  return Moments{std::move(*mean), std::move(*centered), std::move(*variance)};
}

/// sqrt(variance + epsilon).
static Tensor getDeviation(Tensor variance, double epsilon) {
  for (double &value : variance.reals())
    value = std::sqrt(value + epsilon);
  return variance;
}

/// (x - mean) / sqrt(variance + epsilon), with the statistics over `axes`.
static std::optional<Tensor> normalize(const Tensor &x, ArrayRef<int64_t> axes,
                                       double epsilon) {
  auto moments = getMoments(x, axes);
  return moments ? apply(BinaryOp::Div, moments->centered,
                         getDeviation(moments->variance, epsilon))
                 : std::nullopt;
}

static Outcome evaluateBatchNormalization(BatchNormalizationOp op,
                                          Evaluation &e) {
  Tensor x = e.reals(op.getX());
  Tensor mean = e.reals(op.getInputMean()),
         variance = e.reals(op.getInputVar());
  SmallVector<RuntimeValue> results(3);
  if (op.getTrainingMode() != 0) {
    SmallVector<int64_t> axes = getRange(1, x.getRank());
    if (!axes.empty())
      axes[0] = 0;
    double momentum = toDouble(op.getMomentum());
    auto ofBatch = getMoments(x, axes);
    if (!ofBatch)
      return std::nullopt;
    for (auto [index, given, current] :
         {std::tuple(1u, &mean, &ofBatch->mean),
          std::tuple(2u, &variance, &ofBatch->variance)}) {
      Tensor now = Tensor(*current).reshaped({current->getNumElements()});
      auto running = zipReals(*given, now, [&](double old, double next) {
        return old * momentum + next * (1 - momentum);
      });
      *given = std::move(now);
      if (!running)
        return running;
      results[index] = *arithmetic::cast(*running, e.elementType(index));
    }
  }
  std::optional<Affine> affine = getAffine(e[op.getScale()], e[op.getB()], mean,
                                           variance, toDouble(op.getEpsilon()));
  if (!affine)
    return std::nullopt;
  std::optional<Tensor> y =
      apply(BinaryOp::Mul, x, alignToChannels(affine->scale, x.getRank()));
  y = apply(BinaryOp::Add, y, alignToChannels(affine->shift, x.getRank()));
  y = y ? arithmetic::cast(*y, e.elementType()) : y;
  if (!y)
    return y;
  results[0] = std::move(*y);
  return results;
}

/// x * scale + bias, where `bias` may be absent.
static std::optional<Tensor> scaleAndShift(std::optional<Tensor> x,
                                           std::optional<Tensor> scale,
                                           std::optional<Tensor> bias) {
  x = apply(BinaryOp::Mul, x, scale);
  return bias ? apply(BinaryOp::Add, x, bias) : x;
}

static Outcome evaluateGroupNormalization(GroupNormalizationOp op,
                                          Evaluation &e) {
  Tensor x = e.reals(op.getX());
  int64_t groups = op.getNumGroups(), rank = x.getRank();
  if (rank < 2 || groups < 1 || x.getShape()[1] % groups != 0)
    return std::nullopt;
  SmallVector<int64_t> shape(x.getShape());
  arithmetic::AxisSizes sizes = arithmetic::getAxisSizes(shape, 1);
  std::optional<Tensor> y =
      normalize(std::move(x).reshaped(
                    {sizes.outer, groups, sizes.size / groups * sizes.inner}),
                2, toDouble(op.getEpsilon()));
  if (!y)
    return y;
  return e.round(scaleAndShift(std::move(*y).reshaped(shape),
                               alignToChannels(e.reals(op.getScale()), rank),
                               alignToChannels(e.reals(op.getBias()), rank)));
}

static Outcome evaluateInstanceNormalization(InstanceNormalizationOp op,
                                             Evaluation &e) {
  Tensor x = e.reals(op.getInput());
  return e.round(scaleAndShift(
      normalize(x, getRange(2, x.getRank()), toDouble(op.getEpsilon())),
      alignToChannels(e.reals(op.getScale()), x.getRank()),
      alignToChannels(e.reals(op.getB()), x.getRank())));
}

static Outcome evaluateLayerNormalization(LayerNormalizationOp op,
                                          Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  SmallVector<int64_t> axes = getRange(*axis, x.getRank());
  auto moments = getMoments(x, axes);
  if (!moments)
    return std::nullopt;
  Tensor deviation = getDeviation(moments->variance, toDouble(op.getEpsilon()));
  std::optional<Tensor> y =
      scaleAndShift(apply(BinaryOp::Div, moments->centered, deviation),
                    e.reals(op.getScale()), e.findReals(op.getB()));
  if (!y)
    return y;
  for (double &value : deviation.reals())
    value = 1 / value;
  return e.roundAll({std::move(*y), moments->mean, deviation});
}

static Outcome evaluateRMSNormalization(RMSNormalizationOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axis = getAxis(op.getAxis(), x.getRank());
  std::optional<Tensor> squares = apply(BinaryOp::Mul, x, x);
  if (!axis)
    return std::nullopt;
  std::optional<Tensor> mean = arithmetic::reduce(ReduceOp::Mean, *squares,
                                                  getRange(*axis, x.getRank()));
  return e.round(scaleAndShift(
      apply(BinaryOp::Div, x, getDeviation(*mean, toDouble(op.getEpsilon()))),
      e.reals(op.getScale()), std::nullopt));
}

/// The result is 0 where the norm is 0.
static Outcome evaluateLpNormalization(LpNormalizationOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  std::optional<Tensor> norm = arithmetic::reduce(
      op.getP() == 1 ? ReduceOp::L1 : ReduceOp::L2, x, *axis);
  return e.round(zipReals(x, *norm, [](double value, double divisor) {
    return divisor == 0 ? 0 : value / divisor;
  }));
}

static Outcome evaluateLRN(LRNOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  if (x.getRank() < 2)
    return std::nullopt;
  arithmetic::AxisSizes sizes = arithmetic::getAxisSizes(x.getShape(), 1);
  int64_t size = op.getSize();
  Tensor y(x.getType());
  for (auto [index, value] : llvm::enumerate(y.reals())) {
    int64_t flat = index, channel = flat / sizes.inner % sizes.size;
    int64_t first = std::max<int64_t>(channel - (size - 1) / 2, 0);
    int64_t last = std::min(channel + size / 2, sizes.size - 1);
    double sum = 0;
    for (int64_t i = first; i <= last; ++i) {
      double other = x.reals()[flat + (i - channel) * sizes.inner];
      sum += other * other;
    }
    value = x.reals()[flat] / std::pow(toDouble(op.getBias()) +
                                           toDouble(op.getAlpha()) /
                                               static_cast<double>(size) * sum,
                                       toDouble(op.getBeta()));
  }
  return e.round(y);
}

/// (x - mean) / (deviation + 1e-9).
static Outcome evaluateMeanVarianceNormalization(MeanVarianceNormalizationOp op,
                                                 Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axes = getAxes(op.getAxes(), x.getRank());
  if (!axes)
    return std::nullopt;
  auto moments = getMoments(x, *axes);
  if (!moments)
    return std::nullopt;
  Tensor deviation = getDeviation(moments->variance, 0);
  for (double &value : deviation.reals())
    value += 1e-9;
  return e.round(apply(BinaryOp::Div, moments->centered, deviation));
}

//===----------------------------------------------------------------------===//
// Losses
//===----------------------------------------------------------------------===//

/// The negated logarithms of the probabilities of the target classes.
static std::optional<Tensor> getLoss(const Tensor &logs, const Tensor &targets,
                                     std::optional<Tensor> weights,
                                     std::optional<int64_t> ignored,
                                     StringRef reduction) {
  auto classes = arithmetic::getIntegers(targets);
  if (logs.getRank() < 2 || !classes)
    return std::nullopt;
  arithmetic::AxisSizes sizes = arithmetic::getAxisSizes(logs.getShape(), 1);
  if (static_cast<int64_t>(classes->size()) != sizes.outer * sizes.inner ||
      (weights && weights->getNumElements() != sizes.size))
    return std::nullopt;
  Tensor losses(targets.getShape(), logs.getElementType());
  double sum = 0, sumOfWeights = 0;
  for (auto [index, target] : llvm::enumerate(*classes)) {
    int64_t row = static_cast<int64_t>(index) / sizes.inner;
    int64_t column = static_cast<int64_t>(index) % sizes.inner;
    if (ignored && target == *ignored)
      continue;
    if (target < 0 || target >= sizes.size)
      return std::nullopt;
    double weight = weights ? weights->reals()[target] : 1;
    double loss =
        -weight *
        logs.reals()[(row * sizes.size + target) * sizes.inner + column];
    losses.reals()[index] = loss;
    sum += loss;
    sumOfWeights += weight;
  }
  if (reduction == "none")
    return losses;
  return makeReal(reduction == "mean" ? sum / sumOfWeights : sum,
                  logs.getType().getContext());
}

static Outcome evaluateNegativeLogLikelihoodLoss(NegativeLogLikelihoodLossOp op,
                                                 Evaluation &e) {
  return e.round(getLoss(e.reals(op.getInput()), e[op.getTarget()],
                         e.findReals(op.getWeight()), op.getIgnoreIndex(),
                         op.getReduction()));
}

static Outcome evaluateSoftmaxCrossEntropyLoss(SoftmaxCrossEntropyLossOp op,
                                               Evaluation &e) {
  Tensor scores = e.reals(op.getScores());
  if (scores.getRank() < 2)
    return std::nullopt;
  std::optional<Tensor> logs =
      apply(BinaryOp::Sub, scores,
            arithmetic::reduce(ReduceOp::LogSumExp, scores, 1));
  std::optional<Tensor> loss =
      getLoss(*logs, e[op.getLabels()], e.findReals(op.getWeights()),
              op.getIgnoreIndex(), op.getReduction());
  if (!loss)
    return loss;
  return e.roundAll({std::move(*loss), std::move(*logs)});
}

void evaluate::populateNorm(Evaluators &rows) {
  rows.add<BatchNormalizationOp>(evaluateBatchNormalization, [](Operation *op) {
    return cast<BatchNormalizationOp>(op).getTrainingMode() == 0
               ? agreeButForRounding(op)
               : Agreement::None;
  });
  rows.add<GroupNormalizationOp>(evaluateGroupNormalization);
  rows.add<InstanceNormalizationOp>(evaluateInstanceNormalization);
  rows.add<LayerNormalizationOp>(evaluateLayerNormalization,
                                 agreeButForRounding);
  rows.add<LpNormalizationOp>(evaluateLpNormalization);
  rows.add<LRNOp>(evaluateLRN);
  rows.add<MeanVarianceNormalizationOp>(evaluateMeanVarianceNormalization);
  rows.add<RMSNormalizationOp>(evaluateRMSNormalization);
  rows.add<NegativeLogLikelihoodLossOp>(evaluateNegativeLogLikelihoodLoss);
  rows.add<SoftmaxCrossEntropyLossOp>(evaluateSoftmaxCrossEntropyLoss);
}
