// Tests by value of distance.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @cosine
// CHECK: onnx.ReduceL2(%arg0, {{.*}})
// CHECK: onnx.Max
// CHECK: onnx.Div(%arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @cosine(%x: tensor<2x3xf32> {onnx.value = dense<[[1.0, 2.0, 3.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>},
                  %y: tensor<2x3xf32> {onnx.value = dense<[[3.0, -1.0, 2.0], [1.0, 2.0, 3.0]]> : tensor<2x3xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[0.49999997, 0.0]> : tensor<2xf32>}) {
  %0 = torch.aten.cosine_similarity.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @cross
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Mul
// CHECK: onnx.Sub
func.func @cross(%x: tensor<2x3xf32> {onnx.value = dense<[[-0.5, 1.25, 0.0], [-0.75, 1.0, 1.75]]> : tensor<2x3xf32>},
                 %y: tensor<2x3xf32> {onnx.value = dense<[[1.75, 0.75, -2.0], [-1.5, -1.25, -2.0]]> : tensor<2x3xf32>})
    -> (tensor<2x3xf32> {onnx.expected = dense<[[-2.5, -1.0, -2.5625], [0.1875, -4.125, 2.4375]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.linalg_cross.default(%x, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The pairs are counted when the model runs.
// CHECK-LABEL: func.func @pdist_dynamic
// CHECK: onnx.Min
// CHECK: onnx.CumSum
// CHECK: onnx.ScatterElements({{.*}}) {reduction = "add"}
// CHECK: onnx.Slice
// CHECK: onnx.Gather(%arg0, {{.*}})
// CHECK: onnx.ReduceL1({{.*}}) {keepdims = 0 : i64}
func.func @pdist_dynamic(%x: tensor<?x4xf32, #sym.dims<n>> {onnx.value = dense<[[1.0, 2.0, 0.5, -1.0], [0.0, 3.0, 1.0, 1.0], [2.0, 2.0, 2.0, 2.0]]> : tensor<3x4xf32>})
    -> (tensor<?xf32> {onnx.expected = dense<[4.5, 5.5, 5.0]> : tensor<3xf32>}) {
  %0 = torch.aten._pdist_forward.default(%x, 1.0) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Along the first dimension of size 3.
// CHECK-LABEL: func.func @cross_first
// CHECK: onnx.Gather(%arg0, {{.*}}) {axis = 1 : i64}
// CHECK: onnx.Mul
// CHECK: onnx.Sub
func.func @cross_first(%x: tensor<2x3x3xf32> {onnx.value = dense<[[[0.0, 2.0, 1.5], [0.5, -1.75, 2.0], [0.25, 1.5, 0.25]], [[0.25, 1.5, -1.0], [1.5, -0.5, 0.0], [1.75, -1.25, -1.5]]]> : tensor<2x3x3xf32>},
                       %y: tensor<2x3x3xf32> {onnx.value = dense<[[[-0.75, 1.5, 0.25], [1.75, 2.0, -0.25], [0.25, -1.5, -0.5]], [[-2.0, -1.0, 0.25], [0.25, 0.5, -1.5], [1.25, -0.5, 0.5]]]> : tensor<2x3x3xf32>})
    -> (tensor<2x3x3xf32> {onnx.expected = dense<[[[-0.3125, -0.375, -0.9375], [-0.1875, 5.25, 0.8125], [0.375, 6.625, -0.875]], [[1.4375, 0.875, -2.25], [-3.8125, 2.0, 0.125], [3.0625, 0.25, 1.5]]]> : tensor<2x3x3xf32>}) {
  %0 = torch.aten.cross.default(%x, %y) : (tensor<2x3x3xf32>, tensor<2x3x3xf32>) -> tensor<2x3x3xf32>
  return %0 : tensor<2x3x3xf32>
}
