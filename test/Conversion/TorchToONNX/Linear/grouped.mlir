// Products of groups of rows, a Loop over groups.
// RUN: torch-onnx-opt %s --convert-torch-to-onnx --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @experts
// CHECK-SAME: %[[X:.*]]: tensor<?x4xf32, #sym.dims<s>>, %[[W:.*]]: tensor<8x4x6xf32>, %[[ENDS:.*]]: tensor<8xi32>
// CHECK: %[[E:.*]] = onnx.Cast(%[[ENDS]]) {to = i64}
// CHECK: %[[L:.*]]:2 = onnx.Loop(
// CHECK-NEXT: ^bb0(%[[G:.*]]: tensor<i64>, %[[GO:.*]]: tensor<i1>, %[[BEGIN:.*]]: tensor<1xi64>, %[[DONE:.*]]: tensor<?x6xf32>):
// CHECK: %[[END:.*]] = onnx.Gather(%[[E]],
// CHECK-DAG: %[[PART:.*]] = onnx.Slice(%[[X]], %[[BEGIN]], %[[END]],
// CHECK-DAG: %[[M:.*]] = onnx.Gather(%[[W]], %[[G]])
// CHECK: %[[P:.*]] = onnx.MatMul(%[[PART]], %[[M]])
// CHECK: %[[ALL:.*]] = onnx.Concat(%[[DONE]], %[[P]])
// CHECK: onnx.Yield(%[[GO]], %[[END]], %[[ALL]])
// CHECK: onnx.Pad(%[[L]]#1,
func.func @experts(%x: tensor<?x4xf32, #sym.dims<s>>, %w: tensor<8x4x6xf32>, %ends: tensor<8xi32>) -> tensor<?x6xf32, #sym.dims<s>> {
  %0 = torch.transformers.grouped_mm_fallback.default(%x, %w, %ends)
      : (tensor<?x4xf32, #sym.dims<s>>, tensor<8x4x6xf32>, tensor<8xi32>) -> tensor<?x6xf32, #sym.dims<s>>
  return %0 : tensor<?x6xf32, #sym.dims<s>>
}

// -----

// As many matrices on both sides are one product.
// CHECK-LABEL: func.func @batches
// CHECK-NOT: onnx.Loop
// CHECK: onnx.MatMul
func.func @batches(%x: tensor<8x3x4xbf16>, %w: tensor<8x4x6xbf16>) -> tensor<8x3x6xbf16> {
  %0 = torch.aten._grouped_mm.default(%x, %w) : (tensor<8x3x4xbf16>, tensor<8x4x6xbf16>) -> tensor<8x3x6xbf16>
  return %0 : tensor<8x3x6xbf16>
}
