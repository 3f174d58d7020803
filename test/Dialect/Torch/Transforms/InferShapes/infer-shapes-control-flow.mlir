// RUN: torch-onnx-opt %s --torch-infer-shapes --split-input-file --verify-diagnostics | FileCheck %s

// Where the branches agree their size is known, elsewhere what the program says.
// CHECK-LABEL: func.func @branch
// CHECK: torch.if %{{.*}} : (tensor<i1>) -> tensor<?x3xf32, #sym.dims<u0>> then
func.func @branch(%c: tensor<i1>, %a: tensor<2x3xf32>) -> tensor<?x?xf32, #sym.dims<u0, ?>> {
  %r = torch.if %c : (tensor<i1>) -> tensor<?x?xf32, #sym.dims<u0, ?>> then {
    %0 = torch.aten.cos.default(%a) : (tensor<2x3xf32>) -> tensor<?x?xf32>
    torch.yield %0 : tensor<?x?xf32>
  } else {
    %0 = torch.aten.slice.Tensor(%a, end=1) : (tensor<2x3xf32>) -> tensor<1x3xf32>
    torch.yield %0 : tensor<1x3xf32>
  }
  return %r : tensor<?x?xf32, #sym.dims<u0, ?>>
}

// -----

// CHECK-LABEL: func.func @scan
// CHECK: torch.scan(%arg0 : tensor<4xf32>) over (%arg1 : tensor<9x4xf32>) -> tensor<4xf32>, tensor<9x4xf32> {
func.func @scan(%i: tensor<4xf32>, %x: tensor<9x4xf32>) -> tensor<?x?xf32> {
  %c, %y = torch.scan(%i : tensor<4xf32>) over (%x : tensor<9x4xf32>) -> tensor<?xf32>, tensor<?x?xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    %0 = torch.aten.add.Tensor(%a, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<?xf32>
    torch.yield %0, %0 : tensor<?xf32>, tensor<?xf32>
  }
  return %y : tensor<?x?xf32>
}

// -----

func.func @contradiction(%c: tensor<i1>, %a: tensor<2xf32>) -> tensor<3xf32> {
  // expected-error@+1 {{result 0 of 'torch.if' is declared 'tensor<3xf32>', its regions yield 'tensor<2xf32>'}}
  %r = torch.if %c : (tensor<i1>) -> tensor<3xf32> then {
    torch.yield %a : tensor<2xf32>
  } else {
    torch.yield %a : tensor<2xf32>
  }
  return %r : tensor<3xf32>
}
