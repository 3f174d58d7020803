// Packed sequences, by masks [time, batch]. The sequences are [1, 2, 3] and [10], so
// the packed steps are [1, 10, 2, 3] and the sizes of the batches [2, 1, 1].
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @pack
// CHECK: onnx.Transpose(%arg0) {perm = array<i64: 1, 0, 2>}
// CHECK: %[[MASK:.*]] = onnx.Less
// CHECK: onnx.NonZero(%[[MASK]])
// CHECK: onnx.GatherND
func.func @pack(%x: tensor<2x4x1xf32> {onnx.value = dense<[[[1.0], [2.0], [3.0], [9.0]], [[10.0], [9.0], [9.0], [9.0]]]> : tensor<2x4x1xf32>},
                %lengths: tensor<2xi64> {onnx.value = dense<[3, 1]> : tensor<2xi64>})
    -> (tensor<?x1xf32, #sym.dims<u0>> {onnx.expected = dense<[[1.0], [10.0], [2.0], [3.0]]> : tensor<4x1xf32>},
        tensor<?xi64, #sym.dims<u1>> {onnx.expected = dense<[2, 1, 1]> : tensor<3xi64>}) {
  %0:2 = torch.aten._pack_padded_sequence.default(%x, %lengths, batch_first=true) : (tensor<2x4x1xf32>, tensor<2xi64>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>)
  return %0#0, %0#1 : tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>
}

// -----

