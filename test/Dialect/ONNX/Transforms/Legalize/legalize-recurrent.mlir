// Recurrent layers in f64, of which ONNX Runtime has no kernels: a Scan for each direction.
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22" --split-input-file --verify-diagnostics %s | FileCheck %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=onnx" --split-input-file %s | FileCheck %s --check-prefix=ONNX

// What the inputs give to the gates is one product; the bias of the hidden state
// is inside of the product with the reset gate.
// CHECK-LABEL: func.func @gru
// CHECK-NOT: onnx.GRU
// CHECK: %[[GATES:.*]] = onnx.Add({{.*}} -> tensor<?x?x15xf64, #sym.dims<t, b>>
// CHECK: %[[SCAN:.*]]:2 = onnx.Scan(%{{.*}}, %[[GATES]])
// CHECK-NOT: scan_input_directions
// CHECK: onnx.MatMul({{.*}} -> tensor<?x15xf64, #sym.dims<b>>
// CHECK-NEXT: onnx.Add({{.*}} -> tensor<?x15xf64, #sym.dims<b>>
// CHECK: onnx.Yield
// CHECK: onnx.Unsqueeze(%[[SCAN]]#1, {{.*}} -> tensor<?x1x?x5xf64, #sym.dims<t, b>>
// CHECK: onnx.Unsqueeze(%[[SCAN]]#0, {{.*}} -> tensor<1x?x5xf64, #sym.dims<b>>
// ONNX-LABEL: func.func @gru
// ONNX: onnx.GRU
// ONNX-NOT: onnx.Scan
func.func @gru(%x: tensor<?x?x3xf64, #sym.dims<t, b>>, %w: tensor<1x15x3xf64>, %r: tensor<1x15x5xf64>, %c: tensor<1x30xf64>, %h: tensor<1x?x5xf64, #sym.dims<b>>) -> (tensor<?x1x?x5xf64, #sym.dims<t, b>>, tensor<1x?x5xf64, #sym.dims<b>>) {
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.GRU(%x, %w, %r, %c, %none, %h) {hidden_size = 5 : i64, linear_before_reset = 1 : i64} : (tensor<?x?x3xf64, #sym.dims<t, b>>, tensor<1x15x3xf64>, tensor<1x15x5xf64>, tensor<1x30xf64>, none, tensor<1x?x5xf64, #sym.dims<b>>) -> (tensor<?x1x?x5xf64, #sym.dims<t, b>>, tensor<1x?x5xf64, #sym.dims<b>>)
  return %0#0, %0#1 : tensor<?x1x?x5xf64, #sym.dims<t, b>>, tensor<1x?x5xf64, #sym.dims<b>>
}

// -----

// The second direction runs backwards. Both begin at zero, for as many samples
// as there are.
// CHECK-LABEL: func.func @lstm
// CHECK: onnx.Expand({{.*}} -> tensor<?x5xf64, #sym.dims<b>>
// CHECK: onnx.Scan(
// CHECK-NOT: scan_input_directions
// CHECK: onnx.Scan({{.*}}scan_input_directions = array<i64: 1>, scan_output_directions = array<i64: 1>
// CHECK: onnx.Concat({{.*}}axis = 1 {{.*}} -> tensor<?x2x?x5xf64, #sym.dims<t, b>>
// CHECK: onnx.Concat({{.*}}axis = 0 {{.*}} -> tensor<2x?x5xf64, #sym.dims<b>>
// CHECK-NOT: onnx.LSTM
func.func @lstm(%x: tensor<?x?x3xf64, #sym.dims<t, b>>, %w: tensor<2x20x3xf64>, %r: tensor<2x20x5xf64>) -> (tensor<?x2x?x5xf64, #sym.dims<t, b>>, tensor<2x?x5xf64, #sym.dims<b>>) {
  %none = onnx.NoValue() : () -> none
  %0:3 = onnx.LSTM(%x, %w, %r, %none, %none, %none, %none, %none) {direction = "bidirectional", hidden_size = 5 : i64} : (tensor<?x?x3xf64, #sym.dims<t, b>>, tensor<2x20x3xf64>, tensor<2x20x5xf64>, none, none, none, none, none) -> (tensor<?x2x?x5xf64, #sym.dims<t, b>>, none, tensor<2x?x5xf64, #sym.dims<b>>)
  return %0#0, %0#2 : tensor<?x2x?x5xf64, #sym.dims<t, b>>, tensor<2x?x5xf64, #sym.dims<b>>
}

// -----

// CHECK-LABEL: func.func @rnn
// CHECK: onnx.Scan({{.*}}scan_input_directions
// CHECK: onnx.Relu
// CHECK-NOT: onnx.Tanh
func.func @rnn(%x: tensor<4x2x3xf64>, %w: tensor<1x5x3xf64>, %r: tensor<1x5x5xf64>) -> tensor<1x2x5xf64> {
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Relu"], direction = "reverse"} : (tensor<4x2x3xf64>, tensor<1x5x3xf64>, tensor<1x5x5xf64>, none, none, none) -> (none, tensor<1x2x5xf64>)
  return %0#1 : tensor<1x2x5xf64>
}

// -----

// Sequences of different lengths: a step beyond the end keeps the state.
// CHECK-LABEL: func.func @lengths
// CHECK: onnx.Less
// CHECK: onnx.Scan({{.*}}scan_input_directions = array<i64: 1, 1>, scan_output_directions = array<i64: 1>
// CHECK: onnx.Where
// CHECK: onnx.Where
func.func @lengths(%x: tensor<4x2x3xf64>, %w: tensor<1x5x3xf64>, %r: tensor<1x5x5xf64>, %lengths: tensor<2xi32>) -> tensor<1x2x5xf64> {
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.RNN(%x, %w, %r, %none, %lengths, %none) {direction = "reverse"} : (tensor<4x2x3xf64>, tensor<1x5x3xf64>, tensor<1x5x5xf64>, none, tensor<2xi32>, none) -> (none, tensor<1x2x5xf64>)
  return %0#1 : tensor<1x2x5xf64>
}

// -----

// Single precision has kernels.
// CHECK-LABEL: func.func @single
// CHECK-NOT: onnx.Scan
// CHECK: onnx.RNN(
func.func @single(%x: tensor<4x2x3xf32>, %w: tensor<1x5x3xf32>, %r: tensor<1x5x5xf32>) -> tensor<1x2x5xf32> {
  %none = onnx.NoValue() : () -> none
  %0:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) : (tensor<4x2x3xf32>, tensor<1x5x3xf32>, tensor<1x5x5xf32>, none, none, none) -> (none, tensor<1x2x5xf32>)
  return %0#1 : tensor<1x2x5xf32>
}

// -----

// Nobody writes these, and no Scan stands for them.
func.func @others(%x: tensor<4x2x3xf64>, %w: tensor<1x20x3xf64>, %r: tensor<1x20x5xf64>, %p: tensor<1x15xf64>, %v: tensor<1x15x3xf64>, %q: tensor<1x15x5xf64>) -> (tensor<1x2x5xf64>, tensor<1x2x5xf64>, tensor<1x2x5xf64>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @below {{no kernel for 'onnx.LSTM' of tensor(double)}}
  %0:3 = onnx.LSTM(%x, %w, %r, %none, %none, %none, %none, %p) : (tensor<4x2x3xf64>, tensor<1x20x3xf64>, tensor<1x20x5xf64>, none, none, none, none, tensor<1x15xf64>) -> (none, tensor<1x2x5xf64>, none)
  // expected-error @below {{no kernel for 'onnx.LSTM' of tensor(double)}}
  %1:3 = onnx.LSTM(%x, %w, %r, %none, %none, %none, %none, %none) {clip = 1.000000e+00 : f32} : (tensor<4x2x3xf64>, tensor<1x20x3xf64>, tensor<1x20x5xf64>, none, none, none, none, none) -> (none, tensor<1x2x5xf64>, none)
  // The reset gate before the product.
  // expected-error @below {{no kernel for 'onnx.GRU' of tensor(double)}}
  %2:2 = onnx.GRU(%x, %v, %q, %none, %none, %none) : (tensor<4x2x3xf64>, tensor<1x15x3xf64>, tensor<1x15x5xf64>, none, none, none) -> (none, tensor<1x2x5xf64>)
  return %0#1, %1#1, %2#1 : tensor<1x2x5xf64>, tensor<1x2x5xf64>, tensor<1x2x5xf64>
}

// -----

// Weights of three gates are none of an LSTM.
func.func @wrong_gates(%x: tensor<4x2x3xf64>, %v: tensor<1x15x3xf64>, %q: tensor<1x15x5xf64>) -> tensor<1x2x5xf64> {
  %none = onnx.NoValue() : () -> none
  // expected-error @below {{no kernel for 'onnx.LSTM' of tensor(double)}}
  %0:3 = onnx.LSTM(%x, %v, %q, %none, %none, %none, %none, %none) : (tensor<4x2x3xf64>, tensor<1x15x3xf64>, tensor<1x15x5xf64>, none, none, none, none, none) -> (none, tensor<1x2x5xf64>, none)
  return %0#1 : tensor<1x2x5xf64>
}
