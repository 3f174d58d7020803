// Pools without results and without elements are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @adaptive(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x0x2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.adaptive_max_pool2d.default' (1 use): expected a result with elements, found tensor<1x2x0x2xf32>}}
  %0:2 = torch.aten.adaptive_max_pool2d.default(%x, output_size=[0, 2]) : (tensor<1x2x4x4xf32>) -> (tensor<1x2x0x2xf32>, tensor<1x2x0x2xi64>)
  return %0#0 : tensor<1x2x0x2xf32>
}

// -----

func.func @fractional(%x: tensor<1x2x4x4xf32>, %r: tensor<1x2x2xf32>) -> tensor<1x2x0x2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.fractional_max_pool2d.default' (1 use): expected 'output_size' to be positive, found [0, 2]}}
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, kernel_size=[2, 2], output_size=[0, 2], random_samples=%r) : (tensor<1x2x4x4xf32>, tensor<1x2x2xf32>) -> (tensor<1x2x0x2xf32>, tensor<1x2x0x2xi64>)
  return %0#0 : tensor<1x2x0x2xf32>
}

// -----

func.func @adaptive_of_nothing(%x: tensor<1x2x0x4x4xf32>) -> tensor<1x2x2x2x2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.adaptive_max_pool3d.default' (1 use): expected planes with elements, found tensor<1x2x0x4x4xf32>}}
  %0:2 = torch.aten.adaptive_max_pool3d.default(%x, output_size=[2, 2, 2]) : (tensor<1x2x0x4x4xf32>) -> (tensor<1x2x2x2x2xf32>, tensor<1x2x2x2x2xi64>)
  return %0#0 : tensor<1x2x2x2x2xf32>
}
