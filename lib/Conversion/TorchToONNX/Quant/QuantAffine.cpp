//===- QuantAffine.cpp - Lowerings of torchao's quantization --------------===//
//
// torchao's affine operators, with parameters for blocks of any size in every
// dimension. The formulas are those of torchao/quantization/quant_primitives.py
// of torchao 0.14 to 0.18, which differ only in defaults.
//
//===----------------------------------------------------------------------===//

#include "Quant.h"

#include "torch-onnx/Arithmetic/Limits.h"
#include "torch-onnx/Dialect/Torch/Inference/Promotion.h"

#include "llvm/ADT/APFloat.h"

using namespace mlir;
using namespace torch_onnx;

namespace {
/// A tensor split into blocks: each dimension with several blocks becomes two.
class Blocks {
public:
  Blocks(Lowering &b, StringRef input);

  Value split(Value x) { return b.reshape(x, splitDims); }
  /// Reshapes parameters to broadcast with the split tensor.
  Value spread(Value parameter) { return b.reshape(parameter, reducedDims); }
  /// The parameters as a Grid; nullopt if no Grid describes the blocks.
  std::optional<Parameters> getParameters(Value scale, Value zeroPoint);

  ArrayRef<int64_t> getReducedAxes() const { return reducedAxes; }

private:
  Lowering &b;
  Dims dims, splitDims, reducedDims;
  /// The number of blocks in each dimension.
  Dims counts;
  SmallVector<int64_t> reducedAxes;
  /// Dimensions of which a block contains one element, all elements, or a part.
  SmallVector<int64_t> single, whole, cut;
  /// The block size along the dimensions in `cut`.
  SmallVector<int64_t> sizes;
};
} // namespace

Blocks::Blocks(Lowering &b, StringRef input)
    : b(b), dims(b.dimsOf(b.tensor(input))) {
  auto list = b.getArguments().getList("block_size");
  if (!list || list->size() != dims.size()) {
    b.refuseArgument("block_size", "a size for each of the " +
                                       Twine(dims.size()) + " dimensions");
    return;
  }
  for (auto [axis, element] : llvm::enumerate(*list)) {
    AffineExpr size = b.getExpr(element), dim = dims[axis];
    std::optional<int64_t> constant = b.constantSize(size);
    bool isWhole = size && size == dim;
    if (!isWhole && (!constant || *constant < 1 || !dim)) {
      b.refuseArgument("block_size", "sizes that divide those of the tensor");
      return;
    }
    if (isWhole || *constant == 1) {
      bool isReduced = constant != 1;
      if (isReduced)
        reducedAxes.push_back(splitDims.size());
      (isWhole ? whole : single).push_back(axis);
      splitDims.push_back(dim);
      reducedDims.push_back(isReduced ? b.constantDim(1) : dim);
      counts.push_back(reducedDims.back());
      continue;
    }
    std::optional<int64_t> known = b.constantSize(dim);
    if (known && *known % *constant != 0) {
      b.refuseArgument("block_size", "sizes that divide those of the tensor");
      return;
    }
    cut.push_back(axis);
    sizes.push_back(*constant);
    counts.push_back(sym::floorDiv(dim, *constant));
    splitDims.push_back(counts.back());
    reducedDims.push_back(counts.back());
    reducedAxes.push_back(splitDims.size());
    splitDims.push_back(b.constantDim(*constant));
    reducedDims.push_back(b.constantDim(1));
  }
}

std::optional<Parameters> Blocks::getParameters(Value scale, Value zeroPoint) {
  Grid grid;
  Dims shape;
  if (cut.empty() && single.empty()) {
    grid = {Grid::Tensor, 0, 0};
  } else if (cut.empty() && single.size() == 1) {
    grid = {Grid::Axis, single[0], 0};
    shape = {dims[single[0]]};
  } else if (cut.size() == 1 && whole.empty()) {
    grid = {Grid::Blocks, cut[0], sizes[0]};
    shape = counts;
  } else if (cut.empty() && whole.size() == 1 &&
             b.constantSize(dims[whole[0]]).value_or(0) > 0) {
    grid = {Grid::Blocks, whole[0], *b.constantSize(dims[whole[0]])};
    shape = counts;
  } else {
    return std::nullopt;
  }
  return Parameters{b.reshape(scale, shape),
                    zeroPoint ? b.reshape(zeroPoint, shape) : Value(), grid};
}

