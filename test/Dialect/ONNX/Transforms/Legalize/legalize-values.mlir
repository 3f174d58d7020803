// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=ort' --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=18 target=onnx' --onnx-evaluate --split-input-file -o /dev/null

// Legalization keeps the values of results.

// The kept ratio is that of the axes, not of all dimensions.
func.func @resize_ratio(%x: tensor<1x1x2x2xf32> {onnx.value = dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>},
                        %sizes: tensor<2xi64> {onnx.value = dense<[4, 5]> : tensor<2xi64>})
    -> (tensor<1x1x4x4xf32> {onnx.expected = dense<[[[[1.0, 1.0, 2.0, 2.0], [1.0, 1.0, 2.0, 2.0],
                                                      [3.0, 3.0, 4.0, 4.0], [3.0, 3.0, 4.0, 4.0]]]]> : tensor<1x1x4x4xf32>}) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Resize(%x, %none, %none, %sizes) {axes = array<i64: 2, 3>, keep_aspect_ratio_policy = "not_larger"}
      : (tensor<1x1x2x2xf32>, none, none, tensor<2xi64>) -> tensor<1x1x4x4xf32>
  return %0 : tensor<1x1x4x4xf32>
}

// -----

// Axes in another order than the dimensions.
func.func @resize_axes(%x: tensor<1x1x1x2xf32> {onnx.value = dense<[[[[1.0, 2.0]]]]> : tensor<1x1x1x2xf32>},
                       %scales: tensor<2xf32> {onnx.value = dense<[2.0, 1.0]> : tensor<2xf32>})
    -> (tensor<1x1x1x4xf32> {onnx.expected = dense<[[[[1.0, 1.25, 1.75, 2.0]]]]> : tensor<1x1x1x4xf32>}) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Resize(%x, %none, %scales, %none) {axes = array<i64: 3, 2>, mode = "linear"}
      : (tensor<1x1x1x2xf32>, none, tensor<2xf32>, none) -> tensor<1x1x1x4xf32>
  return %0 : tensor<1x1x1x4xf32>
}

// -----

