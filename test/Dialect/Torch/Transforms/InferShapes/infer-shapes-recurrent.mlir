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

// The number of steps and the length of the longest sequence are not known; the
// number of sequences is known from the operator that packs.
// CHECK-LABEL: @packed
func.func @packed(%x: tensor<?x7x8xf32, #sym.dims<b>>, %lengths: tensor<?xi64, #sym.dims<b>>, %h: tensor<2x?x16xf32, #sym.dims<b>>, %w: tensor<64x8xf32>, %data: tensor<9x8xf32>, %sizes: tensor<4xi64>) {
  // CHECK: _pack_padded_sequence.default({{.*}} -> (tensor<?x8xf32>, tensor<?xi64>){{$}}
  %0:2 = torch.aten._pack_padded_sequence.default(%x, %lengths, true) : (tensor<?x7x8xf32, #sym.dims<b>>, tensor<?xi64, #sym.dims<b>>) -> (!torch.untyped, !torch.untyped)
  // CHECK: aten.lstm.data({{.*}} -> (tensor<?x32xf32>, tensor<2x?x16xf32, #sym.dims<b>>, tensor<2x?x16xf32, #sym.dims<b>>){{$}}
  %1:3 = torch.aten.lstm.data(%0#0, %0#1, [%h, %h], [%w], true, 1, 0.0, false, true) : (!torch.untyped, !torch.untyped, tensor<2x?x16xf32, #sym.dims<b>>, tensor<2x?x16xf32, #sym.dims<b>>, tensor<64x8xf32>) -> (!torch.untyped, !torch.untyped, !torch.untyped)
  // CHECK: _pad_packed_sequence.default({{.*}} -> (tensor<?x?x32xf32, #sym.dims<b, ?>>, tensor<?xi64, #sym.dims<b>>){{$}}
  %2:2 = torch.aten._pad_packed_sequence.default(%1#0, %0#1, true, 0.0, -1) : (!torch.untyped, !torch.untyped) -> (!torch.untyped, !torch.untyped)
  // CHECK: _pad_packed_sequence.default({{.*}} -> (tensor<5x?x8xf32>, tensor<?xi64>){{$}}
  %3:2 = torch.aten._pad_packed_sequence.default(%data, %sizes, false, 0.0, 5) : (tensor<9x8xf32>, tensor<4xi64>) -> (!torch.untyped, !torch.untyped)
  return
}
