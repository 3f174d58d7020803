// Quantiles: elements of the sorted ones, or what is between two of them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// The quantiles come first.
// CHECK-LABEL: func.func @quantile
// CHECK: %[[V37:.*]] = onnx.Less(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x1xi1>
// CHECK: %[[V13:.*]] = onnx.Mul(%arg1, %{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V16:.*]] = onnx.Floor(%{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V26:.*]] = onnx.Sub(%{{.*}}, %[[V16]]) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V29:.*]] = onnx.Less(%[[V26]], %{{.*}}) : {{.*}} -> tensor<3xi1>
// CHECK: %[[V2:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %arg0) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V4:.*]], %[[V5:.*]] = onnx.TopK(%[[V2]], %{{.*}}) {axis = 1 : i64, largest = 0 : i64} : {{.*}} -> (tensor<2x5xf32>, tensor<2x5xi64>)
// CHECK: %[[V20:.*]] = onnx.GatherElements(%[[V4]], %{{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V21:.*]] = onnx.Ceil(%{{.*}}) : {{.*}} -> tensor<3xf32>
// CHECK: %[[V25:.*]] = onnx.GatherElements(%[[V4]], %{{.*}}) {axis = 1 : i64} : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V27:.*]] = onnx.Sub(%[[V25]], %[[V20]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V31:.*]] = onnx.Add(%[[V20]], %{{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V35:.*]] = onnx.Sub(%[[V25]], %{{.*}}) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V36:.*]] = onnx.Where(%[[V29]], %[[V31]], %[[V35]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V39:.*]] = onnx.Where(%[[V37]], %{{.*}}, %[[V36]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: %[[V40:.*]] = onnx.Transpose(%[[V39]]) {perm = array<i64: 1, 0>} : {{.*}} -> tensor<3x2xf32>
// CHECK: %[[V42:.*]] = onnx.Reshape(%[[V40]], %{{.*}}) : {{.*}} -> tensor<3x2x1xf32>
// CHECK: return %[[V42]] : tensor<3x2x1xf32>
func.func @quantile(%x: tensor<2x5xf32>, %y: tensor<3xf32>) -> tensor<3x2x1xf32> {
  %0 = torch.aten.quantile.default(%x, %y, dim=-1, keepdim=true) : (tensor<2x5xf32>, tensor<3xf32>) -> tensor<3x2x1xf32>
  return %0 : tensor<3x2x1xf32>
}

// -----

