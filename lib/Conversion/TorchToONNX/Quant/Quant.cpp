//===- Quant.cpp - Lowerings of quantization ------------------------------===//
//
// Lowers quantized_decomposed, which pt2e emits, and ATen's operators for
// integer products. The formulas are those of
// torch/ao/quantization/fx/_decomposed.py.
//
//===----------------------------------------------------------------------===//

#include "Quant.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/ONNX/IR/ActivationOps.h"
#include "torch-onnx/Dialect/ONNX/IR/IndexOps.h"
#include "torch-onnx/Dialect/ONNX/IR/TensorOps.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"
#include "torch-onnx/Dialect/Weight/IR/Reader.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/APSInt.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using namespace torch_onnx;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// The integer value of an element from its bits; nullopt if it is not an
/// integer.
static std::optional<int64_t> toInteger(const APInt &bits, Type type) {
  auto floating = dyn_cast<FloatType>(type);
  if (!floating)
    return type.isUnsignedInteger() ? int64_t(bits.getLimitedValue(INT64_MAX))
                                    : bits.getSExtValue();
  APSInt result(64, /*isUnsigned=*/false);
  bool isExact;
  APFloat number(floating.getFloatSemantics(), bits);
  if (number.convertToInteger(result, APFloat::rmTowardZero, &isExact) !=
      APFloat::opOK)
    return std::nullopt;
  return result.getExtValue();
}

/// Whether the result has the elements of operand 0, in order, up to their
/// dtype.
static bool isReshapeOrCast(Operation *op) {
  return isa<onnx::CastOp, onnx::ReshapeOp, onnx::SqueezeOp, onnx::UnsqueezeOp>(
      op);
}

std::optional<std::pair<int64_t, int64_t>>
torch_onnx::getBounds(Value integers) {
  constexpr int64_t maxElements = int64_t(1) << 16;
  ElementsAttr elements;
  if (matchPattern(integers, m_Constant(&elements))) {
    Type type = elements.getElementType();
    int64_t count = elements.getNumElements();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() < 8 || count < 1 ||
        count > maxElements)
      return std::nullopt;
    size_t width = type.getIntOrFloatBitWidth() / 8;
    SmallVector<char> bytes(count * width);
    if (llvm::Error error =
            weight::tryReadElements(elements, 0, count, bytes)) {
      llvm::consumeError(std::move(error));
      return std::nullopt;
    }
    std::pair<int64_t, int64_t> bounds(INT64_MAX, INT64_MIN);
    for (int64_t i = 0; i < count; ++i) {
      uint64_t bits = 0;
      std::memcpy(&bits, &bytes[i * width], width);
      std::optional<int64_t> value =
          toInteger(APInt(64, bits).trunc(8 * width), type);
      if (!value)
        return std::nullopt;
      bounds = {std::min(bounds.first, *value),
                std::max(bounds.second, *value)};
    }
    return bounds;
  }
  // A computed value has known bounds if it is a Clip.
  Operation *op = integers.getDefiningOp();
  if (!op)
    return std::nullopt;
  if (isReshapeOrCast(op) || isa<onnx::ExpandOp>(op))
    return getBounds(op->getOperand(0));
  DenseElementsAttr low, high;
  auto clip = dyn_cast<onnx::ClipOp>(op);
  if (!clip || !clip.getMin() || !clip.getMax() ||
      !matchPattern(clip.getMin(), m_Constant(&low)) ||
      !matchPattern(clip.getMax(), m_Constant(&high)) || !low.isSplat() ||
      !high.isSplat() || !isa<FloatType>(low.getElementType()))
    return std::nullopt;
  auto getNumber = [](DenseElementsAttr bound) {
    return toInteger(bound.getSplatValue<APFloat>().bitcastToAPInt(),
                     bound.getElementType());
  };
  std::optional<int64_t> least = getNumber(low), greatest = getNumber(high);
  if (!least || !greatest)
    return std::nullopt;
  return std::pair(*least, *greatest);
}

