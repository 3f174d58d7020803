// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file --verify-diagnostics

func.func @matmul(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>},
                  %y: tensor<3x2xf32> {onnx.value = dense<[[1.0, 0.0], [0.0, 1.0], [2.0, 2.0]]> : tensor<3x2xf32>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[7.0, 16.0], [8.0, 17.0]]> : tensor<2x2xf32>}) {
  %0 = onnx.Einsum(%x, %y) {equation = "ij,jk->ki"} : (tensor<2x3xf32>, tensor<3x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Three factors, a diagonal, and a label that only one of them has.
func.func @three(%x: tensor<2x2xf32> {onnx.value = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>},
                 %y: tensor<2xf32> {onnx.value = dense<[10.0, 100.0]> : tensor<2xf32>},
                 %z: tensor<3xf32> {onnx.value = dense<[1.0, 1.0, 0.5]> : tensor<3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[25.0, 1000.0]> : tensor<2xf32>},
        tensor<f32> {onnx.expected = dense<5.0> : tensor<f32>}) {
  %0 = onnx.Einsum(%x, %y, %z) {equation = "ii,i,k->i"} : (tensor<2x2xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  %1 = onnx.Einsum(%x) {equation = "ii"} : (tensor<2x2xf32>) -> tensor<f32>
  return %0, %1 : tensor<2xf32>, tensor<f32>
}

// -----

// Dimensions of an ellipsis broadcast, and so does a size of 1.
func.func @ellipsis(%x: tensor<2x1x2xf32> {onnx.value = dense<[[[1.0, 2.0]], [[3.0, 4.0]]]> : tensor<2x1x2xf32>},
                    %y: tensor<3x2xf32> {onnx.value = dense<[[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]> : tensor<3x2xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 2.0, 3.0], [3.0, 4.0, 7.0]]> : tensor<2x3xf32>}) {
  %0 = onnx.Einsum(%x, %y) {equation = "...j,...j->..."} : (tensor<2x1x2xf32>, tensor<3x2xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The products of all pairs are never in memory together.
func.func @pairs(%x: tensor<1024xf32> {onnx.value = dense<1.0> : tensor<1024xf32>},
                 %y: tensor<1024xf32> {onnx.value = dense<2.0> : tensor<1024xf32>})
    -> (tensor<f32> {onnx.expected = dense<2097152.0> : tensor<f32>}) {
  %0 = onnx.Einsum(%x, %y) {equation = "i,j->"} : (tensor<1024xf32>, tensor<1024xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Nothing is rounded before the end: 2048 + 1 + 1 in f16.
func.func @rounded_once(%x: tensor<3xf16> {onnx.value = dense<[2048.0, 1.0, 1.0]> : tensor<3xf16>})
    -> (tensor<f16> {onnx.expected = dense<2050.0> : tensor<f16>}) {
  %0 = onnx.Einsum(%x) {equation = "i->"} : (tensor<3xf16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

// Integers are summed modulo 2^n, and exactly: 2^53 + 1 is no double.
func.func @integers(%x: tensor<2xi64> {onnx.value = dense<[9007199254740992, 1]> : tensor<2xi64>},
                    %y: tensor<2xui8> {onnx.value = dense<[200, 100]> : tensor<2xui8>},
                    %z: tensor<2xi32> {onnx.value = dense<2147483647> : tensor<2xi32>})
    -> (tensor<i64> {onnx.expected = dense<9007199254740993> : tensor<i64>},
        tensor<ui8> {onnx.expected = dense<44> : tensor<ui8>},
        tensor<i32> {onnx.expected = dense<-2> : tensor<i32>}) {
  %0 = onnx.Einsum(%x) {equation = "i->"} : (tensor<2xi64>) -> tensor<i64>
  %1 = onnx.Einsum(%y) {equation = "i->"} : (tensor<2xui8>) -> tensor<ui8>
  %2 = onnx.Einsum(%z) {equation = "i->"} : (tensor<2xi32>) -> tensor<i32>
  return %0, %1, %2 : tensor<i64>, tensor<ui8>, tensor<i32>
}

// -----

// A sum of nothing is 0; 0 * inf is a NaN, though the sum of the other factor is 0.
func.func @corners(%x: tensor<0xf32> {onnx.value = dense<> : tensor<0xf32>},
                   %y: tensor<2xf32> {onnx.value = dense<[1.0, -1.0]> : tensor<2xf32>},
                   %z: tensor<f32> {onnx.value = dense<0x7F800000> : tensor<f32>},
                   %w: tensor<1xf32> {onnx.value = dense<-0.0> : tensor<1xf32>})
    -> (tensor<f32> {onnx.expected = dense<0.0> : tensor<f32>},
        tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>},
        tensor<f32> {onnx.expected = dense<0xFF800000> : tensor<f32>}) {
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %0 = onnx.Einsum(%x) {equation = "i->"} : (tensor<0xf32>) -> tensor<f32>
  %1 = onnx.Einsum(%y, %z) {equation = "i,->"} : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  %2 = onnx.Einsum(%w) {equation = "i->"} : (tensor<1xf32>) -> tensor<f32>
  %3 = onnx.Div(%one, %2) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %0, %1, %3 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

func.func @other_sizes(%x: tensor<?xf32> {onnx.value = dense<1.0> : tensor<2xf32>},
                       %y: tensor<?xf32> {onnx.value = dense<1.0> : tensor<3xf32>}) -> tensor<f32> {
  // expected-error @+1 {{'onnx.Einsum' op has no result for these operands}}
  %0 = onnx.Einsum(%x, %y) {equation = "i,i->"} : (tensor<?xf32>, tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @repeated(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<2xf32>}) -> tensor<2x2xf32> {
  // expected-error @+1 {{'onnx.Einsum' op has an equation whose result repeats a label}}
  %0 = onnx.Einsum(%x) {equation = "i->ii"} : (tensor<2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
