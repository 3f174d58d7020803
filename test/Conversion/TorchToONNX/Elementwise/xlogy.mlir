// Products with a logarithm, which are 0 where the factor is, unless the other is NaN.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @number_first
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.And(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Log(%arg0)
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V0]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V5]], %[[V1]], %[[V7]])
// CHECK: return %[[V8]] : tensor<6xf32>
func.func @number_first(%x: tensor<6xf32> {onnx.value = dense<[0.5, -1.75, -0.25, -1.5, -1.0, -1.75]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<0.0> : tensor<6xf32>}) {
  %0 = torch.aten.xlogy.Scalar_Self(0.0, %x) : (tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// CHECK-LABEL: func.func @number_last
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Equal(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.IsNaN(%[[V0]])
// CHECK: %[[V4:.*]] = onnx.Not(%[[V3]])
// CHECK: %[[V5:.*]] = onnx.And(%[[V2]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Log(%[[V0]])
// CHECK: %[[V7:.*]] = onnx.Mul(%arg0, %[[V6]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V5]], %[[V1]], %[[V7]])
// CHECK: return %[[V8]] : tensor<6xf32>
func.func @number_last(%x: tensor<6xf32> {onnx.value = dense<[-1.25, 1.75, 0.75, -1.25, -0.5, -0.25]> : tensor<6xf32>})
    -> (tensor<6xf32> {onnx.expected = dense<[-0.866434, 1.2130076, 0.5198604, -0.866434, -0.3465736, -0.1732868]> : tensor<6xf32>}) {
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
