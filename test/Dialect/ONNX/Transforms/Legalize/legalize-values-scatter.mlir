// Scatters with a reduction that an opset lacks keep the values of results: a loop
// writes one slice of the updates after the other. Sums and products came with
// opset 16, the largest and the smallest element with 18.
// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=15 target=ort' --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=15 target=ort' --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=16 target=ort' --split-input-file | FileCheck %s --check-prefix=NEW
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=17 target=ort' --onnx-evaluate --split-input-file -o /dev/null
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=18 target=ort' --split-input-file | FileCheck %s --check-prefix=MAX

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

// CHECK-LABEL: func.func @extremes
// CHECK: onnx.Loop
// CHECK: onnx.Max
// CHECK: onnx.Loop
// CHECK: onnx.Min
// NEW-LABEL: func.func @extremes
// NEW: onnx.Loop
// NEW: onnx.Max
// NEW: onnx.Loop
// NEW: onnx.Min
// MAX-LABEL: func.func @extremes
// MAX-NEXT: onnx.ScatterElements({{.*}}) {axis = 1 : i64, reduction = "max"}
// MAX-NEXT: onnx.ScatterND({{.*}}) {reduction = "min"}
func.func @extremes(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, 2.0, -3.0], [4.0, 5.0, 0xFF800000]]> : tensor<2x3xf32>},
                    %i: tensor<2x4xi64> {onnx.value = dense<[[0, 0, 2, 0], [1, -1, 1, 1]]> : tensor<2x4xi64>},
                    %u: tensor<2x4xf32> {onnx.value = dense<[[10.0, 20.0, -30.0, 4.0], [4.5, 0x7FC00000, 5.5, 5.25]]> : tensor<2x4xf32>},
                    %rows: tensor<3x1xi64> {onnx.value = dense<[[1], [0], [1]]> : tensor<3x1xi64>},
                    %v: tensor<3x3xf32> {onnx.value = dense<[[9.0, 4.5, 1.0], [0.5, 3.0, -4.0], [3.5, 6.0, 2.0]]> : tensor<3x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[20.0, 2.0, -3.0], [4.0, 5.5, 0x7FC00000]]> : tensor<2x3xf32>},
        tensor<2x3xf32> {onnx.expected = dense<[[0.5, 2.0, -4.0], [3.5, 4.5, 0xFF800000]]> : tensor<2x3xf32>}) {
  %0 = onnx.ScatterElements(%x, %i, %u) {axis = 1 : i64, reduction = "max"} : (tensor<2x3xf32>, tensor<2x4xi64>, tensor<2x4xf32>) -> tensor<2x3xf32>
  %1 = onnx.ScatterND(%x, %rows, %v) {reduction = "min"} : (tensor<2x3xf32>, tensor<3x1xi64>, tensor<3x3xf32>) -> tensor<2x3xf32>
  return %0, %1 : tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Max of i64 in ONNX Runtime compares the lower halves.
// CHECK-LABEL: func.func @extremes_of_integers
// CHECK-NOT: onnx.Max
// CHECK: return
func.func @extremes_of_integers(%x: tensor<3xi64> {onnx.value = dense<[0, 4294967296, -1]> : tensor<3xi64>},
                                %i: tensor<4xi64> {onnx.value = dense<[0, 1, 0, 2]> : tensor<4xi64>},
                                %u: tensor<4xi64> {onnx.value = dense<[2147483648, 4294967297, -5, -9223372036854775808]> : tensor<4xi64>})
    -> (tensor<3xi64> {onnx.expected = dense<[2147483648, 4294967297, -1]> : tensor<3xi64>}) {
  %0 = onnx.ScatterElements(%x, %i, %u) {reduction = "max"} : (tensor<3xi64>, tensor<4xi64>, tensor<4xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// ONNX has no Max of booleans.
// CHECK-LABEL: func.func @extremes_of_booleans
// CHECK: onnx.Or
// CHECK: onnx.And
func.func @extremes_of_booleans(%x: tensor<3xi1> {onnx.value = dense<[true, false, true]> : tensor<3xi1>},
                                %i: tensor<3xi64> {onnx.value = dense<[1, 0, 1]> : tensor<3xi64>},
                                %u: tensor<3xi1> {onnx.value = dense<[true, false, false]> : tensor<3xi1>})
    -> (tensor<3xi1> {onnx.expected = dense<true> : tensor<3xi1>},
        tensor<3xi1> {onnx.expected = dense<[false, false, true]> : tensor<3xi1>}) {
  %0 = onnx.ScatterElements(%x, %i, %u) {reduction = "max"} : (tensor<3xi1>, tensor<3xi64>, tensor<3xi1>) -> tensor<3xi1>
  %1 = onnx.ScatterElements(%x, %i, %u) {reduction = "min"} : (tensor<3xi1>, tensor<3xi64>, tensor<3xi1>) -> tensor<3xi1>
  return %0, %1 : tensor<3xi1>, tensor<3xi1>
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
