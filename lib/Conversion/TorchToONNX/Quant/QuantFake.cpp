//===- QuantFake.cpp - Lowerings of simulated quantization ----------------===//
//
// Quantization-aware training leaves simulated quantization in a model:
// quantizing followed by dequantizing. The formulas are those of
// ATen/native/quantized/cpu/kernels/QuantizedOpKernels.cpp.
//
//===----------------------------------------------------------------------===//

#include "Quant.h"

using namespace mlir;
using namespace torch_onnx;

/// Quantizes and dequantizes: returns {numbers, whether each was in range}. A
/// floating-point zero point is added before rounding, as in the kernel.
static Lowered fakeQuantize(Lowering &b, Value x, Value inverse,
                            const Parameters &parameters) {
  int64_t min = b.getInt("quant_min"), max = b.getInt("quant_max");
  Type type = b.elementTypeOf(x);
  if (!type.isF32())
    return b.refuseElements("self", "f32 elements", type);
  bool wantsMask =
      b.getNumResults() > 1 && !b.getOp()->getResult(1).use_empty();
  // The narrowest type that holds the range.
  Builder &builder = b.getBuilder();
  Type integer = builder.getIntegerType(8);
  if (min >= 0)
    integer = builder.getIntegerType(8, /*isSigned=*/false);
  SmallVector<Value> results(b.getNumResults());
  bool addsFirst = b.isFloat(b.elementTypeOf(parameters.zeroPoint));
  Value quantized =
      wantsMask || addsFirst
          ? Value()
          : tryQuantizeLinear(b, x, parameters, min, max, integer);
  if (quantized)
    results[0] = tryDequantizeLinear(b, quantized, parameters);
  if (results[0])
    return results;
  int64_t rank = b.rankOf(x);
  Value zeroPoint =
      b.Cast(spread(b, parameters.zeroPoint, parameters.grid, rank), b.f32());
  Value quotient = b.Mul(x, inverse);
  Value steps = addsFirst ? b.Round(b.Add(quotient, zeroPoint))
                          : b.Add(b.Round(quotient), zeroPoint);
  Value low = b.scalar(min, b.f32()), high = b.scalar(max, b.f32());
  results[0] = b.Mul(b.Sub(b.Clip(steps, low, high), zeroPoint),
                     spread(b, parameters.scale, parameters.grid, rank));
  if (wantsMask)
    results[1] =
        b.And(b.GreaterOrEqual(steps, low), b.LessOrEqual(steps, high));
  return results;
}

// aten::fake_quantize_per_tensor_affine(Tensor self, float scale,
//   int zero_point, int quant_min, int quant_max) -> Tensor
// aten::fake_quantize_per_tensor_affine_cachemask(...) -> (Tensor output,
//   Tensor mask)
static Lowered lowerFakeQuantizePerTensor(Lowering &b) {
  TensorParameters parameters(b);
  parameters.inverse = parameters.getSingleInverse(b);
  return fakeQuantize(b, b.tensor("self"), parameters.inverse, parameters);
}

// aten::_fake_quantize_per_tensor_affine_cachemask_tensor_qparams(
//   Tensor self, Tensor scale, Tensor zero_point, Tensor fake_quant_enabled,
//   int quant_min, int quant_max) -> (Tensor output, Tensor mask)
static Lowered lowerFakeQuantizeSwitched(Lowering &b) {
  Value x = b.tensor("self"), isOn = b.tensor("fake_quant_enabled");
  std::optional<int64_t> count;
  if (!b.isRefused() && b.typeOf(isOn).hasStaticShape())
    count = b.typeOf(isOn).getNumElements();
  if (!b.isRefused() && count != 1)
    return b.refuseArgument("fake_quant_enabled", "a tensor of one element");
  isOn =
      b.Cast(b.Cast(b.reshape(isOn, ArrayRef<AffineExpr>()), b.i64()), b.i1());
  SmallVector<Value> results(lowerFakeQuantizePerTensor(b).getValues());
  if (b.isRefused() || results.size() != 2)
    return Lowered::refused();
  results[0] = b.Where(isOn, results[0], x);
  if (results[1])
    results[1] = b.Or(results[1], b.Not(isOn));
  return results;
}

