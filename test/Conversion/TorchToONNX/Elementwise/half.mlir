// Numbers beside tensors of half precision.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// A factor that half precision does not hold stays in single precision: as
// half it would be infinite, and nothing times infinity NaN.
// CHECK-LABEL: func.func @factor
// CHECK: onnx.Constant dense<-1.000000e+09> : tensor<f32>
// CHECK: onnx.Mul(
func.func @factor(%x: tensor<3xf16> {onnx.value = dense<[0x7E00, 2.0, 0x7C00]> : tensor<3xf16>})
    -> (tensor<3xf16> {onnx.expected = dense<[0x7E00, 0xFC00, 0xFC00]> : tensor<3xf16>}) {
  %0 = torch.aten.mul.Tensor(%x, -1.0e9) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// One that it holds needs no casts: the product is rounded once.
// CHECK-LABEL: func.func @held_factor
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @held_factor(%x: tensor<3xf16> {onnx.value = dense<[0x7E00, 0x7C00, 3.25]> : tensor<3xf16>})
    -> (tensor<3xf16> {onnx.expected = dense<[0x7E00, 0x7C00, 0.4062]> : tensor<3xf16>}) {
  %0 = torch.aten.mul.Tensor(%x, 0.125) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// CHECK-LABEL: func.func @divisor
// CHECK: onnx.Div(
func.func @divisor(%x: tensor<3xf16> {onnx.value = dense<[0x7E00, -3.0, 0x7C00]> : tensor<3xf16>})
    -> (tensor<3xf16> {onnx.expected = dense<[0x7E00, -4.286e-05, 0x7C00]> : tensor<3xf16>}) {
  %0 = torch.aten.div.Tensor(%x, 70000) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// So does a number that is an input.
// CHECK-LABEL: func.func @factor_0d
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @factor_0d(%x: tensor<3xf16> {onnx.value = dense<[3.0, 0x7E00, 0x7C00]> : tensor<3xf16>},
                     %y: tensor<f32> {onnx.value = dense<-2.5> : tensor<f32>})
    -> (tensor<3xf16> {onnx.expected = dense<[-7.5, 0x7E00, 0xFC00]> : tensor<3xf16>}) {
  %0 = torch.aten.mul.Tensor(%x, %y) : (tensor<3xf16>, tensor<f32>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// The first operand is rounded to the type of the result.
// CHECK-LABEL: func.func @first
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @first(%x: tensor<f32> {onnx.value = dense<-0.5> : tensor<f32>},
                 %y: tensor<3xf16> {onnx.value = dense<[0x7E00, -2.5, 0x7C00]> : tensor<3xf16>})
    -> (tensor<3xf16> {onnx.expected = dense<[0x7E00, 1.25, 0xFC00]> : tensor<3xf16>}) {
  %0 = torch.aten.mul.Tensor(%x, %y) : (tensor<f32>, tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// And so is a summand.
// CHECK-LABEL: func.func @summand
// CHECK: onnx.Add(%arg0, {{.*}})
func.func @summand(%x: tensor<3xf16> {onnx.value = dense<[0x7C00, -2.0, 0x7E00]> : tensor<3xf16>})
    -> (tensor<3xf16> {onnx.expected = dense<[0x7C00, -1.9, 0x7E00]> : tensor<3xf16>}) {
  %0 = torch.aten.add.Tensor(%x, 0.1) : (tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// CHECK-LABEL: func.func @scaled_summand
// CHECK: onnx.Mul(
// CHECK: onnx.Add(
func.func @scaled_summand(%x: tensor<3xf16> {onnx.value = dense<[3.0, 0x7C00, 0x7E00]> : tensor<3xf16>},
                          %y: tensor<3xf16> {onnx.value = dense<[-2.75, 0x7E00, 0x7C00]> : tensor<3xf16>})
    -> (tensor<3xf16> {onnx.expected = dense<[-5.25, 0x7E00, 0x7E00]> : tensor<3xf16>}) {
  %0 = torch.aten.add.Tensor(%x, %y, alpha=3) : (tensor<3xf16>, tensor<3xf16>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// Single precision has nothing of it.
// CHECK-LABEL: func.func @single
// CHECK: onnx.Mul(%arg0, {{.*}})
func.func @single(%x: tensor<3xf32> {onnx.value = dense<[0x7FC00000, -2.75, 0x7F800000]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7FC00000, -0.275, 0x7F800000]> : tensor<3xf32>}) {
  %0 = torch.aten.mul.Tensor(%x, 0.1) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
