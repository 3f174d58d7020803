// Sorting is TopK of all elements.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Of equal elements TopK puts the first one first: every order is stable.
// CHECK-LABEL: func.func @sort_stable
// CHECK: onnx.TopK(%arg0, {{.*}}) {axis = 0 : i64} : {{.*}} -> (tensor<2x3xi64>, tensor<2x3xi64>)
func.func @sort_stable(%x: tensor<2x3xi64> {onnx.value = dense<[[9223372036854775806, -9223372036854775808, -7], [9223372036854775807, 8, -9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[9223372036854775807, 8, -7], [9223372036854775806, -9223372036854775808, -9223372036854775807]]> : tensor<2x3xi64>},
        tensor<2x3xi64> {onnx.expected = dense<[[1, 1, 0], [0, 0, 1]]> : tensor<2x3xi64>}) {
  %0:2 = torch.aten.sort.stable(%x, stable=true, dim=0, descending=true) : (tensor<2x3xi64>) -> (tensor<2x3xi64>, tensor<2x3xi64>)
  return %0#0, %0#1 : tensor<2x3xi64>, tensor<2x3xi64>
}

// -----

// NaN has infinity for a key, infinity a smaller number: NaN comes behind it.
// CHECK-LABEL: func.func @sort_stable_float
// CHECK: onnx.IsNaN(%arg0) : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: onnx.TopK({{.*}}) {axis = 1 : i64, largest = 0 : i64} : {{.*}} -> (tensor<?x3xf64, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
func.func @sort_stable_float(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[1.5, 0x7FC00000, 0x7F800000], [-2.5, -0.0, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[1.5, 0x7F800000, 0x7FC00000], [0xFF800000, -2.5, -0.0]]> : tensor<2x3xf32>},
        tensor<?x3xi64, #sym.dims<n>> {onnx.expected = dense<[[0, 2, 1], [2, 0, 1]]> : tensor<2x3xi64>}) {
  %0:2 = torch.aten.sort.stable(%x, stable=none, dim=-1) : (tensor<?x3xf32, #sym.dims<n>>) -> (tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
  return %0#0, %0#1 : tensor<?x3xf32, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @argsort
// CHECK: onnx.TopK(%arg0, {{.*}}) {axis = 1 : i64} : {{.*}} -> (tensor<2x3xi32>, tensor<2x3xi64>)
func.func @argsort(%x: tensor<2x3xi32> {onnx.value = dense<[[2, -2147483647, -2147483648], [2147483647, 2147483646, -7]]> : tensor<2x3xi32>})
    -> (tensor<2x3xi64> {onnx.expected = dense<[[0, 1, 2], [0, 1, 2]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.argsort.default(%x, dim=-1, descending=true) : (tensor<2x3xi32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @argsort_stable
// CHECK: onnx.IsNaN(%arg0) : {{.*}} -> tensor<?x3xi1, #sym.dims<n>>
// CHECK: onnx.Constant dense<1.000000e+300> : tensor<f64>
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<?x3xf64, #sym.dims<n>>, tensor<?x3xi64, #sym.dims<n>>)
func.func @argsort_stable(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0xFF800000, 0x7FC00000, 2.5], [0x7F800000, 1.0, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<?x3xi64, #sym.dims<n>> {onnx.expected = dense<[[0, 1, 1], [1, 0, 0]]> : tensor<2x3xi64>}) {
  %0 = torch.aten.argsort.stable(%x, stable=true, dim=0) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>>
  return %0 : tensor<?x3xi64, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @argsort_scalar
func.func @argsort_scalar(%x: tensor<f32> {onnx.value = dense<0x7FC00000> : tensor<f32>})
    -> (tensor<i64> {onnx.expected = dense<0> : tensor<i64>}) {
  %0 = torch.aten.argsort.default(%x) : (tensor<f32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Along the first dimension. Narrow integers are sorted as int32.
// CHECK-LABEL: func.func @msort
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<3x2xi32>, tensor<3x2xi64>)
func.func @msort(%x: tensor<3x2xi8> {onnx.value = dense<[[8, 126], [127, -128], [-127, 7]]> : tensor<3x2xi8>})
    -> (tensor<3x2xi8> {onnx.expected = dense<[[-127, -128], [8, 7], [127, 126]]> : tensor<3x2xi8>}) {
  %0 = torch.aten.msort.default(%x) : (tensor<3x2xi8>) -> tensor<3x2xi8>
  return %0 : tensor<3x2xi8>
}

// -----

// Nothing is above the infinity of doubles: those that are NaN are sorted behind
// the others by a second TopK, which leaves equal ones in their order.
// CHECK-LABEL: func.func @sort_doubles
// CHECK: %{{.*}}, {{.*}} = onnx.TopK({{.*}}, %{{.*}}) {axis = 1 : i64}
// CHECK: onnx.GatherElements(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.IsNaN(
func.func @sort_doubles(%x: tensor<4x3xf64> {onnx.value = dense<[[1.5, 0.5, -0.0], [1.75, 0x7FF8000000000000, -1.0e+300], [0xFFF0000000000000, 0x7FF0000000000000, 3.25], [0.0, 0.25, 1.0e+300]]> : tensor<4x3xf64>})
    -> (tensor<4x3xf64> {onnx.expected = dense<[[1.5, 0.5, -0.0], [0x7FF8000000000000, 1.75, -1.0e+300], [0x7FF0000000000000, 3.25, 0xFFF0000000000000], [1.0e+300, 0.25, 0.0]]> : tensor<4x3xf64>},
        tensor<4x3xi64> {onnx.expected = dense<[[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0]]> : tensor<4x3xi64>}) {
  %0:2 = torch.aten.sort.default(%x, dim=1, descending=true) : (tensor<4x3xf64>) -> (tensor<4x3xf64>, tensor<4x3xi64>)
  return %0#0, %0#1 : tensor<4x3xf64>, tensor<4x3xi64>
}
