// Recurrent networks that ONNX has no operator for are refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @dropout(%x: tensor<4x2x3xf32>, %h: tensor<2x2x5xf32>, %a: tensor<5x3xf32>, %b: tensor<5x5xf32>) -> tensor<4x2x5xf32> {
  // expected-error @+2 {{unsupported operator 'aten.rnn_tanh.input' (1 use): expected 'dropout' to be 0 between layers in training, found 5.000000e-01}}
  // expected-note @+1 {{run_decompositions}}
  %0:2 = torch.aten.rnn_tanh.input(%x, %h, [%a, %b, %b, %b], has_biases=false, num_layers=2, dropout=0.5, train=true, bidirectional=false, batch_first=false) : (tensor<4x2x3xf32>, tensor<2x2x5xf32>, tensor<5x3xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) -> (tensor<4x2x5xf32>, tensor<2x2x5xf32>)
  return %0#0 : tensor<4x2x5xf32>
}

// -----

// A third weight of a layer projects its hidden state; of two layers one has
// none.
func.func @projections(%x: tensor<4x2x3xf32>, %h: tensor<2x2x2xf32>, %c: tensor<2x2x5xf32>, %a: tensor<20x3xf32>, %b: tensor<20x2xf32>, %p: tensor<2x5xf32>, %d: tensor<20x2xf32>) -> tensor<4x2x2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.lstm.input' (1 use): expected 4 (6 with projections) tensors in 'params', found 5}}
  // expected-note @+1 {{run_decompositions}}
  %0:3 = torch.aten.lstm.input(%x, [%h, %c], [%a, %b, %p, %d, %b], has_biases=false, num_layers=2, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<4x2x3xf32>, tensor<2x2x2xf32>, tensor<2x2x5xf32>, tensor<20x3xf32>, tensor<20x2xf32>, tensor<2x5xf32>, tensor<20x2xf32>, tensor<20x2xf32>) -> (tensor<4x2x2xf32>, tensor<2x2x2xf32>, tensor<2x2x5xf32>)
  return %0#0 : tensor<4x2x2xf32>
}

// -----

// Only the hidden state of an LSTM can be projected.
func.func @projected_gru(%x: tensor<4x2x3xf32>, %h: tensor<1x2x2xf32>, %a: tensor<15x3xf32>, %b: tensor<15x2xf32>, %p: tensor<2x5xf32>) -> tensor<4x2x2xf32> {
  // expected-error @+2 {{unsupported operator 'aten.gru.input' (1 use): expected 2 tensors in 'params', found 3}}
  // expected-note @+1 {{run_decompositions}}
  %0:2 = torch.aten.gru.input(%x, %h, [%a, %b, %p], has_biases=false, num_layers=1, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<4x2x3xf32>, tensor<1x2x2xf32>, tensor<15x3xf32>, tensor<15x2xf32>, tensor<2x5xf32>) -> (tensor<4x2x2xf32>, tensor<1x2x2xf32>)
  return %0#0 : tensor<4x2x2xf32>
}
