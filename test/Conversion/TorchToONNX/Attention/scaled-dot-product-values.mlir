// Tests by value of scaled-dot-product.mlir: what PyTorch returns is expected (utils/expect_values.py).
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

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
