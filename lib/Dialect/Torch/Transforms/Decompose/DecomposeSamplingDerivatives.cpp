//===- DecomposeSamplingDerivatives.cpp - Derivatives of resampling -------===//
//
// Operators of the backward pass of interpolation, of adaptive pools, of pads
// that repeat elements and of grid_sampler. Interpolation along an axis is
// linear: its derivative is the product with the transposed matrix.
//
//===----------------------------------------------------------------------===//

#include "Derivatives.h"

#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include "llvm/Support/ScopedPrinter.h"

#include <array>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

//===----------------------------------------------------------------------===//
// Interpolation
//===----------------------------------------------------------------------===//

/// The numbers 0, 1, ... size - 1 as a column.
static Value countDown(TorchBuilder &b, AffineExpr size) {
  return b.unsqueeze(countUp(b, size), 1);
}

/// The product with a matrix [n, m] along an axis of n elements.
static Value multiplyAlong(TorchBuilder &b, Value x, Value matrix,
                           int64_t axis) {
  Value last = b.transpose(x, axis, -1);
  return b.transpose(b.matmul(last, matrix), axis, -1);
}

// aten::_adaptive_avg_pool{2,3}d_backward(Tensor grad_output, Tensor self)
//   -> Tensor
template <int64_t rank>
static Decomposed adaptivePoolBackward(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  requireFloat(b, x);
  Value grad = getInOpMath(b, args.getValue("grad_output"));
  int64_t first = b.getType(x).getRank() - rank;
  if (first < 1 || b.getType(grad).getRank() != b.getType(x).getRank())
    return b.refuse("its rule expects tensors of " + Twine(rank + 1) +
                    " or more dimensions, found " +
                    Twine(b.getType(x).getRank()));
  Type type = b.getType(grad).getElementType();
  for (int64_t axis = first; axis < first + rank; ++axis) {
    AffineExpr in = sym::getDims(b.getType(x))[axis];
    AffineExpr out =
        sym::getDims(b.getType(args.getValue("grad_output")))[axis];
    // Window i is [floor(i in / out), ceil((i + 1) in / out)).
    Value index = countDown(b, out);
    Value column = countUp(b, in);
    if (b.isRefused())
      return Value();
    auto quotient = [&](Value n) {
      Attribute floor = b.getBuilder().getStringAttr("floor");
      return b.call("aten.div.Tensor_mode",
                    {n, b.size(out), {"rounding_mode", ArgumentSpec(floor)}});
    };
    Value begin = quotient(b.mul(index, b.size(in)));
    Value next = b.mul(b.add(index, 1), b.size(in));
    Value end = b.add(quotient(b.sub(next, 1)), 1);
    Value isIn = b.logicalAnd(b.compare("ge", column, begin),
                              b.compare("lt", column, end));
    Value share = b.div(b.cast(isIn, type), b.cast(b.sub(end, begin), type));
    grad = multiplyAlong(b, grad, share, axis);
  }
  return castLike(b, grad, x);
}

/// The size of an input element in output elements along an axis, as the
/// kernels compute it: in f32 unless the elements are f64.
static double getScale(const Arguments &args, StringRef name, int64_t in,
                       int64_t out, bool alignCorners) {
  if (alignCorners)
    return out > 1 ? double(in - 1) / double(out - 1) : 0.0;
  if (std::optional<double> scale = args.getFloat(name); scale && *scale > 0)
    return 1 / *scale;
  return double(in) / double(out);
}

/// Interpolation along one axis as a matrix [out, in]. `Body` builds it from
/// the positions 0, 1, ... out - 1 (a column), those of the input (a row), the
/// number of input elements and the scale.
using InterpolateFn = Value (*)(TorchBuilder &b, Value index, Value column,
                                int64_t in, double scale, bool alignCorners);

