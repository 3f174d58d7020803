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

// -----

func.func @concatSequences(%a: !onnx.seq<!onnx.seq<tensor<2xf32>>>) {
  // expected-error @+2 {{'onnx.ConcatFromSequence' op has a sequence of sequences or optionals, expected a sequence of tensors}}
  // expected-error @+1 {{'onnx.ConcatFromSequence' op failed to infer returned types}}
  %0 = onnx.ConcatFromSequence(%a) {axis = 0 : i64} : (!onnx.seq<!onnx.seq<tensor<2xf32>>>) -> tensor<?xf32>
  return
}

// -----

func.func @optionalType() {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Optional' op has neither an operand nor attribute 'type', expected one}}
  // expected-error @+1 {{'onnx.Optional' op failed to infer returned types}}
  %0 = onnx.Optional(%none) : (none) -> !onnx.opt<tensor<2xf32>>
  return
}

// -----

func.func @optionalElement() {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Optional' op attribute 'type' is 'f32', expected a tensor or a sequence}}
  // expected-error @+1 {{'onnx.Optional' op failed to infer returned types}}
  %0 = onnx.Optional(%none) {type = f32} : (none) -> !onnx.opt<tensor<2xf32>>
  return
}

// -----

func.func @constructNothing() {
  // expected-error @+2 {{'onnx.SequenceConstruct' op has no operands, expected at least 1}}
  // expected-error @+1 {{'onnx.SequenceConstruct' op failed to infer returned types}}
  %0 = onnx.SequenceConstruct() : () -> !onnx.seq<tensor<2xf32>>
  return
}

// -----

func.func @insertType(%a: !onnx.seq<tensor<2xf32>>, %b: tensor<2xi32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.SequenceInsert' op has elements of different types, expected one type}}
  // expected-error @+1 {{'onnx.SequenceInsert' op failed to infer returned types}}
  %0 = onnx.SequenceInsert(%a, %b, %none) : (!onnx.seq<tensor<2xf32>>, tensor<2xi32>, none) -> !onnx.seq<tensor<2xf32>>
  return
}

// -----

func.func @position(%a: !onnx.seq<tensor<2xf32>>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.SequenceAt' op operand 'position' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.SequenceAt' op failed to infer returned types}}
  %0 = onnx.SequenceAt(%a, %b) : (!onnx.seq<tensor<2xf32>>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @erasePosition(%a: !onnx.seq<tensor<2xf32>>, %b: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.SequenceErase' op operand 'position' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.SequenceErase' op failed to infer returned types}}
  %0 = onnx.SequenceErase(%a, %b) : (!onnx.seq<tensor<2xf32>>, tensor<2xi64>) -> !onnx.seq<tensor<2xf32>>
  return
}

// -----

func.func @insertPosition(%a: !onnx.seq<tensor<2xf32>>, %b: tensor<2xf32>, %c: tensor<2xi64>) {
  // expected-error @+2 {{'onnx.SequenceInsert' op operand 'position' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.SequenceInsert' op failed to infer returned types}}
  %0 = onnx.SequenceInsert(%a, %b, %c) : (!onnx.seq<tensor<2xf32>>, tensor<2xf32>, tensor<2xi64>) -> !onnx.seq<tensor<2xf32>>
  return
}

// -----

func.func @splitRank(%a: tensor<4xf32>, %b: tensor<1x2xi64>) {
  // expected-error @+2 {{'onnx.SplitToSequence' op operand 'split' has rank 2, expected 1}}
  // expected-error @+1 {{'onnx.SplitToSequence' op failed to infer returned types}}
  %0 = onnx.SplitToSequence(%a, %b) : (tensor<4xf32>, tensor<1x2xi64>) -> !onnx.seq<tensor<?xf32>>
  return
}
