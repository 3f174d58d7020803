//===- Image.cpp - Lowerings of image operators ---------------------------===//
//
// Resampling: upsample_*, grid_sampler and affine grids.
//
// How PyTorch resamples (ATen/native/UpSample.h): coordinates use the given
// scale factor, or without one the ratio of the sizes. ONNX's Resize does the
// same with `scales` and `sizes`:
//
//   nearest        floor(i / scale)                asymmetric, floor
//   nearest_exact  floor((i + 0.5) / scale)        half_pixel,
//                                                  round_prefer_ceil
//   linear, cubic  (i + 0.5) / scale - 0.5         half_pixel
//   align_corners  i * (in - 1) / (out - 1)        align_corners
//
// PyTorch multiplies by 1 / scale where runtimes divide by the scale, which may
// select other neighbours. Unless both are known to agree, neighbours are
// gathered. Other cases that Resize lacks become a matrix product for each
// dimension of static size, and taps (ImageTaps.cpp) for other dimensions and
// f64.
//
// A dimension that keeps its size is copied for any scale factor, except by the
// plain cubic filter (compute_source_index_and_lambda; _upsample_*_aa has no
// pass over it).
//
//===----------------------------------------------------------------------===//

#include "Image.h"
#include "Positions.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Resampling by Resize
//===----------------------------------------------------------------------===//

/// A 1-d f32 constant.
static Value floats(Lowering &b, ArrayRef<double> values) {
  SmallVector<float> rounded(values.begin(), values.end());
  auto type = RankedTensorType::get({int64_t(rounded.size())}, b.f32());
  return b.constant(DenseElementsAttr::get(type, ArrayRef(rounded)));
}

/// Reads the scales of either overload: `scale_factors` of .vec, or `scales`,
/// `scales_d`, `scales_h`, `scales_w`.
static SmallVector<double> getScales(Lowering &b, int64_t numSpatial) {
  if (b.has("scale_factors")) {
    SmallVector<double> scales = b.getFloats("scale_factors");
    scales.resize(numSpatial, 0);
    return scales;
  }
  SmallVector<double> scales;
  if (numSpatial == 1) {
    scales.push_back(b.has("scales") ? b.getFloat("scales") : 0.0);
    return scales;
  }
  SmallVector<StringRef> names = {"scales_d", "scales_h", "scales_w"};
  for (StringRef name : ArrayRef(names).take_back(numSpatial))
    scales.push_back(b.has(name) ? b.getFloat(name) : 0.0);
  return scales;
}

/// The largest sum of height and width for which PyTorch uses its kernel for
/// small images. This kernel halves positions in an image of twice the size and
/// copies one of the same size, for any scale factor
/// (_use_vectorized_kernel_cond_2d, nearest_idx). Channels-last images of any
/// size use it too, but the program does not tell their layout.
static constexpr int64_t maxSmallImage = 128;

int64_t torch_onnx::toIndex(double position) {
  return std::isnan(position) ? 0
                              : int64_t(std::clamp(position, -0x1p62, 0x1p62));
}

/// The source index that PyTorch computes for element `i`, in its arithmetic
/// (nearest_neighbor_compute_source_index).
static int64_t getNearest(bool exact, int64_t i, int64_t in, int64_t out,
                          double scale, bool isSmallImage) {
  if (isSmallImage && !exact && out == in)
    return i;
  if (isSmallImage && !exact && out == 2 * in)
    return i / 2;
  float ratio = scale > 0 ? float(1.0 / scale) : float(in) / float(out);
  float source = exact ? (float(i) + 0.5f) * ratio : float(i) * ratio;
  return std::min<int64_t>(toIndex(std::floor(source)), in - 1);
}

/// The source index by ONNX's formula, in the arithmetic of a runtime.
static int64_t getNearestByResize(bool exact, int64_t i, int64_t in,
                                  int64_t out, double scale) {
  float factor = scale > 0 ? float(scale) : float(out) / float(in);
  float source = exact ? (float(i) + 0.5f) / factor - 0.5f : float(i) / factor;
  source = exact ? std::floor(source + 0.5f) : std::floor(source);
  return std::clamp<int64_t>(toIndex(source), 0, in - 1);
}

