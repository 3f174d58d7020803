//===- LegalizeMath.cpp - Expansions of newer operators -------------------===//
//
// Operators that the opset lacks (or ONNX Runtime, for some types), as the
// formulas that define them in the standard. Half precision is computed in f32
// and rounded once, as in the kernels of the operators. The formulas have the
// form that ONNX Runtime's fusions match.
//
//===----------------------------------------------------------------------===//

#include "Legalize.h"
#include "Simplify/SimplifySupport.h"

#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/AttentionOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Canonicalization.h"
#include "torch-onnx/Dialect/ONNX/IR/ElementwiseOps.h"
#include "torch-onnx/Dialect/ONNX/IR/Identities.h"
#include "torch-onnx/Dialect/ONNX/IR/ImageOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/LogicalOps.h"
#include "torch-onnx/Dialect/ONNX/IR/NNOps.h"
#include "torch-onnx/Dialect/ONNX/IR/RandomOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Sym/IR/Dims.h"
#include "torch-onnx/Dialect/Sym/IR/Ranges.h"

#include "mlir/Support/DebugStringHelper.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::onnx;

//===----------------------------------------------------------------------===//
// Activations
//===----------------------------------------------------------------------===//

// Gelu(x) = x / 2 * (1 + erf(x / sqrt(2))), or the approximation by tanh. ONNX
// Runtime fuses the latter only if x is halved before the product.
static Outcome gelu(Node &n, GeluOp op) {
  Value x = n.widen(n.input(0));
  Type type = n.elementTypeOf(x);
  Value inner;
  if (op.getApproximate() == "tanh") {
    Value cube = n.Mul(n.Pow(x, n.scalar(3.0, type)), n.scalar(0.044715, type));
    inner = n.Tanh(n.Mul(n.Add(x, cube), n.scalar(std::sqrt(2 / M_PI), type)));
  } else {
    inner = n.Erf(n.Div(x, n.scalar(std::sqrt(2.0), type)));
  }
  Value half = n.Mul(x, n.scalar(0.5, type));
  Value result = n.Mul(half, n.Add(inner, n.scalar(1.0, type)));
  return n.replace(n.Cast(result, n.resultType().getElementType()));
}

// x * sigmoid(alpha * x)
static Outcome swish(Node &n, SwishOp op) {
  Value x = n.widen(n.input(0));
  double alpha = toDouble(op.getAlpha());
  Value scaled =
      alpha == 1.0 ? x : n.Mul(x, n.scalar(alpha, n.elementTypeOf(x)));
  return n.replace(
      n.Cast(n.Mul(x, n.Sigmoid(scaled)), n.resultType().getElementType()));
}

// x * tanh(softplus(x))
static Outcome mish(Node &n) {
  Value x = n.widen(n.input(0));
  return n.replace(
      n.Cast(n.Mul(x, n.Tanh(n.Softplus(x))), n.resultType().getElementType()));
}

// x * clamp(x + 3, 0, 6) / 6. An attribute would hold 1/6 in f32.
static Outcome hardSwish(Node &n) {
  if (n.isOfDouble()) {
    Value x = n.input(0);
    Type type = n.elementTypeOf(x);
    Value zero = n.scalar(0.0, type), six = n.scalar(6.0, type);
    Value gate = n.Clip(n.Add(x, n.scalar(3.0, type)), zero, six);
    return n.replace(n.Div(n.Mul(x, gate), six));
  }
  Value x = n.widen(n.input(0));
  Value gate = n.unary("HardSigmoid", x,
                       {n.attr("alpha", 1.0 / 6), n.attr("beta", 0.5)});
  return n.replace(n.Cast(n.Mul(x, gate), n.resultType().getElementType()));
}

// GreaterOrEqual and LessOrEqual before 12. "Not less" also holds for NaN, and
// before 11 floats cannot be compared for equality.
static Outcome orEqual(Node &n) {
  Value x = n.input(0), y = n.input(1);
  bool isLess = isa<LessOrEqualOp>(n.op);
  bool isFloat = isa<FloatType>(n.elementTypeOf(x));
  if (isFloat && n.opset >= 11)
    return n.replace(
        n.Or(isLess ? n.Less(x, y) : n.Greater(x, y), n.Equal(x, y)));
  Value opposite = isLess ? n.Greater(x, y) : n.Less(x, y);
  return n.replace(n.Not(orNaN(n, opposite, {x, y})));
}