namespace {
/// Sizes for which a kernel ignores a given scale factor: none; the same size
/// along an axis; also twice the size (UpSampleMoreKernel.cpp nearest_idx); the
/// same size along all axes.
enum class Fixed { None, Same, SameOrDouble, SameImage };
} // namespace

static Decomposed interpolateBackward(TorchBuilder &b, const Arguments &args,
                                      ArrayRef<StringRef> scales,
                                      InterpolateFn interpolate, Fixed fixed) {
  Value input = args.getValue("grad_output");
  requireFloat(b, input);
  auto sizes = args.getInts("input_size"),
       outputs = args.getInts("output_size");
  int64_t rank = int64_t(scales.size());
  if (!sizes || !outputs || int64_t(sizes->size()) != rank + 2 ||
      int64_t(outputs->size()) != rank ||
      b.getType(input).getRank() != rank + 2)
    return b.refuse("its rule expects 'input_size' and 'output_size' to be "
                    "constants");
  bool alignCorners = args.getBool("align_corners").value_or(false);
  Value grad = getInOpMath(b, input);
  Type type = b.getType(grad).getElementType();
  MLIRContext *context = grad.getContext();
  bool isSameImage = ArrayRef(*sizes).drop_front(2) == ArrayRef(*outputs);
  for (int64_t i = 0; i < rank; ++i) {
    int64_t in = (*sizes)[i + 2], out = (*outputs)[i];
    if (in < 1 || out < 1)
      return b.refuse("its rule expects sizes above 0");
    double scale = getScale(args, scales[i], in, out, alignCorners);
    if (fixed == Fixed::SameImage ? isSameImage
                                  : fixed != Fixed::None && in == out)
      scale = 1;
    else if (fixed == Fixed::SameOrDouble && out % 2 == 0 && out / 2 == in)
      scale = 0.5;
    Value index =
        b.cast(countDown(b, getAffineConstantExpr(out, context)), type);
    Value column = countUp(b, getAffineConstantExpr(in, context));
    Value matrix =
        interpolate(b, index, column, in,
                    type.isF32() ? double(float(scale)) : scale, alignCorners);
    grad = multiplyAlong(b, grad, b.cast(matrix, type), i + 2);
  }
  return castLike(b, grad, input);
}

static Value toIndex(TorchBuilder &b, Value x, int64_t size) {
  Value floor = b.unary("floor", x);
  Value index = b.cast(floor, b.getBuilder().getI64Type());
  return b.atMost(index, size - 1);
}

/// The nearest element before a position.
static Value nearest(TorchBuilder &b, Value index, Value column, int64_t in,
                     double scale, bool) {
  Value source = toIndex(b, b.mul(index, scale), in);
  return b.compare("eq", column, source);
}

/// The nearest element to the center of a position.
static Value nearestExact(TorchBuilder &b, Value index, Value column,
                          int64_t in, double scale, bool) {
  Value source = toIndex(b, b.mul(b.add(index, 0.5), scale), in);
  return b.compare("eq", column, source);
}

/// The two neighbours, weighted by distance.
static Value linear(TorchBuilder &b, Value index, Value column, int64_t in,
                    double scale, bool alignCorners) {
  if (b.isRefused())
    return Value();
  Type type = b.getType(index).getElementType();
  Value position =
      alignCorners ? b.mul(index, scale)
                   : b.atLeast(b.sub(b.mul(b.add(index, 0.5), scale), 0.5), 0);
  Value low = toIndex(b, position, in);
  Value high = b.atMost(b.add(low, 1), in - 1);
  Value share = b.clamp(b.sub(position, b.cast(low, type)), 0, 1);
  auto at = [&](Value source, Value weight) {
    Value isSource = b.compare("eq", column, source);
    return b.mul(b.cast(isSource, type), weight);
  };
  return b.add(at(low, b.rsub(share, 1)), at(high, share));
}

