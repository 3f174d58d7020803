// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// What is known of all elements of a sequence.

// CHECK-LABEL: @f
func.func @f(%x: tensor<?x4xf32, #sym.dims<n>>, %y: tensor<?x4xf32, #sym.dims<m>>, %z: tensor<5xf32>, %i: tensor<i64>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.SequenceConstruct({{.*}} -> !onnx.seq<tensor<?x4xf32>>
  %0 = onnx.SequenceConstruct(%x, %y) : (tensor<?x4xf32, #sym.dims<n>>, tensor<?x4xf32, #sym.dims<m>>) -> !onnx.seq<tensor<?x?xf32>>
  // CHECK: onnx.SequenceAt({{.*}} -> tensor<?x4xf32>
  %1 = onnx.SequenceAt(%0, %i) : (!onnx.seq<tensor<?x?xf32>>, tensor<i64>) -> tensor<?x?xf32>
  // CHECK: onnx.SequenceInsert({{.*}} -> !onnx.seq<tensor<*xf32>>
  %2 = onnx.SequenceInsert(%0, %z, %none) : (!onnx.seq<tensor<?x?xf32>>, tensor<5xf32>, none) -> !onnx.seq<tensor<*xf32>>
  // CHECK: onnx.ConcatFromSequence({{.*}} -> tensor<?x4xf32>
  %3 = onnx.ConcatFromSequence(%0) {axis = 0 : i64} : (!onnx.seq<tensor<?x?xf32>>) -> tensor<?x?xf32>
  // CHECK: onnx.Optional({{.*}} -> !onnx.opt<tensor<?x4xf32, #sym.dims<n>>>
  %4 = onnx.Optional(%x) : (tensor<?x4xf32, #sym.dims<n>>) -> !onnx.opt<tensor<?x?xf32>>
  // CHECK: onnx.OptionalGetElement({{.*}} -> tensor<?x4xf32, #sym.dims<n>>
  %5 = onnx.OptionalGetElement(%4) : (!onnx.opt<tensor<?x?xf32>>) -> tensor<?x?xf32>
  return
}
