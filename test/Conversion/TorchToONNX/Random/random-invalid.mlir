// Random numbers that cannot be drawn are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

// Without an end all numbers of the dtype are wanted, which single precision
// does not tell apart.
func.func @all(%x: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error @+1 {{unsupported operator 'aten.random.from' (1 use): expected 'to' to be an integer, found None}}
  %0 = torch.aten.random.from(%x, from=2, to=none) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
