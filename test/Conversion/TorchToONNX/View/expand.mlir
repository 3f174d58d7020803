// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @rows(%x: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.expand.default(%x, [2, 3]) : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// What is known to be empty needs no operand.
// CHECK-LABEL: func.func @nothing
// CHECK: %[[EMPTY:.*]] = onnx.Constant dense<> : tensor<0x3xf32>
// CHECK: return %[[EMPTY]]
func.func @nothing(%x: tensor<1x3xf32>) -> tensor<0x3xf32> {
  %0 = torch.aten.expand.default(%x, [0, 3]) : (tensor<1x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// -----

// Not what may be.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg1) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Concat(%[[V0]], %[[V1]]) {axis = 0 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Expand(%arg0, %[[V2]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?x3xf32, #sym.dims<n>>
module attributes {sym.ranges = {n = array<i64: 0, 9223372036854775807>}} {
func.func @dynamic(%x: tensor<1x3xf32>, %y: tensor<?xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%y, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0 = torch.aten.expand.default(%x, [%n, 3]) : (tensor<1x3xf32>, i64) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}
}

// -----

// A size that may be -1 keeps the dimension, as 1 does in ONNX.
// CHECK-LABEL: func.func @keeps_or_expands
// CHECK: %[[N:.*]] = onnx.Unsqueeze(%arg1
// CHECK: %[[IS_NEGATIVE:.*]] = onnx.Less(%[[N]], %{{.*}})
// CHECK: %[[SIZE:.*]] = onnx.Where(%[[IS_NEGATIVE]], %{{.*}}, %[[N]])
// CHECK: %[[SHAPE:.*]] = onnx.Concat(%[[SIZE]], %{{.*}})
// CHECK: onnx.Expand(%arg0, %[[SHAPE]])
func.func @keeps_or_expands(%x: tensor<1x3xf32>, %n: i64 {torch.exprs = #sym.dims<u0>}) -> tensor<?x3xf32, #sym.dims<u0>> {
  %0 = torch.aten.expand.default(%x, [%n, 3]) : (tensor<1x3xf32>, i64) -> tensor<?x3xf32, #sym.dims<u0>>
  return %0 : tensor<?x3xf32, #sym.dims<u0>>
}

// -----

// Only the shape of the other tensor counts.
// CHECK-LABEL: func.func @expand_as
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 4]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: return %[[V1]] : tensor<2x3x4xf32>
func.func @expand_as(%x: tensor<3x1xf32>, %y: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.expand_as.default(%x, %y) : (tensor<3x1xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @expand_as_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg1) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<?x4xf32, #sym.dims<n>>
func.func @expand_as_dynamic(%x: tensor<1x4xf32>, %y: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.expand_as.default(%x, %y) : (tensor<1x4xf32>, tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @broadcast_to
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @broadcast_to(%x: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.broadcast_to.default(%x, size=[2, 3]) : (tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// A size of -1 stays as it is.
// CHECK-LABEL: func.func @expand_copy
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @expand_copy(%x: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.expand.default(%x, size=[2, -1]) : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @in_dim
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[ADDED:.*]] = onnx.Unsqueeze(%arg0, %[[AXES]]) : {{.*}} -> tensor<1x2x1x3xf32>
// CHECK: %[[SHAPE:.*]] = onnx.Constant dense<[4, 2, 5, 3]> : tensor<4xi64>
// CHECK: %[[RESULT:.*]] = onnx.Expand(%[[ADDED]], %[[SHAPE]])
// CHECK: return %[[RESULT]] : tensor<4x2x5x3xf32>
func.func @in_dim(%x: tensor<2x3xf32>) -> tensor<4x2x5x3xf32> {
  %0 = torch.prims.broadcast_in_dim.default(%x, [4, 2, 5, 3], [1, 3]) : (tensor<2x3xf32>) -> tensor<4x2x5x3xf32>
  return %0 : tensor<4x2x5x3xf32>
}
