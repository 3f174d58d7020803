//===- Activation.cpp - Evaluates activations ----------------------------===//
//
// See Evaluation.h. Operators of ActivationOps.td, in double precision.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

static double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

static double softplus(double x) {
  return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
}

/// Clamps to [0, 1]; NaN stays NaN.
static double clampToUnit(double x) { return std::clamp(x, 0.0, 1.0); }

/// x * alpha below 0.
static double leak(double x, double alpha) { return x < 0 ? alpha * x : x; }

/// The bounds have the element type of the operand, which is exact.
static Outcome evaluateClip(ClipOp op, Evaluation &e) {
  std::optional<Tensor> x = e[op.getInput()];
  for (auto [limit, function] :
       {std::pair<Value, BinaryOp>(op.getMin(), BinaryOp::Max),
        std::pair<Value, BinaryOp>(op.getMax(), BinaryOp::Min)})
    if (const Tensor *other = e.find(limit); other && x)
      x = arithmetic::compute(function, *x, *other, e.defined());
  return x;
}

static Outcome evaluateRelu(ReluOp op, Evaluation &e) {
  const Tensor &x = e[op.getX()];
  if (isa<FloatType>(x.getElementType()))
    return arithmetic::compute(UnaryOp::Relu, x);
  return arithmetic::compute(BinaryOp::Max, x, Tensor({}, x.getElementType()));
}

static Outcome evaluateGelu(GeluOp op, Evaluation &e) {
  bool isTanh = op.getApproximate() == "tanh";
  return arithmetic::mapReals(e[op.getX()], [&](double x) {
    double inner = std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x);
    return x / 2 *
           (1 + (isTanh ? std::tanh(inner) : std::erf(x / std::sqrt(2))));
  });
}

static Outcome evaluatePRelu(PReluOp op, Evaluation &e) {
  return e.round(zipReals(e[op.getX()], e[op.getSlope()], leak));
}

//===----------------------------------------------------------------------===//
// Functions along an axis
//===----------------------------------------------------------------------===//

static std::optional<Tensor> softmax(Value x, int64_t axis, Evaluation &e) {
  Tensor values = e.reals(x);
  // A scalar counts as a vector of size 1.
  Tensor matrix = values.getRank() == 0 ? Tensor(values).reshaped({1}) : values;
  auto known = getAxis(axis, matrix.getRank());
  if (!known)
    return std::nullopt;
  // Runtimes differ in how infinities and NaN propagate.
  std::optional<Tensor> result = arithmetic::softmax(matrix, *known);
  return result ? std::move(*result).reshaped(values.getShape()) : result;
}

/// x - log(sum(exp(x))).
static Outcome evaluateLogSoftmax(LogSoftmaxOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  return e.round(apply(BinaryOp::Sub, x,
                       arithmetic::reduce(ReduceOp::LogSumExp, x, *axis)));
}

/// 1 at the first maximum, else 0.
static Outcome evaluateHardmax(HardmaxOp op, Evaluation &e) {
  Tensor x = e.reals(op.getX());
  auto axis = getAxis(op.getAxis(), x.getRank());
  if (!axis)
    return std::nullopt;
  arithmetic::AxisSizes sizes = arithmetic::getAxisSizes(x.getShape(), *axis);
  Tensor result(x.getType());
  if (sizes.size == 0)
    return e.round(result);
  for (int64_t row = 0; row < sizes.outer; ++row)
    for (int64_t column = 0; column < sizes.inner; ++column) {
      int64_t first = row * sizes.size * sizes.inner + column, best = first;
      for (int64_t i = 1; i < sizes.size; ++i)
        if (int64_t at = first + i * sizes.inner;
            x.reals()[at] > x.reals()[best])
          best = at;
      result.reals()[best] = 1;
    }
  return e.round(result);
}

//===----------------------------------------------------------------------===//
// Registration
//===----------------------------------------------------------------------===//

/// Registers f(x, alpha) for each number.
template <typename OpT, typename Function>
static void addAlpha(Evaluators &rows, Function f) {
  rows.add<OpT>([f](OpT op, Evaluation &e) -> Outcome {
    double alpha = toDouble(op.getAlpha());
    return arithmetic::mapReals(e[op.getX()],
                                [&](double x) { return f(x, alpha); });
  });
}

void evaluate::populateActivation(Evaluators &rows) {
  rows.add<ReluOp>(evaluateRelu,
                   [](Operation *) { return Agreement::Rounding; });
  rows.add<SigmoidOp>(UnaryOp::Sigmoid);
  rows.add<SoftplusOp>(UnaryOp::Softplus);
  rows.addReal<HardSwishOp>(
      [](double x) { return x * clampToUnit(x / 6 + 0.5); });
  rows.addReal<MishOp>([](double x) { return x * std::tanh(softplus(x)); });
  rows.addReal<SoftsignOp>([](double x) { return x / (1 + std::fabs(x)); });

  addAlpha<CeluOp>(rows, [](double x, double alpha) {
    return x < 0 ? alpha * std::expm1(x / alpha) : x;
  });
  addAlpha<EluOp>(rows, [](double x, double alpha) {
    return x < 0 ? alpha * std::expm1(x) : x;
  });
  addAlpha<LeakyReluOp>(rows, leak);
  addAlpha<SwishOp>(
      rows, [](double x, double alpha) { return x * sigmoid(alpha * x); });
  addAlpha<ThresholdedReluOp>(
      rows, [](double x, double alpha) { return x > alpha ? x : 0; });
  rows.add<HardSigmoidOp>([](HardSigmoidOp op, Evaluation &e) -> Outcome {
    double alpha = toDouble(op.getAlpha()), beta = toDouble(op.getBeta());
    return arithmetic::mapReals(
        e[op.getX()], [&](double x) { return clampToUnit(alpha * x + beta); });
  });
  rows.add<SeluOp>([](SeluOp op, Evaluation &e) -> Outcome {
    double alpha = toDouble(op.getAlpha()), gamma = toDouble(op.getGamma());
    return arithmetic::mapReals(e[op.getX()], [&](double x) {
      return gamma * (x < 0 ? alpha * std::expm1(x) : x);
    });
  });
  rows.add<ShrinkOp>([](ShrinkOp op, Evaluation &e) -> Outcome {
    double bias = toDouble(op.getBias()), limit = toDouble(op.getLambd());
    return arithmetic::mapReals(e[op.getX()], [&](double x) {
      return x < -limit ? x + bias : x > limit ? x - bias : 0;
    });
  });
  rows.add<ClipOp>(evaluateClip, agreeOnBits);
  rows.add<GeluOp>(evaluateGelu);
  rows.add<PReluOp>(evaluatePRelu);

  rows.add<HardmaxOp>(evaluateHardmax);
  rows.add<LogSoftmaxOp>(evaluateLogSoftmax);
  rows.add<SoftmaxOp>(
      [](SoftmaxOp op, Evaluation &e) -> Outcome {
        return e.round(softmax(op.getX(), op.getAxis(), e));
      },
      agreeButForRounding);
}
