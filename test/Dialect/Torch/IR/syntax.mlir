// The text of torch operations is read back as it was written, also in its
// generic form.
// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s
// RUN: torch-onnx-opt %s --mlir-print-op-generic | torch-onnx-opt | FileCheck %s
// RUN: torch-onnx-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=CHECK-GENERIC

// CHECK-LABEL: func.func @arguments
func.func @arguments(%x: tensor<?x3xf32>, %i: tensor<2xi64>, %n: i64) {
  // Values by position, scalars by name, defaults not at all.
  // CHECK: torch.aten.add.Tensor(%arg0, %arg0) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  %0 = torch.aten.add.Tensor(%x, %x, alpha=1) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: torch.aten.add.Tensor(%arg0, %arg0, alpha=2.500000e+00)
  %1 = torch.aten.add.Tensor(%x, %x, alpha=2.5) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  // Lists mix literals and values.
  // CHECK: torch.aten.view.default(%arg0, [%arg2, 1, -1]) : (tensor<?x3xf32>, i64) -> tensor<?x1x?xf32>
  %2 = torch.aten.view.default(%x, [%n, 1, -1]) : (tensor<?x3xf32>, i64) -> tensor<?x1x?xf32>
  // CHECK: torch.aten.index.Tensor(%arg0, [none, %arg1]) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  %3 = torch.aten.index.Tensor(%x, [none, %i]) : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x2xf32>
  // Arguments in any order by name; operands are kept in that of the schema.
  // CHECK: torch.aten.slice.Tensor(%arg0, dim=1, end=%arg2) : (tensor<?x3xf32>, i64) -> tensor<?x?xf32>
  %4 = torch.aten.slice.Tensor(end=%n, self=%x, dim=1) : (tensor<?x3xf32>, i64) -> tensor<?x?xf32>
  // Types, text, none and truth.
  // CHECK: torch.aten.sum.dim_IntList(%arg0, [1], keepdim=true, dtype=f64)
  %5 = torch.aten.sum.dim_IntList(%x, [1], keepdim=true, dtype=f64) : (tensor<?x3xf32>) -> tensor<?x1xf64>
  // CHECK: torch.aten.gelu.default(%arg0, approximate="tanh")
  %6 = torch.aten.gelu.default(%x, approximate="tanh") : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: torch.aten.clamp.default(%arg0, max=6) : (tensor<?x3xf32>)
  %7 = torch.aten.clamp.default(%x, min=none, max=6) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // None without being the default.
  // CHECK: torch.aten.div.Tensor_mode(%arg0, %arg0, rounding_mode=none)
  // CHECK-GENERIC: args = [#torch.operand, #torch.operand, #torch.none]
  %none = torch.aten.div.Tensor_mode(%x, %x, rounding_mode=none) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  // Numbers that are no decimal numbers.
  // CHECK: torch.aten.masked_fill.Scalar(%arg0, %arg0, value=0xFFF0000000000000 : f64)
  %8 = torch.aten.masked_fill.Scalar(%x, %x, value=0xFFF0000000000000 : f64) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  // CHECK: torch.aten.full.default([], fill_value=dense<(1.000000e+00,2.000000e+00)> : tensor<complex<f64>>)
  %9 = torch.aten.full.default([], fill_value=dense<(1.0, 2.0)> : tensor<complex<f64>>) : () -> tensor<complex<f32>>
  // Several results, and none.
  // CHECK: %{{.*}}:2 = torch.aten.unbind.int(%arg1)
  %10:2 = torch.aten.unbind.int(%i) : (tensor<2xi64>) -> (tensor<i64>, tensor<i64>)
  // CHECK: torch.aten._assert_async.default(%arg1) : (tensor<2xi64>) -> ()
  torch.aten._assert_async.default(%i) : (tensor<2xi64>) -> ()
  // Attributes of our own.
  // CHECK: torch.aten.neg.default(%arg0) attributes {torch.note = "text"} :
  %11 = torch.aten.neg.default(%x) attributes {torch.note = "text"} : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return
}

// An operator that nobody knows has all of its arguments by name.
// CHECK-LABEL: func.func @unknown
func.func @unknown(%x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: torch.my_library.my_op.default(input=%arg0, mode="fast", sizes=[1, 2], flag=true)
  %0 = torch.my_library.my_op.default(input=%x, mode="fast", sizes=[1, 2], flag=true) : (tensor<3xf32>) -> tensor<3xf32>
  // A name that is no identifier is written as text.
  // CHECK: torch.operator "edge:aten-add"(a=%arg0)
  %1 = torch.operator "edge:aten-add" (a=%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %1 : tensor<3xf32>
}

// CHECK-LABEL: func.func @regions
func.func @regions(%p: tensor<i1>, %x: tensor<3xf32>) -> tensor<3xf32> {
  // CHECK: torch.higher_order.cond(pred=%arg0, operands=[%arg1]) {
  %0 = torch.higher_order.cond(pred=%p, operands=[%x]) {
  // CHECK-NEXT: ^bb0(%[[A:.*]]: tensor<3xf32>):
  ^bb0(%a: tensor<3xf32>):
    // CHECK: torch.yield %{{.*}} : tensor<3xf32>
    %1 = torch.aten.neg.default(%a) : (tensor<3xf32>) -> tensor<3xf32>
    torch.yield %1 : tensor<3xf32>
  // CHECK: } {
  } {
  ^bb0(%a: tensor<3xf32>):
    torch.yield %a : tensor<3xf32>
  } : (tensor<i1>, tensor<3xf32>) -> tensor<3xf32>
  // CHECK: } : (tensor<i1>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xf32>, tensor<2xi64>) {
  // CHECK: torch.constant "conv1.weight" #weight.file<"m.pt2", offset = 64> : tensor<2xf32> : tensor<2xf32>
  %0 = torch.constant "conv1.weight" #weight.file<"m.pt2", offset = 64> : tensor<2xf32> : tensor<2xf32>
  // CHECK: torch.constant dense<[1, 2]> : tensor<2xi64> : tensor<2xi64>
  %1 = torch.constant dense<[1, 2]> : tensor<2xi64> : tensor<2xi64>
  return %0, %1 : tensor<2xf32>, tensor<2xi64>
}
