// Writes by a mask.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @fill
// CHECK: %[[V0:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Where(%arg1, %[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @fill(%x: tensor<2x3xf32>, %y: tensor<3xi1>) -> tensor<2x3xf32> {
  %0 = torch.aten.masked_fill.Scalar(%x, %y, 0xFFF0000000000000 : f64) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @fill_tensor
// CHECK: %[[V0:.*]] = onnx.Where(%arg1, %arg2, %arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @fill_tensor(%x: tensor<2x3xf32>, %y: tensor<2x1xi1>, %z: tensor<f32>) -> tensor<2x3xf32> {
  %0 = torch.aten.masked_fill.Tensor(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x1xi1>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Element i of the source goes to the i-th true element of the mask.
// CHECK-LABEL: func.func @scatter
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V1]]) {to = i64}
// CHECK: %[[V4:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%[[V3]], %[[V4]]) : (
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.CumSum(%[[V5]], %[[V6]]) : (
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V7]], %[[V8]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Max(%[[V9]], %[[V2]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[V12:.*]] = onnx.Min(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Gather(%arg2, %[[V12]]) : (
// CHECK: %[[V14:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V15:.*]] = onnx.Reshape(%[[V13]], %[[V14]]) : (
// CHECK: %[[V16:.*]] = onnx.Where(%[[V1]], %[[V15]], %arg0)
// CHECK: return %[[V16]] : tensor<2x3xf32>
func.func @scatter(%x: tensor<2x3xf32>, %y: tensor<3xi1>, %z: tensor<7xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<2x3xf32>, tensor<3xi1>, tensor<7xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @scatter_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) : (
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]])
// CHECK: %[[V3:.*]] = onnx.Cast(%[[V1]]) {to = i64}
// CHECK: %[[V4:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Reshape(%[[V3]], %[[V4]]) : (
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V7:.*]] = onnx.CumSum(%[[V5]], %[[V6]]) : (
// CHECK: %[[V8:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V9:.*]] = onnx.Sub(%[[V7]], %[[V8]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V10:.*]] = onnx.Max(%[[V9]], %[[V2]])
// CHECK: %[[V11:.*]] = onnx.Constant dense<11> : tensor<i64>
// CHECK: %[[V12:.*]] = onnx.Min(%[[V10]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Gather(%arg2, %[[V12]]) : (
// CHECK: %[[V14:.*]] = onnx.Constant dense<[-1, 3]> : tensor<2xi64>
// CHECK: %[[V15:.*]] = onnx.Reshape(%[[V13]], %[[V14]]) : (
// CHECK: %[[V16:.*]] = onnx.Where(%[[V1]], %[[V15]], %arg0)
// CHECK: return %[[V16]] : tensor<?x3xf32, #sym.dims<n>>
func.func @scatter_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<3xi1>, %z: tensor<12xf32>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<?x3xf32, #sym.dims<n>>, tensor<3xi1>, tensor<12xf32>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// A source that may be empty gets a zero at its end, so that there is something to gather.

// CHECK-LABEL: func.func @scatter_source_may_be_empty
// CHECK-SAME: , %[[SOURCE:[a-z0-9]+]]: tensor<?xf32, #sym.dims<u0>>
// CHECK-DAG: %[[ZERO:.*]] = onnx.Constant dense<0.000000e+00> : tensor<1xf32>
// CHECK: %[[PADDED:.*]] = onnx.Concat(%[[SOURCE]], %[[ZERO]]) {axis = 0
// CHECK: onnx.Gather(%[[PADDED]],
func.func @scatter_source_may_be_empty(%x: tensor<2x3xf32>, %y: tensor<2x3xi1>, %z: tensor<?xf32, #sym.dims<u0>>) -> tensor<2x3xf32> {
  %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<?xf32, #sym.dims<u0>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// By its range it has elements.

// CHECK-LABEL: func.func @scatter_source_has_elements
// CHECK-NOT: onnx.Concat
module attributes {sym.ranges = {n = array<i64: 1, 4096>}} {
  func.func @scatter_source_has_elements(%x: tensor<2x3xf32>, %y: tensor<2x3xi1>, %z: tensor<?xf32, #sym.dims<n>>) -> tensor<2x3xf32> {
    %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<?xf32, #sym.dims<n>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
