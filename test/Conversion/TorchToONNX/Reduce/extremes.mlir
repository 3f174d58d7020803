// Extremes, any and all.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @amax
// CHECK: %[[V0:.*]] = onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Min(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V2]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Max(%[[V0]], %[[V3]])
// CHECK: return %[[V4]] : tensor<2xf32>
func.func @amax(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.25, -1.25, 1.5, 1.75], [1.75, 0.75, 1.5, 0.75], [-1.5, -1.75, -1.0, -1.25]], [[1.75, -1.5, 0.75, 1.25], [0.5, -0.5, 1.25, 1.25], [-1.5, -1.75, -1.25, 0.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<1.75> : tensor<2xf32>}) {
  %0 = torch.aten.amax.default(%x, dim=[1, 2]) : (tensor<2x3x4xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// ONNX has no reduction of int16.
// CHECK-LABEL: func.func @amin_i16
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMin(%[[V0]], %[[V1]]) {keepdims = 0 : i64}
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i16}
// CHECK: return %[[V3]] : tensor<i16>
func.func @amin_i16(%x: tensor<3xi16> {onnx.value = dense<[1, 0, 1]> : tensor<3xi16>})
    -> (tensor<i16> {onnx.expected = dense<0> : tensor<i16>}) {
  %0 = torch.aten.amin.default(%x) : (tensor<3xi16>) -> tensor<i16>
  return %0 : tensor<i16>
}

// -----

// CHECK-LABEL: func.func @any
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMax(%[[V0]], %[[V1]]) {keepdims = 0 : i64}
// CHECK: return %[[V2]] : tensor<3x4xi1>
func.func @any(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.75, 2.0, -0.75, -0.75], [-1.0, -0.5, -0.25, -2.0], [0.0, -0.5, 1.75, -0.75]], [[1.5, 0.5, 0.25, 0.0], [0.25, 0.5, -2.0, -1.25], [-0.25, 0.75, 1.75, 0.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<3x4xi1> {onnx.expected = dense<true> : tensor<3x4xi1>}) {
  %0 = torch.aten.any.dim(%x, dim=0) : (tensor<2x3x4xf32>) -> tensor<3x4xi1>
  return %0 : tensor<3x4xi1>
}

// -----

// Of no elements all are true.
// CHECK-LABEL: func.func @all_empty
// CHECK: %[[V1:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: return %[[V1]] : tensor<i1>
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]], %[[V2:.*]] = onnx.TopK(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V2]], %[[V5]])
// CHECK: return %[[V4]], %[[V6]] : tensor<2xi64>, tensor<2xi64>
func.func @max_dim_i64(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 1, 1], [0, 1, 0]]> : tensor<2x3xi64>})
    -> (tensor<2xi64> {onnx.expected = dense<1> : tensor<2xi64>},
        tensor<2xi64> {onnx.expected = dense<[0, 1]> : tensor<2xi64>}) {
  %0:2 = torch.aten.max.dim(%x, dim=1) : (tensor<2x3xi64>) -> (tensor<2xi64>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xi64>, tensor<2xi64>
}

// -----

// The position in the flat tensor.
// CHECK-LABEL: func.func @argmax_all
// CHECK: %[[V0:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]])
// CHECK: %[[V3:.*]] = onnx.IsNaN(%[[V1]])
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i32}
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceMax(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: %[[V7:.*]] = onnx.Cast(%[[V6]]) {to = i1}
// CHECK: %[[V8:.*]] = onnx.ArgMax(%[[V4]]) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.ArgMax(%[[V1]]) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Where(%[[V7]], %[[V8]], %[[V2]])
// CHECK: return %[[V9]] : tensor<i64>
func.func @argmax_all(%x: tensor<2x3xf32> {onnx.value = dense<[[1.5, -1.25, 0.75], [1.0, -1.5, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<i64> {onnx.expected = dense<0> : tensor<i64>}) {
  %0 = torch.aten.argmax.default(%x) : (tensor<2x3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @argmin
// CHECK: %[[V1:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = i32}
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMax(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = i1}
// CHECK: %[[V6:.*]] = onnx.ArgMax(%[[V2]]) {axis = 1 : i64}
// CHECK: %[[V0:.*]] = onnx.ArgMin(%arg0) {axis = 1 : i64}
// CHECK: %[[V7:.*]] = onnx.Where(%[[V5]], %[[V6]], %[[V0]])
// CHECK: return %[[V7]] : tensor<2x1xi64>
func.func @argmin(%x: tensor<2x3xf32> {onnx.value = dense<[[0.5, -1.5, 1.25], [0.0, -0.75, 0.75]]> : tensor<2x3xf32>})
    -> (tensor<2x1xi64> {onnx.expected = dense<1> : tensor<2x1xi64>}) {
  %0 = torch.aten.argmin.default(%x, dim=-1, keepdim=true) : (tensor<2x3xf32>) -> tensor<2x1xi64>
  return %0 : tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @aminmax
// CHECK: %[[V0:.*]] = onnx.ReduceMin(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0x7F800000> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Max(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V2]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Min(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.ReduceMax(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Min(%arg0, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.ReduceSum(%[[V7]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V9:.*]] = onnx.Max(%[[V5]], %[[V8]])
// CHECK: return %[[V4]], %[[V9]] : tensor<2xf32>, tensor<2xf32>
func.func @aminmax(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.75, -2.0, 0.5], [1.25, -1.0, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[-2.0, -1.0]> : tensor<2xf32>},
        tensor<2xf32> {onnx.expected = dense<[0.5, 1.25]> : tensor<2xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<2xi1>
func.func @amin_bool(%x: tensor<2x3xi1> {onnx.value = dense<[[false, true, false], [false, true, true]]> : tensor<2x3xi1>})
    -> (tensor<2xi1> {onnx.expected = dense<false> : tensor<2xi1>}) {
  %0 = torch.aten.amin.default(%x, [1]) : (tensor<2x3xi1>) -> tensor<2xi1>
  return %0 : tensor<2xi1>
}

// -----

// A norm is NaN where an element is.
// CHECK-LABEL: func.func @largest_norm
// CHECK: %[[V0:.*]] = onnx.Abs(%arg0)
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%[[V0]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Max(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<2xf32>
func.func @largest_norm(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, 0.75, 1.0], [1.75, 1.75, 1.25]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1.0, 1.75]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_vector_norm.default(%x, 0x7FF0000000000000 : f64, [1]) : (tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
