// What has no distance or cross product is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @numbers(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.pairwise_distance.default' (1 use): expected 'x1' and 'x2' to have 1 or more dimensions, found 0}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.pairwise_distance.default(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @cross(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+2 {{unsupported operator 'aten.cross.default' (1 use): expected a dimension of constant size 3, found none in tensor<2x4xf32>}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.cross.default(%x, %y) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

func.func @complex(%x: tensor<2x3xcomplex<f32>>, %y: tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>> {
  // expected-error @below {{unsupported operator 'aten.linalg_cross.default' (1 use): expected the result to have real elements, found complex<f32>}}
  %0 = torch.aten.linalg_cross.default(%x, %y) : (tensor<2x3xcomplex<f32>>, tensor<2x3xcomplex<f32>>) -> tensor<2x3xcomplex<f32>>
  return %0 : tensor<2x3xcomplex<f32>>
}
