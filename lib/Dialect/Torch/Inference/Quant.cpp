//===- Quant.cpp - Types of quantization ----------------------------------===//
//
// quantized_decomposed, torchao's affine operators, simulated quantization and
// integer products. Quantization changes only the dtype.
//
//===----------------------------------------------------------------------===//

#include "Inference.h"

using namespace mlir;
using namespace torch_onnx;
using namespace torch_onnx::torch;

/// The shape of the first tensor, with the dtype of an argument or f32 if it is
/// None.
static TypeRule inDtype(StringRef argument) {
  return [=](Inference &b) -> Inferred {
    RankedTensorType x = b.firstTensor();
    Type dtype = b.getDtype(argument);
    return b.type(x, dtype ? dtype : b.f32());
  };
}

/// The same with a second result, the mask of elements in range.
static Inferred inferWithMask(Inference &b) {
  RankedTensorType x = b.firstTensor();
  return {x, b.type(x, b.i1())};
}

// aten::_fused_moving_avg_obs_fq_helper_functional(Tensor self, ...) -> (
//   Tensor output, Tensor mask, Tensor running_min_out,
//   Tensor running_max_out, Tensor scale_out, Tensor zero_point_out)
static Inferred inferObserver(Inference &b) {
  RankedTensorType x = b.tensor("self");
  RankedTensorType low = b.tensor("running_min"),
                   high = b.tensor("running_max");
  RankedTensorType scale = b.tensor("scale"), zero = b.tensor("zero_point");
  return {x, b.type(x, b.i1()), low, high, scale, zero};
}

// quantized_decomposed::choose_qparams.tensor(Tensor input, int quant_min,
//   int quant_max, float eps, ScalarType dtype) -> (Tensor, Tensor)
static Inferred inferChooseParameters(Inference &b) {
  return {b.type(b.size(1), b.f64()), b.type(b.size(1), b.i64())};
}

/// One scale and one zero point for each row along the last dimension.
static Inferred inferRows(Inference &b, Type scale, Type zeroPoint) {
  RankedTensorType x = b.tensor("input");
  Dims dims = b.dimsOf(x);
  if (dims.empty())
    return b.invalidRank("input", "1 or more dimensions", 0);
  dims.back() = b.size(1);
  return {b.type(dims, scale), b.type(dims, zeroPoint)};
}

// quantized_decomposed::choose_qparams_per_token(Tensor input, ScalarType
//   dtype) -> (Tensor, Tensor)
//
// The kernel returns another dtype than it declares.
static Inferred inferChoosePerToken(Inference &b) {
  RankedTensorType x = b.tensor("input");
  Type type = x.getElementType().isF16() ? b.f32() : x.getElementType();
  return inferRows(b, type, type);
}

// aten::_int_mm(Tensor self, Tensor mat2) -> Tensor
static Inferred inferIntMatMul(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("mat2");
  if (b.hasFailed() || x.getRank() != 2 || y.getRank() != 2)
    return b.invalidRanks("self", "mat2", "2 dimensions", x, y);
  if (!x.getElementType().isInteger(8))
    return b.invalidElements("self", "i8 or ui8 elements", x.getElementType());
  if (!y.getElementType().isSignlessInteger(8))
    return b.invalidElements("mat2", "i8 elements", y.getElementType());
  b.unify(b.dimsOf(x)[1], b.dimsOf(y)[0]);
  return b.type({b.dimsOf(x)[0], b.dimsOf(y)[1]}, b.i32());
}

// aten::_weight_int8pack_mm(Tensor self, Tensor mat2, Tensor scales) -> Tensor
static Inferred inferInt8WeightMatMul(Inference &b) {
  RankedTensorType x = b.tensor("self"), y = b.tensor("mat2");
  RankedTensorType scales = b.tensor("scales");
  if (b.hasFailed() || x.getRank() != 2 || y.getRank() != 2)
    return b.invalidRanks("self", "mat2", "2 dimensions", x, y);
  if (scales.getRank() != 1)
    return b.invalidRank("scales", "1 dimension", scales.getRank());
  if (!b.isFloat(x.getElementType()))
    return b.invalidElements("self", "floating-point elements",
                             x.getElementType());
  b.unify(b.dimsOf(x)[1], b.dimsOf(y)[1]);
  AffineExpr rows = b.unify(b.dimsOf(y)[0], b.dimsOf(scales)[0]);
  return b.type({b.dimsOf(x)[0], rows}, x.getElementType());
}

