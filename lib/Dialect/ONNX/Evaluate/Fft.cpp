//===- Fft.cpp - Evaluates Fourier transforms ----------------------------===//
//
// See Evaluation.h. Operators of FftOps.td, in double precision.
//
//===----------------------------------------------------------------------===//

#include "Evaluation.h"

#include "torch-onnx/Dialect/ONNX/IR/FftOps.h"

#include <cmath>
#include <complex>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;
using namespace torch_onnx::onnx::evaluate;

using Complex = std::complex<double>;
using Signal = SmallVector<Complex, 0>;

/// The sums of x[k] * exp(sign * 2 * pi * i * j * k / n), by the smallest prime
/// factor p of n: p transforms of every p-th element.
static Signal transform(ArrayRef<Complex> x, double sign) {
  int64_t n = x.size(), p = 2;
  while (p * p <= n && n % p != 0)
    ++p;
  p = p * p > n ? n : p;
  Signal result(n);
  if (n <= 1)
    return Signal(x);
  int64_t length = n / p;
  SmallVector<Signal> parts;
  for (int64_t i = 0; i < p; ++i) {
    Signal part;
    for (int64_t k = i; k < n; k += p)
      part.push_back(x[k]);
    parts.push_back(length == 1 ? part : transform(part, sign));
  }
  for (int64_t j = 0; j < n; ++j)
    for (int64_t i = 0; i < p; ++i)
      result[j] +=
          parts[i][j % length] *
          std::polar(1.0, sign * 2 * M_PI * static_cast<double>(i * j % n) /
                              static_cast<double>(n));
  return result;
}

/// Transforms `x` [..., 1 or 2] along `axis`. The inverse of a one-sided
/// spectrum is real.
static std::optional<Tensor> transformAxis(const Tensor &x, int64_t axis,
                                           int64_t length, bool isInverse,
                                           bool isOneSided) {
  int64_t rank = x.getRank(), parts = x.getShape().back();
  if (axis < 0 || axis >= rank - 1 || length < 1 || parts < 1 || parts > 2)
    return std::nullopt;
  bool isReal = isInverse && isOneSided;
  SmallVector<int64_t> shape(x.getShape());
  int64_t size = shape[axis];
  shape[axis] = isOneSided && !isInverse ? length / 2 + 1 : length;
  shape.back() = isReal ? 1 : 2;
  auto type = RankedTensorType::get(shape, x.getElementType());
  if (!arithmetic::getMemorySize(type))
    return std::nullopt;
  Tensor result(type);
  arithmetic::AxisSizes sizes =
      arithmetic::getAxisSizes(x.getShape().drop_back(), axis);
  for (int64_t row = 0; row < sizes.outer * sizes.inner; ++row) {
    int64_t outer = row / sizes.inner, inner = row % sizes.inner;
    Signal signal(length);
    for (int64_t i = 0; i < std::min(length, size); ++i) {
      int64_t at = ((outer * size + i) * sizes.inner + inner) * parts;
      signal[i] = {x.reals()[at], parts == 2 ? x.reals()[at + 1] : 0};
    }
    if (isReal)
      for (int64_t i = length / 2 + 1; i < length; ++i)
        signal[i] = std::conj(signal[length - i]);
    signal = transform(signal, isInverse ? 1 : -1);
    for (int64_t i = 0; i < shape[axis]; ++i) {
      Complex value =
          signal[i] / (isInverse ? static_cast<double>(length) : 1.0);
      int64_t at =
          ((outer * shape[axis] + i) * sizes.inner + inner) * shape.back();
      result.reals()[at] = value.real();
      if (!isReal)
        result.reals()[at + 1] = value.imag();
    }
  }
  return result;
}

static Outcome evaluateDFT(DFTOp op, Evaluation &e) {
  Tensor x = e.reals(op.getInput());
  auto axis = getAxis(e.integer(op.getAxis(), -2), x.getRank());
  if (!axis)
    return std::nullopt;
  bool isInverse = op.getInverse() != 0, isOneSided = op.getOnesided() != 0;
  int64_t size = x.getShape()[*axis];
  int64_t length = e.integer(op.getDftLength(),
                             isInverse && isOneSided ? 2 * (size - 1) : size);
  return e.round(transformAxis(x, *axis, length, isInverse, isOneSided));
}

