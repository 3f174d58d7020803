// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Shapes, pieces, types and fillings: a result has the dimensions that follow
// from the operands and from the values of shapes.

// CHECK-LABEL: @reshape
func.func @reshape(%x: tensor<?x4x6xf32, #sym.dims<n>>, %unknown: tensor<2xi64>) {
  // CHECK: onnx.Reshape{{.*}} -> tensor<?x6xf32, #sym.dims<4*n>>
  %0 = onnx.Constant dense<[-1, 6]> : tensor<2xi64>
  %1 = onnx.Reshape(%x, %0) : (tensor<?x4x6xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?xf32>
  // Zero copies.
  // CHECK: onnx.Reshape{{.*}} -> tensor<?x24xf32, #sym.dims<n>>
  %2 = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %3 = onnx.Reshape(%x, %2) : (tensor<?x4x6xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?xf32>
  // Zero is a size.
  // CHECK: onnx.Reshape{{.*}} -> tensor<0x?xf32>
  %4 = onnx.Reshape(%x, %2) {allowzero = 1 : i64} : (tensor<?x4x6xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?xf32>
  // What is declared stays where nothing follows.
  // CHECK: onnx.Reshape{{.*}} -> tensor<?x5xf32>
  %5 = onnx.Reshape(%x, %unknown) : (tensor<?x4x6xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x5xf32>
  return
}

// A symbolic entry that may be 0 would copy the dimension of the operand.
// CHECK-LABEL: @reshapeBySymbol
func.func @reshapeBySymbol(%x: tensor<6x?xf32, #sym.dims<n>>, %y: tensor<?xf32, #sym.dims<n>>) {
  %two = onnx.Constant dense<6> : tensor<1xi64>
  %n = onnx.Shape(%y) : (tensor<?xf32, #sym.dims<n>>) -> tensor<1xi64>
  %0 = onnx.Concat(%n, %two) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  // CHECK: onnx.Reshape{{.*}} -> tensor<?x6xf32>
  %1 = onnx.Reshape(%x, %0) : (tensor<6x?xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.Reshape{{.*}} -> tensor<?x6xf32, #sym.dims<n>>
  %2 = onnx.Reshape(%x, %0) {allowzero = 1 : i64} : (tensor<6x?xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: @shapes
func.func @shapes(%x: tensor<2x1x?xf32, #sym.dims<n>>, %axes: tensor<1xi64>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Expand{{.*}} -> tensor<2x5x?xf32, #sym.dims<n>>
  %0 = onnx.Constant dense<[5, 1]> : tensor<2xi64>
  %1 = onnx.Expand(%x, %0) : (tensor<2x1x?xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?x?xf32>
  // CHECK: onnx.Flatten{{.*}} -> tensor<2x?xf32, #sym.dims<n>>
  %2 = onnx.Flatten(%x) : (tensor<2x1x?xf32, #sym.dims<n>>) -> tensor<?x?xf32>
  // CHECK: onnx.Squeeze{{.*}} -> tensor<2x?xf32, #sym.dims<n>>
  %3 = onnx.Constant dense<-2> : tensor<1xi64>
  %4 = onnx.Squeeze(%x, %3) : (tensor<2x1x?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x?xf32>
  // Which dimension goes is not known.
  // CHECK: onnx.Squeeze{{.*}} -> tensor<?x?xf32>
  %5 = onnx.Squeeze(%x, %axes) : (tensor<2x1x?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.Transpose{{.*}} -> tensor<?x1x2xf32, #sym.dims<n>>
  %6 = onnx.Transpose(%x) : (tensor<2x1x?xf32, #sym.dims<n>>) -> tensor<?x?x?xf32>
  // CHECK: onnx.Transpose{{.*}} -> tensor<1x?x2xf32, #sym.dims<n>>
  %7 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x1x?xf32, #sym.dims<n>>) -> tensor<?x?x?xf32>
  // CHECK: onnx.Unsqueeze{{.*}} -> tensor<2x1x1x?xf32, #sym.dims<n>>
  %8 = onnx.Unsqueeze(%x, %3) : (tensor<2x1x?xf32, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.Shape{{.*}} -> tensor<2xi64>
  %9 = onnx.Shape(%x) {start = -2 : i64} : (tensor<2x1x?xf32, #sym.dims<n>>) -> tensor<?xi64>
  return
}

// CHECK-LABEL: @pieces
func.func @pieces(%x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<?x4xf32, #sym.dims<m>>, %image: tensor<1x8x?x2xf32, #sym.dims<h>>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Concat{{.*}} -> tensor<?x4xf32, #sym.dims<m + n>>
  %0 = onnx.Concat(%x, %y) {axis = 0 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<m>>) -> tensor<?x?xf32>
  // CHECK: onnx.DepthToSpace{{.*}} -> tensor<1x2x?x4xf32, #sym.dims<2*h>>
  %1 = onnx.DepthToSpace(%image) {blocksize = 2 : i64} : (tensor<1x8x?x2xf32, #sym.dims<h>>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.SpaceToDepth{{.*}} -> tensor<1x32x?x1xf32, #sym.dims<h floordiv 2>>
  %2 = onnx.SpaceToDepth(%image) {blocksize = 2 : i64} : (tensor<1x8x?x2xf32, #sym.dims<h>>) -> tensor<?x?x?x?xf32>
  // CHECK: onnx.Pad{{.*}} -> tensor<?x5xf32, #sym.dims<n + 3>>
  %pads = onnx.Constant dense<[1, 2, 2, -1]> : tensor<4xi64>
  %3 = onnx.Pad(%x, %pads, %none, %none) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  // CHECK: onnx.Split{{.*}} -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
  %split = onnx.Constant dense<[3, 1]> : tensor<2xi64>
  %4:2 = onnx.Split(%x, %split) {axis = 1 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  // CHECK: onnx.Split{{.*}} -> (tensor<?x4xf32, #sym.dims<(n + 1) floordiv 2>>, tensor<?x4xf32, #sym.dims<n - (n + 1) floordiv 2>>)
  %5:2 = onnx.Split(%x, %none) {num_outputs = 2 : i64} : (tensor<?x4xf32, #sym.dims<n>>, none) -> (tensor<?x?xf32>, tensor<?x?xf32>)
  // CHECK: onnx.Tile{{.*}} -> tensor<?x4xf32, #sym.dims<2*n>>
  %repeats = onnx.Constant dense<[2, 1]> : tensor<2xi64>
  %6 = onnx.Tile(%x, %repeats) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: @types
func.func @types(%x: tensor<?x2xf32, #sym.dims<n>>, %y: tensor<4xi8>) {
  // CHECK: onnx.Cast{{.*}} -> tensor<?x2xf16, #sym.dims<n>>
  %0 = onnx.Cast(%x) {to = f16} : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x?xf16>
  // CHECK: onnx.CastLike{{.*}} -> tensor<?x2xi8, #sym.dims<n>>
  %1 = onnx.CastLike(%x, %y) : (tensor<?x2xf32, #sym.dims<n>>, tensor<4xi8>) -> tensor<?x?xi8>
  // CHECK: onnx.BitCast{{.*}} -> tensor<?x2xi32, #sym.dims<n>>
  %2 = onnx.BitCast(%x) {to = i32} : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x?xi32>
  // CHECK: onnx.Identity{{.*}} -> tensor<?x2xf32, #sym.dims<n>>
  %3 = onnx.Identity(%x) : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: @creation
func.func @creation(%x: tensor<?x3xf32, #sym.dims<n>>) {
  %shape = onnx.Shape(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<2xi64>
  // CHECK: onnx.ConstantOfShape{{.*}} -> tensor<?x3xi64, #sym.dims<n>>
  %0 = onnx.ConstantOfShape(%shape) {value = dense<1> : tensor<1xi64>} : (tensor<2xi64>) -> tensor<?x?xi64>
  // CHECK: onnx.EyeLike{{.*}} -> tensor<?x3xf16, #sym.dims<n>>
  %1 = onnx.EyeLike(%x) {dtype = f16} : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x?xf16>
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %ten = onnx.Constant dense<10> : tensor<i64>
  %three = onnx.Constant dense<3> : tensor<i64>
  %n = onnx.Gather(%shape, %zero) : (tensor<2xi64>, tensor<i64>) -> tensor<i64>
  // CHECK: onnx.Range{{.*}} -> tensor<?xi64, #sym.dims<n>>
  %2 = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  // CHECK: onnx.Range{{.*}} -> tensor<4xi64>
  %3 = onnx.Range(%zero, %ten, %three) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  // It may be less than 1.
  // CHECK: onnx.Range{{.*}} -> tensor<?xi64>
  %4 = onnx.Range(%one, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %start = onnx.Constant dense<1.0> : tensor<f32>
  %limit = onnx.Constant dense<2.0> : tensor<f32>
  %delta = onnx.Constant dense<0.3> : tensor<f32>
  // CHECK: onnx.Range{{.*}} -> tensor<4xf32>
  %5 = onnx.Range(%start, %limit, %delta) : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<?xf32>
  return
}
