// Operators of prims that are calls of ATen.
//
// RUN: torch-onnx-opt %s --torch-decompose | FileCheck %s

// CHECK-LABEL: func.func @div
// CHECK-NEXT: %[[FLOATS:.*]] = torch.aten.div.Tensor(%arg0, %arg0)
// CHECK-NEXT: %[[INTS:.*]] = torch.aten.div.Tensor_mode(%arg1, %arg1, rounding_mode="trunc")
// CHECK-NEXT: return %[[FLOATS]], %[[INTS]]
func.func @div(%x: tensor<4xf32>, %n: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = torch.prims.div.default(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = torch.prims.div.default(%n, %n) : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  return %0, %1 : tensor<4xf32>, tensor<4xi32>
}

// CHECK-LABEL: func.func @var
// CHECK-NEXT: %[[VAR:.*]] = torch.aten.var.correction(%arg0, [0], correction=0.000000e+00) : (tensor<4x3xf32>) -> tensor<3xf32>
// CHECK-NEXT: %[[WIDE:.*]] = torch.aten._to_copy.default(%[[VAR]], dtype=f64)
// CHECK-NEXT: return %[[WIDE]]
func.func @var(%x: tensor<4x3xf32>) -> tensor<3xf64> {
  %0 = torch.prims.var.default(%x, [0], 0.0, output_dtype=f64) : (tensor<4x3xf32>) -> tensor<3xf64>
  return %0 : tensor<3xf64>
}

// CHECK-LABEL: func.func @shapes
// CHECK-NEXT: %[[RESHAPED:.*]] = torch.aten.reshape.default(%arg0, [3, 4])
// CHECK-NEXT: %[[COLLAPSED:.*]] = torch.aten.flatten.using_ints(%[[RESHAPED]], end_dim=1)
// CHECK-NEXT: %[[VIEWED:.*]] = torch.aten.flatten.using_ints(%[[COLLAPSED]], end_dim=0)
// CHECK-NEXT: %[[SPLIT:.*]] = torch.aten.unflatten.int(%[[VIEWED]], dim=0, sizes=[2, -1]) : (tensor<12xf32>) -> tensor<2x6xf32>
// CHECK-NEXT: return %[[SPLIT]]
func.func @shapes(%x: tensor<4x3xf32>) -> tensor<2x6xf32> {
  %0 = torch.prims.reshape.default(%x, [3, 4]) : (tensor<4x3xf32>) -> tensor<3x4xf32>
  %1 = torch.prims.collapse.default(%0, 0, 1) : (tensor<3x4xf32>) -> tensor<12xf32>
  %2 = torch.prims.collapse_view.default(%1, 0, 0) : (tensor<12xf32>) -> tensor<12xf32>
  %3 = torch.prims.split_dim.default(%2, 0, 2) : (tensor<12xf32>) -> tensor<2x6xf32>
  return %3 : tensor<2x6xf32>
}

// CHECK-LABEL: func.func @copies
// CHECK-NEXT: %[[CAST:.*]] = torch.aten._to_copy.default(%arg0, dtype=i64)
// CHECK-NEXT: %[[PUT:.*]] = torch.aten.clone.default(%[[CAST]])
// CHECK-NEXT: %[[FULL:.*]] = torch.aten.full_like.default(%[[PUT]], fill_value=3, dtype=f32)
// CHECK-NEXT: return %[[FULL]]
func.func @copies(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.prims.convert_element_type.default(%x, dtype=i64) : (tensor<4xf32>) -> tensor<4xi64>
  %1 = torch.prims.device_put.default(%0, device="cpu") : (tensor<4xi64>) -> tensor<4xi64>
  %2 = torch.prims.full_like.default(%1, 3, dtype=f32, device="cpu", requires_grad=false) : (tensor<4xi64>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// CHECK-LABEL: func.func @factories
// CHECK-NEXT: %[[COUNT:.*]] = torch.aten.arange.default(end=3) : () -> tensor<3xi64>
// CHECK-NEXT: %[[STEPS:.*]] = torch.aten.mul.Tensor(%[[COUNT]], other=-2)
// CHECK-NEXT: %[[IOTA:.*]] = torch.aten.add.Tensor(%[[STEPS]], other=5)
// CHECK-NEXT: %[[FULL:.*]] = torch.aten.full.default([3], fill_value=7, dtype=i64)
// CHECK-NEXT: %[[SCALAR:.*]] = torch.aten.scalar_tensor.default(s=2.500000e+00, dtype=f32)
// CHECK-NEXT: return %[[IOTA]], %[[FULL]], %[[SCALAR]]
func.func @factories() -> (tensor<3xi64>, tensor<3xi64>, tensor<f32>) {
  %0 = torch.prims.iota.default(3, start=5, step=-2, dtype=i64, device="cpu", requires_grad=false) : () -> tensor<3xi64>
  %1 = torch.prims.full.default([3], 7, dtype=i64, device="cpu", requires_grad=false) : () -> tensor<3xi64>
  %2 = torch.prims.scalar_tensor.default(2.5, dtype=f32, device="cpu") : () -> tensor<f32>
  return %0, %1, %2 : tensor<3xi64>, tensor<3xi64>, tensor<f32>
}

// CHECK-LABEL: func.func @random
// CHECK: %[[E:.*]] = torch.aten.empty.memory_format([4], dtype=f32)
// CHECK: torch.aten.uniform.default(%[[E]], from=1.0{{.*}}, to=2.0
// CHECK: torch.aten.normal_functional.default({{.*}}mean=3.0
func.func @random() -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = torch.prims.uniform.default([4], low=1.0, high=2.0, dtype=f32, device="cpu", stride=[1]) : () -> tensor<4xf32>
  %1 = torch.prims.normal.default([4], mean=3.0, std=2.0, dtype=f32, device="cpu", requires_grad=false) : () -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
