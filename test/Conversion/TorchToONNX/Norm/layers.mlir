// Normalisations of samples and weights, with what they give the backward pass.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The mean and the reciprocal of the deviation are computed apart.
// CHECK-LABEL: func.func @native_layer_norm
// CHECK: onnx.LayerNormalization(%arg0, %arg1, %arg2) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
func.func @native_layer_norm(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.0, -0.25, -1.0, 0.25], [-2.0, 2.0, 2.0, 0.0], [-0.5, 2.0, -1.0, -2.0]], [[-1.25, 0.25, 1.75, 1.5], [1.5, -1.0, 0.25, 1.25], [-2.0, 1.75, -1.5, -0.5]]]> : tensor<2x3x4xf32>},
                             %y: tensor<3x4xf32> {onnx.value = dense<[[-1.5, 0.5, -0.5, 2.0], [0.75, -1.75, 0.25, 1.0], [-1.25, -2.0, -1.5, 1.75]]> : tensor<3x4xf32>},
                             %z: tensor<3x4xf32> {onnx.value = dense<[[-2.0, 1.5, -0.25, 1.5], [1.25, -1.25, 0.25, 1.0], [-1.25, -0.25, -0.75, -2.0]]> : tensor<3x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[-3.0277874, 1.3957317, 0.12238678, 1.7979094], [0.15518281, -3.7003052, 0.6000436, 0.97020906], [-0.76589715, -3.0503488, 0.36716035, -4.5545735]], [[-0.39979857, 1.5313765, -0.84615344, 3.5080957], [2.003036, 0.28744853, 0.26568824, 1.815789], [0.78947246, -2.6346138, 1.1325899, -2.878542]]]> : tensor<2x3x4xf32>},
        tensor<2x1x1xf32> {onnx.expected = dense<[[[0.041666675]], [[0.16666669]]]> : tensor<2x1x1xf32>},
        tensor<2x1x1xf32> {onnx.expected = dense<[[[0.7149826]], [[0.75303596]]]> : tensor<2x1x1xf32>}) {
  %0:3 = torch.aten.native_layer_norm.default(%x, normalized_shape=[3, 4], weight=%y, bias=%z, eps=0.01) : (tensor<2x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>
}

// -----

// Without a weight by ones.
// CHECK-LABEL: func.func @native_layer_norm_dynamic
// CHECK: onnx.LayerNormalization(%arg0, {{.*}}) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
func.func @native_layer_norm_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[1.0, 2.0, 3.0, 5.0], [2.0, 2.0, 2.0, 2.0], [-1000.0, 0.0, 1.0, 1000.0]]> : tensor<3x4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-1.1805207, -0.50593746, 0.16864581, 1.5178124], [0.0, 0.0, 0.0, 0.0], [-1.4145668, -0.0003535533, 0.0010606599, 1.4138596]]> : tensor<3x4xf32>},
        tensor<?x1xf32, #sym.dims<n>> {onnx.expected = dense<[[2.75], [2.0], [0.25]]> : tensor<3x1xf32>},
        tensor<?x1xf32, #sym.dims<n>> {onnx.expected = dense<[[0.67458326], [10.0], [0.0014142132]]> : tensor<3x1xf32>}) {
  %0:3 = torch.aten.native_layer_norm.default(%x, normalized_shape=[4], weight=none, bias=none, eps=0.01) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
  return %0#0, %0#1, %0#2 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>
}

// -----

