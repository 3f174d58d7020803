// Larger and smaller.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @maximum
// CHECK: %[[V0:.*]] = onnx.Max(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xf32>
func.func @maximum(%x: tensor<?x3xf32>, %y: tensor<3xf32>) -> tensor<?x3xf32> {
  %0 = torch.aten.maximum.default(%x, %y) : (tensor<?x3xf32>, tensor<3xf32>) -> tensor<?x3xf32>
  return %0 : tensor<?x3xf32>
}

// -----

// CHECK-LABEL: func.func @booleans
// CHECK: %[[V0:.*]] = onnx.And(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<?x3xi1>
func.func @booleans(%x: tensor<?x3xi1>, %y: tensor<?x3xi1>) -> tensor<?x3xi1> {
  %0 = torch.aten.minimum.default(%x, %y) : (tensor<?x3xi1>, tensor<?x3xi1>) -> tensor<?x3xi1>
  return %0 : tensor<?x3xi1>
}

// -----

// A number is more than NaN.
// CHECK-LABEL: func.func @fmax
// CHECK: %[[V0:.*]] = onnx.GreaterOrEqual(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V2:.*]] = onnx.Or(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Where(%[[V2]], %arg0, %arg1)
// CHECK: return %[[V3]] : tensor<3xf32>
func.func @fmax(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.fmax.default(%x, %y) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// CHECK-LABEL: func.func @fmax_integers
// CHECK: %[[V0:.*]] = onnx.Max(%arg0, %arg1)
// CHECK: return %[[V0]] : tensor<3xi64>
func.func @fmax_integers(%x: tensor<3xi64>, %y: tensor<3xi64>) -> tensor<3xi64> {
  %0 = torch.aten.fmax.default(%x, %y) : (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// Of a number and NaN the number.
// CHECK-LABEL: func.func @fmin
// CHECK: %[[V0:.*]] = onnx.LessOrEqual(%arg0, %arg1)
// CHECK: %[[V1:.*]] = onnx.IsNaN(%arg1)
// CHECK: %[[V2:.*]] = onnx.Or(%[[V0]], %[[V1]])
// CHECK: %[[V3:.*]] = onnx.Where(%[[V2]], %arg0, %arg1)
// CHECK: return %[[V3]] : tensor<6xf32>
func.func @fmin(%x: tensor<6xf32>, %y: tensor<6xf32>) -> tensor<6xf32> {
  %0 = torch.aten.fmin.default(%x, %y) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}
