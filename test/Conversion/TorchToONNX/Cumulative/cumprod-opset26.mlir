// A running product is an operator from opset 26 on.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=26 | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx=opset=25 | FileCheck %s --check-prefix=OLD

// CHECK-LABEL: func.func @cumprod
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x?xf64, #sym.dims<n>>
// CHECK: %[[AXIS:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[PRODUCT:.*]] = onnx.CumProd(%[[WIDE]], %[[AXIS]]) : {{.*}} -> tensor<2x?xf64, #sym.dims<n>>
// CHECK: %[[RESULT:.*]] = onnx.Cast(%[[PRODUCT]]) {to = f32} : {{.*}} -> tensor<2x?xf32, #sym.dims<n>>
// CHECK: return %[[RESULT]]
// OLD-LABEL: func.func @cumprod
// OLD-NOT: onnx.CumProd
// OLD: onnx.Scan
func.func @cumprod(%x: tensor<2x?xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<n>> {
  %0 = torch.aten.cumprod.default(%x, 1) : (tensor<2x?xf32, #sym.dims<n>>) -> tensor<2x?xf32, #sym.dims<n>>
  return %0 : tensor<2x?xf32, #sym.dims<n>>
}
