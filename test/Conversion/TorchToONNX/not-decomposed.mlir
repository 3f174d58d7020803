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
func.func @rule(%x: tensor<3x?xf32>, %w: tensor<?xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  // expected-error @+2 {{unsupported operator 'aten.cov.default' (2 uses): no lowering to ONNX; its rule expects 'fweights' and 'aweights' to be None, found weights}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.cov.default(%x, fweights=%w) : (tensor<3x?xf32>, tensor<?xf32>) -> tensor<3x3xf32>
  %1 = torch.aten.cov.default(%x, aweights=%w) : (tensor<3x?xf32>, tensor<?xf32>) -> tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// -----

func.func @missing_plug_in(%g: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.mish_backward.default' (1 use): no lowering to ONNX; LibTorch, which may express it by other operators, cannot be loaded: }}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.mish_backward.default(%g, %g) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
