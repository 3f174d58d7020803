// Products of matrices that are added to another tensor.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @addmm
// CHECK: onnx.Gemm(%arg1, %arg2, %arg0) {alpha = -2.000000e+00 : f32, beta = 5.000000e-01 : f32} : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
func.func @addmm(%x: tensor<4xf32> {onnx.value = dense<[32.5, -16.25, 36.25, 20.0]> : tensor<4xf32>},
                 %y: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[41.25, -46.25, 8.75], [-17.5, -8.75, -28.75]]> : tensor<2x3xf32>},
                 %z: tensor<3x4xf32> {onnx.value = dense<[[38.75, -26.25, -48.75, 8.75], [-12.5, -16.25, 8.75, 13.75], [-38.75, -45.0, -46.25, -36.25]]> : tensor<3x4xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[-3658.75, 1441.875, 5658.75, 1194.375], [-1074.375, -3798.75, -4194.375, -1527.5]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.addmm.default(%x, %y, %z, beta=0.5, alpha=-2) : (tensor<4xf32>, tensor<?x3xf32, #sym.dims<n>>, tensor<3x4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// Gemm multiplies by floating point numbers; integers have their own product.
// CHECK-LABEL: func.func @addmm_integers
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<2x4xi64>
// CHECK: onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2x4xi64>
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<2x4xi64>
func.func @addmm_integers(%x: tensor<2x4xi64> {onnx.value = dense<[[-9223372036854775807, 9223372036854775806, 0, -5], [9223372036854775807, -9223372036854775808, 8, -1]]> : tensor<2x4xi64>},
                          %y: tensor<2x3xi64> {onnx.value = dense<[[8, 9223372036854775806, -9223372036854775807], [9223372036854775807, -9223372036854775808, 7]]> : tensor<2x3xi64>},
                          %z: tensor<3x4xi64> {onnx.value = dense<[[-7, -1, -1, -7], [1, 3, 0, 9223372036854775807], [9223372036854775806, 4, -9223372036854775808, -9223372036854775807]]> : tensor<3x4xi64>})
    -> (tensor<2x4xi64> {onnx.expected = dense<[[-178, 9223372036854775774, 9223372036854775784, 9223372036854775639], [9223372036854775785, 87, 19, -9223372036854775768]]> : tensor<2x4xi64>}) {
  %0 = torch.aten.addmm.default(%x, %y, %z, beta=2, alpha=3) : (tensor<2x4xi64>, tensor<2x3xi64>, tensor<3x4xi64>) -> tensor<2x4xi64>
  return %0 : tensor<2x4xi64>
}

// -----

// The product of half floats in single precision.
// CHECK-LABEL: func.func @addmm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg2) {to = f32} : {{.*}} -> tensor<3x4xf32>
// CHECK: %[[V2:.*]] = onnx.Gemm(%[[V0]], %[[V1]], %arg0) {beta = 3.000000e+00 : f32} : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V2]] : tensor<2x4xf32>
func.func @addmm_dtype(%x: tensor<2x4xf32>, %y: tensor<2x3xf16>, %z: tensor<3x4xf16>) -> tensor<2x4xf32> {
  %0 = torch.aten.addmm.dtype(%x, %y, %z, out_dtype=f32, beta=3) : (tensor<2x4xf32>, tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @addmv
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<2xf32>
// CHECK: onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2xf32>
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<2xf32>
func.func @addmv(%x: tensor<2xf32> {onnx.value = dense<[46.25, 3.75]> : tensor<2xf32>},
                 %y: tensor<2x3xf32> {onnx.value = dense<[[47.5, -50.0, 17.5], [-41.25, -36.25, -32.5]]> : tensor<2x3xf32>},
                 %z: tensor<3xf32> {onnx.value = dense<[17.5, 7.5, -8.75]> : tensor<3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[244.0625, -347.1875]> : tensor<2xf32>}) {
  %0 = torch.aten.addmv.default(%x, %y, %z, beta=2, alpha=0.5) : (tensor<2xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Nothing counts of what is multiplied by a beta of 0, not even NaN.
// CHECK-LABEL: func.func @addmv_zero
// CHECK: onnx.MatMul(%arg1, {{.*}}) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
func.func @addmv_zero(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[-48.75, 50.0]> : tensor<2xf32>},
                      %y: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[12.5, 13.75, 47.5], [36.25, 46.25, -37.5]]> : tensor<2x3xf32>},
                      %z: tensor<3xf32> {onnx.value = dense<[-8.75, -7.5, -46.25]> : tensor<3xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[-2409.375, 1070.3125]> : tensor<2xf32>}) {
  %0 = torch.aten.addmv.default(%x, %y, %z, beta=0) : (tensor<?xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @addr
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Mul({{.*}}, %arg2) : {{.*}} -> tensor<2x3xf32>
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @addr(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.75, -1.5, 3.0], [-1.75, -0.375, -2.875]]> : tensor<2x3xf32>},
                %y: tensor<2xf32> {onnx.value = dense<[-2.875, -1.875]> : tensor<2xf32>},
                %z: tensor<3xf32> {onnx.value = dense<[1.125, 0.125, -0.625]> : tensor<3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-6.84375, -1.46875, 5.09375], [-5.09375, -0.65625, 0.90625]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.addr.default(%x, %y, %z, beta=0.5, alpha=2) : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Booleans are multiplied by And and added by Or.
// CHECK-LABEL: func.func @addr_booleans
// CHECK: onnx.And(%arg0, {{.*}}) : {{.*}} -> tensor<3xi1>
// CHECK: onnx.And({{.*}}, %arg2) : {{.*}} -> tensor<2x3xi1>
// CHECK: onnx.And({{.*}}) : {{.*}} -> tensor<2x3xi1>
func.func @addr_booleans(%x: tensor<3xi1> {onnx.value = dense<[true, false, true]> : tensor<3xi1>},
                         %y: tensor<2xi1> {onnx.value = dense<[true, false]> : tensor<2xi1>},
                         %z: tensor<3xi1> {onnx.value = dense<[false, true, false]> : tensor<3xi1>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.addr.default(%x, %y, %z) : (tensor<3xi1>, tensor<2xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// The products of the batch add up.
// CHECK-LABEL: func.func @addbmm
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<2x4xf32>
// CHECK: onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2x4xf32>
func.func @addbmm(%x: tensor<2x4xf32> {onnx.value = dense<[[-12.5, 28.75, 17.5, -28.75], [-43.75, -26.25, 27.5, 21.25]]> : tensor<2x4xf32>},
                  %y: tensor<5x2x3xf32> {onnx.value = dense<[[[42.5, -41.25, -31.25], [-21.25, -46.25, -10.0]], [[35.0, 11.25, 2.5], [5.0, -47.5, 7.5]], [[-12.5, -1.25, -12.5], [38.75, -36.25, -41.25]], [[25.0, -37.5, -33.75], [13.75, -43.75, 31.25]], [[15.0, -50.0, 38.75], [-23.75, 2.5, -45.0]]]> : tensor<5x2x3xf32>},
                  %z: tensor<5x3x4xf32> {onnx.value = dense<[[[-26.25, 41.25, 10.0, -23.75], [-2.5, 22.5, 42.5, 2.5], [46.25, -15.0, 1.25, -2.5]], [[-5.0, 33.75, -48.75, 28.75], [-33.75, -48.75, -27.5, 25.0], [47.5, 38.75, 48.75, -36.25]], [[20.0, -8.75, 47.5, -50.0], [10.0, 20.0, 15.0, 15.0], [-30.0, 22.5, 28.75, -10.0]], [[-50.0, -2.5, -20.0, 16.25], [25.0, 26.25, 27.5, 45.0], [-43.75, 13.75, -42.5, 47.5]], [[38.75, 21.25, 12.5, 36.25], [17.5, 41.25, 43.75, -11.25], [-21.25, 5.0, -32.5, 13.75]]]> : tensor<5x3x4xf32>})
    -> (tensor<2x4xf32> {onnx.expected = dense<[[-2329.6875, -559.6875, -3759.5312, -233.28125], [275.78125, -1234.5312, -1036.4062, -2327.0312]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.addbmm.default(%x, %y, %z, beta=2, alpha=0.5) : (tensor<2x4xf32>, tensor<5x2x3xf32>, tensor<5x3x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @baddbmm_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<5x2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Cast(%arg2) {to = f32} : {{.*}} -> tensor<5x3x4xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: %[[V5:.*]] = onnx.Add(%arg0, %[[V4]]) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: return %[[V5]] : tensor<5x2x4xf32>
func.func @baddbmm_dtype(%x: tensor<5x2x4xf32>, %y: tensor<5x2x3xf16>, %z: tensor<5x3x4xf16>) -> tensor<5x2x4xf32> {
  %0 = torch.aten.baddbmm.dtype(%x, %y, %z, out_dtype=f32, alpha=2) : (tensor<5x2x4xf32>, tensor<5x2x3xf16>, tensor<5x3x4xf16>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// BLAS skips a product that is multiplied by 0; the kernel of half precision
// multiplies NaN by 0.
// CHECK-LABEL: func.func @alpha_of_zero
// CHECK: %[[TWO:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[ROW:.*]] = onnx.Mul(%arg0, %[[TWO]])
// CHECK: onnx.Expand(%[[ROW]],
// CHECK: onnx.Gemm({{.*}}) {alpha = 0.000000e+00 : f32
func.func @alpha_of_zero(%c: tensor<4xf32>, %x: tensor<2x3xf32>, %y: tensor<3x4xf32>, %d: tensor<4xf16>, %u: tensor<2x3xf16>, %v: tensor<3x4xf16>) -> (tensor<2x4xf32>, tensor<2x4xf16>) {
  %0 = torch.aten.addmm.default(%c, %x, %y, beta=2, alpha=0) : (tensor<4xf32>, tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %1 = torch.aten.addmm.default(%d, %u, %v, alpha=0) : (tensor<4xf16>, tensor<2x3xf16>, tensor<3x4xf16>) -> tensor<2x4xf16>
  return %0, %1 : tensor<2x4xf32>, tensor<2x4xf16>
}

// -----

// CHECK-LABEL: func.func @both_zero
// CHECK-NOT: onnx.MatMul
// CHECK: return
func.func @both_zero(%c: tensor<4xf64>, %x: tensor<2x3x4xf64>, %y: tensor<2x4x4xf64>, %m: tensor<4x2xf64>, %v: tensor<2xf64>) -> (tensor<3x4xf64>, tensor<4xf64>) {
  %0 = torch.aten.addbmm.default(%c, %x, %y, beta=0, alpha=0) : (tensor<4xf64>, tensor<2x3x4xf64>, tensor<2x4x4xf64>) -> tensor<3x4xf64>
  %1 = torch.aten.addmv.default(%c, %m, %v, alpha=0.0) : (tensor<4xf64>, tensor<4x2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %0, %1 : tensor<3x4xf64>, tensor<4xf64>
}
