// In a program of TorchScript, a range of integers of 64 bits up to a float is
// counted after truncation, a range of other integers before.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected -o /dev/null

module attributes {torch.scripted} {

// CHECK-LABEL: func.func @long
// CHECK: onnx.Range
func.func @long(%n: f64 {onnx.value = dense<2.0> : tensor<f64>}) -> (tensor<?xi64, #sym.dims<u0>> {onnx.expected = dense<[2, 3, 4, 5, 6, 7]> : tensor<6xi64>}) {
  %0 = torch.aten.arange.start_step(%n, 8.5, 1.5, dtype=i64) : (f64) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// CHECK-LABEL: func.func @int
// CHECK: onnx.Ceil
func.func @int(%n: f64 {onnx.value = dense<2.0> : tensor<f64>}) -> (tensor<?xi32, #sym.dims<u0>> {onnx.expected = dense<[2, 3, 4, 5, 6]> : tensor<5xi32>}) {
  %0 = torch.aten.arange.start_step(%n, 8.5, 1.5, dtype=i32) : (f64) -> tensor<?xi32, #sym.dims<u0>>
  return %0 : tensor<?xi32, #sym.dims<u0>>
}

}
