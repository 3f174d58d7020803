// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// The bounds of symbols are made use of.

module attributes {sym.ranges = {n = array<i64: 4, 9223372036854775807>}} {
// Bounds that are known to be in range give exact sizes.
// CHECK-LABEL: @slice
func.func @slice(%x: tensor<?x9xf32, #sym.dims<n>>, %y: tensor<?x9xf32, #sym.dims<m>>) {
  %none = onnx.NoValue() : () -> none
  %one = onnx.Constant dense<1> : tensor<1xi64>
  %minusOne = onnx.Constant dense<-1> : tensor<1xi64>
  %zero = onnx.Constant dense<0> : tensor<1xi64>
  %end = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
  %begin = onnx.Constant dense<-9223372036854775808> : tensor<1xi64>
  %two = onnx.Constant dense<2> : tensor<1xi64>
  // CHECK: onnx.Slice{{.*}} -> tensor<?x9xf32, #sym.dims<n - 1>>
  %0 = onnx.Slice(%x, %one, %end, %zero, %none) : (tensor<?x9xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?xf32>
  // CHECK: onnx.Slice{{.*}} -> tensor<?x9xf32, #sym.dims<n - 1>>
  %1 = onnx.Slice(%x, %zero, %minusOne, %zero, %none) : (tensor<?x9xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?xf32>
  // CHECK: onnx.Slice{{.*}} -> tensor<?x9xf32, #sym.dims<(n + 1) floordiv 2>>
  %2 = onnx.Slice(%x, %zero, %end, %zero, %two) : (tensor<?x9xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.Slice{{.*}} -> tensor<?x9xf32, #sym.dims<n>>
  %3 = onnx.Slice(%x, %minusOne, %begin, %zero, %minusOne) : (tensor<?x9xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  // CHECK: onnx.Slice{{.*}} -> tensor<?x8xf32, #sym.dims<n>>
  %4 = onnx.Slice(%x, %minusOne, %zero, %one, %minusOne) : (tensor<?x9xf32, #sym.dims<n>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?x?xf32>
  // `m` may be 0.
  // CHECK: onnx.Slice{{.*}} -> tensor<?x9xf32>
  %5 = onnx.Slice(%y, %one, %end, %zero, %none) : (tensor<?x9xf32, #sym.dims<m>>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, none) -> tensor<?x?xf32>
  return
}
}
