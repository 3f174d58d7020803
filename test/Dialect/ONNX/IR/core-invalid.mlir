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

// -----

// References are to attributes of the function around.
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my", onnx.attributes = {a = 1.0 : f32}} {
  // expected-error @+1 {{'onnx.Custom' op refers to the attribute 'b', which the function around it lacks}}
  %0 = onnx.Custom(%x) {domain = "", op_type = "LeakyRelu", references = {alpha = "b"}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Custom' op refers to the attribute 'a', which the function around it lacks}}
  %0 = onnx.Custom(%x) {domain = "", op_type = "LeakyRelu", references = {alpha = "a"}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my", onnx.attributes = {a = 1.0 : f32}} {
  // expected-error @+1 {{'onnx.Custom' op refers to 1 : i64, which is not the name of an attribute}}
  %0 = onnx.Custom(%x) {domain = "", op_type = "LeakyRelu", references = {alpha = 1 : i64}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A call gives each attribute once, and no other.
func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my", onnx.attributes = {a = 1.0 : f32}} {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op must have one value for the attribute 'a' of 'f'}}
  %0 = onnx.Call @f(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my", onnx.attributes = {a = 1.0 : f32}} {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op gives 1 : i64 for the attribute 'a' of 'f', which is like 1.000000e+00 : f32}}
  %0 = onnx.Call @f(%x) {node_attributes = {a = 1 : i64}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32> attributes {onnx.domain = "my"} {
  return %x : tensor<2xf32>
}
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Call' op gives the attribute 'a', which 'f' lacks}}
  %0 = onnx.Call @f(%x) {node_attributes = {a = 1 : i64}} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
