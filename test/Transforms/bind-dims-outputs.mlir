// RUN: torch-onnx-opt %s --bind-dims=dims=y.0=twice,y.1=batch,y.2=three --verify-diagnostics | FileCheck %s

// Names of results say what the model calls sizes there. A name of another size
// would say that both are equal, and a constant has none.

!x = tensor<?x?xf32, #sym.dims<batch, seq>>
!y = tensor<?x?x3xf32, #sym.dims<2*batch, seq>>
// CHECK: func.func @main({{.*}}) -> (tensor<?x?x3xf32, #sym.dims<2*batch, seq>> {onnx.dim_names = ["twice", "", ""], onnx.name = "y"})
// expected-warning@+2 {{the dimension 1 of the output 'y' is not called 'batch', which is another size: seq}}
// expected-warning@+1 {{the name of a dimension is ignored, because the model fixes its size: dimension 2 of the output 'y', which is 3}}
func.func @main(%x: !x {onnx.name = "x"}) -> (!y {onnx.name = "y"}) {
  %0 = torch.my.op.default(x=%x) : (!x) -> !y
  return %0 : !y
}
