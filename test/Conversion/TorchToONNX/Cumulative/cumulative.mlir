// Running sums, products and extremes.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --onnx-evaluate=only-expected --split-input-file -o /dev/null

// PyTorch accumulates f32 in f64.
// CHECK-LABEL: func.func @cumsum
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[AXIS:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: %[[SUM:.*]] = onnx.CumSum(%[[WIDE]], %[[AXIS]])
// CHECK: %[[RESULT:.*]] = onnx.Cast(%[[SUM]]) {to = f32}
// CHECK: return %[[RESULT]] : tensor<2x3xf32>
func.func @cumsum(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = torch.aten.cumsum.default(%x, dim=-1) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// -----

// CHECK-LABEL: func.func @cumsum_half
// CHECK: onnx.Cast(%arg0) {to = f32}
// CHECK: onnx.CumSum
// CHECK: onnx.Cast({{.*}}) {to = bf16}
func.func @cumsum_half(%x: tensor<3xbf16>) -> tensor<3xbf16> {
  %0 = torch.aten.cumsum.default(%x, dim=0) : (tensor<3xbf16>) -> tensor<3xbf16>
  return %0 : tensor<3xbf16>
}

// -----

// CHECK-LABEL: func.func @cumsum_bool
// CHECK: %[[V0:.*]] = onnx.Cast(%arg0) {to = i64}
// CHECK: %[[V1:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[V2:.*]] = onnx.CumSum(%[[V0]], %[[V1]])
// CHECK: return %[[V2]] : tensor<3xi64>
func.func @cumsum_bool(%x: tensor<3xi1>) -> tensor<3xi64> {
  %0 = torch.aten.cumsum.default(%x, dim=0) : (tensor<3xi1>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// One element after the other, the axis first. Memory is linear in the size.
// CHECK-LABEL: func.func @cumprod
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[ONES:.*]] = onnx.Constant dense<1.000000e+00> : tensor<2xf64>
// CHECK: %[[WIDE:.*]] = onnx.Cast(%arg0) {to = f64}
// CHECK: %[[FRONT:.*]] = onnx.Transpose(%[[WIDE]]) {perm = array<i64: 1, 0>}
// CHECK: %[[SCAN:.*]]:3 = onnx.Scan(%[[ZERO]], %[[ONES]], %[[FRONT]]) {num_scan_inputs = 1 : i64}
// CHECK-SAME: -> (tensor<i64>, tensor<2xf64>, tensor<100000x2xf64>)
// CHECK: ^bb0(%[[POSITION:.*]]: tensor<i64>, %[[SO_FAR:.*]]: tensor<2xf64>, %[[NEXT:.*]]: tensor<2xf64>):
// CHECK: %[[PRODUCT:.*]] = onnx.Mul(%[[SO_FAR]], %[[NEXT]])
// CHECK: %[[AGAIN:.*]] = onnx.Identity(%[[PRODUCT]])
// CHECK: onnx.Yield(%{{.*}}, %[[PRODUCT]], %[[AGAIN]])
// CHECK: %[[BACK:.*]] = onnx.Transpose(%[[SCAN]]#2) {perm = array<i64: 1, 0>}
// CHECK: %[[RESULT:.*]] = onnx.Cast(%[[BACK]]) {to = f32}
// CHECK: return %[[RESULT]] : tensor<2x100000xf32>
func.func @cumprod(%x: tensor<2x100000xf32>) -> tensor<2x100000xf32> {
  %0 = torch.aten.cumprod.default(%x, dim=1) : (tensor<2x100000xf32>) -> tensor<2x100000xf32>
  return %0 : tensor<2x100000xf32>
}

// -----

// One more element: a Scan of ONNX Runtime takes no empty axis.
// CHECK-LABEL: func.func @cumprod_dynamic
// CHECK: %[[PADDED:.*]] = onnx.Pad(%arg0
// CHECK: %[[REST:.*]] = onnx.Shape(%[[PADDED]]) {start = 1 : i64}
// CHECK: %[[ONES:.*]] = onnx.Expand(%{{.*}}, %[[REST]])
// CHECK: %[[SCAN:.*]]:3 = onnx.Scan(%{{.*}}, %[[ONES]], %[[PADDED]])
// CHECK: %[[RESULT:.*]] = onnx.Slice(%[[SCAN]]#2
// CHECK-SAME: -> tensor<?x?xf64, #sym.dims<n, m>>
// CHECK: return %[[RESULT]]
func.func @cumprod_dynamic(%x: tensor<?x?xf64, #sym.dims<n, m>>) -> tensor<?x?xf64, #sym.dims<n, m>> {
  %0 = torch.aten.cumprod.default(%x, dim=0) : (tensor<?x?xf64, #sym.dims<n, m>>) -> tensor<?x?xf64, #sym.dims<n, m>>
  return %0 : tensor<?x?xf64, #sym.dims<n, m>>
}

// -----

// Nothing to do for nothing.
// CHECK-LABEL: func.func @cumprod_empty
// CHECK-NOT: onnx.Scan
// CHECK: return
func.func @cumprod_empty(%x: tensor<0x3xf64>) -> tensor<0x3xf64> {
  %0 = torch.aten.cumprod.default(%x, dim=0) : (tensor<0x3xf64>) -> tensor<0x3xf64>
  return %0 : tensor<0x3xf64>
}

// -----

// CHECK-LABEL: func.func @logcumsumexp
// CHECK: onnx.Scan
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[SUM:.*]]: tensor<f64>, %[[NEXT:.*]]: tensor<f64>):
// CHECK: %[[LARGER:.*]] = onnx.Where(%{{.*}}, %[[SUM]], %[[NEXT]])
// CHECK: %[[SAME:.*]] = onnx.Equal(%[[SUM]], %[[NEXT]])
// CHECK: %[[DISTANCE:.*]] = onnx.Where(%[[SAME]]
// CHECK: onnx.Neg(%[[DISTANCE]])
// CHECK: onnx.Exp
// CHECK: %[[LOG:.*]] = onnx.Log
// CHECK: onnx.Add(%[[LARGER]], %[[LOG]])
func.func @logcumsumexp(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = torch.aten.logcumsumexp.default(%x, dim=0) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

// The next one is taken unless the one before is larger.
// CHECK-LABEL: func.func @cummax
// CHECK: %[[SCAN:.*]]:5 = onnx.Scan(%{{.*}}, %arg0)
// CHECK: ^bb0(%[[POSITION:.*]]: tensor<i64>, %[[VALUE:.*]]: tensor<i64>, %[[INDEX:.*]]: tensor<i64>, %[[NEXT:.*]]: tensor<i64>):
// CHECK: %[[STAYS:.*]] = onnx.Greater(%[[VALUE]], %[[NEXT]])
// CHECK: onnx.Where(%[[STAYS]], %[[VALUE]], %[[NEXT]])
// CHECK: onnx.Where(%[[STAYS]], %[[INDEX]], %[[POSITION]])
// CHECK: return %[[SCAN]]#3, %[[SCAN]]#4 : tensor<3xi64>, tensor<3xi64>
func.func @cummax(%x: tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>) {
  %0:2 = torch.aten.cummax.default(%x, dim=0) : (tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xi64>, tensor<3xi64>
}

// -----

// A NaN stays, unless the next one is NaN, too.
// CHECK-LABEL: func.func @nan
// CHECK: ^bb0(%{{.*}}: tensor<i64>, %[[VALUE:.*]]: tensor<f32>, %{{.*}}: tensor<i64>, %[[NEXT:.*]]: tensor<f32>):
// CHECK: %[[LESS:.*]] = onnx.Less(%[[VALUE]], %[[NEXT]])
// CHECK: %[[IS_NAN:.*]] = onnx.IsNaN(%[[VALUE]])
// CHECK: %[[NEXT_IS_NAN:.*]] = onnx.IsNaN(%[[NEXT]])
// CHECK: %[[NEXT_IS_NOT:.*]] = onnx.Not(%[[NEXT_IS_NAN]])
// CHECK: %[[BOTH:.*]] = onnx.And(%[[IS_NAN]], %[[NEXT_IS_NOT]])
// CHECK: %[[STAYS:.*]] = onnx.Or(%[[LESS]], %[[BOTH]])
// CHECK: onnx.Where(%[[STAYS]], %[[VALUE]], %[[NEXT]])
func.func @nan(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi64>) {
  %0:2 = torch.aten.cummin.default(%x, dim=0) : (tensor<3xf32>) -> (tensor<3xf32>, tensor<3xi64>)
  return %0#0, %0#1 : tensor<3xf32>, tensor<3xi64>
}

// -----

// The kernel: from -inf on, along the first axis.
// CHECK-LABEL: func.func @logcumsumexp_kernel
// CHECK: onnx.Cast(%arg0) {to = f64}
// CHECK: onnx.Scan({{.*}}) {num_scan_inputs = 1 : i64}
// CHECK: onnx.Where
// CHECK: onnx.Exp
// CHECK: onnx.Log
// CHECK: onnx.Cast({{.*}}) {to = f32}
func.func @logcumsumexp_kernel(%x: tensor<3x4xf32> {onnx.value = dense<[[0xFF800000, 1.0, 100.0, 0xFF800000], [0.5, 0x7FC00000, 100.0, 0xFF800000], [1.0, 2.0, -3.0, 4.0]]> : tensor<3x4xf32>})
    -> (tensor<3x4xf32> {onnx.expected = dense<[[0xFF800000, 1.0, 100.0, 0xFF800000], [0.5, 0x7FC00000, 100.693146, 0xFF800000], [1.474077, 0x7FC00000, 100.693146, 4.0]]> : tensor<3x4xf32>}) {
  %0 = torch.aten._logcumsumexp.default(%x, -2) : (tensor<3x4xf32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}
