// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file --verify-diagnostics | FileCheck %s

// Writes to what a branch has made itself.
// CHECK-LABEL: func.func @inside
// CHECK: then {
// CHECK: %[[Y:.*]] = torch.aten.cos.default
// CHECK: %[[Z:.*]] = torch.aten.relu.default(%[[Y]])
// CHECK: torch.yield %[[Z]]
func.func @inside(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %z = torch.aten.relu_.default(%y) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    torch.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @outside(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    // expected-error@+1 {{writes to a tensor from outside of the subgraph it is in}}
    %y = torch.aten.relu_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    torch.yield %x : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

// The result may be %x, so that a write to it may be a write to the argument.
func.func @result_is_outside(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    torch.yield %x : tensor<4xf32>
  }
  // expected-error@+1 {{writes to what may be an argument or a weight: 'torch.if' returns a value from outside of its regions, or a new one}}
  %z = torch.aten.relu_.default(%r) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// So it is with an argument of the body, which is an operand at first.
func.func @carried(%i: tensor<i64>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r:2 = torch.while(%i, %x) : (tensor<i64>, tensor<4xf32>) -> (tensor<i64>, tensor<4xf32>) while {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %c = torch.aten.gt.Scalar(%a, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%a: tensor<i64>, %b: tensor<4xf32>):
    %j = torch.aten.sub.Tensor(%a, other=1) : (tensor<i64>) -> tensor<i64>
    torch.yield %j, %b : tensor<i64>, tensor<4xf32>
  }
  // expected-error@+1 {{writes to what may be an argument or a weight: 'torch.while' returns a value from outside}}
  %z = torch.aten.relu_.default(%r#1) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @new_result
// CHECK: %[[R:.*]] = torch.if
// CHECK: torch.aten.relu.default(%[[R]])
func.func @new_result(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<4xf32> then {
    %y = torch.aten.cos.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  } else {
    %y = torch.aten.sin.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %y : tensor<4xf32>
  }
  %z = torch.aten.relu_.default(%r) : (tensor<4xf32>) -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

// Slices that are read through what may be views of them; a result that is not
// one may be written.
// CHECK-LABEL: func.func @write_to_new_slices
// CHECK: %[[SLICES:.*]] = torch.scan
// CHECK: %[[NEW:.*]] = torch.aten.relu.default(%[[SLICES]])
// CHECK: return %[[NEW]], %arg0
func.func @write_to_new_slices(%x: tensor<3x2x2xf32>) -> (tensor<3x4xf32>, tensor<3x2x2xf32>) {
  %0 = torch.scan() over (%x : tensor<3x2x2xf32>) -> tensor<3x4xf32> {
  ^bb0(%a: tensor<2x2xf32>):
    %1 = torch.aten.reshape.default(%a, [4]) : (tensor<2x2xf32>) -> tensor<4xf32>
    %2 = torch.aten.sin.default(%1) : (tensor<4xf32>) -> tensor<4xf32>
    torch.yield %2 : tensor<4xf32>
  }
  %3 = torch.aten.relu_.default(%0) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0, %x : tensor<3x4xf32>, tensor<3x2x2xf32>
}