// Before 18: -1 - x; for unsigned integers, the greatest one minus x. Casts
// between i64 and ui64 keep the bits.
static Outcome bitwiseNot(Node &n) {
  Value x = n.input(0);
  auto type = dyn_cast<IntegerType>(n.elementTypeOf(x));
  if (!type)
    return Outcome::Keep;
  if (type.isUnsigned() && type.getWidth() == 64)
    return n.replace(n.Cast(
        n.Sub(n.scalar(int64_t(-1), n.i64()), n.Cast(x, n.i64())), type));
  int64_t ones =
      type.isUnsigned() ? (int64_t(1) << type.getWidth()) - 1 : int64_t(-1);
  return n.replace(n.Sub(n.scalar(ones, type), x));
}

/// The digits of 4 bits of two's complement numbers in i64, from the lowest one
/// on, along a new last axis.
static Value getDigits(Node &n, Value x, int64_t count) {
  SmallVector<int64_t> powers;
  for (int64_t i = 0; i < count; ++i)
    powers.push_back(int64_t(1) << (4 * i));
  x = n.Unsqueeze(x, n.rankOf(x));
  Value power = n.ints(powers);
  // Mod rounds down, Div towards 0. The difference is a multiple of the power.
  Value rest = n.Sub(x, n.Mod(x, power));
  return n.Mod(n.Div(rest, power), n.scalar(16, n.i64()));
}

/// The bits that are set in both of two i64 numbers, of which the lowest
/// `width` bits count: each pair of digits is looked up in a table. For 64 bits
/// the lower and the upper half are summed separately, because ONNX Runtime
/// sums integers in f64.
static Value buildAnd(Node &n, Value x, Value y, int64_t width) {
  int64_t count = width / 4;
  SmallVector<int64_t> table;
  for (int64_t i = 0; i < 256; ++i)
    table.push_back((i / 16) & (i % 16));
  Value pairs = n.Add(n.Mul(getDigits(n, x, count), n.scalar(16, n.i64())),
                      getDigits(n, y, count));
  Value digits = n.Gather(n.ints(table), pairs, 0);
  int64_t axis = n.rankOf(digits) - 1;
  SmallVector<int64_t> powers;
  for (int64_t i = 0; i < std::min<int64_t>(count, 8); ++i)
    powers.push_back(int64_t(1) << (4 * i));
  auto sum = [&](Value part) {
    return n.ReduceSum(n.Mul(part, n.ints(powers)), axis, /*keepDims=*/false);
  };
  if (count <= 8)
    return sum(digits);
  Value low = sum(n.Slice(digits, int64_t(0), int64_t(8), axis));
  Value high = sum(n.Slice(digits, int64_t(8), int64_t(16), axis));
  Value isNegative = n.Less(n.scalar((int64_t(1) << 31) - 1, n.i64()), high);
  high = n.Sub(high, n.Mul(n.Cast(isNegative, n.i64()),
                           n.scalar(int64_t(1) << 32, n.i64())));
  return n.Add(n.Mul(high, n.scalar(int64_t(1) << 32, n.i64())), low);
}

// Before 18. The bits that are set in either number are x + y - (x & y), those
// that differ x + y - 2 (x & y), modulo the width.
static Outcome bitwise(Node &n) {
  Value x = n.input(0), y = n.input(1);
  auto type = dyn_cast<IntegerType>(n.elementTypeOf(x));
  if (!type)
    return Outcome::Keep;
  Value wideX = n.Cast(x, n.i64()), wideY = n.Cast(y, n.i64());
  Value both = buildAnd(n, wideX, wideY, type.getWidth());
  if (n.name() == "BitwiseAnd")
    return n.replace(n.Cast(both, type));
  if (n.name() == "BitwiseXor")
    both = n.Add(both, both);
  return n.replace(n.Cast(n.Sub(n.Add(wideX, wideY), both), type));
}

/// The element at each position of a table of floats.
static Value lookUp(Node &n, ArrayRef<double> table, Type type,
                    Value positions) {
  return n.Gather(n.numbers(int64_t(table.size()), table, type), positions, 0);
}

