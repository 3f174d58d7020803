// The same bits as another dtype.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Lower bits first.
// CHECK-LABEL: func.func @narrow
// CHECK: onnx.Cast(%arg0) {to = i64}
// CHECK: onnx.Cast({{.*}}) {to = i16}
// CHECK: onnx.Mod
// CHECK: onnx.Sub
func.func @narrow(%x: tensor<2x3xi32> {onnx.value = dense<[[65536, -2, 3], [1, 131077, -65537]]> : tensor<2x3xi32>})
    -> (tensor<2x6xi16> {onnx.expected = dense<[[0, 1, -2, -1, 3, 0], [1, 0, 5, 2, -1, -2]]> : tensor<2x6xi16>}) {
  %0 = torch.aten.view.dtype(%x, dtype=i16) : (tensor<2x3xi32>) -> tensor<2x6xi16>
  return %0 : tensor<2x6xi16>
}

// -----

// CHECK-LABEL: func.func @widen
// CHECK: onnx.Cast({{.*}}) {to = ui32}
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.Gather({{.*}}) {axis = 2 : i64}
// CHECK: onnx.Mul
func.func @widen(%x: tensor<2x6xi32> {onnx.value = dense<[[0, 1, 1, 0, 7, -1], [-1, -1, 3, 2, 0, 0]]> : tensor<2x6xi32>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[4294967296, 1, -4294967289], [-1, 8589934595, 0]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.view.dtype(%x, dtype=i64) : (tensor<2x6xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @sign
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = ui8} : {{.*}} -> tensor<6xui8>
// CHECK: return %[[V0]] : tensor<6xui8>
func.func @sign(%x: tensor<6xi8> {onnx.value = dense<[1, 1, 1, 1, 0, 1]> : tensor<6xi8>})
    -> (tensor<6xui8> {onnx.expected = dense<[1, 1, 1, 1, 0, 1]> : tensor<6xui8>}) {
  %0 = torch.aten.view.dtype(%x, dtype=ui8) : (tensor<6xi8>) -> tensor<6xui8>
  return %0 : tensor<6xui8>
}

// -----

// CHECK-LABEL: func.func @scalar
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<i64>
// CHECK: return %[[V0]] : tensor<i64>
func.func @scalar(%x: tensor<ui64> {onnx.value = dense<18446744073709551614> : tensor<ui64>})
    -> (tensor<i64> {onnx.expected = dense<-2> : tensor<i64>}) {
  %0 = torch.aten.view.dtype(%x, dtype=i64) : (tensor<ui64>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// An operator of opset 26, which onnx-legalize-opset rewrites or refuses for older
// ones.
// CHECK-LABEL: func.func @floats
// CHECK: %[[V0:.*]] = onnx.BitCast(%arg0) {to = i32} : {{.*}} -> tensor<6xi32>
// CHECK: return %[[V0]] : tensor<6xi32>
func.func @floats(%x: tensor<6xf32> {onnx.value = dense<[2.0, -2.0, -2.0, 1.25, 1.25, 1.0]> : tensor<6xf32>})
    -> (tensor<6xi32> {onnx.expected = dense<[1073741824, -1073741824, -1073741824, 1067450368, 1067450368, 1065353216]> : tensor<6xi32>}) {
  %0 = torch.aten.view.dtype(%x, dtype=i32) : (tensor<6xf32>) -> tensor<6xi32>
  return %0 : tensor<6xi32>
}

// -----

// Bytes become integers of the width of the number first.
// CHECK-LABEL: func.func @bytes_of_half
// CHECK: %[[BITS:.*]] = onnx.Cast({{.*}} {to = i16} : (tensor<2x3xi64>) -> tensor<2x3xi16>
// CHECK: onnx.BitCast(%[[BITS]]) {to = f16}
func.func @bytes_of_half(%x: tensor<2x6xui8> {onnx.value = dense<[[1, 0, 0, 0, 0, 0], [1, 1, 0, 0, 1, 1]]> : tensor<2x6xui8>})
    -> (tensor<2x3xf16> {onnx.expected = dense<[[6.0e-08, 0.0, 0.0], [1.53e-05, 0.0, 1.53e-05]]> : tensor<2x3xf16>}) {
  %0 = torch.aten.view.dtype(%x, dtype=f16) : (tensor<2x6xui8>) -> tensor<2x3xf16>
  return %0 : tensor<2x3xf16>
}

// -----

// CHECK-LABEL: func.func @half_as_bytes
// CHECK: %[[BITS:.*]] = onnx.BitCast(%arg0) {to = i16}
// CHECK: onnx.Cast(%[[BITS]]) {to = i64}
// CHECK-NOT: onnx.BitCast
// CHECK: return
func.func @half_as_bytes(%x: tensor<2x3xf16> {onnx.value = dense<[[-0.75, 0.75, 1.5], [1.5, 1.75, 0.75]]> : tensor<2x3xf16>})
    -> (tensor<2x6xui8> {onnx.expected = dense<[[0, 186, 0, 58, 0, 62], [0, 62, 0, 63, 0, 58]]> : tensor<2x6xui8>}) {
  %0 = torch.aten.view.dtype(%x, dtype=ui8) : (tensor<2x3xf16>) -> tensor<2x6xui8>
  return %0 : tensor<2x6xui8>
}
