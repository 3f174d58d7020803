// Images of bytes are resampled in integers, along the width first.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// Weights of 3/4 and 1/4 with 14 bits behind the point. A dimension that keeps its size is
// copied.
// CHECK-LABEL: func.func @linear
// CHECK-NOT: onnx.Resize
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 3 : i64}
// CHECK: onnx.Cast
// CHECK: onnx.ReduceSum
// CHECK: onnx.Max
// CHECK: onnx.Min
// CHECK-NOT: onnx.Gather
func.func @linear(%x: tensor<1x3x5x2xui8> {onnx.value = dense<[[[[0, 37], [74, 111], [148, 185], [222, 3], [40, 77]], [[114, 151], [188, 225], [6, 43], [80, 117], [154, 191]], [[228, 9], [46, 83], [120, 157], [194, 231], [12, 49]]]]> : tensor<1x3x5x2xui8>})
    -> (tensor<1x3x5x4xui8> {onnx.expected = dense<[[[[0, 9, 28, 37], [74, 83, 102, 111], [148, 157, 176, 185], [222, 167, 58, 3], [40, 49, 68, 77]], [[114, 123, 142, 151], [188, 197, 216, 225], [6, 15, 34, 43], [80, 89, 108, 117], [154, 163, 182, 191]], [[228, 173, 64, 9], [46, 55, 74, 83], [120, 129, 148, 157], [194, 203, 222, 231], [12, 21, 40, 49]]]]> : tensor<1x3x5x4xui8>}) {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [5, 4], false, none) : (tensor<1x3x5x2xui8>) -> tensor<1x3x5x4xui8>
  return %0 : tensor<1x3x5x4xui8>
}

// -----

// Both dimensions: what is between them is bytes.
// CHECK-LABEL: func.func @both
// CHECK: onnx.Gather(%arg0, {{.*}}axis = 3
// CHECK: %[[ROWS:.*]] = onnx.Cast({{.*}}tensor<1x3x5x4xui8>
// CHECK: onnx.Gather(%[[ROWS]], {{.*}}axis = 2
func.func @both(%x: tensor<1x3x5x2xui8> {onnx.value = dense<[[[[1, 1], [1, 1], [0, 0], [0, 0], [0, 1]], [[1, 0], [0, 1], [0, 1], [1, 0], [1, 1]], [[1, 0], [1, 0], [0, 1], [1, 0], [0, 0]]]]> : tensor<1x3x5x2xui8>})
    -> (tensor<1x3x7x4xui8> {onnx.expected = dense<[[[[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 1]], [[1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 1], [0, 0, 0, 1], [1, 1, 1, 0], [1, 1, 1, 0], [1, 1, 1, 1]], [[1, 1, 1, 0], [1, 1, 1, 0], [1, 1, 1, 0], [0, 0, 0, 1], [1, 1, 1, 1], [1, 1, 1, 0], [0, 0, 0, 0]]]]> : tensor<1x3x7x4xui8>}) {
  %0 = torch.aten._upsample_bicubic2d_aa.default(%x, [7, 4], true) : (tensor<1x3x5x2xui8>) -> tensor<1x3x7x4xui8>
  return %0 : tensor<1x3x7x4xui8>
}

// -----

