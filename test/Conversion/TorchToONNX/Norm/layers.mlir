// Normalisations of samples and weights, with what they give the backward pass.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The mean and the reciprocal of the deviation are computed apart.
// CHECK-LABEL: func.func @native_layer_norm
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.LayerNormalization(%arg0, %arg1, %arg2) {axis = 1 : i64, epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%arg0, %[[V3]]) : {{.*}} -> tensor<2x1x1xf32>
// CHECK: %[[V5:.*]] = onnx.Sub(%arg0, %[[V4]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V5]], %[[V5]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceMean(%[[V6]], %[[V7]]) : {{.*}} -> tensor<2x1x1xf32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V8]], %[[V9]]) : {{.*}} -> tensor<2x1x1xf32>
// CHECK: %[[V11:.*]] = onnx.Sqrt(%[[V10]]) : {{.*}} -> tensor<2x1x1xf32>
// CHECK: %[[V12:.*]] = onnx.Reciprocal(%[[V11]]) : {{.*}} -> tensor<2x1x1xf32>
// CHECK: return %[[V0]], %[[V4]], %[[V12]] : tensor<2x3x4xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>
func.func @native_layer_norm(%x: tensor<2x3x4xf32>, %y: tensor<3x4xf32>, %z: tensor<3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>) {
  %0:3 = torch.aten.native_layer_norm.default(%x, normalized_shape=[3, 4], weight=%y, bias=%z, eps=0.01) : (tensor<2x3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) -> (tensor<2x3x4xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<2x1x1xf32>, tensor<2x1x1xf32>
}

// -----

// Without a weight by ones.
// CHECK-LABEL: func.func @native_layer_norm_dynamic
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<4xf32>
// CHECK: %[[V2:.*]] = onnx.NoValue
// CHECK: %[[V3:.*]], %[[V4:.*]], %[[V5:.*]] = onnx.LayerNormalization(%arg0, %[[V1]], %[[V2]]) {axis = 1 : i64, epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<?x4xf32, #sym.dims<n>>, none, none)
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.ReduceMean(%arg0, %[[V6]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V8:.*]] = onnx.Sub(%arg0, %[[V7]]) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V8]], %[[V8]]) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: %[[V10:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.ReduceMean(%[[V9]], %[[V10]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V11]], %[[V12]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V14:.*]] = onnx.Sqrt(%[[V13]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V15:.*]] = onnx.Reciprocal(%[[V14]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V3]], %[[V7]], %[[V15]] : tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>
func.func @native_layer_norm_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>) {
  %0:3 = torch.aten.native_layer_norm.default(%x, normalized_shape=[4], weight=none, bias=none, eps=0.01) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
  return %0#0, %0#1, %0#2 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>
}

// -----

