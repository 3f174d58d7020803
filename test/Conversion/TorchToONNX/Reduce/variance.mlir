// Variances and norms.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @var
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[SQUARES]], %[[V3]]) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Div(%[[V4]], %[[V5]])
// CHECK: return %[[V6]] : tensor<2xf32>
func.func @var(%x: tensor<2x5xf32> {onnx.value = dense<[[-0.5, -1.5, 1.75, 0.75, 0.5], [1.25, -0.25, 2.0, 2.0, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1.54375, 0.85625]> : tensor<2xf32>}) {
  %0 = torch.aten.var.correction(%x, dim=[1], correction=1) : (tensor<2x5xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @std_mean
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[SQUARES:.*]] = onnx.Mul(%[[V2]], %[[V2]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[SQUARES]], %[[V3]])
// CHECK: %[[V7:.*]] = onnx.Sqrt(%[[V4]])
// CHECK: return %[[V7]], %[[V1]] : tensor<2x1xf32>, tensor<2x1xf32>
func.func @std_mean(%x: tensor<2x5xf32> {onnx.value = dense<[[0.0, -1.75, -1.75, -1.25, 1.75], [0.75, -0.5, -1.75, -0.5, -1.25]]> : tensor<2x5xf32>})
    -> (tensor<2x1xf32> {onnx.expected = dense<[[1.3379089], [0.8455767]]> : tensor<2x1xf32>},
        tensor<2x1xf32> {onnx.expected = dense<[[-0.6], [-0.65]]> : tensor<2x1xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<2xf32>
func.func @norm2(%x: tensor<2x5xf32> {onnx.value = dense<[[0.25, 0.5, 0.25, 0.0, -2.0], [-1.75, 2.0, -0.5, -1.5, 0.75]]> : tensor<2x5xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[2.09165, 3.1819806]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, ord=2, dim=[1]) : (tensor<2x5xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// The largest absolute value.
// CHECK-LABEL: func.func @norm_inf
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%[[V0]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Max(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<f32>
func.func @norm_inf(%x: tensor<2x5xf32> {onnx.value = dense<[[-1.25, 0.25, 1.0, -0.75, -1.25], [0.0, 1.0, -1.75, -0.75, 0.75]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.75> : tensor<f32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, ord=0x7FF0000000000000 : f64) : (tensor<2x5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @norm3
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V2]], %[[V3]]) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.333333343> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Pow(%[[V4]], %[[V5]])
// CHECK: return %[[V6]] : tensor<5xf32>
func.func @norm3(%x: tensor<2x5xf32> {onnx.value = dense<[[1.5, -0.25, -0.5, -2.0, 0.5], [-1.25, -2.0, -1.25, -0.5, -2.0]]> : tensor<2x5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[1.746592, 2.0013013, 1.2761172, 2.0103629, 2.0103629]> : tensor<5xf32>}) {
  %0 = torch.aten.norm.ScalarOpt_dim(%x, p=3, dim=[0]) : (tensor<2x5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// The largest sum of a column.
// CHECK-LABEL: func.func @matrix_norm1
// CHECK: %[[V0:.*]] = onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%[[V0]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Max(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<f32>
func.func @matrix_norm1(%x: tensor<2x5xf32> {onnx.value = dense<[[2.0, 0.75, -0.5, 0.25, -1.75], [-1.5, 0.0, 0.25, 2.0, -1.25]]> : tensor<2x5xf32>})
    -> (tensor<f32> {onnx.expected = dense<3.5> : tensor<f32>}) {
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
