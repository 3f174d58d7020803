// What has no lowering is reported wherever it is.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file --verify-diagnostics

func.func @in_a_branch(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    // expected-error@+1 {{unsupported operator 'my.op.default' (2 uses): no lowering to ONNX}}
    %a = torch.my.op.default(x=%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %a : tensor<4xf32>
  } else {
    %a = torch.my.op.default(x=%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @in_a_condition(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.while(%x) : (tensor<4xf32>) -> tensor<4xf32> while {
  ^bb0(%a: tensor<4xf32>):
    // expected-error@+1 {{unsupported operator 'my.pred.default' (2 uses): no lowering to ONNX}}
    %c = torch.my.pred.default(x=%a) : (tensor<4xf32>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @carried_none(%c: tensor<i1>) -> tensor<4xf32> {
  // expected-error@+1 {{unsupported operator 'my.op.default' (1 use): no lowering to ONNX}}
  %n = torch.my.op.default() : () -> none
  // expected-error@+1 {{unsupported operator 'torch.if' (2 uses): expected to yield tensors or numbers, found none}}
  %r:2 = torch.if %c : (tensor<i1>) -> (none, tensor<4xf32>) then {
    %a = torch.aten.ones.default([4]) : () -> tensor<4xf32>
    torch.yield %n, %a : none, tensor<4xf32>
  } else {
    %a = torch.aten.zeros.default([4]) : () -> tensor<4xf32>
    torch.yield %n, %a : none, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}
