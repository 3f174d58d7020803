// Medians: the lower one of two in the middle.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Any NaN is the median.
// CHECK-LABEL: func.func @median
// CHECK: onnx.IsNaN
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.ReduceMax
// CHECK: onnx.Cast({{.*}}) {to = i1}
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.Slice
func.func @median(%x: tensor<2x3xf32> {onnx.value = dense<[[3.0, 1.0, 2.0], [0.5, 0xFF800000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.0> : tensor<f32>}) {
  %0 = torch.aten.median.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @median_nan(%x: tensor<2x3xf32> {onnx.value = dense<[[3.0, 1.0, 0x7FC00000], [0.5, 0xFF800000, 0x7F800000]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.median.default(%x) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @median_dim
// CHECK: onnx.TopK(%arg0, {{.*}}) {axis = 1 : i64, largest = 0 : i64}
// CHECK: onnx.Slice
func.func @median_dim(%x: tensor<2x4xi64> {onnx.value = dense<[[3, 1, 2, 4], [-1, -3, -2, 7]]> : tensor<2x4xi64>})
    -> (tensor<2x1xi64> {onnx.expected = dense<[[2], [-2]]> : tensor<2x1xi64>},
        tensor<2x1xi64> {onnx.expected = dense<2> : tensor<2x1xi64>}) {
  %0:2 = torch.aten.median.dim(%x, dim=-1, keepdim=true) : (tensor<2x4xi64>) -> (tensor<2x1xi64>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xi64>, tensor<2x1xi64>
}

// -----

// CHECK-LABEL: func.func @median_dim_dynamic
// CHECK: onnx.Sub
// CHECK: onnx.Div
// CHECK: onnx.TopK(%arg0, {{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.Slice
func.func @median_dim_dynamic(%x: tensor<?x3xi32, #sym.dims<n>> {onnx.value = dense<[[3, 1, 2], [4, -1, -3], [-2, 7, 5]]> : tensor<3x3xi32>})
    -> (tensor<3xi32> {onnx.expected = dense<[3, 1, 2]> : tensor<3xi32>},
        tensor<3xi64> {onnx.expected = dense<0> : tensor<3xi64>}) {
  %0:2 = torch.aten.median.dim(%x, dim=0) : (tensor<?x3xi32, #sym.dims<n>>) -> (tensor<3xi32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xi32>, tensor<3xi64>
}

// -----

// The middle of those that are numbers; NaN is sorted behind them.
// CHECK-LABEL: func.func @nanmedian
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Min
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.GatherElements
func.func @nanmedian(%x: tensor<3xf32> {onnx.value = dense<[0x7FC00000, 3.0, 1.0]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.0> : tensor<f32>}) {
  %0 = torch.aten.nanmedian.default(%x) : (tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @nanmedian_of_nans(%x: tensor<3xf32> {onnx.value = dense<0x7FC00000> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.nanmedian.default(%x) : (tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @nanmedian_dim
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Min
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 1 : i64, largest = 0 : i64}
// CHECK: onnx.GatherElements({{.*}}) {axis = 1 : i64}
func.func @nanmedian_dim(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 3.0, 1.0], [5.0, 0xFF800000, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1.0, 2.0]> : tensor<2xf32>},
        tensor<2xi64> {onnx.expected = dense<2> : tensor<2xi64>}) {
  %0:2 = torch.aten.nanmedian.dim(%x, dim=1) : (tensor<2x3xf32>) -> (tensor<2xf32>, tensor<2xi64>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi64>
}

// -----

// CHECK-LABEL: func.func @min_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMin(%arg0, %[[V0]]) : {{.*}} -> tensor<2x1xi32>
// CHECK: %[[V2:.*]] = onnx.ArgMin(%arg0) {axis = 1 : i64} : {{.*}} -> tensor<2x1xi64>
// CHECK: return %[[V1]], %[[V2]] : tensor<2x1xi32>, tensor<2x1xi64>
func.func @min_dim(%x: tensor<2x3xi32> {onnx.value = dense<[[1, 0, 0], [0, 0, 0]]> : tensor<2x3xi32>})
    -> (tensor<2x1xi32> {onnx.expected = dense<0> : tensor<2x1xi32>},
        tensor<2x1xi64> {onnx.expected = dense<[[1], [0]]> : tensor<2x1xi64>}) {
  %0:2 = torch.aten.min.dim(%x, dim=-1, keepdim=true) : (tensor<2x3xi32>) -> (tensor<2x1xi32>, tensor<2x1xi64>)
  return %0#0, %0#1 : tensor<2x1xi32>, tensor<2x1xi64>
}

// -----

// The first NaN is the least element.
// CHECK-LABEL: func.func @min_dim_float
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Max(%arg0, {{.*}})
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ArgMax({{.*}}) {axis = 1 : i64, keepdims = 0 : i64}
// CHECK: onnx.ArgMin(%arg0) {axis = 1 : i64, keepdims = 0 : i64}
func.func @min_dim_float(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0x7FC00000, 3.0, 1.0], [5.0, 0xFF800000, 2.0], [4.0, 0.5, 0.5]]> : tensor<3x3xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[0x7FC00000, 0xFF800000, 0.5]> : tensor<3xf32>},
        tensor<?xi64, #sym.dims<n>> {onnx.expected = dense<[0, 1, 1]> : tensor<3xi64>}) {
  %0:2 = torch.aten.min.dim(%x, dim=1) : (tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>
}
