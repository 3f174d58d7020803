// Normalisations.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @batch_norm
// CHECK: onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32}
func.func @batch_norm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, -1.5, 0.75, 1.875], [1.125, 1.25, 2.125, 0.75], [2.25, 2.0, -0.0, -1.375]], [[-0.625, 1.25, -2.625, -0.375], [-2.25, -0.125, -2.5, 3.125], [3.125, -2.25, -1.0, 0.75]]]> : tensor<2x3x4xf32>},
                      %w: tensor<3xf32> {onnx.value = dense<[-0.625, 0.75, -1.875]> : tensor<3xf32>},
                      %b: tensor<3xf32> {onnx.value = dense<[-0.0, 0.875, -1.75]> : tensor<3xf32>},
                      %m: tensor<3xf32> {onnx.value = dense<[2.25, -1.375, 1.75]> : tensor<3xf32>},
                      %v: tensor<3xf32> {onnx.value = dense<[-1.5, 2.75, 2.375]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [2.0036175, 2.0600483, 2.4550643, 1.8343248], [-2.3570538, -2.0535269, 0.37468773, 2.0440853]], [[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [0.47998387, 1.4393088, 0.3671221, 2.9065113], [-3.4193976, 3.106429, 1.588795, -0.5358927]]]> : tensor<2x3x4xf32>}) {
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
// CHECK: onnx.LayerNormalization(%arg0, %arg1, {{.*}}) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
func.func @layer_norm(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[-0.125, -2.75, -0.875, -0.5], [2.875, 2.125, 3.0, 1.125]]> : tensor<2x4xf32>},
                      %w: tensor<4xf32> {onnx.value = dense<[-1.0, -0.25, 2.375, 1.25]> : tensor<4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.92395645, 0.4157804, 0.43887934, 0.6929673], [-0.7880901, 0.05184803, 2.265759, -1.9183772]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.layer_norm.default(%x, [4], %w, none, 0.01) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// A batch that may be empty stays one operator if the size of a group is known.
