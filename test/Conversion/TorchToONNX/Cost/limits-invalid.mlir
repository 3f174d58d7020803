// Constants that only the compiler can make have a limit.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @window() -> tensor<2000000xf32> {
  // expected-error @+1 {{unsupported operator 'aten.hann_window.default' (1 use): expected a constant of at most 1048576 elements, found 2000000}}
  %0 = torch.aten.hann_window.default(window_length=2000000) : () -> tensor<2000000xf32>
  return %0 : tensor<2000000xf32>
}

// -----

func.func @combinations(%x: tensor<100xf32>) -> tensor<3921225x4xf32> {
  // expected-error @+2 {{unsupported operator 'aten.combinations.default' (1 use): expected a constant of at most 1048576 elements, found 15684900}}
  // expected-note @+1 {{'program.run_decompositions({})' before torch.export.save replaces it by other operators}}
  %0 = torch.aten.combinations.default(%x, r=4) : (tensor<100xf32>) -> tensor<3921225x4xf32>
  return %0 : tensor<3921225x4xf32>
}

// -----

func.func @as_strided(%x: tensor<10xf32>) -> tensor<5x2xf32> {
  // expected-error @+1 {{unsupported operator 'aten.as_strided.default' (1 use): expected a strided view inside its tensor, found one that reaches beyond its end by 1}}
  %0 = torch.aten.as_strided.default(%x, size=[5, 2], stride=[2, 2]) : (tensor<10xf32>) -> tensor<5x2xf32>
  return %0 : tensor<5x2xf32>
}

// -----

func.func @histogram(%x: tensor<4xf32>) -> (tensor<2000000xf32>, tensor<2000001xf32>) {
  // expected-error @+1 {{unsupported operator 'aten.histogram.bin_ct' (1 use): expected from 1 to 1048575 bins, found 2000000}}
  %0:2 = torch.aten.histogram.bin_ct(%x, bins=2000000) : (tensor<4xf32>) -> (tensor<2000000xf32>, tensor<2000001xf32>)
  return %0#0, %0#1 : tensor<2000000xf32>, tensor<2000001xf32>
}

// -----

func.func @resample(%x: tensor<1x1x2000x2000xf32>) -> tensor<1x1x1000x1000xf32> {
  // expected-error @+1 {{unsupported operator 'aten._upsample_lanczos2d_aa.default' (1 use): expected a constant of at most 1048576 elements, found 2000000}}
  %0 = torch.aten._upsample_lanczos2d_aa.default(%x, [1000, 1000], true) : (tensor<1x1x2000x2000xf32>) -> tensor<1x1x1000x1000xf32>
  return %0 : tensor<1x1x1000x1000xf32>
}

// -----

func.func @linspace() -> tensor<2000000xf32> {
  // expected-error @+1 {{unsupported operator 'aten.linspace.default' (1 use): expected a constant of at most 1048576 elements, found 2000000}}
  %0 = torch.aten.linspace.default(0.0, 1.0, 2000000) : () -> tensor<2000000xf32>
  return %0 : tensor<2000000xf32>
}
