// Quantiles: elements of the sorted ones, or what is between two of them.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate --split-input-file -o /dev/null

// The quantiles come first.
// CHECK-LABEL: func.func @quantile
// CHECK: onnx.Floor
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 1 : i64, largest = 0 : i64}
// CHECK: onnx.GatherElements({{.*}}) {axis = 1 : i64}
// CHECK: onnx.Ceil
// CHECK: onnx.Transpose({{.*}}) {perm = array<i64: 1, 0>}
func.func @quantile(%x: tensor<2x5xf32> {onnx.value = dense<[[3.0, 1.0, 2.0, 5.0, 4.0], [0x7FC00000, 1.0, 2.0, 3.0, 4.0]]> : tensor<2x5xf32>},
                    %y: tensor<3xf32> {onnx.value = dense<[0.0, 0.35, 1.0]> : tensor<3xf32>})
    -> (tensor<3x2x1xf32> {onnx.expected = dense<[[[1.0], [0x7FC00000]], [[2.4], [0x7FC00000]], [[5.0], [0x7FC00000]]]> : tensor<3x2x1xf32>}) {
  %0 = torch.aten.quantile.default(%x, %y, dim=-1, keepdim=true) : (tensor<2x5xf32>, tensor<3xf32>) -> tensor<3x2x1xf32>
  return %0 : tensor<3x2x1xf32>
}

// -----

// CHECK-LABEL: func.func @quantile_scalar
// CHECK: onnx.ReduceSum
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.Max
// CHECK: onnx.Floor
// CHECK: onnx.GatherElements
func.func @quantile_scalar(%x: tensor<5xf32> {onnx.value = dense<[3.0, 1.0, 2.0, 5.0, 4.0]> : tensor<5xf32>})
    -> (tensor<f32> {onnx.expected = dense<2.0> : tensor<f32>}) {
  %0 = torch.aten.quantile.scalar(%x, q=0.25, interpolation="lower") : (tensor<5xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// CHECK-LABEL: func.func @quantile_nearest
// CHECK: onnx.Cast({{.*}}) {to = f32}
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.Round
// CHECK: onnx.GatherElements
func.func @quantile_nearest(%x: tensor<?x5xf32, #sym.dims<n>> {onnx.value = dense<[[1.25, 0.5, -0.75, -1.5, 2.0], [0.75, 0.5, 1.75, -1.0, -1.25]]> : tensor<2x5xf32>})
    -> (tensor<5xf32> {onnx.expected = dense<[1.25, 0.5, 1.75, -1.0, 2.0]> : tensor<5xf32>}) {
  %0 = torch.aten.quantile.scalar(%x, q=0.75, dim=0, keepdim=false, interpolation="nearest") : (tensor<?x5xf32, #sym.dims<n>>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// -----

// Places count among those that are numbers.
// CHECK-LABEL: func.func @nanquantile
// CHECK: onnx.ReduceSum
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 1 : i64, largest = 0 : i64}
// CHECK: onnx.Ceil
// CHECK: onnx.Cast({{.*}}) {to = i64}
// CHECK: onnx.GatherElements({{.*}}) {axis = 1 : i64}
func.func @nanquantile(%x: tensor<2x5xf32> {onnx.value = dense<[[3.0, 1.0, 2.0, 5.0, 4.0], [0x7FC00000, 1.0, 2.0, 3.0, 0x7FC00000]]> : tensor<2x5xf32>},
                       %y: tensor<f32> {onnx.value = dense<0.4> : tensor<f32>})
    -> (tensor<2xf32> {onnx.expected = dense<[3.0, 2.0]> : tensor<2xf32>}) {
  %0 = torch.aten.nanquantile.default(%x, %y, dim=1, interpolation="higher") : (tensor<2x5xf32>, tensor<f32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @nanquantile_scalar
// CHECK: onnx.ReduceSum
// CHECK: onnx.Where
// CHECK: onnx.TopK({{.*}}) {axis = 0 : i64, largest = 0 : i64}
// CHECK: onnx.Floor
// CHECK: onnx.GatherElements
// CHECK: onnx.Ceil
func.func @nanquantile_scalar(%x: tensor<2x3xf32> {onnx.value = dense<[[0x7FC00000, 3.0, 1.0], [5.0, -1.0, 2.0]]> : tensor<2x3xf32>})
    -> (tensor<f32> {onnx.expected = dense<1.5> : tensor<f32>}) {
  %0 = torch.aten.nanquantile.scalar(%x, q=0.4, interpolation="midpoint") : (tensor<2x3xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}
