// Indices of tensor_split that fall: the parts are slices that overlap.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @falling
// CHECK-NOT: onnx.Split
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[FIRST:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], {{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[SECOND:.*]] = onnx.Slice(%arg0, %[[V2]], %[[V3]], {{.*}}) : {{.*}} -> tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[THIRD:.*]] = onnx.Slice(%arg0, %[[V4]], {{.*}}) : {{.*}} -> tensor<4xf32>
// CHECK: return %[[FIRST]], %[[SECOND]], %[[THIRD]]
func.func @falling(%x: tensor<5xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<4xf32>) {
  %0:3 = torch.aten.tensor_split.indices(%x, [3, 1]) : (tensor<5xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<3xf32>, tensor<0xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @rising
// CHECK: onnx.Split(%arg0, {{.*}}) : {{.*}} -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>)
func.func @rising(%x: tensor<5xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0:3 = torch.aten.tensor_split.indices(%x, [1, 3]) : (tensor<5xf32>) -> (tensor<1xf32>, tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1, %0#2 : tensor<1xf32>, tensor<2xf32>, tensor<2xf32>
}
