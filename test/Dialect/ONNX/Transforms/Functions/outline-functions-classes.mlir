// Only the classes that are asked for; the others are transparent.
//
// RUN: torch-onnx-opt --onnx-outline-functions='classes=my.Act' %s | FileCheck %s

// CHECK-LABEL: func.func @main
// CHECK: onnx.Call @Act(
// CHECK-NEXT: onnx.Neg(
// CHECK-NOT: func.func private @Block
module attributes {onnx.modules = {self.block = "my.Block", self.block.act = "my.Act"}} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = onnx.Relu(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("block.act")
    %1 = onnx.Neg(%0) : (tensor<4xf32>) -> tensor<4xf32> loc("block")
    return %1 : tensor<4xf32>
  }
}
