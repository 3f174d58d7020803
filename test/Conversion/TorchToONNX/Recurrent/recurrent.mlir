// Recurrent networks: an operator for each layer, with the gates in ONNX's order.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The input is [time, batch, features].
// CHECK-LABEL: func.func @rnn_tanh
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg2, %[[V0]]) : {{.*}} -> tensor<1x5x3xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg3, %[[V2]]) : {{.*}} -> tensor<1x5x5xf32>
// CHECK: %[[V4:.*]] = onnx.Concat(%arg4, %arg5) {axis = 0 : i64} : {{.*}} -> tensor<10xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Unsqueeze(%[[V4]], %[[V5]]) : {{.*}} -> tensor<1x10xf32>
// CHECK: %[[V7:.*]] = onnx.NoValue
// CHECK: %[[V8:.*]], %[[V9:.*]] = onnx.RNN(%arg0, %[[V1]], %[[V3]], %[[V6]], %[[V7]], %arg1) {activations = ["Tanh"], hidden_size = 5 : i64} : {{.*}} -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>)
// CHECK: %[[V10:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Squeeze(%[[V8]], %[[V10]]) : {{.*}} -> tensor<4x2x5xf32>
// CHECK: return %[[V11]], %[[V9]] : tensor<4x2x5xf32>, tensor<1x2x5xf32>
func.func @rnn_tanh(%x: tensor<4x2x3xf32>, %h: tensor<1x2x5xf32>, %z: tensor<5x3xf32>, %w: tensor<5x5xf32>, %u: tensor<5xf32>, %v: tensor<5xf32>) -> (tensor<4x2x5xf32>, tensor<1x2x5xf32>) {
  %0:2 = torch.aten.rnn_tanh.input(%x, %h, [%z, %w, %u, %v], has_biases=true, num_layers=1, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<4x2x3xf32>, tensor<1x2x5xf32>, tensor<5x3xf32>, tensor<5x5xf32>, tensor<5xf32>, tensor<5xf32>) -> (tensor<4x2x5xf32>, tensor<1x2x5xf32>)
  return %0#0, %0#1 : tensor<4x2x5xf32>, tensor<1x2x5xf32>
}

// -----

// Two directions, the batch first, no biases.
// CHECK-LABEL: func.func @rnn_relu
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>} : {{.*}} -> tensor<4x2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%arg2, %[[V1]]) : {{.*}} -> tensor<1x5x3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Unsqueeze(%arg4, %[[V5]]) : {{.*}} -> tensor<1x5x3xf32>
// CHECK: %[[V9:.*]] = onnx.Concat(%[[V2]], %[[V6]]) {axis = 0 : i64} : {{.*}} -> tensor<2x5x3xf32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Unsqueeze(%arg3, %[[V3]]) : {{.*}} -> tensor<1x5x5xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Unsqueeze(%arg5, %[[V7]]) : {{.*}} -> tensor<1x5x5xf32>
// CHECK: %[[V10:.*]] = onnx.Concat(%[[V4]], %[[V8]]) {axis = 0 : i64} : {{.*}} -> tensor<2x5x5xf32>
// CHECK: %[[V11:.*]] = onnx.NoValue
// CHECK: %[[V12:.*]] = onnx.NoValue
// CHECK: %[[V13:.*]], %[[V14:.*]] = onnx.RNN(%[[V0]], %[[V9]], %[[V10]], %[[V11]], %[[V12]], %arg1) {activations = ["Relu", "Relu"], direction = "bidirectional", hidden_size = 5 : i64} : {{.*}} -> (tensor<4x2x2x5xf32>, tensor<2x2x5xf32>)
// CHECK: %[[V15:.*]] = onnx.Transpose(%[[V13]]) {perm = array<i64: 0, 2, 1, 3>} : {{.*}} -> tensor<4x2x2x5xf32>
// CHECK: %[[V16:.*]] = onnx.Constant dense<[4, 2, 10]> : tensor<3xi64>
// CHECK: %[[V17:.*]] = onnx.Reshape(%[[V15]], %[[V16]]) : {{.*}} -> tensor<4x2x10xf32>
// CHECK: %[[V18:.*]] = onnx.Transpose(%[[V17]]) {perm = array<i64: 1, 0, 2>} : {{.*}} -> tensor<2x4x10xf32>
// CHECK: return %[[V18]], %[[V14]] : tensor<2x4x10xf32>, tensor<2x2x5xf32>
func.func @rnn_relu(%x: tensor<2x4x3xf32>, %h: tensor<2x2x5xf32>, %z: tensor<5x3xf32>, %w: tensor<5x5xf32>, %u: tensor<5x3xf32>, %v: tensor<5x5xf32>) -> (tensor<2x4x10xf32>, tensor<2x2x5xf32>) {
  %0:2 = torch.aten.rnn_relu.input(%x, %h, [%z, %w, %u, %v], has_biases=false, num_layers=1, dropout=0.0, train=false, bidirectional=true, batch_first=true) : (tensor<2x4x3xf32>, tensor<2x2x5xf32>, tensor<5x3xf32>, tensor<5x5xf32>, tensor<5x3xf32>, tensor<5x5xf32>) -> (tensor<2x4x10xf32>, tensor<2x2x5xf32>)
  return %0#0, %0#1 : tensor<2x4x10xf32>, tensor<2x2x5xf32>
}