/// Whether both agree at all positions below 2^16, for all sizes with the ratio
/// `scale`.
static bool isNearestByResize(bool exact, double scale) {
  if (int exponent; std::frexp(scale, &exponent) == 0.5)
    return true; // A power of two: exact.
  constexpr int64_t numPositions = 1 << 16, any = 1 << 30;
  for (int64_t i = 0; i < numPositions; ++i)
    if (getNearest(exact, i, any, 0, scale, /*isSmallImage=*/false) !=
        getNearestByResize(exact, i, any, 0, scale))
      return false;
  return true;
}

/// The constant factor between `in` and `out`, if it is small.
static std::optional<int64_t> getFactor(AffineExpr in, AffineExpr out) {
  constexpr int64_t largest = 64;
  for (int64_t factor = 1; in && out && factor <= largest; ++factor)
    if (sym::isKnownEqual(sym::mul(in, factor), out))
      return factor;
  return std::nullopt;
}

/// True when a scale factor may keep a size above 1, as products are rounded
/// down. Runtimes then copy the dimension.
static bool mayKeep(double scale) { return scale > 1 && scale < 1.5; }
static bool mayDouble(double scale) { return scale > 2 && scale < 2.5; }

/// Whether PyTorch uses its kernel for small images; both answers if the size
/// of the image is unknown.
static SmallVector<bool> getNearestKernels(Lowering &b, const Resampling &how) {
  if (!how.mayBeSmallImage() || how.filter != Filter::Nearest)
    return {false};
  Dims sizes = b.resultDims();
  if (auto sum = b.constantSize(sym::add(sizes[2], sizes[3])))
    return {*sum <= maxSmallImage};
  return {true, false};
}

/// True when Resize selects PyTorch's neighbours for all sizes that the
/// dimension may have.
static bool isNearestByResize(Lowering &b, const Resampling &how, AffineExpr in,
                              AffineExpr out, double scale, bool usesScale,
                              ArrayRef<bool> kernels) {
  bool exact = how.filter == Filter::NearestExact;
  auto inSize = b.constantSize(in), outSize = b.constantSize(out);
  // Sizes above the compared ones are not known to agree. Above 2^24 positions
  // are not exact in f32.
  constexpr int64_t maxTried = 1 << 22;
  if (inSize && outSize && *outSize > maxTried)
    return false;
  if (inSize && outSize) {
    auto agrees = [&](int64_t i, bool isSmallImage) {
      int64_t source =
          getNearest(exact, i, *inSize, *outSize, scale, isSmallImage);
      return source == getNearestByResize(exact, i, *inSize, *outSize,
                                          usesScale ? scale : 0) &&
             (inSize != outSize || source == i);
    };
    for (bool isSmallImage : kernels)
      for (int64_t i = 0; i < *outSize; ++i)
        if (!agrees(i, isSmallImage))
          return false;
    return true;
  }
  if (scale > 0)
    return isNearestByResize(exact, scale) && !mayKeep(scale) &&
           (!llvm::is_contained(kernels, true) || !mayDouble(scale));
  std::optional<int64_t> factor = getFactor(in, out);
  return factor && isNearestByResize(exact, double(*factor));
}

/// The positions of the neighbours in a dimension of dynamic size. `size` is
/// height plus width, null if the kernel for small images makes no difference.
static Value buildNearest(Lowering &b, Value x, int64_t axis, AffineExpr out,
                          bool exact, double scale, Value size) {
  Value zero = b.scalar(0, b.i64()), one = b.scalar(1, b.i64());
  Value outSize = b.dim0d(out), inSize = b.Squeeze(b.sizeOf(x, axis), 0);
  Value positions = b.Cast(b.Range(zero, outSize, one, out), b.f32());
  if (exact)
    positions = b.Add(positions, b.scalar(0.5, b.f32()));
  Value ratio;
  if (scale > 0) {
    ratio = b.scalar(1.0 / scale, b.f32());
  } else {
    ratio = b.Div(b.Cast(inSize, b.f32()), b.Cast(outSize, b.f32()));
  }
  if (size) {
    Value isSmall = b.LessOrEqual(size, b.scalar(maxSmallImage, b.i64()));
    Value twice = b.Mul(inSize, b.scalar(2, b.i64()));
    Value isKept = b.And(isSmall, b.Equal(outSize, inSize));
    Value isDoubled = b.And(isSmall, b.Equal(outSize, twice));
    ratio = b.Where(isKept, b.scalar(1, b.f32()), ratio);
    ratio = b.Where(isDoubled, b.scalar(0.5, b.f32()), ratio);
  }
  Value source = b.Cast(b.Floor(b.Mul(positions, ratio)), b.i64());
  return b.Min(source, b.Sub(inSize, one));
}

