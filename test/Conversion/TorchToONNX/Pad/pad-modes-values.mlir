// Tests by value of pad-modes.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// ONNX Runtime has no kernel for mode wrap: the ends of the dimension are put
// around it.
// CHECK-LABEL: func.func @circular
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat(%arg0, {{.*}}) {axis = 2 : i64}
// CHECK: onnx.Concat({{.*}}) {axis = 3 : i64}
func.func @circular(%x: tensor<1x2x4x5xf32> {onnx.value = dense<[[[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]], [[20.0, 21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0, 29.0], [30.0, 31.0, 32.0, 33.0, 34.0], [35.0, 36.0, 37.0, 38.0, 39.0]]]]> : tensor<1x2x4x5xf32>})
    -> (tensor<1x2x7x8xf32> {onnx.expected = dense<[[[[4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [9.0, 5.0, 6.0, 7.0, 8.0, 9.0, 5.0, 6.0], [14.0, 10.0, 11.0, 12.0, 13.0, 14.0, 10.0, 11.0], [19.0, 15.0, 16.0, 17.0, 18.0, 19.0, 15.0, 16.0], [4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [9.0, 5.0, 6.0, 7.0, 8.0, 9.0, 5.0, 6.0], [14.0, 10.0, 11.0, 12.0, 13.0, 14.0, 10.0, 11.0]], [[24.0, 20.0, 21.0, 22.0, 23.0, 24.0, 20.0, 21.0], [29.0, 25.0, 26.0, 27.0, 28.0, 29.0, 25.0, 26.0], [34.0, 30.0, 31.0, 32.0, 33.0, 34.0, 30.0, 31.0], [39.0, 35.0, 36.0, 37.0, 38.0, 39.0, 35.0, 36.0], [24.0, 20.0, 21.0, 22.0, 23.0, 24.0, 20.0, 21.0], [29.0, 25.0, 26.0, 27.0, 28.0, 29.0, 25.0, 26.0], [34.0, 30.0, 31.0, 32.0, 33.0, 34.0, 30.0, 31.0]]]]> : tensor<1x2x7x8xf32>}) {
  %0 = torch.aten._pad_circular.default(%x, pad=[1, 2, 0, 3]) : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x8xf32>
  return %0 : tensor<1x2x7x8xf32>
}

// -----

// What is cropped does not come back.
// CHECK-LABEL: func.func @circular_crop
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat({{.*}}) {axis = 2 : i64}
func.func @circular_crop(%x: tensor<1x2x6xf32> {onnx.value = dense<[[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]]> : tensor<1x2x6xf32>})
    -> (tensor<1x2x7xf32> {onnx.expected = dense<[[[1.0, 2.0, 3.0, 4.0, 5.0, 1.0, 2.0], [7.0, 8.0, 9.0, 10.0, 11.0, 7.0, 8.0]]]> : tensor<1x2x7xf32>}) {
  %0 = torch.aten._pad_circular.default(%x, pad=[-1, 2]) : (tensor<1x2x6xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}