// The members of a group are consecutive channels.
// CHECK-LABEL: func.func @native_group_norm
// CHECK: %[[V0:.*]] = onnx.GroupNormalization(%arg0, %arg1, %arg2) {epsilon = 0.00999999977 : f32, num_groups = 3 : i64} : {{.*}} -> tensor<2x6x5xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 3, 10]> : tensor<3xi64>
// CHECK: %[[V2:.*]] = onnx.Reshape(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x10xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceMean(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[V13:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V14:.*]] = onnx.Squeeze(%[[V4]], %[[V13]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V5:.*]] = onnx.Sub(%[[V2]], %[[V4]]) : {{.*}} -> tensor<2x3x10xf32>
// CHECK: %[[V6:.*]] = onnx.Mul(%[[V5]], %[[V5]]) : {{.*}} -> tensor<2x3x10xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.ReduceMean(%[[V6]], %[[V7]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V8]], %[[V9]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[V11:.*]] = onnx.Sqrt(%[[V10]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[V12:.*]] = onnx.Reciprocal(%[[V11]]) : {{.*}} -> tensor<2x3x1xf32>
// CHECK: %[[V15:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Squeeze(%[[V12]], %[[V15]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V0]], %[[V14]], %[[V16]] : tensor<2x6x5xf32>, tensor<2x3xf32>, tensor<2x3xf32>
func.func @native_group_norm(%x: tensor<2x6x5xf32>, %y: tensor<6xf32>, %z: tensor<6xf32>) -> (tensor<2x6x5xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0:3 = torch.aten.native_group_norm.default(%x, %y, %z, N=2, C=6, HxW=5, group=3, eps=0.01) : (tensor<2x6x5xf32>, tensor<6xf32>, tensor<6xf32>) -> (tensor<2x6x5xf32>, tensor<2x3xf32>, tensor<2x3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x6x5xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @fused_rms_norm
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg0) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMean(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V5:.*]] = onnx.Sqrt(%[[V4]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V6:.*]] = onnx.Div(%arg0, %[[V5]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V6]], %arg1) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V8:.*]] = onnx.Reciprocal(%[[V5]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: return %[[V7]], %[[V8]] : tensor<2x4xf32>, tensor<2x1xf32>
func.func @fused_rms_norm(%x: tensor<2x4xf32>, %y: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2x1xf32>) {
  %0:2 = torch.aten._fused_rms_norm.default(%x, normalized_shape=[4], weight=%y, eps=0.01) : (tensor<2x4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<2x1xf32>)
  return %0#0, %0#1 : tensor<2x4xf32>, tensor<2x1xf32>
}

// -----

// The default epsilon is that of float32.
// CHECK-LABEL: func.func @fused_rms_norm_default
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg0) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMean(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.1920929E-7> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Add(%[[V2]], %[[V3]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Sqrt(%[[V4]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V6:.*]] = onnx.Div(%arg0, %[[V5]]) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: %[[V7:.*]] = onnx.Reciprocal(%[[V5]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: return %[[V6]], %[[V7]] : tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>
func.func @fused_rms_norm_default(%x: tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>) {
  %0:2 = torch.aten._fused_rms_norm.default(%x, normalized_shape=[4], weight=none, eps=none) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x4xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @weight_norm_interface
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V2:.*]] = onnx.Div(%arg1, %[[V1]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]]) : {{.*}} -> tensor<3x4xf32>
// CHECK: return %[[V3]], %[[V1]] : tensor<3x4xf32>, tensor<3x1xf32>
func.func @weight_norm_interface(%x: tensor<3x4xf32>, %y: tensor<3x1xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>) {
  %0:2 = torch.aten._weight_norm_interface.default(%x, %y, dim=0) : (tensor<3x4xf32>, tensor<3x1xf32>) -> (tensor<3x4xf32>, tensor<3x1xf32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3x1xf32>
}

// -----

// CHECK-LABEL: func.func @weight_norm_interface_last
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]]) : {{.*}} -> tensor<1x1x4xf32>
// CHECK: %[[V2:.*]] = onnx.Div(%arg1, %[[V1]]) : {{.*}} -> tensor<1x1x4xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: return %[[V3]], %[[V1]] : tensor<2x3x4xf32>, tensor<1x1x4xf32>
func.func @weight_norm_interface_last(%x: tensor<2x3x4xf32>, %y: tensor<1x1x4xf32>) -> (tensor<2x3x4xf32>, tensor<1x1x4xf32>) {
  %0:2 = torch.aten._weight_norm_interface.default(%x, %y, dim=2) : (tensor<2x3x4xf32>, tensor<1x1x4xf32>) -> (tensor<2x3x4xf32>, tensor<1x1x4xf32>)
  return %0#0, %0#1 : tensor<2x3x4xf32>, tensor<1x1x4xf32>
}

// -----

// Over all dimensions but one.
// CHECK-LABEL: func.func @norm_except_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: return %[[V1]] : tensor<1x3x1xf32>
func.func @norm_except_dim(%x: tensor<2x3x4xf32>) -> tensor<1x3x1xf32> {
  %0 = torch.aten.norm_except_dim.default(%x, pow=2, dim=1) : (tensor<2x3x4xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

// -----

// -1 stands for no dimension.
// CHECK-LABEL: func.func @norm_except_none
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL1(%arg0, %[[V0]]) {keepdims = 0 : i64} : {{.*}} -> tensor<f32>
// CHECK: return %[[V1]] : tensor<f32>
func.func @norm_except_none(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.norm_except_dim.default(%x, pow=1, dim=-1) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
