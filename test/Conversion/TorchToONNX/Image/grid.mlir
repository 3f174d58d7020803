// Samples at the points of a grid.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @affine
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 4, 5]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.AffineGrid(%arg0, %[[V0]]) {align_corners = 1 : i64}
// CHECK: return %[[V1]] : tensor<2x4x5x2xf32>
func.func @affine(%x: tensor<2x2x3xf32>) -> tensor<2x4x5x2xf32> {
  %0 = torch.aten.affine_grid_generator.default(%x, [2, 3, 4, 5], true) : (tensor<2x2x3xf32>) -> tensor<2x4x5x2xf32>
  return %0 : tensor<2x4x5x2xf32>
}

// -----

// The corners are half a point further out.
// CHECK-LABEL: func.func @affine_volume
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 1, 2, 3, 4]> : tensor<5xi64>
// CHECK: %[[V1:.*]] = onnx.AffineGrid(%arg0, %[[V0]]) : (
// CHECK: return %[[V1]] : tensor<2x2x3x4x3xf32>
func.func @affine_volume(%x: tensor<2x3x4xf32>) -> tensor<2x2x3x4x3xf32> {
  %0 = torch.aten.affine_grid_generator.default(%x, [2, 1, 2, 3, 4], false) : (tensor<2x3x4xf32>) -> tensor<2x2x3x4x3xf32>
  return %0 : tensor<2x2x3x4x3xf32>
}

// -----

// CHECK-LABEL: func.func @sampler
// CHECK: %[[V0:.*]] = onnx.GridSample(%arg0, %arg1) : (
// CHECK: return %[[V0]] : tensor<1x2x2x2xf32>
func.func @sampler(%x: tensor<1x2x3x4xf32>, %y: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %0 = torch.aten.grid_sampler.default(%x, %y, 0, 0, false) : (tensor<1x2x3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// CHECK-LABEL: func.func @sampler_2d
// CHECK-DAG: %[[LOW:.*]] = onnx.Constant dense<-8.000000e+00> : tensor<f32>
// CHECK-DAG: %[[HIGH:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f32>
// CHECK: %[[GRID:.*]] = onnx.Clip(%arg1, %[[LOW]], %[[HIGH]])
// CHECK: %[[V0:.*]] = onnx.GridSample(%arg0, %[[GRID]]) {align_corners = 1 : i64, mode = "cubic", padding_mode = "border"}
// CHECK: return %[[V0]] : tensor<1x2x2x2xf32>
func.func @sampler_2d(%x: tensor<1x2x3x4xf32>, %y: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  %0 = torch.aten.grid_sampler_2d.default(%x, %y, 2, 1, true) : (tensor<1x2x3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// The grid holds whole positions, so that nothing is rounded before the
// reflection.
// CHECK-LABEL: func.func @sampler_3d
// CHECK: %[[W:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[H:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[D:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: onnx.Concat(%[[W]], %[[H]], %[[D]])
// CHECK: onnx.Floor
// CHECK: onnx.Round
// CHECK: %[[V0:.*]] = onnx.GridSample(%arg0, %{{.*}}) {mode = "nearest"}
// CHECK: return %[[V0]] : tensor<1x2x2x2x2xf32>
func.func @sampler_3d(%x: tensor<1x2x3x4x5xf32>, %y: tensor<1x2x2x2x3xf32>) -> tensor<1x2x2x2x2xf32> {
  %0 = torch.aten.grid_sampler_3d.default(%x, %y, 1, 2, false) : (tensor<1x2x3x4x5xf32>, tensor<1x2x2x2x3xf32>) -> tensor<1x2x2x2x2xf32>
  return %0 : tensor<1x2x2x2x2xf32>
}

// -----

// Halves are rounded to even after the reflection.
// CHECK-LABEL: func.func @halves
func.func @halves(%x: tensor<1x1x2x3xf32> {onnx.value = dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]> : tensor<1x1x2x3xf32>},
                  %y: tensor<1x1x4x2xf32> {onnx.value = dense<[[[[-1.6666667, -1.0], [-1.3333334, 0.0], [1.0, 1.0], [1.6666667, -2.5]]]]> : tensor<1x1x4x2xf32>})
    -> (tensor<1x1x1x4xf32> {onnx.expected = dense<[[[[2.0, 1.0, 6.0, 6.0]]]]> : tensor<1x1x1x4xf32>}) {
  %0 = torch.aten.grid_sampler_2d.default(%x, %y, 1, 2, false) : (tensor<1x1x2x3xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

// With aligned corners both orders give the same pixel.
// CHECK-LABEL: func.func @aligned
// CHECK-NEXT: onnx.GridSample(%arg0, %arg1) {align_corners = 1 : i64, mode = "nearest", padding_mode = "reflection"}
func.func @aligned(%x: tensor<1x1x2x3xf32>, %y: tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32> {
  %0 = torch.aten.grid_sampler_2d.default(%x, %y, 1, 2, true) : (tensor<1x1x2x3xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}
