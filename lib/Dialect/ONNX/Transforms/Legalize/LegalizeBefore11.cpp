//===- LegalizeBefore11.cpp - Operators for opsets 9 and 10 ---------------===//
//
// Opset 11 turned many attributes into operands (bounds, pads, sizes), allowed
// axes to count from the end and added operators that most PyTorch programs
// use, such as Range. These rewrites are equivalent for all inputs; they refuse
// where the older form needs a constant and the operand is not constant. For
// operators with indices, see LegalizeIndices.cpp.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ControlOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LinearOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Window.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

void onnx::countAxesFromFront(Operation *op) {
  // By name, as the operation may have the form of an older opset
  // (onnx.Custom).
  StringRef name = getOperatorName(op);
  // Operators that add dimensions count axes in the result.
  bool isOfResult = name == "Unsqueeze" || name == "OneHot";
  if (op->getNumOperands() == 0 || op->getNumResults() == 0)
    return;
  Value value = isOfResult ? Value(op->getResult(0)) : Value(op->getOperand(0));
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return;
  Builder builder(op->getContext());
  NamedAttrList attributes = getNodeAttributes(op);
  if (auto axis = dyn_cast_if_present<IntegerAttr>(attributes.get("axis"));
      axis && axis.getInt() < 0)
    setNodeAttribute(op, builder.getStringAttr("axis"),
                     builder.getI64IntegerAttr(
                         normalizeAxis(axis.getInt(), type.getRank())));
  if (auto axes =
          dyn_cast_if_present<DenseI64ArrayAttr>(attributes.get("axes"))) {
    SmallVector<int64_t> list(axes.asArrayRef());
    for (int64_t &axis : list)
      axis = normalizeAxis(axis, type.getRank());
    setNodeAttribute(op, builder.getStringAttr("axes"),
                     builder.getDenseI64ArrayAttr(list));
  }
}

static Outcome scanAxes(Node &n) {
  for (StringRef name : {"scan_input_axes", "scan_output_axes"})
    if (auto axes = n.op->getAttrOfType<DenseI64ArrayAttr>(name);
        axes &&
        llvm::any_of(axes.asArrayRef(), [](int64_t axis) { return axis < 0; }))
      return n.refuse(
          "expected axes that count from the front, found a negative one");
  return Outcome::Keep;
}

//===----------------------------------------------------------------------===//
// Operands that were attributes
//===----------------------------------------------------------------------===//

/// Clamps x to [low, high], by the definition of Clip; either bound may be
/// null. NaN stays.
static Value clamp(Node &n, Value x, Value low, Value high) {
  if (low)
    x = n.Where(n.Less(x, low), low, x);
  if (high)
    x = n.Where(n.Less(high, x), high, x);
  return x;
}

/// Clamps floats, by the definition of Clip: an absent bound is the largest
/// finite number.
static Value clampFloats(Node &n, Value x, Value low, Value high) {
  auto type = cast<FloatType>(n.elementTypeOf(x));
  double largest = arithmetic::getGreatest(type);
  return clamp(n, x, low ? low : n.scalar(-largest, type),
               high ? high : n.scalar(largest, type));
}

// Before 12, ONNX Runtime's kernel had only f32.
static Outcome clipOfDouble(Node &n) {
  return n.replace(clampFloats(n, n.input(0), n.input(1), n.input(2)));
}

// Clip lacked integers before 12 and had constant bounds before 11. An absent
// bound is the largest finite number at every opset. The attributes are f32,
// which represents the bounds of all types except f64.
static Outcome clip(Node &n) {
  auto type = dyn_cast<FloatType>(n.resultType().getElementType());
  if (n.opset >= 11 && type)
    return Outcome::Keep;
  Value x = n.input(0), low = n.input(1), high = n.input(2);
  if (!type)
    return n.replace(clamp(n, x, low, high));
  double largest = arithmetic::getGreatest(type);
  auto getBound = [&](Value bound, double none) -> std::optional<double> {
    if (!bound)
      return none;
    std::optional<SmallVector<double>> value = n.getConstantFloats(bound);
    return value && value->size() == 1 ? std::optional(value->front())
                                       : std::nullopt;
  };
  std::optional<double> min = getBound(low, -largest);
  std::optional<double> max = getBound(high, largest);
  if (!type.isF64() && min && max && *min <= *max)
    return n.replace(n.createOld("Clip", n.resultType(), x,
                                 {n.attr("max", *max), n.attr("min", *min)}));
  return n.replace(clampFloats(n, x, low, high));
}

