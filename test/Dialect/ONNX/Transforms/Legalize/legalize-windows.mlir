// Convolutions and averages in f64, of which ONNX Runtime has no kernels: products
// and sums of windows that are gathered.
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22" --split-input-file %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=ONNX

// The rows of the one product are the windows of all images.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[PADDED:.*]] = onnx.Pad(%arg0, {{.*}} -> tensor<?x4x7x8xf64, #sym.dims<n>>
// CHECK: %[[COLUMNS:.*]] = onnx.Constant dense<{{\[\[}}0, 1, 2, 3, 4, 5], [2, 3, 4, 5, 6, 7]]>
// CHECK: %[[LINES:.*]] = onnx.Gather(%[[PADDED]], %[[COLUMNS]]) {axis = 3 : i64} {{.*}} -> tensor<?x4x7x2x6xf64, #sym.dims<n>>
// CHECK: %[[ROWS:.*]] = onnx.Constant dense<{{\[\[}}0, 2, 4], [1, 3, 5], [2, 4, 6]]>
// CHECK: onnx.Gather(%[[LINES]], %[[ROWS]]) {axis = 2 : i64} {{.*}} -> tensor<?x4x3x3x2x6xf64, #sym.dims<n>>
// CHECK: onnx.Transpose({{.*}}perm = array<i64: 0, 3, 5, 1, 2, 4>
// CHECK: %[[SHAPE:.*]] = onnx.Constant dense<[-1, 24]>
// CHECK: %[[X:.*]] = onnx.Reshape(%{{.*}}, %[[SHAPE]]) {{.*}} -> tensor<?x24xf64, #sym.dims<18*n>>
// CHECK: %[[W:.*]] = onnx.Transpose(%{{.*}}) {{.*}} -> tensor<24x5xf64>
// CHECK: onnx.MatMul(%[[X]], %[[W]])
// CHECK: onnx.Transpose({{.*}} -> tensor<?x5x3x6xf64, #sym.dims<n>>
// CHECK: onnx.Add
// CHECK-NOT: onnx.Conv(
// ONNX-LABEL: func.func @convolution
// ONNX: onnx.Conv(
// ONNX-NOT: onnx.MatMul
func.func @convolution(%x: tensor<?x4x5x6xf64, #sym.dims<n>>, %w: tensor<5x4x3x2xf64>, %c: tensor<5xf64>) -> tensor<?x5x3x6xf64, #sym.dims<n>> {
  %0 = onnx.Conv(%x, %w, %c) {dilations = array<i64: 1, 2>, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 1>} : (tensor<?x4x5x6xf64, #sym.dims<n>>, tensor<5x4x3x2xf64>, tensor<5xf64>) -> tensor<?x5x3x6xf64, #sym.dims<n>>
  return %0 : tensor<?x5x3x6xf64, #sym.dims<n>>
}

// -----

// Nothing is gathered of single elements, nor computed of the size of the batch.
// CHECK-LABEL: func.func @pointwise
// CHECK-NOT: onnx.Gather
// CHECK-NOT: onnx.Shape
// CHECK: onnx.MatMul({{.*}} -> tensor<?x5xf64, #sym.dims<30*n>>
func.func @pointwise(%x: tensor<?x4x5x6xf64, #sym.dims<n>>, %w: tensor<5x4x1x1xf64>) -> tensor<?x5x5x6xf64, #sym.dims<n>> {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %none) : (tensor<?x4x5x6xf64, #sym.dims<n>>, tensor<5x4x1x1xf64>, none) -> tensor<?x5x5x6xf64, #sym.dims<n>>
  return %0 : tensor<?x5x5x6xf64, #sym.dims<n>>
}

// -----

// As many windows as the padded image has when the model runs; a product for each group.
// CHECK-LABEL: func.func @groups
// CHECK: %[[SIZE:.*]] = onnx.Shape({{.*}}start = 3
// CHECK: %[[ONE:.*]] = onnx.Squeeze(%[[SIZE]]
// CHECK: %[[LIMIT:.*]] = onnx.Sub(%[[ONE]]
// CHECK: %[[BEGINS:.*]] = onnx.Range(%{{.*}}, %[[LIMIT]], %{{.*}}) {{.*}} -> tensor<?xi64, #sym.dims<l floordiv 3>>
// CHECK: %[[TABLE:.*]] = onnx.Add({{.*}}, %[[BEGINS]])
// CHECK: onnx.Gather(%{{.*}}, %[[TABLE]]) {axis = 3 : i64}
// CHECK: onnx.MatMul({{.*}} -> tensor<2x?x2xf64
func.func @groups(%x: tensor<2x6x?xf64, #sym.dims<l>>, %w: tensor<4x3x3xf64>) -> tensor<2x4x?xf64, #sym.dims<l floordiv 3>> {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %none) {group = 2 : i64, strides = array<i64: 3>} : (tensor<2x6x?xf64, #sym.dims<l>>, tensor<4x3x3xf64>, none) -> tensor<2x4x?xf64, #sym.dims<l floordiv 3>>
  return %0 : tensor<2x4x?xf64, #sym.dims<l floordiv 3>>
}

// -----

// Each element is one product: of the kernel's two, the position in the flattened
// [kernel, elements].
// CHECK-LABEL: func.func @transposed
// CHECK: onnx.MatMul({{.*}} -> tensor<6x10xf64>
// CHECK: %[[TABLE:.*]] = onnx.Constant dense<[0, 3, 1, 4, 2, 5]>
// CHECK-NOT: onnx.Pad
// CHECK: onnx.Gather(%{{.*}}, %[[TABLE]]) {axis = 2 : i64} {{.*}} -> tensor<2x5x6xf64>
// CHECK-NOT: onnx.ReduceSum
// CHECK-NOT: onnx.ConvTranspose
// ONNX-LABEL: func.func @transposed
// ONNX: onnx.ConvTranspose
func.func @transposed(%x: tensor<2x4x3xf64>, %w: tensor<4x5x2xf64>) -> tensor<2x5x6xf64> {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.ConvTranspose(%x, %w, %none) {strides = array<i64: 2>} : (tensor<2x4x3xf64>, tensor<4x5x2xf64>, none) -> tensor<2x5x6xf64>
  return %0 : tensor<2x5x6xf64>
}

// -----

// Two products for each element; at the ends a zero in place of one.
// CHECK-LABEL: func.func @overlapping
// CHECK: %[[MORE:.*]] = onnx.Pad({{.*}} -> tensor<2x5x10xf64>
// CHECK: %[[TABLE:.*]] = onnx.Constant dense<{{\[\[}}3, 1, 4, 2, 5], [9, 6, 9, 7, 9]]>
// CHECK: %[[TERMS:.*]] = onnx.Gather(%[[MORE]], %[[TABLE]]) {axis = 2 : i64}
// CHECK: onnx.ReduceSum(%[[TERMS]]
func.func @overlapping(%x: tensor<2x4x3xf64>, %w: tensor<4x5x3xf64>) -> tensor<2x5x5xf64> {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.ConvTranspose(%x, %w, %none) {pads = array<i64: 1, 1>, strides = array<i64: 2>} : (tensor<2x4x3xf64>, tensor<4x5x3xf64>, none) -> tensor<2x5x5xf64>
  return %0 : tensor<2x5x5xf64>
}

// -----

// Sums by the number of the elements that count.
// CHECK-LABEL: func.func @average
// CHECK: onnx.Pad
// CHECK: onnx.ReduceSum
// CHECK: %[[COUNTS:.*]] = onnx.Constant dense<[2.000000e+00, 3.000000e+00, 2.000000e+00]> : tensor<3xf64>
// CHECK: onnx.Div(%{{.*}}, %[[COUNTS]])
// CHECK: %[[THREE:.*]] = onnx.Constant dense<3.000000e+00> : tensor<f64>
// CHECK: onnx.Div(%{{.*}}, %[[THREE]])
// CHECK-NOT: onnx.AveragePool
// ONNX-LABEL: func.func @average
// ONNX-COUNT-2: onnx.AveragePool
func.func @average(%x: tensor<1x2x5xf64>) -> (tensor<1x2x3xf64>, tensor<1x2x3xf64>) {
  %0 = onnx.AveragePool(%x) {kernel_shape = array<i64: 3>, pads = array<i64: 1, 1>, strides = array<i64: 2>} : (tensor<1x2x5xf64>) -> tensor<1x2x3xf64>
  %1 = onnx.AveragePool(%x) {count_include_pad = 1 : i64, kernel_shape = array<i64: 3>, pads = array<i64: 1, 1>, strides = array<i64: 2>} : (tensor<1x2x5xf64>) -> tensor<1x2x3xf64>
  return %0, %1 : tensor<1x2x3xf64>, tensor<1x2x3xf64>
}

// -----

// Single precision has kernels.
// CHECK-LABEL: func.func @single
// CHECK: onnx.Conv(
// CHECK: onnx.ConvTranspose(
// CHECK: onnx.AveragePool(
// CHECK-NOT: onnx.Gather
func.func @single(%x: tensor<1x2x5xf32>, %w: tensor<2x2x3xf32>) -> (tensor<1x2x3xf32>, tensor<1x2x7xf32>, tensor<1x2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x3xf32>
  %1 = onnx.ConvTranspose(%x, %w, %none) : (tensor<1x2x5xf32>, tensor<2x2x3xf32>, none) -> tensor<1x2x7xf32>
  %2 = onnx.AveragePool(%x) {kernel_shape = array<i64: 3>} : (tensor<1x2x5xf32>) -> tensor<1x2x3xf32>
  return %0, %1, %2 : tensor<1x2x3xf32>, tensor<1x2x7xf32>, tensor<1x2x3xf32>
}
