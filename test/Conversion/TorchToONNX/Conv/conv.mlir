// Convolutions.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @conv2d
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {group = 2 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: return %[[V0]] : tensor<1x6x4x4xf32>
func.func @conv2d(%x: tensor<1x4x8x8xf32>, %w: tensor<6x2x3x3xf32>, %b: tensor<6xf32>) -> tensor<1x6x4x4xf32> {
  %0 = torch.aten.conv2d.default(%x, %w, %b, stride=[2, 2], padding=[1, 1], groups=2) : (tensor<1x4x8x8xf32>, tensor<6x2x3x3xf32>, tensor<6xf32>) -> tensor<1x6x4x4xf32>
  return %0 : tensor<1x6x4x4xf32>
}

// -----

// The odd one is at the end.
// CHECK-LABEL: func.func @same
// CHECK: onnx.Conv(%arg0, %arg1, {{.*}}) {pads = array<i64: 1, 2>}
func.func @same(%x: tensor<1x1x8xf32> {onnx.value = dense<[[[20.0, -15.0, -42.5, 18.75, 50.0, 36.25, -10.0, -28.75]]]> : tensor<1x1x8xf32>},
                %w: tensor<1x1x4xf32> {onnx.value = dense<[[[41.25, 38.75, 3.75, 11.25]]]> : tensor<1x1x4xf32>})
    -> (tensor<1x1x8xf32> {onnx.expected = dense<[[[240.625, 295.3125, -1632.8125, -431.25, 2734.375, 3106.25, 1000.0, -1526.5625]]]> : tensor<1x1x8xf32>}) {
  %0 = torch.aten.conv1d.padding(%x, %w, none, padding="same") : (tensor<1x1x8xf32>, tensor<1x1x4xf32>) -> tensor<1x1x8xf32>
  return %0 : tensor<1x1x8xf32>
}

// -----

// No batch dimension.
// CHECK-LABEL: func.func @unbatched
// CHECK: onnx.Constant dense<0> : tensor<1xi64>
// CHECK: onnx.Conv({{.*}}, %arg1, {{.*}})
func.func @unbatched(%x: tensor<1x8xf32> {onnx.value = dense<[[43.75, 11.25, 30.0, 16.25, 2.5, -37.5, -32.5, 17.5]]> : tensor<1x8xf32>},
                     %w: tensor<1x1x3xf32> {onnx.value = dense<[[[-33.75, -6.25, -3.75]]]> : tensor<1x1x3xf32>})
    -> (tensor<1x6xf32> {onnx.expected = dense<[[-1659.375, -628.125, -1123.4375, -423.4375, 271.875, 1403.125]]> : tensor<1x6xf32>}) {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<1x8xf32>, tensor<1x1x3xf32>) -> tensor<1x6xf32>
  return %0 : tensor<1x6xf32>
}

// -----

// CHECK-LABEL: func.func @transposed
// CHECK: onnx.ConvTranspose(%arg0, %arg1, {{.*}}) {output_padding = array<i64: 1>, pads = array<i64: 1, 1>, strides = array<i64: 2>}
func.func @transposed(%x: tensor<1x1x4xf32> {onnx.value = dense<[[[-1.5, -2.75, 0.375, 3.0]]]> : tensor<1x1x4xf32>},
                      %w: tensor<1x1x3xf32> {onnx.value = dense<[[[0.625, -1.125, -0.75]]]> : tensor<1x1x3xf32>})
    -> (tensor<1x1x8xf32> {onnx.expected = dense<[[[1.6875, -0.59375, 3.09375, 2.296875, -0.421875, 1.59375, -3.375, -2.25]]]> : tensor<1x1x8xf32>}) {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, none, stride=[2], padding=[1], output_padding=[1]) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x8xf32>
  return %0 : tensor<1x1x8xf32>
}

// -----

// More than the stride: less is cut off.
// CHECK-LABEL: func.func @large_output_padding
// CHECK: onnx.ConvTranspose(%arg0, %arg1, {{.*}}) {dilations = array<i64: 4>, output_padding = array<i64: 1>, pads = array<i64: 2, 0>, strides = array<i64: 2>}
func.func @large_output_padding(%x: tensor<1x1x4xf32> {onnx.value = dense<[[[-18.75, 12.5, -23.75, 25.0]]]> : tensor<1x1x4xf32>},
                                %w: tensor<1x1x3xf32> {onnx.value = dense<[[[18.75, 12.5, -33.75]]]> : tensor<1x1x3xf32>})
    -> (tensor<1x1x14xf32> {onnx.expected = dense<[[[234.375, 0.0, -679.6875, 0.0, 625.0, 0.0, 335.9375, 0.0, -109.375, 0.0, 801.5625, 0.0, -843.75, 0.0]]]> : tensor<1x1x14xf32>}) {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, none, stride=[2], padding=[2], output_padding=[3], dilation=[4]) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>) -> tensor<1x1x14xf32>
  return %0 : tensor<1x1x14xf32>
}

