// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file | FileCheck %s

// Tests what functions return by value; test/Dialect/ONNX/Transforms/Fold/evaluate-invalid.mlir has the errors.

// A result without an expected value becomes a constant of its type.
// CHECK-LABEL: func.func @constants
// CHECK-SAME: -> (tensor<2xf32>, tensor<2xf32>
// CHECK-NEXT: %[[SUM:.*]] = onnx.Constant dense<[4.000000e+00, 6.000000e+00]> : tensor<2xf32>
// CHECK-NOT: onnx.Add
// CHECK: return %[[SUM]]
func.func @constants(%x: tensor<?xf32> {onnx.value = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<?xf32>, tensor<?xf32> {onnx.expected = dense<[3.0, 8.0]> : tensor<2xf32>}) {
  %c = onnx.Constant dense<[3.0, 4.0]> : tensor<2xf32>
  %0 = onnx.Add(%x, %c) : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  %1 = onnx.Mul(%x, %c) : (tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The branch that is not taken would fail.
func.func @if(%c: tensor<i1> {onnx.value = dense<true> : tensor<i1>},
              %x: tensor<2xi64> {onnx.value = dense<[5, 6]> : tensor<2xi64>})
    -> (tensor<1xi64> {onnx.expected = dense<6> : tensor<1xi64>}) {
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<1xi64> then {
    %i = onnx.Constant dense<1> : tensor<1xi64>
    %1 = onnx.Gather(%x, %i) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
    onnx.Yield(%1) : (tensor<1xi64>) -> ()
  } else {
    %i = onnx.Constant dense<7> : tensor<1xi64>
    %1 = onnx.Gather(%x, %i) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
    onnx.Yield(%1) : (tensor<1xi64>) -> ()
  }
  return %0 : tensor<1xi64>
}

// -----

// Sums of 0..4, stacked; the condition ends the loop before the bound.
func.func @loop() -> (tensor<i64> {onnx.expected = dense<10> : tensor<i64>},
                      tensor<?xi64> {onnx.expected = dense<[0, 1, 3, 6, 10]> : tensor<5xi64>}) {
  %limit = onnx.Constant dense<100> : tensor<i64>
  %on = onnx.Constant dense<true> : tensor<i1>
  %zero = onnx.Constant dense<0> : tensor<i64>
  %last = onnx.Constant dense<4> : tensor<i64>
  %0:2 = onnx.Loop(%limit, %on, %zero) : (tensor<i64>, tensor<i1>, tensor<i64>) -> (tensor<i64>, tensor<?xi64>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %sum: tensor<i64>):
    %1 = onnx.Add(%sum, %i) : (tensor<i64>, tensor<i64>) -> tensor<i64>
    %2 = onnx.Less(%i, %last) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%2, %1, %1) : (tensor<i1>, tensor<i64>, tensor<i64>) -> ()
  }
  return %0#0, %0#1 : tensor<i64>, tensor<?xi64>
}

// -----

// A scan output of a loop without iterations is empty.
func.func @no_iteration() -> (tensor<?x2xf32> {onnx.expected = dense<> : tensor<0x2xf32>}) {
  %limit = onnx.Constant dense<0> : tensor<i64>
  %none = onnx.NoValue() : () -> none
  %x = onnx.Constant dense<1.0> : tensor<2xf32>
  %0 = onnx.Loop(%limit, %none) : (tensor<i64>, none) -> tensor<?x2xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>):
    onnx.Yield(%c, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }
  return %0 : tensor<?x2xf32>
}

// -----

// Rows in reverse order, summed.
func.func @scan(%x: tensor<3x2xf32> {onnx.value = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[9.0, 12.0]> : tensor<2xf32>},
        tensor<3x2xf32> {onnx.expected = dense<[[5.0, 6.0], [8.0, 10.0], [9.0, 12.0]]> : tensor<3x2xf32>}) {
  %zero = onnx.Constant dense<0.0> : tensor<2xf32>
  %0:2 = onnx.Scan(%zero, %x) {num_scan_inputs = 1 : i64, scan_input_directions = array<i64: 1>}
      : (tensor<2xf32>, tensor<3x2xf32>) -> (tensor<2xf32>, tensor<3x2xf32>) {
  ^bb0(%sum: tensor<2xf32>, %row: tensor<2xf32>):
    %1 = onnx.Add(%sum, %row) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%1, %1) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<3x2xf32>
}

// -----

