// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @groups(%x: tensor<2x4x6xf32>) -> tensor<2x4x6xf32> {
  // expected-error@+2 {{unsupported operator 'aten.group_norm.default' (1 use): expected 'num_groups' to divide the number of channels, 4, found 3}}
  // expected-note@+1 {{run_decompositions}}
  %0 = torch.aten.group_norm.default(%x, 3) : (tensor<2x4x6xf32>) -> tensor<2x4x6xf32>
  return %0 : tensor<2x4x6xf32>
}
