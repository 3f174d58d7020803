//===- DecomposeQuant.cpp - Decompositions of quantization ----------------===//
//
// Quantization-aware training: observers that track the range of a tensor, and
// simulated quantization of the tensor. The formulas are those of
// ATen/native/quantized/cpu/fused_obs_fake_quant.cpp and of FBGEMM's
// ChooseQuantizationParams, which eager uses on x86: the range is f32, the
// scale is an f64 quotient rounded to f32, and the zero point is computed in
// f64.
//
//===----------------------------------------------------------------------===//

#include "DecomposeImpl.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/ScopedPrinter.h"

#include <cmath>

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The quantization parameters.
namespace {
struct QuantizedRange {
  int64_t min, max;
  bool isSymmetric;
};
struct QuantizedParameters {
  Value scale, zeroPoint;
};
} // namespace

/// Whether the range has both negative and positive numbers.
static Value isAroundZero(TorchBuilder &b, Value low, Value high) {
  return b.logicalAnd(b.compare("lt", low, 0), b.compare("gt", high, 0));
}

/// The scale in f32 and the zero point in f64 for an f32 range.
static QuantizedParameters chooseParameters(TorchBuilder &b, Value low,
                                            Value high,
                                            const QuantizedRange &range) {
  // Smaller scales are increased to this value, and the range with them.
  constexpr double smallestScale = 6.1e-5;
  Builder &types = b.getBuilder();
  Type f32 = types.getF32Type(), f64 = types.getF64Type();
  double steps = double(range.max - range.min);
  if (range.isSymmetric) {
    double least = -double((range.max - range.min) / 2 + 1);
    double greatest = double((range.max - range.min) / 2);
    auto part = [&](Value x, double count) {
      return b.unary("abs", b.div(x, count));
    };
    Value most = b.binary("maximum", part(low, least), part(high, greatest));
    Value isAround = isAroundZero(b, low, high);
    low = b.where(isAround, b.mul(most, least), low);
    high = b.where(isAround, b.mul(most, greatest), high);
  }
  low = b.atMost(low, 0);
  high = b.atLeast(high, 0);
  Value scale =
      b.cast(b.div(b.sub(b.cast(high, f64), b.cast(low, f64)), steps), f32);
  // A scale whose reciprocal is infinite.
  Value isNothing = b.compare("le", scale, std::ldexp(1.0, -128));
  scale = b.where(isNothing, 0.1, scale);

  // Computed as in the kernel: the bounds are floats.
  double bound = double(float(smallestScale) * float(steps));
  Value isSmall = b.compare("lt", scale, smallestScale);
  Value isLowZero = b.compare("eq", low, 0);
  Value isHighZero = b.compare("eq", high, 0);
  Value factor =
      b.div(b.call("aten.full_like.default", {scale, smallestScale}), scale);
  Value grownLow = b.where(isHighZero, -bound, b.mul(low, factor));
  Value grownHigh = b.where(isHighZero, high, b.mul(high, factor));
  grownLow = b.where(isLowZero, low, grownLow);
  grownHigh = b.where(isLowZero, bound, grownHigh);
  low = b.where(isSmall, grownLow, low);
  high = b.where(isSmall, grownHigh, high);
  scale = b.where(isSmall, smallestScale, scale);

  // From the end of the range with fewer steps.
  Value lowSteps = b.div(b.cast(low, f64), b.cast(scale, f64));
  Value highSteps = b.div(b.cast(high, f64), b.cast(scale, f64));
  auto from = [&](int64_t end, Value count) {
    return b.rsub(count, double(end));
  };
  auto error = [&](int64_t end, Value count) {
    return b.add(b.unary("abs", count), std::abs(double(end)));
  };
  Value isLowNearer =
      b.compare("lt", error(range.min, lowSteps), error(range.max, highSteps));
  Value zeroPoint = b.where(isLowNearer, from(range.min, lowSteps),
                            from(range.max, highSteps));
  if (range.isSymmetric)
    zeroPoint = b.where(isAroundZero(b, low, high),
                        double(range.min + range.max) / 2, zeroPoint);
  zeroPoint = b.clamp(zeroPoint, double(range.min), double(range.max));
  return {scale, b.unary("round", zeroPoint)};
}

/// Views a tensor of one element in another shape of one element.
static Value viewLike(TorchBuilder &b, Value x, Value like) {
  if (b.isRefused() || b.getType(x).getShape() == b.getType(like).getShape())
    return x;
  return b.view(x, b.getType(like).getShape());
}

/// Refuses observer state that eager mode would resize: it has one element, or
/// one for each index of dimension 0 of `type`.
static bool requireSizesOfState(TorchBuilder &b, const Arguments &args,
                                RankedTensorType type, bool perRow) {
  std::optional<int64_t> count = 1;
  if (perRow)
    count =
        type.isDynamicDim(0) ? std::nullopt : std::optional(type.getDimSize(0));
  for (StringRef name : {"running_min", "running_max", "scale", "zero_point"}) {
    RankedTensorType other = b.getType(args.getValue(name));
    if (count && other.hasStaticShape() && other.getNumElements() == *count &&
        (!perRow || other.getRank() == 1))
      continue;
    b.refuse("its rule expects '" + name + "' to have " +
             (count ? Twine(*count) : Twine("as many")) +
             " elements as the observer has seen before, found " +
             llvm::to_string(other));
    return false;
  }
  return true;
}

