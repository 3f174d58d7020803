// Windows at places that samples tell.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// An image by itself reads the first of more samples.
// CHECK-LABEL: func.func @more_samples
// CHECK: onnx.Slice(%arg1, {{.*}} -> tensor<1x3x2xf32>
// CHECK: return
func.func @more_samples(%x: tensor<3x8x9xf32>, %s: tensor<4x3x2xf32>) -> tensor<3x4x5xf32> {
  %0:2 = torch.aten.fractional_max_pool2d.default(%x, [2, 3], [4, 5], %s) : (tensor<3x8x9xf32>, tensor<4x3x2xf32>) -> (tensor<3x4x5xf32>, tensor<3x4x5xi64>)
  return %0#0 : tensor<3x4x5xf32>
}
