// The modules that a node is in, as torch.onnx writes them; a container that is
// never called (layers) has no class and is left out. From opset 18 on, in a
// version of the format that has metadata of nodes.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export=node-metadata=true -mlir-print-debuginfo %s -o %t.mlir
// RUN: torch-onnx-translate --to-onnx --module-scopes %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// RUN: torch-onnx-translate --to-onnx %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=NONE
// RUN: sed -e 's/onnx.opset = 18/onnx.opset = 17/' %s > %t.old
// RUN: torch-onnx-opt --onnx-prepare-for-export=node-metadata=true -mlir-print-debuginfo %t.old -o %t.mlir
// RUN: torch-onnx-translate --to-onnx --module-scopes %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=OLD
// REQUIRES: onnx

// CHECK: ir 10, opset ai.onnx 18
// CHECK: node /layers.0/block/Relu: Relu
// CHECK-NEXT: meta namespace = layers.0/block
// CHECK-NEXT: meta pkg.torch.onnx.class_hierarchy = ['m.Model', 'm.Layer', "m.Bl'ock", 'aten.relu.default']
// CHECK-NEXT: meta pkg.torch.onnx.name_scopes = ['', 'layers.0', 'layers.0.block', 'relu']
// CHECK-NEXT: node /Exp: Exp
// CHECK-NEXT: meta pkg.torch.onnx.class_hierarchy = ['m.Model', 'aten.exp.default']
// CHECK-NEXT: meta pkg.torch.onnx.name_scopes = ['', 'exp']
// CHECK-NEXT: node /Neg: Neg
// CHECK-NOT: meta
// CHECK: canonical True
// NONE: ir 10
// NONE-NOT: meta pkg.torch
// OLD: ir 8, opset ai.onnx 17
// OLD-NOT: meta
// OLD: canonical True
module attributes {onnx.opset = 18 : i64, onnx.modules = {
    "self" = "m.Model", "self.layers.0" = "m.Layer", "self.layers.0.block" = "m.Bl'ock", "self.other" = "m.Other"}} {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["relu", "aten.relu.default", ["relu"]]>["layers.0.block"("m.py":1:0)])
    %1 = onnx.Exp(%0) : (tensor<2xf32>) -> tensor<2xf32> loc(fused<["exp", "aten.exp.default"]>["m.py":2:0])
    %2 = onnx.Neg(%1) : (tensor<2xf32>) -> tensor<2xf32> loc("m.py":3:0)
    return %2 : tensor<2xf32>
  }
}
