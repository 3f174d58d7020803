// Branches and loops print as they are read; sizes may differ where dtype and
// rank do not.
// RUN: torch-onnx-opt %s | torch-onnx-opt | FileCheck %s

// CHECK-LABEL: func.func @branch
// CHECK: torch.if %{{.*}} : (tensor<i1>) -> tensor<?xf32> then {
// CHECK-NEXT: torch.yield %{{.*}} : tensor<2xf32>
// CHECK-NEXT: } else {
// CHECK-NEXT: torch.yield %{{.*}} : tensor<3xf32>
func.func @branch(%c: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>) -> tensor<?xf32> {
  %r = torch.if %c : (tensor<i1>) -> tensor<?xf32> then {
    torch.yield %a : tensor<2xf32>
  } else {
    torch.yield %b : tensor<3xf32>
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @loop
// CHECK: torch.while(%arg0, %arg1) : (tensor<4xf32>, i64) -> (tensor<4xf32>, i64) while {
// CHECK: } do {
// CHECK-NEXT: ^bb0(%{{.*}}: tensor<4xf32>, %{{.*}}: i64):
func.func @loop(%x: tensor<4xf32>, %n: i64) -> tensor<4xf32> {
  %r:2 = torch.while(%x, %n) : (tensor<4xf32>, i64) -> (tensor<4xf32>, i64) while {
  ^bb0(%a: tensor<4xf32>, %i: i64):
    %zero = arith.constant 0 : i64
    %c = arith.cmpi sgt, %i, %zero : i64
    torch.yield %c : i1
  } do {
  ^bb0(%a: tensor<4xf32>, %i: i64):
    %b = torch.aten.cos.default(%a) : (tensor<4xf32>) -> tensor<4xf32>
    %one = arith.constant 1 : i64
    %j = arith.subi %i, %one : i64
    torch.yield %b, %j : tensor<4xf32>, i64
  }
  return %r#0 : tensor<4xf32>
}

// CHECK-LABEL: func.func @stack
// CHECK: torch.while stacked(%arg0) : (tensor<i64>) -> tensor<?xi64> while {
func.func @stack(%x: tensor<i64>) -> tensor<?xi64> {
  %r = torch.while stacked (%x) : (tensor<i64>) -> tensor<?xi64> while {
  ^bb0(%i: tensor<i64>):
    %c = torch.aten.gt.Scalar(%i, other=0) : (tensor<i64>) -> tensor<i1>
    torch.yield %c : tensor<i1>
  } do {
  ^bb0(%i: tensor<i64>):
    %j = torch.aten.sub.Tensor(%i, other=1) : (tensor<i64>) -> tensor<i64>
    torch.yield %j : tensor<i64>
  }
  return %r : tensor<?xi64>
}

// CHECK-LABEL: func.func @scan
// CHECK: torch.scan(%arg0 : tensor<4xf32>) over (%arg1 : tensor<9x4xf32>) -> tensor<4xf32>, tensor<9x4xf32> {
// CHECK: torch.scan() over (%arg1 : tensor<9x4xf32>) -> tensor<9x4xf32> {
func.func @scan(%i: tensor<4xf32>, %xs: tensor<9x4xf32>) -> (tensor<4xf32>, tensor<9x4xf32>) {
  %c, %ys = torch.scan(%i : tensor<4xf32>) over (%xs : tensor<9x4xf32>) -> tensor<4xf32>, tensor<9x4xf32> {
  ^bb0(%a: tensor<4xf32>, %x: tensor<4xf32>):
    %n = torch.aten.add.Tensor(%a, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    torch.yield %n, %a : tensor<4xf32>, tensor<4xf32>
  }
  %zs = torch.scan() over (%xs : tensor<9x4xf32>) -> tensor<9x4xf32> {
  ^bb0(%x: tensor<4xf32>):
    torch.yield %x : tensor<4xf32>
  }
  return %c, %zs : tensor<4xf32>, tensor<9x4xf32>
}
