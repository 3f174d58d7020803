// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Selection and placement.

// CHECK-LABEL: @gather
func.func @gather(%x: tensor<4x3xf32>, %i: tensor<2x2xi64>, %j: tensor<2x3xi32>) {
  // CHECK-NEXT: onnx.Gather(%arg0, %arg1) {axis = 1 : i64} : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<4x2x2xf32>
  %0 = onnx.Gather(%x, %i) {axis = 1 : i64} : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<4x2x2xf32>
  %1 = onnx.GatherElements(%x, %j) : (tensor<4x3xf32>, tensor<2x3xi32>) -> tensor<2x3xf32>
  // CHECK: onnx.GatherND(%arg0, %arg1) : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  %2 = onnx.GatherND(%x, %i) {batch_dims = 0 : i64} : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  return
}

// CHECK-LABEL: @scatter
func.func @scatter(%x: tensor<4x3xf32>, %i: tensor<2x3xi64>, %n: tensor<2x2xi64>, %u: tensor<2x3xf32>, %v: tensor<2xf32>) {
  // CHECK-NEXT: onnx.ScatterElements(%arg0, %arg1, %arg3) {reduction = "add"} : (tensor<4x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %0 = onnx.ScatterElements(%x, %i, %u) {reduction = "add"} : (tensor<4x3xf32>, tensor<2x3xi64>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = onnx.ScatterND(%x, %n, %v) : (tensor<4x3xf32>, tensor<2x2xi64>, tensor<2xf32>) -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: @values
func.func @values(%x: tensor<4x3xf32>, %c: tensor<3xi1>, %k: tensor<1xi64>, %v: tensor<2xi8>) {
  %0 = onnx.Compress(%x, %c) {axis = 1 : i64} : (tensor<4x3xf32>, tensor<3xi1>) -> tensor<4x?xf32>
  %1 = onnx.NonZero(%c) : (tensor<3xi1>) -> tensor<1x?xi64>
  // CHECK: onnx.OneHot(%arg2, %arg2, %arg3) : (tensor<1xi64>, tensor<1xi64>, tensor<2xi8>) -> tensor<1x?xi8>
  %2 = onnx.OneHot(%k, %k, %v) : (tensor<1xi64>, tensor<1xi64>, tensor<2xi8>) -> tensor<1x?xi8>
  // CHECK-NEXT: onnx.TopK(%arg0, %arg2) {largest = 0 : i64} : (tensor<4x3xf32>, tensor<1xi64>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  %3:2 = onnx.TopK(%x, %k) {largest = 0 : i64} : (tensor<4x3xf32>, tensor<1xi64>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  // CHECK-NEXT: onnx.Unique(%arg0) : (tensor<4x3xf32>) -> (tensor<?xf32>, none, tensor<12xi64>, none)
  %4:4 = onnx.Unique(%x) : (tensor<4x3xf32>) -> (tensor<?xf32>, none, tensor<12xi64>, none)
  return
}

// CHECK-LABEL: @prefixes
func.func @prefixes(%x: tensor<4x3xf32>, %axis: tensor<i64>) {
  // CHECK-NEXT: onnx.CumProd(%arg0, %arg1) {exclusive = 1 : i64} : (tensor<4x3xf32>, tensor<i64>) -> tensor<4x3xf32>
  %0 = onnx.CumProd(%x, %axis) {exclusive = 1 : i64} : (tensor<4x3xf32>, tensor<i64>) -> tensor<4x3xf32>
  %1 = onnx.CumSum(%x, %axis) {reverse = 1 : i64} : (tensor<4x3xf32>, tensor<i64>) -> tensor<4x3xf32>
  return
}
