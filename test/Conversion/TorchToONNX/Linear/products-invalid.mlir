// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<3x3xi1>, %y: tensor<3x3xi1>) -> tensor<3x3xi1> {
  // expected-error @below {{unsupported operator 'aten.mm.default' (1 use): expected matrices of integer or floating-point elements, found i1}}
  %0 = torch.aten.mm.default(%x, %y) : (tensor<3x3xi1>, tensor<3x3xi1>) -> tensor<3x3xi1>
  return %0 : tensor<3x3xi1>
}

// -----

func.func @inverse(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.linalg_matrix_power.default' (1 use): expected 'n' to be 0 or more, found -1}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.linalg_matrix_power.default(%x, -1) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

func.func @blocks(%x: tensor<4x16xf8E4M3FN>, %y: tensor<16x32xf8E4M3FN>, %a: tensor<4x4xf32>, %b: tensor<1x32xf32>) -> tensor<4x32xf8E4M3FN> {
  // expected-error @below {{unsupported operator 'aten._scaled_mm.default' (1 use): expected one scale for 'self' or one for each row or column, found tensor<4x4xf32>}}
  %0 = torch.aten._scaled_mm.default(%x, %y, %a, %b) : (tensor<4x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>, tensor<4x4xf32>, tensor<1x32xf32>) -> tensor<4x32xf8E4M3FN>
  return %0 : tensor<4x32xf8E4M3FN>
}

// -----

func.func @swizzled(%x: tensor<4x16xf8E4M3FN>, %y: tensor<16x32xf8E4M3FN>, %a: tensor<1xf32>) -> tensor<4x32xbf16> {
  // expected-error @below {{unsupported operator 'aten._scaled_mm_v2.default' (1 use): expected 'swizzle_a' to be a list of zeros, found [1]}}
  %0 = torch.aten._scaled_mm_v2.default(%x, %y, [%a], [0], [1], [%a], [0], [0], none, out_dtype=bf16) : (tensor<4x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// -----

func.func @several(%x: tensor<4x16xf8E4M3FN>, %y: tensor<16x32xf8E4M3FN>, %a: tensor<1xf32>) -> tensor<4x32xbf16> {
  // expected-error @below {{unsupported operator 'aten._scaled_mm_v2.default' (1 use): expected one scale for 'self', found 2}}
  %0 = torch.aten._scaled_mm_v2.default(%x, %y, [%a, %a], [0], [0], [%a], [0], [0], none, out_dtype=bf16) : (tensor<4x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// -----

func.func @gelu(%c: tensor<4xf32>, %x: tensor<2x3xf32>, %y: tensor<3x4xf32>) -> tensor<2x4xf32> {
  // expected-error @below {{unsupported operator 'aten._addmm_activation.default' (1 use): expected 'use_gelu' to be false, found true}}
  %0 = torch.aten._addmm_activation.default(%c, %x, %y, use_gelu=true) : (tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @nothing() -> tensor<2x3xf32> {
  // expected-error @+1 {{unsupported operator 'aten.chain_matmul.default' (1 use): it does not fit its operands: expected 'matrices' to be a list of matrices, found an empty list}}
  %0 = torch.aten.chain_matmul.default([]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

func.func @slogdet_of_many_rows(%x: tensor<200x200xf32>) -> (tensor<f32>, tensor<f32>) {
  // expected-error@+2 {{unsupported operator 'aten.linalg_slogdet.default' (1 use): expected matrices of at most 128 rows, found 200}}
  // expected-note@below {{program.run_decompositions}}
  %0:2 = torch.aten.linalg_slogdet.default(%x) : (tensor<200x200xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
