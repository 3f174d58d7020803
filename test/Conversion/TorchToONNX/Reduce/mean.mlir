// Means, products and sums of exponents.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @mean
// CHECK: onnx.ReduceMean({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f64>
func.func @mean(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0.25, 0xFF800000], [-1.25, 0x7FC00000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<f64> {onnx.expected = dense<0x7FF8000000000000> : tensor<f64>}) {
  %0 = torch.aten.mean.default(%x, dtype=f64) : (tensor<2x3xf32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// A dimension that may be empty: 0 / 0 is NaN, which ONNX does not say of the
// mean of nothing.
// CHECK-LABEL: func.func @mean_dynamic
// CHECK: onnx.ReduceSum(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: onnx.Div({{.*}}) : {{.*}} -> tensor<f32>
func.func @mean_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[26.25, -7.5, 40.0], [50.0, -16.25, -30.0]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<10.416667> : tensor<f32>}) {
  %0 = torch.aten.mean.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The sum of the numbers by their number.
// CHECK-LABEL: func.func @nanmean
// CHECK: onnx.IsNaN(%arg0) : {{.*}} -> tensor<2x3xi1>
// CHECK: onnx.Where({{.*}}, %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.ReduceSum({{.*}}) : {{.*}} -> tensor<2x1xf32>
func.func @nanmean(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0x7F800000, 0xFF800000], [-3.25, 0x7FC00000, -0.25]]> : tensor<2x3xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[0x7FC00000], [-1.75]]> : tensor<2x1xf32>}) {
  %0 = torch.aten.nanmean.default(%x, dim=[-1], keepdim=true) : (tensor<2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// Integers are multiplied in int64.
// CHECK-LABEL: func.func @prod
// CHECK: onnx.ReduceProd({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i64>
func.func @prod(%x: tensor<2x3xi32> {onnx.value = dense<[[-3, 2147483646, -2147483648], [-8, -2147483647, 2147483647]]> : tensor<2x3xi32>})
    -> (tensor<i64> {onnx.expected = dense<-103079215104> : tensor<i64>}) {
  %0 = torch.aten.prod.default(%x) : (tensor<2x3xi32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @prod_dtype
// CHECK: onnx.ReduceProd({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f64>
func.func @prod_dtype(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 0x7FC00000, 2.5], [0x7F800000, -0.0, -0.25]]> : tensor<2x3xf32>})
    -> (tensor<f64> {onnx.expected = dense<0x7FF8000000000000> : tensor<f64>}) {
  %0 = torch.aten.prod.default(%x, dtype=f64) : (tensor<2x3xf32>) -> tensor<f64>
  return %0 : tensor<f64>
}

// -----

// CHECK-LABEL: func.func @logsumexp
// CHECK: onnx.ReduceLogSumExp(%arg0, {{.*}}) : {{.*}} -> tensor<1x1xf32>
func.func @logsumexp(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.0, 0xFF800000, -2.5], [0x7FC00000, -2.0, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<1x1xf32> {onnx.expected = dense<0x7FC00000> : tensor<1x1xf32>}) {
  %0 = torch.aten.logsumexp.default(%x, dim=[0, -1], keepdim=true) : (tensor<2x3xf32>) -> tensor<1x1xf32>
  return %0 : tensor<1x1xf32>
}

// -----

// Dimensions that are missing or have become 1 are summed up.
// CHECK-LABEL: func.func @sum_to_size
// CHECK: onnx.ReduceSum(%arg0, {{.*}}) : {{.*}} -> tensor<1x2x1xf32>
func.func @sum_to_size(%x: tensor<4x2x3xf32> {onnx.value = dense<[[[-1.5, -1.0, 1.5], [-0.5, 2.75, -0.5]], [[-1.0e+38, -3.0, 0.0], [-1.5, -0.0, 2.0]], [[2.5, -3.0, -2.5], [0x7F800000, 0x7FC00000, -1.5]], [[-0.75, 1.0, 1.0e+38], [0.5, 0xFF800000, 2.75]]]> : tensor<4x2x3xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[0.0], [0x7FC00000]]> : tensor<2x1xf32>}) {
  %0 = torch.aten.sum_to_size.default(%x, size=[2, 1]) : (tensor<4x2x3xf32>) -> tensor<2x1xf32>
  return %0 : tensor<2x1xf32>
}

// -----

// CHECK-LABEL: func.func @sum_to_size_dynamic
// CHECK: onnx.ReduceSum(%arg0, {{.*}}) : {{.*}} -> tensor<1x3xf32>
func.func @sum_to_size_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-1.0, 0x7F800000, 0x7FC00000], [0.25, 0xFF800000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<1x3xf32> {onnx.expected = dense<[[-0.75, 0x7FC00000, 0x7FC00000]]> : tensor<1x3xf32>}) {
  %0 = torch.aten.sum_to_size.default(%x, size=[1, 3]) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