/// Concatenates blocks of `value` at the ends of the dimensions of `x`, and
/// crops by negative pads.
static Outcome padByConcat(Node &n, ArrayRef<int64_t> pads) {
  Value x = n.input(0), value = n.input(2);
  int64_t rank = n.rankOf(x);
  Type type = n.elementTypeOf(x);
  if (!value && !type.isIntOrFloat())
    return n.refuse(
        "expected 'constant_value' for elements without a zero, found none");
  if (!value)
    value = n.scalar(0, type);
  constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t begin = pads[axis], end = pads[rank + axis];
    int64_t crop = std::max<int64_t>(-begin, 0) + std::max<int64_t>(-end, 0);
    if (crop) {
      int64_t size = n.typeOf(x).getDimSize(axis);
      if (ShapedType::isDynamic(size) || crop > size)
        return n.refuse("expected negative pads that remove at most the size "
                        "of a dimension, found " +
                        Twine(crop) + " of " +
                        (ShapedType::isDynamic(size)
                             ? Twine("a size known only at run time")
                             : Twine(size)));
      x = n.Slice(x, std::max<int64_t>(-begin, 0), end < 0 ? end : kEnd, axis);
    }
    SmallVector<Value> parts;
    auto addBlock = [&](int64_t extent) {
      SmallVector<AffineExpr> dims = n.dimsOf(x);
      dims[axis] = getAffineConstantExpr(extent, n.getContext());
      RankedTensorType blockType = sym::getTensorType(dims, type);
      Value shape;
      if (blockType.hasStaticShape()) {
        shape = n.ints(blockType.getShape());
      } else {
        SmallVector<Value> sizes;
        if (axis > 0)
          sizes.push_back(n.Shape(x, 0, axis));
        sizes.push_back(n.ints(extent));
        if (axis + 1 < rank)
          sizes.push_back(n.Shape(x, axis + 1, rank));
        shape = n.Concat(sizes, 0);
      }
      parts.push_back(n.Expand(value, shape, blockType));
    };
    if (begin > 0)
      addBlock(begin);
    parts.push_back(x);
    if (end > 0)
      addBlock(end);
    if (parts.size() > 1)
      x = n.Concat(parts, axis);
  }
  return n.replace(x);
}

/// Pads in the modes that repeat elements, by constant positions.
static Outcome padByGather(Node &n, ArrayRef<int64_t> pads, bool isReflect) {
  Value x = n.input(0);
  int64_t rank = n.rankOf(x);
  for (int64_t axis = 0; axis < rank; ++axis) {
    int64_t begin = pads[axis], end = pads[rank + axis];
    if (begin == 0 && end == 0)
      continue;
    int64_t size = n.typeOf(x).getDimSize(axis);
    if (ShapedType::isDynamic(size))
      return n.refuse(
          "expected floating-point elements or constant sizes, found neither");
    constexpr int64_t kMaxPositions = 1 << 20;
    if (size == 0 || size > kMaxPositions ||
        std::max(begin, end) > kMaxPositions || begin <= -size ||
        end <= -size || (isReflect && (begin >= size || end >= size)))
      return n.refuse("expected pads in range for a dimension of size " +
                      Twine(size) + ", found " + Twine(begin) + " and " +
                      Twine(end));
    SmallVector<int64_t> positions;
    for (int64_t i = -begin; i < size + end; ++i) {
      int64_t mirrored = i < 0 ? -i : i >= size ? 2 * size - 2 - i : i;
      positions.push_back(isReflect ? mirrored
                                    : std::clamp<int64_t>(i, 0, size - 1));
    }
    x = n.Gather(x, n.ints(positions), axis);
  }
  return n.replace(x);
}

