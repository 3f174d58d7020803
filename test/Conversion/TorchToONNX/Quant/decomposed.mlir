// The operators of pt2e that the other files lack: parameters of the run, tokens, groups.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @quantize_tensor2
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Reciprocal(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f32}
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Round(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Cast(%arg2) {to = f32}
// CHECK: %[[V6:.*]] = onnx.Add(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Cast(%arg3) {to = f32}
// CHECK: %[[V8:.*]] = onnx.Cast(%arg4) {to = f32}
// CHECK: %[[V9:.*]] = onnx.Clip(%[[V6]], %[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V9]]) {to = i8}
// CHECK: return %[[V10]]
func.func @quantize_tensor2(%x: tensor<2x4xf32>, %s: tensor<f32>, %z: tensor<i64>, %a: tensor<i64>, %b: tensor<i64>) -> tensor<2x4xi8> {
  %0 = torch.quantized_decomposed.quantize_per_tensor.tensor2(%x, %s, %z, %a, %b, dtype=i8)
      : (tensor<2x4xf32>, tensor<f32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @dequantize_tensor
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg2) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %arg1)
// CHECK: %[[V7:.*]] = onnx.NoValue()
// CHECK: return %[[V3]]
func.func @dequantize_tensor(%x: tensor<2x4xi8>, %s: tensor<f32>, %z: tensor<i64>) -> tensor<2x4xf32> {
  %0 = torch.quantized_decomposed.dequantize_per_tensor.tensor(%x, %s, %z, -128, 127, dtype=i8)
      : (tensor<2x4xi8>, tensor<f32>, tensor<i64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @dequantize_tensor2
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg2) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %arg1)
// CHECK: %[[V7:.*]] = onnx.NoValue()
// CHECK: return %[[V3]]
func.func @dequantize_tensor2(%x: tensor<2x4xi8>, %s: tensor<f32>, %z: tensor<i64>, %a: tensor<i64>, %b: tensor<i64>) -> tensor<2x4xf32> {
  %0 = torch.quantized_decomposed.dequantize_per_tensor.tensor2(%x, %s, %z, %a, %b, dtype=i8)
      : (tensor<2x4xi8>, tensor<f32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_channel
// CHECK: %[[V0:.*]] = onnx.Reciprocal(%arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Round(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%arg2) {to = f32}
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<-128>
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = f32}
// CHECK: %[[V7:.*]] = onnx.Constant dense<127>
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = f32}
// CHECK: %[[V9:.*]] = onnx.Clip(%[[V4]], %[[V6]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V9]]) {to = i8}
// CHECK: return %[[V10]]
func.func @quantize_channel(%x: tensor<2x4xf32>, %s: tensor<4xf32>, %z: tensor<4xi64>) -> tensor<2x4xi8> {
  %0 = torch.quantized_decomposed.quantize_per_channel.default(%x, %s, %z, 1, -128, 127, dtype=i8)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xi64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @quantize_token
// CHECK: %[[V0:.*]] = onnx.Reciprocal(%arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Cast(%arg2) {to = f32}
// CHECK: %[[V3:.*]] = onnx.Add(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Round(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<-1.280000e+02>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.270000e+02>
// CHECK: %[[V7:.*]] = onnx.Clip(%[[V4]], %[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i8}
// CHECK: return %[[V8]]
func.func @quantize_token(%x: tensor<2x4xf32>, %s: tensor<2x1xf32>, %z: tensor<2x1xi64>) -> tensor<2x4xi8> {
  %0 = torch.quantized_decomposed.quantize_per_token.default(%x, %s, %z, -128, 127, dtype=i8)
      : (tensor<2x4xf32>, tensor<2x1xf32>, tensor<2x1xi64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @dequantize_token
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.Sub(%[[V0]], %arg2)
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f32}
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %arg1)
// CHECK: return %[[V3]]
func.func @dequantize_token(%x: tensor<2x4xi8>, %s: tensor<2x1xf32>, %z: tensor<2x1xi64>) -> tensor<2x4xf32> {
  %0 = torch.quantized_decomposed.dequantize_per_token.default(%x, %s, %z, -128, 127, dtype=i8, output_dtype=f32)
      : (tensor<2x4xi8>, tensor<2x1xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_group
// CHECK: %[[V0:.*]] = onnx.Constant dense<2>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<2>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Reciprocal(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V1]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<2>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%arg2, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = f32}
// CHECK: %[[V9:.*]] = onnx.Add(%[[V5]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Round(%[[V9]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<-8.000000e+00>
// CHECK: %[[V12:.*]] = onnx.Constant dense<7.000000e+00>
// CHECK: %[[V13:.*]] = onnx.Clip(%[[V10]], %[[V11]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Cast(%[[V13]]) {to = i8}
// CHECK: %[[V15:.*]] = onnx.Constant dense<[2, 4]>
// CHECK: %[[V16:.*]] = onnx.Reshape(%[[V14]], %[[V15]])
// CHECK: return %[[V16]]
func.func @quantize_group(%x: tensor<2x4xf32>, %s: tensor<2x2xf32>, %z: tensor<2x2xi64>) -> tensor<2x4xi8> {
  %0 = torch.quantized_decomposed.quantize_per_channel_group.default(%x, %s, %z, -8, 7, dtype=i8, group_size=2)
      : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @choose_symmetric
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Neg(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<[0, 1]>
// CHECK: %[[V6:.*]] = onnx.ReduceMax(%arg0, %[[V5]]) {keepdims = 0 : i64}
// CHECK: %[[V7:.*]] = onnx.Max(%[[V6]], %[[V2]])
// CHECK: %[[V8:.*]] = onnx.Max(%[[V4]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.270000e+02>
// CHECK: %[[V10:.*]] = onnx.Div(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<9.99999974E-6>
// CHECK: %[[V12:.*]] = onnx.Max(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Cast(%[[V12]]) {to = f64}
// CHECK: %[[V14:.*]] = onnx.Constant dense<0>
// CHECK: %[[V15:.*]] = onnx.Unsqueeze(%[[V13]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<0>
// CHECK: return %[[V15]], %[[V16]]
func.func @choose_symmetric(%x: tensor<2x4xf32>) -> (tensor<1xf64>, tensor<1xi64>) {
  %0:2 = torch.quantized_decomposed.choose_qparams_symmetric.tensor(%x, -127, 127, 1.0e-5, dtype=i8)
      : (tensor<2x4xf32>) -> (tensor<1xf64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<1xf64>, tensor<1xi64>
}

// -----

// CHECK-LABEL: func.func @choose_token
// CHECK: %[[V0:.*]] = onnx.Constant dense<1>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00>
// CHECK: %[[V3:.*]] = onnx.Max(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1>
// CHECK: %[[V5:.*]] = onnx.ReduceMin(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Min(%[[V5]], %[[V2]])
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V3]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<2.550000e+02>
// CHECK: %[[V9:.*]] = onnx.Div(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.1920929E-7>
// CHECK: %[[V11:.*]] = onnx.Max(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Cast(%[[V11]]) {to = f64}
// CHECK: %[[V13:.*]] = onnx.Div(%[[V6]], %[[V11]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<-1.280000e+02>
// CHECK: %[[V15:.*]] = onnx.Add(%[[V13]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Div(%[[V3]], %[[V11]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<1.270000e+02>
// CHECK: %[[V18:.*]] = onnx.Add(%[[V16]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Add(%[[V15]], %[[V18]])
// CHECK: %[[V20:.*]] = onnx.Greater(%[[V19]], %[[V2]])
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V14]], %[[V13]])
// CHECK: %[[V22:.*]] = onnx.Sub(%[[V17]], %[[V16]])
// CHECK: %[[V23:.*]] = onnx.Where(%[[V20]], %[[V21]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Clip(%[[V23]], %[[V14]], %[[V17]])
// CHECK: %[[V25:.*]] = onnx.Round(%[[V24]])
// CHECK: %[[V26:.*]] = onnx.Cast(%[[V25]]) {to = i64}
// CHECK: return %[[V12]], %[[V26]]
func.func @choose_token(%x: tensor<2x4xf32>) -> (tensor<2x1xf64>, tensor<2x1xi64>) {
  %0:2 = torch.quantized_decomposed.choose_qparams_per_token_asymmetric.default(%x, dtype=i8)
      : (tensor<2x4xf32>) -> (tensor<2x1xf64>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xf64>, tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @choose_token_impl
// CHECK: %[[V0:.*]] = onnx.Constant dense<1>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00>
// CHECK: %[[V3:.*]] = onnx.Max(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1>
// CHECK: %[[V5:.*]] = onnx.ReduceMin(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Min(%[[V5]], %[[V2]])
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V3]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<2.550000e+02>
// CHECK: %[[V9:.*]] = onnx.Div(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<1.1920929E-7>
// CHECK: %[[V11:.*]] = onnx.Max(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Div(%[[V6]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<-1.280000e+02>
// CHECK: %[[V14:.*]] = onnx.Add(%[[V12]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Div(%[[V3]], %[[V11]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<1.270000e+02>
// CHECK: %[[V17:.*]] = onnx.Add(%[[V15]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Add(%[[V14]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Greater(%[[V18]], %[[V2]])
// CHECK: %[[V20:.*]] = onnx.Sub(%[[V13]], %[[V12]])
// CHECK: %[[V21:.*]] = onnx.Sub(%[[V16]], %[[V15]])
// CHECK: %[[V22:.*]] = onnx.Where(%[[V19]], %[[V20]], %[[V21]])
// CHECK: %[[V23:.*]] = onnx.Clip(%[[V22]], %[[V13]], %[[V16]])
// CHECK: %[[V24:.*]] = onnx.Round(%[[V23]])
// CHECK: %[[V25:.*]] = onnx.Cast(%[[V24]]) {to = i8}
// CHECK: return %[[V11]], %[[V25]]
func.func @choose_token_impl(%x: tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x1xi8>) {
  %0:2 = torch.quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default(%x, dtype=i8)
      : (tensor<2x4xf32>) -> (tensor<2x1xf32>, tensor<2x1xi8>)
  return %0#0, %0#1 : tensor<2x1xf32>, tensor<2x1xi8>
}

// -----

// CHECK-LABEL: func.func @convert
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: return %[[V0]]
func.func @convert(%x: tensor<2x4xf32>) -> tensor<2x4xf64> {
  %0 = torch.quantized_decomposed.convert_element_type.no_fuse(%x, dtype=f64)
      : (tensor<2x4xf32>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
