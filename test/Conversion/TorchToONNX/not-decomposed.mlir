// The message about an operator without a lowering says why it was not
// expressed by others, too.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --split-input-file --torch-decompose --convert-torch-to-onnx --verify-diagnostics

func.func @no_decomposition(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.to_mkldnn.default' (1 use): no lowering to ONNX}}
  %0 = torch.aten.to_mkldnn.default(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// One message for one reason.
func.func @rule(%h: tensor<2x4xf32>, %w: tensor<16x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  // expected-error @+2 {{unsupported operator 'aten.lstm_cell.default' (2 uses): no lowering to ONNX; its rule expects 'hx' to have 2 tensors, found 1}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0:2 = torch.aten.lstm_cell.default(%h, [%h], %w, %w) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %1:2 = torch.aten.lstm_cell.default(%h, [%h], %w, %w) : (tensor<2x4xf32>, tensor<2x4xf32>, tensor<16x4xf32>, tensor<16x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  return %0#0, %1#0 : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

func.func @missing_plug_in(%g: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.mish_backward.default' (1 use): no lowering to ONNX; LibTorch, which may express it by other operators, cannot be loaded: }}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.mish_backward.default(%g, %g) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