/// Lowers nearest-neighbour resampling to a Gather per dimension.
static Lowered resizeByGather(Lowering &b, Value x, const Resampling &how) {
  Dims sizes = b.resultDims();
  bool exact = how.filter == Filter::NearestExact;
  SmallVector<bool> kernels = getNearestKernels(b, how);
  for (auto [i, scale] : llvm::enumerate(how.scales)) {
    int64_t axis = 2 + i;
    auto in = b.constantSize(b.dimsOf(x)[axis]);
    auto out = b.constantSize(sizes[axis]);
    bool isByKernel = llvm::is_contained(kernels, true) && scale > 0 &&
                      (mayKeep(scale) || mayDouble(scale));
    if (!in || !out || (isByKernel && kernels.size() > 1)) {
      Value size;
      if (isByKernel)
        size = b.Add(b.dim0d(sizes[2]), b.dim0d(sizes[3]));
      Value indices = buildNearest(b, x, axis, sizes[axis], exact, scale, size);
      if (b.isRefused())
        return Lowered::refused();
      x = b.Gather(x, indices, axis);
      continue;
    }
    if (!checkConstantSize(b, *out))
      return Lowered::refused();
    SmallVector<int64_t> indices;
    for (int64_t j = 0; j < *out; ++j)
      indices.push_back(
          getNearest(exact, j, *in, *out, scale, kernels.front()));
    x = b.Gather(x, b.ints(indices), axis);
  }
  return x;
}

//===----------------------------------------------------------------------===//
// Resampling by matrices
//===----------------------------------------------------------------------===//

double torch_onnx::getWeight(Filter filter, double x, double a) {
  x = std::abs(x);
  switch (filter) {
  case Filter::Linear:
    return x < 1 ? 1 - x : 0;
  case Filter::Cubic:
    if (x < 1)
      return ((a + 2) * x - (a + 3)) * x * x + 1;
    return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
  case Filter::Lanczos: {
    auto sinc = [](double y) {
      return y == 0 ? 1 : std::sin(M_PI * y) / (M_PI * y);
    };
    return x < 3 ? sinc(x) * sinc(x / 3) : 0;
  }
  default:
    return 0;
  }
}

/// The weight matrix, whose row i has the weights of the sources of element i,
/// in PyTorch's arithmetic (UpSampleKernel.cpp
/// _compute_indices_min_size_weights_aa, compute_source_index_and_lambda).
static SmallVector<double> getWeights(const Resampling &how, int64_t in,
                                      int64_t out, double scale) {
  using Real = float; // The type that PyTorch computes in.
  SmallVector<double> weights(in * out, 0.0);
  Real ratio = how.alignCorners ? (out > 1 ? Real(in - 1) / Real(out - 1) : 0)
               : scale > 0      ? Real(1.0 / scale)
                                : Real(in) / Real(out);
  for (int64_t i = 0; i < out; ++i) {
    double *row = &weights[i * in];
    if (how.antialias) {
      int64_t radius = how.getRadius();
      Real support = ratio >= 1 ? Real(radius) * ratio : Real(radius);
      Real inverse = ratio >= 1 ? Real(1.0 / ratio) : Real(1);
      Real center = Real(ratio * (i + 0.5));
      int64_t first = std::max<int64_t>(toIndex(center - support + 0.5), 0);
      int64_t last = std::min<int64_t>(toIndex(center + support + 0.5), in);
      double total = 0;
      for (int64_t j = first; j < last; ++j)
        total += row[j] =
            getWeight(how.filter, Real((Real(j) - center + 0.5) * inverse),
                      how.getCubicParameter());
      for (int64_t j = first; j < last && total != 0; ++j)
        row[j] /= total;
      continue;
    }
    Real source = how.alignCorners ? ratio * Real(i)
                                   : ratio * (Real(i) + Real(0.5)) - Real(0.5);
    if (how.filter == Filter::Linear)
      source = std::max(source, Real(0));
    int64_t floor = toIndex(std::floor(source));
    Real fraction = source - Real(floor);
    int64_t radius = how.filter == Filter::Linear ? 1 : 2;
    for (int64_t j = 1 - radius; j <= radius; ++j)
      row[std::clamp<int64_t>(floor + j, 0, in - 1)] += getWeight(
          how.filter, double(fraction) - double(j), how.getCubicParameter());
  }
  return weights;
}

