// Writes that outlive the function, tied weights and subgraphs.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s

// Arguments first, then weights in order; the values after the last write.
// CHECK-LABEL: func.func @mutations
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32> {onnx.name = "x"}, %[[Y:.*]]: tensor<4xf32>, %[[Z:.*]]: tensor<4xf32>)
// CHECK-SAME: -> (tensor<4xf32> {onnx.name = "out"}, tensor<4xf32> {torch.mutates = "x"}, tensor<4xf32> {torch.mutates = "arg1"}, tensor<2x4xf32> {torch.mutates = "cache"}, tensor<i64> {torch.mutates = "bn.num_batches_tracked"})
func.func @mutations(%x: tensor<4xf32> {onnx.name = "x"}, %y: tensor<4xf32>, %z: tensor<4xf32>) -> (tensor<4xf32> {onnx.name = "out"}) {
  // CHECK: %[[C:.*]] = torch.constant "cache"
  %cache = torch.constant "cache" dense<0.0> : tensor<2x4xf32> : tensor<2x4xf32>
  // CHECK: %[[N:.*]] = torch.constant "bn.num_batches_tracked"
  %count = torch.constant "bn.num_batches_tracked" dense<0> : tensor<i64> : tensor<i64>
  %frozen = torch.constant "frozen" dense<0.0> : tensor<4xf32> : tensor<4xf32>
  // CHECK: %[[N1:.*]] = torch.aten.add.Tensor(%[[N]], %[[N]])
  %0 = torch.aten.add_.Tensor(%count, %count) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %row = torch.aten.select.int(%cache, dim=0, index=1) : (tensor<2x4xf32>) -> tensor<4xf32>
  // CHECK: %[[C1:.*]] = torch.aten.select_scatter.default(%[[C]], %[[X]], dim=0, index=1)
  %1 = torch.aten.copy_.default(%row, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[Y1:.*]] = torch.aten.relu.default(%[[Y]])
  %2 = torch.aten.relu_.default(%y) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[X1:.*]] = torch.aten.add.Tensor(%[[X]], %[[Z]])
  %3 = torch.aten.add_.Tensor(%x, %z) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[X2:.*]] = torch.aten.mul.Tensor(%[[X1]], %[[X1]])
  %4 = torch.aten.mul_.Tensor(%3, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[X2]], %[[X2]], %[[Y1]], %[[C1]], %[[N1]]
  return %3 : tensor<4xf32>
}

// -----

// One that is returned already is not returned twice.
// CHECK-LABEL: func.func @known
// CHECK-SAME: -> (tensor<4xf32> {torch.mutates = "b"}) {
func.func @known() -> (tensor<4xf32> {torch.mutates = "b"}) {
  %b = torch.constant "b" dense<0.0> : tensor<4xf32> : tensor<4xf32>
  // CHECK: %[[R:.*]] = torch.aten.cos.default
  %0 = torch.aten.cos_.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]] :
  return %b : tensor<4xf32>
}

// -----

// Tied weights are one tensor with two names; equal numbers are not.
// CHECK-LABEL: func.func @tied
// CHECK-SAME: -> (tensor<4xf32>, tensor<2xf32>, tensor<4xf32> {torch.mutates = "a"}, tensor<4xf32> {torch.mutates = "b"}, tensor<2xf32> {torch.mutates = "c"})
func.func @tied() -> (tensor<4xf32>, tensor<2xf32>) {
  %a = torch.constant "a" #weight.file<"m", offset = 0> : tensor<4xf32> : tensor<4xf32>
  %b = torch.constant "b" #weight.file<"m", offset = 0> : tensor<4xf32> : tensor<4xf32>
  %c = torch.constant "c" dense<0.0> : tensor<2xf32> : tensor<2xf32>
  // CHECK: %[[D:.*]] = torch.constant "d"
  %d = torch.constant "d" dense<0.0> : tensor<2xf32> : tensor<2xf32>
  // CHECK: %[[R:.*]] = torch.aten.cos.default
  %0 = torch.aten.cos_.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[S:.*]] = torch.aten.sin.default
  %1 = torch.aten.sin_.default(%c) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[R]], %[[D]], %[[R]], %[[R]], %[[S]]
  return %b, %d : tensor<4xf32>, tensor<2xf32>
}

