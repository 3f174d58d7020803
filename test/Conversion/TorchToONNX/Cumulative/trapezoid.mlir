// Integrals by the rule of trapezoids.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The sum without half of each end.
// CHECK-LABEL: func.func @trapezoid
// CHECK: %[[V14:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V15:.*]] = onnx.ReduceSum(%arg0, %[[V14]]) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.ReduceSum(%[[V4]], %[[V5]]) {keepdims = 0 : i64}
// CHECK: %[[V7:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V9:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Slice(%arg0, %[[V7]], %[[V8]], %[[V9]], %{{.*}})
// CHECK: %[[V11:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.ReduceSum(%[[V10]], %[[V11]]) {keepdims = 0 : i64}
// CHECK: %[[V13:.*]] = onnx.Add(%[[V6]], %[[V12]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V13]], %[[V0]])
// CHECK: %[[V17:.*]] = onnx.Sub(%[[V15]], %[[V16]])
// CHECK: %[[V18:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V19:.*]] = onnx.Mul(%[[V17]], %[[V18]])
// CHECK: return %[[V19]] : tensor<4xf32>
func.func @trapezoid(%x: tensor<3x4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.trapezoid.dx(%x, dx=0.5, dim=0) : (tensor<3x4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @trapz
// CHECK: %[[V9:.*]] = onnx.ReduceSum(%arg0, %{{.*}}) {keepdims = 0 : i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %{{.*}}, %{{.*}})
// CHECK: %[[V8:.*]] = onnx.Add(%{{.*}}, %{{.*}})
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V10:.*]] = onnx.Mul(%[[V8]], %[[V0]])
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V9]], %[[V10]])
// CHECK: %[[V12:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Mul(%[[V11]], %[[V12]])
// CHECK: return %[[V13]] : tensor<3xf32>
func.func @trapz(%x: tensor<3x4xf32>) -> tensor<3xf32> {
  %0 = torch.aten.trapz.dx(%x, dx=2.0) : (tensor<3x4xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The positions go along the axis.
// CHECK-LABEL: func.func @positions
// CHECK: %[[V9:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V10:.*]] = onnx.Unsqueeze(%arg1, %[[V9]])
// CHECK: %[[V12:.*]] = onnx.Slice(%[[V10]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V11:.*]] = onnx.Slice(%[[V10]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V13:.*]] = onnx.Sub(%[[V12]], %[[V11]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %{{.*}})
// CHECK: %[[V14:.*]] = onnx.Add(%[[V4]], %[[V8]])
// CHECK: %[[V15:.*]] = onnx.Mul(%[[V13]], %[[V14]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Mul(%[[V15]], %[[V0]])
// CHECK: %[[V17:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V18:.*]] = onnx.ReduceSum(%[[V16]], %[[V17]]) {keepdims = 0 : i64}
// CHECK: return %[[V18]] : tensor<4xf32>
func.func @positions(%x: tensor<3x4xf32>, %y: tensor<3xf32>) -> tensor<4xf32> {
  %0 = torch.aten.trapezoid.x(%x, %y, dim=0) : (tensor<3x4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @cumulative
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %{{.*}})
// CHECK: %[[V9:.*]] = onnx.Add(%[[V4]], %[[V8]])
// CHECK: %[[V10:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V11:.*]] = onnx.Mul(%[[V10]], %[[V0]])
// CHECK: %[[V12:.*]] = onnx.Mul(%[[V9]], %[[V11]])
// CHECK: %[[V13:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V14:.*]] = onnx.CumSum(%{{.*}}, %[[V13]]) : (
// CHECK: return %{{.*}} : tensor<3x3xf32>
func.func @cumulative(%x: tensor<3x4xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.cumulative_trapezoid.dx(%x, dx=0.5) : (tensor<3x4xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// -----

// CHECK-LABEL: func.func @cumulative_positions
// CHECK: %[[V10:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V9:.*]] = onnx.Slice(%arg1, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}})
// CHECK: %[[V11:.*]] = onnx.Sub(%[[V10]], %[[V9]])
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<1xi64>
// CHECK: %[[V2:.*]] = onnx.Constant dense<-1> : tensor<1xi64>
// CHECK: %[[V3:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V4:.*]] = onnx.Slice(%arg0, %[[V1]], %[[V2]], %[[V3]], %{{.*}})
// CHECK: %[[V5:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V6:.*]] = onnx.Constant dense<9223372036854775807> : tensor<1xi64>
// CHECK: %[[V7:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK: %[[V8:.*]] = onnx.Slice(%arg0, %[[V5]], %[[V6]], %[[V7]], %{{.*}})
// CHECK: %[[V12:.*]] = onnx.Add(%[[V4]], %[[V8]])
// CHECK: %[[V13:.*]] = onnx.Mul(%[[V11]], %[[V12]])
// CHECK: %[[V0:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V14:.*]] = onnx.Mul(%[[V13]], %[[V0]])
// CHECK: %[[V15:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[V16:.*]] = onnx.CumSum(%{{.*}}, %[[V15]]) : (
// CHECK: return %{{.*}} : tensor<3x3xf32>
func.func @cumulative_positions(%x: tensor<3x4xf32>, %y: tensor<3x4xf32>) -> tensor<3x3xf32> {
  %0 = torch.aten.cumulative_trapezoid.x(%x, %y, dim=-1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}
