// Below opset 19 a deformed convolution gathers four pixels for each tap; from there
// on it is an operator.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=18 --split-input-file --verify-diagnostics | FileCheck %s --implicit-check-not=DeformConv
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=19 --split-input-file | FileCheck %s --check-prefix=NEW --implicit-check-not=onnx.Gather

// CHECK-LABEL: func.func @deformed
// The pixels are rows of [images and groups and places, channels].
// CHECK: onnx.Reshape({{.*}} -> tensor<288x2xf32>
// CHECK-COUNT-4: onnx.Gather({{.*}} -> tensor<2x2x6x4x11x2xf32>
// CHECK: onnx.MatMul({{.*}} -> tensor<2x2x3x44xf32>
// CHECK: onnx.Add({{.*}} -> tensor<2x6x4x11xf32>
// NEW-LABEL: func.func @deformed
// NEW: onnx.DeformConv
func.func @deformed(%x: tensor<2x4x8x9xf32>, %w: tensor<6x2x3x2xf32>, %o: tensor<2x24x4x11xf32>, %m: tensor<2x12x4x11xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x11xf32> {
  %0 = torch.torchvision.deform_conv2d.default(%x, %w, %o, %m, %b, 2, 1, 1, 2, 1, 2, 2, 2, true) : (tensor<2x4x8x9xf32>, tensor<6x2x3x2xf32>, tensor<2x24x4x11xf32>, tensor<2x12x4x11xf32>, tensor<6xf32>) -> tensor<2x6x4x11xf32>
  return %0 : tensor<2x6x4x11xf32>
}
