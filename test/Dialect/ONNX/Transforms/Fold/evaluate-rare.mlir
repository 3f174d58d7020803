// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file | FileCheck %s

// Operators that no program of PyTorch becomes, with the results of ONNX Runtime
// (whose Softplus overflows).

// CHECK-LABEL: func.func @activations
// CHECK-LABEL: func.func @regions_of_interest
// CHECK-LABEL: func.func @erased
// CHECK-LABEL: func.func @texts
// CHECK-LABEL: func.func @numbers
// CHECK-LABEL: func.func @ranges

// The activations of a cell: one step, no recurrence.
func.func @activations(%x: tensor<1x4x1xf32> {onnx.value = dense<[[[-2.0], [0.25], [3.0], [800.0]]]> : tensor<1x4x1xf32>})
    -> (tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-0.964027584], [0.244918704], [0.995054841], [1.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[0.119202919], [0.562176526], [0.952574134], [1.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[0.0], [0.25], [3.0], [800.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-0.666666687], [0.200000003], [0.75], [0.998751581]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[0.126928046], [0.825939417], [3.04858732], [800.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-0.0199999996], [0.25], [3.0], [800.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-1.0], [0.25], [3.0], [800.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[0.0], [0.0], [3.0], [800.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-1.72932947], [0.25], [3.0], [800.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-3.5], [1.0], [6.5], [1600.5]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[-1.52318835], [0.248706102], [1.81029654], [2.0]]]]> : tensor<1x1x4x1xf32>},
        tensor<1x1x4x1xf32> {onnx.expected = dense<[[[[0.099999994], [0.550000012], [1.0], [1.0]]]]> : tensor<1x1x4x1xf32>}) {
  %none = onnx.NoValue() : () -> none
  %w = onnx.Constant dense<1.0> : tensor<1x1x1xf32>
  %r = onnx.Constant dense<0.0> : tensor<1x1x1xf32>
  %0:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Tanh"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %1:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Sigmoid"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %2:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Relu"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %3:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Softsign"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %4:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Softplus"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %5:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["LeakyRelu"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %6:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["LeakyRelu"], activation_alpha = array<f32: 0.5>} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %7:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["ThresholdedRelu"], activation_alpha = array<f32: 0.5>} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %8:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Elu"], activation_alpha = array<f32: 2.0>} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %9:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["Affine"], activation_alpha = array<f32: 2.0>, activation_beta = array<f32: 0.5>} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %10:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["ScaledTanh"], activation_alpha = array<f32: 2.0>, activation_beta = array<f32: 0.5>} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  %11:2 = onnx.RNN(%x, %w, %r, %none, %none, %none) {activations = ["HardSigmoid"]} : (tensor<1x4x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, none, none, none) -> (tensor<1x1x4x1xf32>, none)
  return %0#0, %1#0, %2#0, %3#0, %4#0, %5#0, %6#0, %7#0, %8#0, %9#0, %10#0, %11#0 : tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>, tensor<1x1x4x1xf32>
}

// -----

func.func @regions_of_interest(
    %x: tensor<1x1x4x5xf32> {onnx.value = dense<[[[[0.0, 1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0, 9.0], [10.0, 11.0, 12.0, 13.0, 14.0], [15.0, 16.0, 17.0, 18.0, 19.0]]]]> : tensor<1x1x4x5xf32>},
    %r: tensor<3x5xf32> {onnx.value = dense<[[0.0, 0.0, 0.0, 9.0, 7.0], [0.0, 2.0, 2.0, 6.0, 4.0], [0.0, 4.0, 2.0, 19.0, 3.0]]> : tensor<3x5xf32>})
    -> (tensor<3x1x2x2xf32> {onnx.expected = dense<[[[[12.0, 14.0], [17.0, 19.0]]], [[[7.0, 8.0], [12.0, 13.0]]], [[[9.0, 0.0], [14.0, 0.0]]]]> : tensor<3x1x2x2xf32>}) {
  %0 = onnx.MaxRoiPool(%x, %r) {pooled_shape = array<i64: 2, 2>, spatial_scale = 0.5 : f32} : (tensor<1x1x4x5xf32>, tensor<3x5xf32>) -> tensor<3x1x2x2xf32>
  return %0 : tensor<3x1x2x2xf32>
}

// -----

