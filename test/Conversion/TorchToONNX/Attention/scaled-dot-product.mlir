// Scaled dot product attention. Where nothing is masked the scores are divided,
// where ONNX Runtime's optimizers look for it.
//
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

!q = tensor<2x4x3x16xf32>
!k = tensor<2x4x5x16xf32>

// CHECK-LABEL: func.func @plain
// CHECK-DAG: %[[K:.*]] = onnx.Transpose(%arg1) {perm = array<i64: 0, 1, 3, 2>}
// CHECK-DAG: %[[ROOT:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK-DAG: %[[PRODUCT:.*]] = onnx.MatMul(%arg0, %[[K]])
// CHECK: %[[SCORES:.*]] = onnx.Div(%[[PRODUCT]], %[[ROOT]])
// CHECK-NEXT: %[[WEIGHTS:.*]] = onnx.Softmax(%[[SCORES]])
// CHECK-NOT: onnx.Dropout
// CHECK: onnx.MatMul(%[[WEIGHTS]], %arg2)
func.func @plain(%q: !q, %k: !k, %v: !k) -> !q {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v) : (!q, !k, !k) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x3x16xf32>
!k = tensor<2x4x5x16xf32>

// A row without any key is zero in PyTorch, not NaN. A score that is NaN is not
// masked: the bias is added, and the weights are multiplied. The bias is finite,
// as quantization tools make an infinite scale of -inf. No Cast makes floats of the
// mask: converters to half precision would not change its type.
//
// CHECK-LABEL: func.func @mask
// CHECK-NOT: onnx.Cast
// CHECK-NOT: 0xFF800000
// CHECK: %[[SCORES:.*]] = onnx.MatMul
// CHECK: %[[LOWEST:.*]] = onnx.Constant dense<-1.70141173E+38> : tensor<f32>
// CHECK: %[[BIAS:.*]] = onnx.Where(%arg3, %{{.*}}, %[[LOWEST]]) : (tensor<2x1x3x5xi1>, tensor<f32>, tensor<f32>)
// CHECK: %[[MASKED:.*]] = onnx.Add(%[[SCORES]], %[[BIAS]])
// CHECK: %[[WEIGHTS:.*]] = onnx.Softmax(%[[MASKED]])
// CHECK: %[[KEPT:.*]] = onnx.Where(%arg3, %{{.*}}, %{{.*}})
// CHECK: %[[ROWS:.*]] = onnx.Mul(%[[WEIGHTS]], %[[KEPT]])
// CHECK: onnx.MatMul(%[[ROWS]], %arg2)
func.func @mask(%q: !q, %k: !k, %v: !k, %mask: tensor<2x1x3x5xi1>) -> !q {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, %mask) : (!q, !k, !k, tensor<2x1x3x5xi1>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x3x16xf32>
!k = tensor<2x4x5x16xf32>

// A bias that is given may have -inf, whose rows are found by their scores.
//
// CHECK-LABEL: func.func @bias
// CHECK: %[[MASKED:.*]] = onnx.Add(%{{.*}}, %arg3)
// CHECK-DAG: %[[WEIGHTS:.*]] = onnx.Softmax(%[[MASKED]])
// CHECK-DAG: %[[HIDDEN:.*]] = onnx.Equal(%[[MASKED]], %{{.*}})
// CHECK: onnx.Where(%[[HIDDEN]], %{{.*}}, %[[WEIGHTS]])
func.func @bias(%q: !q, %k: !k, %v: !k, %mask: tensor<2x1x3x5xf32>) -> !q {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, %mask) : (!q, !k, !k, tensor<2x1x3x5xf32>) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x3x16xf32>
!k = tensor<2x4x5x16xf32>

// The weights are masked as well: where all keys that are seen have scores of
// -inf, the lowest number would be the largest one.
//
// CHECK-LABEL: func.func @causal
// CHECK-NOT: 0xFF800000
// CHECK: %[[MASKED:.*]] = onnx.Where(%[[SEEN:.*]], %{{.*}}, %{{.*}}) : (tensor<3x5xi1>,
// CHECK: %[[WEIGHTS:.*]] = onnx.Softmax(%[[MASKED]])
// CHECK: %[[ROWS:.*]] = onnx.Where(%[[SEEN]], %[[WEIGHTS]], %{{.*}})
// CHECK: onnx.MatMul(%[[ROWS]], %arg2)
func.func @causal(%q: !q, %k: !k, %v: !k) -> !q {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, is_causal=true) : (!q, !k, !k) -> !q
  return %0 : !q
}

// -----

!q = tensor<4x3x16xf32>
!k = tensor<2x4x5x16xf32>

