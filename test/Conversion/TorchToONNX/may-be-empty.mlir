// What runtimes do not take, or have another result for, when sizes may be 0:
// an unknown size may be. With sizes that are known all these are single
// operations, as the tests of each family show.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The mean of nothing is NaN.
// CHECK-LABEL: func.func @mse
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Shape(%[[V1]]) {end = 1 : i64}
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V4]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Squeeze(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Mul(%[[V8]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Cast(%[[V12]]) {to = f32}
// CHECK: %[[V14:.*]] = onnx.Div(%[[V3]], %[[V13]])
// CHECK: return %[[V14]] : tensor<f32>
func.func @mse(%x: tensor<?x3xf32>, %y: tensor<?x3xf32>) -> tensor<f32> {
  %0 = torch.aten.mse_loss.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Labels are compared, not looked up.
// CHECK-LABEL: func.func @cross_entropy
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Unsqueeze(%arg1, %[[V7]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Range(%[[V2]], %[[V1]], %[[V3]])
// CHECK: %[[V9:.*]] = onnx.Equal(%[[V8]], %[[V4]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<-100> : tensor<i64>
// CHECK: %[[V6:.*]] = onnx.Equal(%arg1, %[[V5]])
// CHECK: %[[V10:.*]] = onnx.Not(%[[V6]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Unsqueeze(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.And(%[[V9]], %[[V12]])
// CHECK: %[[V0:.*]] = onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V0]], %arg2)
// CHECK: %[[V14:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Where(%[[V13]], %[[V15]], %[[V14]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.ReduceSum(%[[V16]], %[[V17]]) {keepdims = 0 : i64}
// CHECK: %[[V19:.*]] = onnx.Neg(%[[V18]])
// CHECK: %[[V23:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V24:.*]] = onnx.ReduceSum(%[[V19]], %[[V23]]) {keepdims = 0 : i64}
// CHECK: %[[V20:.*]] = onnx.Where(%[[V13]], %arg2, %[[V14]])
// CHECK: %[[V21:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V22:.*]] = onnx.ReduceSum(%[[V20]], %[[V21]]) {keepdims = 0 : i64}
// CHECK: %[[V25:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V26:.*]] = onnx.ReduceSum(%[[V22]], %[[V25]]) {keepdims = 0 : i64}
// CHECK: %[[V27:.*]] = onnx.Div(%[[V24]], %[[V26]])
// CHECK: return %[[V27]] : tensor<f32>
func.func @cross_entropy(%x: tensor<?x3xf32>, %y: tensor<?xi64>, %w: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, %w) : (tensor<?x3xf32>, tensor<?xi64>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @nll_none
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%arg1, %[[V6]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V3:.*]] = onnx.Range(%[[V1]], %[[V0]], %[[V2]])
// CHECK: %[[V8:.*]] = onnx.Equal(%[[V7]], %[[V3]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<-100> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Equal(%arg1, %[[V4]])
// CHECK: %[[V9:.*]] = onnx.Not(%[[V5]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Unsqueeze(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.And(%[[V8]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V15:.*]] = onnx.Where(%[[V12]], %arg0, %[[V13]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.ReduceSum(%[[V15]], %[[V16]]) {keepdims = 0 : i64}
// CHECK: %[[V18:.*]] = onnx.Neg(%[[V17]])
// CHECK: %[[V14:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V18]] : tensor<?xf32>
func.func @nll_none(%x: tensor<?x3xf32>, %y: tensor<?xi64>) -> tensor<?xf32> {
  %0 = torch.aten.nll_loss_nd.default(%x, %y, none, 0) : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Vectors become matrices.
// CHECK-LABEL: func.func @mv
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.MatMul(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V2]], %[[V3]])
// CHECK: return %[[V4]] : tensor<?xf32>
func.func @mv(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?xf32> {
  %0 = torch.aten.mv.default(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Batches are broadcast by the operator, and the weights of all rows are not
// repeated.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x2x4xf32, #sym.dims<n>>
func.func @matmul(%x: tensor<?x2x3xf32, #sym.dims<n>>, %y: tensor<1x3x4xf32>) -> tensor<?x2x4xf32, #sym.dims<n>> {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<1x3x4xf32>) -> tensor<?x2x4xf32, #sym.dims<n>>
  return %0 : tensor<?x2x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linear
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<n, s>>
// CHECK: return %[[V0]]
func.func @linear(%x: tensor<?x?x3xf32, #sym.dims<n, s>>, %w: tensor<4x3xf32>) -> tensor<?x?x4xf32, #sym.dims<n, s>> {
  %0 = torch.aten.linear.default(%x, %w) : (tensor<?x?x3xf32, #sym.dims<n, s>>, tensor<4x3xf32>) -> tensor<?x?x4xf32, #sym.dims<n, s>>
  return %0 : tensor<?x?x4xf32, #sym.dims<n, s>>
}

// -----

// CHECK-LABEL: func.func @bilinear
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg2) {perm = array<i64: 1, 0, 2>}
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 12]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.MatMul(%arg0, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 4, 3]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Unsqueeze(%arg1, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Mul(%[[V5]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.ReduceSum(%[[V8]], %[[V9]]) {keepdims = 0 : i64}
// CHECK: return %[[V10]] : tensor<?x4xf32, #sym.dims<n>>
func.func @bilinear(%x: tensor<?x2xf32, #sym.dims<n>>, %y: tensor<?x3xf32, #sym.dims<n>>, %w: tensor<4x2x3xf32>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.bilinear.default(%x, %y, %w) : (tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<4x2x3xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// Channels are counted to the batch.
// CHECK-LABEL: func.func @max_pool
// CHECK: %[[V0:.*]] = onnx.Constant dense<[-1, 1, 4, 4]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]])
// CHECK: %Y, %Indices = onnx.MaxPool(%[[V1]]) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, -1, 2, 2]> : tensor<4xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%Y, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x?x2x2xf32, #sym.dims<c>>
func.func @max_pool(%x: tensor<2x?x4x4xf32, #sym.dims<c>>) -> tensor<2x?x2x2xf32, #sym.dims<c>> {
  %0 = torch.aten.max_pool2d.default(%x, [2, 2]) : (tensor<2x?x4x4xf32, #sym.dims<c>>) -> tensor<2x?x2x2xf32, #sym.dims<c>>
  return %0 : tensor<2x?x2x2xf32, #sym.dims<c>>
}

// -----

// The mean of nothing is NaN here, too.
// CHECK-LABEL: func.func @global_average
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]])
// CHECK: %[[COUNT:.*]] = onnx.Cast(%{{.*}}) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Div(%[[V1]], %[[COUNT]])
// CHECK: return %[[V2]] : tensor<2x3x1x1xf32>
func.func @global_average(%x: tensor<2x3x?x4xf32, #sym.dims<h>>) -> tensor<2x3x1x1xf32> {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [1, 1]) : (tensor<2x3x?x4xf32, #sym.dims<h>>) -> tensor<2x3x1x1xf32>
  return %0 : tensor<2x3x1x1xf32>
}

// -----

// The median of nothing is NaN: it is that of a NaN then.
// CHECK-LABEL: func.func @median
// CHECK: %[[V4:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Equal(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i64}
// CHECK: %[[V5:.*]] = onnx.Expand(%[[V4]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Concat(%arg0, %[[V5]]) {axis = 0 : i64}
// CHECK: %[[V24:.*]] = onnx.IsNaN(%[[V6]])
// CHECK: %[[V25:.*]] = onnx.Cast(%[[V24]]) {to = i32}
// CHECK: %[[V26:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V27:.*]] = onnx.ReduceMax(%[[V25]], %[[V26]])
// CHECK: %[[V28:.*]] = onnx.Cast(%[[V27]]) {to = i1}
// CHECK: %[[V29:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Shape(%[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V11:.*]] = onnx.Div(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V11]], %[[V12]])
// CHECK: %Values, %Indices = onnx.TopK(%[[V6]], %[[V13]]) {axis = 0 : i64, largest = 0 : i64}
// CHECK: %[[V14:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.NoValue()
// CHECK: %[[V18:.*]] = onnx.Slice(%Values, %[[V14]], %[[V15]], %[[V16]], %[[V17]])
// CHECK: %[[V30:.*]] = onnx.Where(%[[V28]], %[[V29]], %[[V18]])
// CHECK: %[[V33:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V34:.*]] = onnx.Squeeze(%[[V30]], %[[V33]])
// CHECK: %[[V31:.*]] = onnx.ArgMax(%[[V25]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V22:.*]] = onnx.NoValue()
// CHECK: %[[V23:.*]] = onnx.Slice(%Indices, %[[V19]], %[[V20]], %[[V21]], %[[V22]])
// CHECK: %[[V32:.*]] = onnx.Where(%[[V28]], %[[V31]], %[[V23]])
// CHECK: return %[[V34]] : tensor<f32>
func.func @median(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<f32> {
  %0 = torch.aten.median.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The norm of a matrix without elements is 0.
// CHECK-LABEL: func.func @matrix_norm
// CHECK: %[[V0:.*]] = onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%[[V0]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Max(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<f32>
func.func @matrix_norm(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32> {
  %0 = torch.aten.linalg_norm.default(%x, 1) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @glu
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Div(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Concat(%[[V3]], %[[V3]]) {axis = 0 : i64}
// CHECK: %[[V5:.*]]:2 = onnx.Split(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Sigmoid(%[[V5]]#1)
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V5]]#0, %[[V6]])
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: return %[[V7]] : tensor<?x3xf32, #sym.dims<n>>
func.func @glu(%x: tensor<?x3xf32, #sym.dims<2*n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.glu.default(%x, 0) : (tensor<?x3xf32, #sym.dims<2*n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Something to draw from is put before.
// CHECK-LABEL: func.func @multinomial
// CHECK: %[[V0:.*]] = onnx.Log(%arg0)
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0, 0, 0, 1]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.NoValue()
// CHECK: %[[V4:.*]] = onnx.Pad(%[[V0]], %[[V2]], %[[V1]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<[1, 0, 0, 0]> : tensor<4xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.NoValue()
// CHECK: %[[V8:.*]] = onnx.Pad(%[[V4]], %[[V6]], %[[V5]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Multinomial(%[[V8]]) {dtype = i64, sample_size = 2 : i64}
// CHECK: %[[V10:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.NoValue()
// CHECK: %[[V14:.*]] = onnx.Slice(%[[V9]], %[[V10]], %[[V11]], %[[V12]], %[[V13]])
// CHECK: return %[[V14]] : tensor<?x2xi64, #sym.dims<n>>
func.func @multinomial(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x2xi64, #sym.dims<n>> {
  %0 = torch.aten.multinomial.default(%x, 2, true) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x2xi64, #sym.dims<n>>
  return %0 : tensor<?x2xi64, #sym.dims<n>>
}

// -----

// No bins, not fewer.
// CHECK-LABEL: func.func @bincount
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Max(%[[V3]], %[[V4]])
// CHECK: %[[V7:.*]] = onnx.Expand(%[[V6]], %[[V5]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Shape(%arg0)
// CHECK: %[[V10:.*]] = onnx.Expand(%[[V8]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.ScatterElements(%[[V7]], %arg0, %[[V10]]) {reduction = "add"}
// CHECK: return %[[V11]] : tensor<?xi64, #sym.dims<u>>
func.func @bincount(%x: tensor<?xi64, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<u>> {
  %0 = torch.aten.bincount.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<u>>
  return %0 : tensor<?xi64, #sym.dims<u>>
}

// -----

// No run begins in nothing.
// CHECK-LABEL: func.func @unique_consecutive
// CHECK: %[[V12:.*]] = onnx.Constant dense<true> : tensor<1xi1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue()
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue()
// CHECK: %[[V9:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Equal(%[[V4]], %[[V9]])
// CHECK: %[[V11:.*]] = onnx.Not(%[[V10]])
// CHECK: %[[V13:.*]] = onnx.Concat(%[[V12]], %[[V11]]) {axis = 0 : i64}
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.Shape(%arg0)
// CHECK: %[[V16:.*]] = onnx.NoValue()
// CHECK: %[[V17:.*]] = onnx.NoValue()
// CHECK: %[[V18:.*]] = onnx.Slice(%[[V13]], %[[V14]], %[[V15]], %[[V16]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.NonZero(%[[V18]])
// CHECK: %[[V20:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.Squeeze(%[[V19]], %[[V20]])
// CHECK: %[[V22:.*]] = onnx.Gather(%arg0, %[[V21]])
// CHECK: %[[V24:.*]] = onnx.Constant dense<0> : tensor<0xi64>
// CHECK: %[[V26:.*]] = onnx.Constant dense<0> : tensor<0xi64>
// CHECK: %[[V23:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V25:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: return %[[V22]], %[[V24]], %[[V26]] : tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>
func.func @unique_consecutive(%x: tensor<?xi64, #sym.dims<n>>) -> (tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>) {
  %0, %1, %2 = torch.aten.unique_consecutive.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> (tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>)
  return %0, %1, %2 : tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>
}

// -----

// A channel of zeros: ONNX Runtime's convolution of none does not end.
// CHECK-LABEL: func.func @conv
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 0, 0, 1, 0]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue()
// CHECK: %[[V2:.*]] = onnx.NoValue()
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 0, 0, 0, 1, 0]> : tensor<6xi64>
// CHECK: %[[V5:.*]] = onnx.NoValue()
// CHECK: %[[V6:.*]] = onnx.NoValue()
// CHECK: %[[V7:.*]] = onnx.Pad(%arg1, %[[V4]], %[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.NoValue()
// CHECK: %[[V9:.*]] = onnx.Conv(%[[V3]], %[[V7]], %[[V8]])
// CHECK: return %[[V9]] : tensor<2x4x3xf32>
func.func @conv(%x: tensor<2x?x5xf32, #sym.dims<c>>, %w: tensor<4x?x3xf32, #sym.dims<c>>) -> tensor<2x4x3xf32> {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<2x?x5xf32, #sym.dims<c>>, tensor<4x?x3xf32, #sym.dims<c>>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// Not where the weight says how many there are.
// CHECK-LABEL: func.func @conv_plain
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x4x3xf32>
func.func @conv_plain(%x: tensor<2x?x5xf32>, %w: tensor<4x2x3xf32>) -> tensor<2x4x3xf32> {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<2x?x5xf32>, tensor<4x2x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// Planes without elements, and none that may be without: 8 operations for one
// would cost every other run.
// CHECK-LABEL: func.func @instance_norm
// CHECK: onnx.InstanceNormalization(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x?xf32>
// CHECK: return %{{.*}}, %arg1
func.func @instance_norm(%x: tensor<2x3x?xf32>, %y: tensor<2x3x0xf32>) -> (tensor<2x3x?xf32>, tensor<2x3x0xf32>) {
  %0 = torch.aten.instance_norm.default(%x, none, none, none, none, true, 0.1, 1.0e-05, true) : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %1 = torch.aten.instance_norm.default(%y, none, none, none, none, true, 0.1, 1.0e-05, true) : (tensor<2x3x0xf32>) -> tensor<2x3x0xf32>
  return %0, %1 : tensor<2x3x?xf32>, tensor<2x3x0xf32>
}