// -----

// A subgraph writes to its own tensors and reads the newest of the outer ones.
// CHECK-LABEL: func.func @subgraph
func.func @subgraph(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<2xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = torch.aten.slice.Tensor(%b, end=2) : (tensor<4xf32>) -> tensor<2xf32>
  // CHECK: %[[B1:.*]] = torch.aten.relu.default(%[[B]])
  %0 = torch.aten.relu_.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: %[[S:.*]] = torch.aten.slice.Tensor(%[[B1]], end=2)
  // CHECK-NEXT: torch.higher_order.cond
  %r = torch.higher_order.cond(pred=%p) {
    // CHECK-NEXT: %[[A:.*]] = torch.aten.abs.default(%[[S]])
    %c = torch.aten.abs.default(%s) : (tensor<2xf32>) -> tensor<2xf32>
    // CHECK-NEXT: %[[E:.*]] = torch.aten.exp.default(%[[A]])
    %1 = torch.aten.exp_.default(%c) : (tensor<2xf32>) -> tensor<2xf32>
    // CHECK-NEXT: torch.yield %[[E]]
    torch.yield %c : tensor<2xf32>
  } {
    // CHECK: torch.yield %[[S]]
    torch.yield %s : tensor<2xf32>
  } : (tensor<i1>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// Nobody reads the other alias after the write, so it does not matter whether
// reshape made a view.
// CHECK-LABEL: func.func @undecided_unread
func.func @undecided_unread(%x: tensor<4x3xf32>) -> tensor<12xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4x3xf32>) -> tensor<4x3xf32>
  // CHECK: %[[F:.*]] = torch.aten.flatten.using_ints
  %f = torch.aten.flatten.using_ints(%b) : (tensor<4x3xf32>) -> tensor<12xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default(%[[F]])
  %r = torch.aten.relu_.default(%f) : (tensor<12xf32>) -> tensor<12xf32>
  // CHECK: return %[[R]]
  return %f : tensor<12xf32>
}

// -----

// A reshape that only splits is a view; one of a tensor that was made from
// nothing, too.
// CHECK-LABEL: func.func @decided_reshape
func.func @decided_reshape(%x: tensor<?x12xf32, #sym.dims<n>>) -> (tensor<?x12xf32, #sym.dims<n>>, tensor<2x3xf32>) {
  %b = torch.aten.neg.default(%x) : (tensor<?x12xf32, #sym.dims<n>>) -> tensor<?x12xf32, #sym.dims<n>>
  %s = torch.aten.reshape.default(%b, [-1, 1, 3, 4]) : (tensor<?x12xf32, #sym.dims<n>>) -> tensor<?x1x3x4xf32, #sym.dims<n>>
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[V:.*]] = torch.aten.view.default(%[[R]], [-1, 12])
  %r = torch.aten.relu_.default(%s) : (tensor<?x1x3x4xf32, #sym.dims<n>>) -> tensor<?x1x3x4xf32, #sym.dims<n>>
  %z = torch.aten.zeros.default([2, 3]) : () -> tensor<2x3xf32>
  %f = torch.aten.reshape.default(%z, [6]) : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK: %[[C:.*]] = torch.aten.cos.default
  // CHECK: %[[W:.*]] = torch.aten.view.default(%[[C]], [2, 3])
  %c = torch.aten.cos_.default(%f) : (tensor<6xf32>) -> tensor<6xf32>
  // CHECK: return %[[V]], %[[W]]
  return %b, %z : tensor<?x12xf32, #sym.dims<n>>, tensor<2x3xf32>
}
