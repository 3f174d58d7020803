// RUN: torch-onnx-opt %s --onnx-infer-shapes | FileCheck %s

// Results of what has regions are what the regions yield, and the types of a
// function those of what it returns.

// CHECK-LABEL: @branches
// CHECK-SAME: -> tensor<?x3xf32>
func.func @branches(%c: tensor<i1>, %x: tensor<?x3xf32, #sym.dims<n>>, %y: tensor<?x3xf32, #sym.dims<m>>) -> tensor<?x?xf32> {
  // CHECK: onnx.If({{.*}} -> (tensor<?x3xf32>, tensor<?x3xf32, #sym.dims<n>>)
  %0:2 = onnx.If(%c) : (tensor<i1>) -> (tensor<?x?xf32>, tensor<?x?xf32>) then {
    // CHECK: onnx.Sin({{.*}} -> tensor<?x3xf32, #sym.dims<n>>
    %1 = onnx.Sin(%x) : (tensor<?x3xf32, #sym.dims<n>>) -> tensor<?x?xf32>
    onnx.Yield(%1, %1) : (tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  } else {
    onnx.Yield(%y, %x) : (tensor<?x3xf32, #sym.dims<m>>, tensor<?x3xf32, #sym.dims<n>>) -> ()
  }
  return %0#0 : tensor<?x?xf32>
}

// A carried value has what the initial and the next one have in common.
// CHECK-LABEL: @loop
func.func @loop(%m: tensor<i64>, %x: tensor<2x?xf32, #sym.dims<n>>) {
  %none = onnx.NoValue() : () -> none
  // CHECK: onnx.Loop({{.*}} -> (tensor<2x?xf32>, tensor<?x2x1xf32>)
  %0:2 = onnx.Loop(%m, %none, %x) : (tensor<i64>, none, tensor<2x?xf32, #sym.dims<n>>) -> (tensor<?x?xf32>, tensor<?x?x?xf32>) {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>, %y: tensor<2x?xf32>):
    %one = onnx.Constant dense<1> : tensor<1xi64>
    // CHECK: onnx.ReduceSum({{.*}} -> tensor<2x1xf32>
    %1 = onnx.ReduceSum(%y, %one) : (tensor<2x?xf32>, tensor<1xi64>) -> tensor<?x?xf32>
    // CHECK: onnx.Concat({{.*}} -> tensor<2x?xf32>
    %2 = onnx.Concat(%y, %1) {axis = 1 : i64} : (tensor<2x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
    onnx.Yield(%c, %2, %1) : (tensor<i1>, tensor<?x?xf32>, tensor<?x?xf32>) -> ()
  }
  return
}

// The body takes slices; scan outputs are stacked.
// CHECK-LABEL: @scan
func.func @scan(%s: tensor<?xf32, #sym.dims<n>>, %x: tensor<?x?xf32, #sym.dims<n, t>>) {
  // CHECK: onnx.Scan({{.*}} -> (tensor<?xf32, #sym.dims<n>>, tensor<?x?xf32, #sym.dims<t, n>>)
  %0:2 = onnx.Scan(%s, %x) {num_scan_inputs = 1 : i64, scan_input_axes = array<i64: 1>} : (tensor<?xf32, #sym.dims<n>>, tensor<?x?xf32, #sym.dims<n, t>>) -> (tensor<?xf32>, tensor<?x?xf32>) {
  // CHECK: ^bb0(%{{.*}}: tensor<?xf32, #sym.dims<n>>, %{{.*}}: tensor<?xf32, #sym.dims<n>>):
  ^bb0(%a: tensor<?xf32>, %b: tensor<?xf32>):
    %1 = onnx.Add(%a, %b) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    onnx.Yield(%1, %1) : (tensor<?xf32>, tensor<?xf32>) -> ()
  }
  return
}

// CHECK-LABEL: @map
func.func @map(%s: !onnx.seq<tensor<?x3xf32>>) {
  // CHECK: onnx.SequenceMap({{.*}} -> !onnx.seq<tensor<?x3xf16>>
  %0 = onnx.SequenceMap(%s) : (!onnx.seq<tensor<?x3xf32>>) -> !onnx.seq<tensor<?x?xf16>> {
  ^bb0(%x: tensor<?x?xf32>):
    %1 = onnx.Cast(%x) {to = f16} : (tensor<?x?xf32>) -> tensor<?x?xf16>
    onnx.Yield(%1) : (tensor<?x?xf16>) -> ()
  }
  return
}

// A function that is called keeps its type.
// CHECK-LABEL: @called
// CHECK-SAME: -> tensor<?xf32>
func.func private @called(%x: tensor<3xf32>) -> tensor<?xf32> {
  // CHECK: onnx.Sin({{.*}} -> tensor<3xf32>
  %0 = onnx.Sin(%x) : (tensor<3xf32>) -> tensor<?xf32>
  // CHECK: onnx.Sin({{.*}} -> tensor<?xf32>
  %1 = onnx.Sin(%0) : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

func.func @caller(%x: tensor<3xf32>) -> tensor<?xf32> {
  %0 = func.call @called(%x) : (tensor<3xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// Of a loop that may have no iteration nobody knows the sizes of what it stacks.
// CHECK-LABEL: func.func @stacks(
// CHECK: onnx.Loop(%arg0, {{.*}} -> tensor<?x?x3xf32> {
// CHECK: onnx.Loop({{.*}} -> tensor<?x?x3xf32, #sym.dims<?, m>> {
func.func @stacks(%n: tensor<i64>, %x: tensor<?x3xf32, #sym.dims<m>>) -> (tensor<?x?x3xf32>, tensor<?x?x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %two = onnx.Constant dense<2> : tensor<i64>
  %0 = onnx.Loop(%n, %none) : (tensor<i64>, none) -> tensor<?x?x3xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>):
    %y = onnx.Cos(%x) : (tensor<?x3xf32, #sym.dims<m>>) -> tensor<?x3xf32, #sym.dims<m>>
    onnx.Yield(%c, %y) : (tensor<i1>, tensor<?x3xf32, #sym.dims<m>>) -> ()
  }
  %1 = onnx.Loop(%two, %none) : (tensor<i64>, none) -> tensor<?x?x3xf32> {
  ^bb0(%i: tensor<i64>, %c: tensor<i1>):
    %y = onnx.Cos(%x) : (tensor<?x3xf32, #sym.dims<m>>) -> tensor<?x3xf32, #sym.dims<m>>
    onnx.Yield(%c, %y) : (tensor<i1>, tensor<?x3xf32, #sym.dims<m>>) -> ()
  }
  return %0, %1 : tensor<?x?x3xf32>, tensor<?x?x3xf32>
}
