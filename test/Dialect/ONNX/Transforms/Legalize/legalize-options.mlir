// RUN: not torch-onnx-opt --onnx-legalize-opset=opset=27 %s 2>&1 | FileCheck %s --check-prefix=NEW
// RUN: not torch-onnx-opt --onnx-legalize-opset=opset=8 %s 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not torch-onnx-opt --onnx-legalize-opset="opset=20 target=trt" %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: torch-onnx-opt --onnx-legalize-opset %s | FileCheck %s

// NEW: error: opset 27 is not supported: the oldest is 9, the newest 26
// OLD: error: opset 8 is not supported
// TARGET: for the --target option: 'trt' is none of 'ort', 'onnx'
// CHECK: onnx.opset = 18
module attributes {onnx.opset = 18 : i64} {
}
