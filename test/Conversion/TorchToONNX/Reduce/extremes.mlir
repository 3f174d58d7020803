// Extremes, any and all.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @amax
// CHECK: onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @amax(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[3.0, -0.25, 2.5, 0.75], [2.0, 1.75, 0.25, -1.5], [3.25, 2.0, 1.5, 2.0]], [[3.25, -1.75, 2.0, 2.25], [-0.25, -3.0, 0x7F800000, -2.75], [0.75, 0x7FC00000, 0.5, -0.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[3.25, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.amax.default(%x, dim=[1, 2]) : (tensor<2x3x4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// ONNX has no reduction of int16.
// CHECK-LABEL: func.func @amin_i16
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
func.func @amin_i16(%x: tensor<3xi16> {onnx.value = dense<[32767, -32768, 7]> : tensor<3xi16>})
    -> (tensor<i16> {onnx.expected = dense<-32768> : tensor<i16>}) {
  %0 = torch.aten.amin.default(%x) : (tensor<3xi16>) -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// CHECK-LABEL: func.func @any
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
func.func @any(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.75, 2.5, -2.5, 3.25], [-0.0, 3.0, 0.0, -1.25], [2.5, 0.0, 0.5, 0xFF800000]], [[-2.75, -1.5, -3.25, -1.0], [0x7F800000, -1.5, -0.5, 3.25], [-1.0e+38, 2.0, 1.0e+38, 0x7FC00000]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x4xi1> {onnx.expected = dense<true> : tensor<3x4xi1>}) {
  %0 = torch.aten.any.dim(%x, dim=0) : (tensor<2x3x4xf32>) -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}

// -----

// Of no elements all are true.
// CHECK-LABEL: func.func @all_empty
// CHECK: onnx.Constant dense<true> : tensor<i1>
func.func @all_empty(%x: tensor<0xi1> {onnx.value = dense<> : tensor<0xi1>})
    -> (tensor<i1> {onnx.expected = dense<true> : tensor<i1>}) {
  %0 = torch.aten.all.default(%x) : (tensor<0xi1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @max_dim
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Max
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.ArgMax({{.*}}) {axis = 1 : i64, keepdims = 0 : i64}
func.func @max_dim(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.0, 0x7FC00000, 0.5, 2.0], [3.0, 1.0, -0.0, 2.0], [0x7FC00000, 0.0, 0.0, 1.0]], [[0xFF800000, 1.0, 1.0, 1.0], [0xFF800000, 2.0, 1.0, 0.0], [0xFF800000, 0x7F800000, 1.0, 0x7F800000]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000, 0.5, 2.0], [0xFF800000, 0x7F800000, 1.0, 0x7F800000]]> : tensor<2x4xf32>},
        tensor<2x4xi64> {onnx.expected = dense<[[2, 0, 0, 0], [0, 2, 0, 2]]> : tensor<2x4xi64>}) {
  %0:2 = torch.aten.max.dim(%x, dim=1) : (tensor<2x3x4xf32>) -> (tensor<2x4xf32>, tensor<2x4xi64>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x4xi64>
}

// -----

// ONNX Runtime finds int64 by TopK.
// CHECK-LABEL: func.func @max_dim_i64
// CHECK: onnx.TopK(%arg0, {{.*}}) {axis = 1 : i64}
func.func @max_dim_i64(%x: tensor<2x3xi64> {onnx.value = dense<[[0, 1, 1], [0, 0, 0]]> : tensor<2x3xi64>})
    -> (tensor<2xi64> {onnx.expected = dense<[1, 0]> : tensor<2xi64>},
        tensor<2xi64> {onnx.expected = dense<[1, 0]> : tensor<2xi64>}) {
  %0:2 = torch.aten.max.dim(%x, dim=1) : (tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xi64>, tensor<2xi64>
}

// -----

// The position in the flat tensor.
// CHECK-LABEL: func.func @argmax_all
// CHECK: onnx.IsNaN(
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ArgMax({{.*}}) {keepdims = 0 : i64}
func.func @argmax_all(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -0.0, 0xFF800000], [0.75, -2.5, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<i64> {onnx.expected = dense<0> : tensor<i64>}) {
  %0 = torch.aten.argmax.default(%x) : (tensor<2x3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @argmin
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.ReduceMax(
// CHECK: onnx.ArgMax({{.*}}) {axis = 1 : i64}
func.func @argmin(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0.75], [0xFF800000, 1.75, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x1xi64> {onnx.expected = dense<[[1], [0]]> : tensor<2x1xi64>}) {
  %0 = torch.aten.argmin.default(%x, dim=-1, keepdim=true) : (tensor<2x3xf32>) -> tensor<2x1xi64>
  return %0 : tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @aminmax
// CHECK: onnx.ReduceMin(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
func.func @aminmax(%x: tensor<2x3xf32> {onnx.value = dense<[[0xFF800000, 0.75, 0x7F800000], [0.0, 0x7FC00000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0xFF800000, 0x7FC00000]> : tensor<2xf32>},
        tensor<2xf32> {onnx.expected = dense<[0x7F800000, 0x7FC00000]> : tensor<2xf32>}) {
  %0:2 = torch.aten._aminmax.dim(%x, 1) : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @all
// CHECK: onnx.ReduceMin
func.func @all(%x: tensor<2x3xi1> {onnx.value = dense<[[false, false, true], [true, false, false]]> : tensor<2x3xi1>})
    -> (tensor<i1> {onnx.expected = dense<false> : tensor<i1>}) {
  %0 = torch.aten._is_all_true.default(%x) : (tensor<2x3xi1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @amin_bool
// CHECK: onnx.ReduceMin(%arg0, {{.*}}) {keepdims = 0 : i64}
func.func @amin_bool(%x: tensor<2x3xi1> {onnx.value = dense<[[true, true, true], [false, true, true]]> : tensor<2x3xi1>})
    -> (tensor<2xi1> {onnx.expected = dense<[true, false]> : tensor<2xi1>}) {
  %0 = torch.aten.amin.default(%x, [1]) : (tensor<2x3xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// A norm is NaN where an element is.
// CHECK-LABEL: func.func @largest_norm
// CHECK: onnx.Abs(%arg0)
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @largest_norm(%x: tensor<2x3xf32> {onnx.value = dense<[[-35.0, -11.25, 50.0], [-42.5, 13.75, -43.75]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[50.0, 43.75]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, 0x7FF0000000000000 : f64, [1]) : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @max_dim_of_number
// CHECK: return %arg0, %{{.*}} : tensor<f32>, tensor<i64>
func.func @max_dim_of_number(%x: tensor<f32> {onnx.value = dense<2.5> : tensor<f32>})
    -> (tensor<f32> {onnx.expected = dense<2.5> : tensor<f32>}, tensor<i64> {onnx.expected = dense<0> : tensor<i64>}) {
  %0:2 = torch.aten.max.dim(%x, dim=0) : (tensor<f32>) -> (tensor<f32>, tensor<i64>)
  return %0#0, %0#1 : tensor<f32>, tensor<i64>
}