// Steps of elsewhere are scattered. Up to a length of 4.
// CHECK-LABEL: func.func @pad
// CHECK: onnx.ScatterND
// CHECK: onnx.Where
// CHECK: onnx.Pad
func.func @pad(%data: tensor<?x1xf32, #sym.dims<u0>> {onnx.value = dense<[[1.0], [10.0], [2.0], [3.0]]> : tensor<4x1xf32>},
               %sizes: tensor<?xi64, #sym.dims<u1>> {onnx.value = dense<[2, 1, 1]> : tensor<3xi64>})
    -> (tensor<?x4x1xf32, #sym.dims<u2>> {onnx.expected = dense<[[[1.0], [2.0], [3.0], [-1.0]], [[10.0], [-1.0], [-1.0], [-1.0]]]> : tensor<2x4x1xf32>},
        tensor<?xi64, #sym.dims<u2>> {onnx.expected = dense<[3, 1]> : tensor<2xi64>}) {
  %0:2 = torch.aten._pad_packed_sequence.default(%data, %sizes, batch_first=true, padding_value=-1.0, total_length=4) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>) -> (tensor<?x4x1xf32, #sym.dims<u2>>, tensor<?xi64, #sym.dims<u2>>)
  return %0#0, %0#1 : tensor<?x4x1xf32, #sym.dims<u2>>, tensor<?xi64, #sym.dims<u2>>
}

// -----

// A layer that adds each step to its state, and its result: the padded form passes
// from one operator to the next.
// CHECK-LABEL: func.func @layer
// CHECK: %[[X:.*]] = onnx.Slice
// CHECK-NOT: onnx.ScatterND
// CHECK: onnx.RNN(%[[X]], {{.*}}, {{.*}}, {{.*}}, %{{.*}}, %arg2)
// CHECK-NOT: onnx.ScatterND
// CHECK: onnx.Where
func.func @layer(%x: tensor<4x2x1xf32> {onnx.value = dense<[[[1.0], [10.0]], [[2.0], [9.0]], [[3.0], [9.0]], [[9.0], [9.0]]]> : tensor<4x2x1xf32>},
                 %lengths: tensor<2xi64> {onnx.value = dense<[3, 1]> : tensor<2xi64>},
                 %h: tensor<1x2x1xf32> {onnx.value = dense<[[[0.0], [100.0]]]> : tensor<1x2x1xf32>},
                 %one: tensor<1x1xf32> {onnx.value = dense<1.0> : tensor<1x1xf32>})
    -> (tensor<?x2x1xf32, #sym.dims<u1>> {onnx.expected = dense<[[[1.0], [110.0]], [[3.0], [0.0]], [[6.0], [0.0]]]> : tensor<3x2x1xf32>},
        tensor<2xi64> {onnx.expected = dense<[3, 1]> : tensor<2xi64>},
        tensor<1x2x1xf32> {onnx.expected = dense<[[[6.0], [110.0]]]> : tensor<1x2x1xf32>}) {
  %0:2 = torch.aten._pack_padded_sequence.default(%x, %lengths, batch_first=false) : (tensor<4x2x1xf32>, tensor<2xi64>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>)
  %1:2 = torch.aten.rnn_relu.data(%0#0, %0#1, %h, [%one, %one], has_biases=false, num_layers=1, dropout=0.0, train=false, bidirectional=false) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>, tensor<1x2x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>)
  %2:2 = torch.aten._pad_packed_sequence.default(%1#0, %0#1, batch_first=false, padding_value=0.0, total_length=-1) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>) -> (tensor<?x2x1xf32, #sym.dims<u1>>, tensor<2xi64>)
  return %2#0, %2#1, %1#1 : tensor<?x2x1xf32, #sym.dims<u1>>, tensor<2xi64>, tensor<1x2x1xf32>
}

// -----

// The sizes of another pack: the steps are scattered by these.
// CHECK-LABEL: func.func @other_sizes
// CHECK: onnx.ScatterND
func.func @other_sizes(%x: tensor<2x2x1xf32> {onnx.value = dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>},
                       %y: tensor<3x2x1xf32> {onnx.value = dense<0.0> : tensor<3x2x1xf32>},
                       %lengths: tensor<2xi64> {onnx.value = dense<[2, 2]> : tensor<2xi64>},
                       %others: tensor<2xi64> {onnx.value = dense<[3, 1]> : tensor<2xi64>})
    -> (tensor<?x2x1xf32, #sym.dims<u3>> {onnx.expected = dense<[[[1.0], [2.0]], [[3.0], [0.0]], [[4.0], [0.0]]]> : tensor<3x2x1xf32>}) {
  %0:2 = torch.aten._pack_padded_sequence.default(%x, %lengths, batch_first=false) : (tensor<2x2x1xf32>, tensor<2xi64>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u1>>)
  %1:2 = torch.aten._pack_padded_sequence.default(%y, %others, batch_first=false) : (tensor<3x2x1xf32>, tensor<2xi64>) -> (tensor<?x1xf32, #sym.dims<u2>>, tensor<?xi64, #sym.dims<u3>>)
  %2:2 = torch.aten._pad_packed_sequence.default(%0#0, %1#1, batch_first=false, padding_value=0.0, total_length=-1) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<?xi64, #sym.dims<u3>>) -> (tensor<?x2x1xf32, #sym.dims<u3>>, tensor<2xi64>)
  return %2#0 : tensor<?x2x1xf32, #sym.dims<u3>>
}

// -----

// Steps and sizes by a mask of the program, which may have any rows: the sizes
// [1, 1] are those of one sequence.
// CHECK-LABEL: func.func @other_mask
// CHECK: onnx.ScatterND
func.func @other_mask(%x: tensor<2x2x1xf32> {onnx.value = dense<[[[1.0], [2.0]], [[3.0], [4.0]]]> : tensor<2x2x1xf32>},
                      %mask: tensor<2x2xi1> {onnx.value = dense<[[true, false], [false, true]]> : tensor<2x2xi1>})
    -> (tensor<?x?x1xf32, #sym.dims<u1, u2>> {onnx.expected = dense<[[[1.0]], [[4.0]]]> : tensor<2x1x1xf32>}) {
  %0 = torch.aten.index.Tensor(%x, [%mask]) : (tensor<2x2x1xf32>, tensor<2x2xi1>) -> tensor<?x1xf32, #sym.dims<u0>>
  %1 = torch.aten.sum.dim_IntList(%mask, dim=[1], keepdim=false, dtype=none) : (tensor<2x2xi1>) -> tensor<2xi64>
  %2:2 = torch.aten._pad_packed_sequence.default(%0, %1, batch_first=false, padding_value=0.0, total_length=-1) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<2xi64>) -> (tensor<?x?x1xf32, #sym.dims<u1, u2>>, tensor<?xi64, #sym.dims<u2>>)
  return %2#0 : tensor<?x?x1xf32, #sym.dims<u1, u2>>
}

// -----

// Layers on packed steps that are inputs.
// CHECK-LABEL: func.func @lstm
// CHECK: onnx.LSTM(
func.func @lstm(%data: tensor<?x1xf32, #sym.dims<u0>> {onnx.value = dense<[[0.5], [1.0], [-0.5], [0.25]]> : tensor<4x1xf32>},
                %sizes: tensor<3xi64> {onnx.value = dense<[2, 1, 1]> : tensor<3xi64>},
                %h: tensor<1x2x1xf32> {onnx.value = dense<[[[1.0], [0.75]]]> : tensor<1x2x1xf32>},
                %c: tensor<1x2x1xf32> {onnx.value = dense<[[[0.5], [-0.25]]]> : tensor<1x2x1xf32>},
                %w: tensor<4x1xf32> {onnx.value = dense<[[0.75], [0.25], [0.0], [-0.5]]> : tensor<4x1xf32>},
                %r: tensor<4x1xf32> {onnx.value = dense<[[0.0], [-1.25], [0.25], [1.0]]> : tensor<4x1xf32>},
                %u: tensor<4xf32> {onnx.value = dense<[-1.5, 1.0, 0.5, 1.25]> : tensor<4xf32>},
                %v: tensor<4xf32> {onnx.value = dense<[-0.75, 0.25, 0.5, -0.0]> : tensor<4xf32>})
    -> (tensor<?x1xf32, #sym.dims<u0>> {onnx.expected = dense<[[0.3182440996170044], [-0.006442878860980272], [0.257447212934494], [0.24299895763397217]]> : tensor<4x1xf32>},
        tensor<1x2x1xf32> {onnx.expected = dense<[[[0.24299895763397217], [-0.006442878860980272]]]> : tensor<1x2x1xf32>},
        tensor<1x2x1xf32> {onnx.expected = dense<[[[0.3139021694660187], [-0.007880643010139465]]]> : tensor<1x2x1xf32>}) {
  %0:3 = torch.aten.lstm.data(%data, %sizes, [%h, %c], [%w, %r, %u, %v], has_biases=true, num_layers=1, dropout=0.0, train=false, bidirectional=false) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<1x2x1xf32>, tensor<1x2x1xf32>, tensor<4x1xf32>, tensor<4x1xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>, tensor<1x2x1xf32>)
  return %0#0, %0#1, %0#2 : tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>, tensor<1x2x1xf32>
}

// -----

// CHECK-LABEL: func.func @gru
// CHECK: onnx.GRU(
func.func @gru(%data: tensor<?x1xf32, #sym.dims<u0>> {onnx.value = dense<[[0.5], [1.0], [-0.5], [0.25]]> : tensor<4x1xf32>},
               %sizes: tensor<3xi64> {onnx.value = dense<[2, 1, 1]> : tensor<3xi64>},
               %h: tensor<1x2x1xf32> {onnx.value = dense<[[[0.5], [0.0]]]> : tensor<1x2x1xf32>},
               %w: tensor<3x1xf32> {onnx.value = dense<[[-0.75], [-1.0], [0.75]]> : tensor<3x1xf32>},
               %r: tensor<3x1xf32> {onnx.value = dense<[[0.25], [-0.5], [0.25]]> : tensor<3x1xf32>},
               %u: tensor<3xf32> {onnx.value = dense<[-1.25, 0.5, -1.5]> : tensor<3xf32>},
               %v: tensor<3xf32> {onnx.value = dense<[-0.75, 0.25, -0.25]> : tensor<3xf32>})
    -> (tensor<?x1xf32, #sym.dims<u0>> {onnx.expected = dense<[[-0.1566869616508484], [-0.3620558977127075], [-0.32450932264328003], [-0.5109611749649048]]> : tensor<4x1xf32>},
        tensor<1x2x1xf32> {onnx.expected = dense<[[[-0.5109611749649048], [-0.3620558977127075]]]> : tensor<1x2x1xf32>}) {
  %0:2 = torch.aten.gru.data(%data, %sizes, %h, [%w, %r, %u, %v], has_biases=true, num_layers=1, dropout=0.0, train=false, bidirectional=false) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<1x2x1xf32>, tensor<3x1xf32>, tensor<3x1xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>)
  return %0#0, %0#1 : tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>
}

// -----

// CHECK-LABEL: func.func @rnn_tanh
// CHECK: onnx.RNN(
func.func @rnn_tanh(%data: tensor<?x1xf32, #sym.dims<u0>> {onnx.value = dense<[[0.5], [1.0], [-0.5], [0.25]]> : tensor<4x1xf32>},
                    %sizes: tensor<3xi64> {onnx.value = dense<[2, 1, 1]> : tensor<3xi64>},
                    %h: tensor<1x2x1xf32> {onnx.value = dense<[[[-1.0], [-0.25]]]> : tensor<1x2x1xf32>},
                    %w: tensor<1x1xf32> {onnx.value = dense<[[0.5]]> : tensor<1x1xf32>},
                    %r: tensor<1x1xf32> {onnx.value = dense<[[1.0]]> : tensor<1x1xf32>},
                    %u: tensor<1xf32> {onnx.value = dense<[-2.25]> : tensor<1xf32>},
                    %v: tensor<1xf32> {onnx.value = dense<[0.25]> : tensor<1xf32>})
    -> (tensor<?x1xf32, #sym.dims<u0>> {onnx.expected = dense<[[-0.9918597340583801], [-0.9413755536079407], [-0.9969484210014343], [-0.9936159253120422]]> : tensor<4x1xf32>},
        tensor<1x2x1xf32> {onnx.expected = dense<[[[-0.9936159253120422], [-0.9413755536079407]]]> : tensor<1x2x1xf32>}) {
  %0:2 = torch.aten.rnn_tanh.data(%data, %sizes, %h, [%w, %r, %u, %v], has_biases=true, num_layers=1, dropout=0.0, train=false, bidirectional=false) : (tensor<?x1xf32, #sym.dims<u0>>, tensor<3xi64>, tensor<1x2x1xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>)
  return %0#0, %0#1 : tensor<?x1xf32, #sym.dims<u0>>, tensor<1x2x1xf32>
}
