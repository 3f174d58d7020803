//===- ImageBytes.cpp - Resampling of images of bytes ---------------------===//
//
// PyTorch resamples bytes in integers, along the width and then the height; the
// intermediate image also consists of bytes. Weights are computed in f64 and
// rounded to 16-bit fixed point, with as many fractional bits as the largest
// weight allows (cpu/UpSampleKernel.cpp _compute_index_ranges_int16_weights).
// An element is this sum, clamped to a byte:
//
//   (sum of weight * source + 2^(precision - 1)) >> precision
//
// All kernels agree (upsample_avx_bilinear_bicubic_uint8 for up to 4 channels,
// separable_upsample_generic_Nd_kernel_impl for others, in any memory layout)
// with one exception. Along the height of an image that is resampled to a width
// of 1, the second kernel's inner loop runs over rows and uses the weights of
// its first row for all of them. Which rows these are depends on the threads,
// so a program that is known to do this is refused.
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

/// The largest number of fractional bits.
static constexpr int64_t maxPrecision = 22;
/// Images with more channels use the second kernel.
static constexpr int64_t maxFastChannels = 4;

static Type getI32(Lowering &b) { return b.getBuilder().getI32Type(); }
static Type getF64(Lowering &b) { return b.getBuilder().getF64Type(); }

namespace {
/// The taps of one dimension, in integers: [out, taps].
struct ByteTaps {
  Value positions; // i64
  Value weights;   // i32
  Value half, one; // 2^(precision - 1) and 2^precision, i32 0-d
};

/// The same for sizes that are statically known.
struct TapTable {
  TapTable(const Resampling &how, int64_t in, int64_t out, double scale);

  /// The weights of an element, and the position of the first.
  SmallVector<SmallVector<double, 4>> weights;
  SmallVector<int64_t> firsts;
  int64_t numTaps = 1;
  double largest = 0;

private:
  void addWide(const Resampling &how, int64_t i, int64_t in, double ratio);
  void addNarrow(const Resampling &how, int64_t i, int64_t in, double ratio);
};
} // namespace

/// The distance in the source between two neighbours of the result.
static double getRatio(const Resampling &how, int64_t in, int64_t out,
                       double scale) {
  if (how.alignCorners)
    return out > 1 ? double(in - 1) / double(out - 1) : 0;
  return scale > 0 ? 1.0 / scale : double(in) / double(out);
}

static double getSupport(const Resampling &how, double ratio) {
  return double(how.getRadius()) * std::max(ratio, 1.0);
}

/// The largest number of taps of an element, for an image of `in` elements.
static int64_t getMaxTaps(const Resampling &how, int64_t in, double ratio) {
  if (!how.antialias)
    return 2 * how.getRadius();
  int64_t reach = std::min(toIndex(std::ceil(getSupport(how, ratio))), in);
  return std::min(2 * reach + 1, in);
}

TapTable::TapTable(const Resampling &how, int64_t in, int64_t out,
                   double scale) {
  double ratio = getRatio(how, in, out, scale);
  for (int64_t i = 0; i < out; ++i) {
    if (how.antialias)
      addWide(how, i, in, ratio);
    else
      addNarrow(how, i, in, ratio);
    numTaps = std::max(numTaps, int64_t(weights.back().size()));
  }
}

/// _compute_indices_min_size_weights_aa
void TapTable::addWide(const Resampling &how, int64_t i, int64_t in,
                       double ratio) {
  double support = getSupport(how, ratio);
  double inverse = ratio >= 1 ? 1.0 / ratio : 1.0;
  double center = ratio * (double(i) + 0.5);
  int64_t first = std::max<int64_t>(toIndex(center - support + 0.5), 0);
  int64_t count = std::min(toIndex(center + support + 0.5), in) - first;
  count = std::clamp<int64_t>(count, 0, getMaxTaps(how, in, ratio));
  SmallVector<double, 4> row;
  double total = 0;
  for (int64_t j = 0; j < count; ++j) {
    double distance = (double(j + first) - center + 0.5) * inverse;
    row.push_back(getWeight(how.filter, distance, how.getCubicParameter()));
    total += row.back();
  }
  for (double &weight : row) {
    if (total == 0)
      break;
    weight /= total;
    largest = std::max(largest, weight);
  }
  weights.push_back(row);
  firsts.push_back(std::min(first, in - 1));
}

