// Largest and least elements, NaN before all others.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Runtimes pass by NaN, so it is looked for.
// CHECK-LABEL: func.func @max
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32} : {{.*}} -> tensor<2x3xi32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%[[V3]], %[[V4]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i32>
// CHECK: %[[V7:.*]] = onnx.Greater(%[[V5]], %[[V6]]) : {{.*}} -> tensor<i1>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Where(%[[V7]], %[[V8]], %[[V1]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V9]] : tensor<f32>
func.func @max(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.max.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @max_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V1]] : tensor<i64>
func.func @max_integers(%x: tensor<2x3xi64>) -> tensor<i64> {
  %0 = torch.aten.max.default(%x) : (tensor<2x3xi64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @min
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32} : {{.*}} -> tensor<?x3xi32, #sym.dims<n>>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%[[V3]], %[[V4]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i32>
// CHECK: %[[V7:.*]] = onnx.Greater(%[[V5]], %[[V6]]) : {{.*}} -> tensor<i1>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Where(%[[V7]], %[[V8]], %[[V1]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V9]] : tensor<f32>
func.func @min(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32> {
  %0 = torch.aten.min.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @aminmax
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xi32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMax(%arg0, %[[V2]]) : {{.*}} -> tensor<2x1xi32>
// CHECK: return %[[V1]], %[[V3]] : tensor<2x1xi32>, tensor<2x1xi32>
func.func @aminmax(%x: tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>) {
  %0:2 = torch.aten.aminmax.default(%x, dim=-1, keepdim=true) : (tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi32>)
  return %0#0, %0#1 : tensor<2x1xi32>, tensor<2x1xi32>
}

// -----

// CHECK-LABEL: func.func @aminmax_all
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMax(%arg0, %[[V2]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: return %[[V1]], %[[V3]] : tensor<i32>, tensor<i32>
func.func @aminmax_all(%x: tensor<2x3xi32>) -> (tensor<i32>, tensor<i32>) {
  %0:2 = torch.aten.aminmax.default(%x) : (tensor<2x3xi32>) -> (tensor<i32>, tensor<i32>)
  return %0#0, %0#1 : tensor<i32>, tensor<i32>
}

// -----

// CHECK-LABEL: func.func @aminmax_private
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32} : {{.*}} -> tensor<2x3xi32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%[[V3]], %[[V4]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i32>
// CHECK: %[[V7:.*]] = onnx.Greater(%[[V5]], %[[V6]]) : {{.*}} -> tensor<i1>
// CHECK: %[[V8:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Where(%[[V7]], %[[V8]], %[[V1]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V12:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V13:.*]] = onnx.Cast(%[[V12]]) {to = i32} : {{.*}} -> tensor<2x3xi32>
// CHECK: %[[V14:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V15:.*]] = onnx.ReduceMax(%[[V13]], %[[V14]]) {keepdims = 0 : i64} : {{.*}} -> tensor<i32>
// CHECK: %[[V16:.*]] = onnx.Constant dense<0> : tensor<i32>
// CHECK: %[[V17:.*]] = onnx.Greater(%[[V15]], %[[V16]]) : {{.*}} -> tensor<i1>
// CHECK: %[[V18:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V11:.*]] = onnx.ReduceMax(%arg0, %[[V10]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V19:.*]] = onnx.Where(%[[V17]], %[[V18]], %[[V11]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V9]], %[[V19]] : tensor<f32>, tensor<f32>
func.func @aminmax_private(%x: tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = torch.aten._aminmax.default(%x) : (tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
