// Largest and least elements, NaN before all others.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Runtimes pass by NaN, so it is looked for.
// CHECK-LABEL: func.func @max
// CHECK: %[[V0:.*]] = onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Min(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V2]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Max(%[[V0]], %[[V3]])
// CHECK: return %[[V4]] : tensor<f32>
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
// CHECK: %[[V0:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = f32}
// CHECK: %[[V2:.*]] = onnx.ReduceMax(%[[V1]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Greater(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.ReduceMin(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V7:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V6]])
// CHECK: return %[[V7]] : tensor<f32>
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
// CHECK: %[[V0:.*]] = onnx.ReduceMin(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Max(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V2]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Min(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Min(%arg0, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.ReduceSum(%[[V7]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Max(%[[V5]], %[[V8]])
// CHECK: return %[[V4]], %[[V9]] : tensor<f32>, tensor<f32>
func.func @aminmax_private(%x: tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>) {
  %0:2 = torch.aten._aminmax.default(%x) : (tensor<2x3xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}
