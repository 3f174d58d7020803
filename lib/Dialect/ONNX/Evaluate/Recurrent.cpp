//===- Recurrent.cpp - Evaluates recurrent layers ------------------------===//
//
// See Evaluation.h. Operators of RecurrentOps.td, in double precision, one
// sequence after the other.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/RecurrentOps.h"

#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

namespace {

using Function = std::function<double(double)>;

/// The common parts of the three recurrent operators.
struct Layer {
  int64_t steps, batch, inputs, hidden, directions;
  Tensor x, w, r;
  std::optional<Tensor> bias;
  /// The length of each sequence.
  SmallVector<int64_t> lengths;
  /// [directions, batch, hidden]: the states, and the cell states of an LSTM.
  Tensor h, c;
  /// The activations of each direction in turn.
  SmallVector<Function> activations;
  double clip;
};

/// Updates the state of one sequence by one input.
using Step = llvm::function_ref<void(int64_t direction, ArrayRef<double> x,
                                     MutableArrayRef<double> h,
                                     MutableArrayRef<double> c)>;

} // namespace

/// An activation by name; takes its parameters from the front of the
/// attributes.
static Function getActivation(StringRef name, ArrayRef<float> &alphas,
                              ArrayRef<float> &betas) {
  std::string lower = name.lower();
  auto next = [](ArrayRef<float> &numbers, double otherwise) {
    double number = numbers.empty() ? otherwise : numbers.front();
    numbers = numbers.drop_front(numbers.empty() ? 0 : 1);
    return number;
  };
  if (lower == "tanh")
    return [](double x) { return std::tanh(x); };
  if (lower == "sigmoid")
    return [](double x) { return 1 / (1 + std::exp(-x)); };
  if (lower == "relu")
    return [](double x) { return std::max(x, 0.0); };
  if (lower == "softsign")
    return [](double x) { return x / (1 + std::fabs(x)); };
  if (lower == "softplus")
    return [](double x) {
      return std::max(x, 0.0) + std::log1p(std::exp(-std::fabs(x)));
    };
  if (lower == "leakyrelu") {
    double alpha = next(alphas, 0.01);
    return [=](double x) { return x < 0 ? alpha * x : x; };
  }
  if (lower == "thresholdedrelu") {
    double alpha = next(alphas, 1);
    return [=](double x) { return x > alpha ? x : 0; };
  }
  if (lower == "elu") {
    double alpha = next(alphas, 1);
    return [=](double x) { return x < 0 ? alpha * std::expm1(x) : x; };
  }
  double alpha = next(alphas, lower == "hardsigmoid" ? 0.2 : 1);
  double beta = next(betas, lower == "hardsigmoid" ? 0.5
                            : lower == "affine"    ? 0
                                                   : 1);
  if (lower == "affine")
    return [=](double x) { return alpha * x + beta; };
  if (lower == "scaledtanh")
    return [=](double x) { return alpha * std::tanh(beta * x); };
  if (lower == "hardsigmoid")
    return [=](double x) { return std::clamp(alpha * x + beta, 0.0, 1.0); };
  return nullptr;
}

/// [batch, first, ...] as [first, batch, ...].
static Tensor swapFirst(const Tensor &x) {
  SmallVector<int64_t> permutation = getRange(0, x.getRank());
  std::swap(permutation[0], permutation[1]);
  return arithmetic::transpose(x, permutation);
}

