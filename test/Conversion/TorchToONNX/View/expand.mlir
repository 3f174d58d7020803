// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @rows
// CHECK: onnx.Expand(%arg0
func.func @rows(%x: tensor<1x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.expand.default(%x, [2, 3]) : (tensor<1x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// What is known to be empty needs no operand.
// CHECK-LABEL: func.func @nothing
// CHECK: %[[EMPTY:.*]] = onnx.Constant dense<> : tensor<0x3xf32>
// CHECK: return %[[EMPTY]]
func.func @nothing(%x: tensor<1x3xf32>) -> tensor<0x3xf32> {
  %0 = torch.aten.expand.default(%x, [0, 3]) : (tensor<1x3xf32>) -> tensor<0x3xf32>
  return %0 : tensor<0x3xf32>
}

// -----

// Not what may be.
// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.Expand(%arg0
func.func @dynamic(%x: tensor<1x3xf32>, %y: tensor<?xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%y, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0 = torch.aten.expand.default(%x, [%n, 3]) : (tensor<1x3xf32>, i64) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}
