// What Resize cannot do at sizes known only at run time: the elements of the
// source and their weights are counted when the model runs.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// Runtimes round 1.3 to f32 before they multiply by it. Two taps, one where the
// size is kept.
// CHECK-LABEL: func.func @inexact_scale
// CHECK-NOT: onnx.Resize
// CHECK: %[[SOURCE:.*]] = onnx.Max(
// CHECK: %[[FLOOR:.*]] = onnx.Floor(%[[SOURCE]])
// CHECK: onnx.Gather({{.*}}axis = 2
// CHECK: onnx.Sub(%[[SOURCE]], %[[FLOOR]])
// CHECK: onnx.ReduceSum
func.func @inexact_scale(%x: tensor<1x2x?xf32, #sym.dims<w>>) -> tensor<1x2x?xf32, #sym.dims<(13*w) floordiv 10>> {
  %0 = torch.aten.upsample_linear1d.vec(%x, none, false, [1.3]) : (tensor<1x2x?xf32, #sym.dims<w>>) -> tensor<1x2x?xf32, #sym.dims<(13*w) floordiv 10>>
  return %0 : tensor<1x2x?xf32, #sym.dims<(13*w) floordiv 10>>
}

// -----

// A filter that is as wide as an element of the smaller image; the dimension
// that keeps its size is copied.
// CHECK-LABEL: func.func @lanczos
// CHECK: onnx.Gather({{.*}}axis = 2
// CHECK: onnx.Sin
// CHECK: %[[TOTAL:.*]] = onnx.ReduceSum
// CHECK: onnx.Div({{.*}}, %{{.*}})
// CHECK: onnx.ReduceSum
// CHECK-NOT: onnx.Gather
// CHECK: return
func.func @lanczos(%x: tensor<1x3x?x6xf32, #sym.dims<h>>) -> tensor<1x3x2x6xf32> {
  %0 = torch.aten._upsample_lanczos2d_aa.vec(%x, output_size=[2, 6], align_corners=false, scale_factors=none) : (tensor<1x3x?x6xf32, #sym.dims<h>>) -> tensor<1x3x2x6xf32>
  return %0 : tensor<1x3x2x6xf32>
}

// -----

// CHECK-LABEL: func.func @cubic
// CHECK: onnx.Constant dense<[-1, 0, 1, 2]>
// CHECK: onnx.Gather({{.*}}axis = 2
// CHECK: onnx.ReduceSum
func.func @cubic(%x: tensor<1x3x?x6xf64, #sym.dims<h>>) -> tensor<1x3x?x6xf64, #sym.dims<(13*h) floordiv 10>> {
  %0 = torch.aten.upsample_bicubic2d.vec(%x, none, false, [1.3, 1.0]) : (tensor<1x3x?x6xf64, #sym.dims<h>>) -> tensor<1x3x?x6xf64, #sym.dims<(13*h) floordiv 10>>
  return %0 : tensor<1x3x?x6xf64, #sym.dims<(13*h) floordiv 10>>
}

// -----

// Of f64 for constant sizes as well: the scale has more digits than Resize takes.
// CHECK-LABEL: func.func @double
// CHECK-NOT: onnx.Resize
// CHECK: onnx.Gather(%arg0, {{.*}}axis = 2
// CHECK-NOT: onnx.Resize
func.func @double(%x: tensor<1x3x4x6xf64> {onnx.value = dense<[[[[-35.0, 8.75, 16.25, -13.75, 18.75, 11.25], [10.0, 1.25, 40.0, 43.75, -6.25, -45.0], [-10.0, 47.5, -40.0, 36.25, -33.75, 8.75], [-13.75, 12.5, 42.5, 47.5, -7.5, 46.25]], [[37.5, 32.5, 41.25, -43.75, -12.5, 20.0], [-10.0, 12.5, -5.0, 42.5, 40.0, 3.75], [-26.25, 22.5, 23.75, -22.5, 50.0, -10.0], [-1.25, -10.0, 16.25, 11.25, 36.25, -3.75]], [[-26.25, 26.25, 40.0, 11.25, -6.25, -30.0], [1.25, -45.0, 32.5, 30.0, 21.25, 26.25], [18.75, 1.25, -20.0, -32.5, 21.25, 16.25], [-40.0, 21.25, -22.5, 36.25, 42.5, -7.5]]]]> : tensor<1x3x4x6xf64>})
    -> (tensor<1x3x8x6xf64> {onnx.expected = dense<[[[[-35.0, 8.75, 16.25, -13.75, 18.75, 11.25], [-23.75, 6.875, 22.1875, 0.625, 12.5, -2.8125], [-1.25, 3.125, 34.0625, 29.375, 0.0, -30.9375], [5.0, 12.8125, 20.0, 41.875, -13.125, -31.5625], [-5.0, 35.9375, -20.0, 38.125, -26.875, -4.6875], [-10.9375, 38.75, -19.375, 39.0625, -27.1875, 18.125], [-12.8125, 21.25, 21.875, 44.6875, -14.0625, 36.875], [-13.75, 12.5, 42.5, 47.5, -7.5, 46.25]], [[37.5, 32.5, 41.25, -43.75, -12.5, 20.0], [25.625, 27.5, 29.6875, -22.1875, 0.625, 15.9375], [1.875, 17.5, 6.5625, 20.9375, 26.875, 7.8125], [-14.0625, 15.0, 2.1875, 26.25, 42.5, 0.3125], [-22.1875, 20.0, 16.5625, -6.25, 47.5, -6.5625], [-20.0, 14.375, 21.875, -14.0625, 46.5625, -8.4375], [-7.5, -1.875, 18.125, 2.8125, 39.6875, -5.3125], [-1.25, -10.0, 16.25, 11.25, 36.25, -3.75]], [[-26.25, 26.25, 40.0, 11.25, -6.25, -30.0], [-19.375, 8.4375, 38.125, 15.9375, 0.625, -15.9375], [-5.625, -27.1875, 34.375, 25.3125, 14.375, 12.1875], [5.625, -33.4375, 19.375, 14.375, 21.25, 23.75], [14.375, -10.3125, -6.875, -16.875, 21.25, 18.75], [4.0625, 6.25, -20.625, -15.3125, 26.5625, 10.3125], [-25.3125, 16.25, -21.875, 19.0625, 37.1875, -1.5625], [-40.0, 21.25, -22.5, 36.25, 42.5, -7.5]]]]> : tensor<1x3x8x6xf64>}) {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [8, 6], false, none) : (tensor<1x3x4x6xf64>) -> tensor<1x3x8x6xf64>
  return %0 : tensor<1x3x8x6xf64>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: onnx.Resize
func.func @single(%x: tensor<1x3x4x6xf32> {onnx.value = dense<[[[[-5.0, -16.25, 31.25, -50.0, -21.25, 35.0], [13.75, 21.25, 16.25, -32.5, -47.5, 20.0], [-38.75, -2.5, 8.75, -13.75, 38.75, -42.5], [12.5, 48.75, -8.75, -21.25, -2.5, 33.75]], [[28.75, -35.0, -22.5, 18.75, 37.5, 32.5], [-1.25, 50.0, 33.75, 22.5, -37.5, -35.0], [-15.0, -27.5, 3.75, 18.75, -6.25, 45.0], [45.0, -23.75, -45.0, 17.5, -46.25, 32.5]], [[-7.5, 36.25, 42.5, -17.5, -30.0, 35.0], [10.0, 43.75, -30.0, -11.25, -48.75, 20.0], [-47.5, -23.75, -43.75, 32.5, -7.5, 11.25], [-42.5, -5.0, -27.5, -18.75, 3.75, -50.0]]]]> : tensor<1x3x4x6xf32>})
    -> (tensor<1x3x8x6xf32> {onnx.expected = dense<[[[[-5.0, -16.25, 31.25, -50.0, -21.25, 35.0], [-0.3125, -6.875, 27.5, -45.625, -27.8125, 31.25], [9.0625, 11.875, 20.0, -36.875, -40.9375, 23.75], [0.625, 15.3125, 14.375, -27.8125, -25.9375, 4.375], [-25.625, 3.4375, 10.625, -18.4375, 17.1875, -26.875], [-25.9375, 10.3125, 4.375, -15.625, 28.4375, -23.4375], [-0.3125, 35.9375, -4.375, -19.375, 7.8125, 14.6875], [12.5, 48.75, -8.75, -21.25, -2.5, 33.75]], [[28.75, -35.0, -22.5, 18.75, 37.5, 32.5], [21.25, -13.75, -8.4375, 19.6875, 18.75, 15.625], [6.25, 28.75, 19.6875, 21.5625, -18.75, -18.125], [-4.6875, 30.625, 26.25, 21.5625, -29.6875, -15.0], [-11.5625, -8.125, 11.25, 19.6875, -14.0625, 25.0], [0.0, -26.5625, -8.4375, 18.4375, -16.25, 41.875], [30.0, -24.6875, -32.8125, 17.8125, -36.25, 35.625], [45.0, -23.75, -45.0, 17.5, -46.25, 32.5]], [[-7.5, 36.25, 42.5, -17.5, -30.0, 35.0], [-3.125, 38.125, 24.375, -15.9375, -34.6875, 31.25], [5.625, 41.875, -11.875, -12.8125, -44.0625, 23.75], [-4.375, 26.875, -33.4375, -0.3125, -38.4375, 17.8125], [-33.125, -6.875, -40.3125, 21.5625, -17.8125, 13.4375], [-46.25, -19.0625, -39.6875, 19.6875, -4.6875, -4.0625], [-43.75, -9.6875, -31.5625, -5.9375, 0.9375, -34.6875], [-42.5, -5.0, -27.5, -18.75, 3.75, -50.0]]]]> : tensor<1x3x8x6xf32>}) {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [8, 6], false, none) : (tensor<1x3x4x6xf32>) -> tensor<1x3x8x6xf32>
  return %0 : tensor<1x3x8x6xf32>
}
