// Variances and norms.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @var
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @var(%x: tensor<2x5xf32> {onnx.value = dense<[[-32.5, 46.25, -42.5, 31.25, -35.0], [20.0, -18.75, -23.75, 37.5, -11.25]]> : tensor<2x5xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1747.9688, 711.40625]> : tensor<2xf32>}) {
  %0 = torch.aten.var.correction(%x, dim=[1], correction=1) : (tensor<2x5xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @std_mean
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.Sub(%arg0, {{.*}})
// CHECK: onnx.ReduceMean(
func.func @std_mean(%x: tensor<2x5xf32> {onnx.value = dense<[[-0.75, 2.25, -0.25, 1.5, -3.25], [2.0, 0.75, -2.0, 0x7FC00000, 0x7F800000]]> : tensor<2x5xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[1.9209373], [0x7FC00000]]> : tensor<2x1xf32>},
        tensor<2x1xf32> {onnx.expected = dense<[[-0.1], [0x7FC00000]]> : tensor<2x1xf32>}) {
  %0:2 = torch.aten.std_mean.correction(%x, dim=[1], correction=0, keepdim=true) : (tensor<2x5xf32>) -> (tensor<2x1xf32>, tensor<2x1xf32>)
  return %0#0, %0#1 : tensor<2x1xf32>, tensor<2x1xf32>
}

// -----

// The number of elements is computed.
// CHECK-LABEL: func.func @var_dynamic
// CHECK: onnx.ReduceMean(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Max
module attributes {sym.ranges = {n = array<i64: 1, 100>}} {
func.func @var_dynamic(%x: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, 1.75], [2.0, 0.0]]> : tensor<2x2xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[2.0, 1.53125]> : tensor<2xf32>}) {
  %0 = torch.aten.var.correction(%x, dim=[0]) : (tensor<?x2xf32, #sym.dims<n>>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
}

// -----

// CHECK-LABEL: func.func @norm2
// CHECK: onnx.ReduceL2(%arg0, {{.*}}) {keepdims = 0 : i64}
func.func @norm2(%x: tensor<2x5xf32> {onnx.value = dense<[[-2.0, -2.0, 0.5, 3.0, -2.25], [-2.5, 0x7FC00000, -1.25, 2.25, 0x7F800000]]> : tensor<2x5xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[4.723611, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, ord=2, dim=[1]) : (tensor<2x5xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The largest absolute value.
// CHECK-LABEL: func.func @norm_inf
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @norm_inf(%x: tensor<2x5xf32> {onnx.value = dense<[[30.0, 6.25, 23.75, -42.5, 26.25], [26.25, 7.5, 22.5, -12.5, 21.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<42.5> : tensor<f32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, ord=0x7FF0000000000000 : f64) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @norm3
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.Pow(
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @norm3(%x: tensor<2x5xf32> {onnx.value = dense<[[1.5, 0x7FC00000, 1.25, -2.5, 0x7F800000], [2.75, 0.5, -2.75, -1.25, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[2.8913686, 0x7FC00000, 2.8335257, 2.6001048, 0x7F800000]> : tensor<5xf32>}) {
  %0 = torch.aten.norm.ScalarOpt_dim(%x, p=3, dim=[0]) : (tensor<2x5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// The largest sum of a column.
// CHECK-LABEL: func.func @matrix_norm1
// CHECK: onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @matrix_norm1(%x: tensor<2x5xf32> {onnx.value = dense<[[36.25, -40.0, 16.25, -31.25, -50.0], [-37.5, 28.75, 28.75, 41.25, -26.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<76.25> : tensor<f32>}) {
  %0 = torch.aten.linalg_matrix_norm.default(%x, ord=1) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The number of elements is a product of sizes that have no symbols.
func.func @mean_of_unknown_size(%x: tensor<?x?xf32> {onnx.value = dense<[[1.0, 1.25], [1.0, -1.25]]> : tensor<2x2xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.5> : tensor<f32>}) {
  %0 = torch.aten.mean.default(%x) : (tensor<?x?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @var_of_unknown_size(%x: tensor<?x?xf32> {onnx.value = dense<[[0.75, -1.25], [-1.0, 1.25]]> : tensor<2x2xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.5572916> : tensor<f32>}) {
  %0 = torch.aten.var.correction(%x, dim=[0, 1]) : (tensor<?x?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
