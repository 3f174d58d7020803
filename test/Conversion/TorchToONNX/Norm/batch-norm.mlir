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

// Statistics of the batch, which are computed by reductions: the mean and the
// reciprocal of the deviation are results.
// CHECK-LABEL: func.func @native_training
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V10:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMean(%[[V3]], %[[V4]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Add(%[[V5]], %[[V11]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V13:.*]] = onnx.Sqrt(%[[V12]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V14:.*]] = onnx.Reciprocal(%[[V13]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V10]], %[[V14]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Unsqueeze(%arg1, %[[V16]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V15]], %[[V17]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V19:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.Unsqueeze(%arg2, %[[V19]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V21:.*]] = onnx.Add(%[[V18]], %[[V20]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V6:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V1]], %[[V6]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V8:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V9:.*]] = onnx.Squeeze(%[[V5]], %[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V22:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V23:.*]] = onnx.Add(%[[V9]], %[[V22]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V24:.*]] = onnx.Sqrt(%[[V23]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Reciprocal(%[[V24]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V21]], %[[V7]], %[[V25]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
func.func @native_training(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:3 = torch.aten.native_batch_norm.default(%x, %y, %z, %w, %u, training=true, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>
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

// The running statistics after this batch: their variance is the unbiased one.
// CHECK-LABEL: func.func @functional
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMean(%[[V3]], %[[V4]]) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V21:.*]] = onnx.Add(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V1]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Squeeze(%[[V5]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Reciprocal(%{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V31:.*]] = onnx.Constant dense<2.000000e-01> : tensor<f32>
// CHECK: %[[V32:.*]] = onnx.Mul(%[[V7]], %[[V31]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V33:.*]] = onnx.Constant dense<8.000000e-01> : tensor<f32>
// CHECK: %[[V34:.*]] = onnx.Mul(%arg3, %[[V33]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V35:.*]] = onnx.Add(%[[V32]], %[[V34]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V26:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f32>
// CHECK: %[[V27:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V28:.*]] = onnx.Sub(%[[V26]], %[[V27]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V29:.*]] = onnx.Div(%[[V26]], %[[V28]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V30:.*]] = onnx.Mul(%[[V9]], %[[V29]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V36:.*]] = onnx.Constant dense<2.000000e-01> : tensor<f32>
// CHECK: %[[V37:.*]] = onnx.Mul(%[[V30]], %[[V36]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V38:.*]] = onnx.Constant dense<8.000000e-01> : tensor<f32>
// CHECK: %[[V39:.*]] = onnx.Mul(%arg4, %[[V38]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V40:.*]] = onnx.Add(%[[V37]], %[[V39]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V21]], %[[V7]], %[[V25]], %[[V35]], %[[V40]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
func.func @functional(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:5 = torch.aten._native_batch_norm_legit_functional.default(%x, %y, %z, %w, %u, training=true, momentum=0.2, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
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

// What is reserved for the backward pass is empty.
// CHECK-LABEL: func.func @with_update
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V2]]) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V5:.*]] = onnx.ReduceMean(%[[V3]], %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V15:.*]] = onnx.Mul(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V15]], %{{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V21:.*]] = onnx.Add(%[[V18]], %{{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V1]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Squeeze(%[[V5]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Reciprocal(%{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V26:.*]] = onnx.Constant dense<> : tensor<0xui8>
// CHECK: return %[[V21]], %[[V7]], %[[V25]], %[[V26]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>
func.func @with_update(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>) {
  %0:4 = torch.aten._batch_norm_with_update.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>
}

// -----

// CHECK-LABEL: func.func @with_update_functional
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V5:.*]] = onnx.ReduceMean(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x3x1xf32>
// CHECK: %[[V21:.*]] = onnx.Add(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3x4xf32>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V1]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V9:.*]] = onnx.Squeeze(%[[V5]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.Reciprocal(%{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V26:.*]] = onnx.Constant dense<> : tensor<0xui8>
// CHECK: %[[V32:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[V33:.*]] = onnx.Mul(%[[V7]], %[[V32]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V34:.*]] = onnx.Constant dense<0.899999976> : tensor<f32>
// CHECK: %[[V35:.*]] = onnx.Mul(%arg3, %[[V34]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V36:.*]] = onnx.Add(%[[V33]], %[[V35]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V27:.*]] = onnx.Constant dense<8.000000e+00> : tensor<f32>
// CHECK: %[[V28:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V29:.*]] = onnx.Sub(%[[V27]], %[[V28]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V30:.*]] = onnx.Div(%[[V27]], %[[V29]]) : {{.*}} -> tensor<f32>
// CHECK: %[[V31:.*]] = onnx.Mul(%[[V9]], %[[V30]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V37:.*]] = onnx.Constant dense<1.000000e-01> : tensor<f32>
// CHECK: %[[V38:.*]] = onnx.Mul(%[[V31]], %[[V37]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V39:.*]] = onnx.Constant dense<0.899999976> : tensor<f32>
// CHECK: %[[V40:.*]] = onnx.Mul(%arg4, %[[V39]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V41:.*]] = onnx.Add(%[[V38]], %[[V40]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V21]], %[[V7]], %[[V25]], %[[V26]], %[[V36]], %[[V41]] : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>
func.func @with_update_functional(%x: tensor<2x3x4xf32>, %y: tensor<3xf32>, %z: tensor<3xf32>, %w: tensor<3xf32>, %u: tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>) {
  %0:6 = torch.aten._batch_norm_with_update_functional.default(%x, %y, %z, %w, %u, momentum=0.1, eps=0.01) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>)
  return %0#0, %0#1, %0#2, %0#3, %0#4, %0#5 : tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<0xui8>, tensor<3xf32>, tensor<3xf32>
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
