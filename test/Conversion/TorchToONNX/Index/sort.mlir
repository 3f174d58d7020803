// Sorting is TopK of all elements.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Of equal elements TopK puts the first one first: every order is stable.
// CHECK-LABEL: func.func @sort_stable
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]], %[[V2:.*]] = onnx.TopK(%arg0, %[[V0]]) {axis = 0 : i64} : {{.*}} -> (tensor<2x3xi64>, tensor<2x3xi64>)
// CHECK: return %[[V1]], %[[V2]] : tensor<2x3xi64>, tensor<2x3xi64>
func.func @sort_stable(%x: tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>) {
  %0:2 = torch.aten.sort.stable(%x, stable=true, dim=0, descending=true) : (tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>)
  return %0#0, %0#1 : tensor<2x3xi64>, tensor<2x3xi64>
}

// -----

// NaN has infinity for a key, infinity a smaller number: NaN comes behind it.
// CHECK-LABEL: func.func @sort_stable_float
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V1]], %[[V2]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V6:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V3]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V7:.*]], %[[V8:.*]] = onnx.TopK(%[[V6]], %[[V0]]) {axis = 1 : i64, largest = 0 : i64} : {{.*}} -> (tensor<?x3xf64, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
// CHECK: %[[V9:.*]] = onnx.GatherElements(%arg0, %[[V8]]) {axis = 1 : i64} : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V9]], %[[V8]] : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>
func.func @sort_stable_float(%x: tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>) {
  %0:2 = torch.aten.sort.stable(%x, stable=none, dim=-1) : (tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @argsort
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V1:.*]], %[[V2:.*]] = onnx.TopK(%arg0, %[[V0]]) {axis = 1 : i64} : {{.*}} -> (tensor<2x3xi32>, tensor<2x3xi64>)
// CHECK: return %[[V2]] : tensor<2x3xi64>
func.func @argsort(%x: tensor<2x3xi32>) -> tensor<2x3xi64> {
  %0 = torch.aten.argsort.default(%x, dim=-1, descending=true) : (tensor<2x3xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @argsort_stable
// CHECK: %[[V4:.*]] = onnx.IsNaN(%arg0) : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0x7FF0000000000000> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V1]], %[[V2]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V6:.*]] = onnx.Where(%[[V4]], %[[V5]], %[[V3]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) {end = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V7:.*]], %[[V8:.*]] = onnx.TopK(%[[V6]], %[[V0]]) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<?x3xf64, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
// CHECK: %[[V9:.*]] = onnx.GatherElements(%arg0, %[[V8]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V8]] : tensor<?x3xi64, #sym.dims<n>>
func.func @argsort_stable(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>> {
  %0 = torch.aten.argsort.stable(%x, stable=true, dim=0) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>>
  return %0 : tensor<?x3xi64, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @argsort_scalar
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: return %[[V0]] : tensor<i64>
func.func @argsort_scalar(%x: tensor<f32>) -> tensor<i64> {
  %0 = torch.aten.argsort.default(%x) : (tensor<f32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Along the first dimension. Narrow integers are sorted as int32.
// CHECK-LABEL: func.func @msort
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = i32} : {{.*}} -> tensor<3x2xi32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V2:.*]], %[[V3:.*]] = onnx.TopK(%[[V1]], %[[V0]]) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<3x2xi32>, tensor<3x2xi64>)
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V2]]) {to = i8} : {{.*}} -> tensor<3x2xi8>
// CHECK: return %[[V4]] : tensor<3x2xi8>
func.func @msort(%x: tensor<3x2xi8>) -> tensor<3x2xi8> {
  %0 = torch.aten.msort.default(%x) : (tensor<3x2xi8>) -> tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}

// -----

// Nothing is above the infinity of doubles: those that are NaN are sorted behind
// the others by a second TopK, which leaves equal ones in their order.
// CHECK-LABEL: func.func @sort_doubles
// CHECK: %[[KEYS:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %arg0) : {{.*}} -> tensor<4x3xf64>
// CHECK: %{{.*}}, %[[V0:.*]] = onnx.TopK(%[[KEYS]], %{{.*}}) {axis = 1 : i64}
// CHECK: %[[V1:.*]] = onnx.GatherElements(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.IsNaN(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32}
// CHECK: %{{.*}}, %[[V4:.*]] = onnx.TopK(%[[V3]], %{{.*}}) {axis = 1 : i64}
// CHECK: %[[V5:.*]] = onnx.GatherElements(%[[V0]], %[[V4]]) {axis = 1 : i64}
// CHECK: %[[V6:.*]] = onnx.GatherElements(%arg0, %[[V5]]) {axis = 1 : i64}
// CHECK: return %[[V6]], %[[V5]] : tensor<4x3xf64>, tensor<4x3xi64>
func.func @sort_doubles(%x: tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xi64>) {
  %0:2 = torch.aten.sort.default(%x, dim=1, descending=true) : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xi64>)
  return %0#0, %0#1 : tensor<4x3xf64>, tensor<4x3xi64>
}
