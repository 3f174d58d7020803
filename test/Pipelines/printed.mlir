// A printed pipeline says all that it does: what the options of the named
// pipeline say is in the options of its passes, and the text can be run.
//
// RUN: torch-onnx-opt %s --torch-to-onnx-pipeline='opset=18 input-names=a output-names=p dims=n=4' --dump-pass-pipeline -o %t 2> %t.txt
// RUN: FileCheck %s --check-prefix=TEXT < %t.txt
// RUN: tail -n +2 %t.txt | tr -d '\n' > %t.pipeline
// RUN: torch-onnx-opt %s --pass-pipeline="$(cat %t.pipeline)" | FileCheck %s

// TEXT: name-interface{inputs={a} outputs={p}}
// TEXT: bind-dims{dims={n=4}}
// TEXT: torch-decompose{keep-lowered=true }
// TEXT: onnx-legalize-opset{opset=18

// CHECK: func @main(%{{.*}}: tensor<4xf32> {onnx.name = "a"}) -> (tensor<4xf32> {onnx.name = "p"})
func.func @main(%x: tensor<?xf32, #sym.dims<n>> {onnx.name = "x"}) -> (tensor<?xf32, #sym.dims<n>> {onnx.name = "y"}) {
  %0 = torch.aten.relu.default(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}
