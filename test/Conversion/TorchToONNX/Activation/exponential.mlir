// Functions with exponentials.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @elu
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Tanh
// CHECK: onnx.Where({{.*}}, %arg0, {{.*}})
func.func @elu(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [-0.0, 0.5, -1.5], [-30.0, 2.0, 0.001]]> : tensor<3x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, -2.0], [-0.0, 0.5, -1.5537397], [-2.0, 2.0, 0.001]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.elu.default(%x, 2.0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @elu_scaled
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Tanh
// CHECK: onnx.Where
func.func @elu_scaled(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [-0.0, 0.5, -1.5], [-30.0, 2.0, 0.001]]> : tensor<3x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, -2.0], [-0.0, 1.0, -1.977782], [-2.0, 4.0, 0.002]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.elu.default(%x, 1.0, 2.0, 3.0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @celu
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Tanh
// CHECK: onnx.Where({{.*}}, %arg0, {{.*}})
func.func @celu(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [-0.0, 0.5, -1.5], [-30.0, 2.0, 0.001]]> : tensor<3x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, -2.0], [-0.0, 0.5, -1.0552669], [-1.9999994, 2.0, 0.001]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.celu.default(%x, 2.0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @silu
// CHECK: onnx.Swish(%arg0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
func.func @silu(%x: tensor<?x3xf32> {onnx.value = dense<[[0xFF800000, -0.0, 1.25], [0x7FC00000, 0x7F800000, -1.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, -0.0, 0.97162485], [0x7FC00000, 0x7F800000, -0.27837518]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.silu.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @gelu
// CHECK: onnx.Gelu(%arg0) {approximate = "tanh"}
func.func @gelu(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, -2.75, 0x7F800000], [1.25, -0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, -0.00772316, 0x7F800000], [1.1177142, -0.0, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.gelu.default(%x, approximate="tanh") : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Beyond the threshold the same to single precision.
// CHECK-LABEL: func.func @softplus
// CHECK: onnx.Softplus(%arg0)
func.func @softplus(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.0, 0x7F800000, -1.75], [1.5, 0x7FC00000, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.6931472, 0x7F800000, 0.16022415], [1.7014133, 0x7FC00000, 0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.softplus.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @softplus_threshold
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Greater(
// CHECK: onnx.Softplus(
func.func @softplus_threshold(%x: tensor<?x3xf32> {onnx.value = dense<[[2.625, 3.0, 0.5], [2.375, 0.75, 0.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[2.625, 3.0, 0.6566308], [2.375, 0.75, 0.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.softplus.default(%x, 2, 1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @log_sigmoid
// CHECK: onnx.Neg(%arg0)
// CHECK: onnx.Softplus(
func.func @log_sigmoid(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7F800000, 2.25, 0x7FC00000], [-2.75, 0xFF800000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.0, -0.100206554, 0x7FC00000], [-2.8119676, 0xFF800000, -0.6931472]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log_sigmoid.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @glu
// CHECK: onnx.Split(%arg0, {{.*}}) {axis = 1 : i64, num_outputs = 2 : i64}
// CHECK: onnx.Sigmoid(
// CHECK: onnx.Mul(
func.func @glu(%x: tensor<?x8xf32> {onnx.value = dense<[[2.5, -1.5, -0.0, 1.0e+38, -1.0e+38, 1.75, 0xFF800000, -3.0], [0.0, 2.5, 0.5, 0.0, 0x7F800000, -0.5, 0x7FC00000, 0.5]]> : tensor<2x8xf32>})
    -> (tensor<?x4xf32> {onnx.expected = dense<[[0.0, -1.2779291, -0.0, 4.7425873e+36], [0.0, 0.9438517, 0x7FC00000, 0.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.glu.default(%x) : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Half precision is rounded once.
// CHECK-LABEL: func.func @silu_half
// CHECK: onnx.Swish(
func.func @silu_half(%x: tensor<?x3xf16> {onnx.value = dense<[[-0.5, 0x7C00, -0.0], [0x7E00, 0xFC00, -2.75]]> : tensor<2x3xf16>})
    -> (tensor<?x3xf16> {onnx.expected = dense<[[-0.1887, 0x7C00, -0.0], [0x7E00, 0x7E00, -0.1653]]> : tensor<2x3xf16>}) {
  %0 = torch.aten.silu.default(%x) : (tensor<?x3xf16>) -> tensor<?x3xf16>
  return %0 : tensor<?x3xf16>
}

// -----

// CHECK-LABEL: func.func @mish
// CHECK: onnx.Mish(%arg0)
func.func @mish(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0xFF800000], [-3.0, 2.25, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7F800000, 0x7FC00000, 0x7FC00000], [-0.14564747, 2.209457, -0.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.mish.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Its own scale and slope, and no digits lost near zero.
// CHECK-LABEL: func.func @selu
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Tanh
// CHECK: onnx.Where
func.func @selu(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 0x7F800000, 0xFF800000], [-0.0, 1.5, -1.5]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, 0x7F800000, -1.7580993], [-0.0, 1.5760515, -1.3658143]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.selu.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
