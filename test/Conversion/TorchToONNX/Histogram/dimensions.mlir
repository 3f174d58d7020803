// Histograms of several dimensions, counted in one row of all bins.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// An element counts where the bins of all dimensions have it inside.
// CHECK-LABEL: func.func @counts
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Slice
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Min
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
func.func @counts(%x: tensor<6x2xf32> {onnx.value = dense<[[-1.0, 0.0], [2.0, 3.0], [0.5, 1.0], [0.75, 2.5], [-2.0, 1.0], [1.0, 3.5]]> : tensor<6x2xf32>},
                  %y: tensor<6xf32> {onnx.value = dense<[1.0, 2.0, 0.5, 4.0, 8.0, 16.0]> : tensor<6xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.0, 0.0], [0.0, 0.5, 6.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten._histogramdd_from_bin_cts.default(%x, [2, 3], range=[-1.0, 2.0, 0.0, 3.0], weight=%y) : (tensor<6x2xf32>, tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Between edges that are given.
// CHECK-LABEL: func.func @tensors
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Slice
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
func.func @tensors(%x: tensor<6x2xf32> {onnx.value = dense<[[-1.0, 0.0], [2.0, 3.0], [0.5, 1.0], [0.75, 2.5], [-2.0, 1.0], [1.0, 3.5]]> : tensor<6x2xf32>},
                   %y: tensor<3xf32> {onnx.value = dense<[-1.0, 0.5, 2.0]> : tensor<3xf32>},
                   %z: tensor<4xf32> {onnx.value = dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.0, 0.0], [0.0, 1.0, 2.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten._histogramdd_from_bin_tensors.default(%x, [%y, %z]) : (tensor<6x2xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @edges
// CHECK: %[[V0:.*]] = onnx.Constant dense<[-1.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
// CHECK: return %[[V0]], %[[V1]] : tensor<3xf32>, tensor<4xf32>
func.func @edges(%x: tensor<6x2xf32> {onnx.value = dense<[[0.75, -2.0], [-0.25, 2.0], [0.25, 0.75], [-2.0, 1.0], [-1.0, -1.75], [-1.25, -1.0]]> : tensor<6x2xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-1.0, 0.5, 2.0]> : tensor<3xf32>},
        tensor<4xf32> {onnx.expected = dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>}) {
  %0:2 = torch.aten._histogramdd_bin_edges.default(%x, [2, 3], range=[-1.0, 2.0, 0.0, 3.0]) : (tensor<6x2xf32>) -> (tensor<3xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<4xf32>
}

// -----

// Counted from both ends, with one rounding of the step and one of the edge.
// CHECK-LABEL: func.func @edges_of_data
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Cast({{.*}}) {to = f64}
func.func @edges_of_data(%x: tensor<6x1xf32> {onnx.value = dense<[[3.0], [-1.0], [0.5], [2.0], [1.0], [0.0]]> : tensor<6x1xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-1.0, 1.0, 3.0]> : tensor<3xf32>}) {
  %0 = torch.aten._histogramdd_bin_edges.default(%x, [2]) : (tensor<6x1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// As many bins in every dimension.
// CHECK-LABEL: func.func @int_bins
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Slice
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
func.func @int_bins(%x: tensor<6x2xf32> {onnx.value = dense<[[-1.0, 0.0], [2.0, 3.0], [0.5, 1.0], [0.75, 2.5], [-2.0, 1.0], [1.0, 3.5]]> : tensor<6x2xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[1.0, 0.0], [1.0, 2.0]]> : tensor<2x2xf32>},
        tensor<3xf32> {onnx.expected = dense<[-1.0, 0.5, 2.0]> : tensor<3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.0, 1.5, 3.0]> : tensor<3xf32>}) {
  %0:3 = torch.aten.histogramdd.int_bins(%x, 2, [-1.0, 2.0, 0.0, 3.0]) : (tensor<6x2xf32>) -> (tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// Divided by the sum, and by the widths along each dimension.
// CHECK-LABEL: func.func @tensor_bins
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.ReduceSum
// CHECK: onnx.Slice
func.func @tensor_bins(%x: tensor<6x2xf32> {onnx.value = dense<[[-1.0, 0.0], [2.0, 3.0], [0.5, 1.0], [0.75, 2.5], [-2.0, 1.0], [1.0, 3.5]]> : tensor<6x2xf32>},
                       %y: tensor<3xf32> {onnx.value = dense<[-1.0, 0.5, 2.0]> : tensor<3xf32>},
                       %z: tensor<4xf32> {onnx.value = dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.16666667, 0.0, 0.0], [0.0, 0.16666667, 0.33333334]]> : tensor<2x3xf32>},
        tensor<3xf32> {onnx.expected = dense<[-1.0, 0.5, 2.0]> : tensor<3xf32>},
        tensor<4xf32> {onnx.expected = dense<[0.0, 1.0, 2.0, 3.0]> : tensor<4xf32>}) {
  %0:3 = torch.aten.histogramdd.TensorList_bins(%x, [%y, %z], density=true) : (tensor<6x2xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>
}
