// Reads by index.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @gather
// CHECK: %[[V0:.*]] = onnx.GatherElements(%arg0, %arg1) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<2x5xf32>
func.func @gather(%x: tensor<3x4xf32>, %y: tensor<2x5xi64>) -> tensor<2x5xf32> {
  %0 = torch.aten.gather.default(%x, -1, %y) : (tensor<3x4xf32>, tensor<2x5xi64>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func.func @index_select
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<3x2xf32>
func.func @index_select(%x: tensor<3x4xf32>, %y: tensor<2xi32>) -> tensor<3x2xf32> {
  %0 = torch.aten.index_select.default(%x, 1, %y) : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @index_select_dynamic
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<?x2xf32, #sym.dims<n>>
func.func @index_select_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>> {
  %0 = torch.aten.index_select.default(%x, -1, %y) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// Of all elements in order.
// CHECK-LABEL: func.func @take
// CHECK: %[[V0:.*]] = onnx.Constant dense<12> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Gather(%[[V1]], %arg1) : (
// CHECK: return %[[V2]] : tensor<2x2xf32>
func.func @take(%x: tensor<3x4xf32>, %y: tensor<2x2xi64>) -> tensor<2x2xf32> {
  %0 = torch.aten.take.default(%x, %y) : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// The other dimensions broadcast.
// CHECK-LABEL: func.func @take_along_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 4]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.GatherElements(%[[V1]], %arg1) {axis = 1 : i64}
// CHECK: return %[[V2]] : tensor<3x2xf32>
func.func @take_along_dim(%x: tensor<1x4xf32>, %y: tensor<3x2xi64>) -> tensor<3x2xf32> {
  %0 = torch.aten.take_along_dim.default(%x, %y, 1) : (tensor<1x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @take_along_dim_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg1) {end = 1 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Concat(%[[V0]], %[[V1]]) {axis = 0 : i64}
// CHECK: %[[V3:.*]] = onnx.Expand(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.GatherElements(%[[V3]], %arg1) {axis = 1 : i64}
// CHECK: return %[[V4]] : tensor<?x2xf32, #sym.dims<n>>
func.func @take_along_dim_dynamic(%x: tensor<1x4xf32>, %y: tensor<?x2xi64, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>> {
  %0 = torch.aten.take_along_dim.default(%x, %y, 1) : (tensor<1x4xf32>, tensor<?x2xi64, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @take_along_all
// CHECK: %[[V0:.*]] = onnx.Constant dense<12> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg1, %[[V2]]) : (
// CHECK: %[[V4:.*]] = onnx.Gather(%[[V1]], %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<4xf32>
func.func @take_along_all(%x: tensor<3x4xf32>, %y: tensor<2x2xi64>) -> tensor<4xf32> {
  %0 = torch.aten.take_along_dim.default(%x, %y) : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Compress flattens its operand, not its condition.
// CHECK-LABEL: func.func @masked_select
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%[[V1]], %[[V2]]) : (
// CHECK: %[[V4:.*]] = onnx.Compress(%arg0, %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<?xf32>
func.func @masked_select(%x: tensor<2x3xf32>, %y: tensor<3xi1>) -> tensor<?xf32> {
  %0 = torch.aten.masked_select.default(%x, %y) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @masked_select_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) : (
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%[[V1]], %[[V2]]) : (
// CHECK: %[[V4:.*]] = onnx.Compress(%arg0, %[[V3]]) : (
// CHECK: return %[[V4]] : tensor<?xf32>
func.func @masked_select_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<3xi1>) -> tensor<?xf32> {
  %0 = torch.aten.masked_select.default(%x, %y) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @one_hot
// CHECK: %[[V0:.*]] = onnx.Constant dense<5> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.OneHot(%arg0, %[[V0]], %[[V1]]) : (
// CHECK: return %[[V2]] : tensor<2x3x5xi64>
func.func @one_hot(%x: tensor<2x3xi64>) -> tensor<2x3x5xi64> {
  %0 = torch.aten.one_hot.default(%x, 5) : (tensor<2x3xi64>) -> tensor<2x3x5xi64>
  return %0 : tensor<2x3x5xi64>
}

// -----

// ONNX wants a dimension.
// CHECK-LABEL: func.func @one_hot_number
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<5> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.OneHot(%[[V2]], %[[V0]], %[[V3]]) : (
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V4]], %[[V5]])
// CHECK: return %[[V6]] : tensor<5xi64>
func.func @one_hot_number(%x: tensor<i64>) -> tensor<5xi64> {
  %0 = torch.aten.one_hot.default(%x, 5) : (tensor<i64>) -> tensor<5xi64>
  return %0 : tensor<5xi64>
}

// -----

// As many classes as the largest one tells.
// CHECK-LABEL: func.func @one_hot_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.OneHot(%arg0, %[[V3]], %[[V4]]) : (
// CHECK: return %[[V5]] : tensor<3x?xi64>
func.func @one_hot_dynamic(%x: tensor<3xi64>) -> tensor<3x?xi64> {
  %0 = torch.aten.one_hot.default(%x) : (tensor<3xi64>) -> tensor<3x?xi64>
  return %0 : tensor<3x?xi64>
}

// -----

// Compress has no bf16.
// CHECK-LABEL: func.func @masked_select_bf16
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[SOME:.*]] = onnx.Compress(%[[WIDE]], %{{.*}}) : {{.*}} -> tensor<?xf32>
// CHECK: onnx.Cast(%[[SOME]]) {to = bf16}
// CHECK: onnx.Compress
func.func @masked_select_bf16(%x: tensor<2x3xbf16>, %y: tensor<2x3xi1>) -> (tensor<?xbf16>, tensor<?xbf16>) {
  %0 = torch.aten.masked_select.default(%x, %y) : (tensor<2x3xbf16>, tensor<2x3xi1>) -> tensor<?xbf16>
  %1 = torch.aten.index.Tensor(%x, [%y]) : (tensor<2x3xbf16>, tensor<2x3xi1>) -> tensor<?xbf16>
  return %0, %1 : tensor<?xbf16>, tensor<?xbf16>
}
