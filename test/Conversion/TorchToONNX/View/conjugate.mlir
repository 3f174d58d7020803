// The conjugate transpose is a transpose of real numbers only.
// RUN: not torch-onnx-opt %s --convert-torch-to-onnx --split-input-file 2>/dev/null | FileCheck %s
// RUN: not torch-onnx-opt %s --convert-torch-to-onnx --split-input-file 2>&1 >/dev/null | FileCheck %s --check-prefix=ERROR

// CHECK-LABEL: func.func @real
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
// CHECK: %[[V1:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
// CHECK: %[[V2:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
// CHECK: return %[[V0]], %[[V1]], %[[V2]] : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
func.func @real(%x: tensor<2x3xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %0 = torch.aten.mH.default(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %1 = torch.aten.adjoint.default(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %2 = torch.aten.matrix_H.default(%x) : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return %0, %1, %2 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// -----

// CHECK-LABEL: func.func @transpose
// CHECK: %[[V0:.*]] = onnx.Transpose(%arg0) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xcomplex<f32>>
// CHECK: return %[[V0]] : tensor<3x2xcomplex<f32>>
func.func @transpose(%x: tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  %0 = torch.aten.mT.default(%x) : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

// -----

func.func @mH(%x: tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  // ERROR: unsupported operator 'aten.mH.default' (1 use): expected 'self' to have real elements, found complex<f32>
  %0 = torch.aten.mH.default(%x) : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

// -----

func.func @adjoint(%x: tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  // ERROR: unsupported operator 'aten.adjoint.default' (1 use): expected 'self' to have real elements, found complex<f32>
  %0 = torch.aten.adjoint.default(%x) : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}

// -----

func.func @matrix_H(%x: tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>> {
  // ERROR: unsupported operator 'aten.matrix_H.default' (1 use): expected 'self' to have real elements, found complex<f32>
  %0 = torch.aten.matrix_H.default(%x) : (tensor<2x3xcomplex<f32>>) -> tensor<3x2xcomplex<f32>>
  return %0 : tensor<3x2xcomplex<f32>>
}
