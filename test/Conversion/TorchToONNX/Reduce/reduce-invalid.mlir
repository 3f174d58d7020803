// Variances, norms and quantiles that cannot be expressed are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @order(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.linalg_norm.default' (1 use): expected 'ord' to be 1, -1, inf, -inf or 'fro' for matrices, found 3}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.linalg_norm.default(%x, ord=3) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @singular(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.linalg_norm.default' (1 use): expected 'ord' to be 1, -1, inf, -inf or 'fro' for matrices, found -2}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.linalg_norm.default(%x, ord=-2) : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @nuclear(%x: tensor<2x3xf32>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.linalg_norm.ord_str' (1 use): expected 'ord' to be a number or 'fro', found 'nuc'}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.linalg_norm.ord_str(%x, ord="nuc") : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @quantile(%x: tensor<0xf32>) -> tensor<f32> {
  // expected-error @+2 {{unsupported operator 'aten.quantile.scalar' (1 use): expected elements to take quantiles of, found tensor<0xf32>}}
  // expected-note @+1 {{run_decompositions}}
  %0 = torch.aten.quantile.scalar(%x, q=0.5) : (tensor<0xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @complex(%x: tensor<2x3xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>) {
  // expected-error @+2 {{unsupported operator 'aten.std_mean.dim' (1 use): expected 'self' to have real elements, found complex<f32>}}
  // expected-note @+1 {{run_decompositions}}
  %0:2 = torch.aten.std_mean.dim(%x, dim=[1]) : (tensor<2x3xcomplex<f32>>) -> (tensor<2xf32>, tensor<2xcomplex<f32>>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xcomplex<f32>>
}

// -----

func.func @prims_sum(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  // expected-error @below {{unsupported operator 'prims.sum.default' (1 use): expected 'dims' to be None or to name a dimension}}
  %0 = torch.prims.sum.default(%x, []) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