// -----

// Reset, update, new are update, reset, hidden for ONNX.
// CHECK-LABEL: func.func @gru
// CHECK: %[[V0:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<10> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue
// CHECK: %[[V4:.*]] = onnx.Slice(%arg2, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue
// CHECK: %[[V9:.*]] = onnx.Slice(%arg2, %[[V5]], %[[V6]], %[[V7]], %[[V8]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<10> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Constant dense<15> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.NoValue
// CHECK: %[[V14:.*]] = onnx.Slice(%arg2, %[[V10]], %[[V11]], %[[V12]], %[[V13]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V15:.*]] = onnx.Concat(%[[V4]], %[[V9]], %[[V14]]) {axis = 0 : i64} : {{.*}} -> tensor<15x3xf32>
// CHECK: %[[V16:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Unsqueeze(%[[V15]], %[[V16]]) : {{.*}} -> tensor<1x15x3xf32>
// CHECK: %[[V33:.*]] = onnx.Concat(%{{.*}}, %{{.*}}, %{{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<15x5xf32>
// CHECK: %[[V35:.*]] = onnx.Unsqueeze(%[[V33]], %{{.*}}) : {{.*}} -> tensor<1x15x5xf32>
// CHECK: %[[V51:.*]] = onnx.Concat(%{{.*}}, %{{.*}}, %{{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<15xf32>
// CHECK: %[[V67:.*]] = onnx.Concat(%{{.*}}, %{{.*}}, %{{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<15xf32>
// CHECK: %[[V68:.*]] = onnx.Concat(%[[V51]], %[[V67]]) {axis = 0 : i64} : {{.*}} -> tensor<30xf32>
// CHECK: %[[V70:.*]] = onnx.Unsqueeze(%[[V68]], %{{.*}}) : {{.*}} -> tensor<1x30xf32>
// CHECK: %[[V72:.*]], %[[V73:.*]] = onnx.GRU(%arg0, %[[V17]], %[[V35]], %[[V70]], %{{.*}}, %arg1) {hidden_size = 5 : i64, linear_before_reset = 1 : i64} : {{.*}} -> (tensor<?x1x2x5xf32, #sym.dims<n>>, tensor<1x2x5xf32>)
// CHECK: %[[V75:.*]] = onnx.Squeeze(%[[V72]], %{{.*}}) : {{.*}} -> tensor<?x2x5xf32, #sym.dims<n>>
// CHECK: return %[[V75]], %[[V73]] : tensor<?x2x5xf32, #sym.dims<n>>, tensor<1x2x5xf32>
func.func @gru(%x: tensor<?x2x3xf32, #sym.dims<n>>, %h: tensor<1x2x5xf32>, %z: tensor<15x3xf32>, %w: tensor<15x5xf32>, %u: tensor<15xf32>, %v: tensor<15xf32>) -> (tensor<?x2x5xf32, #sym.dims<n>>, tensor<1x2x5xf32>) {
  %0:2 = torch.aten.gru.input(%x, %h, [%z, %w, %u, %v], has_biases=true, num_layers=1, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<?x2x3xf32, #sym.dims<n>>, tensor<1x2x5xf32>, tensor<15x3xf32>, tensor<15x5xf32>, tensor<15xf32>, tensor<15xf32>) -> (tensor<?x2x5xf32, #sym.dims<n>>, tensor<1x2x5xf32>)
  return %0#0, %0#1 : tensor<?x2x5xf32, #sym.dims<n>>, tensor<1x2x5xf32>
}

// -----

// Input, forget, cell, output are input, output, forget, cell for ONNX.
// CHECK-LABEL: func.func @lstm
// CHECK: %[[V0:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.NoValue
// CHECK: %[[V4:.*]] = onnx.Slice(%arg3, %[[V0]], %[[V1]], %[[V2]], %[[V3]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V5:.*]] = onnx.Constant dense<15> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<20> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.NoValue
// CHECK: %[[V9:.*]] = onnx.Slice(%arg3, %[[V5]], %[[V6]], %[[V7]], %[[V8]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V10:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[V11:.*]] = onnx.Constant dense<10> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V13:.*]] = onnx.NoValue
// CHECK: %[[V14:.*]] = onnx.Slice(%arg3, %[[V10]], %[[V11]], %[[V12]], %[[V13]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V15:.*]] = onnx.Constant dense<10> : tensor<1xi64>
// CHECK: %[[V16:.*]] = onnx.Constant dense<15> : tensor<1xi64>
// CHECK: %[[V17:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.NoValue
// CHECK: %[[V19:.*]] = onnx.Slice(%arg3, %[[V15]], %[[V16]], %[[V17]], %[[V18]]) : {{.*}} -> tensor<5x3xf32>
// CHECK: %[[V20:.*]] = onnx.Concat(%[[V4]], %[[V9]], %[[V14]], %[[V19]]) {axis = 0 : i64} : {{.*}} -> tensor<20x3xf32>
// CHECK: %[[V21:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V22:.*]] = onnx.Unsqueeze(%[[V20]], %[[V21]]) : {{.*}} -> tensor<1x20x3xf32>
// CHECK: %[[V43:.*]] = onnx.Concat(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {axis = 0 : i64} : {{.*}} -> tensor<20x5xf32>
// CHECK: %[[V45:.*]] = onnx.Unsqueeze(%[[V43]], %{{.*}}) : {{.*}} -> tensor<1x20x5xf32>
// CHECK: %[[V46:.*]] = onnx.NoValue
// CHECK: %[[V47:.*]] = onnx.NoValue
// CHECK: %[[V48:.*]] = onnx.NoValue
// CHECK: %[[V49:.*]], %[[V50:.*]], %[[V51:.*]] = onnx.LSTM(%arg0, %[[V22]], %[[V45]], %[[V46]], %[[V47]], %arg1, %arg2, %[[V48]]) {hidden_size = 5 : i64} : {{.*}} -> (tensor<4x1x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
// CHECK: %[[V52:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V53:.*]] = onnx.Squeeze(%[[V49]], %[[V52]]) : {{.*}} -> tensor<4x2x5xf32>
// CHECK: return %[[V53]], %[[V50]], %[[V51]] : tensor<4x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
func.func @lstm(%x: tensor<4x2x3xf32>, %h: tensor<1x2x5xf32>, %c: tensor<1x2x5xf32>, %w: tensor<20x3xf32>, %u: tensor<20x5xf32>) -> (tensor<4x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>) {
  %0:3 = torch.aten.lstm.input(%x, [%h, %c], [%w, %u], has_biases=false, num_layers=1, dropout=0.0, train=false, bidirectional=false, batch_first=false) : (tensor<4x2x3xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>, tensor<20x3xf32>, tensor<20x5xf32>) -> (tensor<4x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>)
  return %0#0, %0#1, %0#2 : tensor<4x2x5xf32>, tensor<1x2x5xf32>, tensor<1x2x5xf32>
}

// -----

// Two layers and no batch: each layer reads what the one before gives and
// starts from its own state. Nothing is dropped when it is not trained.
// CHECK-LABEL: func.func @layers
// CHECK: %[[V0:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V1:.*]] = onnx.Unsqueeze(%arg0, %[[V0]]) : {{.*}} -> tensor<4x1x3xf32>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Unsqueeze(%arg2, %[[V9]]) : {{.*}} -> tensor<1x5x3xf32>
// CHECK: %[[V11:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.Unsqueeze(%arg3, %[[V11]]) : {{.*}} -> tensor<1x5x5xf32>
// CHECK: %[[V13:.*]] = onnx.NoValue
// CHECK: %[[V14:.*]] = onnx.NoValue
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Unsqueeze(%arg1, %[[V2]]) : {{.*}} -> tensor<2x1x5xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.NoValue
// CHECK: %[[V8:.*]] = onnx.Slice(%[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]]) : {{.*}} -> tensor<1x1x5xf32>
// CHECK: %[[V15:.*]], %[[V16:.*]] = onnx.RNN(%[[V1]], %[[V10]], %[[V12]], %[[V13]], %[[V14]], %[[V8]]) {activations = ["Tanh"], hidden_size = 5 : i64} : {{.*}} -> (tensor<4x1x1x5xf32>, tensor<1x1x5xf32>)
// CHECK: %[[V17:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.Squeeze(%[[V15]], %[[V17]]) : {{.*}} -> tensor<4x1x5xf32>
// CHECK: %[[V24:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V25:.*]] = onnx.Unsqueeze(%arg4, %[[V24]]) : {{.*}} -> tensor<1x5x5xf32>
// CHECK: %[[V26:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V27:.*]] = onnx.Unsqueeze(%arg5, %[[V26]]) : {{.*}} -> tensor<1x5x5xf32>
// CHECK: %[[V28:.*]] = onnx.NoValue
// CHECK: %[[V29:.*]] = onnx.NoValue
// CHECK: %[[V19:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V20:.*]] = onnx.Constant dense<2> : tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V22:.*]] = onnx.NoValue
// CHECK: %[[V23:.*]] = onnx.Slice(%[[V3]], %[[V19]], %[[V20]], %[[V21]], %[[V22]]) : {{.*}} -> tensor<1x1x5xf32>
// CHECK: %[[V30:.*]], %[[V31:.*]] = onnx.RNN(%[[V18]], %[[V25]], %[[V27]], %[[V28]], %[[V29]], %[[V23]]) {activations = ["Tanh"], hidden_size = 5 : i64} : {{.*}} -> (tensor<4x1x1x5xf32>, tensor<1x1x5xf32>)
// CHECK: %[[V32:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V33:.*]] = onnx.Squeeze(%[[V30]], %[[V32]]) : {{.*}} -> tensor<4x1x5xf32>
// CHECK: %[[V34:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V35:.*]] = onnx.Squeeze(%[[V33]], %[[V34]]) : {{.*}} -> tensor<4x5xf32>
// CHECK: %[[V36:.*]] = onnx.Concat(%[[V16]], %[[V31]]) {axis = 0 : i64} : {{.*}} -> tensor<2x1x5xf32>
// CHECK: %[[V37:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V38:.*]] = onnx.Squeeze(%[[V36]], %[[V37]]) : {{.*}} -> tensor<2x5xf32>
// CHECK: return %[[V35]], %[[V38]] : tensor<4x5xf32>, tensor<2x5xf32>
func.func @layers(%x: tensor<4x3xf32>, %h: tensor<2x5xf32>, %z: tensor<5x3xf32>, %w: tensor<5x5xf32>, %u: tensor<5x5xf32>, %v: tensor<5x5xf32>) -> (tensor<4x5xf32>, tensor<2x5xf32>) {
  %0:2 = torch.aten.rnn_tanh.input(%x, %h, [%z, %w, %u, %v], has_biases=false, num_layers=2, dropout=0.5, train=false, bidirectional=false, batch_first=false) : (tensor<4x3xf32>, tensor<2x5xf32>, tensor<5x3xf32>, tensor<5x5xf32>, tensor<5x5xf32>, tensor<5x5xf32>) -> (tensor<4x5xf32>, tensor<2x5xf32>)
  return %0#0, %0#1 : tensor<4x5xf32>, tensor<2x5xf32>
}