// CHECK-LABEL: func.func @quantile_scalar
// CHECK: %[[V10:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V22:.*]] = onnx.Less(%[[V10]], %{{.*}}) : {{.*}} -> tensor<1xi1>
// CHECK: %[[V3:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %arg0) : {{.*}} -> tensor<5xf32>
// CHECK: %[[V5:.*]], %[[V6:.*]] = onnx.TopK(%[[V3]], %{{.*}}) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<5xf32>, tensor<5xi64>)
// CHECK: %[[V0:.*]] = onnx.Constant dense<2.500000e-01> : tensor<f32>
// CHECK: %[[V13:.*]] = onnx.Sub(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<f32>
// CHECK: %[[V16:.*]] = onnx.Mul(%{{.*}}, %[[V13]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V18:.*]] = onnx.Max(%[[V16]], %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V19:.*]] = onnx.Floor(%[[V18]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V20:.*]] = onnx.Cast(%[[V19]]) {to = i64} : {{.*}} -> tensor<1xi64>
// CHECK: %[[V21:.*]] = onnx.GatherElements(%[[V5]], %[[V20]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V24:.*]] = onnx.Where(%[[V22]], %{{.*}}, %[[V21]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V26:.*]] = onnx.Reshape(%[[V24]], %{{.*}}) : {{.*}} -> tensor<f32>
// CHECK: return %[[V26]] : tensor<f32>
func.func @quantile_scalar(%x: tensor<5xf32>) -> tensor<f32> {
  %0 = torch.aten.quantile.scalar(%x, q=0.25, interpolation="lower") : (tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @quantile_nearest
// CHECK: %[[V14:.*]] = onnx.Cast(%{{.*}}) {to = f32} : {{.*}} -> tensor<f32>
// CHECK: %[[V27:.*]] = onnx.Less(%{{.*}}, %[[V14]]) : {{.*}} -> tensor<1x5xi1>
// CHECK: %[[V3:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %arg0) : {{.*}} -> tensor<?x5xf32, #sym.dims<n>>
// CHECK: %[[V5:.*]], %[[V6:.*]] = onnx.TopK(%[[V3]], %{{.*}}) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<?x5xf32, #sym.dims<n>>, tensor<?x5xi64, #sym.dims<n>>)
// CHECK: %[[V16:.*]] = onnx.Sub(%[[V14]], %{{.*}}) : {{.*}} -> tensor<f32>
// CHECK: %[[V19:.*]] = onnx.Mul(%{{.*}}, %[[V16]]) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V22:.*]] = onnx.Round(%{{.*}}) : {{.*}} -> tensor<1x1xf32>
// CHECK: %[[V25:.*]] = onnx.Expand(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1x5xi64>
// CHECK: %[[V26:.*]] = onnx.GatherElements(%[[V5]], %[[V25]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V29:.*]] = onnx.Where(%[[V27]], %{{.*}}, %[[V26]]) : {{.*}} -> tensor<1x5xf32>
// CHECK: %[[V31:.*]] = onnx.Reshape(%[[V29]], %{{.*}}) : {{.*}} -> tensor<5xf32>
// CHECK: return %[[V31]] : tensor<5xf32>
func.func @quantile_nearest(%x: tensor<?x5xf32, #sym.dims<n>>) -> tensor<5xf32> {
  %0 = torch.aten.quantile.scalar(%x, q=0.75, dim=0, keepdim=false, interpolation="nearest") : (tensor<?x5xf32, #sym.dims<n>>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// Places count among those that are numbers.
// CHECK-LABEL: func.func @nanquantile
// CHECK: %[[V9:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V22:.*]] = onnx.Less(%[[V9]], %{{.*}}) : {{.*}} -> tensor<2x1xi1>
// CHECK: %[[V2:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %arg0) : {{.*}} -> tensor<2x5xf32>
// CHECK: %[[V4:.*]], %[[V5:.*]] = onnx.TopK(%[[V2]], %{{.*}}) {axis = 1 : i64, largest = 0 : i64} : {{.*}} -> (tensor<2x5xf32>, tensor<2x5xi64>)
// CHECK: %[[V12:.*]] = onnx.Sub(%[[V9]], %{{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V15:.*]] = onnx.Mul(%{{.*}}, %[[V12]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V18:.*]] = onnx.Ceil(%{{.*}}) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V19:.*]] = onnx.Cast(%[[V18]]) {to = i64} : {{.*}} -> tensor<2x1xi64>
// CHECK: %[[V20:.*]] = onnx.GatherElements(%[[V4]], %[[V19]]) {axis = 1 : i64} : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V24:.*]] = onnx.Where(%[[V22]], %{{.*}}, %[[V20]]) : {{.*}} -> tensor<2x1xf32>
// CHECK: %[[V26:.*]] = onnx.Reshape(%[[V24]], %{{.*}}) : {{.*}} -> tensor<2xf32>
// CHECK: return %[[V26]] : tensor<2xf32>
func.func @nanquantile(%x: tensor<2x5xf32>, %y: tensor<f32>) -> tensor<2xf32> {
  %0 = torch.aten.nanquantile.default(%x, %y, dim=1, interpolation="higher") : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @nanquantile_scalar
// CHECK: %[[V1:.*]] = onnx.Constant dense<6> : tensor<1xi64>
// CHECK: %[[V12:.*]] = onnx.ReduceSum(%{{.*}}, %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V39:.*]] = onnx.Less(%[[V12]], %{{.*}}) : {{.*}} -> tensor<1xi1>
// CHECK: %[[V27:.*]] = onnx.Constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[V30:.*]] = onnx.Less(%[[V27]], %{{.*}}) : {{.*}} -> tensor<i1>
// CHECK: %[[V5:.*]] = onnx.Where(%{{.*}}, %{{.*}}, %{{.*}}) : {{.*}} -> tensor<6xf32>
// CHECK: %[[V7:.*]], %[[V8:.*]] = onnx.TopK(%[[V5]], %{{.*}}) {axis = 0 : i64, largest = 0 : i64} : {{.*}} -> (tensor<6xf32>, tensor<6xi64>)
// CHECK: %[[V15:.*]] = onnx.Sub(%[[V12]], %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V18:.*]] = onnx.Mul(%{{.*}}, %[[V15]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V21:.*]] = onnx.Floor(%{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V23:.*]] = onnx.GatherElements(%[[V7]], %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V24:.*]] = onnx.Ceil(%{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V26:.*]] = onnx.GatherElements(%[[V7]], %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V28:.*]] = onnx.Sub(%[[V26]], %[[V23]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V32:.*]] = onnx.Add(%[[V23]], %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V36:.*]] = onnx.Sub(%[[V26]], %{{.*}}) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V37:.*]] = onnx.Where(%[[V30]], %[[V32]], %[[V36]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V41:.*]] = onnx.Where(%[[V39]], %{{.*}}, %[[V37]]) : {{.*}} -> tensor<1xf32>
// CHECK: %[[V43:.*]] = onnx.Reshape(%[[V41]], %{{.*}}) : {{.*}} -> tensor<f32>
// CHECK: return %[[V43]] : tensor<f32>
func.func @nanquantile_scalar(%x: tensor<2x3xf32>) -> tensor<f32> {
  %0 = torch.aten.nanquantile.scalar(%x, q=0.4, interpolation="midpoint") : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