// Pad had constant pads, a constant f32 value and only floats.
static Outcome padAttributes(Node &n, PadOp op) {
  StringRef mode = op.getMode();
  if (getPresent(op.getAxes()) || mode == "wrap")
    return Outcome::Keep;
  std::optional<SmallVector<int64_t>> pads = n.getConstantInts(op.getPads());
  if (!pads)
    return n.refuseComputed("pads");
  if (int64_t(pads->size()) != 2 * n.rankOf(op.getData()))
    return n.refuseCount("pads, two for each dimension",
                         2 * n.rankOf(op.getData()), pads->size());
  bool isFloat = isa<FloatType>(n.resultType().getElementType());
  SmallVector<NamedAttribute> attributes = {n.attr("mode", mode),
                                            n.attr("pads", *pads)};
  if (mode == "constant") {
    double value = 0;
    if (Value filler = getPresent(op.getConstantValue())) {
      std::optional<SmallVector<double>> given = n.getConstantFloats(filler);
      if (!given || given->size() != 1 ||
          double(float(given->front())) != given->front())
        return padByConcat(n, *pads);
      value = given->front();
    }
    attributes.push_back(n.attr("value", value));
    if (!isFloat)
      return padByConcat(n, *pads);
  } else if (!isFloat) {
    return padByGather(n, *pads, mode == "reflect");
  }
  return n.replace(
      n.createOld("Pad", n.resultType(), op.getData(), attributes));
}

/// The largest or smallest elements of 64 bits, which f64 does not represent:
/// the elements in the order of their lower 32 bits are ordered by their upper
/// 32 bits. Ties keep their order.
static Outcome topKOfWide(Node &n, TopKOp op, int64_t axis) {
  Value x = op.getX();
  Type type = n.elementTypeOf(x), wide = Float64Type::get(n.getContext());
  bool isLargest = op.getLargest();
  // The remainder is not negative, and the quotient is rounded down.
  Value power = n.scalar(int64_t(1) << 32, type);
  Value low = n.Mod(x, power), high = n.Div(n.Sub(x, low), power);
  int64_t length = n.typeOf(x).getDimSize(axis);
  Value size = ShapedType::isDynamic(length) ? n.Unsqueeze(n.sizeOf(x, axis), 0)
                                             : n.ints(length);
  Value byLow = n.TopK(n.Cast(low, wide), size, axis, isLargest,
                       /*sorted=*/true, n.dimsOf(x)[axis])
                    .second;
  Value keys = n.Cast(n.GatherElements(high, byLow, axis), wide);
  Value byHigh = n.TopK(keys, op.getK(), axis, isLargest, /*sorted=*/true,
                        n.dimsOf(op.getValues())[axis])
                     .second;
  Value indices = n.GatherElements(byLow, byHigh, axis);
  return n.replace({n.GatherElements(x, indices, axis), indices});
}

// TopK supported only floats and the largest elements; before 10, a constant
// number.
static Outcome topK(Node &n, TopKOp op) {
  Value x = op.getX();
  Type type = n.elementTypeOf(x), wide = type;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    // f64 represents integers of up to 53 bits.
    if (integer.getWidth() > 32 && integer.isUnsigned())
      return n.refuse("expected elements of at most 32 bits, found 64");
    wide = Float64Type::get(n.getContext());
  }
  int64_t axis = normalizeAxis(op.getAxis(), n.rankOf(x));
  if (!n.areAxes(axis, n.rankOf(x)))
    return n.refuseAxes(axis, n.rankOf(x));
  // The number had to be at least 1.
  std::optional<SmallVector<int64_t>> k = n.getConstantInts(op.getK());
  if (k && llvm::equal(*k, ArrayRef<int64_t>(0))) {
    Value none = n.Slice(x, int64_t(0), int64_t(0), axis);
    return n.replace({none, n.Cast(none, n.i64())});
  }
  if (type.isSignlessInteger(64))
    return topKOfWide(n, op, axis);
  SmallVector<NamedAttribute> attributes = {n.attr("axis", axis)};
  SmallVector<Value> operands = {n.Cast(x, wide)};
  bool isLargest = op.getLargest();
  // The order of NaN is unspecified. Ties go to the lower index in both
  // directions.
  if (!isLargest)
    operands[0] = n.Neg(operands[0]);
  if (n.opset >= 10) {
    operands.push_back(op.getK());
  } else {
    if (!k || k->size() != 1)
      return n.refuseComputed("K", 10);
    attributes.push_back(n.attr("k", k->front()));
  }
  Operation *old = n.createOldOp(
      "TopK", {n.resultType(0).clone(wide), op.getIndices().getType()},
      operands, attributes);
  Value values = old->getResult(0);
  if (!isLargest)
    values = n.Neg(values);
  return n.replace({n.Cast(values, type), old->getResult(1)});
}

