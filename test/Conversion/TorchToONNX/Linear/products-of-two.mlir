// Products of two vectors or matrices, and what is added to them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// The product of half floats in single precision.
// CHECK-LABEL: func.func @mm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3x4xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V2]] : tensor<2x4xf32>
func.func @mm_dtype(%x: tensor<2x3xf16>, %y: tensor<3x4xf16>) -> tensor<2x4xf32> {
  %0 = torch.aten.mm.dtype(%x, %y, out_dtype=f32) : (tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @bmm
// CHECK: onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<5x2x4xf32>
func.func @bmm(%x: tensor<5x2x3xf32> {onnx.value = dense<[[[-0.25, -0.5, 0.25], [2.75, 0.5, -1.0e+38]], [[2.5, -1.5, 2.0], [-3.25, -0.25, 0xFF800000]], [[-0.25, -0.5, 1.5], [1.0e+38, 0x7FC00000, 0x7F800000]], [[-1.5, 0.0, 2.25], [-0.0, -1.75, 0.0]], [[-2.0, 1.0, 1.0], [-2.75, -1.5, 3.25]]]> : tensor<5x2x3xf32>},
               %y: tensor<5x3x4xf32> {onnx.value = dense<[[[2.5, 1.0e+38, 2.5, -0.5], [0.0, 2.25, 0x7FC00000, -0.5], [3.25, -2.5, -2.5, -2.75]], [[0.5, -0.5, 0xFF800000, 3.0], [-1.5, -0.75, -3.0, -1.5], [-3.0, -1.5, -1.75, 2.0]], [[2.5, -1.0, 2.25, 1.75], [0.0, 1.0, -3.25, 1.75], [0.5, 0x7F800000, -2.25, 3.25]], [[2.0, 1.5, -1.0e+38, -1.75], [2.75, -3.25, -1.5, -1.25], [0.0, -0.5, 0.5, 0.0]], [[1.75, -1.0, 2.75, 3.25], [-3.25, 3.25, 0.5, 2.25], [1.25, -0.0, -1.0, 2.0]]]> : tensor<5x3x4xf32>})
    -> (tensor<5x2x4xf32> {onnx.expected = dense<[[[0.1875, -2.5e+37, 0x7FC00000, -0.3125], [-3.25e+38, 0x7F800000, 0x7FC00000, 2.7499998e+38]], [[-2.5, -3.125, 0xFF800000, 13.75], [0x7F800000, 0x7F800000, 0x7F800000, 0xFF800000]], [[0.125, 0x7F800000, -2.3125, 3.5625], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]], [[-3.0, -3.375, 1.5e+38, 2.625], [-4.8125, 5.6875, 2.625, 2.1875]], [[-5.5, 5.25, -6.0, -2.25], [4.125, -2.125, -11.5625, -5.8125]]]> : tensor<5x2x4xf32>}) {
  %0 = torch.aten.bmm.default(%x, %y) : (tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @bmm_dynamic
// CHECK: onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<?x2x4xf32, #sym.dims<n>>
func.func @bmm_dynamic(%x: tensor<?x2x3xf32, #sym.dims<n>> {onnx.value = dense<[[[3.0, 0x7F800000, 1.75], [0x7FC00000, 0.5, 1.25]], [[1.25, -1.75, -0.25], [-1.5, -0.25, 2.75]]]> : tensor<2x2x3xf32>},
                       %y: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[3.0, -2.0, 3.0, -2.25], [1.0, 1.0, 2.25, 0.75], [0x7F800000, -0.5, 0x7FC00000, 3.0]], [[-3.25, 0.5, 3.0, -2.0], [-1.0, -0.5, -1.75, -1.5], [2.25, -1.25, 1.25, -0.25]]]> : tensor<2x3x4xf32>})
    -> (tensor<?x2x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[0x7F800000, 0x7F800000, 0x7FC00000, 0x7F800000], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]], [[-2.875, 1.8125, 6.5, 0.1875], [11.3125, -4.0625, -0.625, 2.6875]]]> : tensor<2x2x4xf32>}) {
  %0 = torch.aten.bmm.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<?x3x4xf32, #sym.dims<n>>) -> tensor<?x2x4xf32, #sym.dims<n>>
  return %0 : tensor<?x2x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @bmm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f32} : {{.*}} -> tensor<5x2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<5x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: return %[[V2]] : tensor<5x2x4xf32>
