// torchao's operators, on blocks.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @quantize
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V2:.*]] = onnx.Reciprocal(%arg1) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[2, 2, 1]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x2x1xf32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V1]], %[[V4]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V6:.*]] = onnx.Round(%[[V5]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[2, 2, 1]> : tensor<3xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%arg2, %[[V7]]) : {{.*}} -> tensor<2x2x1xi32>
// CHECK: %[[V9:.*]] = onnx.Cast(%[[V8]]) {to = f32} : {{.*}} -> tensor<2x2x1xf32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V6]], %[[V9]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<-1.280000e+02> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Constant dense<1.270000e+02> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Clip(%[[V10]], %[[V11]], %[[V12]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V14:.*]] = onnx.Cast(%[[V13]]) {to = i8} : {{.*}} -> tensor<2x2x2xi8>
// CHECK: %[[V15:.*]] = onnx.Constant dense<[2, 4]> : tensor<2xi64>
// CHECK: %[[V16:.*]] = onnx.Reshape(%[[V14]], %[[V15]]) : {{.*}} -> tensor<2x4xi8>
// CHECK: return %[[V16]] : tensor<2x4xi8>
func.func @quantize(%x: tensor<2x4xf32>, %s: tensor<2x2xf32>, %z: tensor<2x2xi32>) -> tensor<2x4xi8> {
  %0 = torch.torchao.quantize_affine.default(%x, [1, 2], %s, %z, output_dtype=i8)
      : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi32>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @dequantize
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x2x2xi8>
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f32} : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[2, 2, 1]> : tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Reshape(%arg2, %[[V3]]) : {{.*}} -> tensor<2x2x1xi32>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = f32} : {{.*}} -> tensor<2x2x1xf32>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V2]], %[[V5]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[2, 2, 1]> : tensor<3xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%arg1, %[[V7]]) : {{.*}} -> tensor<2x2x1xf32>
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V6]], %[[V8]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<[2, 4]> : tensor<2xi64>
// CHECK: %[[V11:.*]] = onnx.Reshape(%[[V9]], %[[V10]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V11]] : tensor<2x4xf32>
func.func @dequantize(%x: tensor<2x4xi8>, %s: tensor<2x2xf32>, %z: tensor<2x2xi32>) -> tensor<2x4xf32> {
  %0 = torch.torchao.dequantize_affine.default(%x, [1, 2], %s, %z, input_dtype=i8)
      : (tensor<2x4xi8>, tensor<2x2xf32>, tensor<2x2xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @choose
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x2x2xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMin(%[[V1]], %[[V2]]) {keepdims = 0 : i64} : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Min(%[[V3]], %[[V4]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V6:.*]] = onnx.Neg(%[[V5]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceMax(%[[V1]], %[[V7]]) {keepdims = 0 : i64} : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V9:.*]] = onnx.Max(%[[V8]], %[[V4]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V10:.*]] = onnx.Max(%[[V6]], %[[V9]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<1.275000e+02> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Div(%[[V10]], %[[V11]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V13:.*]] = onnx.Constant dense<9.99999974E-6> : tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Max(%[[V12]], %[[V13]]) : {{.*}} -> tensor<2x2xf32>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0> : tensor<2x2xi64>
// CHECK: %[[V16:.*]] = onnx.Cast(%[[V15]]) {to = i32} : {{.*}} -> tensor<2x2xi32>
// CHECK: return %[[V14]], %[[V16]] : tensor<2x2xf32>, tensor<2x2xi32>
func.func @choose(%x: tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>) {
  %0:2 = torch.torchao.choose_qparams_affine.default(%x, "SYMMETRIC", [1, 2], target_dtype=i8, eps=1.0e-5)
      : (tensor<2x4xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  return %0#0, %0#1 : tensor<2x2xf32>, tensor<2x2xi32>
}

// -----

// CHECK-LABEL: func.func @choose_float8
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMax(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<4.480000e+02> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Div(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: return %[[V4]] : tensor<2x1xf32>
func.func @choose_float8(%x: tensor<2x4xf32>) -> tensor<2x1xf32> {
  %0 = torch.torchao.choose_scale_float8.default(%x, [1, 4])
      : (tensor<2x4xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_float8
// CHECK: %[[V0:.*]] = onnx.Div(%arg0, %arg1) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<-4.480000e+02> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<4.480000e+02> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Clip(%[[V0]], %[[V1]], %[[V2]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = f8E4M3FN} : {{.*}} -> tensor<2x4xf8E4M3FN>
// CHECK: return %[[V4]] : tensor<2x4xf8E4M3FN>
func.func @quantize_float8(%x: tensor<2x4xf32>, %s: tensor<2x1xf32>) -> tensor<2x4xf8E4M3FN> {
  %0 = torch.torchao.quantize_affine_float8_non_decomposed.default(%x, %s)
      : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf8E4M3FN>
  return %0 : tensor<2x4xf8E4M3FN>
}

// -----

// CHECK-LABEL: func.func @dequantize_float8
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Squeeze(%arg1, %[[V0]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V2:.*]] = onnx.NoValue() : {{.*}} -> none
// CHECK: %[[V3:.*]] = onnx.DequantizeLinear(%arg0, %[[V1]], %[[V2]]) {axis = 0 : i64} : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V4:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V3]] : tensor<2x4xf32>
func.func @dequantize_float8(%x: tensor<2x4xf8E4M3FN>, %s: tensor<2x1xf32>) -> tensor<2x4xf32> {
  %0 = torch.torchao.dequantize_affine_float8_non_decomposed.default(%x, %s)
      : (tensor<2x4xf8E4M3FN>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
