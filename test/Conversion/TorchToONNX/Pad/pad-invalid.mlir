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

// -----

// What a negative pad crops has to be known.
func.func @symbolic(%x: tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x?xf32, #sym.dims<2*n>> {
  %n = torch.aten.sym_size.int(%x, dim=2) : (tensor<1x2x?xf32, #sym.dims<n>>) -> i64
  // expected-error @+1 {{unsupported operator 'aten.replication_pad1d.default' (1 use): expected 'padding' to be a list of constant integers with mode 'edge', found a list with a number that only the run knows}}
  %0 = torch.aten.replication_pad1d.default(%x, padding=[0, %n]) : (tensor<1x2x?xf32, #sym.dims<n>>, i64) -> tensor<1x2x?xf32, #sym.dims<2*n>>
  return %0 : tensor<1x2x?xf32, #sym.dims<2*n>>
}
