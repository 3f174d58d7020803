// All, any and counts of booleans.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @all_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xi1>
// CHECK: return %[[V1]] : tensor<2x1xi1>
func.func @all_dim(%x: tensor<2x3xi1>) -> tensor<2x1xi1> {
  %0 = torch.aten.all.dim(%x, dim=-1, keepdim=true) : (tensor<2x3xi1>) -> tensor<2x1xi1>
  return %0 : tensor<2x1xi1>
}

// -----

// Every number but 0 is true.
// CHECK-LABEL: func.func @all_dims
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3x4xi1>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMin(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xi1>
// CHECK: return %[[V2]] : tensor<3xi1>
func.func @all_dims(%x: tensor<2x3x4xf32>) -> tensor<3xi1> {
  %0 = torch.aten.all.dims(%x, dim=[0, -1]) : (tensor<2x3x4xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// No dimension is reduced.
// CHECK-LABEL: func.func @all_no_dims
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3xi1>
// CHECK: return %[[V0]] : tensor<2x3xi1>
func.func @all_no_dims(%x: tensor<2x3xf32>) -> tensor<2x3xi1> {
  %0 = torch.aten.all.dims(%x, dim=[]) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// Bytes stay bytes.
// CHECK-LABEL: func.func @all_bytes
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMin(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<?xi1, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = ui8} : {{.*}} -> tensor<?xui8, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?xui8, #sym.dims<n>>
func.func @all_bytes(%x: tensor<?x3xui8, #sym.dims<n>>) -> tensor<?xui8, #sym.dims<n>> {
  %0 = torch.aten.all.dim(%x, dim=1) : (tensor<?x3xui8, #sym.dims<n>>) -> tensor<?xui8, #sym.dims<n>>
  return %0 : tensor<?xui8, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @any
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMax(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i1>
// CHECK: return %[[V2]] : tensor<i1>
func.func @any(%x: tensor<2x3xf32>) -> tensor<i1> {
  %0 = torch.aten.any.default(%x) : (tensor<2x3xf32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @any_dims
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3xi1>
// CHECK: return %[[V1]] : tensor<1x3xi1>
func.func @any_dims(%x: tensor<2x3xi1>) -> tensor<1x3xi1> {
  %0 = torch.aten.any.dims(%x, dim=[-2], keepdim=true) : (tensor<2x3xi1>) -> tensor<1x3xi1>
  return %0 : tensor<1x3xi1>
}

// -----

// CHECK-LABEL: func.func @any_none
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i1>
// CHECK: return %[[V1]] : tensor<i1>
func.func @any_none(%x: tensor<?x3xi1, #sym.dims<n>>) -> tensor<i1> {
  %0 = torch.aten.any.dims(%x, none) : (tensor<?x3xi1, #sym.dims<n>>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @is_any_true
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i1>
// CHECK: return %[[V1]] : tensor<i1>
func.func @is_any_true(%x: tensor<2x3xi1>) -> tensor<i1> {
  %0 = torch.aten._is_any_true.default(%x) : (tensor<2x3xi1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @count_nonzero_dim
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: return %[[V3]] : tensor<2xi64>
func.func @count_nonzero_dim(%x: tensor<2x3xf32>) -> tensor<2xi64> {
  %0 = torch.aten.count_nonzero.dim_IntList(%x, dim=[-1]) : (tensor<2x3xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
