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
