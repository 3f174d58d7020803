// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Convolutions and padding along symbolic sizes, with and without a batch.

// CHECK-LABEL: @conv
func.func @conv(%x: tensor<?x3x?x32xf32, #sym.dims<b, h>>, %w: tensor<8x3x3x3xf32>, %one: tensor<3x32x32xf32>, %tw: tensor<3x4x2x2xf32>, %seq: tensor<10x2x3xf32>, %sw: tensor<3x3x6xf32>, %bias: tensor<6xf32>) {
  // CHECK: aten.conv2d.default({{.*}} -> tensor<?x8x?x30xf32, #sym.dims<b, h - 2>>{{$}}
  %0 = torch.aten.conv2d.default(%x, %w) : (tensor<?x3x?x32xf32, #sym.dims<b, h>>, tensor<8x3x3x3xf32>) -> !torch.untyped
  // CHECK: aten.conv2d.default({{.*}} -> tensor<?x8x?x16xf32, #sym.dims<b, (h + 1) floordiv 2>>{{$}}
  %1 = torch.aten.conv2d.default(%x, %w, stride=[2, 2], padding=[1, 1]) : (tensor<?x3x?x32xf32, #sym.dims<b, h>>, tensor<8x3x3x3xf32>) -> !torch.untyped
  // CHECK: aten.conv2d.default({{.*}} -> tensor<8x32x32xf32>{{$}}
  %2 = torch.aten.conv2d.default(%one, %w, padding=[2, 2], dilation=[2, 2]) : (tensor<3x32x32xf32>, tensor<8x3x3x3xf32>) -> !torch.untyped
  // CHECK: aten.conv2d.padding({{.*}} -> tensor<?x8x?x32xf32, #sym.dims<b, h>>{{$}}
  %3 = torch.aten.conv2d.padding(%x, %w, padding="same") : (tensor<?x3x?x32xf32, #sym.dims<b, h>>, tensor<8x3x3x3xf32>) -> !torch.untyped
  // CHECK: aten.conv_transpose2d.input({{.*}} -> tensor<?x4x?x64xf32, #sym.dims<b, 2*h>>{{$}}
  %4 = torch.aten.conv_transpose2d.input(%x, %tw, stride=[2, 2]) : (tensor<?x3x?x32xf32, #sym.dims<b, h>>, tensor<3x4x2x2xf32>) -> !torch.untyped
  // CHECK: aten.conv_transpose2d.input({{.*}} -> tensor<12x65x65xf32>{{$}}
  %5 = torch.aten.conv_transpose2d.input(%one, %tw, stride=[2, 2], output_padding=[1, 1], groups=3) : (tensor<3x32x32xf32>, tensor<3x4x2x2xf32>) -> !torch.untyped
  // CHECK: aten.convolution.default({{.*}} -> tensor<?x8x?x30xf32, #sym.dims<b, h - 2>>{{$}}
  %6 = torch.aten.convolution.default(%x, %w, none, [1, 1], [0, 0], [1, 1], false, [0, 0], 1) : (tensor<?x3x?x32xf32, #sym.dims<b, h>>, tensor<8x3x3x3xf32>) -> !torch.untyped
  // CHECK: aten.conv_tbc.default({{.*}} -> tensor<10x2x6xf32>{{$}}
  %7 = torch.aten.conv_tbc.default(%seq, %sw, %bias, pad=1) : (tensor<10x2x3xf32>, tensor<3x3x6xf32>, tensor<6xf32>) -> !torch.untyped
  return
}

// Of no channels PyTorch makes none.
// CHECK-LABEL: @no_channels
func.func @no_channels(%x: tensor<?x0x4xf32, #sym.dims<n>>, %w: tensor<3x0x2xf32>) {
  // CHECK: aten.conv1d.default({{.*}} -> tensor<?x0x3xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<?x0x4xf32, #sym.dims<n>>, tensor<3x0x2xf32>) -> !torch.untyped
  return
}

// CHECK-LABEL: @pad
func.func @pad(%x: tensor<?x4xf32, #sym.dims<n>>) {
  // CHECK: aten.pad.default({{.*}} -> tensor<?x7xf32, #sym.dims<n>>{{$}}
  %0 = torch.aten.pad.default(%x, [1, 2]) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.constant_pad_nd.default({{.*}} -> tensor<?x3xf32, #sym.dims<n + 3>>{{$}}
  %1 = torch.aten.constant_pad_nd.default(%x, [0, -1, 3, 0]) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  // CHECK: aten.reflection_pad1d.default({{.*}} -> tensor<?x6xf32, #sym.dims<n>>{{$}}
  %2 = torch.aten.reflection_pad1d.default(%x, [1, 1]) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  return
}
