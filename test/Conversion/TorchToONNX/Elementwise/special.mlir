// Special functions, in double precision.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @ndtri
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.IsInf
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @ndtri(%x: tensor<?x3xf32> {onnx.value = dense<[[0x7FC00000, 0.0, 1.0], [0.5, 0.01, 0.99], [0.2, -0.5, 1.5]]> : tensor<3x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0xFF800000, 0x7F800000], [0.0, -2.3263478, 2.3263483], [-0.8416212, 0x7FC00000, 0x7FC00000]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.special_ndtri.default(%x) : (tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @i0e
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Sqrt
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f16}
func.func @i0e(%x: tensor<8xf16> {onnx.value = dense<[0x7E00, 0x7C00, 0xFC00, -0.0, 0.5, -7.0, 8.0, 40.0]> : tensor<8xf16>})
    -> (tensor<8xf16> {onnx.expected = dense<[0x7E00, 0.0, 0.0, 1.0, 0.6455, 0.1538, 0.1433, 0.0633]> : tensor<8xf16>}) {
  %0 = torch.aten.special_i0e.default(%x) : (tensor<8xf16>) -> tensor<8xf16>
  return %0 : tensor<8xf16>
}

// -----

// Powers of q, q + 1, ..., until all of them are beyond 9, and a formula for the
// rest.
// CHECK-LABEL: func.func @zeta
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.ReduceMin
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.Loop
// CHECK: onnx.Pow
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @zeta(%x: tensor<8xf32> {onnx.value = dense<[0x7FC00000, 1.0, 2.0, 3.5, 40.0, 2.5, 0.5, 3.0]> : tensor<8xf32>},
                %q: tensor<8xf32> {onnx.value = dense<[1.0, 2.0, 0.5, 12.0, 1.0, 0x7F800000, 2.0, 0.25]> : tensor<8xf32>})
    -> (tensor<8xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 4.934802, 0.00088945293, 1.0, 0x7FC00000, 0x7FC00000, 64.66387]> : tensor<8xf32>}) {
  %0 = torch.aten.special_zeta.default(%x, %q) : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @frexp
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Where
// CHECK: onnx.Log
// CHECK: onnx.Floor
// CHECK: onnx.Pow
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @frexp(%x: tensor<14xf32> {onnx.value = dense<[0.0, -0.0, 1.0, -1.0, 0.75, 8.0, -9.0, 0.001, 1.0e+30, -3.5, 2.0, 0.5, 1.0e-30, 100.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0.0, -0.0, 0.5, -0.5, 0.75, 0.5, -0.5625, 0.512, 0.7888609, -0.875, 0.5, 0.5, 0.6338253, 0.78125]> : tensor<14xf32>},
        tensor<14xi32> {onnx.expected = dense<[0, 0, 1, 1, 0, 4, 4, -9, 100, 2, 2, 0, -99, 7]> : tensor<14xi32>}) {
  %0:2 = torch.aten.frexp.Tensor(%x) : (tensor<14xf32>) -> (tensor<14xf32>, tensor<14xi32>)
  return %0#0, %0#1 : tensor<14xf32>, tensor<14xi32>
}

// -----

// CHECK-LABEL: func.func @erfcx
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Exp
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @erfcx(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 60.0, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, 0.0, 0x7F800000, 1.0, 1.0, 0.99887264, 0.61569023, 0.42758358, 0.21080635, 0.11070463, 0.009401855, 0.018795889, 1.9523606, 3.8146933e+21]> : tensor<14xf32>}) {
  %0 = torch.aten.special_erfcx.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}

// -----

// CHECK-LABEL: func.func @log_ndtr
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Log
// CHECK: onnx.Exp
// CHECK: onnx.Where
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @log_ndtr(%x: tensor<14xf32> {onnx.value = dense<[0x7FC00000, 0x7F800000, 0xFF800000, 0.0, -0.0, 0.001, 0.5, 1.0, 2.5, 5.0, 8.5, 30.0, -0.5, -7.0]> : tensor<14xf32>})
    -> (tensor<14xf32> {onnx.expected = dense<[0x7FC00000, -0.0, 0xFF800000, -0.6931472, -0.6931472, -0.6923496, -0.36894643, -0.17275378, -0.006229026, -2.866516e-07, -9.479558e-18, -0.0, -1.1759118, -27.384308]> : tensor<14xf32>}) {
  %0 = torch.aten.special_log_ndtr.default(%x) : (tensor<14xf32>) -> tensor<14xf32>
  return %0 : tensor<14xf32>
}
