// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Windows, with ceil_mode where the last one may not begin past the end; images.

// CHECK-LABEL: @windows
func.func @windows(%x: tensor<?x3x?x9xf32, #sym.dims<b, h>>, %one: tensor<3x9x9xf32>, %line: tensor<2x3x5xf32>) {
  // CHECK: aten.max_pool2d.default({{.*}} -> tensor<?x3x?x4xf32, #sym.dims<b, h floordiv 2>>{{$}}
  %0 = torch.aten.max_pool2d.default(%x, [2, 2]) : (tensor<?x3x?x9xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.max_pool2d.default({{.*}} -> tensor<3x5x5xf32>{{$}}
  %1 = torch.aten.max_pool2d.default(%one, [2, 2], ceil_mode=true) : (tensor<3x9x9xf32>) -> !torch.untyped
  // CHECK: aten.avg_pool1d.default({{.*}} -> tensor<2x3x3xf32>{{$}}
  %2 = torch.aten.avg_pool1d.default(%line, [1], [2], [0], ceil_mode=true) : (tensor<2x3x5xf32>) -> !torch.untyped
  // The third window would begin in the padding.
  // CHECK: aten.avg_pool1d.default({{.*}} -> tensor<2x3x2xf32>{{$}}
  %3 = torch.aten.avg_pool1d.default(%line, [2], [3], [1], ceil_mode=true) : (tensor<2x3x5xf32>) -> !torch.untyped
  // CHECK: aten.max_pool2d_with_indices.default({{.*}} -> (tensor<3x9x9xf32>, tensor<3x9x9xi64>){{$}}
  %4:2 = torch.aten.max_pool2d_with_indices.default(%one, [3, 3], [1, 1], [1, 1]) : (tensor<3x9x9xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.max_pool2d.default({{.*}} -> tensor<3x7x7xf32>{{$}}
  %5 = torch.aten.max_pool2d.default(%one, [2, 2], [1, 1], [0, 0], [2, 2]) : (tensor<3x9x9xf32>) -> !torch.untyped
  // CHECK: aten.adaptive_avg_pool2d.default({{.*}} -> tensor<?x3x1x5xf32, #sym.dims<b>>{{$}}
  %6 = torch.aten.adaptive_avg_pool2d.default(%x, [1, 5]) : (tensor<?x3x?x9xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.adaptive_max_pool1d.default({{.*}} -> (tensor<2x3x2xf32>, tensor<2x3x2xi64>){{$}}
  %7:2 = torch.aten.adaptive_max_pool1d.default(%line, [2]) : (tensor<2x3x5xf32>) -> (!torch.untyped, !torch.untyped)
  return
}

// The number of windows is what both conditions on the last one allow, whatever
// torch.export declares for the size of its example.
// CHECK-LABEL: @dynamic_ceil_mode
// CHECK-SAME: -> (tensor<2x3x?xf32, #sym.dims<w floordiv 3 + 1>>, tensor<2x3x?xf32, #sym.dims<(w + 1) floordiv 2>>)
func.func @dynamic_ceil_mode(%x: tensor<2x3x?xf32, #sym.dims<w>>) -> (tensor<2x3x?xf32, #sym.dims<(w + 1) floordiv 3>>, !torch.untyped) {
  %0 = torch.aten.avg_pool1d.default(%x, [3], [3], [1], ceil_mode=true) : (tensor<2x3x?xf32, #sym.dims<w>>) -> tensor<2x3x?xf32, #sym.dims<(w + 1) floordiv 3>>
  %1 = torch.aten.avg_pool1d.default(%x, [2], [2], [0], ceil_mode=true) : (tensor<2x3x?xf32, #sym.dims<w>>) -> !torch.untyped
  return %0, %1 : tensor<2x3x?xf32, #sym.dims<(w + 1) floordiv 3>>, !torch.untyped
}

// CHECK-LABEL: @images
func.func @images(%x: tensor<?x4x?x6xf32, #sym.dims<b, h>>, %grid: tensor<?x7x8x2xf32, #sym.dims<b>>, %theta: tensor<2x2x3xf32>) {
  // CHECK: aten.upsample_nearest2d.vec({{.*}} -> tensor<?x4x?x3xf32, #sym.dims<b, 2*h>>{{$}}
  %0 = torch.aten.upsample_nearest2d.vec(%x, none, [2.0, 0.5]) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.upsample_bilinear2d.vec({{.*}} -> tensor<?x4x?x6xf32, #sym.dims<b, h + h floordiv 2>>{{$}}
  %1 = torch.aten.upsample_bilinear2d.vec(%x, none, false, [1.5, 1.0]) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.upsample_bilinear2d.default({{.*}} -> tensor<?x4x10x12xf32, #sym.dims<b>>{{$}}
  %2 = torch.aten.upsample_bilinear2d.default(%x, [10, 12], false) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  // Thirds round, so a symbolic size is not known.
  // CHECK: aten.upsample_nearest2d.vec({{.*}} -> tensor<?x4x?x1xf32, #sym.dims<b, ?>>{{$}}
  %3 = torch.aten.upsample_nearest2d.vec(%x, none, [0.3, 0.3]) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.grid_sampler.default({{.*}} -> tensor<?x4x7x8xf32, #sym.dims<b>>{{$}}
  %4 = torch.aten.grid_sampler.default(%x, %grid, 0, 0, false) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>, tensor<?x7x8x2xf32, #sym.dims<b>>) -> !torch.untyped
  // CHECK: aten.affine_grid_generator.default({{.*}} -> tensor<2x5x6x2xf32>{{$}}
  %5 = torch.aten.affine_grid_generator.default(%theta, [2, 3, 5, 6], false) : (tensor<2x2x3xf32>) -> !torch.untyped
  // CHECK: aten.pixel_shuffle.default({{.*}} -> tensor<?x1x?x12xf32, #sym.dims<b, 2*h>>{{$}}
  %6 = torch.aten.pixel_shuffle.default(%x, 2) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.pixel_unshuffle.default({{.*}} -> tensor<?x16x?x3xf32, #sym.dims<b, h floordiv 2>>{{$}}
  %7 = torch.aten.pixel_unshuffle.default(%x, 2) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  // CHECK: aten.im2col.default({{.*}} -> tensor<?x16x?xf32, #sym.dims<b, 5*h - 5>>{{$}}
  %8 = torch.aten.im2col.default(%x, [2, 2], [1, 1], [0, 0], [1, 1]) : (tensor<?x4x?x6xf32, #sym.dims<b, h>>) -> !torch.untyped
  return
}
