// What the emitter cannot write, and what it leaves to the pass.
//
// RUN: torch-onnx-translate --to-onnx --no-check --split-input-file --verify-diagnostics %s

// expected-error @+1 {{run onnx-prepare-for-export before the translation: the module has no 'onnx.opset'}}
module {
  func.func @main() { return }
}

// -----

// expected-error @+1 {{run onnx-prepare-for-export before the translation: the module has no 'onnx.ir_version'}}
module attributes {onnx.opset = 21 : i64} {
  func.func @main() { return }
}

// -----

// expected-error @+1 {{a model needs a function '@main' with a body}}
module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  // expected-error @+1 {{run onnx-prepare-for-export before the translation: argument 0 has no name}}
  func.func @main(%x: tensor<f32>) { return }
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  func.func @main(%x: tensor<f32> {onnx.name = "x"}) -> tensor<f32> {
    // expected-error @+1 {{run onnx-prepare-for-export before the translation: a node has no name}}
    %0 = onnx.Relu(%x) : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  func.func @main(%x: tensor<f32> {onnx.name = "x"}) -> tensor<f32> {
    // expected-error @+1 {{is not an operation of ONNX}}
    %0 = arith.addf %x, %x {onnx.node_name = "a", onnx.value_names = ["b"]} : tensor<f32>
    return %0 : tensor<f32>
  }
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  // expected-error @+1 {{only '@main' and functions with 'onnx.domain' can be written}}
  func.func private @other() { return }
  func.func @main() { return }
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  // expected-error @+1 {{the value 'x' has the type 'tensor<3xi5>', which ONNX does not have}}
  func.func @main(%x: tensor<3xi5> {onnx.name = "x"}) { return }
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  func.func @main() {
    // expected-error @+1 {{ONNX has no attribute like}}
    onnx.Custom() {domain = "d", op_type = "o", node_attributes = {a = {}}, onnx.node_name = "a", onnx.value_names = []} : () -> ()
    return
  }
}

// -----

module attributes {onnx.opset = 21 : i64, onnx.ir_version = 10 : i64} {
  func.func @main(%c: tensor<i1> {onnx.name = "c"}, %x: tensor<f32> {onnx.name = "x"}) -> tensor<f32> {
    // expected-error @+1 {{run onnx-prepare-for-export before the translation: a subgraph yields a value that none of its nodes produces}}
    %0 = onnx.If(%c) {onnx.arg_names = [[], []], onnx.graph_names = ["t", "e"], onnx.node_name = "if", onnx.value_names = ["y"]} : (tensor<i1>) -> tensor<f32> then {
      onnx.Yield(%x) : (tensor<f32>) -> ()
    } else {
      onnx.Yield(%x) : (tensor<f32>) -> ()
    }
    return %0 : tensor<f32>
  }
}