// A function of the model is evaluated by its calls only.
func.func @Twice(%x: tensor<?xf32>) -> tensor<?xf32> attributes {onnx.domain = "test"} {
  %0 = onnx.Add(%x, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

func.func @call(%x: tensor<2xf32> {onnx.value = dense<[1.0, -0.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<[4.0, -0.0]> : tensor<2xf32>}) {
  %0 = onnx.Call @Twice(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = onnx.Call @Twice(%0) : (tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

// Sequences, optionals and strings.
func.func @values(%s: !onnx.seq<tensor<?x!onnx.str>>
      {onnx.value = [dense<["a", "b"]> : tensor<2x!onnx.str>, dense<["c"]> : tensor<1x!onnx.str>]})
    -> (tensor<3x!onnx.str> {onnx.expected = dense<["a", "b", "c"]> : tensor<3x!onnx.str>},
        tensor<i1> {onnx.expected = dense<false> : tensor<i1>}, !onnx.opt<tensor<f32>> {onnx.expected}) {
  %0 = onnx.ConcatFromSequence(%s) {axis = 0 : i64} : (!onnx.seq<tensor<?x!onnx.str>>) -> tensor<3x!onnx.str>
  %none = onnx.NoValue() : () -> none
  %1 = onnx.Optional(%none) {type = tensor<f32>} : (none) -> !onnx.opt<tensor<f32>>
  %2 = onnx.OptionalHasElement(%1) : (!onnx.opt<tensor<f32>>) -> tensor<i1>
  return %0, %2, %1 : tensor<3x!onnx.str>, tensor<i1>, !onnx.opt<tensor<f32>>
}

// -----

// Numbers that hurt: a NaN is the greatest, infinities, zeros of both signs, a
// division of integers by zero, numbers that a type cannot hold.
func.func @special(%x: tensor<4xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, -0.0, 1.0e30]> : tensor<4xf32>},
                   %i: tensor<2xi8> {onnx.value = dense<[-128, 7]> : tensor<2xi8>})
    -> (tensor<f32> {onnx.expected = dense<0x7FC00000> : tensor<f32>},
        tensor<4xf16> {onnx.expected = dense<[0x7E00, 0x7C00, 0x8000, 0x7C00]> : tensor<4xf16>},
        tensor<2xi8> {onnx.expected = dense<[-128, -7]> : tensor<2xi8>},
        tensor<4xf8E4M3FN> {onnx.expected = dense<[0x7F, 0x7E, 0x80, 0x7E]> : tensor<4xf8E4M3FN>}) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.ReduceMax(%x, %none) {keepdims = 0 : i64} : (tensor<4xf32>, none) -> tensor<f32>
  %1 = onnx.Cast(%x) {to = f16} : (tensor<4xf32>) -> tensor<4xf16>
  %2 = onnx.Neg(%i) : (tensor<2xi8>) -> tensor<2xi8>
  %3 = onnx.Cast(%x) {to = f8E4M3FN} : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  return %0, %1, %2, %3 : tensor<f32>, tensor<4xf16>, tensor<2xi8>, tensor<4xf8E4M3FN>
}

// -----

// Tensors without elements.
func.func @empty(%x: tensor<1x1x0xf32> {onnx.value = dense<> : tensor<1x1x0xf32>})
    -> (tensor<1x1x0xf32> {onnx.expected = dense<> : tensor<1x1x0xf32>},
        tensor<1x1xf32> {onnx.expected = dense<0.0> : tensor<1x1xf32>},
        tensor<1x1xf32> {onnx.expected = dense<0xFF800000> : tensor<1x1xf32>},
        tensor<1x1x0xi64> {onnx.expected = dense<> : tensor<1x1x0xi64>},
        tensor<2x2xf32> {onnx.expected = dense<0.0> : tensor<2x2xf32>}) {
  %none = onnx.NoValue() : () -> none
  %sizes = onnx.Constant dense<[1, 1, 0]> : tensor<3xi64>
  %axis = onnx.Constant dense<2> : tensor<1xi64>
  %k = onnx.Constant dense<0> : tensor<1xi64>
  %0 = onnx.Resize(%x, %none, %none, %sizes) {mode = "linear"} : (tensor<1x1x0xf32>, none, none, tensor<3xi64>) -> tensor<1x1x0xf32>
  %1 = onnx.ReduceSum(%x, %axis) {keepdims = 0 : i64} : (tensor<1x1x0xf32>, tensor<1xi64>) -> tensor<1x1xf32>
  %2 = onnx.ReduceMax(%x, %axis) {keepdims = 0 : i64} : (tensor<1x1x0xf32>, tensor<1xi64>) -> tensor<1x1xf32>
  %3:2 = onnx.TopK(%x, %k) : (tensor<1x1x0xf32>, tensor<1xi64>) -> (tensor<1x1x0xf32>, tensor<1x1x0xi64>)
  %a = onnx.Constant dense<> : tensor<2x0xf32>
  %b = onnx.Constant dense<> : tensor<0x2xf32>
  %4 = onnx.MatMul(%a, %b) : (tensor<2x0xf32>, tensor<0x2xf32>) -> tensor<2x2xf32>
  return %0, %1, %2, %3#1, %4 : tensor<1x1x0xf32>, tensor<1x1xf32>, tensor<1x1xf32>, tensor<1x1x0xi64>, tensor<2x2xf32>
}

// -----

// NaN is not clamped.
func.func @hard_functions(%x: tensor<4xf32> {onnx.value = dense<[0x7FC00000, 9.0, -9.0, 1.5]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0x7FC00000, 1.0, 0.0, 0.8]> : tensor<4xf32>},
        tensor<4xf32> {onnx.expected = dense<[0x7FC00000, 9.0, 0.0, 1.125]> : tensor<4xf32>}) {
  %0 = onnx.HardSigmoid(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = onnx.HardSwish(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
