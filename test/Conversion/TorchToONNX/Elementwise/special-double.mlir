// Special functions of doubles: polynomials with more terms than those of floats have.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// CHECK-LABEL: func.func @double
// CHECK: onnx.Constant dense<0.40217650944500{{.*}}> : tensor<f64>
// CHECK-NOT: onnx.Cast
func.func @double(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = torch.aten.special_i0e.default(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @names
// CHECK: onnx.Constant dense<3.991233353{{.*}}> : tensor<f64>
// CHECK: onnx.Exp
// CHECK-NOT: onnx.Cast
func.func @names(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0 = torch.aten.erfinv.default(%x) : (tensor<3xf64>) -> tensor<3xf64>
  %1 = torch.aten.i0.default(%x) : (tensor<3xf64>) -> tensor<3xf64>
  return %0, %1 : tensor<3xf64>, tensor<3xf64>
}

// -----

// Floats have 23 and 15 coefficients.
// CHECK-LABEL: func.func @single
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK-COUNT-37: onnx.Mul
// CHECK-NOT: onnx.Mul
func.func @single(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.special_i0e.default(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// Numbers far from 1 are scaled, so that no power of two is out of range.
// CHECK-LABEL: func.func @parts
// CHECK: onnx.Less(
// CHECK: onnx.Pow
func.func @parts(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xi32>) {
  %0:2 = torch.aten.frexp.Tensor(%x) : (tensor<3xf64>) -> (tensor<3xf64>, tensor<3xi32>)
  return %0#0, %0#1 : tensor<3xf64>, tensor<3xi32>
}

// -----

// CHECK-LABEL: func.func @neighbour
// CHECK: onnx.Constant dense<4.940660e-324> : tensor<f64>
// CHECK-NOT: onnx.Cast
func.func @neighbour(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0 = torch.aten.nextafter.default(%x, %y) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// -----

// CHECK-LABEL: func.func @log_ndtr
func.func @log_ndtr(%x: tensor<12xf64> {onnx.value = dense<[0x7FF8000000000000, 0x7FF0000000000000, 0xFFF0000000000000, 0.0, -0.0, 0.001, 0.5, 2.5, 8.25, 37.0, -0.3, -30.7]> : tensor<12xf64>})
    -> (tensor<12xf64> {onnx.expected = dense<[0x7FF8000000000000, -0.0, 0xFFF0000000000000, -0.6931471805599453, -0.6931471805599453, -0.6923496142726883, -0.36894641528865635, -0.006229025485860001, -7.919726314642473e-17, -5.725571222524074e-300, -0.9621028181688508, -475.5892594072293]> : tensor<12xf64>}) {
  %0 = torch.aten.special_log_ndtr.default(%x) : (tensor<12xf64>) -> tensor<12xf64>
  return %0 : tensor<12xf64>
}
