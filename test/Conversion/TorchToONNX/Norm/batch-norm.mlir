// Overloads of batch normalisation, with what they give the backward pass.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Given statistics are for BatchNormalization; nothing is saved.
// CHECK-LABEL: func.func @native
// CHECK: onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
func.func @native(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[30.0, 13.75, 6.25, 40.0], [23.75, -42.5, 7.5, 31.25], [17.5, 36.25, -16.25, -12.5]], [[13.75, -25.0, 21.25, 16.25], [-21.25, 2.5, 47.5, -6.25], [-3.75, 2.5, 21.25, 6.25]]]> : tensor<2x3x4xf32>},
                  %y: tensor<3xf32> {onnx.value = dense<[16.25, 31.25, -15.0]> : tensor<3xf32>},
                  %z: tensor<3xf32> {onnx.value = dense<[31.25, -22.5, -5.0]> : tensor<3xf32>},
                  %w: tensor<3xf32> {onnx.value = dense<[43.75, -5.0, -10.0]> : tensor<3xf32>},
                  %u: tensor<3xf32> {onnx.value = dense<[13.75, 16.25, 12.5]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-28.98471, -100.171196, -133.02649, 14.822357], [200.30637, -313.117, 74.37233, 258.42975], [-121.62597, -201.14368, 21.505903, 5.6023617]], [[-100.171196, -269.92358, -67.315895, -89.21943], [-148.43402, 35.623398, 384.36377, -32.187233], [-31.505901, -58.011803, -137.52951, -73.915344]]]> : tensor<2x3x4xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0:3 = torch.aten.native_batch_norm.default(%x, %y, %z, %w, %u, training=false, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}

// -----

// CHECK-LABEL: func.func @legit
// CHECK: onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
func.func @legit(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[10.0, 12.5, -28.75, -50.0], [-40.0, 47.5, -8.75, 28.75], [47.5, 25.0, -10.0, -16.25]], [[5.0, -43.75, 12.5, -1.25], [32.5, -3.75, -22.5, 37.5], [1.25, 18.75, -43.75, 11.25]]]> : tensor<2x3x4xf32>},
                 %y: tensor<3xf32> {onnx.value = dense<[-48.75, -22.5, -12.5]> : tensor<3xf32>},
                 %z: tensor<3xf32> {onnx.value = dense<[-18.75, -18.75, 38.75]> : tensor<3xf32>},
                 %w: tensor<3xf32> {onnx.value = dense<[-32.5, 28.75, -50.0]> : tensor<3xf32>},
                 %u: tensor<3xf32> {onnx.value = dense<[23.75, 42.5, 26.25]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-443.8003, -468.80325, -56.254425, 156.27072], [218.5019, -83.45506, 110.660126, -18.750002], [-199.08034, -144.19641, -58.821423, -43.57589]], [[-393.79437, 93.76333, -468.80325, -331.287], [-31.691013, 93.40544, 158.1105, -48.945698], [-86.26339, -128.95088, 23.504461, -110.65624]]]> : tensor<2x3x4xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0:3 = torch.aten._native_batch_norm_legit.default(%x, %y, %z, %w, %u, training=false, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}

// -----

// Neither weight nor bias.
// CHECK-LABEL: func.func @no_stats
// CHECK: onnx.ReduceMean(%arg0, %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: onnx.ReduceMean({{.*}}, %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
func.func @no_stats(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[2.75, 1.25, -2.0, -3.0], [1.75, 0.0, -1.25, -3.0], [0x7F800000, 3.0, -0.5, 0.25]], [[0.0, 2.5, -0.75, 1.0], [-2.75, 1.0, 2.5, 1.75], [0x7FC00000, -0.5, -2.25, 0.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.3151639, 0.5358075, -1.1527979, -1.6723688], [0.8807993, 0.0, -0.6291424, -1.5099417], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]], [[-0.11365613, 1.185271, -0.5033343, 0.40591475], [-1.3841132, 0.5033139, 1.2582848, 0.8807993], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.21875, 0.0, 0x7FC00000]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.5195709, 0.5033139, 0x7FC00000]> : tensor<3xf32>}) {
  %0:3 = torch.aten._native_batch_norm_legit.no_stats(%x, none, none, training=true, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @no_training
// CHECK: onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<?x3xf32, #sym.dims<n>>, none, none)
func.func @no_training(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-2.25, 0.75, -2.25], [2.625, -3.125, 1.25]]> : tensor<2x3xf32>},
                       %y: tensor<3xf32> {onnx.value = dense<[-0.5, 1.375, -0.0]> : tensor<3xf32>},
                       %z: tensor<3xf32> {onnx.value = dense<[-1.25, -0.75, 0.75]> : tensor<3xf32>},
                       %w: tensor<3xf32> {onnx.value = dense<[-1.25, -1.25, -2.5]> : tensor<3xf32>},
                       %u: tensor<3xf32> {onnx.value = dense<[-0.0, -1.125, 2.0]> : tensor<3xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[3.75, 0x7FC00000, 0.75], [-20.625, 0x7FC00000, 0.75]]> : tensor<2x3xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0:3 = torch.aten._native_batch_norm_legit_no_training.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x3xf32, #sym.dims<n>>, tensor<0xf32>, tensor<0xf32>
}

