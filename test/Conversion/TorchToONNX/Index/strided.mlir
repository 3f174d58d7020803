// Elements by their position in memory.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @copy
// CHECK: onnx.Reshape({{.*}}, %{{.*}})
// CHECK: onnx.Gather(
func.func @copy(%x: tensor<3x4xf32> {onnx.value = dense<[[0.0, -0.0, 0.5, 0x7FC00000], [1.0e+38, 1.75, 0xFF800000, -1.0e+38], [0.5, -1.25, 1.75, 0x7F800000]]> : tensor<3x4xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.0, 1.75, -1.25], [0.5, 0xFF800000, 1.75]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.as_strided.default(%x, [2, 3], [1, 4], 1) : (tensor<3x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @scatter
// CHECK: onnx.Gather({{.*}}) : (
// CHECK: onnx.Reshape({{.*}}) : (
func.func @scatter(%x: tensor<2x4xf32> {onnx.value = dense<[[0xFF800000, 0x7F800000, 0x7FC00000, 1.5], [0.0, -2.75, -0.0, 0.0]]> : tensor<2x4xf32>},
                   %y: tensor<2x2xf32> {onnx.value = dense<[[0x7FC00000, -2.75], [0x7F800000, 2.0]]> : tensor<2x2xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0xFF800000, 0x7FC00000, 0x7FC00000, -2.75], [0.0, 0x7F800000, -0.0, 2.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.as_strided_scatter.default(%x, %y, [2, 2], [4, 2], 1) : (tensor<2x4xf32>, tensor<2x2xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Without elements any strides will do.
// CHECK-LABEL: func.func @as_strided_empty
// CHECK: onnx.Gather
// CHECK: return {{.*}} : tensor<4x0xf32>
func.func @as_strided_empty(%x: tensor<10xf32>) -> tensor<4x0xf32> {
  %0 = torch.aten.as_strided.default(%x, size=[4, 0], stride=[9223372036854775807, 2], storage_offset=9223372036854775807) : (tensor<10xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}
