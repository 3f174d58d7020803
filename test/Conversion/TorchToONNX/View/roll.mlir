// Shifts that come around.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @constant
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat({{.*}}) {axis = 0 : i64}
func.func @constant(%x: tensor<5xf32> {onnx.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[4.0, 5.0, 1.0, 2.0, 3.0]> : tensor<5xf32>}) {
  %0 = torch.aten.roll.default(%x, shifts=[7], dims=[0]) : (tensor<5xf32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// A multiple of the size changes nothing.
// CHECK-LABEL: func.func @none
// CHECK-NOT: = onnx.
// CHECK: return %arg0
func.func @none(%x: tensor<5xf32> {onnx.value = dense<[1.0, 0.5, 2.0, -1.0, -0.25]> : tensor<5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[1.0, 0.5, 2.0, -1.0, -0.25]> : tensor<5xf32>}) {
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
func.func @dynamic(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[0.75, -2.0]> : tensor<2xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[-2.0, 0.75]> : tensor<2xf32>}) {
  %0 = torch.aten.roll.default(%x, shifts=[3], dims=[0]) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// By a size of another dimension.
// CHECK-LABEL: func.func @symbolic
// CHECK: onnx.Neg
// CHECK: onnx.Max
// CHECK: onnx.Mod
// CHECK: onnx.Slice(%arg0, {{.*}})
func.func @symbolic(%x: tensor<?x?xf32, #sym.dims<n, m>> {onnx.value = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>})
    -> (tensor<?x?xf32, #sym.dims<n, m>> {onnx.expected = dense<[[4.0, 5.0, 6.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>}) {
  %n = torch.aten.sym_size.int(%x, 1) : (tensor<?x?xf32, #sym.dims<n, m>>) -> i64
  %0 = torch.aten.roll.default(%x, shifts=[%n], dims=[0]) : (tensor<?x?xf32, #sym.dims<n, m>>, i64) -> tensor<?x?xf32, #sym.dims<n, m>>
  return %0 : tensor<?x?xf32, #sym.dims<n, m>>
}

// -----

func.func @symbolic_empty(%x: tensor<?x?xf32, #sym.dims<n, m>> {onnx.value = dense<> : tensor<0x3xf32>})
    -> (tensor<?x?xf32, #sym.dims<n, m>> {onnx.expected = dense<> : tensor<0x3xf32>}) {
  %n = torch.aten.sym_size.int(%x, 1) : (tensor<?x?xf32, #sym.dims<n, m>>) -> i64
  %0 = torch.aten.roll.default(%x, shifts=[%n], dims=[0]) : (tensor<?x?xf32, #sym.dims<n, m>>, i64) -> tensor<?x?xf32, #sym.dims<n, m>>
  return %0 : tensor<?x?xf32, #sym.dims<n, m>>
}