Value torch_onnx::spread(Lowering &b, Value parameter, const Grid &grid,
                         int64_t rank) {
  if (grid.kind == Grid::Blocks)
    return b.Unsqueeze(parameter, grid.axis + 1);
  if (grid.kind == Grid::Axis && grid.axis + 1 < rank)
    return b.Unsqueeze(parameter, b.integers(1, rank - grid.axis));
  return parameter;
}

Value torch_onnx::splitBlocks(Lowering &b, Value x, const Grid &grid) {
  if (grid.kind != Grid::Blocks)
    return x;
  Dims dims = b.dimsOf(x);
  AffineExpr size = dims[grid.axis];
  if (b.isRefused())
    return x;
  dims[grid.axis] = sym::floorDiv(size, grid.block);
  dims.insert(dims.begin() + grid.axis + 1, b.constantDim(grid.block));
  return b.reshape(x, dims);
}

/// The zero point in the type of the quantized tensor; null if it may not fit.
static Value toZeroPoint(Lowering &b, Value zeroPoint, Type type) {
  auto bounds = getBounds(zeroPoint);
  if (!bounds)
    return {};
  // 8-bit floats and wide integers only support a zero point of 0.
  bool isInteger = b.isInt(type) && type.getIntOrFloatBitWidth() <= 16;
  std::pair<int64_t, int64_t> limits(0, 0);
  if (isInteger)
    limits = arithmetic::getLimits(cast<IntegerType>(type));
  if (bounds->first < limits.first || bounds->second > limits.second)
    return {};
  if (!isInteger)
    return b.none();
  bool isOne = b.rankOf(zeroPoint) == 0 && bounds->first == bounds->second;
  return isOne ? b.scalar(bounds->first, type) : b.Cast(zeroPoint, type);
}

bool torch_onnx::isConstant(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      return true;
    if (!isReshapeOrCast(op))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

/// Whether a floating-point constant consists of powers of two, for which
/// dividing equals multiplying by the reciprocal.
static bool hasPowersOfTwo(Value value) {
  DenseElementsAttr elements;
  return matchPattern(value, m_Constant(&elements)) &&
         isa<FloatType>(elements.getElementType()) &&
         llvm::all_of(elements.getValues<APFloat>(), [](const APFloat &number) {
           return number.isNormal() && number.getExactLog2() != INT_MIN;
         });
}

/// Whether the integers are only dequantized again: a pair of QuantizeLinear
/// and DequantizeLinear, which runtimes recognize by its common scale.
static bool isPair(Lowering &b) {
  // Simulated quantization is such a pair.
  return b.isFloat(b.resultElementType()) ||
         llvm::all_of(b.getOp()->getUsers(), [](Operation *user) {
           auto op = dyn_cast<torch::OperatorOp>(user);
           return op && op.getTarget().contains(".dequantize_");
         });
}

/// Whether exact integers need a product with the reciprocal: the elements come
/// from a constant, or from an input whose integers are not only dequantized
/// again. Other elements are rounded by arithmetic anyway, and runtimes may
/// fuse it with the quantization.
static bool wantsProduct(Lowering &b, Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->hasTrait<OpTrait::ConstantLike>())
      return true;
    if (!isReshapeOrCast(op) &&
        !isa<onnx::ExpandOp, onnx::GatherOp, onnx::SliceOp, onnx::TransposeOp>(
            op))
      return false;
    value = op->getOperand(0);
  }
  return isa<func::FuncOp>(value.getParentRegion()->getParentOp()) &&
         !isPair(b);
}

static SmallVector<NamedAttribute> getAttributes(Lowering &b,
                                                 const Grid &grid) {
  SmallVector<NamedAttribute> attributes;
  if (grid.kind != Grid::Tensor)
    attributes.push_back(b.attr("axis", grid.axis));
  if (grid.kind == Grid::Blocks)
    attributes.push_back(b.attr("block_size", grid.block));
  return attributes;
}

//===----------------------------------------------------------------------===//
// Formulas
//===----------------------------------------------------------------------===//

