// One scale for a tensor.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @pair
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK-DAG: %[[Z:.*]] = onnx.Constant dense<3> : tensor<i8>
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%arg0, %[[S]], %[[Z]]) : {{.*}} -> tensor<?x4xi8, #sym.dims<n>>
// CHECK: %[[D:.*]] = onnx.DequantizeLinear(%[[Q]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: return %[[D]]
func.func @pair(%x: tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>> {
  %0 = torch.quantized_decomposed.quantize_per_tensor.default(%x, 0.5, 3, -128, 127, dtype=i8) : (tensor<?x4xf32, #sym.dims<n>>) -> tensor<?x4xi8, #sym.dims<n>>
  %1 = torch.quantized_decomposed.dequantize_per_tensor.default(%0, 0.5, 3, -128, 127, dtype=i8) : (tensor<?x4xi8, #sym.dims<n>>) -> tensor<?x4xf32, #sym.dims<n>>
  return %1 : tensor<?x4xf32, #sym.dims<n>>
}

// -----

// A range that is narrower than the type's.
// CHECK-LABEL: func.func @narrow
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear
// CHECK: %[[L:.*]] = onnx.Constant dense<-127> : tensor<i8>
// CHECK: onnx.Clip(%[[Q]], %[[L]], %{{.*}}) : (tensor<4xi8>, tensor<i8>, none) -> tensor<4xi8>
func.func @narrow(%x: tensor<4xf32>) -> tensor<4xi8> {
  %0 = torch.quantized_decomposed.quantize_per_tensor.default(%x, 0.5, 3, -127, 127, dtype=i8) : (tensor<4xf32>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// QuantizeLinear has no i32, and the zero point of DequantizeLinear must be 0.
// CHECK-LABEL: func.func @wide
// CHECK-DAG: %[[I:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[M:.*]] = onnx.Mul(%arg0, %[[I]])
// CHECK: %[[R:.*]] = onnx.Round(%[[M]])
// CHECK: %[[A:.*]] = onnx.Add(%[[R]], %{{.*}})
// CHECK: %[[C:.*]] = onnx.Clip(%[[A]]
// CHECK: %[[Q:.*]] = onnx.Cast(%[[C]]) {{.*}} -> tensor<4xi32>
// CHECK-NOT: DequantizeLinear
// CHECK: onnx.Sub
// CHECK: onnx.Mul
func.func @wide(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.quantized_decomposed.quantize_per_tensor.default(%x, 0.5, 3, -1000, 1000, dtype=i32) : (tensor<4xf32>) -> tensor<4xi32>
  %1 = torch.quantized_decomposed.dequantize_per_tensor.default(%0, 0.5, 3, -1000, 1000, dtype=i32) : (tensor<4xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// A bias: no zero point.
// CHECK-LABEL: func.func @bias
// CHECK: %[[N:.*]] = onnx.NoValue
// CHECK: onnx.DequantizeLinear(%arg0, %{{.*}}, %[[N]]) : (tensor<4xi32>, tensor<f32>, none) -> tensor<4xf32>
func.func @bias(%x: tensor<4xi32>) -> tensor<4xf32> {
  %1 = torch.quantized_decomposed.dequantize_per_tensor.default(%x, 0.5, 0, -1000, 1000, dtype=i32) : (tensor<4xi32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What the run chooses is in range, what the run gives may be out of it.
// CHECK-LABEL: func.func @chosen
// CHECK-DAG: onnx.ReduceMin
// CHECK-DAG: onnx.ReduceMax
// CHECK: %[[I:.*]] = onnx.Reciprocal
// CHECK: %[[F:.*]] = onnx.Cast(%[[I]])
// CHECK: %[[M:.*]] = onnx.Mul(%arg0, %[[F]])
// CHECK: %[[ONE:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: onnx.QuantizeLinear(%[[M]], %[[ONE]], %{{.*}})
// CHECK-NOT: onnx.QuantizeLinear
// CHECK: onnx.Round
func.func @chosen(%x: tensor<4xf32>, %s: tensor<1xf64>, %z: tensor<1xi64>) -> (tensor<4xi8>, tensor<4xi8>) {
  %0:2 = torch.quantized_decomposed.choose_qparams.tensor(%x, -128, 127, 1.0e-5, dtype=i8) : (tensor<4xf32>) -> (tensor<1xf64>, tensor<1xi64>)
  %1 = torch.quantized_decomposed.quantize_per_tensor.tensor(%x, %0#0, %0#1, -128, 127, dtype=i8) : (tensor<4xf32>, tensor<1xf64>, tensor<1xi64>) -> tensor<4xi8>
  %2 = torch.quantized_decomposed.quantize_per_tensor.tensor(%x, %s, %z, -128, 127, dtype=i8) : (tensor<4xf32>, tensor<1xf64>, tensor<1xi64>) -> tensor<4xi8>
  return %1, %2 : tensor<4xi8>, tensor<4xi8>
}

// -----

// Training: there and back.
// CHECK-LABEL: func.func @fake
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%arg0, {{.*}} -> tensor<4xui8>
// CHECK: onnx.DequantizeLinear(%[[Q]]
func.func @fake(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.fake_quantize_per_tensor_affine.default(%x, 0.5, 3, 0, 255) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What no arithmetic has rounded is multiplied by the reciprocal, as PyTorch does,
// so that the integers are the same.

// CHECK-LABEL: func.func @given
// CHECK: %[[T:.*]] = onnx.Transpose(%arg0)
// CHECK: %[[I:.*]] = onnx.Constant dense<76.9230804> : tensor<f32>
// CHECK: %[[M:.*]] = onnx.Mul(%[[T]], %[[I]])
// CHECK: onnx.QuantizeLinear(%[[M]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<4x2xi8>
func.func @given(%x: tensor<2x4xf32>) -> tensor<4x2xi8> {
  %0 = torch.aten.t.default(%x) : (tensor<2x4xf32>) -> tensor<4x2xf32>
  %1 = torch.quantized_decomposed.quantize_per_tensor.default(%0, 0.013, 3, -128, 127, dtype=i8) : (tensor<4x2xf32>) -> tensor<4x2xi8>
  return %1 : tensor<4x2xi8>
}

// -----

// A result of arithmetic keeps its scale, for runtimes to make one operator of the two.

// CHECK-LABEL: func.func @computed
// CHECK: %[[E:.*]] = onnx.Add(%arg0, %arg0)
// CHECK: onnx.QuantizeLinear(%[[E]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<4xi8>
func.func @computed(%x: tensor<4xf32>) -> tensor<4xi8> {
  %0 = torch.aten.add.Tensor(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = torch.quantized_decomposed.quantize_per_tensor.default(%0, 0.013, 3, -128, 127, dtype=i8) : (tensor<4xf32>) -> tensor<4xi8>
  return %1 : tensor<4xi8>
}

// -----

// Integers of an input that are only dequantized: a pair of one scale. Those that
// are used as they are come from a product (@quantize above).
// CHECK-LABEL: func.func @pair
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NOT: onnx.Mul
// CHECK: %[[S:.*]] = onnx.Constant dense<1.000000e-01>
// CHECK: %[[Q:.*]] = onnx.QuantizeLinear(%[[X]], %[[S]],
// CHECK: %[[D:.*]] = onnx.Constant dense<1.000000e-01>
// CHECK: onnx.DequantizeLinear(%[[Q]], %[[D]],
func.func @pair(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.quantized_decomposed.quantize_per_tensor.default(%x, 0.1, 3, 0, 255, dtype=ui8) : (tensor<4xf32>) -> tensor<4xui8>
  %1 = torch.quantized_decomposed.dequantize_per_tensor.default(%0, 0.1, 3, 0, 255, dtype=ui8) : (tensor<4xui8>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// One of two uses is no dequantization.
// CHECK-LABEL: func.func @pair_and_integers
// CHECK: onnx.Mul(%arg0
// CHECK: onnx.QuantizeLinear
func.func @pair_and_integers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xui8>) {
  %0 = torch.quantized_decomposed.quantize_per_tensor.default(%x, 0.1, 3, 0, 255, dtype=ui8) : (tensor<4xf32>) -> tensor<4xui8>
  %1 = torch.quantized_decomposed.dequantize_per_tensor.default(%0, 0.1, 3, 0, 255, dtype=ui8) : (tensor<4xui8>) -> tensor<4xf32>
  return %1, %0 : tensor<4xf32>, tensor<4xui8>
}
