//===- ImageTaps.cpp - Resampling to dynamic sizes ------------------------===//
//
// For each element of the result, the source positions (taps) and their weights
// are computed at run time, in PyTorch's arithmetic (ATen/native/UpSample.h
// compute_source_index_and_lambda, cpu/UpSampleKernel.cpp
// _compute_indices_min_size_weights_aa).
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

namespace {
/// Builds the taps of one dimension. Numbers are 0-d, in PyTorch's compute
/// type.
class TapBuilder {
public:
  TapBuilder(Lowering &b, const Resampling &how, Value in, Value out,
             AffineExpr outDim, Type real, bool ofBytes)
      : b(b), how(how), in(in), out(out), outDim(outDim), real(real),
        ofBytes(ofBytes) {}

  Taps build(double scale) {
    Value ratio = getRatio(scale);
    Value isKept = b.Equal(in, out);
    if (how.copiesKept() || ofBytes)
      ratio = b.Where(isKept, number(1), ratio);
    return how.antialias ? buildWide(ratio) : buildNarrow(ratio, isKept);
  }

private:
  Value number(double value) { return b.scalar(value, real); }
  Value integer(int64_t value) { return b.scalar(value, b.i64()); }
  Value toReal(Value x) { return b.Cast(x, real); }
  /// Truncates, as a conversion to an integer does.
  Value toIndex(Value x) { return b.Cast(x, b.i64()); }

  /// The distance in the source between two neighbours of the result.
  Value getRatio(double scale) {
    if (how.alignCorners) {
      Value last = b.Sub(out, integer(1));
      Value ratio =
          b.Div(toReal(b.Sub(in, integer(1))), toReal(b.Max(last, integer(1))));
      return b.Where(b.Greater(last, integer(0)), ratio, number(0));
    }
    return scale > 0 ? number(1.0 / scale) : b.Div(toReal(in), toReal(out));
  }

  Value getOrdinals() { return toReal(buildPositions(b, out, outDim)); }

  /// Taps `first` + 0, 1, .. of each element.
  Value getPositions(Value first, Value offsets) {
    return buildGrid(b, first, offsets);
  }

  Value clamp(Value positions) {
    return b.Max(b.Min(positions, b.Sub(in, integer(1))), integer(0));
  }

  /// Two or four taps around a position.
  Taps buildNarrow(Value ratio, Value isKept) {
    bool isLinear = how.filter == Filter::Linear;
    Value half = number(0.5), ordinals = getOrdinals();
    Value source = how.alignCorners
                       ? b.Mul(ratio, ordinals)
                       : b.Sub(b.Mul(ratio, b.Add(ordinals, half)), half);
    if (isLinear)
      source = b.Max(source, number(0));
    int64_t radius = isLinear ? 1 : 2;
    Value offsets = b.ints(b.integers(1 - radius, radius + 1));
    if (ofBytes)
      return buildNarrowOfBytes(source, offsets);
    Value floor = b.Floor(source);
    Value fraction = b.Unsqueeze(b.Sub(source, floor), 1);
    Value distance = b.Abs(b.Sub(fraction, toReal(offsets)));
    // A copied element must not be mixed with neighbours, not even with weight
    // 0.
    if (how.copiesKept())
      offsets = b.Where(isKept, b.ints(0), offsets);
    Value positions = clamp(getPositions(toIndex(floor), offsets));
    return {positions, getWeight(distance), {}};
  }

  /// The same for bytes, whose weights are rounded. Merges the taps that are
  /// clamped to the same edge (_compute_indices_min_size_weights). The floor is
  /// computed in f32, and `largest` includes partial sums.
  Taps buildNarrowOfBytes(Value source, Value offsets) {
    Value zero = number(0), one = number(1);
    Value floor =
        b.Min(toIndex(b.Floor(b.Cast(source, b.f32()))), b.Sub(in, integer(1)));
    Value fraction = b.Max(b.Min(b.Sub(source, toReal(floor)), one), zero);
    Value distance = b.Abs(b.Sub(b.Unsqueeze(fraction, 1), toReal(offsets)));
    Value weights = getWeight(distance);
    Value nearest = clamp(getPositions(floor, offsets));
    int64_t numTaps = how.filter == Filter::Linear ? 2 : 4;
    Value ordinals = b.ints(b.integers(0, numTaps));
    Value first = b.Gather(nearest, b.ints(0), 1); // [out, 1]
    Value largest = number(0), sums;
    for (int64_t i = 0; i < numTaps; ++i) {
      Value tap = b.Sub(b.Gather(nearest, b.ints(i), 1), first);
      Value weight = b.Where(b.Equal(tap, ordinals),
                             b.Gather(weights, b.ints(i), 1), zero);
      sums = sums ? b.Add(sums, weight) : weight;
      largest = b.Max(largest, b.ReduceMax(sums, {0, 1}, /*keepDims=*/false));
    }
    return {clamp(b.Add(first, ordinals)), sums, largest};
  }

