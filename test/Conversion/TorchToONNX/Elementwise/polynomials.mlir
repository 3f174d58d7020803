// Orthogonal polynomials: a loop up to the highest degree, in which every
// element takes the value of its own.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// p(k + 1) = 2 x p(k) - p(k - 1), rounded once; inside of (-1, 1) a cosine is the value of
// high degrees, which need no steps then.
// CHECK-LABEL: func.func @chebyshev
// CHECK: %[[INSIDE:.*]] = onnx.Less(
// CHECK: %[[N:.*]] = onnx.Cast(%arg1) {to = i64}
// CHECK: %[[SIX:.*]] = onnx.Constant dense<6> : tensor<i64>
// CHECK: %[[HIGH:.*]] = onnx.Greater(%[[N]], %[[SIX]])
// CHECK: %[[HOLDS:.*]] = onnx.And(%[[INSIDE]], %[[HIGH]])
// CHECK: %[[ANGLE:.*]] = onnx.Acos(%arg0)
// CHECK: %[[FORMULA:.*]] = onnx.Cos(
// CHECK: %[[STEPS:.*]] = onnx.Where(%[[HOLDS]], %{{.*}}, %[[N]])
// CHECK: %[[HIGHEST:.*]] = onnx.ReduceMax(%[[STEPS]]
// CHECK: %[[COUNT:.*]] = onnx.Sub({{.*}} -> tensor<i64>
// CHECK: %[[STATES:.*]]:3 = onnx.Loop(%[[COUNT]],
// CHECK: ^bb0(%[[ITERATION:.*]]: tensor<i64>, %[[CONDITION:.*]]: tensor<i1>, %[[BEFORE:.*]]: tensor<4xf32>, %[[P:.*]]: tensor<4xf32>, %[[RESULT:.*]]: tensor<4xf32>)
// CHECK: %[[LAST:.*]] = onnx.Identity(%[[P]])
// CHECK: %[[TWICE:.*]] = onnx.Add(%arg0, %arg0)
// CHECK: %[[A:.*]] = onnx.Cast(%[[TWICE]]) {to = f64}
// CHECK: %[[WIDE:.*]] = onnx.Cast(%[[P]]) {to = f64}
// CHECK: %[[PRODUCT:.*]] = onnx.Mul(%[[A]], %[[WIDE]])
// CHECK: %[[C:.*]] = onnx.Cast(%[[BEFORE]]) {to = f64}
// CHECK: %[[DIFFERENCE:.*]] = onnx.Sub(%[[PRODUCT]], %[[C]])
// CHECK: %[[NEXT:.*]] = onnx.Cast(%[[DIFFERENCE]]) {to = f32}
// CHECK: %[[KEPT:.*]] = onnx.Where(%{{.*}}, %[[NEXT]], %[[RESULT]])
// CHECK: onnx.Yield(%[[CONDITION]], %[[LAST]], %[[NEXT]], %[[KEPT]])
// CHECK: onnx.Where(%[[HOLDS]], %[[FORMULA]], %[[STATES]]#2)
func.func @chebyshev(%x: tensor<4xf32>, %n: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.special_chebyshev_polynomial_t.default(%x, %n) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// There is no inverse cosine of double precision.
// CHECK-LABEL: func.func @double
// CHECK-NOT: onnx.Acos
// CHECK: onnx.Loop
func.func @double(%x: tensor<4xf64>, %n: tensor<4xf64>) -> tensor<4xf64> {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.default(%x, %n) : (tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
  return %0 : tensor<4xf64>
}

// -----

// PyTorch gives up beyond a degree: so the loop ends there, with NaN.
// CHECK-LABEL: func.func @hermite
// CHECK: %[[LIMIT:.*]] = onnx.Constant dense<128> : tensor<i64>
// CHECK: %[[BEYOND:.*]] = onnx.Greater(%{{.*}}, %[[LIMIT]])
// CHECK: %[[NAN:.*]] = onnx.Constant dense<0x7FC00000> : tensor<f32>
// CHECK: onnx.Constant dense<128> : tensor<i64>
// CHECK: onnx.Min
// CHECK: onnx.Loop
// CHECK: onnx.Where(%[[BEYOND]], %[[NAN]],
func.func @hermite(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.special_hermite_polynomial_h.n_scalar(%x, 3) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// There is no highest degree of nothing.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: onnx.Loop
// CHECK: return
func.func @empty(%x: tensor<0xf32>, %n: tensor<0xf32>) -> tensor<0xf32> {
  %0 = torch.aten.special_legendre_polynomial_p.default(%x, %n) : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