// Sizes count from the last dimension: the keys have one dimension more.
//
// CHECK-LABEL: func.func @broadcast
// CHECK: %[[MASK:.*]] = onnx.Where({{.*}}) : (tensor<3x5xi1>, tensor<f32>, tensor<f32>) -> tensor<3x5xf32>
// CHECK: onnx.Add({{.*}}, %[[MASK]]) : (tensor<2x4x3x5xf32>, tensor<3x5xf32>)
func.func @broadcast(%q: !q, %k: !k, %v: !k) -> tensor<2x4x3x16xf32> {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, is_causal=true) : (!q, !k, !k) -> tensor<2x4x3x16xf32>
  return %0 : tensor<2x4x3x16xf32>
}

// -----

!q = tensor<2x4x3x16xf32>
!k = tensor<2x2x5x16xf32>

// Heads that share a key are a dimension of their own: keys are not repeated.
//
// CHECK-LABEL: func.func @grouped
// CHECK-NOT: onnx.Expand
// CHECK: onnx.Reshape(%arg0, %{{.*}}) {{.*}} -> tensor<2x2x2x3x16xf32>
// CHECK-NOT: onnx.Expand
// CHECK: onnx.Reshape(%{{.*}}) {{.*}} -> tensor<2x4x3x16xf32>
func.func @grouped(%q: !q, %k: !k, %v: !k) -> !q {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, enable_gqa=true) : (!q, !k, !k) -> !q
  return %0 : !q
}

// -----

!q = tensor<2x4x3x16xf32>
!k = tensor<2x4x5x16xf32>

// CHECK-LABEL: func.func @training
// CHECK: %[[WEIGHTS:.*]] = onnx.Softmax
// CHECK: %[[DROPPED:.*]], %{{.*}} = onnx.Dropout(%[[WEIGHTS]],
// CHECK: onnx.MatMul(%[[DROPPED]], %arg2)
func.func @training(%q: !q, %k: !k, %v: !k) -> !q {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, dropout_p=0.5) : (!q, !k, !k) -> !q
  return %0 : !q
}

// -----

// Half precision is computed in single precision, as in PyTorch.
//
// CHECK-LABEL: func.func @half
// CHECK: onnx.Softmax({{.*}}) : (tensor<2x4x3x5xf32>) -> tensor<2x4x3x5xf32>
// CHECK: %[[RESULT:.*]] = onnx.MatMul
// CHECK: %[[ROUNDED:.*]] = onnx.Cast(%[[RESULT]]) {to = f16}
// CHECK: return %[[ROUNDED]]
func.func @half(%q: tensor<2x4x3x16xf16>, %k: tensor<2x4x5x16xf16>, %v: tensor<2x4x5x16xf16>) -> tensor<2x4x3x16xf16> {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v) : (tensor<2x4x3x16xf16>, tensor<2x4x5x16xf16>, tensor<2x4x5x16xf16>) -> tensor<2x4x3x16xf16>
  return %0 : tensor<2x4x3x16xf16>
}

// -----

// Of three dimensions eager adds the mask, which keeps NaN.
// CHECK-LABEL: func.func @causal_sum
// CHECK: %[[MASK:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<3x3xi1>, tensor<f32>, tensor<f32>) -> tensor<3x3xf32>
// CHECK: onnx.Add(%{{.*}}, %[[MASK]])
func.func @causal_sum(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = torch.aten.scaled_dot_product_attention.default(%x, %x, %x, is_causal=true) : (tensor<2x3x4xf32>, tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// -----

// A mask that is true everywhere masks nothing.
// CHECK-LABEL: func.func @mask_of_ones
// CHECK-NOT: onnx.Where
// CHECK: onnx.Softmax
// CHECK-NOT: onnx.Where
// CHECK: return
func.func @mask_of_ones(%q: tensor<2x3x4x8xf32>) -> tensor<2x3x4x8xf32> {
  %m = torch.constant dense<true> : tensor<1x1x4x1xi1> : tensor<1x1x4x1xi1>
  %e = torch.aten.expand.default(%m, [2, -1, 4, 4]) : (tensor<1x1x4x1xi1>) -> tensor<2x1x4x4xi1>
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %q, %q, %e)
      : (tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x3x4x8xf32>, tensor<2x1x4x4xi1>) -> tensor<2x3x4x8xf32>
  return %0 : tensor<2x3x4x8xf32>
}

// -----

// One that is not does.
// CHECK-LABEL: func.func @mask_with_a_zero
// CHECK: onnx.Where
// CHECK: onnx.Softmax
func.func @mask_with_a_zero(%q: tensor<2x3x2x8xf32>) -> tensor<2x3x2x8xf32> {
  %m = torch.constant dense<[[[[true], [false]]]]> : tensor<1x1x2x1xi1> : tensor<1x1x2x1xi1>
  %e = torch.aten.expand.default(%m, [2, -1, 2, 2]) : (tensor<1x1x2x1xi1>) -> tensor<2x1x2x2xi1>
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %q, %q, %e)
      : (tensor<2x3x2x8xf32>, tensor<2x3x2x8xf32>, tensor<2x3x2x8xf32>, tensor<2x1x2x2xi1>) -> tensor<2x3x2x8xf32>
  return %0 : tensor<2x3x2x8xf32>
}

