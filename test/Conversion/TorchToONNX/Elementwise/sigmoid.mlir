// One operator; integers are computed in double precision. What runtimes lack in
// digits of doubles is the legalization's.
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
// CHECK: %[[V0:.*]] = onnx.Sigmoid(%arg0)
// CHECK: return %[[V0]] : tensor<4xf64>
func.func @sigmoid_f64(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func @sigmoid_i64
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Sigmoid(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f32}
// CHECK: return %[[V2]] : tensor<4xf32>
func.func @sigmoid_i64(%x: tensor<4xi64>) -> tensor<4xf32> {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