/// quant_min or quant_max, or the limit of the dtype.
static std::pair<double, double> getRange(Lowering &b, Type type) {
  std::pair<double, double> limits(0, 0);
  if (b.isInt(type)) {
    auto [least, greatest] = arithmetic::getLimits(cast<IntegerType>(type));
    limits = {double(least), double(greatest)};
  } else if (!b.has("quant_min") || !b.has("quant_max")) {
    b.refuse("expected 'quant_min' and 'quant_max' for a floating-point dtype, "
             "found None");
  }
  return {b.getFloat("quant_min", limits.first),
          b.getFloat("quant_max", limits.second)};
}

// torchao::quantize_affine(Tensor input, SymInt[] block_size, Tensor scale,
//   Tensor? zero_point, ScalarType output_dtype, Scalar? quant_min=None,
//   Scalar? quant_max=None) -> Tensor
//
// clamp(round(input * (1 / scale)) + zero_point, quant_min, quant_max)
static Lowered lowerQuantizeAffine(Lowering &b) {
  Value x = b.tensor("input"), scale = b.tensor("scale");
  Value zeroPoint = b.optionalTensor("zero_point");
  Type type = b.resultElementType(), scaleType = b.elementTypeOf(scale);
  if (!zeroPoint)
    return b.refuseArgument("zero_point", "a tensor");
  if (!b.isFloat(b.elementTypeOf(x)) || !b.isFloat(scaleType))
    return b.refuse("expected 'input' and 'scale' to have floating-point "
                    "elements, found " +
                    b.describe(b.elementTypeOf(x)) + " and " +
                    b.describe(scaleType));
  auto [min, max] = getRange(b, type);
  Blocks blocks(b, "input");
  if (b.isRefused())
    return Lowered::refused();
  std::optional<Parameters> parameters = blocks.getParameters(scale, zeroPoint);
  bool isSingle = b.elementTypeOf(x).isF32() && scaleType.isF32();
  if (parameters && parameters->grid.kind != Grid::Blocks && isSingle)
    if (Value result = tryQuantizeLinear(b, x, *parameters, int64_t(min),
                                         int64_t(max), type))
      return result;
  Type computed = torch::promoteTypes(b.elementTypeOf(x), scaleType);
  Value inverse = b.Reciprocal(scale);
  Value quotient = b.Mul(b.Cast(blocks.split(x), computed),
                         b.Cast(blocks.spread(inverse), computed));
  Value zeros = blocks.spread(zeroPoint);
  Type sum = torch::promoteTypes(computed, b.elementTypeOf(zeros));
  Value rounded = roundToType(b, b.Cast(quotient, sum), zeros,
                              b.scalar(min, sum), b.scalar(max, sum), type);
  return b.reshape(rounded, b.resultType());
}

/// Splits parameters of matrix rows into those of blocks, for 4-bit numbers:
/// kernels for their products have blocks of 16 to 256 elements. Rows that no
/// such size divides stay.
static void cutRows(Lowering &b, Parameters &parameters, Value matrix) {
  constexpr int64_t smallest = 16, largest = 256;
  bool areRows =
      parameters.grid.kind == Grid::Axis && parameters.grid.axis == 0;
  if (!areRows || b.rankOf(matrix) != 2)
    return;
  std::optional<int64_t> columns = b.constantSize(b.dimsOf(matrix)[1]);
  if (!columns || *columns < 1)
    return;
  int64_t block = std::min(*columns & -*columns, largest);
  if (block < smallest)
    return;
  Dims counts = {b.dimsOf(matrix)[0], b.constantDim(*columns / block)};
  auto repeat = [&](Value parameter) {
    return parameter ? b.expand(b.Unsqueeze(parameter, 1),
                                sym::getTensorType(counts,
                                                   b.elementTypeOf(parameter)))
                     : Value();
  };
  parameters = {repeat(parameters.scale),
                repeat(parameters.zeroPoint),
                {Grid::Blocks, 1, block}};
}

