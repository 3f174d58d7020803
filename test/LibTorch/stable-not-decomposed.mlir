// PyTorch's stable functions do not tell which operators a composite operator calls.
//
// REQUIRES: libtorch, torch
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=%libtorch torch-onnx-opt %s --torch-decompose --convert-torch-to-onnx --verify-diagnostics

func.func @composite(%g: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+2 {{the LibTorch plug-in for this version and the Python package do}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.mish_backward.default(%g, %g) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
