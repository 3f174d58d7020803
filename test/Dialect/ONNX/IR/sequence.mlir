// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s

// Sequences and optionals.

// CHECK-LABEL: @sequences
func.func @sequences(%x: tensor<4x2xf32>, %i: tensor<i64>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: %[[S:.*]] = onnx.SequenceConstruct(%arg0, %arg0) : (tensor<4x2xf32>, tensor<4x2xf32>) -> !onnx.seq<tensor<?x2xf32>>
  %0 = onnx.SequenceConstruct(%x, %x) : (tensor<4x2xf32>, tensor<4x2xf32>) -> !onnx.seq<tensor<?x2xf32>>
  %1 = onnx.ConcatFromSequence(%0) {axis = 0 : i64, new_axis = 1 : i64} : (!onnx.seq<tensor<?x2xf32>>) -> tensor<?x?x2xf32>
  // CHECK: onnx.SequenceAt(%[[S]], %arg1) : (!onnx.seq<tensor<?x2xf32>>, tensor<i64>) -> tensor<?x2xf32>
  %2 = onnx.SequenceAt(%0, %i) : (!onnx.seq<tensor<?x2xf32>>, tensor<i64>) -> tensor<?x2xf32>
  %3 = onnx.SequenceEmpty() {dtype = f16} : () -> !onnx.seq<tensor<?xf16>>
  // CHECK: onnx.SequenceErase(%[[S]], %{{.*}}) : (!onnx.seq<tensor<?x2xf32>>, none) -> !onnx.seq<tensor<?x2xf32>>
  %4 = onnx.SequenceErase(%0, %none) : (!onnx.seq<tensor<?x2xf32>>, none) -> !onnx.seq<tensor<?x2xf32>>
  %5 = onnx.SequenceInsert(%0, %x, %i) : (!onnx.seq<tensor<?x2xf32>>, tensor<4x2xf32>, tensor<i64>) -> !onnx.seq<tensor<?x2xf32>>
  %6 = onnx.SequenceLength(%0) : (!onnx.seq<tensor<?x2xf32>>) -> tensor<i64>
  %7 = onnx.SplitToSequence(%x, %none) {keepdims = 0 : i64} : (tensor<4x2xf32>, none) -> !onnx.seq<tensor<2xf32>>
  return
}

// CHECK-LABEL: @optionals
func.func @optionals(%x: tensor<2xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: %[[O:.*]] = onnx.Optional(%arg0) : (tensor<2xf32>) -> !onnx.opt<tensor<2xf32>>
  %0 = onnx.Optional(%x) : (tensor<2xf32>) -> !onnx.opt<tensor<2xf32>>
  // CHECK-NEXT: onnx.Optional(%{{.*}}) {type = tensor<2xf32>} : (none) -> !onnx.opt<tensor<2xf32>>
  %1 = onnx.Optional(%none) {type = tensor<2xf32>} : (none) -> !onnx.opt<tensor<2xf32>>
  // CHECK-NEXT: onnx.OptionalGetElement(%[[O]]) : (!onnx.opt<tensor<2xf32>>) -> tensor<2xf32>
  %2 = onnx.OptionalGetElement(%0) : (!onnx.opt<tensor<2xf32>>) -> tensor<2xf32>
  %3 = onnx.OptionalHasElement(%0) : (!onnx.opt<tensor<2xf32>>) -> tensor<i1>
  return
}