// -----

// CHECK-LABEL: func.func @no_update
// CHECK: onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
func.func @no_update(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-15.0, 23.75, -5.0, 2.5], [15.0, -33.75, 28.75, -11.25], [-15.0, -8.75, 12.5, 40.0]], [[-27.5, -32.5, 45.0, -28.75], [-41.25, 18.75, 41.25, 22.5], [-6.25, 36.25, -11.25, 32.5]]]> : tensor<2x3x4xf32>},
                     %y: tensor<3xf32> {onnx.value = dense<[31.25, -2.5, 10.0]> : tensor<3xf32>},
                     %z: tensor<3xf32> {onnx.value = dense<[-5.0, -1.25, -21.25]> : tensor<3xf32>},
                     %w: tensor<3xf32> {onnx.value = dense<[-7.5, 22.5, 11.25]> : tensor<3xf32>},
                     %u: tensor<3xf32> {onnx.value = dense<[-8.75, 41.25, 27.5]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [1.6690171, 20.64263, -3.6825147, 11.885577], [-71.29768, -59.381573, -18.866777, 33.564133]], [[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [23.561646, 0.2095084, -8.547544, -1.2500002], [-54.615124, 26.414463, -64.14802, 19.264793]]]> : tensor<2x3x4xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>},
        tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>},
        tensor<0xui8> {onnx.expected = dense<> : tensor<0xui8>}) {
  %0:4 = torch.aten._batch_norm_no_update.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
}

// -----

// What cuDNN reserves is empty.
// CHECK-LABEL: func.func @cudnn
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<> : tensor<0xui8>
// CHECK: return %[[V0]], %[[V3]], %[[V4]], %[[V5]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
func.func @cudnn(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>) {
  %0:4 = torch.aten.cudnn_batch_norm.default(%x, %y, %z, %w, %u, training=false, exponential_average_factor=0.1, epsilon=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
}

// -----

// CHECK-LABEL: func.func @miopen
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V2:.*]], %[[V3:.*]], %[[V4:.*]] = onnx.BatchNormalization(%arg0, %arg1, %[[V1]], %arg2, %arg3) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V5:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V2]], %[[V5]], %[[V6]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
func.func @miopen(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = torch.aten.miopen_batch_norm.default(%x, %y, none, %z, %w, training=false, exponential_average_factor=0.1, epsilon=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}

// -----

// Statistics of the batch, which are computed by reductions: the mean and the
// reciprocal of the deviation are results.
// CHECK-LABEL: func.func @native_training
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
func.func @native_training(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-1.5, 0.0, -1.75, 1.75], [0.0, -2.0, -0.25, -1.5], [1.0, -2.0, -1.25, 1.0]], [[-1.75, -0.25, -1.25, 1.25], [0.25, 1.75, -1.25, 2.0], [2.0, 0.25, -2.0, -0.5]]]> : tensor<2x3x4xf32>},
                           %y: tensor<3xf32> {onnx.value = dense<[0.25, -0.75, 0.25]> : tensor<3xf32>},
                           %z: tensor<3xf32> {onnx.value = dense<[1.75, 0.0, -2.0]> : tensor<3xf32>},
                           %w: tensor<3xf32> {onnx.value = dense<[-0.5, 1.0, 0.25]> : tensor<3xf32>},
                           %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.5430052, 1.8352331, 1.4943006, 2.1761656], [-0.068568245, 1.0285237, 0.068568245, 0.7542507], [-1.7879041, -2.3237252, -2.18977, -1.7879041]], [[1.4943006, 1.7865285, 1.59171, 2.0787563], [-0.20570473, -1.0285237, 0.6171142, -1.1656601], [-1.609297, -1.9218594, -2.3237252, -2.0558147]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[-0.4375, -0.125, -0.1875]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.77927417, 0.73139465, 0.7144281]> : tensor<3xf32>}) {
  %0:3 = torch.aten.native_batch_norm.default(%x, %y, %z, %w, %u, training=true, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// The running statistics after this batch: their variance is the unbiased one.
// CHECK-LABEL: func.func @functional
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Mul
// CHECK: onnx.Reciprocal
func.func @functional(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[2.0, 1.0, 2.0, 0.25], [-0.5, 2.0, 1.25, 1.25], [-0.75, 0.5, 1.5, -0.5]], [[1.75, 1.25, 1.5, 0.0], [-1.5, -0.5, 0.0, -0.75], [-1.75, -1.0, 1.0, -0.25]]]> : tensor<2x3x4xf32>},
                      %y: tensor<3xf32> {onnx.value = dense<[-1.25, 0.0, -0.25]> : tensor<3xf32>},
                      %z: tensor<3xf32> {onnx.value = dense<[-0.25, 1.5, -2.0]> : tensor<3xf32>},
                      %w: tensor<3xf32> {onnx.value = dense<[-0.5, 0.75, -1.5]> : tensor<3xf32>},
                      %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-1.6083875, 0.13034856, -1.6083875, 1.4344006], [1.5, 1.5, 1.5, 1.5], [-1.8544642, -2.1608553, -2.4059682, -1.9157424]], [[-1.1737034, -0.30433545, -0.73901945, 1.8690846], [1.5, 1.5, 1.5, 1.5], [-1.6093512, -1.793186, -2.2834117, -1.9770206]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.21875, 0.15625, -0.15625]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.3909888, 0.8803576, 0.9804518]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[-0.15625, 0.63125, -1.23125]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.5158482, 1.092634, 1.8354911]> : tensor<3xf32>}) {
  %0:5 = torch.aten._native_batch_norm_legit_functional.default(%x, %y, %z, %w, %u, training=true, momentum=0.2, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// What is reserved for the backward pass is empty.
// CHECK-LABEL: func.func @with_update
// CHECK: onnx.ReduceMean
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.Mul
// CHECK: onnx.Reciprocal
func.func @with_update(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-0.25, -1.5, -0.75, -0.25], [-1.25, 1.5, 2.0, 0.0], [-0.5, -1.25, 1.25, 0.0]], [[0.25, 1.0, 0.0, 1.5], [-0.5, -1.25, 0.0, 0.75], [-1.5, -0.25, 0.5, 1.0]]]> : tensor<2x3x4xf32>},
                       %y: tensor<3xf32> {onnx.value = dense<[1.5, 0.0, -2.0]> : tensor<3xf32>},
                       %z: tensor<3xf32> {onnx.value = dense<[1.0, -1.75, 0.5]> : tensor<3xf32>},
                       %w: tensor<3xf32> {onnx.value = dense<[0.0, 0.75, 2.0]> : tensor<3xf32>},
                       %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[0.5784254, -1.5294476, -0.26472378, 0.5784254], [-1.75, -1.75, -1.75, -1.75], [1.3718944, 2.9815454, -2.383958, 0.2987936]], [[1.4215746, 2.6862984, 1.0, 3.5294476], [-1.75, -1.75, -1.75, -1.75], [3.5180957, 0.83534396, -0.7743071, -1.8474078]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.0, 0.15625, -0.09375]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.1241989, 0.8912162, 1.0731007]> : tensor<3xf32>},
        tensor<0xui8> {onnx.expected = dense<> : tensor<0xui8>}) {
  %0:4 = torch.aten._batch_norm_with_update.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>
}

