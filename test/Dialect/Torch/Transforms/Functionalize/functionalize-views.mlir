// Writes through each kind of view, and what reads see afterwards.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @select
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>
func.func @select(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default(%[[X]])
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: %[[S:.*]] = torch.aten.select.int(%[[B]], dim=1, index=0)
  %s = torch.aten.select.int(%b, dim=1, index=0) : (tensor<4x3xf32>) -> tensor<4xf32>
  // CHECK: %[[A:.*]] = torch.aten.add.Scalar(%[[S]], other=1)
  %a = torch.aten.add_.Scalar(%s, other=1) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[N:.*]] = torch.aten.select_scatter.default(%[[B]], %[[A]], dim=1, index=0) : (tensor<4x3xf32>, tensor<4xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: return %[[N]]
  return %b : tensor<4x3xf32>
}

// -----

// The program of the design: += on one column, copied into another slice.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: %[[X:.*]]: tensor<4x3xf32>
func.func @chain(%x: tensor<4x3xf32>) -> tensor<4x3xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: %[[ROWS:.*]] = torch.aten.slice.Tensor(%[[B:.*]], start=1, end=3)
  %rows = torch.aten.slice.Tensor(%b, dim=0, start=1, end=3) : (tensor<4x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[T:.*]] = torch.aten.t.default(%[[ROWS]])
  %t = torch.aten.t.default(%rows) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %col = torch.aten.select.int(%t, dim=0, index=2) : (tensor<3x2xf32>) -> tensor<2xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  %r = torch.aten.relu_.default(%col) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %[[T1:.*]] = torch.aten.select_scatter.default(%[[T]], %[[R]], dim=0, index=2)
  // CHECK: %[[ROWS1:.*]] = torch.aten.permute.default(%[[T1]], [1, 0]) : (tensor<3x2xf32>) -> tensor<2x3xf32>
  // CHECK: %[[B1:.*]] = torch.aten.slice_scatter.default(%[[B]], %[[ROWS1]], start=1, end=3)
  // CHECK: torch.aten.add.Tensor(%[[B1]], %[[B1]])
  %o = torch.aten.add.Tensor(%b, %b) : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  return %o : tensor<4x3xf32>
}

// -----

