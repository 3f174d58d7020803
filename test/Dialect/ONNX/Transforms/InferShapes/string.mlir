// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Strings.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4x!onnx.str, #sym.dims<n>>, %y: tensor<4x!onnx.str>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.StringConcat({{.*}} -> tensor<?x4x!onnx.str, #sym.dims<n>>
  %0 = onnx.StringConcat(%x, %y) : (tensor<?x4x!onnx.str, #sym.dims<n>>, tensor<4x!onnx.str>) -> tensor<?x?x!onnx.str>
  // CHECK: onnx.StringSplit({{.*}} -> (tensor<?x4x?x!onnx.str, #sym.dims<n, ?>>, tensor<?x4xi64, #sym.dims<n>>)
  %1:2 = onnx.StringSplit(%x) : (tensor<?x4x!onnx.str, #sym.dims<n>>) -> (tensor<?x?x?x!onnx.str>, tensor<?x?xi64>)
  // CHECK: onnx.RegexFullMatch({{.*}} -> tensor<?x4xi1, #sym.dims<n>>
  %2 = onnx.RegexFullMatch(%x) {pattern = "a+"} : (tensor<?x4x!onnx.str, #sym.dims<n>>) -> tensor<?x?xi1>
  return
}
