// Padding by numbers that only the run knows: around the image, or cut off from
// the result of a transposed convolution.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-LABEL: func.func @conv
// CHECK: %[[PADS:.*]] = onnx.Concat({{.*}} -> tensor<8xi64>
// CHECK: %[[PADDED:.*]] = onnx.Pad(%arg0, %[[PADS]]
// CHECK: onnx.Conv(%[[PADDED]], %arg1
// CHECK-NOT: pads
func.func @conv(%x: tensor<1x3x5x5xf32>, %w: tensor<2x3x3x3xf32>, %n: i64) -> tensor<1x2x?x?xf32> {
  %0 = torch.aten.conv2d.default(%x, %w, none, [1, 1], [%n, 1]) : (tensor<1x3x5x5xf32>, tensor<2x3x3x3xf32>, i64) -> tensor<1x2x?x?xf32>
  return %0 : tensor<1x2x?x?xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: %[[WHOLE:.*]] = onnx.ConvTranspose(%arg0, %arg1
// CHECK-NOT: pads
// CHECK: onnx.Slice(%[[WHOLE]]
func.func @transposed(%x: tensor<1x3x5x5xf32>, %w: tensor<3x2x3x3xf32>, %n: i64) -> tensor<1x2x?x?xf32> {
  %0 = torch.aten.conv_transpose2d.input(%x, %w, none, [2, 2], [%n, 1], [0, 0]) : (tensor<1x3x5x5xf32>, tensor<3x2x3x3xf32>, i64) -> tensor<1x2x?x?xf32>
  return %0 : tensor<1x2x?x?xf32>
}

// -----

// Constants stay in the operator.
// CHECK-LABEL: func.func @constant
// CHECK-NOT: onnx.Pad
// CHECK: onnx.Conv({{.*}}pads = array<i64: 1, 2, 1, 2>
func.func @constant(%x: tensor<1x3x5x5xf32>, %w: tensor<2x3x3x3xf32>) -> tensor<1x2x5x7xf32> {
  %0 = torch.aten.conv2d.default(%x, %w, none, [1, 1], [1, 2]) : (tensor<1x3x5x5xf32>, tensor<2x3x3x3xf32>) -> tensor<1x2x5x7xf32>
  return %0 : tensor<1x2x5x7xf32>
}

// -----

func.func @integers(%x: tensor<1x3x5x5xi32>, %w: tensor<2x3x3x3xi32>, %n: i64) -> tensor<1x2x?x?xi32> {
  // expected-error @+2 {{unsupported operator 'aten.conv2d.default' (1 use): expected 'padding' to be a list of constant integers, found a list with a number known only at run time}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.conv2d.default(%x, %w, none, [1, 1], [%n, 1]) : (tensor<1x3x5x5xi32>, tensor<2x3x3x3xi32>, i64) -> tensor<1x2x?x?xi32>
  return %0 : tensor<1x2x?x?xi32>
}
