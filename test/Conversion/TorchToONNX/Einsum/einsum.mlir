// Equations.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// One product of matrices.
// CHECK-LABEL: func.func @product
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 0, 2, 1>}
// CHECK: %[[V1:.*]] = onnx.MatMul(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<5x2x4xf32>
func.func @product(%x: tensor<5x2x3xf32> {onnx.value = dense<[[[1.0, -0.75, -2.25], [-0.25, 1.25, 1.25]], [[2.5, 2.5, -2.0], [0.75, 0.5, -0.5]], [[1.25, 0x7F800000, -0.5], [3.0, -1.5, 0.0]], [[1.5, 1.0, -0.25], [2.5, -1.75, 3.25]], [[-0.5, 1.75, 0x7FC00000], [-0.5, -2.25, -1.75]]]> : tensor<5x2x3xf32>},
                   %y: tensor<5x4x3xf32> {onnx.value = dense<[[[-3.0, -2.75, 3.0], [2.25, -2.0, -2.75], [-1.5, 3.25, 1.25], [1.0, 0.25, -2.0]], [[0.25, 3.25, -0.25], [-1.75, 0.75, 2.75], [0x7F800000, -0.25, 2.25], [-3.25, 0.75, 0.75]], [[1.75, 2.75, 2.25], [1.0, 0.0, -3.25], [-2.25, -3.25, -0.25], [1.25, 3.25, 1.25]], [[-3.0, -1.5, -1.5], [0.0, 1.25, 0.25], [2.25, 0x7FC00000, -1.25], [1.0, -0.5, 1.25]], [[-2.75, -2.5, -1.75], [0.5, 2.0, -2.0], [-0.25, 2.75, -2.25], [0.0, 1.75, -2.25]]]> : tensor<5x4x3xf32>})
    -> (tensor<5x2x4xf32> {onnx.expected = dense<[[[-7.6875, 9.9375, -6.75, 5.3125], [1.0625, -6.5, 6.0, -2.4375]], [[9.25, -8.0, 0x7F800000, -7.75], [1.9375, -2.3125, 0x7F800000, -2.4375]], [[0x7F800000, 0x7FC00000, 0xFF800000, 0x7F800000], [1.125, 3.0, -1.875, -1.125]], [[-5.625, 1.1875, 0x7FC00000, 0.6875], [-9.75, -1.375, 0x7FC00000, 7.4375]], [[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [10.0625, -1.25, -2.125, 0.0]]]> : tensor<5x2x4xf32>}) {
  %0 = torch.aten.einsum.default("bij,bkj->bik", [%x, %y]) : (tensor<5x2x3xf32>, tensor<5x4x3xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @sum
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @sum(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7F800000, -3.0, 0xFF800000], [-0.0, -3.0, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0x7F800000, -6.0, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.einsum.default("ij->j", [%x]) : (tensor<2x3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>}
// CHECK: return %[[V0]] : tensor<3x2xf32>
func.func @transposed(%x: tensor<2x3xf32> {onnx.value = dense<[[1.25, 2.5, 0x7FC00000], [0x7F800000, -0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[1.25, 0x7F800000], [2.5, -0.0], [0x7FC00000, 0xFF800000]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.einsum.default("ij->ji", [%x]) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// The result is spelled out.
// CHECK-LABEL: func.func @implicit
// CHECK: %[[V0:.*]] = onnx.Einsum(%arg0, %arg1) {equation = "ba,c->abc"}
// CHECK: return %[[V0]] : tensor<3x2x4xf32>
func.func @implicit(%x: tensor<2x3xf32> {onnx.value = dense<[[-6.25, 38.75, 40.0], [-13.75, 15.0, -7.5]]> : tensor<2x3xf32>},
                    %y: tensor<4xf32> {onnx.value = dense<[-42.5, 22.5, 23.75, 42.5]> : tensor<4xf32>})
    -> (tensor<3x2x4xf32> {onnx.expected = dense<[[[265.625, -140.625, -148.4375, -265.625], [584.375, -309.375, -326.5625, -584.375]], [[-1646.875, 871.875, 920.3125, 1646.875], [-637.5, 337.5, 356.25, 637.5]], [[-1700.0, 900.0, 950.0, 1700.0], [318.75, -168.75, -178.125, -318.75]]]> : tensor<3x2x4xf32>}) {
  %0 = torch.aten.einsum.default("ba, c", [%x, %y]) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// An ellipsis gets labels.
// CHECK-LABEL: func.func @ellipsis
// CHECK: %[[V0:.*]] = onnx.Einsum(%arg0, %arg1) {equation = "zij,j->z"}
// CHECK: return %[[V0]] : tensor<7xf32>
func.func @ellipsis(%x: tensor<7x2x3xf32> {onnx.value = dense<[[[41.25, -46.25, -8.75], [-35.0, -37.5, -32.5]], [[15.0, -41.25, -1.25], [47.5, -22.5, -3.75]], [[-37.5, -50.0, 25.0], [37.5, -41.25, 21.25]], [[-2.5, 6.25, 48.75], [-50.0, 3.75, 25.0]], [[-21.25, 47.5, -17.5], [10.0, 42.5, 46.25]], [[-41.25, -21.25, -28.75], [5.0, -3.75, 5.0]], [[-18.75, 48.75, 28.75], [26.25, -11.25, 38.75]]]> : tensor<7x2x3xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[35.0, 8.75, 18.75]> : tensor<3xf32>})
    -> (tensor<7xf32> {onnx.expected = dense<[-1287.5, 1535.9375, 68.75, -367.1875, 932.8125, -1932.8125, 1856.25]> : tensor<7xf32>}) {
  %0 = torch.aten.einsum.default("...ij,...j->...", [%x, %y]) : (tensor<7x2x3xf32>, tensor<3xf32>) -> tensor<7xf32>
  return %0 : tensor<7xf32>
}

// -----

// Integers are summed up in the dtype of the sum.
// CHECK-LABEL: func.func @sum_of_bytes
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceSum(%[[V0]], %[[V1]]) {keepdims = 0 : i64}
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @sum_of_bytes(%x: tensor<2x3xui8> {onnx.value = dense<[[4, 255, 1], [0, 0, 254]]> : tensor<2x3xui8>})
    -> (tensor<3xi64> {onnx.expected = dense<[4, 255, 255]> : tensor<3xi64>}) {
  %0 = torch.aten.einsum.default("ij->j", [%x]) : (tensor<2x3xui8>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
