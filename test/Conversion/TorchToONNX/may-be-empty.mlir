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
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg1, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.MatMul(%arg0, %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Squeeze(%[[V2]], %[[V3]])
// CHECK: return %[[V4]] : tensor<?xf32>
func.func @mv(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.5, 2.0, 1.25], [-0.5, -1.5, -1.25]]> : tensor<2x3xf32>},
              %y: tensor<3xf32> {onnx.value = dense<[-0.25, 1.5, -0.75]> : tensor<3xf32>})
    -> (tensor<?xf32> {onnx.expected = dense<[2.4375, -1.1875]> : tensor<2xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x2x4xf32, #sym.dims<n>>
func.func @matmul(%x: tensor<?x2x3xf32, #sym.dims<n>> {onnx.value = dense<[[[0.25, 0.5, 0.25], [-0.25, 1.75, -2.0]], [[-1.0, -0.75, -1.5], [1.75, 1.75, 1.0]]]> : tensor<2x2x3xf32>},
                  %y: tensor<1x3x4xf32> {onnx.value = dense<[[[1.0, -2.0, -1.25, -1.5], [-0.75, 1.25, 1.75, 1.75], [1.75, -1.75, -2.0, -1.75]]]> : tensor<1x3x4xf32>})
    -> (tensor<?x2x4xf32, #sym.dims<n>> {onnx.expected = dense<[[[0.3125, -0.3125, 0.0625, 0.0625], [-5.0625, 6.1875, 7.375, 6.9375]], [[-3.0625, 3.6875, 2.9375, 2.8125], [2.1875, -3.0625, -1.125, -1.3125]]]> : tensor<2x2x4xf32>}) {
  %0 = torch.aten.matmul.default(%x, %y) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<1x3x4xf32>) -> tensor<?x2x4xf32, #sym.dims<n>>
  return %0 : tensor<?x2x4xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linear
// CHECK: %[[V0:.*]] = onnx.MatMul(%arg0, {{.*}}) : {{.*}} -> tensor<?x?x4xf32, #sym.dims<n, s>>
// CHECK: return %[[V0]]
func.func @linear(%x: tensor<?x?x3xf32, #sym.dims<n, s>> {onnx.value = dense<[[[-0.25, -0.25, 2.0], [0.0, 0.5, -0.5], [-2.0, -1.25, -1.75]], [[0.75, 0.75, -0.5], [1.5, 2.0, 1.0], [2.0, -1.0, -2.0]]]> : tensor<2x3x3xf32>},
                  %w: tensor<4x3xf32> {onnx.value = dense<[[-2.0, 0.25, 0.5], [1.5, -0.75, 0.5], [-0.25, 0.75, -1.25], [1.5, 0.0, -1.5]]> : tensor<4x3xf32>})
    -> (tensor<?x?x4xf32, #sym.dims<n, s>> {onnx.expected = dense<[[[1.4375, 0.8125, -2.625, -3.375], [-0.125, -0.625, 1.0, 0.75], [2.8125, -2.9375, 1.75, -0.375]], [[-1.5625, 0.3125, 1.0, 1.875], [-2.0, 1.25, -0.125, 0.75], [-5.25, 2.75, 1.25, 6.0]]]> : tensor<2x3x4xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<[-1, 1, 4, 4]> : tensor<4xi64>
// CHECK: %[[V1:.*]] = onnx.Reshape(%arg0, %[[V0]])
// CHECK: %Y, %Indices = onnx.MaxPool(%[[V1]]) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>}
// CHECK: %[[V2:.*]] = onnx.Constant dense<[2, -1, 2, 2]> : tensor<4xi64>
// CHECK: %[[V3:.*]] = onnx.Reshape(%Y, %[[V2]])
// CHECK: return %[[V3]] : tensor<2x?x2x2xf32, #sym.dims<c>>
func.func @max_pool(%x: tensor<2x?x4x4xf32, #sym.dims<c>> {onnx.value = dense<[[[[2.0, -1.0, -0.25, 2.0], [-1.0, -1.25, 1.25, -1.75], [1.25, -2.0, 1.75, -1.25], [2.0, 1.0, 1.5, 0.0]], [[-1.25, -0.75, 0.25, -0.25], [-0.25, -1.25, 0.0, 1.75], [1.75, -0.25, -1.0, -1.5], [-0.75, -0.5, 1.5, 1.25]]], [[[1.25, 2.0, 0.25, 1.5], [1.5, -1.75, -0.75, 1.0], [1.25, -0.75, -1.25, 0.75], [-1.5, 1.75, 0.0, 0.5]], [[0.75, 1.75, 0.75, -0.25], [0.5, -1.75, 1.5, -0.5], [-0.75, 2.0, -1.5, -1.75], [0.75, -0.25, 0.0, -1.0]]]]> : tensor<2x2x4x4xf32>})
    -> (tensor<2x?x2x2xf32, #sym.dims<c>> {onnx.expected = dense<[[[[2.0, 2.0], [2.0, 1.75]], [[-0.25, 1.75], [1.75, 1.5]]], [[[2.0, 1.5], [1.75, 0.75]], [[1.75, 1.5], [2.0, 0.0]]]]> : tensor<2x2x2x2xf32>}) {
  %0 = torch.aten.max_pool2d.default(%x, [2, 2]) : (tensor<2x?x4x4xf32, #sym.dims<c>>) -> tensor<2x?x2x2xf32, #sym.dims<c>>
  return %0 : tensor<2x?x2x2xf32, #sym.dims<c>>
}

// -----

// The mean of nothing is NaN here, too.
// CHECK-LABEL: func.func @global_average
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.ReduceSum(%arg0, %[[V0]])
// CHECK: %[[COUNT:.*]] = onnx.Cast(%{{.*}}) {to = f32}
// CHECK: %[[V2:.*]] = onnx.Div(%[[V1]], %[[COUNT]])
// CHECK: return %[[V2]] : tensor<2x3x1x1xf32>
func.func @global_average(%x: tensor<2x3x?x4xf32, #sym.dims<h>> {onnx.value = dense<[[[[0.75, 1.0, -0.5, 1.75], [-1.25, 1.5, -1.75, 1.5]], [[-1.0, 1.0, -1.5, 2.0], [-2.0, 1.0, 1.75, 0.5]], [[-1.5, 0.75, -1.5, 0.5], [1.0, -0.5, -0.5, -2.0]]], [[[0.0, -1.25, 1.0, -0.5], [2.0, 0.75, 0.75, 1.0]], [[0.5, -0.25, -1.5, 1.75], [0.75, -0.25, 1.5, 1.25]], [[0.75, 2.0, 1.5, -1.25], [1.0, -1.0, 0.5, -0.5]]]]> : tensor<2x3x2x4xf32>})
    -> (tensor<2x3x1x1xf32> {onnx.expected = dense<[[[[0.375]], [[0.21875]], [[-0.46875]]], [[[0.46875]], [[0.46875]], [[0.375]]]]> : tensor<2x3x1x1xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.ReduceL1(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.ReduceMax(%[[V0]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<0xFF800000> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Min(%[[V0]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.ReduceSum(%[[V3]], %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V5:.*]] = onnx.Max(%[[V1]], %[[V4]])
// CHECK: return %[[V5]] : tensor<f32>
func.func @matrix_norm(%x: tensor<?x3xf32, #sym.dims<n>> {onnx.value = dense<[[1.75, 1.0, 0.25], [-1.5, -0.25, 1.0]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<3.25> : tensor<f32>}) {
  %0 = torch.aten.linalg_norm.default(%x, 1) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @glu
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) {end = 1 : i64}
// CHECK: %[[V2:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Div(%[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Concat(%[[V3]], %[[V3]]) {axis = 0 : i64}
// CHECK: %[[V5:.*]]:2 = onnx.Split(%arg0, %[[V4]])
// CHECK: %[[V6:.*]] = onnx.Sigmoid(%[[V5]]#1)
// CHECK: %[[V7:.*]] = onnx.Mul(%[[V5]]#0, %[[V6]])
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: return %[[V7]] : tensor<?x3xf32, #sym.dims<n>>
func.func @glu(%x: tensor<?x3xf32, #sym.dims<2*n>> {onnx.value = dense<[[-0.75, 0.75, 0.5], [-1.5, 0.5, -0.75], [2.0, 0.75, -1.5], [1.25, -0.5, 2.0]]> : tensor<4x3xf32>})
    -> (tensor<?x3xf32, #sym.dims<n>> {onnx.expected = dense<[[-0.6605978, 0.50938404, 0.091212764], [-1.1659498, 0.18877034, -0.6605978]]> : tensor<2x3xf32>}) {
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
// CHECK: %[[V0:.*]] = onnx.Constant dense<[0, 0, 0, 0, 1, 0]> : tensor<6xi64>
// CHECK: %[[V1:.*]] = onnx.NoValue()
// CHECK: %[[V2:.*]] = onnx.NoValue()
// CHECK: %[[V3:.*]] = onnx.Pad(%arg0, %[[V0]], %[[V1]], %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Constant dense<[0, 0, 0, 0, 1, 0]> : tensor<6xi64>
// CHECK: %[[V5:.*]] = onnx.NoValue()
// CHECK: %[[V6:.*]] = onnx.NoValue()
// CHECK: %[[V7:.*]] = onnx.Pad(%arg1, %[[V4]], %[[V5]], %[[V6]])
// CHECK: %[[V8:.*]] = onnx.NoValue()
// CHECK: %[[V9:.*]] = onnx.Conv(%[[V3]], %[[V7]], %[[V8]])
// CHECK: return %[[V9]] : tensor<2x4x3xf32>
func.func @conv(%x: tensor<2x?x5xf32, #sym.dims<c>> {onnx.value = dense<[[[-1.0, -1.5, -1.0, -1.5, 1.25], [-0.75, 0.5, -2.0, 0.75, -1.75]], [[-0.75, -0.5, 0.0, 0.25, -0.5], [-0.25, 0.25, -2.0, -1.25, 1.25]]]> : tensor<2x2x5xf32>},
                %w: tensor<4x?x3xf32, #sym.dims<c>> {onnx.value = dense<[[[-2.0, -1.5, 2.0], [-0.75, -1.0, -1.25]], [[-2.0, -0.25, 2.0], [0.75, -0.5, 1.25]], [[-0.5, -0.5, 1.5], [-2.0, -1.5, -2.0]], [[-1.5, -0.25, 1.25], [-0.75, 1.25, 1.75]]]> : tensor<4x2x3xf32>})
    -> (tensor<2x4x3xf32> {onnx.expected = dense<[[[4.8125, 2.1875, 9.6875], [-2.9375, 2.5625, 0.8125], [4.5, -0.5, 9.5], [-1.6875, -0.9375, 2.8125]], [[4.6875, 4.875, -0.1875], [-1.1875, 1.125, -0.375], [4.75, 5.625, 2.5], [-1.75, -3.8125, 1.4375]]]> : tensor<2x4x3xf32>}) {
  %0 = torch.aten.conv1d.default(%x, %w) : (tensor<2x?x5xf32, #sym.dims<c>>, tensor<4x?x3xf32, #sym.dims<c>>) -> tensor<2x4x3xf32>
  return %0 : tensor<2x4x3xf32>
}

// -----

// Not where the weight says how many there are.
// CHECK-LABEL: func.func @conv_plain
// CHECK: %[[V0:.*]] = onnx.NoValue()
// CHECK: %[[V1:.*]] = onnx.Conv(%arg0, %arg1, %[[V0]])
// CHECK: return %[[V1]] : tensor<2x4x3xf32>
func.func @conv_plain(%x: tensor<2x?x5xf32> {onnx.value = dense<[[[-1.5, -1.25, 1.5, 1.0, 0.75], [-1.75, -2.0, 1.0, 1.75, 0.75]], [[-2.0, 0.5, 1.25, 0.25, 0.5], [-0.25, -1.0, 1.75, -2.0, 1.25]]]> : tensor<2x2x5xf32>},
                      %w: tensor<4x2x3xf32> {onnx.value = dense<[[[-1.0, 2.0, -0.25], [-1.0, 0.5, 0.5]], [[-1.25, -1.25, -1.0], [0.0, -1.25, -1.0]], [[0.75, 1.25, -0.25], [2.0, 0.5, -0.75]], [[-1.5, -1.0, 2.0], [-0.25, -1.0, 1.0]]]> : tensor<4x2x3xf32>})
    -> (tensor<2x4x3xf32> {onnx.expected = dense<[[[-0.125, 7.375, 0.5625], [3.4375, -4.3125, -6.8125], [-8.3125, -4.125, 4.5], [9.9375, 3.625, -3.0]], [[3.3125, 2.8125, -3.0], [0.125, -2.625, -1.125], [-3.5, 2.25, 2.6875], [7.8125, -5.0, 1.6875]]]> : tensor<2x4x3xf32>}) {
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
