// What Resize cannot do at sizes known only at run time: the elements of the
// source and their weights are counted when the model runs.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

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
func.func @double(%x: tensor<1x3x4x6xf64>) -> tensor<1x3x8x6xf64> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [8, 6], false, none) : (tensor<1x3x4x6xf64>) -> tensor<1x3x8x6xf64>
  return %0 : tensor<1x3x8x6xf64>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK: onnx.Resize
func.func @single(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x8x6xf32> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [8, 6], false, none) : (tensor<1x3x4x6xf32>) -> tensor<1x3x8x6xf32>
  return %0 : tensor<1x3x8x6xf32>
}
