// Reads by index.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @gather
// CHECK: onnx.GatherElements(%arg0, %arg1) {axis = 1 : i64}
func.func @gather(%x: tensor<3x4xf32> {onnx.value = dense<[[1.25, -3.25, 1.75, 1.5], [-0.5, 0x7FC00000, -2.0, 0.0], [-1.25, -1.0, 0x7F800000, 0.0]]> : tensor<3x4xf32>},
                  %y: tensor<2x5xi64> {onnx.value = dense<[[2, 1, 0, 0, 3], [3, 0, 3, 2, 3]]> : tensor<2x5xi64>})
    -> (tensor<2x5xf32> {onnx.expected = dense<[[1.75, -3.25, 1.25, 1.25, 1.5], [0.0, -0.5, 0.0, -2.0, 0.0]]> : tensor<2x5xf32>}) {
  %0 = torch.aten.gather.default(%x, -1, %y) : (tensor<3x4xf32>, tensor<2x5xi64>) -> tensor<2x5xf32>
  return %0 : tensor<2x5xf32>
}

// -----

// CHECK-LABEL: func.func @index_select
// CHECK: onnx.Gather(%arg0, %arg1) {axis = 1 : i64}
func.func @index_select(%x: tensor<3x4xf32> {onnx.value = dense<[[2.5, -2.5, 0.5, -2.25], [0.25, -1.75, 2.0, 2.25], [-2.75, 0x7F800000, 0x7FC00000, 3.25]]> : tensor<3x4xf32>},
                        %y: tensor<2xi32> {onnx.value = dense<[2, 3]> : tensor<2xi32>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[0.5, -2.25], [2.0, 2.25], [0x7FC00000, 3.25]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.index_select.default(%x, 1, %y) : (tensor<3x4xf32>, tensor<2xi32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @index_select_dynamic
// CHECK: onnx.Gather(%arg0, %arg1) {axis = 1 : i64}
func.func @index_select_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0x7F800000, -2.5, 0x7FC00000, 2.5], [0xFF800000, -0.0, 0.0, -2.5]]> : tensor<2x4xf32>},
                                %y: tensor<2xi64> {onnx.value = dense<1> : tensor<2xi64>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[-2.5, -2.5], [-0.0, -0.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.index_select.default(%x, -1, %y) : (tensor<?x4xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// Of all elements in order.
// CHECK-LABEL: func.func @take
// CHECK: onnx.Reshape(%arg0, {{.*}}) : (
// CHECK: onnx.Gather({{.*}}, %arg1) : (
func.func @take(%x: tensor<3x4xf32> {onnx.value = dense<[[0.5, -0.0, -1.0e+38, 0xFF800000], [0.0, 0x7F800000, 1.5, -1.0], [-2.0, -3.0, 0x7FC00000, 1.0e+38]]> : tensor<3x4xf32>},
                %y: tensor<2x2xi64> {onnx.value = dense<[[1, 0], [1, 1]]> : tensor<2x2xi64>})
    -> (tensor<2x2xf32> {onnx.expected = dense<[[-0.0, 0.5], [-0.0, -0.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.take.default(%x, %y) : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// The other dimensions broadcast.
// CHECK-LABEL: func.func @take_along_dim
// CHECK: onnx.GatherElements({{.*}}, %arg1) {axis = 1 : i64}
func.func @take_along_dim(%x: tensor<1x4xf32> {onnx.value = dense<[[0x7F800000, 0x7FC00000, 0.5, -2.25]]> : tensor<1x4xf32>},
                          %y: tensor<3x2xi64> {onnx.value = dense<[[1, 1], [2, 1], [2, 3]]> : tensor<3x2xi64>})
    -> (tensor<3x2xf32> {onnx.expected = dense<[[0x7FC00000, 0x7FC00000], [0.5, 0x7FC00000], [0.5, -2.25]]> : tensor<3x2xf32>}) {
  %0 = torch.aten.take_along_dim.default(%x, %y, 1) : (tensor<1x4xf32>, tensor<3x2xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @take_along_dim_dynamic
// CHECK: onnx.GatherElements({{.*}}, %arg1) {axis = 1 : i64}
func.func @take_along_dim_dynamic(%x: tensor<1x4xf32> {onnx.value = dense<[[2.5, -2.5, 1.375, -0.0]]> : tensor<1x4xf32>},
                                  %y: tensor<?x2xi64, #sym.dims<n>> {onnx.value = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>})
    -> (tensor<?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[2.5, -2.5], [1.375, -0.0]]> : tensor<2x2xf32>}) {
  %0 = torch.aten.take_along_dim.default(%x, %y, 1) : (tensor<1x4xf32>, tensor<?x2xi64, #sym.dims<n>>) -> tensor<?x2xf32, #sym.dims<n>>
  return %0 : tensor<?x2xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @take_along_all
// CHECK: onnx.Reshape(%arg1, {{.*}}) : (
// CHECK: onnx.Gather({{.*}}) : (
func.func @take_along_all(%x: tensor<3x4xf32> {onnx.value = dense<[[0.5, -0.0, 2.75, 0x7FC00000], [-1.0e+38, 0.5, -1.0, 0.0], [-2.0, 1.0e+38, 0x7F800000, 0xFF800000]]> : tensor<3x4xf32>},
                          %y: tensor<2x2xi64> {onnx.value = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>})
    -> (tensor<4xf32> {onnx.expected = dense<[-0.0, -0.0, 0.5, -0.0]> : tensor<4xf32>}) {
  %0 = torch.aten.take_along_dim.default(%x, %y) : (tensor<3x4xf32>, tensor<2x2xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Compress flattens its operand, not its condition.
// CHECK-LABEL: func.func @masked_select
// CHECK: onnx.Compress(%arg0, {{.*}}) : (
func.func @masked_select(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.375, 2.875, 2.625], [3.125, -0.125, -2.75]]> : tensor<2x3xf32>},
                         %y: tensor<3xi1> {onnx.value = dense<[true, true, false]> : tensor<3xi1>})
    -> (tensor<?xf32> {onnx.expected = dense<[-0.375, 2.875, 3.125, -0.125]> : tensor<4xf32>}) {
  %0 = torch.aten.masked_select.default(%x, %y) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @masked_select_dynamic
// CHECK: onnx.Compress(%arg0, {{.*}}) : (
func.func @masked_select_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0x7F800000, -0.0, 0xFF800000], [-3.0, 0x7FC00000, 1.75]]> : tensor<2x3xf32>},
                                 %y: tensor<3xi1> {onnx.value = dense<[false, true, false]> : tensor<3xi1>})
    -> (tensor<?xf32> {onnx.expected = dense<[-0.0, 0x7FC00000]> : tensor<2xf32>}) {
  %0 = torch.aten.masked_select.default(%x, %y) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xi1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @one_hot
// CHECK: onnx.OneHot(%arg0, {{.*}}) : (
func.func @one_hot(%x: tensor<2x3xi64> {onnx.value = dense<[[1, 0, 0], [1, 1, 1]]> : tensor<2x3xi64>})
    -> (tensor<2x3x5xi64> {onnx.expected = dense<[[[0, 1, 0, 0, 0], [1, 0, 0, 0, 0], [1, 0, 0, 0, 0]], [[0, 1, 0, 0, 0], [0, 1, 0, 0, 0], [0, 1, 0, 0, 0]]]> : tensor<2x3x5xi64>}) {
  %0 = torch.aten.one_hot.default(%x, 5) : (tensor<2x3xi64>) -> tensor<2x3x5xi64>
  return %0 : tensor<2x3x5xi64>
}

// -----

// ONNX wants a dimension.
// CHECK-LABEL: func.func @one_hot_number
// CHECK: onnx.OneHot({{.*}}) : (
func.func @one_hot_number(%x: tensor<i64> {onnx.value = dense<1> : tensor<i64>})
    -> (tensor<5xi64> {onnx.expected = dense<[0, 1, 0, 0, 0]> : tensor<5xi64>}) {
  %0 = torch.aten.one_hot.default(%x, 5) : (tensor<i64>) -> tensor<5xi64>
  return %0 : tensor<5xi64>
}

// -----

// As many classes as the largest one tells.
// CHECK-LABEL: func.func @one_hot_dynamic
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Add(
// CHECK: onnx.OneHot(%arg0, {{.*}}) : (
func.func @one_hot_dynamic(%x: tensor<3xi64> {onnx.value = dense<[1, 1, 0]> : tensor<3xi64>})
    -> (tensor<3x?xi64> {onnx.expected = dense<[[0, 1], [0, 1], [1, 0]]> : tensor<3x2xi64>}) {
  %0 = torch.aten.one_hot.default(%x) : (tensor<3xi64>) -> tensor<3x?xi64>
  return %0 : tensor<3x?xi64>
}

// -----

// Compress has no bf16.
// CHECK-LABEL: func.func @masked_select_bf16
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: %[[SOME:.*]] = onnx.Compress(%[[WIDE]], %{{.*}}) : {{.*}} -> tensor<?xf32>
// CHECK: onnx.Cast(%[[SOME]]) {to = bf16}
// CHECK: onnx.Compress
func.func @masked_select_bf16(%x: tensor<2x3xbf16>, %y: tensor<2x3xi1>) -> (tensor<?xbf16>, tensor<?xbf16>) {
  %0 = torch.aten.masked_select.default(%x, %y) : (tensor<2x3xbf16>, tensor<2x3xi1>) -> tensor<?xbf16>
  %1 = torch.aten.index.Tensor(%x, [%y]) : (tensor<2x3xbf16>, tensor<2x3xi1>) -> tensor<?xbf16>
  return %0, %1 : tensor<?xbf16>, tensor<?xbf16>
}