/// _compute_indices_min_size_weights. Merges the taps that are clamped to the
/// same edge; as in PyTorch, `largest` includes partial sums.
void TapTable::addNarrow(const Resampling &how, int64_t i, int64_t in,
                         double ratio) {
  double source =
      how.alignCorners ? ratio * double(i) : ratio * (double(i) + 0.5) - 0.5;
  if (how.filter == Filter::Linear)
    source = std::max(source, 0.0);
  int64_t floor = std::min(toIndex(std::floor(float(source))), in - 1);
  double fraction = std::clamp(source - double(floor), 0.0, 1.0);
  int64_t radius = how.getRadius();
  int64_t first = std::max<int64_t>(floor - radius + 1, 0);
  SmallVector<double, 4> row(2 * radius, 0.0);
  for (int64_t offset = 1 - radius; offset <= radius; ++offset) {
    int64_t position = std::clamp<int64_t>(floor + offset, 0, in - 1);
    double &weight = row[position - first];
    weight += getWeight(how.filter, double(offset) - fraction,
                        how.getCubicParameter());
    largest = std::max(largest, weight);
  }
  weights.push_back(row);
  firsts.push_back(first);
}

/// Whether weights still fit in 16 bits with one more fractional bit.
static bool hasRoom(double largest, int64_t precision) {
  return 0.5 + std::ldexp(largest, precision + 1) < 0x1p15;
}

/// The taps as constants.
static std::optional<ByteTaps> makeTaps(Lowering &b, const Resampling &how,
                                        int64_t in, int64_t out, double scale) {
  TapTable table(how, in, out, scale);
  int64_t precision = 0;
  while (precision < maxPrecision && hasRoom(table.largest, precision))
    ++precision;
  SmallVector<double> weights, positions;
  for (auto [first, row] : llvm::zip(table.firsts, table.weights)) {
    double sum = 0;
    for (int64_t j = 0; j < table.numTaps; ++j) {
      double weight = j < int64_t(row.size()) ? row[j] : 0;
      weight = std::ldexp(weight, precision);
      weight = std::trunc(weight < 0 ? weight - 0.5 : weight + 0.5);
      sum += std::abs(weight);
      weights.push_back(weight);
      positions.push_back(double(std::min(first + j, in - 1)));
      if (weight < -0x1p15) {
        b.refuse("expected weights of 16 bits, found " +
                 Twine(int64_t(weight)));
        return std::nullopt;
      }
    }
    if (sum * 255 + std::ldexp(1.0, precision) >= 0x1p31) {
      b.refuse("expected weights whose sum has 32 bits, found " +
               Twine(int64_t(sum) * 255));
      return std::nullopt;
    }
  }
  auto power = [&](int64_t exponent) {
    return b.scalar(int64_t(1) << exponent, getI32(b));
  };
  if (precision == 0) {
    b.refuse("expected weights below 16384, found " +
             Twine(int64_t(table.largest)));
    return std::nullopt;
  }
  SmallVector<int64_t> shape = {out, table.numTaps};
  return ByteTaps{b.numbers(shape, positions, b.i64()),
                  b.numbers(shape, weights, getI32(b)), power(precision - 1),
                  power(precision)};
}

