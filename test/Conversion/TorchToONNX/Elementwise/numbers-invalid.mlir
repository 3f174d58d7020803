// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<3xi1>) -> tensor<3xi1> {
  // expected-error @below {{unsupported operator 'aten.gcd.default' (1 use): expected the result to have integer elements, found i1}}
  %0 = torch.aten.gcd.default(%x, %x) : (tensor<3xi1>, tensor<3xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

func.func @integers(%x: tensor<3xi32>) -> tensor<3xi32> {
  // expected-error @below {{unsupported operator 'aten.nextafter.default' (1 use): expected the result to have elements of type f16, bf16, f32 or f64, found i32}}
  %0 = torch.aten.nextafter.default(%x, %x) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}