// BitCast before 26. The number that bits represent is computed by arithmetic
// on the bits, but no operator reads the bits of a NaN.
static Outcome bitCast(Node &n) {
  Value x = n.input(0);
  auto type = dyn_cast<FloatType>(n.resultType().getElementType());
  auto from = dyn_cast<IntegerType>(n.elementTypeOf(x));
  if (!from || !type ||
      !(type.isF16() || type.isBF16() || type.isF32() || type.isF64()))
    return n.refuse("expected integers reinterpreted as f16, bf16, f32 or f64, "
                    "because arithmetic cannot tell NaNs apart, found " +
                    debugString(n.elementTypeOf(x)) + " reinterpreted as " +
                    debugString(n.resultType().getElementType()));
  int64_t width = type.getWidth();
  if (from.getWidth() != width)
    return Outcome::Keep;
  Builder builder(n.getContext());
  Type i64 = n.i64(), work = type.isF64() ? Type(type) : Type(n.f32());
  auto integer = [&](int64_t value) { return n.scalar(value, i64); };
  // The sign, and the bits without it.
  Value bits = n.Cast(x, builder.getIntegerType(width, /*isSigned=*/false));
  Value isNegative, rest;
  if (width == 64) {
    int64_t top = std::numeric_limits<int64_t>::min();
    bits = n.Cast(x, i64);
    isNegative = n.Less(bits, integer(0));
    rest = n.Where(isNegative, n.Sub(bits, integer(top)), bits);
  } else {
    int64_t top = int64_t(1) << (width - 1);
    bits = n.Cast(bits, i64);
    isNegative = n.Not(n.Less(bits, integer(top)));
    rest = n.Sub(bits, n.Where(isNegative, integer(top), integer(0)));
  }
  // Zeros and subnormal numbers have the smallest exponent and no implicit bit;
  // the largest exponent is infinity or NaN.
  int64_t fractionBits = type.getFPMantissaWidth() - 1;
  int64_t largest = (int64_t(1) << (width - 1 - fractionBits)) - 1;
  int64_t bias = largest / 2;
  Value unit = integer(int64_t(1) << fractionBits);
  Value exponent = n.Div(rest, unit);
  Value fraction = n.Sub(rest, n.Mul(exponent, unit));
  SmallVector<double> powers;
  for (int64_t i = 0; i < largest; ++i)
    powers.push_back(
        std::ldexp(1.0, std::max<int64_t>(i, 1) - bias - fractionBits));
  powers.push_back(std::numeric_limits<double>::infinity());
  Value hidden = n.Where(n.Equal(exponent, integer(0)), integer(0), unit);
  Value significand = n.Cast(n.Add(fraction, hidden), work);
  Value magnitude = n.Mul(significand, lookUp(n, powers, work, exponent));
  Value isNaN = n.And(n.Equal(exponent, integer(largest)),
                      n.Greater(fraction, integer(0)));
  double nan = std::numeric_limits<double>::quiet_NaN();
  magnitude = n.Where(isNaN, n.scalar(nan, work), magnitude);
  Value sign = n.Where(isNegative, n.scalar(-1.0, work), n.scalar(1.0, work));
  return n.replace(n.Cast(n.Mul(magnitude, sign), type));
}

//===----------------------------------------------------------------------===//
// Formulas for f64
//===----------------------------------------------------------------------===//

// Operators that ONNX Runtime has only for f32; in f64 the definition is as
// accurate as a kernel. LegalizeDouble.cpp has the operators that need a
// rewrite only for f64.

// Before 10, too.
static Outcome thresholdedRelu(Node &n, ThresholdedReluOp op) {
  if (!n.isOfDouble() && n.opset >= 10)
    return Outcome::Keep;
  Value x = n.input(0), wide = n.widen(x);
  Value alpha = n.scalar(toDouble(op.getAlpha()), n.elementTypeOf(wide));
  return n.replace(
      n.Where(n.Greater(wide, alpha), x, n.scalar(0.0, n.elementTypeOf(x))));
}

static Outcome pRelu(Node &n) {
  Value x = n.input(0);
  if (isa<FloatType>(n.elementTypeOf(x)) && !n.isOfDouble())
    return Outcome::Keep;
  Value zero = n.scalar(0, n.elementTypeOf(x));
  return n.replace(n.Where(n.Less(x, zero), n.Mul(x, n.input(1)), x));
}

// Before 14, and in ONNX Runtime for 64 bits.
static Outcome reluOfIntegers(Node &n) {
  Value x = n.input(0);
  Type type = n.elementTypeOf(x);
  if (!isa<IntegerType>(type) || (n.opset >= 14 && !type.isInteger(64)))
    return Outcome::Keep;
  return n.replace(n.Max(x, n.scalar(0, type)));
}

