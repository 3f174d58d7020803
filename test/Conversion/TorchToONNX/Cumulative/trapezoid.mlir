// Integrals by the rule of trapezoids.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The sum without half of each end.
// CHECK-LABEL: func.func @trapezoid
// CHECK: onnx.ReduceSum(%arg0, {{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Slice
// CHECK: onnx.Add
// CHECK: onnx.Mul
func.func @trapezoid(%x: tensor<3x4xf32> {onnx.value = dense<[[2.0, 0.25, 0.5, -0.25], [-0.75, 0.75, -1.75, 0.25], [1.25, -1.25, 1.5, 1.75]]> : tensor<3x4xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[0.4375, 0.125, -0.375, 0.5]> : tensor<4xf32>}) {
  %0 = torch.aten.trapezoid.dx(%x, dx=0.5, dim=0) : (tensor<3x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @trapz
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
// CHECK: onnx.Slice
// CHECK: onnx.Add
// CHECK: onnx.Mul
func.func @trapz(%x: tensor<3x4xf32> {onnx.value = dense<[[-0.25, 1.0, 0.0, 1.75], [2.0, 2.0, -0.5, 0.75], [-1.5, -0.5, 1.5, 1.0]]> : tensor<3x4xf32>})
    -> (tensor<3xf32> {onnx.expected = dense<[3.5, 5.75, 1.5]> : tensor<3xf32>}) {
  %0 = torch.aten.trapz.dx(%x, dx=2.0) : (tensor<3x4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The positions go along the axis.
// CHECK-LABEL: func.func @positions
// CHECK: onnx.Slice
// CHECK: onnx.Sub
// CHECK: onnx.Add
// CHECK: onnx.ReduceSum({{.*}}) {keepdims = 0 : i64}
func.func @positions(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.75, -0.5, 0.75, -2.0], [-1.75, 0.5, 2.0, -1.0], [-2.0, -1.0, 1.75, -0.75]]> : tensor<3x4xf32>},
                     %y: tensor<3xf32> {onnx.value = dense<[-1.0, -1.75, 0.25]> : tensor<3xf32>})
    -> (tensor<4xf32> {onnx.expected = dense<[-2.4375, -0.5, 2.71875, -0.625]> : tensor<4xf32>}) {
  %0 = torch.aten.trapezoid.x(%x, %y, dim=0) : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @cumulative
// CHECK: onnx.Slice
// CHECK: onnx.Add
// CHECK: onnx.Mul
// CHECK: onnx.CumSum
func.func @cumulative(%x: tensor<3x4xf32> {onnx.value = dense<[[0.25, 0.5, 1.0, 1.5], [2.0, -1.25, -0.25, 2.0], [-2.0, 1.25, -1.0, 1.25]]> : tensor<3x4xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[0.1875, 0.5625, 1.1875], [0.1875, -0.1875, 0.25], [-0.1875, -0.125, -0.0625]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.cumulative_trapezoid.dx(%x, dx=0.5) : (tensor<3x4xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @cumulative_positions
// CHECK: onnx.Slice
// CHECK: onnx.Sub
// CHECK: onnx.Add
// CHECK: onnx.CumSum
func.func @cumulative_positions(%x: tensor<3x4xf32> {onnx.value = dense<[[-1.75, -1.25, -1.75, -2.0], [1.75, -2.0, 0.25, -2.0], [-0.75, 1.25, 0.0, 1.25]]> : tensor<3x4xf32>},
                                %y: tensor<3x4xf32> {onnx.value = dense<[[-2.0, 1.5, 1.5, 0.25], [0.0, 1.75, 1.0, 0.25], [0.25, -1.25, 0.25, -1.75]]> : tensor<3x4xf32>})
    -> (tensor<3x3xf32> {onnx.expected = dense<[[-5.25, -5.25, -2.90625], [-0.21875, 0.4375, 1.09375], [-0.375, 0.5625, -0.6875]]> : tensor<3x3xf32>}) {
  %0 = torch.aten.cumulative_trapezoid.x(%x, %y, dim=-1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