// The members of a group are consecutive channels.
// CHECK-LABEL: func.func @native_group_norm
// CHECK: onnx.GroupNormalization(%arg0, %arg1, %arg2) {epsilon = 0.00999999977 : f32, num_groups = 3 : i64}
// CHECK: onnx.ReduceMean
// CHECK: onnx.Sqrt
// CHECK: onnx.Reciprocal
func.func @native_group_norm(%x: tensor<2x6x5xf32> {onnx.value = dense<[[[1.75, -2.0, 0.75, 0.5, -1.5], [-0.75, 0.25, 2.0, -1.75, 1.75], [-0.75, 1.0, 0.0, 0.5, 1.0], [-0.25, -0.5, 1.25, -1.0, 0.5], [-0.5, -1.0, -2.0, 1.75, -1.0], [-1.25, 2.0, -0.25, -2.0, -0.75]], [[0.75, 0.0, -0.5, 1.0, -1.5], [-0.5, 0.5, -1.0, -0.25, 0.75], [-1.75, 0.0, 0.5, -0.25, -0.5], [-0.75, 1.75, 1.75, -0.75, 0.5], [-0.75, -1.75, -2.0, -0.5, 0.0], [-2.0, 1.5, 1.75, -1.0, 1.25]]]> : tensor<2x6x5xf32>},
                             %y: tensor<6xf32> {onnx.value = dense<[0.25, -1.25, -1.5, 1.75, -1.25, 1.0]> : tensor<6xf32>},
                             %z: tensor<6xf32> {onnx.value = dense<[0.25, -0.5, 0.0, -1.75, 2.0, 0.5]> : tensor<6xf32>})
    -> (tensor<2x6x5xf32> {onnx.expected = dense<[[[0.53550303, -0.11336748, 0.3624709, 0.31921285, -0.026851416], [0.23538661, -0.6297741, -2.1438053, 1.1005473, -1.9275151], [1.8327715, -1.634634, 0.34674054, -0.64394677, -1.634634], [-2.7324317, -3.3103328, 0.73497397, -4.4661345, -0.9987289], [2.0, 2.4779496, 3.4338484, -0.15077242, 2.4779496], [-0.07353935, 2.4117978, 0.69117975, -0.6470787, 0.30882022]], [[0.5112801, 0.27375275, 0.11540116, 0.5904559, -0.201302], [0.1729942, -1.4105217, 0.96475214, -0.22288477, -1.8064007], [2.5512602, 0.07086832, -0.63781506, 0.42521, 0.7795517], [-3.0728757, 1.0611109, 1.0611109, -3.0728757, -1.0058825], [2.3663716, 3.2823007, 3.511283, 2.1373894, 1.6794248], [-0.7090265, 1.8555751, 2.038761, 0.023716807, 1.6723893]]]> : tensor<2x6x5xf32>},
        tensor<2x3xf32> {onnx.expected = dense<[[0.10000001, 0.175, -0.5], [-0.07500002, 0.04999999, -0.35]]> : tensor<2x3xf32>},
        tensor<2x3xf32> {onnx.expected = dense<[[0.69212854, 1.3209164, 0.7647191], [1.2668127, 0.9449112, 0.7327433]]> : tensor<2x3xf32>}) {
  %0:3 = torch.aten.native_group_norm.default(%x, %y, %z, N=2, C=6, HxW=5, group=3, eps=0.01) : (tensor<2x6x5xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x5xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x6x5xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @fused_rms_norm
// CHECK: onnx.ReduceMean({{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.Sqrt({{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.Reciprocal({{.*}}) : {{.*}} -> tensor<2x1xf32>
func.func @fused_rms_norm(%x: tensor<2x4xf32> {onnx.value = dense<[[1.25, -1.75, 3.0, 2.0], [2.875, -2.125, 0.75, -0.375]]> : tensor<2x4xf32>},
                          %y: tensor<4xf32> {onnx.value = dense<[1.625, 2.625, -0.875, 2.625]> : tensor<4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0.96657723, -2.1859515, -1.2491151, 2.4982302], [2.5407538, -3.0336092, -0.35689518, -0.5353428]]> : tensor<2x4xf32>},
        tensor<2x1xf32> {onnx.expected = dense<[[0.47585338], [0.5438403]]> : tensor<2x1xf32>}) {
  %0:2 = torch.aten._fused_rms_norm.default(%x, normalized_shape=[4], weight=%y, eps=0.01) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2x1xf32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x1xf32>
}

// -----

// The default epsilon is that of float32.
// CHECK-LABEL: func.func @fused_rms_norm_default
// CHECK: onnx.ReduceMean({{.*}}) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: onnx.Constant dense<1.1920929E-7> : tensor<f32>
// CHECK: onnx.Add({{.*}}) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
func.func @fused_rms_norm_default(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0xFF800000, -0.5, 0x7FC00000, 0x7F800000], [-2.75, -0.0, 0.25, 0.0]]> : tensor<2x4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [-1.9917864, -0.0, 0.18107149, 0.0]]> : tensor<2x4xf32>},
        tensor<?x1xf32, #sym.dims<n>> {onnx.expected = dense<[[0x7FC00000], [0.72428596]]> : tensor<2x1xf32>}) {
  %0:2 = torch.aten._fused_rms_norm.default(%x, normalized_shape=[4], weight=none, eps=none) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @weight_norm_interface
