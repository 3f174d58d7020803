// One operator; integers are computed in double precision. What runtimes lack in
// digits of doubles is the legalization's.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @sigmoid_f32
// CHECK: %[[V0:.*]] = onnx.Sigmoid(%arg0)
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @sigmoid_f32(%x: tensor<4xf32> {onnx.value = dense<[0.5, 0x7F800000, 0.5, 0x7FC00000]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.62245935, 1.0, 0.62245935, 0x7FC00000]> : tensor<4xf32>}) {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @sigmoid_f64
// CHECK: %[[V0:.*]] = onnx.Sigmoid(%arg0)
// CHECK: return %[[V0]] : tensor<4xf64>
func.func @sigmoid_f64(%x: tensor<4xf64> {onnx.value = dense<[2.25, 0x7FF0000000000000, 0x7FF8000000000000, -1.25]> : tensor<4xf64>})
    -> (tensor<4xf64> {onnx.expected = dense<[0.9046505351008906, 1.0, 0x7FF8000000000000, 0.22270013882530884]> : tensor<4xf64>}) {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// CHECK-LABEL: func.func @sigmoid_i64
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[V1:.*]] = onnx.Sigmoid(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = f32}
// CHECK: return %[[V2]] : tensor<4xf32>
func.func @sigmoid_i64(%x: tensor<4xi64> {onnx.value = dense<[-9223372036854775808, 9223372036854775807, -1, -2]> : tensor<4xi64>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.0, 1.0, 0.26894143, 0.11920292]> : tensor<4xf32>}) {
  %0 = torch.aten.sigmoid.default(%x) : (tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
