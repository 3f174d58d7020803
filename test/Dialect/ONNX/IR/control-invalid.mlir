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