// -----

// CHECK-LABEL: func.func @with_update_functional
// CHECK: onnx.ReduceMean
// CHECK: onnx.Add
// CHECK: onnx.Reciprocal
// CHECK: onnx.Mul
func.func @with_update_functional(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.75, -1.0, -0.5, 1.75], [0.5, -1.25, -1.0, 0.75], [-1.75, 1.0, -0.5, 0.5]], [[-0.25, 0.5, 0.25, -0.25], [-1.25, -1.25, -0.25, 1.25], [1.0, -0.5, -0.25, -1.0]]]> : tensor<2x3x4xf32>},
                                  %y: tensor<3xf32> {onnx.value = dense<[-0.25, -1.0, 1.0]> : tensor<3xf32>},
                                  %z: tensor<3xf32> {onnx.value = dense<[1.25, 2.0, 0.25]> : tensor<3xf32>},
                                  %w: tensor<3xf32> {onnx.value = dense<[1.25, -1.5, 2.0]> : tensor<3xf32>},
                                  %u: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[1.0658361, 1.608635, 1.4535495, 0.75566536], [1.1565552, 2.9732056, 2.713684, 0.8970337], [-1.4607245, 1.5501506, -0.09214491, 1.0027187]], [[1.3760068, 1.1433789, 1.2209215, 1.3760068], [2.9732056, 2.9732056, 1.9351196, 0.37799072], [1.5501506, -0.09214491, 0.181571, -0.63957673]]]> : tensor<2x3x4xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.15625, -0.3125, -0.1875]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[1.240683, 1.0380859, 1.0948637]> : tensor<3xf32>},
        tensor<0xui8> {onnx.expected = dense<> : tensor<0xui8>},
        tensor<3xf32> {onnx.expected = dense<[1.140625, -1.3812499, 1.78125]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.52310264, 1.0049107, 1.8941964]> : tensor<3xf32>}) {
  %0:6 = torch.aten._batch_norm_with_update_functional.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>
}
