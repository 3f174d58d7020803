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
