// Functions of two numbers.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// CHECK-LABEL: func.func @atan2
// CHECK: onnx.Equal(%arg0, {{.*}})
// CHECK: onnx.Reciprocal(%arg0)
// CHECK: onnx.Where({{.*}}, {{.*}}, %arg0)
// CHECK: onnx.Atan
func.func @atan2(%x: tensor<10xf32> {onnx.value = dense<[0x7FC00000, 0.0, -0.0, 0.0, -0.0, 0x7F800000, 0xFF800000, 1.0, -1.0, 2.0]> : tensor<10xf32>},
                 %y: tensor<10xf32> {onnx.value = dense<[1.0, 0.0, 0.0, -0.0, -0.0, 0x7F800000, 0xFF800000, 0xFF800000, -2.0, 0x7F800000]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0x7FC00000, 0.0, -0.0, 3.1415927, -3.1415927, 0.7853982, -2.3561945, 3.1415927, -2.6779451, 0.0]> : tensor<10xf32>}) {
  %0 = torch.aten.atan2.default(%x, %y) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @hypot
// CHECK: onnx.IsInf(%arg0)
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Sqrt
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Where
func.func @hypot(%x: tensor<10xf32> {onnx.value = dense<[0x7FC00000, 0x7FC00000, 0.0, -3.0, 0.001, 0x7F800000, 0xFF800000, 30000000000.0, 0.0, 2.0]> : tensor<10xf32>},
                 %y: tensor<10xf32> {onnx.value = dense<[1.0, 0x7F800000, -0.0, 4.0, 0.001, 1.0, 0x7FC00000, 40000000000.0, 5.0, -2.0]> : tensor<10xf32>})
    -> (tensor<10xf32> {onnx.expected = dense<[0x7FC00000, 0x7F800000, 0.0, 5.0, 0.0014142137, 0x7F800000, 0x7F800000, 50000000000.0, 5.0, 2.828427]> : tensor<10xf32>}) {
  %0 = torch.aten.hypot.default(%x, %y) : (tensor<10xf32>, tensor<10xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// -----

// CHECK-LABEL: func.func @logaddexp
// CHECK: %[[V5:.*]] = onnx.Max(%arg0, %arg1)
// CHECK: %[[V6:.*]] = onnx.Equal(%arg0, %arg1)
// CHECK: %[[V7:.*]] = onnx.Constant dense<0.693147182> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Sub(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.Abs(%[[V0]])
// CHECK: %[[V2:.*]] = onnx.Neg(%[[V1]])
// CHECK: %[[V4:.*]] = onnx.Softplus(%[[V2]])
// CHECK: %[[V8:.*]] = onnx.Where(%[[V6]], %[[V7]], %[[V4]])
// CHECK: %[[V9:.*]] = onnx.Add(%[[V5]], %[[V8]])
// CHECK: %[[V3:.*]] = onnx.Constant dense<1.000000e+00> : tensor<f32>
// CHECK: return %[[V9]] : tensor<?x3xf32>
func.func @logaddexp(%x: tensor<?x3xf32> {onnx.value = dense<[[-1.5, -1.25, -1.5], [1.75, 0.5, 0.0]]> : tensor<2x3xf32>},
                     %y: tensor<?x3xf32> {onnx.value = dense<[[-1.25, -1.25, -1.5], [1.0, -1.25, -1.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[-0.6740606, -0.5568528, -0.8068528], [2.136871, 0.66022414, 0.20141329]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.logaddexp.default(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @xlogy
// CHECK: %[[V0:.*]] = onnx.Constant dense<0.000000e+00> : tensor<f32>
// CHECK: %[[V1:.*]] = onnx.Equal(%arg0, %[[V0]])
// CHECK: %[[V2:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V3:.*]] = onnx.Not(%[[V2]])
// CHECK: %[[V4:.*]] = onnx.And(%[[V1]], %[[V3]])
// CHECK: %[[V5:.*]] = onnx.Log(%arg1)
// CHECK: %[[V6:.*]] = onnx.Mul(%arg0, %[[V5]])
// CHECK: %[[V7:.*]] = onnx.Where(%[[V4]], %[[V0]], %[[V6]])
// CHECK: return %[[V7]] : tensor<?x3xf32>
func.func @xlogy(%x: tensor<?x3xf32> {onnx.value = dense<[[0.25, 0.75, -0.5], [0.5, 1.0, -1.0]]> : tensor<2x3xf32>},
                 %y: tensor<?x3xf32> {onnx.value = dense<[[-0.25, 1.0, 1.0], [-1.75, 0.0, -1.5]]> : tensor<2x3xf32>})
    -> (tensor<?x3xf32> {onnx.expected = dense<[[0x7FC00000, 0.0, -0.0], [0x7FC00000, 0xFF800000, 0x7FC00000]]> : tensor<2x3xf32>}) {
  %0 = torch.aten.xlogy.Tensor(%x, %y) : (tensor<?x3xf32>, tensor<?x3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// In f64 the power does not overflow.
// CHECK-LABEL: func.func @ldexp
// CHECK-DAG: %[[X:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK-DAG: %[[I:.*]] = onnx.Cast(%arg1) {to = i32}
// CHECK: %[[N:.*]] = onnx.Clip
// CHECK: %[[POWER:.*]] = onnx.Pow({{.*}}, %[[N]])
// CHECK: onnx.Mul(%[[X]], %[[POWER]])
func.func @ldexp(%x: tensor<3xf32> {onnx.value = dense<[-1.5, -0.75, -0.75]> : tensor<3xf32>},
                 %y: tensor<3xi64> {onnx.value = dense<[1, 0, 1]> : tensor<3xi64>})
    -> (tensor<3xf32> {onnx.expected = dense<[-3.0, -0.75, -1.5]> : tensor<3xf32>}) {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xi64>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The power is rounded to the dtype of the exponent, in which it may overflow.
// CHECK-LABEL: func.func @ldexp_by_halves
// CHECK: %[[Y:.*]] = onnx.Cast(%arg1) {to = f32}
// CHECK: %[[POWER:.*]] = onnx.Pow(%{{.*}}, %[[Y]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[NARROW:.*]] = onnx.Cast(%[[POWER]]) {to = f16}
// CHECK: %[[WIDE:.*]] = onnx.Cast(%[[NARROW]]) {to = f32}
// CHECK: onnx.Mul(%arg0, %[[WIDE]])
func.func @ldexp_by_halves(%x: tensor<3xf32> {onnx.value = dense<[-0.25, 2.0, 1.0]> : tensor<3xf32>},
                           %y: tensor<3xf16> {onnx.value = dense<[-1.0, -1.75, 1.5]> : tensor<3xf16>})
    -> (tensor<3xf32> {onnx.expected = dense<[-0.125, 0.59472656, 2.828125]> : tensor<3xf32>}) {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<3xf32>, tensor<3xf16>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The largest exponents of frexp: 2^128 is no f32 number.
func.func @ldexp_far(%x: tensor<6xf32> {onnx.value = dense<[0.75, 0.5, 1.0e-30, 3.0e+38, -0.0, 0x7F800000]> : tensor<6xf32>},
                     %y: tensor<6xi64> {onnx.value = dense<[128, -148, 200, -260, 5000, -5000]> : tensor<6xi64>})
    -> (tensor<6xf32> {onnx.expected = dense<[2.5521178e+38, 1.0e-45, 1.606938e+30, 1.61928e-40, -0.0, 0x7F800000]> : tensor<6xf32>}) {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<6xf32>, tensor<6xi64>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// A power for doubles has three factors.
// CHECK-LABEL: func.func @ldexp_double
// CHECK-COUNT-2: onnx.Pow
// CHECK-NOT: onnx.Cast({{.*}}) {to = f32}
func.func @ldexp_double(%x: tensor<6xf64> {onnx.value = dense<[1.0e-300, 1.0e+300, 0.75, 5.0e-324, -0.0, 3.0]> : tensor<6xf64>},
                        %y: tensor<6xi32> {onnx.value = dense<[1100, -1100, 1024, 2097, 3000, -7]> : tensor<6xi32>})
    -> (tensor<6xf64> {onnx.expected = dense<[1.3582985290493859e+31, 7.362151829022863e-32, 1.348269851146737e+308, 8.98846567431158e+307, -0.0, 0.0234375]> : tensor<6xf64>}) {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<6xf64>, tensor<6xi32>) -> tensor<6xf64>
  return %0 : tensor<6xf64>
}

// -----

// Squares of doubles may overflow or underflow.
// CHECK-LABEL: func.func @hypot_double
// CHECK-NOT: onnx.Cast
// CHECK: onnx.Div
func.func @hypot_double(%x: tensor<8xf64> {onnx.value = dense<[1.0e+200, 3.0e-200, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, -3.0, 1.0e-320, 1.0e+300]> : tensor<8xf64>},
                        %y: tensor<8xf64> {onnx.value = dense<[1.0e+200, 4.0e-200, -0.0, 0x7FF8000000000000, 1.0, 4.0, 0.0, 1.0]> : tensor<8xf64>})
    -> (tensor<8xf64> {onnx.expected = dense<[1.414213562373095e+200, 5.0e-200, 0.0, 0x7FF0000000000000, 0x7FF8000000000000, 5.0, 1.0e-320, 1.0e+300]> : tensor<8xf64>}) {
  %0 = torch.aten.hypot.default(%x, %y) : (tensor<8xf64>, tensor<8xf64>) -> tensor<8xf64>
  return %0 : tensor<8xf64>
}

// -----

// The declared dtype is f16 since PyTorch 2.13, and f32 before.
func.func @ldexp_of_halves(%x: tensor<3xf16> {onnx.value = dense<[0.75, 6.0e-08, 60000.0]> : tensor<3xf16>},
                           %y: tensor<3xi64> {onnx.value = dense<[15, 35, -35]> : tensor<3xi64>})
    -> (tensor<3xf16> {onnx.expected = dense<[24580.0, 2048.0, 1.7e-06]> : tensor<3xf16>}) {
  %0 = torch.aten.ldexp.Tensor(%x, %y) : (tensor<3xf16>, tensor<3xi64>) -> tensor<3xf16>
  return %0 : tensor<3xf16>
}
