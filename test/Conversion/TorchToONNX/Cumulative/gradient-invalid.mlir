// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @spacing(%x: tensor<3x6xf32>) -> (tensor<3x6xf32>, tensor<3x6xf32>) {
  // expected-error @below {{unsupported operator 'aten.gradient.scalarrayint' (1 use): a spacing for other dimensions}}
  %0:2 = torch.aten.gradient.scalarrayint(%x, spacing=[1.0]) : (tensor<3x6xf32>) -> (tensor<3x6xf32>, tensor<3x6xf32>)
  return %0#0, %0#1 : tensor<3x6xf32>, tensor<3x6xf32>
}
