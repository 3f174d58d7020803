// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @noDomain(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Custom' op requires attribute 'domain'}}
  onnx.Custom(%x) {op_type = "Foo"} : (tensor<2xf32>) -> ()
  return
}

// -----

func.func @constantType() -> tensor<3xi64> {
  // expected-error @+1 {{'onnx.Constant' op failed to verify that all of {value, output} have same type}}
  %0 = "onnx.Constant"() <{value = dense<0> : tensor<2xi64>}> : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

func.func @constantName() {
  // expected-error @+1 {{attribute 'name' failed to satisfy constraint: string attribute}}
  %0 = onnx.Constant {name = 1 : i64} dense<0> : tensor<2xi64>
  return
}

// -----

// Deprecated operators have no definition.
func.func @unknown(%x: tensor<2xf32>) {
  // expected-error @+1 {{custom op 'onnx.Upsample' is unknown}}
  %0 = onnx.Upsample(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
