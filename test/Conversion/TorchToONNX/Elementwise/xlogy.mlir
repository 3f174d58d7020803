// Products with a logarithm, which are 0 where the factor is, unless the other is NaN.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @number_first
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Log(%arg0)
// CHECK: onnx.Mul(
func.func @number_first(%x: tensor<6xf32> {onnx.value = dense<[-0.0, 1.0, 2.25, 0xFF800000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0.0, 0.0, 0.0, 0.0, 0.0, 0x7FC00000]> : tensor<6xf32>}) {
  %0 = torch.aten.xlogy.Scalar_Self(0.0, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @number_last
// CHECK: onnx.IsNaN(
// CHECK: onnx.Not(
// CHECK: onnx.Log(
func.func @number_last(%x: tensor<6xf32> {onnx.value = dense<[-2.0, 0.875, -2.75, -2.5, 2.875, 1.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[-1.3862944, 0.6065038, -1.9061548, -1.732868, 1.9927981, 0.6931472]> : tensor<6xf32>}) {
  %0 = torch.aten.xlogy.Scalar_Other(%x, 2) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @xlog1py
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.IsNaN(%arg1)
// CHECK: onnx.Log
// CHECK: onnx.Where
func.func @xlog1py(%x: tensor<6xf32> {onnx.value = dense<[0.0, 0.0, 2.0, 0x7FC00000, 1.0, -1.5]> : tensor<6xf32>},
                   %y: tensor<6xf32> {onnx.value = dense<[-1.0, 0x7FC00000, -1.0, 2.0, 0.001, 4.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0.0, 0x7FC00000, 0xFF800000, 0x7FC00000, 0.0009995004, -2.414157]> : tensor<6xf32>}) {
  %0 = torch.aten.special_xlog1py.default(%x, %y) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @xlog1py_number_last
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.IsNaN
// CHECK: onnx.Log
// CHECK: onnx.Where
func.func @xlog1py_number_last(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, -0.0, 0.0, 2.0, -1.5]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0.0, 0.0, 0.8109302, -0.6081976]> : tensor<6xf32>}) {
  %0 = torch.aten.special_xlog1py.other_scalar(%x, 0.5) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @xlog1py_number_first
// CHECK: onnx.Equal
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Log
// CHECK: onnx.Where
func.func @xlog1py_number_first(%x: tensor<6xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, -1.0, -0.0, 0.001, -2.0]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0xFF800000, -0.0, 0.0019990008, 0x7FC00000]> : tensor<6xf32>}) {
  %0 = torch.aten.special_xlog1py.self_scalar(2.0, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
