// Triangles, windows and random numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @tril
// CHECK: onnx.Trilu(%arg0, %{{.*}}) {upper = 0 : i64}
func.func @tril(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.tril.default(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @hann
// CHECK: onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00, 5.000000e-01]>
func.func @hann() -> tensor<4xf32> {
  %0 = torch.aten.hann_window.default(4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @diag_embed
// CHECK: onnx.Unsqueeze
// CHECK: onnx.Where
func.func @diag_embed(%x: tensor<3xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.diag_embed.default(%x) : (tensor<3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @randn
// CHECK: onnx.RandomNormal
func.func @randn() -> tensor<2x3xf32> {
  %0 = torch.aten.randn.default([2, 3]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The end belongs to a range, which is one of floats.
// CHECK-LABEL: func.func @range
// CHECK: onnx.Constant dense<[1.000000e+00, 1.500000e+00, 2.000000e+00]> : tensor<3xf32>
func.func @range() -> tensor<3xf32> {
  %0 = torch.aten.range.step(1, 2, 0.5) : () -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @integers
// CHECK: onnx.Constant dense<[1, 3, 5]> : tensor<3xi64>
func.func @integers() -> tensor<3xi64> {
  %0 = torch.aten.range.step(1, 6, 2, dtype=i64) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// The ends of integers are integers, their step is not. Each half is counted
// from its end.
// CHECK-LABEL: func.func @linspace
// CHECK: onnx.Constant dense<[-2, 0, 0, 1, 3]> : tensor<5xi64>
// CHECK: onnx.Constant dense<3> : tensor<2xi64>
func.func @linspace() -> (tensor<5xi64>, tensor<2xi64>) {
  %0 = torch.aten.linspace.default(-2.5, 3.9, 5, dtype=i64) : () -> tensor<5xi64>
  %1 = torch.aten.linspace.default(3.2, 3.9, 2, dtype=i64) : () -> tensor<2xi64>
  return %0, %1 : tensor<5xi64>, tensor<2xi64>
}

// -----

// An end that only the run knows is mixed with the other one.
// Counted from both ends; a single number is the start.
// CHECK-LABEL: func.func @linspace_dynamic
// CHECK: %[[N:.*]] = onnx.Squeeze(
// CHECK: %[[I:.*]] = onnx.Range(%{{.*}}, %[[N]], %[[ONE:.*]]) : {{.*}} -> tensor<?xi64, #sym.dims<n>>
// CHECK: %[[HALF:.*]] = onnx.Div(%[[N]], %{{.*}})
// CHECK: %[[MIDDLE:.*]] = onnx.Max(%[[HALF]], %[[ONE]])
// CHECK: %[[FRONT:.*]] = onnx.Less(%[[I]], %[[MIDDLE]])
// CHECK: %[[FROM:.*]] = onnx.Where(%[[FRONT]], %{{.*}}, %{{.*}}) : {{.*}} -> tensor<?xf64, #sym.dims<n>>
// CHECK: %[[STEP:.*]] = onnx.Div({{.*}} -> tensor<f32>
// CHECK: %[[STEPS:.*]] = onnx.Where(%[[FRONT]], %[[I]], %{{.*}})
// CHECK: %[[RESULT:.*]] = onnx.Add(%[[FROM]], %{{.*}})
// CHECK: onnx.Cast(%[[RESULT]]) {to = f32}
func.func @linspace_dynamic(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0 = torch.aten.linspace.default(0, 2, %n) : (i64) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @linspace_to_number
// CHECK: %[[END:.*]] = onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.Mul(%[[END]], %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Add({{.*}} -> tensor<3xf32>
func.func @linspace_to_number(%n: i64) -> tensor<3xf32> {
  %0 = torch.aten.linspace.default(0, %n, 3) : (i64) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Integers between numbers of the run: the step is cut into two parts, so that
// the sum is rounded once, and the fraction is cut off.
// CHECK-LABEL: func.func @linspace_of_integers
// CHECK: onnx.Cast(%arg0) {to = i64}
// CHECK: onnx.Div(%{{.*}}, %{{.*}}) : (tensor<1xf64>, tensor<f64>)
// CHECK: onnx.Constant dense<0x41A0000002000000> : tensor<f64>
// CHECK: onnx.Cast(%{{.*}}) {to = i64} : (tensor<3xf64>) -> tensor<3xi64>
func.func @linspace_of_integers(%x: tensor<f32>) -> tensor<3xi64> {
  %0 = torch.aten.linspace.Tensor_Scalar(%x, 4.0, 3, dtype=i64) : (tensor<f32>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// One is the start, and none is nothing.
// CHECK-LABEL: func.func @linspace_of_one
// CHECK-NOT: onnx.Div
func.func @linspace_of_one(%x: tensor<f32>) -> (tensor<1xi64>, tensor<0xi64>) {
  %0 = torch.aten.linspace.Tensor_Scalar(%x, 4.0, 1, dtype=i64) : (tensor<f32>) -> tensor<1xi64>
  %1 = torch.aten.linspace.Tensor_Scalar(%x, 4.0, 0, dtype=i64) : (tensor<f32>) -> tensor<0xi64>
  return %0, %1 : tensor<1xi64>, tensor<0xi64>
}
