// Histograms of several dimensions, counted in one row of all bins.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// An element counts where the bins of all dimensions have it inside.
// CHECK-LABEL: func.func @counts
// CHECK: %[[V34:.*]] = onnx.Constant dense<0.000000e+00> : tensor<6xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[-1.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Slice(%[[V2]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V8:.*]] = onnx.GreaterOrEqual(%[[V1]], %[[V6]])
// CHECK: %[[V7:.*]] = onnx.Slice(%[[V2]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V9:.*]] = onnx.LessOrEqual(%[[V1]], %[[V7]])
// CHECK: %[[V10:.*]] = onnx.And(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Unsqueeze(%[[V1]], %{{.*}})
// CHECK: %[[V12:.*]] = onnx.Greater(%[[V2]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Not(%[[V12]])
// CHECK: %[[V14:.*]] = onnx.Cast(%[[V13]]) {to = i64}
// CHECK: %[[V15:.*]] = onnx.ReduceSum(%[[V14]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V16:.*]] = onnx.Min(%[[V15]], %{{.*}})
// CHECK: %[[V17:.*]] = onnx.Sub(%[[V16]], %{{.*}})
// CHECK: %[[V18:.*]] = onnx.Where(%[[V10]], %[[V17]], %{{.*}})
// CHECK: %[[V29:.*]] = onnx.Mul(%[[V18]], %{{.*}})
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Gather(%arg0, %[[V3]]) {axis = 1 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
// CHECK: %[[V19:.*]] = onnx.Slice(%[[V5]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V21:.*]] = onnx.GreaterOrEqual(%[[V4]], %[[V19]])
// CHECK: %[[V20:.*]] = onnx.Slice(%[[V5]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V22:.*]] = onnx.LessOrEqual(%[[V4]], %[[V20]])
// CHECK: %[[V23:.*]] = onnx.And(%[[V21]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Greater(%[[V5]], %{{.*}})
// CHECK: %[[V25:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V26:.*]] = onnx.Min(%[[V25]], %{{.*}})
// CHECK: %[[V27:.*]] = onnx.Sub(%[[V26]], %{{.*}})
// CHECK: %[[V28:.*]] = onnx.Where(%[[V23]], %[[V27]], %{{.*}})
// CHECK: %[[V30:.*]] = onnx.Add(%[[V29]], %[[V28]])
// CHECK: %[[V31:.*]] = onnx.And(%[[V10]], %[[V23]])
// CHECK: %[[V32:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V33:.*]] = onnx.Where(%[[V31]], %arg1, %[[V32]])
// CHECK: %[[V35:.*]] = onnx.ScatterElements(%[[V34]], %[[V30]], %[[V33]]) {reduction = "add"}
// CHECK: %[[V36:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V37:.*]] = onnx.Reshape(%[[V35]], %[[V36]]) : (
// CHECK: return %[[V37]] : tensor<2x3xf32>
func.func @counts(%x: tensor<6x2xf32>, %y: tensor<6xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._histogramdd_from_bin_cts.default(%x, [2, 3], range=[-1.0, 2.0, 0.0, 3.0], weight=%y) : (tensor<6x2xf32>, tensor<6xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Between edges that are given.
// CHECK-LABEL: func.func @tensors
// CHECK: %[[V22:.*]] = onnx.Constant dense<0.000000e+00> : tensor<6xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V4:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V6:.*]] = onnx.GreaterOrEqual(%[[V1]], %[[V4]])
// CHECK: %[[V5:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V7:.*]] = onnx.LessOrEqual(%[[V1]], %[[V5]])
// CHECK: %[[V8:.*]] = onnx.And(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Greater(%arg1, %{{.*}})
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %{{.*}}, %{{.*}})
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V10]], %{{.*}})
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Gather(%arg0, %[[V2]]) {axis = 1 : i64}
// CHECK: %[[V11:.*]] = onnx.Slice(%arg2, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V13:.*]] = onnx.GreaterOrEqual(%[[V3]], %[[V11]])
// CHECK: %[[V12:.*]] = onnx.Slice(%arg2, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V14:.*]] = onnx.LessOrEqual(%[[V3]], %[[V12]])
// CHECK: %[[V15:.*]] = onnx.And(%[[V13]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Greater(%arg2, %{{.*}})
// CHECK: %[[V17:.*]] = onnx.Where(%[[V15]], %{{.*}}, %{{.*}})
// CHECK: %[[V19:.*]] = onnx.Add(%[[V18]], %[[V17]])
// CHECK: %[[V20:.*]] = onnx.And(%[[V8]], %[[V15]])
// CHECK: %[[V21:.*]] = onnx.Cast(%[[V20]]) {to = f32}
// CHECK: %[[V23:.*]] = onnx.ScatterElements(%[[V22]], %[[V19]], %[[V21]]) {reduction = "add"}
// CHECK: %[[V24:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V25:.*]] = onnx.Reshape(%[[V23]], %[[V24]]) : (
// CHECK: return %[[V25]] : tensor<2x3xf32>
func.func @tensors(%x: tensor<6x2xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._histogramdd_from_bin_tensors.default(%x, [%y, %z]) : (tensor<6x2xf32>, tensor<3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @edges
// CHECK: %[[V0:.*]] = onnx.Constant dense<[-1.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<4xf32>
// CHECK: return %[[V0]], %[[V1]] : tensor<3xf32>, tensor<4xf32>
func.func @edges(%x: tensor<6x2xf32>) -> (tensor<3xf32>, tensor<4xf32>) {
  %0:2 = torch.aten._histogramdd_bin_edges.default(%x, [2, 3], range=[-1.0, 2.0, 0.0, 3.0]) : (tensor<6x2xf32>) -> (tensor<3xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<4xf32>
}

// -----

// Counted from both ends, with one rounding of the step and one of the edge.
// CHECK-LABEL: func.func @edges_of_data
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.ReduceMin(%[[V1]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V3:.*]] = onnx.ReduceMax(%[[V1]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Equal(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = f32}
// CHECK: %[[V6:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V2]], %[[V7]])
// CHECK: %[[V15:.*]] = onnx.Cast(%[[V8]]) {to = f64}
// CHECK: %[[V13:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1xf64>
// CHECK: %[[V9:.*]] = onnx.Add(%[[V3]], %[[V7]])
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V9]], %[[V8]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Div(%[[V10]], %[[V11]])
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V13]], %{{.*}})
// CHECK: %[[V16:.*]] = onnx.Add(%[[V15]], %[[V14]])
// CHECK: %[[V17:.*]] = onnx.Cast(%[[V16]]) {to = f32}
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V9]]) {to = f64}
// CHECK: %[[V18:.*]] = onnx.Constant dense<[-1.000000e+00, 0.000000e+00]> : tensor<2xf64>
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V18]], %{{.*}})
// CHECK: %[[V21:.*]] = onnx.Add(%[[V20]], %[[V19]])
// CHECK: %[[V22:.*]] = onnx.Cast(%[[V21]]) {to = f32}
// CHECK: %[[V23:.*]] = onnx.Concat(%[[V17]], %[[V22]]) {axis = 0 : i64}
// CHECK: return %[[V23]] : tensor<3xf32>
func.func @edges_of_data(%x: tensor<6x1xf32>) -> tensor<3xf32> {
  %0 = torch.aten._histogramdd_bin_edges.default(%x, [2]) : (tensor<6x1xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// As many bins in every dimension.
// CHECK-LABEL: func.func @int_bins
// CHECK: %[[V24:.*]] = onnx.Constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[-1.000000e+00, 5.000000e-01, 2.000000e+00]> : tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Slice(%[[V2]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V8:.*]] = onnx.GreaterOrEqual(%[[V1]], %[[V6]])
// CHECK: %[[V7:.*]] = onnx.Slice(%[[V2]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V9:.*]] = onnx.LessOrEqual(%[[V1]], %[[V7]])
// CHECK: %[[V10:.*]] = onnx.And(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Greater(%[[V2]], %{{.*}})
// CHECK: %[[V12:.*]] = onnx.Where(%[[V10]], %{{.*}}, %{{.*}})
// CHECK: %[[V20:.*]] = onnx.Mul(%[[V12]], %{{.*}})
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Gather(%arg0, %[[V3]]) {axis = 1 : i64}
// CHECK: %[[V5:.*]] = onnx.Constant dense<[0.000000e+00, 1.500000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.Slice(%[[V5]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V15:.*]] = onnx.GreaterOrEqual(%[[V4]], %[[V13]])
// CHECK: %[[V14:.*]] = onnx.Slice(%[[V5]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V16:.*]] = onnx.LessOrEqual(%[[V4]], %[[V14]])
// CHECK: %[[V17:.*]] = onnx.And(%[[V15]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Greater(%[[V5]], %{{.*}})
// CHECK: %[[V19:.*]] = onnx.Where(%[[V17]], %{{.*}}, %{{.*}})
// CHECK: %[[V21:.*]] = onnx.Add(%[[V20]], %[[V19]])
// CHECK: %[[V22:.*]] = onnx.And(%[[V10]], %[[V17]])
// CHECK: %[[V23:.*]] = onnx.Cast(%[[V22]]) {to = f32}
// CHECK: %[[V25:.*]] = onnx.ScatterElements(%[[V24]], %[[V21]], %[[V23]]) {reduction = "add"}
// CHECK: %[[V26:.*]] = onnx.Constant dense<2> : tensor<2xi64>
// CHECK: %[[V27:.*]] = onnx.Reshape(%[[V25]], %[[V26]]) : (
// CHECK: return %[[V27]], %[[V2]], %[[V5]] : tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>
func.func @int_bins(%x: tensor<6x2xf32>) -> (tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = torch.aten.histogramdd.int_bins(%x, 2, [-1.0, 2.0, 0.0, 3.0]) : (tensor<6x2xf32>) -> (tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x2xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// Divided by the sum, and by the widths along each dimension.
// CHECK-LABEL: func.func @tensor_bins
// CHECK: %[[V14:.*]] = onnx.Constant dense<0.000000e+00> : tensor<6xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Gather(%arg0, %[[V0]]) {axis = 1 : i64}
// CHECK: %[[V4:.*]] = onnx.GreaterOrEqual(%[[V1]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.LessOrEqual(%[[V1]], %{{.*}})
// CHECK: %[[V6:.*]] = onnx.And(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V6]], %{{.*}}, %{{.*}})
// CHECK: %[[V3:.*]] = onnx.Gather(%arg0, %{{.*}}) {axis = 1 : i64}
// CHECK: %[[V8:.*]] = onnx.GreaterOrEqual(%[[V3]], %{{.*}})
// CHECK: %[[V9:.*]] = onnx.LessOrEqual(%[[V3]], %{{.*}})
// CHECK: %[[V10:.*]] = onnx.And(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Where(%[[V10]], %{{.*}}, %{{.*}})
// CHECK: %[[V12:.*]] = onnx.And(%[[V6]], %[[V10]])
// CHECK: %[[V13:.*]] = onnx.Cast(%[[V12]]) {to = f32}
// CHECK: %[[V15:.*]] = onnx.ScatterElements(%[[V14]], %{{.*}}, %[[V13]]) {reduction = "add"}
// CHECK: %[[V16:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V17:.*]] = onnx.Reshape(%[[V15]], %[[V16]]) : (
// CHECK: %[[V18:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V19:.*]] = onnx.ReduceSum(%[[V17]], %[[V18]]) : (
// CHECK: %[[V20:.*]] = onnx.Div(%[[V17]], %[[V19]])
// CHECK: %[[V21:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V22:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V23:.*]] = onnx.Sub(%[[V21]], %[[V22]])
// CHECK: %[[V24:.*]] = onnx.Unsqueeze(%[[V23]], %{{.*}})
// CHECK: %[[V25:.*]] = onnx.Div(%[[V20]], %[[V24]])
// CHECK: %[[V26:.*]] = onnx.Slice(%arg2, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V27:.*]] = onnx.Slice(%arg2, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V28:.*]] = onnx.Sub(%[[V26]], %[[V27]])
// CHECK: %[[V29:.*]] = onnx.Unsqueeze(%[[V28]], %{{.*}})
// CHECK: %[[V30:.*]] = onnx.Div(%[[V25]], %[[V29]])
// CHECK: return %[[V30]], %arg1, %arg2 : tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>
func.func @tensor_bins(%x: tensor<6x2xf32>, %y: tensor<3xf32>, %z: tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>) {
  %0:3 = torch.aten.histogramdd.TensorList_bins(%x, [%y, %z], density=true) : (tensor<6x2xf32>, tensor<3xf32>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3xf32>, tensor<3xf32>, tensor<4xf32>
}
