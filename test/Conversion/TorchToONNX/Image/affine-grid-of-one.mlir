// The only coordinate along an axis of size 1 is 0 where corners are aligned, of
// the operator -1: the column of theta that it is multiplied by becomes 0.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @height_of_one
// CHECK: %[[WIDTH:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[HEIGHT:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[SIZES:.*]] = onnx.Concat(%[[WIDTH]], %[[HEIGHT]]) {axis = 0 : i64}
// CHECK: %[[WIDE:.*]] = onnx.Greater(%[[SIZES]], {{.*}}) : {{.*}} -> tensor<2xi1>
// CHECK: %[[CAST:.*]] = onnx.Cast(%[[WIDE]]) {to = f32} : {{.*}} -> tensor<2xf32>
// CHECK: %[[MASK:.*]] = onnx.Concat(%[[CAST]], {{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<3xf32>
// CHECK: %[[THETA:.*]] = onnx.Mul(%arg0, %[[MASK]]) : {{.*}} -> tensor<1x2x3xf32>
// CHECK: onnx.AffineGrid(%[[THETA]], {{.*}}) {align_corners = 1 : i64}
func.func @height_of_one(%x: tensor<1x2x3xf32>) -> tensor<1x1x5x2xf32> {
  %0 = torch.aten.affine_grid_generator.default(%x, [1, 1, 1, 5], true) : (tensor<1x2x3xf32>) -> tensor<1x1x5x2xf32>
  return %0 : tensor<1x1x5x2xf32>
}

// -----

// CHECK-LABEL: func.func @corners_not_aligned
// CHECK-NOT: onnx.Mul
// CHECK: onnx.AffineGrid(%arg0, {{.*}})
func.func @corners_not_aligned(%x: tensor<1x2x3xf32>) -> tensor<1x1x5x2xf32> {
  %0 = torch.aten.affine_grid_generator.default(%x, [1, 1, 1, 5], false) : (tensor<1x2x3xf32>) -> tensor<1x1x5x2xf32>
  return %0 : tensor<1x1x5x2xf32>
}