/// The same with one scale per index of an axis.
static Lowered fakeQuantizeChannels(Lowering &b, Value x,
                                    const Parameters &parameters) {
  Value inverse = b.Reciprocal(parameters.scale);
  return fakeQuantize(b, x, spread(b, inverse, parameters.grid, b.rankOf(x)),
                      parameters);
}

// aten::fake_quantize_per_channel_affine(Tensor self, Tensor scale,
//   Tensor zero_point, int axis, int quant_min, int quant_max) -> Tensor
static Lowered lowerFakeQuantizePerChannel(Lowering &b, StringRef input,
                                           StringRef scale,
                                           StringRef zeroPoint) {
  Value x = b.tensor(input);
  Parameters parameters = {b.tensor(scale, b.f32()),
                           b.tensor(zeroPoint),
                           {Grid::Axis, b.getAxis("axis", b.rankOf(x)), 0}};
  return fakeQuantizeChannels(b, x, parameters);
}

/// Rounds a learned zero point to the nearest integer of the range.
static Value toIntegerZeroPoint(Lowering &b, Value zeroPoint) {
  Value rounded = b.Clip(b.Round(b.Cast(zeroPoint, b.f32())),
                         b.scalar(b.getInt("quant_min"), b.f32()),
                         b.scalar(b.getInt("quant_max"), b.f32()));
  return b.Cast(rounded, b.i64());
}

// aten::_fake_quantize_learnable_per_tensor_affine(Tensor self, Tensor scale,
//   Tensor zero_point, int quant_min, int quant_max, float grad_factor=1.)
//   -> Tensor
static Lowered lowerFakeQuantizeLearnablePerTensor(Lowering &b) {
  TensorParameters parameters(b);
  parameters.scale = b.Cast(parameters.scale, b.f32());
  parameters.zeroPoint = toIntegerZeroPoint(b, parameters.zeroPoint);
  parameters.inverse = parameters.getSingleInverse(b);
  return fakeQuantize(b, b.tensor("self"), parameters.inverse, parameters);
}

// aten::_fake_quantize_learnable_per_channel_affine(Tensor self, Tensor scale,
//   Tensor zero_point, int axis, int quant_min, int quant_max,
//   float grad_factor=1.) -> Tensor
static Lowered lowerFakeQuantizeLearnablePerChannel(Lowering &b) {
  Value x = b.tensor("self");
  return fakeQuantizeChannels(
      b, x,
      {b.tensor("scale", b.f32()),
       toIntegerZeroPoint(b, b.tensor("zero_point")),
       {Grid::Axis, b.getAxis("axis", b.rankOf(x)), 0}});
}

void torch_onnx::populateQuantFake(LoweringRegistry &r) {
  r.add("quantized_decomposed.fake_quant_per_channel.default",
        lowerFakeQuantizePerChannel, "input", "scales", "zero_points");
  r.add({"aten.fake_quantize_per_tensor_affine.default",
         "aten.fake_quantize_per_tensor_affine.tensor_qparams",
         "aten.fake_quantize_per_tensor_affine_cachemask.default"},
        lowerFakeQuantizePerTensor);
  r.add("aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams."
        "default",
        lowerFakeQuantizeSwitched);
  r.add({"aten.fake_quantize_per_channel_affine.default",
         "aten.fake_quantize_per_channel_affine_cachemask.default"},
        lowerFakeQuantizePerChannel, "self", "scale", "zero_point");
  r.add("aten._fake_quantize_learnable_per_tensor_affine.default",
        lowerFakeQuantizeLearnablePerTensor);
  r.add("aten._fake_quantize_learnable_per_channel_affine.default",
        lowerFakeQuantizeLearnablePerChannel);
}
