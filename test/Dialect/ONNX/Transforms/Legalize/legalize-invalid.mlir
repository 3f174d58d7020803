// RUN: torch-onnx-opt --onnx-legalize-opset="opset=17 target=onnx" --split-input-file --verify-diagnostics %s

// One run tells everything.

func.func @all(%x: tensor<2x3xf32>, %i: tensor<2xi32>, %axes: tensor<1xi64>, %columns: tensor<1x4x4xf32>, %two: tensor<2xi64>, %four: tensor<4xi64>, %f: tensor<2xf16>, %img: tensor<1x1x8x8xf32>) {
  %n = onnx.NoValue() : () -> none
  // expected-error @below {{'onnx.Col2Im' is not legal at opset 17: the operator came with opset 18}}
  %0 = onnx.Col2Im(%columns, %two, %two) : (tensor<1x4x4xf32>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?x?x?xf32>
  // expected-error @below {{'onnx.ReduceMean' cannot be expressed at opset 17, needs opset 18 or later: expected 'axes' to be constant, found a value known only at run time}}
  %1 = onnx.ReduceMean(%x, %axes) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<?x?xf32>
  // expected-error @below {{'onnx.Resize' is not legal at opset 17: coordinate_transformation_mode 'half_pixel_symmetric' came with opset 19}}
  %2 = onnx.Resize(%img, %n, %n, %four) {coordinate_transformation_mode = "half_pixel_symmetric"} : (tensor<1x1x8x8xf32>, none, none, tensor<4xi64>) -> tensor<?x?x?x?xf32>
  // The value of the default is no reason to refuse; another one is.
  %3 = onnx.AveragePool(%img) {kernel_shape = array<i64: 2, 2>, dilations = array<i64: 1, 1>} : (tensor<1x1x8x8xf32>) -> tensor<1x1x7x7xf32>
  // expected-error @below {{'onnx.AveragePool' is not legal at opset 17: attribute 'dilations' came with opset 19}}
  %4 = onnx.AveragePool(%img) {kernel_shape = array<i64: 2, 2>, dilations = array<i64: 2, 2>} : (tensor<1x1x8x8xf32>) -> tensor<1x1x6x6xf32>
  // expected-error @below {{type tensor(float8e4m3fn) of 'output' came with opset 19}}
  %5 = onnx.Cast(%f) {to = f8E4M3FN} : (tensor<2xf16>) -> tensor<2xf8E4M3FN>
  return
}

// -----

func.func @heads(%q: tensor<1x2x3x?xf32>, %x: tensor<?x3xf32>, %axis: tensor<i64>, %w: tensor<1x2x3x4xf32>, %len: tensor<1xi64>) {
  %n = onnx.NoValue() : () -> none
  // expected-error @below {{'onnx.Attention' cannot be expressed at opset 17, needs opset 23 or later: expected a constant size of a head, found one known only at run time}}
  %0:4 = onnx.Attention(%q, %q, %q, %n, %n, %n, %n) : (tensor<1x2x3x?xf32>, tensor<1x2x3x?xf32>, tensor<1x2x3x?xf32>, none, none, none, none) -> (tensor<1x2x3x?xf32>, none, none, none)
  // What an even newer opset brought is told as such.
  // expected-error @below {{'onnx.Attention' cannot be expressed at opset 17, needs opset 24 or later: expected no 'nonpad_kv_seqlen', found one}}
  %1:4 = onnx.Attention(%w, %w, %w, %n, %n, %n, %len) : (tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, tensor<1x2x3x4xf32>, none, none, none, tensor<1xi64>) -> (tensor<1x2x3x4xf32>, none, none, none)
  // expected-error @below {{'onnx.CumProd' cannot be expressed at opset 17, needs opset 26 or later: expected 'axis' to be constant, found a value known only at run time}}
  %2 = onnx.CumProd(%x, %axis) : (tensor<?x3xf32>, tensor<i64>) -> tensor<?x3xf32>
  return
}

// -----

// The positions would be those of a part of the plane.

func.func @pool_of_a_part(%x: tensor<1x2x?x6xf32, #sym.dims<n>>) -> tensor<1x2x?x3xi64> {
  // expected-error @below {{'onnx.MaxPool' cannot be expressed at opset 17, needs opset 22 or later: expected unused positions if windows with ceil_mode leave elements out, found a use}}
  %0, %1 = onnx.MaxPool(%x) {ceil_mode = 1 : i64, kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 2>} : (tensor<1x2x?x6xf32, #sym.dims<n>>) -> (tensor<1x2x?x3xf32>, tensor<1x2x?x3xi64>)
  return %1 : tensor<1x2x?x3xi64>
}

// -----

func.func @bits(%x: tensor<2xf32>) -> tensor<2xi32> {
  // expected-error @below {{'onnx.BitCast' cannot be expressed at opset 17, needs opset 26 or later: expected integers reinterpreted as f16, bf16, f32 or f64, because arithmetic cannot tell NaNs apart, found f32 reinterpreted as i32}}
  %0 = onnx.BitCast(%x) {to = i32} : (tensor<2xf32>) -> tensor<2xi32>
  return %0 : tensor<2xi32>
}
