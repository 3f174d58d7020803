// Random integers, permutations and choices.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// Rounded down from numbers below the end.
// CHECK-LABEL: func.func @randint
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<6.000000e+00> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V2:.*]] = onnx.Cast(%[[LOWER]]) {to = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: return %[[V2]] : tensor<2x3xi64>
func.func @randint() -> tensor<2x3xi64> {
  %0 = torch.aten.randint.default(high=7, size=[2, 3]) : () -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @randint_generator
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V2:.*]] = onnx.Cast(%[[LOWER]]) {to = i64} : {{.*}} -> tensor<3xi64>
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @randint_generator() -> tensor<3xi64> {
  %0 = torch.aten.randint.generator(high=7, size=[3], generator=none) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @randint_low
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, low = -2.000000e+00 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<3xf64>
func.func @randint_low() -> tensor<3xi32> {
  %0 = torch.aten.randint.low(low=-2, high=7, size=[3], dtype=i32) : () -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @randint_low_generator
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, low = -2.000000e+00 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<3xf64>
func.func @randint_low_generator() -> tensor<3xi64> {
  %0 = torch.aten.randint.low_generator(low=-2, high=7, size=[3], generator=none) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// CHECK-LABEL: func.func @randint_like
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.RandomUniformLike(%[[V2]]) {dtype = f64, high = 7.000000e+00 : f32} : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V4:.*]] = onnx.Floor(%[[V3]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V4]], %[[LAST]]) : {{.*}} -> tensor<?x3xf64, #sym.dims<n>>
// CHECK: %[[V5:.*]] = onnx.Cast(%[[LOWER]]) {to = i64} : {{.*}} -> tensor<?x3xi64, #sym.dims<n>>
// CHECK: return %[[V5]] : tensor<?x3xi64, #sym.dims<n>>
func.func @randint_like(%x: tensor<?x3xi64, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>> {
  %0 = torch.aten.randint_like.default(%x, high=7) : (tensor<?x3xi64, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>>
  return %0 : tensor<?x3xi64, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @randint_like_generator
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V2:.*]] = onnx.Cast(%[[LOWER]]) {to = i32} : {{.*}} -> tensor<2x3xi32>
// CHECK: return %[[V2]] : tensor<2x3xi32>
func.func @randint_like_generator(%x: tensor<2x3xi32>) -> tensor<2x3xi32> {
  %0 = torch.aten.randint_like.generator(%x, high=7, generator=none) : (tensor<2x3xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// CHECK-LABEL: func.func @randint_like_low
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, low = -2.000000e+00 : f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<2x3xf64>
func.func @randint_like_low(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.randint_like.low_dtype(%x, low=-2, high=7) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @randint_like_low_generator
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 7.000000e+00 : f32, low = -2.000000e+00 : f32, shape = array<i64: 2, 3>} : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<2x3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<2x3xf64>
func.func @randint_like_low_generator(%x: tensor<2x3xf32>) -> tensor<2x3xi64> {
  %0 = torch.aten.randint_like.low_generator_dtype(%x, low=-2, high=7, generator=none, dtype=i64) : (tensor<2x3xf32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: func.func @random_from
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 5.000000e+00 : f32, low = 2.000000e+00 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<3xf64>
func.func @random_from(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.random.from(%x, from=2, to=5) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @random_to
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, high = 5.000000e+00 : f32, shape = array<i64: 3>} : {{.*}} -> tensor<3xf64>
// CHECK: %[[V1:.*]] = onnx.Floor(%[[V0]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[LAST:.*]] = onnx.Constant dense<{{.*}}> : tensor<f64>
// CHECK: %[[LOWER:.*]] = onnx.Min(%[[V1]], %[[LAST]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[V2:.*]] = onnx.Cast(%[[LOWER]]) {to = i32} : {{.*}} -> tensor<3xi32>
// CHECK: return %[[V2]] : tensor<3xi32>
func.func @random_to(%x: tensor<3xi32>) -> tensor<3xi32> {
  %0 = torch.aten.random.to(%x, to=5) : (tensor<3xi32>) -> tensor<3xi32>
  return %0 : tensor<3xi32>
}

// -----

// The order of random numbers.
// CHECK-LABEL: func.func @randperm
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f32, shape = array<i64: 5>} : {{.*}} -> tensor<5xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<5> : tensor<1xi64>
// CHECK: %[[V2:.*]], %[[V3:.*]] = onnx.TopK(%[[V0]], %[[V1]]) {axis = 0 : i64} : {{.*}} -> (tensor<5xf32>, tensor<5xi64>)
// CHECK: return %[[V3]] : tensor<5xi64>
func.func @randperm() -> tensor<5xi64> {
  %0 = torch.aten.randperm.default(n=5) : () -> tensor<5xi64>
  return %0 : tensor<5xi64>
}

// -----

// CHECK-LABEL: func.func @randperm_generator
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f32, shape = array<i64: 4>} : {{.*}} -> tensor<4xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<4> : tensor<1xi64>
// CHECK: %[[V2:.*]], %[[V3:.*]] = onnx.TopK(%[[V0]], %[[V1]]) {axis = 0 : i64} : {{.*}} -> (tensor<4xf32>, tensor<4xi64>)
// CHECK: %[[V4:.*]] = onnx.Cast(%[[V3]]) {to = i32} : {{.*}} -> tensor<4xi32>
// CHECK: return %[[V4]] : tensor<4xi32>
func.func @randperm_generator() -> tensor<4xi32> {
  %0 = torch.aten.randperm.generator(n=4, generator=none, dtype=i32) : () -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @bernoulli
// CHECK: %[[V0:.*]] = onnx.Bernoulli(%arg0) {dtype = f32} : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V0]] : tensor<2x3xf32>
func.func @bernoulli(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.bernoulli.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// The same probability everywhere.
// CHECK-LABEL: func.func @bernoulli_p
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: %[[V3:.*]] = onnx.Bernoulli(%[[V2]]) {dtype = f32} : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V3]] : tensor<?x3xf32, #sym.dims<n>>
func.func @bernoulli_p(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.bernoulli.p(%x, p=0.25) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}

// -----

// Probabilities are broadcast to the shape of the result.
// CHECK-LABEL: func.func @bernoulli_tensor
// CHECK: %[[V0:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V2:.*]] = onnx.Bernoulli(%[[V1]]) {dtype = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: return %[[V2]] : tensor<2x3xi64>
func.func @bernoulli_tensor(%x: tensor<2x3xi64>, %y: tensor<3xf32>) -> tensor<2x3xi64> {
  %0 = torch.aten.bernoulli.Tensor(%x, %y) : (tensor<2x3xi64>, tensor<3xf32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// As many of the largest as only the run knows.
// CHECK-LABEL: func.func @multinomial_count
// CHECK: %[[K:.*]] = onnx.Unsqueeze(%arg1, %{{.*}}) : {{.*}} -> tensor<1xi64>
// CHECK: %{{.*}}, %[[Y:.*]] = onnx.TopK(%{{.*}}, %[[K]]) {axis = 1 : i64}
// CHECK: return %[[Y]]
func.func @multinomial_count(%x: tensor<2x5xf32>, %n: i64) -> tensor<2x?xi64, #sym.dims<u0>> {
  %0 = torch.aten.multinomial.default(%x, num_samples=%n) : (tensor<2x5xf32>, i64) -> tensor<2x?xi64, #sym.dims<u0>>
  return %0 : tensor<2x?xi64, #sym.dims<u0>>
}

// -----

// Multinomial takes logarithms of probabilities, of a batch.
// CHECK-LABEL: func.func @multinomial
// CHECK: %[[V0:.*]] = onnx.Log(%arg0) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V1:.*]] = onnx.Multinomial(%[[V0]]) {dtype = i64, sample_size = 4 : i64} : {{.*}} -> tensor<2x4xi64>
// CHECK: return %[[V1]] : tensor<2x4xi64>
func.func @multinomial(%x: tensor<2x5xf32>) -> tensor<2x4xi64> {
  %0 = torch.aten.multinomial.default(%x, num_samples=4, replacement=true) : (tensor<2x5xf32>) -> tensor<2x4xi64>
  return %0 : tensor<2x4xi64>
}

// -----

// CHECK-LABEL: func.func @multinomial_vector
// CHECK: %[[V0:.*]] = onnx.Log(%arg0) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Unsqueeze(%[[V0]], %[[V1]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V3:.*]] = onnx.Multinomial(%[[V2]]) {dtype = i64} : {{.*}} -> tensor<1x1xi64>
// CHECK: %[[V4:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V5:.*]] = onnx.Squeeze(%[[V3]], %[[V4]]) : {{.*}} -> tensor<1xi64>
// CHECK: return %[[V5]] : tensor<1xi64>
func.func @multinomial_vector(%x: tensor<5xf32>) -> tensor<1xi64> {
  %0 = torch.aten.multinomial.default(%x, num_samples=1) : (tensor<5xf32>) -> tensor<1xi64>
  return %0 : tensor<1xi64>
}

// -----

// Without replacement: the largest ones of the logarithms with Gumbel noise.
// CHECK-LABEL: func.func @multinomial_distinct
// CHECK: %[[V0:.*]] = onnx.Log(%arg0) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V1:.*]] = onnx.RandomUniform() {dtype = f32, shape = array<i64: 5>} : {{.*}} -> tensor<5xf32>
// CHECK: %[[V2:.*]] = onnx.Log(%[[V1]]) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V3:.*]] = onnx.Neg(%[[V2]]) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V4:.*]] = onnx.Log(%[[V3]]) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V5:.*]] = onnx.Neg(%[[V4]]) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V6:.*]] = onnx.Add(%[[V0]], %[[V5]]) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V7:.*]] = onnx.Constant dense<3> : tensor<1xi64>
// CHECK: %[[V8:.*]], %[[V9:.*]] = onnx.TopK(%[[V6]], %[[V7]]) {axis = 0 : i64} : {{.*}} -> (tensor<3xf32>, tensor<3xi64>)
// CHECK: return %[[V9]] : tensor<3xi64>
func.func @multinomial_distinct(%x: tensor<5xf32>) -> tensor<3xi64> {
  %0 = torch.aten.multinomial.default(%x, num_samples=3) : (tensor<5xf32>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Ends that no float holds.
// CHECK-LABEL: func.func @randint_wide
// CHECK: %[[V0:.*]] = onnx.RandomUniform() {dtype = f64, shape = array<i64: 3>} : {{.*}} -> tensor<3xf64>
// CHECK: %[[RANGE:.*]] = onnx.Constant dense<0x41D26580B6400000> : tensor<f64>
// CHECK: %[[V1:.*]] = onnx.Mul(%[[V0]], %[[RANGE]]) : {{.*}} -> tensor<3xf64>
// CHECK: %[[LOW:.*]] = onnx.Constant dense<-7.000000e+00> : tensor<f64>
// CHECK: %[[V2:.*]] = onnx.Add(%[[V1]], %[[LOW]]) : {{.*}} -> tensor<3xf64>
// CHECK: onnx.Floor(%[[V2]]) : {{.*}} -> tensor<3xf64>
func.func @randint_wide() -> tensor<3xi64> {
  %0 = torch.aten.randint.low(low=-7, high=1234567890, size=[3]) : () -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// A vector that may be empty gets a row and an element, which are not drawn.
// CHECK-LABEL: func.func @multinomial_dynamic_vector
// CHECK: onnx.Multinomial({{.*}}) {dtype = i64, sample_size = 4 : i64} : {{.*}} -> tensor<2x4xi64>
// CHECK: %[[ROW:.*]] = onnx.Slice({{.*}} -> tensor<1x4xi64>
// CHECK: onnx.Squeeze(%[[ROW]], {{.*}} -> tensor<4xi64>
func.func @multinomial_dynamic_vector(%x: tensor<?xf32, #sym.dims<s0>>) -> tensor<4xi64> {
  %0 = torch.aten.multinomial.default(%x, num_samples=4, replacement=true) : (tensor<?xf32, #sym.dims<s0>>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