Value torch_onnx::tryQuantizeLinear(Lowering &b, Value x,
                                    const Parameters &parameters, int64_t min,
                                    int64_t max, Type type) {
  if (!b.isInt(type) || type.getIntOrFloatBitWidth() > 16)
    return {};
  auto [least, greatest] = arithmetic::getLimits(cast<IntegerType>(type));
  if (min > max || min < least || max > greatest)
    return {};
  Value zeroPoint = toZeroPoint(
      b, parameters.zeroPoint ? parameters.zeroPoint : b.scalar(0, type), type);
  if (!zeroPoint)
    return {};
  Value scale = parameters.scale;
  const Grid &grid = parameters.grid;
  bool isComputed = !isConstant(scale);
  if (isComputed && (grid.kind != Grid::Tensor || b.rankOf(zeroPoint) != 0))
    return {};
  // PyTorch multiplies by the reciprocal of the scale, which differs from
  // dividing for example at the largest number of a symmetric range, halfway
  // between two integers. A Mul is exact, but prevents runtimes from fusing the
  // quantization with the operator before it, and the pair from having one
  // scale (docs/Rationale/Quantization.md).
  if (isComputed || (grid.kind != Grid::Blocks && !hasPowersOfTwo(scale) &&
                     wantsProduct(b, x))) {
    Value inverse =
        parameters.inverse ? parameters.inverse : b.Reciprocal(scale);
    x = b.Mul(x, b.Cast(spread(b, inverse, grid, b.rankOf(x)), b.f32()));
    scale = b.full(b.scalar(1, b.f32()), b.typeOf(scale).clone(b.f32()));
  }
  if (b.rankOf(zeroPoint) != b.rankOf(scale))
    zeroPoint = b.expand(zeroPoint, b.typeOf(scale));
  Value quantized =
      b.create("QuantizeLinear", {x, b.Cast(scale, b.f32()), zeroPoint},
               getAttributes(b, parameters.grid));
  if (min == least && max == greatest)
    return quantized;
  return b.Clip(quantized, min == least ? Value() : b.scalar(min, type),
                max == greatest ? Value() : b.scalar(max, type));
}

Value torch_onnx::roundToType(Lowering &b, Value x, Value zeroPoint, Value min,
                              Value max, Type type) {
  Value rounded = b.Round(x);
  Type computed = b.elementTypeOf(rounded);
  if (zeroPoint)
    rounded = b.Add(rounded, b.Cast(zeroPoint, computed));
  return b.Cast(b.Clip(rounded, b.Cast(min, computed), b.Cast(max, computed)),
                type);
}

Value torch_onnx::tryDequantizeLinear(Lowering &b, Value x,
                                      const Parameters &parameters) {
  Type type = b.elementTypeOf(x);
  bool isFloat8 = isa<Float8E4M3FNType, Float8E5M2Type>(type);
  bool isInteger = b.isInt(type) && (type.getIntOrFloatBitWidth() <= 16 ||
                                     type.isSignlessInteger(32));
  if (!isFloat8 && !isInteger)
    return {};
  Value zeroPoint = b.none();
  if (parameters.zeroPoint) {
    zeroPoint = toZeroPoint(b, parameters.zeroPoint, type);
    if (!zeroPoint)
      return {};
    bool isThere = !isa<NoneType>(zeroPoint.getType());
    if (isThere && b.rankOf(zeroPoint) != b.rankOf(parameters.scale))
      zeroPoint = b.expand(zeroPoint, b.typeOf(parameters.scale));
  }
  return b.create("DequantizeLinear",
                  {x, b.Cast(parameters.scale, b.f32()), zeroPoint},
                  getAttributes(b, parameters.grid));
}

