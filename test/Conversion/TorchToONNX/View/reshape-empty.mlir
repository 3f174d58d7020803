// Shapes of what may be empty. A 0 copies a dimension and -1 is inferred, which
// does not go together when what is copied is 0.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @maybe_empty
// CHECK-SAME: (%[[X:.*]]: tensor<?x3x?x5xf32
// CHECK: %[[N:.*]] = onnx.Shape(%[[X]]) {end = 2 : i64}
// CHECK: %[[H:.*]] = onnx.Shape(%[[X]]) {end = 3 : i64, start = 2 : i64}
// CHECK: %[[M:.*]] = onnx.Mul(%[[H]],
// CHECK: %[[S:.*]] = onnx.Concat(%[[N]], %[[M]])
// CHECK: onnx.Reshape(%[[X]], %[[S]]) {allowzero = 1 : i64}
module attributes {sym.ranges = {n = array<i64: 0, 8>, h = array<i64: 1, 8>}} {
  func.func @maybe_empty(%x: tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>> {
    %0 = torch.aten.flatten.using_ints(%x, start_dim=2) : (tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>>
    return %0 : tensor<?x3x?xf32, #sym.dims<n, 5*h>>
  }
}

// -----

// CHECK-LABEL: func.func @not_empty
// CHECK: %[[S:.*]] = onnx.Constant dense<[0, 3, -1]> : tensor<3xi64>
// CHECK-NEXT: onnx.Reshape(%{{.*}}, %[[S]]) :
module attributes {sym.ranges = {n = array<i64: 1, 8>, h = array<i64: 0, 8>}} {
  func.func @not_empty(%x: tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>> {
    %0 = torch.aten.flatten.using_ints(%x, start_dim=2) : (tensor<?x3x?x5xf32, #sym.dims<n, h>>) -> tensor<?x3x?xf32, #sym.dims<n, 5*h>>
    return %0 : tensor<?x3x?xf32, #sym.dims<n, 5*h>>
  }
}

// -----

// Copies alone, or an inferred size alone, hold for the empty tensor too.
// CHECK-LABEL: func.func @always
// CHECK: onnx.Constant dense<[0, 0, 12]>
// CHECK: onnx.Constant dense<[-1, 12]>
// CHECK-NOT: onnx.Concat
func.func @always(%x: tensor<?x?x3x4xf32, #sym.dims<n, s>>) -> (tensor<?x?x12xf32, #sym.dims<n, s>>, tensor<?x12xf32, #sym.dims<n*s>>) {
  %0 = torch.aten.flatten.using_ints(%x, start_dim=2) : (tensor<?x?x3x4xf32, #sym.dims<n, s>>) -> tensor<?x?x12xf32, #sym.dims<n, s>>
  %1 = torch.aten.reshape.default(%x, [-1, 12]) : (tensor<?x?x3x4xf32, #sym.dims<n, s>>) -> tensor<?x12xf32, #sym.dims<n*s>>
  return %0, %1 : tensor<?x?x12xf32, #sym.dims<n, s>>, tensor<?x12xf32, #sym.dims<n*s>>
}

// -----

// Ones in between need no sizes.
// CHECK-LABEL: func.func @ones
// CHECK: onnx.Unsqueeze(%arg0,
// CHECK: onnx.Squeeze(%arg1,
// CHECK-NOT: onnx.Reshape
func.func @ones(%x: tensor<?x?xf32, #sym.dims<n, s>>, %y: tensor<?x1x?xf32, #sym.dims<n, s>>) -> (tensor<?x1x?xf32, #sym.dims<n, s>>, tensor<?x?xf32, #sym.dims<n, s>>) {
  %n = torch.aten.sym_size.int(%x, dim=0) : (tensor<?x?xf32, #sym.dims<n, s>>) -> i64
  %0 = torch.aten.view.default(%x, [%n, 1, -1]) : (tensor<?x?xf32, #sym.dims<n, s>>, i64) -> tensor<?x1x?xf32, #sym.dims<n, s>>
  %1 = torch.aten.view.default(%y, [%n, -1]) : (tensor<?x1x?xf32, #sym.dims<n, s>>, i64) -> tensor<?x?xf32, #sym.dims<n, s>>
  return %0, %1 : tensor<?x1x?xf32, #sym.dims<n, s>>, tensor<?x?xf32, #sym.dims<n, s>>
}
