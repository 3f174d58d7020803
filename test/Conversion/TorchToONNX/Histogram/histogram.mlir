// Histograms.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The bin is computed; the right edge is in the last one, and what is outside
// counts zero.
// CHECK-LABEL: func.func @histc
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.Min
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.ScatterElements
func.func @histc(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.0, 2.0, 0.0, 0.5], [-1.5, 2.5, 1.0, 1.25], [0.25, 0.5, 1.5, 1.9]]> : tensor<3x4xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[1.0, 0.0, 2.0, 2.0, 2.0, 3.0]> : tensor<6xf32>}) {
  %0 = torch.aten.histc.default(%x, 6, -1, 2) : (tensor<3x4xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Without a range it is that of the data.
// CHECK-LABEL: func.func @range
// CHECK: onnx.ReduceMin
// CHECK: onnx.ReduceMax
// CHECK: onnx.ScatterElements
func.func @range(%x: tensor<4xf32> {onnx.value = dense<[-1.25, 1.75, 1.25, 1.75]> : tensor<4xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[1.0, 0.0, 0.0, 0.0, 0.0, 3.0]> : tensor<6xf32>}) {
  %0 = torch.aten.histc.default(%x, 6) : (tensor<4xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// The number of edges at or before an element tells its bin, the right edge is
// in the last one.
// CHECK-LABEL: func.func @edges
// CHECK: onnx.Slice
// CHECK: onnx.ReduceSum
// CHECK: onnx.Min
// CHECK: onnx.Where
// CHECK: onnx.ScatterElements
func.func @edges(%x: tensor<4xf32> {onnx.value = dense<[0.0, 2.0, 1.0, 3.0]> : tensor<4xf32>},
                 %edges: tensor<3xf32> {onnx.value = dense<[0.0, 1.0, 2.0]> : tensor<3xf32>},
                 %w: tensor<4xf32> {onnx.value = dense<[0.5, 1.0, 2.0, 4.0]> : tensor<4xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0.5, 3.0]> : tensor<2xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.0, 1.0, 2.0]> : tensor<3xf32>}) {
  %0:2 = torch.aten.histogram.bins_tensor(%x, %edges, weight=%w) : (tensor<4xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<3xf32>
}

// -----

// Counted in one row of all bins, then divided by the sum and by the widths.
// CHECK-LABEL: func.func @dimensions
// CHECK-DAG: onnx.Constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00]> : tensor<3xf32>
// CHECK-DAG: onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 1.500000e+00]> : tensor<4xf32>
// CHECK: %[[ROW:.*]] = onnx.ScatterElements({{.*}} -> tensor<6xf32>
// CHECK: %[[COUNTS:.*]] = onnx.Reshape(%[[ROW]], {{.*}} -> tensor<2x3xf32>
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%[[COUNTS]]
// CHECK: %[[SHARE:.*]] = onnx.Div(%[[COUNTS]], %[[SUM]])
// CHECK: %[[BYROW:.*]] = onnx.Div(%[[SHARE]], %{{.*}}) : (tensor<2x3xf32>, tensor<2x1xf32>)
// CHECK: onnx.Div(%[[BYROW]], %{{.*}}) : (tensor<2x3xf32>, tensor<1x3xf32>)
func.func @dimensions(%x: tensor<8x2xf32> {onnx.value = dense<[[1.25, -1.25], [2.0, -1.75], [-1.0, 1.75], [2.0, -0.25], [0.75, 0.0], [-0.25, -1.5], [0.5, -1.25], [0.25, -2.0]]> : tensor<8x2xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[2.0, 0.0, 0.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>},
        tensor<3xf32> {onnx.expected = dense<[0.0, 1.0, 2.0]> : tensor<3xf32>},
        tensor<4xf32> {onnx.expected = dense<[0.0, 0.5, 1.0, 1.5]> : tensor<4xf32>}) {
  %0:3 = torch.aten.histogramdd.default(%x, [2, 3], [0.0, 2.0, 0.0, 1.5], none, true) : (tensor<8x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>
}

// -----

// Half precision: each step is rounded by a cast.
// CHECK-LABEL: func.func @histc_half
// CHECK: onnx.Cast(%{{.*}}) {to = f32}
// CHECK: %[[D:.*]] = onnx.Sub(
// CHECK: %[[R:.*]] = onnx.Cast(%[[D]]) {to = f16}
// CHECK: onnx.Cast(%[[R]]) {to = f32}
// CHECK: onnx.ScatterElements({{.*}} -> tensor<8xf16>
func.func @histc_half(%x: tensor<4xf16> {onnx.value = dense<[1.75, 1.25, 0.75, -2.0]> : tensor<4xf16>})
    -> (tensor<8xf16> {onnx.expected = dense<[1.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]> : tensor<8xf16>}) {
  %0 = torch.aten.histc.default(%x, bins=8, min=0, max=10) : (tensor<4xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
