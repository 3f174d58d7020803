// Polynomials of Hermite, Laguerre and Legendre: one step of the recurrence, in which the
// last subtraction is rounded together with its product.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// No NaN: PyTorch then returns an uninitialized number.
// p(k + 1) = 2 x p(k) - 2 k p(k - 1)
// CHECK-LABEL: func.func @hermite_polynomial_h
// CHECK: onnx.Min
// CHECK: onnx.Loop
// CHECK: onnx.Cast({{.*}}) {to = f64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Where
func.func @hermite_polynomial_h(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                                %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-1.9375, 0x7F800000, 0x7FC00000, 0.0, 6346.6895, 464.0, 8.0, -15.0, -9.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_h.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_h_of_degree
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
// CHECK: onnx.Where(%{{.*}}, %{{.*}}, {{.*}}) : {{.*}} -> tensor<3xf32>
func.func @hermite_polynomial_h_of_degree(%x: tensor<3xf32> {onnx.value = dense<[-3.75, 46.25, 12.5]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[2501.0625, 73106750.0, 383137.0]> : tensor<3xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_h.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_h_at
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
// CHECK: onnx.Where(%{{.*}}, %{{.*}}, {{.*}}) : {{.*}} -> tensor<3xf32>
func.func @hermite_polynomial_h_at(%x: tensor<3xi64> {onnx.value = dense<[6, -36, 43]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[-76.859375, 0.0, -1.8949547e+32]> : tensor<3xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_h.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// p(k + 1) = x p(k) - k p(k - 1)
// CHECK-LABEL: func.func @hermite_polynomial_he
// CHECK: onnx.Min
// CHECK: onnx.Loop
// CHECK: onnx.Cast({{.*}}) {to = f64}
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Where
func.func @hermite_polynomial_he(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                                 %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.984375, 0x7F800000, 0x7FC00000, 0.0, 216.92944, -20.0, -6.0, -5.4375, 1.125, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_he.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_he_of_degree
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: onnx.Mul(%arg0, {{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
func.func @hermite_polynomial_he_of_degree(%x: tensor<3xf32> {onnx.value = dense<[-17.5, 2.5, -2.5]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[91954.56, 4.5625, 4.5625]> : tensor<3xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_he.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @hermite_polynomial_he_at
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: onnx.Mul({{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
func.func @hermite_polynomial_he_at(%x: tensor<3xi64> {onnx.value = dense<[-17, -54, 49]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, 0.0, 8.288197e+30]> : tensor<3xf32>}) {
  %0 = torch.aten.special_hermite_polynomial_he.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// (k + 1) p(k + 1) = (2 k + 1 - x) p(k) - k p(k - 1)
// CHECK-LABEL: func.func @laguerre_polynomial_l
// CHECK: onnx.Sub({{.*}}, %arg0)
// CHECK: onnx.Loop
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Cast({{.*}}) {to = f64}
func.func @laguerre_polynomial_l(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                                 %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.7578125, 0x7F800000, 0x7FC00000, 1.0, -0.3242395, -0.040476136, 12.883333, -0.2890625, 9.4375, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_laguerre_polynomial_l.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @laguerre_polynomial_l_of_degree
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: onnx.Sub({{.*}}, %arg0) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
func.func @laguerre_polynomial_l_of_degree(%x: tensor<3xf32> {onnx.value = dense<[1.25, -33.75, 13.75]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[-0.51285803, 83243.07, 269.47412]> : tensor<3xf32>}) {
  %0 = torch.aten.special_laguerre_polynomial_l.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @laguerre_polynomial_l_at
// CHECK: onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: onnx.Sub({{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
// CHECK: %{{.*}} = onnx.Constant dense<1.000000e+00> : tensor<f32>
func.func @laguerre_polynomial_l_at(%x: tensor<3xi64> {onnx.value = dense<[47, -50, 2]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.33748013, 0.0, 0.53125]> : tensor<3xf32>}) {
  %0 = torch.aten.special_laguerre_polynomial_l.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// (k + 1) p(k + 1) = (2 k + 1) x p(k) - k p(k - 1)
// CHECK-LABEL: func.func @legendre_polynomial_p
// CHECK: onnx.Loop
// CHECK: onnx.Add
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Cast({{.*}}) {to = f64}
func.func @legendre_polynomial_p(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                                 %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.4765625, 0x7F800000, 0x7FC00000, 0.0, 0.17682442, 1.0, -1.0, 14.0859375, -6.1875, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_legendre_polynomial_p.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @legendre_polynomial_p_of_degree
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, %arg0, %{{.*}})
func.func @legendre_polynomial_p_of_degree(%x: tensor<3xf32> {onnx.value = dense<[15.0, -30.0, -23.75]> : tensor<3xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[220641.0, 3540375.5, 1389863.6]> : tensor<3xf32>}) {
  %0 = torch.aten.special_legendre_polynomial_p.n_scalar(%x, 4) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @legendre_polynomial_p_at
// CHECK: onnx.Loop(%{{.*}}, %{{.*}}, %{{.*}}, {{.*}}, %{{.*}})
func.func @legendre_polynomial_p_at(%x: tensor<3xi64> {onnx.value = dense<[-10, 54, 31]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[0.0, -0.039256766, -0.14364702]> : tensor<3xf32>}) {
  %0 = torch.aten.special_legendre_polynomial_p.x_scalar(0.25, %x) : (tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Double precision goes up to degree 512; the product is rounded before the subtraction,
// as there is no wider type.
// CHECK-LABEL: func.func @hermite_double
// CHECK: onnx.Min
// CHECK: onnx.Loop
// CHECK: onnx.Cast({{.*}}) {to = f64}
// CHECK: onnx.Where
func.func @hermite_double(%x: tensor<10xf64> {onnx.value = dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf64>},
                          %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf64> {onnx.expected = dense<[0x7FF8000000000000, 0x7FF0000000000000, 0x7FF8000000000000, 0.0, 6346.689453125, 464.0, 8.0, -15.0, -9.0, 0.0]> : tensor<10xf64>}) {
  %0 = torch.aten.special_hermite_polynomial_h.default(%x, %y) : (tensor<10xf64>, tensor<10xi64>) -> tensor<10xf64>
  return %0 : tensor<10xf64>
}
