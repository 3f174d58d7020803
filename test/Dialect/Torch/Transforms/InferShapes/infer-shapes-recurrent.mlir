// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Sequences in both directions, batches first or second, and one without a batch.

// CHECK-LABEL: @recurrent
func.func @recurrent(%x: tensor<?x7x8xf32, #sym.dims<b>>, %h: tensor<2x?x16xf32, #sym.dims<b>>, %w: tensor<64x8xf32>, %t: tensor<7x2x8xf32>, %g: tensor<1x2x16xf32>, %one: tensor<7x8xf32>, %go: tensor<1x16xf32>) {
  // CHECK: aten.lstm.input({{.*}} -> (tensor<?x7x32xf32, #sym.dims<b>>, tensor<2x?x16xf32, #sym.dims<b>>, tensor<2x?x16xf32, #sym.dims<b>>){{$}}
  %0:3 = torch.aten.lstm.input(%x, [%h, %h], [%w], true, 1, 0.0, false, true, true) : (tensor<?x7x8xf32, #sym.dims<b>>, tensor<2x?x16xf32, #sym.dims<b>>, tensor<2x?x16xf32, #sym.dims<b>>, tensor<64x8xf32>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: aten.gru.input({{.*}} -> (tensor<7x2x16xf32>, tensor<1x2x16xf32>){{$}}
  %1:2 = torch.aten.gru.input(%t, %g, [%w], true, 1, 0.0, false, false, false) : (tensor<7x2x8xf32>, tensor<1x2x16xf32>, tensor<64x8xf32>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.rnn_tanh.input({{.*}} -> (tensor<7x16xf32>, tensor<1x16xf32>){{$}}
  %2:2 = torch.aten.rnn_tanh.input(%one, %go, [%w], true, 1, 0.0, false, false, false) : (tensor<7x8xf32>, tensor<1x16xf32>, tensor<64x8xf32>) -> (!torch.untyped, !torch.untyped)
  return
}
