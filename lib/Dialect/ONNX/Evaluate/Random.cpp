//===- Random.cpp - Evaluates random operators ---------------------------===//
//
// See Evaluation.h. Operators of RandomOps.td. Numbers depend only on the seed.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"

#include <cmath>
#include <random>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

namespace {
/// std::mt19937_64 is portable; the distributions of the standard library are
/// not.
class Generator {
public:
  explicit Generator(uint64_t seed) : engine(seed) {}
  /// In [0, 1).
  double uniform() { return static_cast<double>(engine() >> 11) * 0x1p-53; }
  double normal() {
    double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * M_PI * uniform());
  }

private:
  std::mt19937_64 engine;
};
} // namespace

template <typename Function>
static Outcome generate(ArrayRef<int64_t> shape, Evaluation &e,
                        std::optional<APFloat> seed, Function function) {
  auto type = RankedTensorType::get(shape, Float64Type::get(e.getContext()));
  if (!arithmetic::getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  Generator generator(e.getSeed(seed));
  for (double &value : result.reals())
    value = function(generator);
  return e.round(result);
}

template <typename OpT>
static Outcome generateNormal(OpT op, Evaluation &e, ArrayRef<int64_t> shape) {
  double mean = toDouble(op.getMean()), scale = toDouble(op.getScale());
  return generate(shape, e, op.getSeed(), [&](Generator &generator) {
    return mean + scale * generator.normal();
  });
}

template <typename OpT>
static Outcome generateUniform(OpT op, Evaluation &e, ArrayRef<int64_t> shape) {
  double low = toDouble(op.getLow()), high = toDouble(op.getHigh());
  return generate(shape, e, op.getSeed(), [&](Generator &generator) {
    return low + (high - low) * generator.uniform();
  });
}

static Outcome evaluateBernoulli(BernoulliOp op, Evaluation &e) {
  Tensor x = e.reals(op.getInput());
  Generator generator(e.getSeed(op.getSeed()));
  for (double &value : x.reals())
    value = generator.uniform() < value;
  return e.round(x);
}

/// Samples classes by their unnormalized log-probabilities.
static Outcome evaluateMultinomial(MultinomialOp op, Evaluation &e) {
  Tensor x = e.reals(op.getInput());
  if (x.getRank() != 2 || x.getShape()[1] == 0 ||
      static_cast<int64_t>(op.getSampleSize()) < 0)
    return std::nullopt;
  std::optional<Tensor> shares = arithmetic::softmax(x, 1);
  int64_t classes = x.getShape()[1], samples = op.getSampleSize();
  Tensor result({x.getShape()[0], samples}, x.getElementType());
  Generator generator(e.getSeed(op.getSeed()));
  for (auto [index, value] : llvm::enumerate(result.reals())) {
    double rest = generator.uniform();
    const double *row = shares->reals().data() +
                        static_cast<int64_t>(index) / samples * classes;
    int64_t chosen = 0;
    while (chosen + 1 < classes && rest >= row[chosen])
      rest -= row[chosen++];
    value = static_cast<double>(chosen);
  }
  return e.round(result);
}

static Outcome evaluateDropout(DropoutOp op, Evaluation &e) {
  const Tensor *training = e.find(op.getTrainingMode());
  double ratio = e.number(op.getRatio(), 0.5);
  bool isOn = training && training->getBytes().front() && ratio != 0;
  Tensor x = e.reals(op.getData());
  Tensor mask(x.getShape(), IntegerType::get(e.getContext(), 1));
  std::optional<APFloat> seed;
  if (op.getSeed())
    seed = APFloat(static_cast<double>(*op.getSeed()));
  Generator generator(isOn ? e.getSeed(seed) : 0);
  for (auto [value, keep] :
       llvm::zip_equal(x.reals(), mask.getMutableBytes())) {
    keep = !isOn || generator.uniform() >= ratio;
    value = keep ? value / (isOn ? 1 - ratio : 1) : 0;
  }
  std::optional<Tensor> output = arithmetic::cast(x, e.elementType());
  if (!output)
    return output;
  return SmallVector<RuntimeValue>{std::move(*output), std::move(mask)};
}

void evaluate::populateRandom(Evaluators &rows) {
  rows.add<BernoulliOp>(evaluateBernoulli);
  rows.add<DropoutOp>(evaluateDropout);
  rows.add<MultinomialOp>(evaluateMultinomial);
  rows.add<RandomNormalOp>([](RandomNormalOp op, Evaluation &e) -> Outcome {
    return generateNormal(op, e, op.getShape());
  });
  rows.add<RandomNormalLikeOp>(
      [](RandomNormalLikeOp op, Evaluation &e) -> Outcome {
        return generateNormal(op, e, e[op.getInput()].getShape());
      });
  rows.add<RandomUniformOp>([](RandomUniformOp op, Evaluation &e) -> Outcome {
    return generateUniform(op, e, op.getShape());
  });
  rows.add<RandomUniformLikeOp>(
      [](RandomUniformLikeOp op, Evaluation &e) -> Outcome {
        return generateUniform(op, e, e[op.getInput()].getShape());
      });
}
