// Decompositions that LibTorch's composite kernels give, and those that they
// do not. The second run leaves only primitive operators, so that operators
// with a lowering are decomposed, too.
//
// REQUIRES: libtorch
// RUN: torch-onnx-opt %s --torch-decompose | FileCheck %s
// RUN: torch-onnx-opt %s --torch-decompose='keep-lowered=false legal-ops=aten.view.default,aten._unsafe_view.default,aten.permute.default,aten.bmm.default,aten.expand.default,aten.unsqueeze.default,aten.clone.default,aten.slice.Tensor,aten.split.Tensor' | FileCheck %s --check-prefix=PRIMITIVE

!n = tensor<?x2x3xf32, #sym.dims<n>>
!m = tensor<?x3x4xf32, #sym.dims<n>>
!r = tensor<?x2x4xf32, #sym.dims<n>>
!k = tensor<?x2x3xf32, #sym.dims<k>>

module attributes {sym.ranges = {n = array<i64: 2, 1024>}} {

// Kernels write into what they have just made: the writes are new values, and
// what is read is what was written last.
// CHECK-LABEL: func.func @in_place
// CHECK: %[[Z:.*]] = torch.aten.zeros.default([9]
// CHECK: %[[I:.*]] = torch.aten.arange.start_step(start=0, end=12, step=4
// CHECK: %[[F:.*]] = torch.aten.index_fill.int_Tensor(%[[Z]], dim=0, index=%[[I]], value=%arg0)
// CHECK: %[[R:.*]] = torch.aten.view.default(%[[F]], [3, 3])
// CHECK: return %[[R]]
func.func @in_place(%g: tensor<f32>) -> tensor<3x3xf32> {
  %0 = torch.aten.trace_backward.default(%g, [3, 3]) : (tensor<f32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// An operator with a list of results; operators that only told a type are gone.
// CHECK-LABEL: func.func @list
// CHECK-SAME: (%[[X:.*]]: tensor<3x5xf32>)
// CHECK-NEXT: %[[A:.*]] = torch.aten.slice.Tensor(%[[X]], start=0, end=-2)
// CHECK-NEXT: %[[B:.*]] = torch.aten.slice.Tensor(%[[X]], start=2)
// CHECK-NEXT: torch.aten.sub.Tensor(%[[B]], %[[A]])
// CHECK: %[[D0:.*]] = torch.aten.cat.default({{.*}}) : {{.*}} -> tensor<3x5xf32>
// CHECK: %[[D1:.*]] = torch.aten.cat.default({{.*}}, dim=1) : {{.*}} -> tensor<3x5xf32>
// CHECK-NEXT: return %[[D0]], %[[D1]]
func.func @list(%x: tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>) {
  %0:2 = torch.aten.gradient.array(%x, dim=[0, 1]) : (tensor<3x5xf32>) -> (tensor<3x5xf32>, tensor<3x5xf32>)
  return %0#0, %0#1 : tensor<3x5xf32>, tensor<3x5xf32>
}

// Symbolic sizes go in and out; the program's expression stays.
// PRIMITIVE-LABEL: func.func @symbolic
// PRIMITIVE: %[[N:.*]] = torch.aten.sym_size.int(%arg0, dim=0)
// PRIMITIVE: %[[TWO_N:.*]] = arith.muli %[[N]], %c2_i64
// PRIMITIVE: torch.aten.view.default(%arg0, [%[[TWO_N]], 3]) : {{.*}} -> tensor<?x3xf32, #sym.dims<2*n>>
func.func @symbolic(%x: !n) -> tensor<?x3xf32, #sym.dims<2*n>> {
  %0 = torch.aten.flatten.using_ints(%x, 0, 1) : (!n) -> tensor<?x3xf32, #sym.dims<2*n>>
  return %0 : tensor<?x3xf32, #sym.dims<2*n>>
}

// So do symbolic arguments: kernels are given no number for them.
// CHECK-LABEL: func.func @symbolic_argument
// CHECK-SAME: (%[[G:.*]]: tensor<2x3xf32>, %[[I:.*]]: tensor<2xi64>, %[[X:.*]]: tensor<?x2x3xf32, #sym.dims<n>>)
// CHECK: %[[N:.*]] = torch.aten.sym_size.int(%[[X]], dim=0)
// CHECK: %[[Z:.*]] = torch.aten.new_zeros.default(%[[G]], [%[[N]], 3]
// CHECK: torch.aten.index_add.default(%[[Z]], dim=0, index=%[[I]], source=%[[G]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
func.func @symbolic_argument(%g: tensor<2x3xf32>, %i: tensor<2xi64>, %x: !n) -> tensor<?x3xf32, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (!n) -> i64
  %0 = torch.aten.index_select_backward.default(%g, [%n, 3], 0, %i) : (tensor<2x3xf32>, i64, tensor<2xi64>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// A size that the operands do not tell: of n + k, neither n nor k can be told.
// And one that nobody knows before the run.
// CHECK-LABEL: func.func @untold_size
// CHECK: torch.aten.trace_backward.default
// CHECK-SAME: torch.not_decomposed = "its decomposition needs the size 3*k + 3*n, which cannot be read from any tensor"
// CHECK-NEXT: torch.aten.trace_backward.default
// CHECK-SAME: torch.not_decomposed = "an operand is a number known only at run time"
func.func @untold_size(%g: tensor<f32>, %x: !n, %y: !k, %k: i64) -> (tensor<?x3xf32, #sym.dims<n + k>>, tensor<?x3xf32>) {
  %n = torch.aten.sym_size.int(%x, 0) : (!n) -> i64
  %two = torch.aten.sym_size.int(%y, 0) : (!k) -> i64
  %m = arith.addi %n, %two : i64
  %0 = torch.aten.trace_backward.default(%g, [%m, 3]) : (tensor<f32>, i64) -> tensor<?x3xf32, #sym.dims<n + k>>
  %1 = torch.aten.trace_backward.default(%g, [%k, 3]) : (tensor<f32>, i64) -> tensor<?x3xf32>
  return %0, %1 : tensor<?x3xf32, #sym.dims<n + k>>, tensor<?x3xf32>
}

// A number that is linear in n tells n.
// CHECK-LABEL: func.func @linear_number
// CHECK: %[[N:.*]] = torch.aten.sym_size.int
// CHECK: %[[M:.*]] = arith.muli %[[N]], %c2_i64
// CHECK: %[[HALF:.*]] = arith.floordivsi %[[M]], %c2_i64
// CHECK: %[[LENGTH:.*]] = arith.muli %[[HALF]], %c6_i64
// CHECK: torch.aten.zeros.default([%[[LENGTH]]]
func.func @linear_number(%g: tensor<f32>, %x: !n) -> tensor<?x3xf32, #sym.dims<2*n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (!n) -> i64
  %two = arith.constant 2 : i64
  %m = arith.muli %n, %two : i64
  %0 = torch.aten.trace_backward.default(%g, [%m, 3]) : (tensor<f32>, i64) -> tensor<?x3xf32, #sym.dims<2*n>>
  return %0 : tensor<?x3xf32, #sym.dims<2*n>>
}

// Sizes that nothing is known of do not matter where no kernel asks for them.
// CHECK-LABEL: func.func @unknown_sizes
// CHECK: torch.aten.sigmoid.default(%arg1) : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NOT: mish_backward
// CHECK: return
func.func @unknown_sizes(%g: tensor<?x?xf32>, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = torch.aten.mish_backward.default(%g, %x) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// Whether the batches broadcast is known where n is at least 2 ...
// PRIMITIVE-LABEL: func.func @decidable
// PRIMITIVE: torch.aten.bmm.default({{.*}}) : {{.*}} -> tensor<?x2x4xf32, #sym.dims<n>>
// PRIMITIVE-NOT: torch.aten.matmul
func.func @decidable(%x: !n, %y: !m) -> !r {
  %0 = torch.aten.matmul.default(%x, %y) : (!n, !m) -> !r
  return %0 : !r
}

// ... and not for k, of which nothing is known. To guess from an example, as
// tracing does, would be wrong for other sizes.
// PRIMITIVE-LABEL: func.func @undecidable
// PRIMITIVE-NEXT: torch.aten.matmul.default
// PRIMITIVE-SAME: torch.not_decomposed = "its decomposition depends on whether k == 1"
// PRIMITIVE-NEXT: return
func.func @undecidable(%x: !k, %y: tensor<?x3x4xf32, #sym.dims<k>>) -> tensor<?x2x4xf32, #sym.dims<k>> {
  %0 = torch.aten.matmul.default(%x, %y) : (!k, tensor<?x3x4xf32, #sym.dims<k>>) -> tensor<?x2x4xf32, #sym.dims<k>>
  return %0 : tensor<?x2x4xf32, #sym.dims<k>>
}

// Kernels that are not made for symbolic sizes say so by asking for a number.
// CHECK-LABEL: func.func @constant_sizes_only
// CHECK-NEXT: torch.aten.gradient.scalarint
// CHECK-SAME: torch.not_decomposed = "LibTorch decomposes it for constant sizes only"
func.func @constant_sizes_only(%x: !n) -> !n {
  %0 = torch.aten.gradient.scalarint(%x, dim=1) : (!n) -> !n
  return %0 : !n
}

// A write through a view: the other tensor that looks there would be stale.
// PRIMITIVE-LABEL: func.func @written_view
// PRIMITIVE-NEXT: torch.aten.pad_sequence.default
// PRIMITIVE-SAME: torch.not_decomposed = "it calls 'aten.copy_.default', which writes to memory that another tensor looks into"
// PRIMITIVE-NEXT: return
func.func @written_view(%x: tensor<2x3xf32>, %y: tensor<4x3xf32>) -> tensor<4x2x3xf32> {
  %0 = torch.aten.pad_sequence.default([%x, %y]) : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<4x2x3xf32>
  return %0 : tensor<4x2x3xf32>
}

// All or nothing.
// CHECK-LABEL: func.func @left_over
// CHECK-NEXT: torch.aten.to_sparse.default
// CHECK-SAME: torch.not_decomposed = "its decomposition calls 'aten._to_sparse.default', which has no lowering"
// CHECK-NEXT: return
func.func @left_over(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.to_sparse.default(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @reads_elements
// CHECK-NEXT: torch.aten.choose_qparams_optimized.default
// CHECK-SAME: torch.not_decomposed = "LibTorch decomposes it by its elements"
func.func @reads_elements(%x: tensor<9xf32>) -> tensor<f32> {
  %0:2 = torch.aten.choose_qparams_optimized.default(%x, 9, 2, 0.1, 8) : (tensor<9xf32>) -> (tensor<f32>, tensor<f32>)
  return %0#0 : tensor<f32>
}

// What LibTorch throws at is an error of the program; it stays as it is.
// CHECK-LABEL: func.func @invalid
// CHECK-NEXT: torch.aten.gradient.scalarint
// CHECK-SAME: torch.not_decomposed = "LibTorch: torch.gradient expected each dimension size to be at least
func.func @invalid(%x: tensor<1x3xf32>) -> tensor<1x3xf32> {
  %0 = torch.aten.gradient.scalarint(%x, dim=0) : (tensor<1x3xf32>) -> tensor<1x3xf32>
  return %0 : tensor<1x3xf32>
}

}