// -----

// A query sees its own key and the ones before.
func.func @causal(%q: tensor<1x2x3x2xf32> {onnx.value = dense<[[[[0.0, 1.75], [0.0, -1.25], [1.0, -0.5]], [[-0.5, 1.0], [-1.25, 0.0], [0.0, 1.75]]]]> : tensor<1x2x3x2xf32>},
                  %k: tensor<1x2x3x2xf32> {onnx.value = dense<[[[[1.25, -1.5], [-1.0, 1.25], [0.0, -1.25]], [[-1.5, -1.0], [-0.25, -0.25], [-1.25, -1.25]]]]> : tensor<1x2x3x2xf32>},
                  %v: tensor<1x2x3x2xf32> {onnx.value = dense<[[[[-1.25, -0.5], [1.75, 2.0], [0.75, 2.0]], [[-2.0, 0.5], [0.0, -0.75], [-1.25, -1.0]]]]> : tensor<1x2x3x2xf32>})
    -> (tensor<1x2x3x2xf32> {onnx.expected = dense<[[[[-1.25, -0.5], [-1.0074112, -0.29784265], [-0.5713626, 0.2821126]], [[-2.0, 0.5], [-1.5023371, 0.18896069], [-0.68426317, -0.49985194]]]]> : tensor<1x2x3x2xf32>}) {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, is_causal=true) : (tensor<1x2x3x2xf32>, tensor<1x2x3x2xf32>, tensor<1x2x3x2xf32>) -> tensor<1x2x3x2xf32>
  return %0 : tensor<1x2x3x2xf32>
}

// -----

// More keys than queries, which are aligned at the first key.
func.func @causal_of_more_keys(%q: tensor<1x1x?x2xf32, #sym.dims<n>> {onnx.value = dense<[[[[-0.5, 2.0], [-1.0, 0.25]]]]> : tensor<1x1x2x2xf32>},
                               %k: tensor<1x1x4x2xf32> {onnx.value = dense<[[[[-1.75, -1.25], [-1.0, 0.25], [0.0, 1.0], [1.0, -0.75]]]]> : tensor<1x1x4x2xf32>},
                               %v: tensor<1x1x4x2xf32> {onnx.value = dense<[[[[2.0, 1.5], [-1.25, 0.5], [-2.0, 1.75], [0.5, 1.25]]]]> : tensor<1x1x4x2xf32>})
    -> (tensor<1x1x?x2xf32, #sym.dims<n>> {onnx.expected = dense<[[[[2.0, 1.5], [0.58919305, 1.0659056]]]]> : tensor<1x1x2x2xf32>}) {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, is_causal=true) : (tensor<1x1x?x2xf32, #sym.dims<n>>, tensor<1x1x4x2xf32>, tensor<1x1x4x2xf32>) -> tensor<1x1x?x2xf32, #sym.dims<n>>
  return %0 : tensor<1x1x?x2xf32, #sym.dims<n>>
}

// -----

// An additive mask, and a scale.
func.func @masked(%q: tensor<1x1x2x2xf32> {onnx.value = dense<[[[[-2.0, 1.75], [1.75, 1.25]]]]> : tensor<1x1x2x2xf32>},
                  %k: tensor<1x1x3x2xf32> {onnx.value = dense<[[[[0.0, 0.25], [1.25, 1.5], [1.75, -0.75]]]]> : tensor<1x1x3x2xf32>},
                  %v: tensor<1x1x3x2xf32> {onnx.value = dense<[[[[-1.5, -2.0], [0.0, 1.75], [-1.25, 1.25]]]]> : tensor<1x1x3x2xf32>},
                  %m: tensor<2x3xf32> {onnx.value = dense<[[0.0, 0xFF800000, 1.0], [-1.0, 0.5, 0.0]]> : tensor<2x3xf32>})
    -> (tensor<1x1x2x2xf32> {onnx.expected = dense<[[[[-1.458871, -1.4653214], [-0.2681787, 1.5574831]]]]> : tensor<1x1x2x2xf32>}) {
  %0 = torch.aten.scaled_dot_product_attention.default(%q, %k, %v, %m, scale=0.5) : (tensor<1x1x2x2xf32>, tensor<1x1x3x2xf32>, tensor<1x1x3x2xf32>, tensor<2x3xf32>) -> tensor<1x1x2x2xf32>
  return %0 : tensor<1x1x2x2xf32>
}
