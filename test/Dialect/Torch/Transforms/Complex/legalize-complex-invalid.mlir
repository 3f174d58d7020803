// What has no rule is left with the reason, which the conversion reports once.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --split-input-file --torch-decompose --torch-legalize-complex --convert-torch-to-onnx --verify-diagnostics

// What comes after is not reported.
func.func @no_rule(%x: tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>> {
  %0 = torch.aten.mul.Tensor(%x, %x) : (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  // expected-error @+1 {{unsupported operator 'aten.poisson.default' (1 use): expected real numbers, found complex ones, for which it has no rule}}
  %1 = torch.aten.poisson.default(%0) : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  %2 = torch.aten.neg.default(%1) : (tensor<3x3xcomplex<f32>>) -> tensor<3x3xcomplex<f32>>
  return %2 : tensor<3x3xcomplex<f32>>
}

// -----

func.func @real_argument(%x: tensor<4xcomplex<f32>>, %i: tensor<4xi64>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{unsupported operator 'aten.index_add.default' (1 use): expected 'alpha' to be real, found}}
  %0 = torch.aten.index_add.default(%x, 0, %i, %x, alpha=dense<(0.0, 1.0)> : tensor<complex<f64>>) : (tensor<4xcomplex<f32>>, tensor<4xi64>, tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
  return %0 : tensor<4xcomplex<f32>>
}

// -----

func.func @number_of_factors(%x: tensor<?xcomplex<f32>>) -> tensor<complex<f32>> {
  // expected-error @+1 {{unsupported operator 'aten.prod.default' (1 use): expected a product of at most 1024 complex numbers, found a number of them known only at run time}}
  %0 = torch.aten.prod.default(%x) : (tensor<?xcomplex<f32>>) -> tensor<complex<f32>>
  return %0 : tensor<complex<f32>>
}

// -----

func.func @prime(%x: tensor<10007xcomplex<f32>>) -> tensor<10007xcomplex<f32>> {
  // expected-error @+1 {{unsupported operator 'aten._fft_c2c.default' (1 use): expected a Fourier transform of at most 8192 elements where their number is prime, found 10007}}
  %0 = torch.aten._fft_c2c.default(%x, [0], 0, true) : (tensor<10007xcomplex<f32>>) -> tensor<10007xcomplex<f32>>
  return %0 : tensor<10007xcomplex<f32>>
}

// -----

func.func @subgraph(%c: i1, %x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  // expected-error @+1 {{expected real numbers, found complex ones}}
  %0 = scf.if %c -> tensor<4xcomplex<f32>> {
    // expected-error @+1 {{expected real numbers in a subgraph, found complex ones}}
    %1 = torch.aten.neg.default(%x) : (tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>>
    // expected-error @+1 {{expected real numbers in a subgraph, found complex ones}}
    scf.yield %1 : tensor<4xcomplex<f32>>
  } else {
    // expected-error @+1 {{expected real numbers in a subgraph, found complex ones}}
    scf.yield %x : tensor<4xcomplex<f32>>
  }
  return %0 : tensor<4xcomplex<f32>>
}
