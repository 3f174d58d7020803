// The same bits as another dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s

// Lower bits first.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = i16} : {{.*}} -> tensor<2x3xi16>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%[[V1]], %[[V2]]) : {{.*}} -> tensor<2x3x1xi16>
// CHECK: %[[V4:.*]] = onnx.Constant dense<65536> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Mod(%[[V0]], %[[V4]]) : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V6:.*]] = onnx.Sub(%[[V0]], %[[V5]]) : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V7:.*]] = onnx.Div(%[[V6]], %[[V4]]) : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V8:.*]] = onnx.Cast(%[[V7]]) {to = i16} : {{.*}} -> tensor<2x3xi16>
// CHECK: %[[V9:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Unsqueeze(%[[V8]], %[[V9]]) : {{.*}} -> tensor<2x3x1xi16>
// CHECK: %[[V11:.*]] = onnx.Concat(%[[V3]], %[[V10]]) {axis = 2 : i64} : {{.*}} -> tensor<2x3x2xi16>
// CHECK: %[[V12:.*]] = onnx.Constant dense<[2, 6]> : tensor<2xi64>
// CHECK: %[[V13:.*]] = onnx.Reshape(%[[V11]], %[[V12]]) : {{.*}} -> tensor<2x6xi16>
// CHECK: return %[[V13]] : tensor<2x6xi16>
func.func @narrow(%x: tensor<2x3xi32>) -> tensor<2x6xi16> {
  %0 = torch.aten.view.dtype(%x, dtype=i16) : (tensor<2x3xi32>) -> tensor<2x6xi16>
  return %0 : tensor<2x6xi16>
}

// -----

// CHECK-LABEL: func.func @widen
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 2]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]]) : {{.*}} -> tensor<2x3x2xi32>
// CHECK: %[[V2:.*]] = onnx.Cast(%[[V1]]) {to = ui32} : {{.*}} -> tensor<2x3x2xui32>
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V2]]) {to = i64} : {{.*}} -> tensor<2x3x2xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V5:.*]] = onnx.Gather(%[[V3]], %[[V4]]) {axis = 2 : i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.Gather(%[[V3]], %[[V6]]) {axis = 2 : i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<4294967296> : tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Mul(%[[V7]], %[[V8]]) : {{.*}} -> tensor<2x3xi64>
// CHECK: %[[V10:.*]] = onnx.Add(%[[V5]], %[[V9]]) : {{.*}} -> tensor<2x3xi64>
// CHECK: return %[[V10]] : tensor<2x3xi64>
func.func @widen(%x: tensor<2x6xi32>) -> tensor<2x3xi64> {
  %0 = torch.aten.view.dtype(%x, dtype=i64) : (tensor<2x6xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @sign
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = ui8} : {{.*}} -> tensor<6xui8>
// CHECK: return %[[V0]] : tensor<6xui8>
func.func @sign(%x: tensor<6xi8>) -> tensor<6xui8> {
  %0 = torch.aten.view.dtype(%x, dtype=ui8) : (tensor<6xi8>) -> tensor<6xui8>
  return %0 : tensor<6xui8>
}

// -----

// An operator of opset 26, which onnx-legalize-opset rewrites or refuses for older
// ones.
// CHECK-LABEL: func.func @floats
// CHECK: %[[V0:.*]] = onnx.BitCast(%arg0) {to = i32} : {{.*}} -> tensor<6xi32>
// CHECK: return %[[V0]] : tensor<6xi32>
func.func @floats(%x: tensor<6xf32>) -> tensor<6xi32> {
  %0 = torch.aten.view.dtype(%x, dtype=i32) : (tensor<6xf32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

// Bytes become integers of the width of the number first.
// CHECK-LABEL: func.func @bytes_of_half
// CHECK: %[[BITS:.*]] = onnx.Cast({{.*}} {to = i16} : (tensor<2x3xi64>) -> tensor<2x3xi16>
// CHECK: onnx.BitCast(%[[BITS]]) {to = f16}
func.func @bytes_of_half(%x: tensor<2x6xui8>) -> tensor<2x3xf16> {
  %0 = torch.aten.view.dtype(%x, dtype=f16) : (tensor<2x6xui8>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

// CHECK-LABEL: func.func @half_as_bytes
// CHECK: %[[BITS:.*]] = onnx.BitCast(%arg0) {to = i16}
// CHECK: onnx.Cast(%[[BITS]]) {to = i64}
// CHECK-NOT: onnx.BitCast
// CHECK: return
func.func @half_as_bytes(%x: tensor<2x3xf16>) -> tensor<2x6xui8> {
  %0 = torch.aten.view.dtype(%x, dtype=ui8) : (tensor<2x3xf16>) -> tensor<2x6xui8>
  return %0 : tensor<2x6xui8>
}
