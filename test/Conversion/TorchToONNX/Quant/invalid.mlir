// What is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @dtype(%x: tensor<4x3xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>) {
  // expected-error @below {{unsupported operator 'quantized_decomposed.choose_qparams_per_token.default' (1 use): expected 'dtype' to be torch.int8, found ui8}}
  %0:2 = torch.quantized_decomposed.choose_qparams_per_token.default(%x, dtype=ui8) : (tensor<4x3xf32>) -> (tensor<4x1xf32>, tensor<4x1xf32>)
  return %0#0, %0#1 : tensor<4x1xf32>, tensor<4x1xf32>
}

// -----

func.func @group(%x: tensor<4x?xi8, #sym.dims<n>>, %s: tensor<4x2xf32>) -> tensor<4x?xf32, #sym.dims<n>> {
  // expected-error @below {{unsupported operator 'quantized_decomposed.dequantize_per_channel_group.default' (1 use): expected a constant size of a row, found n}}
  %0 = torch.quantized_decomposed.dequantize_per_channel_group.default(%x, %s, none, -8, 7, dtype=i8, group_size=32, output_dtype=f32) : (tensor<4x?xi8, #sym.dims<n>>, tensor<4x2xf32>) -> tensor<4x?xf32, #sym.dims<n>>
  return %0 : tensor<4x?xf32, #sym.dims<n>>
}

// -----

func.func @packed_with_zeros(%x: tensor<4x64xbf16>, %w: tensor<32x8xi32>, %s: tensor<2x32xbf16>, %z: tensor<2x32xbf16>) -> tensor<4x32xbf16> {
  // expected-error @below {{unsupported operator 'aten._weight_int4pack_mm_with_scales_and_zeros.default' (1 use): expected a weight in rows and columns, found a weight packed for an Intel graphics processor, which the program does not name}}
  %0 = torch.aten._weight_int4pack_mm_with_scales_and_zeros.default(%x, %w, 32, %s, %z) : (tensor<4x64xbf16>, tensor<32x8xi32>, tensor<2x32xbf16>, tensor<2x32xbf16>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}
