// Histograms.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The bin is computed; the right edge is in the last one, and what is outside
// counts zero.
// CHECK-LABEL: func.func @histc
// CHECK: %[[LOW:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f32>
// CHECK: %[[BEHIND:.*]] = onnx.GreaterOrEqual(%[[X:.*]], %[[LOW]])
// CHECK: %[[HIGH:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[BEFORE:.*]] = onnx.LessOrEqual(%[[X]], %[[HIGH]])
// CHECK: %[[INSIDE:.*]] = onnx.And(%[[BEHIND]], %[[BEFORE]])
// CHECK: %[[SAFE:.*]] = onnx.Where(%[[INSIDE]], %[[X]], %[[LOW]])
// CHECK: onnx.Sub(%[[SAFE]], %[[LOW]])
// CHECK: %[[BIN:.*]] = onnx.Cast(%{{.*}}) {to = i64}
// CHECK: %[[LAST:.*]] = onnx.Constant dense<5> : tensor<i64>
// CHECK: %[[INDEX:.*]] = onnx.Min(%[[BIN]], %[[LAST]])
// CHECK: %[[ONE:.*]] = onnx.Cast(%[[INSIDE]]) {to = f32}
// CHECK: onnx.ScatterElements(%{{.*}}, %[[INDEX]], %[[ONE]]) {{.*}}reduction = "add"
func.func @histc(%x: tensor<3x4xf32>) -> tensor<6xf32> {
  %0 = torch.aten.histc.default(%x, 6, -1, 2) : (tensor<3x4xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// Without a range it is that of the data.
// CHECK-LABEL: func.func @range
// CHECK: onnx.ReduceMin
// CHECK: onnx.ReduceMax
// CHECK: onnx.ScatterElements
func.func @range(%x: tensor<4xf32>) -> tensor<6xf32> {
  %0 = torch.aten.histc.default(%x, 6) : (tensor<4xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// The number of edges at or before an element tells its bin, the right edge is
// in the last one.
// CHECK-LABEL: func.func @edges
// CHECK: %[[FIRST:.*]] = onnx.Slice(%arg1
// CHECK: %[[BEHIND:.*]] = onnx.GreaterOrEqual(%arg0, %[[FIRST]])
// CHECK: %[[LAST:.*]] = onnx.Slice(%arg1
// CHECK: %[[BEFORE:.*]] = onnx.LessOrEqual(%arg0, %[[LAST]])
// CHECK: %[[INSIDE:.*]] = onnx.And(%[[BEHIND]], %[[BEFORE]])
// CHECK: %[[COLUMN:.*]] = onnx.Unsqueeze(%arg0
// CHECK: %[[LARGER:.*]] = onnx.Greater(%arg1, %[[COLUMN]]) : {{.*}} -> tensor<4x3xi1>
// CHECK: onnx.Not(%[[LARGER]])
// CHECK: %[[COUNT:.*]] = onnx.ReduceSum(
// CHECK: onnx.Min(%[[COUNT]]
// CHECK: %[[BIN:.*]] = onnx.Where(%[[INSIDE]],
// CHECK: %[[AMOUNT:.*]] = onnx.Where(%[[INSIDE]], %arg2
// CHECK: %[[COUNTS:.*]] = onnx.ScatterElements(%{{.*}}, %[[BIN]], %[[AMOUNT]]) {{.*}}reduction = "add"
// CHECK: return %[[COUNTS]], %arg1
func.func @edges(%x: tensor<4xf32>, %edges: tensor<3xf32>, %w: tensor<4xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
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
func.func @dimensions(%x: tensor<8x2xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) {
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
func.func @histc_half(%x: tensor<4xf16>) -> tensor<8xf16> {
  %0 = torch.aten.histc.default(%x, bins=8, min=0, max=10) : (tensor<4xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}
