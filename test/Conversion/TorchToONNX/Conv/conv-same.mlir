// Pads as far as a kernel asks for whose size only the run knows.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx | FileCheck %s

// CHECK-LABEL: func.func @same
// CHECK: %[[TOTAL:.*]] = onnx.Mul
// CHECK: %[[HALF:.*]] = onnx.Div(%[[TOTAL]],
// CHECK: %[[REST:.*]] = onnx.Sub(%[[TOTAL]], %[[HALF]])
// CHECK: %[[PADS:.*]] = onnx.Concat({{.*}}%[[HALF]]{{.*}}%[[REST]]
// CHECK: %[[X:.*]] = onnx.Pad(%arg0, %[[PADS]]
// CHECK: onnx.Conv(%[[X]], %arg1
// CHECK-NOT: pads
func.func @same(%x: tensor<1x1x5xf32>, %y: tensor<1x1x?xf32, #sym.dims<n>>) -> tensor<1x1x5xf32> {
  %0 = torch.aten.conv1d.padding(%x, %y, padding="same", dilation=[2]) : (tensor<1x1x5xf32>, tensor<1x1x?xf32, #sym.dims<n>>) -> tensor<1x1x5xf32>
  return %0 : tensor<1x1x5xf32>
}
