// Types of quantization, torchvision's operators and torch.onnx.ops.
// RUN: torch-onnx-opt %s --torch-infer-shapes | FileCheck %s

// CHECK-LABEL: func.func @quantization
// CHECK: quantize_per_tensor{{.*}} -> tensor<?x4xi8, #sym.dims<n>>
// CHECK: dequantize_per_tensor{{.*}} -> tensor<?x4xf32, #sym.dims<n>>
// CHECK: choose_qparams.tensor{{.*}} -> (tensor<1xf64>, tensor<1xi64>)
// CHECK: choose_qparams_per_token.default{{.*}} -> (tensor<?x1xf32, #sym.dims<n>>, tensor<?x1xf32, #sym.dims<n>>)
// CHECK: choose_qparams_affine.default{{.*}} -> (tensor<?x2xf32, #sym.dims<n>>, tensor<?x2xi32, #sym.dims<n>>)
func.func @quantization(%x: tensor<?x4xf32, #sym.dims<n>>) {
  %0 = torch.quantized_decomposed.quantize_per_tensor.default(%x, 0.5, 3, -128, 127, dtype=i8) : (tensor<?x4xf32, #sym.dims<n>>) -> !torch.untyped
  %1 = torch.quantized_decomposed.dequantize_per_tensor.default(%0, 0.5, 3, -128, 127, dtype=i8) : (!torch.untyped) -> !torch.untyped
  %2:2 = torch.quantized_decomposed.choose_qparams.tensor(%x, -128, 127, 1.0e-5, dtype=i8) : (tensor<?x4xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  %3:2 = torch.quantized_decomposed.choose_qparams_per_token.default(%x, dtype=i8) : (tensor<?x4xf32, #sym.dims<n>>) -> (tensor<?x1xf64, #sym.dims<n>>, tensor<?x1xi64, #sym.dims<n>>)
  %4:2 = torch.torchao.choose_qparams_affine.default(%x, "SYMMETRIC", [1, 2], target_dtype=i8, zero_point_dtype=i32) : (tensor<?x4xf32, #sym.dims<n>>) -> (!torch.untyped, !torch.untyped)
  return
}

// CHECK-LABEL: func.func @regions
// CHECK: nms.default{{.*}} -> tensor<?xi64>
// CHECK: roi_align.default{{.*}} -> tensor<?x12x3x2xf32, #sym.dims<r>>
// CHECK: ps_roi_align.default{{.*}} -> (tensor<?x2x3x2xf32, #sym.dims<r>>, tensor<?x2x3x2xi32, #sym.dims<r>>)
func.func @regions(%x: tensor<2x12x8x9xf32>, %r: tensor<?x5xf32, #sym.dims<r>>, %b: tensor<?x4xf32, #sym.dims<r>>, %s: tensor<?xf32, #sym.dims<r>>) {
  %0 = torch.torchvision.nms.default(%b, %s, 0.5) : (tensor<?x4xf32, #sym.dims<r>>, tensor<?xf32, #sym.dims<r>>) -> !torch.untyped
  %1 = torch.torchvision.roi_align.default(%x, %r, 0.25, 3, 2, -1, true) : (tensor<2x12x8x9xf32>, tensor<?x5xf32, #sym.dims<r>>) -> !torch.untyped
  %2:2 = torch.torchvision.ps_roi_align.default(%x, %r, 0.5, 3, 2, 2) : (tensor<2x12x8x9xf32>, tensor<?x5xf32, #sym.dims<r>>) -> (!torch.untyped, !torch.untyped)
  return
}
