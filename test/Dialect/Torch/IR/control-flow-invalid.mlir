// RUN: torch-onnx-opt %s --split-input-file --verify-diagnostics

func.func @branch_of_another_dtype(%c: tensor<i1>, %a: tensor<2xf32>, %b: tensor<2xf64>) {
  // expected-error@+1 {{has values that a branch yields of which number 0 is 'tensor<2xf64>' beside 'tensor<2xf32>'}}
  %r = torch.if %c : (tensor<i1>) -> tensor<2xf32> then {
    torch.yield %a : tensor<2xf32>
  } else {
    torch.yield %b : tensor<2xf64>
  }
  return
}

// -----

func.func @too_few_yielded(%c: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{has 0 values that a branch yields, expected 1}}
  %r = torch.if %c : (tensor<i1>) -> tensor<2xf32> then {
    torch.yield %a : tensor<2xf32>
  } else {
  }
  return
}

// -----

func.func @no_boolean(%x: tensor<i64>) {
  // expected-error@+1 {{has a condition that does not yield one boolean}}
  %r = torch.while(%x) : (tensor<i64>) -> tensor<i64> while {
  ^bb0(%i: tensor<i64>):
    torch.yield %i : tensor<i64>
  } do {
  ^bb0(%i: tensor<i64>):
    torch.yield %i : tensor<i64>
  }
  return
}

// -----

func.func @other_rank_carried(%x: tensor<2xf32>, %c: tensor<i1>) {
  // expected-error@+1 {{has values that the body yields of which number 0 is 'tensor<1x2xf32>' beside 'tensor<2xf32>'}}
  %r = torch.while(%x) : (tensor<2xf32>) -> tensor<2xf32> while {
  ^bb0(%a: tensor<2xf32>):
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<2xf32>):
    %b = torch.aten.unsqueeze.default(%a, dim=0) : (tensor<2xf32>) -> tensor<1x2xf32>
    torch.yield %b : tensor<1x2xf32>
  }
  return
}

// -----

func.func @nothing_to_go_over() {
  // expected-error@+1 {{has no tensor to go over}}
  torch.scan() over () {
  }
  return
}

// -----

func.func @no_slice(%x: tensor<9x4xf32>) {
  // expected-error@+1 {{has slices of which number 0 is 'tensor<9x4xf32>' beside 'tensor<9x4xf32>'}}
  %r = torch.scan() over (%x : tensor<9x4xf32>) -> tensor<9x9x4xf32> {
  ^bb0(%a: tensor<9x4xf32>):
    torch.yield %a : tensor<9x4xf32>
  }
  return
}

// -----

func.func @results_are_no_stacks(%x: tensor<9x4xf32>) {
  // expected-error@+1 {{has stacked results of which number 0 is 'tensor<4xf32>' beside 'tensor<4xf32>'}}
  %r = torch.scan() over (%x : tensor<9x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @too_few_results(%i: tensor<4xf32>, %x: tensor<9x4xf32>) {
  // expected-error@+1 {{carries 1 values, more than its body has arguments or yields, or than it has results}}
  torch.scan(%i : tensor<4xf32>) over (%x : tensor<9x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    torch.yield %a : tensor<4xf32>
  }
  return
}
