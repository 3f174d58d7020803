// ctc_loss is a scan over the time steps, whose carried value has a column for
// each label and each blank.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s

!probs = tensor<?x?x5xf32, #sym.dims<t, n>>
!lengths = tensor<?xi64, #sym.dims<n>>

// CHECK-LABEL: func.func @padded
// CHECK: torch.scan(%{{.*}} : tensor<?x?xf32, #sym.dims<n, {{.*}}s{{.*}}>>) over
// CHECK-COUNT-3: torch.aten.exp.default
// CHECK: torch.yield
// CHECK: %[[L:.*]] = torch.aten.neg.default
// CHECK-NEXT: return %[[L]]
func.func @padded(%x: !probs, %y: tensor<?x?xi64, #sym.dims<n, s>>, %a: !lengths, %b: !lengths) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.ctc_loss.Tensor(%x, %y, %a, %b, 0, 0, false) : (!probs, tensor<?x?xi64, #sym.dims<n, s>>, !lengths, !lengths) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// Joined targets have as many columns as the longest one.
// CHECK-LABEL: func.func @joined
// CHECK: torch.aten.take.default
// CHECK: torch.scan(%{{.*}} : tensor<2x9xf32>) over
// CHECK: torch.aten.mean.default
func.func @joined(%x: tensor<8x2x5xf32>, %y: tensor<6xi64>) -> tensor<f32> {
  %0 = torch.aten.ctc_loss.IntList(%x, %y, [8, 7], [4, 2], 0, 1, true) : (tensor<8x2x5xf32>, tensor<6xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-LABEL: func.func @rank
// CHECK: torch.aten.ctc_loss.IntList
// CHECK-SAME: torch.not_decomposed = "expected 'log_probs' to have 2 or 3 dimensions and 'targets' 1 or 2, found 1 and 1"
func.func @rank(%x: tensor<8xf32>, %y: tensor<6xi64>) -> tensor<f32> {
  %0 = torch.aten.ctc_loss.IntList(%x, %y, [8, 7], [4, 2], 0, 1, false) : (tensor<8xf32>, tensor<6xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