/// nullopt for operands that do not fit and for unknown activations.
template <typename OpT>
static std::optional<Layer> getLayer(OpT op, Evaluation &e, Value initialC,
                                     ArrayRef<StringRef> defaults,
                                     std::optional<ArrayAttr> names) {
  Tensor x = e.reals(op.getX()), w = e.reals(op.getW()), r = e.reals(op.getR());
  bool isBatchFirst = op.getLayout() != 0;
  if (isBatchFirst)
    x = swapFirst(x);
  int64_t hidden = r.getShape()[2], directions = r.getShape()[0];
  int64_t batch = x.getShape()[1];
  auto getState = [&](Value initial) {
    std::optional<Tensor> state = e.findReals(initial);
    if (!state)
      return Tensor({directions, batch, hidden}, x.getElementType());
    return isBatchFirst ? swapFirst(*state) : *state;
  };
  Layer layer{x.getShape()[0],
              batch,
              x.getShape()[2],
              hidden,
              directions,
              x,
              w,
              r,
              e.findReals(op.getB()),
              e.ints(op.getSequenceLens(),
                     SmallVector<int64_t>(batch, x.getShape()[0])),
              getState(op.getInitialH()),
              getState(initialC),
              {},
              op.getClip() ? toDouble(*op.getClip()) : INFINITY};
  ArrayRef<float> alphas, betas;
  if (op.getActivationAlpha())
    alphas = *op.getActivationAlpha();
  if (op.getActivationBeta())
    betas = *op.getActivationBeta();
  for (int64_t i = 0; i < directions * static_cast<int64_t>(defaults.size());
       ++i) {
    StringRef name = defaults[i % defaults.size()];
    if (names && i < static_cast<int64_t>(names->size()))
      name = cast<StringAttr>((*names)[i]).getValue();
    layer.activations.push_back(getActivation(name, alphas, betas));
    if (!layer.activations.back())
      return std::nullopt;
  }
  int64_t gates = r.getShape()[1];
  SmallVector<int64_t> state = {directions, batch, hidden};
  if (w.getShape()[0] != directions || w.getShape()[1] != gates ||
      w.getShape()[2] != layer.inputs || hidden == 0 || gates % hidden != 0 ||
      layer.h.getShape() != ArrayRef<int64_t>(state) ||
      layer.c.getShape() != ArrayRef<int64_t>(state) ||
      static_cast<int64_t>(layer.lengths.size()) != batch ||
      (layer.bias && layer.bias->getNumElements() != directions * 2 * gates))
    return std::nullopt;
  return layer;
}

/// Row `row` of the weights times x and of the recurrent weights times h, with
/// biases.
struct Sums {
  double input, state;
};
static Sums getSums(const Layer &layer, int64_t direction, int64_t row,
                    ArrayRef<double> x, ArrayRef<double> h) {
  int64_t gates = layer.r.getShape()[1];
  auto dot = [](ArrayRef<double> a, ArrayRef<double> b) {
    double sum = 0;
    for (auto [p, q] : llvm::zip_equal(a, b))
      sum += p * q;
    return sum;
  };
  int64_t at = direction * gates + row;
  Sums sums = {dot(layer.w.reals().slice(at * layer.inputs, layer.inputs), x),
               dot(layer.r.reals().slice(at * layer.hidden, layer.hidden), h)};
  if (layer.bias) {
    sums.input += layer.bias->reals()[direction * 2 * gates + row];
    sums.state += layer.bias->reals()[(direction * 2 + 1) * gates + row];
  }
  return sums;
}

/// Runs all steps. The second direction runs backwards.
template <typename OpT>
static Outcome runLayer(OpT op, Evaluation &e, Layer &layer, Step step,
                        bool hasCells) {
  Tensor y({layer.steps, layer.directions, layer.batch, layer.hidden},
           layer.x.getElementType());
  for (int64_t direction = 0; direction < layer.directions; ++direction)
    for (int64_t n = 0; n < layer.batch; ++n) {
      int64_t length = std::clamp<int64_t>(layer.lengths[n], 0, layer.steps);
      int64_t at = (direction * layer.batch + n) * layer.hidden;
      auto h = layer.h.reals().slice(at, layer.hidden);
      auto c = layer.c.reals().slice(at, layer.hidden);
      bool isBackwards = op.getDirection() == "reverse" || direction == 1;
      for (int64_t i = 0; i < length; ++i) {
        int64_t t = isBackwards ? length - 1 - i : i;
        step(direction,
             layer.x.reals().slice((t * layer.batch + n) * layer.inputs,
                                   layer.inputs),
             h, c);
        int64_t place = ((t * layer.directions + direction) * layer.batch + n) *
                        layer.hidden;
        llvm::copy(h, y.reals().begin() + place);
      }
    }
  bool isBatchFirst = op.getLayout() != 0;
  SmallVector<Tensor> all = {
      isBatchFirst ? arithmetic::transpose(y, {2, 0, 1, 3}) : y,
      isBatchFirst ? swapFirst(layer.h) : layer.h};
  if (hasCells)
    all.push_back(isBatchFirst ? swapFirst(layer.c) : layer.c);
  return e.roundAll(all);
}

