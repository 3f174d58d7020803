// Kernels of whole transformer layers, by the operators that have a lowering.
//
// RUN: env TORCH_ONNX_LIBTORCH_PLUGIN=/nowhere/missing.so torch-onnx-opt %s --torch-decompose | FileCheck %s

!x = tensor<?x?x8xf32, #sym.dims<n, t>>
!qkv = tensor<24x8xf32>
!square = tensor<8x8xf32>

// One product for queries, keys and values of the same tensor.
// CHECK-LABEL: func.func @self_attention(
// CHECK: %[[ALL:.*]] = torch.aten.linear.default(%arg0, %arg1, %arg2)
// CHECK: %[[PARTS:.*]]:3 = torch.aten.chunk.default(%[[ALL]], chunks=3, dim=2)
// CHECK: torch.aten.unflatten.int(%[[PARTS]]#0, dim=2, sizes=[2, -1])
// CHECK: %[[SEEN:.*]] = torch.aten.scaled_dot_product_attention.default(
// CHECK-NOT: attn_mask
// CHECK: %[[BACK:.*]] = torch.aten.transpose.int(%[[SEEN]], dim0=1, dim1=2)
// CHECK: %[[ROWS:.*]] = torch.aten.flatten.using_ints(%[[BACK]], start_dim=2, end_dim=3)
// CHECK: %[[Y:.*]] = torch.aten.linear.default(%[[ROWS]], %arg3, %arg4)
// CHECK: return %[[Y]]
func.func @self_attention(%x: !x, %w: !qkv, %b: tensor<24xf32>, %p: !square, %c: tensor<8xf32>) -> !x {
  %0:2 = torch.aten._native_multi_head_attention.default(%x, %x, %x, 8, 2, %w, %b, %p, %c, need_weights=false)
      : (!x, !x, !x, !qkv, tensor<24xf32>, !square, tensor<8xf32>) -> (!x, tensor<0xf32>)
  return %0#0 : !x
}

