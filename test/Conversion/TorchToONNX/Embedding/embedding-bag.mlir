// Bags of rows: sums, means and extremes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The bag of an index is the number of offsets that are not behind it, less one.
// CHECK-LABEL: func.func @sum
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%[[V4]], %[[V5]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V7:.*]] = onnx.Shape(%arg2) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Expand(%[[V3]], %[[V7]]) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V9:.*]] = onnx.ScatterElements(%[[V6]], %arg2, %[[V8]]) {reduction = "add"} : {{.*}} -> tensor<5xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.CumSum(%[[V9]], %[[V10]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Slice(%[[V11]], %[[V12]], %[[V13]], %[[V14]], %{{.*}}) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Unsqueeze(%[[V16]], %[[V17]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V19:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V20:.*]] = onnx.Sub(%[[V18]], %[[V19]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V21:.*]] = onnx.Gather(%arg0, %arg1) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V22:.*]] = onnx.ScatterND(%[[V1]], %[[V20]], %[[V21]]) {reduction = "add"} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V22]] : tensor<2x3xf32>
func.func @sum(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<2xi64>) -> tensor<2x3xf32> {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<0xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// Divided by counts, of which none is zero.
// CHECK-LABEL: func.func @mean
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%[[V4]], %[[V5]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V7:.*]] = onnx.Shape(%arg2) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Expand(%[[V3]], %[[V7]]) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V9:.*]] = onnx.ScatterElements(%[[V6]], %arg2, %[[V8]]) {reduction = "add"} : {{.*}} -> tensor<5xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.CumSum(%[[V9]], %[[V10]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Slice(%[[V11]], %[[V12]], %[[V13]], %[[V14]], %{{.*}}) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Unsqueeze(%[[V16]], %[[V17]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V19:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V20:.*]] = onnx.Sub(%[[V18]], %[[V19]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V21:.*]] = onnx.Gather(%arg0, %arg1) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V22:.*]] = onnx.ScatterND(%[[V1]], %[[V20]], %[[V21]]) {reduction = "add"} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V26:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: %[[V24:.*]] = onnx.Constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: %[[V27:.*]] = onnx.ScatterND(%[[V26]], %[[V20]], %[[V24]]) {reduction = "add"} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V28:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V29:.*]] = onnx.Unsqueeze(%[[V27]], %[[V28]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V30:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V31:.*]] = onnx.Max(%[[V29]], %[[V30]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V32:.*]] = onnx.Div(%[[V22]], %[[V31]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V25:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V23:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V32]] : tensor<2x3xf32>
func.func @mean(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<2xi64>) -> tensor<2x3xf32> {
  %0:4 = torch.aten._embedding_bag.default(%x, %y, %z, false, 1) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @mean_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg2) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Concat(%[[V1]], %[[V2]]) {axis = 0 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.Expand(%[[V0]], %[[V3]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<m>>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Shape(%arg1) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V8:.*]] = onnx.Add(%[[V5]], %[[V6]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.Expand(%[[V7]], %[[V8]]) : {{.*}} -> tensor<?xi64, #sym.dims<n + 1>>
// CHECK: %[[V10:.*]] = onnx.Shape(%arg2) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Expand(%[[V6]], %[[V10]]) : {{.*}} -> tensor<?xi64, #sym.dims<m>>
// CHECK: %[[V12:.*]] = onnx.ScatterElements(%[[V9]], %arg2, %[[V11]]) {reduction = "add"} : {{.*}} -> tensor<?xi64, #sym.dims<n + 1>>
// CHECK: %[[V13:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V14:.*]] = onnx.CumSum(%[[V12]], %[[V13]]) : {{.*}} -> tensor<?xi64, #sym.dims<n + 1>>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V19:.*]] = onnx.Slice(%[[V14]], %[[V15]], %[[V16]], %[[V17]], %{{.*}}) : {{.*}} -> tensor<?xi64, #sym.dims<n>>
// CHECK: %[[V20:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.Unsqueeze(%[[V19]], %[[V20]]) : {{.*}} -> tensor<?x1xi64, #sym.dims<n>>
// CHECK: %[[V22:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V23:.*]] = onnx.Sub(%[[V21]], %[[V22]]) : {{.*}} -> tensor<?x1xi64, #sym.dims<n>>
// CHECK: %[[V24:.*]] = onnx.Gather(%arg0, %arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V25:.*]] = onnx.ScatterND(%[[V4]], %[[V23]], %[[V24]]) {reduction = "add"} : {{.*}} -> tensor<?x3xf32, #sym.dims<m>>
// CHECK: %[[V29:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V30:.*]] = onnx.Expand(%[[V29]], %[[V1]]) : {{.*}} -> tensor<?xf32, #sym.dims<m>>
// CHECK: %[[V26:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V27:.*]] = onnx.Shape(%arg1) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V28:.*]] = onnx.Expand(%[[V26]], %[[V27]]) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: %[[V31:.*]] = onnx.ScatterND(%[[V30]], %[[V23]], %[[V28]]) {reduction = "add"} : {{.*}} -> tensor<?xf32, #sym.dims<m>>
// CHECK: %[[V32:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V33:.*]] = onnx.Unsqueeze(%[[V31]], %[[V32]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<m>>
// CHECK: %[[V34:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V35:.*]] = onnx.Max(%[[V33]], %[[V34]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<m>>
// CHECK: %[[V36:.*]] = onnx.Div(%[[V25]], %[[V35]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<m>>
// CHECK: return %[[V36]] : tensor<?x3xf32, #sym.dims<m>>
func.func @mean_dynamic(%x: tensor<5x3xf32>, %y: tensor<?xi64, #sym.dims<n>>, %z: tensor<?xi64, #sym.dims<m>>) -> tensor<?x3xf32, #sym.dims<m>> {
  %0:4 = torch.aten.embedding_bag.default(%x, %y, %z, mode=1) : (tensor<5x3xf32>, tensor<?xi64, #sym.dims<n>>, tensor<?xi64, #sym.dims<m>>) -> (tensor<?x3xf32, #sym.dims<m>>, tensor<?xi64>, tensor<?xi64, #sym.dims<m>>, tensor<?xi64, #sym.dims<m>>)
  return %0#0 : tensor<?x3xf32, #sym.dims<m>>
}

// -----

// A bag of nothing but padding is zero.
// CHECK-LABEL: func.func @max_with_padding
// CHECK: %[[V31:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Expand(%[[V4]], %[[V5]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V7:.*]] = onnx.Shape(%arg2) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Expand(%[[V3]], %[[V7]]) : {{.*}} -> tensor<3xi64>
// CHECK: %[[V9:.*]] = onnx.ScatterElements(%[[V6]], %arg2, %[[V8]]) {reduction = "add"} : {{.*}} -> tensor<5xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.CumSum(%[[V9]], %[[V10]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Slice(%[[V11]], %[[V12]], %[[V13]], %[[V14]], %{{.*}}) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Unsqueeze(%[[V16]], %[[V17]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V19:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V20:.*]] = onnx.Sub(%[[V18]], %[[V19]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V22:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V23:.*]] = onnx.Equal(%arg1, %[[V22]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V24:.*]] = onnx.Not(%[[V23]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V29:.*]] = onnx.Cast(%[[V24]]) {to = f32} : {{.*}} -> tensor<4xf32>
// CHECK: %[[V32:.*]] = onnx.ScatterND(%[[V31]], %[[V20]], %[[V29]]) {reduction = "add"} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V33:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V34:.*]] = onnx.Unsqueeze(%[[V32]], %[[V33]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V38:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V39:.*]] = onnx.Greater(%[[V34]], %[[V38]]) : {{.*}} -> tensor<3x1xi1>
// CHECK: %[[V36:.*]] = onnx.Constant dense<0xFF800000> : tensor<3x3xf32>
// CHECK: %[[V25:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V26:.*]] = onnx.Unsqueeze(%[[V24]], %[[V25]]) : {{.*}} -> tensor<4x1xi1>
// CHECK: %[[V21:.*]] = onnx.Gather(%arg0, %arg1) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V27:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V28:.*]] = onnx.Where(%[[V26]], %[[V21]], %[[V27]]) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V37:.*]] = onnx.ScatterND(%[[V36]], %[[V20]], %[[V28]]) {reduction = "max"} : {{.*}} -> tensor<3x3xf32>
// CHECK: %[[V40:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V41:.*]] = onnx.Where(%[[V39]], %[[V37]], %[[V40]]) : {{.*}} -> tensor<3x3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3x3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V30:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V35:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: return %[[V41]] : tensor<3x3xf32>
func.func @max_with_padding(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<3xi64>) -> tensor<3x3xf32> {
  %0:4 = torch.aten._embedding_bag_forward_only.default(%x, %y, %z, false, 2, padding_idx=2) : (tensor<5x3xf32>, tensor<4xi64>, tensor<3xi64>) -> (tensor<3x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<3x3xi64>)
  return %0#0 : tensor<3x3xf32>
}

// -----

// The last offset is an end; the padding is counted from the end of the table.
// CHECK-LABEL: func.func @weights_and_last_offset
// CHECK: %[[V6:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V7]], %[[V8]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Expand(%[[V9]], %[[V10]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg2, %[[V0]], %[[V1]], %[[V2]], %{{.*}}) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V12:.*]] = onnx.Shape(%[[V4]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Expand(%[[V8]], %[[V12]]) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V14:.*]] = onnx.ScatterElements(%[[V11]], %[[V4]], %[[V13]]) {reduction = "add"} : {{.*}} -> tensor<5xi64>
// CHECK: %[[V15:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V16:.*]] = onnx.CumSum(%[[V14]], %[[V15]]) : {{.*}} -> tensor<5xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V19:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.Slice(%[[V16]], %[[V17]], %[[V18]], %[[V19]], %{{.*}}) : {{.*}} -> tensor<4xi64>
// CHECK: %[[V22:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V23:.*]] = onnx.Unsqueeze(%[[V21]], %[[V22]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V24:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V25:.*]] = onnx.Sub(%[[V23]], %[[V24]]) : {{.*}} -> tensor<4x1xi64>
// CHECK: %[[V27:.*]] = onnx.Constant dense<4> : tensor<i64>
// CHECK: %[[V28:.*]] = onnx.Equal(%arg1, %[[V27]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V29:.*]] = onnx.Not(%[[V28]]) : {{.*}} -> tensor<4xi1>
// CHECK: %[[V30:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V31:.*]] = onnx.Unsqueeze(%[[V29]], %[[V30]]) : {{.*}} -> tensor<4x1xi1>
// CHECK: %[[V26:.*]] = onnx.Gather(%arg0, %arg1) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V32:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V33:.*]] = onnx.Where(%[[V31]], %[[V26]], %[[V32]]) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V34:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V35:.*]] = onnx.Unsqueeze(%arg3, %[[V34]]) : {{.*}} -> tensor<4x1xf32>
// CHECK: %[[V36:.*]] = onnx.Mul(%[[V33]], %[[V35]]) : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[V37:.*]] = onnx.ScatterND(%[[V6]], %[[V25]], %[[V36]]) {reduction = "add"} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V37]] : tensor<2x3xf32>
func.func @weights_and_last_offset(%x: tensor<5x3xf32>, %y: tensor<4xi64>, %z: tensor<3xi64>, %w: tensor<4xf32>) -> tensor<2x3xf32> {
  %0:4 = torch.aten.embedding_bag.padding_idx(%x, %y, %z, false, 0, false, %w, true, -1) : (tensor<5x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<4xf32>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<3xi64>, tensor<3xi64>)
  return %0#0 : tensor<2x3xf32>
}

// -----

// Rows that are looked up are brought to the norm, the others stay.
// CHECK-LABEL: func.func @renorm
// CHECK: %[[V0:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg1, %[[V0]]) : (
// CHECK: %[[V13:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Unsqueeze(%[[V1]], %[[V13]])
// CHECK: %[[V2:.*]] = onnx.Gather(%arg0, %[[V1]]) : (
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceL1(%[[V2]], %[[V3]]) : (
// CHECK: %[[V9:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Greater(%[[V4]], %[[V9]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e-07> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V4]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Div(%[[V5]], %[[V7]])
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V2]], %[[V8]])
// CHECK: %[[V12:.*]] = onnx.Where(%[[V10]], %[[V11]], %[[V2]])
// CHECK: %[[V15:.*]] = onnx.ScatterND(%arg0, %[[V14]], %[[V12]]) : (
// CHECK: return %[[V15]] : tensor<5x3xf32>
func.func @renorm(%x: tensor<5x3xf32>, %y: tensor<2x2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 1.0) : (tensor<5x3xf32>, tensor<2x2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @renorm_of_three
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Unsqueeze(%arg1, %[[V16]])
// CHECK: %[[V0:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Pow(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceSum(%[[V3]], %[[V4]]) : (
// CHECK: %[[V6:.*]] = onnx.Constant dense<0.333333343> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Pow(%[[V5]], %[[V6]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Greater(%[[V7]], %[[V12]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<1.000000e-07> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V7]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Div(%[[V8]], %[[V10]])
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V0]], %[[V11]])
// CHECK: %[[V15:.*]] = onnx.Where(%[[V13]], %[[V14]], %[[V0]])
// CHECK: %[[V18:.*]] = onnx.ScatterND(%arg0, %[[V17]], %[[V15]]) : (
// CHECK: return %[[V18]] : tensor<5x3xf32>
func.func @renorm_of_three(%x: tensor<5x3xf32>, %y: tensor<2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 3.0) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// The norm of order 0 counts what is not 0, that of -inf is the least magnitude.
// CHECK-LABEL: func.func @renorm_of_zero
// CHECK: %[[G:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[B:.*]] = onnx.Cast(%[[G]]) {to = i1}
// CHECK: %[[F:.*]] = onnx.Cast(%[[B]]) {to = f32}
// CHECK: onnx.ReduceSum(%[[F]],
func.func @renorm_of_zero(%x: tensor<5x3xf32>, %y: tensor<2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 0.0) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// CHECK-LABEL: func.func @renorm_of_minus_infinity
// CHECK: %[[G:.*]] = onnx.Gather(%arg0, %arg1) : (
// CHECK: %[[A:.*]] = onnx.Abs(%[[G]])
// CHECK: onnx.ReduceMin(%[[A]],
func.func @renorm_of_minus_infinity(%x: tensor<5x3xf32>, %y: tensor<2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten.embedding_renorm.default(%x, %y, 0.5, 0xFFF0000000000000 : f64) : (tensor<5x3xf32>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// For the backward pass: the bag of each index, the size of each bag, and the
// index of the first row that has the largest element.
// CHECK-LABEL: func.func @training
// CHECK: %[[BAGS:.*]] = onnx.Squeeze(%{{.*}}) : (tensor<4x1xi64>, tensor<1xi64>) -> tensor<4xi64>
// CHECK: %[[SIZES:.*]] = onnx.Cast(%{{.*}}) {to = i64} : (tensor<2xf32>) -> tensor<2xi64>
// CHECK: %[[FIRST:.*]] = onnx.ScatterND({{.*}}) {reduction = "min"} : {{.*}} -> tensor<2x3xi64>
// CHECK: return %{{.*}}, %[[BAGS]], %[[SIZES]], %{{.*}} :
func.func @training(%x: tensor<5x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2x3xi64>) {
  %0:4 = torch.aten._embedding_bag.default(%x, %i, %o, false, 2) : (tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>) -> (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2x3xi64>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<2x3xi64>
}