// Weights that the model counts, in f64; their sum in the order of PyTorch.
// CHECK-LABEL: func.func @dynamic
// CHECK: onnx.CumSum
// CHECK: onnx.Less({{.*}}tensor<22xf64>
// CHECK: onnx.ReduceSum({{.*}} -> tensor<1x3x5x4xi32>
// CHECK: onnx.Gather({{.*}}(tensor<23xi32>, tensor<i64>) -> tensor<i32>
func.func @dynamic(%x: tensor<1x3x5x?xui8, #sym.dims<w>> {onnx.value = dense<[[[[1, 1], [1, 1], [1, 1], [1, 0], [1, 1]], [[0, 0], [0, 0], [0, 0], [0, 0], [1, 1]], [[0, 1], [0, 0], [0, 0], [1, 1], [1, 0]]]]> : tensor<1x3x5x2xui8>})
    -> (tensor<1x3x5x4xui8> {onnx.expected = dense<[[[[1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 0, 0], [1, 1, 1, 1]], [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]], [[0, 0, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1], [1, 1, 0, 0]]]]> : tensor<1x3x5x4xui8>}) {
  %0 = torch.aten._upsample_bilinear2d_aa.vec(%x, [5, 4], false, none) : (tensor<1x3x5x?xui8, #sym.dims<w>>) -> tensor<1x3x5x4xui8>
  return %0 : tensor<1x3x5x4xui8>
}

// -----

// Floats go to the operator of ONNX.
// CHECK-LABEL: func.func @floats
// CHECK: onnx.Resize
// CHECK-NOT: onnx.Gather
func.func @floats(%x: tensor<1x3x5x2xf32> {onnx.value = dense<[[[[2.0, -2.0], [-2.0, 1.25], [1.25, 1.0], [1.0, 1.0], [-0.75, -0.75]], [[1.75, -1.0], [1.5, -1.5], [-1.25, -0.25], [0.75, -0.25], [1.5, -1.75]], [[1.5, 2.0], [-2.0, -1.5], [-1.25, 0.75], [-0.75, -2.0], [1.0, 0.5]]]]> : tensor<1x3x5x2xf32>})
    -> (tensor<1x3x5x4xf32> {onnx.expected = dense<[[[[2.0, 1.0, -1.0, -2.0], [-2.0, -1.1875, 0.4375, 1.25], [1.25, 1.1875, 1.0625, 1.0], [1.0, 1.0, 1.0, 1.0], [-0.75, -0.75, -0.75, -0.75]], [[1.75, 1.0625, -0.3125, -1.0], [1.5, 0.75, -0.75, -1.5], [-1.25, -1.0, -0.5, -0.25], [0.75, 0.5, 0.0, -0.25], [1.5, 0.6875, -0.9375, -1.75]], [[1.5, 1.625, 1.875, 2.0], [-2.0, -1.875, -1.625, -1.5], [-1.25, -0.75, 0.25, 0.75], [-0.75, -1.0625, -1.6875, -2.0], [1.0, 0.875, 0.625, 0.5]]]]> : tensor<1x3x5x4xf32>}) {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [5, 4], false, none) : (tensor<1x3x5x2xf32>) -> tensor<1x3x5x4xf32>
  return %0 : tensor<1x3x5x4xf32>
}

// -----

// Five channels at a width of 1 are refused where the height changes only.
// CHECK-LABEL: func.func @columns
// CHECK: onnx.Gather(%arg0, {{.*}}axis = 3
// CHECK-NOT: onnx.Gather
func.func @columns(%x: tensor<1x5x5x2xui8> {onnx.value = dense<[[[[1, 0], [0, 1], [1, 0], [0, 1], [0, 1]], [[1, 1], [1, 0], [1, 1], [1, 1], [1, 0]], [[0, 0], [1, 1], [1, 0], [1, 1], [1, 0]], [[1, 1], [0, 0], [1, 0], [0, 1], [1, 0]], [[1, 1], [0, 1], [1, 1], [0, 0], [1, 1]]]]> : tensor<1x5x5x2xui8>})
    -> (tensor<1x5x5x1xui8> {onnx.expected = dense<[[[[1], [1], [1], [1], [1]], [[1], [1], [1], [1], [1]], [[0], [1], [1], [1], [1]], [[1], [0], [1], [1], [1]], [[1], [1], [1], [0], [1]]]]> : tensor<1x5x5x1xui8>}) {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [5, 1], false, none) : (tensor<1x5x5x2xui8>) -> tensor<1x5x5x1xui8>
  return %0 : tensor<1x5x5x1xui8>
}
