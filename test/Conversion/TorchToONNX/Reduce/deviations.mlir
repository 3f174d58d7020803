// Variances and standard deviations by each overload.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The square root of the variance. Without a correction, one is subtracted from the
// number of elements.
// CHECK-LABEL: func.func @std
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V7:.*]] = onnx.Sqrt(%[[V6]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: return %[[V7]] : tensor<1x5xf32>
func.func @std(%x: tensor<2x5xf32> {onnx.value = dense<[[1.0, -1.75, -1.0, 0.75, 0.5], [-2.0, 0.25, -2.0, 0.5, -0.5]]> : tensor<2x5xf32>})
    -> (tensor<1x5xf32> {onnx.expected = dense<[[2.1213202, 1.4142135, 0.70710677, 0.17677669, 0.70710677]]> : tensor<1x5xf32>}) {
  %0 = torch.aten.std.correction(%x, dim=[-2], keepdim=true) : (tensor<2x5xf32>) -> tensor<1x5xf32>
  return %0 : tensor<1x5xf32>
}

// -----

// CHECK-LABEL: func.func @std_of_all
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<9.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Sqrt(%[[V6]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V7]] : tensor<f32>
func.func @std_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[-0.25, -1.5, -1.5, -1.0, 1.0], [-0.5, -1.25, 1.25, 0.25, -1.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.0168716> : tensor<f32>}) {
  %0 = torch.aten.std.default(%x) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @std_of_all_biased
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Sqrt(%[[V4]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V7]] : tensor<f32>
func.func @std_of_all_biased(%x: tensor<2x5xf32> {onnx.value = dense<[[-1.25, 2.0, 1.0, 2.0, -0.5], [-1.75, 0.75, 0.75, 0.0, -0.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.1960874> : tensor<f32>}) {
  %0 = torch.aten.std.default(%x, unbiased=false) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @std_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[SQUARES]], %[[V3]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V7:.*]] = onnx.Sqrt(%[[V4]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: return %[[V7]] : tensor<2x1xf32>
func.func @std_dim(%x: tensor<2x5xf32> {onnx.value = dense<[[1.25, 0.0, -1.0, -0.75, 1.5], [-1.5, -1.75, 1.5, -0.5, -1.25]]> : tensor<2x5xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[1.0173495], [1.1768602]]> : tensor<2x1xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V4]] : tensor<f32>
func.func @var_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[1.0, -1.75, 0.0, 2.0, -1.75], [1.0, -0.25, 0.25, -0.5, 1.75]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.525625> : tensor<f32>}) {
  %0 = torch.aten.var.default(%x, unbiased=false) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Without dimensions all of them are reduced.
// CHECK-LABEL: func.func @var_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<9.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: return %[[V6]] : tensor<1x1xf32>
func.func @var_dim(%x: tensor<2x5xf32> {onnx.value = dense<[[-0.5, 1.25, -1.5, -1.0, 1.25], [0.0, 0.25, 1.0, -0.5, 0.0]]> : tensor<2x5xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<0.88125> : tensor<1x1xf32>}) {
  %0 = torch.aten.var.dim(%x, dim=none, unbiased=true, keepdim=true) : (tensor<2x5xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

// So it is with an empty list.
// CHECK-LABEL: func.func @var_dim_empty
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<9.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V6]] : tensor<f32>
func.func @var_dim_empty(%x: tensor<2x5xf32> {onnx.value = dense<[[1.5, -1.0, -0.75, -2.0, 0.25], [0.25, 2.0, -0.5, 1.0, 0.0]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.4590278> : tensor<f32>}) {
  %0 = torch.aten.var.dim(%x, dim=[]) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// A correction that is not an integer.
// CHECK-LABEL: func.func @var_mean
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<7.500000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: return %[[V6]], %[[V1]] : tensor<1x1xf32>, tensor<1x1xf32>
func.func @var_mean(%x: tensor<2x5xf32> {onnx.value = dense<[[0.5, -0.5, 0.25, -2.0, -1.75], [-1.5, -1.5, -0.75, 1.25, 0.0]]> : tensor<2x5xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<1.42> : tensor<1x1xf32>},
        tensor<1x1xf32> {onnx.expected = dense<-0.6> : tensor<1x1xf32>}) {
  %0:2 = torch.aten.var_mean.correction(%x, dim=[0, 1], correction=2.5, keepdim=true) : (tensor<2x5xf32>) -> (tensor<1x1xf32>, tensor<1x1xf32>)
  return %0#0, %0#1 : tensor<1x1xf32>, tensor<1x1xf32>
}

// -----

// A correction of more than the number of elements leaves 0 to divide by, nothing below it.
// CHECK-LABEL: func.func @var_mean_large
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<5xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]]) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Squeeze(%[[V1]], %[[V7]]) : {{.*}} -> tensor<5xf32>
// CHECK: return %[[V6]], %[[V8]] : tensor<5xf32>, tensor<5xf32>
func.func @var_mean_large(%x: tensor<2x5xf32> {onnx.value = dense<[[-1.75, -1.25, 1.0, 1.5, 0.75], [-0.5, 1.0, -1.75, -1.25, -0.25]]> : tensor<2x5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<0x7F800000> : tensor<5xf32>},
        tensor<5xf32> {onnx.expected = dense<[-1.125, -0.125, -0.375, 0.125, 0.25]> : tensor<5xf32>}) {
  %0:2 = torch.aten.var_mean.correction(%x, dim=[0], correction=3) : (tensor<2x5xf32>) -> (tensor<5xf32>, tensor<5xf32>)
  return %0#0, %0#1 : tensor<5xf32>, tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @var_mean_of_all
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V8:.*]] = onnx.Squeeze(%[[V1]], %[[V7]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V4]], %[[V8]] : tensor<f32>, tensor<f32>
func.func @var_mean_of_all(%x: tensor<2x5xf32> {onnx.value = dense<[[-1.75, -1.0, -0.75, -0.5, -2.0], [-1.75, -0.25, -0.25, -1.25, -2.0]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.44> : tensor<f32>},
        tensor<f32> {onnx.expected = dense<-1.15> : tensor<f32>}) {
  %0:2 = torch.aten.var_mean.default(%x, unbiased=false) : (tensor<2x5xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

// The number of elements is computed; without a correction it is the divisor itself.
// CHECK-LABEL: func.func @var_mean_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Squeeze(%[[V1]], %[[V10]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V4]], %[[V11]] : tensor<3xf32>, tensor<3xf32>
module attributes {sym.ranges = {n = array<i64: 1, 100>}} {
func.func @var_mean_dim(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[2.0, -1.0, -0.25], [2.0, 0.0, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, 0.25, 1.265625]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[2.0, -0.5, 0.875]> : tensor<3xf32>}) {
  %0:2 = torch.aten.var_mean.dim(%x, dim=[0], unbiased=false) : (tensor<?x3xf32, #sym.dims<n>>) -> (tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xf32>
}
}

// -----

// A 0-d tensor is one element, whose deviation is 0, or NaN if the element is not finite.
// CHECK-LABEL: func.func @var_of_one
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg0) : {{.*}} -> tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Div(%[[V0]], %[[V1]]) : {{.*}} -> tensor<f32>
// CHECK: return %[[V2]] : tensor<f32>
func.func @var_of_one(%x: tensor<f32> {onnx.value = dense<2.0> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.var.default(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @var_of_one_biased
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg0) : {{.*}} -> tensor<f32>
// CHECK: return %[[V0]] : tensor<f32>
func.func @var_of_one_biased(%x: tensor<f32> {onnx.value = dense<-2.0> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<0.0> : tensor<f32>}) {
  %0 = torch.aten.var.default(%x, unbiased=false) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The variance of no elements is NaN.
// CHECK-LABEL: func.func @std_of_nothing
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7FC00000> : tensor<3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: return %[[V1]] : tensor<3xf32>
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
