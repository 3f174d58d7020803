// Softmax over one dimension.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @negative
// CHECK: %[[V0:.*]] = onnx.Softmax(%arg0) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @negative(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.softmax.int(%x, -1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.LogSoftmax(%[[V0]]) {axis = 0 : i64}
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @dtype(%x: tensor<3xf16>) -> tensor<3xf32> {
  %0 = torch.aten.log_softmax.int(%x, 0, dtype=f32) : (tensor<3xf16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Softmax(%[[V1]]) {axis = 0 : i64}
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V2]], %[[V3]])
// CHECK: return %[[V4]] : tensor<f32>
func.func @single(%x: tensor<f32>) -> tensor<f32> {
  %0 = torch.aten.softmax.int(%x, 0) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Zeros where everything is -inf. The sum is NaN if an element is, which
// runtimes ignore in a maximum.
// CHECK-LABEL: func.func @safe
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%arg0, {{.*}})
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%arg0, {{.*}})
// CHECK: %[[GREATEST:.*]] = onnx.Max(%[[V1]], %[[SUM]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Equal(%[[GREATEST]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Softmax(%arg0) {axis = 1 : i64}
// CHECK: %[[V6:.*]] = onnx.Where(%[[V3]], %[[V4]], %[[V5]])
// CHECK: return %[[V6]] : tensor<?x3xf32>
func.func @safe(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten._safe_softmax.default(%x, 1) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// The axis of a kernel may be counted from the end, too.
// CHECK-LABEL: func.func @softmax_kernel
// CHECK: %[[V0:.*]] = onnx.Softmax(%arg0) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @softmax_kernel(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten._softmax.default(%x, -2, false) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// CHECK-LABEL: func.func @log_softmax_kernel
// CHECK: %[[V0:.*]] = onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @log_softmax_kernel(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten._log_softmax.default(%x, -2, false) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// In the dtype that is asked for.
// CHECK-LABEL: func.func @special_log_softmax
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.LogSoftmax(%[[V0]]) {axis = 0 : i64}
// CHECK: return %[[V1]] : tensor<2x3xf64>
func.func @special_log_softmax(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %0 = torch.aten.special_log_softmax.default(%x, 0, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
