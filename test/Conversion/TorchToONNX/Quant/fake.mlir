// Simulated quantization: values on the grid, and which of them are in its range.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @tensor_qparams
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Constant dense<-1.280000e+02>
// CHECK: onnx.Constant dense<1.270000e+02>
func.func @tensor_qparams(%x: tensor<2x4xf32> {onnx.value = dense<[[-1.75, -2.75, -2.625, 2.375], [2.25, 2.875, 0.625, -1.0]]> : tensor<2x4xf32>},
                          %s: tensor<f32> {onnx.value = dense<1.25> : tensor<f32>},
                          %z: tensor<i32> {onnx.value = dense<6> : tensor<i32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-1.25, -2.5, -2.5, 2.5], [2.5, 2.5, 0.0, -1.25]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.fake_quantize_per_tensor_affine.tensor_qparams(%x, %s, %z, -128, 127)
      : (tensor<2x4xf32>, tensor<f32>, tensor<i32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @tensor_mask
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Round
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Clip
func.func @tensor_mask(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, -1.25, 100.0], [-70.0, -65.5, -0.0, 62.0]]> : tensor<2x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.0, 1.0, -1.0, 62.0], [-65.5, -65.5, 0.0, 62.0]]> : tensor<2x4xf32>},
        tensor<2x4xi1> {onnx.expected = dense<[[true, true, true, false], [false, true, true, true]]> : tensor<2x4xi1>}) {
  %0:2 = torch.aten.fake_quantize_per_tensor_affine_cachemask.default(%x, 0.5, 3, -128, 127)
      : (tensor<2x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xi1>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi1>
}

// -----

// CHECK-LABEL: func.func @channel
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Constant dense<-1.280000e+02>
// CHECK: onnx.Constant dense<1.270000e+02>
func.func @channel(%x: tensor<2x4xf32> {onnx.value = dense<[[-22.5, -6.25, -1.25, -25.0], [41.25, -40.0, 6.25, -37.5]]> : tensor<2x4xf32>},
                   %s: tensor<4xf32> {onnx.value = dense<[46.25, 16.25, -1.25, -38.75]> : tensor<4xf32>},
                   %z: tensor<4xi32> {onnx.value = dense<[42, -51, 47, 25]> : tensor<4xi32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.0, 0.0, -1.25, -38.75], [46.25, -32.5, 6.25, -38.75]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.fake_quantize_per_channel_affine.default(%x, %s, %z, 1, -128, 127)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @channel_mask
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Round
// CHECK: onnx.Cast(%arg2) {to = f32}
// CHECK: onnx.Clip
func.func @channel_mask(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, -1.25, 100.0], [-70.0, 3.0, -0.0, 500.0]]> : tensor<2x4xf32>},
                        %s: tensor<4xf32> {onnx.value = dense<[0.5, 0.25, 1.0, 2.0]> : tensor<4xf32>},
                        %z: tensor<4xi32> {onnx.value = dense<[0, 3, -5, 7]> : tensor<4xi32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.0, 0.75, -1.0, 100.0], [-64.0, 3.0, 0.0, 240.0]]> : tensor<2x4xf32>},
        tensor<2x4xi1> {onnx.expected = dense<[[true, true, true, true], [false, true, true, false]]> : tensor<2x4xi1>}) {
  %0:2 = torch.aten.fake_quantize_per_channel_affine_cachemask.default(%x, %s, %z, 1, -128, 127)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xi32>) -> (tensor<2x4xf32>, tensor<2x4xi1>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi1>
}

// -----

