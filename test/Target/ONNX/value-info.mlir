// Types of intermediate values, with symbolic dimensions; outputs have theirs
// already. They can be left out.
//
// RUN: torch-onnx-opt --onnx-prepare-for-export %s -o %t.mlir
// RUN: torch-onnx-translate --to-onnx %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s
// RUN: torch-onnx-translate --to-onnx --no-value-info %t.mlir -o %t.onnx
// RUN: %python %S/Inputs/dump_onnx.py %t.onnx | FileCheck %s --check-prefix=NONE
// REQUIRES: onnx

// CHECK: value_info /Relu_output_0: float[batch + 1, 4]
// CHECK-NOT: value_info
// NONE-NOT: value_info
!t = tensor<?x4xf32, #sym.dims<batch + 1>>
module attributes {onnx.opset = 21 : i64} {
  func.func @main(%x: !t) -> !t {
    %0 = onnx.Relu(%x) : (!t) -> !t
    %1 = onnx.Relu(%0) : (!t) -> !t
    return %1 : !t
  }
}
