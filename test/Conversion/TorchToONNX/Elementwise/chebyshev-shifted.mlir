// Shifted Chebyshev polynomials, of y = 2 x - 1: p(k + 1) = 2 y p(k) - p(k - 1), rounded
// once. Where y is inside (-1, 1) high degrees are computed by a closed formula, which
// needs no steps.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// p(1) = y, and cos(n acos(y)) beyond degree 6.
// No NaN: PyTorch then returns an uninitialized number.
// CHECK-LABEL: func.func @shifted_t
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos
// CHECK: onnx.Cos
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @shifted_t(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                     %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.125, 0x7F800000, 0x7FC00000, -1.0, 1.0, 1.0, 0.0, 97.0, -244.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_t.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_t_of_degree
// CHECK: onnx.Add(%arg0, %arg0)
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_t_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -0.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.975586, 0x7FC00000, 0x7FC00000, -1.0, 1.0, 1.0, -3.577464e-08, 70226.0, -70226.0, -1.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_t.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_t_at
// CHECK: onnx.Add
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_t_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, -0.5, -0.5, 1.0, -0.5, -0.5, 1.0, -0.5000008, 1.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_t.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// p(1) = 2 y, and sin((n + 1) acos(y)) / sin(acos(y)) beyond degree 6.
// CHECK-LABEL: func.func @shifted_u
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos
// CHECK: onnx.Sin
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @shifted_u(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                     %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[1.25, 0x7F800000, 0x7FC00000, -4.0, 1.0000002, 8.0, 0.0, 209.0, -496.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_u.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_u_of_degree
// CHECK: onnx.Add(%arg0, %arg0)
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_u_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -0.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[-1.2246084, 0x7FC00000, 0x7FC00000, -10.0, 1.0000002, 10.0, -6.755325e-07, 151316.0, -151316.0, -0.9999999]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_u.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_u_at
// CHECK: onnx.Add
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_u_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, -1.0, 0.0, 1.0, -1.0, 0.0, 1.0, -1.0000002, 0.9999999]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_u.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// p(1) = 2 y - 1, and cos((n + 1/2) acos(y)) / cos(acos(y) / 2) beyond degree 6.
// CHECK-LABEL: func.func @shifted_v
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos
// CHECK: onnx.Cos
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @shifted_v(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                     %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[2.75, 0x7F800000, 0x7FC00000, -7.0, 1.0000004, 1.0, -1.0, 153.0, -559.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_v.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_v_of_degree
// CHECK: onnx.Add(%arg0, %arg0)
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_v_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -0.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[-1.5566369, 0x7FC00000, 0x7FC00000, -19.0, 1.0000004, 1.0, -1.0000004, 110771.0, -191861.0, -1.0000001]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_v.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_v_at
// CHECK: onnx.Add
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_v_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, -2.0, 1.0, 1.0, -2.0, 1.0, 1.0, -2.0000002, 0.9999992]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_v.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// p(1) = 2 y + 1, and sin((n + 1/2) acos(y)) / sin(acos(y) / 2) beyond degree 4.
// CHECK-LABEL: func.func @shifted_w
// CHECK: onnx.Cast(%arg1) {to = f32}
// CHECK: onnx.Acos
// CHECK: onnx.Sin
// CHECK: onnx.Where
// CHECK: onnx.ReduceMax({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Loop
func.func @shifted_w(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -1.5, 0.75]> : tensor<10xf32>},
                     %y: tensor<10xi64> {onnx.value = dense<[2, 2, 3, 3, 9, 7, 5, 4, 3, -1]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.25, 0x7F800000, 0x7FC00000, -1.0, 0.9999999, 15.0, 0.99999934, 265.0, -433.0, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.default(%x, %y) : (tensor<10xf32>, tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_w_of_degree
// CHECK: onnx.Add(%arg0, %arg0)
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_w_of_degree(%x: tensor<10xf32> {onnx.value = dense<[0.125, 0x7F800000, 0xFF800000, -0.0, 0.25, 1.0, 0.5, 1.5, -0.5, 0.75]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[-0.8925791, 0x7FC00000, 0x7FC00000, -1.0, 0.9999999, 19.0, 0.99999964, 191861.0, -110771.0, -0.9999999]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.n_scalar(%x, 9.5) : (tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @shifted_w_at
// CHECK: onnx.Add
// CHECK: onnx.Acos
// CHECK: onnx.Loop
// CHECK: onnx.Where
func.func @shifted_w_at(%x: tensor<10xi64> {onnx.value = dense<[-1, 0, 1, 2, 3, 4, 5, 6, 7, 12]> : tensor<10xi64>})
    -> (tensor<10xf32> {onnx.expected = dense<[0.0, 1.0, 0.0, -1.0, 1.0, 0.0, -0.99999964, 1.0, -7.800377e-07, 1.0000002]> : tensor<10xf32>}) {
  %0 = torch.aten.special_shifted_chebyshev_polynomial_w.x_scalar(0.25, %x) : (tensor<10xi64>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}
