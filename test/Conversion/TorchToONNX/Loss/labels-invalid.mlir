// What a loss gives the backward pass only is refused.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @total_weight(%x: tensor<2x5xf32>, %y: tensor<2xi64>) -> (tensor<f32>, tensor<f32>) {
  // expected-error @+1 {{unsupported operator 'aten.nll_loss_forward.default' (1 use): expected result #1, which is for the backward pass, to be unused, found a use}}
  %0:2 = torch.aten.nll_loss_forward.default(%x, %y, none, reduction=1, ignore_index=-100) : (tensor<2x5xf32>, tensor<2xi64>) -> (tensor<f32>, tensor<f32>)
  return %0#0, %0#1 : tensor<f32>, tensor<f32>
}

// -----

func.func @is_target(%x: tensor<2x3xf32>, %t: tensor<2x3xi64>) -> tensor<2x3xf32> {
  // expected-error @+1 {{unsupported operator 'aten.multilabel_margin_loss_forward.default' (1 use): expected result #1, which is for the backward pass, to be unused, found a use}}
  %0:2 = torch.aten.multilabel_margin_loss_forward.default(%x, %t, reduction=1) : (tensor<2x3xf32>, tensor<2x3xi64>) -> (tensor<f32>, tensor<2x3xf32>)
  return %0#1 : tensor<2x3xf32>
}
