// Orthogonal polynomials: a loop up to the highest degree, in which every
// element takes the value of its own.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// p(k + 1) = 2 x p(k) - p(k - 1), rounded once; inside of (-1, 1) a cosine is the value of
// high degrees, which need no steps then.
// CHECK-LABEL: func.func @chebyshev
// CHECK: onnx.Cast(%arg1) {to = i64}
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Cos
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax
// CHECK: onnx.Loop
func.func @chebyshev(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                     %n: tensor<10xf32> {onnx.value = dense<[2.0, 2.0, 3.0, 3.0, 9.0, 7.9, 5.0, 4.0, 3.0, -1.0]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.96875, 0x7F800000, 0x7FC00000, 0.0, 0.7626954, 1.0, -1.0, 23.5, -9.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_t.default(%x, %n) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// There is no inverse cosine of double precision.
// CHECK-LABEL: func.func @double
// CHECK-NOT: onnx.Acos
// CHECK: onnx.Loop
func.func @double(%x: tensor<4xf64> {onnx.value = dense<[-1.75, -1.5, 1.5, 1.0]> : tensor<4xf64>},
                  %n: tensor<4xf64> {onnx.value = dense<[-1.75, -0.25, -0.25, 1.75]> : tensor<4xf64>})
    -> (tensor<4xf64> {onnx.expected = dense<[0.0, 1.0, 1.0, 3.0]> : tensor<4xf64>}) {
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
func.func @hermite(%x: tensor<4xf32> {onnx.value = dense<[-0.75, -1.5, 2.0, 1.0]> : tensor<4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[5.625, -9.0, 40.0, -4.0]> : tensor<4xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_h.n_scalar(%x, 3) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// There is no highest degree of nothing.
// CHECK-LABEL: func.func @empty
// CHECK-NOT: onnx.Loop
// CHECK: return
func.func @empty(%x: tensor<0xf32> {onnx.value = dense<> : tensor<0xf32>},
                 %n: tensor<0xf32> {onnx.value = dense<> : tensor<0xf32>})
    -> (tensor<0xf32> {onnx.expected = dense<> : tensor<0xf32>}) {
  %0 = torch.aten.special_legendre_polynomial_p.default(%x, %n) : (tensor<0xf32>, tensor<0xf32>) -> tensor<0xf32>
  return %0 : tensor<0xf32>
}
