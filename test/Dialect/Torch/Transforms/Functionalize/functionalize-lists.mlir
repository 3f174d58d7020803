// Operators on lists are operators on their tensors, one after the other.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s

// Numbers for each tensor, or one for all; views write to what they look into.
// CHECK-LABEL: func.func @numbers
func.func @numbers(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = torch.aten.slice.Tensor(%b, end=2) : (tensor<4xf32>) -> tensor<2xf32>
  // CHECK: %[[A:.*]] = torch.aten.add.Scalar(%[[B]], other=1.000000e+00)
  // CHECK: %[[P:.*]] = torch.aten.slice.Tensor(%[[A]], end=2)
  // CHECK: %[[Q:.*]] = torch.aten.add.Scalar(%[[P]], other=2.000000e+00)
  // CHECK: %[[W:.*]] = torch.aten.slice_scatter.default(%[[A]], %[[Q]], end=2
  torch.aten._foreach_add_.ScalarList([%b, %s], [1.0, 2.0]) : (tensor<4xf32>, tensor<2xf32>) -> ()
  // CHECK: %[[N:.*]] = torch.aten.neg.default(%[[W]])
  torch.aten._foreach_neg_.default([%b]) : (tensor<4xf32>) -> ()
  // CHECK: return %[[N]]
  return %b : tensor<4xf32>
}

// -----

// Further lists; a default of the operator on tensors; what has no operator in
// place is copied.
// CHECK-LABEL: func.func @tensors
func.func @tensors(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[M:.*]] = torch.aten.add.Tensor(%{{.*}}, %arg1, alpha=2)
  torch.aten._foreach_add_.List([%b], [%y], alpha=2) : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: %[[X:.*]] = torch.aten.maximum.default(%[[M]], %arg0)
  torch.aten._foreach_maximum_.List([%b], [%x]) : (tensor<4xf32>, tensor<4xf32>) -> ()
  // CHECK: %[[C:.*]] = torch.aten.clamp_min.default(%[[X]], min=3)
  torch.aten._foreach_maximum_.Scalar([%b], 3) : (tensor<4xf32>) -> ()
  // CHECK: return %[[C]]
  return %b : tensor<4xf32>
}

// -----

// One that writes nothing.
// CHECK-LABEL: func.func @results
func.func @results(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>) {
  // CHECK: %[[A:.*]] = torch.aten.mul.Scalar(%arg0, other=3) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[B:.*]] = torch.aten.mul.Scalar(%arg1, other=3) : (tensor<2xf32>) -> tensor<2xf32>
  %0:2 = torch.aten._foreach_mul.Scalar([%x, %y], 3) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<4xf32>, tensor<2xf32>)
  // CHECK: return %[[A]], %[[B]]
  return %0#0, %0#1 : tensor<4xf32>, tensor<2xf32>
}

// -----

// The norm of one tensor has further arguments: those of the list go by their
// names.
// CHECK-LABEL: func.func @norms
func.func @norms(%x: tensor<4xf32>, %y: tensor<2xf32>) -> (tensor<f64>, tensor<f64>) {
  // CHECK: torch.aten.linalg_vector_norm.default(%arg0, ord=1, dtype=f64) : (tensor<4xf32>) -> tensor<f64>
  // CHECK: torch.aten.linalg_vector_norm.default(%arg1, ord=1, dtype=f64) : (tensor<2xf32>) -> tensor<f64>
  %0:2 = torch.aten._foreach_norm.Scalar([%x, %y], 1, dtype=f64) : (tensor<4xf32>, tensor<2xf32>) -> (tensor<f64>, tensor<f64>)
  return %0#0, %0#1 : tensor<f64>, tensor<f64>
}

// -----

// Lists of other lengths stay.
// CHECK-LABEL: func.func @stays
func.func @stays(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: torch.aten._foreach_mul.ScalarList
  %0 = torch.aten._foreach_mul.ScalarList([%x], [2.0, 3.0]) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// unsafe_split is split.
// CHECK-LABEL: func.func @parts
func.func @parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %p:2 = torch.aten.unsafe_split.Tensor(%b, 2) : (tensor<4xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  // CHECK: %[[R:.*]] = torch.aten.relu.default
  // CHECK: %[[W:.*]] = torch.aten.slice_scatter.default(%[[B]], %[[R]], start=2
  %0 = torch.aten.relu_.default(%p#1) : (tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[W]]
  return %b : tensor<4xf32>
}
