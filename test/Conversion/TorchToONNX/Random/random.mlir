// Random numbers are drawn by RandomUniform and RandomNormal in float32.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @rand
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @rand() -> tensor<2x3xf32> {
  %0 = torch.aten.rand.default(size=[2, 3]) : () -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// Doubles are drawn as such.
// CHECK-LABEL: func.func @rand_f64
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: return %[[V0]] : tensor<2x3xf64>
func.func @rand_f64() -> tensor<2x3xf64> {
  %0 = torch.aten.rand.generator(size=[2, 3], generator=none, dtype=f64) : () -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// The shape of a tensor that has it.
// CHECK-LABEL: func.func @rand_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.RandomUniformLike(%[[V2]]) {dtype = f32} : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?x3xf32, #sym.dims<n>>
func.func @rand_like(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.rand_like.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @rand_like_generator
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: return %[[V0]] : tensor<2x3xf64>
func.func @rand_like_generator(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %0 = torch.aten.rand_like.generator(%x, generator=none, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @randn_generator
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f32, shape = array<i64: 4>} : {{.*}} -> tensor<4xf32>
// CHECK: return %[[V0]] : tensor<4xf32>
func.func @randn_generator() -> tensor<4xf32> {
  %0 = torch.aten.randn.generator(size=[4], generator=none) : () -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @randn_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.RandomNormalLike(%[[V2]]) {dtype = f32} : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?x3xf32, #sym.dims<n>>
func.func @randn_like(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.randn_like.default(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @randn_like_generator
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f64, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: return %[[V0]] : tensor<2x3xf64>
func.func @randn_like_generator(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %0 = torch.aten.randn_like.generator(%x, generator=none, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// CHECK-LABEL: func.func @uniform
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f32, high = 2.500000e+00 : f32, low = -1.000000e+00 : f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @uniform(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.uniform.default(%x, from=-1.0, to=2.5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @normal_functional
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f32, mean = 1.000000e+00 : f32, scale = 5.000000e-01 : f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @normal_functional(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.normal_functional.default(%x, mean=1.0, std=0.5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @normal_float_float
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f32, mean = 1.000000e+00 : f32, scale = 5.000000e-01 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V0]] : tensor<3xf32>
func.func @normal_float_float() -> tensor<3xf32> {
  %0 = torch.aten.normal.float_float(mean=1.0, std=0.5, size=[3]) : () -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Numbers of the shape of both are scaled and moved.
// CHECK-LABEL: func.func @normal_tensors
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg1) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V1]], %arg0) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @normal_tensors(%x: tensor<2x1xf32>, %y: tensor<3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.normal.Tensor_Tensor(%x, %y) : (tensor<2x1xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @normal_tensor_float
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.RandomNormalLike(%[[V2]]) {dtype = f32} : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: %[[V4:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]]) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V5]], %arg0) : {{.*}} -> tensor<?xf32, #sym.dims<n>>
// CHECK: return %[[V6]] : tensor<?xf32, #sym.dims<n>>
func.func @normal_tensor_float(%x: tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.normal.Tensor_float(%x, std=0.5) : (tensor<?xf32, #sym.dims<n>>) -> tensor<?xf32, #sym.dims<n>>
  return %0 : tensor<?xf32, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @normal_float_tensor
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Add(%[[V1]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @normal_float_tensor(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.normal.float_Tensor(mean=2.0, std=%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @log_normal
// CHECK: %[[V0:.*]] = onnx.RandomNormal() {dtype = f32, mean = 1.000000e+00 : f32, scale = 2.500000e-01 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Exp(%[[V0]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V1]] : tensor<3xf32>
func.func @log_normal(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.log_normal.default(%x, mean=1.0, std=0.25) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The inverse of the distribution, of numbers above 0: 1 - x of those below 1.
// CHECK-LABEL: func.func @exponential
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.RandomUniform() {dtype = f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Log(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<-5.000000e-01> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @exponential(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.exponential.default(%x, lambd=2.0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// At least one trial.
// CHECK-LABEL: func.func @geometric
// CHECK: %[[V0:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.RandomUniform() {dtype = f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Sub(%[[V0]], %[[V1]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V3:.*]] = onnx.Log(%[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<-0.72134751> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Mul(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V6:.*]] = onnx.Ceil(%[[V5]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V8:.*]] = onnx.Max(%[[V6]], %[[V7]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V8]] : tensor<3xf32>
func.func @geometric(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.geometric.default(%x, p=0.75) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @cauchy
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f32, high = 1.57079637 : f32, low = -1.57079637 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Tan(%[[V0]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V2:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V3:.*]] = onnx.Mul(%[[V1]], %[[V2]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V4:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: %[[V5:.*]] = onnx.Add(%[[V3]], %[[V4]]) : {{.*}} -> tensor<3xf32>
// CHECK: return %[[V5]] : tensor<3xf32>
func.func @cauchy(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.cauchy.default(%x, median=1.0, sigma=0.5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Numbers of half precision are multiples of 2^-11. Rounded ones could be 1.
// CHECK-LABEL: func.func @rand_half
// CHECK: %[[STEPS:.*]] = onnx.Constant dense<2.048000e+03> : tensor<f32>
// CHECK: onnx.Mul({{.*}}, %[[STEPS]])
// CHECK: onnx.Floor
// CHECK: onnx.Constant dense<4.8828125E-4> : tensor<f32>
// CHECK: onnx.Mul
// CHECK-NEXT: onnx.Cast({{.*}}) {to = f16}
func.func @rand_half() -> tensor<3xf16> {
  %0 = torch.aten.rand.default(size=[3], dtype=f16) : () -> tensor<3xf16>
  return %0 : tensor<3xf16>
}

// -----

// The greatest result is the number below 2.
// CHECK-LABEL: func.func @uniform_half
// CHECK: onnx.Floor
// CHECK: %[[BELOW:.*]] = onnx.Constant dense<1.9921875> : tensor<f32>
// CHECK: onnx.Min({{.*}}, %[[BELOW]])
func.func @uniform_half(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = torch.aten.uniform.default(%x, 1.0, 2.0) : (tensor<3xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// CHECK-LABEL: func.func @uniform_single
// CHECK-NOT: onnx.Floor
// CHECK-NOT: onnx.Min
func.func @uniform_single(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.uniform.default(%x, 1.0, 2.0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