// torchao::dequantize_affine(Tensor input, SymInt[] block_size, Tensor scale,
//   Tensor? zero_point, ScalarType input_dtype, Scalar? quant_min=None,
//   Scalar? quant_max=None, ScalarType output_dtype=6) -> Tensor
//
// (input - zero_point) * scale
static Lowered lowerDequantizeAffine(Lowering &b) {
  Value x = b.tensor("input"), scale = b.tensor("scale");
  Value zeroPoint = b.optionalTensor("zero_point");
  Type type = b.resultElementType(), scaleType = b.elementTypeOf(scale);
  if (!b.isFloat(type) || !b.isFloat(scaleType))
    return b.refuse("expected 'scale' and the result to have floating-point "
                    "elements, found " +
                    b.describe(scaleType) + " and " + b.describe(type));
  // Old versions pass an empty tensor for no zero point.
  if (zeroPoint && b.rankOf(zeroPoint) == 1 &&
      b.constantSize(b.dimsOf(zeroPoint)[0]) == 0)
    zeroPoint = {};
  Blocks blocks(b, "input");
  if (b.isRefused())
    return Lowered::refused();
  // Differences of bytes are exact in all floating-point types.
  bool isExact =
      b.elementTypeOf(x).isInteger(8) && !type.isF64() && !scaleType.isF64();
  std::optional<Parameters> parameters =
      isExact ? blocks.getParameters(scale, zeroPoint) : std::nullopt;
  if (parameters && isConstant(x) && b.has("quant_min") && b.has("quant_max") &&
      b.getFloat("quant_max") - b.getFloat("quant_min") < 16)
    cutRows(b, *parameters, x);
  if (parameters)
    if (Value result = tryDequantizeLinear(b, x, *parameters))
      return b.Cast(result, type);
  Value number = b.Cast(blocks.split(x), type);
  if (zeroPoint)
    number = b.Sub(number, b.Cast(blocks.spread(zeroPoint), type));
  Type computed = torch::promoteTypes(type, scaleType);
  number =
      b.Mul(b.Cast(number, computed), b.Cast(blocks.spread(scale), computed));
  return b.reshape(b.Cast(number, type), b.resultType());
}

