// A shape that copies a dimension and infers another one says nothing about an
// empty tensor: it is written only where ranges rule out the empty one.
// RUN: torch-onnx-opt %s --onnx-simplify --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @maybe_empty
// CHECK: %[[S:.*]] = onnx.Concat
// CHECK: onnx.Reshape(%{{.*}}, %[[S]]) {allowzero = 1 : i64}
module attributes {sym.ranges = {n = array<i64: 0, 8>, h = array<i64: 1, 8>}} {
  func.func @maybe_empty(%x: tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>> {
    %three = onnx.Constant dense<3> : tensor<1xi64>
    %five = onnx.Constant dense<5> : tensor<1xi64>
    %n = onnx.Shape(%x) {start = 0 : i64, end = 1 : i64} : (tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<1xi64>
    %h = onnx.Shape(%x) {start = 2 : i64, end = 3 : i64} : (tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<1xi64>
    %m = onnx.Mul(%h, %five) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
    %s = onnx.Concat(%n, %three, %m) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %y = onnx.Reshape(%x, %s) {allowzero = 1 : i64} : (tensor<?x3x?x5xf32, #sym.dims<n, h>>, tensor<3xi64>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>>
    return %y : tensor<?x3x?xf32, #sym.dims<n, 5*h>>
  }
}

// -----

// The size that is inferred may be 0, the one that is copied not.
// CHECK-LABEL: func.func @not_empty
// CHECK: %[[S:.*]] = onnx.Constant dense<[0, 3, -1]> : tensor<3xi64>
// CHECK: onnx.Reshape(%{{.*}}, %[[S]]) :
module attributes {sym.ranges = {n = array<i64: 1, 8>, h = array<i64: 0, 8>}} {
  func.func @not_empty(%x: tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>> {
    %three = onnx.Constant dense<3> : tensor<1xi64>
    %five = onnx.Constant dense<5> : tensor<1xi64>
    %n = onnx.Shape(%x) {start = 0 : i64, end = 1 : i64} : (tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<1xi64>
    %h = onnx.Shape(%x) {start = 2 : i64, end = 3 : i64} : (tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<1xi64>
    %m = onnx.Mul(%h, %five) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
    %s = onnx.Concat(%n, %three, %m) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<3xi64>
    %y = onnx.Reshape(%x, %s) {allowzero = 1 : i64} : (tensor<?x3x?x5xf32, #sym.dims<n, h>>, tensor<3xi64>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>>
    return %y : tensor<?x3x?xf32, #sym.dims<n, 5*h>>
  }
}
