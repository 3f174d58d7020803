// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @elementType(%x: tensor<2xi32>) {
  // expected-error @+1 {{'onnx.Sin' op operand #0 must be tensor of floats of 16 bits or more, but got 'tensor<2xi32>'}}
  %0 = onnx.Sin(%x) : (tensor<2xi32>) -> tensor<2xi32>
  return
}

// -----

func.func @mixed(%x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Add' op requires the same element type for all operands and results}}
  %0 = onnx.Add(%x, %y) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xf32>
  return
}

// -----

func.func @unranked(%x: tensor<*xf32>) {
  // expected-error @+1 {{'onnx.Neg' op operand #0 must be tensor of signed integers or floats}}
  %0 = onnx.Neg(%x) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @explicitlySigned(%x: tensor<2xsi64>) {
  // expected-error @+1 {{'onnx.Add' op operand #0 must be tensor of integers or floats, but got 'tensor<2xsi64>'}}
  %0 = onnx.Add(%x, %x) : (tensor<2xsi64>, tensor<2xsi64>) -> tensor<2xsi64>
  return
}

// -----

func.func @power(%x: tensor<2xf32>, %y: tensor<2xi64>) {
  // expected-error @+1 {{'onnx.Pow' op failed to verify that all of {A, C} have same element type}}
  %0 = onnx.Pow(%x, %y) : (tensor<2xf32>, tensor<2xi64>) -> tensor<2xi64>
  return
}

// -----

func.func @count(%x: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Add' op expected 2 operands, but found 1}}
  %0 = "onnx.Add"(%x) : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @attributeKind(%x: tensor<2xf32>) {
  // expected-error @+1 {{attribute 'fmod' failed to satisfy constraint: 64-bit signless integer attribute}}
  %0 = onnx.Mod(%x, %x) {fmod = true} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<2x3xf32>, %y: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Add' op cannot broadcast 3 and 4 in dimension -1, expected equal sizes or 1}}
  // expected-error @+1 {{'onnx.Add' op failed to infer returned types}}
  %0 = onnx.Add(%x, %y) : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @result(%x: tensor<2x1xf32>, %y: tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Mul' op has result 0 of type 'tensor<2x3xf32>', expected 'tensor<2x4xf32>'}}
  // expected-error @+1 {{'onnx.Mul' op failed to infer returned types}}
  %0 = onnx.Mul(%x, %y) : (tensor<2x1xf32>, tensor<4xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @rank(%x: tensor<?xf32>) {
  %none = onnx.NoValue() : () -> none
  // expected-error @+2 {{'onnx.Sin' op has result 0 of type 'tensor<?x?xf32>', expected 'tensor<?xf32>'}}
  // expected-error @+1 {{'onnx.Sin' op failed to infer returned types}}
  %0 = onnx.Sin(%x) : (tensor<?xf32>) -> tensor<?x?xf32>
  return
}

// -----

func.func @absTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Abs' op requires the same element type for all operands and results}}
  %0 = onnx.Abs(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @acosTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Acos' op requires the same element type for all operands and results}}
  %0 = onnx.Acos(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @acoshTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Acosh' op requires the same element type for all operands and results}}
  %0 = onnx.Acosh(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @asinTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Asin' op requires the same element type for all operands and results}}
  %0 = onnx.Asin(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @asinhTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Asinh' op requires the same element type for all operands and results}}
  %0 = onnx.Asinh(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @atanTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Atan' op requires the same element type for all operands and results}}
  %0 = onnx.Atan(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @atanhTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Atanh' op requires the same element type for all operands and results}}
  %0 = onnx.Atanh(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @ceilTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Ceil' op requires the same element type for all operands and results}}
  %0 = onnx.Ceil(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @cosTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Cos' op requires the same element type for all operands and results}}
  %0 = onnx.Cos(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @coshTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Cosh' op requires the same element type for all operands and results}}
  %0 = onnx.Cosh(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @erfTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Erf' op requires the same element type for all operands and results}}
  %0 = onnx.Erf(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @expTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Exp' op requires the same element type for all operands and results}}
  %0 = onnx.Exp(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @floorTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Floor' op requires the same element type for all operands and results}}
  %0 = onnx.Floor(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @logTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Log' op requires the same element type for all operands and results}}
  %0 = onnx.Log(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @negTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Neg' op requires the same element type for all operands and results}}
  %0 = onnx.Neg(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @reciprocalTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Reciprocal' op requires the same element type for all operands and results}}
  %0 = onnx.Reciprocal(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @roundTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Round' op requires the same element type for all operands and results}}
  %0 = onnx.Round(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @signTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Sign' op requires the same element type for all operands and results}}
  %0 = onnx.Sign(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @sinTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Sin' op requires the same element type for all operands and results}}
  %0 = onnx.Sin(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @sinhTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Sinh' op requires the same element type for all operands and results}}
  %0 = onnx.Sinh(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @sqrtTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Sqrt' op requires the same element type for all operands and results}}
  %0 = onnx.Sqrt(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @tanTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Tan' op requires the same element type for all operands and results}}
  %0 = onnx.Tan(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @tanhTypes(%a: tensor<2xf32>) {
  // expected-error @+1 {{'onnx.Tanh' op requires the same element type for all operands and results}}
  %0 = onnx.Tanh(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @divTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Div' op requires the same element type for all operands and results}}
  %0 = onnx.Div(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @maxTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Max' op requires the same element type for all operands and results}}
  %0 = onnx.Max(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @meanTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Mean' op requires the same element type for all operands and results}}
  %0 = onnx.Mean(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @minTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Min' op requires the same element type for all operands and results}}
  %0 = onnx.Min(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @modTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Mod' op requires the same element type for all operands and results}}
  %0 = onnx.Mod(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @mulTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Mul' op requires the same element type for all operands and results}}
  %0 = onnx.Mul(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @subTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Sub' op requires the same element type for all operands and results}}
  %0 = onnx.Sub(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func @sumTypes(%a: tensor<2xf32>, %b: tensor<2xf16>) {
  // expected-error @+1 {{'onnx.Sum' op requires the same element type for all operands and results}}
  %0 = onnx.Sum(%a, %b) : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}