// Gemm required all three operands. Adding -0.0 does not change the product.
static Outcome gemm(Node &n) {
  if (n.input(2))
    return Outcome::Keep;
  Type type = n.resultType().getElementType();
  Value zero = isa<FloatType>(type) ? n.scalar(-0.0, type) : n.scalar(0, type);
  return n.replace(n.create("Gemm", n.resultType(),
                            {n.input(0), n.input(1), zero}, n.attributes()));
}

//===----------------------------------------------------------------------===//
// Images
//===----------------------------------------------------------------------===//

/// The number of elements of the result per element of the operand along a
/// dimension of a Resize, if it is a known integer.
static std::optional<int64_t> getWholeFactor(Node &n, int64_t axis) {
  if (Value scales = n.input(2)) {
    std::optional<SmallVector<double>> values = n.getConstantFloats(scales);
    constexpr double kMaxFactor = 1 << 20;
    if (!values || axis >= int64_t(values->size()) ||
        !((*values)[axis] >= 1 && (*values)[axis] <= kMaxFactor) ||
        std::floor((*values)[axis]) != (*values)[axis])
      return std::nullopt;
    return int64_t((*values)[axis]);
  }
  if (axis >= n.resultType().getRank())
    return std::nullopt;
  AffineExpr in = n.dimsOf(n.input(0))[axis];
  AffineExpr out = n.dimsOf(n.op->getResult(0))[axis];
  if (sym::isKnownEqual(in, out))
    return 1;
  if (!in || !out || sym::getConstant(in) == 0)
    return std::nullopt;
  std::optional<int64_t> factor = sym::getConstant(sym::floorDiv(out, in));
  if (!factor || *factor < 1 || !sym::isKnownEqual(sym::mul(in, *factor), out))
    return std::nullopt;
  return factor;
}

// The standard did not define where Resize-10 and Upsample-9 sample. All
// runtimes agree on nearest neighbours for integer factors: the element that
// contains the position.
static Outcome resizeByFactors(Node &n, ResizeOp op) {
  if (op.getAxes())
    return Outcome::Keep;
  StringRef sampling = op.getCoordinateTransformationMode();
  StringRef rounding = op.getNearestMode();
  bool isContaining =
      (sampling == "asymmetric" && rounding == "floor") ||
      (llvm::is_contained({"half_pixel", "pytorch_half_pixel"}, sampling) &&
       llvm::is_contained({"round_prefer_floor", "round_prefer_ceil"},
                          rounding));
  if (op.getMode() != "nearest")
    return n.refuse("expected 'mode' to be 'nearest', found '" + op.getMode() +
                    "'");
  if (!isContaining)
    return n.refuse("expected a sampling that reads the element that contains "
                    "the position, found '" +
                    sampling + "' with '" + rounding + "'");
  if (op.getAntialias())
    return n.refuse("expected 'antialias' to be 0, found " +
                    Twine(int64_t(op.getAntialias())));
  if (op.getKeepAspectRatioPolicy() != "stretch")
    return n.refuse("expected 'keep_aspect_ratio_policy' to be 'stretch', "
                    "found '" +
                    op.getKeepAspectRatioPolicy() + "'");
  SmallVector<float> factors;
  for (int64_t axis = 0; axis < n.rankOf(n.input(0)); ++axis) {
    std::optional<int64_t> factor = getWholeFactor(n, axis);
    if (!factor)
      return n.refuse(
          "expected the size of dimension " + Twine(axis) +
          " to grow by a constant integer factor, found another size");
    factors.push_back(*factor);
  }
  Value scales = n.constant(DenseElementsAttr::get(
      RankedTensorType::get({int64_t(factors.size())}, n.f32()),
      ArrayRef<float>(factors)));
  return n.replace(n.createOld(n.opset < 10 ? "Upsample" : "Resize",
                               n.resultType(), {n.input(0), scales},
                               n.attr("mode", "nearest")));
}

