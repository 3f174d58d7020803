// Scatters with a reduction before opset 16 keep the values of results: a loop
// writes one slice of the updates after the other.
// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=15 target=ort' --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=15 target=ort' --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=16 target=ort' --split-input-file | FileCheck %s --check-prefix=NEW

// CHECK-LABEL: func.func @elements
// CHECK: onnx.Loop
// CHECK: onnx.GatherElements
// CHECK: onnx.Add
// CHECK: onnx.ScatterElements
// NEW-LABEL: func.func @elements
// NEW-NEXT: onnx.ScatterElements(%arg0, %arg1, %arg2) {axis = 1 : i64, reduction = "add"}
func.func @elements(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64>},
                    %i: tensor<2x4xi64> {onnx.value = dense<[[0, 0, 2, 0], [1, -1, 1, 1]]> : tensor<2x4xi64>},
                    %u: tensor<2x4xi64> {onnx.value = dense<[[10, 20, 30, 40], [50, 60, 70, 80]]> : tensor<2x4xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[71, 2, 33], [4, 205, 66]]> : tensor<2x3xi64>}) {
  %0 = onnx.ScatterElements(%x, %i, %u) {axis = 1 : i64, reduction = "add"} : (tensor<2x3xi64>, tensor<2x4xi64>, tensor<2x4xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @rows
// CHECK: onnx.Loop
// CHECK: onnx.Mul
// NEW-LABEL: func.func @rows
// NEW-NEXT: onnx.ScatterND
func.func @rows(%x: tensor<3x2xf32> {onnx.value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>},
                %i: tensor<3x1xi64> {onnx.value = dense<[[2], [0], [2]]> : tensor<3x1xi64>},
                %u: tensor<3x2xf32> {onnx.value = dense<[[2.0, 3.0], [4.0, 5.0], [6.0, 0.5]]> : tensor<3x2xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[4.0, 10.0], [3.0, 4.0], [60.0, 9.0]]> : tensor<3x2xf32>}) {
  %0 = onnx.ScatterND(%x, %i, %u) {reduction = "mul"} : (tensor<3x2xf32>, tensor<3x1xi64>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// A scatter without a reduction stays.
// CHECK-LABEL: func.func @plain
// CHECK-NEXT: onnx.ScatterND
func.func @plain(%x: tensor<3x2xf32> {onnx.value = dense<0.0> : tensor<3x2xf32>},
                 %i: tensor<1x1xi64> {onnx.value = dense<1> : tensor<1x1xi64>},
                 %u: tensor<1x2xf32> {onnx.value = dense<2.0> : tensor<1x2xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[0.0, 0.0], [2.0, 2.0], [0.0, 0.0]]> : tensor<3x2xf32>}) {
  %0 = onnx.ScatterND(%x, %i, %u) : (tensor<3x2xf32>, tensor<1x1xi64>, tensor<1x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