/// Evaluates a polynomial; the coefficient of the highest power is first.
static Value evaluate(TorchBuilder &b, Value x, ArrayRef<double> coefficients) {
  Value sum = b.add(b.mul(x, coefficients[0]), coefficients[1]);
  for (double coefficient : coefficients.drop_front(2))
    sum = b.add(b.mul(sum, x), coefficient);
  return sum;
}

/// The weight of the cubic filter at a distance of up to 1, and from 1 to 2
/// (ATen/native/UpSample.h cubic_convolution1, cubic_convolution2).
static Value getInnerShare(TorchBuilder &b, Value distance, double a) {
  return evaluate(b, distance, {a + 2, -(a + 3), 0, 1});
}

static Value getOuterShare(TorchBuilder &b, Value distance, double a) {
  return evaluate(b, distance, {a, -5 * a, 8 * a, -4 * a});
}

/// The weights of the four neighbours of a position, which is `t` after the
/// second one.
static std::array<Value, 4> getCubicShares(TorchBuilder &b, Value t) {
  constexpr double a = -0.75;
  Value rest = b.rsub(t, 1);
  return {getOuterShare(b, b.add(t, 1), a), getInnerShare(b, t, a),
          getInnerShare(b, rest, a), getOuterShare(b, b.add(rest, 1), a)};
}

/// The four neighbours, clamped at the border.
static Value cubic(TorchBuilder &b, Value index, Value column, int64_t in,
                   double scale, bool alignCorners) {
  if (b.isRefused())
    return Value();
  Type type = b.getType(index).getElementType();
  Value position = alignCorners ? b.mul(index, scale)
                                : b.sub(b.mul(b.add(index, 0.5), scale), 0.5);
  Value low = toIndex(b, position, in);
  Value t = b.clamp(b.sub(position, b.cast(low, type)), 0, 1);
  Value matrix;
  for (auto [i, share] : llvm::enumerate(getCubicShares(b, t))) {
    Value source = b.clamp(b.add(low, int64_t(i) - 1), 0, in - 1);
    Value isSource = b.cast(b.compare("eq", column, source), type);
    Value term = b.mul(isSource, share);
    matrix = matrix ? b.add(matrix, term) : term;
  }
  return matrix;
}

/// All elements within the support of a filter. If the result is the smaller
/// image, the filter is as wide as one of its elements (cpu/UpSampleKernel.cpp
/// _compute_indices_min_size_weights_aa).
template <int64_t radius>
static Value antialiased(TorchBuilder &b, Value index, Value column, int64_t in,
                         double scale, bool) {
  if (b.isRefused())
    return Value();
  Builder &types = b.getBuilder();
  Type type = b.getType(index).getElementType(), i64 = types.getI64Type();
  double support = scale >= 1 ? radius * scale : radius;
  double inverse = scale >= 1 ? 1 / scale : 1;
  Value center = b.mul(b.add(index, 0.5), scale);
  // A conversion to an integer truncates.
  Value first = b.cast(b.add(b.sub(center, support), 0.5), i64);
  Value last = b.cast(b.add(b.add(center, support), 0.5), i64);
  Value isTap = b.logicalAnd(b.compare("ge", column, first),
                             b.compare("lt", column, last));
  Value distance = b.unary(
      "abs", b.mul(b.add(b.sub(b.cast(column, type), center), 0.5), inverse));
  Value share;
  if (radius == 1) {
    share = b.atLeast(b.rsub(distance, 1), 0);
  } else {
    constexpr double a = -0.5;
    Value outer = b.where(b.compare("ge", distance, 2.0), 0.0,
                          getOuterShare(b, distance, a));
    share = b.where(b.compare("lt", distance, 1.0),
                    getInnerShare(b, distance, a), outer);
  }
  share = b.where(b.logicalNot(isTap), 0.0, share);
  Value total = b.sum(share, 1, /*keepDims=*/true);
  Value divisor = b.where(b.compare("eq", total, 0.0), b.add(total, 1), total);
  return b.div(share, divisor);
}

