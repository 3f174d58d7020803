// Linear algebra by loops over columns, and what keeps its lowering.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s

!x = tensor<3x3xf32>

// What eager raises for is written down once for each line.
// CHECK: module attributes {torch.unchecked = ["{{.*}}decompose-linalg.mlir:[[#@LINE+15]]: the operand of 'aten.linalg_cholesky.default' is a positive definite matrix", "{{.*}}: the operand of 'aten.linalg_inv.default' is an invertible matrix", "{{.*}}: the operand of 'aten.linalg_matrix_power.default' is an invertible matrix"]}

// A step for each column; rows above it are masked.
// CHECK-LABEL: func.func @cholesky
// CHECK: %[[ROWS:.*]] = torch.aten.arange.default(end=3, dtype=i64)
// CHECK: %[[STEPS:.*]] = torch.aten.unsqueeze.default(%[[ROWS]], dim=-1)
// CHECK: %[[R:.*]]:{{.*}} = torch.scan(%arg0 : tensor<3x3xf32>) over (%[[STEPS]] : tensor<3x1xi64>)
// CHECK: ^bb0(%[[A:.*]]: tensor<3x3xf32>, %[[K:.*]]: tensor<1xi64>):
// CHECK: torch.aten.lt.Tensor(%[[ROWS]], %[[K]])
// CHECK: torch.aten.sqrt.default
// CHECK: torch.aten.sub.Tensor(%[[A]],
// CHECK: torch.yield
// CHECK: %[[L:.*]] = torch.aten.movedim.int(%[[R]]#1, source=0, destination=-1)
// CHECK-NEXT: return %[[L]]
func.func @cholesky(%a: !x) -> !x {
  %0 = torch.aten.linalg_cholesky.default(%a) : (!x) -> !x
  return %0 : !x
}

// Elimination of [A | I], then substitution from the last row.
// CHECK-LABEL: func.func @inv
// CHECK: torch.aten.cat.default([%arg0, %{{.*}}], dim=-1) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x6xf32>
// CHECK: torch.scan
// CHECK: torch.aten.argmax.default
// CHECK: torch.aten.slice.Tensor({{.*}}start=3
// CHECK: torch.aten.flip.default
// CHECK: torch.scan
// CHECK: torch.aten.div.Tensor
func.func @inv(%a: !x) -> !x {
  %0 = torch.aten.linalg_inv.default(%a) : (!x) -> !x
  return %0 : !x
}

