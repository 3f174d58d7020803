// Normalisations.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @batch_norm
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32}
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @batch_norm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.25, 0.75, -1.75, -1.0], [-1.5, 0.75, 0.75, 2.0], [-1.0, 2.0, 0.25, 0.75]], [[-1.75, -0.25, 1.5, 0.25], [1.25, 2.0, 1.5, 1.75], [-1.5, -1.75, 1.5, 1.0]]]> : tensor<2x3x4xf32>},
                      %w: tensor<3xf32> {onnx.value = dense<[1.25, -0.75, 1.5]> : tensor<3xf32>},
                      %b: tensor<3xf32> {onnx.value = dense<[-0.25, -1.75, 1.75]> : tensor<3xf32>},
                      %m: tensor<3xf32> {onnx.value = dense<[0.75, 1.25, -0.5]> : tensor<3xf32>},
                      %v: tensor<3xf32> {onnx.value = dense<[-0.25, 1.0, -1.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [0.30226412, -1.3768611, -1.3768611, -2.3097084], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]], [[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [-1.75, -2.3097084, -1.9365695, -2.123139], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.batch_norm.default(%x, %w, %b, %m, %v, false, 0.1, 0.01, true) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Statistics of the batch.
// CHECK-LABEL: func.func @batch_norm_training
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
func.func @batch_norm_training(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.0, -0.5, 2.0, 1.5], [1.25, -2.0, -2.0, 0.25], [-1.75, -1.5, 0.5, -0.5]], [[1.5, -1.25, -0.75, 1.75], [2.0, 2.0, 1.25, -1.5], [0.25, -0.5, -0.5, 1.5]]]> : tensor<2x3x4xf32>},
                               %w: tensor<3xf32> {onnx.value = dense<[-1.0, 0.75, -1.0]> : tensor<3xf32>},
                               %b: tensor<3xf32> {onnx.value = dense<[0.0, 1.5, -1.75]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.0747113, 0.6925918, -1.2180063, -0.8358866], [2.002468, 0.5094201, 0.5094201, 1.5430686], [-0.30559996, -0.55679995, -2.5663998, -1.5616]], [[-0.8358866, 1.2657712, 0.88365155, -1.0269464], [2.3470175, 2.3470175, 2.002468, 0.73911977], [-2.3151999, -1.5616, -1.5616, -3.5712]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.batch_norm.default(%x, %w, %b, none, none, true, 0.1, 0.01, true) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @layer_norm
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]], %[[V2:.*]], %[[V3:.*]] = onnx.LayerNormalization(%arg0, %arg1, %[[V0]]) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
// CHECK: return %[[V1]] : tensor<?x4xf32, #sym.dims<n>>
func.func @layer_norm(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0.75, 0.25, 1.75, 0.75], [-1.25, 1.0, 1.5, 1.0]]> : tensor<2x4xf32>},
                      %w: tensor<4xf32> {onnx.value = dense<[0.75, -2.0, -0.25, 2.0]> : tensor<4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.16923513, 2.2564683, -0.39488196, -0.45129368], [-1.2694361, -0.8171083, -0.21886829, 0.8171083]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.layer_norm.default(%x, [4], %w, none, 0.01) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @group_norm
