// What gathers cannot say is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=18 --split-input-file --verify-diagnostics

func.func @groups(%x: tensor<2x4x8x9xf32>, %w: tensor<6x2x1x1xf32>, %o: tensor<2x6x8x9xf32>, %m: tensor<2x3x8x9xf32>, %b: tensor<6xf32>) -> tensor<2x6x8x9xf32> {
  // expected-error @below {{unsupported operator 'torchvision.deform_conv2d.default' (1 use): expected a kernel, and groups that divide 4 channels, found 1 taps and groups of 2 and 3}}
  %0 = torch.torchvision.deform_conv2d.default(%x, %w, %o, %m, %b, 1, 1, 0, 0, 1, 1, 2, 3, false) : (tensor<2x4x8x9xf32>, tensor<6x2x1x1xf32>, tensor<2x6x8x9xf32>, tensor<2x3x8x9xf32>, tensor<6xf32>) -> tensor<2x6x8x9xf32>
  return %0 : tensor<2x6x8x9xf32>
}

// -----

func.func @channels(%x: tensor<2x?x8x9xf32>, %w: tensor<6x4x1x1xf32>, %o: tensor<2x2x8x9xf32>, %m: tensor<2x1x8x9xf32>, %b: tensor<6xf32>) -> tensor<2x6x8x9xf32> {
  // expected-error @below {{unsupported operator 'torchvision.deform_conv2d.default' (1 use): }}
  %0 = torch.torchvision.deform_conv2d.default(%x, %w, %o, %m, %b, 1, 1, 0, 0, 1, 1, 1, 1, false) : (tensor<2x?x8x9xf32>, tensor<6x4x1x1xf32>, tensor<2x2x8x9xf32>, tensor<2x1x8x9xf32>, tensor<6xf32>) -> tensor<2x6x8x9xf32>
  return %0 : tensor<2x6x8x9xf32>
}
