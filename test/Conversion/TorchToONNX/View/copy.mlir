// Copies are their source, in the dtype of the result.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// ONNX has neither storage nor gradients, so these are their operand.
// CHECK-LABEL: func.func @source
// CHECK: return %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0, %arg0 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
func.func @source(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %0 = torch.aten._lazy_clone.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = torch.aten.alias.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = torch.aten.alias.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = torch.aten.clone.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = torch.aten.contiguous.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = torch.aten.detach.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = torch.aten.detach_.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = torch.aten.detach.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %8 = torch.aten.lift.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %9 = torch.aten.lift_fresh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %10 = torch.aten.lift_fresh.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %11 = torch.aten.pin_memory.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %12 = torch.aten.resolve_conj.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %13 = torch.aten.resolve_neg.default(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13 :
    tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @to_dtype
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: return %[[V0]] : tensor<2x3xf64>
func.func @to_dtype(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %0 = torch.aten.to.dtype(%x, dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// Towards zero, like Cast.
// CHECK-LABEL: func.func @to_dtype_truncated
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<?x3xi64, #sym.dims<n>>
// CHECK: return %[[V0]] : tensor<?x3xi64, #sym.dims<n>>
func.func @to_dtype_truncated(%x: tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>> {
  %0 = torch.aten.to.dtype(%x, dtype=i64) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x3xi64, #sym.dims<n>>
  return %0 : tensor<?x3xi64, #sym.dims<n>>
}

// -----

// CHECK-LABEL: func.func @to_dtype_layout
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64} : {{.*}} -> tensor<2x3xi64>
// CHECK: return %[[V0]] : tensor<2x3xi64>
func.func @to_dtype_layout(%x: tensor<2x3xf32>) -> tensor<2x3xi64> {
  %0 = torch.aten.to.dtype_layout(%x, dtype=i64) : (tensor<2x3xf32>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// A model does not say where it runs: only the dtype counts.
// CHECK-LABEL: func.func @to_device
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = f64} : {{.*}} -> tensor<2x3xf64>
// CHECK: return %[[V0]] : tensor<2x3xf64>
func.func @to_device(%x: tensor<2x3xf32>) -> tensor<2x3xf64> {
  %0 = torch.aten.to.device(%x, device="cpu", dtype=f64) : (tensor<2x3xf32>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}

// -----

// The dtype of the other tensor, not its values.
// CHECK-LABEL: func.func @to_other
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i32} : {{.*}} -> tensor<2x3xi32>
// CHECK: return %[[V0]] : tensor<2x3xi32>
func.func @to_other(%x: tensor<2x3xf32>, %y: tensor<2xi32>) -> tensor<2x3xi32> {
  %0 = torch.aten.to.other(%x, %y) : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xi32>
  return %0 : tensor<2x3xi32>
}

// -----

// All but 0 is true.
// CHECK-LABEL: func.func @type_as
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i1} : {{.*}} -> tensor<2x3xi1>
// CHECK: return %[[V0]] : tensor<2x3xi1>
func.func @type_as(%x: tensor<2x3xf32>, %y: tensor<4xi1>) -> tensor<2x3xi1> {
  %0 = torch.aten.type_as.default(%x, %y) : (tensor<2x3xf32>, tensor<4xi1>) -> tensor<2x3xi1>
  return %0 : tensor<2x3xi1>
}

// -----

// The source in the shape and dtype of the destination.
// CHECK-LABEL: func.func @copy
// CHECK: %[[V0:.*]] = onnx.Cast(%arg1) {to = f32} : {{.*}} -> tensor<3xf32>
// CHECK: %[[V1:.*]] = onnx.Constant dense<[2, 3]> : tensor<2xi64>
// CHECK: %[[V2:.*]] = onnx.Expand(%[[V0]], %[[V1]]) : {{.*}} -> tensor<2x3xf32>
// CHECK: return %[[V2]] : tensor<2x3xf32>
func.func @copy(%x: tensor<2x3xf32>, %y: tensor<3xi64>) -> tensor<2x3xf32> {
  %0 = torch.aten.copy.default(%x, %y) : (tensor<2x3xf32>, tensor<3xi64>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @copy_dynamic
// CHECK: %[[V0:.*]] = onnx.Shape(%arg0) : {{.*}} -> tensor<2xi64>
// CHECK: %[[V1:.*]] = onnx.Expand(%arg1, %[[V0]]) : {{.*}} -> tensor<?x3xf32, #sym.dims<n>>
// CHECK: return %[[V1]] : tensor<?x3xf32, #sym.dims<n>>
func.func @copy_dynamic(%x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<1x3xf32>) -> tensor<?x3xf32, #sym.dims<n>> {
  %0 = torch.aten.copy.default(%x, %y) : (tensor<?x3xf32, #sym.dims<n>>, tensor<1x3xf32>) -> tensor<?x3xf32, #sym.dims<n>>
  return %0 : tensor<?x3xf32, #sym.dims<n>>
}
