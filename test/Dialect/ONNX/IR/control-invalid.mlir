// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @ifResults(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.If' op has a branch that yields 2 values, expected 1}}
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  } else {
    // expected-note @+1 {{yielded here}}
    onnx.Yield(%x, %x) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }
  return
}

// -----

func.func @ifArguments(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.If' op has a branch with 1 arguments, expected 0}}
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
  ^bb0(%y: tensor<2xf32>):
    onnx.Yield(%y) : (tensor<2xf32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  }
  return
}

// -----

func.func @loopArguments(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Loop' op has a body with 2 arguments, expected 3}}
  %0 = onnx.Loop(%n, %c, %x) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %d: tensor<i1>):
    onnx.Yield(%d, %x) : (tensor<i1>, tensor<2xf32>) -> ()
  }
  return
}

// -----

func.func @loopYield(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Loop' op has a body that yields 1 values, expected 2}}
  %0 = onnx.Loop(%n, %c, %x) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%i: tensor<i64>, %d: tensor<i1>, %v: tensor<2xf32>):
    // expected-note @+1 {{yielded here}}
    onnx.Yield(%v) : (tensor<2xf32>) -> ()
  }
  return
}

// -----

func.func @loopResults(%n: tensor<i64>, %c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Loop' op has 0 results, but 1 carried values}}
  onnx.Loop(%n, %c, %x) : (tensor<i64>, tensor<i1>, tensor<2xf32>) -> () {
  ^bb0(%i: tensor<i64>, %d: tensor<i1>, %v: tensor<2xf32>):
    onnx.Yield(%d) : (tensor<i1>) -> ()
  }
  return
}

// -----

func.func @scanInputs(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Scan' op attribute 'num_scan_inputs' is 2, expected in [1, 1]}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 2 : i64} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @sequenceMap(%s: !onnx.seq<tensor<2xf32>>) {
  // expected-error @+1 {{'onnx.SequenceMap' op has a body with 0 arguments, expected 1}}
  %0 = onnx.SequenceMap(%s) : (!onnx.seq<tensor<2xf32>>) -> !onnx.seq<tensor<2xf32>> {
    onnx.Yield() : () -> ()
  }
  return
}

// -----

func.func @yieldOutside(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Yield' op expects parent op to be one of}}
  onnx.Yield(%x) : (tensor<2xf32>) -> ()
}

// -----

func.func @ifCondition(%c: tensor<2xi1>, %x: tensor<f32>) {
  // expected-error @+2 {{'onnx.If' op operand 'cond' has a dimension of 2, expected one element}}
  // expected-error @+1 {{'onnx.If' op failed to infer returned types}}
  %0 = onnx.If(%c) : (tensor<2xi1>) -> tensor<f32> then {
    onnx.Yield(%x) : (tensor<f32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @loopSequence(%n: tensor<i64>, %c: tensor<i1>, %s: !onnx.seq<tensor<2xf32>>) {
  // expected-error @+2 {{'onnx.Loop' op has a scan output that is not a tensor}}
  // expected-error @+1 {{'onnx.Loop' op failed to infer returned types}}
  %0 = onnx.Loop(%n, %c) : (tensor<i64>, tensor<i1>) -> !onnx.seq<tensor<2xf32>> {
  ^bb0(%i: tensor<i64>, %d: tensor<i1>):
    onnx.Yield(%d, %s) : (tensor<i1>, !onnx.seq<tensor<2xf32>>) -> ()
  }
  return
}

// -----

func.func @scanInputAxis(%x: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.Scan' op 'scan_input_axes' is 1, expected in [-1, 0]}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 1 : i64, scan_input_axes = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @scanOutputAxis(%x: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.Scan' op 'scan_output_axes' is 1, expected in [-1, 0]}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 1 : i64, scan_output_axes = array<i64: 1>} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @scanSizes(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+2 {{'onnx.Scan' op has different sizes of the scanned dimension, 2 and 3}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x, %y) {num_scan_inputs = 2 : i64} : (tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @scanInputAxes(%x: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.Scan' op attribute 'scan_input_axes' has 2 numbers, expected 1}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 1 : i64, scan_input_axes = array<i64: 0, 0>} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @scanOutputAxes(%x: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.Scan' op attribute 'scan_output_axes' has 2 numbers, expected 1}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 1 : i64, scan_output_axes = array<i64: 0, 0>} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @scanInputDirections(%x: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.Scan' op attribute 'scan_input_directions' has 2 numbers, expected 1}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 1 : i64, scan_input_directions = array<i64: 0, 1>} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}

// -----

func.func @scanOutputDirection(%x: tensor<2xf32>) {
  // expected-error @+2 {{'onnx.Scan' op attribute 'scan_output_directions' is 2, expected 0 or 1}}
  // expected-error @+1 {{'onnx.Scan' op failed to infer returned types}}
  %0 = onnx.Scan(%x) {num_scan_inputs = 1 : i64, scan_output_directions = array<i64: 2>} : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<f32>):
    onnx.Yield(%a) : (tensor<f32>) -> ()
  }
  return
}
