// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @notASequence(%x: tensor<4x2xf32>, %i: tensor<i64>) {
  // expected-error @+1 {{'onnx.SequenceAt' op operand #0 must be sequence, but got 'tensor<4x2xf32>'}}
  %0 = onnx.SequenceAt(%x, %i) : (tensor<4x2xf32>, tensor<i64>) -> tensor<2xf32>
  return
}

// -----

func.func @notAnOptional(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Optional' op result #0 must be optional, but got 'tensor<2xf32>'}}
  %0 = onnx.Optional(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// expected-error @+1 {{sequence of 'f32', expected tensors, sequences or optionals}}
func.func private @element(!onnx.seq<f32>)

// -----

// expected-error @+1 {{optional of '!onnx.opt<tensor<2xf32>>', expected tensors or sequences}}
func.func private @nested(!onnx.opt<!onnx.opt<tensor<2xf32>>>)

// -----

func.func @elements(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.SequenceConstruct' op has operands of different types, expected one}}
  // expected-error @+1 {{'onnx.SequenceConstruct' op failed to infer returned types}}
  %0 = onnx.SequenceConstruct(%x, %y) : (tensor<2xf32>, tensor<2xi32>) -> !onnx.seq<tensor<2xf32>>
  return
}
