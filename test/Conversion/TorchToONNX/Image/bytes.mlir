// Images of bytes are resampled in integers, along the width first.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Weights of 3/4 and 1/4 with 14 bits behind the point. A dimension that keeps its size is
// copied.
// CHECK-LABEL: func.func @linear
// CHECK-NOT: onnx.Resize
// CHECK: %[[POSITIONS:.*]] = onnx.Constant dense<{{\[\[}}0, 1], [0, 1], [0, 1], [1, 1]]> : tensor<4x2xi64>
// CHECK: %[[MEMBERS:.*]] = onnx.Gather(%arg0, %[[POSITIONS]]) {axis = 3 : i64}
// CHECK: %[[WIDE:.*]] = onnx.Cast(%[[MEMBERS]])
// CHECK: %[[WEIGHTS:.*]] = onnx.Constant dense<{{\[\[}}16384, 0], [12288, 4096], [4096, 12288], [16384, 0]]> : tensor<4x2xi32>
// CHECK: %[[PRODUCTS:.*]] = onnx.Mul(%[[WIDE]], %[[WEIGHTS]])
// CHECK: %[[SUM:.*]] = onnx.ReduceSum(%[[PRODUCTS]]
// CHECK: %[[HALF:.*]] = onnx.Constant dense<8192> : tensor<i32>
// CHECK: %[[ROUNDED:.*]] = onnx.Add(%[[SUM]], %[[HALF]])
// CHECK: %[[ONE:.*]] = onnx.Constant dense<16384> : tensor<i32>
// CHECK: onnx.Div(%[[ROUNDED]], %[[ONE]])
// CHECK: onnx.Max
// CHECK: onnx.Min
// CHECK: onnx.Cast({{.*}}tensor<1x3x5x4xui8>
// CHECK-NOT: onnx.Gather
// CHECK: return
func.func @linear(%x: tensor<1x3x5x2xui8>) -> tensor<1x3x5x4xui8> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [5, 4], false, none) : (tensor<1x3x5x2xui8>) -> tensor<1x3x5x4xui8>
  return %0 : tensor<1x3x5x4xui8>
}

// -----

// Both dimensions: what is between them is bytes.
// CHECK-LABEL: func.func @both
// CHECK: onnx.Gather(%arg0, {{.*}}axis = 3
// CHECK: %[[ROWS:.*]] = onnx.Cast({{.*}}tensor<1x3x5x4xui8>
// CHECK: onnx.Gather(%[[ROWS]], {{.*}}axis = 2
func.func @both(%x: tensor<1x3x5x2xui8>) -> tensor<1x3x7x4xui8> {
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
func.func @dynamic(%x: tensor<1x3x5x?xui8, #sym.dims<w>>) -> tensor<1x3x5x4xui8> {
  %0 = torch.aten._upsample_bilinear2d_aa.vec(%x, [5, 4], false, none) : (tensor<1x3x5x?xui8, #sym.dims<w>>) -> tensor<1x3x5x4xui8>
  return %0 : tensor<1x3x5x4xui8>
}

// -----

// Floats go to the operator of ONNX.
// CHECK-LABEL: func.func @floats
// CHECK: onnx.Resize
// CHECK-NOT: onnx.Gather
func.func @floats(%x: tensor<1x3x5x2xf32>) -> tensor<1x3x5x4xf32> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [5, 4], false, none) : (tensor<1x3x5x2xf32>) -> tensor<1x3x5x4xf32>
  return %0 : tensor<1x3x5x4xf32>
}

// -----

// Five channels at a width of 1 are refused where the height changes only.
// CHECK-LABEL: func.func @columns
// CHECK: onnx.Gather(%arg0, {{.*}}axis = 3
// CHECK-NOT: onnx.Gather
func.func @columns(%x: tensor<1x5x5x2xui8>) -> tensor<1x5x5x1xui8> {
  %0 = torch.aten.upsample_bilinear2d.vec(%x, [5, 1], false, none) : (tensor<1x5x5x2xui8>) -> tensor<1x5x5x1xui8>
  return %0 : tensor<1x5x5x1xui8>
}
