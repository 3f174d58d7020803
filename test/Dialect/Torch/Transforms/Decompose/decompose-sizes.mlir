// RUN: torch-onnx-opt %s --torch-decompose | FileCheck %s
//
// A size that no tensor tells, but a number that is a sum: n = a + b - 1 of a
// tensor of a elements leaves b - 1 to be padded.

!a = tensor<?xf32, #sym.dims<a>>
!b = tensor<?xf32, #sym.dims<b>>
!c = tensor<?xf32, #sym.dims<c>>

module attributes {sym.ranges = {b = array<i64: 2, 1024>}} {

// CHECK-LABEL: func.func @convolution_length
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: %[[N:.*]] = arith.addi %[[SUM]]
// CHECK: %[[A:.*]] = torch.aten.sym_size.int(%arg0, dim=0)
// CHECK: %[[NEGATIVE:.*]] = arith.muli %[[A]]
// CHECK: %[[MORE:.*]] = arith.addi %[[NEGATIVE]]
// CHECK: %[[B:.*]] = arith.addi %[[N]], %[[MORE]]
// CHECK: %[[REST:.*]] = arith.addi %[[B]]
// CHECK: torch.aten.constant_pad_nd.default(%arg0, [0, %[[REST]]])
// CHECK-NEXT: torch.aten._fft_r2c.default
func.func @convolution_length(%x: !a, %w: !b) -> tensor<?xcomplex<f32>, #sym.dims<(a + b + 1) floordiv 2>> {
  %minus = arith.constant -1 : i64
  %i = torch.aten.sym_size.int(%x, 0) : (!a) -> i64
  %j = torch.aten.sym_size.int(%w, 0) : (!b) -> i64
  %k = arith.addi %i, %j : i64
  %n = arith.addi %k, %minus : i64
  %0 = torch.aten.fft_rfft.default(%x, %n) : (!a, i64) -> tensor<?xcomplex<f32>, #sym.dims<(a + b + 1) floordiv 2>>
  return %0 : tensor<?xcomplex<f32>, #sym.dims<(a + b + 1) floordiv 2>>
}

// The length may be less than that of the tensor: padded by all of it, then cut.
// CHECK-LABEL: func.func @any_length
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: %[[N:.*]] = arith.addi %[[SUM]]
// CHECK: torch.aten.constant_pad_nd.default(%arg0, [0, %[[N]]])
// CHECK: torch.aten.slice.Tensor({{.*}}, start=0, end=%[[N]])
func.func @any_length(%x: !b, %w: !c) -> tensor<?xcomplex<f32>, #sym.dims<(b + c - 8) floordiv 2>> {
  %minus = arith.constant -10 : i64
  %i = torch.aten.sym_size.int(%x, 0) : (!b) -> i64
  %j = torch.aten.sym_size.int(%w, 0) : (!c) -> i64
  %k = arith.addi %i, %j : i64
  %n = arith.addi %k, %minus : i64
  %0 = torch.aten.fft_rfft.default(%x, %n) : (!b, i64) -> tensor<?xcomplex<f32>, #sym.dims<(b + c - 8) floordiv 2>>
  return %0 : tensor<?xcomplex<f32>, #sym.dims<(b + c - 8) floordiv 2>>
}

// A tensor of a + 1 elements tells a, one of 2*a + 6 does, too.
// CHECK-LABEL: func.func @linear_sizes
// CHECK: %[[SIZE:.*]] = torch.aten.sym_size.int(%arg0, dim=0)
// CHECK: %[[A:.*]] = arith.subi %[[SIZE]], %c1_i64
// CHECK: %[[N:.*]] = arith.muli %[[A]], %c2_i64
// CHECK: torch.aten._fft_c2r.default(%{{.*}}, [0], normalization=2, last_dim_size=%[[N]])
// CHECK: %[[MORE:.*]] = torch.aten.sym_size.int(%arg1, dim=0)
// CHECK: %[[REST:.*]] = arith.subi %[[MORE]], %c6_i64
// CHECK: %[[HALF:.*]] = arith.floordivsi %[[REST]], %c2_i64
// CHECK: %[[FOURTH:.*]] = arith.muli %[[HALF]], %c4_i64
// CHECK: %[[LENGTH:.*]] = arith.addi %[[FOURTH]], %c10_i64
// CHECK: torch.aten._fft_c2r.default(%{{.*}}, [0], normalization=2, last_dim_size=%[[LENGTH]])
func.func @linear_sizes(%x: tensor<?xcomplex<f32>, #sym.dims<a + 1>>, %y: tensor<?xcomplex<f32>, #sym.dims<2*a + 6>>) -> (tensor<?xf32, #sym.dims<2*a>>, tensor<?xf32, #sym.dims<4*a + 10>>) {
  %0 = torch.aten.fft_irfft.default(%x) : (tensor<?xcomplex<f32>, #sym.dims<a + 1>>) -> tensor<?xf32, #sym.dims<2*a>>
  %1 = torch.aten.fft_irfft.default(%y) : (tensor<?xcomplex<f32>, #sym.dims<2*a + 6>>) -> tensor<?xf32, #sym.dims<4*a + 10>>
  return %0, %1 : tensor<?xf32, #sym.dims<2*a>>, tensor<?xf32, #sym.dims<4*a + 10>>
}

}
