// One operator for floats that models compute with, formulas in double precision
// for doubles and integers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @sigmoid_f32
// CHECK: %[[V0:.*]] = onnx.Sigmoid(%arg0)
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @sigmoid_f32(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sigmoid_f64
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Neg(%arg0)
// CHECK: %[[V2:.*]] = onnx.Exp(%[[V1]])
// CHECK: %[[V3:.*]] = onnx.Add(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Div(%[[V0]], %[[V3]])
// CHECK: return %[[V4]] : tensor<4xf64>
func.func @sigmoid_f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func @sigmoid_i64
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Neg(%[[V0]])
// CHECK: %[[V3:.*]] = onnx.Exp(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.Add(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Div(%[[V1]], %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Cast(%[[V5]]) {to = f32}
// CHECK: return %[[V6]] : tensor<4xf32>
func.func @sigmoid_i64(%x: tensor<4xi64>) -> tensor<4xf32> {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
