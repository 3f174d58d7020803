// Bags of rows: sums, means and extremes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The bag of an index is the number of offsets that are not behind it, less one.
// CHECK-LABEL: func.func @sum
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Range(%[[V1]], %[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Unsqueeze(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.LessOrEqual(%arg2, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V9]]) {to = i64}
// CHECK: %[[V11:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.ReduceSum(%[[V10]], %[[V11]]) : (
// CHECK: %[[V13:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V14:.*]] = onnx.Sub(%[[V12]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V16:.*]] = onnx.ScatterND(%[[V0]], %[[V14]], %[[V15]]) {reduction = "add"}
// CHECK: return %[[V16]] : tensor<2x3xf32>
func.func @sum(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<2xi64>) -> tensor<2x3xf32> {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<0xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// Divided by counts, of which none is zero.
// CHECK-LABEL: func.func @mean
// CHECK: %[[V0:.*]] = onnx.Range(%{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%[[V0]], %{{.*}})
// CHECK: %[[V2:.*]] = onnx.LessOrEqual(%arg2, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i64}
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) : (
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V4]], %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V8:.*]] = onnx.ScatterND(%{{.*}}, %[[V6]], %[[V7]]) {reduction = "add"}
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: %[[V11:.*]] = onnx.ScatterND(%[[V10]], %[[V6]], %[[V9]]) {reduction = "add"}
// CHECK: %[[V12:.*]] = onnx.Unsqueeze(%[[V11]], %{{.*}})
// CHECK: %[[V13:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Max(%[[V12]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.Div(%[[V8]], %[[V14]])
// CHECK: return %[[V15]] : tensor<2x3xf32>
func.func @mean(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<2xi64>) -> tensor<2x3xf32> {
  %0:4 = torch.aten._embedding_bag.default(%x, %y, %z, false, 1) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @mean_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg2) : (
// CHECK: %[[V2:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Concat(%[[V1]], %[[V2]]) {axis = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Expand(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Shape(%arg1) : (
// CHECK: %[[V6:.*]] = onnx.Squeeze(%[[V5]], %{{.*}})
// CHECK: %[[V7:.*]] = onnx.Range(%{{.*}}, %[[V6]], %{{.*}})
// CHECK: %[[V8:.*]] = onnx.Unsqueeze(%[[V7]], %{{.*}})
// CHECK: %[[V9:.*]] = onnx.LessOrEqual(%arg2, %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V9]]) {to = i64}
// CHECK: %[[V11:.*]] = onnx.ReduceSum(%[[V10]], %{{.*}}) : (
// CHECK: %[[V12:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V13:.*]] = onnx.Sub(%[[V11]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V15:.*]] = onnx.ScatterND(%[[V4]], %[[V13]], %[[V14]]) {reduction = "add"}
// CHECK: %[[V16:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V17:.*]] = onnx.Shape(%arg1) : (
// CHECK: %[[V18:.*]] = onnx.Expand(%[[V16]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V20:.*]] = onnx.Expand(%[[V19]], %[[V1]])
// CHECK: %[[V21:.*]] = onnx.ScatterND(%[[V20]], %[[V13]], %[[V18]]) {reduction = "add"}
// CHECK: %[[V22:.*]] = onnx.Unsqueeze(%[[V21]], %{{.*}})
// CHECK: %[[V23:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V24:.*]] = onnx.Max(%[[V22]], %[[V23]])
// CHECK: %[[V25:.*]] = onnx.Div(%[[V15]], %[[V24]])
// CHECK: return %[[V25]] : tensor<?x3xf32, #sym.dims<m>>
func.func @mean_dynamic(%x: tensor<5x3xf32>, %y: tensor<?xi64, #sym.dims<n>>, %z: tensor<?xi64, #sym.dims<m>>) -> tensor<?x3xf32, #sym.dims<m>> {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z, mode=1) : (tensor<5x3xf32>, tensor<?xi64, #sym.dims<n>>, tensor<?xi64, #sym.dims<m>>) -> (tensor<?x3xf32, #sym.dims<m>>, tensor<?xi64>, tensor<?xi64, #sym.dims<m>>, tensor<?xi64, #sym.dims<m>>)
  return %0#0 : tensor<?x3xf32, #sym.dims<m>>
}

// -----

// A bag of nothing but padding is zero.
// CHECK-LABEL: func.func @max_with_padding
// CHECK: %[[V0:.*]] = onnx.LessOrEqual(%arg2, %{{.*}})
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) : (
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Sub(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V5:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Equal(%arg1, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Not(%[[V6]])
// CHECK: %[[V8:.*]] = onnx.Unsqueeze(%[[V7]], %{{.*}})
// CHECK: %[[V9:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Where(%[[V8]], %[[V4]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Cast(%[[V7]]) {to = f32}
// CHECK: %[[V12:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V13:.*]] = onnx.ScatterND(%[[V12]], %[[V3]], %[[V11]]) {reduction = "add"}
// CHECK: %[[V14:.*]] = onnx.Unsqueeze(%[[V13]], %{{.*}})
// CHECK: %[[V15:.*]] = onnx.Constant dense<0xFF800000> : tensor<3x3xf32>
// CHECK: %[[V16:.*]] = onnx.ScatterND(%[[V15]], %[[V3]], %[[V10]]) {reduction = "max"}
// CHECK: %[[V17:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V18:.*]] = onnx.Greater(%[[V14]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V20:.*]] = onnx.Where(%[[V18]], %[[V16]], %[[V19]])
// CHECK: return %[[V20]] : tensor<3x3xf32>
func.func @max_with_padding(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<3xi64>) -> tensor<3x3xf32> {
  %0:4 = torch.aten._embedding_bag_forward_only.default(%x, %y, %z, false, 2, padding_idx=2) : (tensor<5x3xf32>, tensor<4xi64>, tensor<3xi64>) -> (tensor<3x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<3x3xi64>)
  return %0#0 : tensor<3x3xf32>
}

// -----

// The last offset is an end; the padding is counted from the end of the table.
// CHECK-LABEL: func.func @weights_and_last_offset
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Slice(%arg2, %[[V0]], %[[V1]], %[[V2]], %{{.*}})
// CHECK: %[[V4:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: %[[V5:.*]] = onnx.LessOrEqual(%[[V3]], %{{.*}})
// CHECK: %[[V6:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) : (
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Sub(%[[V6]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V10:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Equal(%arg1, %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Not(%[[V11]])
// CHECK: %[[V13:.*]] = onnx.Unsqueeze(%[[V12]], %{{.*}})
// CHECK: %[[V14:.*]] = onnx.Where(%[[V13]], %[[V9]], %{{.*}})
// CHECK: %[[V15:.*]] = onnx.Unsqueeze(%arg3, %{{.*}})
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V14]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.ScatterND(%[[V4]], %[[V8]], %[[V16]]) {reduction = "add"}
// CHECK: return %[[V17]] : tensor<2x3xf32>
func.func @weights_and_last_offset(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<3xi64>, %w: tensor<4xf32>) -> tensor<2x3xf32> {
  %0:4 = torch.aten.embedding_bag.padding_idx(%x, %y, %z, false, 0, false, %w, true, -1) : (tensor<5x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<3xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// Rows that are looked up are brought to the norm, the others stay.
// CHECK-LABEL: func.func @renorm
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg1, %[[V0]]) : (
// CHECK: %[[V2:.*]] = onnx.Gather(%arg0, %[[V1]]) : (
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceL1(%[[V2]], %[[V3]]) : (
// CHECK: %[[V5:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e-07> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V4]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Div(%[[V5]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Greater(%[[V4]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V2]], %[[V8]])
// CHECK: %[[V12:.*]] = onnx.Where(%[[V10]], %[[V11]], %[[V2]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Unsqueeze(%[[V1]], %[[V13]])
// CHECK: %[[V15:.*]] = onnx.ScatterND(%arg0, %[[V14]], %[[V12]]) : (
// CHECK: return %[[V15]] : tensor<5x3xf32>
func.func @renorm(%x: tensor<5x3xf32>, %y: tensor<2x2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 1.0) : (tensor<5x3xf32>, tensor<2x2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @renorm_of_three
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Pow(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceSum(%[[V3]], %[[V4]]) : (
// CHECK: %[[V6:.*]] = onnx.Constant dense<0.333333343> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Pow(%[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e-07> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V7]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Div(%[[V8]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Greater(%[[V7]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V0]], %[[V11]])
// CHECK: %[[V15:.*]] = onnx.Where(%[[V13]], %[[V14]], %[[V0]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Unsqueeze(%arg1, %[[V16]])
// CHECK: %[[V18:.*]] = onnx.ScatterND(%arg0, %[[V17]], %[[V15]]) : (
// CHECK: return %[[V18]] : tensor<5x3xf32>
func.func @renorm_of_three(%x: tensor<5x3xf32>, %y: tensor<2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 3.0) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}
