// Operators of the backward pass, and those whose operands the rules do not take.
// LibTorch is not there.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s

!x = tensor<2x3xf32>
!h = tensor<2x3xf16>
!d = tensor<?x?xf32, #sym.dims<m, n>>

// CHECK-LABEL: func.func @leaky_relu
// CHECK: %[[P:.*]] = torch.aten.gt.Scalar(%arg1, other=0.0{{.*}})
// CHECK: %[[S:.*]] = torch.aten.mul.Tensor(%arg0, other=1.0{{.*}}e-01)
// CHECK: %[[R:.*]] = torch.aten.where.self(%[[P]], %arg0, %[[S]])
// CHECK: return %[[R]]
func.func @leaky_relu(%g: !x, %x: !x) -> !x {
  %0 = torch.aten.leaky_relu_backward.default(%g, %x, 0.1, false) : (!x, !x) -> !x
  return %0 : !x
}

// Halves are computed in f32 and rounded once.
// CHECK-LABEL: func.func @half_softplus
// CHECK-DAG: torch.aten._to_copy.default(%arg0, dtype=f32)
// CHECK-DAG: torch.aten._to_copy.default(%arg1, dtype=f32)
// CHECK: %[[R:.*]] = torch.aten._to_copy.default(%{{.*}}, dtype=f16)
// CHECK: return %[[R]]
func.func @half_softplus(%g: !h, %x: !h) -> !h {
  %0 = torch.aten.softplus_backward.default(%g, %x, 1, 20) : (!h, !h) -> !h
  return %0 : !h
}

