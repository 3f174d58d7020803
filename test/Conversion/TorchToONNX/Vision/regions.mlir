// Boxes and regions of images.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// 0.7 is no float: overlaps are compared with the largest float below it.
// CHECK-LABEL: func.func @nms
// CHECK-DAG: %[[T:.*]] = onnx.Constant dense<0.699999988> : tensor<1xf32>
// CHECK-DAG: %[[N:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[K:.*]] = onnx.NonMaxSuppression(%{{.*}}, %{{.*}}, %[[N]], %[[T]], %{{.*}}) : {{.*}} -> tensor<?x3xi64>
// CHECK: onnx.Gather(%[[K]], %{{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
func.func @nms(%b: tensor<?x4xf32, #sym.dims<n>>, %s: tensor<?xf32, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<u0>> {
  %0 = torch.torchvision.nms.default(%b, %s, 0.7) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?xf32, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<u0>>
  return %0 : tensor<?xi64, #sym.dims<u0>>
}

// -----

// CHECK-LABEL: func.func @align
// CHECK: onnx.RoiAlign(%arg0, %{{.*}}, %{{.*}}) {output_height = 3 : i64, output_width = 2 : i64, spatial_scale = 2.500000e-01 : f32} : {{.*}} -> tensor<7x3x3x2xf32>
// CHECK: onnx.RoiAlign(%arg0, %{{.*}}, %{{.*}}) {coordinate_transformation_mode = "output_half_pixel", output_height = 3 : i64, output_width = 2 : i64, sampling_ratio = 2 : i64, spatial_scale = 2.500000e-01 : f32}
func.func @align(%x: tensor<2x3x8x9xf32>, %r: tensor<7x5xf32>) -> (tensor<7x3x3x2xf32>, tensor<7x3x3x2xf32>) {
  %0 = torch.torchvision.roi_align.default(%x, %r, 0.25, 3, 2, -1, true) : (tensor<2x3x8x9xf32>, tensor<7x5xf32>) -> tensor<7x3x3x2xf32>
  %1 = torch.torchvision.roi_align.default(%x, %r, 0.25, 3, 2, 2, false) : (tensor<2x3x8x9xf32>, tensor<7x5xf32>) -> tensor<7x3x3x2xf32>
  return %0, %1 : tensor<7x3x3x2xf32>, tensor<7x3x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @pool
// CHECK: onnx.MaxRoiPool(%arg0, %arg1) {pooled_shape = array<i64: 3, 2>, spatial_scale = 5.000000e-01 : f32}
func.func @pool(%x: tensor<2x3x8x9xf32>, %r: tensor<7x5xf32>) -> tensor<7x3x3x2xf32> {
  %0:2 = torch.torchvision.roi_pool.default(%x, %r, 0.5, 3, 2) : (tensor<2x3x8x9xf32>, tensor<7x5xf32>) -> (tensor<7x3x3x2xf32>, tensor<7x3x3x2xi32>)
  return %0#0 : tensor<7x3x3x2xf32>
}

// -----

// The diagonal of the pools of all channels.
// CHECK-LABEL: func.func @sensitive
// CHECK: %[[P:.*]] = onnx.RoiAlign({{.*}} -> tensor<7x12x3x2xf32>
// CHECK: %[[A:.*]] = onnx.Reshape(%[[P]], %{{.*}}) : {{.*}} -> tensor<7x2x36xf32>
// CHECK: onnx.Gather(%[[A]], %{{.*}}) {axis = 2 : i64} : {{.*}} -> tensor<7x2x6xf32>
func.func @sensitive(%x: tensor<2x12x8x9xf32>, %r: tensor<7x5xf32>) -> tensor<7x2x3x2xf32> {
  %0:2 = torch.torchvision.ps_roi_align.default(%x, %r, 0.5, 3, 2, 2) : (tensor<2x12x8x9xf32>, tensor<7x5xf32>) -> (tensor<7x2x3x2xf32>, tensor<7x2x3x2xi32>)
  return %0#0 : tensor<7x2x3x2xf32>
}

// -----

// CHECK-LABEL: func.func @deformed
// CHECK: %[[N:.*]] = onnx.NoValue
// CHECK: onnx.DeformConv(%arg0, %arg1, %arg2, %arg4, %[[N]]) {dilations = array<i64: 1, 2>, group = 2 : i64, pads = array<i64: 1, 2, 1, 2>, strides = array<i64: 2, 1>}
func.func @deformed(%x: tensor<2x4x8x9xf32>, %w: tensor<6x2x3x2xf32>, %o: tensor<2x12x4x11xf32>, %m: tensor<2x6x4x11xf32>, %b: tensor<6xf32>) -> tensor<2x6x4x11xf32> {
  %0 = torch.torchvision.deform_conv2d.default(%x, %w, %o, %m, %b, 2, 1, 1, 2, 1, 2, 2, 1, false) : (tensor<2x4x8x9xf32>, tensor<6x2x3x2xf32>, tensor<2x12x4x11xf32>, tensor<2x6x4x11xf32>, tensor<6xf32>) -> tensor<2x6x4x11xf32>
  return %0 : tensor<2x6x4x11xf32>
}

// -----

// A bin of a region is a slice of the channels of its place.
// CHECK-LABEL: func.func @sensitive_means
// CHECK: %[[I:.*]] = onnx.Reshape({{.*}} -> tensor<12x2x8x9xf32>
// CHECK: %[[S:.*]] = onnx.Scan(%[[B:.*]], %[[E:.*]]) {num_scan_inputs = 2 : i64} : (tensor<42x3xi64>, tensor<42x3xi64>) -> tensor<42x2xf32>
// CHECK: onnx.Slice(%[[I]], %
// CHECK: onnx.ReduceSum(
// CHECK: onnx.Transpose({{.*}} -> tensor<7x2x3x2xf32>
// CHECK: onnx.Div(
// CHECK: onnx.Where(
func.func @sensitive_means(%x: tensor<2x12x8x9xf32>, %r: tensor<7x5xf32>) -> tensor<7x2x3x2xf32> {
  %0:2 = torch.torchvision.ps_roi_pool.default(%x, %r, 0.5, 3, 2) : (tensor<2x12x8x9xf32>, tensor<7x5xf32>) -> (tensor<7x2x3x2xf32>, tensor<7x2x3x2xi32>)
  return %0#0 : tensor<7x2x3x2xf32>
}
