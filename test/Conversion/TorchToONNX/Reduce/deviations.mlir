// Variances and standard deviations by each overload.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The square root of the variance. Without a correction, one is subtracted from the
// number of elements.
// CHECK-LABEL: func.func @std
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x5xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.Div({{.*}}) : {{.*}} -> tensor<1x5xf32>
func.func @std(%x: tensor<2x5xf32> {onnx.value = dense<[[-0.75, 0x7F800000, -0.25, -1.5, 0x7FC00000], [-1.5, 2.5, 2.5, 0.75, -0.75]]> : tensor<2x5xf32>})
    -> (tensor<1x5xf32> {onnx.expected = dense<[[0.53033006, 0x7FC00000, 1.9445436, 1.5909903, 0x7FC00000]]> : tensor<1x5xf32>}) {
  %0 = torch.aten.std.correction(%x, dim=[-2], keepdim=true) : (tensor<2x5xf32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}

// -----

// CHECK-LABEL: func.func @std_of_all
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @std_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[10.0, -21.25, 32.5, 43.75, -21.25], [-12.5, -20.0, -20.0, 28.75, 35.0]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<27.241207> : tensor<f32>}) {
  %0 = torch.aten.std.default(%x) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @std_of_all_biased
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @std_of_all_biased(%x: tensor<2x5xf32> {onnx.value = dense<[[-48.75, 1.25, 48.75, 35.0, -37.5], [-41.25, -21.25, -46.25, -17.5, 15.0]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<33.08134> : tensor<f32>}) {
  %0 = torch.aten.std.default(%x, unbiased=false) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @std_dim
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceMean({{.*}}) : {{.*}} -> tensor<2x1xf32>
func.func @std_dim(%x: tensor<2x5xf32> {onnx.value = dense<[[0x7FC00000, -0.25, -3.25, 0x7F800000, -0.5], [-0.25, 2.0, -1.25, -1.75, -2.75]]> : tensor<2x5xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[0x7FC00000], [1.6155494]]> : tensor<2x1xf32>}) {
  %0 = torch.aten.std.dim(%x, dim=[-1], unbiased=false, keepdim=true) : (tensor<2x5xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @std_mean_of_all
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Sqrt
func.func @std_mean_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[1.0, 1.25, 2.0, -0.25, 1.5], [1.0, -1.25, -1.5, -0.25, 1.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.2044477> : tensor<f32>},
        tensor<f32> {onnx.expected = dense<0.475> : tensor<f32>}) {
  %0:2 = torch.aten.std_mean.default(%x) : (tensor<2x5xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// The mean loses the reduced dimension at the end.
// CHECK-LABEL: func.func @std_mean_dim
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Sqrt
func.func @std_mean_dim(%x: tensor<2x5xf32> {onnx.value = dense<[[2.0, -0.25, 0.75, -1.25, 0.75], [0.75, -2.0, -1.25, -0.5, -2.0]]> : tensor<2x5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[0.8838835, 1.2374369, 1.4142135, 0.53033006, 1.9445436]> : tensor<5xf32>},
        tensor<5xf32> {onnx.expected = dense<[1.375, -1.125, -0.25, -0.875, -0.625]> : tensor<5xf32>}) {
  %0:2 = torch.aten.std_mean.dim(%x, dim=[0], unbiased=true, keepdim=false) : (tensor<2x5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @var_of_all
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @var_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[31.25, 10.0, -41.25, -17.5, -11.25], [37.5, -17.5, -45.0, -28.75, 30.0]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<839.9375> : tensor<f32>}) {
  %0 = torch.aten.var.default(%x, unbiased=false) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Without dimensions all of them are reduced.
// CHECK-LABEL: func.func @var_dim
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceSum({{.*}}) : {{.*}} -> tensor<1x1xf32>
func.func @var_dim(%x: tensor<2x5xf32> {onnx.value = dense<[[-36.25, -17.5, -20.0, 16.25, 45.0], [47.5, -43.75, 47.5, -41.25, -47.5]]> : tensor<2x5xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<1604.8611> : tensor<1x1xf32>}) {
  %0 = torch.aten.var.dim(%x, dim=none, unbiased=true, keepdim=true) : (tensor<2x5xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

// So it is with an empty list.
// CHECK-LABEL: func.func @var_dim_empty
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @var_dim_empty(%x: tensor<2x5xf32> {onnx.value = dense<[[41.25, 17.5, -30.0, -2.5, -21.25], [13.75, 7.5, -2.5, -6.25, 36.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<520.15625> : tensor<f32>}) {
  %0 = torch.aten.var.dim(%x, dim=[]) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A correction that is not an integer.
// CHECK-LABEL: func.func @var_mean
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceSum({{.*}}) : {{.*}} -> tensor<1x1xf32>
func.func @var_mean(%x: tensor<2x5xf32> {onnx.value = dense<[[8.75, -42.5, -33.75, 3.75, 38.75], [6.25, -8.75, 1.25, 40.0, -40.0]]> : tensor<2x5xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<1038.1041> : tensor<1x1xf32>},
        tensor<1x1xf32> {onnx.expected = dense<-2.625> : tensor<1x1xf32>}) {
  %0:2 = torch.aten.var_mean.correction(%x, dim=[0, 1], correction=2.5, keepdim=true) : (tensor<2x5xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
  return %0#0, %0#1 : tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// A correction of more than the number of elements leaves 0 to divide by, nothing below it.
// CHECK-LABEL: func.func @var_mean_large
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<5xf32>
func.func @var_mean_large(%x: tensor<2x5xf32> {onnx.value = dense<[[1.75, 0x7FC00000, -2.75, -2.0, -1.25], [1.5, -1.0, -1.5, 2.25, 0x7F800000]]> : tensor<2x5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[0x7F800000, 0x7FC00000, 0x7F800000, 0x7F800000, 0x7FC00000]> : tensor<5xf32>},
        tensor<5xf32> {onnx.expected = dense<[1.625, 0x7FC00000, -2.125, 0.125, 0x7F800000]> : tensor<5xf32>}) {
  %0:2 = torch.aten.var_mean.correction(%x, dim=[0], correction=3) : (tensor<2x5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @var_mean_of_all
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<2x5xf32>
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
func.func @var_mean_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[-6.25, -13.75, -38.75, 17.5, -8.75], [32.5, -50.0, 45.0, -27.5, -13.75]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<823.2656> : tensor<f32>},
        tensor<f32> {onnx.expected = dense<-6.375> : tensor<f32>}) {
  %0:2 = torch.aten.var_mean.default(%x, unbiased=false) : (tensor<2x5xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// The number of elements is computed; without a correction it is the divisor itself.
// CHECK-LABEL: func.func @var_mean_dim
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) : {{.*}} -> tensor<1x3xf32>
// CHECK: onnx.Sub(%arg0, {{.*}}) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf32>
module attributes {sym.ranges = {n = array<i64: 1, 100>}} {
func.func @var_mean_dim(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-3.25, 0x7FC00000, 1.0], [-0.0, 0xFF800000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[2.640625, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[-1.625, 0x7FC00000, 0x7F800000]> : tensor<3xf32>}) {
  %0:2 = torch.aten.var_mean.dim(%x, dim=[0], unbiased=false) : (tensor<?x3xf32, #sym.dims<n>>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}
}

// -----

// A 0-d tensor is one element, whose deviation is 0, or NaN if the element is not finite.
// CHECK-LABEL: func.func @var_of_one
// CHECK: onnx.Sub(%arg0, %arg0) : {{.*}} -> tensor<f32>
// CHECK: onnx.Div({{.*}}) : {{.*}} -> tensor<f32>
func.func @var_of_one(%x: tensor<f32> {onnx.value = dense<2.5> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.var.default(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @var_of_one_biased
// CHECK: onnx.Sub(%arg0, %arg0) : {{.*}} -> tensor<f32>
func.func @var_of_one_biased(%x: tensor<f32> {onnx.value = dense<-0.5> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<0.0> : tensor<f32>}) {
  %0 = torch.aten.var.default(%x, unbiased=false) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The variance of no elements is NaN.
// CHECK-LABEL: func.func @std_of_nothing
func.func @std_of_nothing(%x: tensor<0x3xf32> {onnx.value = dense<> : tensor<0x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<0x7FC00000> : tensor<3xf32>}) {
  %0 = torch.aten.std.dim(%x, dim=[0]) : (tensor<0x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Half precision is computed in single precision.
// CHECK-LABEL: func.func @std_half
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.ReduceMean
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Sqrt
// CHECK: onnx.Cast({{.*}}) {to = f16}
func.func @std_half(%x: tensor<2x5xf16> {onnx.value = dense<[[-1.5, 0.25, -0.75, -1.25, -1.25], [0.5, -1.5, -1.5, -1.5, -1.0]]> : tensor<2x5xf16>})
    -> (tensor<2xf16> {onnx.expected = dense<[0.698, 0.866]> : tensor<2xf16>}) {
  %0 = torch.aten.std.dim(%x, dim=[1]) : (tensor<2x5xf16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}
