// A scale for each index of an axis, or for each group of a row.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @channel
// CHECK: %[[Z:.*]] = onnx.Cast(%{{.*}}) {{.*}} -> tensor<4xi8>
// CHECK: onnx.DequantizeLinear(%arg0, %arg1, %[[Z]]) {axis = 0 : i64} : {{.*}} -> tensor<4x3xf32>
func.func @channel(%x: tensor<4x3xi8>, %s: tensor<4xf32>) -> tensor<4x3xf32> {
  %z = torch.constant dense<[0, 1, 2, 3]> : tensor<4xi64> : tensor<4xi64>
  %0 = torch.quantized_decomposed.dequantize_per_channel.default(%x, %s, %z, 0, -127, 127, dtype=i8) : (tensor<4x3xi8>, tensor<4xf32>, tensor<4xi64>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// A difference of two i8 wraps around in PyTorch.
// CHECK-LABEL: func.func @wraps
// CHECK-NOT: DequantizeLinear
// CHECK: onnx.Sub(%arg0, %{{.*}}) : (tensor<4x3xi8>, tensor<4x1xi8>) -> tensor<4x3xi8>
func.func @wraps(%x: tensor<4x3xi8>, %s: tensor<4xf32>) -> tensor<4x3xf32> {
  %z = torch.constant dense<[0, 1, 2, 3]> : tensor<4xi8> : tensor<4xi8>
  %0 = torch.quantized_decomposed.dequantize_per_channel.default(%x, %s, %z, 0, -127, 127, dtype=i8) : (tensor<4x3xi8>, tensor<4xf32>, tensor<4xi8>) -> tensor<4x3xf32>
  return %0 : tensor<4x3xf32>
}

// -----

// CHECK-LABEL: func.func @group
// CHECK: onnx.DequantizeLinear(%arg0, %arg1, %{{.*}}) {block_size = 32 : i64} : {{.*}} -> tensor<4x64xf32>
func.func @group(%x: tensor<4x64xi8>, %s: tensor<4x2xf32>) -> tensor<4x64xf32> {
  %0 = torch.quantized_decomposed.dequantize_per_channel_group.default(%x, %s, none, -8, 7, dtype=i8, group_size=32, output_dtype=f32) : (tensor<4x64xi8>, tensor<4x2xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}

// -----

// CHECK-LABEL: func.func @products
// CHECK: onnx.MatMulInteger(%arg0, %arg1
// CHECK: %[[W:.*]] = onnx.DequantizeLinear(%arg1, %arg2, %{{.*}}) {axis = 0 : i64}
// CHECK: onnx.Gemm(%arg3, %[[W]], %{{.*}}) {transB = 1 : i64}
func.func @products(%x: tensor<4x64xi8>, %y: tensor<64x64xi8>, %s: tensor<64xf32>, %z: tensor<4x64xf32>) -> (tensor<4x64xi32>, tensor<4x64xf32>) {
  %0 = torch.aten._int_mm.default(%x, %y) : (tensor<4x64xi8>, tensor<64x64xi8>) -> tensor<4x64xi32>
  %1 = torch.aten._weight_int8pack_mm.default(%z, %y, %s) : (tensor<4x64xf32>, tensor<64x64xi8>, tensor<64xf32>) -> tensor<4x64xf32>
  return %0, %1 : tensor<4x64xi32>, tensor<4x64xf32>
}