// torchao::choose_qparams_affine(Tensor? input, str mapping_type,
//   SymInt[] block_size, ScalarType target_dtype, Scalar? quant_min=None,
//   Scalar? quant_max=None, float? eps=None, ScalarType? scale_dtype=None,
//   ScalarType? zero_point_dtype=None, bool keepdim=False)
//   -> (Tensor, Tensor)
static Lowered lowerChooseAffine(Lowering &b) {
  Value x = b.tensor("input");
  Type type = b.elementTypeOf(x), target = b.getDtype("target_dtype");
  if (!b.isFloat(type) || !target)
    return b.refuseElements("input", "floating-point elements", type);
  // The default is the smallest normal number since torchao 0.18 and was the
  // machine epsilon before. The difference matters only in f16 and bf16.
  if (!b.has("eps") && !type.isF32() && !type.isF64())
    return b.refuseArgument("eps", "a number (without one, versions of torchao "
                                   "differ in narrow floats)");
  double normal = type.isF64() ? std::numeric_limits<double>::min()
                               : double(std::numeric_limits<float>::min());
  auto [min, max] = getRange(b, target);
  Value smallest = b.scalar(b.getFloat("eps", normal), type);
  Blocks blocks(b, "input");
  if (b.isRefused())
    return Lowered::refused();
  if (blocks.getReducedAxes().empty())
    return b.refuseArgument("block_size", "of more than one element");
  Value split = blocks.split(x), zero = b.scalar(0, type);
  Value least = b.Min(
      b.ReduceMin(split, blocks.getReducedAxes(), /*keepDims=*/false), zero);
  Value greatest = b.Max(
      b.ReduceMax(split, blocks.getReducedAxes(), /*keepDims=*/false), zero);
  auto divide = [&](Value range, double steps) {
    return b.Div(range, b.scalar(steps, type));
  };
  StringRef mapping = b.getString("mapping_type");
  Value scale, zeroPoint;
  if (mapping == "ASYMMETRIC") {
    scale = b.Max(divide(b.Sub(greatest, least), max - min), smallest);
    zeroPoint = b.Sub(b.scalar(min, type), b.Round(b.Div(least, scale)));
    zeroPoint = b.Clip(zeroPoint, b.scalar(min, type), b.scalar(max, type));
  } else if (mapping == "SYMMETRIC" || mapping == "SYMMETRIC_NO_CLIPPING_ERR") {
    scale = mapping == "SYMMETRIC"
                ? divide(b.Max(b.Neg(least), greatest), (max - min) / 2)
                : b.Max(divide(least, min), divide(greatest, max));
    scale = b.Max(scale, smallest);
    zeroPoint = b.full(b.scalar(int64_t((max + min + 1) / 2), b.i64()),
                       b.resultType(1).clone(b.i64()));
  } else {
    return b.refuseArgument("mapping_type", "'ASYMMETRIC', 'SYMMETRIC' or "
                                            "'SYMMETRIC_NO_CLIPPING_ERR'");
  }
  auto finish = [&](Value parameter, unsigned index) {
    return b.reshape(b.Cast(parameter, b.resultElementType(index)),
                     b.resultType(index));
  };
  return std::pair(finish(scale, 0), finish(zeroPoint, 1));
}

//===----------------------------------------------------------------------===//
// 8-bit floats
//===----------------------------------------------------------------------===//

/// A tensor and a scale in shapes that broadcast. The scale has one element per
/// block in each dimension.
static std::pair<Value, Value> align(Lowering &b, Value x, Value scale) {
  Dims dims = b.dimsOf(x), counts = b.dimsOf(scale);
  bool broadcasts = llvm::all_of(
      counts, [&](AffineExpr count) { return b.constantSize(count) == 1; });
  if (broadcasts)
    return {x, b.reshape(scale, ArrayRef<AffineExpr>())};
  if (dims.size() != counts.size()) {
    b.refuseRank("scale", Twine(dims.size()) + " dimensions", counts.size());
    return {x, scale};
  }
  Dims split, spread;
  for (auto [dim, count] : llvm::zip_equal(dims, counts)) {
    auto size = b.constantSize(dim), number = b.constantSize(count);
    if (number == 1 || (dim && dim == count)) {
      split.push_back(dim);
      spread.push_back(count);
      continue;
    }
    if (!size || !number || *number < 1 || *size % *number != 0) {
      b.refuse("expected blocks of constant sizes, found " + b.describe(count) +
               " blocks of " + b.describe(dim));
      return {x, scale};
    }
    split.append({count, b.constantDim(*size / *number)});
    spread.append({count, b.constantDim(1)});
  }
  return {b.reshape(x, split), b.reshape(scale, spread)};
}

// torchao::quantize_affine_float8_non_decomposed(Tensor tensor, Tensor scale,
//   ScalarType float8_dtype=24) -> Tensor
static Lowered lowerQuantizeFloat8(Lowering &b) {
  Type type = b.resultElementType();
  if (!isa<Float8E4M3FNType, Float8E5M2Type>(type))
    return b.refuseResult("float8_e4m3fn or float8_e5m2 elements");
  auto [x, scale] =
      align(b, b.tensor("tensor", b.f32()), b.tensor("scale", b.f32()));
  double largest = arithmetic::getGreatest(cast<FloatType>(type));
  Value clipped = b.Clip(b.Div(x, scale), b.scalar(-largest, b.f32()),
                         b.scalar(largest, b.f32()));
  return b.Cast(b.reshape(clipped, b.resultType()), type);
}