func.func @bmm_dtype(%x: tensor<5x2x3xf16>, %y: tensor<5x3x4xf16>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.bmm.dtype(%x, %y, out_dtype=f32) : (tensor<5x2x3xf16>, tensor<5x3x4xf16>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @mv
// CHECK: onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<2xf32>
func.func @mv(%x: tensor<2x3xf32> {onnx.value = dense<[[-2.5, 38.75, -22.5], [45.0, 13.75, -15.0]]> : tensor<2x3xf32>},
              %y: tensor<3xf32> {onnx.value = dense<[25.0, 48.75, 32.5]> : tensor<3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[1095.3125, 1307.8125]> : tensor<2xf32>}) {
  %0 = torch.aten.mv.default(%x, %y) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @dot
// CHECK: onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<f32>
func.func @dot(%x: tensor<3xf32> {onnx.value = dense<[0x7F800000, 0x7FC00000, 2.75]> : tensor<3xf32>},
               %y: tensor<3xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, -1.75]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.dot.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @vdot
// CHECK: onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<f32>
func.func @vdot(%x: tensor<3xf32> {onnx.value = dense<[0x7F800000, -1.5, 0x7FC00000]> : tensor<3xf32>},
                %y: tensor<3xf32> {onnx.value = dense<[0x7F800000, 2.25, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.vdot.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// MatMul broadcasts the dimensions of batches as PyTorch does.
// CHECK-LABEL: func.func @matmul
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1) : {{.*}} -> tensor<2x5x3x6xf32>
// CHECK: return %[[V0]] : tensor<2x5x3x6xf32>
func.func @matmul(%x: tensor<2x1x3x4xf32>, %y: tensor<5x4x6xf32>) -> tensor<2x5x3x6xf32> {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<2x1x3x4xf32>, tensor<5x4x6xf32>) -> tensor<2x5x3x6xf32>
  return %0 : tensor<2x5x3x6xf32>
}

// -----

// CHECK-LABEL: func.func @matmul_dynamic
// CHECK: onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<?x3x1xf32, #sym.dims<n>>
func.func @matmul_dynamic(%x: tensor<?x3x4xf32, #sym.dims<n>> {onnx.value = dense<[[[-5.0, -37.5, -27.5, -26.25], [45.0, -8.75, -47.5, 42.5], [36.25, 37.5, -6.25, 27.5]], [[28.75, 35.0, 5.0, 28.75], [-36.25, -33.75, 13.75, -42.5], [-26.25, -23.75, -31.25, -15.0]]]> : tensor<2x3x4xf32>},
                          %y: tensor<4xf32> {onnx.value = dense<[33.75, 31.25, 32.5, 7.5]> : tensor<4xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[-2431.25, 20.3125, 2398.4375], [2442.1875, -2150.0, -2756.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<?x3x4xf32, #sym.dims<n>>, tensor<4xf32>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Over the last dimensions of both.
// CHECK-LABEL: func.func @inner
// CHECK: onnx.Transpose(%arg1) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<4x3xf32>
// CHECK: onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @inner(%x: tensor<2x4xf32> {onnx.value = dense<[[2.5, 1.625, 1.875, -1.5], [1.5, 1.5, 2.5, 3.0]]> : tensor<2x4xf32>},
                 %y: tensor<3x4xf32> {onnx.value = dense<[[-0.875, -0.875, 2.875, 2.75], [-0.125, -2.75, 1.5, 0.625], [-2.0, -3.125, 0.5, -2.375]]> : tensor<3x4xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-2.34375, -2.90625, -5.578125], [12.8125, 1.3125, -13.5625]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.inner.default(%x, %y) : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The other dimensions of the second operand are rows of a matrix.
// CHECK-LABEL: func.func @inner_more
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<4x15xf32>
// CHECK: onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<2x15xf32>
func.func @inner_more(%x: tensor<2x4xf32> {onnx.value = dense<[[1.25, -30.0, 16.25, 11.25], [-12.5, -23.75, -43.75, 46.25]]> : tensor<2x4xf32>},
                      %y: tensor<5x3x4xf32> {onnx.value = dense<[[[-38.75, 31.25, -11.25, -15.0], [31.25, -25.0, -46.25, 27.5], [-50.0, -22.5, 50.0, -10.0]], [[-32.5, 37.5, 10.0, -8.75], [48.75, 18.75, -10.0, -27.5], [45.0, 16.25, 46.25, 8.75]], [[47.5, 11.25, 17.5, -40.0], [-26.25, -23.75, -50.0, -30.0], [2.5, 40.0, 16.25, 18.75]], [[41.25, 42.5, 20.0, 38.75], [25.0, -33.75, 32.5, -13.75], [-16.25, 3.75, 30.0, -21.25]], [[-42.5, 25.0, -38.75, -25.0], [35.0, -12.5, -13.75, -35.0], [-20.0, -45.0, -50.0, -7.5]]]> : tensor<5x3x4xf32>})
    -> (tensor<2x5x3xf32> {onnx.expected = dense<[[[-1337.5, 346.875, 1312.5], [-1101.5625, -973.4375, 418.75], [-443.75, -470.3125, -721.875], [-462.5, 1417.1875, 115.625], [-1714.0625, -198.4375, 428.125]], [[-459.375, 3498.4375, -1490.625], [-1326.5625, -1889.0625, -2567.1875], [-3476.5625, 1692.1875, -825.0], [-607.8125, -1568.75, -2181.25], [476.5625, -1157.8125, 3159.375]]]> : tensor<2x5x3xf32>}) {
  %0 = torch.aten.inner.default(%x, %y) : (tensor<2x4xf32>, tensor<5x3x4xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}

// -----

// CHECK-LABEL: func.func @inner_scalar
// CHECK: onnx.Mul(%arg0, %arg1) : {{.*}} -> tensor<2x4xf32>
func.func @inner_scalar(%x: tensor<2x4xf32> {onnx.value = dense<[[0x7FC00000, -1.25, 0x7F800000, -0.25], [2.75, 3.0, 3.0, 3.25]]> : tensor<2x4xf32>},
                        %y: tensor<f32> {onnx.value = dense<1.25> : tensor<f32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[0x7FC00000, -1.5625, 0x7F800000, -0.3125], [3.4375, 3.75, 3.75, 4.0625]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.inner.default(%x, %y) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Each dimension of the first operand is outside of that of the second one.
// CHECK-LABEL: func.func @kron
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<2x4x3x5xf32>
func.func @kron(%x: tensor<2x3xf32> {onnx.value = dense<[[-6.25, -45.0, -25.0], [-45.0, 28.75, -15.0]]> : tensor<2x3xf32>},
                %y: tensor<4x5xf32> {onnx.value = dense<[[-38.75, -23.75, -47.5, 17.5, 5.0], [36.25, 7.5, 41.25, -20.0, -41.25], [21.25, 42.5, -48.75, 6.25, -12.5], [40.0, 17.5, -35.0, 5.0, 7.5]]> : tensor<4x5xf32>})
    -> (tensor<8x15xf32> {onnx.expected = dense<[[242.1875, 148.4375, 296.875, -109.375, -31.25, 1743.75, 1068.75, 2137.5, -787.5, -225.0, 968.75, 593.75, 1187.5, -437.5, -125.0], [-226.5625, -46.875, -257.8125, 125.0, 257.8125, -1631.25, -337.5, -1856.25, 900.0, 1856.25, -906.25, -187.5, -1031.25, 500.0, 1031.25], [-132.8125, -265.625, 304.6875, -39.0625, 78.125, -956.25, -1912.5, 2193.75, -281.25, 562.5, -531.25, -1062.5, 1218.75, -156.25, 312.5], [-250.0, -109.375, 218.75, -31.25, -46.875, -1800.0, -787.5, 1575.0, -225.0, -337.5, -1000.0, -437.5, 875.0, -125.0, -187.5], [1743.75, 1068.75, 2137.5, -787.5, -225.0, -1114.0625, -682.8125, -1365.625, 503.125, 143.75, 581.25, 356.25, 712.5, -262.5, -75.0], [-1631.25, -337.5, -1856.25, 900.0, 1856.25, 1042.1875, 215.625, 1185.9375, -575.0, -1185.9375, -543.75, -112.5, -618.75, 300.0, 618.75], [-956.25, -1912.5, 2193.75, -281.25, 562.5, 610.9375, 1221.875, -1401.5625, 179.6875, -359.375, -318.75, -637.5, 731.25, -93.75, 187.5], [-1800.0, -787.5, 1575.0, -225.0, -337.5, 1150.0, 503.125, -1006.25, 143.75, 215.625, -600.0, -262.5, 525.0, -75.0, -112.5]]> : tensor<8x15xf32>}) {
  %0 = torch.aten.kron.default(%x, %y) : (tensor<2x3xf32>, tensor<4x5xf32>) -> tensor<8x15xf32>
  return %0 : tensor<8x15xf32>
}

// -----

// CHECK-LABEL: func.func @kron_ranks
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<1x4x3x5xf32>
func.func @kron_ranks(%x: tensor<3xf32> {onnx.value = dense<[-5.0, 17.5, -26.25]> : tensor<3xf32>},
                      %y: tensor<4x5xf32> {onnx.value = dense<[[-22.5, -1.25, -36.25, 6.25, -40.0], [17.5, -27.5, -13.75, -33.75, -15.0], [17.5, -50.0, -5.0, 31.25, -15.0], [-21.25, 21.25, -5.0, -35.0, 23.75]]> : tensor<4x5xf32>})
    -> (tensor<4x15xf32> {onnx.expected = dense<[[112.5, 6.25, 181.25, -31.25, 200.0, -393.75, -21.875, -634.375, 109.375, -700.0, 590.625, 32.8125, 951.5625, -164.0625, 1050.0], [-87.5, 137.5, 68.75, 168.75, 75.0, 306.25, -481.25, -240.625, -590.625, -262.5, -459.375, 721.875, 360.9375, 885.9375, 393.75], [-87.5, 250.0, 25.0, -156.25, 75.0, 306.25, -875.0, -87.5, 546.875, -262.5, -459.375, 1312.5, 131.25, -820.3125, 393.75], [106.25, -106.25, 25.0, 175.0, -118.75, -371.875, 371.875, -87.5, -612.5, 415.625, 557.8125, -557.8125, 131.25, 918.75, -623.4375]]> : tensor<4x15xf32>}) {
  %0 = torch.aten.kron.default(%x, %y) : (tensor<3xf32>, tensor<4x5xf32>) -> tensor<4x15xf32>
  return %0 : tensor<4x15xf32>
}

// -----

// CHECK-LABEL: func.func @vecdot
// CHECK: onnx.Mul(%arg0, %arg1) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xf32>
func.func @vecdot(%x: tensor<2x3xf32> {onnx.value = dense<[[15.0, 10.0, -1.25], [-36.25, 10.0, 23.75]]> : tensor<2x3xf32>},
                  %y: tensor<1x3xf32> {onnx.value = dense<[[40.0, -47.5, 25.0]]> : tensor<1x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[93.75, -1331.25]> : tensor<2xf32>}) {
  %0 = torch.aten.linalg_vecdot.default(%x, %y) : (tensor<2x3xf32>, tensor<1x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @vecdot_dim
// CHECK: onnx.Mul(%arg0, %arg1) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<3xf32>
func.func @vecdot_dim(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-0.5, 0xFF800000, 0x7FC00000], [-1.75, -0.0, 0x7F800000]]> : tensor<2x3xf32>},
                      %y: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-1.0, 0x7FC00000, 0x7F800000], [-2.5, 0xFF800000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[4.875, 0x7FC00000, 0x7FC00000]> : tensor<3xf32>}) {
  %0 = torch.aten.linalg_vecdot.default(%x, %y, dim=0) : (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// For each feature of the result a matrix between a row and a column.
// CHECK-LABEL: func.func @bilinear
// CHECK: onnx.MatMul({{.*}}, %arg2) : {{.*}} -> tensor<2x5x1x4xf32>
// CHECK: onnx.MatMul({{.*}}) : {{.*}} -> tensor<2x5x1x1xf32>
// CHECK: onnx.Add({{.*}}, %arg3) : {{.*}} -> tensor<2x5xf32>
func.func @bilinear(%x: tensor<2x3xf32> {onnx.value = dense<[[18.75, 3.75, 40.0], [-18.75, -10.0, 35.0]]> : tensor<2x3xf32>},
                    %y: tensor<2x4xf32> {onnx.value = dense<[[3.75, 11.25, -18.75, -8.75], [50.0, 47.5, -23.75, 16.25]]> : tensor<2x4xf32>},
                    %z: tensor<5x3x4xf32> {onnx.value = dense<[[[-48.75, -33.75, -12.5, 43.75], [27.5, -46.25, -35.0, -40.0], [-42.5, 22.5, -8.75, 26.25]], [[-5.0, 50.0, -16.25, -8.75], [21.25, 47.5, 27.5, 3.75], [-20.0, 17.5, 17.5, -47.5]], [[37.5, -7.5, 23.75, -31.25], [-36.25, 2.5, 37.5, 30.0], [-41.25, 42.5, 2.5, 45.0]], [[43.75, 45.0, 16.25, 25.0], [-2.5, 42.5, -30.0, 10.0], [-25.0, -20.0, 33.75, 50.0]], [[46.25, 40.0, 38.75, 6.25], [30.0, 40.0, 36.25, 45.0], [-35.0, -13.75, -23.75, 31.25]]]> : tensor<5x3x4xf32>},
                    %w: tensor<5xf32> {onnx.value = dense<[18.75, -5.0, 35.0, -43.75, 45.0]> : tensor<5xf32>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[-9977.344, 25959.844, -10845.859, -49313.28, -9392.5], [48524.61, -119153.44, 34609.22, -185823.05, -142884.69]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.bilinear.default(%x, %y, %z, %w) : (tensor<2x3xf32>, tensor<2x4xf32>, tensor<5x3x4xf32>, tensor<5xf32>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}
