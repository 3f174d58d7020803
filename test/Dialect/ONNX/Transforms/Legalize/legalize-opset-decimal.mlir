// "021" is a decimal number: LLVM would read 17.
//
// RUN: torch-onnx-opt %s --onnx-legalize-opset=opset=021 | FileCheck %s
// RUN: torch-onnx-opt %s --pass-pipeline="builtin.module(onnx-legalize-opset{opset=021})" --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not torch-onnx-opt %s --onnx-legalize-opset=opset=0x15 2>&1 | FileCheck %s --check-prefix=HEX

// CHECK: onnx.opset = 21
// PIPELINE: onnx-legalize-opset{opset=21
// HEX: '0x15' is not a decimal number, or is out of range
module {
  func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = onnx.Abs(%x) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
