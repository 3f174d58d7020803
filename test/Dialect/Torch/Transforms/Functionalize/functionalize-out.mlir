// Operators that write their results to arguments (out=), and operators whose
// schema the user gives.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s

// The argument is a view: what is computed goes back to what it looks into.
// CHECK-LABEL: func.func @part
func.func @part(%x: tensor<2xf32>) -> tensor<3xf32> {
  // CHECK: %[[Z:.*]] = torch.aten.zeros.default
  %z = torch.aten.zeros.default([3]) : () -> tensor<3xf32>
  %s = torch.aten.slice.Tensor(%z, end=2) : (tensor<3xf32>) -> tensor<2xf32>
  // CHECK: %[[M:.*]] = torch.aten.mul.Tensor(%{{.*}}, %{{.*}})
  // CHECK: %[[W:.*]] = torch.aten.slice_scatter.default(%[[Z]], %[[M]], end=2
  // CHECK-NOT: mul.out
  %0 = torch.aten.mul.out(%x, %x, out=%s) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[W]]
  return %z : tensor<3xf32>
}

// -----

// An elementwise operator casts to the type of the argument.
// CHECK-LABEL: func.func @cast
func.func @cast(%x: tensor<2xf32>) -> tensor<2xf64> {
  %z = torch.aten.zeros.default([2], dtype=f64) : () -> tensor<2xf64>
  // CHECK: %[[A:.*]] = torch.aten.add.Tensor({{.*}}) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: %[[C:.*]] = torch.aten._to_copy.default(%[[A]], dtype=f64)
  %0 = torch.aten.add.out(%x, %x, out=%z) : (tensor<2xf32>, tensor<2xf32>, tensor<2xf64>) -> tensor<2xf64>
  // CHECK: return %[[C]]
  return %0 : tensor<2xf64>
}

// -----

// Two results; a factory, which takes the type of its argument.
// CHECK-LABEL: func.func @several
func.func @several(%x: tensor<2x4xf32>) -> (tensor<2xf32>, tensor<2xi64>, tensor<2xi32>) {
  %v = torch.aten.zeros.default([2]) : () -> tensor<2xf32>
  %i = torch.aten.zeros.default([2], dtype=i64) : () -> tensor<2xi64>
  // CHECK: %[[R:.*]]:2 = torch.aten.max.dim(%{{.*}}, dim=1)
  %0:2 = torch.aten.max.dim_max(%x, dim=1, max=%v, max_values=%i) : (tensor<2x4xf32>, tensor<2xf32>, tensor<2xi64>) -> (tensor<2xf32>, tensor<2xi64>)
  %n = torch.aten.zeros.default([2], dtype=i32) : () -> tensor<2xi32>
  // CHECK: %[[N:.*]] = torch.aten.arange.start_step(start=1, end=3, dtype=i32)
  %1 = torch.aten.arange.start_out(start=1, end=3, out=%n) : (tensor<2xi32>) -> tensor<2xi32>
  // CHECK: return %[[R]]#0, %[[R]]#1, %[[N]]
  return %v, %i, %n : tensor<2xf32>, tensor<2xi64>, tensor<2xi32>
}

// -----

// A tensor without elements grows.
// CHECK-LABEL: func.func @grows
// CHECK-SAME: -> tensor<2xf32>
func.func @grows(%x: tensor<2xf32>) -> tensor<0xf32> {
  %z = torch.aten.empty.memory_format([0]) : () -> tensor<0xf32>
  // CHECK: %[[R:.*]] = torch.aten.neg.default
  %0 = torch.aten.neg.out(%x, out=%z) : (tensor<2xf32>, tensor<0xf32>) -> tensor<2xf32>
  // CHECK: return %[[R]] : tensor<2xf32>
  return %z : tensor<0xf32>
}

// -----

