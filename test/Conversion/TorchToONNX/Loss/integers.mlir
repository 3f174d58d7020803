// Differences of integers wrap around before they meet a float.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @margin_ranking
// CHECK: onnx.Sub({{.*}}, %arg2)
// CHECK: onnx.Relu(
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @margin_ranking(%x: tensor<3xui8> {onnx.value = dense<[2, 0, 3]> : tensor<3xui8>},
                          %y: tensor<3xui8> {onnx.value = dense<[0, 1, 3]> : tensor<3xui8>},
                          %z: tensor<3xui8> {onnx.value = dense<[1, 3, 2]> : tensor<3xui8>})
    -> (tensor<f32> {onnx.expected = dense<86.166664> : tensor<f32>}) {
  %0 = torch.aten.margin_ranking_loss.default(%x, %y, %z, 0.5) : (tensor<3xui8>, tensor<3xui8>, tensor<3xui8>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A target that is real is not rounded to the dtype of the others.
// CHECK-LABEL: func.func @margin_ranking_real_target
// CHECK: onnx.Neg(%arg2)
// CHECK: onnx.Relu(
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @margin_ranking_real_target(%x: tensor<3xui8> {onnx.value = dense<[2, 0, 255]> : tensor<3xui8>},
                                      %y: tensor<3xui8> {onnx.value = dense<[255, 0, 6]> : tensor<3xui8>},
                                      %z: tensor<3xf32> {onnx.value = dense<[-7.5, -35.0, 6.25]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<7.8333335> : tensor<f32>}) {
  %0 = torch.aten.margin_ranking_loss.default(%x, %y, %z, 0.5) : (tensor<3xui8>, tensor<3xui8>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @pairwise_distance
// CHECK: onnx.Constant dense<9.99999997E-7> : tensor<f32>
// CHECK: onnx.Add(
// CHECK: onnx.ReduceL2({{.*}}) {keepdims = 0 : i64}
func.func @pairwise_distance(%x: tensor<2x3xui8> {onnx.value = dense<[[9, 254, 1], [0, 255, 1]]> : tensor<2x3xui8>},
                             %y: tensor<2x3xui8> {onnx.value = dense<[[7, 254, 1], [255, 0, 9]]> : tensor<2x3xui8>})
    -> (tensor<2xf32> {onnx.expected = dense<[2.000001, 355.71057]> : tensor<2xf32>}) {
  %0 = torch.aten.pairwise_distance.default(%x, %y) : (tensor<2x3xui8>, tensor<2x3xui8>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