/// Taps computed at run time.
static ByteTaps countTaps(Lowering &b, Value x, int64_t axis, AffineExpr out,
                          const Resampling &how, double scale) {
  Taps taps = buildTaps(b, x, axis, out, how, scale, getF64(b));
  SmallVector<double> tried, powers, halves;
  for (int64_t precision = 0; precision <= maxPrecision; ++precision) {
    powers.push_back(std::ldexp(1.0, precision));
    halves.push_back(std::floor(std::ldexp(1.0, precision - 1)));
    if (precision < maxPrecision)
      tried.push_back(std::ldexp(1.0, precision + 1));
  }
  int64_t numPowers = powers.size();
  Value half = b.scalar(0.5, getF64(b));
  Value sums = b.Add(
      b.Mul(taps.largest, b.numbers({maxPrecision}, tried, getF64(b))), half);
  Value hasRoom = b.Less(sums, b.scalar(0x1p15, getF64(b)));
  Value precision =
      b.ReduceSum(b.Cast(hasRoom, b.i64()), 0, /*keepDims=*/false);
  auto get = [&](ArrayRef<double> table, Type type) {
    return b.Gather(b.numbers({numPowers}, table, type), precision, 0);
  };
  Value weights = b.Mul(taps.weights, get(powers, getF64(b)));
  Value isNegative = b.Less(weights, b.scalar(0.0, getF64(b)));
  weights =
      b.Add(weights, b.Where(isNegative, b.scalar(-0.5, getF64(b)), half));
  return {taps.positions, b.Cast(weights, getI32(b)), get(halves, getI32(b)),
          get(powers, getI32(b))};
}

Lowered torch_onnx::resampleBytes(Lowering &b, Value x, const Resampling &how) {
  Dims inDims = b.dimsOf(x), outDims = b.resultDims();
  auto isKept = [&](int64_t axis) {
    return sym::isKnownEqual(inDims[axis], outDims[axis]);
  };
  auto channels = b.constantSize(inDims[1]);
  if (b.constantSize(outDims[3]) == 1 && !isKept(2) &&
      !(channels && *channels <= maxFastChannels))
    return b.refuse("expected bytes of up to " + Twine(maxFastChannels) +
                    " channels, or of a width of more than 1, to be resampled "
                    "along the height, found " +
                    b.describe(b.resultType()));
  for (int64_t axis : {3, 2}) {
    if (isKept(axis))
      continue;
    double scale = how.scales[axis - 2];
    auto in = b.constantSize(inDims[axis]), out = b.constantSize(outDims[axis]);
    if (in && out && (*in < 1 || *out < 1))
      return b.refuse("expected one or more elements to resample, found " +
                      Twine(*in) + " resampled to " + Twine(*out));
    ByteTaps taps;
    int64_t numWeights = 0;
    if (in && out &&
        !llvm::MulOverflow(
            *out, getMaxTaps(how, *in, getRatio(how, *in, *out, scale)),
            numWeights) &&
        numWeights <= maxConstantElements) {
      std::optional<ByteTaps> made = makeTaps(b, how, *in, *out, scale);
      if (!made)
        return Lowered::refused();
      taps = *made;
    } else if (scale > 0 && how.antialias && how.filter == Filter::Cubic &&
               b.has("output_size")) {
      // Far outside of the image the weights of a cubic filter cancel each
      // other and do not fit in 16 bits.
      return b.refuse(
          "expected constant sizes, or either sizes or scales, found " +
          b.describe(x.getType()) + " and both");
    } else {
      taps = countTaps(b, x, axis, outDims[axis], how, scale);
      if (b.isRefused())
        return Lowered::refused();
    }
    Value members = b.Cast(b.Gather(x, taps.positions, axis), getI32(b));
    Value sum = b.Add(sumTaps(b, members, taps.weights, axis), taps.half);
    // Sums below 0 become 0 with either rounding of the quotient.
    Value y = b.Div(sum, taps.one);
    y = b.Min(b.Max(y, b.scalar(0, getI32(b))), b.scalar(255, getI32(b)));
    x = b.Cast(y, b.resultElementType());
  }
  return x;
}