// -----

// Names of kernels, without dilation and groups.
// CHECK-LABEL: func.func @slow
// CHECK: onnx.Conv(%arg0, %arg1, %{{.*}}) {pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 2, 2>}
// CHECK: onnx.ConvTranspose(
func.func @slow(%x: tensor<2x3x8x9xf32>, %w: tensor<4x3x3x3xf32>) -> (tensor<2x4x4x5xf32>, tensor<2x3x10x11xf32>) {
  %0 = torch.aten.thnn_conv2d.default(%x, %w, [3, 3], none, [2, 2], [1, 1]) : (tensor<2x3x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x4x5xf32>
  %y = torch.aten.slow_conv_dilated2d.default(%x, %w, [3, 3], none, [1, 1], [1, 1], [1, 1]) : (tensor<2x3x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x4x8x9xf32>
  %1 = torch.aten.slow_conv_transpose2d.default(%y, %w, [3, 3]) : (tensor<2x4x8x9xf32>, tensor<4x3x3x3xf32>) -> tensor<2x3x10x11xf32>
  return %0, %1 : tensor<2x4x4x5xf32>, tensor<2x3x10x11xf32>
}

// -----

// Nothing is cut off: elements that no product reaches are zeros and the bias.
// CHECK-LABEL: func.func @output_padding_behind
// CHECK: onnx.ConvTranspose(%arg0, %arg1, %{{.*}}) {dilations = array<i64: 4>, output_padding = array<i64: 1>, strides = array<i64: 2>} : {{.*}} -> tensor<1x1x16xf32>
// CHECK: onnx.Pad({{.*}} -> tensor<1x1x18xf32>
// CHECK: onnx.Add(
func.func @output_padding_behind(%x: tensor<1x1x4xf32> {onnx.value = dense<[[[42.5, -26.25, -12.5, -27.5]]]> : tensor<1x1x4xf32>},
                                 %w: tensor<1x1x3xf32> {onnx.value = dense<[[[-30.0, 45.0, 30.0]]]> : tensor<1x1x3xf32>},
                                 %c: tensor<1xf32> {onnx.value = dense<12.5> : tensor<1xf32>})
    -> (tensor<1x1x18xf32> {onnx.expected = dense<[[[-1262.5, 12.5, 800.0, 12.5, 2300.0, 12.5, -343.75, 12.5, 725.0, 12.5, -2012.5, 12.5, -362.5, 12.5, -812.5, 12.5, 12.5, 12.5]]]> : tensor<1x1x18xf32>}) {
  %0 = torch.aten.conv_transpose1d.default(%x, %w, %c, stride=[2], output_padding=[3], dilation=[4]) : (tensor<1x1x4xf32>, tensor<1x1x3xf32>, tensor<1xf32>) -> tensor<1x1x18xf32>
  return %0 : tensor<1x1x18xf32>
}

// -----

// CHECK-LABEL: func.func @conv3d
// CHECK: %[[V0:.*]] = onnx.Conv(%arg0, %arg1, %arg2) {dilations = array<i64: 2, 1, 1>, group = 2 : i64, pads = array<i64: 0, 1, 1, 0, 1, 1>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V0]] : tensor<1x2x3x3x7xf32>
func.func @conv3d(%x: tensor<1x2x5x6x7xf32>, %y: tensor<2x1x2x3x3xf32>, %z: tensor<2xf32>) -> tensor<1x2x3x3x7xf32> {
  %0 = torch.aten.conv3d.default(%x, %y, %z, [1, 2, 1], [0, 1, 1], [2, 1, 1], 2) : (tensor<1x2x5x6x7xf32>, tensor<2x1x2x3x3xf32>, tensor<2xf32>) -> tensor<1x2x3x3x7xf32>
  return %0 : tensor<1x2x3x3x7xf32>
}

// -----

// CHECK-LABEL: func.func @transposed2d
// CHECK: %[[V0:.*]] = onnx.ConvTranspose(%arg0, %arg1, %arg2) {dilations = array<i64: 1, 2>, group = 2 : i64, output_padding = array<i64: 1, 0>, pads = array<i64: 1, 0, 1, 0>, strides = array<i64: 2, 1>}
// CHECK: return %[[V0]] : tensor<1x6x10x8xf32>
func.func @transposed2d(%x: tensor<1x4x5x6xf32>, %y: tensor<4x3x3x2xf32>, %z: tensor<6xf32>) -> tensor<1x6x10x8xf32> {
  %0 = torch.aten.conv_transpose2d.input(%x, %y, %z, [2, 1], [1, 0], [1, 0], 2, [1, 2]) : (tensor<1x4x5x6xf32>, tensor<4x3x3x2xf32>, tensor<6xf32>) -> tensor<1x6x10x8xf32>
  return %0 : tensor<1x6x10x8xf32>
}

// -----

// CHECK-LABEL: func.func @transposed3d
// CHECK: %[[V0:.*]] = onnx.NoValue
// CHECK: %[[V1:.*]] = onnx.ConvTranspose(%arg0, %arg1, %[[V0]]) {dilations = array<i64: 2, 1, 1>, output_padding = array<i64: 0, 1, 0>, pads = array<i64: 0, 1, 0, 0, 1, 0>, strides = array<i64: 1, 2, 1>}
// CHECK: return %[[V1]] : tensor<1x2x4x5x5xf32>
func.func @transposed3d(%x: tensor<1x1x2x3x4xf32>, %y: tensor<1x2x2x2x2xf32>) -> tensor<1x2x4x5x5xf32> {
  %0 = torch.aten.conv_transpose3d.input(%x, %y, none, [1, 2, 1], [0, 1, 0], [0, 1, 0], 1, [2, 1, 1]) : (tensor<1x1x2x3x4xf32>, tensor<1x2x2x2x2xf32>) -> tensor<1x2x4x5x5xf32>
  return %0 : tensor<1x2x4x5x5xf32>
}

// -----

// Time, batch, channels; the weight is kernel, input, output.
// CHECK-LABEL: func.func @conv_tbc
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 2, 0>}
// CHECK: onnx.Transpose(%arg1) {perm = array<i64: 2, 1, 0>}
// CHECK: onnx.Conv({{.*}}, %arg2) {pads = array<i64: 1, 1>}
func.func @conv_tbc(%x: tensor<5x2x3xf32> {onnx.value = dense<[[[-11.25, -43.75, 17.5], [11.25, 47.5, 21.25]], [[26.25, -6.25, -6.25], [-27.5, 32.5, 32.5]], [[-48.75, -42.5, -26.25], [-1.25, -20.0, -35.0]], [[7.5, 17.5, 5.0], [32.5, 15.0, -16.25]], [[-42.5, -35.0, -37.5], [11.25, 32.5, 23.75]]]> : tensor<5x2x3xf32>},
                    %y: tensor<3x3x4xf32> {onnx.value = dense<[[[-17.5, 10.0, -10.0, -40.0], [28.75, 42.5, 36.25, -3.75], [15.0, -2.5, -30.0, 43.75]], [[-35.0, 28.75, 40.0, 31.25], [40.0, -43.75, 22.5, -20.0], [-32.5, 8.75, 46.25, -40.0]], [[30.0, 3.75, 1.25, 16.25], [42.5, 3.75, 10.0, -31.25], [10.0, 45.0, 46.25, -33.75]]]> : tensor<3x3x4xf32>},
                    %z: tensor<4xf32> {onnx.value = dense<[5.0, 42.5, -18.75, -12.5]> : tensor<4xf32>})
    -> (tensor<5x2x4xf32> {onnx.expected = dense<[[[-1460.625, 1580.0, -962.5, 643.75], [1701.875, -45.0, 4276.5625, -4020.3125]], [[-5290.3125, -2523.125, -3096.875, 3984.375], [1461.25, -1462.1875, 267.1875, -734.375]], [[1150.3125, 601.875, -4025.0, -1529.6875], [3739.375, 1047.1875, -2220.3125, 4756.25]], [[-3620.0, -4670.0, -1496.875, 2301.5625], [873.75, 636.25, 2642.1875, -1687.5]], [[1758.125, 830.0, -3831.25, 712.5], [-241.875, 155.0, 2967.1875, -3328.125]]]> : tensor<5x2x4xf32>}) {
  %0 = torch.aten.conv_tbc.default(%x, %y, %z, 1) : (tensor<5x2x3xf32>, tensor<3x3x4xf32>, tensor<4xf32>) -> tensor<5x2x4xf32>
  return %0 : tensor<5x2x4xf32>
}

// -----

// Of no channels PyTorch makes none, whatever the weight says.
// CHECK-LABEL: func.func @no_channels
// CHECK-NOT: onnx.Conv
// CHECK: return %{{.*}} : tensor<?x0x3xf32, #sym.dims<n>>
func.func @no_channels(%x: tensor<?x0x4xf32, #sym.dims<n>>, %w: tensor<3x0x2xf32>) -> tensor<?x0x3xf32, #sym.dims<n>> {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<?x0x4xf32, #sym.dims<n>>, tensor<3x0x2xf32>) -> tensor<?x0x3xf32, #sym.dims<n>>
  return %0 : tensor<?x0x3xf32, #sym.dims<n>>
}
