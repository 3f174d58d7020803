// Memory that is not initialised may hold anything: zeros.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @empty
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @empty() -> tensor<2x3xf32> {
  %0 = torch.aten.empty.memory_format([2, 3]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @empty_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<2x3xi64>
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @empty_like(%x: tensor<2x3xf32>) -> tensor<2x3xi64> {
  %0 = torch.aten.empty_like.default(%x, dtype=i64) : (tensor<2x3xf32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @empty_like_dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: return %[[V2]] : tensor<?x4xf32, #sym.dims<n>>
func.func @empty_like_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.empty_like.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @new_empty
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @new_empty(%x: tensor<2x3xf32>) -> tensor<4xf32> {
  %0 = torch.aten.new_empty.default(%x, [4]) : (tensor<2x3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @empty_strided
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @empty_strided() -> tensor<2x3xf32> {
  %0 = torch.aten.empty_strided.default([2, 3], [1, 2]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @new_empty_strided
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x4xf32>
// CHECK: return %[[V0]] : tensor<2x4xf32>
func.func @new_empty_strided(%x: tensor<2x3xf32>) -> tensor<2x4xf32> {
  %0 = torch.aten.new_empty_strided.default(%x, [2, 4], [4, 1]) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// The layout is of the memory, not of the shape.
// CHECK-LABEL: func.func @empty_permuted
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<2x3x4xf32>
// CHECK: return %[[V0]] : tensor<2x3x4xf32>
func.func @empty_permuted() -> tensor<2x3x4xf32> {
  %0 = torch.aten.empty_permuted.default([2, 3, 4], [0, 2, 1]) : () -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}
