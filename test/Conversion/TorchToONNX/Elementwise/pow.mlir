// Powers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @square
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @square(%x: tensor<?x3xf32> {onnx.value = dense<[[2.0, 0.25, -2.0], [-0.25, -1.75, -0.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[4.0, 0.0625, 4.0], [0.0625, 3.0625, 0.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 2) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @root
// CHECK: %[[V0:.*]] = onnx.Sqrt(%arg0)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @root(%x: tensor<?x3xf32> {onnx.value = dense<[[0.5, -1.75, -2.0], [-2.0, -1.5, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.70710677, 0x7FC00000, 0x7FC00000], [0x7FC00000, 0x7FC00000, 1.4142135]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @inverse_root
// CHECK: %[[V0:.*]] = onnx.Sqrt(%arg0)
// CHECK: %[[V1:.*]] = onnx.Reciprocal(%[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @inverse_root(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.25, 1.75, 1.0], [0.75, -0.25, -2.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0.755929, 1.0], [1.1547005, 0x7FC00000, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, -0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @cube
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Pow(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @cube(%x: tensor<?x3xf32> {onnx.value = dense<[[0.5, -1.5, -0.75], [-1.0, 0.5, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.125, -3.375, -0.421875], [-1.0, 0.125, 1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 3) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @base
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Pow(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @base(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.25, 0.25, -1.25], [2.0, 0.75, -0.25]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0.4204482, 1.1892071, 0.4204482], [4.0, 1.6817929, 0.8408964]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.pow.Scalar(2, %x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Integers wrap around, in narrow types as in wide ones: by squaring, as long as
// there are bits in the exponent. Negative exponents leave 1 and -1.
// CHECK-LABEL: func.func @narrow
// CHECK: onnx.Cast(%arg1) {to = i32}
// CHECK: onnx.Max
// CHECK: onnx.Loop
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = ui8}
func.func @narrow(%x: tensor<8xui8> {onnx.value = dense<[0, 0, 2, 3, 255, 200, 1, 7]> : tensor<8xui8>},
                  %y: tensor<8xui8> {onnx.value = dense<[0, 3, 7, 5, 2, 3, 255, 2]> : tensor<8xui8>})
    -> (tensor<8xui8> {onnx.expected = dense<[1, 0, 128, 243, 1, 0, 1, 49]> : tensor<8xui8>}) {
  %0 = torch.aten.pow.Tensor_Tensor(%x, %y) : (tensor<8xui8>, tensor<8xui8>) -> tensor<8xui8>
  return %0 : tensor<8xui8>
}

// -----

// Products for a known exponent.
// CHECK-LABEL: func.func @fifth
// CHECK-NEXT: %[[TWO:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK-NEXT: %[[FOUR:.*]] = onnx.Mul(%[[TWO]], %[[TWO]])
// CHECK-NEXT: %[[FIVE:.*]] = onnx.Mul(%arg0, %[[FOUR]])
// CHECK-NEXT: return %[[FIVE]]
func.func @fifth(%x: tensor<?xi64> {onnx.value = dense<0> : tensor<2xi64>})
    -> (tensor<?xi64> {onnx.expected = dense<0> : tensor<2xi64>}) {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 5) : (tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// CHECK-LABEL: func.func @float_power
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xf64>
func.func @float_power(%x: tensor<3xf32> {onnx.value = dense<[-1.5, 0.25, 0.5]> : tensor<3xf32>})
    -> (tensor<3xf64> {onnx.expected = dense<[-3.375, 0.015625, 0.125]> : tensor<3xf64>}) {
  %0 = torch.aten.float_power.Tensor_Scalar(%x, 3) : (tensor<3xf32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// In double precision, whatever the operands.
// CHECK-LABEL: func.func @float_power_of_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf64>
func.func @float_power_of_number(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 1, 1], [1, 0, 0]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[2.0, 2.0, 2.0], [2.0, 1.0, 1.0]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.float_power.Scalar(2, %x) : (tensor<2x3xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @float_power
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf64>
func.func @float_power(%x: tensor<2x3xf32> {onnx.value = dense<[[-1.5, 0.25, 0.5], [1.5, 0.25, -0.25]]> : tensor<2x3xf32>},
                       %y: tensor<3xi64> {onnx.value = dense<[0, 1, 0]> : tensor<3xi64>})
    -> (tensor<2x3xf64> {onnx.expected = dense<[[1.0, 0.25, 1.0], [1.0, 0.25, 1.0]]> : tensor<2x3xf64>}) {
  %0 = torch.aten.float_power.Tensor_Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @rsqrt
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Reciprocal(%[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @rsqrt(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 0, 0], [0, 1, 1]]> : tensor<2x3xi64>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0x7F800000, 0x7F800000], [0x7F800000, 1.0, 1.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.rsqrt.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @square
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @square(%x: tensor<2x3xi64> {onnx.value = dense<[[0, 0, 0], [1, 0, 1]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[0, 0, 0], [1, 0, 1]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.square.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
