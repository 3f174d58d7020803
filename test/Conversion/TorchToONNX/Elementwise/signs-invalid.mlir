// What cannot be expressed is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @booleans(%x: tensor<?x3xi1>) -> tensor<?x3xi1> {
  // expected-error @below {{unsupported operator 'aten.neg.default' (1 use): expected 'self' to have numeric elements, found i1}}
  %0 = torch.aten.neg.default(%x) : (tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}
