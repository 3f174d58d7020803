// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @groups_of_sums(%x: tensor<3x8xbf16>, %w: tensor<8x6xbf16>, %ends: tensor<2xi32>) -> tensor<2x3x6xbf16> {
  // expected-error@+1 {{expected a matrix for each of several groups of rows, or as many matrices on both sides, found operands of 2 and 2 dimensions}}
  %0 = torch.aten._grouped_mm.default(%x, %w, %ends) : (tensor<3x8xbf16>, tensor<8x6xbf16>, tensor<2xi32>) -> tensor<2x3x6xbf16>
  return %0 : tensor<2x3x6xbf16>
}

// -----

func.func @bias(%x: tensor<8x3x4xbf16>, %w: tensor<8x4x6xbf16>, %c: tensor<8x6xbf16>) -> tensor<8x3x6xbf16> {
  // expected-error@+1 {{expected 'bias' to be None, found}}
  %0 = torch.aten._grouped_mm.default(%x, %w, none, %c) : (tensor<8x3x4xbf16>, tensor<8x4x6xbf16>, tensor<8x6xbf16>) -> tensor<8x3x6xbf16>
  return %0 : tensor<8x3x6xbf16>
}

// -----

func.func @scaled(%x: tensor<8x16xf8E4M3FN>, %w: tensor<2x16x6xf8E4M3FN>, %a: tensor<8xf32>, %c: tensor<2x6xf32>, %ends: tensor<2xi32>) -> tensor<8x6xbf16> {
  // expected-error@+1 {{unsupported operator 'aten._scaled_grouped_mm_v2.default' (1 use): only a GPU kernel of PyTorch computes products of scaled groups; scale the operands and use _grouped_mm}}
  %0 = torch.aten._scaled_grouped_mm_v2.default(%x, %w, [%a], [0], [0], [%c], [0], [0], %ends, none, out_dtype=bf16) : (tensor<8x16xf8E4M3FN>, tensor<2x16x6xf8E4M3FN>, tensor<8xf32>, tensor<2x6xf32>, tensor<2xi32>) -> tensor<8x6xbf16>
  return %0 : tensor<8x6xbf16>
}

// -----

func.func @scaled_by_vectors(%x: tensor<8x16xf8E4M3FN>, %w: tensor<2x16x6xf8E4M3FN>, %a: tensor<8xf32>, %c: tensor<2x6xf32>, %ends: tensor<2xi32>) -> tensor<8x6xbf16> {
  // expected-error@+1 {{unsupported operator 'aten._scaled_grouped_mm.default' (1 use): only a GPU kernel of PyTorch computes products of scaled groups}}
  %0 = torch.aten._scaled_grouped_mm.default(%x, %w, %a, %c, %ends, out_dtype=bf16) : (tensor<8x16xf8E4M3FN>, tensor<2x16x6xf8E4M3FN>, tensor<8xf32>, tensor<2x6xf32>, tensor<2xi32>) -> tensor<8x6xbf16>
  return %0 : tensor<8x6xbf16>
}