// CHECK-LABEL: func.func @decomposed_channel
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Round(
// CHECK: onnx.Constant dense<1.270000e+02>
func.func @decomposed_channel(%x: tensor<2x4xf32> {onnx.value = dense<[[0.0, 2.25, 0x7FC00000, 0x7F800000], [0xFF800000, 1.0, 2.5, -0.0]]> : tensor<2x4xf32>},
                              %s: tensor<4xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 1.75, -1.5]> : tensor<4xf32>},
                              %z: tensor<4xi64> {onnx.value = dense<[2, 3, 0, 1]> : tensor<4xi64>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000, 193.5], [0x7FC00000, 0x7FC00000, 1.75, -0.0]]> : tensor<2x4xf32>}) {
  %0 = torch.quantized_decomposed.fake_quant_per_channel.default(%x, %s, %z, 1, -128, 127)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xi64>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A zero point that is learned is an integer of the range.

// CHECK-LABEL: func.func @learnable
// CHECK-DAG: %[[S:.*]] = onnx.Squeeze(%arg1
// CHECK-DAG: %[[I:.*]] = onnx.Reciprocal(%[[S]])
// CHECK-DAG: %[[P:.*]] = onnx.Mul(%arg0, %[[I]])
// CHECK-DAG: %[[R:.*]] = onnx.Round(%{{.*}}) : (tensor<f32>)
// CHECK-DAG: %[[C:.*]] = onnx.Clip(%[[R]], %{{.*}}, %{{.*}}) : (tensor<f32>
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%[[P]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x4xi8>
// CHECK: onnx.DequantizeLinear(%[[Q]], %[[S]], %{{.*}})
func.func @learnable(%x: tensor<2x4xf32> {onnx.value = dense<[[-0.5, 2.0, 1.5, 1.0], [1.0, 2.0, 0.75, -0.5]]> : tensor<2x4xf32>},
                     %s: tensor<1xf32> {onnx.value = dense<-1.5> : tensor<1xf32>},
                     %z: tensor<1xf32> {onnx.value = dense<-0.5> : tensor<1xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-0.0, 1.5, 1.5, 1.5], [1.5, 1.5, -0.0, -0.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten._fake_quantize_learnable_per_tensor_affine.default(%x, %s, %z, -128, 127)
      : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A zero point of floats is added before the sum is rounded.

// CHECK-LABEL: func.func @float_zero_points
// CHECK-NOT: QuantizeLinear
// CHECK: %[[P:.*]] = onnx.Mul(%arg0, %{{.*}})
// CHECK: %[[A:.*]] = onnx.Add(%[[P]], %arg2)
// CHECK: onnx.Round(%[[A]])
func.func @float_zero_points(%x: tensor<2x4xf32> {onnx.value = dense<[[-0.75, 1.0, -1.25, -2.0], [-1.25, -0.75, 0.0, -0.75]]> : tensor<2x4xf32>},
                             %s: tensor<4xf32> {onnx.value = dense<[-1.5, 1.5, 1.0, 0.0]> : tensor<4xf32>},
                             %z: tensor<4xf32> {onnx.value = dense<[-1.0, 2.0, 1.25, 1.75]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-1.5, 1.5, -1.25, -0.0], [-1.5, 0.0, -0.25, -0.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.fake_quantize_per_channel_affine.default(%x, %s, %z, 1, -128, 127)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// One for each index of an axis.

// CHECK-LABEL: func.func @learned_per_channel
// CHECK: onnx.Reciprocal(%arg1)
// CHECK: onnx.Round
// CHECK: onnx.Clip
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @learned_per_channel(%x: tensor<2x4xf32> {onnx.value = dense<[[0.25, 0.75, -1.25, 100.0], [-70.0, 3.0, -0.0, 500.0]]> : tensor<2x4xf32>},
                               %s: tensor<4xf32> {onnx.value = dense<[0.5, 0.25, 1.0, 2.0]> : tensor<4xf32>},
                               %z: tensor<4xf32> {onnx.value = dense<[0.5, 3.0, -200.0, 6.75]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.0, 0.75, 0.0, 100.0], [-64.0, 3.0, 0.0, 240.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten._fake_quantize_learnable_per_channel_affine.default(%x, %s, %z, 1, -128, 127)
      : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Switched off, it changes nothing, and everything is in range.
// CHECK-LABEL: func.func @switched
// CHECK: %[[ON:.*]] = onnx.Cast(%{{.*}}) {to = i1} : (tensor<i64>) -> tensor<i1>
// CHECK: %[[S:.*]] = onnx.Squeeze(%arg1
// CHECK: %[[Q:.*]] = onnx.Mul(%{{.*}}, %[[S]])
// CHECK: %[[Y:.*]] = onnx.Where(%[[ON]], %[[Q]], %arg0)
// CHECK: %[[M:.*]] = onnx.And(
// CHECK: %[[OFF:.*]] = onnx.Not(%[[ON]])
// CHECK: %[[ALL:.*]] = onnx.Or(%[[M]], %[[OFF]])
// CHECK: return %[[Y]], %[[ALL]]
func.func @switched(%x: tensor<2x4xf32> {onnx.value = dense<[[-1.25, -1.0, 1.75, 0.75], [0.0, -0.5, -0.25, 1.0]]> : tensor<2x4xf32>},
                    %s: tensor<1xf32> {onnx.value = dense<-0.75> : tensor<1xf32>},
                    %z: tensor<1xi32> {onnx.value = dense<0> : tensor<1xi32>},
                    %on: tensor<1xi32> {onnx.value = dense<0> : tensor<1xi32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-1.25, -1.0, 1.75, 0.75], [0.0, -0.5, -0.25, 1.0]]> : tensor<2x4xf32>},
        tensor<2x4xi1> {onnx.expected = dense<true> : tensor<2x4xi1>}) {
  %0:2 = torch.aten._fake_quantize_per_tensor_affine_cachemask_tensor_qparams.default(%x, %s, %z, %on, -128, 127)
      : (tensor<2x4xf32>, tensor<1xf32>, tensor<1xi32>, tensor<1xi32>) -> (tensor<2x4xf32>, tensor<2x4xi1>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi1>
}
