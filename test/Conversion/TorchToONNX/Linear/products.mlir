// Products of vectors and matrices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @linear
// CHECK: onnx.Gemm(%arg0, %arg1, %arg2) {transB = 1 : i64}
func.func @linear(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[1.25, 22.5, 31.25], [-41.25, 35.0, 10.0]]> : tensor<2x3xf32>},
                  %w: tensor<4x3xf32> {onnx.value = dense<[[22.5, 45.0, 13.75], [40.0, 32.5, 16.25], [-33.75, 42.5, -21.25], [-45.0, 45.0, -27.5]]> : tensor<4x3xf32>},
                  %b: tensor<4xf32> {onnx.value = dense<[-41.25, -35.0, -3.75, -27.5]> : tensor<4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[1429.0625, 1254.0625, 246.25, 69.375], [743.125, -385.0, 2663.4375, 3128.75]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.linear.default(%x, %w, %b) : (tensor<?x3xf32, #sym.dims<n>>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// More dimensions are a MatMul.
// CHECK-LABEL: func.func @linear3
// CHECK: onnx.Transpose(%arg1) {perm = array<i64: 1, 0>}
// CHECK: onnx.MatMul(%arg0, {{.*}})
func.func @linear3(%x: tensor<1x2x3xf32> {onnx.value = dense<[[[-2.375, -0.0, -0.75], [1.625, -0.875, 0.125]]]> : tensor<1x2x3xf32>},
                   %w: tensor<4x3xf32> {onnx.value = dense<[[3.0, -0.0, -0.5], [-2.0, -0.875, -1.375], [-2.5, -2.75, -1.875], [0.875, -1.5, 1.625]]> : tensor<4x3xf32>})
    -> (tensor<1x2x4xf32> {onnx.expected = dense<[[[-6.75, 5.78125, 7.34375, -3.296875], [4.8125, -2.65625, -1.890625, 2.9375]]]> : tensor<1x2x4xf32>}) {
  %0 = torch.aten.linear.default(%x, %w, none) : (tensor<1x2x3xf32>, tensor<4x3xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// -----

// Beta 0: not even NaN counts.
// CHECK-LABEL: func.func @addmm
// CHECK: onnx.Gemm(%arg1, %arg2, {{.*}}) {alpha = 2.000000e+00 : f32}
func.func @addmm(%c: tensor<2x4xf32> {onnx.value = dense<[[32.5, -16.25, 36.25, 20.0], [47.5, 25.0, 37.5, -6.25]]> : tensor<2x4xf32>},
                 %x: tensor<2x3xf32> {onnx.value = dense<[[41.25, -46.25, 8.75], [-17.5, -8.75, -28.75]]> : tensor<2x3xf32>},
                 %y: tensor<3x4xf32> {onnx.value = dense<[[38.75, -26.25, -48.75, 8.75], [-12.5, -16.25, 8.75, 13.75], [-38.75, -45.0, -46.25, -36.25]]> : tensor<3x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[3675.0, -1450.0, -5640.625, -1184.375], [1090.625, 3790.625, 4212.5, 1537.5]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.addmm.default(%c, %x, %y, beta=0, alpha=2) : (tensor<2x4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @baddbmm
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.MatMul(%arg1, %arg2)
// CHECK: onnx.Add(
func.func @baddbmm(%c: tensor<5x2x4xf32> {onnx.value = dense<[[[2.5, 2.75, -1.5, 0.25], [2.25, 3.25, -1.0e+38, -1.75]], [[-1.25, 1.0e+38, 0.5, 0x7F800000], [-2.25, 2.5, -1.75, -0.25]], [[0x7FC00000, -2.25, 0.75, -0.75], [-2.25, 0.5, 0xFF800000, 0.0]], [[0.0, 0.5, 0.5, -1.5], [-0.5, -1.75, 3.0, -1.5]], [[2.5, -3.25, 0.0, 1.5], [-0.0, 3.25, 1.0, 1.25]]]> : tensor<5x2x4xf32>},
                   %x: tensor<5x2x3xf32> {onnx.value = dense<[[[2.25, 0xFF800000, -3.0], [0.75, 0.0, -1.5]], [[3.0, 0.5, 1.0e+38], [0x7F800000, -3.0, 2.0]], [[-1.75, -1.0e+38, 0.0], [-0.5, 0.75, 2.0]], [[0.5, 2.5, 0x7FC00000], [3.0, -0.0, 0.0]], [[-0.75, -3.0, 1.25], [-1.5, -1.5, 1.5]]]> : tensor<5x2x3xf32>},
                   %y: tensor<5x3x4xf32> {onnx.value = dense<[[[2.75, -0.25, -2.75, 2.25], [1.25, -0.25, 2.75, 1.0], [1.0, -1.0, 0.5, -3.0]], [[0.0, 0xFF800000, -1.0e+38, 3.25], [-0.5, 0.75, -1.75, -2.0], [1.0, 3.25, 1.0e+38, -3.0]], [[-1.25, -1.5, -1.25, -3.0], [-3.0, 0.5, 1.25, -2.0], [-1.25, 1.5, -3.25, 0.5]], [[2.25, 3.25, 3.0, 1.5], [-2.75, 3.25, -1.75, -2.5], [-2.5, 1.75, 2.75, -1.75]], [[0x7FC00000, 2.5, 2.25, -0.5], [0x7F800000, -0.0, 3.25, -2.0], [0.5, -2.5, 2.5, 0.5]]]> : tensor<5x3x4xf32>})
    -> (tensor<5x2x4xf32> {onnx.expected = dense<[[[0xFF800000, 0x7F800000, 0xFF800000, 0xFF800000], [5.0625, 7.8125, -2.0e+38, 2.6875]], [[1.0e+38, 0xFF800000, 0x7F800000, 0x7F800000], [0x7FC00000, 0xFF800000, 0xFF800000, 0x7F800000]], [[0x7FC00000, -5.0e+37, -1.2499999e+38, 2.0e+38], [-8.625, 5.125, 0xFF800000, 1.0]], [[0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000], [5.75, 6.25, 15.0, 1.5]], [[0x7FC00000, -11.5, -8.3125, 10.0], [0x7FC00000, -1.0, -2.5, 7.0]]]> : tensor<5x2x4xf32>}) {
  %0 = torch.aten.baddbmm.default(%c, %x, %y, beta=2) : (tensor<5x2x4xf32>, tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// MatMul has no narrow integers.
// CHECK-LABEL: func.func @mm_i8
// CHECK: onnx.MatMul(
func.func @mm_i8(%x: tensor<2x3xi8> {onnx.value = dense<[[-127, 126, -128], [7, 127, -6]]> : tensor<2x3xi8>},
                 %y: tensor<3x4xi8> {onnx.value = dense<[[-1, -128, -1, 0], [8, 2, 127, -7], [-127, 126, 0, 1]]> : tensor<3x4xi8>})
    -> (tensor<2x4xi8> {onnx.expected = dense<[[-17, 124, 1, 14], [-21, -118, -6, -127]]> : tensor<2x4xi8>}) {
  %0 = torch.aten.mm.default(%x, %y) : (tensor<2x3xi8>, tensor<3x4xi8>) -> tensor<2x4xi8>
  return %0 : tensor<2x4xi8>
}

// -----

// CHECK-LABEL: func.func @outer
// CHECK: onnx.Mul({{.*}}, %arg1)
func.func @outer(%x: tensor<2xf32> {onnx.value = dense<[1.125, 2.5]> : tensor<2xf32>},
                 %y: tensor<3xf32> {onnx.value = dense<[2.5, -2.75, -2.0]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[2.8125, -3.09375, -2.25], [6.25, -6.875, -5.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.outer.default(%x, %y) : (tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @tensordot
// CHECK: onnx.Transpose(%arg1) {perm = array<i64: 1, 0, 2>}
// CHECK: onnx.MatMul(
func.func @tensordot(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[-40.0, 15.0, 16.25, -22.5], [-31.25, 7.5, 48.75, 36.25], [-35.0, -12.5, 46.25, -35.0]], [[46.25, 40.0, 40.0, 42.5], [38.75, 22.5, -7.5, -16.25], [-38.75, -23.75, 17.5, -50.0]]]> : tensor<2x3x4xf32>},
                     %y: tensor<4x3x5xf32> {onnx.value = dense<[[[1.25, 22.5, 8.75, 40.0, 42.5], [46.25, -11.25, 21.25, 7.5, 37.5], [-8.75, 5.0, 46.25, -10.0, 42.5]], [[16.25, -27.5, 11.25, -43.75, 42.5], [-3.75, -20.0, 6.25, 41.25, -21.25], [-12.5, 28.75, 40.0, -10.0, 47.5]], [[3.75, -10.0, 25.0, -12.5, -36.25], [25.0, -1.25, 21.25, 6.25, -31.25], [35.0, -38.75, 6.25, -33.75, 38.75]], [[37.5, 43.75, -5.0, 22.5, 15.0], [-32.5, 35.0, -48.75, 38.75, 27.5], [48.75, 18.75, -22.5, 8.75, 43.75]]]> : tensor<4x3x5xf32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[-1646.875, -4032.8125, -2053.125, -2573.4375, -5667.1875], [3310.9375, -2537.5, 1731.25, 695.3125, -668.75]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.tensordot.default(%x, %y, [1, 2], [1, 0]) : (tensor<2x3x4xf32>, tensor<4x3x5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// The cheaper product first.
// CHECK-LABEL: func.func @multi_dot
// CHECK: onnx.MatMul(%arg1, %arg2)
// CHECK: onnx.MatMul(%arg0, {{.*}})
func.func @multi_dot(%x: tensor<9x2xf32> {onnx.value = dense<[[-35.0, -5.0], [20.0, 8.75], [3.75, 10.0], [18.75, -12.5], [11.25, 46.25], [-41.25, -48.75], [-48.75, 30.0], [25.0, 31.25], [-22.5, 22.5]]> : tensor<9x2xf32>},
                     %y: tensor<2x9xf32> {onnx.value = dense<[[23.75, -30.0, -10.0, -43.75, -38.75, 43.75, -42.5, 15.0, -47.5], [-43.75, -11.25, -30.0, -40.0, -10.0, 46.25, 46.25, -16.25, -32.5]]> : tensor<2x9xf32>},
                     %z: tensor<9x1xf32> {onnx.value = dense<[[-12.5], [-35.0], [-2.5], [-26.25], [-20.0], [20.0], [-50.0], [-30.0], [33.75]]> : tensor<9x1xf32>})
    -> (tensor<9x1xf32> {onnx.expected = dense<[[-129039.06], [75320.31], [16369.141], [65048.83], [53474.61], [-163599.61], [-169798.83], [99609.375], [-76042.97]]> : tensor<9x1xf32>}) {
  %0 = torch.aten.linalg_multi_dot.default([%x, %y, %z]) : (tensor<9x2xf32>, tensor<2x9xf32>, tensor<9x1xf32>) -> tensor<9x1xf32>
  return %0 : tensor<9x1xf32>
}

// -----

// By squares.
// CHECK-LABEL: func.func @matrix_power
// CHECK: onnx.MatMul(%arg0, %arg0)
// CHECK: onnx.MatMul(%arg0, {{.*}})
func.func @matrix_power(%x: tensor<3x3xf32> {onnx.value = dense<[[-1.25, -36.25, 42.5], [6.25, 41.25, -40.0], [-3.75, 48.75, -3.75]]> : tensor<3x3xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[-273.4375, 99914.06, -45851.562], [1160.1562, -94269.53, 40628.906], [19728.516, -32853.516, -56958.984]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.linalg_matrix_power.default(%x, 3) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// Operands of 8 bits are multiplied in single precision, their scales before.
// CHECK-LABEL: func.func @scaled
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<4x16xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg2) : {{.*}} -> tensor<4x16xf32>
// CHECK: %[[V2:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<16x32xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V2]], %arg3) : {{.*}} -> tensor<16x32xf32>
// CHECK: %[[V4:.*]] = onnx.MatMul(%[[V1]], %[[V3]]) : {{.*}} -> tensor<4x32xf32>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[V4]]) {to = bf16} : {{.*}} -> tensor<4x32xbf16>
// CHECK: return %[[V5]] : tensor<4x32xbf16>
func.func @scaled(%x: tensor<4x16xf8E4M3FN>, %y: tensor<16x32xf8E4M3FN>, %a: tensor<4x1xf32>, %b: tensor<1x32xf32>) -> tensor<4x32xbf16> {
  %0 = torch.aten._scaled_mm.default(%x, %y, %a, %b, out_dtype=bf16) : (tensor<4x16xf8E4M3FN>, tensor<16x32xf8E4M3FN>, tensor<4x1xf32>, tensor<1x32xf32>) -> tensor<4x32xbf16>
  return %0 : tensor<4x32xbf16>
}

// -----

// Too large numbers are infinite in e5m2, the largest one in e4m3fn.
// CHECK-LABEL: func.func @eight
// CHECK: onnx.Cast(%arg0) {saturate = 0 : i64, to = f8E5M2} : {{.*}} -> tensor<4xf8E5M2>
// CHECK: onnx.Cast(%arg0) {to = f8E4M3FN} : {{.*}} -> tensor<4xf8E4M3FN>
func.func @eight(%x: tensor<4xf32> {onnx.value = dense<[-2.0, 0x7FC00000, 0x7F800000, -0.25]> : tensor<4xf32>})
    -> (tensor<4xf8E5M2> {onnx.expected = dense<[-2.0, 0x7F, 0x7C, -0.25]> : tensor<4xf8E5M2>},
        tensor<4xf8E4M3FN> {onnx.expected = dense<[-2.0, 0x7F, 450.0, -0.25]> : tensor<4xf8E4M3FN>}) {
  %0 = torch.aten._to_copy.default(%x, dtype=f8E5M2) : (tensor<4xf32>) -> tensor<4xf8E5M2>
  %1 = torch.aten._to_copy.default(%x, dtype=f8E4M3FN) : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  return %0, %1 : tensor<4xf8E5M2>, tensor<4xf8E4M3FN>
}

// -----

// CHECK-LABEL: func.func @activation
// CHECK: onnx.Gemm(%arg1, %arg2, %arg0) : {{.*}} -> tensor<2x4xf32>
// CHECK: onnx.Relu({{.*}}) : {{.*}} -> tensor<2x4xf32>
func.func @activation(%c: tensor<4xf32> {onnx.value = dense<[6.25, -5.0, 23.75, 20.0]> : tensor<4xf32>},
                      %x: tensor<2x3xf32> {onnx.value = dense<[[3.75, -20.0, 18.75], [-16.25, 21.25, 10.0]]> : tensor<2x3xf32>},
                      %y: tensor<3x4xf32> {onnx.value = dense<[[8.75, 13.75, -38.75, -36.25], [-13.75, 46.25, -15.0, -21.25], [5.0, -21.25, 7.5, -36.25]]> : tensor<3x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[407.8125, 0.0, 319.0625, 0.0], [0.0, 541.875, 409.6875, 0.0]]> : tensor<2x4xf32>}) {
  %0 = torch.aten._addmm_activation.default(%c, %x, %y) : (tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Dimensions of size 1 have no letter.
// CHECK-LABEL: func.func @trilinear
// CHECK: onnx.Einsum(%arg0, %arg1, %arg2) {equation = "ac,bcd,ad->ab"} : {{.*}} -> tensor<2x5xf32>
func.func @trilinear(%x: tensor<2x3xf32> {onnx.value = dense<[[21.25, -25.0, -23.75], [41.25, -42.5, -8.75]]> : tensor<2x3xf32>},
                     %w: tensor<5x3x4xf32> {onnx.value = dense<[[[26.25, -25.0, -2.5, -11.25], [-11.25, -27.5, -47.5, -37.5], [10.0, -17.5, -27.5, -13.75]], [[-10.0, -12.5, -15.0, 10.0], [46.25, -12.5, -18.75, -3.75], [-48.75, -40.0, 31.25, 47.5]], [[-27.5, -23.75, -35.0, -3.75], [3.75, -16.25, 47.5, -10.0], [47.5, 48.75, 32.5, -32.5]], [[-46.25, 40.0, 28.75, -12.5], [25.0, 10.0, 33.75, -31.25], [-13.75, 42.5, 18.75, -43.75]], [[41.25, -17.5, -23.75, -26.25], [-6.25, -41.25, 45.0, 37.5], [28.75, -27.5, -32.5, -13.75]]]> : tensor<5x3x4xf32>},
                     %y: tensor<2x4xf32> {onnx.value = dense<[[40.0, 48.75, -12.5, -42.5], [-15.0, 10.0, -10.0, -16.25]]> : tensor<2x4xf32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[-13964.844, 82492.19, -139746.1, -128804.69, 138378.9], [-61070.312, 31343.75, 46939.453, 35982.42, 54601.562]]> : tensor<2x5xf32>}) {
  %0 = torch.aten._trilinear.default(%x, %w, %y, [1, 3], [0], [1, 2], [2, 3]) : (tensor<2x3xf32>, tensor<5x3x4xf32>, tensor<2x4xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