func.func @erased(%s: !onnx.seq<tensor<?xi64>> {onnx.value = [dense<[1, 2]> : tensor<2xi64>, dense<3> : tensor<1xi64>, dense<[4, 5]> : tensor<2xi64>]})
    -> (tensor<3xi64> {onnx.expected = dense<[1, 2, 3]> : tensor<3xi64>}, tensor<3xi64> {onnx.expected = dense<[3, 4, 5]> : tensor<3xi64>}) {
  %none = onnx.NoValue() : () -> none
  %first = onnx.Constant dense<-3> : tensor<i64>
  %0 = onnx.SequenceErase(%s, %none) : (!onnx.seq<tensor<?xi64>>, none) -> !onnx.seq<tensor<?xi64>>
  %1 = onnx.ConcatFromSequence(%0) {axis = 0 : i64} : (!onnx.seq<tensor<?xi64>>) -> tensor<3xi64>
  %2 = onnx.SequenceErase(%s, %first) : (!onnx.seq<tensor<?xi64>>, tensor<i64>) -> !onnx.seq<tensor<?xi64>>
  %3 = onnx.ConcatFromSequence(%2) {axis = 0 : i64} : (!onnx.seq<tensor<?xi64>>) -> tensor<3xi64>
  return %1, %3 : tensor<3xi64>, tensor<3xi64>
}

// -----

// Integers of 64 bits, which doubles do not have.
func.func @texts(%i: tensor<3xi64> {onnx.value = dense<[9223372036854775807, -9007199254740993, 1000000]> : tensor<3xi64>},
                 %u: tensor<1xui64> {onnx.value = dense<18446744073709551615> : tensor<1xui64>},
                 %x: tensor<4xf32> {onnx.value = dense<[0.1, -2.5, 0x7F800000, 0x7FC00000]> : tensor<4xf32>})
    -> (tensor<3x!onnx.str> {onnx.expected = dense<["9223372036854775807", "-9007199254740993", "1000000"]> : tensor<3x!onnx.str>},
        tensor<1x!onnx.str> {onnx.expected = dense<["18446744073709551615"]> : tensor<1x!onnx.str>},
        tensor<4x!onnx.str> {onnx.expected = dense<["0.1", "-2.5", "INF", "NaN"]> : tensor<4x!onnx.str>}) {
  %0 = onnx.Cast(%i) {to = !onnx.str} : (tensor<3xi64>) -> tensor<3x!onnx.str>
  %1 = onnx.Cast(%u) {to = !onnx.str} : (tensor<1xui64>) -> tensor<1x!onnx.str>
  %2 = onnx.Cast(%x) {to = !onnx.str} : (tensor<4xf32>) -> tensor<4x!onnx.str>
  return %0, %1, %2 : tensor<3x!onnx.str>, tensor<1x!onnx.str>, tensor<4x!onnx.str>
}

// -----

func.func @numbers(%i: tensor<2x!onnx.str> {onnx.value = dense<["9223372036854775807", " -9007199254740993"]> : tensor<2x!onnx.str>},
                   %u: tensor<1x!onnx.str> {onnx.value = dense<["18446744073709551615"]> : tensor<1x!onnx.str>},
                   %x: tensor<3x!onnx.str> {onnx.value = dense<["0.5", "-1e3", "-INF"]> : tensor<3x!onnx.str>})
    -> (tensor<2xi64> {onnx.expected = dense<[9223372036854775807, -9007199254740993]> : tensor<2xi64>},
        tensor<1xui64> {onnx.expected = dense<18446744073709551615> : tensor<1xui64>},
        tensor<3xf32> {onnx.expected = dense<[0.5, -1.0e3, 0xFF800000]> : tensor<3xf32>}) {
  %0 = onnx.Cast(%i) {to = i64} : (tensor<2x!onnx.str>) -> tensor<2xi64>
  %1 = onnx.Cast(%u) {to = ui64} : (tensor<1x!onnx.str>) -> tensor<1xui64>
  %2 = onnx.Cast(%x) {to = f32} : (tensor<3x!onnx.str>) -> tensor<3xf32>
  return %0, %1, %2 : tensor<2xi64>, tensor<1xui64>, tensor<3xf32>
}

// -----

// The distance of the first two is no double, that of the last no i64.
func.func @ranges(%a: tensor<i64> {onnx.value = dense<1152921504606846976> : tensor<i64>},
                  %b: tensor<i64> {onnx.value = dense<1152921504606846979> : tensor<i64>},
                  %low: tensor<i64> {onnx.value = dense<-9223372036854775808> : tensor<i64>},
                  %high: tensor<i64> {onnx.value = dense<9223372036854775807> : tensor<i64>})
    -> (tensor<?xi64> {onnx.expected = dense<[1152921504606846976, 1152921504606846978]> : tensor<2xi64>},
        tensor<?xi64> {onnx.expected = dense<[1152921504606846979, 1152921504606846977]> : tensor<2xi64>},
        tensor<?xi64> {onnx.expected = dense<[-9223372036854775808, -1, 9223372036854775806]> : tensor<3xi64>},
        tensor<?xi64> {onnx.expected = dense<> : tensor<0xi64>}) {
  %two = onnx.Constant dense<2> : tensor<i64>
  %minus = onnx.Constant dense<-2> : tensor<i64>
  %0 = onnx.Range(%a, %b, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %1 = onnx.Range(%b, %a, %minus) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %2 = onnx.Range(%low, %high, %high) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %3 = onnx.Range(%b, %a, %two) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return %0, %1, %2, %3 : tensor<?xi64>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>
}
