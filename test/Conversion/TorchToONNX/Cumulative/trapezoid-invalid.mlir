// What has no integral is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @empty(%x: tensor<3x0xf32>) -> tensor<3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.trapezoid.dx' (1 use): expected 'y' to have elements along 'dim', found none}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.trapezoid.dx(%x) : (tensor<3x0xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @number(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @below {{unsupported operator 'aten.trapezoid.dx' (1 use): it does not fit its operands: expected 'y' to have 1 or more dimensions, found 0}}
  %0 = torch.aten.trapezoid.dx(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @positions(%x: tensor<3xf32>, %y: tensor<2x3xf32>) -> tensor<2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.trapezoid.x' (1 use): expected 'x' to have 1 to 1 dimensions, 'dim' among them, found 2}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.trapezoid.x(%x, %y) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @booleans(%x: tensor<3xf32>, %y: tensor<3xi1>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.trapezoid.x' (1 use): expected 'x' to have integer or floating-point elements, found i1}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.trapezoid.x(%x, %y) : (tensor<3xf32>, tensor<3xi1>) -> tensor<f32>
  return %0 : tensor<f32>
}
