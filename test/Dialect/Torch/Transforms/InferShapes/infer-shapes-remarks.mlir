// RUN: torch-onnx-opt %s --torch-infer-shapes=remarks=true --verify-diagnostics
//
// What those who write rules want to know.

func.func @remarks(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<?x1xi64, #sym.dims<u0>>) {
  // expected-remark@+1 {{'lib.f.default' has no type rule}}
  %0 = torch.operator "lib.f.default"(x=%x) : (tensor<3xf32>) -> tensor<3xf32>
  // expected-remark@+1 {{'aten.nonzero.default' is inferred 'tensor<?x1xi64>', known is 'tensor<?x1xi64, #sym.dims<u0>>'}}
  %1 = torch.aten.nonzero.default(%x) : (tensor<3xf32>) -> tensor<?x1xi64, #sym.dims<u0>>
  // Nothing to say.
  %2 = torch.aten.neg.default(%0) : (tensor<3xf32>) -> tensor<3xf32>
  return %2, %1 : tensor<3xf32>, tensor<?x1xi64, #sym.dims<u0>>
}
