// Sequences of numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @arange
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3, 4]> : tensor<3xi64>
// CHECK: return %[[V0]] : tensor<3xi64>
func.func @arange() -> tensor<3xi64> {
  %0 = torch.aten.arange.start(2, 5) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @arange_floats
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e-01, 0.000000e+00, -5.000000e-01]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @arange_floats() -> tensor<4xf32> {
  %0 = torch.aten.arange.start_step(1, -1, -0.5) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @arange_integers
// CHECK: %[[V0:.*]] = onnx.Constant dense<[7, 4, 1]> : tensor<3xi32>
// CHECK: return %[[V0]] : tensor<3xi32>
func.func @arange_integers() -> tensor<3xi32> {
  %0 = torch.aten.arange.start_step(7, 0, -3, dtype=i32) : () -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// The numbers of elements that depend on integers: Range counts in integers.
// CHECK-LABEL: func.func @arange_to_integer
// CHECK: %[[START:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[STEP:.*]] = onnx.Constant dense<2> : tensor<i64>
// CHECK: %[[RANGE:.*]] = onnx.Range(%[[START]], %arg0, %[[STEP]]) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
// CHECK: %[[CAST:.*]] = onnx.Cast(%[[RANGE]]) {to = f32}
// CHECK: return %[[CAST]]
func.func @arange_to_integer(%n: i64) -> tensor<?xf32, #sym.dims<u0>> {
  %0 = torch.aten.arange.start_step(1, %n, 2, dtype=f32) : (i64) -> tensor<?xf32, #sym.dims<u0>>
  return %0 : tensor<?xf32, #sym.dims<u0>>
}

// -----

// With floats, the number is computed in f64.
// CHECK-LABEL: func.func @arange_to_float
// CHECK: %[[DISTANCE:.*]] = onnx.Sub(%arg0, %{{.*}}) : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[STEPS:.*]] = onnx.Div(%[[DISTANCE]], %{{.*}}) : (tensor<f64>, tensor<f64>) -> tensor<f64>
// CHECK: %[[CEIL:.*]] = onnx.Ceil(%[[STEPS]])
// CHECK: %[[COUNT:.*]] = onnx.Cast(%[[CEIL]]) {to = i64}
// CHECK: onnx.Range(%{{.*}}, %[[COUNT]], %{{.*}}) : {{.*}} -> tensor<?xi64, #sym.dims<u0>>
func.func @arange_to_float(%n: f64) -> tensor<?xf32, #sym.dims<u0>> {
  %0 = torch.aten.arange.start_step(0.5, %n, 0.25) : (f64) -> tensor<?xf32, #sym.dims<u0>>
  return %0 : tensor<?xf32, #sym.dims<u0>>
}

// -----

