// Sequences of numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @arange
func.func @arange() -> (tensor<3xi64> {onnx.expected = dense<[2, 3, 4]> : tensor<3xi64>}) {
  %0 = torch.aten.arange.start(2, 5) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @arange_floats
func.func @arange_floats() -> (tensor<4xf32> {onnx.expected = dense<[1.0, 0.5, 0.0, -0.5]> : tensor<4xf32>}) {
  %0 = torch.aten.arange.start_step(1, -1, -0.5) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @arange_integers
func.func @arange_integers() -> (tensor<3xi32> {onnx.expected = dense<[7, 4, 1]> : tensor<3xi32>}) {
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
func.func @range() -> (tensor<4xf32> {onnx.expected = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>}) {
  %0 = torch.aten.range.default(1, 4) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @logspace
func.func @logspace() -> (tensor<4xf32> {onnx.expected = dense<[1.0, 2.0, 4.0, 8.0]> : tensor<4xf32>}) {
  %0 = torch.aten.logspace.default(0, 3, 4, 2.0) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Both ends are exact.
// CHECK-LABEL: func.func @linspace_tensors
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg1, {{.*}})
// CHECK: onnx.Add(
func.func @linspace_tensors(%x: tensor<f32> {onnx.value = dense<1.5> : tensor<f32>},
                            %y: tensor<f32> {onnx.value = dense<-1.0> : tensor<f32>})
    -> (tensor<5xf32> {onnx.expected = dense<[1.5, 0.875, 0.25, -0.375, -1.0]> : tensor<5xf32>}) {
  %0 = torch.aten.linspace.Tensor_Tensor(%x, %y, 5) : (tensor<f32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// CHECK-LABEL: func.func @linspace_tensor
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Mul(
// CHECK: onnx.Add(
func.func @linspace_tensor(%x: tensor<f32> {onnx.value = dense<2.75> : tensor<f32>})
    -> (tensor<3xf32> {onnx.expected = dense<[2.75, 3.375, 4.0]> : tensor<3xf32>}) {
  %0 = torch.aten.linspace.Tensor_Scalar(%x, 4.0, 3) : (tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @linspace_number
// CHECK: onnx.Mul(
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Add(
func.func @linspace_number(%x: tensor<f64> {onnx.value = dense<0.75> : tensor<f64>})
    -> (tensor<3xf64> {onnx.expected = dense<[1.0, 0.875, 0.75]> : tensor<3xf64>}) {
  %0 = torch.aten.linspace.Scalar_Tensor(1, %x, 3, dtype=f64) : (tensor<f64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @logspace_tensors
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Mul(%arg1, {{.*}})
// CHECK: onnx.Pow(
func.func @logspace_tensors(%x: tensor<f32> {onnx.value = dense<-1.5> : tensor<f32>},
                            %y: tensor<f32> {onnx.value = dense<3.0> : tensor<f32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.35355338, 1.6817929, 8.0]> : tensor<3xf32>}) {
  %0 = torch.aten.logspace.Tensor_Tensor(%x, %y, 3, 2.0) : (tensor<f32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @logspace_tensor
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Mul(
// CHECK: onnx.Pow(
func.func @logspace_tensor(%x: tensor<f32> {onnx.value = dense<-3.25> : tensor<f32>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0005623413, 0.23713738, 100.0]> : tensor<3xf32>}) {
  %0 = torch.aten.logspace.Tensor_Scalar(%x, 2, 3) : (tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @logspace_number
// CHECK: onnx.Mul(
// CHECK: onnx.Mul(%arg0, {{.*}})
// CHECK: onnx.Pow(
func.func @logspace_number(%x: tensor<f32> {onnx.value = dense<-2.75> : tensor<f32>})
    -> (tensor<3xf32> {onnx.expected = dense<[3.1622777, 0.07498942, 0.0017782794]> : tensor<3xf32>}) {
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