/// (x - zeroPoint) * scale as PyTorch computes it on tensors: the difference in
/// the promoted dtype of its operands, the product in that of the difference
/// and the scale, the result in `type`.
static Value dequantize(Lowering &b, Value x, const Parameters &parameters,
                        Type type) {
  Type scaleType = b.elementTypeOf(parameters.scale);
  Value zeroPoint = parameters.zeroPoint;
  Type difference = b.elementTypeOf(x);
  if (zeroPoint)
    difference = torch::promoteTypes(difference, b.elementTypeOf(zeroPoint));
  if (b.isRefused())
    return x;
  Type computed = torch::promoteTypes(difference, scaleType);
  // A difference of narrow integers may wrap around.
  bool mayWrap = zeroPoint && b.isInt(difference) &&
                 difference.getIntOrFloatBitWidth() < 32 &&
                 getBounds(zeroPoint) != std::pair<int64_t, int64_t>(0, 0);
  if (!mayWrap && !computed.isF64())
    if (Value result = tryDequantizeLinear(b, x, parameters))
      return b.Cast(b.Cast(result, computed), type);
  int64_t rank = b.rankOf(x);
  Dims dims = b.dimsOf(x);
  x = b.Cast(splitBlocks(b, x, parameters.grid), difference);
  if (zeroPoint)
    x = b.Sub(x,
              b.Cast(spread(b, zeroPoint, parameters.grid, rank), difference));
  Value scale = spread(b, parameters.scale, parameters.grid, rank);
  Value product = b.Mul(b.Cast(x, computed), b.Cast(scale, computed));
  return b.reshape(b.Cast(product, type), dims);
}

//===----------------------------------------------------------------------===//
// One scale for a tensor
//===----------------------------------------------------------------------===//

TensorParameters::TensorParameters(Lowering &b) {
  auto toScalar = [&](StringRef name) -> Value {
    Value value = b.tensor(name);
    if (b.rankOf(value) == 1 && b.constantSize(b.dimsOf(value)[0]) == 1)
      return b.Squeeze(value, 0);
    return b.rankOf(value) == 0 ? value
                                : b.reshape(value, ArrayRef<AffineExpr>());
  };
  number = b.getArguments().getFloat("scale");
  scale = number ? b.scalar(*number, b.f32()) : toScalar("scale");
  zeroPoint = b.getArguments().getInt("zero_point")
                  ? b.scalar(*b.getArguments().getInt("zero_point"), b.i64())
                  : toScalar("zero_point");
}

Value TensorParameters::getInverse(Lowering &b) const {
  Type f64 = b.getBuilder().getF64Type();
  return number ? b.scalar(1.0 / *number, b.f32())
                : b.Cast(b.Reciprocal(b.Cast(scale, f64)), b.f32());
}

Value TensorParameters::getSingleInverse(Lowering &b) const {
  return number ? b.scalar(1.0f / float(*number), b.f32())
                : b.Reciprocal(b.Cast(scale, b.f32()));
}

/// A bound of the quantized range, also from a constant tensor.
static std::optional<int64_t> getBound(Lowering &b, StringRef name) {
  if (std::optional<int64_t> literal = b.getArguments().getInt(name))
    return literal;
  if (auto bounds = getBounds(b.tensor(name));
      bounds && bounds->first == bounds->second)
    return bounds->first;
  return std::nullopt;
}

// quantized_decomposed::quantize_per_tensor(Tensor input, float scale,
//   int zero_point, int quant_min, int quant_max, ScalarType dtype) -> Tensor
//
// clamp(round(input * (1 / scale)) + zero_point, quant_min, quant_max), in f32.
static Lowered lowerQuantizePerTensor(Lowering &b) {
  Value x = b.tensor("input", b.f32());
  TensorParameters parameters(b);
  auto min = getBound(b, "quant_min"), max = getBound(b, "quant_max");
  if (parameters.number || b.isNarrowFloat(b.elementTypeOf(parameters.scale)))
    parameters.inverse = parameters.getInverse(b);
  Type type = b.resultElementType();
  bool isNormal = !parameters.number ||
                  std::fpclassify(float(*parameters.number)) == FP_NORMAL;
  if (min && max && isNormal)
    if (Value result = tryQuantizeLinear(b, x, parameters, *min, *max, type))
      return result;
  auto bound = [&](StringRef name) {
    return b.reshape(b.tensor(name, b.f32()), ArrayRef<AffineExpr>());
  };
  return roundToType(b, b.Mul(x, parameters.getInverse(b)),
                     parameters.zeroPoint, bound("quant_min"),
                     bound("quant_max"), type);
}

