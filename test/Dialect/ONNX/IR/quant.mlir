// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Quantized arithmetic.

// CHECK-LABEL: @conversions
func.func @conversions(%x: tensor<2x4xf32>, %s: tensor<f32>, %z: tensor<i4>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%arg0, %arg1, %arg2) {axis = 0 : i64} : (tensor<2x4xf32>, tensor<f32>, tensor<i4>) -> tensor<2x4xi4>
  %0 = onnx.QuantizeLinear(%x, %s, %z) {axis = 0 : i64} : (tensor<2x4xf32>, tensor<f32>, tensor<i4>) -> tensor<2x4xi4>
  // CHECK-NEXT: onnx.DequantizeLinear(%[[Q]], %arg1, %arg2) {output_dtype = f16} : (tensor<2x4xi4>, tensor<f32>, tensor<i4>) -> tensor<2x4xf16>
  %1 = onnx.DequantizeLinear(%0, %s, %z) {output_dtype = f16} : (tensor<2x4xi4>, tensor<f32>, tensor<i4>) -> tensor<2x4xf16>
  %2 = onnx.QuantizeLinear(%x, %s, %none) {output_dtype = f8E4M3FN, saturate = 0 : i64} : (tensor<2x4xf32>, tensor<f32>, none) -> tensor<2x4xf8E4M3FN>
  // CHECK: onnx.DynamicQuantizeLinear(%arg0) : (tensor<2x4xf32>) -> (tensor<2x4xui8>, tensor<f32>, tensor<ui8>)
  %3:3 = onnx.DynamicQuantizeLinear(%x) : (tensor<2x4xf32>) -> (tensor<2x4xui8>, tensor<f32>, tensor<ui8>)
  return
}

// CHECK-LABEL: @products
func.func @products(%a: tensor<2x4xui8>, %b: tensor<4x3xi8>, %az: tensor<ui8>, %bz: tensor<i8>, %s: tensor<f32>,
                    %x: tensor<1x1x4x4xui8>, %w: tensor<1x1x2x2xi8>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.MatMulInteger(%arg0, %arg1, %arg2, %{{.*}}) : (tensor<2x4xui8>, tensor<4x3xi8>, tensor<ui8>, none) -> tensor<2x3xi32>
  %0 = onnx.MatMulInteger(%a, %b, %az, %none) : (tensor<2x4xui8>, tensor<4x3xi8>, tensor<ui8>, none) -> tensor<2x3xi32>
  %1 = onnx.QLinearConv(%x, %s, %az, %w, %s, %bz, %s, %az, %none) {strides = array<i64: 2, 2>}
      : (tensor<1x1x4x4xui8>, tensor<f32>, tensor<ui8>, tensor<1x1x2x2xi8>, tensor<f32>, tensor<i8>, tensor<f32>, tensor<ui8>, none) -> tensor<1x1x2x2xui8>
  %2 = onnx.QLinearMatMul(%a, %s, %az, %b, %s, %bz, %s, %az)
      : (tensor<2x4xui8>, tensor<f32>, tensor<ui8>, tensor<4x3xi8>, tensor<f32>, tensor<i8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
  return
}
