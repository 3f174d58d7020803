// Parameters and buffers become inputs behind those of the user; constants of the
// program do not.
//
// RUN: torch-onnx-opt %s --split-input-file --torch-lift-weights | FileCheck %s
// RUN: torch-onnx-opt %s --split-input-file --torch-lift-weights=keep-values=true | FileCheck %s --check-prefix=KEEP

// KEEP-LABEL: func.func @main(
// KEEP-SAME: %{{.*}}: tensor<2xf32> {onnx.name = "x"}, %{{.*}}: tensor<2xf32> {onnx.default = dense<1.000000e+00> : tensor<2xf32>, onnx.name = "a"}, %{{.*}}: tensor<2xf32> {onnx.default = dense<1.000000e+00> : tensor<2xf32>, onnx.name = "b"})
// KEEP-NEXT: torch.constant "t"
// KEEP-NOT: torch.constant "a"

// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:.*]]: tensor<2xf32> {onnx.name = "x"}, %[[A:.*]]: tensor<2xf32> {onnx.name = "a"}, %[[B:.*]]: tensor<2xf32> {onnx.name = "b"})
// CHECK-NEXT: %[[T:.*]] = torch.constant "t" dense<3.0{{.*}}> : tensor<2xf32> {transient} : tensor<2xf32>
// CHECK-NEXT: %[[U:.*]] = torch.constant dense<4.0{{.*}}> : tensor<2xf32> : tensor<2xf32>
// CHECK-NEXT: torch.constant "unused"
// CHECK-NEXT: %[[M:.*]] = torch.aten.mul.Tensor(%[[X]], %[[A]])
// CHECK-NEXT: %[[N:.*]] = torch.aten.mul.Tensor(%[[M]], %[[B]])
// CHECK-NEXT: %[[O:.*]] = torch.aten.mul.Tensor(%[[N]], %[[T]])
// CHECK-NEXT: torch.aten.mul.Tensor(%[[O]], %[[U]])
func.func @main(%x: tensor<2xf32> {onnx.name = "x"}) -> tensor<2xf32> {
  %a = torch.constant "a" dense<1.0> : tensor<2xf32> : tensor<2xf32>
  // Tied with "a": an input of its own.
  %b = torch.constant "b" dense<1.0> : tensor<2xf32> : tensor<2xf32>
  %t = torch.constant "t" dense<3.0> : tensor<2xf32> {transient} : tensor<2xf32>
  %u = torch.constant dense<4.0> : tensor<2xf32> : tensor<2xf32>
  // Nobody reads it: no input.
  %unused = torch.constant "unused" dense<5.0> : tensor<2xf32> : tensor<2xf32>
  %0 = torch.aten.mul.Tensor(%x, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %1 = torch.aten.mul.Tensor(%0, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %2 = torch.aten.mul.Tensor(%1, %t) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %3 = torch.aten.mul.Tensor(%2, %u) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %3 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @nothing_to_lift(%arg0: tensor<2xf32>) -> tensor<2xf32>
// CHECK-NEXT: return
func.func @nothing_to_lift(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}