// quantized_decomposed::dequantize_per_tensor(Tensor input, float scale,
//   int zero_point, int quant_min, int quant_max, ScalarType dtype, *,
//   ScalarType? out_dtype=None) -> Tensor
//
// (input.to(out_dtype) - zero_point) * scale. The parameters are numbers, not
// tensors, so this is computed in out_dtype.
static Lowered lowerDequantizePerTensor(Lowering &b) {
  Value x = b.tensor("input");
  TensorParameters parameters(b);
  Type type = b.resultElementType();
  // Differences of bytes are exact in all floating-point types.
  bool isExact = type.isF32() ||
                 (b.isNarrowFloat(type) && b.elementTypeOf(x).isInteger(8));
  if (isExact)
    if (Value result = tryDequantizeLinear(b, x, parameters))
      return b.Cast(result, type);
  if (!b.isFloat(type))
    return b.refuseResult("floating-point elements");
  Type wide = b.isNarrowFloat(type) ? Type(b.f32()) : type;
  Value difference =
      b.Sub(b.Cast(b.Cast(x, type), wide), b.Cast(parameters.zeroPoint, wide));
  difference = b.Cast(b.Cast(difference, type), wide);
  Value scale = parameters.number && wide.isF64()
                    ? b.scalar(*parameters.number, wide)
                    : b.Cast(parameters.scale, wide);
  return b.Cast(b.Mul(difference, scale), type);
}

//===----------------------------------------------------------------------===//
// One scale per index of an axis, block or token
//===----------------------------------------------------------------------===//

/// The parameters of matrix rows that are split into groups, as [rows, groups].
static Parameters getGroups(Lowering &b, StringRef input) {
  Value x = b.tensor(input), scales = b.tensor("scales");
  Value zeroPoints = b.optionalTensor("zero_points");
  int64_t size = b.getInt("group_size");
  if (b.rankOf(x) != 2)
    b.refuseRank(input, "2 dimensions", b.rankOf(x));
  if (b.isRefused())
    return {scales, zeroPoints, {Grid::Blocks, 1, 1}};
  Dims dims = b.dimsOf(x);
  std::optional<int64_t> columns = b.constantSize(dims[1]);
  if (!columns)
    b.refuse("expected a constant size of a row, found " + b.describe(dims[1]));
  else if (size > *columns)
    size = *columns;
  if (size < 1)
    b.refuseArgument("group_size", "2 or more");
  size = std::max<int64_t>(size, 1);
  dims[1] = sym::floorDiv(dims[1], size);
  scales = b.reshape(scales, dims);
  if (zeroPoints)
    zeroPoints = b.reshape(zeroPoints, dims);
  return {scales, zeroPoints, {Grid::Blocks, 1, size}};
}

static Parameters getChannels(Lowering &b) {
  int64_t axis = b.getAxis("axis", b.rankOf(b.tensor("input")));
  Value scales = b.tensor("scales"),
        zeroPoints = b.optionalTensor("zero_points");
  AffineExpr count = b.dimsOf(b.tensor("input"))[axis];
  scales = b.reshape(scales, count);
  if (zeroPoints)
    zeroPoints = b.reshape(zeroPoints, count);
  return {scales, zeroPoints, {Grid::Axis, axis, 0}};
}

/// Parameters that already broadcast with the tensor.
static Parameters getTokens(Lowering &b) {
  return {b.tensor("scales"), b.optionalTensor("zero_points"), {}};
}

/// x * (1 / scale), in the dtype to which PyTorch promotes the product.
static Value divideByScale(Lowering &b, Value x, Value scale) {
  Type type = b.elementTypeOf(scale);
  Type computed = torch::promoteTypes(b.elementTypeOf(x), type);
  if (b.isRefused() || !b.isFloat(type)) {
    b.refuse("expected scales of floating-point elements, found " +
             b.describe(type));
    return x;
  }
  Value inverse = b.Reciprocal(scale);
  return b.Mul(b.Cast(x, computed), b.Cast(inverse, computed));
}

