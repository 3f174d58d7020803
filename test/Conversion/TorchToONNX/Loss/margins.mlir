// Losses with margins.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @ranking
// CHECK: %[[V0:.*]] = onnx.Neg(%arg2)
// CHECK: %[[V1:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Relu(%[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceMean(%[[V5]], %[[V6]]) {keepdims = 0 : i64}
// CHECK: return %[[V7]] : tensor<f32>
func.func @ranking(%x: tensor<5x3xf32> {onnx.value = dense<[[-0.25, -0.75, 0.5], [-0.75, 1.75, 0.5], [-1.75, -1.25, -1.0], [-1.75, 0.5, -0.25], [-1.25, -2.0, 0.25]]> : tensor<5x3xf32>},
                   %y: tensor<5x3xf32> {onnx.value = dense<[[1.5, -0.5, -1.25], [2.0, 1.75, -1.0], [1.25, -0.25, 1.0], [0.25, 1.75, 2.0], [0.75, 0.5, 0.5]]> : tensor<5x3xf32>},
                   %z: tensor<5x3xf32> {onnx.value = dense<[[-2.0, -2.0, -1.25], [1.5, -0.5, -0.25], [1.25, -2.0, 1.75], [-0.75, 1.0, 2.0], [0.25, 1.0, -1.75]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.85> : tensor<f32>}) {
  %0 = torch.aten.margin_ranking_loss.default(%x, %y, %z, 0.5) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @triplet
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Relu
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @triplet(%x: tensor<5x3xf32> {onnx.value = dense<[[-1.5, 0.5, 1.5], [0.0, 1.25, -2.0], [-2.0, -0.75, 2.0], [0.75, -1.5, 1.25], [-2.0, 2.0, -0.5]]> : tensor<5x3xf32>},
                   %y: tensor<5x3xf32> {onnx.value = dense<[[-0.25, -0.25, 0.75], [-1.75, 1.0, 0.0], [1.5, -1.75, -2.0], [1.0, 2.0, 0.25], [0.75, -2.0, -0.5]]> : tensor<5x3xf32>},
                   %z: tensor<5x3xf32> {onnx.value = dense<[[0.5, 0.5, -0.25], [-0.5, -1.75, 0.5], [1.25, -1.5, 1.25], [-0.5, 2.0, -2.0], [1.5, -1.75, -0.25]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.7416183> : tensor<f32>}) {
  %0 = torch.aten.triplet_margin_loss.default(%x, %y, %z) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @multi_margin
// CHECK: onnx.GatherElements(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Relu
// CHECK: onnx.Where
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @multi_margin(%x: tensor<5x5xf32> {onnx.value = dense<[[-1.5, 1.25, -1.0, -2.0, -1.25], [0.75, -0.75, 2.0, -1.75, -0.5], [-1.25, -2.0, -0.25, -0.75, -0.5], [0.25, 1.75, -0.25, -0.75, 1.5], [1.75, 0.75, -0.25, 2.0, -0.75]]> : tensor<5x5xf32>},
                        %y: tensor<5xi64> {onnx.value = dense<[4, 0, 1, 2, 2]> : tensor<5xi64>})
    -> (tensor<f32> {onnx.expected = dense<1.35> : tensor<f32>}) {
  %0 = torch.aten.multi_margin_loss.default(%x, %y) : (tensor<5x5xf32>, tensor<5xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// What the backward pass wants is left out.
// CHECK-LABEL: func.func @forward
// CHECK: onnx.ReduceSum
func.func @forward(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.5, 0.25, -0.25], [1.5, 0.5, 0.0]]> : tensor<2x3xf32>},
                   %t: tensor<2x3xi64> {onnx.value = dense<[[1, 0, 0], [1, 1, 0]]> : tensor<2x3xi64>})
    -> (tensor<f32> {onnx.expected = dense<1.0> : tensor<f32>}) {
  %0:2 = torch.aten.multilabel_margin_loss_forward.default(%x, %t, 1) : (tensor<2x3xf32>, tensor<2x3xi64>) -> (tensor<f32>, tensor<2x3xf32>)
  return %0#0 : tensor<f32>
}
