// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s
//
// Broadcasting and promotion of dtypes.

// One size against 1, against a constant, against itself.
// CHECK-LABEL: @broadcast
// CHECK-SAME: -> (tensor<?x4x3xf32, #sym.dims<s>>, tensor<?x4xf32, #sym.dims<s>>, tensor<7xf32>, tensor<?xf32, #sym.dims<Where(Eq(1, s), t, s)>>)
func.func @broadcast(
    %a: tensor<?x1x3xf32, #sym.dims<s>>, %b: tensor<4x1xf32>,
    %c: tensor<?x4xf32, #sym.dims<s>>, %d: tensor<?x1xf32, #sym.dims<s>>,
    %s: tensor<?xf32, #sym.dims<s>>, %t: tensor<?xf32, #sym.dims<t>>,
    %seven: tensor<7xf32>)
    -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped) {
  %0 = torch.aten.add.Tensor(%a, %b) : (tensor<?x1x3xf32, #sym.dims<s>>, tensor<4x1xf32>) -> !torch.untyped
  %1 = torch.aten.mul.Tensor(%c, %d) : (tensor<?x4xf32, #sym.dims<s>>, tensor<?x1xf32, #sym.dims<s>>) -> !torch.untyped
  %2 = torch.aten.sub.Tensor(%s, %seven) : (tensor<?xf32, #sym.dims<s>>, tensor<7xf32>) -> !torch.untyped
  // The size that is not 1.
  %3 = torch.aten.sub.Tensor(%s, %t) : (tensor<?xf32, #sym.dims<s>>, tensor<?xf32, #sym.dims<t>>) -> !torch.untyped
  return %0, %1, %2, %3 : !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped
}

// CHECK-LABEL: @empty_and_scalars
// CHECK-SAME: -> (tensor<0xf32>, tensor<f32>)
func.func @empty_and_scalars(%a: tensor<0xf32>, %b: tensor<1xf32>, %c: tensor<f32>)
    -> (!torch.untyped, !torch.untyped) {
  %0 = torch.aten.mul.Tensor(%a, %b) : (tensor<0xf32>, tensor<1xf32>) -> !torch.untyped
  %1 = torch.aten.mul.Tensor(%c, %c) : (tensor<f32>, tensor<f32>) -> !torch.untyped
  return %0, %1 : !torch.untyped, !torch.untyped
}

// Tensors outweigh 0-d tensors, and those numbers, within a category.
// CHECK-LABEL: @promotion
// CHECK-SAME: -> (tensor<2xf16>, tensor<2xf32>, tensor<2xi32>, tensor<2xf32>, tensor<2xf64>, tensor<2xi16>, tensor<2xi64>)
func.func @promotion(%half: tensor<2xf16>, %i32: tensor<2xi32>, %scalar: tensor<f64>,
                     %double: tensor<2xf64>, %u8: tensor<2xui8>, %i8: tensor<2xi8>, %b: tensor<2xi1>)
    -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped) {
  %0 = torch.aten.add.Tensor(%half, %scalar) : (tensor<2xf16>, tensor<f64>) -> !torch.untyped
  %1 = torch.aten.add.Tensor(%i32, 0.5) : (tensor<2xi32>) -> !torch.untyped
  %2 = torch.aten.add.Tensor(%i32, 5) : (tensor<2xi32>) -> !torch.untyped
  %3 = torch.aten.div.Tensor(%i32, %i32) : (tensor<2xi32>, tensor<2xi32>) -> !torch.untyped
  %4 = torch.aten.maximum.default(%half, %double) : (tensor<2xf16>, tensor<2xf64>) -> !torch.untyped
  %5 = torch.aten.mul.Tensor(%u8, %i8) : (tensor<2xui8>, tensor<2xi8>) -> !torch.untyped
  %6 = torch.aten.mul.Tensor(%b, 2) : (tensor<2xi1>) -> !torch.untyped
  return %0, %1, %2, %3, %4, %5, %6 : !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped
}

// CHECK-LABEL: @groups
// CHECK-SAME: -> (tensor<?xf32, #sym.dims<n>>, tensor<?xi64, #sym.dims<n>>, tensor<?xi1, #sym.dims<n>>, tensor<?x?xi1, #sym.dims<n, n>>, tensor<3xf32>, tensor<?xi64, #sym.dims<n>>, tensor<?xf64, #sym.dims<n>>)
func.func @groups(%i: tensor<?xi64, #sym.dims<n>>, %column: tensor<?x1xi64, #sym.dims<n>>, %c: tensor<3xcomplex<f32>>)
    -> (!torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped) {
  %0 = torch.aten.exp.default(%i) : (tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  %1 = torch.aten.neg.default(%i) : (tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  %2 = torch.aten.isnan.default(%i) : (tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  %3 = torch.aten.eq.Tensor(%i, %column) : (tensor<?xi64, #sym.dims<n>>, tensor<?x1xi64, #sym.dims<n>>) -> !torch.untyped
  %4 = torch.aten.abs.default(%c) : (tensor<3xcomplex<f32>>) -> !torch.untyped
  %5 = torch.aten.div.Tensor_mode(%i, 2, rounding_mode="floor") : (tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  %6 = torch.aten.float_power.Tensor_Scalar(%i, 2) : (tensor<?xi64, #sym.dims<n>>) -> !torch.untyped
  return %0, %1, %2, %3, %4, %5, %6 : !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped, !torch.untyped
}
