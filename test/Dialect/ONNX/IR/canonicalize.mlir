// RUN: torch-onnx-opt %s --canonicalize --split-input-file | FileCheck %s

// What `fold` and the canonicalization patterns of the operations do, and where
// they must not.

// CHECK-LABEL: @identities
// CHECK-NEXT: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0
func.func @identities(%x: tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) {
  %none = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1.0> : tensor<3xf32>
  %zero = onnx.Constant dense<-0.0> : tensor<f32>
  %pads = onnx.Constant dense<0> : tensor<4xi64>
  %0 = onnx.Identity(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %1 = onnx.Mul(%x, %one) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>) -> tensor<?x3xf32, #sym.dims<n>>
  %2 = onnx.Add(%zero, %x) : (tensor<f32>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %3 = onnx.Pad(%x, %pads, %none, %none) : (tensor<?x3xf32, #sym.dims<n>>, tensor<4xi64>, none, none) -> tensor<?x3xf32, #sym.dims<n>>
  %4 = onnx.Concat(%x) {axis = 0 : i64} : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %5 = onnx.Cast(%x) {to = f32} : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0, %1, %2, %3, %4, %5 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>
}

// -----

// 0.0 makes 0.0 of -0.0, and a size that is not known may be broadcast.
// CHECK-LABEL: @none
// CHECK: onnx.Add
// CHECK: onnx.Mul
// CHECK: onnx.Sub
func.func @none(%x: tensor<3xf32>, %y: tensor<?xf32>) -> (tensor<3xf32>, tensor<?xf32>, tensor<3xf32>) {
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %minus = onnx.Constant dense<0.0> : tensor<3xf32>
  %one = onnx.Constant dense<1.0> : tensor<4xf32>
  %0 = onnx.Add(%x, %zero) : (tensor<3xf32>, tensor<f32>) -> tensor<3xf32>
  %1 = onnx.Mul(%y, %one) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %2 = onnx.Sub(%minus, %x) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<3xf32>, tensor<?xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @transposes
// CHECK-NEXT: %[[T:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 2, 0, 1>} : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
// CHECK-NEXT: return %[[T]], %arg0
func.func @transposes(%x: tensor<2x3x4xf32>) -> (tensor<4x2x3xf32>, tensor<2x3x4xf32>) {
  %0 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  %1 = onnx.Transpose(%0) {perm = array<i64: 1, 2, 0>} : (tensor<3x4x2xf32>) -> tensor<4x2x3xf32>
  %2 = onnx.Transpose(%1) {perm = array<i64: 1, 2, 0>} : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  return %1, %2 : tensor<4x2x3xf32>, tensor<2x3x4xf32>
}

// -----

// A shape that copies no dimension stands for itself.
// CHECK-LABEL: @reshapes
// CHECK: onnx.Reshape(%arg0, %{{.*}}) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<4*n>>
// CHECK: onnx.Flatten
// CHECK: onnx.Reshape
// CHECK: return %{{.*}}, %{{.*}}, %arg1
func.func @reshapes(%x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<?xf32>, %z: tensor<2x?x4xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<4*n>>, tensor<2x?xf32>, tensor<?xf32>) {
  %all = onnx.Constant dense<-1> : tensor<1xi64>
  %copy = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %axis = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Unsqueeze(%x, %axis) : (tensor<?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<1x?x4xf32, #sym.dims<n>>
  %1 = onnx.Reshape(%0, %all) : (tensor<1x?x4xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?xf32, #sym.dims<4*n>>
  %2 = onnx.Flatten(%z) : (tensor<2x?x4xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<4*n>>
  %3 = onnx.Reshape(%2, %copy) : (tensor<2x?xf32, #sym.dims<4*n>>, tensor<2xi64>) -> tensor<2x?xf32>
  %4 = onnx.Unsqueeze(%y, %axis) : (tensor<?xf32>, tensor<1xi64>) -> tensor<1x?xf32>
  %5 = onnx.Squeeze(%4, %axis) : (tensor<1x?xf32>, tensor<1xi64>) -> tensor<?xf32>
  return %1, %3, %5 : tensor<?xf32, #sym.dims<4*n>>, tensor<2x?xf32>, tensor<?xf32>
}

// -----

// CHECK-LABEL: @chains
// CHECK: %[[R:.*]] = onnx.Relu(%arg0)
// CHECK: %[[W:.*]] = onnx.Where(%arg1, %arg2, %arg0)
// CHECK: return %[[R]], %arg0, %[[W]]
func.func @chains(%x: tensor<3xf32>, %c: tensor<3xi1>, %y: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0 = onnx.Relu(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %1 = onnx.Relu(%0) : (tensor<3xf32>) -> tensor<3xf32>
  %2 = onnx.Neg(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %3 = onnx.Neg(%2) : (tensor<3xf32>) -> tensor<3xf32>
  %4 = onnx.Not(%c) : (tensor<3xi1>) -> tensor<3xi1>
  %5 = onnx.Where(%4, %x, %y) : (tensor<3xi1>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %1, %3, %5 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// f16 to f32 loses nothing; f32 to f16 does, and what follows sees it.
// CHECK-LABEL: @casts
// CHECK: %[[A:.*]] = onnx.Cast(%arg1) {to = f16}
// CHECK: %[[B:.*]] = onnx.Cast(%[[A]]) {to = f32}
// CHECK: return %arg0, %[[B]]
func.func @casts(%x: tensor<3xf16>, %y: tensor<3xf32>) -> (tensor<3xf16>, tensor<3xf32>) {
  %0 = onnx.Cast(%x) {to = f32} : (tensor<3xf16>) -> tensor<3xf32>
  %1 = onnx.Cast(%0) {to = f16} : (tensor<3xf32>) -> tensor<3xf16>
  %2 = onnx.Cast(%y) {to = f16} : (tensor<3xf32>) -> tensor<3xf16>
  %3 = onnx.Cast(%2) {to = f32} : (tensor<3xf16>) -> tensor<3xf32>
  return %1, %3 : tensor<3xf16>, tensor<3xf32>
}

// -----

// CHECK-LABEL: @pieces
// CHECK: %[[C:.*]] = onnx.Concat(%arg0, %arg0, %arg0) {axis = 0 : i64}
// CHECK: return %[[C]], %arg0
func.func @pieces(%x: tensor<2xf32>, %e: tensor<0xf32>) -> (tensor<6xf32>, tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Concat(%x, %x) {axis = 0 : i64} : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %1 = onnx.Concat(%e, %0, %x) {axis = 0 : i64} : (tensor<0xf32>, tensor<4xf32>, tensor<2xf32>) -> tensor<6xf32>
  %2:2 = onnx.Dropout(%x, %none, %none) : (tensor<2xf32>, none, none) -> (tensor<2xf32>, none)
  return %1, %2#0 : tensor<6xf32>, tensor<2xf32>
}