func.func @gelu(%x: tensor<3xf32> {onnx.value = dense<[-1.0, 0.0, 2.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-0.158655252, 0.0, 1.95449972]> : tensor<3xf32>}) {
  %0 = onnx.Gelu(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @group_norm(%x: tensor<1x4x1xf32> {onnx.value = dense<[[[1.0], [3.0], [2.0], [6.0]]]> : tensor<1x4x1xf32>})
    -> (tensor<1x4x1xf32> {onnx.expected = dense<[[[0.0], [3.0], [-2.0], [5.0]]]> : tensor<1x4x1xf32>}) {
  %scale = onnx.Constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %bias = onnx.Constant dense<1.0> : tensor<4xf32>
  %0 = onnx.GroupNormalization(%x, %scale, %bias) {epsilon = 0.0 : f32, num_groups = 2 : i64}
      : (tensor<1x4x1xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x1xf32>
  return %0 : tensor<1x4x1xf32>
}

// -----

// The second query sees both keys.
func.func @attention(%q: tensor<1x1x2x1xf32> {onnx.value = dense<[[[[1.0], [0.0]]]]> : tensor<1x1x2x1xf32>},
                     %v: tensor<1x1x2x1xf32> {onnx.value = dense<[[[[2.0], [6.0]]]]> : tensor<1x1x2x1xf32>})
    -> (tensor<1x1x2x1xf32> {onnx.expected = dense<[[[[2.0], [4.0]]]]> : tensor<1x1x2x1xf32>}) {
  %none = onnx.NoValue() : () -> none
  %0:4 = onnx.Attention(%q, %q, %v, %none, %none, %none, %none) {is_causal = 1 : i64}
      : (tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, tensor<1x1x2x1xf32>, none, none, none, none)
      -> (tensor<1x1x2x1xf32>, none, none, none)
  return %0#0 : tensor<1x1x2x1xf32>
}

// -----

// ONNX Runtime has no kernel for f64; the product of gathered windows has the same sums.
func.func @convolution(%x: tensor<?x2x3x4xf64, #sym.dims<n>> {onnx.value = dense<[[[[-5.0, 2.0, -2.0, 5.0], [1.0, -3.0, 4.0, 0.0], [-4.0, 3.0, -1.0, -5.0]],
                                                                                    [[2.0, -2.0, 5.0, 1.0], [-3.0, 4.0, 0.0, -4.0], [3.0, -1.0, -5.0, 2.0]]]]> : tensor<1x2x3x4xf64>},
                       %w: tensor<3x2x2x2xf64> {onnx.value = dense<[[[[-0.5, 0.75], [0.25, -0.25]], [[1.0, 0.5], [0.0, -0.5]]],
                                                                    [[[0.75, 0.25], [-0.25, 1.0]], [[0.5, 0.0], [-0.5, 0.75]]],
                                                                    [[[0.25, -0.25], [1.0, 0.5]], [[0.0, -0.5], [0.75, 0.25]]]]> : tensor<3x2x2x2xf64>},
                       %c: tensor<3xf64> {onnx.value = dense<[0.5, -1.0, 2.0]> : tensor<3xf64>})
    -> (tensor<?x3x2x4xf64, #sym.dims<n>> {onnx.expected = dense<[[[[1.0, -2.75, -0.75, 0.0], [0.0, 1.75, 5.0, -1.75]],
                                                                    [[-0.5, 1.0, 5.25, -3.0], [0.5, -6.0, -5.0, 4.75]],
                                                                    [[2.5, -1.25, 5.25, 3.75], [2.0, -2.25, 3.5, -1.75]]]]> : tensor<1x3x2x4xf64>}) {
  %0 = onnx.Conv(%x, %w, %c) {dilations = array<i64: 1, 2>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 1>}
      : (tensor<?x2x3x4xf64, #sym.dims<n>>, tensor<3x2x2x2xf64>, tensor<3xf64>) -> tensor<?x3x2x4xf64, #sym.dims<n>>
  return %0 : tensor<?x3x2x4xf64, #sym.dims<n>>
}

// -----

// Groups of one channel, of two, and one group.
func.func @group_norm_dynamic(%x: tensor<?x4x3xf32, #sym.dims<n>> {onnx.value = dense<[[[-2.0, 1.5, -0.5], [3.0, 1.0, -1.0], [2.5, 0.5, -1.5], [2.0, 0.0, -2.0]],
                                                                                       [[1.5, -0.5, 3.0], [1.0, -1.0, 2.5], [0.5, -1.5, 2.0], [0.0, -2.0, 1.5]]]> : tensor<2x4x3xf32>},
                              %c: tensor<4xf32> {onnx.value = dense<[1.0, -0.5, 2.0, 0.25]> : tensor<4xf32>},
                              %b: tensor<4xf32> {onnx.value = dense<[0.0, 1.0, -1.0, 0.5]> : tensor<4xf32>})
    -> (tensor<?x4x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[-1.1624736, 1.2787209, -0.116247356], [0.3876287, 1.0, 1.6123712], [1.4494851, -0.99999994, -3.449485], [0.8061856, 0.5, 0.19381437]],
                                                                [[0.116247416, -1.2787209, 1.1624737], [0.94187635, 1.6393604, 0.41876325], [-0.7675053, -3.5574417, 1.3249471], [0.52906185, 0.18031979, 0.7906184]]]> : tensor<2x4x3xf32>},
        tensor<?x4x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[-1.3930496, 0.69652486, -0.4975177], [0.2039716, 0.80099285, 1.3980142], [1.7239345, -0.6973406, -3.1186156], [0.764827, 0.4621676, 0.1595082]],
                                                                [[0.28629845, -1.0879343, 1.316973], [1.0286299, 1.7157463, 0.5132926], [-0.42740297, -3.1758685, 1.6339462], [0.48568508, 0.14212689, 0.7433537]]]> : tensor<2x4x3xf32>},
        tensor<?x4x3xf32, #sym.dims<n>> {onnx.expected = dense<[[[-1.377151, 0.7261342, -0.47574306], [0.1862289, 0.78716755, 1.3881061], [1.6541455, -0.74960893, -3.1533635], [0.75665087, 0.45618156, 0.15571225]],
                                                                [[0.59568214, -0.70398796, 1.5704347], [0.8646177, 1.5144528, 0.37724143], [-1.1083059, -3.7076461, 0.8411993], [0.40523237, 0.080314845, 0.64892054]]]> : tensor<2x4x3xf32>}) {
  %0 = onnx.GroupNormalization(%x, %c, %b) {num_groups = 4 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  %1 = onnx.GroupNormalization(%x, %c, %b) {num_groups = 2 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  %2 = onnx.GroupNormalization(%x, %c, %b) {num_groups = 1 : i64} : (tensor<?x4x3xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xf32>) -> tensor<?x4x3xf32, #sym.dims<n>>
  return %0, %1, %2 : tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>, tensor<?x4x3xf32, #sym.dims<n>>
}