static Outcome evaluateRNN(RNNOp op, Evaluation &e) {
  auto layer = getLayer(op, e, {}, {"Tanh"}, op.getActivations());
  if (!layer)
    return std::nullopt;
  return runLayer(
      op, e, *layer,
      [&](int64_t direction, ArrayRef<double> x, MutableArrayRef<double> h,
          MutableArrayRef<double>) {
        SmallVector<double> old(h);
        for (int64_t i = 0; i < layer->hidden; ++i) {
          Sums sums = getSums(*layer, direction, i, x, old);
          h[i] = layer->activations[direction](
              std::clamp(sums.input + sums.state, -layer->clip, layer->clip));
        }
      },
      /*hasCells=*/false);
}

/// Gates z, r, h: h' = (1 - z) * f(x, r * h) + z * h.
static Outcome evaluateGRU(GRUOp op, Evaluation &e) {
  auto layer = getLayer(op, e, {}, {"Sigmoid", "Tanh"}, op.getActivations());
  if (!layer)
    return std::nullopt;
  int64_t hidden = layer->hidden;
  return runLayer(
      op, e, *layer,
      [&](int64_t direction, ArrayRef<double> x, MutableArrayRef<double> h,
          MutableArrayRef<double>) {
        auto clip = [&](double value) {
          return std::clamp(value, -layer->clip, layer->clip);
        };
        const Function &f = layer->activations[2 * direction],
                       &g = layer->activations[2 * direction + 1];
        SmallVector<double> old(h), z(hidden), reset(hidden), scaled(hidden);
        for (int64_t i = 0; i < hidden; ++i) {
          Sums update = getSums(*layer, direction, i, x, old);
          Sums forget = getSums(*layer, direction, hidden + i, x, old);
          z[i] = f(clip(update.input + update.state));
          reset[i] = f(clip(forget.input + forget.state));
          scaled[i] = reset[i] * old[i];
        }
        for (int64_t i = 0; i < hidden; ++i) {
          bool isLinear = op.getLinearBeforeReset() != 0;
          Sums next = getSums(*layer, direction, 2 * hidden + i, x,
                              isLinear ? old : scaled);
          double candidate = g(clip(
              next.input + (isLinear ? reset[i] * next.state : next.state)));
          h[i] = (1 - z[i]) * candidate + z[i] * old[i];
        }
      },
      /*hasCells=*/false);
}

/// Gates i, o, f, c, with peepholes of i, o, f.
static Outcome evaluateLSTM(LSTMOp op, Evaluation &e) {
  auto layer = getLayer(op, e, op.getInitialC(), {"Sigmoid", "Tanh", "Tanh"},
                        op.getActivations());
  std::optional<Tensor> peepholes = e.findReals(op.getP());
  if (!layer || (peepholes && peepholes->getNumElements() !=
                                  layer->directions * 3 * layer->hidden))
    return std::nullopt;
  int64_t hidden = layer->hidden;
  return runLayer(
      op, e, *layer,
      [&](int64_t direction, ArrayRef<double> x, MutableArrayRef<double> h,
          MutableArrayRef<double> c) {
        const Function *functions = &layer->activations[3 * direction];
        SmallVector<double> old(h);
        for (int64_t i = 0; i < hidden; ++i) {
          auto getGate = [&](int64_t gate, int64_t peephole, double cell) {
            Sums sums = getSums(*layer, direction, gate * hidden + i, x, old);
            double value = sums.input + sums.state;
            if (peepholes && peephole >= 0)
              value +=
                  cell *
                  peepholes->reals()[(direction * 3 + peephole) * hidden + i];
            return std::clamp(value, -layer->clip, layer->clip);
          };
          double in = functions[0](getGate(0, 0, c[i]));
          double forget = op.getInputForget() != 0
                              ? 1 - in
                              : functions[0](getGate(2, 2, c[i]));
          c[i] = forget * c[i] + in * functions[1](getGate(3, -1, 0));
          h[i] = functions[0](getGate(1, 1, c[i])) * functions[2](c[i]);
        }
      },
      /*hasCells=*/true);
}

void evaluate::populateRecurrent(Evaluators &rows) {
  rows.add<GRUOp>(evaluateGRU);
  rows.add<LSTMOp>(evaluateLSTM);
  rows.add<RNNOp>(evaluateRNN);
}
