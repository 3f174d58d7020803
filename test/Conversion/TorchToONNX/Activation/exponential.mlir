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
// CHECK: %[[V0:.*]] = onnx.Swish(%arg0) : (tensor<?x3xf32>) -> tensor<?x3xf32>
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @silu(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.5, 1.25, -0.5], [-0.75, -1.0, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-0.27363828, 0.97162485, -0.18877034], [-0.24061596, -0.26894143, 0.97162485]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.silu.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @gelu
// CHECK: %[[V0:.*]] = onnx.Gelu(%arg0) {approximate = "tanh"}
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @gelu(%x: tensor<?x3xf32> {onnx.value = dense<[[1.75, 1.0, -0.5], [0.75, -0.25, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[1.6797954, 0.841192, -0.154286], [0.5799606, -0.100324646, 1.9545977]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.gelu.default(%x, approximate="tanh") : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Beyond the threshold the same to single precision.
// CHECK-LABEL: func.func @softplus
// CHECK: %[[V0:.*]] = onnx.Softplus(%arg0)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @softplus(%x: tensor<?x3xf32> {onnx.value = dense<[[0.5, -0.75, -0.25], [-1.75, -1.75, -0.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.974077, 0.386871, 0.5759394], [0.16022415, 0.16022415, 0.386871]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.softplus.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @softplus_threshold
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Greater(%[[V1]], %[[V4]])
// CHECK: %[[V2:.*]] = onnx.Softplus(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Div(%[[V2]], %[[V0]])
// CHECK: %[[V6:.*]] = onnx.Where(%[[V5]], %arg0, %[[V3]])
// CHECK: return %[[V6]] : tensor<?x3xf32>
func.func @softplus_threshold(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.5, 1.5, -1.5], [-1.75, 1.75, -0.75]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.15663084, 1.5, 0.024293676], [0.014875209, 1.75, 0.100706644]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.softplus.default(%x, 2, 1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @log_sigmoid
// CHECK: %[[V0:.*]] = onnx.Neg(%arg0)
// CHECK: %[[V1:.*]] = onnx.Softplus(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Neg(%[[V1]])
// CHECK: return %[[V2]] : tensor<?x3xf32>
func.func @log_sigmoid(%x: tensor<?x3xf32> {onnx.value = dense<[[1.75, 1.75, 0.25], [2.0, -0.25, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-0.16022415, -0.16022415, -0.5759394], [-0.12692802, -0.8259394, -0.6931472]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.log_sigmoid.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @glu
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %[[V1:.*]]:2 = onnx.Split(%arg0, %[[V0]]) {axis = 1 : i64, num_outputs = 2 : i64}
// CHECK: %[[V2:.*]] = onnx.Sigmoid(%[[V1]]#1)
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]]#0, %[[V2]])
// CHECK: return %[[V3]] : tensor<?x4xf32>
func.func @glu(%x: tensor<?x8xf32> {onnx.value = dense<[[-0.75, 0.75, 0.5, -1.5, 0.5, -0.75, 2.0, 0.75], [-1.5, 1.25, -0.5, 2.0, 1.25, 0.25, -2.0, 1.75]]> : tensor<2x8xf32>})
    -> (tensor<?x4xf32> {onnx.expected = dense<[[-0.4668445, 0.24061596, 0.4403985, -1.0187681], [-1.1659498, 0.70272064, -0.05960146, 1.7039055]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.glu.default(%x) : (tensor<?x8xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Half precision is rounded once.
// CHECK-LABEL: func.func @silu_half
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Swish(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f16}
// CHECK: return %[[V2]] : tensor<?x3xf16>
func.func @silu_half(%x: tensor<?x3xf16> {onnx.value = dense<[[0.0, 0.25, -1.0], [1.25, -0.25, 0.75]]> : tensor<2x3xf16>})
    -> (tensor<?x3xf16> {onnx.expected = dense<[[0.0, 0.1405, -0.269], [0.9717, -0.10944, 0.5093]]> : tensor<2x3xf16>}) {
  %0 = torch.aten.silu.default(%x) : (tensor<?x3xf16>) -> tensor<?x3xf16>
  return %0 : tensor<?x3xf16>
}

// -----

// CHECK-LABEL: func.func @mish
// CHECK: %[[V0:.*]] = onnx.Mish(%arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @mish(%x: tensor<2x3xf32> {onnx.value = dense<[[1.25, 0.5, 0.75], [-0.25, 1.75, -1.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.1318703, 0.37524524, 0.6100184], [-0.12992696, 1.6749325, -0.30340144]]> : tensor<2x3xf32>}) {
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
