// Who made the model, and where a node comes from: its module path always, its
// source line if asked for; metadata_props from IR version 10 on.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export -mlir-print-debuginfo %s -o %t.mlir
// RUN: torch-onnx-translate --to-onnx %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: torch-onnx-translate --to-onnx --stack-traces %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefixes=CHECK,TRACE
// RUN: sed -e 's/onnx.ir_version = 10/onnx.ir_version = 8/' -e 's/onnx.opset = 21/onnx.opset = 17/' %t.mlir > %t.old.mlir
// RUN: torch-onnx-translate --to-onnx --stack-traces %t.old.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=OLD
// REQUIRES: onnx

// CHECK: producer torch-onnx 1.2
// CHECK-NEXT: meta author = somebody
// CHECK-NEXT: meta license = MIT
// CHECK-NEXT: graph MyModel
// CHECK: node /encoder/layer.0/attention/Relu: Relu
// CHECK-NEXT: meta namespace = encoder/layer.0/attention
// PLAIN-NEXT: node /Relu: Relu
// TRACE-NEXT: meta pkg.torch.onnx.stack_trace = File "model.py", line 17
// TRACE-NEXT: node /Relu: Relu
// TRACE-NEXT: meta pkg.torch.onnx.stack_trace = File "model.py", line 18
// CHECK-NEXT: canonical True
// OLD: ir 8, opset ai.onnx 17
// OLD: node /encoder/layer.0/attention/Relu: Relu
// OLD-NEXT: doc File "model.py", line 17
// OLD-NEXT: node /Relu: Relu
// OLD-NEXT: doc File "model.py", line 18
// OLD-NEXT: canonical True
module attributes {onnx.opset = 21 : i64, onnx.producer_name = "torch-onnx", onnx.producer_version = "1.2",
                   onnx.graph_name = "MyModel", onnx.metadata = {author = "somebody", license = "MIT"}} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32> loc("encoder.layer.0.attention"("model.py":17:0))
    %1 = onnx.Relu(%0) : (tensor<2xf32>) -> tensor<2xf32> loc("model.py":18:0)
    return %1 : tensor<2xf32>
  }
}