/// The rule for an interpolation along `rank` axes.
static DecomposeFn upsample(size_t rank, InterpolateFn interpolate,
                            Fixed fixed) {
  return [rank, interpolate, fixed](TorchBuilder &b, const Arguments &args) {
    static constexpr StringRef single[] = {"scales"},
                               several[] = {"scales_d", "scales_h", "scales_w"};
    return interpolateBackward(b, args,
                               rank == 1 ? ArrayRef(single)
                                         : ArrayRef(several).take_back(rank),
                               interpolate, fixed);
  };
}

//===----------------------------------------------------------------------===//
// Pads
//===----------------------------------------------------------------------===//

/// The position from which an element of a padded tensor was read, along an
/// axis with elements 0 to `last`.
static Value reflect(TorchBuilder &b, Value place, CallArgument last) {
  auto abs = [&](Value x) { return b.unary("abs", x); };
  return b.sub(last, abs(b.sub(last, abs(place))));
}

static Value replicate(TorchBuilder &b, Value place, CallArgument last) {
  auto cut = [&](Value x) { return b.atLeast(x, 0); };
  return b.sub(last, cut(b.sub(last, cut(place))));
}

// aten::{reflection,replication}_pad{1,2,3}d_backward(Tensor grad_output,
//   Tensor self, SymInt[] padding) -> Tensor
template <Value (*read)(TorchBuilder &, Value, CallArgument)>
static Decomposed padBackward(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  requireFloat(b, x);
  Value grad = getInOpMath(b, args.getValue("grad_output"));
  SmallVector<int64_t> padding = require(b, args.getInts("padding"));
  int64_t rank = b.getType(x).getRank(), spatial = padding.size() / 2;
  if (b.isRefused() || padding.size() % 2 != 0 || spatial > rank ||
      b.getType(grad).getRank() != rank)
    return b.refuse("its rule expects 'padding' to have two elements for some "
                    "of the " +
                    Twine(rank) +
                    " dimensions of 'self' and 'grad_output', "
                    "found " +
                    Twine(padding.size()));
  for (int64_t i = 0; i < spatial; ++i) {
    int64_t axis = rank - 1 - i;
    AffineExpr size = sym::getDims(b.getType(x))[axis];
    Value place =
        b.sub(countUp(b, sym::getDims(b.getType(grad))[axis]), padding[2 * i]);
    SmallVector<OpFoldResult> sizes;
    for (auto [at, dim] : llvm::enumerate(sym::getDims(b.getType(grad)))) {
      AffineExpr own = int64_t(at) == axis ? size : dim;
      sizes.push_back(b.requireKnown(own) ? b.size(own) : OpFoldResult());
    }
    if (b.isRefused())
      return Value();
    Value zeros = b.newZeros(grad, sizes);
    place = read(b, place, b.size(sym::add(size, -1)));
    grad = b.indexAdd(zeros, axis, place, grad);
    if (b.isRefused())
      return Value();
  }
  return castLike(b, grad, x);
}

//===----------------------------------------------------------------------===//
// grid_sampler (ATen/native/GridSampler.h, cpu/GridSamplerKernel.cpp)
//===----------------------------------------------------------------------===//

namespace {
enum class Filter : int64_t { Linear, Nearest, Cubic };
enum class Outside : int64_t { Zeros, Border, Reflection };

/// An element that a point reads along one axis: its position, its weight, and
/// the derivative of the weight in the coordinate, which is null for 0.
struct Tap {
  Value place, share, slope;
};

/// Positions along one axis of an image, [batch, 1, points].
class GridAxis {
public:
  GridAxis(TorchBuilder &b, int64_t size, Outside outside, bool alignCorners)
      : b(b), size(size), outside(outside), alignCorners(alignCorners) {}

