// Pads that repeat what is there; ONNX names them reflect, edge and wrap.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Pads are listed from the last dimension on; ONNX takes all begins, then all
// ends.
// CHECK-LABEL: func.func @reflection2d
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "reflect"} : {{.*}} -> tensor<1x2x7x8xf32>
func.func @reflection2d(%x: tensor<1x2x4x5xf32> {onnx.value = dense<[[[[-50.0, 41.25, -41.25, -48.75, 21.25], [48.75, -35.0, 21.25, 37.5, -47.5], [43.75, -18.75, 40.0, -50.0, 41.25], [-22.5, -20.0, -37.5, 25.0, 42.5]], [[46.25, -48.75, -5.0, 22.5, 13.75], [28.75, -12.5, 7.5, -6.25, 28.75], [-47.5, -36.25, 15.0, 2.5, -17.5], [-27.5, 13.75, 8.75, 36.25, -17.5]]]]> : tensor<1x2x4x5xf32>})
    -> (tensor<1x2x7x8xf32> {onnx.expected = dense<[[[[-20.0, -22.5, -20.0, -37.5, 25.0, 42.5, 25.0, -37.5], [-18.75, 43.75, -18.75, 40.0, -50.0, 41.25, -50.0, 40.0], [-35.0, 48.75, -35.0, 21.25, 37.5, -47.5, 37.5, 21.25], [41.25, -50.0, 41.25, -41.25, -48.75, 21.25, -48.75, -41.25], [-35.0, 48.75, -35.0, 21.25, 37.5, -47.5, 37.5, 21.25], [-18.75, 43.75, -18.75, 40.0, -50.0, 41.25, -50.0, 40.0], [-20.0, -22.5, -20.0, -37.5, 25.0, 42.5, 25.0, -37.5]], [[13.75, -27.5, 13.75, 8.75, 36.25, -17.5, 36.25, 8.75], [-36.25, -47.5, -36.25, 15.0, 2.5, -17.5, 2.5, 15.0], [-12.5, 28.75, -12.5, 7.5, -6.25, 28.75, -6.25, 7.5], [-48.75, 46.25, -48.75, -5.0, 22.5, 13.75, 22.5, -5.0], [-12.5, 28.75, -12.5, 7.5, -6.25, 28.75, -6.25, 7.5], [-36.25, -47.5, -36.25, 15.0, 2.5, -17.5, 2.5, 15.0], [13.75, -27.5, 13.75, 8.75, 36.25, -17.5, 36.25, 8.75]]]]> : tensor<1x2x7x8xf32>}) {
  %0 = torch.aten.reflection_pad2d.default(%x, padding=[1, 2, 3, 0]) : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x8xf32>
  return %0 : tensor<1x2x7x8xf32>
}

// -----

