// Differences of neighbours.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @twice
// CHECK: %[[NEXT:.*]] = onnx.Slice(%arg0
// CHECK: %[[PREVIOUS:.*]] = onnx.Slice(%arg0
// CHECK: %[[ONCE:.*]] = onnx.Sub(%[[NEXT]], %[[PREVIOUS]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: onnx.Sub(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @twice(%x: tensor<2x5xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.diff.default(%x, 2) : (tensor<2x5xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Not as often as asked for, when nothing is left.
// CHECK-LABEL: func.func @exhausted
// CHECK-COUNT-2: onnx.Sub
// CHECK-NOT: onnx.Sub
func.func @exhausted(%x: tensor<2xf32>) -> tensor<0xf32> {
  %0 = torch.aten.diff.default(%x, 1000) : (tensor<2xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

// Nothing is put around what is not subtracted from.
// CHECK-LABEL: func.func @none
// CHECK-NEXT: return %arg0
func.func @none(%x: tensor<2xf32>, %y: tensor<1xf32>) -> tensor<2xf32> {
  %0 = torch.aten.diff.default(%x, 0, prepend=%y) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Booleans differ where exactly one of them is true.
// CHECK-LABEL: func.func @booleans
// CHECK: onnx.Xor
func.func @booleans(%x: tensor<4xi1>) -> tensor<3xi1> {
  %0 = torch.aten.diff.default(%x) : (tensor<4xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
