// What is quantized and dequantized again is so by ui8 in ONNX Runtime.
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21' | FileCheck %s

// CHECK-LABEL: func.func @pair
// CHECK-DAG: %[[Z:.*]] = onnx.Constant dense<131> : tensor<ui8>
// CHECK-DAG: %[[L:.*]] = onnx.Constant dense<1> : tensor<ui8>
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%arg0, %arg1, %{{.*}}) : {{.*}} -> tensor<4xui8>
// CHECK: %[[C:.*]] = onnx.Clip(%[[Q]], %[[L]], %{{.*}}) : {{.*}} -> tensor<4xui8>
// CHECK: onnx.DequantizeLinear(%[[C]], %arg1, %{{.*}}) : (tensor<4xui8>, tensor<f32>, tensor<ui8>)
// CHECK: onnx.DequantizeLinear(%[[C]], %arg1, %{{.*}}) : (tensor<4xui8>, tensor<f32>, tensor<ui8>)
func.func @pair(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  %z = onnx.Constant dense<3> : tensor<i8>
  %l = onnx.Constant dense<-127> : tensor<i8>
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  %1 = onnx.Clip(%0, %l, %none) : (tensor<4xi8>, tensor<i8>, none) -> tensor<4xi8>
  %2 = onnx.DequantizeLinear(%1, %s, %z) : (tensor<4xi8>, tensor<f32>, tensor<i8>) -> tensor<4xf32>
  %3 = onnx.DequantizeLinear(%1, %s, %none) : (tensor<4xi8>, tensor<f32>, none) -> tensor<4xf32>
  return %2, %3 : tensor<4xf32>, tensor<4xf32>
}

// The integers themselves are asked for.
// CHECK-LABEL: func.func @kept
// CHECK: onnx.QuantizeLinear{{.*}} -> tensor<4xi8>
func.func @kept(%x: tensor<4xf32>, %s: tensor<f32>) -> (tensor<4xi8>, tensor<4xf32>) {
  %z = onnx.Constant dense<3> : tensor<i8>
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  %2 = onnx.DequantizeLinear(%0, %s, %z) : (tensor<4xi8>, tensor<f32>, tensor<i8>) -> tensor<4xf32>
  return %0, %2 : tensor<4xi8>, tensor<4xf32>
}

// A zero point that the run chooses is moved by 128.
// CHECK-LABEL: func.func @chosen
// CHECK: %[[W:.*]] = onnx.Cast(%arg2) {to = i32}
// CHECK: %[[A:.*]] = onnx.Add(%[[W]], %{{.*}}) : (tensor<i32>, tensor<i32>)
// CHECK: %[[Z:.*]] = onnx.Cast(%[[A]]) {to = ui8}
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%arg0, %arg1, %[[Z]]) : {{.*}} -> tensor<4xui8>
// CHECK: onnx.DequantizeLinear(%[[Q]], %arg1, %[[Z]]) : (tensor<4xui8>, tensor<f32>, tensor<ui8>)
func.func @chosen(%x: tensor<4xf32>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<4xf32> {
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  %1 = onnx.DequantizeLinear(%0, %s, %z) : (tensor<4xi8>, tensor<f32>, tensor<i8>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Two of them are not known to be one.
// CHECK-LABEL: func.func @two_chosen
// CHECK: onnx.QuantizeLinear(%arg0, %arg1, %arg2) : {{.*}} -> tensor<4xi8>
func.func @two_chosen(%x: tensor<4xf32>, %s: tensor<f32>, %z: tensor<i8>, %y: tensor<i8>) -> tensor<4xf32> {
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  %1 = onnx.DequantizeLinear(%0, %s, %y) : (tensor<4xi8>, tensor<f32>, tensor<i8>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A Gemm of numbers whose scale the run chooses is a MatMul, from which ONNX
// Runtime makes a product of integers; one with a constant scale stays.
// CHECK-LABEL: func.func @gemm
// CHECK: %[[T:.*]] = onnx.Transpose
// CHECK: %[[P:.*]] = onnx.MatMul(%{{.*}}, %[[T]])
// CHECK: %[[U:.*]] = onnx.Unsqueeze(%[[P]]
// CHECK: %[[A:.*]] = onnx.Add(%[[U]], %arg3)
// CHECK: onnx.Squeeze(%[[A]]
// CHECK: onnx.Gemm
func.func @gemm(%x: tensor<3x2xui8>, %s: tensor<f32>, %z: tensor<ui8>, %b: tensor<2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant dense<[[0, 7], [1, 2]]> : tensor<2x2xi8>
  %c = onnx.Constant dense<[0.5, 0.25]> : tensor<2xf32>
  %t = onnx.Constant dense<0.5> : tensor<f32>
  %0 = onnx.DequantizeLinear(%x, %s, %z) : (tensor<3x2xui8>, tensor<f32>, tensor<ui8>) -> tensor<3x2xf32>
  %1 = onnx.DequantizeLinear(%w, %c, %none) {axis = 0 : i64} : (tensor<2x2xi8>, tensor<2xf32>, none) -> tensor<2x2xf32>
  %2 = onnx.Gemm(%0, %1, %b) {transB = 1 : i64} : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %3 = onnx.DequantizeLinear(%x, %t, %z) : (tensor<3x2xui8>, tensor<f32>, tensor<ui8>) -> tensor<3x2xf32>
  %4 = onnx.Gemm(%3, %1, %b) {transB = 1 : i64} : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %2, %4 : tensor<3x2xf32>, tensor<3x2xf32>
}
