// A mask of floats that adds 0 or -inf, as nn.MultiheadAttention makes it of
// booleans, is booleans again: no tensor has -inf in it.
//
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --canonicalize --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --canonicalize --onnx-evaluate=only-expected --split-input-file -o /dev/null

!x = tensor<2x4x5x16xf32>

// CHECK-LABEL: func.func @filled
// CHECK-NOT: 0xFF800000
// CHECK: %[[BIAS:.*]] = onnx.Where(%arg1, %{{.*}}, %{{.*}})
// CHECK: %[[MASKED:.*]] = onnx.Add(%{{.*}}, %[[BIAS]])
// CHECK: %[[WEIGHTS:.*]] = onnx.Softmax(%[[MASKED]])
// CHECK: %[[NUMBERS:.*]] = onnx.Where(%arg1, %{{.*}}, %{{.*}})
// CHECK: onnx.Mul(%[[WEIGHTS]], %[[NUMBERS]])
func.func @filled(%x: !x, %hidden: tensor<5x5xi1>) -> !x {
  %zeros = torch.aten.zeros.default([5, 5]) : () -> tensor<5x5xf32>
  %mask = torch.aten.masked_fill.Scalar(%zeros, %hidden, 0xFFF0000000000000 : f64) : (tensor<5x5xf32>, tensor<5x5xi1>) -> tensor<5x5xf32>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<5x5xf32>) -> !x
  return %0 : !x
}

// -----

!x = tensor<2x4x5x16xf32>

// The sum of a mask of keys and one of pairs, both moved.
//
// CHECK-LABEL: func.func @sum
// CHECK-NOT: 0xFF800000
// CHECK-DAG: %[[PAIRS:.*]] = onnx.Not(%arg1) : (tensor<5x5xi1>) -> tensor<5x5xi1>
// CHECK-DAG: %[[KEYS:.*]] = onnx.Not(%arg2) : (tensor<2x5xi1>) -> tensor<2x5xi1>
// CHECK-DAG: %[[MOVED:.*]] = onnx.Reshape(%[[KEYS]], {{.*}}) -> tensor<2x1x1x5xi1>
// CHECK: %[[BOTH:.*]] = onnx.And(%[[PAIRS]], %[[MOVED]])
// CHECK: onnx.Where(%[[BOTH]], %{{.*}}, %{{.*}})
// CHECK-NOT: onnx.Equal
// CHECK: return
func.func @sum(%x: !x, %pairs: tensor<5x5xi1>, %keys: tensor<2x5xi1>) -> !x {
  %zero = torch.constant dense<0.0> : tensor<f32> : tensor<f32>
  %lowest = torch.constant dense<0xFF800000> : tensor<f32> : tensor<f32>
  %first = torch.aten.where.self(%pairs, %lowest, %zero) : (tensor<5x5xi1>, tensor<f32>, tensor<f32>) -> tensor<5x5xf32>
  %second = torch.aten.where.self(%keys, %lowest, %zero) : (tensor<2x5xi1>, tensor<f32>, tensor<f32>) -> tensor<2x5xf32>
  %view = torch.aten.view.default(%second, [2, 1, 1, 5]) : (tensor<2x5xf32>) -> tensor<2x1x1x5xf32>
  %mask = torch.aten.add.Tensor(%first, %view) : (tensor<5x5xf32>, tensor<2x1x1x5xf32>) -> tensor<2x1x5x5xf32>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<2x1x5x5xf32>) -> !x
  return %0 : !x
}

// -----

!x = tensor<1x1x2x4xf32>

