// What is no convolution of real numbers is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<1x1x5x5xi1>, %y: tensor<1x1x3x3xi1>) -> tensor<1x1x3x3xi1> {
  // expected-error @+2 {{unsupported operator 'aten.conv2d.default' (1 use): expected 'input' to have integer or floating-point elements, found i1}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.conv2d.default(%x, %y) : (tensor<1x1x5x5xi1>, tensor<1x1x3x3xi1>) -> tensor<1x1x3x3xi1>
  return %0 : tensor<1x1x3x3xi1>
}

// -----

func.func @kernel(%x: tensor<1x1x5x5xi64>, %y: tensor<1x1x?x3xi64, #sym.dims<k>>) -> tensor<1x1x?x3xi64, #sym.dims<6 - k>> {
  // expected-error @+2 {{unsupported operator 'aten.conv2d.default' (1 use): expected a constant size of dimension 2, found k}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.conv2d.default(%x, %y) : (tensor<1x1x5x5xi64>, tensor<1x1x?x3xi64, #sym.dims<k>>) -> tensor<1x1x?x3xi64, #sym.dims<6 - k>>
  return %0 : tensor<1x1x?x3xi64, #sym.dims<6 - k>>
}

// -----

func.func @complex(%x: tensor<1x1x5x5xcomplex<f32>>, %y: tensor<1x1x3x3xcomplex<f32>>) -> tensor<1x1x3x3xcomplex<f32>> {
  // expected-error @+2 {{unsupported operator 'aten.conv2d.default' (1 use): expected 'input' to have integer or floating-point elements, found complex<f32>}}
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
