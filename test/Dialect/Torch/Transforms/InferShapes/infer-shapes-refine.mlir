// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// What becomes of declared types, and how refined ones reach their users.

// A size without expression takes what is inferred, and so do the results of
// the function; an expression that is declared stays, and reaches the users.
// CHECK-LABEL: @declared
// CHECK-SAME: -> (tensor<?x?xf32, #sym.dims<n, m>>, tensor<?x4xf32, #sym.dims<k>>)
func.func @declared(%x: tensor<?x?xf32, #sym.dims<m, n>>, %y: tensor<?x4xf32, #sym.dims<j>>)
    -> (tensor<?x?xf32>, tensor<?x?xf32, #sym.dims<k, ?>>) {
  %0 = torch.aten.t.default(%x) : (tensor<?x?xf32, #sym.dims<m, n>>) -> tensor<?x?xf32>
  %1 = torch.aten.exp.default(%y) : (tensor<?x4xf32, #sym.dims<j>>) -> tensor<?x?xf32, #sym.dims<k, ?>>
  %2 = torch.aten.neg.default(%1) : (tensor<?x?xf32, #sym.dims<k, ?>>) -> tensor<?x?xf32, #sym.dims<k, ?>>
  return %0, %2 : tensor<?x?xf32>, tensor<?x?xf32, #sym.dims<k, ?>>
}

// CHECK-LABEL: @unranked
// CHECK-SAME: -> tensor<2xf32>
func.func @unranked(%x: tensor<2xf32>) -> tensor<*xf32> {
  %0 = torch.aten.exp.default(%x) : (tensor<2xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// A result that nobody asked for.
// CHECK-LABEL: @none
// CHECK: aten.native_layer_norm.default({{.*}} -> (tensor<2x3xf32>, none, none)
func.func @none(%x: tensor<2x3xf32>) -> !torch.untyped {
  %0:3 = torch.aten.native_layer_norm.default(%x, [3], none, none, 0.1) : (tensor<2x3xf32>) -> (!torch.untyped, none, none)
  return %0#0 : !torch.untyped
}

// The body of a wrapper: its argument from the operand, its result from what
// it yields.
// CHECK-LABEL: @region
// CHECK-SAME: -> tensor<3x2xf32>
// CHECK: ^bb0(%{{.*}}: tensor<2x3xf32>):
// CHECK: torch.yield %{{.*}} : tensor<3x2xf32>
// CHECK: (tensor<2x3xf32>) -> tensor<3x2xf32>
func.func @region(%x: tensor<2x3xf32>) -> !torch.untyped {
  %0 = torch.higher_order.wrap(arg=%x) {
  ^bb0(%a: !torch.untyped):
    %1 = torch.aten.t.default(%a) : (!torch.untyped) -> !torch.untyped
    torch.yield %1 : !torch.untyped
  } : (tensor<2x3xf32>) -> !torch.untyped
  return %0 : !torch.untyped
}

// nansum and nanmean of an empty list of dimensions reduce all elements, and are
// declared to keep all dimensions.
// CHECK-LABEL: @sum_of_no_dimensions
// CHECK-SAME: -> (tensor<f32>, tensor<1x1xf32>, tensor<3xf32>, tensor<f32>)
func.func @sum_of_no_dimensions(%x: tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>) {
  %0 = torch.aten.nansum.default(%x, []) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %1 = torch.aten.nansum.default(%x, [], true) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = torch.aten.nansum.default(%x, [1]) : (tensor<3x4xf32>) -> tensor<3xf32>
  %3 = torch.aten.nanmean.default(%x, []) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0, %1, %2, %3 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xf32>, tensor<3x4xf32>
}

// Running statistics of half floats keep their dtype, and are declared as f32.
// CHECK-LABEL: @running_statistics
// CHECK-SAME: -> (tensor<3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf32>)
func.func @running_statistics(%x: tensor<2x3xf16>, %m: tensor<3xf16>, %v: tensor<3xf32>) -> (tensor<3xf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) {
  %0:5 = torch.aten._native_batch_norm_legit_functional.default(%x, none, none, %m, %m, true, 0.1, 0.01) : (tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>) -> (tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>)
  %1:5 = torch.aten._native_batch_norm_legit_functional.default(%x, none, none, %v, %v, true, 0.1, 0.01) : (tensor<2x3xf16>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf16>, tensor<3xf16>, tensor<3xf16>, tensor<3xf32>, tensor<3xf32>)
  return %0#1, %0#3, %0#4, %1#3 : tensor<3xf16>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
}

// What torch.export declares for a negative axis is known to be wrong, but for
// the name of the size.
// CHECK-LABEL: @misdeclared
// CHECK-SAME: -> (tensor<3x?xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>)
// CHECK: aten.unique_consecutive.default({{.*}} -> (tensor<3x?xf32, #sym.dims<u0>>, tensor<4xi64>, tensor<?xi64, #sym.dims<u0>>)
// CHECK: aten.unique_consecutive.default({{.*}} -> (tensor<3x?xf32, #sym.dims<u1>>, tensor<4xi64>, tensor<?xi64, #sym.dims<u1>>)
func.func @misdeclared(%x: tensor<3x4xf32>) -> (tensor<3x?x3x4xf32, #sym.dims<u0>>, tensor<4xi64>) {
  %0:3 = torch.aten.unique_consecutive.default(%x, true, true, -1) : (tensor<3x4xf32>) -> (tensor<3x?x3x4xf32, #sym.dims<u0>>, tensor<4xi64>, tensor<4xi64>)
  %1:3 = torch.aten.unique_consecutive.default(%x, true, true, 1) : (tensor<3x4xf32>) -> (tensor<3x?xf32, #sym.dims<u1>>, tensor<4xi64>, tensor<?xi64, #sym.dims<u1>>)
  return %0#0, %0#2 : tensor<3x?x3x4xf32, #sym.dims<u0>>, tensor<4xi64>
}
