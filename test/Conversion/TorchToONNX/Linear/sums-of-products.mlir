// Products of matrices that are added to another tensor.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @addmm
// CHECK: %[[V0:.*]] = onnx.Gemm(%arg1, %arg2, %arg0) {alpha = -2.000000e+00 : f32, beta = 5.000000e-01 : f32} : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<?x4xf32, #sym.dims<n>>
func.func @addmm(%x: tensor<4xf32>, %y: tensor<?x3xf32, #sym.dims<n>>, %z: tensor<3x4xf32>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.aten.addmm.default(%x, %y, %z, beta=0.5, alpha=-2) : (tensor<4xf32>, tensor<?x3xf32, #sym.dims<n>>, tensor<3x4xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// Gemm multiplies by floating point numbers; integers have their own product.
// CHECK-LABEL: func.func @addmm_integers
// CHECK: %[[V3:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[V4:.*]] = onnx.Mul(%arg0, %[[V3]]) : {{.*}} -> tensor<2x4xi64>
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2x4xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<3> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x4xi64>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V4]], %[[V2]]) : {{.*}} -> tensor<2x4xi64>
// CHECK: return %[[V5]] : tensor<2x4xi64>
func.func @addmm_integers(%x: tensor<2x4xi64>, %y: tensor<2x3xi64>, %z: tensor<3x4xi64>) -> tensor<2x4xi64> {
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
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%arg0, %[[V3]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V4]], %[[V2]]) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V5]] : tensor<2xf32>
func.func @addmv(%x: tensor<2xf32>, %y: tensor<2x3xf32>, %z: tensor<3xf32>) -> tensor<2xf32> {
  %0 = torch.aten.addmv.default(%x, %y, %z, beta=2, alpha=0.5) : (tensor<2xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Nothing counts of what is multiplied by a beta of 0, not even NaN.
// CHECK-LABEL: func.func @addmv_zero
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg2, %[[V0]]) : {{.*}} -> tensor<3x1xf32>
// CHECK: %[[V2:.*]] = onnx.MatMul(%arg1, %[[V1]]) : {{.*}} -> tensor<?x1xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V2]], %[[V3]]) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: return %[[V4]] : tensor<?xf32, #sym.dims<n>>
func.func @addmv_zero(%x: tensor<?xf32, #sym.dims<n>>, %y: tensor<?x3xf32, #sym.dims<n>>, %z: tensor<3xf32>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.addmv.default(%x, %y, %z, beta=0) : (tensor<?xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<3xf32>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @addr
// CHECK: %[[V5:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%arg0, %[[V5]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V1]], %arg2) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V6]], %[[V4]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V7]] : tensor<2x3xf32>
func.func @addr(%x: tensor<2x3xf32>, %y: tensor<2xf32>, %z: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.addr.default(%x, %y, %z, beta=0.5, alpha=2) : (tensor<2x3xf32>, tensor<2xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Booleans are multiplied by And and added by Or.
// CHECK-LABEL: func.func @addr_booleans
// CHECK: %[[V5:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[V6:.*]] = onnx.And(%arg0, %[[V5]]) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]]) : {{.*}} -> tensor<2x1xi1>
// CHECK: %[[V2:.*]] = onnx.And(%[[V1]], %arg2) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V3:.*]] = onnx.Constant dense<true> : tensor<i1>
// CHECK: %[[V4:.*]] = onnx.And(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: %[[V7:.*]] = onnx.Or(%[[V6]], %[[V4]]) : {{.*}} -> tensor<2x3xi1>
// CHECK: return %[[V7]] : tensor<2x3xi1>
func.func @addr_booleans(%x: tensor<3xi1>, %y: tensor<2xi1>, %z: tensor<3xi1>) -> tensor<2x3xi1> {
  %0 = torch.aten.addr.default(%x, %y, %z) : (tensor<3xi1>, tensor<2xi1>, tensor<3xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// The products of the batch add up.
// CHECK-LABEL: func.func @addbmm
// CHECK: %[[V5:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V6:.*]] = onnx.Mul(%arg0, %[[V5]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg1, %arg2) : {{.*}} -> tensor<5x2x4xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceSum(%[[V0]], %[[V1]]) {keepdims = 0 : i64} : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V2]], %[[V3]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: %[[V7:.*]] = onnx.Add(%[[V6]], %[[V4]]) : {{.*}} -> tensor<2x4xf32>
// CHECK: return %[[V7]] : tensor<2x4xf32>
func.func @addbmm(%x: tensor<2x4xf32>, %y: tensor<5x2x3xf32>, %z: tensor<5x3x4xf32>) -> tensor<2x4xf32> {
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
