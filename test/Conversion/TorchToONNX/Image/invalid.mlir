// What cannot be resampled exactly is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

// PyTorch takes the weights of one row for a whole column of more than four
// channels.
func.func @column(%x: tensor<1x5x4x4xui8>) -> tensor<1x5x8x1xui8> {
  // expected-error @+2 {{unsupported operator 'aten.upsample_bilinear2d.vec' (1 use): expected bytes of up to 4 channels, or of a width of more than 1, to be resampled along the height, found tensor<1x5x8x1xui8>}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [8, 1], false, none) : (tensor<1x5x4x4xui8>) -> tensor<1x5x8x1xui8>
  return %0 : tensor<1x5x8x1xui8>
}

// -----

func.func @line(%x: tensor<1x5x4xui8>) -> tensor<1x5x8xui8> {
  // expected-error @+2 {{unsupported operator 'aten.upsample_linear1d.vec' (1 use): expected an image of floating-point elements, found ui8}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.upsample_linear1d.vec(%x, [8], false, none) : (tensor<1x5x4xui8>) -> tensor<1x5x8xui8>
  return %0 : tensor<1x5x8xui8>
}

// -----

func.func @grid(%x: tensor<1x2x3x4xf32>, %y: tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.grid_sampler.default' (1 use): expected 'interpolation_mode' to be from 0 to 2, found 3}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.grid_sampler.default(%x, %y, 3, 0, false) : (tensor<1x2x3x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

func.func @integers(%x: tensor<1x3x4x6xi32>) -> tensor<1x3x2x6xi32> {
  // expected-error @+2 {{unsupported operator 'aten._upsample_bilinear2d_aa.vec' (1 use): expected an image of floating-point elements, found i32}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten._upsample_bilinear2d_aa.vec(%x, output_size=[2, 6], align_corners=false, scale_factors=none) : (tensor<1x3x4x6xi32>) -> tensor<1x3x2x6xi32>
  return %0 : tensor<1x3x2x6xi32>
}

// -----

func.func @bytes_of_nothing(%x: tensor<1x3x0x6xui8>) -> tensor<1x3x2x6xui8> {
  // expected-error @+1 {{unsupported operator 'aten._upsample_bicubic2d_aa.default' (1 use): expected one or more elements to resample, found 0 resampled to 2}}
  %0 = torch.aten._upsample_bicubic2d_aa.default(%x, [2, 6], true) : (tensor<1x3x0x6xui8>) -> tensor<1x3x2x6xui8>
  return %0 : tensor<1x3x2x6xui8>
}

// -----

// Outside of the image, where the weights of a cubic filter have more than 16
// bits.
func.func @size_and_scale(%x: tensor<1x3x?x6xui8, #sym.dims<h>>) -> tensor<1x3x9x6xui8> {
  // expected-error @+1 {{unsupported operator 'aten._upsample_bicubic2d_aa.default' (1 use): expected constant sizes, or either sizes or scales, found}}
  %0 = torch.aten._upsample_bicubic2d_aa.default(%x, [9, 6], false, 0.3, 1.0) : (tensor<1x3x?x6xui8, #sym.dims<h>>) -> tensor<1x3x9x6xui8>
  return %0 : tensor<1x3x9x6xui8>
}

// -----

func.func @of_nothing(%x: tensor<1x3x0x6xf32>) -> tensor<1x3x2x3xf32> {
  // expected-error @+1 {{unsupported operator 'aten._upsample_bicubic2d_aa.default' (1 use): expected one or more elements to resample, found 0 resampled to 2}}
  %0 = torch.aten._upsample_bicubic2d_aa.default(%x, [2, 3], true) : (tensor<1x3x0x6xf32>) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

// -----

func.func @no_batch(%x: tensor<3x6xf32>) -> tensor<3x6xf32> {
  // expected-error @+1 {{unsupported operator 'aten._upsample_nearest_exact1d.default' (1 use): expected 'self' to have 3 to 5 dimensions, found 2}}
  %0 = torch.aten._upsample_nearest_exact1d.default(%x, [6]) : (tensor<3x6xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}
