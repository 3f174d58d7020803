// What runtimes do not take, or have another result for, when sizes may be 0:
// an unknown size may be. With sizes that are known all these are single
// operations, as the tests of each family show.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The mean of nothing is NaN.
// CHECK-LABEL: func.func @mse
// CHECK: onnx.Sub(%arg0, %arg1)
// CHECK: onnx.Mul
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @mse(%x: tensor<?x3xf32> {onnx.value = dense<[[-0.75, 1.25, 2.0], [-0.75, -1.0, -0.75]]> : tensor<2x3xf32>},
               %y: tensor<?x3xf32> {onnx.value = dense<[[-2.0, 0.0, 1.0], [0.5, 1.75, -1.5]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<2.3020833> : tensor<f32>}) {
  %0 = torch.aten.mse_loss.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @mse_empty(%x: tensor<?x3xf32> {onnx.value = dense<> : tensor<0x3xf32>},
                     %y: tensor<?x3xf32> {onnx.value = dense<> : tensor<0x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.mse_loss.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// Labels are compared, not looked up.
// CHECK-LABEL: func.func @cross_entropy
// CHECK: onnx.Equal
// CHECK: onnx.LogSoftmax(%arg0) {axis = 1 : i64}
// CHECK: onnx.Where
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @cross_entropy(%x: tensor<?x3xf32> {onnx.value = dense<[[1.0, 2.0, 0.5], [0.0, -1.0, 3.0], [2.0, 2.0, 2.0]]> : tensor<3x3xf32>},
                         %y: tensor<?xi64> {onnx.value = dense<[2, -100, 0]> : tensor<3xi64>},
                         %w: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.7912174> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, %w) : (tensor<?x3xf32>, tensor<?xi64>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @cross_entropy_empty(%x: tensor<?x3xf32> {onnx.value = dense<> : tensor<0x3xf32>},
                               %y: tensor<?xi64> {onnx.value = dense<> : tensor<0xi64>},
                               %w: tensor<3xf32> {onnx.value = dense<[0.5, 1.0, 2.0]> : tensor<3xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, %w) : (tensor<?x3xf32>, tensor<?xi64>, tensor<3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @nll_none
// CHECK: onnx.Equal
// CHECK: onnx.Not
// CHECK: onnx.Where({{.*}}, %arg0, {{.*}})
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @nll_none(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.0, -2.0, -0.5], [0.0, -1.0, -3.0], [-2.0, -2.0, -2.0]]> : tensor<3x3xf32>},
                    %y: tensor<?xi64> {onnx.value = dense<[2, -100, 0]> : tensor<3xi64>})
    -> (tensor<?xf32> {onnx.expected = dense<[0.5, 0.0, 2.0]> : tensor<3xf32>}) {
  %0 = torch.aten.nll_loss_nd.default(%x, %y, none, 0) : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @nll_none_empty(%x: tensor<?x3xf32> {onnx.value = dense<> : tensor<0x3xf32>},
                          %y: tensor<?xi64> {onnx.value = dense<> : tensor<0xi64>})
    -> (tensor<?xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0 = torch.aten.nll_loss_nd.default(%x, %y, none, 0) : (tensor<?x3xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Vectors become matrices.
// CHECK-LABEL: func.func @mv
// CHECK: onnx.MatMul(%arg0, {{.*}})
func.func @mv(%x: tensor<?x3xf32> {onnx.value = dense<[[-2.5, 38.75, -22.5], [45.0, 13.75, -15.0]]> : tensor<2x3xf32>},
              %y: tensor<3xf32> {onnx.value = dense<[25.0, 48.75, 32.5]> : tensor<3xf32>})
    -> (tensor<?xf32> {onnx.expected = dense<[1095.3125, 1307.8125]> : tensor<2xf32>}) {
  %0 = torch.aten.mv.default(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @mv_empty(%x: tensor<?x3xf32> {onnx.value = dense<> : tensor<0x3xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[-0.25, -0.25, -1.5]> : tensor<3xf32>})
    -> (tensor<?xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0 = torch.aten.mv.default(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// Batches are broadcast by the operator, and the weights of all rows are not
// repeated.
// CHECK-LABEL: func.func @matmul
// CHECK: onnx.MatMul(%arg0, %arg1)
func.func @matmul(%x: tensor<?x2x3xf32, #sym.dims<n>> {onnx.value = dense<[[[1.5, -2.75, 1.5], [1.0, -2.5, -3.25]], [[-2.25, 0.5, 1.25], [0x7FC00000, 0x7F800000, 0.0]]]> : tensor<2x2x3xf32>},
                  %y: tensor<1x3x4xf32> {onnx.value = dense<[[[1.5, -1.75, 1.75, -1.75], [0x7F800000, 0x7FC00000, -0.75, 0.25], [2.5, -0.5, 2.5, 1.5]]]> : tensor<1x3x4xf32>})
    -> (tensor<?x2x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[0xFF800000, 0x7FC00000, 8.4375, -1.0625], [0xFF800000, 0x7FC00000, -4.5, -7.25]], [[0x7F800000, 0x7FC00000, -1.1875, 5.9375], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]]> : tensor<2x2x4xf32>}) {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<1x3x4xf32>) -> tensor<?x2x4xf32, #sym.dims<n>>
  return %0 : tensor<?x2x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linear
// CHECK: onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<n, s>>
func.func @linear(%x: tensor<?x?x3xf32, #sym.dims<n, s>> {onnx.value = dense<[[[1.25, 22.5, 31.25], [-41.25, 35.0, 10.0], [-37.5, -25.0, -16.25]], [[-40.0, 28.75, -2.5], [-27.5, 35.0, 22.5], [-15.0, 20.0, -12.5]]]> : tensor<2x3x3xf32>},
                  %w: tensor<4x3xf32> {onnx.value = dense<[[22.5, 45.0, 13.75], [40.0, 32.5, 16.25], [-33.75, 42.5, -21.25], [-45.0, 45.0, -27.5]]> : tensor<4x3xf32>})
    -> (tensor<?x?x4xf32, #sym.dims<n, s>> {onnx.expected = dense<[[[1470.3125, 1289.0625, 250.0, 96.875], [784.375, -350.0, 2667.1875, 3156.25], [-2192.1875, -2576.5625, 548.4375, 1009.375]], [[359.375, -706.25, 2625.0, 3162.5], [1265.625, 403.125, 1937.5, 2193.75], [390.625, -153.125, 1621.875, 1918.75]]]> : tensor<2x3x4xf32>}) {
  %0 = torch.aten.linear.default(%x, %w) : (tensor<?x?x3xf32, #sym.dims<n, s>>, tensor<4x3xf32>) -> tensor<?x?x4xf32, #sym.dims<n, s>>
  return %0 : tensor<?x?x4xf32, #sym.dims<n, s>>
}

// -----

// CHECK-LABEL: func.func @bilinear
// CHECK: onnx.Transpose(%arg2) {perm = array<i64: 1, 0, 2>}
// CHECK: onnx.MatMul(%arg0, {{.*}})
// CHECK: onnx.Mul
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @bilinear(%x: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<[[-0.75, 0.75], [2.0, -0.75]]> : tensor<2x2xf32>},
                    %y: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-0.5, -0.25, -1.5], [1.0, -1.25, 0.0]]> : tensor<2x3xf32>},
                    %w: tensor<4x2x3xf32> {onnx.value = dense<[[[1.0, -1.75, 2.0], [0.5, -1.25, 0.75]], [[-0.75, 1.5, 2.0], [-1.75, -1.75, 1.75]], [[0.5, -0.25, -0.75], [0.0, 1.75, -0.5]], [[1.5, 1.25, -0.5], [-1.75, 1.25, -0.75]]]> : tensor<4x2x3xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<[[1.5, 1.265625, -0.46875, 1.5], [4.828125, -5.578125, 3.265625, 2.359375]]> : tensor<2x4xf32>}) {
  %0 = torch.aten.bilinear.default(%x, %y, %w) : (tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<4x2x3xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

func.func @bilinear_empty(%x: tensor<?x2xf32, #sym.dims<n>> {onnx.value = dense<> : tensor<0x2xf32>},
                          %y: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<> : tensor<0x3xf32>},
                          %w: tensor<4x2x3xf32> {onnx.value = dense<[[[-2.0, -0.5, 0.5], [-0.5, 1.5, -2.0]], [[1.75, -1.5, 0.5], [-0.75, 2.0, -0.75]], [[0.25, -1.0, 1.75], [1.0, 0.5, 0.5]], [[-0.5, 1.75, -1.25], [0.0, -1.5, -2.0]]]> : tensor<4x2x3xf32>})
    -> (tensor<?x4xf32, #sym.dims<n>> {onnx.expected = dense<> : tensor<0x4xf32>}) {
  %0 = torch.aten.bilinear.default(%x, %y, %w) : (tensor<?x2xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<n>>, tensor<4x2x3xf32>) -> tensor<?x4xf32, #sym.dims<n>>
  return %0 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// Channels are counted to the batch.
// CHECK-LABEL: func.func @max_pool
// CHECK: %Y, %Indices = onnx.MaxPool({{.*}}) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
func.func @max_pool(%x: tensor<2x?x4x4xf32, #sym.dims<c>> {onnx.value = dense<[[[[-1.5, 1.0, 2.5, -2.75], [-1.5, -2.25, -1.0, -1.75], [-2.0, 1.25, 3.25, -0.5], [-3.25, 0.5, -1.0, -2.5]], [[0.0, -0.0, -0.5, 0.25], [2.75, 2.25, 2.25, 0xFF800000], [-3.0, -1.75, 2.5, 0.25], [-1.0e+38, 1.0, -1.25, 1.0]]], [[[0.75, -3.25, 0x7F800000, 2.25], [-0.75, 1.25, 2.5, 1.25], [2.5, 3.0, 3.0, -0.25], [2.5, -0.25, -1.75, 1.25]], [[2.5, 1.0e+38, 1.5, -0.5], [0.5, 0.5, -2.25, -0.75], [-1.25, 0.0, 1.0, 0x7FC00000], [0.0, 1.0, 0.5, -3.25]]]]> : tensor<2x2x4x4xf32>})
    -> (tensor<2x?x2x2xf32, #sym.dims<c>> {onnx.expected = dense<[[[[1.0, 2.5], [1.25, 3.25]], [[2.75, 2.25], [1.0, 2.5]]], [[[1.25, 0x7F800000], [3.0, 3.0]], [[1.0e+38, 1.5], [1.0, 0x7FC00000]]]]> : tensor<2x2x2x2xf32>}) {
  %0 = torch.aten.max_pool2d.default(%x, [2, 2]) : (tensor<2x?x4x4xf32, #sym.dims<c>>) -> tensor<2x?x2x2xf32, #sym.dims<c>>
  return %0 : tensor<2x?x2x2xf32, #sym.dims<c>>
}

// -----

// The mean of nothing is NaN here, too.
// CHECK-LABEL: func.func @global_average
// CHECK: onnx.ReduceSum(%arg0, {{.*}})
// CHECK: onnx.Div(
func.func @global_average(%x: tensor<2x3x?x4xf32, #sym.dims<h>> {onnx.value = dense<[[[[1.0, -0.5, 0.5, 0x7F800000], [2.25, -1.0e+38, -0.0, 0x7FC00000]], [[-1.25, -1.5, 2.5, -2.75], [0.25, -1.5, -1.75, 2.75]], [[2.0, -1.0, -2.75, 1.75], [-0.5, 0.5, 3.0, 2.5]]], [[[-2.5, 0xFF800000, 1.75, 1.0e+38], [-2.25, -1.5, 3.25, -0.5]], [[1.25, 0.75, 0.0, -1.5], [2.25, 0.0, -1.0, -2.75]], [[1.25, 2.0, 1.5, 2.0], [-1.25, -2.0, -1.5, -1.75]]]]> : tensor<2x3x2x4xf32>})
    -> (tensor<2x3x1x1xf32> {onnx.expected = dense<[[[[0x7FC00000]], [[-0.40625]], [[0.6875]]], [[[0xFF800000]], [[-0.125]], [[0.03125]]]]> : tensor<2x3x1x1xf32>}) {
  %0 = torch.aten.adaptive_avg_pool2d.default(%x, [1, 1]) : (tensor<2x3x?x4xf32, #sym.dims<h>>) -> tensor<2x3x1x1xf32>
  return %0 : tensor<2x3x1x1xf32>
}

// -----

// The median of nothing is NaN: it is that of a NaN then.
// CHECK-LABEL: func.func @median
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.IsNaN
// CHECK: onnx.Cast({{.*}}) {to = i32}
// CHECK: onnx.ReduceMax
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.ArgMax
func.func @median(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<[3.0, 1.0, 2.0, 0xFF800000]> : tensor<4xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.0> : tensor<f32>}) {
  %0 = torch.aten.median.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @median_empty(%x: tensor<?xf32, #sym.dims<n>> {onnx.value = dense<> : tensor<0xf32>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>}) {
  %0 = torch.aten.median.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// The norm of a matrix without elements is 0.
// CHECK-LABEL: func.func @matrix_norm
// CHECK: onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceMax({{.*}}, %{{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.ReduceSum({{.*}}, %{{.*}}) {keepdims = 0 : i64}
func.func @matrix_norm(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[-38.75, -15.0, -20.0], [36.25, 32.5, -12.5]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<75.0> : tensor<f32>}) {
  %0 = torch.aten.linalg_norm.default(%x, 1) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @glu
// CHECK: onnx.Div(
// CHECK: onnx.Split(%arg0, {{.*}})
// CHECK: onnx.Sigmoid(
func.func @glu(%x: tensor<?x3xf32, #sym.dims<2*n>> {onnx.value = dense<[[2.5, -1.0e+38, 0.0], [3.0, 0x7F800000, 1.75], [0x7FC00000, 0xFF800000, -3.0], [0.5, 1.0e+38, -0.0]]> : tensor<4x3xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[0x7FC00000, -0.0, 0.0], [1.867378, 0x7F800000, 0.875]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.glu.default(%x, 0) : (tensor<?x3xf32, #sym.dims<2*n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Something to draw from is put before.
// CHECK-LABEL: func.func @multinomial
// CHECK: onnx.Log(%arg0)
// CHECK: onnx.Pad
// CHECK: onnx.Multinomial({{.*}}) {dtype = i64, sample_size = 2 : i64}
// CHECK: onnx.Slice
func.func @multinomial(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<?x2xi64, #sym.dims<n>> {onnx.expected = dense<[[1, 1], [2, 2]]> : tensor<2x2xi64>}) {
  %0 = torch.aten.multinomial.default(%x, 2, true) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x2xi64, #sym.dims<n>>
  return %0 : tensor<?x2xi64, #sym.dims<n>>
}

// -----

func.func @multinomial_empty(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<> : tensor<0x3xf32>})
    -> (tensor<?x2xi64, #sym.dims<n>> {onnx.expected = dense<> : tensor<0x2xi64>}) {
  %0 = torch.aten.multinomial.default(%x, 2, true) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x2xi64, #sym.dims<n>>
  return %0 : tensor<?x2xi64, #sym.dims<n>>
}

// -----

// No bins, not fewer.
// CHECK-LABEL: func.func @bincount
// CHECK: onnx.ReduceMax(%arg0, {{.*}})
// CHECK: onnx.Add
// CHECK: onnx.Max
// CHECK: onnx.ScatterElements({{.*}}, %arg0, {{.*}}) {reduction = "add"}
func.func @bincount(%x: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[2, 0, 2]> : tensor<3xi64>})
    -> (tensor<?xi64, #sym.dims<u>> {onnx.expected = dense<[1, 0, 2]> : tensor<3xi64>}) {
  %0 = torch.aten.bincount.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<u>>
  return %0 : tensor<?xi64, #sym.dims<u>>
}

// -----

func.func @bincount_empty(%x: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<> : tensor<0xi64>})
    -> (tensor<?xi64, #sym.dims<u>> {onnx.expected = dense<> : tensor<0xi64>}) {
  %0 = torch.aten.bincount.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<u>>
  return %0 : tensor<?xi64, #sym.dims<u>>
}

// -----

// No run begins in nothing.
// CHECK-LABEL: func.func @unique_consecutive
// CHECK: onnx.Slice(%arg0, {{.*}})
// CHECK: onnx.Equal
// CHECK: onnx.NonZero
// CHECK: onnx.Gather(%arg0, {{.*}})
func.func @unique_consecutive(%x: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<[2, 2, 0, 2]> : tensor<4xi64>})
    -> (tensor<?xi64, #sym.dims<u>> {onnx.expected = dense<[2, 0, 2]> : tensor<3xi64>},
        tensor<0xi64> {onnx.expected = dense<> : tensor<0xi64>},
        tensor<0xi64> {onnx.expected = dense<> : tensor<0xi64>}) {
  %0, %1, %2 = torch.aten.unique_consecutive.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> (tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>)
  return %0, %1, %2 : tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>
}

// -----

func.func @unique_consecutive_empty(%x: tensor<?xi64, #sym.dims<n>> {onnx.value = dense<> : tensor<0xi64>})
    -> (tensor<?xi64, #sym.dims<u>> {onnx.expected = dense<> : tensor<0xi64>},
        tensor<0xi64> {onnx.expected = dense<> : tensor<0xi64>},
        tensor<0xi64> {onnx.expected = dense<> : tensor<0xi64>}) {
  %0, %1, %2 = torch.aten.unique_consecutive.default(%x) : (tensor<?xi64, #sym.dims<n>>) -> (tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>)
  return %0, %1, %2 : tensor<?xi64, #sym.dims<u>>, tensor<0xi64>, tensor<0xi64>
}

// -----

// A channel of zeros: ONNX Runtime's convolution of none does not end.
// CHECK-LABEL: func.func @conv
// CHECK: onnx.Pad(%arg0, {{.*}})
// CHECK: onnx.Pad(%arg1, {{.*}})
// CHECK: onnx.Conv(
func.func @conv(%x: tensor<2x?x5xf32, #sym.dims<c>> {onnx.value = dense<[[[38.75, 11.25, -40.0, 2.5, 36.25], [-35.0, 8.75, 28.75, 37.5, 27.5]], [[-10.0, -1.25, -36.25, -47.5, -33.75], [12.5, -7.5, 27.5, -48.75, -41.25]]]> : tensor<2x2x5xf32>},
                %w: tensor<4x?x3xf32, #sym.dims<c>> {onnx.value = dense<[[[15.0, -25.0, -15.0], [42.5, -3.75, 17.5]], [[-25.0, -43.75, 7.5], [6.25, -37.5, -16.25]], [[5.0, 7.5, 48.75], [-47.5, 11.25, -20.0]], [[42.5, -45.0, -5.0], [-41.25, -1.25, 38.75]]]> : tensor<4x2x3xf32>})
    -> (tensor<2x4x3xf32> {onnx.expected = dense<[[[-117.1875, 2051.5625, 356.25], [-2775.0, -145.3125, -510.9375], [-485.9375, -964.0625, 92.1875], [3887.5, 3321.875, -2160.9375]], [[1465.625, 325.0, 1779.6875], [-54.6875, 975.0, 5401.5625], [-3054.6875, -953.125, -3212.5], [371.875, 201.5625, -1906.25]]]> : tensor<2x4x3xf32>}) {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<2x?x5xf32, #sym.dims<c>>, tensor<4x?x3xf32, #sym.dims<c>>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// Not where the weight says how many there are.
// CHECK-LABEL: func.func @conv_plain
// CHECK: onnx.Conv(%arg0, %arg1, {{.*}})
func.func @conv_plain(%x: tensor<2x?x5xf32> {onnx.value = dense<[[[26.25, -20.0, 2.5, 41.25, 48.75], [7.5, -50.0, 27.5, -16.25, -45.0]], [[-32.5, 6.25, 12.5, -11.25, 32.5], [-41.25, -22.5, 37.5, 37.5, -31.25]]]> : tensor<2x2x5xf32>},
                      %w: tensor<4x2x3xf32> {onnx.value = dense<[[[38.75, -27.5, 7.5], [-47.5, -10.0, 13.75]], [[-6.25, 13.75, 7.5], [-32.5, -6.25, -20.0]], [[-23.75, 27.5, -23.75], [8.75, 21.25, 1.25]], [[-50.0, -21.25, -33.75], [41.25, -26.25, -21.25]]]> : tensor<4x2x3xf32>})
    -> (tensor<2x4x3xf32> {onnx.expected = dense<[[[2107.8125, 1342.1875, -2434.375], [-901.5625, 2246.875, 1025.0], [-2195.3125, -309.375, -243.75], [65.625, -2884.375, -129.6875]], [[1362.5, 1023.4375, -1548.4375], [1114.0625, -204.6875, -817.1875], [-145.3125, 1109.375, -292.1875], [-837.5, -2907.8125, -256.25]]]> : tensor<2x4x3xf32>}) {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<2x?x5xf32>, tensor<4x2x3xf32>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// Planes without elements, and none that may be without: 8 operations for one
// would cost every other run.
// CHECK-LABEL: func.func @instance_norm
// CHECK: onnx.InstanceNormalization(%arg0, {{.*}}) : {{.*}} -> tensor<2x3x?xf32>
// CHECK: return %{{.*}}, %arg1
func.func @instance_norm(%x: tensor<2x3x?xf32> {onnx.value = dense<[[[0.5, 0.75], [-2.0, -1.0], [-1.0, -1.5]], [[1.0, -0.75], [1.25, 0.75], [1.25, -1.0]]]> : tensor<2x3x2xf32>},
                         %y: tensor<2x3x0xf32> {onnx.value = dense<> : tensor<2x3x0xf32>})
    -> (tensor<2x3x?xf32> {onnx.expected = dense<[[[-0.99968004, 0.9996803], [-0.99998, 0.99998], [0.9999199, -0.9999201]], [[0.99999344, -0.99999344], [0.99992, -0.99992], [0.99999607, -0.99999607]]]> : tensor<2x3x2xf32>},
        tensor<2x3x0xf32> {onnx.expected = dense<> : tensor<2x3x0xf32>}) {
  %0 = torch.aten.instance_norm.default(%x, none, none, none, none, true, 0.1, 1.0e-05, true) : (tensor<2x3x?xf32>) -> tensor<2x3x?xf32>
  %1 = torch.aten.instance_norm.default(%y, none, none, none, none, true, 0.1, 1.0e-05, true) : (tensor<2x3x0xf32>) -> tensor<2x3x0xf32>
  return %0, %1 : tensor<2x3x?xf32>, tensor<2x3x0xf32>
}
