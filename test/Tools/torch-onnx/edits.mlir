// --input-names, --output-names and --dim.
//
// RUN: torch-onnx %s -o %t.onnx --input-names=a --output-names=p,q --dim=batch=4 --dim=seq=length
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// RUN: torch-onnx %s -o %t.onnx --dim=seq=batch
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=SAME
//
// RUN: rm -f %t.onnx
// RUN: not torch-onnx %s -o %t.onnx --input-names=a,b,c 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not torch-onnx %s -o %t.onnx --output-names=r 2>&1 | FileCheck %s --check-prefix=CLASH
// RUN: not torch-onnx %s -o %t.onnx --dim=bach=4 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not torch-onnx %s -o %t.onnx --dim=batch=1 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not ls %t.onnx
// REQUIRES: onnx

// CHECK: input a: float[4, length]
// CHECK-NEXT: input y: float[4, length + 4]
// CHECK-NEXT: output p: float[4, length]
// CHECK-NEXT: output q: float[4, length + 4]
// SAME: input x: float[batch, batch]
// SAME: input y: float[batch, 2*batch]
// MANY: error: the model has 2 inputs, but 3 names were given
// CLASH: error: the name 'r' given is also that of output 1
// UNKNOWN: error: no input has a dimension 'bach'; there are: batch, seq
// RANGE: error: the dimension 'batch' was exported for sizes from 2 to 100, not for 1

!x = tensor<?x?xf32, #sym.dims<batch, seq>>
!y = tensor<?x?xf32, #sym.dims<batch, batch + seq>>
module attributes {sym.ranges = {batch = array<i64: 2, 100>}} {
  func.func @main(%x: !x {onnx.name = "x"}, %y: !y {onnx.name = "y"}) -> (!x {onnx.name = "s"}, !y {onnx.name = "r"}) {
    %0 = onnx.Relu(%x) : (!x) -> !x
    %1 = onnx.Relu(%y) : (!y) -> !y
    return %0, %1 : !x, !y
  }
}