// CHECK: onnx.ReduceL2(%arg0, {{.*}}) : {{.*}} -> tensor<3x1xf32>
// CHECK: onnx.Div(%arg1, {{.*}}) : {{.*}} -> tensor<3x1xf32>
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<3x4xf32>
func.func @weight_norm_interface(%x: tensor<3x4xf32> {onnx.value = dense<[[41.25, -42.5, -28.75, -33.75], [-3.75, -7.5, -22.5, -25.0], [47.5, -45.0, 7.5, 47.5]]> : tensor<3x4xf32>},
                                 %y: tensor<3x1xf32> {onnx.value = dense<[[23.75], [-21.25], [45.0]]> : tensor<3x1xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[13.24212, -13.643396, -9.229356, -10.834461], [2.298884, 4.597768, 13.793303, 15.3258915], [26.32327, -24.937836, 4.156306, 26.32327]]> : tensor<3x4xf32>},
        tensor<3x1xf32> {onnx.expected = dense<[[73.98268], [34.663563], [81.20191]]> : tensor<3x1xf32>}) {
  %0:2 = torch.aten._weight_norm_interface.default(%x, %y, dim=0) : (tensor<3x4xf32>, tensor<3x1xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x1xf32>
}

// -----

// CHECK-LABEL: func.func @weight_norm_interface_last
// CHECK: onnx.ReduceL2(%arg0, {{.*}}) : {{.*}} -> tensor<1x1x4xf32>
// CHECK: onnx.Div(%arg1, {{.*}}) : {{.*}} -> tensor<1x1x4xf32>
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x4xf32>
func.func @weight_norm_interface_last(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-10.0, -50.0, -3.75, 48.75], [27.5, -32.5, 5.0, -42.5], [-45.0, -47.5, -48.75, 3.75]], [[-3.75, -37.5, 5.0, -12.5], [-46.25, -38.75, -25.0, 1.25], [-27.5, 50.0, 35.0, -47.5]]]> : tensor<2x3x4xf32>},
                                      %y: tensor<1x1x4xf32> {onnx.value = dense<[[[-37.5, 33.75, 42.5, 1.25]]]> : tensor<1x1x4xf32>})
    -> (tensor<2x3x4xf32> {onnx.expected = dense<[[[4.9279757, -15.930936, -2.4330997, 0.749468], [-13.551933, -10.355108, 3.244133, -0.65338236], [22.175892, -15.134389, -31.630297, 0.057651386]], [[1.847991, -11.948202, 3.244133, -0.19217129], [22.791887, -12.346476, -16.220665, 0.01921713], [13.551933, 15.930936, 22.708931, -0.7302509]]]> : tensor<2x3x4xf32>},
        tensor<1x1x4xf32> {onnx.expected = dense<[[[76.09615, 105.92598, 65.50286, 81.30767]]]> : tensor<1x1x4xf32>}) {
  %0:2 = torch.aten._weight_norm_interface.default(%x, %y, dim=2) : (tensor<2x3x4xf32>, tensor<1x1x4xf32>) -> (tensor<2x3x4xf32>, tensor<1x1x4xf32>)
  return %0#0, %0#1 : tensor<2x3x4xf32>, tensor<1x1x4xf32>
}

// -----

// Over all dimensions but one.
// CHECK-LABEL: func.func @norm_except_dim
// CHECK: onnx.ReduceL2(%arg0, {{.*}}) : {{.*}} -> tensor<1x3x1xf32>
func.func @norm_except_dim(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, -0.5, 2.5, -0.0], [-0.5, 0.5, 0.25, -2.75], [3.25, 1.0, -1.0, -1.0e+38]], [[3.25, -0.25, -0.75, 0.0], [0xFF800000, -1.25, 0.5, 1.0e+38], [-1.5, -3.0, 0x7FC00000, 0x7F800000]]]> : tensor<2x3x4xf32>})
    -> (tensor<1x3x1xf32> {onnx.expected = dense<[[[4.2352686], [0x7F800000], [0x7FC00000]]]> : tensor<1x3x1xf32>}) {
  %0 = torch.aten.norm_except_dim.default(%x, pow=2, dim=1) : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

// -----

// -1 stands for no dimension.
// CHECK-LABEL: func.func @norm_except_none
// CHECK: onnx.ReduceL1(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @norm_except_none(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, -0.25, -3.0], [2.875, -1.625, -2.625]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<11.375> : tensor<f32>}) {
  %0 = torch.aten.norm_except_dim.default(%x, pow=1, dim=-1) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
