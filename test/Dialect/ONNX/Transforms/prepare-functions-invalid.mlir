// Functions that ONNX cannot have.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export --split-input-file --verify-diagnostics %s

module attributes {onnx.opset = 21 : i64} {
  // expected-error @+1 {{a function cannot be called 'my-f' in ONNX; expected an identifier}}
  func.func private @"my-f"(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"} {
    return %x : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

// -----

module attributes {onnx.opset = 21 : i64} {
  // expected-error @+1 {{the function 'Relu' cannot be in the domain ''}}
  func.func private @Relu(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = ""} {
    return %x : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

// -----

module attributes {onnx.opset = 21 : i64} {
  // expected-error @+1 {{'f' calls itself}}
  func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"} {
    %0 = onnx.Call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

// -----

module attributes {onnx.opset = 21 : i64} {
  // expected-error @+1 {{the function 'f' has no body}}
  func.func private @f(tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"}
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}

// -----

// Two functions of one name.
module attributes {onnx.opset = 21 : i64} {
  // expected-note @+1 {{see existing symbol definition here}}
  func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"} {
    return %x : tensor<2xf32>
  }
  // expected-error @+1 {{redefinition of symbol named 'f'}}
  func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "your"} {
    return %x : tensor<2xf32>
  }
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    return %x : tensor<2xf32>
  }
}