/// One matrix product for each dimension; taps for dynamic sizes.
static Lowered resizeByMatrices(Lowering &b, Value x, const Resampling &how) {
  int64_t rank = b.rankOf(x);
  Dims sizes = b.resultDims();
  // Weights and intermediate results are not rounded to a narrow type.
  Type narrow = b.elementTypeOf(x);
  Type type = b.isNarrowFloat(narrow) ? Type(b.f32()) : narrow;
  x = b.Cast(x, type);
  for (auto [i, scale] : llvm::enumerate(how.scales)) {
    int64_t axis = 2 + i;
    auto in = b.constantSize(b.dimsOf(x)[axis]);
    auto out = b.constantSize(sizes[axis]);
    if (in && out && (*in < 1 || *out < 1))
      return b.refuse("expected one or more elements to resample, found " +
                      Twine(*in) + " resampled to " + Twine(*out));
    if (sym::isKnownEqual(b.dimsOf(x)[axis], sizes[axis]) &&
        (how.copiesKept() || scale == 0 || scale == 1))
      continue;
    // The zeros of a matrix would turn distant infinities into NaN.
    if (!in || !out || type.isF64()) {
      x = resampleByTaps(b, x, axis, sizes[axis], how, scale);
      continue;
    }
    int64_t numWeights;
    if (llvm::MulOverflow(*in, *out, numWeights))
      numWeights = std::numeric_limits<int64_t>::max();
    if (!checkConstantSize(b, numWeights))
      return Lowered::refused();
    SmallVector<double> weights = getWeights(how, *in, *out, scale);
    bool last = axis == rank - 1;
    SmallVector<double> transposed;
    if (last) // x * W^T, else W * x.
      for (int64_t j = 0; j < *in; ++j)
        for (int64_t k = 0; k < *out; ++k)
          transposed.push_back(weights[k * *in + j]);
    Value matrix = last ? b.numbers({*in, *out}, transposed, type)
                        : b.numbers({*out, *in}, weights, type);
    if (last) {
      x = b.MatMul(x, matrix);
    } else if (axis == rank - 2) {
      x = b.MatMul(matrix, x);
    } else {
      x = b.transpose(x, axis, rank - 2);
      x = b.transpose(b.MatMul(matrix, x), axis, rank - 2);
    }
  }
  return b.Cast(x, narrow);
}

//===----------------------------------------------------------------------===//
// upsample_*
//===----------------------------------------------------------------------===//

/// True when a runtime that computes in f32 gets the size of the result, which
/// PyTorch computes in f64 or which the user gives beside any scale.
static bool hasExactScale(Lowering &b, double scale, AffineExpr inDim,
                          AffineExpr outDim) {
  auto in = b.constantSize(inDim), out = b.constantSize(outDim);
  if (in && out) // The checker multiplies in f64.
    return toIndex(float(*in) * float(scale)) == *out &&
           toIndex(double(*in) * double(float(scale))) == *out;
  double eighths = scale * 8; // Exact for any size below 2^20.
  if (eighths != std::floor(eighths) || eighths >= 512)
    return false;
  return !b.has("output_size") ||
         sym::isKnownEqual(outDim,
                           sym::floorDiv(sym::mul(inDim, int64_t(eighths)), 8));
}

