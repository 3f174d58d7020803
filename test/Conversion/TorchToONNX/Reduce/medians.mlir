// Medians: the lower one of two in the middle.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Any NaN is the median.
// CHECK-LABEL: func.func @median
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<6xf32>
// CHECK: %[[V15:.*]] = onnx.IsNaN(%[[V1]]) : {{.*}} -> tensor<6xi1>
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V15]]) {to = i32} : {{.*}} -> tensor<6xi32>
// CHECK: %[[V18:.*]] = onnx.ReduceMax(%[[V16]], %{{.*}}) : {{.*}} -> tensor<1xi32>
// CHECK: %[[V19:.*]] = onnx.Cast(%[[V18]]) {to = i1} : {{.*}} -> tensor<1xi1>
// CHECK: %[[V20:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V3:.*]], %[[V4:.*]] = onnx.TopK(%[[V1]], %[[V2]]) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<3xf32>, tensor<3xi64>)
// CHECK: %[[V9:.*]] = onnx.Slice(%[[V3]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V21:.*]] = onnx.Where(%[[V19]], %[[V20]], %[[V9]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V25:.*]] = onnx.Squeeze(%[[V21]], %{{.*}}) : {{.*}} -> tensor<f32>
// CHECK: return %[[V25]] : tensor<f32>
func.func @median(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.median.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @median_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]], %[[V2:.*]] = onnx.TopK(%arg0, %[[V0]]) {axis = 1 : i64, largest = 0 : i64} : {{.*}} -> (tensor<2x2xi64>, tensor<2x2xi64>)
// CHECK: %[[V3:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.NoValue
// CHECK: %[[V7:.*]] = onnx.Slice(%[[V1]], %[[V3]], %[[V4]], %[[V5]], %[[V6]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.NoValue
// CHECK: %[[V12:.*]] = onnx.Slice(%[[V2]], %[[V8]], %[[V9]], %[[V10]], %[[V11]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: return %[[V7]], %[[V12]] : tensor<2x1xi64>, tensor<2x1xi64>
func.func @median_dim(%x: tensor<2x4xi64>) -> (tensor<2x1xi64>, tensor<2x1xi64>) {
  %0:2 = torch.aten.median.dim(%x, dim=-1, keepdim=true) : (tensor<2x4xi64>) -> (tensor<2x1xi64>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xi64>, tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @median_dim_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) {end = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Div(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V4]], %[[V5]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V7:.*]], %[[V8:.*]] = onnx.TopK(%arg0, %[[V6]]) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<?x3xi32>, tensor<?x3xi64>)
// CHECK: %[[V13:.*]] = onnx.Slice(%[[V7]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x3xi32>
// CHECK: %[[V20:.*]] = onnx.Squeeze(%[[V13]], %{{.*}}) : {{.*}} -> tensor<3xi32>
// CHECK: %[[V18:.*]] = onnx.Slice(%[[V8]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x3xi64>
// CHECK: %[[V22:.*]] = onnx.Squeeze(%[[V18]], %{{.*}}) : {{.*}} -> tensor<3xi64>
// CHECK: return %[[V20]], %[[V22]] : tensor<3xi32>, tensor<3xi64>
func.func @median_dim_dynamic(%x: tensor<?x3xi32, #sym.dims<n>>) -> (tensor<3xi32>, tensor<3xi64>) {
  %0:2 = torch.aten.median.dim(%x, dim=0) : (tensor<?x3xi32, #sym.dims<n>>) -> (tensor<3xi32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xi32>, tensor<3xi64>
}

// -----

// The middle of those that are numbers; NaN is sorted behind them.
// CHECK-LABEL: func.func @nanmedian
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V1]], %[[V2]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V6:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V3]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V7:.*]], %[[V8:.*]] = onnx.TopK(%[[V6]], %[[V0]]) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<3xf64>, tensor<3xi64>)
// CHECK: %[[V9:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V10:.*]] = onnx.Not(%[[V9]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V11:.*]] = onnx.Cast(%[[V10]]) {to = i64} : {{.*}} -> tensor<3xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.ReduceSum(%[[V11]], %[[V12]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V15:.*]] = onnx.Sub(%[[V13]], %[[V14]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V17:.*]] = onnx.Div(%[[V15]], %[[V16]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V19:.*]] = onnx.Max(%[[V17]], %[[V18]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.GatherElements(%[[V8]], %[[V19]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.GatherElements(%arg0, %[[V20]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V22:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V23:.*]] = onnx.Squeeze(%[[V21]], %[[V22]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V23]] : tensor<f32>
func.func @nanmedian(%x: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.nanmedian.default(%x) : (tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @nanmedian_dim
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V1]], %[[V2]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V6:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V3]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V7:.*]], %[[V8:.*]] = onnx.TopK(%[[V6]], %[[V0]]) {axis = 1 : i64, largest = 0 : i64} : {{.*}} -> (tensor<2x3xf64>, tensor<2x3xi64>)
// CHECK: %[[V9:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V10:.*]] = onnx.Not(%[[V9]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V11:.*]] = onnx.Cast(%[[V10]]) {to = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.ReduceSum(%[[V11]], %[[V12]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V15:.*]] = onnx.Sub(%[[V13]], %[[V14]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V16:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V17:.*]] = onnx.Div(%[[V15]], %[[V16]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V19:.*]] = onnx.Max(%[[V17]], %[[V18]]) : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V20:.*]] = onnx.GatherElements(%[[V8]], %[[V19]]) {axis = 1 : i64} : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V21:.*]] = onnx.GatherElements(%arg0, %[[V20]]) {axis = 1 : i64} : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V22:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V23:.*]] = onnx.Squeeze(%[[V21]], %[[V22]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V24:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V25:.*]] = onnx.Squeeze(%[[V20]], %[[V24]]) : {{.*}} -> tensor<2xi64>
// CHECK: return %[[V23]], %[[V25]] : tensor<2xf32>, tensor<2xi64>
func.func @nanmedian_dim(%x: tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>) {
  %0:2 = torch.aten.nanmedian.dim(%x, dim=1) : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi64>
}

// -----

// CHECK-LABEL: func.func @min_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xi32>
// CHECK: %[[V2:.*]] = onnx.ArgMin(%arg0) {axis = 1 : i64} : {{.*}} -> tensor<2x1xi64>
// CHECK: return %[[V1]], %[[V2]] : tensor<2x1xi32>, tensor<2x1xi64>
func.func @min_dim(%x: tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi64>) {
  %0:2 = torch.aten.min.dim(%x, dim=-1, keepdim=true) : (tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xi32>, tensor<2x1xi64>
}

// -----

// The first NaN is the least element.
// CHECK-LABEL: func.func @min_dim_float
// CHECK: %[[V0:.*]] = onnx.ReduceMin(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Max(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V2]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Min(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = i32}
// CHECK: %[[V7:.*]] = onnx.ReduceMax(%[[V6]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i1}
// CHECK: %[[V9:.*]] = onnx.ArgMax(%[[V6]]) {axis = 1 : i64, keepdims = 0 : i64}
// CHECK: %[[V10:.*]] = onnx.ArgMin(%arg0) {axis = 1 : i64, keepdims = 0 : i64}
// CHECK: %[[V11:.*]] = onnx.Where(%[[V8]], %[[V9]], %[[V10]])
// CHECK: return %[[V4]], %[[V11]] : tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>
func.func @min_dim_float(%x: tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>) {
  %0:2 = torch.aten.min.dim(%x, dim=1) : (tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>
}
