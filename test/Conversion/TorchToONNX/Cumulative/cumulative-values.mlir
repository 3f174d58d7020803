// Tests by value of cumulative.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The kernel: from -inf on, along the first axis.
// CHECK-LABEL: func.func @logcumsumexp_kernel
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Scan({{.*}}) {num_scan_inputs = 1 : i64}
// CHECK: onnx.Where
// CHECK: onnx.Exp
// CHECK: onnx.Log
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @logcumsumexp_kernel(%x: tensor<3x4xf32> {onnx.value = dense<[[0xFF800000, 1.0, 100.0, 0xFF800000], [0.5, 0x7FC00000, 100.0, 0xFF800000], [1.0, 2.0, -3.0, 4.0]]> : tensor<3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0xFF800000, 1.0, 100.0, 0xFF800000], [0.5, 0x7FC00000, 100.693146, 0xFF800000], [1.474077, 0x7FC00000, 100.693146, 4.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._logcumsumexp.default(%x, -2) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