// A tensor of another shape is resized; its object is the result.
// CHECK-LABEL: func.func @resizes
// CHECK-SAME: -> tensor<4xf32>
func.func @resizes(%x: tensor<4xf32>) -> tensor<2xf32> {
  %z = torch.aten.zeros.default([2]) : () -> tensor<2xf32>
  // CHECK: %[[R:.*]] = torch.aten.neg.default
  %0 = torch.aten.neg.out(%x, out=%z) : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]] : tensor<4xf32>
  return %z : tensor<2xf32>
}

// -----

// It grows to what the program declares, where only the run knows the size.
// CHECK-LABEL: func.func @grows_by_symbol
// CHECK-SAME: -> tensor<?xf32, #sym.dims<n>>
func.func @grows_by_symbol(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<0xf32> {
  %z = torch.aten.empty.memory_format([0]) : () -> tensor<0xf32>
  // CHECK: %[[R:.*]] = torch.aten.neg.default
  %0 = torch.aten.neg.out(%x, out=%z) : (tensor<?xf32, #sym.dims<n>>, tensor<0xf32>) -> tensor<?xf32, #sym.dims<n>>
  // CHECK: return %[[R]] : tensor<?xf32, #sym.dims<n>>
  return %z : tensor<0xf32>
}

// -----

// A buffer.
// CHECK-LABEL: func.func @buffer
// CHECK-SAME: -> (tensor<2xf32>, tensor<2xf32> {torch.mutates = "b"})
func.func @buffer(%x: tensor<2xf32>) -> tensor<2xf32> {
  %b = torch.constant "b" dense<0.0> : tensor<2xf32> : tensor<2xf32>
  // CHECK: %[[R:.*]] = torch.aten.neg.default
  %0 = torch.aten.neg.out(%x, out=%b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: return %[[R]], %[[R]]
  return %0 : tensor<2xf32>
}

// -----

// What a custom operator writes is a further result, through views as well.
module attributes {torch.op_schemas = ["my::acc_(Tensor(a!) y, Tensor x) -> ()", "my::both(Tensor(a!) y, Tensor x) -> Tensor", "my::self_(Tensor(a!) y) -> Tensor(a!)"]} {
  // CHECK-LABEL: func.func @custom
  func.func @custom(%x: tensor<2xf32>) -> (tensor<3xf32>, tensor<2xf32>) {
    // CHECK: %[[Z:.*]] = torch.aten.zeros.default
    %z = torch.aten.zeros.default([3]) : () -> tensor<3xf32>
    // CHECK: %[[S:.*]] = torch.aten.slice.Tensor(%[[Z]], end=2)
    %s = torch.aten.slice.Tensor(%z, end=2) : (tensor<3xf32>) -> tensor<2xf32>
    // CHECK: %[[A:.*]] = torch.my.acc__functional.default(x=%arg0, y=%[[S]]) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    // CHECK: torch.aten.slice_scatter.default(%[[Z]], %[[A]]
    torch.my.acc_.default(x=%x, y=%s) : (tensor<2xf32>, tensor<2xf32>) -> ()
    // CHECK: %[[B:.*]]:2 = torch.my.both_functional.default(y=%[[A]], x=%arg0) : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
    // CHECK: torch.aten.slice_scatter.default({{.*}}, %[[B]]#1
    %0 = torch.my.both.default(y=%s, x=%x) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    // CHECK: %[[C:.*]] = torch.my.self__functional.default(y=%[[B]]#1)
    // CHECK: %[[W:.*]] = torch.aten.slice_scatter.default({{.*}}, %[[C]]
    %1 = torch.my.self_.default(y=%s) : (tensor<2xf32>) -> tensor<2xf32>
    // CHECK: return %[[W]], %[[B]]#0
    return %z, %0 : tensor<3xf32>, tensor<2xf32>
  }
}

// -----

// An argument that has been given another shape is returned in it.
// CHECK-LABEL: func.func @argument_shape
// CHECK-SAME: -> (tensor<1x4xf32>, tensor<1x4xf32> {torch.mutates = "arg0"})
func.func @argument_shape(%x: tensor<4xf32>) -> tensor<1x4xf32> {
  // CHECK: %[[U:.*]] = torch.aten.unsqueeze.default(%arg0, dim=0)
  %0 = torch.aten.unsqueeze_.default(%x, dim=0) : (tensor<4xf32>) -> tensor<1x4xf32>
  // CHECK: return %[[U]], %[[U]]
  return %0 : tensor<1x4xf32>
}

// -----

// CHECK-LABEL: func.func @fill_diagonal
func.func @fill_diagonal(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %b = torch.aten.neg.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  // CHECK: %[[M:.*]] = torch.aten.eq.Tensor({{.*}}) : (tensor<?x1xi64, #sym.dims<n>>, tensor<3xi64>) -> tensor<?x3xi1, #sym.dims<n>>
  // CHECK: %[[F:.*]] = torch.aten.masked_fill.Scalar(%{{.*}}, %[[M]], value=1)
  %0 = torch.aten.fill_diagonal_.default(%b, fill_value=1) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  // CHECK: return %[[F]]
  return %b : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// A sum computes in the type of the argument; cat casts its elements. An
// argument of the same type changes nothing.
// CHECK-LABEL: func.func @computed
func.func @computed(%x: tensor<4xf32>) -> (tensor<f64>, tensor<8xf64>, tensor<f32>) {
  %s = torch.aten.zeros.default([], dtype=f64) : () -> tensor<f64>
  // CHECK: %[[S:.*]] = torch.aten.sum.default(%arg0, dtype=f64) : (tensor<4xf32>) -> tensor<f64>
  %0 = torch.aten.sum.out(%x, out=%s) : (tensor<4xf32>, tensor<f64>) -> tensor<f64>
  %c = torch.aten.zeros.default([8], dtype=f64) : () -> tensor<8xf64>
  // CHECK: %[[C:.*]] = torch.aten.cat.default([%arg0, %arg0]) : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  // CHECK: %[[T:.*]] = torch.aten._to_copy.default(%[[C]], dtype=f64)
  %1 = torch.aten.cat.out([%x, %x], out=%c) : (tensor<4xf32>, tensor<4xf32>, tensor<8xf64>) -> tensor<8xf64>
  %e = torch.aten.zeros.default([]) : () -> tensor<f32>
  // CHECK: %[[E:.*]] = torch.aten.sum.default(%arg0) : (tensor<4xf32>) -> tensor<f32>
  %2 = torch.aten.sum.out(%x, out=%e) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // CHECK: return %[[S]], %[[T]], %[[E]]
  return %s, %c, %e : tensor<f64>, tensor<8xf64>, tensor<f32>
}

// -----

// Two results, each with an argument of its own.
// CHECK-LABEL: func.func @polar
func.func @polar(%a: tensor<4x3xf32>, %b: tensor<3x3xf32>) -> (tensor<4x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %u = torch.aten.zeros.default([4, 3]) : () -> tensor<4x3xf32>
  %h = torch.aten.zeros.default([3, 3]) : () -> tensor<3x3xf32>
  %s = torch.aten.zeros.default([3, 3]) : () -> tensor<3x3xf32>
  // CHECK: %[[P:.*]]:2 = torch.aten.linalg_polar.default(%arg0)
  %0:2 = torch.aten.linalg_polar.out(%a, U=%u, H=%h) : (tensor<4x3xf32>, tensor<4x3xf32>, tensor<3x3xf32>) -> (tensor<4x3xf32>, tensor<3x3xf32>)
  // CHECK: %[[R:.*]] = torch.aten.linalg_matrix_sqrth.default(%arg1)
  %1 = torch.aten.linalg_matrix_sqrth.out(%b, out=%s) : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: return %[[P]]#0, %[[P]]#1, %[[R]]
  return %u, %h, %s : tensor<4x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}