//===----------------------------------------------------------------------===//
// Normalizations
//===----------------------------------------------------------------------===//

/// Returns no axes if the axis is out of range.
static SmallVector<int64_t> axesFrom(Node &n, int64_t axis, int64_t rank) {
  int64_t first = normalizeAxis(axis, rank);
  if (!n.areAxes(first, rank))
    return {};
  return n.integers(first, rank);
}

static Value square(Node &n, Value x) {
  return n.Pow(x, n.scalar(2.0, n.elementTypeOf(x)));
}

// The root of the mean square plus epsilon.
static Value deviation(Node &n, Value x, ArrayRef<int64_t> axes,
                       double epsilon) {
  Value number = n.scalar(epsilon, n.elementTypeOf(x));
  return n.Sqrt(n.Add(n.ReduceMean(square(n, x), axes), number));
}

static Outcome layerNormalization(Node &n, LayerNormalizationOp op) {
  Value x = n.widen(op.getX()), scale = op.getScale();
  Value bias = getPresent(op.getB());
  SmallVector<int64_t> axes = axesFrom(n, op.getAxis(), n.rankOf(x));
  if (axes.empty())
    return n.refuseAxes(int64_t(op.getAxis()), n.rankOf(x));
  Type type = n.elementTypeOf(x);
  Value mean = n.ReduceMean(x, axes);
  Value centered = n.Sub(x, mean);
  Value root = deviation(n, centered, axes, toDouble(op.getEpsilon()));
  // ONNX Runtime would fuse a quotient to an operator without a bf16 kernel.
  Value unit = n.elementTypeOf(op.getX()).isBF16()
                   ? n.Mul(centered, n.Reciprocal(root))
                   : n.Div(centered, root);
  Value y = n.Mul(unit, n.Cast(scale, type));
  if (bias)
    y = n.Add(y, n.Cast(bias, type));
  SmallVector<Value> results = {n.Cast(y, n.resultType().getElementType()),
                                Value(), Value()};
  if (n.isUsed(1))
    results[1] = n.Cast(mean, n.resultType(1).getElementType());
  if (n.isUsed(2))
    results[2] = n.Cast(n.Reciprocal(root), n.resultType(2).getElementType());
  return n.replace(results);
}

static Outcome largeLayerNormalization(Node &n, LayerNormalizationOp op) {
  RankedTensorType type = n.typeOf(op.getX());
  return hasManyTerms(type, axesFrom(n, op.getAxis(), type.getRank()))
             ? layerNormalization(n, op)
             : Outcome::Keep;
}

static Outcome rmsNormalization(Node &n, RMSNormalizationOp op) {
  Value x = n.widen(op.getX());
  SmallVector<int64_t> axes = axesFrom(n, op.getAxis(), n.rankOf(x));
  if (axes.empty())
    return n.refuseAxes(int64_t(op.getAxis()), n.rankOf(x));
  Value root = deviation(n, x, axes, toDouble(op.getEpsilon()));
  Value y = n.Mul(n.Div(x, root), n.Cast(op.getScale(), n.elementTypeOf(x)));
  return n.replace(n.Cast(y, n.resultType().getElementType()));
}

/// Whether all elements of a constant, also of one in a file, are `number`.
static bool isAll(Value value, double number) {
  return simplify::getFill(value) == number;
}

/// The shape [batch, group, everything else]. pnnx recognizes a group norm by
/// -1, which cannot be computed for an empty batch.
static Value getGroupedShape(Node &n, Value x, int64_t groups,
                             AffineExpr rest) {
  std::optional<int64_t> size =
      rest ? sym::getConstant(rest) : std::optional<int64_t>();
  bool isNeeded = size == 0 || sym::mayBeZero(n.dimsOf(x)[0], getRanges(x));
  return n.ints({0, groups, isNeeded ? size.value_or(-1) : -1});
}

