// Sums, products and means.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @sum_dim
// CHECK: %[[V0:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x3x1xf32>
func.func @sum_dim(%x: tensor<2x3x4xf32>) -> tensor<2x3x1xf32> {
  %0 = torch.aten.sum.dim_IntList(%x, dim=[-1], keepdim=true) : (tensor<2x3x4xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// -----

// All dimensions.
// CHECK-LABEL: func.func @sum_all
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 1, 2]> : tensor<3xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<f32>
func.func @sum_all(%x: tensor<2x3x4xf32>) -> tensor<f32> {
  %0 = torch.aten.sum.default(%x) : (tensor<2x3x4xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Booleans add up to int64.
// CHECK-LABEL: func.func @sum_bool
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.ReduceSum(%[[V0]], %[[V1]]) {keepdims = 0 : i64}
// CHECK: return %[[V2]] : tensor<i64>
func.func @sum_bool(%x: tensor<3xi1>) -> tensor<i64> {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceMean(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<?xf32, #sym.dims<n>>
func.func @mean_dynamic(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.mean.dim(%x, dim=[1]) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @prod
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceProd(%arg0, %[[V0]]) {keepdims = 0 : i64}
// CHECK: return %[[V1]] : tensor<2xi64>
func.func @prod(%x: tensor<2x3xi64>) -> tensor<2xi64> {
  %0 = torch.aten.prod.dim_int(%x, dim=1) : (tensor<2x3xi64>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}

// -----

// NaN does not count.
// CHECK-LABEL: func.func @nansum
// CHECK: %[[V0:.*]] = onnx.IsNaN(%arg0)
// CHECK: %[[V1:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V2:.*]] = onnx.Where(%[[V0]], %[[V1]], %arg0)
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V2]], %[[V3]]) {keepdims = 0 : i64}
// CHECK: return %[[V4]] : tensor<f32>
func.func @nansum(%x: tensor<3xf32>) -> tensor<f32> {
  %0 = torch.aten.nansum.default(%x) : (tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @count_nonzero
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1}
// CHECK: %[[V1:.*]] = onnx.Cast(%[[V0]]) {to = i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.ReduceSum(%[[V1]], %[[V2]]) {keepdims = 0 : i64}
// CHECK: return %[[V3]] : tensor<i64>
func.func @count_nonzero(%x: tensor<3xf32>) -> tensor<i64> {
  %0 = torch.aten.count_nonzero.default(%x) : (tensor<3xf32>) -> tensor<i64>
  return %0 : tensor<i64>
}

// -----

// CHECK-LABEL: func.func @trace
// CHECK: %[[V0:.*]] = onnx.Einsum(%arg0) {equation = "ii->"}
// CHECK: return %[[V0]] : tensor<f32>
func.func @trace(%x: tensor<3x3xf32>) -> tensor<f32> {
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
