// Axes and sizes stay in the model whatever the threshold: readers infer shapes
// from them. A weight does not.
//
// RUN: rm -rf %t && mkdir %t
// RUN: torch-onnx %s -o %t/a.onnx --weights=external --external-threshold=0
// RUN: %python %S/Inputs/dump_onnx.py %t/a.onnx | FileCheck %s
// REQUIRES: onnx

// CHECK-DAG: initializer axes: int64[1] = [0]
// CHECK-DAG: initializer w: float[1, 3] external location=a.onnx.data
module {
  func.func @main(%x: tensor<3x3xf32>) -> tensor<3xf32> {
    %w = onnx.Constant {name = "w"} dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
    %axes = onnx.Constant {name = "axes"} dense<[0]> : tensor<1xi64>
    %0 = onnx.Add(%x, %w) : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
    %1 = onnx.ReduceSum(%0, %axes) {keepdims = 0 : i64} : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3xf32>
    return %1 : tensor<3xf32>
  }
}