// The threshold of integers is an integer.
// CHECK-LABEL: func.func @integers
// CHECK: torch.aten.le.Scalar(%arg1, other=-1)
func.func @integers(%g: tensor<3xi64>, %x: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.threshold_backward.default(%g, %x, -1.5) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// The kernels promote dtypes in different ways.
// CHECK-LABEL: func.func @two_dtypes
// CHECK: torch.aten.hardswish_backward.default
// CHECK-SAME: its rule expects 'grad_output' and 'self' to be floats of one dtype, found f16 and f32
func.func @two_dtypes(%g: !h, %x: !x) -> !x {
  %0 = torch.aten.hardswish_backward.default(%g, %x) : (!h, !x) -> !x
  return %0 : !x
}

// The mean of a symbolic number of elements.
// CHECK-LABEL: func.func @mean
// CHECK: %[[N:.*]] = arith.muli
// CHECK: torch.aten.div.Tensor(%{{.*}}, %[[N]])
func.func @mean(%g: tensor<f32>, %x: !d, %y: !d) -> !d {
  %0 = torch.aten.mse_loss_backward.default(%g, %x, %y, 1) : (tensor<f32>, !d, !d) -> !d
  return %0 : !d
}

// CHECK-LABEL: func.func @unknown_mean
// CHECK: torch.aten.mse_loss_backward.default
func.func @unknown_mean(%g: tensor<f32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = torch.aten.mse_loss_backward.default(%g, %x, %y, 1) : (tensor<f32>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

!g = tensor<1x4x4xf32>
!i = tensor<1x3x8xf32>
!w = tensor<4x3x3xf32>

// Only what the mask asks for; what the last step left out is output padding.
// CHECK-LABEL: func.func @convolution
// CHECK: %[[R:.*]] = torch.aten.convolution.default(%arg0, %arg2, {{.*}}stride=[2], padding=[1], dilation=[1], transposed=true, output_padding=[1], groups=1)
// CHECK-NOT: torch.aten.convolution
// CHECK: return %[[R]]
func.func @convolution(%g: !g, %x: !i, %w: !w) -> !i {
  %0:3 = torch.aten.convolution_backward.default(%g, %x, %w, [4], [2], [1], [1], false, [0], 1, [true, false, false]) : (!g, !i, !w) -> (!i, none, none)
  return %0#0 : !i
}

// Windows that pass the end have fewer elements: each has those up to the end.
// CHECK-LABEL: func.func @ceil_mode
// CHECK: %[[STEP:.*]] = torch.aten.arange.default(end=2)
// CHECK: torch.aten.mul.Tensor(%[[STEP]], other=2)
// CHECK: torch.aten.div.Tensor(
// CHECK: transposed=true
// CHECK: torch.aten.constant_pad_nd.default(%{{.*}}, [0, -1, 0, -1])
func.func @ceil_mode(%g: tensor<1x2x2xf32>, %x: tensor<1x3x3xf32>) -> tensor<1x3x3xf32> {
  %0 = torch.aten.avg_pool2d_backward.default(%g, %x, [2, 2], [2, 2], [0, 0], true, true, none) : (tensor<1x2x2xf32>, tensor<1x3x3xf32>) -> tensor<1x3x3xf32>
  return %0 : tensor<1x3x3xf32>
}

// Elements go to where they were read, of sizes known only at run time.
// CHECK-LABEL: func.func @pad
// CHECK-COUNT-2: torch.aten.abs.default
// CHECK: torch.aten.index_add.default(%{{.*}}, dim=1,
func.func @pad(%g: tensor<2x?xf32, #sym.dims<n + 3>>, %x: tensor<2x?xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<n>> {
  %0 = torch.aten.reflection_pad1d_backward.default(%g, %x, [1, 2]) : (tensor<2x?xf32, #sym.dims<n + 3>>, tensor<2x?xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<n>>
  return %0 : tensor<2x?xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @odd_padding
// CHECK: torch.not_decomposed = "its rule expects 'padding' to have two elements for some of the 2 dimensions of 'self' and 'grad_output', found 3"
func.func @odd_padding(%g: tensor<2x6xf32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.replication_pad1d_backward.default(%g, %x, [1, 2, 3]) : (tensor<2x6xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// CHECK-LABEL: func.func @grid
// CHECK: torch.not_decomposed = "its rule expects 'input' to have constant sizes from 1 to 1048576, found tensor<1x2x?x3xf32
func.func @grid(%g: tensor<1x2x4x4xf32>, %x: tensor<1x2x?x3xf32, #sym.dims<n>>, %p: tensor<1x4x4x2xf32>) -> tensor<1x2x?x3xf32, #sym.dims<n>> {
  %0:2 = torch.aten.grid_sampler_2d_backward.default(%g, %x, %p, 0, 0, false, [true, false]) : (tensor<1x2x4x4xf32>, tensor<1x2x?x3xf32, #sym.dims<n>>, tensor<1x4x4x2xf32>) -> (tensor<1x2x?x3xf32, #sym.dims<n>>, tensor<1x4x4x2xf32>)
  return %0#0 : tensor<1x2x?x3xf32, #sym.dims<n>>
}

// CHECK-LABEL: func.func @mixed
// CHECK: torch.not_decomposed = "its rule expects 'grad' and 'x1' to be floats of one dtype, found f32 and f64"
func.func @mixed(%g: tensor<3x2xf32>, %x: tensor<3x4xf64>, %y: tensor<2x4xf64>) -> tensor<3x4xf64> {
  %0 = torch.aten._cdist_backward.default(%g, %x, %y, 2.0, %g) : (tensor<3x2xf32>, tensor<3x4xf64>, tensor<2x4xf64>, tensor<3x2xf32>) -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// CHECK-LABEL: func.func @margin
// CHECK: torch.not_decomposed = "its rule expects 'p' to be 1 or 2, and 'self' to have up to 2 dimensions, found 3 and 2"
func.func @margin(%g: tensor<f32>, %x: tensor<3x2xf32>, %t: tensor<3xi64>) -> tensor<3x2xf32> {
  %0 = torch.aten.multi_margin_loss_backward.default(%g, %x, %t, 3, 1) : (tensor<f32>, tensor<3x2xf32>, tensor<3xi64>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// The frequency is another one on each device.
// CHECK-LABEL: func.func @bags
// CHECK: torch.not_decomposed = "its rule expects 'scale_grad_by_freq' to be false, found true"
func.func @bags(%g: tensor<2x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> tensor<5x3xf32> {
  %0 = torch.aten._embedding_bag_backward.default(%g, %i, %o, %i, %o, %o, 5, true, 0, false, none) : (tensor<2x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<4xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// CHECK-LABEL: func.func @bag_weights
// CHECK: torch.not_decomposed = "its rule expects 'mode' to be 0, found 1"
func.func @bag_weights(%g: tensor<2x3xf32>, %w: tensor<5x3xf32>, %i: tensor<4xi64>, %o: tensor<2xi64>) -> tensor<4xf32> {
  %0 = torch.aten._embedding_bag_per_sample_weights_backward.default(%g, %w, %i, %o, %i, 1) : (tensor<2x3xf32>, tensor<5x3xf32>, tensor<4xi64>, tensor<2xi64>, tensor<4xi64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @select
// CHECK: %[[Z:.*]] = torch.aten.new_zeros.default(%arg0, [2, 3])
// CHECK: torch.aten.select_scatter.default(%[[Z]], %arg0, dim=1, index=-1)
func.func @select(%g: tensor<2xf32>) -> !x {
  %0 = torch.aten.select_backward.default(%g, [2, 3], 1, -1) : (tensor<2xf32>) -> !x
  return %0 : !x
}

// CHECK-LABEL: func.func @view_of
// CHECK: torch.aten.alias.default(%arg0)
func.func @view_of(%x: !x) -> !x {
  %0 = torch.prims.view_of.default(%x) : (!x) -> !x
  return %0 : !x
}

// A file may say anything.
// CHECK-LABEL: func.func @padding
// CHECK: torch.not_decomposed = "its rule expects 'padding' to have elements up to 1048576, found 9223372036854775807"
func.func @padding(%g: tensor<2x3x4x4xf32>, %x: tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32> {
  %0 = torch.aten.avg_pool2d_backward.default(%g, %x, [2, 2], [2, 2], [9223372036854775807, 0], false, true, none) : (tensor<2x3x4x4xf32>, tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32>
  return %0 : tensor<2x3x8x8xf32>
}

// CHECK-LABEL: func.func @ranks
// CHECK: torch.not_decomposed = "its rule expects 'grad_output' to have the rank of 'self', 4, found 2"
func.func @ranks(%g: tensor<2x3xf32>, %x: tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32> {
  %0 = torch.aten.avg_pool2d_backward.default(%g, %x, [2, 2], [2, 2], [0, 0], false, true, none) : (tensor<2x3xf32>, tensor<2x3x8x8xf32>) -> tensor<2x3x8x8xf32>
  return %0 : tensor<2x3x8x8xf32>
}

// Sizes whose product overflows, and indices that are no list.
// CHECK-LABEL: func.func @masked_scatter
// CHECK: torch.not_decomposed = "its rule expects 'sizes' to be constant sizes, found
func.func @masked_scatter(%g: tensor<2xf32>, %m: tensor<2xi1>) -> tensor<?x?xf32> {
  %0 = torch.aten.masked_scatter_backward.default(%g, %m, [4611686018427387904, 4]) : (tensor<2xf32>, tensor<2xi1>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// CHECK-LABEL: func.func @bag_of_a_number
// CHECK: torch.not_decomposed = "its rule expects 'indices' to have 1 dimension, found 0"
func.func @bag_of_a_number(%g: tensor<2x3xf32>, %w: tensor<5x3xf32>, %i: tensor<i64>, %o: tensor<0xi64>) -> tensor<?xf32> {
  %0 = torch.aten._embedding_bag_per_sample_weights_backward.default(%g, %w, %i, %o, %o, 0) : (tensor<2x3xf32>, tensor<5x3xf32>, tensor<i64>, tensor<0xi64>, tensor<0xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
