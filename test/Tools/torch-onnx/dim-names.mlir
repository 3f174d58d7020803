// Names of dimensions that are no words, expressions, and names for outputs.
//
// RUN: torch-onnx %s -o %t.onnx '--dim=x.0="batch size"' --dim=x.1=past --dim=w.0=seq '--dim=y.1=past + seq'
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// RUN: torch-onnx %s -o %t.onnx '--dim=r.0="batch-size"' --dim=t.0=twice --dim=t.1=columns 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=OUT
//
// One new name is the size of the dimension; two cannot be told.
// RUN: torch-onnx %s -o %t.onnx '--dim=w.0=n - 1'
// RUN: %python %S/../../Target/ONNX/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=NEW
// RUN: not torch-onnx %s -o %t.onnx '--dim=w.0=n + m' 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: not torch-onnx %s -o %t.onnx '--dim=w.0=n +' 2>&1 | FileCheck %s --check-prefix=SYNTAX
// RUN: not torch-onnx %s -o %t.onnx --dim=t.0=b --dim=w.0=c --dim=t.5=d 2>&1 | FileCheck %s --check-prefix=AXIS
// REQUIRES: onnx

// CHECK: input x: float[batch size, past]
// CHECK-NEXT: input w: float[seq]
// CHECK-NEXT: input y: float[batch size, past + seq]
// CHECK-NEXT: output r: float[batch size, past]
// CHECK-NEXT: output s: float[batch size, past + seq]
// CHECK-NEXT: output t: float[2*(batch size), 3]
// WARN: warning: the name of a dimension is ignored, because the model fixes its size: dimension 1 of the output 't', which is 3
// OUT: output r: float[batch-size, b]
// OUT: output t: float[twice, 3]
// NEW: input w: float[n - 1]
// TWO: error: 'n + m' has more than one name that is not the name of a dimension
// SYNTAX: error: 'n +' is not an expression of sizes
// AXIS: error: no input has the name 't'

!x = tensor<?x?xf32, #sym.dims<a, b>>
!w = tensor<?xf32, #sym.dims<c>>
!y = tensor<?x?xf32, #sym.dims<a, d>>
!t = tensor<?x3xf32, #sym.dims<2*a>>
func.func @main(%x: !x {onnx.name = "x"}, %w: !w {onnx.name = "w"},
                %y: !y {onnx.name = "y"})
    -> (!x {onnx.name = "r"}, !y {onnx.name = "s"}, !t {onnx.name = "t"}) {
  %three = onnx.Constant dense<3> : tensor<1xi64>
  %shape = onnx.Shape(%x) {end = 1 : i64} : (!x) -> tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  %rows = onnx.Mul(%shape, %two) : (tensor<1xi64>, tensor<1xi64>) -> tensor<1xi64>
  %sizes = onnx.Concat(%rows, %three) {axis = 0 : i64} : (tensor<1xi64>, tensor<1xi64>) -> tensor<2xi64>
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %0 = onnx.Relu(%x) : (!x) -> !x
  %1 = onnx.Relu(%y) : (!y) -> !y
  %2 = onnx.Expand(%one, %sizes) : (tensor<f32>, tensor<2xi64>) -> !t
  return %0, %1, %2 : !x, !y, !t
}