// GroupNormalization of opset 18 has a scale per group instead of per channel.
// It cannot express the operator and is never used.
static Outcome groupNormalization(Node &n, GroupNormalizationOp op) {
  Value x = n.widen(op.getX()), scale = op.getScale(), bias = op.getBias();
  RankedTensorType xType = n.typeOf(x);
  Type type = xType.getElementType(), result = n.resultType().getElementType();
  int64_t rank = xType.getRank(), groups = op.getNumGroups();
  if (rank < 2 || groups <= 0)
    return n.refuse(
        "expected 2 or more dimensions and a positive 'num_groups', found " +
            Twine(rank) + " and " + Twine(groups),
        kNever);
  double epsilon = toDouble(op.getEpsilon());
  // With one group per channel the operator is InstanceNormalization, whose
  // kernel crashes on empty planes.
  if (type.isF32() && rank > 2 && xType.getDimSize(1) == groups &&
      !mayBeEmpty(x, /*first=*/2))
    return n.replace(
        n.Cast(n.create("InstanceNormalization", xType,
                        {x, n.Cast(scale, type), n.Cast(bias, type)},
                        n.attr("epsilon", epsilon)),
               result));

  // [batch, group, everything else]
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  MLIRContext *context = n.getContext();
  AffineExpr rest = sym::product(ArrayRef(dims).drop_front(), context);
  AffineExpr count = getAffineConstantExpr(groups, context);
  rest = rest ? sym::floorDiv(rest, groups) : AffineExpr();
  Value grouped = n.Reshape(x, getGroupedShape(n, x, groups, rest),
                            sym::getTensorType({dims[0], count, rest}, type));
  Value normalized;
  if (type.isF32()) {
    auto perGroup = RankedTensorType::get({groups}, type);
    Value one = n.constant(DenseElementsAttr::get(perGroup, 1.0f));
    Value zero = n.constant(DenseElementsAttr::get(perGroup, 0.0f));
    normalized = n.create("InstanceNormalization", grouped.getType(),
                          {grouped, one, zero}, n.attr("epsilon", epsilon));
  } else {
    // InstanceNormalization has only an f32 kernel.
    Value centered = n.Sub(grouped, n.ReduceMean(grouped, 2));
    normalized = n.Div(centered, deviation(n, centered, 2, epsilon));
  }
  auto shape = getConstantShape(n.op, n.typeOf(normalized), xType);
  Value y = n.Reshape(normalized, shape ? n.ints(shape->first) : n.shapeOf(x),
                      xType, shape && shape->second);
  SmallVector<int64_t> spatial = n.integers(1, rank - 1);
  auto perChannel = [&](Value value) {
    return n.Unsqueeze(n.Cast(value, type), spatial);
  };
  // Adding a zero would only change the sign of zeros.
  if (!isAll(scale, 1.0))
    y = n.Mul(y, perChannel(scale));
  if (!isAll(bias, 0.0))
    y = n.Add(y, perChannel(bias));
  return n.replace(n.Cast(y, result));
}

//===----------------------------------------------------------------------===//
// Others
//===----------------------------------------------------------------------===//

// Uses LogSoftmax, which has a rewrite of its own.
static Outcome crossEntropy(Node &n) {
  Value x = n.input(0);
  Value logs =
      n.create("LogSoftmax", x.getType(), x, n.attr("axis", int64_t(1)));
  Value loss = n.create("NegativeLogLikelihoodLoss", n.resultType(),
                        {logs, n.op->getOperand(1), n.op->getOperand(2)},
                        n.attributes());
  return n.replace({loss, n.isUsed(1) ? logs : Value()});
}

static Outcome castLike(Node &n) {
  return n.replace(n.create("Cast", n.resultType(), n.input(0),
                            n.attr("to", n.resultType().getElementType())));
}

// 1 where a uniform number in [0, 1) is below the probability. In f16 the
// number could round to 1, so it stays in f32.
static Outcome bernoulli(Node &n) {
  Value x = n.input(0);
  if (!n.elementTypeOf(x).isF64())
    x = n.Cast(x, n.f32());
  NamedAttribute dtype = n.attr("dtype", n.elementTypeOf(x));
  Value uniform =
      n.create("RandomUniformLike", x.getType(), x, n.attributesWith(dtype));
  return n.replace(n.Cast(n.Less(uniform, x), n.resultType().getElementType()));
}