// The weights of the heads are averaged, and keys are masked by a value, as a
// row that is padding as a whole is NaN in eager.
// CHECK-LABEL: func.func @padding(
// CHECK-COUNT-2: torch.aten.linear.default(
// CHECK: %[[M1:.*]] = torch.aten.unsqueeze.default(%arg2, dim=1)
// CHECK: %[[M2:.*]] = torch.aten.unsqueeze.default(%[[M1]], dim=1)
// CHECK: %[[S:.*]] = torch.aten.masked_fill.Scalar(%{{.*}}, %[[M2]], value=0xFFF0000000000000 : f64)
// CHECK: %[[P:.*]] = torch.aten.softmax.int(%[[S]], dim=-1)
// CHECK: torch.aten.matmul.default(%[[P]],
// CHECK: %[[MEAN:.*]] = torch.aten.mean.dim(%[[P]], [1])
// CHECK: return %{{.*}}, %[[MEAN]]
func.func @padding(%x: !x, %k: !x, %m: tensor<?x?xi1, #sym.dims<n, t>>, %w: !qkv, %b: tensor<24xf32>, %p: !square, %c: tensor<8xf32>)
    -> (!x, tensor<?x?x?xf32, #sym.dims<n, t, t>>) {
  %0:2 = torch.aten._native_multi_head_attention.default(%x, %k, %k, 8, 2, %w, %b, %p, %c, %m, mask_type=1)
      : (!x, !x, !x, !qkv, tensor<24xf32>, !square, tensor<8xf32>, tensor<?x?xi1, #sym.dims<n, t>>) -> (!x, tensor<?x?x?xf32, #sym.dims<n, t, t>>)
  return %0#0, %0#1 : !x, tensor<?x?x?xf32, #sym.dims<n, t, t>>
}

// Which of the two a mask of two dimensions is, its type says.
// CHECK-LABEL: func.func @mask_without_type(
// CHECK: torch.not_decomposed = "its rule expects 'mask_type' to be 0 or 1 for a mask of 2 dimensions, found another one"
func.func @mask_without_type(%x: tensor<2x3x4x4xf32>, %m: tensor<4x4xi1>) -> tensor<2x3x4x4xf32> {
  %0 = torch.aten._masked_softmax.default(%x, %m, mask_type=2) : (tensor<2x3x4x4xf32>, tensor<4x4xi1>) -> tensor<2x3x4x4xf32>
  return %0 : tensor<2x3x4x4xf32>
}

// CHECK-LABEL: func.func @mask_of_numbers(
// CHECK: torch.not_decomposed = "its rule expects 'mask' to have booleans"
func.func @mask_of_numbers(%x: tensor<4x4xf32>, %m: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = torch.aten._masked_softmax.default(%x, %m) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func @odd_heads(
// CHECK: torch.not_decomposed = "its rule expects 'embed_dim' to be a multiple of 'num_head', found 8 and 3"
func.func @odd_heads(%x: !x, %w: !qkv, %b: tensor<24xf32>, %p: !square, %c: tensor<8xf32>) -> !x {
  %0:2 = torch.aten._native_multi_head_attention.default(%x, %x, %x, 8, 3, %w, %b, %p, %c, need_weights=false)
      : (!x, !x, !x, !qkv, tensor<24xf32>, !square, tensor<8xf32>) -> (!x, tensor<0xf32>)
  return %0#0 : !x
}

// CHECK-LABEL: func.func @one_sample(
// CHECK: torch.not_decomposed = "its rule expects 'query' to have 3 dimensions, found 2"
func.func @one_sample(%x: tensor<5x8xf32>, %w: !qkv, %b: tensor<24xf32>, %p: !square, %c: tensor<8xf32>) -> tensor<5x8xf32> {
  %0:2 = torch.aten._native_multi_head_attention.default(%x, %x, %x, 8, 2, %w, %b, %p, %c, need_weights=false)
      : (tensor<5x8xf32>, tensor<5x8xf32>, tensor<5x8xf32>, !qkv, tensor<24xf32>, !square, tensor<8xf32>) -> (tensor<5x8xf32>, tensor<0xf32>)
  return %0#0 : tensor<5x8xf32>
}

// The normalization is first or last in both halves.
// CHECK-LABEL: func.func @layer(
// CHECK: torch.aten.scaled_dot_product_attention.default(
// CHECK: %[[A:.*]] = torch.aten.add.Tensor(%{{.*}}, %arg0)
// CHECK: %[[N:.*]] = torch.aten.layer_norm.default(%[[A]], [8], %arg4, %arg4, eps=1.000000e-03)
// CHECK: %[[H:.*]] = torch.aten.linear.default(%[[N]], %arg3, %arg4)
// CHECK: %[[R:.*]] = torch.aten.relu.default(%[[H]])
// CHECK: %[[F:.*]] = torch.aten.linear.default(%[[R]], %arg3, %arg4)
// CHECK: %[[B:.*]] = torch.aten.add.Tensor(%[[F]], %[[N]])
// CHECK: %[[Y:.*]] = torch.aten.layer_norm.default(%[[B]], [8], %arg4, %arg4, eps=1.000000e-03)
// CHECK: %[[N1:.*]] = torch.aten.layer_norm.default(%[[Y]],
// CHECK: torch.aten.linear.default(%[[N1]], %arg1, %arg2)
// CHECK: %[[A1:.*]] = torch.aten.add.Tensor(%{{.*}}, %[[Y]])
// CHECK: torch.aten.layer_norm.default(%[[A1]],
// CHECK: torch.aten.gelu.default(
// CHECK: %[[Z:.*]] = torch.aten.add.Tensor(%{{.*}}, %[[A1]])
// CHECK: return %[[Z]]
func.func @layer(%x: !x, %w: !qkv, %b: tensor<24xf32>, %p: !square, %c: tensor<8xf32>) -> !x {
  %0 = torch.aten._transformer_encoder_layer_fwd.default(%x, 8, 2, %w, %b, %p, %c, false, false, 1.0e-3, %c, %c, %c, %c, %p, %c, %p, %c)
      : (!x, !qkv, tensor<24xf32>, !square, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, !square, tensor<8xf32>, !square, tensor<8xf32>) -> !x
  %1 = torch.aten._transformer_encoder_layer_fwd.default(%0, 8, 2, %w, %b, %p, %c, true, true, 1.0e-3, %c, %c, %c, %c, %p, %c, %p, %c)
      : (!x, !qkv, tensor<24xf32>, !square, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, !square, tensor<8xf32>, !square, tensor<8xf32>) -> !x
  return %1 : !x
}

// CHECK-LABEL: func.func @parts(
// CHECK: %[[SUM:.*]] = torch.aten.add.Tensor(%arg0, %arg1)
// CHECK: torch.aten.chunk.default(%[[SUM]], chunks=3, dim=2)
// CHECK: torch.aten.mul.Tensor(%{{.*}}, other=5.000000e-01)
func.func @parts(%x: tensor<2x5x24xf32>, %b: tensor<24xf32>) -> (tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>) {
  %0:3 = torch.aten._transform_bias_rescale_qkv.default(%x, %b, 2) : (tensor<2x5x24xf32>, tensor<24xf32>) -> (tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>)
  return %0#0, %0#1, %0#2 : tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>, tensor<2x2x5x4xf32>
}

// CHECK-LABEL: func.func @parts_of_unequal_size(
// CHECK: torch.not_decomposed = "its rule expects 'qkv' to have 3 parts for each of 5 heads"
func.func @parts_of_unequal_size(%x: tensor<2x5x24xf32>, %b: tensor<24xf32>) -> tensor<2x5x5x1xf32> {
  %0:3 = torch.aten._transform_bias_rescale_qkv.default(%x, %b, 5) : (tensor<2x5x24xf32>, tensor<24xf32>) -> (tensor<2x5x5x1xf32>, tensor<2x5x5x1xf32>, tensor<2x5x5x1xf32>)
  return %0#0 : tensor<2x5x5x1xf32>
}
