// RUN: torch-onnx-opt --onnx-legalize-opset="opset=9 target=onnx" --split-input-file --verify-diagnostics %s

// What opset 9 cannot say, and the least opset that can; all in one run.

func.func @operands(%x: tensor<4x4xf32>, %l: tensor<?xi64>, %k: tensor<1xi64>, %i: tensor<4xui64>, %p: tensor<4xi64>, %u: tensor<4x4xi64>) {
  %n = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1> : tensor<1xi64>
  // expected-error @below {{'onnx.Pad' cannot be expressed at opset 9, needs opset 11 or later: expected 'pads' to be constant, found a value known only at run time}}
  %0 = onnx.Pad(%x, %p, %n, %n) : (tensor<4x4xf32>, tensor<4xi64>, none, none) -> tensor<?x?xf32>
  // expected-error @below {{'onnx.TopK' cannot be expressed at opset 9, needs opset 10 or later: expected 'K' to be constant, found a value known only at run time}}
  %1:2 = onnx.TopK(%x, %k) : (tensor<4x4xf32>, tensor<1xi64>) -> (tensor<4x?xf32>, tensor<4x?xi64>)
  // f64 does not hold all of ui64.
  // expected-error @below {{'onnx.TopK' cannot be expressed at opset 9, needs opset 11 or later: expected elements of at most 32 bits, found 64}}
  %2:2 = onnx.TopK(%i, %one) : (tensor<4xui64>, tensor<1xi64>) -> (tensor<1xui64>, tensor<1xi64>)
  // expected-error @below {{'onnx.Slice' cannot be expressed at opset 9, needs opset 11 or later: expected 'axes' to be constant, found a value known only at run time}}
  %3 = onnx.Slice(%x, %one, %one, %k, %n) : (tensor<4x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?xf32>
  // expected-error @below {{'onnx.Slice' cannot be expressed at opset 9, needs opset 10 or later: expected 'steps' to be constant, found a value known only at run time}}
  %4 = onnx.Slice(%x, %one, %one, %one, %k) : (tensor<4x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-error @below {{'onnx.Slice' cannot be expressed at opset 9, needs opset 10 or later: expected a constant number of axes, found one known only at run time}}
  %5 = onnx.Slice(%x, %l, %l, %n, %n) : (tensor<4x4xf32>, tensor<?xi64>, tensor<?xi64>, none, none) -> tensor<?x?xf32>
  %axis = onnx.Squeeze(%k, %one) : (tensor<1xi64>, tensor<1xi64>) -> tensor<i64>
  // expected-error @below {{'onnx.CumSum' cannot be expressed at opset 9, needs opset 11 or later: expected 'axis' to be constant, found a value known only at run time}}
  %6 = onnx.CumSum(%x, %axis) : (tensor<4x4xf32>, tensor<i64>) -> tensor<4x4xf32>
  return
}

// -----

func.func @images(%x: tensor<1x1x?x4xf32, #sym.dims<h>>, %s: tensor<4xi64>) {
  %n = onnx.NoValue() : () -> none
  %half = onnx.Constant dense<[1.0, 1.0, 0.5, 0.5]> : tensor<4xf32>
  %two = onnx.Constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32>
  // What is nearest to less than an element was never said.
  // expected-error @below {{'onnx.Resize' cannot be expressed at opset 9, needs opset 11 or later: expected the size of dimension 2 to grow by a constant integer factor, found another size}}
  %0 = onnx.Resize(%x, %n, %half, %n) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x1x?x4xf32, #sym.dims<h>>, none, tensor<4xf32>, none) -> tensor<1x1x?x2xf32>
  // expected-error @below {{'onnx.Resize' cannot be expressed at opset 9, needs opset 11 or later: expected the size of dimension 2 to grow by a constant integer factor, found another size}}
  %1 = onnx.Resize(%x, %n, %n, %s) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x1x?x4xf32, #sym.dims<h>>, none, none, tensor<4xi64>) -> tensor<1x1x?x8xf32, #sym.dims<2*h + 1>>
  // expected-error @below {{'onnx.Resize' cannot be expressed at opset 9, needs opset 11 or later: expected 'mode' to be 'nearest', found 'linear'}}
  %2 = onnx.Resize(%x, %n, %two, %n) {mode = "linear"} : (tensor<1x1x?x4xf32, #sym.dims<h>>, none, tensor<4xf32>, none) -> tensor<1x1x?x8xf32, #sym.dims<2*h>>
  // The element after the one that a position is in.
  // expected-error @below {{'onnx.Resize' cannot be expressed at opset 9, needs opset 11 or later: expected a sampling that reads the element that contains the position, found 'asymmetric' with 'ceil'}}
  %3 = onnx.Resize(%x, %n, %two, %n) {coordinate_transformation_mode = "asymmetric", nearest_mode = "ceil"} : (tensor<1x1x?x4xf32, #sym.dims<h>>, none, tensor<4xf32>, none) -> tensor<1x1x?x8xf32, #sym.dims<2*h>>
  // expected-error @below {{'onnx.MaxPool' cannot be expressed at opset 9, needs opset 10 or later: expected constant sizes with ceil_mode, found one known only at run time}}
  %4, %5 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>, ceil_mode = 1 : i64} : (tensor<1x1x?x4xf32, #sym.dims<h>>) -> (tensor<1x1x?x2xf32>, none)
  // expected-error @below {{'onnx.MaxPool' is not legal at opset 9: attribute 'dilations' came with opset 10}}
  %6, %7 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2, 2>, dilations = array<i64: 1, 2>} : (tensor<1x1x?x4xf32, #sym.dims<h>>) -> (tensor<1x1x?x2xf32>, none)
  return
}

// -----

// Pads that count in a mean, pads that are more than there is.

func.func @pads(%x: tensor<1x1x6x6xf32>, %i: tensor<?xi64, #sym.dims<n>>, %j: tensor<2xi64>) {
  %n = onnx.NoValue() : () -> none
  // expected-error @below {{'onnx.AveragePool' cannot be expressed at opset 9, needs opset 10 or later: expected 'count_include_pad' to be 0 with ceil_mode, found 1}}
  %0 = onnx.AveragePool(%x) {kernel_shape = array<i64: 3, 3>, strides = array<i64: 2, 2>, ceil_mode = 1 : i64, count_include_pad = 1 : i64} : (tensor<1x1x6x6xf32>) -> tensor<1x1x3x3xf32>
  %crop = onnx.Constant dense<[-1, 0]> : tensor<2xi64>
  // expected-error @below {{'onnx.Pad' cannot be expressed at opset 9, needs opset 11 or later: expected negative pads that remove at most the size of a dimension, found }}
  %1 = onnx.Pad(%i, %crop, %n, %n) : (tensor<?xi64, #sym.dims<n>>, tensor<2xi64>, none, none) -> tensor<?xi64>
  // expected-error @below {{'onnx.Pad' cannot be expressed at opset 9, needs opset 11 or later: expected floating-point elements or constant sizes, found neither}}
  %2 = onnx.Pad(%i, %crop, %n, %n) {mode = "edge"} : (tensor<?xi64, #sym.dims<n>>, tensor<2xi64>, none, none) -> tensor<?xi64>
  %many = onnx.Constant dense<[2, 0]> : tensor<2xi64>
  // expected-error @below {{'onnx.Pad' cannot be expressed at opset 9, needs opset 11 or later: expected pads in range for a dimension of size }}
  %3 = onnx.Pad(%j, %many, %n, %n) {mode = "reflect"} : (tensor<2xi64>, tensor<2xi64>, none, none) -> tensor<4xi64>
  return
}

// -----

func.func @operators(%x: tensor<4xf32>, %m: tensor<3x3xf32>, %i: tensor<2x2xi64>, %s: tensor<4xf32>, %r: tensor<4x4xf32>, %any: tensor<2x?xi64>, %rows: tensor<3x1xi64>) {
  %n = onnx.NoValue() : () -> none
  // expected-error @below {{'onnx.Det' is not legal at opset 9: the operator came with opset 11}}
  %0 = onnx.Det(%m) : (tensor<3x3xf32>) -> tensor<f32>
  // expected-error @below {{'onnx.Mod' cannot be expressed at opset 9, needs opset 10 or later: expected integer elements, found floating-point ones, whose remainder has no exact formula}}
  %1 = onnx.Mod(%x, %x) {fmod = 1 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @below {{'onnx.GatherND' cannot be expressed at opset 9, needs opset 12 or later: expected 'batch_dims' to be 0, found }}
  %4 = onnx.GatherND(%m, %rows) {batch_dims = 1 : i64} : (tensor<3x3xf32>, tensor<3x1xi64>) -> tensor<?xf32>
  // expected-error @below {{'onnx.GatherND' cannot be expressed at opset 9, needs opset 11 or later: expected the last dimension of 'indices' to be constant and at most 2, found a size known only at run time}}
  %5 = onnx.GatherND(%m, %any) : (tensor<3x3xf32>, tensor<2x?xi64>) -> tensor<?xf32>
  // expected-error @below {{'onnx.IsInf' cannot be expressed at opset 9, needs opset 10 or later: expected 'detect_negative' or 'detect_positive' to be 1, found 0 for both}}
  %7 = onnx.IsInf(%x) {detect_negative = 0 : i64, detect_positive = 0 : i64} : (tensor<4xf32>) -> tensor<4xi1>
  return
}

// -----

// What no opset has.

func.func @malformed(%x: tensor<2x4xf32>, %img: tensor<1x1x6x6xf32>, %i: tensor<1xi64>, %s: tensor<i64>) {
  %n = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<2xi64>
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  // expected-error @below {{'onnx.Slice' cannot be expressed at opset 9: expected steps other than 0, found 0}}
  %1 = onnx.Slice(%x, %one, %one, %one, %zero) : (tensor<2x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-error @below {{'onnx.Slice' cannot be expressed at opset 9: expected axes of an operand of rank 2, found 2, 2}}
  %2 = onnx.Slice(%x, %one, %one, %two, %n) : (tensor<2x4xf32>, tensor<1xi64>, tensor<1xi64>, tensor<2xi64>, none) -> tensor<?x?xf32>
  // expected-error @below {{'onnx.MaxPool' cannot be expressed at opset 9, needs opset 10 or later: expected 'auto_pad' to be 'NOTSET' with ceil_mode, found 'SAME_UPPER'}}
  %7, %8 = onnx.MaxPool(%img) {kernel_shape = array<i64: 2, 2>, auto_pad = "SAME_UPPER", ceil_mode = 1 : i64} : (tensor<1x1x6x6xf32>) -> (tensor<1x1x6x6xf32>, none)
  // expected-error @below {{'onnx.Range' cannot be expressed at opset 9: expected 'start', 'limit' and 'delta' to have no dimensions, found }}
  %9 = onnx.Range(%i, %s, %s) : (tensor<1xi64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  return
}

// -----

func.func @control(%c: tensor<i1>, %x: tensor<2xf32>, %y: tensor<3xf32>, %s: tensor<2xf32>, %z: tensor<?x2xf32>) {
  // One shape for both.
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  } else {
    onnx.Yield(%s) : (tensor<2xf32>) -> ()
  }
  // expected-error @below {{'onnx.If' cannot be expressed at opset 9, needs opset 11 or later: expected branches that give equal shapes, found shapes that may differ}}
  %1 = onnx.If(%c) : (tensor<i1>) -> tensor<?xf32> then {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  } else {
    onnx.Yield(%y) : (tensor<3xf32>) -> ()
  }
  // expected-error @below {{'onnx.Scan' cannot be expressed at opset 9, needs opset 11 or later: expected axes that count from the front, found a negative one}}
  %2:2 = onnx.Scan(%s, %z) {num_scan_inputs = 1 : i64, scan_input_axes = array<i64: -2>} : (tensor<2xf32>, tensor<?x2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %d = onnx.Add(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%d, %d) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }
  return
}

// -----

// An input that is handed on, before Identity had its type; of another type it
// had one.
func.func @handed_on(%x: tensor<2xbf16>, %y: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xbf16>) {
  // expected-error @below {{output #1 is an input, a constant or another output, and opset 9 has no Identity of tensor(bfloat16)}}
  return %y, %x : tensor<2xf32>, tensor<2xbf16>
}

// -----

func.func @dropout(%x: tensor<2xf32>, %on: tensor<i1>) -> (tensor<2xf32>, tensor<2xi1>) {
  %n = onnx.NoValue() : () -> none
  // expected-error @below {{'onnx.Dropout' cannot be expressed at opset 9, needs opset 12 or later: expected 'training_mode' to be the constant true}}
  %0:2 = onnx.Dropout(%x, %n, %on) : (tensor<2xf32>, none, tensor<i1>) -> (tensor<2xf32>, none)
  // expected-error @below {{'onnx.Dropout' cannot be expressed at opset 9, needs opset 12 or later: expected no mask without 'training_mode'}}
  %1:2 = onnx.Dropout(%x, %n, %n) : (tensor<2xf32>, none, none) -> (tensor<2xf32>, tensor<2xi1>)
  return %0#0, %1#1 : tensor<2xf32>, tensor<2xi1>
}
