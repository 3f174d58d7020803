// Pads that repeat what is there; ONNX names them reflect, edge and wrap.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Pads are listed from the last dimension on; ONNX takes all begins, then all
// ends.
// CHECK-LABEL: func.func @reflection2d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 1, 0, 2]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "reflect"} : {{.*}} -> tensor<1x2x7x8xf32>
// CHECK: return %[[V3]] : tensor<1x2x7x8xf32>
func.func @reflection2d(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x7x8xf32> {
  %0 = torch.aten.reflection_pad2d.default(%x, padding=[1, 2, 3, 0]) : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x8xf32>
  return %0 : tensor<1x2x7x8xf32>
}

// -----

// CHECK-LABEL: func.func @reflection2d_unbatched
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 2, 0]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "reflect"} : {{.*}} -> tensor<2x6x6xf32>
// CHECK: return %[[V3]] : tensor<2x6x6xf32>
func.func @reflection2d_unbatched(%x: tensor<2x4x5xf32>) -> tensor<2x6x6xf32> {
  %0 = torch.aten.reflection_pad2d.default(%x, padding=[1, 0, 0, 2]) : (tensor<2x4x5xf32>) -> tensor<2x6x6xf32>
  return %0 : tensor<2x6x6xf32>
}

// -----

// CHECK-LABEL: func.func @reflection3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 3, 1, 1, 0, 2]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 3, 4]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "reflect"} : {{.*}} -> tensor<1x1x4x7x8xf32>
// CHECK: return %[[V3]] : tensor<1x1x4x7x8xf32>
func.func @reflection3d(%x: tensor<1x1x3x4x5xf32>) -> tensor<1x1x4x7x8xf32> {
  %0 = torch.aten.reflection_pad3d.default(%x, padding=[1, 2, 3, 0, 0, 1]) : (tensor<1x1x3x4x5xf32>) -> tensor<1x1x4x7x8xf32>
  return %0 : tensor<1x1x4x7x8xf32>
}

// -----

// CHECK-LABEL: func.func @replication1d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[4, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "edge"} : {{.*}} -> tensor<?x2x8xf32, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?x2x8xf32, #sym.dims<n>>
func.func @replication1d(%x: tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x2x8xf32, #sym.dims<n>> {
  %0 = torch.aten.replication_pad1d.default(%x, padding=[4, 1]) : (tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x2x8xf32, #sym.dims<n>>
  return %0 : tensor<?x2x8xf32, #sym.dims<n>>
}

// -----

// A negative pad crops what the positive one has made.
// CHECK-LABEL: func.func @replication1d_crop
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "edge"} : {{.*}} -> tensor<1x2x7xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.NoValue
// CHECK: %[[V8:.*]] = onnx.Slice(%[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]]) : {{.*}} -> tensor<1x2x5xf32>
// CHECK: return %[[V8]] : tensor<1x2x5xf32>
func.func @replication1d_crop(%x: tensor<1x2x6xf32>) -> tensor<1x2x5xf32> {
  %0 = torch.aten.replication_pad1d.default(%x, padding=[-2, 1]) : (tensor<1x2x6xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @replication2d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[3, 0, 1, 2]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "edge"} : {{.*}} -> tensor<1x2x8x7xf32>
// CHECK: return %[[V3]] : tensor<1x2x8x7xf32>
func.func @replication2d(%x: tensor<1x2x4x5xf32>) -> tensor<1x2x8x7xf32> {
  %0 = torch.aten.replication_pad2d.default(%x, padding=[0, 2, 3, 1]) : (tensor<1x2x4x5xf32>) -> tensor<1x2x8x7xf32>
  return %0 : tensor<1x2x8x7xf32>
}

// -----

// CHECK-LABEL: func.func @replication3d
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 3, 1, 1, 0, 2]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, 3, 4]> : tensor<3xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "edge"} : {{.*}} -> tensor<1x1x4x7x8xf32>
// CHECK: return %[[V3]] : tensor<1x1x4x7x8xf32>
func.func @replication3d(%x: tensor<1x1x3x4x5xf32>) -> tensor<1x1x4x7x8xf32> {
  %0 = torch.aten.replication_pad3d.default(%x, padding=[1, 2, 3, 0, 0, 1]) : (tensor<1x1x3x4x5xf32>) -> tensor<1x1x4x7x8xf32>
  return %0 : tensor<1x1x4x7x8xf32>
}

// -----

