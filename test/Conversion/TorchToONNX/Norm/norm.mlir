// Normalisations.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @batch_norm
// CHECK: %[[V0:.*]], %[[V1:.*]], %[[V2:.*]] = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg3, %arg4) {epsilon = 0.00999999977 : f32}
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @batch_norm(%x: tensor<2x3x4xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>, %m: tensor<3xf32>, %v: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.batch_norm.default(%x, %w, %b, %m, %v, false, 0.1, 0.01, true) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Statistics of the batch.
// CHECK-LABEL: func.func @batch_norm_training
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]])
// CHECK: %[[V10:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[V2:.*]] = onnx.Sub(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V5:.*]] = onnx.ReduceMean(%[[V3]], %[[V4]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V12:.*]] = onnx.Add(%[[V5]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Sqrt(%[[V12]])
// CHECK: %[[V14:.*]] = onnx.Reciprocal(%[[V13]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V10]], %[[V14]])
// CHECK: %[[V16:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Unsqueeze(%arg1, %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Mul(%[[V15]], %[[V17]])
// CHECK: %[[V19:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.Unsqueeze(%arg2, %[[V19]])
// CHECK: %[[V21:.*]] = onnx.Add(%[[V18]], %[[V20]])
// CHECK: %[[V6:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V7:.*]] = onnx.Squeeze(%[[V1]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V9:.*]] = onnx.Squeeze(%[[V5]], %[[V8]])
// CHECK: return %[[V21]] : tensor<2x3x4xf32>
func.func @batch_norm_training(%x: tensor<2x3x4xf32>, %w: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.batch_norm.default(%x, %w, %b, none, none, true, 0.1, 0.01, true) : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @layer_norm
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]], %[[V2:.*]], %[[V3:.*]] = onnx.LayerNormalization(%arg0, %arg1, %[[V0]]) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
// CHECK: return %[[V1]] : tensor<?x4xf32, #sym.dims<n>>
func.func @layer_norm(%x: tensor<?x4xf32, #sym.dims<n>>, %w: tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.layer_norm.default(%x, [4], %w, none, 0.01) : (tensor<?x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @group_norm
// CHECK: %[[V0:.*]] = onnx.GroupNormalization(%arg0, %arg1, %arg2) {epsilon = 0.00999999977 : f32, num_groups = 2 : i64}
// CHECK: return %[[V0]] : tensor<2x4x5xf32>
func.func @group_norm(%x: tensor<2x4x5xf32>, %w: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4x5xf32> {
  %0 = torch.aten.group_norm.default(%x, 2, %w, %b, 0.01) : (tensor<2x4x5xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x4x5xf32>
  return %0 : tensor<2x4x5xf32>
}

// -----

// CHECK-LABEL: func.func @instance_norm
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0.000000e+00> : tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.InstanceNormalization(%arg0, %[[V1]], %[[V3]]) {epsilon = 0.00999999977 : f32}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V4]] : tensor<2x3x4xf32>
func.func @instance_norm(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.instance_norm.default(%x, none, none, none, none, true, 0.1, 0.01, true) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Half floats are normalised in float32.
// CHECK-LABEL: func.func @rms_norm
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceMean(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0.00999999977> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Sqrt(%[[V5]])
// CHECK: %[[V7:.*]] = onnx.Div(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V7]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Cast(%[[V9]]) {to = f16}
// CHECK: return %[[V10]] : tensor<2x4xf16>
func.func @rms_norm(%x: tensor<2x4xf16>, %w: tensor<4xf16>) -> tensor<2x4xf16> {
  %0 = torch.aten.rms_norm.default(%x, [4], %w, 0.01) : (tensor<2x4xf16>, tensor<4xf16>) -> tensor<2x4xf16>
  return %0 : tensor<2x4xf16>
}

// -----

// CHECK-LABEL: func.func @rms_norm_single
// CHECK: %[[V0:.*]] = onnx.RMSNormalization(%arg0, %arg1) {axis = 1 : i64, epsilon = 0.00999999977 : f32}
// CHECK: return %[[V0]] : tensor<?x3x4xf32, #sym.dims<n>>
func.func @rms_norm_single(%x: tensor<?x3x4xf32, #sym.dims<n>>, %w: tensor<3x4xf32>) -> tensor<?x3x4xf32, #sym.dims<n>> {
  %0 = torch.aten.rms_norm.default(%x, [3, 4], %w, 0.01) : (tensor<?x3x4xf32, #sym.dims<n>>, tensor<3x4xf32>) -> tensor<?x3x4xf32, #sym.dims<n>>
  return %0 : tensor<?x3x4xf32, #sym.dims<n>>
}

// -----

// Without a weight there is no operator, and doubles are not computed in f32.
// CHECK-LABEL: func.func @rms_norm_formula
// CHECK-NOT: onnx.RMSNormalization
// CHECK: onnx.Div
// CHECK: onnx.Div
func.func @rms_norm_formula(%x: tensor<2x4xf32>, %y: tensor<2x4xf64>, %w: tensor<4xf64>) -> (tensor<2x4xf32>, tensor<2x4xf64>) {
  %0 = torch.aten.rms_norm.default(%x, [4], none, 0.01) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %1 = torch.aten.rms_norm.default(%y, [4], %w, 0.01) : (tensor<2x4xf64>, tensor<4xf64>) -> tensor<2x4xf64>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf64>
}

// -----

// CHECK-LABEL: func.func @weight_norm
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Div(%arg1, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<3x4xf32>
func.func @weight_norm(%v: tensor<3x4xf32>, %g: tensor<3x1xf32>) -> tensor<3x4xf32> {
  %0 = torch.aten._weight_norm.default(%v, %g, 0) : (tensor<3x4xf32>, tensor<3x1xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

// Negative dimensions count from the end; only -1 is the norm of the whole.
// CHECK-LABEL: func.func @weight_norm_second
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceL2(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Div(%arg1, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Mul(%arg0, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x3x4xf32>
func.func @weight_norm_second(%v: tensor<2x3x4xf32>, %g: tensor<1x3x1xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten._weight_norm.default(%v, %g, -2) : (tensor<2x3x4xf32>, tensor<1x3x1xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// Statistics of the batch are not rounded to half precision.
// CHECK-LABEL: func.func @batch_norm_half
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceMean(%[[V0]], %[[V1]])
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V0]], %[[V2]])
// CHECK: %[[V3:.*]] = onnx.Sub(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V3]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceMean(%[[V4]], %[[V5]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<9.99999974E-6> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Add(%[[V6]], %[[V12]])
// CHECK: %[[V14:.*]] = onnx.Sqrt(%[[V13]])
// CHECK: %[[V15:.*]] = onnx.Reciprocal(%[[V14]])
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V11]], %[[V15]])
// CHECK: %[[V17:.*]] = onnx.Cast(%[[V16]]) {to = f16}
// CHECK: %[[V7:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V8:.*]] = onnx.Squeeze(%[[V2]], %[[V7]])
// CHECK: %[[V9:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V10:.*]] = onnx.Squeeze(%[[V6]], %[[V9]])
// CHECK: return %[[V17]] : tensor<2x3x4xf16>
func.func @batch_norm_half(%x: tensor<2x3x4xf16>) -> tensor<2x3x4xf16> {
  %0 = torch.aten.batch_norm.default(%x, none, none, none, none, true, 0.1, 1.0e-5, true) : (tensor<2x3x4xf16>) -> tensor<2x3x4xf16>
  return %0 : tensor<2x3x4xf16>
}

// -----

// Given ones are for a single operation, which is rounded once.
// CHECK-LABEL: func.func @batch_norm_half_inference
// CHECK: %Y, %running_mean, %running_var = onnx.BatchNormalization(%arg0, %arg1, %arg2, %arg1, %arg2) : (tensor<2x3x4xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<2x3x4xf16>, none, none)
// CHECK: return %Y : tensor<2x3x4xf16>
func.func @batch_norm_half_inference(%x: tensor<2x3x4xf16>, %m: tensor<3xf16>, %v: tensor<3xf16>) -> tensor<2x3x4xf16> {
  %0 = torch.aten.batch_norm.default(%x, %m, %v, %m, %v, false, 0.1, 1.0e-5, true) : (tensor<2x3x4xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf16>) -> tensor<2x3x4xf16>
  return %0 : tensor<2x3x4xf16>
}

// -----

// Nothing to normalize: the kernel would divide by the size.
// CHECK-LABEL: func.func @layer_norm_of_nothing
// CHECK-NOT: onnx.LayerNormalization
// CHECK: return %arg0
func.func @layer_norm_of_nothing(%x: tensor<?x0xf32, #sym.dims<n>>) -> tensor<?x0xf32, #sym.dims<n>> {
  %0 = torch.aten.layer_norm.default(%x, [0]) : (tensor<?x0xf32, #sym.dims<n>>) -> tensor<?x0xf32, #sym.dims<n>>
  return %0 : tensor<?x0xf32, #sym.dims<n>>
}
