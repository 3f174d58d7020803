// Losses of margins and of distributions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// 1 - cosine of pairs that belong together, what the cosine is above the margin
// of others.
// CHECK-LABEL: func.func @cosine_embedding_loss
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Sqrt
// CHECK: onnx.Relu
// CHECK: onnx.Where
func.func @cosine_embedding_loss(%x: tensor<2x3xf32> {onnx.value = dense<[[0.75, -0.5, 0.25], [0.5, -2.0, -0.5]]> : tensor<2x3xf32>},
                                 %y: tensor<2x3xf32> {onnx.value = dense<[[1.5, 0.0, -0.25], [-0.5, -1.25, 0.25]]> : tensor<2x3xf32>},
                                 %z: tensor<2xi64> {onnx.value = dense<[1, -1]> : tensor<2xi64>})
    -> (tensor<f32> {onnx.expected = dense<0.73462635> : tensor<f32>}) {
  %0 = torch.aten.cosine_embedding_loss.default(%x, %y, %z, margin=0.25, reduction=2) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @hinge_embedding_loss
// CHECK: onnx.Equal(%arg1, {{.*}})
// CHECK: onnx.Relu
// CHECK: onnx.Where
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @hinge_embedding_loss(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.5, -0.5, 0.75], [1.5, -2.0, 0.5]]> : tensor<2x3xf32>},
                                %y: tensor<2x3xf32> {onnx.value = dense<[[1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.7083333> : tensor<f32>}) {
  %0 = torch.aten.hinge_embedding_loss.default(%x, %y, margin=0.5) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Labels up to the first -1; each is compared with all classes that are no
// label.
// CHECK-LABEL: func.func @multilabel_margin_loss
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.CumSum
// CHECK: onnx.ReduceMax
// CHECK: onnx.GatherElements(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Relu
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64}
func.func @multilabel_margin_loss(%x: tensor<2x3xf32> {onnx.value = dense<[[0.0, 2.0, 1.75], [2.0, 1.0, 1.25]]> : tensor<2x3xf32>},
                                  %y: tensor<2x3xi64> {onnx.value = dense<[[2, 0, -1], [-1, 1, 0]]> : tensor<2x3xi64>})
    -> (tensor<f32> {onnx.expected = dense<0.7083333> : tensor<f32>}) {
  %0 = torch.aten.multilabel_margin_loss.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @poisson_nll_loss
// CHECK: onnx.Exp(%arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Mul(%arg1, %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Sub({{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @poisson_nll_loss(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.75, -2.75], [2.5, -2.75, 0x7F800000]]> : tensor<2x3xf32>},
                            %y: tensor<2x3xf32> {onnx.value = dense<[[2.75, -1.75, 0x7FC00000], [-1.5, -1.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0x7FC00000, -0.8401334, 0x7FC00000], [15.932494, -2.686072, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=true, full=false, eps=1.0e-08, reduction=0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Stirling's approximation of targets above 1.
// CHECK-LABEL: func.func @poisson_nll_loss_full
// CHECK: onnx.Add(%arg0, {{.*}})
// CHECK: onnx.Log
// CHECK: onnx.Where
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @poisson_nll_loss_full(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0.5, 1.0, 2.0], [3.0, 0.25, 4.0]]> : tensor<2x3xf32>},
                                 %y: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, 1.0, 2.0], [3.0, 7.0, 1.5]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<15.670344> : tensor<f32>}) {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=false, full=true, eps=0.5, reduction=2) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Narrow floats are rounded once, at the end.
// CHECK-LABEL: func.func @poisson_nll_loss_narrow
// CHECK: onnx.Exp(%{{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Mul(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Sub({{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @poisson_nll_loss_narrow(%x: tensor<2x3xf16> {onnx.value = dense<[[0.75, -2.0, 0x7E00], [0x7C00, -0.75, 2.25]]> : tensor<2x3xf16>},
                                   %y: tensor<2x3xf16> {onnx.value = dense<[[0x7C00, -1.75, 0x7E00], [2.5, -3.25, -0.75]]> : tensor<2x3xf16>})
    -> (tensor<2x3xf16> {onnx.expected = dense<[[0xFC00, -3.365, 0x7E00], [0x7E00, -1.965, 11.17]]> : tensor<2x3xf16>}) {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=true, full=false, eps=1.0e-08, reduction=0) : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

// The exponential has the dtype of the input before it meets the target.
// CHECK-LABEL: func.func @poisson_nll_loss_mixed
// CHECK: onnx.Exp(%arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Sub({{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3xf64>
func.func @poisson_nll_loss_mixed(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.75, 0x7F800000, 0.0], [1.25, 0x7FC00000, -1.75]]> : tensor<2x3xf32>},
                                  %y: tensor<2x3xf64> {onnx.value = dense<[[-2.0, -0.75, 2.5], [-0.25, 0x7FF8000000000000, 0x7FF0000000000000]]> : tensor<2x3xf64>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[-3.326226055622101, 0x7FF0000000000000, 1.0], [3.802842855453491, 0x7FF8000000000000, 0x7FF0000000000000]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=true, full=false, eps=1.0e-08, reduction=0) : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @soft_margin_loss
// CHECK: onnx.Exp
// CHECK: onnx.Log
// CHECK: onnx.Where
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @soft_margin_loss(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.25, 0.25, -1.75], [-2.0, -2.0, -1.0]]> : tensor<2x3xf32>},
                            %y: tensor<2x3xf32> {onnx.value = dense<[[1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<5.80521> : tensor<f32>}) {
  %0 = torch.aten.soft_margin_loss.default(%x, %y, reduction=2) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
