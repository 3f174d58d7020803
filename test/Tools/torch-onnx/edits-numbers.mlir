// --dim on a symbol that is the value of an input: it can be renamed, not fixed.
//
// RUN: torch-onnx %s -o %t.onnx --dim=s0=copies --dim=s1=4
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// RUN: rm %t.onnx
// RUN: not torch-onnx %s -o %t.onnx --dim=s0=3 2>&1 | FileCheck %s --check-prefix=FIXED
// RUN: not ls %t.onnx
// REQUIRES: onnx

// CHECK: input x: float[4]
// CHECK-NEXT: input n: int64[]
// CHECK-NEXT: output y: float[copies, 4]
// FIXED: error: the dimension 's0' is the value of input 1, which is known only at run time; it cannot be fixed

!x = tensor<?xf32, #sym.dims<s1>>
!y = tensor<?x?xf32, #sym.dims<s0, s1>>
module attributes {sym.ranges = {s0 = array<i64: 0, 100>, s1 = array<i64: 0, 100>}} {
  func.func @main(%x: !x {onnx.name = "x"}, %n: i64 {onnx.name = "n", torch.exprs = #sym.dims<s0>})
      -> (!y {onnx.name = "y"}) {
    %0 = torch.aten.sym_size.int(%x, 0) attributes {torch.exprs = #sym.dims<s1>} : (!x) -> i64
    %1 = torch.aten.expand.default(%x, [%n, %0]) : (!x, i64, i64) -> !y
    return %1 : !y
  }
}
