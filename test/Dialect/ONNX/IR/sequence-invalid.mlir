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