// quantized_decomposed::quantize_per_channel(Tensor input, Tensor scales,
//   Tensor zero_points, int axis, int quant_min, int quant_max,
//   ScalarType dtype) -> Tensor
static Lowered lowerQuantizePerChannel(Lowering &b) {
  Value x = b.tensor("input", b.f32());
  Parameters parameters = getChannels(b);
  Type type = b.resultElementType();
  int64_t min = b.getInt("quant_min"), max = b.getInt("quant_max");
  if (Value result = tryQuantizeLinear(b, x, parameters, min, max, type))
    return result;
  int64_t rank = b.rankOf(x);
  Value quotient =
      divideByScale(b, x, spread(b, parameters.scale, parameters.grid, rank));
  return roundToType(b, quotient,
                     spread(b, parameters.zeroPoint, parameters.grid, rank),
                     b.scalar(min, b.i64()), b.scalar(max, b.i64()), type);
}

/// Rounds after the zero point is added, which matters at halves.
static Value roundSum(Lowering &b, Value quotient, Value zeroPoint) {
  Type type = b.elementTypeOf(quotient);
  Type computed = torch::promoteTypes(type, b.elementTypeOf(zeroPoint));
  Value sum = b.Add(b.Cast(quotient, computed), b.Cast(zeroPoint, computed));
  return roundToType(b, sum, Value(), b.number("quant_min", computed),
                     b.number("quant_max", computed), b.resultElementType());
}

// quantized_decomposed::quantize_per_channel_group(Tensor input, Tensor scales,
//   Tensor zero_points, int quant_min, int quant_max, ScalarType dtype,
//   int group_size) -> Tensor
static Lowered lowerQuantizePerGroup(Lowering &b) {
  Value x = b.tensor("input");
  Parameters parameters = getGroups(b, "input");
  if (b.isRefused())
    return Lowered::refused();
  Value quotient =
      divideByScale(b, splitBlocks(b, x, parameters.grid),
                    spread(b, parameters.scale, parameters.grid, 2));
  Value rounded = roundSum(b, quotient,
                           spread(b, parameters.zeroPoint, parameters.grid, 2));
  return b.reshape(rounded, b.resultType());
}

// quantized_decomposed::quantize_per_token(Tensor input, Tensor scales,
//   Tensor zero_points, int quant_min, int quant_max, ScalarType dtype)
//   -> Tensor
static Lowered lowerQuantizePerToken(Lowering &b) {
  Parameters parameters = getTokens(b);
  Value quotient = divideByScale(b, b.tensor("input"), parameters.scale);
  return roundSum(b, quotient, parameters.zeroPoint);
}

// quantized_decomposed::dequantize_per_token(Tensor input, Tensor scales,
//   Tensor zero_points, int quant_min, int quant_max, ScalarType dtype,
//   ScalarType output_dtype) -> Tensor
static Lowered lowerDequantizePerToken(Lowering &b) {
  Parameters parameters = getTokens(b);
  Value x = b.tensor("input");
  Type difference = torch::promoteTypes(b.elementTypeOf(x),
                                        b.elementTypeOf(parameters.zeroPoint));
  if (b.isRefused())
    return Lowered::refused();
  Type computed =
      torch::promoteTypes(difference, b.elementTypeOf(parameters.scale));
  x = b.Sub(b.Cast(x, difference), b.Cast(parameters.zeroPoint, difference));
  return b.Cast(b.Mul(b.Cast(x, computed), b.Cast(parameters.scale, computed)),
                b.resultElementType());
}

//===----------------------------------------------------------------------===//
// Dynamic parameters
//===----------------------------------------------------------------------===//

