// Shifts that come around.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @constant
// CHECK: %[[V0:.*]] = onnx.Constant dense<-2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<2xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<-2> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue
// CHECK: %[[V9:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %[[V8]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V10:.*]] = onnx.Concat(%[[V4]], %[[V9]]) {axis = 0 : i64} : {{.*}} -> tensor<5xf32>
// CHECK: return %[[V10]] : tensor<5xf32>
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
// CHECK: %[[V3:.*]] = onnx.Shape(%arg0) {start = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Neg(%[[V3]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) {end = 1 : i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Max(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Mod(%[[V4]], %[[V2]]) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue
// CHECK: %[[V9:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %[[V8]]) : {{.*}} -> tensor<?x?xf32, #sym.dims<?, m>>
// CHECK: %[[V10:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.NoValue
// CHECK: %[[V13:.*]] = onnx.Slice(%arg0, %[[V10]], %[[V5]], %[[V11]], %[[V12]]) : {{.*}} -> tensor<?x?xf32, #sym.dims<?, m>>
// CHECK: %[[V14:.*]] = onnx.Concat(%[[V9]], %[[V13]]) {axis = 0 : i64} : {{.*}} -> tensor<?x?xf32, #sym.dims<n, m>>
// CHECK: return %[[V14]] : tensor<?x?xf32, #sym.dims<n, m>>
func.func @symbolic(%x: tensor<?x?xf32, #sym.dims<n, m>>) -> tensor<?x?xf32, #sym.dims<n, m>> {
  %n = torch.aten.sym_size.int(%x, 1) : (tensor<?x?xf32, #sym.dims<n, m>>) -> i64
  %0 = torch.aten.roll.default(%x, shifts=[%n], dims=[0]) : (tensor<?x?xf32, #sym.dims<n, m>>, i64) -> tensor<?x?xf32, #sym.dims<n, m>>
  return %0 : tensor<?x?xf32, #sym.dims<n, m>>
}
