// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @indices(%x: tensor<6xf32>, %i: tensor<6xi64>) -> tensor<3xf32> {
  // expected-error @below {{unsupported operator 'aten.segment_reduce.default' (1 use): expected 'indices' to be None, found tensor<6xi64>}}
  %0 = torch.aten.segment_reduce.default(%x, "sum", indices=%i) : (tensor<6xf32>, tensor<6xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @reduction(%x: tensor<6xf32>, %l: tensor<3xi64>) -> tensor<3xf32> {
  // expected-error @below {{unsupported operator 'aten.segment_reduce.default' (1 use): expected 'reduce' to be 'max', 'mean', 'min', 'prod' or 'sum', found 'any'}}
  %0 = torch.aten.segment_reduce.default(%x, "any", lengths=%l) : (tensor<6xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @initial(%x: tensor<6xf32>, %offsets: tensor<4xi64>, %n: tensor<f64>) -> tensor<3xf32> {
  %i = torch.aten.item.default(%n) : (tensor<f64>) -> f64
  // expected-error @+1 {{unsupported operator 'aten.segment_reduce.default' (1 use): expected 'initial' to be a constant number, found a number known only at run time}}
  %0 = torch.aten.segment_reduce.default(%x, "mean", offsets=%offsets, initial=%i) : (tensor<6xf32>, tensor<4xi64>, f64) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
