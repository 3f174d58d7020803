// Invalid calls of functions of the model.
//
// RUN: torch-onnx-opt --split-input-file --verify-diagnostics %s

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op calls 'f', which is not a function}}
  %0 = onnx.Call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @f(tensor<2xf32>) -> tensor<2xf32>
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op calls 'f', which has no 'onnx.domain'}}
  %0 = onnx.Call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @f(tensor<?xi64>) -> tensor<2xf32> attributes {onnx.domain = "my"}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op calls 'f' with the types ('tensor<2xf32>'), which takes ('tensor<?xi64>')}}
  %0 = onnx.Call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @f(tensor<?xf32>) -> (tensor<2xf32>, tensor<2xf32>) attributes {onnx.domain = "my"}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op has the types ('tensor<2xf32>'), but 'f' returns ('tensor<2xf32>', 'tensor<2xf32>')}}
  %0 = onnx.Call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
