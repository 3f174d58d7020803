// An LSTM whose hidden state is projected is a Scan over the steps.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// What the inputs give to the gates is one product; the second direction runs
// backwards.
// CHECK-LABEL: func.func @bidirectional
// CHECK: onnx.MatMul(%arg0, {{.*}} -> tensor<4x?x20xf32, #sym.dims<n>>
// CHECK: onnx.Scan(
// CHECK-NOT: scan_input_directions
// CHECK: onnx.MatMul({{.*}} -> tensor<?x20xf32, #sym.dims<n>>
// CHECK-COUNT-3: onnx.Sigmoid
// CHECK: onnx.MatMul({{.*}} -> tensor<?x2xf32, #sym.dims<n>>
// CHECK: onnx.Yield
// CHECK: onnx.Scan({{.*}}scan_input_directions = array<i64: 1>, scan_output_directions = array<i64: 1>
// CHECK: onnx.Concat({{.*}}axis = 2 {{.*}} -> tensor<4x?x4xf32, #sym.dims<n>>
// CHECK: onnx.Concat({{.*}}axis = 0 {{.*}} -> tensor<2x?x2xf32, #sym.dims<n>>
// CHECK: onnx.Concat({{.*}}axis = 0 {{.*}} -> tensor<2x?x5xf32, #sym.dims<n>>
// CHECK-NOT: onnx.LSTM
func.func @bidirectional(%x: tensor<4x?x3xf32, #sym.dims<n>>, %h: tensor<2x?x2xf32, #sym.dims<n>>, %c: tensor<2x?x5xf32, #sym.dims<n>>, %a: tensor<20x3xf32>, %b: tensor<20x2xf32>, %p: tensor<2x5xf32>) -> (tensor<4x?x4xf32, #sym.dims<n>>, tensor<2x?x2xf32, #sym.dims<n>>, tensor<2x?x5xf32, #sym.dims<n>>) {
  %0:3 = torch.aten.lstm.input(%x, [%h, %c], [%a, %b, %p, %a, %b, %p], has_biases=false, num_layers=1, dropout=0.0, train=false, bidirectional=true, batch_first=false) : (tensor<4x?x3xf32, #sym.dims<n>>, tensor<2x?x2xf32, #sym.dims<n>>, tensor<2x?x5xf32, #sym.dims<n>>, tensor<20x3xf32>, tensor<20x2xf32>, tensor<2x5xf32>, tensor<20x3xf32>, tensor<20x2xf32>, tensor<2x5xf32>) -> (tensor<4x?x4xf32, #sym.dims<n>>, tensor<2x?x2xf32, #sym.dims<n>>, tensor<2x?x5xf32, #sym.dims<n>>)
  return %0#0, %0#1, %0#2 : tensor<4x?x4xf32, #sym.dims<n>>, tensor<2x?x2xf32, #sym.dims<n>>, tensor<2x?x5xf32, #sym.dims<n>>
}

// -----

// What runtimes have no kernel for is a matter of onnx-legalize-opset.
// CHECK-LABEL: func.func @double
// CHECK-NOT: onnx.Scan
// CHECK: onnx.GRU(
func.func @double(%x: tensor<4x2x3xf64>, %h: tensor<1x2x5xf64>, %a: tensor<15x3xf64>, %b: tensor<15x5xf64>, %u: tensor<15xf64>, %v: tensor<15xf64>) -> (tensor<4x2x5xf64>, tensor<1x2x5xf64>) {
  %0:2 = torch.aten.gru.input(%x, %h, [%a, %b, %u, %v], has_biases=true, num_layers=1, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<4x2x3xf64>, tensor<1x2x5xf64>, tensor<15x3xf64>, tensor<15x5xf64>, tensor<15xf64>, tensor<15xf64>) -> (tensor<4x2x5xf64>, tensor<1x2x5xf64>)
  return %0#0, %0#1 : tensor<4x2x5xf64>, tensor<1x2x5xf64>
}

// -----

// CHECK-LABEL: func.func @single
// CHECK-NOT: onnx.Scan
// CHECK: onnx.RNN(
func.func @single(%x: tensor<4x2x3xf32>, %h: tensor<1x2x5xf32>, %a: tensor<5x3xf32>, %b: tensor<5x5xf32>) -> tensor<4x2x5xf32> {
  %0:2 = torch.aten.rnn_relu.input(%x, %h, [%a, %b], has_biases=false, num_layers=1, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<4x2x3xf32>, tensor<1x2x5xf32>, tensor<5x3xf32>, tensor<5x5xf32>) -> (tensor<4x2x5xf32>, tensor<1x2x5xf32>)
  return %0#0 : tensor<4x2x5xf32>
}
