// Sums, products and means.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @sum_dim
// CHECK: onnx.ReduceSum(%arg0, {{.*}})
func.func @sum_dim(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[0.5, -3.25, -1.5, -1.0e+38], [0.25, 2.75, 0x7F800000, 0.0], [-0.5, -0.0, 0x7FC00000, -1.25]], [[-2.75, 1.0e+38, 2.25, 0.0], [-1.5, -0.75, 2.5, -1.75], [3.0, 0xFF800000, -1.25, 2.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<2x3x1xf32> {onnx.expected = dense<[[[-1.0e+38], [0x7F800000], [0x7FC00000]], [[1.0e+38], [-1.5], [0xFF800000]]]> : tensor<2x3x1xf32>}) {
  %0 = torch.aten.sum.dim_IntList(%x, dim=[-1], keepdim=true) : (tensor<2x3x4xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

// All dimensions.
// CHECK-LABEL: func.func @sum_all
// CHECK: onnx.ReduceSum(%arg0, {{.*}}) {keepdims = 0 : i64}
func.func @sum_all(%x: tensor<2x3x4xf32> {onnx.value = dense<[[[15.0, -20.0, 26.25, 26.25], [35.0, -12.5, 16.25, 46.25], [27.5, -48.75, -46.25, 3.75]], [[11.25, 15.0, 12.5, 46.25], [-37.5, 41.25, -3.75, 18.75], [23.75, -28.75, 33.75, 7.5]]]> : tensor<2x3x4xf32>})
    -> (tensor<f32> {onnx.expected = dense<208.75> : tensor<f32>}) {
  %0 = torch.aten.sum.default(%x) : (tensor<2x3x4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Booleans add up to int64.
// CHECK-LABEL: func.func @sum_bool
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @sum_bool(%x: tensor<3xi1> {onnx.value = dense<[true, false, true]> : tensor<3xi1>})
    -> (tensor<i64> {onnx.expected = dense<2> : tensor<i64>}) {
  %0 = torch.aten.sum.default(%x) : (tensor<3xi1>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// Nothing to reduce.
// CHECK-LABEL: func.func @scalar
// CHECK: return %arg0 : tensor<f32>
func.func @scalar(%x: tensor<f32>) -> tensor<f32> {
  %0 = torch.aten.sum.default(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @mean_dynamic
// CHECK: onnx.ReduceMean(%arg0, {{.*}}) {keepdims = 0 : i64}
func.func @mean_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[0x7F800000, -0.0, 0xFF800000, 0x7FC00000], [-1.25, -0.25, -0.5, 0.0]]> : tensor<2x4xf32>})
    -> (tensor<?xf32, #sym.dims<n>> {onnx.expected = dense<[0x7FC00000, -0.5]> : tensor<2xf32>}) {
  %0 = torch.aten.mean.dim(%x, dim=[1]) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @prod
// CHECK: onnx.ReduceProd(%arg0, {{.*}}) {keepdims = 0 : i64}
func.func @prod(%x: tensor<2x3xi64> {onnx.value = dense<[[-3, 9223372036854775806, -9223372036854775808], [-8, -9223372036854775807, 9223372036854775807]]> : tensor<2x3xi64>})
    -> (tensor<2xi64> {onnx.expected = dense<[0, 8]> : tensor<2xi64>}) {
  %0 = torch.aten.prod.dim_int(%x, dim=1) : (tensor<2x3xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// NaN does not count.
// CHECK-LABEL: func.func @nansum
// CHECK: onnx.IsNaN(%arg0)
// CHECK: onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @nansum(%x: tensor<3xf32> {onnx.value = dense<[-17.5, 46.25, -30.0]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<-1.25> : tensor<f32>}) {
  %0 = torch.aten.nansum.default(%x) : (tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @count_nonzero
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @count_nonzero(%x: tensor<3xf32> {onnx.value = dense<[2.25, 0x7F800000, 0x7FC00000]> : tensor<3xf32>})
    -> (tensor<i64> {onnx.expected = dense<3> : tensor<i64>}) {
  %0 = torch.aten.count_nonzero.default(%x) : (tensor<3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @trace
// CHECK: onnx.Einsum(%arg0) {equation = "ii->"}
func.func @trace(%x: tensor<3x3xf32> {onnx.value = dense<[[0x7F800000, 0xFF800000, -0.25], [-1.0, 0.0, -0.0], [1.0e+38, 0.25, 0x7FC00000]]> : tensor<3x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.trace.default(%x) : (tensor<3x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Unlike aten.sum, the dtype stays.
// CHECK-LABEL: func.func @prims_sum
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[0, 2]> : tensor<2xi64>
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%arg0, %[[AXES]]) {keepdims = 0 : i64} : {{.*}} -> tensor<3xi32>
// CHECK: return %[[SUM]] : tensor<3xi32>
func.func @prims_sum(%x: tensor<2x3x4xi32>) -> tensor<3xi32> {
  %0 = torch.prims.sum.default(%x, [0, 2]) : (tensor<2x3x4xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// No dimension is reduced, not all of them.
// CHECK-LABEL: func.func @prims_prod
// CHECK-NEXT: return %arg0 : tensor<2x3xf32>
func.func @prims_prod(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.prims.prod.default(%x, []) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @prims_extremes
// CHECK: %[[AXIS0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[LARGEST:.*]] = onnx.ReduceMax(%arg0, %[[AXIS0]]) {keepdims = 0 : i64}
// CHECK: %[[AXIS1:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[LEAST:.*]] = onnx.ReduceMin(%arg0, %[[AXIS1]]) {keepdims = 0 : i64}
// CHECK: return %[[LARGEST]], %[[LEAST]] : tensor<3xi64>, tensor<2xi64>
func.func @prims_extremes(%x: tensor<2x3xi64>) -> (tensor<3xi64>, tensor<2xi64>) {
  %0 = torch.prims.amax.default(%x, [0]) : (tensor<2x3xi64>) -> tensor<3xi64>
  %1 = torch.prims.amin.default(%x, [1]) : (tensor<2x3xi64>) -> tensor<2xi64>
  return %0, %1 : tensor<3xi64>, tensor<2xi64>
}

// -----

// The sum of one integer is the integer: runtimes add them in double precision.
// CHECK-LABEL: func.func @sum_of_one
// CHECK: onnx.Squeeze(%arg0
// CHECK-NOT: onnx.ReduceSum
// CHECK: return
func.func @sum_of_one(%x: tensor<3x1xi64>) -> tensor<3xi64> {
  %0 = torch.aten.sum.dim_IntList(%x, dim=[1]) : (tensor<3x1xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Not of floats, of which -0.0 is another number than its sum, nor of a size
// that is not known to be one.
// CHECK-LABEL: func.func @sums_of_others
// CHECK: onnx.ReduceSum(%arg0
// CHECK: onnx.ReduceSum(%arg1
func.func @sums_of_others(%x: tensor<3x1xf32>, %n: tensor<3x?xi64, #sym.dims<n>>) -> (tensor<3xf32>, tensor<3xi64>) {
  %0 = torch.aten.sum.dim_IntList(%x, dim=[1]) : (tensor<3x1xf32>) -> tensor<3xf32>
  %1 = torch.aten.sum.dim_IntList(%n, dim=[1]) : (tensor<3x?xi64, #sym.dims<n>>) -> tensor<3xi64>
  return %0, %1 : tensor<3xf32>, tensor<3xi64>
}