// CHECK: %[[V0:.*]] = onnx.GroupNormalization(%arg0, %arg1, %arg2) {epsilon = 0.00999999977 : f32, num_groups = 2 : i64}
// CHECK: return %[[V0]] : tensor<2x4x5xf32>
func.func @group_norm(%x: tensor<2x4x5xf32> {onnx.value = dense<[[[-1.75, 0.25, 1.75, 0.5, -2.0], [2.0, 2.0, -0.5, -0.25, 2.0], [-1.75, -1.25, -1.0, 0.0, 0.75], [1.75, -2.0, -2.0, -0.25, 1.5]], [[0.5, -0.25, 1.75, 1.25, 0.0], [2.0, 2.0, -0.5, -0.5, 1.25], [-1.75, -0.75, 1.5, 0.0, -1.75], [-0.25, 1.5, -1.25, -2.0, 1.5]]]> : tensor<2x4x5xf32>},
                      %w: tensor<4xf32> {onnx.value = dense<[-0.5, 0.5, -1.5, 1.5]> : tensor<4xf32>},
                      %b: tensor<4xf32> {onnx.value = dense<[0.75, 0.5, -0.25, -0.5]> : tensor<4xf32>})
    -> (tensor<2x4x5xf32> {onnx.expected = dense<[[[1.4874439, 0.8014496, 0.28695384, 0.71570027, 1.5731932], [1.0487955, 1.0487955, 0.19130255, 0.27705184, 1.0487955], [1.237346, 0.67608345, 0.39545208, -0.72707325, -1.5689672], [1.9414926, -2.2679775, -2.2679775, -0.30355805, 1.6608613]], [[0.87841636, 1.2636656, 0.23633441, 0.4931672, 1.1352491], [1.142082, 1.142082, -0.14208195, -0.14208195, 0.7568328], [1.338517, 0.22376817, -2.2844164, -0.61229336, 1.338517], [-0.41639382, 1.5344164, -1.5311426, -2.3672042, 1.5344164]]]> : tensor<2x4x5xf32>}) {
  %0 = torch.aten.group_norm.default(%x, 2, %w, %b, 0.01) : (tensor<2x4x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// -----

// CHECK-LABEL: func.func @instance_norm
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.InstanceNormalization(%arg0, %[[V1]], %[[V3]]) {epsilon = 0.00999999977 : f32}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V4]] : tensor<2x3x4xf32>
func.func @instance_norm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, 0.75, -2.0, -1.0], [-1.0, -1.5, 1.0, -0.75], [1.25, 0.75, 1.25, -1.0]], [[1.75, -1.5, -1.25, 1.75], [-0.25, -2.0, -0.25, -2.0], [-0.5, -0.25, -0.5, -1.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0.83133435, 1.0530236, -1.3855573, -0.49880064], [-0.46200848, -0.9900181, 1.6500301, -0.19800365], [0.7390044, 0.20154667, 0.7390044, -1.6795553]], [[0.9963718, -1.0760815, -0.9166621, 0.9963718], [0.9935326, -0.99353266, 0.9935326, -0.99353266], [0.3823595, 0.8921722, 0.3823595, -1.6568913]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.instance_norm.default(%x, none, none, none, none, true, 0.1, 0.01, true) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Half floats are normalised in float32.
// CHECK-LABEL: func.func @rms_norm
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.ReduceMean
// CHECK: onnx.Sqrt
// CHECK: onnx.Cast({{.*}}) {to = f16}
func.func @rms_norm(%x: tensor<2x4xf16> {onnx.value = dense<[[300.0, 2.0, -100.0, 0.5], [0.0, -0.0, 0.25, 0.001]]> : tensor<2x4xf16>},
                    %w: tensor<4xf16> {onnx.value = dense<[0.5, -1.0, -0.5, -2.0]> : tensor<4xf16>})
    -> (tensor<2x4xf16> {onnx.expected = dense<[[0.9487, -0.01265, 0.3162, -0.006325], [0.0, 0.0, -0.781, -0.0125]]> : tensor<2x4xf16>}) {
  %0 = torch.aten.rms_norm.default(%x, [4], %w, 0.01) : (tensor<2x4xf16>, tensor<4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// -----

// CHECK-LABEL: func.func @rms_norm_single
// CHECK: %[[V0:.*]] = onnx.RMSNormalization(%arg0, %arg1) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
// CHECK: return %[[V0]] : tensor<?x3x4xf32, #sym.dims<n>>
func.func @rms_norm_single(%x: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[-1.25, -1.25, 1.5, 1.5], [-1.25, -0.5, 2.0, 1.75], [-1.5, 0.5, -0.5, -1.5]], [[0.0, 0.75, 1.25, 1.5], [-1.5, 1.25, 0.25, 2.0], [1.25, -1.75, 1.0, -1.0]]]> : tensor<2x3x4xf32>},
                           %w: tensor<3x4xf32> {onnx.value = dense<[[-1.25, -2.0, 1.0, 0.75], [-2.0, -1.25, 1.5, -0.75], [0.0, 0.5, -1.75, 2.0]]> : tensor<3x4xf32>})
    -> (tensor<?x3x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[1.1640799, 1.8625278, 1.1175168, 0.83813757], [1.8625278, 0.46563196, 2.2350335, -0.9778271], [-0.0, 0.18625279, 0.65188473, -2.2350335]], [[-0.0, -1.1922361, 0.9935301, 0.8941771], [2.3844721, -1.2419126, 0.29805902, -1.1922361], [0.0, -0.69547105, -1.3909421, -1.5896481]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.rms_norm.default(%x, [3, 4], %w, 0.01) : (tensor<?x3x4xf32, #sym.dims<n>>, tensor<3x4xf32>) -> tensor<?x3x4xf32, #sym.dims<n>>
  return %0 : tensor<?x3x4xf32, #sym.dims<n>>
}

// -----

// Without a weight there is no operator, and doubles are not computed in f32.
// CHECK-LABEL: func.func @rms_norm_formula
// CHECK-NOT: onnx.RMSNormalization
// CHECK: onnx.Div
// CHECK: onnx.Div
func.func @rms_norm_formula(%x: tensor<2x4xf32> {onnx.value = dense<[[-1.5, 2.0, 0.75, -1.75], [-1.25, 0.75, -0.25, -2.0]]> : tensor<2x4xf32>},
                            %y: tensor<2x4xf64> {onnx.value = dense<[[-1.5, 0.25, 1.5, -1.0], [1.5, 1.5, -1.25, -0.75]]> : tensor<2x4xf64>},
                            %w: tensor<4xf64> {onnx.value = dense<[0.75, 1.75, -1.25, 1.75]> : tensor<4xf64>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-0.95274115, 1.2703215, 0.47637057, -1.1115313], [-1.0018048, 0.6010829, -0.20036097, -1.6028877]]> : tensor<2x4xf32>},
        tensor<2x4xf64> {onnx.expected = dense<[[-0.9505863757867168, 0.3696724794726121, -1.5843106263111948, -1.4786899178904485], [0.8715302009814725, 2.033570468956769, 1.2104586124742673, -1.0167852344783845]]> : tensor<2x4xf64>}) {
  %0 = torch.aten.rms_norm.default(%x, [4], none, 0.01) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = torch.aten.rms_norm.default(%y, [4], %w, 0.01) : (tensor<2x4xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf64>
}

// -----

// CHECK-LABEL: func.func @weight_norm
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Div(%arg1, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<3x4xf32>
func.func @weight_norm(%v: tensor<3x4xf32> {onnx.value = dense<[[-0.25, 2.0, -2.0, 1.5], [-0.75, -1.75, 0.25, 0.75], [0.0, -0.5, -0.5, -0.25]]> : tensor<3x4xf32>},
                       %g: tensor<3x1xf32> {onnx.value = dense<[[0.75], [-1.75], [-2.0]]> : tensor<3x1xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.058387417, 0.46709934, -0.46709934, 0.3503245], [0.63665605, 1.4855307, -0.21221867, -0.63665605], [-0.0, 1.3333334, 1.3333334, 0.6666667]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._weight_norm.default(%v, %g, 0) : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Negative dimensions count from the end; only -1 is the norm of the whole.
// CHECK-LABEL: func.func @weight_norm_second
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Div(%arg1, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x3x4xf32>
func.func @weight_norm_second(%v: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.0, -2.0, -1.5, 2.0], [0.75, -1.0, -0.5, 0.25], [-1.5, 2.0, 2.0, 1.0]], [[-2.0, -2.0, -1.75, -0.5], [-1.75, 0.75, 1.75, -1.75], [1.5, -0.25, 1.0, 0.25]]]> : tensor<2x3x4xf32>},
                              %g: tensor<1x3x1xf32> {onnx.value = dense<[[[1.25], [-0.75], [0.75]]]> : tensor<1x3x1xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-0.2631579, -0.5263158, -0.39473686, 0.5263158], [-0.164978, 0.21997067, 0.10998534, -0.05499267], [-0.2941742, 0.39223227, 0.39223227, 0.19611613]], [[-0.5263158, -0.5263158, -0.46052635, -0.13157895], [0.38494867, -0.164978, -0.38494867, 0.38494867], [0.2941742, -0.049029034, 0.19611613, 0.049029034]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten._weight_norm.default(%v, %g, -2) : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Statistics of the batch are not rounded to half precision.
// CHECK-LABEL: func.func @batch_norm_half
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.ReduceMean
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
// CHECK: onnx.Cast({{.*}}) {to = f16}
func.func @batch_norm_half(%x: tensor<2x3x4xf16> {onnx.value = dense<[[[-0.25, 1.75, -1.0, -2.0], [1.5, -1.0, 0.5, 0.5], [1.5, 1.25, -1.75, 1.0]], [[1.0, 1.25, -1.25, -2.0], [1.25, -0.75, 2.0, 1.75], [-1.5, 0.0, -0.5, 0.5]]]> : tensor<2x3x4xf16>})
    -> (tensor<2x3x4xf16> {onnx.expected = dense<[[[0.04495, 1.483, -0.4944, -1.214], [0.7446, -1.639, -0.2085, -0.2085], [1.249, 1.032, -1.575, 0.815]], [[0.944, 1.124, -0.6743, -1.214], [0.5063, -1.4, 1.221, 0.983], [-1.358, -0.05432, -0.4888, 0.3804]]]> : tensor<2x3x4xf16>}) {
  %0 = torch.aten.batch_norm.default(%x, none, none, none, none, true, 0.1, 1.0e-5, true) : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
  return %0 : tensor<2x3x4xf16>
}

// -----

// Given ones are for a single operation, which is rounded once.
// CHECK-LABEL: func.func @batch_norm_half_inference
// CHECK: %Y, %running_mean, %running_var = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg1, %arg2) : (tensor<2x3x4xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<2x3x4xf16>, none, none)
// CHECK: return %Y : tensor<2x3x4xf16>
func.func @batch_norm_half_inference(%x: tensor<2x3x4xf16> {onnx.value = dense<[[[1.25, -0.5, -0.75, 2.0], [-0.5, -1.75, 0.5, 0.25], [-0.25, -0.5, 1.5, 0.75]], [[-0.5, -1.5, -1.0, -1.25], [1.25, 1.5, 1.5, -2.0], [-2.0, 1.25, 2.0, 1.5]]]> : tensor<2x3x4xf16>},
                                     %m: tensor<3xf16> {onnx.value = dense<[-1.75, -0.5, 1.25]> : tensor<3xf16>},
                                     %v: tensor<3xf16> {onnx.value = dense<[-1.25, 0.0, -0.75]> : tensor<3xf16>})
    -> (tensor<2x3x4xf16> {onnx.expected = dense<[[[0x7E00, 0x7E00, 0x7E00, 0x7E00], [0.0, 197.6, -158.1, -118.56], [0x7E00, 0x7E00, 0x7E00, 0x7E00]], [[0x7E00, 0x7E00, 0x7E00, 0x7E00], [-276.8, -316.2, -316.2, 237.1], [0x7E00, 0x7E00, 0x7E00, 0x7E00]]]> : tensor<2x3x4xf16>}) {
  %0 = torch.aten.batch_norm.default(%x, %m, %v, %m, %v, false, 0.1, 1.0e-5, true) : (tensor<2x3x4xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<2x3x4xf16>
  return %0 : tensor<2x3x4xf16>
}

// -----

// Nothing to normalize: the kernel would divide by the size.
// CHECK-LABEL: func.func @layer_norm_of_nothing
// CHECK-NOT: onnx.LayerNormalization
// CHECK: return %arg0
func.func @layer_norm_of_nothing(%x: tensor<?x0xf32, #sym.dims<n>> {onnx.value = dense<> : tensor<2x0xf32>})
    -> (tensor<?x0xf32, #sym.dims<n>> {onnx.expected = dense<> : tensor<2x0xf32>}) {
  %0 = torch.aten.layer_norm.default(%x, [0]) : (tensor<?x0xf32, #sym.dims<n>>) -> tensor<?x0xf32, #sym.dims<n>>
  return %0 : tensor<?x0xf32, #sym.dims<n>>
}