// The unit triangle has no divisions.
// CHECK-LABEL: func.func @unit_triangle
// CHECK: torch.scan
// CHECK-NOT: torch.aten.div
// CHECK: return
func.func @unit_triangle(%a: !x, %b: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %0 = torch.aten.linalg_solve_triangular.default(%a, %b, upper=false, unitriangular=true) : (!x, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// The program's name of the smaller size is that of the loop.
// CHECK-LABEL: func.func @lu_factor
// CHECK: torch.aten.slice.Tensor({{.*}}) : (tensor<3xi64>, i64) -> tensor<?xi64, #sym.dims<Min(3, s0)>>
// CHECK: torch.scan
// CHECK: torch.aten._to_copy.default({{.*}}, dtype=i32) : {{.*}} -> tensor<?xi32, #sym.dims<Min(3, s0)>>
func.func @lu_factor(%a: tensor<?x3xf32, #sym.dims<s0>>) -> (tensor<?x3xf32, #sym.dims<s0>>, tensor<?xi32, #sym.dims<Min(3, s0)>>) {
  %0:2 = torch.aten.linalg_lu_factor.default(%a) : (tensor<?x3xf32, #sym.dims<s0>>) -> (tensor<?x3xf32, #sym.dims<s0>>, tensor<?xi32, #sym.dims<Min(3, s0)>>)
  return %0#0, %0#1 : tensor<?x3xf32, #sym.dims<s0>>, tensor<?xi32, #sym.dims<Min(3, s0)>>
}

// Sweeps until one rotates nothing.
// CHECK-LABEL: func.func @eigvalsh
// CHECK: torch.while
// CHECK: torch.aten.lt.Scalar({{.*}}, other=30)
// CHECK: torch.scan
// CHECK: torch.aten.rsqrt.default
// CHECK: torch.aten.any.default
// CHECK: torch.aten.sort.default
func.func @eigvalsh(%a: !x) -> tensor<3xf32> {
  %0 = torch.aten.linalg_eigvalsh.default(%a) : (!x) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// Eigenvalues below zero count as zero; the result is made symmetric.
// CHECK-LABEL: func.func @root
// CHECK: torch.while
// CHECK: torch.aten.sort.default
// CHECK: torch.aten.clamp_min.default({{.*}}, min=0)
// CHECK: torch.aten.sqrt.default
// CHECK: %[[P:.*]] = torch.aten.matmul.default
// CHECK: %[[T:.*]] = torch.aten.transpose.int(%[[P]],
// CHECK: %[[S:.*]] = torch.aten.add.Tensor(%[[P]], %[[T]]
// CHECK: torch.aten.mul.Tensor(%[[S]], other=5.000000e-01)
func.func @root(%a: !x) -> !x {
  %0 = torch.aten.linalg_matrix_sqrth.default(%a) : (!x) -> !x
  return %0 : !x
}

// CHECK-LABEL: func.func @polar
// CHECK: torch.while
// CHECK-NOT: torch.aten.linalg_polar
// CHECK: return %{{.*}}, %{{.*}} : tensor<4x3xf32>, tensor<3x3xf32>
func.func @polar(%a: tensor<4x3xf32>) -> (tensor<4x3xf32>, !x) {
  %0:2 = torch.aten.linalg_polar.default(%a) : (tensor<4x3xf32>) -> (tensor<4x3xf32>, !x)
  return %0#0, %0#1 : tensor<4x3xf32>, !x
}

// Complex numbers have the same loop, with conjugates.
// CHECK-LABEL: func.func @complex_qr
// CHECK: torch.scan
// CHECK: torch.aten.conj_physical.default
// CHECK: torch.scan
func.func @complex_qr(%a: tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) {
  %0:2 = torch.aten.linalg_qr.default(%a) : (tensor<3x3xcomplex<f32>>) -> (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>)
  return %0#0, %0#1 : tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>
}

//===----------------------------------------------------------------------===//
// What is refused
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @without_pivots
// CHECK-NEXT: torch.aten.linalg_lu_factor.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'pivot' to be true, as on processors, found false"
// CHECK-NEXT: return
func.func @without_pivots(%a: !x) -> (!x, tensor<3xi32>) {
  %0:2 = torch.aten.linalg_lu_factor.default(%a, pivot=false) : (!x) -> (!x, tensor<3xi32>)
  return %0#0, %0#1 : !x, tensor<3xi32>
}

// CHECK-LABEL: func.func @half
// CHECK-NEXT: torch.aten.linalg_inv.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'A' to have elements of single or double precision, found f16"
// CHECK-NEXT: return
func.func @half(%a: tensor<3x3xf16>) -> tensor<3x3xf16> {
  %0 = torch.aten.linalg_inv.default(%a) : (tensor<3x3xf16>) -> tensor<3x3xf16>
  return %0 : tensor<3x3xf16>
}

// CHECK-LABEL: func.func @mode
// CHECK-NEXT: torch.aten.linalg_qr.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'mode' to be 'reduced', 'complete' or 'r', found
// CHECK-NEXT: return
func.func @mode(%a: !x) -> (!x, !x) {
  %0:2 = torch.aten.linalg_qr.default(%a, "other") : (!x) -> (!x, !x)
  return %0#0, %0#1 : !x, !x
}

//===----------------------------------------------------------------------===//
// What keeps its lowering
//===----------------------------------------------------------------------===//

// CHECK-LABEL: func.func @lowered
// CHECK-NEXT: torch.aten.linalg_det.default
// CHECK-NEXT: torch.aten.linalg_matrix_power.default
// CHECK-NEXT: torch.aten.linalg_matrix_norm.default
// CHECK-NEXT: torch.aten.linalg_norm.default
// CHECK-NEXT: return
func.func @lowered(%a: !x) -> (tensor<f32>, !x, tensor<f32>, tensor<3xf32>) {
  %0 = torch.aten.linalg_det.default(%a) : (!x) -> tensor<f32>
  %1 = torch.aten.linalg_matrix_power.default(%a, 2) : (!x) -> !x
  %2 = torch.aten.linalg_matrix_norm.default(%a, 1) : (!x) -> tensor<f32>
  %3 = torch.aten.linalg_norm.default(%a, 2, [1]) : (!x) -> tensor<3xf32>
  return %0, %1, %2, %3 : tensor<f32>, !x, tensor<f32>, tensor<3xf32>
}

// CHECK-LABEL: func.func @not_lowered
// CHECK-NOT: torch.aten.linalg
// CHECK: return
func.func @not_lowered(%a: !x, %d: tensor<3x3xf64>) -> (tensor<f64>, !x, tensor<f32>, tensor<f32>) {
  %0 = torch.aten.linalg_det.default(%d) : (tensor<3x3xf64>) -> tensor<f64>
  %1 = torch.aten.linalg_matrix_power.default(%a, -2) : (!x) -> !x
  %2 = torch.aten.linalg_matrix_norm.default(%a, -2) : (!x) -> tensor<f32>
  %3 = torch.aten.linalg_norm.default(%a, 2) : (!x) -> tensor<f32>
  return %0, %1, %2, %3 : tensor<f64>, !x, tensor<f32>, tensor<f32>
}

// Reflections, then QR steps of two scans each while a subdiagonal element is
// left; in double precision, on complex numbers. Without vectors there is no
// third scan.
// CHECK-LABEL: func.func @eigvals
// CHECK: torch.aten._to_copy.default(%arg0, dtype=complex<f64>)
// CHECK: %[[H:.*]] = torch.scan
// CHECK: torch.while(%[[H]],
// CHECK: torch.aten.any.default
// CHECK: torch.scan
// CHECK: torch.scan
// CHECK-NOT: torch.scan
// CHECK: torch.aten.imag.default
// CHECK: torch.aten._to_copy.default({{.*}} -> tensor<3xcomplex<f32>>
func.func @eigvals(%a: !x) -> tensor<3xcomplex<f32>> {
  %0 = torch.aten.linalg_eigvals.default(%a) : (!x) -> tensor<3xcomplex<f32>>
  return %0 : tensor<3xcomplex<f32>>
}

// One scan over the columns; blocks of two rows pass their second column on.
// CHECK-LABEL: func.func @ldl
// CHECK: %[[R:.*]]:7 = torch.scan
// CHECK: %[[LD:.*]] = torch.aten.movedim.int(%[[R]]#4, source=0, destination=-1)
// CHECK: %[[P:.*]] = torch.aten.movedim.int(%[[R]]#5, source=0, destination=-1)
// CHECK: torch.aten._to_copy.default(%[[P]], dtype=i32)
// CHECK: torch.aten.movedim.int(%[[R]]#6, source=0, destination=-1)
func.func @ldl(%a: !x) -> (!x, tensor<3xi32>, tensor<i32>) {
  %0:3 = torch.aten.linalg_ldl_factor_ex.default(%a) : (!x) -> (!x, tensor<3xi32>, tensor<i32>)
  return %0#0, %0#1, %0#2 : !x, tensor<3xi32>, tensor<i32>
}

// Elements of half precision stay, as in eager, which refuses them.
// CHECK-LABEL: func.func @half_of_general
// CHECK-COUNT-4: torch.aten.linalg_
func.func @half_of_general(%a: tensor<3x3xf16>) -> (tensor<3xcomplex<f16>>, tensor<3x3xf16>, tensor<3xi32>, tensor<3x3xf16>, tensor<3x3xf16>) {
  %0 = torch.aten.linalg_eigvals.default(%a) : (tensor<3x3xf16>) -> tensor<3xcomplex<f16>>
  %1:2 = torch.aten.linalg_ldl_factor.default(%a) : (tensor<3x3xf16>) -> (tensor<3x3xf16>, tensor<3xi32>)
  %2 = torch.aten.linalg_matrix_sqrth.default(%a) : (tensor<3x3xf16>) -> tensor<3x3xf16>
  %3:2 = torch.aten.linalg_polar.default(%a) : (tensor<3x3xf16>) -> (tensor<3x3xf16>, tensor<3x3xf16>)
  return %0, %1#0, %1#1, %2, %3#0 : tensor<3xcomplex<f16>>, tensor<3x3xf16>, tensor<3xi32>, tensor<3x3xf16>, tensor<3x3xf16>
}

// The singular values give the rank and the solution of least length; an
// absent result has no elements.
// CHECK-LABEL: func.func @least_squares
// CHECK: torch.while
// CHECK: %[[LARGE:.*]] = torch.aten.gt.Tensor({{.*}} : (tensor<3xf32>, tensor<1xf32>)
// CHECK: torch.aten.where.ScalarOther(%[[LARGE]], %{{.*}}, other=0)
// CHECK-DAG: torch.aten.sum.dim_IntList(%[[LARGE]]
// CHECK-DAG: torch.aten.new_zeros.default({{.*}} -> tensor<0xf32>
func.func @least_squares(%a: tensor<5x3xf32>, %b: tensor<5xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<i64>, tensor<0xf32>) {
  %0:4 = torch.aten.linalg_lstsq.default(%a, %b) : (tensor<5x3xf32>, tensor<5xf32>) -> (tensor<3xf32>, tensor<0xf32>, tensor<i64>, tensor<0xf32>)
  return %0#0, %0#1, %0#2, %0#3 : tensor<3xf32>, tensor<0xf32>, tensor<i64>, tensor<0xf32>
}

// Residuals that may not exist, and a tolerance of columns instead of singular
// values.
// CHECK-LABEL: func.func @other_least_squares
// CHECK: torch.aten.linalg_lstsq.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'residuals' not to be used if there are none for some matrices, found the driver 'gelsd' for a matrix of unknown rank or size"
// CHECK: torch.aten.linalg_lstsq.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'rcond' to be None or, for the drivers 'gelsd' and 'gelss', between 0 and 1, found 1.000000e-01"
// CHECK: torch.aten.linalg_lstsq.default
// CHECK-SAME: torch.not_decomposed = "its rule expects 'driver' to be a driver for processors, found
func.func @other_least_squares(%a: tensor<5x3xf32>, %b: tensor<5x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %0:4 = torch.aten.linalg_lstsq.default(%a, %b, driver="gelsd") : (tensor<5x3xf32>, tensor<5x2xf32>) -> (tensor<3x2xf32>, tensor<2xf32>, tensor<i64>, tensor<3xf32>)
  %1:4 = torch.aten.linalg_lstsq.default(%a, %b, 0.1) : (tensor<5x3xf32>, tensor<5x2xf32>) -> (tensor<3x2xf32>, tensor<0xf32>, tensor<i64>, tensor<0xf32>)
  %2:4 = torch.aten.linalg_lstsq.default(%a, %b, driver="other") : (tensor<5x3xf32>, tensor<5x2xf32>) -> (tensor<3x2xf32>, tensor<0xf32>, tensor<i64>, tensor<0xf32>)
  return %0#1, %1#0, %2#0 : tensor<2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}
