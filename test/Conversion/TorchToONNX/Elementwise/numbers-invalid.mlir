// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.gcd.default' (1 use): numbers that are not integers}}
  %0 = torch.aten.gcd.default(%x, %x) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @double(%x: tensor<3xf64>) -> tensor<3xf64> {
  // expected-error @below {{unsupported operator 'aten.nextafter.default' (1 use): other than single precision}}
  %0 = torch.aten.nextafter.default(%x, %x) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
