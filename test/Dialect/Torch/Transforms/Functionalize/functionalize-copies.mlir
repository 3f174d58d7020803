// RUN: torch-onnx-opt %s --torch-functionalize | FileCheck %s

// A copy of a view is the view once nothing is written; operators of the same
// arguments that copy something else stay.

// CHECK-LABEL: func @copies
func.func @copies(%x: tensor<2x3xf32>, %i: tensor<1xi64>) -> (tensor<6xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xf32>) {
  // CHECK-NEXT: torch.aten.view.default
  %0 = torch.aten.view_copy.default(%x, [6]) : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK-NEXT: %[[PARTS:.*]]:2 = torch.aten.unbind.int
  %1:2 = torch.aten.unbind_copy.int(%x) : (tensor<2x3xf32>) -> (tensor<3xf32>, tensor<3xf32>)
  // CHECK-NEXT: torch.aten.index_copy.default
  %2 = torch.aten.index_copy.default(%x, 0, %i, %x) : (tensor<2x3xf32>, tensor<1xi64>, tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK-NEXT: torch.aten._to_copy.default
  %3 = torch.aten._to_copy.default(%x, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  // CHECK-NEXT: torch.aten._reshape_copy.default
  %4 = torch.aten._reshape_copy.default(%x, [2, 3]) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1#1, %2, %3, %4 : tensor<6xf32>, tensor<3xf32>, tensor<2x3xf32>, tensor<2x3xf64>, tensor<2x3xf32>
}

// What is written through it first is not seen by the tensor.

// CHECK-LABEL: func @written
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
func.func @written(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<6xf32>) {
  // CHECK-NEXT: %[[COPY:.*]] = torch.aten.view.default(%[[X]], [6])
  %0 = torch.aten.view_copy.default(%x, [6]) : (tensor<2x3xf32>) -> tensor<6xf32>
  // CHECK-NEXT: %[[SUM:.*]] = torch.aten.add.Scalar(%[[COPY]], other=1)
  %1 = torch.aten.add_.Scalar(%0, 1) : (tensor<6xf32>) -> tensor<6xf32>
  // CHECK-NEXT: return %[[X]], %[[SUM]]
  return %x, %1 : tensor<2x3xf32>, tensor<6xf32>
}