static Outcome evaluateSTFT(STFTOp op, Evaluation &e) {
  Tensor x = e.reals(op.getSignal());
  if (x.getRank() != 3)
    return std::nullopt;
  std::optional<Tensor> window = e.findReals(op.getWindow());
  int64_t size = x.getShape()[1], step = e.integer(op.getFrameStep());
  int64_t length =
      e.integer(op.getFrameLength(), window ? window->getNumElements() : size);
  if (step < 1 || length < 1 || length > size ||
      (window && window->getNumElements() != length))
    return std::nullopt;
  int64_t frames = 1 + (size - length) / step;
  SmallVector<int64_t> positions;
  for (int64_t frame = 0; frame < frames; ++frame)
    for (int64_t i = 0; i < length; ++i)
      positions.push_back(frame * step + i);
  std::optional<Tensor> pieces = arithmetic::take(x, 1, positions);
  pieces = std::move(*pieces).reshaped(
      {x.getShape()[0], frames, length, x.getShape()[2]});
  if (window)
    pieces =
        apply(BinaryOp::Mul, pieces, std::move(*window).reshaped({length, 1}));
  return e.round(transformAxis(*pieces, 2, length, /*isInverse=*/false,
                               op.getOnesided() != 0));
}

/// Triangles over the bins of a spectrum, evenly spaced on the mel scale.
static Outcome evaluateMelWeightMatrix(MelWeightMatrixOp op, Evaluation &e) {
  int64_t bins = e.integer(op.getNumMelBins()),
          length = e.integer(op.getDftLength());
  int64_t rate = e.integer(op.getSampleRate());
  double lower = e.number(op.getLowerEdgeHertz()),
         upper = e.number(op.getUpperEdgeHertz());
  int64_t rows = length / 2 + 1;
  auto toMel = [](double hertz) { return 2595 * std::log10(1 + hertz / 700); };
  auto toHertz = [](double mel) {
    return 700 * (std::pow(10, mel / 2595) - 1);
  };
  auto type = RankedTensorType::get({rows, std::max<int64_t>(bins, 0)},
                                    Float64Type::get(e.getContext()));
  if (bins < 0 || length < 0 || rate < 1 || !arithmetic::getMemorySize(type))
    return std::nullopt;
  double step = (toMel(upper) - toMel(lower)) / static_cast<double>(bins + 2);
  auto getBin = [&](int64_t i) {
    double hertz = toHertz(toMel(lower) + static_cast<double>(i) * step);
    return static_cast<int64_t>(std::floor(static_cast<double>(length + 1) *
                                           hertz / static_cast<double>(rate)));
  };
  Tensor result(type);
  auto set = [&](int64_t row, int64_t column, double value) {
    if (row >= 0 && row < rows)
      result.reals()[row * bins + column] = value;
  };
  for (int64_t i = 0; i < bins; ++i) {
    int64_t left = getBin(i), center = getBin(i + 1), right = getBin(i + 2);
    for (int64_t j = left; j <= center; ++j)
      set(j, i,
          left == center ? 1
                         : static_cast<double>(j - left) /
                               static_cast<double>(center - left));
    for (int64_t j = center; j < right; ++j)
      set(j, i,
          static_cast<double>(right - j) / static_cast<double>(right - center));
  }
  return e.round(result);
}

/// Sums of coefficients[k] * cos(2 * pi * k * i / n).
template <typename OpT>
static void addWindow(Evaluators &rows, ArrayRef<double> given) {
  rows.add<OpT>([coefficients = SmallVector<double>(given)](
                    OpT op, Evaluation &e) -> Outcome {
    int64_t size = e.integer(op.getSize());
    auto type = RankedTensorType::get({std::max<int64_t>(size, 0)},
                                      Float64Type::get(e.getContext()));
    if (size < 0 || !arithmetic::getMemorySize(type))
      return std::nullopt;
    Tensor result(type);
    double n = static_cast<double>(op.getPeriodic() != 0 ? size : size - 1);
    for (auto [i, value] : llvm::enumerate(result.reals()))
      for (auto [k, coefficient] : llvm::enumerate(coefficients))
        value +=
            coefficient *
            (n == 0 ? 1 : std::cos(2 * M_PI * static_cast<double>(k * i) / n));
    return e.round(result);
  });
}

void evaluate::populateFft(Evaluators &rows) {
  rows.add<DFTOp>(evaluateDFT);
  rows.add<MelWeightMatrixOp>(evaluateMelWeightMatrix);
  rows.add<STFTOp>(evaluateSTFT);
  addWindow<BlackmanWindowOp>(rows, {0.42, -0.5, 0.08});
  addWindow<HammingWindowOp>(rows, {25.0 / 46, -21.0 / 46});
  addWindow<HannWindowOp>(rows, {0.5, -0.5});
}
