// Labels share their probability with as many classes as there are at run time.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx | FileCheck %s

// CHECK-LABEL: func.func @classes
// CHECK: %[[N:.*]] = onnx.Cast(%{{.*}}) {to = f32} : (tensor<i64>) -> tensor<f32>
// CHECK: onnx.Div(%{{.*}}, %[[N]]) : (tensor<f32>, tensor<f32>)
func.func @classes(%x: tensor<2x?xf32>, %y: tensor<2xi64>) -> tensor<f32> {
  %0 = torch.aten.cross_entropy_loss.default(%x, %y, label_smoothing=0.1) : (tensor<2x?xf32>, tensor<2xi64>) -> tensor<f32>
  return %0 : tensor<f32>
}