// quantized_decomposed::choose_qparams.tensor(Tensor input, int quant_min,
//   int quant_max, float eps, ScalarType dtype) -> (Tensor, Tensor)
// quantized_decomposed::choose_qparams_symmetric.tensor(...)
//
// torch/ao/quantization/utils.py determine_qparams. `eps` is an f32 tensor
// beside 0-d tensors, so it determines the dtype.
static Lowered lowerChooseParameters(Lowering &b, bool isSymmetric) {
  Value x = b.tensor("input");
  Type type = b.elementTypeOf(x), f64 = b.getBuilder().getF64Type();
  if (!type.isF32() && !b.isNarrowFloat(type))
    return b.refuseElements("input", "floats of 32 bits or less", type);
  double min = double(b.getInt("quant_min")),
         max = double(b.getInt("quant_max"));
  SmallVector<int64_t> axes = b.integers(0, b.rankOf(x));
  Value zero = b.scalar(0, type);
  Value least = b.Min(b.ReduceMin(x, axes, /*keepDims=*/false), zero);
  Value greatest = b.Max(b.ReduceMax(x, axes, /*keepDims=*/false), zero);
  Value eps = b.number("eps", b.f32());
  auto divide = [&](Value range, double divisor) {
    return b.Max(b.Cast(b.Div(range, b.scalar(divisor, type)), b.f32()), eps);
  };
  auto toList = [&](Value number, Type to) {
    return b.Unsqueeze(b.Cast(number, to), 0);
  };
  if (isSymmetric) {
    Value scale = divide(b.Max(b.Neg(least), greatest), (max - min) / 2);
    bool isUnsigned =
        b.getDtype("dtype") && b.getDtype("dtype").isUnsignedInteger(8);
    return std::pair(toList(scale, f64), b.ints(isUnsigned ? 128 : 0));
  }
  Value scale = divide(b.Sub(greatest, least), max - min);
  Value steps = b.Round(b.Div(b.Cast(least, b.f32()), scale));
  Value zeroPoint = b.Clip(b.Sub(b.scalar(min, b.f32()), steps),
                           b.scalar(min, b.f32()), b.scalar(max, b.f32()));
  return std::pair(toList(scale, f64), toList(zeroPoint, b.i64()));
}

// quantized_decomposed::choose_qparams_per_token(Tensor input, ScalarType
//   dtype) -> (Tensor, Tensor)
static Lowered lowerChoosePerToken(Lowering &b) {
  Value x = b.tensor("input");
  Type given = b.elementTypeOf(x), type = b.resultElementType();
  Type dtype = b.getDtype("dtype");
  if (!dtype || !dtype.isSignlessInteger(8))
    return b.refuseArgument("dtype", "torch.int8");
  if (!b.isFloat(given) || b.rankOf(x) == 0)
    return b.refuseElements("input", "floating-point elements and a dimension",
                            b.typeOf(x));
  Value largest = b.ReduceMax(b.Abs(x), b.rankOf(x) - 1, /*keepDims=*/true);
  largest = b.Cast(largest, type);
  Value scale =
      b.Div(b.Max(largest, b.scalar(1e-5, type)), b.scalar(127, type));
  return std::pair(scale, b.full(b.scalar(0, type), b.resultType(1)));
}

// quantized_decomposed::choose_qparams_per_token_asymmetric(Tensor input,
//   ScalarType dtype) -> (Tensor, Tensor)
static Lowered lowerChoosePerTokenAsymmetric(Lowering &b) {
  constexpr double min = -128, max = 127;
  Value x = b.tensor("input");
  Type type = b.elementTypeOf(x);
  if (!b.isFloat(type) || b.rankOf(x) == 0)
    return b.refuseElements("input", "floating-point elements and a dimension",
                            b.typeOf(x));
  int64_t last = b.rankOf(x) - 1;
  Value zero = b.scalar(0, type);
  Value least = b.Min(b.ReduceMin(x, last, /*keepDims=*/true), zero);
  Value greatest = b.Max(b.ReduceMax(x, last, /*keepDims=*/true), zero);
  Value scale = b.Div(b.Sub(greatest, least), b.scalar(max - min, type));
  scale = b.Max(scale,
                b.scalar(double(std::numeric_limits<float>::epsilon()), type));
  Value lower = b.Div(least, scale), upper = b.Div(greatest, scale);
  Value low = b.scalar(min, type), high = b.scalar(max, type);
  Value isUpper = b.Greater(b.Add(b.Add(lower, low), b.Add(upper, high)), zero);
  Value zeroPoint = b.Where(isUpper, b.Sub(low, lower), b.Sub(high, upper));
  zeroPoint = b.Round(b.Clip(zeroPoint, low, high));
  return std::pair(b.Cast(scale, b.resultElementType()),
                   b.Cast(zeroPoint, b.resultElementType(1)));
}

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

