// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Functions of one number keep the shape, others broadcast.

// CHECK-LABEL: @unary
func.func @unary(%x: tensor<?x3xf32, #sym.dims<n>>) {
  // CHECK: onnx.Sin{{.*}} -> tensor<?x3xf32, #sym.dims<n>>
  %0 = onnx.Sin(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: @broadcast
func.func @broadcast(%a: tensor<?x1x3xf32, #sym.dims<n>>, %b: tensor<?x3xf32, #sym.dims<m>>, %c: tensor<?x?x?xf32>) {
  // CHECK: onnx.Add{{.*}} -> tensor<?x?x3xf32, #sym.dims<n, m>>
  %0 = onnx.Add(%a, %b) : (tensor<?x1x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<m>>) -> tensor<?x?x?xf32>
  // Two sizes that may be 1 each.
  // CHECK: onnx.Mul{{.*}} -> tensor<?x?x3xf32>
  %1 = onnx.Mul(%a, %c) : (tensor<?x1x3xf32, #sym.dims<n>>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  // CHECK: onnx.Max{{.*}} -> tensor<?x?x3xf32>
  %2 = onnx.Max(%a, %b, %c) : (tensor<?x1x3xf32, #sym.dims<n>>, tensor<?x3xf32, #sym.dims<m>>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  return
}

// CHECK-LABEL: @pow
func.func @pow(%a: tensor<3xf32>, %b: tensor<2x1xi64>) {
  // CHECK: onnx.Pow{{.*}} -> tensor<2x3xf32>
  %0 = onnx.Pow(%a, %b) : (tensor<3xf32>, tensor<2x1xi64>) -> tensor<?x?xf32>
  return
}
