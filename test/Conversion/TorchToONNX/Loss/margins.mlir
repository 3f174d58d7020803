// Losses with margins.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @ranking
// CHECK: onnx.Neg(%arg2)
// CHECK: onnx.Relu(
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @ranking(%x: tensor<5x3xf32> {onnx.value = dense<[[-41.25, -21.25, -16.25], [-47.5, -12.5, -50.0], [13.75, -46.25, -37.5], [-26.25, 41.25, 40.0], [2.5, -16.25, -16.25]]> : tensor<5x3xf32>},
                   %y: tensor<5x3xf32> {onnx.value = dense<[[-18.75, -36.25, -46.25], [16.25, -15.0, 5.0], [-40.0, 25.0, 23.75], [-42.5, -16.25, 18.75], [45.0, -32.5, 1.25]]> : tensor<5x3xf32>},
                   %z: tensor<5x3xf32> {onnx.value = dense<[[48.75, 48.75, -13.75], [8.75, -31.25, -7.5], [-38.75, 21.25, 7.5], [-41.25, -20.0, 38.75], [-27.5, 3.75, -50.0]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<535.0917> : tensor<f32>}) {
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