// CHECK-LABEL: func.func @reflection2d_unbatched
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "reflect"} : {{.*}} -> tensor<2x6x6xf32>
func.func @reflection2d_unbatched(%x: tensor<2x4x5xf32> {onnx.value = dense<[[[46.25, 18.75, -3.75, -31.25, -35.0], [-48.75, -1.25, 23.75, -10.0, -2.5], [8.75, 48.75, -26.25, 25.0, 33.75], [-42.5, 43.75, -2.5, 47.5, -43.75]], [[-47.5, -8.75, 50.0, 1.25, 48.75], [-32.5, 12.5, -28.75, -46.25, -45.0], [18.75, -16.25, 48.75, 11.25, -43.75], [40.0, 31.25, -1.25, -27.5, -21.25]]]> : tensor<2x4x5xf32>})
    -> (tensor<2x6x6xf32> {onnx.expected = dense<[[[18.75, 46.25, 18.75, -3.75, -31.25, -35.0], [-1.25, -48.75, -1.25, 23.75, -10.0, -2.5], [48.75, 8.75, 48.75, -26.25, 25.0, 33.75], [43.75, -42.5, 43.75, -2.5, 47.5, -43.75], [48.75, 8.75, 48.75, -26.25, 25.0, 33.75], [-1.25, -48.75, -1.25, 23.75, -10.0, -2.5]], [[-8.75, -47.5, -8.75, 50.0, 1.25, 48.75], [12.5, -32.5, 12.5, -28.75, -46.25, -45.0], [-16.25, 18.75, -16.25, 48.75, 11.25, -43.75], [31.25, 40.0, 31.25, -1.25, -27.5, -21.25], [-16.25, 18.75, -16.25, 48.75, 11.25, -43.75], [12.5, -32.5, 12.5, -28.75, -46.25, -45.0]]]> : tensor<2x6x6xf32>}) {
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
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "edge"} : {{.*}} -> tensor<?x2x8xf32, #sym.dims<n>>
func.func @replication1d(%x: tensor<?x2x3xf32, #sym.dims<n>> {onnx.value = dense<[[[0xFF800000, 0.0, 0x7FC00000], [-1.0e+38, 2.25, -0.0]], [[0.5, -3.0, 1.0e+38], [0x7F800000, -1.5, 1.0]]]> : tensor<2x2x3xf32>})
    -> (tensor<?x2x8xf32, #sym.dims<n>> {onnx.expected = dense<[[[0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0xFF800000, 0.0, 0x7FC00000, 0x7FC00000], [-1.0e+38, -1.0e+38, -1.0e+38, -1.0e+38, -1.0e+38, 2.25, -0.0, -0.0]], [[0.5, 0.5, 0.5, 0.5, 0.5, -3.0, 1.0e+38, 1.0e+38], [0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, 0x7F800000, -1.5, 1.0, 1.0]]]> : tensor<2x2x8xf32>}) {
  %0 = torch.aten.replication_pad1d.default(%x, padding=[4, 1]) : (tensor<?x2x3xf32, #sym.dims<n>>) -> tensor<?x2x8xf32, #sym.dims<n>>
  return %0 : tensor<?x2x8xf32, #sym.dims<n>>
}

// -----

// A negative pad crops what the positive one has made.
// CHECK-LABEL: func.func @replication1d_crop
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "edge"} : {{.*}} -> tensor<1x2x7xf32>
func.func @replication1d_crop(%x: tensor<1x2x6xf32> {onnx.value = dense<[[[1.0e+38, 2.75, 0xFF800000, -0.0, 0.0, 3.25], [0x7F800000, 2.75, -1.0e+38, 0x7FC00000, 3.25, 0.5]]]> : tensor<1x2x6xf32>})
    -> (tensor<1x2x5xf32> {onnx.expected = dense<[[[0xFF800000, -0.0, 0.0, 3.25, 3.25], [-1.0e+38, 0x7FC00000, 3.25, 0.5, 0.5]]]> : tensor<1x2x5xf32>}) {
  %0 = torch.aten.replication_pad1d.default(%x, padding=[-2, 1]) : (tensor<1x2x6xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @replication2d
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "edge"} : {{.*}} -> tensor<1x2x8x7xf32>
func.func @replication2d(%x: tensor<1x2x4x5xf32> {onnx.value = dense<[[[[-20.0, 27.5, -2.5, -26.25, 42.5], [13.75, 13.75, -21.25, 7.5, -1.25], [-45.0, 22.5, 41.25, -25.0, -15.0], [10.0, -43.75, -32.5, 3.75, -21.25]], [[10.0, -40.0, -20.0, 36.25, 35.0], [22.5, 16.25, 26.25, -46.25, -16.25], [-50.0, 47.5, -1.25, -6.25, 17.5], [-10.0, -35.0, 45.0, -30.0, -12.5]]]]> : tensor<1x2x4x5xf32>})
    -> (tensor<1x2x8x7xf32> {onnx.expected = dense<[[[[-20.0, 27.5, -2.5, -26.25, 42.5, 42.5, 42.5], [-20.0, 27.5, -2.5, -26.25, 42.5, 42.5, 42.5], [-20.0, 27.5, -2.5, -26.25, 42.5, 42.5, 42.5], [-20.0, 27.5, -2.5, -26.25, 42.5, 42.5, 42.5], [13.75, 13.75, -21.25, 7.5, -1.25, -1.25, -1.25], [-45.0, 22.5, 41.25, -25.0, -15.0, -15.0, -15.0], [10.0, -43.75, -32.5, 3.75, -21.25, -21.25, -21.25], [10.0, -43.75, -32.5, 3.75, -21.25, -21.25, -21.25]], [[10.0, -40.0, -20.0, 36.25, 35.0, 35.0, 35.0], [10.0, -40.0, -20.0, 36.25, 35.0, 35.0, 35.0], [10.0, -40.0, -20.0, 36.25, 35.0, 35.0, 35.0], [10.0, -40.0, -20.0, 36.25, 35.0, 35.0, 35.0], [22.5, 16.25, 26.25, -46.25, -16.25, -16.25, -16.25], [-50.0, 47.5, -1.25, -6.25, 17.5, 17.5, 17.5], [-10.0, -35.0, 45.0, -30.0, -12.5, -12.5, -12.5], [-10.0, -35.0, 45.0, -30.0, -12.5, -12.5, -12.5]]]]> : tensor<1x2x8x7xf32>}) {
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
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "reflect"} : {{.*}} -> tensor<1x2x7xf32>
func.func @enum_reflect(%x: tensor<1x2x4xf32> {onnx.value = dense<[[[0x7F800000, -2.5, -0.0, 0xFF800000], [0.0, 3.0, 0x7FC00000, 1.5]]]> : tensor<1x2x4xf32>})
    -> (tensor<1x2x7xf32> {onnx.expected = dense<[[[-2.5, 0x7F800000, -2.5, -0.0, 0xFF800000, -0.0, -2.5], [3.0, 0.0, 3.0, 0x7FC00000, 1.5, 0x7FC00000, 3.0]]]> : tensor<1x2x7xf32>}) {
  %0 = torch.aten._pad_enum.default(%x, pad=[1, 2], mode=0) : (tensor<1x2x4xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @enum_replicate
// CHECK: onnx.Pad(%arg0, {{.*}}) {mode = "edge"} : {{.*}} -> tensor<1x2x7xf32>
func.func @enum_replicate(%x: tensor<1x2x4xf32> {onnx.value = dense<[[[-0.25, -3.25, 0x7F800000, 0xFF800000], [0.0, 0.5, -0.0, 0x7FC00000]]]> : tensor<1x2x4xf32>})
    -> (tensor<1x2x7xf32> {onnx.expected = dense<[[[-0.25, -0.25, -3.25, 0x7F800000, 0xFF800000, 0xFF800000, 0xFF800000], [0.0, 0.0, 0.5, -0.0, 0x7FC00000, 0x7FC00000, 0x7FC00000]]]> : tensor<1x2x7xf32>}) {
  %0 = torch.aten._pad_enum.default(%x, pad=[1, 2], mode=1) : (tensor<1x2x4xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}

// -----

// CHECK-LABEL: func.func @enum_circular
// CHECK: onnx.Slice(%arg0, {{.*}}) : {{.*}} -> tensor<1x2x1xf32>
// CHECK: onnx.Concat(%arg0, {{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<1x2x5xf32>
func.func @enum_circular(%x: tensor<1x2x4xf32> {onnx.value = dense<[[[0x7F800000, 0.0, 0xFF800000, -2.5], [0x7FC00000, -0.0, 2.0, -1.75]]]> : tensor<1x2x4xf32>})
    -> (tensor<1x2x5xf32> {onnx.expected = dense<[[[0x7F800000, 0.0, 0xFF800000, -2.5, 0x7F800000], [0x7FC00000, -0.0, 2.0, -1.75, 0x7FC00000]]]> : tensor<1x2x5xf32>}) {
  %0 = torch.aten._pad_enum.default(%x, pad=[0, 1], mode=2) : (tensor<1x2x4xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// -----

// CHECK-LABEL: func.func @enum_constant
// CHECK: onnx.Pad(%arg0, {{.*}}) : {{.*}} -> tensor<2x3xf32>
func.func @enum_constant(%x: tensor<2x4xf32> {onnx.value = dense<[[-0.0, -2.25, 3.25, -1.5], [0x7FC00000, 0xFF800000, 0.0, 0x7F800000]]> : tensor<2x4xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0.5, -0.0, -2.25], [0.5, 0x7FC00000, 0xFF800000]]> : tensor<2x3xf32>}) {
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

// -----

// ONNX Runtime has no kernel for mode wrap: the ends of the dimension are put
// around it.
// CHECK-LABEL: func.func @circular
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat(%arg0, {{.*}}) {axis = 2 : i64}
// CHECK: onnx.Concat({{.*}}) {axis = 3 : i64}
func.func @circular(%x: tensor<1x2x4x5xf32> {onnx.value = dense<[[[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]], [[20.0, 21.0, 22.0, 23.0, 24.0], [25.0, 26.0, 27.0, 28.0, 29.0], [30.0, 31.0, 32.0, 33.0, 34.0], [35.0, 36.0, 37.0, 38.0, 39.0]]]]> : tensor<1x2x4x5xf32>})
    -> (tensor<1x2x7x8xf32> {onnx.expected = dense<[[[[4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [9.0, 5.0, 6.0, 7.0, 8.0, 9.0, 5.0, 6.0], [14.0, 10.0, 11.0, 12.0, 13.0, 14.0, 10.0, 11.0], [19.0, 15.0, 16.0, 17.0, 18.0, 19.0, 15.0, 16.0], [4.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.0, 1.0], [9.0, 5.0, 6.0, 7.0, 8.0, 9.0, 5.0, 6.0], [14.0, 10.0, 11.0, 12.0, 13.0, 14.0, 10.0, 11.0]], [[24.0, 20.0, 21.0, 22.0, 23.0, 24.0, 20.0, 21.0], [29.0, 25.0, 26.0, 27.0, 28.0, 29.0, 25.0, 26.0], [34.0, 30.0, 31.0, 32.0, 33.0, 34.0, 30.0, 31.0], [39.0, 35.0, 36.0, 37.0, 38.0, 39.0, 35.0, 36.0], [24.0, 20.0, 21.0, 22.0, 23.0, 24.0, 20.0, 21.0], [29.0, 25.0, 26.0, 27.0, 28.0, 29.0, 25.0, 26.0], [34.0, 30.0, 31.0, 32.0, 33.0, 34.0, 30.0, 31.0]]]]> : tensor<1x2x7x8xf32>}) {
  %0 = torch.aten._pad_circular.default(%x, pad=[1, 2, 0, 3]) : (tensor<1x2x4x5xf32>) -> tensor<1x2x7x8xf32>
  return %0 : tensor<1x2x7x8xf32>
}

// -----

// What is cropped does not come back.
// CHECK-LABEL: func.func @circular_crop
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Concat({{.*}}) {axis = 2 : i64}
func.func @circular_crop(%x: tensor<1x2x6xf32> {onnx.value = dense<[[[0.0, 1.0, 2.0, 3.0, 4.0, 5.0], [6.0, 7.0, 8.0, 9.0, 10.0, 11.0]]]> : tensor<1x2x6xf32>})
    -> (tensor<1x2x7xf32> {onnx.expected = dense<[[[1.0, 2.0, 3.0, 4.0, 5.0, 1.0, 2.0], [7.0, 8.0, 9.0, 10.0, 11.0, 7.0, 8.0]]]> : tensor<1x2x7xf32>}) {
  %0 = torch.aten._pad_circular.default(%x, pad=[-1, 2]) : (tensor<1x2x6xf32>) -> tensor<1x2x7xf32>
  return %0 : tensor<1x2x7xf32>
}