/// The operands `scales` and `sizes` of a Resize, one of them null. They cover
/// all dimensions: ONNX Runtime's symbolic_shape_infer, OnnxSlim, onnx's
/// version converter and TVM do not support `axes`. Scales are used if they
/// give the same sizes and ratios, because dynamic sizes need nodes to compute.
static std::pair<Value, Value> buildFullSizes(Lowering &b, Value x,
                                              const Dims &out) {
  Dims in = b.dimsOf(x);
  auto isConstant = [&](AffineExpr dim) { return bool(b.constantSize(dim)); };
  SmallVector<double> ratios;
  if (!llvm::all_of(out, isConstant))
    for (auto [inDim, outDim] : llvm::zip_equal(in, out)) {
      auto inSize = b.constantSize(inDim), outSize = b.constantSize(outDim);
      std::optional<double> ratio = getFactor(inDim, outDim);
      if (!ratio && inSize && outSize && *inSize > 0)
        ratio = float(*outSize) / float(*inSize);
      bool isSame = sym::isKnownEqual(inDim, outDim);
      if (!ratio || (!isSame && inSize && outSize &&
                     (toIndex(float(*inSize) * float(*ratio)) != *outSize ||
                      toIndex(double(*inSize) * *ratio) != *outSize)))
        break;
      ratios.push_back(*ratio);
    }
  if (!out.empty() && ratios.size() == out.size())
    return {floats(b, ratios), Value()};
  if (out[0] && out[1])
    return {Value(), b.shapeOf(sym::getTensorType(out, b.i64()))};
  auto last =
      sym::getTensorType(ArrayRef<AffineExpr>(out).drop_front(2), b.i64());
  return {Value(), b.Concat({b.Shape(x, 0, 2), b.shapeOf(last)}, 0)};
}

namespace {

/// Which operands of Resize express a resampling.
struct ResizeForm {
  bool hasScales = false, hasSizes = false;
  /// Whether Resize computes what PyTorch does.
  bool isExact = true;
  /// A size may equal the other one at run time, and is then copied.
  bool copiesKept = false;
};

} // namespace

/// Chooses between scales and sizes: Resize takes one of them, not both. Sets
/// the scales of dimensions that are copied to 1.
static ResizeForm chooseForm(Lowering &b, ArrayRef<AffineExpr> inDims,
                             ArrayRef<AffineExpr> outDims, Resampling &how) {
  ResizeForm form;
  bool isNearest = how.isNearest();
  SmallVector<bool> kernels = getNearestKernels(b, how);
  // Whether a given scale is used; whether it equals the ratio of the sizes.
  auto isGiven = [&](int64_t i) {
    return how.scales[i] > 0 && !how.alignCorners;
  };
  auto isRatio = [&](int64_t i) {
    auto in = b.constantSize(inDims[i]), out = b.constantSize(outDims[i]);
    double scale = how.scales[i];
    return in && out && scale * double(*in) == double(*out) &&
           (!how.antialias || float(scale) == scale);
  };
  // Copied by a scale of 1 as well as by the size.
  auto isCopied = [&](int64_t i) {
    return sym::isKnownEqual(inDims[i], outDims[i]) && how.copiesKept() &&
           !isNearest;
  };
  // If one scale is not a ratio, all scales are used.
  int64_t numSpatial = inDims.size();
  bool scalesAll = llvm::any_of(b.integers(0, numSpatial), [&](int64_t i) {
    return isGiven(i) && !isRatio(i) && !isCopied(i);
  });
  for (int64_t i = 0; i < numSpatial; ++i) {
    double &scale = how.scales[i];
    auto in = b.constantSize(inDims[i]), out = b.constantSize(outDims[i]);
    if (isCopied(i)) {
      scale = 1;
      continue;
    }
    bool usesScale = scalesAll && scale > 0;
    (usesScale ? form.hasScales : form.hasSizes) = true;
    if (usesScale)
      form.isExact &= hasExactScale(b, scale, inDims[i], outDims[i]);
    if (usesScale && !isNearest && mayKeep(scale) && !(in && out)) {
      form.isExact &= how.copiesKept();
      form.copiesKept = true;
    }
    // A runtime may copy the dimension where PyTorch does not.
    if (usesScale && !isNearest && in && in == out && scale != 1)
      form.isExact = false;
    // In filters other than linear ones, the rounding of coordinates changes
    // results noticeably.
    if (usesScale && in && out && how.filter != Filter::Linear && !isNearest)
      form.isExact &= float(scale) == scale;
    if (usesScale && in && out && how.antialias)
      form.isExact &= float(scale) == scale;
    if (isNearest)
      form.isExact &= isNearestByResize(b, how, inDims[i], outDims[i], scale,
                                        usesScale, kernels);
  }
  form.isExact &= !(form.hasScales && form.hasSizes);
  return form;
}

