// RUN: torch-onnx-opt %s --bind-dims=dims=batch=4,x.1=length --split-input-file --verify-diagnostics | FileCheck %s
// RUN: not torch-onnx-opt %s --bind-dims=dims=batch=-1 --split-input-file 2>&1 | FileCheck %s --check-prefix=TEXT

// TEXT: 'batch=-1' is neither NAME=SIZE nor NAME=NEWNAME

!x = tensor<?x?xf32, #sym.dims<batch, seq>>
!y = tensor<?xf32, #sym.dims<batch * seq>>
// CHECK: module attributes {sym.ranges = {length = array<i64: 2, 9>}}
module attributes {sym.ranges = {batch = array<i64: 2, 100>, seq = array<i64: 2, 9>}} {
  // CHECK: func.func @main(%{{.*}}: tensor<4x?xf32, #sym.dims<length>> {onnx.name = "x"}) -> tensor<?xf32, #sym.dims<{{.*}}length{{.*}}>>
  func.func @main(%x: !x {onnx.name = "x"}) -> !y {
    // CHECK-NEXT: torch.aten.flatten.using_ints
    // CHECK-SAME: (tensor<4x?xf32, #sym.dims<length>>)
    %0 = torch.aten.flatten.using_ints(%x) : (!x) -> !y
    return %0 : !y
  }
}

// -----

// Functions of sizes change with the symbols in them; what is constant then is
// computed.

!x = tensor<?x?xf32, #sym.dims<batch, seq>>
!y = tensor<?x?xf32, #sym.dims<trunc(1.7*batch), Max(8, seq)>>
// CHECK: module attributes {sym.ranges = {length = array<i64: 2, 9>}}
module attributes {sym.ranges = {seq = array<i64: 2, 9>}} {
  // CHECK: func.func @main({{.*}}) -> tensor<6x?xf32, #sym.dims<Max(8, length)>>
  func.func @main(%x: !x {onnx.name = "x"}) -> !y {
    %0 = torch.my.op.default(x=%x) : (!x) -> !y
    return %0 : !y
  }
}

// -----

// Conditions that the model does not check name sizes as the user does.

!x = tensor<?x?xf32, #sym.dims<batch, seq>>
// CHECK: module attributes {torch.unchecked = ["net.py:7: 4 != 1", "length != batch_size"]}
module attributes {torch.unchecked = ["net.py:7: batch != 1", "seq != batch_size"]} {
  func.func @main(%x: !x {onnx.name = "x"}) {
    return
  }
}

// -----

// A symbol that is the value of an input is read when the model runs.

// expected-error@+1 {{the dimension 'batch' is the value of input 1, which is known only at run time; it cannot be fixed}}
func.func @main(%x: tensor<?x?xf32, #sym.dims<batch, seq>> {onnx.name = "x"}, %n: i64 {torch.exprs = #sym.dims<batch>}) {
  return
}
