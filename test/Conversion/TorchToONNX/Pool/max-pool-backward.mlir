// Derivatives of pools and their inverses.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// What the windows give is added where their maximum was.
// CHECK-LABEL: func.func @max_pool2d
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x16xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg2, %[[V2]]) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%arg0, %[[V4]]) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V1]], %[[V3]], %[[V5]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x2x16xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2, 4, 4]> : tensor<4xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]]) : {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V8]] : tensor<1x2x4x4xf32>
func.func @max_pool2d(%x: tensor<1x2x2x2xf32>, %y: tensor<1x2x4x4xf32>, %z: tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32> {
  %0 = torch.aten.max_pool2d_with_indices_backward.default(%x, %y, kernel_size=[2, 2], stride=[2, 2], padding=[0, 0], dilation=[1, 1], ceil_mode=false, indices=%z) : (tensor<1x2x2x2xf32>, tensor<1x2x4x4xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @max_pool3d
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x1x32xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 1, 4]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg2, %[[V2]]) : {{.*}} -> tensor<1x1x4xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[1, 1, 4]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%arg0, %[[V4]]) : {{.*}} -> tensor<1x1x4xf32>
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V1]], %[[V3]], %[[V5]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x1x32xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 1, 2, 4, 4]> : tensor<5xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]]) : {{.*}} -> tensor<1x1x2x4x4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V8]] : tensor<1x1x2x4x4xf32>
func.func @max_pool3d(%x: tensor<1x1x1x2x2xf32>, %y: tensor<1x1x2x4x4xf32>, %z: tensor<1x1x1x2x2xi64>) -> tensor<1x1x2x4x4xf32> {
  %0 = torch.aten.max_pool3d_with_indices_backward.default(%x, %y, kernel_size=[2, 2, 2], stride=[2, 2, 2], padding=[0, 0, 0], dilation=[1, 1, 1], ceil_mode=false, indices=%z) : (tensor<1x1x1x2x2xf32>, tensor<1x1x2x4x4xf32>, tensor<1x1x1x2x2xi64>) -> tensor<1x1x2x4x4xf32>
  return %0 : tensor<1x1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive_max_pool2d
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x16xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg2, %[[V2]]) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%arg0, %[[V4]]) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V1]], %[[V3]], %[[V5]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x2x16xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2, 4, 4]> : tensor<4xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]]) : {{.*}} -> tensor<1x2x4x4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V8]] : tensor<1x2x4x4xf32>
func.func @adaptive_max_pool2d(%x: tensor<1x2x2x2xf32>, %y: tensor<1x2x4x4xf32>, %z: tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32> {
  %0 = torch.aten.adaptive_max_pool2d_backward.default(%x, %y, %z) : (tensor<1x2x2x2xf32>, tensor<1x2x4x4xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @adaptive_max_pool3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) {end = 2 : i64} : {{.*}} -> tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<32> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Concat(%[[V1]], %[[V2]]) {axis = 0 : i64} : {{.*}} -> tensor<3xi64>
// CHECK: %[[V4:.*]] = onnx.Expand(%[[V0]], %[[V3]]) : {{.*}} -> tensor<?x1x32xf32, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Constant dense<[0, 1, 4]> : tensor<3xi64>
// CHECK: %[[V6:.*]] = onnx.Reshape(%arg2, %[[V5]]) : {{.*}} -> tensor<?x1x4xi64, #sym.dims<n>>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[0, 1, 4]> : tensor<3xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%arg0, %[[V7]]) : {{.*}} -> tensor<?x1x4xf32, #sym.dims<n>>
// CHECK: %[[V9:.*]] = onnx.ScatterElements(%[[V4]], %[[V6]], %[[V8]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<?x1x32xf32, #sym.dims<n>>
// CHECK: %[[V10:.*]] = onnx.Constant dense<[0, 1, 2, 4, 4]> : tensor<5xi64>
// CHECK: %[[V11:.*]] = onnx.Reshape(%[[V9]], %[[V10]]) : {{.*}} -> tensor<?x1x2x4x4xf32, #sym.dims<n>>
// CHECK: return %[[V11]] : tensor<?x1x2x4x4xf32, #sym.dims<n>>
func.func @adaptive_max_pool3d(%x: tensor<?x1x1x2x2xf32, #sym.dims<n>>, %y: tensor<?x1x2x4x4xf32, #sym.dims<n>>, %z: tensor<?x1x1x2x2xi64, #sym.dims<n>>) -> tensor<?x1x2x4x4xf32, #sym.dims<n>> {
  %0 = torch.aten.adaptive_max_pool3d_backward.default(%x, %y, %z) : (tensor<?x1x1x2x2xf32, #sym.dims<n>>, tensor<?x1x2x4x4xf32, #sym.dims<n>>, tensor<?x1x1x2x2xi64, #sym.dims<n>>) -> tensor<?x1x2x4x4xf32, #sym.dims<n>>
  return %0 : tensor<?x1x2x4x4xf32, #sym.dims<n>>
}

// -----

// Elements are put where they came from, the others are 0.
// CHECK-LABEL: func.func @max_unpool3d
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1x2x32xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%arg1, %[[V2]]) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[1, 2, 4]> : tensor<3xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%arg0, %[[V4]]) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: %[[V6:.*]] = onnx.ScatterElements(%[[V1]], %[[V3]], %[[V5]]) {axis = 2 : i64} : {{.*}} -> tensor<1x2x32xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<[1, 2, 2, 4, 4]> : tensor<5xi64>
// CHECK: %[[V8:.*]] = onnx.Reshape(%[[V6]], %[[V7]]) : {{.*}} -> tensor<1x2x2x4x4xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V8]] : tensor<1x2x2x4x4xf32>
func.func @max_unpool3d(%x: tensor<1x2x1x2x2xf32>, %y: tensor<1x2x1x2x2xi64>) -> tensor<1x2x2x4x4xf32> {
  %0 = torch.aten.max_unpool3d.default(%x, %y, output_size=[2, 4, 4], stride=[2, 2, 2], padding=[0, 0, 0]) : (tensor<1x2x1x2x2xf32>, tensor<1x2x1x2x2xi64>) -> tensor<1x2x2x4x4xf32>
  return %0 : tensor<1x2x2x4x4xf32>
}

// -----

// CHECK-LABEL: func.func @fractional_max_pool3d
// CHECK: %[[V3:.*]] = onnx.Gather(%arg1, %{{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V9:.*]] = onnx.Div(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Mul(%{{.*}}, %[[V9]]) : {{.*}} -> tensor<1x1x1xf32>
// CHECK: %[[V14:.*]] = onnx.Cast(%[[V13]]) {to = i64} : {{.*}} -> tensor<1x1x1xi64>
// CHECK: %[[V16:.*]] = onnx.Cast(%{{.*}}) {to = i64} : {{.*}} -> tensor<1x1x1xi64>
// CHECK: %[[V17:.*]] = onnx.Sub(%[[V14]], %[[V16]]) : {{.*}} -> tensor<1x1x1xi64>
// CHECK: %[[V18:.*]] = onnx.Concat(%[[V17]], %{{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x1x2xi64>
// CHECK: %[[V28:.*]] = onnx.Gather(%arg1, %{{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V77:.*]] = onnx.Mul(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x1x2x3x1x2x2x1xi64>
// CHECK: %[[V55:.*]] = onnx.Gather(%arg1, %{{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V78:.*]] = onnx.Add(%[[V77]], %{{.*}}) : {{.*}} -> tensor<1x1x2x3x3x2x2x2xi64>
// CHECK: %[[V83:.*]] = onnx.GatherElements(%{{.*}}, %{{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x1x144xf32>
// CHECK: %[[V85:.*]] = onnx.ArgMax(%{{.*}}) {axis = 3 : i64} : {{.*}} -> tensor<1x1x18x1xi64>
// CHECK: %[[V86:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[V85]]) : {{.*}} -> tensor<1x1x18x1xi64>
// CHECK: %[[V87:.*]] = onnx.GatherElements(%{{.*}}, %[[V86]]) {axis = 3 : i64} : {{.*}} -> tensor<1x1x18x1xf32>
// CHECK: %[[V91:.*]] = onnx.Reshape(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x1x2x3x3xf32>
// CHECK: %[[V94:.*]] = onnx.GatherElements(%{{.*}}, %[[V86]]) {axis = 3 : i64} : {{.*}} -> tensor<1x1x18x1xi64>
// CHECK: %[[V98:.*]] = onnx.Reshape(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x1x2x3x3xi64>
// CHECK: return %[[V91]], %[[V98]] : tensor<1x1x2x3x3xf32>, tensor<1x1x2x3x3xi64>
func.func @fractional_max_pool3d(%x: tensor<1x1x4x5x6xf32>, %y: tensor<1x1x3xf32>) -> (tensor<1x1x2x3x3xf32>, tensor<1x1x2x3x3xi64>) {
  %0:2 = torch.aten.fractional_max_pool3d.default(%x, kernel_size=[2, 2, 2], output_size=[2, 3, 3], random_samples=%y) : (tensor<1x1x4x5x6xf32>, tensor<1x1x3xf32>) -> (tensor<1x1x2x3x3xf32>, tensor<1x1x2x3x3xi64>)
  return %0#0, %0#1 : tensor<1x1x2x3x3xf32>, tensor<1x1x2x3x3xi64>
}

// -----

// CHECK-LABEL: func.func @fractional_max_pool2d_backward
// CHECK: %[[I:.*]] = onnx.Reshape(%arg2, %{{.*}}) : {{.*}} -> tensor<1x2x4xi64>
// CHECK: %[[G:.*]] = onnx.Reshape(%arg0, %{{.*}}) : {{.*}} -> tensor<1x2x4xf32>
// CHECK: onnx.ScatterElements(%{{.*}}, %[[I]], %[[G]]) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x2x25xf32>
func.func @fractional_max_pool2d_backward(%x: tensor<1x2x2x2xf32>, %y: tensor<1x2x5x5xf32>, %z: tensor<1x2x2x2xi64>) -> tensor<1x2x5x5xf32> {
  %0 = torch.aten.fractional_max_pool2d_backward.default(%x, %y, kernel_size=[2, 2], output_size=[2, 2], indices=%z) : (tensor<1x2x2x2xf32>, tensor<1x2x5x5xf32>, tensor<1x2x2x2xi64>) -> tensor<1x2x5x5xf32>
  return %0 : tensor<1x2x5x5xf32>
}

// -----

// CHECK-LABEL: func.func @fractional_max_pool3d_backward
// CHECK: onnx.ScatterElements(%{{.*}}) {axis = 2 : i64, reduction = "add"} : {{.*}} -> tensor<1x1x32xf32>
func.func @fractional_max_pool3d_backward(%x: tensor<1x1x1x2x2xf32>, %y: tensor<1x1x2x4x4xf32>, %z: tensor<1x1x1x2x2xi64>) -> tensor<1x1x2x4x4xf32> {
  %0 = torch.aten.fractional_max_pool3d_backward.default(%x, %y, kernel_size=[2, 2, 2], output_size=[1, 2, 2], indices=%z) : (tensor<1x1x1x2x2xf32>, tensor<1x1x2x4x4xf32>, tensor<1x1x1x2x2xi64>) -> tensor<1x1x2x4x4xf32>
  return %0 : tensor<1x1x2x4x4xf32>
}