  SmallVector<Tap> getTaps(Value coordinate, Filter filter) const;

private:
  /// The step in elements when a coordinate grows by 1.
  double getStep() const { return (alignCorners ? size - 1 : size) / 2.0; }

  /// Clamps a position to the image, and tells whether it was inside.
  std::pair<Value, Value> clip(Value x) const {
    Value isInside = b.logicalAnd(b.compare("gt", x, 0.0),
                                  b.compare("lt", x, double(size - 1)));
    return {b.clamp(x, 0, size - 1), isInside};
  }

  /// Reflects a position at the borders, and tells whether the direction
  /// changed.
  std::pair<Value, Value> reflectAt(Value x) const;

  /// Maps `x` to a position inside the image by the padding mode.
  Value continueTo(Value x) const {
    if (outside == Outside::Reflection)
      x = reflectAt(x).first;
    return outside == Outside::Zeros ? x : clip(x).first;
  }

  TorchBuilder &b;
  int64_t size;
  Outside outside;
  bool alignCorners;
};
} // namespace

std::pair<Value, Value> GridAxis::reflectAt(Value x) const {
  double low = alignCorners ? 0 : -0.5;
  double twice = 2.0 * double(alignCorners ? size - 1 : size);
  if (twice == 0) {
    Value zero = b.mul(x, 0.0);
    return {zero, b.compare("ne", zero, 0.0)};
  }
  Value moved = b.sub(x, low);
  Value distance = b.unary("abs", moved);
  Value rounds = b.unary("floor", b.div(distance, twice));
  Value extra = b.sub(distance, b.mul(rounds, twice));
  Value back = b.rsub(extra, twice);
  Value isNegative = b.compare("lt", moved, 0.0);
  Value isBack = b.compare("gt", extra, back);
  return {b.add(b.binary("minimum", extra, back), low),
          b.binary("logical_xor", isNegative, isBack)};
}

SmallVector<Tap> GridAxis::getTaps(Value coordinate, Filter filter) const {
  Value x = b.add(b.mul(coordinate, getStep()), (size - 1) / 2.0);
  auto floor = [&](Value y) { return b.unary("floor", y); };
  Value ones = b.unary("ones_like", x);
  SmallVector<Tap> taps;
  if (filter == Filter::Cubic) {
    Value low = floor(x), t = b.sub(x, low);
    Value rest = b.rsub(t, 1);
    constexpr double a = -0.75;
    auto outer = [&](Value y) {
      return evaluate(b, y, {3 * a, -10 * a, 8 * a});
    };
    auto inner = [&](Value y) {
      return evaluate(b, y, {3 * (a + 2), -2 * (a + 3), 0});
    };
    Value slopes[] = {outer(b.add(t, 1)), inner(t), b.unary("neg", inner(rest)),
                      b.unary("neg", outer(b.add(rest, 1)))};
    for (auto [i, share] : llvm::enumerate(getCubicShares(b, t)))
      taps.push_back({continueTo(b.add(low, double(i) - 1)), share,
                      b.mul(slopes[i], getStep())});
    return taps;
  }
  Value slope = b.mul(ones, getStep());
  if (outside == Outside::Reflection) {
    auto [reflected, isBack] = reflectAt(x);
    // With a single element there is no direction.
    double step = alignCorners && size == 1 ? 0.0 : getStep();
    slope = b.mul(ones, step);
    slope = b.where(isBack, b.unary("neg", slope), slope);
    x = reflected;
  }
  if (outside != Outside::Zeros) {
    auto [clipped, isInside] = clip(x);
    slope = b.where(b.logicalNot(isInside), 0.0, slope);
    x = clipped;
  }
  if (filter == Filter::Nearest)
    return {{b.unary("round", x), ones, Value()}};
  Value low = floor(x), high = b.add(low, 1.0);
  return {{low, b.sub(high, x), b.unary("neg", slope)},
          {high, b.sub(x, low), slope}};
}