  /// All elements within the radius of the filter, which is stretched by the
  /// ratio when downsampling.
  Taps buildWide(Value ratio) {
    double radius = how.getRadius();
    Value one = number(1), half = number(0.5);
    Value isSmaller = b.GreaterOrEqual(ratio, one);
    Value support =
        b.Where(isSmaller, b.Mul(ratio, number(radius)), number(radius));
    Value inverse = b.Where(isSmaller, b.Div(one, ratio), one);
    Value center = b.Mul(ratio, b.Add(getOrdinals(), half));
    Value first =
        b.Max(toIndex(b.Add(b.Sub(center, support), half)), integer(0));
    Value last = b.Min(toIndex(b.Add(b.Add(center, support), half)), in);
    Value count =
        b.Add(b.Mul(toIndex(b.Ceil(support)), integer(2)), integer(1));
    Value positions = getPositions(first, buildPositions(b, count));
    Value distance = b.Abs(
        b.Mul(b.Add(b.Sub(toReal(positions), b.Unsqueeze(center, 1)), half),
              inverse));
    Value isTap = b.Less(positions, b.Unsqueeze(last, 1));
    Value weights = b.Where(isTap, getWeight(distance), number(0));
    // For bytes the last digit matters, so this sums in PyTorch's order.
    Value total = ofBytes ? b.Gather(b.CumSum(weights, 1), b.ints(-1), 1)
                          : b.ReduceSum(weights, 1, /*keepDims=*/true);
    Value isNothing = b.Equal(total, number(0));
    Value divisor = b.Where(isNothing, one, total);
    Taps taps = {clamp(positions), b.Div(weights, divisor), {}};
    if (ofBytes) {
      Value used = b.Where(isNothing, number(0), taps.weights);
      taps.largest =
          b.Max(number(0), b.ReduceMax(used, {0, 1}, /*keepDims=*/false));
    }
    return taps;
  }

  /// The weight at non-negative distances from the center of the filter.
  Value getWeight(Value x) {
    Value one = number(1), zero = number(0);
    switch (how.filter) {
    case Filter::Linear:
      return b.Max(b.Sub(one, x), zero);
    case Filter::Cubic: {
      double a = how.getCubicParameter();
      auto polynomial = [&](ArrayRef<double> coefficients) {
        Value sum = number(coefficients.front());
        for (double coefficient : coefficients.drop_front())
          sum = b.Add(b.Mul(sum, x), number(coefficient));
        return sum;
      };
      Value inner = polynomial({a + 2, -(a + 3), 0, 1});
      Value outer = polynomial({a, -5 * a, 8 * a, -4 * a});
      return b.Where(b.Less(x, one), inner,
                     b.Where(b.Less(x, number(2)), outer, zero));
    }
    default: { // Lanczos: sinc(x) * sinc(x / 3)
      auto sinc = [&](Value y) {
        Value angle = b.Mul(y, number(M_PI));
        Value isZero = b.Equal(angle, zero);
        return b.Where(isZero, one,
                       b.Div(b.Sin(angle), b.Where(isZero, one, angle)));
      };
      Value weight = b.Mul(sinc(x), sinc(b.Div(x, number(3))));
      return b.Where(b.Less(x, number(3)), weight, zero);
    }
    }
  }

  Lowering &b;
  const Resampling &how;
  Value in, out;
  AffineExpr outDim;
  Type real;
  bool ofBytes;
};
} // namespace

Taps torch_onnx::buildTaps(Lowering &b, Value x, int64_t axis, AffineExpr out,
                           const Resampling &how, double scale, Type real) {
  bool ofBytes = !b.isFloat(b.elementTypeOf(x));
  TapBuilder builder(b, how, buildSize(b, x, axis), b.dim0d(out), out, real,
                     ofBytes);
  return builder.build(scale);
}

Value torch_onnx::sumTaps(Lowering &b, Value members, Value weights,
                          int64_t axis) {
  SmallVector<int64_t> behind;
  for (int64_t i = axis + 2; i < b.rankOf(members); ++i)
    behind.push_back(i - axis);
  if (!behind.empty())
    weights = b.Unsqueeze(weights, behind);
  return b.ReduceSum(b.Mul(members, weights), axis + 1, /*keepDims=*/false);
}

Value torch_onnx::resampleByTaps(Lowering &b, Value x, int64_t axis,
                                 AffineExpr out, const Resampling &how,
                                 double scale) {
  Taps taps = buildTaps(b, x, axis, out, how, scale, b.elementTypeOf(x));
  return sumTaps(b, b.Gather(x, taps.positions, axis), taps.weights, axis);
}