// aten::_fused_moving_avg_obs_fq_helper_functional(Tensor self,
//   Tensor observer_on, Tensor fake_quant_on, Tensor running_min,
//   Tensor running_max, Tensor scale, Tensor zero_point,
//   float averaging_const, int quant_min, int quant_max, int ch_axis,
//   bool per_row_fake_quant=False, bool symmetric_quant=False) -> (
//   Tensor output, Tensor mask, Tensor running_min_out,
//   Tensor running_max_out, Tensor scale_out, Tensor zero_point_out)
static Decomposed observeAndQuantize(TorchBuilder &b, const Arguments &args) {
  Value x = args.getValue("self");
  std::optional<int64_t> quantMin = args.getInt("quant_min"),
                         quantMax = args.getInt("quant_max"),
                         axis = args.getInt("ch_axis");
  std::optional<double> averaging = args.getFloat("averaging_const");
  std::optional<bool> perRow = args.getBool("per_row_fake_quant"),
                      isSymmetric = args.getBool("symmetric_quant");
  auto refuse = [&](const Twine &reason) {
    return b.refuse("its rule expects " + reason);
  };
  if (!quantMin || !quantMax || !axis || !averaging || !perRow || !isSymmetric)
    return refuse("constants of the kinds in its schema, found another one");
  if (!llvm::isInt<32>(*quantMin) || !llvm::isInt<32>(*quantMax) ||
      *quantMax - *quantMin < 2 || *quantMax - *quantMin > (1 << 24))
    return refuse("a range of 3 to 2^24 integers, found [" + Twine(*quantMin) +
                  ", " + Twine(*quantMax) + "]");
  RankedTensorType type = b.getType(x);
  if (!type.getElementType().isF32())
    return refuse("'self' to have f32 elements, found " +
                  llvm::to_string(type.getElementType()));
  if (*perRow && (*axis != 0 || type.getRank() < 2))
    return refuse("one scale for each index of dimension 0 of 2 or more, found "
                  "dimension " +
                  Twine(*axis) + " of " + Twine(type.getRank()));
  if (!requireSizesOfState(b, args, type, *perRow))
    return Value();
  auto getSwitch = [&](StringRef name) {
    Value value = args.getValue(name);
    RankedTensorType flag = b.getType(value);
    if (!flag.hasStaticShape() || flag.getNumElements() != 1)
      return refuse("'" + name + "' to have one element, found " +
                    llvm::to_string(flag));
    if (flag.getRank() != 0)
      value = b.view(value, ArrayRef<int64_t>());
    value = b.cast(value, b.getBuilder().getI64Type());
    return b.compare("ne", value, 0);
  };
  Value isObserved = getSwitch("observer_on");
  Value isQuantized = getSwitch("fake_quant_on");

  // The first range is used unchanged.
  SmallVector<int64_t> axes;
  for (int64_t i = *perRow ? 1 : 0; i < type.getRank(); ++i)
    axes.push_back(i);
  auto follow = [&](StringRef name, StringRef reduction) {
    Value running = args.getValue(name);
    Value now =
        viewLike(b, b.call(reduction, {x, ArrayRef<int64_t>(axes)}), running);
    Value next =
        b.add(running, b.mul(b.sub(now, running), double(float(*averaging))));
    Value isFirst = b.unary("isinf", running);
    return b.where(isObserved, b.where(isFirst, now, next), running);
  };
  Value low = follow("running_min", "aten.amin.default");
  Value high = follow("running_max", "aten.amax.default");

  QuantizedParameters chosen =
      chooseParameters(b, low, high, {*quantMin, *quantMax, *isSymmetric});
  Value scale = args.getValue("scale"), zeroPoint = args.getValue("zero_point");
  Type zeroType = b.getType(zeroPoint).getElementType();
  scale = b.where(isQuantized, viewLike(b, chosen.scale, scale), scale);
  zeroPoint = b.where(
      isQuantized, viewLike(b, b.cast(chosen.zeroPoint, zeroType), zeroPoint),
      zeroPoint);
  SmallVector<CallArgument> call = {x, scale, zeroPoint};
  if (*perRow)
    call.push_back(*axis);
  else
    call.push_back(args.getValue("fake_quant_on"));
  call.append({*quantMin, *quantMax});
  SmallVector<Value> quantized = b.callAll(
      *perRow ? "aten.fake_quantize_per_channel_affine_cachemask.default"
              : "aten._fake_quantize_per_tensor_affine_cachemask_tensor_"
                "qparams.default",
      call);
  if (b.isRefused())
    return Value();
  if (*perRow) {
    Value isOff = b.logicalNot(isQuantized);
    quantized[0] = b.where(isQuantized, quantized[0], x);
    quantized[1] = b.logicalOr(quantized[1], isOff);
  }
  return {quantized[0], quantized[1], low, high, scale, zeroPoint};
}

void torch::addQuantDecompositions(Decompositions &rules) {
  rules.insert("aten._fused_moving_avg_obs_fq_helper_functional.default",
               observeAndQuantize);
}