/// The attributes of Resize.
static SmallVector<NamedAttribute> getResizeAttributes(Lowering &b,
                                                       const Resampling &how) {
  SmallVector<NamedAttribute> attrs;
  if (how.antialias)
    attrs.push_back(b.attr("antialias", int64_t(1)));
  if (how.filter == Filter::Nearest)
    attrs.push_back(b.attr("coordinate_transformation_mode", "asymmetric"));
  else if (how.alignCorners)
    attrs.push_back(b.attr("coordinate_transformation_mode", "align_corners"));
  if (how.antialias) { // As in Pillow.
    attrs.push_back(b.attr("exclude_outside", int64_t(1)));
    if (how.filter == Filter::Cubic)
      attrs.push_back(b.attr("cubic_coeff_a", -0.5));
  }
  if (how.isNearest())
    attrs.push_back(b.attr("nearest_mode", how.filter == Filter::Nearest
                                               ? "floor"
                                               : "round_prefer_ceil"));
  else
    attrs.push_back(
        b.attr("mode", how.filter == Filter::Linear ? "linear" : "cubic"));
  return attrs;
}

static Value buildResize(Lowering &b, Value x, const Resampling &how,
                         const ResizeForm &form) {
  int64_t rank = b.rankOf(x), numSpatial = rank - 2;
  Dims inDims = b.dimsOf(x), outDims = b.resultDims();
  // For rank 3 ONNX Runtime also interpolates between channels, with weights of
  // 0: an infinite element turns other channels into NaN.
  bool isLine = how.filter == Filter::Linear && rank == 3;
  SmallVector<double> factors(2, 1.0);
  if (isLine) {
    x = b.Unsqueeze(x, 2);
    for (Dims *dims : {&inDims, &outDims})
      dims->insert(dims->begin() + 2, b.constantDim(1));
    factors.push_back(1);
  }
  Value none = b.none(), scales, sizes;
  if (!form.hasScales) {
    std::tie(scales, sizes) = buildFullSizes(b, x, outDims);
  } else if (form.copiesKept) {
    auto spatial = [&](ArrayRef<AffineExpr> dims) {
      return b.shapeOf(sym::getTensorType(dims.take_back(numSpatial), b.i64()));
    };
    Value isKept = b.Equal(spatial(inDims), spatial(outDims));
    scales = b.Concat({floats(b, factors), b.Where(isKept, b.scalar(1, b.f32()),
                                                   floats(b, how.scales))},
                      0);
  } else {
    llvm::append_range(factors, how.scales);
    scales = floats(b, factors);
  }
  Value y = b.create("Resize", sym::getTensorType(outDims, b.elementTypeOf(x)),
                     {x, none, scales ? scales : none, sizes ? sizes : none},
                     getResizeAttributes(b, how));
  return isLine ? b.Squeeze(y, 2) : y;
}

static Lowered resize(Lowering &b, Value x, Resampling how) {
  Type type = b.elementTypeOf(x);
  bool isNearest = how.isNearest();
  // PyTorch has no kernel for bytes in other ranks.
  if (type.isUnsignedInteger(8) && b.rankOf(x) == 4 && !isNearest)
    return resampleBytes(b, x, how);
  if (!isNearest && !b.isFloat(type))
    return b.refuse("expected an image of floating-point elements, found " +
                    b.describe(type));
  if (b.isRefused())
    return Lowered::refused();
  if (how.filter == Filter::Lanczos)
    return resizeByMatrices(b, x, how);
  // With aligned corners PyTorch's antialiasing filter is not centered.
  if (how.antialias && how.alignCorners)
    return resizeByMatrices(b, x, how);
  Dims inDims = b.dimsOf(x), outDims = b.resultDims();
  ResizeForm form =
      chooseForm(b, ArrayRef<AffineExpr>(inDims).drop_front(2),
                 ArrayRef<AffineExpr>(outDims).drop_front(2), how);
  if (!form.hasScales && !form.hasSizes)
    return x;
  // Scales of Resize are f32, too imprecise for f64 images, and some runtimes
  // have no f64 kernel.
  if (!isNearest && (type.isF64() || !form.isExact))
    return resizeByMatrices(b, x, how);
  if (!form.isExact)
    return resizeByGather(b, x, how);
  return buildResize(b, x, how, form);
}