// aten::_weight_int4pack_mm(Tensor self, Tensor mat2, int qGroupSize,
//   Tensor qScaleAndZeros) -> Tensor
//
// The weight is packed. Its number of rows is the second size of the
// parameters, [groups, rows, 2].
static Inferred inferInt4WeightMatMul(Inference &b, StringRef scales) {
  RankedTensorType x = b.tensor("self"), parameters = b.tensor(scales);
  if (x.getRank() != 2)
    return b.invalidRank("self", "2 dimensions", x.getRank());
  if (parameters.getRank() < 2)
    return b.invalidRank(scales, "2 or more dimensions", parameters.getRank());
  return b.type({b.dimsOf(x)[0], b.dimsOf(parameters)[1]}, x.getElementType());
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

/// The number of blocks in each dimension. With `dropsWhole`, a dimension of
/// more than one element that a single block covers is dropped.
static Dims countBlocks(Inference &b, RankedTensorType x, bool dropsWhole) {
  Dims dims = b.dimsOf(x), sizes = b.exprs("block_size"), counts;
  if (b.hasFailed() || dims.size() != sizes.size()) {
    b.invalidArgument("block_size", "a size for each of the " +
                                        Twine(dims.size()) + " dimensions");
    return {};
  }
  for (auto [dim, size] : llvm::zip_equal(dims, sizes)) {
    std::optional<int64_t> constant = b.constantSize(size);
    if (size && size == dim) {
      if (!dropsWhole || constant == 1)
        counts.push_back(b.size(1));
    } else if (!constant || !dim) {
      b.unknown("the number of blocks depends on the run");
      return {};
    } else if (*constant < 1) {
      b.invalidArgument("block_size", "positive");
      return {};
    } else {
      counts.push_back(torch_onnx::sym::floorDiv(dim, *constant));
    }
  }
  return counts;
}

// torchao::choose_qparams_affine(Tensor? input, str mapping_type,
//   SymInt[] block_size, ..., ScalarType? scale_dtype=None,
//   ScalarType? zero_point_dtype=None, bool keepdim=False)
//   -> (Tensor, Tensor)
static Inferred inferChooseAffine(Inference &b) {
  RankedTensorType x = b.tensor("input");
  if (b.hasFailed())
    return {};
  Dims counts = countBlocks(b, x, /*dropsWhole=*/!b.getBool("keepdim"));
  Type scale = b.getDtype("scale_dtype"), zero = b.getDtype("zero_point_dtype");
  if (!scale)
    scale = x.getElementType();
  // Without a dtype argument, the dtype depends on the version of torchao.
  return {b.type(counts, scale), zero ? Type(b.type(counts, zero)) : Type()};
}

// torchao::choose_scale_float8(Tensor tensor, SymInt[] block_size, ...)
//   -> Tensor
static Inferred inferChooseFloat8(Inference &b) {
  RankedTensorType x = b.tensor("tensor");
  if (b.hasFailed())
    return {};
  Dims counts = countBlocks(b, x, /*dropsWhole=*/false);
  return b.type(counts, b.f32());
}

void torch_onnx::torch::populateQuantOperators(OperatorTable &r) {
  r.add({"quantized_decomposed.quantize_per_tensor.default",
         "quantized_decomposed.quantize_per_tensor.tensor",
         "quantized_decomposed.quantize_per_tensor.tensor2",
         "quantized_decomposed.quantize_per_channel.default",
         "quantized_decomposed.quantize_per_channel_group.default",
         "quantized_decomposed.quantize_per_token.default",
         "quantized_decomposed.convert_element_type.no_fuse"},
        inDtype("dtype"));
  r.add({"quantized_decomposed.dequantize_per_tensor.default",
         "quantized_decomposed.dequantize_per_tensor.tensor",
         "quantized_decomposed.dequantize_per_tensor.tensor2",
         "quantized_decomposed.dequantize_per_channel.default"},
        inDtype("out_dtype"));
  r.add({"quantized_decomposed.dequantize_per_channel_group.default",
         "quantized_decomposed.dequantize_per_token.default"},
        inDtype("output_dtype"));
  r.add({"quantized_decomposed.choose_qparams.tensor",
         "quantized_decomposed.choose_qparams_symmetric.tensor"},
        inferChooseParameters);
  r.add("quantized_decomposed.choose_qparams_per_token.default",
        inferChoosePerToken,
        {.isMisdeclared = [](const Arguments &) { return true; }});
  r.add({"quantized_decomposed.choose_qparams_per_token_asymmetric.default",
         "quantized_decomposed._choose_qparams_per_token_asymmetric_impl."
         "default"},
        [](Inference &b) { return inferRows(b, b.f64(), b.i64()); });
  r.add({"quantized_decomposed.fake_quant_per_channel.default",
         "aten._fake_quantize_learnable_per_channel_affine.default",
         "aten._fake_quantize_learnable_per_tensor_affine.default",
         "aten.fake_quantize_per_channel_affine.default",
         "aten.fake_quantize_per_tensor_affine.default",
         "aten.fake_quantize_per_tensor_affine.tensor_qparams"},
        inferSame);
  r.add("aten._fused_moving_avg_obs_fq_helper_functional.default",
        inferObserver);
  r.add({"aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams."
         "default",
         "aten.fake_quantize_per_channel_affine_cachemask.default",
         "aten.fake_quantize_per_tensor_affine_cachemask.default"},
        inferWithMask);
  r.add({"torchao.quantize_affine.default", "torchao.dequantize_affine.default",
         "torchao.dequantize_affine_float8_non_decomposed.default"},
        inDtype("output_dtype"));
  r.add("torchao.quantize_affine_float8_non_decomposed.default",
        inDtype("float8_dtype"));
  r.add("torchao.choose_qparams_affine.default", inferChooseAffine);
  r.add("torchao.choose_scale_float8.default", inferChooseFloat8);
  r.add("aten._int_mm.default", inferIntMatMul);
  r.add("aten._weight_int8pack_mm.default", inferInt8WeightMatMul);
  r.add(
      {"aten._weight_int4pack_mm.default",
       "aten._weight_int4pack_mm_for_cpu.default"},
      [](Inference &b) { return inferInt4WeightMatMul(b, "qScaleAndZeros"); });
  r.add("aten._weight_int4pack_mm_with_scales_and_zeros.default",
        [](Inference &b) { return inferInt4WeightMatMul(b, "qScale"); });
}
