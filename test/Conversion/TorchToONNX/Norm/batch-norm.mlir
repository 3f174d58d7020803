// Overloads of batch normalisation, with what they give the backward pass.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Given statistics are for BatchNormalization; nothing is saved.
// CHECK-LABEL: func.func @native
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: return %[[V0]], %[[V3]], %[[V4]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
func.func @native(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = torch.aten.native_batch_norm.default(%x, %y, %z, %w, %u, training=false, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}

// -----

// CHECK-LABEL: func.func @legit
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: return %[[V0]], %[[V3]], %[[V4]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
func.func @legit(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = torch.aten._native_batch_norm_legit.default(%x, %y, %z, %w, %u, training=false, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}

// -----

// Neither weight nor bias.
// CHECK-LABEL: func.func @no_stats
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V5:.*]] = onnx.ReduceMean(%[[V3]], %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V15:.*]] = onnx.Mul(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V1]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Squeeze(%[[V5]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V19:.*]] = onnx.Reciprocal(%{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V15]], %[[V7]], %[[V19]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
func.func @no_stats(%x: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = torch.aten._native_batch_norm_legit.no_stats(%x, none, none, training=true, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @no_training
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<?x3xf32, #sym.dims<n>>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: return %[[V0]], %[[V3]], %[[V4]] : tensor<?x3xf32, #sym.dims<n>>, tensor<0xf32>, tensor<0xf32>
func.func @no_training(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = torch.aten._native_batch_norm_legit_no_training.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x3xf32, #sym.dims<n>>, tensor<0xf32>, tensor<0xf32>
}

// -----

// CHECK-LABEL: func.func @no_update
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<> : tensor<0xui8>
// CHECK: return %[[V0]], %[[V3]], %[[V4]], %[[V5]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
func.func @no_update(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>) {
  %0:4 = torch.aten._batch_norm_no_update.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
}

// -----

// What cuDNN reserves is empty.
// CHECK-LABEL: func.func @cudnn
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V3:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<> : tensor<0xui8>
// CHECK: return %[[V0]], %[[V3]], %[[V4]], %[[V5]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
func.func @cudnn(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>) {
  %0:4 = torch.aten.cudnn_batch_norm.default(%x, %y, %z, %w, %u, training=false, exponential_average_factor=0.1, epsilon=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>, tensor<0xui8>
}

// -----

// CHECK-LABEL: func.func @miopen
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V2:.*]], %[[V3:.*]], %[[V4:.*]] = onnx.BatchNormalization(%arg0, %arg1, %[[V1]], %arg2, %arg3) {epsilon = 0.00999999977 : f32} : {{.*}} -> (tensor<2x3x4xf32>, none, none)
// CHECK: %[[V5:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<> : tensor<0xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: return %[[V2]], %[[V5]], %[[V6]] : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
func.func @miopen(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>) {
  %0:3 = torch.aten.miopen_batch_norm.default(%x, %y, none, %z, %w, training=false, exponential_average_factor=0.1, epsilon=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<0xf32>, tensor<0xf32>
}