// aten::upsample_bilinear2d(Tensor self, SymInt[2] output_size,
//     bool align_corners, float? scales_h=None, float? scales_w=None)
// aten::upsample_bilinear2d.vec(Tensor input, SymInt[]? output_size,
//     bool align_corners, float[]? scale_factors) -> Tensor
static LoweringFn lowerUpsample(Filter filter, bool vec, bool antialias) {
  return [=](Lowering &b) -> Lowered {
    Value x = b.tensor(vec ? "input" : "self");
    int64_t rank = b.rankOf(x);
    if (rank < 3 || rank > 5)
      return b.refuseRank(vec ? "input" : "self", "3 to 5 dimensions", rank);
    Resampling how{filter, /*alignCorners=*/false, antialias,
                   getScales(b, rank - 2)};
    if (!how.isNearest())
      how.alignCorners = b.getBool("align_corners");
    return resize(b, x, how);
  };
}

//===----------------------------------------------------------------------===//
// Sampling at given positions
//===----------------------------------------------------------------------===//

/// The grid for the padding "border". ONNX Runtime computes the points beside a
/// position as integers, and their weights as differences between these and the
/// position in the type of the grid, so that in f32 all weights are 0 from 2^24
/// on. A division by a small depth gives such positions. From 8 times the image
/// on, a position has the value of the border in all modes.
static Value clipFarPositions(Lowering &b, Value grid) {
  Type type = b.elementTypeOf(grid);
  return b.Clip(grid, b.scalar(-8, type), b.scalar(8, type));
}

/// The grid for the nearest pixels with the padding "reflection", as positions
/// of pixels. ONNX rounds a position before the reflection, PyTorch after it: a
/// position between two pixels may get the other one. If the corners are
/// aligned, both orders give the same pixel.
static Value reflectToPixels(Lowering &b, Value input, Value grid) {
  Type type = b.elementTypeOf(grid);
  int64_t rank = b.rankOf(input);
  auto number = [&](double value) { return b.scalar(value, type); };
  // The last coordinate of the grid belongs to the first dimension.
  SmallVector<Value> sizes;
  for (int64_t axis = rank - 1; axis >= 2; --axis)
    sizes.push_back(b.sizeOf(input, axis));
  Value size = b.Cast(b.Concat(sizes, 0), type);
  Value position = b.Sub(
      b.Mul(b.Add(grid, number(1)), b.Mul(size, number(0.5))), number(0.5));
  // From the edge of the first pixel on, the image repeats after twice its
  // size.
  Value distance = b.Abs(b.Add(position, number(0.5)));
  Value period = b.Mul(size, number(2));
  Value rest = b.Sub(distance, b.Mul(b.Floor(b.Div(distance, period)), period));
  position = b.Sub(b.Min(rest, b.Sub(period, rest)), number(0.5));
  position = b.Max(b.Min(position, b.Sub(size, number(1))), number(0));
  Value center = b.Add(b.Round(position), number(0.5));
  return b.Sub(b.Div(center, b.Mul(size, number(0.5))), number(1));
}

