// Bessel functions: polynomials near zero, amplitude and phase elsewhere; in double precision.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @bessel_j0
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Cos
// CHECK: onnx.Sin
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @bessel_j0(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 1.0, 1.0, 0.99999976, 0.9384698, 0.76519763, -0.04838378, -0.17759676, 0.041939214, -0.086368024, 0.9384698, 0.3000793]> : tensor<14xf32>}) {
  %0 = torch.aten.special_bessel_j0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_j1
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Cos
// CHECK: onnx.Sin
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @bessel_j1(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, -0.0, 0.00049999997, 0.24226844, 0.44005063, 0.4970941, -0.3275791, 0.27312195, -0.11875113, -0.24226844, 0.0046828003]> : tensor<14xf32>}) {
  %0 = torch.aten.special_bessel_j1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_y0
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Sin
// CHECK: onnx.Cos
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
func.func @bessel_y0(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000, -4.4714165, -0.44451874, 0.08825695, 0.4980704, -0.30851802, 0.2702051, -0.117295705, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.special_bessel_y0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @bessel_y1
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Where
// CHECK: onnx.Sin
// CHECK: onnx.Cos
// CHECK: onnx.Sqrt
func.func @bessel_y1(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0xFF800000, 0xFF800000, -636.62213, -1.4714724, -0.7812128, 0.1459181, 0.14786288, -0.02616868, 0.08442544, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.special_bessel_y1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_i0
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @modified_bessel_i0(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.99999994, 0.99999994, 1.0000002, 1.0634835, 1.266066, 3.2898395, 27.239874, 683.162, 781672200000.0, 1.0634835, 168.59392]> : tensor<14xf32>}) {
  %0 = torch.aten.special_modified_bessel_i0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_i1
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @modified_bessel_i1(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, 0.0, 0.0005000002, 0.2578943, 0.5651591, 2.516716, 24.335642, 641.61993, 768532000000.0, -0.2578943, -156.03917]> : tensor<14xf32>}) {
  %0 = torch.aten.special_modified_bessel_i1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @i1
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @i1(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0x7FC00000, 0x7FC00000, 0.0, 0.0, 0.0005000001, 0.25789428, 0.5651591, 2.516716, 24.335642, 641.61993, 768532000000.0, -0.25789428, -156.03915]> : tensor<14xf32>}) {
  %0 = torch.aten.special_i1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @i1e
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @i1e(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0.0, -0.0, 0.0, 0.0, 0.00049950037, 0.1564208, 0.20791042, 0.20658463, 0.16397226, 0.13054936, 0.07191633, -0.1564208, -0.14228928]> : tensor<14xf32>}) {
  %0 = torch.aten.special_i1e.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_k0
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @modified_bessel_k0(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7FC00000, 0x7F800000, 0x7F800000, 7.023689, 0.92441916, 0.42102447, 0.062347554, 0.0036910982, 8.625757e-05, 2.1324773e-14, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.special_modified_bessel_k0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @modified_bessel_k1
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @modified_bessel_k1(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7FC00000, 0x7F800000, 0x7F800000, 999.9963, 1.656441, 0.6019073, 0.07389081, 0.004044613, 9.1197246e-05, 2.167732e-14, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.special_modified_bessel_k1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @scaled_modified_bessel_k0
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @scaled_modified_bessel_k0(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7FC00000, 0x7F800000, 0x7F800000, 7.030716, 1.5241095, 1.1444632, 0.75954866, 0.5478076, 0.42393598, 0.22788665, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.special_scaled_modified_bessel_k0.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @scaled_modified_bessel_k1
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Exp
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @scaled_modified_bessel_k1(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7FC00000, 0x7F800000, 0x7F800000, 1000.9968, 2.7310095, 1.6361537, 0.90017444, 0.60027385, 0.4482134, 0.23165412, 0x7FC00000, 0x7FC00000]> : tensor<14xf32>}) {
  %0 = torch.aten.special_scaled_modified_bessel_k1.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// Doubles have longer polynomials, and the zeros as factors; nothing is cast.
// CHECK-LABEL: func.func @doubles
// CHECK-NOT: onnx.Cast
// CHECK: onnx.Constant dense<-2.4048255576957729> : tensor<f64>
// CHECK: onnx.Cos(
// CHECK-NOT: onnx.Cast
// CHECK: return
func.func @doubles(%x: tensor<3xf64> {onnx.value = dense<[-0.75, 0.25, 1.25]> : tensor<3xf64>})
    -> (tensor<3xf64> {onnx.expected = dense<[0.8642422751666485, 0.9844359292958528, 0.6459060852712852]> : tensor<3xf64>}) {
  %0 = torch.aten.special_bessel_j0.default(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
