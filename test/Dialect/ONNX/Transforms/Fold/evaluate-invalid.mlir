// RUN: torch-onnx-opt %s --onnx-evaluate --split-input-file --verify-diagnostics

// expected-error @+1 {{argument 0 has no value; give it the attribute 'onnx.value'}}
func.func @no_value(%x: tensor<2xf32>) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{argument 0 has a value that cannot be read, expected elements, an array of values, or a unit}}
func.func @wrong_value(%x: tensor<2xf32> {onnx.value = "a"}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{argument 0 is tensor<3xf32>, expected 'tensor<2xf32>'}}
func.func @wrong_type(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<3xf32>}) -> tensor<2xf32> {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{result 0: 1 of 3 elements differ; element 1 is dense<2.000000e+00> : tensor<f32>, expected dense<3.000000e+00> : tensor<f32>}}
func.func @difference(%x: tensor<3xf32> {onnx.value = dense<[1.0, 2.0, 4.0]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[1.0, 3.0, 4.0]> : tensor<3xf32>}) {
  return %x : tensor<3xf32>
}

// -----

// expected-error @+1 {{result 0: is tensor<2xf32>, expected tensor<1x2xf32>}}
func.func @other_shape(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<2xf32>})
    -> (tensor<2xf32> {onnx.expected = dense<1.0> : tensor<1x2xf32>}) {
  return %x : tensor<2xf32>
}

// -----

// What depends on the run is checked while it runs.
func.func @out_of_range(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<2xf32>},
                        %i: tensor<i64> {onnx.value = dense<2> : tensor<i64>}) -> tensor<f32> {
  // expected-error @+1 {{'onnx.Gather' op has no result for these operands}}
  %0 = onnx.Gather(%x, %i) : (tensor<2xf32>, tensor<i64>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @declared_shape(%x: tensor<?xf32> {onnx.value = dense<1.0> : tensor<2xf32>}) -> tensor<3xf32> {
  // expected-error @+1 {{'onnx.Neg' op computed tensor<2xf32> as result 0, expected tensor<3xf32>}}
  %0 = onnx.Neg(%x) : (tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @custom(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<2xf32>}) -> tensor<2xf32> {
  // expected-error @+1 {{'onnx.Custom' op is not evaluated}}
  %0 = onnx.Custom(%x) {domain = "test", op_type = "F"} : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @complex(%x: tensor<1x1x1x1xcomplex<f32>> {onnx.value = dense<(1.0, 2.0)> : tensor<1x1x1x1xcomplex<f32>>},
                   %grid: tensor<1x1x1x2xf32> {onnx.value = dense<0.0> : tensor<1x1x1x2xf32>}) -> tensor<1x1x1x1xcomplex<f32>> {
  // expected-error @+1 {{'onnx.GridSample' op is evaluated for real numbers only}}
  %0 = onnx.GridSample(%x, %grid) : (tensor<1x1x1x1xcomplex<f32>>, tensor<1x1x1x2xf32>) -> tensor<1x1x1x1xcomplex<f32>>
  return %0 : tensor<1x1x1x1xcomplex<f32>>
}

// -----

func.func @negative_size(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<2xf32>},
                         %shape: tensor<2xi64> {onnx.value = dense<[-5, 2]> : tensor<2xi64>}) -> tensor<?x?xf32> {
  // expected-error @+1 {{'onnx.Expand' op has no result for these operands}}
  %0 = onnx.Expand(%x, %shape) : (tensor<2xf32>, tensor<2xi64>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @repeated_axes(%x: tensor<2xf32> {onnx.value = dense<1.0> : tensor<2xf32>},
                         %axes: tensor<?xi64> {onnx.value = dense<[2, 2]> : tensor<2xi64>}) -> tensor<?x?x?xf32> {
  // expected-error @+1 {{'onnx.Unsqueeze' op has no result for these operands}}
  %0 = onnx.Unsqueeze(%x, %axes) : (tensor<2xf32>, tensor<?xi64>) -> tensor<?x?x?xf32>
  return %0 : tensor<?x?x?xf32>
}

// -----

// A failure in a branch or a loop is reported once.
func.func @inside(%c: tensor<i1> {onnx.value = dense<true> : tensor<i1>}, %x: tensor<2xi64> {onnx.value = dense<[5, 6]> : tensor<2xi64>})
    -> tensor<1xi64> {
  %none = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1> : tensor<i64>
  %0 = onnx.Loop(%one, %none, %x) : (tensor<i64>, none, tensor<2xi64>) -> tensor<2xi64> {
  ^bb0(%i: tensor<i64>, %d: tensor<i1>, %y: tensor<2xi64>):
    %1 = onnx.If(%c) : (tensor<i1>) -> tensor<2xi64> then {
      %places = onnx.Constant dense<[0, 7]> : tensor<2xi64>
      // expected-error @+1 {{'onnx.Gather' op has no result for these operands}}
      %2 = onnx.Gather(%y, %places) : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
      onnx.Yield(%2) : (tensor<2xi64>) -> ()
    } else {
      onnx.Yield(%y) : (tensor<2xi64>) -> ()
    }
    onnx.Yield(%d, %1) : (tensor<i1>, tensor<2xi64>) -> ()
  }
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %3 = onnx.Gather(%0, %first) : (tensor<2xi64>, tensor<1xi64>) -> tensor<1xi64>
  return %3 : tensor<1xi64>
}
