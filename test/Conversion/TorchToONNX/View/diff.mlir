// Differences of neighbours.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @twice
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Sub
func.func @twice(%x: tensor<2x5xf32> {onnx.value = dense<[[1.5, 1.5, 1.75, -1.75, 0.0], [1.25, -0.5, -0.25, 0.25, 1.0]]> : tensor<2x5xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.25, -3.75, 5.25], [2.0, 0.25, 0.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.diff.default(%x, 2) : (tensor<2x5xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Not as often as asked for, when nothing is left.
// CHECK-LABEL: func.func @exhausted
// CHECK-COUNT-2: onnx.Sub
// CHECK-NOT: onnx.Sub
func.func @exhausted(%x: tensor<2xf32> {onnx.value = dense<[2.0, -1.25]> : tensor<2xf32>})
    -> (tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0 = torch.aten.diff.default(%x, 1000) : (tensor<2xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}

// -----

// Nothing is put around what is not subtracted from.
// CHECK-LABEL: func.func @none
// CHECK-NEXT: return %arg0
func.func @none(%x: tensor<2xf32> {onnx.value = dense<[1.0, 0.5]> : tensor<2xf32>},
                %y: tensor<1xf32> {onnx.value = dense<0.25> : tensor<1xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1.0, 0.5]> : tensor<2xf32>}) {
  %0 = torch.aten.diff.default(%x, 0, prepend=%y) : (tensor<2xf32>, tensor<1xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Booleans differ where exactly one of them is true.
// CHECK-LABEL: func.func @booleans
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Xor
func.func @booleans(%x: tensor<4xi1> {onnx.value = dense<[true, true, false, true]> : tensor<4xi1>})
    -> (tensor<3xi1> {onnx.expected = dense<[false, true, true]> : tensor<3xi1>}) {
  %0 = torch.aten.diff.default(%x) : (tensor<4xi1>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}