/// The pixel that one tap of each axis reads, as a place in the flattened
/// image, and whether it is inside of the image. Places outside are 0.
static std::pair<Value, Value> locate(TorchBuilder &b, ArrayRef<Tap> taps,
                                      ArrayRef<int64_t> sizes) {
  Value place, isInside;
  for (auto [tap, size] : llvm::zip_equal(taps, sizes)) {
    Value isIn = b.logicalAnd(b.compare("ge", tap.place, 0.0),
                              b.compare("le", tap.place, double(size - 1)));
    isInside = isInside ? b.logicalAnd(isInside, isIn) : isIn;
    Value index = b.where(b.logicalNot(isIn), 0.0, tap.place);
    index = b.cast(index, b.getBuilder().getI64Type());
    place = place ? b.add(b.mul(place, size), index) : index;
  }
  return {place, isInside};
}

// aten::grid_sampler_{2,3}d_backward(Tensor grad_output, Tensor input,
//   Tensor grid, int interpolation_mode, int padding_mode, bool align_corners,
//   bool[2] output_mask) -> (Tensor, Tensor)
static Decomposed gridSamplerBackward(TorchBuilder &b, const Arguments &args) {
  Value input = args.getValue("input"), grid = args.getValue("grid");
  requireFloat(b, input);
  requireFloat(b, grid);
  RankedTensorType type = b.getType(input);
  int64_t rank = type.getRank() - 2;
  int64_t filter = require(b, args.getInt("interpolation_mode"));
  int64_t outside = require(b, args.getInt("padding_mode"));
  if (rank < 2 || rank > 3 || b.getType(grid).getRank() != rank + 2 ||
      b.getType(args.getValue("grad_output")).getRank() != rank + 2 ||
      filter < 0 || filter > (rank == 2 ? 2 : 1) || outside < 0 || outside > 2)
    b.refuse("its rule expects images of 2 or 3 dimensions, and modes from 0 "
             "to 2, found " +
             Twine(rank) + " dimensions and the modes " + Twine(filter) +
             " and " + Twine(outside));
  if (b.isRefused())
    return Value();
  ArrayRef<int64_t> sizes = type.getShape().drop_front(2);
  for (int64_t size : sizes)
    if (ShapedType::isDynamic(size) || size < 1 || size > (1 << 20))
      b.refuse("its rule expects 'input' to have constant sizes from 1 to "
               "1048576, found " +
               llvm::to_string(type));
  AffineExpr batch = sym::getDims(type)[0], channels = sym::getDims(type)[1];
  if (b.isRefused() || !b.requireKnown(batch) || !b.requireKnown(channels))
    return Value();
  Builder &types = b.getBuilder();
  OpFoldResult rest = types.getI64IntegerAttr(-1);
  auto flatten = [&](Value x, OpFoldResult size) {
    return b.reshape(x, {b.size(batch), size, rest});
  };
  Value grad = flatten(getInOpMath(b, args, "grad_output"), b.size(channels));
  Value image = flatten(getInOpMath(b, input), b.size(channels));
  Value points = getInOpMath(b, grid);
  // The last coordinate belongs to the first axis.
  SmallVector<SmallVector<Tap>> taps;
  for (int64_t axis = 0; axis < rank; ++axis) {
    Value coordinate = b.select(points, -1, rank - 1 - axis);
    GridAxis along(b, sizes[axis], Outside(outside),
                   require(b, args.getBool("align_corners")));
    taps.push_back(along.getTaps(
        flatten(coordinate, types.getI64IntegerAttr(1)), Filter(filter)));
  }
  bool wantsInput = isWanted(args, 0), wantsGrid = isWanted(args, 1);
  Value ofImage = b.unary("zeros_like", image);
  SmallVector<Value> ofPoints(rank);
  CallArgument all = sizesOf(b, grad);
  int64_t numCorners = 1;
  for (ArrayRef<Tap> axis : taps)
    numCorners *= int64_t(axis.size());
  for (int64_t corner = 0; corner < numCorners && !b.isRefused(); ++corner) {
    SmallVector<Tap> chosen;
    int64_t digits = corner;
    for (ArrayRef<Tap> axis : taps) {
      chosen.push_back(axis[digits % int64_t(axis.size())]);
      digits /= int64_t(axis.size());
    }
    auto [place, isInside] = locate(b, chosen, sizes);
    Value isOutside = b.logicalNot(isInside);
    place = b.expand(place, all);
    // The product of the weights, with the slope in place of one of them.
    auto multiply = [&](int64_t axisOfSlope) {
      Value product;
      for (auto [axis, tap] : llvm::enumerate(chosen)) {
        Value factor = int64_t(axis) == axisOfSlope ? tap.slope : tap.share;
        product = product ? b.mul(product, factor) : factor;
      }
      return product;
    };
    if (wantsInput)
      ofImage = b.call("aten.scatter_add.default",
                       {ofImage, 2, place,
                        b.where(isOutside, 0.0, b.mul(grad, multiply(-1)))});
    if (!wantsGrid || !chosen.front().slope)
      continue;
    Value read = b.call("aten.gather.default", {image, 2, place});
    Value product = b.sum(b.where(isOutside, 0.0, b.mul(read, grad)), {1});
    product = b.unsqueeze(product, 1);
    for (int64_t axis = 0; axis < rank; ++axis) {
      Value term = b.mul(product, multiply(axis));
      Value &sum = ofPoints[axis];
      sum = sum ? b.add(sum, term) : term;
    }
  }
  Value ofInput, ofGrid;
  if (wantsInput)
    ofInput = castLike(b, b.view(ofImage, sizesOf(b, input)), input);
  if (wantsGrid && !ofPoints.front()) {
    ofGrid = b.unary("zeros_like", grid);
  } else if (wantsGrid) {
    std::reverse(ofPoints.begin(), ofPoints.end());
    Value stacked = b.stack(ofPoints, -1);
    ofGrid = castLike(b, b.view(stacked, sizesOf(b, grid)), grid);
  }
  return {ofInput, ofGrid};
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

void torch::addSamplingDerivativeDecompositions(Decompositions &r) {
  for (StringRef spatial : {"1d", "2d", "3d"}) {
    r.insert(("aten.reflection_pad" + spatial + "_backward.default").str(),
             padBackward<reflect>);
    r.insert(("aten.replication_pad" + spatial + "_backward.default").str(),
             padBackward<replicate>);
  }
  r.insert("aten.grid_sampler_2d_backward.default", gridSamplerBackward);
  r.insert("aten.grid_sampler_3d_backward.default", gridSamplerBackward);
  r.insert("aten._adaptive_avg_pool2d_backward.default",
           adaptivePoolBackward<2>);
  r.insert("aten._adaptive_avg_pool3d_backward.default",
           adaptivePoolBackward<3>);
  auto add = [&](const Twine &name, size_t rank, InterpolateFn interpolate,
                 Fixed fixed = Fixed::None) {
    r.insert(("aten." + name + "_backward.default").str(),
             upsample(rank, interpolate, fixed));
  };
  for (size_t rank : {1, 2, 3}) {
    add("upsample_nearest" + Twine(rank) + "d", rank, nearest,
        Fixed::SameOrDouble);
    add("_upsample_nearest_exact" + Twine(rank) + "d", rank, nearestExact);
  }
  add("upsample_linear1d", 1, linear, Fixed::Same);
  add("upsample_bilinear2d", 2, linear, Fixed::Same);
  add("upsample_trilinear3d", 3, linear, Fixed::Same);
  add("upsample_bicubic2d", 2, cubic, Fixed::SameImage);
  add("_upsample_bilinear2d_aa", 2, antialiased<1>);
  add("_upsample_bicubic2d_aa", 2, antialiased<2>);
}
