// Sums of many terms are computed in steps, one axis after the other; a long
// axis is split.
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=21" %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=21 target=onnx" %s | FileCheck %s --check-prefix=ONNX

// CHECK-LABEL: func.func @planes
// CHECK: %[[ROWS:.*]] = onnx.ReduceMean(%arg0, {{.*}}) : (tensor<?x2x1024x1024xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x2x1024x1xf32, #sym.dims<n>>
// CHECK: onnx.ReduceMean(%[[ROWS]], {{.*}}) {keepdims = 0 : i64} : (tensor<?x2x1024x1xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
// ONNX-LABEL: func.func @planes
// ONNX-COUNT-1: onnx.ReduceMean
// ONNX-NOT: onnx.ReduceMean
func.func @planes(%x: tensor<?x2x1024x1024xf32, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>> {
  %axes = onnx.Constant dense<[2, 3]> : tensor<2xi64>
  %0 = onnx.ReduceMean(%x, %axes) {keepdims = 0 : i64} : (tensor<?x2x1024x1024xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// A row in parts of at most 4096 elements, columns in parts of at most 128.

// CHECK-LABEL: func.func @row
// CHECK: %[[M:.*]] = onnx.Reshape(%arg0, {{.*}} -> tensor<?x750x4000xf32, #sym.dims<n>>
// CHECK: %[[PART:.*]] = onnx.ReduceSum(%[[M]], {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<?x750xf32, #sym.dims<n>>
// CHECK: onnx.ReduceSum(%[[PART]], {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
func.func @row(%x: tensor<?x3000000xf32, #sym.dims<n>>) -> tensor<?x1xf32, #sym.dims<n>> {
  %axes = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.ReduceSum(%x, %axes) {keepdims = 1 : i64} : (tensor<?x3000000xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x1xf32, #sym.dims<n>>
  return %0 : tensor<?x1xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @column
// CHECK: %[[M:.*]] = onnx.Reshape(%arg0, {{.*}} -> tensor<128x128x3xf32>
// CHECK: %[[PART:.*]] = onnx.ReduceSum(%[[M]], {{.*}} -> tensor<128x3xf32>
// CHECK: onnx.ReduceSum(%[[PART]], {{.*}} -> tensor<3xf32>
func.func @column(%x: tensor<16384x3xf32>) -> tensor<3xf32> {
  %axes = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.ReduceSum(%x, %axes) {keepdims = 0 : i64} : (tensor<16384x3xf32>, tensor<1xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @instances
// CHECK-NOT: onnx.InstanceNormalization
// CHECK-COUNT-2: onnx.ReduceMean
// CHECK: onnx.Sub
// CHECK: onnx.Mul
// CHECK-COUNT-2: onnx.ReduceMean
// CHECK: onnx.Sqrt
// CHECK: onnx.Div
// CHECK-NOT: onnx.Mul
// CHECK: %[[Y:.*]] = onnx.Add
// CHECK: return %[[Y]]
func.func @instances(%x: tensor<?x2x1024x1024xf32, #sym.dims<n>>, %b: tensor<2xf32>) -> tensor<?x2x1024x1024xf32, #sym.dims<n>> {
  %one = onnx.Constant dense<1.0> : tensor<2xf32>
  %0 = onnx.InstanceNormalization(%x, %one, %b) : (tensor<?x2x1024x1024xf32, #sym.dims<n>>, tensor<2xf32>, tensor<2xf32>) -> tensor<?x2x1024x1024xf32, #sym.dims<n>>
  return %0 : tensor<?x2x1024x1024xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @layer
// CHECK-NOT: onnx.LayerNormalization
// CHECK: onnx.ReduceMean
func.func @layer(%x: tensor<2x1024x1024xf32>, %w: tensor<1024x1024xf32>) -> tensor<2x1024x1024xf32> {
  %none = onnx.NoValue() : () -> none
  %0:3 = onnx.LayerNormalization(%x, %w, %none) {axis = 1 : i64} : (tensor<2x1024x1024xf32>, tensor<1024x1024xf32>, none) -> (tensor<2x1024x1024xf32>, none, none)
  return %0#0 : tensor<2x1024x1024xf32>
}

// Few terms, doubles, dynamic sizes, a prime number of terms, axes that the run
// computes, no reduction at all.

// CHECK-LABEL: func.func @stays
// CHECK: onnx.InstanceNormalization
// CHECK: onnx.LayerNormalization
// CHECK-COUNT-5: onnx.ReduceSum(%arg
// CHECK: return
func.func @stays(%x: tensor<1x2x256x256xf32>, %w: tensor<256xf32>, %d: tensor<1000000xf64>, %n: tensor<?x4xf32>, %p: tensor<300007xf32>, %a: tensor<1xi64>)
    -> (tensor<1x2x256x256xf32>, tensor<1x2x256x256xf32>, tensor<f64>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<300007xf32>) {
  %none = onnx.NoValue() : () -> none
  %ones = onnx.Constant dense<1.0> : tensor<2xf32>
  %i0 = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.InstanceNormalization(%x, %ones, %ones) : (tensor<1x2x256x256xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x256x256xf32>
  %1:3 = onnx.LayerNormalization(%x, %w, %none) : (tensor<1x2x256x256xf32>, tensor<256xf32>, none) -> (tensor<1x2x256x256xf32>, none, none)
  %2 = onnx.ReduceSum(%d, %i0) {keepdims = 0 : i64} : (tensor<1000000xf64>, tensor<1xi64>) -> tensor<f64>
  %3 = onnx.ReduceSum(%n, %i0) {keepdims = 0 : i64} : (tensor<?x4xf32>, tensor<1xi64>) -> tensor<4xf32>
  %4 = onnx.ReduceSum(%p, %i0) {keepdims = 0 : i64} : (tensor<300007xf32>, tensor<1xi64>) -> tensor<f32>
  %5 = onnx.ReduceSum(%p, %a) {keepdims = 0 : i64} : (tensor<300007xf32>, tensor<1xi64>) -> tensor<f32>
  %6 = onnx.ReduceSum(%p, %none) {noop_with_empty_axes = 1 : i64} : (tensor<300007xf32>, none) -> tensor<300007xf32>
  return %0, %1#0, %2, %3, %4, %5, %6 : tensor<1x2x256x256xf32>, tensor<1x2x256x256xf32>, tensor<f64>, tensor<4xf32>, tensor<f32>, tensor<f32>, tensor<300007xf32>
}
