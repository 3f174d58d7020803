// In-place operators and the operators that replace them.
// RUN: torch-onnx-opt %s --torch-functionalize --split-input-file | FileCheck %s

// Nothing is written: nothing changes, not even a view that is not used.
// CHECK-LABEL: func.func @untouched
func.func @untouched(%x: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: torch.aten.view.default
  %v = torch.aten.view.default(%x, [2, 2]) : (tensor<4xf32>) -> tensor<2x2xf32>
  // CHECK-NEXT: torch.aten.reshape.default
  %r = torch.aten.reshape.default(%x, [4]) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: return
  return %r : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @names
func.func @names(%x: tensor<4xf32>, %i: tensor<4xi64>) -> (tensor<4xf32>, tensor<4xi64>) {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %c = torch.aten.neg.default(%i) : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: torch.aten.pow.Tensor_Scalar(%{{.*}}, exponent=2) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = torch.aten.pow_.Scalar(%b, exponent=2) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: torch.aten.__or__.Scalar(%{{.*}}, other=3)
  %1 = torch.aten.__ior__.Scalar(%c, other=3) : (tensor<4xi64>) -> tensor<4xi64>
  // CHECK: torch.aten.normal_functional.default
  %2 = torch.aten.normal_.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: torch.aten.uniform.default(%{{.*}}, from=-1.000000e+00)
  %3 = torch.aten.uniform_.default(%b, from=-1.0) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: torch.aten.bernoulli.p(%{{.*}}, p=2.500000e-01)
  %4 = torch.aten.bernoulli_.float(%b, p=0.25) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: torch.aten.dropout.default(%{{.*}}, p=1.000000e-01, train=true)
  %5 = torch.aten.dropout_.default(%b, p=0.1, train=true) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: torch.aten.index_put.default(%{{.*}}, [%{{.*}}], %{{.*}}, accumulate=true)
  %6 = torch.aten.index_put_.default(%b, [%c], %b, accumulate=true) : (tensor<4xf32>, tensor<4xi64>, tensor<4xf32>) -> tensor<4xf32>
  return %b, %c : tensor<4xf32>, tensor<4xi64>
}

// -----

// An in-place operator casts what it computed to the type of self.
// CHECK-LABEL: func.func @types
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[W:.*]]: tensor<4xf64>, %[[S:.*]]: tensor<f64>
func.func @types(%x: tensor<4xf32>, %w: tensor<4xf64>, %s: tensor<f64>) -> tensor<4xf32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[A:.*]] = torch.aten.add.Tensor(%{{.*}}, %[[W]]) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf64>
  // CHECK: %[[A1:.*]] = torch.aten._to_copy.default(%[[A]], dtype=f32)
  %0 = torch.aten.add_.Tensor(%b, %w) : (tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  // CHECK: %[[M:.*]] = torch.aten.mul.Tensor(%[[A1]], %[[S]]) : (tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  %1 = torch.aten.mul_.Tensor(%b, %s) : (tensor<4xf32>, tensor<f64>) -> tensor<4xf32>
  // CHECK: %[[G:.*]] = torch.aten.gt.Scalar(%[[M]], other=0) : (tensor<4xf32>) -> tensor<4xi1>
  // CHECK: %[[G1:.*]] = torch.aten._to_copy.default(%[[G]], dtype=f32)
  %2 = torch.aten.gt_.Scalar(%b, other=0) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[G1]]
  return %b : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @copy
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>, %[[Y:.*]]: tensor<2x4xf32>, %[[Z:.*]]: tensor<4xi64>
func.func @copy(%x: tensor<2x4xf32>, %y: tensor<2x4xf32>, %z: tensor<4xi64>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %b = torch.aten.neg.default(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  %0 = torch.aten.copy_.default(%b, %y) : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  %c = torch.aten.neg.default(%x) : (tensor<2x4xf32>) -> tensor<2x4xf32>
  // CHECK: %[[F:.*]] = torch.aten._to_copy.default(%[[Z]], dtype=f32) : (tensor<4xi64>) -> tensor<4xf32>
  // CHECK: %[[E:.*]] = torch.aten.expand.default(%[[F]], [2, 4]) : (tensor<4xf32>) -> tensor<2x4xf32>
  %1 = torch.aten.copy_.default(%c, %z) : (tensor<2x4xf32>, tensor<4xi64>) -> tensor<2x4xf32>
  // CHECK: return %[[Y]], %[[E]]
  return %b, %c : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// A copy is no alias: writing to the target later leaves the source alone.
// CHECK-LABEL: func.func @copy_is_no_alias
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>, %[[Y:.*]]: tensor<4xf32>
func.func @copy_is_no_alias(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %0 = torch.aten.copy_.default(%b, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default(%[[Y]])
  %1 = torch.aten.relu_.default(%b) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]], %[[Y]]
  return %b, %y : tensor<4xf32>, tensor<4xf32>
}

// -----

// detach_ and requires_grad_ write no element.
// CHECK-LABEL: func.func @no_element
// CHECK-SAME: %[[X:.*]]: tensor<4xf32>
// CHECK-NEXT: return %[[X]]
func.func @no_element(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = torch.aten.requires_grad_.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = torch.aten.detach_.default(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Statistics are written and not returned: the variant returns them.
// CHECK-LABEL: func.func @batch_norm
func.func @batch_norm(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w = torch.constant "w" dense<1.0> : tensor<3xf32> : tensor<3xf32>
  // CHECK: %[[MEAN:.*]] = torch.constant "mean"
  %mean = torch.constant "mean" dense<0.0> : tensor<3xf32> : tensor<3xf32>
  // CHECK: %[[VAR:.*]] = torch.constant "var"
  %var = torch.constant "var" dense<1.0> : tensor<3xf32> : tensor<3xf32>
  // CHECK: %[[R:.*]]:5 = torch.aten._native_batch_norm_legit_functional.default(%{{.*}}, %{{.*}}, %{{.*}}, %[[MEAN]], %[[VAR]], training=true
  // CHECK-SAME: -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>)
  %0:3 = torch.aten._native_batch_norm_legit.default(%x, %w, %w, %mean, %var, training=true, momentum=0.1, eps=1.0e-05)
      : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3xf32>, tensor<3xf32>, tensor<3xf32>)
  // CHECK: return %[[R]]#0, %[[R]]#3, %[[R]]#4
  return %0#0 : tensor<2x3xf32>
}

// -----

// A conversion to the type that it has already returns its operand; a copy is
// a new tensor.
// CHECK-LABEL: func.func @to
func.func @to(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK: %[[B:.*]] = torch.aten.neg.default
  %b = torch.aten.neg.default(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %s = torch.aten.to.dtype_layout(%b, dtype=f32) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[C:.*]] = torch.aten.to.dtype(%[[B]], dtype=f32, copy=true)
  %c = torch.aten.to.dtype(%b, dtype=f32, copy=true) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[R:.*]] = torch.aten.relu.default(%[[B]])
  %0 = torch.aten.relu_.default(%s) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: %[[T:.*]] = torch.aten.tanh.default(%[[C]])
  %1 = torch.aten.tanh_.default(%c) : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK: return %[[R]], %[[R]], %[[T]]
  return %b, %s, %c : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// In place, integers do not become wider.
// CHECK-LABEL: func.func @cumulative
func.func @cumulative(%x: tensor<4xi32>) -> tensor<4xi32> {
  %b = torch.aten.neg.default(%x) : (tensor<4xi32>) -> tensor<4xi32>
  // CHECK: torch.aten.cumsum.default({{.*}}, dim=0, dtype=i32) : (tensor<4xi32>) -> tensor<4xi32>
  %0 = torch.aten.cumsum_.default(%b, dim=0) : (tensor<4xi32>) -> tensor<4xi32>
  return %b : tensor<4xi32>
}