// An alias read after the write is computed again, once; one that is not read
// is not.
// CHECK-LABEL: func.func @replay
func.func @replay(%x: tensor<4x3xf32>) -> (tensor<3xf32>, tensor<12xf32>, tensor<12xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  %row = torch.aten.select.int(%b, dim=0, index=0) : (tensor<4x3xf32>) -> tensor<3xf32>
  %flat = torch.aten.view.default(%b, [12]) : (tensor<4x3xf32>) -> tensor<12xf32>
  %unused = torch.aten.t.default(%b) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  // CHECK: %[[BEFORE:.*]] = torch.aten.abs.default
  %before = torch.aten.abs.default(%flat) : (tensor<12xf32>) -> tensor<12xf32>
  // CHECK: %[[Z:.*]] = torch.aten.zero.default
  %z = torch.aten.zero_.default(%row) : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: %[[B1:.*]] = torch.aten.select_scatter.default(%[[B]], %[[Z]]
  // CHECK-NEXT: %[[FLAT1:.*]] = torch.aten.view.default(%[[B1]], [12])
  // CHECK-NEXT: %[[AFTER:.*]] = torch.aten.mul.Tensor(%[[FLAT1]], %[[FLAT1]])
  %after = torch.aten.mul.Tensor(%flat, %flat) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  // CHECK-NEXT: return %[[Z]], %[[BEFORE]], %[[AFTER]]
  return %row, %before, %after : tensor<3xf32>, tensor<12xf32>, tensor<12xf32>
}

// -----

// CHECK-LABEL: func.func @unbind_and_split
func.func @unbind_and_split(%x: tensor<2x6xf32>) -> (tensor<2x6xf32>, tensor<2x2xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<2x6xf32>) -> tensor<2x6xf32>
  %u:2 = torch.aten.unbind.int(%b) : (tensor<2x6xf32>) -> (tensor<6xf32>, tensor<6xf32>)
  %s:3 = torch.aten.split.Tensor(%b, split_size=2, dim=1) : (tensor<2x6xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>)
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[B1:.*]] = torch.aten.select_scatter.default(%[[B]], %[[R]], dim=0, index=1)
  %0 = torch.aten.relu_.default(%u#1) : (tensor<6xf32>) -> tensor<6xf32>
  // CHECK: %[[S1:.*]]:3 = torch.aten.split.Tensor(%[[B1]], split_size=2, dim=1)
  // CHECK: %[[T:.*]] = torch.aten.tanh.default(%[[S1]]#1)
  // CHECK: %[[B2:.*]] = torch.aten.slice_scatter.default(%[[B1]], %[[T]], dim=1, start=2, end=4)
  %1 = torch.aten.tanh_.default(%s#1) : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // CHECK: %[[S2:.*]]:3 = torch.aten.split.Tensor(%[[B2]], split_size=2, dim=1)
  // CHECK: return %[[B2]], %[[S2]]#2
  return %b, %s#2 : tensor<2x6xf32>, tensor<2x2xf32>
}

// -----

// CHECK-LABEL: func.func @inverses
func.func @inverses(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  %p = torch.aten.permute.default(%b, [2, 0, -2]) : (tensor<2x3x4xf32>) -> tensor<4x2x3xf32>
  // CHECK: %[[P:.*]] = torch.aten.relu.default
  // CHECK: %[[B1:.*]] = torch.aten.permute.default(%[[P]], [1, 2, 0]) : (tensor<4x2x3xf32>) -> tensor<2x3x4xf32>
  %0 = torch.aten.relu_.default(%p) : (tensor<4x2x3xf32>) -> tensor<4x2x3xf32>
  %u = torch.aten.unsqueeze.default(%b, dim=1) : (tensor<2x3x4xf32>) -> tensor<2x1x3x4xf32>
  // CHECK: %[[U:.*]] = torch.aten.sin.default
  // CHECK: %[[B2:.*]] = torch.aten.squeeze.dim(%[[U]], dim=1)
  %1 = torch.aten.sin_.default(%u) : (tensor<2x1x3x4xf32>) -> tensor<2x1x3x4xf32>
  %d = torch.aten.diagonal.default(%b, dim1=1, dim2=2) : (tensor<2x3x4xf32>) -> tensor<2x3xf32>
  // CHECK: %[[D:.*]] = torch.aten.cos.default
  // CHECK: %[[B3:.*]] = torch.aten.diagonal_scatter.default(%[[B2]], %[[D]], dim1=1, dim2=2)
  %2 = torch.aten.cos_.default(%d) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %n = torch.aten.narrow.default(%b, dim=2, start=-2, length=2) : (tensor<2x3x4xf32>) -> tensor<2x3x2xf32>
  // CHECK: %[[N:.*]] = torch.aten.exp.default
  // CHECK: %[[B4:.*]] = torch.aten.slice_scatter.default(%[[B3]], %[[N]], dim=2, start=-2, end=9223372036854775807)
  %3 = torch.aten.exp_.default(%n) : (tensor<2x3x2xf32>) -> tensor<2x3x2xf32>
  %m = torch.aten.movedim.int(%b, source=0, destination=2) : (tensor<2x3x4xf32>) -> tensor<3x4x2xf32>
  // CHECK: %[[M:.*]] = torch.aten.floor.default
  // CHECK: %[[B5:.*]] = torch.aten.permute.default(%[[M]], [2, 0, 1])
  %4 = torch.aten.floor_.default(%m) : (tensor<3x4x2xf32>) -> tensor<3x4x2xf32>
  %a = torch.aten.as_strided.default(%b, [3], [1], storage_offset=5) : (tensor<2x3x4xf32>) -> tensor<3xf32>
  // CHECK: %[[A:.*]] = torch.aten.ceil.default
  // CHECK: %[[B6:.*]] = torch.aten.as_strided_scatter.default(%[[B5]], %[[A]], [3], [1], storage_offset=5)
  %5 = torch.aten.ceil_.default(%a) : (tensor<3xf32>) -> tensor<3xf32>
  // CHECK: return %[[B6]]
  return %b : tensor<2x3x4xf32>
}

// -----

// Sizes that are not known are asked for; one is left to the view itself.
// CHECK-LABEL: func.func @dynamic_reshape
func.func @dynamic_reshape(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<?x?xf32, #sym.dims<n, m>>, %k: i64)
    -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x?xf32, #sym.dims<n, m>>) {
  %b = torch.aten.neg.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  %v = torch.aten.view.default(%b, [%k]) : (tensor<?x3xf32, #sym.dims<n>>, i64) -> tensor<?xf32, #sym.dims<3*n>>
  // CHECK: torch.aten.view.default(%{{.*}}, [-1, 3])
  %0 = torch.aten.relu_.default(%v) : (tensor<?xf32, #sym.dims<3*n>>) -> tensor<?xf32, #sym.dims<3*n>>
  // CHECK: %[[C:.*]] = torch.aten.neg.default
  %c = torch.aten.neg.default(%y) : (tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?x?xf32, #sym.dims<n, m>>
  %w = torch.aten.view.default(%c, [%k]) : (tensor<?x?xf32, #sym.dims<n, m>>, i64) -> tensor<?xf32, #sym.dims<n * m>>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[S0:.*]] = torch.aten.sym_size.int(%[[C]], dim=0)
  // CHECK: %[[S1:.*]] = torch.aten.sym_size.int(%[[C]], dim=1)
  // CHECK: torch.aten.view.default(%[[R]], [%[[S0]], %[[S1]]])
  %1 = torch.aten.relu_.default(%w) : (tensor<?xf32, #sym.dims<n * m>>) -> tensor<?xf32, #sym.dims<n * m>>
  return %b, %c : tensor<?x3xf32, #sym.dims<n>>, tensor<?x?xf32, #sym.dims<n, m>>
}

// -----

// CHECK-LABEL: func.func @complex_parts
func.func @complex_parts(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // CHECK: %[[B:.*]] = torch.aten.clone.default
  %b = torch.aten.clone.default(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  %i = torch.aten.imag.default(%b) : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // CHECK: %[[Z:.*]] = torch.aten.zero.default
  // CHECK: %[[PAIRS:.*]] = torch.aten.view_as_real.default(%[[B]]) : (tensor<4xcomplex<f32>>) -> tensor<4x2xf32>
  // CHECK: %[[W:.*]] = torch.aten.select_scatter.default(%[[PAIRS]], %[[Z]], dim=1, index=1)
  // CHECK: torch.aten.view_as_complex.default(%[[W]])
  %z = torch.aten.zero_.default(%i) : (tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xcomplex<f32>>
}

// -----

// Dropout in evaluation returns its operand, although its schema does not say.
// CHECK-LABEL: func.func @dropout
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
func.func @dropout(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %d = torch.aten.dropout.default(%b, p=0.5, train=false) : (tensor<4xf32>) -> tensor<4xf32>
  %r = torch.aten.relu_.default(%d) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  %e = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[E:.*]] = torch.aten.neg.default
  %f = torch.aten.dropout.default(%e, p=0.5, train=true) : (tensor<4xf32>) -> tensor<4xf32>
  %g = torch.aten.relu_.default(%f) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]], %[[E]]
  return %b, %e : tensor<4xf32>, tensor<4xf32>
}

// -----

// unsqueeze_ changes the tensor it is called on, not the other aliases.
// CHECK-LABEL: func.func @metadata
func.func @metadata(%x: tensor<4xf32>) -> (tensor<1x4xf32>, tensor<4xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %alias = torch.aten.alias.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[U:.*]] = torch.aten.unsqueeze.default(%[[B]], dim=0)
  %u = torch.aten.unsqueeze_.default(%b, dim=0) : (tensor<4xf32>) -> tensor<1x4xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default(%[[U]])
  // CHECK: %[[S:.*]] = torch.aten.squeeze.dim(%[[R]], dim=0)
  %r = torch.aten.relu_.default(%b) : (tensor<4xf32>) -> tensor<1x4xf32>
  // CHECK: return %[[R]], %[[S]]
  return %u, %alias : tensor<1x4xf32>, tensor<4xf32>
}

// -----

// Parts of unknown size begin where those before them end.
// CHECK-LABEL: func.func @unknown_parts
func.func @unknown_parts(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK: %[[C:.*]]:3 = torch.aten.chunk.default(%[[B]], chunks=3)
  %c:3 = torch.aten.chunk.default(%b, chunks=3) : (tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>)
  // CHECK: %[[R:.*]] = torch.aten.relu.default(%[[C]]#1)
  // CHECK: %[[N:.*]] = torch.aten.sym_size.int(%[[C]]#0
  // CHECK: %[[S:.*]] = arith.addi %{{.*}}, %[[N]]
  // CHECK: %[[M:.*]] = torch.aten.sym_size.int(%[[C]]#1
  // CHECK: torch.aten.slice_scatter.default(%[[B]], %[[R]], start=%[[S]], end=%
  %0 = torch.aten.relu_.default(%c#1) : (tensor<?xf32>) -> tensor<?xf32>
  return %b : tensor<?xf32>
}

// -----

// An expansion that repeats no element is a reshape. (functionalize-invalid.mlir
// has one that repeats elements.)
// CHECK-LABEL: func.func @expand_by_ones
func.func @expand_by_ones(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  %e = torch.aten.expand.default(%b, [1, 1, -1, 4]) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<1x1x?x4xf32, #sym.dims<n>>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[V:.*]] = torch.aten.view.default(%[[R]], [-1, 4])
  // CHECK: return %[[V]]
  %0 = torch.aten.relu_.default(%e) : (tensor<1x1x?x4xf32, #sym.dims<n>>) -> tensor<1x1x?x4xf32, #sym.dims<n>>
  return %b : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// The tensor becomes an alias of the source; a former view keeps its memory.
// CHECK-LABEL: func.func @set
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<2x3xf32>
func.func @set(%x: tensor<4xf32>, %y: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<4xf32>) {
  // CHECK: %[[C:.*]] = torch.aten.clone.default(%[[X]])
  %c = torch.aten.clone.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[V:.*]] = torch.aten.view.default(%[[C]], [4])
  %v = torch.aten.view.default(%c, [4]) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[D:.*]] = torch.aten.clone.default(%[[Y]])
  %d = torch.aten.clone.default(%y) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NOT: set_
  %0 = torch.aten.set_.source_Tensor(%c, %d) : (tensor<4xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[A:.*]] = torch.aten.relu.default(%[[D]])
  %1 = torch.aten.relu_.default(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %[[B:.*]] = torch.aten.neg.default(%[[A]])
  %2 = torch.aten.neg_.default(%d) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: return %[[B]], %[[B]], %[[V]]
  return %0, %d, %v : tensor<2x3xf32>, tensor<2x3xf32>, tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @set_buffer
// CHECK-SAME: -> (tensor<4xf32>, tensor<4xf32> {torch.mutates = "b"})
func.func @set_buffer(%x: tensor<4xf32>) -> tensor<4xf32> {
  %b = torch.constant "b" dense<0.0> : tensor<4xf32> : tensor<4xf32>
  %y = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = torch.aten.set_.source_Tensor(%b, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  %1 = torch.aten.relu_.default(%y) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]], %[[R]]
  return %b : tensor<4xf32>
}