// CHECK-LABEL: func.func @group_norm_of_empty_batch
// CHECK: onnx.GroupNormalization(%arg0
// CHECK: onnx.ReduceMean
// CHECK-NOT: onnx.GroupNormalization
func.func @group_norm_of_empty_batch(%x: tensor<?x4x5xf32, #sym.dims<b>> {onnx.value = dense<> : tensor<0x4x5xf32>},
                                     %y: tensor<?x4x?xf32, #sym.dims<b, h>> {onnx.value = dense<> : tensor<0x4x0xf32>})
    -> (tensor<?x4x5xf32, #sym.dims<b>> {onnx.expected = dense<> : tensor<0x4x5xf32>},
        tensor<?x4x?xf32, #sym.dims<b, h>> {onnx.expected = dense<> : tensor<0x4x0xf32>}) {
  %0 = torch.aten.group_norm.default(%x, 2) : (tensor<?x4x5xf32, #sym.dims<b>>) -> tensor<?x4x5xf32, #sym.dims<b>>
  %1 = torch.aten.group_norm.default(%y, 2) : (tensor<?x4x?xf32, #sym.dims<b, h>>) -> tensor<?x4x?xf32, #sym.dims<b, h>>
  return %0, %1 : tensor<?x4x5xf32, #sym.dims<b>>, tensor<?x4x?xf32, #sym.dims<b, h>>
}

// -----

// CHECK-LABEL: func.func @group_norm
// CHECK: onnx.GroupNormalization(%arg0, %arg1, %arg2) {epsilon = 0.00999999977 : f32, num_groups = 2 : i64}
func.func @group_norm(%x: tensor<2x4x5xf32> {onnx.value = dense<[[[26.25, 43.75, -5.0, -13.75, -37.5], [-15.0, -15.0, -30.0, -41.25, 12.5], [-50.0, 23.75, 45.0, -31.25, 21.25], [-18.75, -8.75, -42.5, 20.0, -37.5]], [[37.5, -35.0, 45.0, 28.75, -40.0], [43.75, -17.5, -2.5, -41.25, -7.5], [-15.0, -41.25, -18.75, 3.75, 10.0], [-41.25, -48.75, 12.5, -31.25, -25.0]]]> : tensor<2x4x5xf32>},
                      %w: tensor<4xf32> {onnx.value = dense<[-41.25, 13.75, -15.0, 15.0]> : tensor<4xf32>},
                      %b: tensor<4xf32> {onnx.value = dense<[26.25, 16.25, 41.25, -38.75]> : tensor<4xf32>})
    -> (tensor<2x4x5xf32> {onnx.expected = dense<[[[-26.869707, -54.41326, 22.315207, 36.086983, 73.46752], [12.3152075, 12.3152075, 4.4456215, -1.4565681, 26.742783], [61.29412, 26.20204, 16.090763, 52.372406, 27.391602], [-43.924595, -39.166348, -55.225437, -25.486383, -52.84631]], [[-18.878904, 71.06874, -28.183834, -8.023154, 77.272026], [33.87767, 8.547586, 14.750873, -1.2742828, 12.683111], [38.04143, 56.75809, 40.71524, 24.672386, 20.216038], [-54.25809, -59.60571, -15.933499, -47.127934, -42.67159]]]> : tensor<2x4x5xf32>}) {
  %0 = torch.aten.group_norm.default(%x, 2, %w, %b, 0.01) : (tensor<2x4x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// -----

// CHECK-LABEL: func.func @instance_norm
// CHECK: onnx.InstanceNormalization(%arg0, {{.*}}) {epsilon = 0.00999999977 : f32}
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
func.func @instance_norm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.0, 1.75, 0.25, -0.25], [1.5, 2.75, 0.75, -3.25], [-2.25, 2.5, 1.75, -1.5]], [[2.0, 3.25, -1.5, 2.75], [0x7F800000, -2.75, 0x7FC00000, 0.75], [1.5, 3.25, 3.25, -0.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-1.1748109, 1.5458037, 0.061832145, -0.43282503], [0.47266737, 1.0287466, 0.13901982, -1.6404338], [-1.1657538, 1.1657538, 0.7976211, -0.7976211]], [[0.20151025, 0.87321115, -1.6792523, 0.6045308], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [-0.30079785, 0.9023936, 0.9023936, -1.5039893]]]> : tensor<2x3x4xf32>}) {
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
// CHECK: onnx.RMSNormalization(%arg0, %arg1) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
func.func @rms_norm_single(%x: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[22.5, 12.5, 21.25, 26.25], [-22.5, 45.0, 33.75, -32.5], [-40.0, -17.5, -20.0, -43.75]], [[45.0, -10.0, -28.75, 7.5], [31.25, -37.5, -18.75, 35.0], [18.75, 22.5, 20.0, -5.0]]]> : tensor<2x3x4xf32>},
                           %w: tensor<3x4xf32> {onnx.value = dense<[[-12.5, 23.75, -32.5, -33.75], [-10.0, 10.0, 32.5, -32.5], [40.0, -46.25, 38.75, -27.5]]> : tensor<3x4xf32>})
    -> (tensor<?x3x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[-9.396725, 9.918765, -23.074183, -29.599684], [7.51738, 15.03476, 36.64723, 35.289925], [-53.456924, 27.041689, -25.893198, 40.1971]], [[-21.452751, -9.057829, 35.635403, -9.653739], [-11.918196, -14.301834, -23.24048, -43.382233], [28.603668, -39.68759, 29.557125, 5.244006]]]> : tensor<2x3x4xf32>}) {
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
// CHECK: onnx.ReduceL2(%arg0, {{.*}})
// CHECK: onnx.Div(%arg1, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @weight_norm(%v: tensor<3x4xf32> {onnx.value = dense<[[-40.0, 37.5, 13.75, 7.5], [-33.75, 33.75, 16.25, 36.25], [18.75, 6.25, -48.75, -41.25]]> : tensor<3x4xf32>},
                       %g: tensor<3x1xf32> {onnx.value = dense<[[1.25], [15.0], [-27.5]]> : tensor<3x1xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[-0.87684727, 0.8220443, 0.30141625, 0.16440886], [-8.152343, 8.152343, 3.9252021, 8.756221], [-7.7133126, -2.5711043, 20.054613, 16.969288]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._weight_norm.default(%v, %g, 0) : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Negative dimensions count from the end; only -1 is the norm of the whole.
// CHECK-LABEL: func.func @weight_norm_second
// CHECK: onnx.ReduceL2(%arg0, {{.*}})
// CHECK: onnx.Div(%arg1, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @weight_norm_second(%v: tensor<2x3x4xf32> {onnx.value = dense<[[[32.5, 16.25, 13.75, -33.75], [-42.5, 13.75, -10.0, -7.5], [6.25, 27.5, -26.25, -40.0]], [[-11.25, 50.0, -11.25, -40.0], [2.5, 37.5, 42.5, -15.0], [20.0, -3.75, 21.25, 32.5]]]> : tensor<2x3x4xf32>},
                              %g: tensor<1x3x1xf32> {onnx.value = dense<[[[-10.0], [1.25], [33.75]]]> : tensor<1x3x1xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-3.8840597, -1.9420298, -1.643256, 4.0334463], [-0.71020997, 0.22977382, -0.16710824, -0.12533118], [2.981244, 13.117474, -12.521225, -19.079962]], [[1.3444822, -5.9754763, 1.3444822, 4.780381], [0.04177706, 0.6266559, 0.71020997, -0.25066236], [9.539981, -1.7887464, 10.1362295, 15.502469]]]> : tensor<2x3x4xf32>}) {
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

// -----

// CHECK-LABEL: func.func @group_norm_of_dynamic_batch
// CHECK-NOT: onnx.InstanceNormalization
func.func @group_norm_of_dynamic_batch(%x: tensor<?x4x?xf32, #sym.dims<b, n>> {onnx.value = dense<[[[1.0, -2.0, 0.5], [0.25, 1.5, -1.0], [2.0, 0.0, -0.75], [1.25, 3.0, -0.5]]]> : tensor<1x4x3xf32>},
                                       %y: tensor<4xf32> {onnx.value = dense<[0.5, 2.0, -1.0, 4.0]> : tensor<4xf32>},
                                       %z: tensor<4xf32> {onnx.value = dense<[1.0, -0.5, 0.25, 3.0]> : tensor<4xf32>})
    -> (tensor<?x4x?xf32, #sym.dims<b, n>> {onnx.expected = dense<[[[1.4013515, 0.14494711, 1.1919507], [-0.15099883, 1.9430083, -2.245006], [-0.60359275, 0.85970914, 1.4084474], [4.219418, 9.340975, -0.90213853]]]> : tensor<1x4x3xf32>}) {
  %0 = torch.aten.group_norm.default(%x, 2, %y, %z) : (tensor<?x4x?xf32, #sym.dims<b, n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x?xf32, #sym.dims<b, n>>
  return %0 : tensor<?x4x?xf32, #sym.dims<b, n>>
}
