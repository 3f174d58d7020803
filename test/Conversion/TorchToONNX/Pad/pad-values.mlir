// Tests by value of pad.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @circular
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat({{.*}}, %arg0, {{.*}}) {axis = 2 : i64}
func.func @circular(%x: tensor<1x2x6xf32> {onnx.value = dense<[[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]]> : tensor<1x2x6xf32>})
    -> (tensor<1x2x9xf32> {onnx.expected = dense<[[[5.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 0.0, 1.0], [11.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0, 6.0, 7.0]]]> : tensor<1x2x9xf32>}) {
  %0 = torch.aten.pad.default(%x, [1, 2], "circular") : (tensor<1x2x6xf32>) -> tensor<1x2x9xf32>
  return %0 : tensor<1x2x9xf32>
}
