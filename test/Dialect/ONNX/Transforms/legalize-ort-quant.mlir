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
