// Powers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @square
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @square(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 2) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @root
// CHECK: %[[V0:.*]] = onnx.Sqrt(%arg0)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @root(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @inverse_root
// CHECK: %[[V0:.*]] = onnx.Sqrt(%arg0)
// CHECK: %[[V1:.*]] = onnx.Reciprocal(%[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @inverse_root(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.pow.Tensor_Scalar(%x, -0.5) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @cube
// CHECK: %[[V0:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Pow(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @cube(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 3) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @base
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Pow(%[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<?x3xf32>
func.func @base(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.pow.Scalar(2, %x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// Integers wrap around, in narrow types as in wide ones: by squaring, as long as
// there are bits in the exponent. Negative exponents leave 1 and -1.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[Y:.*]] = onnx.Cast(%arg1) {to = i32}
// CHECK: %[[NEGATIVE:.*]] = onnx.Less(%[[Y]],
// CHECK: %[[X:.*]] = onnx.Cast(%arg0) {to = i32}
// CHECK: %[[BITS:.*]] = onnx.Max(%[[Y]],
// CHECK: %[[STATES:.*]]:3 = onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %[[X]], %[[BITS]])
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %{{.*}}: tensor<i1>, %[[R:.*]]: tensor<3xi32>, %[[S:.*]]: tensor<3xi32>, %[[E:.*]]: tensor<3xi32>)
// CHECK: %[[REST:.*]] = onnx.Div(%[[E]],
// CHECK: %[[ODD:.*]] = onnx.Equal
// CHECK: %[[PRODUCT:.*]] = onnx.Mul(%[[R]], %[[S]])
// CHECK: %[[NEXT:.*]] = onnx.Where(%[[ODD]], %[[PRODUCT]], %[[R]])
// CHECK: %[[SQUARE:.*]] = onnx.Mul(%[[S]], %[[S]])
// CHECK: onnx.Yield(%{{.*}}, %[[NEXT]], %[[SQUARE]], %[[REST]])
// CHECK: %[[POWER:.*]] = onnx.Where(%[[NEGATIVE]], %{{.*}}, %[[STATES]]#0)
// CHECK: onnx.Cast(%[[POWER]]) {to = ui8}
func.func @narrow(%x: tensor<3xui8>, %y: tensor<3xui8>) -> tensor<3xui8> {
  %0 = torch.aten.pow.Tensor_Tensor(%x, %y) : (tensor<3xui8>, tensor<3xui8>) -> tensor<3xui8>
  return %0 : tensor<3xui8>
}

// -----

// Products for a known exponent.
// CHECK-LABEL: func.func @fifth
// CHECK-NEXT: %[[TWO:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK-NEXT: %[[FOUR:.*]] = onnx.Mul(%[[TWO]], %[[TWO]])
// CHECK-NEXT: %[[FIVE:.*]] = onnx.Mul(%arg0, %[[FOUR]])
// CHECK-NEXT: return %[[FIVE]]
func.func @fifth(%x: tensor<?xi64>) -> tensor<?xi64> {
  %0 = torch.aten.pow.Tensor_Scalar(%x, 5) : (tensor<?xi64>) -> tensor<?xi64>
  return %0 : tensor<?xi64>
}

// -----

// CHECK-LABEL: func.func @float_power
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xf64>
func.func @float_power(%x: tensor<3xf32>) -> tensor<3xf64> {
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
func.func @float_power_of_number(%x: tensor<2x3xi64>) -> tensor<2x3xf64> {
  %0 = torch.aten.float_power.Scalar(2, %x) : (tensor<2x3xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @float_power
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f64}
// CHECK: %[[V2:.*]] = onnx.Pow(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf64>
func.func @float_power(%x: tensor<2x3xf32>, %y: tensor<3xi64>) -> tensor<2x3xf64> {
  %0 = torch.aten.float_power.Tensor_Tensor(%x, %y) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @rsqrt
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[V1:.*]] = onnx.Sqrt(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Reciprocal(%[[V1]])
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @rsqrt(%x: tensor<2x3xi64>) -> tensor<2x3xf32> {
  %0 = torch.aten.rsqrt.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @square
// CHECK: %[[V0:.*]] = onnx.Mul(%arg0, %arg0)
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @square(%x: tensor<2x3xi64>) -> tensor<2x3xi64> {
  %0 = torch.aten.square.default(%x) : (tensor<2x3xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}
