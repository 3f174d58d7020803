// Quantization at opsets that lack parts of it.
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=onnx' | FileCheck %s --check-prefix=NEW
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=13 target=onnx' | FileCheck %s --check-prefix=AXIS
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=11 target=onnx' | FileCheck %s --check-prefix=OLD

// NEW-LABEL: func.func @axis
// NEW: onnx.QuantizeLinear
// NEW: onnx.DequantizeLinear
// AXIS-LABEL: func.func @axis
// AXIS: onnx.QuantizeLinear
// AXIS: onnx.DequantizeLinear
// OLD-LABEL: func.func @axis
// OLD: %[[A:.*]] = onnx.Custom(%{{.*}}) {{.*}} -> tensor<4x1xf32>
// OLD: %[[D:.*]] = onnx.Div(%arg0, %[[A]])
// OLD: %[[R:.*]] = onnx.Round(%[[D]])
// OLD: onnx.Add(%[[R]], %{{.*}}) : (tensor<4x?xf32, #sym.dims<n>>, tensor<4x1xf32>)
// OLD: onnx.Clip
// OLD: onnx.Sub(%{{.*}}, %{{.*}}) : (tensor<4x?xi32, #sym.dims<n>>, tensor<4x1xi32>)
// OLD: onnx.Mul
func.func @axis(%x: tensor<4x?xf32, #sym.dims<n>>, %s: tensor<4xf32>) -> tensor<4x?xf32, #sym.dims<n>> {
  %z = onnx.Constant dense<[1, 2, 3, 4]> : tensor<4xi8>
  %0 = onnx.QuantizeLinear(%x, %s, %z) {axis = 0 : i64} : (tensor<4x?xf32, #sym.dims<n>>, tensor<4xf32>, tensor<4xi8>) -> tensor<4x?xi8, #sym.dims<n>>
  %1 = onnx.DequantizeLinear(%0, %s, %z) {axis = 0 : i64} : (tensor<4x?xi8, #sym.dims<n>>, tensor<4xf32>, tensor<4xi8>) -> tensor<4x?xf32, #sym.dims<n>>
  return %1 : tensor<4x?xf32, #sym.dims<n>>
}

// NEW-LABEL: func.func @blocks
// NEW: onnx.DequantizeLinear
// AXIS-LABEL: func.func @blocks
// AXIS: %[[S:.*]] = onnx.Concat
// AXIS: %[[B:.*]] = onnx.Reshape(%arg0, %[[S]]) : {{.*}} -> tensor<?x2x32xi8, #sym.dims<n>>
// AXIS: onnx.Cast(%[[B]]) {{.*}} -> tensor<?x2x32xf32, #sym.dims<n>>
// AXIS: %[[M:.*]] = onnx.Mul(%{{.*}}, %{{.*}}) : (tensor<?x2x32xf32, #sym.dims<n>>, tensor<?x2x1xf32, #sym.dims<n>>)
// AXIS: onnx.Reshape(%[[M]], %{{.*}}) : {{.*}} -> tensor<?x64xf32, #sym.dims<n>>
func.func @blocks(%x: tensor<?x64xi8, #sym.dims<n>>, %s: tensor<?x2xf32, #sym.dims<n>>) -> tensor<?x64xf32, #sym.dims<n>> {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.DequantizeLinear(%x, %s, %none) {axis = 1 : i64, block_size = 32 : i64} : (tensor<?x64xi8, #sym.dims<n>>, tensor<?x2xf32, #sym.dims<n>>, none) -> tensor<?x64xf32, #sym.dims<n>>
  return %0 : tensor<?x64xf32, #sym.dims<n>>
}
