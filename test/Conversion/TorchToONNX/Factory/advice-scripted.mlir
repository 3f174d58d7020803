// A program of TorchScript is not decomposed by torch.export.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --verify-diagnostics

module attributes {torch.scripted} {

func.func @too_many(%x: tensor<2xi64>) -> tensor<2x65xi64> {
  // expected-error@+1 {{unsupported operator 'aten.vander.default' (1 use): expected at most 64 powers of integers, found 65}}
  %0 = torch.aten.vander.default(%x, N=65) : (tensor<2xi64>) -> tensor<2x65xi64>
  return %0 : tensor<2x65xi64>
}

}
