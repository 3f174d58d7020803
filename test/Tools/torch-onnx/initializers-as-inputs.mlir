// --keep-initializers-as-inputs lists what a state dictionary has, after the
// inputs of the user, and folds none of it. Other constants are no inputs.
//
// RUN: torch-onnx %s -o %t.onnx --keep-initializers-as-inputs
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefixes=CHECK,KEEP
// RUN: torch-onnx %s -o %t.onnx
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefixes=CHECK,FOLD
// REQUIRES: onnx

// CHECK: input x: float[2]
// KEEP-NEXT: input a: float[2]
// KEEP-NEXT: input b: float[2]
// CHECK-NEXT: output
// KEEP: initializer a: float[2] = [1.0, 2.0]
// KEEP: initializer b: float[2] = [3.0, 4.0]
// KEEP: Mul(a, b)
// FOLD: initializer {{.*}}: float[2] = [3.0, 8.0]
// FOLD-NOT: (a, b)
func.func @main(%x: tensor<2xf32> {onnx.name = "x"}) -> tensor<2xf32> {
  %a = torch.constant "a" dense<[1.0, 2.0]> : tensor<2xf32> : tensor<2xf32>
  %b = torch.constant "b" dense<[3.0, 4.0]> : tensor<2xf32> : tensor<2xf32>
  %t = torch.constant "t" dense<3.0> : tensor<2xf32> {transient} : tensor<2xf32>
  %product = torch.aten.mul.Tensor(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %0 = torch.aten.mul.Tensor(%x, %product) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = torch.aten.mul.Tensor(%0, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