// Before 14. The triangle is a mask: column - row >= k, or <= k.
static Outcome trilu(Node &n, TriluOp op) {
  Value x = op.getData(), k = getPresent(op.getK());
  Type type = n.elementTypeOf(x);
  if (!type.isIntOrFloat())
    return n.refuse("expected elements of a type that has a zero, found " +
                    getTypeName(type));
  int64_t rank = n.rankOf(x);
  if (rank < 2)
    return n.refuse("expected 2 or more dimensions, found " + Twine(rank),
                    kNever);
  SmallVector<AffineExpr> dims = n.dimsOf(x);
  Value zero = n.scalar(0, n.i64()), one = n.scalar(1, n.i64());
  auto range = [&](int64_t axis) {
    return n.Range(zero, n.sizeOf(x, axis), one, dims[axis]);
  };
  Value rows = n.Unsqueeze(range(rank - 2), 1);
  if (k) {
    if (n.rankOf(k) == 1)
      k = n.Squeeze(k, 0);
    rows = n.Add(rows, k);
  }
  Value columns = range(rank - 1);
  Value keep = op.getUpper() ? n.GreaterOrEqual(columns, rows)
                             : n.LessOrEqual(columns, rows);
  return n.replace(n.Where(keep, x, n.scalar(0, type)));
}

/// Cumulative sums (products) of `x` along an axis of dynamic size. A matrix of
/// all pairs of positions selects the elements up to each position. Selecting
/// instead of multiplying by 0 and 1 keeps infinities out of other sums.
static Value cumulateByPairs(Node &n, Value x, int64_t axis, bool isSum,
                             bool reverse, bool exclusive) {
  Type type = n.elementTypeOf(x);
  Value columns = n.Range(n.scalar(0, n.i64()), n.sizeOf(x, axis),
                          n.scalar(1, n.i64()), n.dimsOf(x)[axis]);
  Value rows = n.Unsqueeze(columns, 1);
  Value keep = exclusive ? n.Less(columns, rows) : n.LessOrEqual(columns, rows);
  if (reverse)
    keep = exclusive ? n.Less(rows, columns) : n.LessOrEqual(rows, columns);
  SmallVector<int64_t> others = n.integers(2, n.rankOf(x) - axis + 1);
  if (!others.empty())
    keep = n.Unsqueeze(keep, others);
  Value pairs =
      n.Where(keep, n.Unsqueeze(x, axis), n.scalar(isSum ? 0 : 1, type));
  return n.reduce(isSum ? "ReduceSum" : "ReduceProd", pairs, axis + 1,
                  /*keepDims=*/false);
}

// CumSum before 11, CumProd before 26. Combines 1, 2, 4, ... neighbours:
// log2(n) operations on the whole tensor, if the size is known.
template <typename OpT> static Outcome cumulate(Node &n, OpT op) {
  Value x = n.widen(op.getX());
  constexpr bool isSum = std::is_same_v<OpT, CumSumOp>;
  bool reverse = op.getReverse(), exclusive = op.getExclusive();
  std::optional<SmallVector<int64_t>> axisValue =
      n.getConstantInts(op.getAxis());
  if (!axisValue || axisValue->size() != 1)
    return n.refuseComputed("axis");
  int64_t rank = n.rankOf(x), axis = normalizeAxis(axisValue->front(), rank);
  if (!n.areAxes(axis, rank))
    return n.refuseAxes(axis, rank);
  Type type = n.resultType().getElementType();
  int64_t size = n.typeOf(x).getDimSize(axis);
  if (ShapedType::isDynamic(size))
    return n.replace(
        n.Cast(cumulateByPairs(n, x, axis, isSum, reverse, exclusive), type));
  Value neutral = n.scalar(isSum ? 0 : 1, n.elementTypeOf(x));
  // Shifts the elements along the axis: neutral elements are inserted, elements
  // beyond the end are dropped.
  auto shift = [&](Value value, int64_t distance) {
    SmallVector<int64_t> pads(2 * rank, 0);
    pads[axis] = reverse ? -distance : distance;
    pads[rank + axis] = -pads[axis];
    return n.Pad(value, pads, neutral);
  };
  if (exclusive && size > 0)
    x = shift(x, 1);
  for (int64_t distance = 1; distance < size; distance *= 2) {
    Value shifted = shift(x, distance);
    x = isSum ? n.Add(x, shifted) : n.Mul(x, shifted);
  }
  return n.replace(n.Cast(x, type));
}