// A size that is known otherwise is used.
// CHECK-LABEL: func.func @arange_to_size
// CHECK: %[[SHAPE:.*]] = onnx.Shape(%arg0)
// CHECK: %[[SIZE:.*]] = onnx.Squeeze(%[[SHAPE]], %{{.*}})
// CHECK-NOT: onnx.Ceil
// CHECK: onnx.Range(%{{.*}}, %[[SIZE]], %{{.*}}) : {{.*}} -> tensor<?xi64, #sym.dims<n>>
func.func @arange_to_size(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %n = torch.aten.sym_size.int(%x, 0) : (tensor<?xf32, #sym.dims<n>>) -> i64
  %0 = torch.aten.arange.start_step(0.5, %n) : (i64) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @range
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @range() -> tensor<4xf32> {
  %0 = torch.aten.range.default(1, 4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @logspace
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1.000000e+00, 2.000000e+00, 4.000000e+00, 8.000000e+00]> : tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @logspace() -> tensor<4xf32> {
  %0 = torch.aten.logspace.default(0, 3, 4, 2.0) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Both ends are exact.
// CHECK-LABEL: func.func @linspace_tensors
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1.000000e+00, 7.500000e-01, 5.000000e-01, 2.500000e-01, 0.000000e+00]> : tensor<5xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0.000000e+00, 2.500000e-01, 5.000000e-01, 7.500000e-01, 1.000000e+00]> : tensor<5xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Add(%[[V1]], %[[V3]])
// CHECK: return %[[V4]] : tensor<5xf32>
func.func @linspace_tensors(%x: tensor<f32>, %y: tensor<f32>) -> tensor<5xf32> {
  %0 = torch.aten.linspace.Tensor_Tensor(%x, %y, 5) : (tensor<f32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @linspace_tensor
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Mul(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<4.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V4]])
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @linspace_tensor(%x: tensor<f32>) -> tensor<3xf32> {
  %0 = torch.aten.linspace.Tensor_Scalar(%x, 4.0, 3) : (tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @linspace_number
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<3xf64>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf64>
// CHECK: %[[V4:.*]] = onnx.Mul(%arg0, %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V4]])
// CHECK: return %[[V5]] : tensor<3xf64>
func.func @linspace_number(%x: tensor<f64>) -> tensor<3xf64> {
  %0 = torch.aten.linspace.Scalar_Tensor(1, %x, 3, dtype=f64) : (tensor<f64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @logspace_tensors
// CHECK: %[[V5:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Mul(%arg1, %[[V2]])
// CHECK: %[[V4:.*]] = onnx.Add(%[[V1]], %[[V3]])
// CHECK: %[[V6:.*]] = onnx.Pow(%[[V5]], %[[V4]])
// CHECK: return %[[V6]] : tensor<3xf32>
func.func @logspace_tensors(%x: tensor<f32>, %y: tensor<f32>) -> tensor<3xf32> {
  %0 = torch.aten.logspace.Tensor_Tensor(%x, %y, 3, 2.0) : (tensor<f32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @logspace_tensor
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e+01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Mul(%arg0, %[[V1]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Mul(%[[V0]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V4]])
// CHECK: %[[V7:.*]] = onnx.Pow(%[[V6]], %[[V5]])
// CHECK: return %[[V7]] : tensor<3xf32>
func.func @logspace_tensor(%x: tensor<f32>) -> tensor<3xf32> {
  %0 = torch.aten.logspace.Tensor_Scalar(%x, 2, 3) : (tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @logspace_number
// CHECK: %[[V6:.*]] = onnx.Constant dense<1.000000e+01> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[1.000000e+00, 5.000000e-01, 0.000000e+00]> : tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Mul(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<[0.000000e+00, 5.000000e-01, 1.000000e+00]> : tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Mul(%arg0, %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Add(%[[V2]], %[[V4]])
// CHECK: %[[V7:.*]] = onnx.Pow(%[[V6]], %[[V5]])
// CHECK: return %[[V7]] : tensor<3xf32>
func.func @logspace_number(%x: tensor<f32>) -> tensor<3xf32> {
  %0 = torch.aten.logspace.Scalar_Tensor(0.5, %x, 3) : (tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The ends are cut off before, the powers after they are computed in f64.
// CHECK-LABEL: func.func @logspace_of_integers
// CHECK: onnx.Pow({{.*}}) : (tensor<f64>, tensor<5xf64>) -> tensor<5xf64>
// CHECK: onnx.Cast({{.*}}) {to = i64}
func.func @logspace_of_integers(%x: tensor<f32> {onnx.value = dense<1.5> : tensor<f32>},
                                %y: tensor<f32> {onnx.value = dense<3.7> : tensor<f32>})
    -> (tensor<5xi64> {onnx.expected = dense<[10, 31, 100, 316, 1000]> : tensor<5xi64>}) {
  %0 = torch.aten.logspace.Tensor_Tensor(%x, %y, 5, dtype=i64) : (tensor<f32>, tensor<f32>) -> tensor<5xi64>
  return %0 : tensor<5xi64>
}
