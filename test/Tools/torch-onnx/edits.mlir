// --input-names, --output-names and --dim.
//
// RUN: torch-onnx %s -o %t.onnx --input-names=a --output-names=p,q --dim=batch=4 --dim=seq=length
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// RUN: torch-onnx %s -o %t.onnx --dim=seq=batch
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=SAME
//
// A dimension by its place; both times the same one, and one that is so anyway.
//
// RUN: torch-onnx %s -o %t.onnx --dim=x.0=4 --dim=x.1=length --dim=x.0=4 --dim=z.0=3
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=PLACE
//
// RUN: rm -f %t.onnx
// RUN: not torch-onnx %s -o %t.onnx --input-names=a,b,c,d 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not torch-onnx %s -o %t.onnx --output-names=r 2>&1 | FileCheck %s --check-prefix=CLASH
// RUN: not torch-onnx %s -o %t.onnx --output-names=x 2>&1 | FileCheck %s --check-prefix=INPUT
// RUN: not torch-onnx %s -o %t.onnx --input-names=x,s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not torch-onnx %s -o %t.onnx --dim=bach=4 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not torch-onnx %s -o %t.onnx --dim=batch=1 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not torch-onnx %s -o %t.onnx --dim=w.0=4 2>&1 | FileCheck %s --check-prefix=NOINPUT
// RUN: not torch-onnx %s -o %t.onnx --dim=x.2=4 2>&1 | FileCheck %s --check-prefix=NODIM
// RUN: not torch-onnx %s -o %t.onnx --dim=z.0=4 2>&1 | FileCheck %s --check-prefix=STATIC
// RUN: not torch-onnx %s -o %t.onnx --dim=y.1=n 2>&1 | FileCheck %s --check-prefix=SUM
// RUN: not torch-onnx %s -o %t.onnx --dim=x.0=n --dim=y.0=m 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not ls %t.onnx
// REQUIRES: onnx

// CHECK: input a: float[4, length]
// CHECK-NEXT: input y: float[4, length + 4]
// CHECK-NEXT: input z: float[3]
// CHECK-NEXT: output p: float[4, length]
// CHECK-NEXT: output q: float[4, length + 4]
// SAME: input x: float[batch, batch]
// SAME: input y: float[batch, 2*batch]
// PLACE: input x: float[4, length]
// PLACE: input y: float[4, length + 4]
// MANY: error: the model has 3 inputs, but 4 names were given
// CLASH: error: the name 'r' names both output 0 and output 1
// INPUT: error: the name 'x' names both input 0 and output 0
// OUTPUT: error: the name 's' names both input 1 and output 0
// UNKNOWN: error: no input has a dimension 'bach'; there are: batch, seq
// RANGE: error: the dimension 'batch' was exported for sizes from 2 to 100, not for 1
// NOINPUT: error: no input has the name 'w'
// NODIM: error: the input 'x' of type 'tensor<?x?xf32, #sym.dims<batch, seq>>' has no dimension 2
// STATIC: error: the dimension 0 of the input 'z' of type 'tensor<3xf32>' is not a symbol: it has no name and cannot have another size
// SUM: error: the dimension 1 of the input 'y' of type {{.*}} is not a symbol
// TWICE: error: 'x.0' and 'y.0' are the same dimension of the model, but have different values

!x = tensor<?x?xf32, #sym.dims<batch, seq>>
!y = tensor<?x?xf32, #sym.dims<batch, batch + seq>>
module attributes {sym.ranges = {batch = array<i64: 2, 100>}} {
  func.func @main(%x: !x {onnx.name = "x"}, %y: !y {onnx.name = "y"},
                  %z: tensor<3xf32> {onnx.name = "z"})
      -> (!x {onnx.name = "s"}, !y {onnx.name = "r"}) {
    %scale = onnx.Constant {name = "scale"} dense<2.0> : tensor<f32>
    %x2 = onnx.Mul(%x, %scale) : (!x, tensor<f32>) -> !x
    %0 = onnx.Relu(%x2) : (!x) -> !x
    %1 = onnx.Relu(%y) : (!y) -> !y
    return %0, %1 : !x, !y
  }
}
