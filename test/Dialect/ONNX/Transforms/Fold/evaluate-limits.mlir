// RUN: torch-onnx-opt %s --onnx-evaluate=max-iterations=5 --split-input-file --verify-diagnostics

// A loop without a trip count whose condition stays true.
func.func @endless(%x: tensor<f32> {onnx.value = dense<1.0> : tensor<f32>}) -> tensor<f32> {
  %none = onnx.NoValue() : () -> none
  %on = onnx.Constant dense<true> : tensor<i1>
  // expected-error @+1 {{'onnx.Loop' op has not ended after 5 iterations; 'max-iterations' sets another limit}}
  %0 = onnx.Loop(%none, %on, %x) : (none, tensor<i1>, tensor<f32>) -> tensor<f32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %y: tensor<f32>):
    onnx.Yield(%c, %y) : (tensor<i1>, tensor<f32>) -> ()
  }
  return %0 : tensor<f32>
}

// -----

func.func @long(%count: tensor<i64> {onnx.value = dense<6> : tensor<i64>}) -> tensor<i64> {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  // expected-error @+1 {{'onnx.Loop' op has not ended after 5 iterations}}
  %0 = onnx.Loop(%count, %none, %zero) : (tensor<i64>, none, tensor<i64>) -> tensor<i64> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %y: tensor<i64>):
    onnx.Yield(%c, %i) : (tensor<i1>, tensor<i64>) -> ()
  }
  return %0 : tensor<i64>
}

// -----

// At the limit a loop may still end, by its count or by its condition.
func.func @ends(%count: tensor<i64> {onnx.value = dense<5> : tensor<i64>})
    -> (tensor<i64> {onnx.expected = dense<4> : tensor<i64>}, tensor<i64> {onnx.expected = dense<4> : tensor<i64>}) {
  %none = onnx.NoValue() : () -> none
  %zero = onnx.Constant dense<0> : tensor<i64>
  %four = onnx.Constant dense<4> : tensor<i64>
  %0 = onnx.Loop(%count, %none, %zero) : (tensor<i64>, none, tensor<i64>) -> tensor<i64> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %y: tensor<i64>):
    onnx.Yield(%c, %i) : (tensor<i1>, tensor<i64>) -> ()
  }
  %1 = onnx.Loop(%none, %none, %zero) : (none, none, tensor<i64>) -> tensor<i64> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %y: tensor<i64>):
    %2 = onnx.Less(%i, %four) : (tensor<i64>, tensor<i64>) -> tensor<i1>
    onnx.Yield(%2, %i) : (tensor<i1>, tensor<i64>) -> ()
  }
  return %0, %1 : tensor<i64>, tensor<i64>
}