// aten::grid_sampler(Tensor input, Tensor grid, int interpolation_mode,
//                    int padding_mode, bool align_corners) -> Tensor
static Lowered lowerGridSampler(Lowering &b) {
  static constexpr const char *modes[] = {"linear", "nearest", "cubic"};
  static constexpr const char *paddings[] = {"zeros", "border", "reflection"};
  int64_t mode = b.getInt("interpolation_mode");
  int64_t padding = b.getInt("padding_mode");
  if (mode < 0 || mode > 2)
    return b.refuseArgument("interpolation_mode", "from 0 to 2");
  if (padding < 0 || padding > 2)
    return b.refuseArgument("padding_mode", "from 0 to 2");
  Value input = b.tensor("input"), grid = b.tensor("grid");
  if (padding == 1)
    grid = clipFarPositions(b, grid);
  if (padding == 2 && mode == 1 && !b.getBool("align_corners")) {
    grid = reflectToPixels(b, input, grid);
    padding = 0;
  }
  SmallVector<NamedAttribute> attrs;
  if (b.getBool("align_corners"))
    attrs.push_back(b.attr("align_corners", int64_t(1)));
  if (mode != 0)
    attrs.push_back(b.attr("mode", modes[mode]));
  if (padding != 0)
    attrs.push_back(b.attr("padding_mode", paddings[padding]));
  return b.create("GridSample", b.resultType(), {input, grid}, attrs);
}

// aten::affine_grid_generator(Tensor theta, SymInt[] size, bool align_corners)
//
// With aligned corners, PyTorch's coordinate along a size of 1 is 0, ONNX's is
// -1, so the column of theta for this coordinate is zeroed.
static Lowered lowerAffineGrid(Lowering &b) {
  SmallVector<NamedAttribute> attrs;
  Value theta = b.tensor("theta");
  Dims dims = b.resultDims();
  auto maySizeBeOne = [&](AffineExpr size) {
    return b.constantSize(size).value_or(1) == 1;
  };
  if (b.getBool("align_corners")) {
    attrs.push_back(b.attr("align_corners", int64_t(1)));
    ArrayRef<AffineExpr> sizes =
        ArrayRef<AffineExpr>(dims).drop_front().drop_back();
    if (llvm::any_of(sizes, maySizeBeOne)) {
      SmallVector<Value> columns;
      for (AffineExpr size : llvm::reverse(sizes)) // x belongs to the width.
        columns.push_back(b.dim1d(size));
      Value isWide = b.Greater(b.Concat(columns, 0), b.scalar(1, b.i64()));
      Value one = b.Unsqueeze(b.scalar(1, b.elementTypeOf(theta)), 0);
      theta = b.Mul(theta,
                    b.Concat({b.Cast(isWide, b.elementTypeOf(theta)), one}, 0));
    }
  }
  return b.create("AffineGrid", b.resultType(), {theta, b.intTensor("size")},
                  attrs);
}

void torch_onnx::populateImage(LoweringRegistry &r) {
  populateImageBlocks(r);
  r.add("aten.affine_grid_generator.default", inOpMath(lowerAffineGrid));
  r.add({"aten.grid_sampler.default", "aten.grid_sampler_2d.default",
         "aten.grid_sampler_3d.default"},
        lowerGridSampler);

  struct Upsample {
    StringRef name;
    Filter filter;
    bool antialias = false;
  };
  for (Upsample op :
       {Upsample{"_upsample_bicubic2d_aa", Filter::Cubic, true},
        Upsample{"_upsample_bilinear2d_aa", Filter::Linear, true},
        Upsample{"_upsample_lanczos2d_aa", Filter::Lanczos, true},
        Upsample{"_upsample_nearest_exact1d", Filter::NearestExact},
        Upsample{"_upsample_nearest_exact2d", Filter::NearestExact},
        Upsample{"_upsample_nearest_exact3d", Filter::NearestExact},
        Upsample{"upsample_bicubic2d", Filter::Cubic},
        Upsample{"upsample_bilinear2d", Filter::Linear},
        Upsample{"upsample_linear1d", Filter::Linear},
        Upsample{"upsample_nearest1d", Filter::Nearest},
        Upsample{"upsample_nearest2d", Filter::Nearest},
        Upsample{"upsample_nearest3d", Filter::Nearest},
        Upsample{"upsample_trilinear3d", Filter::Linear}}) {
    r.add(("aten." + op.name + ".default").str(),
          lowerUpsample(op.filter, /*vec=*/false, op.antialias));
    r.add(("aten." + op.name + ".vec").str(),
          lowerUpsample(op.filter, /*vec=*/true, op.antialias));
  }
}
