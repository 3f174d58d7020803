// Losses of margins and of distributions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// 1 - cosine of pairs that belong together, what the cosine is above the margin
// of others.
// CHECK-LABEL: func.func @cosine_embedding_loss
// CHECK: %[[V21:.*]] = onnx.Equal(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2xi1>
// CHECK: %[[V15:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V6:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<9.99999996E-13> : tensor<f32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V6]], %[[V3]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V10:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V11:.*]] = onnx.Add(%[[V10]], %[[V3]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V12:.*]] = onnx.Mul(%[[V7]], %[[V11]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V16:.*]] = onnx.Sqrt(%[[V12]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V17:.*]] = onnx.Div(%[[V15]], %[[V16]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V22:.*]] = onnx.Sub(%{{.*}}, %[[V17]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V24:.*]] = onnx.Equal(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2xi1>
// CHECK: %[[V18:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V19:.*]] = onnx.Sub(%[[V17]], %[[V18]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V20:.*]] = onnx.Relu(%[[V19]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V25:.*]] = onnx.Where(%[[V24]], %[[V20]], %{{.*}}) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V26:.*]] = onnx.Where(%[[V21]], %[[V22]], %[[V25]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V28:.*]] = onnx.ReduceSum(%[[V26]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V28]] : tensor<f32>
func.func @cosine_embedding_loss(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %z: tensor<2xi64>) -> tensor<f32> {
  %0 = torch.aten.cosine_embedding_loss.default(%x, %y, %z, margin=0.25, reduction=2) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @hinge_embedding_loss
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Equal(%arg1, %[[V4]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V1]], %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V3:.*]] = onnx.Relu(%[[V2]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V6:.*]] = onnx.Where(%[[V5]], %[[V0]], %[[V3]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<-1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Equal(%arg1, %[[V7]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V9:.*]] = onnx.Where(%[[V8]], %[[V0]], %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V6]], %[[V9]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V12:.*]] = onnx.ReduceMean(%[[V10]], %[[V11]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V12]] : tensor<f32>
func.func @hinge_embedding_loss(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.hinge_embedding_loss.default(%x, %y, margin=0.5) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Labels up to the first -1; each is compared with all classes that are no
// label.
// CHECK-LABEL: func.func @multilabel_margin_loss
// CHECK: %[[V2:.*]] = onnx.Less(%arg1, %{{.*}}) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i32} : {{.*}} -> tensor<2x3xi32>
// CHECK: %[[V5:.*]] = onnx.CumSum(%[[V3]], %{{.*}}) : {{.*}} -> tensor<2x3xi32>
// CHECK: %[[V7:.*]] = onnx.Equal(%[[V5]], %{{.*}}) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V9:.*]] = onnx.Where(%[[V7]], %arg1, %{{.*}}) : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V22:.*]] = onnx.Equal(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x3xi1>
// CHECK: %[[V25:.*]] = onnx.And(%[[V22]], %{{.*}}) : {{.*}} -> tensor<2x3x3xi1>
// CHECK: %[[V28:.*]] = onnx.ReduceMax(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x1x3xi32>
// CHECK: %[[V33:.*]] = onnx.And(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x3xi1>
// CHECK: %[[V13:.*]] = onnx.GatherElements(%arg0, %[[V9]]) {axis = 1 : i64} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V16:.*]] = onnx.Sub(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V18:.*]] = onnx.Add(%[[V16]], %{{.*}}) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V19:.*]] = onnx.Relu(%[[V18]]) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V34:.*]] = onnx.Where(%[[V33]], %[[V19]], %{{.*}}) : {{.*}} -> tensor<2x3x3xf32>
// CHECK: %[[V36:.*]] = onnx.ReduceSum(%[[V34]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
// CHECK: %[[V37:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V38:.*]] = onnx.Div(%[[V36]], %[[V37]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V40:.*]] = onnx.ReduceMean(%[[V38]], %{{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V40]] : tensor<f32>
func.func @multilabel_margin_loss(%x: tensor<2x3xf32>, %y: tensor<2x3xi64>) -> tensor<f32> {
  %0 = torch.aten.multilabel_margin_loss.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @poisson_nll_loss
// CHECK: %[[V0:.*]] = onnx.Exp(%arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg1, %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @poisson_nll_loss(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=true, full=false, eps=1.0e-08, reduction=0) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Stirling's approximation of targets above 1.
// CHECK-LABEL: func.func @poisson_nll_loss_full
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Add(%arg0, %[[V0]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V2:.*]] = onnx.Log(%[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg1, %[[V2]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V4:.*]] = onnx.Sub(%arg0, %[[V3]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V14:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V15:.*]] = onnx.LessOrEqual(%arg1, %[[V14]]) : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: %[[V16:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Log(%arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V9:.*]] = onnx.Mul(%arg1, %[[V8]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V10:.*]] = onnx.Sub(%[[V9]], %arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Constant dense<6.28318548> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%arg1, %[[V5]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V7:.*]] = onnx.Log(%[[V6]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V11:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Mul(%[[V7]], %[[V11]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V10]], %[[V12]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V17:.*]] = onnx.Where(%[[V15]], %[[V16]], %[[V13]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V18:.*]] = onnx.Add(%[[V4]], %[[V17]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V19:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V20:.*]] = onnx.ReduceSum(%[[V18]], %[[V19]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V20]] : tensor<f32>
func.func @poisson_nll_loss_full(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32> {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=false, full=true, eps=0.5, reduction=2) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Narrow floats are rounded once, at the end.
// CHECK-LABEL: func.func @poisson_nll_loss_narrow
// CHECK: %[[V0:.*]] = onnx.Exp(%{{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x3xf32>
func.func @poisson_nll_loss_narrow(%x: tensor<2x3xf16>, %y: tensor<2x3xf16>) -> tensor<2x3xf16> {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=true, full=false, eps=1.0e-08, reduction=0) : (tensor<2x3xf16>, tensor<2x3xf16>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

// The exponential has the dtype of the input before it meets the target.
// CHECK-LABEL: func.func @poisson_nll_loss_mixed
// CHECK: %[[V0:.*]] = onnx.Exp(%arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: onnx.Sub(%[[V1]], %{{.*}}) : {{.*}} -> tensor<2x3xf64>
func.func @poisson_nll_loss_mixed(%x: tensor<2x3xf32>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %0 = torch.aten.poisson_nll_loss.default(%x, %y, log_input=true, full=false, eps=1.0e-08, reduction=0) : (tensor<2x3xf32>, tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @soft_margin_loss
// CHECK: %[[V0:.*]] = onnx.Neg(%arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V2:.*]] = onnx.Exp(%[[V1]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V4]], %[[V3]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V9:.*]] = onnx.Equal(%[[V5]], %[[V2]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V6:.*]] = onnx.Log(%[[V4]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V7:.*]] = onnx.Sub(%[[V2]], %[[V5]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V8:.*]] = onnx.Div(%[[V7]], %[[V4]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V6]], %[[V8]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V11:.*]] = onnx.Where(%[[V9]], %[[V6]], %[[V10]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V12:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V13:.*]] = onnx.ReduceSum(%[[V11]], %[[V12]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V13]] : tensor<f32>
func.func @soft_margin_loss(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.soft_margin_loss.default(%x, %y, reduction=2) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
