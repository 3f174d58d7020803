// Writes by a mask.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @fill
// CHECK: %[[V0:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Where(%arg1, %[[V0]], %arg0)
// CHECK: return %[[V1]] : tensor<2x3xf32>
func.func @fill(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.25, 0.0, -1.75], [-0.75, 0.75, 1.5]]> : tensor<2x3xf32>},
                %y: tensor<3xi1> {onnx.value = dense<[true, false, false]> : tensor<3xi1>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[0xFF800000, 0.0, -1.75], [0xFF800000, 0.75, 1.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.masked_fill.Scalar(%x, %y, 0xFFF0000000000000 : f64) : (tensor<2x3xf32>, tensor<3xi1>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @fill_tensor
// CHECK: %[[V0:.*]] = onnx.Where(%arg1, %arg2, %arg0)
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @fill_tensor(%x: tensor<2x3xf32> {onnx.value = dense<[[0.25, -1.5, 0.5], [-1.25, 0.0, -1.25]]> : tensor<2x3xf32>},
                       %y: tensor<2x1xi1> {onnx.value = dense<[[true], [false]]> : tensor<2x1xi1>},
                       %z: tensor<f32> {onnx.value = dense<1.5> : tensor<f32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.5, 1.5, 1.5], [-1.25, 0.0, -1.25]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.masked_fill.Tensor(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x1xi1>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Element i of the source goes to the i-th true element of the mask.
// CHECK-LABEL: func.func @scatter
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.CumSum
// CHECK: onnx.Max
// CHECK: onnx.Min
// CHECK: onnx.Gather(%arg2, {{.*}})
// CHECK: onnx.Where({{.*}}, {{.*}}, %arg0)
func.func @scatter(%x: tensor<2x3xf32> {onnx.value = dense<[[0.5, 0.25, -1.0], [0.75, -1.5, 1.0]]> : tensor<2x3xf32>},
                   %y: tensor<3xi1> {onnx.value = dense<[true, false, true]> : tensor<3xi1>},
                   %z: tensor<7xf32> {onnx.value = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]> : tensor<7xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.0, 0.25, 2.0], [3.0, -1.5, 4.0]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<2x3xf32>, tensor<3xi1>, tensor<7xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @scatter_dynamic
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.CumSum
// CHECK: onnx.Max
// CHECK: onnx.Min
// CHECK: onnx.Gather(%arg2, {{.*}})
// CHECK: onnx.Where({{.*}}, {{.*}}, %arg0)
func.func @scatter_dynamic(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-0.75, -0.75, 1.5], [-0.25, -1.0, -1.5]]> : tensor<2x3xf32>},
                           %y: tensor<3xi1> {onnx.value = dense<[false, true, true]> : tensor<3xi1>},
                           %z: tensor<12xf32> {onnx.value = dense<[10.0, 11.0, 12.0, 13.0, 14.0, 15.0, 16.0, 17.0, 18.0, 19.0, 20.0, 21.0]> : tensor<12xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.75, 10.0, 11.0], [-0.25, 12.0, 13.0]]> : tensor<2x3xf32>}) {
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
func.func @scatter_source_may_be_empty(%x: tensor<2x3xf32> {onnx.value = dense<[[1.75, -2.0, 0.0], [-1.75, 0.0, -1.5]]> : tensor<2x3xf32>},
                                       %y: tensor<2x3xi1> {onnx.value = dense<false> : tensor<2x3xi1>},
                                       %z: tensor<?xf32, #sym.dims<u0>> {onnx.value = dense<> : tensor<0xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[1.75, -2.0, 0.0], [-1.75, 0.0, -1.5]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<?xf32, #sym.dims<u0>>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// By its range it has elements.

// CHECK-LABEL: func.func @scatter_source_has_elements
// CHECK-NOT: onnx.Concat
module attributes {sym.ranges = {n = array<i64: 1, 4096>}} {
  func.func @scatter_source_has_elements(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.25, -0.75, -1.75], [1.5, 1.5, -1.5]]> : tensor<2x3xf32>},
                                       %y: tensor<2x3xi1> {onnx.value = dense<[[false, false, true], [false, false, false]]> : tensor<2x3xi1>},
                                       %z: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<-1.75> : tensor<2xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-0.25, -0.75, -1.75], [1.5, 1.5, -1.5]]> : tensor<2x3xf32>}) {
    %0 = torch.aten.masked_scatter.default(%x, %y, %z) : (tensor<2x3xf32>, tensor<2x3xi1>, tensor<?xf32, #sym.dims<n>>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
}
