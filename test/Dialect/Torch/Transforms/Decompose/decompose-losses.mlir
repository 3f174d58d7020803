// Losses that PyTorch computes a part of the batch at a time are the product and the loss.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s

// CHECK-LABEL: func.func @total
// CHECK: %[[L:.*]] = torch.aten.linear.default(%arg0, %arg1) : (tensor<?x8xf32, {{.*}}
// CHECK: %[[C:.*]] = torch.aten.cross_entropy_loss.default(%[[L]], %arg2, reduction=2, ignore_index=3)
// CHECK: return %[[C]]
func.func @total(%x: tensor<?x8xf32, #sym.dims<n>>, %w: tensor<5x8xf32>, %t: tensor<?xi64, #sym.dims<n>>) -> tensor<f32> {
  %0:4 = torch.torch_nn._linear_cross_entropy_batch_chunked.default(%x, %w, %t, none, none, "sum", 3, 0.0, 2, "auto", acc_dtype=f32, allow_retain_graph=false, compute_input_grad=false, compute_linear_weight_grad=false, compute_linear_bias_grad=false)
      : (tensor<?x8xf32, #sym.dims<n>>, tensor<5x8xf32>, tensor<?xi64, #sym.dims<n>>) -> (tensor<f32>, tensor<0x0xf32>, tensor<0x0xf32>, tensor<0xf32>)
  return %0#0 : tensor<f32>
}

// Derivatives are not computed.
// CHECK-LABEL: func.func @derivatives
// CHECK: torch.torch_nn._linear_cross_entropy_batch_chunked.default
// CHECK-SAME: torch.not_decomposed = "its rule expects no derivatives, found 'compute_input_grad'"
func.func @derivatives(%x: tensor<6x8xf32>, %w: tensor<5x8xf32>, %t: tensor<6xi64>) -> (tensor<f32>, tensor<6x8xf32>) {
  %0:4 = torch.torch_nn._linear_cross_entropy_batch_chunked.default(%x, %w, %t, none, none, "mean", -100, 0.0, 2, "auto", acc_dtype=f32, allow_retain_graph=false, compute_input_grad=true, compute_linear_weight_grad=false, compute_linear_bias_grad=false)
      : (tensor<6x8xf32>, tensor<5x8xf32>, tensor<6xi64>) -> (tensor<f32>, tensor<6x8xf32>, tensor<0x0xf32>, tensor<0xf32>)
  return %0#0, %0#1 : tensor<f32>, tensor<6x8xf32>
}

// CHECK-LABEL: func.func @of_each
// CHECK: torch.aten.linear.default(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<6x8xf32>, tensor<5x8xf32>, tensor<5xf32>)
// CHECK: torch.aten.cross_entropy_loss.default(%{{.*}}, %arg2, %{{.*}}, reduction=0, ignore_index=1) : {{.*}} -> tensor<6xf32>
// CHECK: -> tensor<6xbf16>
func.func @of_each(%x: tensor<6x8xbf16>, %w: tensor<5x8xbf16>, %t: tensor<6xi64>, %b: tensor<5xbf16>) -> tensor<6xbf16> {
  %0 = torch.torch_nn._linear_cross_entropy_batch_chunked_no_reduction.default(%x, %w, %t, %b, %b, 1, 2, "auto", acc_dtype=f32)
      : (tensor<6x8xbf16>, tensor<5x8xbf16>, tensor<6xi64>, tensor<5xbf16>, tensor<5xbf16>) -> tensor<6xbf16>
  return %0 : tensor<6xbf16>
}
