// Axes and sizes stay in the model whatever the threshold: readers infer shapes
// from them, also when they are a weight with the same numbers. Another weight
// does not.
//
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %python -c "import numpy as np; open('w.bin', 'wb').write(np.array([1], dtype=np.int64).tobytes())"
// RUN: cp %s in.mlir
// RUN: torch-onnx in.mlir -o a.onnx --weights=external --external-threshold=0
// RUN: %python %S/Inputs/dump_onnx.py a.onnx | FileCheck %s
// REQUIRES: onnx

// CHECK-DAG: initializer axes: int64[1] = [0]
// CHECK-DAG: initializer stored: int64[1] = [1]
// CHECK-DAG: initializer w: float[1, 3] external location=a.onnx.data
module {
  func.func @main(%x: tensor<3x3xf32>) -> tensor<3x1xf32> {
    %w = onnx.Constant {name = "w"} dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
    %axes = onnx.Constant {name = "axes"} dense<[0]> : tensor<1xi64>
    %stored = onnx.Constant {name = "stored"} #weight.file<"w.bin", offset = 0> : tensor<1xi64>
    %0 = onnx.Add(%x, %w) : (tensor<3x3xf32>, tensor<1x3xf32>) -> tensor<3x3xf32>
    %1 = onnx.ReduceSum(%0, %axes) {keepdims = 0 : i64} : (tensor<3x3xf32>, tensor<1xi64>) -> tensor<3xf32>
    %2 = onnx.Unsqueeze(%1, %stored) : (tensor<3xf32>, tensor<1xi64>) -> tensor<3x1xf32>
    return %2 : tensor<3x1xf32>
  }
}