// Before 20, for constant sizes: multiplies the matrices by the constant
// positions of the pixels.
static Outcome affineGrid(Node &n, AffineGridOp op) {
  constexpr int64_t kMaxPositions = 1 << 24;
  std::optional<SmallVector<int64_t>> size = n.getConstantInts(op.getSize());
  if (!size)
    return n.refuseComputed("size");
  if (size->size() < 4 || size->size() > 5)
    return n.refuse("expected 'size' to have 4 or 5 elements, found " +
                        Twine(size->size()),
                    kNever);
  ArrayRef<int64_t> spatial = ArrayRef(*size).drop_front(2);
  bool alignCorners = op.getAlignCorners();
  int64_t count = 1;
  for (int64_t extent : spatial) {
    if (extent <= 0 || extent > kMaxPositions || (alignCorners && extent == 1))
      return n.refuse("expected a size from " + Twine(alignCorners ? 2 : 1) +
                      " to " + Twine(kMaxPositions) + ", found " +
                      Twine(extent));
    count *= extent;
    if (count > kMaxPositions)
      return n.refuse("expected a grid of at most " + Twine(kMaxPositions) +
                      " positions, found " + Twine(count));
  }
  auto position = [&](int64_t index, int64_t extent) {
    return alignCorners ? 2.0 * index / (extent - 1) - 1
                        : (2.0 * index + 1) / extent - 1;
  };
  // Row i holds the coordinates along dimension rank - 1 - i, the last row 1s.
  int64_t rank = spatial.size();
  std::vector<double> rows((rank + 1) * count, 1.0);
  int64_t stride = 1;
  for (int64_t row = 0; row < rank; ++row) {
    int64_t extent = spatial[rank - 1 - row];
    for (int64_t i = 0; i < count; ++i)
      rows[row * count + i] = position(i / stride % extent, extent);
    stride *= extent;
  }
  Value theta = n.widen(op.getTheta());
  Type type = n.elementTypeOf(theta);
  auto baseType = RankedTensorType::get({rank + 1, count}, type);
  DenseElementsAttr base;
  if (type.isF64())
    base = DenseElementsAttr::get(baseType, ArrayRef<double>(rows));
  else
    base = DenseElementsAttr::get(baseType, ArrayRef<float>(std::vector<float>(
                                                rows.begin(), rows.end())));
  Value grid = n.transpose(n.MatMul(theta, n.constant(base)), 1, 2);
  SmallVector<int64_t> shape = {-1};
  llvm::append_range(shape, spatial);
  shape.push_back(rank);
  grid = n.Reshape(grid, n.ints(shape), n.resultType().clone(type));
  return n.replace(n.Cast(grid, n.resultType().getElementType()));
}

void onnx::populateMath(RewriteTable &table) {
  table.add<thresholdedRelu>(10);
  table.add<cumulate<CumSumOp>>(11);
  table.add<orEqual, GreaterOrEqualOp, LessOrEqualOp>(12);
  table.add<hardSwish, HardSwishOp>(14);
  table.add<reluOfIntegers, ReluOp>(14);
  table.add<trilu>(14);
  table.add<bernoulli, BernoulliOp>(15);
  // ONNX Runtime expands it by the function body of the standard, which swaps
  // the probabilities of 0 and 1.
  table.addForORT<bernoulli, BernoulliOp>();
  table.add<castLike, CastLikeOp>(15);
  table.add<layerNormalization>(17);
  table.add<bitwiseNot, BitwiseNotOp>(18);
  table.add<bitwise, BitwiseAndOp, BitwiseOrOp, BitwiseXorOp>(18);
  table.add<mish, MishOp>(18);
  table.add<affineGrid>(20);
  table.add<gelu>(20);
  table.add<groupNormalization>(21);
  table.add<rmsNormalization>(23);
  table.add<swish>(24);
  table.add<bitCast, BitCastOp>(26);
  table.add<cumulate<CumProdOp>>(26);
  // It only runs at opset 24.
  table.addForORT<swish>();
  // ONNX Runtime has no kernel and expands it to the mean of squares minus the
  // square of the mean, which loses digits by cancellation.
  table.addForORT<groupNormalization>();
  table.addForORT<largeLayerNormalization>();
  // These types have no kernels; LegalizeDouble.cpp has more of them.
  table.addForDouble<gelu>();
  table.addForDouble<hardSwish, HardSwishOp>();
  table.addForORT<pRelu, PReluOp>();
  table.addForORT<reluOfIntegers, ReluOp>();
  table.addForDouble<crossEntropy, SoftmaxCrossEntropyLossOp>();
  table.addForORT<thresholdedRelu>();
}
