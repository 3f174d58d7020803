// A dynamic size is assumed not to be 1, and a warning says so.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @data(%x: tensor<?x1xi64, #sym.dims<u0>>) -> (tensor<?xi64, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>) {
  // expected-warning @+1 {{'aten.squeeze.default' removes dimension 0 if its size, which depends on data, is 1; the model keeps the dimension, as torch.export does}}
  %0 = torch.aten.squeeze.default(%x) : (tensor<?x1xi64, #sym.dims<u0>>) -> tensor<?xi64, #sym.dims<u0>>
  %1 = torch.aten.squeeze.dim(%x, -1) : (tensor<?x1xi64, #sym.dims<u0>>) -> tensor<?xi64, #sym.dims<u0>>
  return %0, %1 : tensor<?xi64, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u0>>
}

// -----

module attributes {sym.ranges = {u0 = array<i64: 2, 8>}} {
  func.func @bounded(%x: tensor<?x1xi64, #sym.dims<u0>>) -> tensor<?xi64, #sym.dims<u0>> {
    %0 = torch.aten.squeeze.default(%x) : (tensor<?x1xi64, #sym.dims<u0>>) -> tensor<?xi64, #sym.dims<u0>>
    return %0 : tensor<?xi64, #sym.dims<u0>>
  }
}

// -----

func.func @input(%x: tensor<?x1xi64, #sym.dims<s0>>) -> tensor<?xi64, #sym.dims<s0>> {
  // expected-warning @+1 {{'aten.squeeze.default' removes dimension 0 if its size, s0, is 1; the model keeps the dimension, as torch.export does}}
  %0 = torch.aten.squeeze.default(%x) : (tensor<?x1xi64, #sym.dims<s0>>) -> tensor<?xi64, #sym.dims<s0>>
  // Other dimensions are not removed.
  %1 = torch.aten.squeeze.dim(%x, 1) : (tensor<?x1xi64, #sym.dims<s0>>) -> tensor<?xi64, #sym.dims<s0>>
  return %0 : tensor<?xi64, #sym.dims<s0>>
}

// -----

// One warning for all dimensions.
func.func @several(%x: tensor<?x?x1xi64, #sym.dims<s0, ?>>) -> tensor<?x?xi64, #sym.dims<s0, ?>> {
  // expected-warning @+1 {{'aten.squeeze.default' removes dimension 0 if its size, s0, is 1 and dimension 1 if its size, which is unknown, is 1; the model keeps the dimensions, as torch.export does}}
  %0 = torch.aten.squeeze.default(%x) : (tensor<?x?x1xi64, #sym.dims<s0, ?>>) -> tensor<?x?xi64, #sym.dims<s0, ?>>
  return %0 : tensor<?x?xi64, #sym.dims<s0, ?>>
}
