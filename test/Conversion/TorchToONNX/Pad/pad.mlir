// Pads.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @constant
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 0, -1, 3]> : tensor<4xi64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.500000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V1]], %[[V0]], %[[V2]]) : {{.*}} -> tensor<2x4x7xf32>
// CHECK: return %[[V3]] : tensor<2x4x7xf32>
func.func @constant(%x: tensor<2x3x4xf32>) -> tensor<2x4x7xf32> {
  %0 = torch.aten.constant_pad_nd.default(%x, [0, 3, 2, -1], 1.5) : (tensor<2x3x4xf32>) -> tensor<2x4x7xf32>
  return %0 : tensor<2x4x7xf32>
}

// -----

// A reflection reads what is cropped.
// CHECK-LABEL: func.func @reflect
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "reflect"} : {{.*}} -> tensor<1x2x8xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.NoValue
// CHECK: %[[V8:.*]] = onnx.Slice(%[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]]) : {{.*}} -> tensor<1x2x7xf32>
// CHECK: return %[[V8]] : tensor<1x2x7xf32>
func.func @reflect(%x: tensor<1x2x6xf32>) -> tensor<1x2x7xf32> {
  %0 = torch.aten.reflection_pad1d.default(%x, [-1, 2]) : (tensor<1x2x6xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?x6xf32, #sym.dims<n>>
func.func @dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>> {
  %0 = torch.aten.pad.default(%x, [1, 1]) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// Eager copies what it has not written yet.
func.func @circular_of_what_is_cropped(%x: tensor<1x2xf32>) -> tensor<1x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.pad.default' (1 use): expected circular pads of at most 1 elements, the size of dimension 1, found 2}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.pad.default(%x, [2, -1], "circular") : (tensor<1x2xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
