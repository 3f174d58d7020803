// Random numbers that cannot be drawn are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

// Without an end all numbers of the dtype are wanted, which single precision
// does not tell apart.
func.func @all(%x: tensor<3xi64>) -> tensor<3xi64> {
  // expected-error @+1 {{unsupported operator 'aten.random.from' (1 use): expected 'to' to be an integer, found None}}
  %0 = torch.aten.random.from(%x, from=2, to=none) : (tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Numbers that a key defines.
func.func @fold(%k: tensor<2xui64>, %n: tensor<1xui64>) -> tensor<2xui64> {
  // expected-error @+1 {{unsupported operator 'aten._philox_key_fold_in.Tensor' (1 use): the key defines the numbers, which only a GPU kernel of PyTorch computes; draw them with torch.rand or torch.randn}}
  %0 = torch.aten._philox_key_fold_in.Tensor(%k, %n) : (tensor<2xui64>, tensor<1xui64>) -> tensor<2xui64>
  return %0 : tensor<2xui64>
}

// -----

func.func @keyed(%x: tensor<4xf32>, %k: tensor<2xui64>) -> tensor<4xf32> {
  // expected-error @+1 {{unsupported operator 'aten._philox_normal.default' (1 use): the key defines the numbers}}
  %0 = torch.aten._philox_normal.default(%x, %k) : (tensor<4xf32>, tensor<2xui64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @fold_number(%k: tensor<2xui64>) -> tensor<2xui64> {
  // expected-error @+1 {{unsupported operator 'aten._philox_key_fold_in.default' (1 use): the key defines the numbers}}
  %0 = torch.aten._philox_key_fold_in.default(%k, data=3) : (tensor<2xui64>) -> tensor<2xui64>
  return %0 : tensor<2xui64>
}

// -----

func.func @split(%k: tensor<2xui64>) -> tensor<3x2xui64> {
  // expected-error @+1 {{unsupported operator 'aten._philox_key_split.default' (1 use): the key defines the numbers}}
  %0 = torch.aten._philox_key_split.default(%k, num_splits=3) : (tensor<2xui64>) -> tensor<3x2xui64>
  return %0 : tensor<3x2xui64>
}

// -----

func.func @keyed_uniform(%x: tensor<4xf32>, %k: tensor<2xui64>) -> tensor<4xf32> {
  // expected-error @+1 {{unsupported operator 'aten._philox_uniform.default' (1 use): the key defines the numbers}}
  %0 = torch.aten._philox_uniform.default(%x, %k) : (tensor<4xf32>, tensor<2xui64>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