// aten::_int_mm(Tensor self, Tensor mat2) -> Tensor
static Lowered lowerIntMatMul(Lowering &b) {
  return b.create("MatMulInteger",
                  {b.tensor("self"), b.tensor("mat2"), b.none(), b.none()});
}

// aten::_weight_int8pack_mm(Tensor self, Tensor mat2, Tensor scales) -> Tensor
//
// self * (mat2 * scales)^T, one scale for each row of the weight.
static Lowered lowerInt8WeightMatMul(Lowering &b) {
  Value x = b.tensor("self", b.f32());
  Value weight = tryDequantizeLinear(
      b, b.tensor("mat2"),
      {b.tensor("scales", b.f32()), Value(), {Grid::Axis, 0, 0}});
  if (!weight)
    return b.refuseElements("mat2", "i8 elements",
                            b.elementTypeOf(b.tensor("mat2")));
  return b.Cast(b.Gemm(x, weight, Value(), /*transA=*/false, /*transB=*/true),
                b.resultElementType());
}

/// The layout of packed weights depends on the machine.
static Lowered refusePacked(Lowering &b) {
  return b.refuse("expected a weight in rows and columns, found a weight "
                  "packed for an Intel graphics processor, which the program "
                  "does not name; quantize with a layout that is not packed");
}

void torch_onnx::populateQuant(LoweringRegistry &r) {
  for (StringRef overload : {"default", "tensor", "tensor2"}) {
    r.add(("quantized_decomposed.quantize_per_tensor." + overload).str(),
          lowerQuantizePerTensor);
    r.add(("quantized_decomposed.dequantize_per_tensor." + overload).str(),
          lowerDequantizePerTensor);
  }
  r.add("quantized_decomposed.quantize_per_channel.default",
        lowerQuantizePerChannel);
  r.add("quantized_decomposed.dequantize_per_channel.default",
        [](Lowering &b) -> Lowered {
          Parameters parameters = getChannels(b);
          return dequantize(b, b.tensor("input"), parameters,
                            b.resultElementType());
        });
  r.add("quantized_decomposed.quantize_per_channel_group.default",
        lowerQuantizePerGroup);
  r.add("quantized_decomposed.dequantize_per_channel_group.default",
        [](Lowering &b) -> Lowered {
          Parameters parameters = getGroups(b, "input");
          return dequantize(b, b.tensor("input"), parameters,
                            b.resultElementType());
        });
  r.add("quantized_decomposed.quantize_per_token.default",
        lowerQuantizePerToken);
  r.add("quantized_decomposed.dequantize_per_token.default",
        lowerDequantizePerToken);
  r.add("quantized_decomposed.choose_qparams.tensor", lowerChooseParameters,
        /*isSymmetric=*/false);
  r.add("quantized_decomposed.choose_qparams_symmetric.tensor",
        lowerChooseParameters, /*isSymmetric=*/true);
  r.add("quantized_decomposed.choose_qparams_per_token.default",
        lowerChoosePerToken);
  r.add({"quantized_decomposed.choose_qparams_per_token_asymmetric.default",
         "quantized_decomposed._choose_qparams_per_token_asymmetric_impl."
         "default"},
        lowerChoosePerTokenAsymmetric);
  r.add("quantized_decomposed.convert_element_type.no_fuse",
        [](Lowering &b) -> Lowered {
          return b.tensor("input", b.resultElementType());
        });
  r.add("aten._int_mm.default", lowerIntMatMul);
  r.add("aten._weight_int8pack_mm.default", lowerInt8WeightMatMul);
  r.add("aten._weight_int4pack_mm_with_scales_and_zeros.default", refusePacked);
}