// Before 10, a pool dropped incomplete windows. Padding changes neither maxima
// nor means that do not count it.
template <typename OpT> static Outcome poolCeil(Node &n, OpT op) {
  if (!op.getCeilMode())
    return Outcome::Keep;
  if (op.getAutoPad() != "NOTSET")
    return n.refuse(
        "expected 'auto_pad' to be 'NOTSET' with ceil_mode, found '" +
            op.getAutoPad() + "'",
        10);
  RankedTensorType x = n.typeOf(op.getX()), y = n.resultType();
  Window window(op);
  ArrayRef<int64_t> kernel = op.getKernelShape();
  SmallVector<int64_t> pads = window.getPads(kernel.size());
  bool isPadded = false;
  for (auto [i, size] : llvm::enumerate(kernel)) {
    int64_t in = x.getDimSize(2 + i), out = y.getDimSize(2 + i);
    if (ShapedType::isDynamic(in) || ShapedType::isDynamic(out))
      return n.refuse("expected constant sizes with ceil_mode, found one known "
                      "only at run time",
                      10);
    int64_t given = in + window.padBegin(i) + window.padEnd(i);
    int64_t wanted = (out - 1) * window.stride(i) + window.extent(size, i);
    if (wanted <= given)
      continue;
    pads[kernel.size() + i] += wanted - given;
    isPadded = true;
  }
  if constexpr (std::is_same_v<OpT, AveragePoolOp>)
    if (isPadded && op.getCountIncludePad())
      return n.refuse(
          "expected 'count_include_pad' to be 0 with ceil_mode, found 1", 10);
  SmallVector<NamedAttribute> attributes =
      n.attributesWith(n.attr("pads", pads));
  llvm::erase_if(attributes, [](NamedAttribute attribute) {
    return attribute.getName() == "ceil_mode";
  });
  return n.replace(n.createOp(n.name(), n.op->getResultTypes(),
                              n.op->getOperands(), attributes));
}

