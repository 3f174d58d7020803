// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @shape() {
  // expected-error @+1 {{'onnx.RandomNormal' op requires attribute 'shape'}}
  %0 = onnx.RandomNormal() : () -> tensor<2xf32>
  return
}

// -----

func.func @dtype(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'dtype' failed to satisfy constraint: any type attribute}}
  %0 = onnx.Bernoulli(%x) {dtype = 9 : i64} : (tensor<2xf32>) -> tensor<2xi1>
  return
}
