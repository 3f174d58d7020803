// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics
//
// Lowerings need types.

func.func @result(%x: tensor<2xf32>) -> !torch.untyped {
  // expected-error@+1 {{a tensor of unknown type; run torch-infer-shapes before convert-torch-to-onnx}}
  %0 = torch.aten.exp.default(%x) : (tensor<2xf32>) -> !torch.untyped
  return %0 : !torch.untyped
}

// -----

// expected-error@+1 {{a tensor of unknown type; run torch-infer-shapes before convert-torch-to-onnx}}
func.func @argument(%x: !torch.untyped) -> !torch.untyped {
  return %x : !torch.untyped
}
