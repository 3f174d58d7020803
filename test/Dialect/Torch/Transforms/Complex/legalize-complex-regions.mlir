// RUN: torch-onnx-opt %s --torch-legalize-complex --split-input-file | FileCheck %s

// What a branch yields is pairs; what it reads from outside are the parts that
// are there.
// CHECK-LABEL: func.func @branch
// CHECK-SAME: %[[C:.*]]: tensor<i1>, %[[Z:.*]]: tensor<4x2xf32>) -> tensor<4x2xf32>
// CHECK: %[[R:.*]] = torch.if %[[C]] : (tensor<i1>) -> tensor<4x2xf32> then {
// CHECK: torch.yield %{{.*}} : tensor<4x2xf32>
// CHECK: } else {
// CHECK: torch.yield %[[Z]] : tensor<4x2xf32>
// CHECK: return %[[R]]
func.func @branch(%c: tensor<i1>, %z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xcomplex<f32>> then {
    %a = torch.aten.mul.Tensor(%z, %z) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    torch.yield %a : tensor<4xcomplex<f32>>
  } else {
    torch.yield %z : tensor<4xcomplex<f32>>
  }
  return %r : tensor<4xcomplex<f32>>
}

// -----

// Carried values and slices.
// CHECK-LABEL: func.func @loop
// CHECK: torch.scan(%{{.*}} : tensor<4x2xf32>) over (%{{.*}} : tensor<9x4x2xf32>) -> tensor<4x2xf32>, tensor<9x4xf32> {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<4x2xf32>, %{{.*}}: tensor<4x2xf32>):
// CHECK-NOT: complex
func.func @loop(%c: tensor<4xcomplex<f32>>, %x: tensor<9x4xcomplex<f32>>) -> (tensor<4xcomplex<f32>>, tensor<9x4xf32>) {
  %r, %ys = torch.scan(%c : tensor<4xcomplex<f32>>) over (%x : tensor<9x4xcomplex<f32>>) -> tensor<4xcomplex<f32>>, tensor<9x4xf32> {
  ^bb0(%a: tensor<4xcomplex<f32>>, %b: tensor<4xcomplex<f32>>):
    %d = torch.aten.mul.Tensor(%a, %b) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    %e = torch.aten.abs.default(%d) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    torch.yield %d, %e : tensor<4xcomplex<f32>>, tensor<4xf32>
  }
  return %r, %ys : tensor<4xcomplex<f32>>, tensor<9x4xf32>
}

// -----

// CHECK-LABEL: func.func @while
// CHECK: torch.while(%{{.*}}) : (tensor<4x2xf32>) -> tensor<4x2xf32> while {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<4x2xf32>):
// CHECK-NOT: complex
func.func @while(%z: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  %r = torch.while(%z) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> while {
  ^bb0(%a: tensor<4xcomplex<f32>>):
    %b = torch.aten.abs.default(%a) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
    %s = torch.aten.sum.default(%b) : (tensor<4xf32>) -> tensor<f32>
    %c = torch.aten.lt.Scalar(%s, 9) : (tensor<f32>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<4xcomplex<f32>>):
    %b = torch.aten.add.Tensor(%a, %a) : (tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    torch.yield %b : tensor<4xcomplex<f32>>
  }
  return %r : tensor<4xcomplex<f32>>
}
