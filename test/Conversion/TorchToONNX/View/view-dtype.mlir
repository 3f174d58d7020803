// The same bits as another dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s

// Lower bits first.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[BITS:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[LOW:.*]] = onnx.Cast(%[[BITS]]) {to = i16}
// CHECK: onnx.Mod(%[[BITS]]
// CHECK: %[[SHIFTED:.*]] = onnx.Div
// CHECK: %[[HIGH:.*]] = onnx.Cast(%[[SHIFTED]]) {to = i16}
// CHECK: onnx.Concat
// CHECK: onnx.Reshape({{.*}} -> tensor<2x6xi16>
func.func @narrow(%x: tensor<2x3xi32>) -> tensor<2x6xi16> {
  %0 = torch.aten.view.dtype(%x, dtype=i16) : (tensor<2x3xi32>) -> tensor<2x6xi16>
  return %0 : tensor<2x6xi16>
}

// -----

// CHECK-LABEL: func.func @widen
// CHECK: onnx.Cast(%{{.*}}) {to = ui32}
// CHECK: onnx.Gather
// CHECK: onnx.Gather
// CHECK: onnx.Mul
// CHECK: onnx.Add
func.func @widen(%x: tensor<2x6xi32>) -> tensor<2x3xi64> {
  %0 = torch.aten.view.dtype(%x, dtype=i64) : (tensor<2x6xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @sign
// CHECK: onnx.Cast(%arg0) {to = ui8}
func.func @sign(%x: tensor<6xi8>) -> tensor<6xui8> {
  %0 = torch.aten.view.dtype(%x, dtype=ui8) : (tensor<6xi8>) -> tensor<6xui8>
  return %0 : tensor<6xui8>
}

// -----

func.func @floats(%x: tensor<6xf32>) -> tensor<6xi32> {
  // expected-error @+1 {{unsupported operator 'aten.view.dtype' (1 use): the bits of floating point numbers as those of another dtype, for which ONNX has an operator since opset 26 and for dtypes of one width}}
  %0 = torch.aten.view.dtype(%x, dtype=i32) : (tensor<6xf32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}
