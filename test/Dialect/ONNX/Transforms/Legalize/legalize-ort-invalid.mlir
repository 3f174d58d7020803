// RUN: torch-onnx-opt --onnx-legalize-opset=opset=22 --split-input-file --verify-diagnostics %s
// RUN: torch-onnx-opt --onnx-legalize-opset="opset=22 target=onnx" --split-input-file %s

// What ONNX Runtime's CPU lacks and nothing mends.

// The kernel has a size known only at run time.
func.func @double(%x: tensor<1x1x4x4xf64>, %w: tensor<1x1x?x2xf64, #sym.dims<k>>) -> tensor<1x1x?x3xf64, #sym.dims<5 - k>> {
  %none = onnx.NoValue() : () -> none
  // expected-error @below {{ONNX Runtime's CPU provider has no kernel for 'onnx.Conv' of tensor(double) at opset 22 (target=onnx is for runtimes that have every kernel)}}
  %0 = onnx.Conv(%x, %w, %none) : (tensor<1x1x4x4xf64>, tensor<1x1x?x2xf64, #sym.dims<k>>, none) -> tensor<1x1x?x3xf64, #sym.dims<5 - k>>
  return %0 : tensor<1x1x?x3xf64, #sym.dims<5 - k>>
}

// -----

// What the last window is divided by is not the same to all.
func.func @average(%x: tensor<1x1x4xf64>) -> tensor<1x1x3xf64> {
  // expected-error @below {{no kernel for 'onnx.AveragePool' of tensor(double)}}
  %0 = onnx.AveragePool(%x) {ceil_mode = 1 : i64, count_include_pad = 1 : i64, kernel_shape = array<i64: 3>, pads = array<i64: 1, 1>, strides = array<i64: 2>} : (tensor<1x1x4xf64>) -> tensor<1x1x3xf64>
  return %0 : tensor<1x1x3xf64>
}

// -----

func.func @random(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @below {{no kernel for 'onnx.RandomNormalLike' of tensor(float) at opset 22; it has a kernel up to opset 21 (}}
  %0 = onnx.RandomNormalLike(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @below {{ONNX Runtime has no complex tensors: input #0 is tensor(complex64)}}
func.func @complex(%x: tensor<2xcomplex<f32>>) -> tensor<2xf32> {
  %0 = onnx.Constant dense<0.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// expected-error @below {{ONNX Runtime has no complex tensors: input #0 is tensor(complex32)}}
func.func @complex_half(%x: tensor<2xcomplex<f16>>) -> tensor<2xcomplex<f16>> {
  return %x : tensor<2xcomplex<f16>>
}

// -----

// The mode makes numbers of its own: an integer is not cast for it.
func.func @linear(%x: tensor<1x1x2x2xi64>) -> tensor<1x1x3x3xi64> {
  %none = onnx.NoValue() : () -> none
  %sizes = onnx.Constant dense<[1, 1, 3, 3]> : tensor<4xi64>
  // expected-error @below {{no kernel for 'onnx.Resize' of tensor(int64)}}
  %0 = onnx.Resize(%x, %none, %none, %sizes) {mode = "linear"} : (tensor<1x1x2x2xi64>, none, none, tensor<4xi64>) -> tensor<1x1x3x3xi64>
  return %0 : tensor<1x1x3x3xi64>
}
