// What is no convolution of floats is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @integers(%x: tensor<1x1x5x5xi64>, %y: tensor<1x1x3x3xi64>) -> tensor<1x1x3x3xi64> {
  // expected-error @+2 {{unsupported operator 'aten.conv2d.default' (1 use): expected 'input' to have floating-point elements, found i64}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.conv2d.default(%x, %y) : (tensor<1x1x5x5xi64>, tensor<1x1x3x3xi64>) -> tensor<1x1x3x3xi64>
  return %0 : tensor<1x1x3x3xi64>
}

// -----

func.func @complex(%x: tensor<1x1x5x5xcomplex<f32>>, %y: tensor<1x1x3x3xcomplex<f32>>) -> tensor<1x1x3x3xcomplex<f32>> {
  // expected-error @+2 {{unsupported operator 'aten.conv2d.default' (1 use): expected 'input' to have floating-point elements, found complex<f32>}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.conv2d.default(%x, %y) : (tensor<1x1x5x5xcomplex<f32>>, tensor<1x1x3x3xcomplex<f32>>) -> tensor<1x1x3x3xcomplex<f32>>
  return %0 : tensor<1x1x3x3xcomplex<f32>>
}

// -----

func.func @mode(%x: tensor<1x1x5x5xf32>, %y: tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32> {
  // expected-error @below {{unsupported operator 'aten.conv2d.padding' (1 use): it does not fit its operands: expected 'padding' to be 'valid', 'same' or a list of integers, found 'reflect'}}
  %0 = torch.aten.conv2d.padding(%x, %y, padding="reflect") : (tensor<1x1x5x5xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
  return %0 : tensor<1x1x3x3xf32>
}
