// Elements by their position in memory.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @copy
// CHECK: %[[V0:.*]] = onnx.Reshape(%arg0, %{{.*}})
// CHECK: %[[T:.*]] = onnx.Constant dense<[1, 5, 9, 2, 6, 10]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%[[T]], %{{.*}})
// CHECK: %[[V2:.*]] = onnx.Gather(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @copy(%x: tensor<3x4xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.as_strided.default(%x, [2, 3], [1, 4], 1) : (tensor<3x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @scatter
// CHECK: %[[V0:.*]] = onnx.Constant dense<8> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg1, %[[V2]]) : (
// CHECK: %[[V4:.*]] = onnx.Concat(%[[V1]], %[[V3]]) {axis = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<[0, 8, 2, 9, 4, 10, 6, 11]> : tensor<8xi64>
// CHECK: %[[V6:.*]] = onnx.Gather(%[[V4]], %[[V5]]) : (
// CHECK: %[[V7:.*]] = onnx.Constant dense<[2, 4]> : tensor<2xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]]) : (
// CHECK: return %[[V8]] : tensor<2x4xf32>
func.func @scatter(%x: tensor<2x4xf32>, %y: tensor<2x2xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten.as_strided_scatter.default(%x, %y, [2, 2], [4, 2], 1) : (tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Without elements any strides will do.
// CHECK-LABEL: func.func @as_strided_empty
// CHECK: onnx.Gather
// CHECK: return {{.*}} : tensor<4x0xf32>
func.func @as_strided_empty(%x: tensor<10xf32>) -> tensor<4x0xf32> {
  %0 = torch.aten.as_strided.default(%x, size=[4, 0], stride=[9223372036854775807, 2], storage_offset=9223372036854775807) : (tensor<10xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}