// CHECK-LABEL: func.func @constant
// CHECK-NOT: 0xFF800000
// CHECK: onnx.Softmax
// CHECK-NOT: onnx.Equal
// CHECK: return
func.func @constant(%x: !x {onnx.value = dense<[[[[-0.125, -2.875, 1.25, 0.125], [-2.625, 2.25, -0.75, 0.875]]]]> : tensor<1x1x2x4xf32>})
    -> (!x {onnx.expected = dense<[[[[-0.125, -2.875, 1.25, 0.125], [-2.6248999, 2.2497947, -0.7499199, 0.87496996]]]]> : tensor<1x1x2x4xf32>}) {
  %mask = torch.constant dense<[[0.0, 0xFF800000], [0.0, 0.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<2x2xf32>) -> !x
  return %0 : !x
}

// -----

!x = tensor<1x1x2x4xf32>

// Other numbers are in it: of a row with -inf and the lowest finite number, the
// latter gets all of the weight.
//
// CHECK-LABEL: func.func @other_numbers
// CHECK: %[[MASKED:.*]] = onnx.Add(
// CHECK: onnx.Equal(%[[MASKED]], %{{.*}})
func.func @other_numbers(%x: !x {onnx.value = dense<[[[[2.75, -1.875, 1.875, -0.75], [-0.25, 2.125, -1.375, 1.125]]]]> : tensor<1x1x2x4xf32>})
    -> (!x {onnx.expected = dense<[[[[2.75, -1.875, 1.875, -0.75], [-0.24890369, 2.123538, -1.3738122, 1.1243148]]]]> : tensor<1x1x2x4xf32>}) {
  %mask = torch.constant dense<[[-3.40282347E+38, 0xFF800000], [0.0, 0.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<2x2xf32>) -> !x
  return %0 : !x
}

// -----

!x = tensor<1x1x2x4xf32>

// A product of 0 and -inf is NaN.
//
// CHECK-LABEL: func.func @product
// CHECK: %[[MASKED:.*]] = onnx.Add(
// CHECK: onnx.Equal(%[[MASKED]], %{{.*}})
func.func @product(%x: !x {onnx.value = dense<[[[[1.875, 1.625, -1.75, -1.375], [0.125, 0.5, 1.25, 2.625]]]]> : tensor<1x1x2x4xf32>},
                   %hidden: tensor<2x2xi1> {onnx.value = dense<[[false, false], [true, false]]> : tensor<2x2xi1>},
                   %y: tensor<2x2xf32> {onnx.value = dense<[[-0.5, -0.0], [0.0, -1.625]]> : tensor<2x2xf32>})
    -> (!x {onnx.expected = dense<[[[[1.8743703, 1.6245953, -1.7489207, -1.3735609], [0x7FC00000, 0x7FC00000, 0x7FC00000, 0x7FC00000]]]]> : tensor<1x1x2x4xf32>}) {
  %zero = torch.constant dense<0.0> : tensor<f32> : tensor<f32>
  %lowest = torch.constant dense<0xFF800000> : tensor<f32> : tensor<f32>
  %first = torch.aten.where.self(%hidden, %lowest, %zero) : (tensor<2x2xi1>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  %mask = torch.aten.mul.Tensor(%first, %y) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<2x2xf32>) -> !x
  return %0 : !x
}

// -----

!x = tensor<1x1x2x4xf16>

// A number that is finite in f32 is infinite in f16, a smaller one is not.
//
// CHECK-LABEL: func.func @cast_to_infinity
// CHECK: %[[MASKED:.*]] = onnx.Add(
// CHECK: onnx.Equal(%[[MASKED]], %{{.*}})
func.func @cast_to_infinity(%x: !x {onnx.value = dense<[[[[-0.75, 0.625, 2.5, -0.625], [-2.125, 1.125, 2.125, 3.0]]]]> : tensor<1x1x2x4xf16>},
                            %hidden: tensor<2x2xi1> {onnx.value = dense<[[false, false], [true, false]]> : tensor<2x2xi1>})
    -> (!x {onnx.expected = dense<[[[[-1.14, 0.7666, 2.395, 0.4011], [-2.125, 1.125, 2.125, 3.0]]]]> : tensor<1x1x2x4xf16>}) {
  %zero = torch.constant dense<0.0> : tensor<f32> : tensor<f32>
  %lowest = torch.constant dense<-3.40282347E+38> : tensor<f32> : tensor<f32>
  %wide = torch.aten.where.self(%hidden, %lowest, %zero) : (tensor<2x2xi1>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  %mask = torch.aten._to_copy.default(%wide, dtype=f16) : (tensor<2x2xf32>) -> tensor<2x2xf16>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<2x2xf16>) -> !x
  return %0 : !x
}

// -----

!x = tensor<1x1x2x4xf16>

// CHECK-LABEL: func.func @cast_to_finite
// CHECK: onnx.Softmax
// CHECK-NOT: onnx.Equal
// CHECK: return
func.func @cast_to_finite(%x: !x {onnx.value = dense<[[[[1.625, 3.125, 1.5, -0.625], [-1.625, 1.375, -2.125, -0.625]]]]> : tensor<1x1x2x4xf16>},
                          %hidden: tensor<2x2xi1> {onnx.value = dense<[[true, false], [true, true]]> : tensor<2x2xi1>})
    -> (!x {onnx.expected = dense<[[[[-1.625, 1.375, -2.125, -0.625], [-1.608, 1.384, -2.107, -0.625]]]]> : tensor<1x1x2x4xf16>}) {
  %zero = torch.constant dense<0.0> : tensor<f32> : tensor<f32>
  %low = torch.constant dense<-1.0e+04> : tensor<f32> : tensor<f32>
  %wide = torch.aten.where.self(%hidden, %low, %zero) : (tensor<2x2xi1>, tensor<f32>, tensor<f32>) -> tensor<2x2xf32>
  %mask = torch.aten._to_copy.default(%wide, dtype=f16) : (tensor<2x2xf32>) -> tensor<2x2xf16>
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, %mask) : (!x, !x, !x, tensor<2x2xf16>) -> !x
  return %0 : !x
}
