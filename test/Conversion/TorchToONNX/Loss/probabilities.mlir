// Losses of probabilities.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @kl_div
// CHECK: onnx.IsNaN(%arg1)
// CHECK: onnx.Log(%arg1)
// CHECK: onnx.Where
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @kl_div(%x: tensor<5x3xf32> {onnx.value = dense<[[-0.0, -0.125, -0.25], [-0.375, -0.5, -0.625], [-0.75, -0.875, -1.0], [-1.125, -1.25, -1.375], [-1.5, -1.625, -1.75]]> : tensor<5x3xf32>},
                  %y: tensor<5x3xf32> {onnx.value = dense<[[0.0, 0.0625, 0.125], [0.1875, 0.25, 0.3125], [0.375, 0.4375, 0.5], [0.5625, 0.625, 0.6875], [0.75, 0.8125, 0.875]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.26801205> : tensor<f32>}) {
  %0 = torch.aten.kl_div.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @bce
// CHECK: onnx.Sub(%arg1, {{.*}})
// CHECK: onnx.Log
// CHECK: onnx.Max
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @bce(%x: tensor<5x3xf32> {onnx.value = dense<[[0.0, 0.071428575, 0.14285715], [0.21428572, 0.2857143, 0.35714287], [0.42857143, 0.5, 0.5714286], [0.64285713, 0.71428573, 0.78571427], [0.85714287, 0.9285714, 1.0]]> : tensor<5x3xf32>},
               %y: tensor<5x3xf32> {onnx.value = dense<[[0.0, 0.33333334, 0.6666667], [1.0, 0.0, 0.33333334], [0.6666667, 1.0, 0.0], [0.33333334, 0.6666667, 1.0], [0.0, 0.33333334, 0.6666667]]> : tensor<5x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<3.0576227> : tensor<f32>}) {
  %0 = torch.aten.binary_cross_entropy.default(%x, %y) : (tensor<5x3xf32>, tensor<5x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @bce_with_logits
// CHECK: onnx.Sub({{.*}}, %arg1)
// CHECK: onnx.Mul({{.*}}, %arg0)
// CHECK: onnx.Softplus
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @bce_with_logits(%x: tensor<5x3xf32> {onnx.value = dense<[[0.5, 2.0, 1.5], [0.25, -1.5, -1.25], [1.0, 1.25, -0.25], [1.5, 1.75, -1.5], [-1.75, 1.5, -1.25]]> : tensor<5x3xf32>},
                           %y: tensor<5x3xf32> {onnx.value = dense<[[0.0, 0.33333334, 0.6666667], [1.0, 0.0, 0.33333334], [0.6666667, 1.0, 0.0], [0.33333334, 0.6666667, 1.0], [0.0, 0.33333334, 0.6666667]]> : tensor<5x3xf32>},
                           %z: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 3.0]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.2265817> : tensor<f32>}) {
  %0 = torch.aten.binary_cross_entropy_with_logits.default(%x, %y, none, %z) : (tensor<5x3xf32>, tensor<5x3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
