// RUN: torch-onnx-opt %s --verify-roundtrip | FileCheck %s
// RUN: torch-onnx-opt %s --canonicalize --cse | FileCheck %s --check-prefix=CSE

// Branches and loops.

// CHECK-LABEL: @if
func.func @if(%c: tensor<i1>, %x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: %[[R:.*]] = onnx.If(%arg0) : (tensor<i1>) -> tensor<?xf32> then {
  // CHECK-NEXT:   %[[Y:.*]] = onnx.Relu(%arg1) : (tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT:   onnx.Yield(%[[Y]]) : (tensor<?xf32>) -> ()
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   onnx.Yield(%arg1) : (tensor<?xf32>) -> ()
  // CHECK-NEXT: }
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<?xf32> then {
    %1 = onnx.Relu(%x) : (tensor<?xf32>) -> tensor<?xf32>
    onnx.Yield(%1) : (tensor<?xf32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<?xf32>) -> ()
  }
  return %0 : tensor<?xf32>
}

// CHECK-LABEL: @loop
func.func @loop(%n: tensor<i64>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Loop(%arg0, %{{.*}}, %arg1) : (tensor<i64>, none, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  // CHECK-NEXT: ^bb0(%[[I:.*]]: tensor<i64>, %[[C:.*]]: tensor<i1>, %[[V:.*]]: tensor<2xf32>):
  // CHECK-NEXT:   %[[W:.*]] = onnx.Add(%[[V]], %[[V]])
  // CHECK-NEXT:   onnx.Yield(%[[C]], %[[W]], %[[W]]) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> ()
  %0:2 = onnx.Loop(%n, %none, %x) : (tensor<i64>, none, tensor<2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %v: tensor<2xf32>):
    %w = onnx.Add(%v, %v) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%c, %w, %w) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> ()
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<?x2xf32>
}

// CHECK-LABEL: @scan
func.func @scan(%s: tensor<2xf32>, %x: tensor<?x2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  // CHECK: onnx.Scan(%arg0, %arg1) {num_scan_inputs = 1 : i64, scan_input_axes = array<i64: 0>} : (tensor<2xf32>, tensor<?x2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  %0:2 = onnx.Scan(%s, %x) {num_scan_inputs = 1 : i64, scan_input_axes = array<i64: 0>}
      : (tensor<2xf32>, tensor<?x2xf32>) -> (tensor<2xf32>, tensor<?x2xf32>) {
  ^bb0(%a: tensor<2xf32>, %b: tensor<2xf32>):
    %c = onnx.Add(%a, %b) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%c, %c) : (tensor<2xf32>, tensor<2xf32>) -> ()
  }
  return %0#0, %0#1 : tensor<2xf32>, tensor<?x2xf32>
}

// CHECK-LABEL: @sequenceMap
func.func @sequenceMap(%s: !onnx.seq<tensor<?xf32>>, %x: tensor<f32>) -> !onnx.seq<tensor<?xf32>> {
  // CHECK: onnx.SequenceMap(%arg0, %arg1) : (!onnx.seq<tensor<?xf32>>, tensor<f32>) -> !onnx.seq<tensor<?xf32>> {
  %0 = onnx.SequenceMap(%s, %x) : (!onnx.seq<tensor<?xf32>>, tensor<f32>) -> !onnx.seq<tensor<?xf32>> {
  ^bb0(%a: tensor<?xf32>, %b: tensor<f32>):
    %c = onnx.Add(%a, %b) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
    onnx.Yield(%c) : (tensor<?xf32>) -> ()
  }
  return %0 : !onnx.seq<tensor<?xf32>>
}

// An operator has the effects of its regions: the first is not needed, the
// second may do anything.
// CSE-LABEL: @effects
func.func @effects(%c: tensor<i1>, %x: tensor<2xf32>) {
  // CSE-COUNT-1: onnx.If
  // CSE-NOT: onnx.If
  %0 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
    %2 = onnx.Relu(%x) : (tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%2) : (tensor<2xf32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  }
  %1 = onnx.If(%c) : (tensor<i1>) -> tensor<2xf32> then {
    %2 = onnx.Custom(%x) {domain = "com.example", op_type = "Foo"} : (tensor<2xf32>) -> tensor<2xf32>
    onnx.Yield(%2) : (tensor<2xf32>) -> ()
  } else {
    onnx.Yield(%x) : (tensor<2xf32>) -> ()
  }
  return
}