// CHECK-LABEL: func.func @enum_reflect
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "reflect"} : {{.*}} -> tensor<1x2x7xf32>
// CHECK: return %[[V3]] : tensor<1x2x7xf32>
func.func @enum_reflect(%x: tensor<1x2x4xf32>) -> tensor<1x2x7xf32> {
  %0 = torch.aten._pad_enum.default(%x, pad=[1, 2], mode=0) : (tensor<1x2x4xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @enum_replicate
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1, 2]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]]) {mode = "edge"} : {{.*}} -> tensor<1x2x7xf32>
// CHECK: return %[[V3]] : tensor<1x2x7xf32>
func.func @enum_replicate(%x: tensor<1x2x4xf32>) -> tensor<1x2x7xf32> {
  %0 = torch.aten._pad_enum.default(%x, pad=[1, 2], mode=1) : (tensor<1x2x4xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @enum_circular
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<1x2x1xf32>
// CHECK: %[[V5:.*]] = onnx.Concat(%arg0, %[[V4]]) {axis = 2 : i64} : {{.*}} -> tensor<1x2x5xf32>
// CHECK: return %[[V5]] : tensor<1x2x5xf32>
func.func @enum_circular(%x: tensor<1x2x4xf32>) -> tensor<1x2x5xf32> {
  %0 = torch.aten._pad_enum.default(%x, pad=[0, 1], mode=2) : (tensor<1x2x4xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @enum_constant
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1, -2]> : tensor<2xi64>
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V1]], %[[V0]], %[[V2]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V3]] : tensor<2x3xf32>
func.func @enum_constant(%x: tensor<2x4xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten._pad_enum.default(%x, pad=[1, -2], mode=3, value=0.5) : (tensor<2x4xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// As many copies as the size says, which is never negative.
// CHECK-LABEL: func.func @edge_of_the_run
// CHECK: %[[PADS:.*]] = onnx.Gather(
// CHECK-NOT: onnx.Max
// CHECK: %[[Y:.*]] = onnx.Pad(%arg0, %[[PADS]], {{.*}} {mode = "edge"} : {{.*}} -> tensor<1x2x?xf32, #sym.dims<2*n>>
// CHECK-NOT: onnx.Slice
// CHECK: return %[[Y]]
module attributes {sym.ranges = {n = array<i64: 2, 1024>}} {
  func.func @edge_of_the_run(%x: tensor<1x2x?xf32, #sym.dims<n>>) -> tensor<1x2x?xf32, #sym.dims<2*n>> {
    %n = torch.aten.sym_size.int(%x, dim=2) : (tensor<1x2x?xf32, #sym.dims<n>>) -> i64
    %0 = torch.aten.replication_pad1d.default(%x, padding=[0, %n]) : (tensor<1x2x?xf32, #sym.dims<n>>, i64) -> tensor<1x2x?xf32, #sym.dims<2*n>>
    return %0 : tensor<1x2x?xf32, #sym.dims<2*n>>
  }
}

// -----

// A number that may be negative crops what was padded.
// CHECK-LABEL: func.func @reflect_or_crop
// CHECK: %[[ADDED:.*]] = onnx.Max(%[[PADS:.*]], %[[ZERO:[^ ]*]]) : {{.*}} -> tensor<2xi64>
// CHECK: %[[Y:.*]] = onnx.Pad(%arg0, %[[ADDED]], {{.*}} {mode = "reflect"} : {{.*}} -> tensor<1x2x?xf32>
// CHECK: %[[TAKEN:.*]] = onnx.Min(%[[PADS]], %[[ZERO]])
// CHECK: %[[Z:.*]] = onnx.Slice(%[[Y]], {{.*}} -> tensor<1x2x?xf32, #sym.dims<u0>>
// CHECK: return %[[Z]]
func.func @reflect_or_crop(%x: tensor<1x2x6xf32>, %n: i64) -> tensor<1x2x?xf32, #sym.dims<u0>> {
  %0 = torch.aten.pad.default(%x, [1, %n], "reflect") : (tensor<1x2x6xf32>, i64) -> tensor<1x2x?xf32, #sym.dims<u0>>
  return %0 : tensor<1x2x?xf32, #sym.dims<u0>>
}

// -----

// A circular pad does not read what is cropped: the end, the rest, the start.
// CHECK-LABEL: func.func @circular_or_crop
// CHECK: %[[REST:.*]] = onnx.Slice(%arg0,
// CHECK: %[[FRONT:.*]] = onnx.Slice(%[[REST]],
// CHECK: %[[BACK:.*]] = onnx.Slice(%[[REST]],
// CHECK: %[[Y:.*]] = onnx.Concat(%[[FRONT]], %[[REST]], %[[BACK]]) {axis = 2 : i64} : {{.*}} -> tensor<1x2x?xf32, #sym.dims<u0>>
// CHECK: return %[[Y]]
func.func @circular_or_crop(%x: tensor<1x2x6xf32>, %n: i64) -> tensor<1x2x?xf32, #sym.dims<u0>> {
  %0 = torch.aten._pad_circular.default(%x, [%n, 2]) : (tensor<1x2x6xf32>, i64) -> tensor<1x2x?xf32, #sym.dims<u0>>
  return %0 : tensor<1x2x?xf32, #sym.dims<u0>>
}
