// Differences of neighbours.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @twice
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue
// CHECK: %[[V9:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %[[V8]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V4]], %[[V9]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.NoValue
// CHECK: %[[V15:.*]] = onnx.Slice(%[[V10]], %[[V11]], %[[V12]], %[[V13]], %[[V14]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V16:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V19:.*]] = onnx.NoValue
// CHECK: %[[V20:.*]] = onnx.Slice(%[[V10]], %[[V16]], %[[V17]], %[[V18]], %[[V19]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V15]], %[[V20]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V21]] : tensor<2x3xf32>
func.func @twice(%x: tensor<2x5xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.diff.default(%x, 2) : (tensor<2x5xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Not as often as asked for, when nothing is left.
// CHECK-LABEL: func.func @exhausted
// CHECK-COUNT-2: onnx.Sub
// CHECK-NOT: onnx.Sub
func.func @exhausted(%x: tensor<2xf32>) -> tensor<0xf32> {
  %0 = torch.aten.diff.default(%x, 1000) : (tensor<2xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

// Nothing is put around what is not subtracted from.
// CHECK-LABEL: func.func @none
// CHECK-NEXT: return %arg0
func.func @none(%x: tensor<2xf32>, %y: tensor<1xf32>) -> tensor<2xf32> {
  %0 = torch.aten.diff.default(%x, 0, prepend=%y) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Booleans differ where exactly one of them is true.
// CHECK-LABEL: func.func @booleans
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue
// CHECK: %[[V9:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %[[V8]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V10:.*]] = onnx.Xor(%[[V4]], %[[V9]]) : {{.*}} -> tensor<3xi1>
// CHECK: return %[[V10]] : tensor<3xi1>
func.func @booleans(%x: tensor<4xi1>) -> tensor<3xi1> {
  %0 = torch.aten.diff.default(%x) : (tensor<4xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
