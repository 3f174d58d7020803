// Pads.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file --verify-diagnostics -o /dev/null

// CHECK-LABEL: func.func @constant
// CHECK: onnx.Pad(%arg0, {{.*}}) : {{.*}} -> tensor<2x4x7xf32>
func.func @constant(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-10.0, 46.25, -23.75, -6.25], [20.0, 15.0, -48.75, 1.25], [8.75, -1.25, -46.25, -10.0]], [[-8.75, -16.25, 2.5, 30.0], [10.0, 45.0, -37.5, -18.75], [-5.0, 1.25, -2.5, 13.75]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x4x7xf32> {onnx.expected = dense<[[[1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5], [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5], [-10.0, 46.25, -23.75, -6.25, 1.5, 1.5, 1.5], [20.0, 15.0, -48.75, 1.25, 1.5, 1.5, 1.5]], [[1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5], [1.5, 1.5, 1.5, 1.5, 1.5, 1.5, 1.5], [-8.75, -16.25, 2.5, 30.0, 1.5, 1.5, 1.5], [10.0, 45.0, -37.5, -18.75, 1.5, 1.5, 1.5]]]> : tensor<2x4x7xf32>}) {
  %0 = torch.aten.constant_pad_nd.default(%x, [0, 3, 2, -1], 1.5) : (tensor<2x3x4xf32>) -> tensor<2x4x7xf32>
  return %0 : tensor<2x4x7xf32>
}

// -----

// A reflection reads what is cropped.
// CHECK-LABEL: func.func @reflect
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "reflect"} : {{.*}} -> tensor<1x2x8xf32>
func.func @reflect(%x: tensor<1x2x6xf32> {onnx.value = dense<[[[1.0e+38, -1.75, -0.0, -2.0, 0x7FC00000, 3.25], [0xFF800000, -2.25, 0.0, 0x7F800000, 0.5, -1.0e+38]]]> : tensor<1x2x6xf32>})
    -> (tensor<1x2x7xf32> {onnx.expected = dense<[[[-1.75, -0.0, -2.0, 0x7FC00000, 3.25, 0x7FC00000, -2.0], [-2.25, 0.0, 0x7F800000, 0.5, -1.0e+38, 0.5, 0x7F800000]]]> : tensor<1x2x7xf32>}) {
  %0 = torch.aten.reflection_pad1d.default(%x, [-1, 2]) : (tensor<1x2x6xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.Pad(%arg0, {{.*}}) : {{.*}} -> tensor<?x6xf32, #sym.dims<n>>
func.func @dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0.5, 0x7F800000, 2.0, -0.0], [0.0, -1.75, 0xFF800000, 0x7FC00000]]> : tensor<2x4xf32>})
    -> (tensor<?x6xf32, #sym.dims<n>> {onnx.expected = dense<[[0.0, 0.5, 0x7F800000, 2.0, -0.0, 0.0], [0.0, 0.0, -1.75, 0xFF800000, 0x7FC00000, 0.0]]> : tensor<2x6xf32>}) {
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

// -----

// CHECK-LABEL: func.func @circular
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat({{.*}}, %arg0, {{.*}}) {axis = 2 : i64}
func.func @circular(%x: tensor<1x2x6xf32> {onnx.value = dense<[[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]]> : tensor<1x2x6xf32>})
    -> (tensor<1x2x9xf32> {onnx.expected = dense<[[[5.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 1.0], [11.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 6.0, 7.0]]]> : tensor<1x2x9xf32>}) {
  %0 = torch.aten.pad.default(%x, [1, 2], "circular") : (tensor<1x2x6xf32>) -> tensor<1x2x9xf32>
  return %0 : tensor<1x2x9xf32>
}
