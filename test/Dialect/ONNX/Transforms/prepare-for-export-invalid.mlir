// RUN: torch-onnx-opt --onnx-prepare-for-export --verify-diagnostics %s

// An initializer that is an input has one type.

module attributes {onnx.opset = 21 : i64} {
  // expected-error @below {{the default of argument 0 has the type 'tensor<3xf32>', not 'tensor<2xf32>'}}
  func.func @main(%w: tensor<2xf32> {onnx.name = "w", onnx.default = dense<1.0> : tensor<3xf32>}) -> tensor<2xf32> {
    %0 = onnx.Relu(%w) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
