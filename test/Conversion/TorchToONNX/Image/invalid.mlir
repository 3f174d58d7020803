// What cannot be resampled exactly is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @bytes(%x: tensor<1x3x4x4xui8>) -> tensor<1x3x8x8xui8> {
  // expected-error @+2 {{unsupported operator 'aten.upsample_bilinear2d.vec' (1 use): resampling of integers, which rounds in its own way}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [8, 8], false, none) : (tensor<1x3x4x4xui8>) -> tensor<1x3x8x8xui8>
  return %0 : tensor<1x3x8x8xui8>
}

// -----

func.func @grid(%x: tensor<1x2x3x4xf32>, %y: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.grid_sampler.default' (1 use): unknown mode}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.grid_sampler.default(%x, %y, 3, 0, false) : (tensor<1x2x3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}
