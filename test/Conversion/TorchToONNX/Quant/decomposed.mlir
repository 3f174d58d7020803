// The operators of pt2e that the other files lack: parameters of the run, tokens, groups.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @quantize_tensor2
// CHECK: onnx.Cast(%arg1) {to = f64}
// CHECK: onnx.Reciprocal
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Round
// CHECK: onnx.Clip
// CHECK: onnx.Cast({{.*}}) {to = i8}
func.func @quantize_tensor2(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, -1.25, 100.0], [0x7F800000, 0xFF800000, -0.0, 1.0]]> : tensor<2x4xf32>},
                            %s: tensor<f32> {onnx.value = dense<0.5> : tensor<f32>},
                            %z: tensor<i64> {onnx.value = dense<3> : tensor<i64>},
                            %a: tensor<i64> {onnx.value = dense<-128> : tensor<i64>},
                            %b: tensor<i64> {onnx.value = dense<127> : tensor<i64>})
    -> (tensor<2x4xi8> {onnx.expected = dense<[[3, 5, 1, 127], [127, -128, 3, 5]]> : tensor<2x4xi8>}) {
  %0 = torch.quantized_decomposed.quantize_per_tensor.tensor2(%x, %s, %z, %a, %b, dtype=i8)
      : (tensor<2x4xf32>, tensor<f32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @dequantize_tensor
// CHECK: onnx.Sub(
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @dequantize_tensor(%x: tensor<2x4xi8> {onnx.value = dense<[[0, 0, 0, 2], [3, 1, 1, 0]]> : tensor<2x4xi8>},
                             %s: tensor<f32> {onnx.value = dense<2.75> : tensor<f32>},
                             %z: tensor<i64> {onnx.value = dense<3> : tensor<i64>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-8.25, -8.25, -8.25, -2.75], [0.0, -5.5, -5.5, -8.25]]> : tensor<2x4xf32>}) {
  %0 = torch.quantized_decomposed.dequantize_per_tensor.tensor(%x, %s, %z, -128, 127, dtype=i8)
      : (tensor<2x4xi8>, tensor<f32>, tensor<i64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @dequantize_tensor2
// CHECK: onnx.Sub(
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @dequantize_tensor2(%x: tensor<2x4xi8> {onnx.value = dense<[[-46, -47, 56, 44], [-34, -44, 24, -56]]> : tensor<2x4xi8>},
                              %s: tensor<f32> {onnx.value = dense<25.0> : tensor<f32>},
                              %z: tensor<i64> {onnx.value = dense<16> : tensor<i64>},
                              %a: tensor<i64> {onnx.value = dense<30> : tensor<i64>},
                              %b: tensor<i64> {onnx.value = dense<-42> : tensor<i64>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-1550.0, -1575.0, 1000.0, 700.0], [-1250.0, -1500.0, 200.0, -1800.0]]> : tensor<2x4xf32>}) {
  %0 = torch.quantized_decomposed.dequantize_per_tensor.tensor2(%x, %s, %z, %a, %b, dtype=i8)
      : (tensor<2x4xi8>, tensor<f32>, tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_channel
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Round
// CHECK: onnx.Cast(%arg2) {to = f32}
// CHECK: onnx.Clip
// CHECK: onnx.Cast({{.*}}) {to = i8}
func.func @quantize_channel(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, -1.25, 100.0], [0x7F800000, 0xFF800000, -0.0, 1.0]]> : tensor<2x4xf32>},
                            %s: tensor<4xf32> {onnx.value = dense<[0.5, 0.25, 1.0, 2.0]> : tensor<4xf32>},
                            %z: tensor<4xi64> {onnx.value = dense<[0, 3, -5, 7]> : tensor<4xi64>})
    -> (tensor<2x4xi8> {onnx.expected = dense<[[0, 6, -6, 57], [127, -128, -5, 7]]> : tensor<2x4xi8>}) {
  %0 = torch.quantized_decomposed.quantize_per_channel.default(%x, %s, %z, 1, -128, 127, dtype=i8)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xi64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @quantize_token
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Constant dense<-1.280000e+02>
// CHECK: onnx.Constant dense<1.270000e+02>
func.func @quantize_token(%x: tensor<2x4xf32> {onnx.value = dense<[[1.5, 1.0, 0x7F800000, -0.5], [-2.0, -2.25, 0x7FC00000, -1.75]]> : tensor<2x4xf32>},
                          %s: tensor<2x1xf32> {onnx.value = dense<[[-1.75], [3.25]]> : tensor<2x1xf32>},
                          %z: tensor<2x1xi64> {onnx.value = dense<[[2], [0]]> : tensor<2x1xi64>})
    -> (tensor<2x4xi8> {onnx.expected = dense<[[1, 1, -128, 2], [-1, -1, 0, -1]]> : tensor<2x4xi8>}) {
  %0 = torch.quantized_decomposed.quantize_per_token.default(%x, %s, %z, -128, 127, dtype=i8)
      : (tensor<2x4xf32>, tensor<2x1xf32>, tensor<2x1xi64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @dequantize_token
// CHECK: onnx.Sub({{.*}}, %arg2)
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @dequantize_token(%x: tensor<2x4xi8> {onnx.value = dense<[[126, 127, -1, -127], [-128, 7, 6, 4]]> : tensor<2x4xi8>},
                            %s: tensor<2x1xf32> {onnx.value = dense<[[0x7FC00000], [2.0]]> : tensor<2x1xf32>},
                            %z: tensor<2x1xi64> {onnx.value = dense<[[-9223372036854775808], [-5]]> : tensor<2x1xi64>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [-246.0, 24.0, 22.0, 18.0]]> : tensor<2x4xf32>}) {
  %0 = torch.quantized_decomposed.dequantize_per_token.default(%x, %s, %z, -128, 127, dtype=i8, output_dtype=f32)
      : (tensor<2x4xi8>, tensor<2x1xf32>, tensor<2x1xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @quantize_group
// CHECK: onnx.Reciprocal
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Round
// CHECK: onnx.Clip
// CHECK: onnx.Cast({{.*}}) {to = i8}
func.func @quantize_group(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, -1.25, 100.0], [1.5, -2.5, -0.0, 1.0]]> : tensor<2x4xf32>},
                          %s: tensor<2x2xf32> {onnx.value = dense<[[0.5, 0.25], [1.0, 2.0]]> : tensor<2x2xf32>},
                          %z: tensor<2x2xi64> {onnx.value = dense<[[0, 3], [-5, 7]]> : tensor<2x2xi64>})
    -> (tensor<2x4xi8> {onnx.expected = dense<[[0, 2, -2, 7], [-4, -8, 7, 7]]> : tensor<2x4xi8>}) {
  %0 = torch.quantized_decomposed.quantize_per_channel_group.default(%x, %s, %z, -8, 7, dtype=i8, group_size=2)
      : (tensor<2x4xf32>, tensor<2x2xf32>, tensor<2x2xi64>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @choose_symmetric
// CHECK: onnx.ReduceMin(%arg0, {{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Max
// CHECK: onnx.Cast({{.*}}) {to = f64}
func.func @choose_symmetric(%x: tensor<2x4xf32> {onnx.value = dense<[[1.0, 1.5, 1.25, -0.5], [1.5, 1.0, -0.25, 2.0]]> : tensor<2x4xf32>})
    -> (tensor<1xf64> {onnx.expected = dense<0.015748031437397003> : tensor<1xf64>},
        tensor<1xi64> {onnx.expected = dense<0> : tensor<1xi64>}) {
  %0:2 = torch.quantized_decomposed.choose_qparams_symmetric.tensor(%x, -127, 127, 1.0e-5, dtype=i8)
      : (tensor<2x4xf32>) -> (tensor<1xf64>, tensor<1xi64>)
  return %0#0, %0#1 : tensor<1xf64>, tensor<1xi64>
}

// -----

// CHECK-LABEL: func.func @choose_token
// CHECK: onnx.ReduceMax(%arg0, {{.*}})
// CHECK: onnx.Max
// CHECK: onnx.ReduceMin(%arg0, {{.*}})
// CHECK: onnx.Min
// CHECK: onnx.Cast({{.*}}) {to = f64}
// CHECK: onnx.Round
func.func @choose_token(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, 1.25, 100.0], [-3.0, -2.0, -1.0, -0.5]]> : tensor<2x4xf32>})
    -> (tensor<2x1xf64> {onnx.expected = dense<[[0.3921568691730499], [0.0117647061124444]]> : tensor<2x1xf64>},
        tensor<2x1xi64> {onnx.expected = dense<[[-128], [127]]> : tensor<2x1xi64>}) {
  %0:2 = torch.quantized_decomposed.choose_qparams_per_token_asymmetric.default(%x, dtype=i8)
      : (tensor<2x4xf32>) -> (tensor<2x1xf64>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xf64>, tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @choose_token_impl
// CHECK: onnx.ReduceMax(%arg0, {{.*}})
// CHECK: onnx.Max
// CHECK: onnx.ReduceMin(%arg0, {{.*}})
// CHECK: onnx.Min
// CHECK: onnx.Where
// CHECK: onnx.Round
func.func @choose_token_impl(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, 1.25, 100.0], [-3.0, -2.0, -1.0, -0.5]]> : tensor<2x4xf32>})
    -> (tensor<2x1xf64> {onnx.expected = dense<[[0.3921568691730499], [0.0117647061124444]]> : tensor<2x1xf64>},
        tensor<2x1xi64> {onnx.expected = dense<[[-128], [127]]> : tensor<2x1xi64>}) {
  %0:2 = torch.quantized_decomposed._choose_qparams_per_token_asymmetric_impl.default(%x, dtype=i8)
      : (tensor<2x4xf32>) -> (tensor<2x1xf64>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xf64>, tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @convert
// CHECK: onnx.Cast(%arg0) {to = f64}
func.func @convert(%x: tensor<2x4xf32> {onnx.value = dense<[[0x7F800000, 0.0, -0.0, -2.5], [-3.0, 0x7FC00000, 0xFF800000, 2.0]]> : tensor<2x4xf32>})
    -> (tensor<2x4xf64> {onnx.expected = dense<[[0x7FF0000000000000, 0.0, -0.0, -2.5], [-3.0, 0x7FF8000000000000, 0xFFF0000000000000, 2.0]]> : tensor<2x4xf64>}) {
  %0 = torch.quantized_decomposed.convert_element_type.no_fuse(%x, dtype=f64)
      : (tensor<2x4xf32>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
