// Chebyshev's polynomials: p(k + 1) = 2 x p(k) - p(k - 1), rounded once. Inside
// (-1, 1) high degrees are computed by a closed formula, which needs no steps.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// p(1) = x, and cos(n acos(x)) beyond degree 6.
// No NaN: PyTorch then returns an uninitialized number.
// CHECK-LABEL: func.func @t
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Cos
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @t(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
             %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.96875, 0x7F800000, 0x7FC00000, 0.0, 0.7626954, 1.0, -1.0, 23.5, -9.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_t.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// The fraction of a degree is dropped.
// CHECK-LABEL: func.func @t_of_degree
// CHECK: onnx.Constant dense<9> : tensor<i64>
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Loop({{.*}}, %arg0, {{.*}})
// CHECK: onnx.Where
func.func @t_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.9035355, 0x7FC00000, 0x7FC00000, -3.577464e-08, 0.7626954, 1.0, -1.0, 2889.0, -2889.0, 0.9755859]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_t.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @t_at
// CHECK: onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @t_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, 0.25, -0.875, -0.6875, 0.53125, 0.953125, -0.0546875, -0.98046875, -0.9940186]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_t.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// p(1) = 2 x, and sin((n + 1) acos(x)) / sin(acos(x)) beyond degree 8.
// CHECK-LABEL: func.func @u
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Sin
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @u(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
             %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.9375, 0x7F800000, 0x7FC00000, 0.0, 0.5957033, 8.0, -6.0, 55.0, -21.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_u.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @u_of_degree
// CHECK: onnx.Constant dense<9> : tensor<i64>
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @u_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.9575233, 0x7FC00000, 0x7FC00000, -6.755325e-07, 0.5957033, 10.0, -10.0, 6765.0, -6765.0, 1.2246094]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_u.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @u_at
// CHECK: onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @u_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, 0.5, -0.75, -0.875, 0.3125, 1.03125, 0.203125, -0.9296875, -1.0222168]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_u.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// p(1) = 2 x - 1, and cos((n + 1/2) acos(x)) / cos(acos(x) / 2) beyond degree 8.
// CHECK-LABEL: func.func @v
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Cos
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @v(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
             %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-1.1875, 0x7F800000, 0x7FC00000, 1.0, 1.2636719, 1.0, -11.0, 34.0, -29.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_v.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @v_of_degree
// CHECK: onnx.Greater
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @v_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.52562326, 0x7FC00000, 0x7FC00000, -1.0000004, 1.2636719, 1.0, -19.0, 4181.0, -9349.0, 0.8925781]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_v.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @v_at
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @v_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, -0.5, -1.25, -0.125, 1.1875, 0.71875, -0.828125, -1.1328125, -0.90942466]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_v.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// p(1) = 2 x + 1, and sin((n + 1/2) acos(x)) / sin(acos(x) / 2) beyond degree 8.
// CHECK-LABEL: func.func @w
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Sin
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @w(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>},
             %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.6875, 0x7F800000, 0x7FC00000, -1.0, -0.07226615, 15.0, -1.0, 76.0, -13.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_w.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @w_of_degree
// CHECK: onnx.Greater
// CHECK: onnx.Acos(%arg0)
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @w_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, -1.0, 1.5, -1.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[1.3894234, 0x7FC00000, 0x7FC00000, 0.99999964, -0.07226615, 19.0, -1.0, 9349.0, -4181.0, 1.5566406]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_w.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @w_at
// CHECK: onnx.Greater(%arg0, {{.*}})
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @w_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, 1.5, -0.25, -1.625, -0.5625, 1.34375, 1.234375, -0.7265625, -1.1350087]> : tensor<10xf32>}) {
  %0 = torch.aten.special_chebyshev_polynomial_w.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