// The blocks could only be the outer dimension of the channels.
static Outcome depthToSpace(Node &n, DepthToSpaceOp op) {
  if (op.getMode() != "CRD")
    return Outcome::Keep;
  Value x = op.getData();
  int64_t block = op.getBlocksize();
  if (n.rankOf(x) != 4 || block <= 0)
    return n.refuse("expected 4 dimensions and a positive 'blocksize', found " +
                        Twine(n.rankOf(x)) + " and " + Twine(block),
                    kNever);
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  AffineExpr channels = sym::floorDiv(dims[1], block * block);
  std::optional<int64_t> constant =
      channels ? sym::getConstant(channels) : std::optional<int64_t>();
  RankedTensorType type = n.typeOf(x);
  bool isKnown = !type.isDynamicDim(2) && !type.isDynamicDim(3);
  if (Value empty = n.emptyResult())
    return n.replace(empty);
  Value sizes =
      isKnown ? n.ints(type.getShape().drop_front(2)) : n.Shape(x, 2, 4);
  AffineExpr blockDim = getAffineConstantExpr(block, n.getContext());
  Value split = n.Reshape(
      x, n.Concat({n.ints({0, constant.value_or(-1), block, block}), sizes}, 0),
      sym::getTensorType(
          {dims[0], channels, blockDim, blockDim, dims[2], dims[3]},
          type.getElementType()));
  Value moved = n.Transpose(split, {0, 1, 4, 2, 5, 3});
  Value shape = n.Concat({n.ints({0, 0}), n.Mul(sizes, n.ints(block))}, 0);
  return n.replace(n.Reshape(moved, shape, n.resultType()));
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

// Min and Max supported only floats before 12.
static Outcome extremumOfIntegers(Node &n) {
  if (!isa<IntegerType>(n.resultType().getElementType()))
    return Outcome::Keep;
  Value result = n.input(0);
  for (Value x : n.op->getOperands().drop_front())
    result = isa<MaxOp>(n.op) ? n.Where(n.Less(result, x), x, result)
                              : n.Where(n.Less(x, result), x, result);
  return n.replace(result);
}

/// Whether a value is a constant without NaN.
static bool isNeverNaN(Node &n, Value x) {
  std::optional<SmallVector<double>> values = n.getConstantFloats(x);
  return values &&
         llvm::none_of(*values, [](double v) { return std::isnan(v); });
}

Value onnx::orNaN(Node &n, Value condition, ValueRange values) {
  for (Value value : values)
    if (isa<FloatType>(n.elementTypeOf(value)) && !isNeverNaN(n, value))
      condition = n.Or(condition, n.IsNaN(value));
  return condition;
}

// Equal supported only bools and signed integers. NaN equals nothing.
static Outcome equal(Node &n) {
  Value x = n.input(0), y = n.input(1);
  Type type = n.elementTypeOf(x);
  if (!isa<FloatType>(type) && !type.isUnsignedInteger(64))
    return Outcome::Keep;
  Value differ = n.Or(n.Less(x, y), n.Greater(x, y));
  return n.replace(n.Not(orNaN(n, differ, {x, y})));
}

// Before 10: tests whether the magnitude is above all finite numbers.
static Outcome isInf(Node &n, IsInfOp op) {
  Value x = n.widen(op.getX());
  Type type = n.elementTypeOf(x);
  double largest = type.isF64() ? std::numeric_limits<double>::max()
                                : std::numeric_limits<float>::max();
  bool negative = op.getDetectNegative(), positive = op.getDetectPositive();
  if (!negative && !positive)
    return n.refuse("expected 'detect_negative' or 'detect_positive' to be 1, "
                    "found 0 for both",
                    10);
  if (!positive)
    return n.replace(n.Less(x, n.scalar(-largest, type)));
  return n.replace(n.Greater(negative ? n.Abs(x) : x, n.scalar(largest, type)));
}

// Rounds halves to even. Subtracting the floor from the magnitude is exact,
// adding 1/2 is not. Multiplying by a sign keeps the sign of zeros, which
// ONNX Runtime's Where loses. Sign loses it, too; 2x within [-1, 1] does not,
// and is 1 or -1 unless the result is zero.
static Outcome roundToEven(Node &n) {
  Value x = n.widen(n.input(0));
  Type type = n.elementTypeOf(x);
  auto number = [&](double value) { return n.scalar(value, type); };
  Value magnitude = n.Abs(x);
  Value floor = n.Floor(magnitude);
  Value rest = n.Sub(magnitude, floor);
  Value half = n.Floor(n.Mul(floor, number(0.5)));
  Value isOdd = n.Less(number(0.5), n.Sub(floor, n.Mul(half, number(2.0))));
  Value isUp = n.Or(n.Less(number(0.5), rest),
                    n.And(isOdd, n.Not(n.Less(rest, number(0.5)))));
  Value sign = n.Max(n.Min(n.Mul(x, number(2.0)), number(1.0)), number(-1.0));
  Value result = n.Mul(n.Add(floor, n.Cast(isUp, type)), sign);
  return n.replace(n.Cast(result, n.resultType().getElementType()));
}

// Before 10. Integer quotients are rounded towards 0, so the remainder has the
// sign of x.
static Outcome mod(Node &n, ModOp op) {
  Value x = op.getA(), y = op.getB();
  auto type = dyn_cast<IntegerType>(n.elementTypeOf(x));
  if (!type)
    return n.refuse("expected integer elements, found floating-point ones, "
                    "whose remainder has no exact formula");
  Value rest = n.Sub(x, n.Mul(n.Div(x, y), y));
  if (!op.getFmod() && !type.isUnsigned()) {
    Value signs = n.Mul(n.Sign(rest), n.Sign(y));
    rest = n.Where(n.Less(signs, n.scalar(0, type)), n.Add(rest, y), rest);
  }
  return n.replace(rest);
}

// start + i * delta for all i below the number of elements. The positions i are
// those of the elements in a list of true (NonZero).
static Outcome range(Node &n) {
  Value start = n.input(0), limit = n.input(1), delta = n.input(2);
  Type type = n.elementTypeOf(start);
  for (Value *operand : {&start, &limit, &delta})
    if (n.rankOf(*operand) != 0 || n.resultType().getRank() != 1)
      return n.refuse("expected 'start', 'limit' and 'delta' to have no "
                      "dimensions, found " +
                          Twine(n.rankOf(*operand)),
                      kNever);
  auto getConstant = [&](Value value) -> std::optional<int64_t> {
    std::optional<SmallVector<int64_t>> values = n.getConstantInts(value);
    return values && values->size() == 1 ? std::optional(values->front())
                                         : std::nullopt;
  };
  std::optional<int64_t> first = getConstant(start), step = getConstant(delta);
  constexpr int64_t kMaxConstant = 4096;
  if (int64_t size = n.resultType().getDimSize(0); first && step && size >= 0 &&
                                                   size <= kMaxConstant &&
                                                   type.isSignlessInteger(64)) {
    SmallVector<int64_t> values;
    for (int64_t i = 0; i < size; ++i)
      values.push_back(uint64_t(*first) + uint64_t(i) * uint64_t(*step));
    return n.replace(n.ints(values));
  }

  Value span = first == 0 ? limit : n.Sub(limit, start), count = span;
  if (isa<FloatType>(type)) {
    count = n.unary("Ceil", n.Div(span, delta));
  } else if (step != 1) {
    count = n.Div(span, delta);
    Value rest = n.Sub(span, n.Mul(count, delta));
    Value isPartial =
        n.Less(n.scalar(0, type), n.Mul(n.Sign(rest), n.Sign(delta)));
    count = n.Add(count, n.Cast(isPartial, type));
  }
  count = n.Max(n.Cast(count, n.i64()), n.scalar(0, n.i64()));

  AffineExpr size = n.dimsOf(n.op->getResult(0))[0];
  auto yes = DenseElementsAttr::get(RankedTensorType::get({1}, n.i1()), true);
  Value list = n.create("ConstantOfShape", sym::getTensorType(size, n.i1()),
                        n.Unsqueeze(count, 0),
                        n.getBuilder().getNamedAttr("value", yes));
  AffineExpr one = getAffineConstantExpr(1, n.getContext());
  Value positions =
      n.create("NonZero", sym::getTensorType({one, size}, n.i64()), list);
  Value result = n.Cast(n.Squeeze(positions, 0), type);
  if (step != 1)
    result = n.Mul(result, delta);
  if (first != 0)
    result = n.Add(result, start);
  return n.replace(result);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

// Both branches had to give the same shapes.
static Outcome branchShapes(Node &n) {
  Operation *yields[2];
  for (auto [index, region] : llvm::enumerate(n.op->getRegions()))
    yields[index] = region.front().getTerminator();
  for (auto [lhs, rhs] :
       llvm::zip(yields[0]->getOperands(), yields[1]->getOperands())) {
    auto left = dyn_cast<RankedTensorType>(lhs.getType());
    auto right = dyn_cast<RankedTensorType>(rhs.getType());
    if (!left || !right)
      continue;
    if (left.getRank() != right.getRank() ||
        !llvm::all_of(
            llvm::zip(sym::getDims(left), sym::getDims(right)), [](auto dims) {
              return sym::isKnownEqual(std::get<0>(dims), std::get<1>(dims));
            }))
      return n.refuse("expected branches that give equal shapes, found shapes "
                      "that may differ");
  }
  return Outcome::Keep;
}

void onnx::populateBefore11(RewriteTable &table) {
  table.add<poolCeil<AveragePoolOp>>(10);
  table.add<isInf>(10);
  table.add<poolCeil<MaxPoolOp>>(10);
  table.add<mod>(10);
  table.add<depthToSpace>(11);
  table.add<equal, EqualOp>(11);
  table.add<gemm, GemmOp>(11);
  table.add<branchShapes, IfOp>(11);
  table.add<padAttributes>(11);
  table.add<range, RangeOp>(11);
  table.add<resizeByFactors>(11);
  table.add<roundToEven, RoundOp>(11);
  table.add<scanAxes, ScanOp>(11);
  table.add<topK>(11);
  table.addForDouble<clipOfDouble, ClipOp>(12);
  table.add<clip, ClipOp>(12);
  table.add<extremumOfIntegers, MaxOp, MinOp>(12);
}