// torchao::dequantize_affine_float8_non_decomposed(Tensor tensor, Tensor scale,
//   ScalarType output_dtype=6) -> Tensor
static Lowered lowerDequantizeFloat8(Lowering &b) {
  Value x = b.tensor("tensor"), scale = b.tensor("scale", b.f32());
  // Runtimes have no Reshape for 8-bit floats.
  auto [split, spread] = align(b, b.Cast(x, b.f32()), scale);
  if (b.isRefused())
    return Lowered::refused();
  Type type = b.resultElementType();
  // One scale for the tensor, or one per row.
  bool isTensor = b.rankOf(spread) == 0;
  bool areRows = b.rankOf(x) == 2 && b.rankOf(spread) == 2 &&
                 b.constantSize(b.dimsOf(spread)[1]) == 1;
  if (isTensor || areRows) {
    Grid grid{isTensor ? Grid::Tensor : Grid::Axis, 0, 0};
    Value factors = isTensor ? spread : b.Squeeze(spread, 1);
    if (Value result = tryDequantizeLinear(b, x, {factors, Value(), grid}))
      return b.Cast(result, type);
  }
  Value product = b.Mul(split, spread);
  return b.reshape(b.Cast(product, type), b.resultType());
}

// torchao::choose_scale_float8(Tensor tensor, SymInt[] block_size,
//   ScalarType float8_dtype=24, ScalarType scale_dtype=6,
//   float? hp_value_lb=None, float? hp_value_ub=None) -> Tensor
static Lowered lowerChooseFloat8(Lowering &b) {
  Value x = b.tensor("tensor");
  Type type = b.elementTypeOf(x), target = b.getDtype("float8_dtype");
  if (!b.isFloat(type))
    return b.refuseElements("tensor", "floating-point elements", type);
  if (!isa_and_present<Float8E4M3FNType, Float8E5M2Type>(target))
    return b.refuseArgument("float8_dtype", "float8_e4m3fn or float8_e5m2");
  if (Type scale = b.getDtype("scale_dtype"); !scale || !scale.isF32())
    return b.refuseArgument("scale_dtype", "torch.float32");
  Blocks blocks(b, "tensor");
  if (b.isRefused())
    return Lowered::refused();
  if (blocks.getReducedAxes().empty())
    return b.refuseArgument("block_size", "of more than one element");
  Value largest = b.ReduceMax(b.Abs(blocks.split(x)), blocks.getReducedAxes(),
                              /*keepDims=*/true);
  auto bound = [&](StringRef name) {
    return b.has(name) ? b.scalar(b.getFloat(name), type) : Value();
  };
  if (b.has("hp_value_lb") || b.has("hp_value_ub"))
    largest = b.Clip(largest, bound("hp_value_lb"), bound("hp_value_ub"));
  Value scale =
      b.Div(largest,
            b.scalar(arithmetic::getGreatest(cast<FloatType>(target)), type));
  return b.Cast(b.reshape(scale, b.resultType()), b.f32());
}

void torch_onnx::populateQuantAffine(LoweringRegistry &r) {
  r.add("torchao.quantize_affine.default", lowerQuantizeAffine);
  r.add("torchao.dequantize_affine.default", lowerDequantizeAffine);
  r.add("torchao.choose_qparams_affine.default", lowerChooseAffine);
  r.add("torchao.quantize_affine_float8_non_decomposed.default",
        lowerQuantizeFloat8);
  r.add("torchao.dequantize_affine_float8_non_decomposed.default",
        lowerDequantizeFloat8);
  r.add("torchao.choose_scale_float8.default", lowerChooseFloat8);
}
