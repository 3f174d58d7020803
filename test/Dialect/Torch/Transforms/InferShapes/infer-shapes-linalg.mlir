// RUN: torch-onnx-opt %s --split-input-file --torch-infer-shapes --verify-diagnostics | FileCheck %s
//
// Factors of matrices: batches in front, the smaller size where it is known.

// CHECK-LABEL: @factors
func.func @factors(%tall: tensor<2x5x3xf32>, %any: tensor<?x3xf32, #sym.dims<m>>, %square: tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) {
  // CHECK: aten.linalg_qr.default({{.*}} -> (tensor<2x5x3xf32>, tensor<2x3x3xf32>){{$}}
  %0:2 = torch.aten.linalg_qr.default(%tall) : (tensor<2x5x3xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_qr.default({{.*}} -> (tensor<2x5x5xf32>, tensor<2x5x3xf32>){{$}}
  %1:2 = torch.aten.linalg_qr.default(%tall, "complete") : (tensor<2x5x3xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_lu_factor.default({{.*}} -> (tensor<?x3xf32, #sym.dims<m>>, tensor<?xi32>){{$}}
  %2:2 = torch.aten.linalg_lu_factor.default(%any) : (tensor<?x3xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_svd.default({{.*}} -> (tensor<2x5x5xf32>, tensor<2x3xf32>, tensor<2x3x3xf32>){{$}}
  %3:3 = torch.aten.linalg_svd.default(%tall) : (tensor<2x5x3xf32>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_eigh.default({{.*}} -> (tensor<?x4xf32, #sym.dims<b>>, tensor<?x4x4xcomplex<f32>, #sym.dims<b>>){{$}}
  %4:2 = torch.aten.linalg_eigh.default(%square) : (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_inv_ex.default({{.*}} -> (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>, tensor<?xi32, #sym.dims<b>>){{$}}
  %5:2 = torch.aten.linalg_inv_ex.default(%square) : (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_cond.default({{.*}} -> tensor<?xf32, #sym.dims<b>>{{$}}
  %6 = torch.aten.linalg_cond.default(%square) : (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) -> !torch.untyped
  // CHECK: aten.linalg_pinv.atol_rtol_float({{.*}} -> tensor<2x3x5xf32>{{$}}
  %7 = torch.aten.linalg_pinv.atol_rtol_float(%tall) : (tensor<2x5x3xf32>) -> !torch.untyped
  // CHECK: aten.lu_unpack.default({{.*}} -> (tensor<0xf32>, tensor<?x?xf32, #sym.dims<m, ?>>, tensor<?x3xf32>){{$}}
  %8:3 = torch.aten.lu_unpack.default(%any, %2#1, unpack_pivots=false) : (tensor<?x3xf32, #sym.dims<m>>, !torch.untyped) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_eig.default({{.*}} -> (tensor<?x4xcomplex<f32>, #sym.dims<b>>, tensor<?x4x4xcomplex<f32>, #sym.dims<b>>){{$}}
  %9:2 = torch.aten.linalg_eig.default(%square) : (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_ldl_factor_ex.default({{.*}} -> (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>, tensor<?x4xi32, #sym.dims<b>>, tensor<?xi32, #sym.dims<b>>){{$}}
  %10:3 = torch.aten.linalg_ldl_factor_ex.default(%square) : (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_polar.default({{.*}} -> (tensor<2x5x3xf32>, tensor<2x3x3xf32>){{$}}
  %11:2 = torch.aten.linalg_polar.default(%tall) : (tensor<2x5x3xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_polar.default({{.*}} -> (tensor<?x3xf32, #sym.dims<m>>, tensor<3x3xf32>){{$}}
  %12:2 = torch.aten.linalg_polar.default(%any) : (tensor<?x3xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_matrix_sqrth.default({{.*}} -> tensor<?x4x4xcomplex<f32>, #sym.dims<b>>{{$}}
  %13 = torch.aten.linalg_matrix_sqrth.default(%square) : (tensor<?x4x4xcomplex<f32>, #sym.dims<b>>) -> !torch.untyped
  return
}

// Vectors are right sides of their own where all dimensions in front fit.
// CHECK-LABEL: @solutions
func.func @solutions(%a: tensor<2x3x3xf32>, %v: tensor<2x3xf32>, %m: tensor<3x4xf32>) {
  // CHECK: aten.linalg_solve.default({{.*}} -> tensor<2x3xf32>{{$}}
  %0 = torch.aten.linalg_solve.default(%a, %v) : (tensor<2x3x3xf32>, tensor<2x3xf32>) -> !torch.untyped
  // CHECK: aten.linalg_solve.default({{.*}} -> tensor<2x3x4xf32>{{$}}
  %1 = torch.aten.linalg_solve.default(%a, %m) : (tensor<2x3x3xf32>, tensor<3x4xf32>) -> !torch.untyped
  // CHECK: aten.triangular_solve.default({{.*}} -> (tensor<2x3x4xf32>, tensor<2x3x3xf32>){{$}}
  %2:2 = torch.aten.triangular_solve.default(%m, %a) : (tensor<3x4xf32>, tensor<2x3x3xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_tensorinv.default({{.*}} -> tensor<3x4x6x2xf32>{{$}}
  %t = torch.aten.zeros.default([6, 2, 3, 4], dtype=f32) : () -> tensor<6x2x3x4xf32>
  %3 = torch.aten.linalg_tensorinv.default(%t) : (tensor<6x2x3x4xf32>) -> !torch.untyped
  return
}

// The results of least squares depend on the driver. Residuals of some drivers
// depend on the rank of the matrix.
// CHECK-LABEL: @least_squares
func.func @least_squares(%a: tensor<2x5x3xcomplex<f32>>, %b: tensor<1x5x4xcomplex<f32>>, %v: tensor<2x5xcomplex<f32>>, %any: tensor<?x3xf32, #sym.dims<m>>, %rhs: tensor<?x4xf32, #sym.dims<m>>) {
  // CHECK: aten.linalg_lstsq.default({{.*}} -> (tensor<2x3x4xcomplex<f32>>, tensor<0xf32>, tensor<2xi64>, tensor<0xf32>){{$}}
  %0:4 = torch.aten.linalg_lstsq.default(%a, %b) : (tensor<2x5x3xcomplex<f32>>, tensor<1x5x4xcomplex<f32>>) -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_lstsq.default({{.*}} -> (tensor<2x3xcomplex<f32>>, tensor<2x1xf32>, tensor<0xi64>, tensor<0xf32>){{$}}
  %1:4 = torch.aten.linalg_lstsq.default(%a, %v, driver="gels") : (tensor<2x5x3xcomplex<f32>>, tensor<2x5xcomplex<f32>>) -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.linalg_lstsq.default({{.*}} -> (tensor<3x4xf32>, tensor<?xf32>, tensor<i64>, tensor<?xf32>){{$}}
  %2:4 = torch.aten.linalg_lstsq.default(%any, %rhs, driver="gelsd") : (tensor<?x3xf32, #sym.dims<m>>, tensor<?x4xf32, #sym.dims<m>>) -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped)
  return
}

// -----

func.func @residuals(%a: tensor<2x5x3xf32>, %b: tensor<2x5x4xf32>) {
  // expected-error @+1 {{the type of 'aten.linalg_lstsq.default' is not known (1 use): the rank of the result 'residuals' depends on the values of the matrices}}
  %0:4 = torch.aten.linalg_lstsq.default(%a, %b, driver="gelsd") : (tensor<2x5x3xf32>, tensor<2x5x4xf32>) -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped)
  return
}

// -----

func.func @vector(%x: tensor<3xf32>) {
  // expected-error @+1 {{'aten.linalg_svdvals.default' does not fit its operands: expected 'A' to have 2 or more dimensions, found 1}}
  %0 = torch.aten.linalg_svdvals.default(%x) : (tensor<3xf32>) -> !torch.untyped
  return
}

// -----

func.func @wide(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'aten.linalg_polar.default' does not fit its operands: expected 'A' to have at least as many rows as columns, found 2 rows and 3 columns}}
  %0:2 = torch.aten.linalg_polar.default(%x) : (tensor<2x3xf32>) -> (!torch.untyped, !torch.untyped)
  return
}
