// All, any and counts of booleans.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @all_dim
// CHECK: onnx.ReduceMin(%arg0, {{.*}}) : {{.*}} -> tensor<2x1xi1>
func.func @all_dim(%x: tensor<2x3xi1> {onnx.value = dense<[[true, true, true], [true, false, true]]> : tensor<2x3xi1>})
    -> (tensor<2x1xi1> {onnx.expected = dense<[[true], [false]]> : tensor<2x1xi1>}) {
  %0 = torch.aten.all.dim(%x, dim=-1, keepdim=true) : (tensor<2x3xi1>) -> tensor<2x1xi1>
  return %0 : tensor<2x1xi1>
}

// -----

// Every number but 0 is true.
// CHECK-LABEL: func.func @all_dims
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<3xi1>
func.func @all_dims(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[1.75, 0x7F800000, 0.5, 0x7FC00000], [2.5, 0.5, 0.75, -3.0], [3.0, 1.5, 1.0, 0.5]], [[-1.0e+38, 1.25, 1.0, 0.0], [-1.5, 2.75, 1.0e+38, 0xFF800000], [-0.0, 2.75, -0.5, -1.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<3xi1> {onnx.expected = dense<[false, true, false]> : tensor<3xi1>}) {
  %0 = torch.aten.all.dims(%x, dim=[0, -1]) : (tensor<2x3x4xf32>) -> tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// No dimension is reduced.
// CHECK-LABEL: func.func @all_no_dims
// CHECK: onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3xi1>
func.func @all_no_dims(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, -2.75, 0x7F800000], [2.25, 0xFF800000, -0.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xi1> {onnx.expected = dense<[[true, true, true], [true, true, false]]> : tensor<2x3xi1>}) {
  %0 = torch.aten.all.dims(%x, dim=[]) : (tensor<2x3xf32>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// Bytes stay bytes.
// CHECK-LABEL: func.func @all_bytes
// CHECK: onnx.ReduceMin({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<?xi1, #sym.dims<n>>
func.func @all_bytes(%x: tensor<?x3xui8, #sym.dims<n>> {onnx.value = dense<[[255, 9, 0], [254, 7, 1]]> : tensor<2x3xui8>})
    -> (tensor<?xui8, #sym.dims<n>> {onnx.expected = dense<[0, 1]> : tensor<2xui8>}) {
  %0 = torch.aten.all.dim(%x, dim=1) : (tensor<?x3xui8, #sym.dims<n>>) -> tensor<?xui8, #sym.dims<n>>
  return %0 : tensor<?xui8, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @any
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i1>
func.func @any(%x: tensor<2x3xf32> {onnx.value = dense<[[0.75, -0.0, 0x7F800000], [0x7FC00000, 1.5, 0xFF800000]]> : tensor<2x3xf32>})
    -> (tensor<i1> {onnx.expected = dense<true> : tensor<i1>}) {
  %0 = torch.aten.any.default(%x) : (tensor<2x3xf32>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @any_dims
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) : {{.*}} -> tensor<1x3xi1>
func.func @any_dims(%x: tensor<2x3xi1> {onnx.value = dense<[[false, false, true], [true, false, false]]> : tensor<2x3xi1>})
    -> (tensor<1x3xi1> {onnx.expected = dense<[[true, false, true]]> : tensor<1x3xi1>}) {
  %0 = torch.aten.any.dims(%x, dim=[-2], keepdim=true) : (tensor<2x3xi1>) -> tensor<1x3xi1>
  return %0 : tensor<1x3xi1>
}

// -----

// CHECK-LABEL: func.func @any_none
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i1>
func.func @any_none(%x: tensor<?x3xi1, #sym.dims<n>> {onnx.value = dense<[[true, true, true], [false, true, false]]> : tensor<2x3xi1>})
    -> (tensor<i1> {onnx.expected = dense<true> : tensor<i1>}) {
  %0 = torch.aten.any.dims(%x, none) : (tensor<?x3xi1, #sym.dims<n>>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @is_any_true
// CHECK: onnx.ReduceMax(%arg0, {{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<i1>
func.func @is_any_true(%x: tensor<2x3xi1> {onnx.value = dense<[[false, true, true], [false, false, false]]> : tensor<2x3xi1>})
    -> (tensor<i1> {onnx.expected = dense<true> : tensor<i1>}) {
  %0 = torch.aten._is_any_true.default(%x) : (tensor<2x3xi1>) -> tensor<i1>
  return %0 : tensor<i1>
}

// -----

// CHECK-LABEL: func.func @count_nonzero_dim
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64} : {{.*}} -> tensor<2xi64>
func.func @count_nonzero_dim(%x: tensor<2x3xf32> {onnx.value = dense<[[-3.0, -0.0, 2.5], [0xFF800000, 0x7F800000, 0x7FC00000]]> : tensor<2x3xf32>})
    -> (tensor<2xi64> {onnx.expected = dense<[2, 3]> : tensor<2xi64>}) {
  %0 = torch.aten.count_nonzero.dim_IntList(%x, dim=[-1]) : (tensor<2x3xf32>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
