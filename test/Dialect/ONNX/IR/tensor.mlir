// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Shapes, types, fillings.

// CHECK-LABEL: @shapes
func.func @shapes(%x: tensor<2x1x?xf32>, %shape: tensor<2xi64>, %axes: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Expand(%arg0, %arg1) : (tensor<2x1x?xf32>, tensor<2xi64>) -> tensor<2x?x?xf32>
  %0 = onnx.Expand(%x, %shape) : (tensor<2x1x?xf32>, tensor<2xi64>) -> tensor<2x?x?xf32>
  %1 = onnx.Flatten(%x) {axis = 2 : i64} : (tensor<2x1x?xf32>) -> tensor<2x?xf32>
  // CHECK: onnx.Reshape(%arg0, %arg1) {allowzero = 1 : i64} : (tensor<2x1x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %2 = onnx.Reshape(%x, %shape) {allowzero = 1 : i64} : (tensor<2x1x?xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK-NEXT: onnx.Shape(%arg0) {end = -1 : i64} : (tensor<2x1x?xf32>) -> tensor<2xi64>
  %3 = onnx.Shape(%x) {start = 0 : i64, end = -1 : i64} : (tensor<2x1x?xf32>) -> tensor<2xi64>
  %4 = onnx.Size(%x) : (tensor<2x1x?xf32>) -> tensor<i64>
  // CHECK: onnx.Squeeze(%arg0, %{{.*}}) : (tensor<2x1x?xf32>, none) -> tensor<?x?xf32>
  %5 = onnx.Squeeze(%x, %none) : (tensor<2x1x?xf32>, none) -> tensor<?x?xf32>
  // CHECK-NEXT: onnx.Transpose(%arg0) {perm = array<i64: 0, 2, 1>} : (tensor<2x1x?xf32>) -> tensor<2x?x1xf32>
  %6 = onnx.Transpose(%x) {perm = array<i64: 0, 2, 1>} : (tensor<2x1x?xf32>) -> tensor<2x?x1xf32>
  %7 = onnx.Unsqueeze(%x, %axes) : (tensor<2x1x?xf32>, tensor<1xi64>) -> tensor<1x2x1x?xf32>
  return
}

// CHECK-LABEL: @pieces
func.func @pieces(%x: tensor<4x4xf32>, %i: tensor<2xi64>, %p: tensor<4xi64>, %image: tensor<1x4x2x2xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Concat(%arg0, %arg0) {axis = -1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %0 = onnx.Concat(%x, %x) {axis = -1 : i64} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x8xf32>
  %1 = onnx.DepthToSpace(%image) {blocksize = 2 : i64, mode = "CRD"} : (tensor<1x4x2x2xf32>) -> tensor<1x1x4x4xf32>
  // CHECK: onnx.Pad(%arg0, %arg2, %{{.*}}, %{{.*}}) {mode = "reflect"} : (tensor<4x4xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  %2 = onnx.Pad(%x, %p, %none, %none) {mode = "reflect"} : (tensor<4x4xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  %3 = onnx.ReverseSequence(%x, %p) {batch_axis = 0 : i64, time_axis = 1 : i64} : (tensor<4x4xf32>, tensor<4xi64>) -> tensor<4x4xf32>
  // CHECK: onnx.Slice(%arg0, %arg1, %arg1, %{{.*}}, %arg1) : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, none, tensor<2xi64>) -> tensor<?x?xf32>
  %4 = onnx.Slice(%x, %i, %i, %none, %i) : (tensor<4x4xf32>, tensor<2xi64>, tensor<2xi64>, none, tensor<2xi64>) -> tensor<?x?xf32>
  %5 = onnx.SpaceToDepth(%image) {blocksize = 2 : i64} : (tensor<1x4x2x2xf32>) -> tensor<1x16x1x1xf32>
  // CHECK: %{{.*}}:2 = onnx.Split(%arg0, %{{.*}}) {num_outputs = 2 : i64} : (tensor<4x4xf32>, none) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %6:2 = onnx.Split(%x, %none) {num_outputs = 2 : i64} : (tensor<4x4xf32>, none) -> (tensor<2x4xf32>, tensor<2x4xf32>)
  %7 = onnx.Tile(%x, %i) : (tensor<4x4xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  %8 = onnx.Trilu(%x, %none) {upper = 0 : i64} : (tensor<4x4xf32>, none) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: @types
func.func @types(%x: tensor<2xf32>, %y: tensor<4xi4>, %q: !onnx.seq<tensor<2xf32>>) {
  // CHECK-NEXT: onnx.BitCast(%arg0) {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  %0 = onnx.BitCast(%x) {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  // CHECK-NEXT: onnx.Cast(%arg0) {saturate = 0 : i64, to = f8E4M3FN} : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
  %1 = onnx.Cast(%x) {saturate = 0 : i64, to = f8E4M3FN} : (tensor<2xf32>) -> tensor<2xf8E4M3FN>
  // CHECK-NEXT: onnx.Cast(%arg0) {to = !onnx.str} : (tensor<2xf32>) -> tensor<2x!onnx.str>
  %2 = onnx.Cast(%x) {to = !onnx.str} : (tensor<2xf32>) -> tensor<2x!onnx.str>
  %3 = onnx.Cast(%x) {to = f8E8M0FNU, round_mode = "nearest"} : (tensor<2xf32>) -> tensor<2xf8E8M0FNU>
  %4 = onnx.CastLike(%y, %x) : (tensor<4xi4>, tensor<2xf32>) -> tensor<4xf32>
  // CHECK: onnx.Identity(%arg2) : (!onnx.seq<tensor<2xf32>>) -> !onnx.seq<tensor<2xf32>>
  %5 = onnx.Identity(%q) : (!onnx.seq<tensor<2xf32>>) -> !onnx.seq<tensor<2xf32>>
  return
}

// CHECK-LABEL: @creation
func.func @creation(%shape: tensor<2xi64>, %x: tensor<3x3xi1>, %n: tensor<i64>) {
  // CHECK-NEXT: onnx.ConstantOfShape(%arg0) {value = dense<1> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<?x?xi64>
  %0 = onnx.ConstantOfShape(%shape) {value = dense<1> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<?x?xi64>
  %1 = onnx.EyeLike(%x) {dtype = bf16, k = -1 : i64} : (tensor<3x3xi1>) -> tensor<3x3xbf16>
  %2 = onnx.Range(%n, %n, %n) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}
