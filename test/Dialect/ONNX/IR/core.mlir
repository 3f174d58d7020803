// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s
// RUN: torch-onnx-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CSE

// Initializers, absent inputs and foreign nodes.

// CHECK-LABEL: @constants
func.func @constants() -> (tensor<2xi64>, tensor<8x3xf32>, tensor<2x!onnx.str>) {
  // CHECK: onnx.Constant dense<[1, 2]> : tensor<2xi64>
  %0 = onnx.Constant dense<[1, 2]> : tensor<2xi64>
  // CHECK: onnx.Constant {name = "conv1.weight"} dense<5.000000e-01> : tensor<8x3xf32>
  %1 = onnx.Constant {name = "conv1.weight"} dense<0.5> : tensor<8x3xf32>
  // CHECK: onnx.Constant dense<["a", "b"]> : tensor<2x!onnx.str>
  %2 = onnx.Constant dense<["a", "b"]> : tensor<2x!onnx.str>
  return %0, %1, %2 : tensor<2xi64>, tensor<8x3xf32>, tensor<2x!onnx.str>
}

// Constants and absent inputs are folded, so there is one of each.
// CHECK-LABEL: @absent
// CSE-LABEL: @absent
func.func @absent(%x: tensor<2xf32>, %s: tensor<2xf32>, %n: tensor<i64>)
    -> (tensor<2xf32>, tensor<2xf32>) {
  // CHECK: onnx.NoValue() : () -> none
  // CSE-COUNT-1: onnx.NoValue()
  // CSE-NOT: onnx.NoValue()
  // CSE-COUNT-1: onnx.Constant
  // CSE-NOT: onnx.Constant
  %none0 = onnx.NoValue() : () -> none
  %none1 = onnx.NoValue() : () -> none
  %zero0 = onnx.Constant dense<0.0> : tensor<f32>
  %zero1 = onnx.Constant dense<0.0> : tensor<f32>
  // CHECK: onnx.Clip(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xf32>
  %0 = onnx.Clip(%x, %zero0, %none0) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xf32>
  %1 = onnx.Clip(%s, %zero1, %none1) : (tensor<2xf32>, tensor<f32>, none) -> tensor<2xf32>
  return %0, %1 : tensor<2xf32>, tensor<2xf32>
}

// An unused node of a foreign domain stays: it may do anything.
// CHECK-LABEL: @custom
// CSE-LABEL: @custom
func.func @custom(%x: tensor<?x3xf32>) -> (tensor<?x3xf32>, !onnx.seq<tensor<?xf32>>) {
  // CHECK: onnx.Custom(%{{.*}}) {domain = "com.example", node_attributes = {alpha = 1.000000e+00 : f32, axes = array<i64: 0, 1>}, op_type = "Foo"} : (tensor<?x3xf32>) -> (tensor<?x3xf32>, !onnx.seq<tensor<?xf32>>)
  %0:2 = onnx.Custom(%x) {domain = "com.example", op_type = "Foo",
      node_attributes = {alpha = 1.0 : f32, axes = array<i64: 0, 1>}}
      : (tensor<?x3xf32>) -> (tensor<?x3xf32>, !onnx.seq<tensor<?xf32>>)
  // CSE: op_type = "Unused"
  onnx.Custom() {domain = "com.example", op_type = "Unused"} : () -> ()
  return %0#0, %0#1 : tensor<?x3xf32>, !onnx.seq<tensor<?xf32>>
}

// CHECK-LABEL: @types
// CHECK-SAME: !onnx.opt<!onnx.seq<tensor<?x!onnx.str>>>
func.func @types(%x: !onnx.opt<!onnx.seq<tensor<?x!onnx.str>>>)
    -> !onnx.opt<!onnx.seq<tensor<?x!onnx.str>>> {
  return %x : !onnx.opt<!onnx.seq<tensor<?x!onnx.str>>>
}
