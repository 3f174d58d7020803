// RUN: torch-onnx-opt --convert-torch-to-onnx %s | FileCheck %s

// A number that is an input is a 0-d tensor; the sizes that it is are computed
// from it.

// CHECK-LABEL: func.func @input(
// CHECK-SAME: %[[X:.*]]: tensor<3xf32>, %[[N:.*]]: tensor<i64>) -> (tensor<?x3xf32, #sym.dims<s0>>, tensor<?x3xf32, #sym.dims<s0>>)
// CHECK: %[[SIZE:.*]] = onnx.{{Unsqueeze|Reshape}}(%[[N]]
// CHECK: %[[KEPT:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %[[SIZE]])
// CHECK: onnx.Concat(%[[KEPT]], %{{.*}})
// CHECK: %[[F:.*]] = onnx.Cast(%[[N]]) {to = f32}
// CHECK: onnx.Add(%{{.*}}, %[[F]])
func.func @input(%x: tensor<3xf32>, %n: i64 {torch.exprs = #sym.dims<s0>})
    -> (tensor<?x3xf32, #sym.dims<s0>>, tensor<?x3xf32, #sym.dims<s0>>) {
  %0 = torch.aten.expand.default(%x, [%n, 3]) : (tensor<3xf32>, i64) -> tensor<?x3xf32, #sym.dims<s0>>
  %1 = torch.aten.add.Tensor(%0, %n) : (tensor<?x3xf32, #sym.dims<s0>>, i64) -> tensor<?x3xf32, #sym.dims<s0>>
  return %0, %1 : tensor<?x3xf32, #sym.dims<s0>>, tensor<?x3xf32, #sym.dims<s0>>
}

// A number that nobody reads stays an input, one that is returned an output.

// CHECK-LABEL: func.func @unused(
// CHECK-SAME: %[[N:.*]]: tensor<i64>, %[[M:.*]]: tensor<i64>) -> tensor<i64>
// CHECK-NEXT: return %[[M]]
func.func @unused(%n: i64, %m: i64) -> i64 {
  return %m : i64
}
