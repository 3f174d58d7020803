// Pads that cannot be expressed are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

// Not a mode of PyTorch.
func.func @mode(%x: tensor<2x3xf32>) -> tensor<2x5xf32> {
  // expected-error @+2 {{unsupported operator 'aten.pad.default' (1 use): expected 'mode' to be 'constant', 'reflect', 'replicate' or 'circular', found 'mirror'}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.pad.default(%x, [1, 1], "mirror") : (tensor<2x3xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

func.func @mode_number(%x: tensor<2x3xf32>) -> tensor<2x5xf32> {
  // expected-error @+2 {{unsupported operator 'aten._pad_enum.default' (1 use): expected 'mode' to be from 0 to 3, found 7}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten._pad_enum.default(%x, pad=[1, 1], mode=7) : (tensor<2x3xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
