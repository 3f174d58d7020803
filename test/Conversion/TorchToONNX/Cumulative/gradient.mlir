// Derivatives of samples.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @even
// CHECK: %[[CENTER:.*]] = onnx.Sub({{.*}} -> tensor<3x4xf32>
// CHECK: %[[BYSTEP:.*]] = onnx.Div(%[[CENTER]],
// CHECK: %[[HALF:.*]] = onnx.Div(%[[BYSTEP]],
// CHECK: onnx.Sub({{.*}} -> tensor<3x1xf32>
// CHECK: onnx.Sub({{.*}} -> tensor<3x1xf32>
// CHECK: onnx.Concat(%{{.*}}, %[[HALF]], %{{.*}}) {axis = 1
func.func @even(%x: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %0 = torch.aten.gradient.scalarint(%x, spacing=0.5, dim=-1) : (tensor<3x6xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}

// -----

// Three elements at the borders, of all dimensions.
// CHECK-LABEL: func.func @order
// CHECK: onnx.Constant dense<-1.500000e+00>
// CHECK: onnx.Concat({{.*}}axis = 0
// CHECK: onnx.Concat({{.*}}axis = 1
func.func @order(%x: tensor<3x6xf32>) -> (tensor<3x6xf32>, tensor<3x6xf32>) {
  %0:2 = torch.aten.gradient.scalarint(%x, edge_order=2) : (tensor<3x6xf32>) -> (tensor<3x6xf32>, tensor<3x6xf32>)
  return %0#0, %0#1 : tensor<3x6xf32>, tensor<3x6xf32>
}

// -----

// CHECK-LABEL: func.func @positions
// CHECK: %[[STEPS:.*]] = onnx.Sub({{.*}} -> tensor<2xf32>
// CHECK: onnx.Unsqueeze(%[[STEPS]], {{.*}} -> tensor<2x1xf32>
// CHECK: onnx.Concat({{.*}}axis = 0
func.func @positions(%x: tensor<3x6xf32>, %t: tensor<3xf32>) -> tensor<3x6xf32> {
  %0 = torch.aten.gradient.tensorarray(%x, spacing=[%t], dim=[0]) : (tensor<3x6xf32>, tensor<3xf32>) -> tensor<3x6xf32>
  return %0 : tensor<3x6xf32>
}
