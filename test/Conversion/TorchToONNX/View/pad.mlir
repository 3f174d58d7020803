// Pads.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @constant
// CHECK: onnx.Constant dense<[2, 0, -1, 3]>
// CHECK: onnx.Constant dense<[1, 2]>
// CHECK: onnx.Pad
func.func @constant(%x: tensor<2x3x4xf32>) -> tensor<2x4x7xf32> {
  %0 = torch.aten.constant_pad_nd.default(%x, [0, 3, 2, -1], 1.5) : (tensor<2x3x4xf32>) -> tensor<2x4x7xf32>
  return %0 : tensor<2x4x7xf32>
}

// -----

// A reflection reads what is cropped.
// CHECK-LABEL: func.func @reflect
// CHECK: onnx.Pad{{.*}}mode = "reflect"
// CHECK: onnx.Slice
func.func @reflect(%x: tensor<1x2x6xf32>) -> tensor<1x2x7xf32> {
  %0 = torch.aten.reflection_pad1d.default(%x, [-1, 2]) : (tensor<1x2x6xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @circular
// CHECK: onnx.Slice
// CHECK: onnx.Slice
// CHECK: onnx.Concat
// CHECK-NOT: onnx.Pad
func.func @circular(%x: tensor<1x2x6xf32>) -> tensor<1x2x9xf32> {
  %0 = torch.aten.pad.default(%x, [1, 2], "circular") : (tensor<1x2x6xf32>) -> tensor<1x2x9xf32>
  return %0 : tensor<1x2x9xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.Pad
func.func @dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>> {
  %0 = torch.aten.pad.default(%x, [1, 1]) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x6xf32, #sym.dims<n>>
  return %0 : tensor<?x6xf32, #sym.dims<n>>
}

// -----

// Eager copies what it has not written yet.
func.func @circular_of_what_is_cropped(%x: tensor<1x2xf32>) -> tensor<1x3xf32> {
  // expected-error @+2 {{unsupported operator 'aten.pad.default' (1 use): a circular pad of 2 around 1 elements}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.pad.default(%x, [2, -1], "circular") : (tensor<1x2xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}
