// Shifts that come around.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constant
// CHECK: onnx.Slice
// CHECK: onnx.Slice
// CHECK: onnx.Concat
func.func @constant(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = torch.aten.roll.default(%x, shifts=[7], dims=[0]) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// A multiple of the size changes nothing.
// CHECK-LABEL: func.func @none
// CHECK-NOT: onnx.
// CHECK: return %arg0
func.func @none(%x: tensor<5xf32>) -> tensor<5xf32> {
  %0 = torch.aten.roll.default(%x, shifts=[-10], dims=[0]) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// The shift counts modulo the size, of which nothing is taken for 1.
// CHECK-LABEL: func.func @dynamic
// CHECK: %[[SIZE:.*]] = onnx.Shape(%arg0)
// CHECK: %[[COUNT:.*]] = onnx.Max(%[[SIZE]]
// CHECK: %[[START:.*]] = onnx.Mod(%{{.*}}, %[[COUNT]])
// CHECK: %[[TAIL:.*]] = onnx.Slice(%arg0, %[[START]]
// CHECK: %[[HEAD:.*]] = onnx.Slice(%arg0, %{{.*}}, %[[START]]
// CHECK: onnx.Concat(%[[TAIL]], %[[HEAD]])
func.func @dynamic(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.roll.default(%x, shifts=[3], dims=[0]) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// By a size of another dimension.
// CHECK-LABEL: func.func @symbolic
// CHECK: onnx.Mod
func.func @symbolic(%x: tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?x?xf32, #sym.dims<n, m>> {
  %n = torch.aten.sym_size.int(%x, 1) : (tensor<?x?xf32, #sym.dims<n, m>>) -> i64
  %0 = torch.aten.roll.default(%x, shifts=[%n], dims=[0]) : (tensor<?x?xf32, #sym.dims<n, m>>, i64) -> tensor<?x?xf32, #sym.dims<n, m>>
  return %0 : tensor<?x?xf32, #sym.dims<n, m>>
}
