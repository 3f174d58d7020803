// Searches that cannot be expressed are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @slices(%x: tensor<2x0xf32>) -> (tensor<?x0xf32, #sym.dims<u0>>, tensor<2xi64>, tensor<?xi64, #sym.dims<u0>>) {
  // expected-error @+1 {{unsupported operator 'aten.unique_dim.default' (1 use): expected no dimension but 0 to be empty, found tensor<2x0xf32>}}
  %0:3 = torch.aten.unique_dim.default(%x, dim=0) : (tensor<2x0xf32>) -> (tensor<?x0xf32, #sym.dims<u0>>, tensor<2xi64>, tensor<?xi64, #sym.dims<u0>>)
  return %0#0, %0#1, %0#2 : tensor<?x0xf32, #sym.dims<u0>>, tensor<2xi64>, tensor<?xi64, #sym.dims<u0>>
}

// -----

func.func @booleans(%x: tensor<3xi1>, %y: tensor<2xi1>) -> tensor<2xi64> {
  // expected-error @+1 {{unsupported operator 'aten.searchsorted.Tensor' (1 use): expected numeric elements to search, found i1}}
  %0 = torch.aten.searchsorted.Tensor(%x, %y) : (tensor<3xi1>, tensor<2xi1>) -> tensor<2xi64>
  return %0 : tensor<2xi64>
}
