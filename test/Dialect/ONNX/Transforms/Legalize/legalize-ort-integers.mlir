// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=ort' --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=onnx' --split-input-file | FileCheck %s --check-prefix=ONNX
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=10 target=ort' --split-input-file | FileCheck %s --check-prefix=OPSET10
//
// Extrema and signs of i64 that may have more than 32 bits, which ONNX Runtime compares
// incorrectly, and those that stay because all numbers fit.

// CHECK-LABEL: @max
// CHECK: %[[LESS:.*]] = onnx.Less(%arg0, %arg1)
// CHECK: %[[MAX:.*]] = onnx.Where(%[[LESS]], %arg1, %arg0)
// CHECK: %[[LESS:.*]] = onnx.Less(%[[MAX]], %arg2)
// CHECK: onnx.Where(%[[LESS]], %arg2, %[[MAX]])
// ONNX-LABEL: @max
// ONNX: onnx.Max(%arg0, %arg1, %arg2)
func.func @max(%a: tensor<3xi64>, %b: tensor<i64>, %c: tensor<2x1xi64>) -> tensor<2x3xi64> {
  %0 = onnx.Max(%a, %b, %c) : (tensor<3xi64>, tensor<i64>, tensor<2x1xi64>) -> tensor<2x3xi64>
  return %0 : tensor<2x3xi64>
}

// -----

// CHECK-LABEL: @min
// CHECK: %[[GREATER:.*]] = onnx.Greater(%arg0, %arg1)
// CHECK: onnx.Where(%[[GREATER]], %arg1, %arg0)
// ONNX-LABEL: @min
// ONNX: onnx.Min(%arg0, %arg1)
func.func @min(%a: tensor<3xi64>, %b: tensor<i64>) -> tensor<3xi64> {
  %0 = onnx.Min(%a, %b) : (tensor<3xi64>, tensor<i64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}

// -----

// The larger of 0 and 2^31 is wrong, too: one wide operand is enough.
// CHECK-LABEL: @clip
// CHECK-DAG: %[[LOW:.*]] = onnx.Constant dense<0>
// CHECK-DAG: %[[HIGH:.*]] = onnx.Constant dense<9>
// CHECK: %[[LESS:.*]] = onnx.Less(%arg0, %[[LOW]])
// CHECK: %[[MAX:.*]] = onnx.Where(%[[LESS]], %[[LOW]], %arg0)
// CHECK: %[[GREATER:.*]] = onnx.Greater(%[[MAX]], %[[HIGH]])
// CHECK: onnx.Where(%[[GREATER]], %[[HIGH]], %[[MAX]])
// CHECK: onnx.Less(%arg0, %[[LOW]])
// CHECK-NOT: onnx.Clip
// CHECK-NOT: onnx.Greater
// ONNX-LABEL: @clip
// ONNX-COUNT-2: onnx.Clip
func.func @clip(%x: tensor<3xi64>) -> (tensor<3xi64>, tensor<3xi64>) {
  %low = onnx.Constant dense<0> : tensor<i64>
  %high = onnx.Constant dense<9> : tensor<i64>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.Clip(%x, %low, %high) : (tensor<3xi64>, tensor<i64>, tensor<i64>) -> tensor<3xi64>
  %1 = onnx.Clip(%x, %low, %none) : (tensor<3xi64>, tensor<i64>, none) -> tensor<3xi64>
  return %0, %1 : tensor<3xi64>, tensor<3xi64>
}

// -----

// CHECK-LABEL: @reduce
// CHECK: %[[ONE:.*]] = onnx.Constant dense<1> : tensor<1xi64>
// CHECK-NEXT: %[[FIRST:[^,]*]], %{{.*}} = onnx.TopK(%arg0, %[[ONE]]) {axis = 0 : i64}
// CHECK: %[[SECOND:[^,]*]], %{{.*}} = onnx.TopK(%[[FIRST]], %{{.*}}) {axis = 2 : i64}
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[0, 2]>
// CHECK-NEXT: onnx.Squeeze(%[[SECOND]], %[[AXES]])
// CHECK: %[[LAST:[^,]*]], %{{.*}} = onnx.TopK(%arg0, %{{.*}}) {axis = 2 : i64, largest = 0 : i64}
// CHECK: return %{{.*}}, %[[LAST]]
// ONNX-LABEL: @reduce
// ONNX: onnx.ReduceMax
// ONNX: onnx.ReduceMin
// OPSET10-LABEL: @reduce
// OPSET10-NOT: TopK
func.func @reduce(%x: tensor<2x3x4xi64>) -> (tensor<3xi64>, tensor<2x3x1xi64>) {
  %axes = onnx.Constant dense<[0, -1]> : tensor<2xi64>
  %axis = onnx.Constant dense<-1> : tensor<1xi64>
  %0 = onnx.ReduceMax(%x, %axes) {keepdims = 0 : i64} : (tensor<2x3x4xi64>, tensor<2xi64>) -> tensor<3xi64>
  %1 = onnx.ReduceMin(%x, %axis) : (tensor<2x3x4xi64>, tensor<1xi64>) -> tensor<2x3x1xi64>
  return %0, %1 : tensor<3xi64>, tensor<2x3x1xi64>
}

// -----

// Without axes all are reduced, or none.
// CHECK-LABEL: @reduce_all
// CHECK-COUNT-2: onnx.TopK
// CHECK: onnx.Squeeze
// CHECK-NOT: onnx.TopK
// CHECK: return %{{.*}}, %arg0
func.func @reduce_all(%x: tensor<2x3xi64>) -> (tensor<i64>, tensor<2x3xi64>) {
  %none = onnx.NoValue() : () -> none
  %0 = onnx.ReduceMax(%x, %none) {keepdims = 0 : i64} : (tensor<2x3xi64>, none) -> tensor<i64>
  %1 = onnx.ReduceMax(%x, %none) {noop_with_empty_axes = 1 : i64} : (tensor<2x3xi64>, none) -> tensor<2x3xi64>
  return %0, %1 : tensor<i64>, tensor<2x3xi64>
}

// -----

// An axis that may be empty has one more element, the limit of the type.
// CHECK-LABEL: @reduce_nothing
// CHECK: %[[LEAST:.*]] = onnx.Constant dense<-9223372036854775808> : tensor<i64>
// CHECK: %[[PADDED:.*]] = onnx.Pad(%arg0, %{{.*}}, %[[LEAST]]
// CHECK: onnx.TopK(%[[PADDED]], %{{.*}}) {axis = 0 : i64}
// CHECK-NOT: onnx.Pad
// CHECK: onnx.TopK(%arg0, %{{.*}}) {axis = 1 : i64, largest = 0 : i64}
func.func @reduce_nothing(%x: tensor<?x3xi64, #sym.dims<n>>) -> (tensor<1x3xi64>, tensor<?x1xi64, #sym.dims<n>>) {
  %first = onnx.Constant dense<0> : tensor<1xi64>
  %last = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.ReduceMax(%x, %first) : (tensor<?x3xi64, #sym.dims<n>>, tensor<1xi64>) -> tensor<1x3xi64>
  %1 = onnx.ReduceMin(%x, %last) : (tensor<?x3xi64, #sym.dims<n>>, tensor<1xi64>) -> tensor<?x1xi64, #sym.dims<n>>
  return %0, %1 : tensor<1x3xi64>, tensor<?x1xi64, #sym.dims<n>>
}

// -----

// Narrower integers and floats have other kernels.
// CHECK-LABEL: @other_types
// CHECK: onnx.Max(%arg0, %arg0)
// CHECK: onnx.Min(%arg1, %arg1)
// CHECK: onnx.Max(%arg2, %arg2)
func.func @other_types(%a: tensor<3xi32>, %b: tensor<3xui64>, %c: tensor<3xf64>) -> (tensor<3xi32>, tensor<3xui64>, tensor<3xf64>) {
  %0 = onnx.Max(%a, %a) : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi32>
  %1 = onnx.Min(%b, %b) : (tensor<3xui64>, tensor<3xui64>) -> tensor<3xui64>
  %2 = onnx.Max(%c, %c) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  return %0, %1, %2 : tensor<3xi32>, tensor<3xui64>, tensor<3xf64>
}

// -----

// Numbers that fit in 32 bits: sizes, positions, what was cast from narrower
// integers, and arithmetic with them.
// CHECK-LABEL: @narrow
// CHECK-NOT: onnx.Where
// CHECK-NOT: onnx.TopK
// CHECK: return
func.func @narrow(%x: tensor<?x5xf32, #sym.dims<n>>, %i: tensor<4xi32>, %b: tensor<4x6xi1>, %wide: tensor<4xi64>)
    -> (tensor<i64>, tensor<4xi64>, tensor<4xi64>, tensor<?xi64>, tensor<4xi64>, tensor<4xi64>, tensor<i64>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %seven = onnx.Constant dense<7> : tensor<i64>
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %none = onnx.NoValue() : () -> none
  %shape = onnx.Shape(%x) {start = 0 : i64, end = 1 : i64} : (tensor<?x5xf32, #sym.dims<n>>) -> tensor<1xi64>
  %n = onnx.Squeeze(%shape, %none) : (tensor<1xi64>, none) -> tensor<i64>
  %last = onnx.Sub(%n, %one) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %0 = onnx.Max(%last, %zero) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %cast = onnx.Cast(%i) {to = i64} : (tensor<4xi32>) -> tensor<4xi64>
  %1 = onnx.Clip(%cast, %zero, %seven) : (tensor<4xi64>, tensor<i64>, tensor<i64>) -> tensor<4xi64>
  %bits = onnx.Cast(%b) {to = i64} : (tensor<4x6xi1>) -> tensor<4x6xi64>
  %count = onnx.ReduceSum(%bits, %axis) {keepdims = 0 : i64} : (tensor<4x6xi64>, tensor<1xi64>) -> tensor<4xi64>
  %2 = onnx.Max(%count, %one) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %range = onnx.Range(%zero, %n, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64, #sym.dims<n>>
  %from = onnx.Neg(%range) : (tensor<?xi64, #sym.dims<n>>) -> tensor<?xi64, #sym.dims<n>>
  %3 = onnx.Min(%from, %seven) : (tensor<?xi64, #sym.dims<n>>, tensor<i64>) -> tensor<?xi64>
  %mod = onnx.Mod(%wide, %seven) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %4 = onnx.Max(%mod, %one) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %5 = onnx.Min(%4, %seven) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %6 = onnx.ReduceMax(%1, %none) {keepdims = 0 : i64} : (tensor<4xi64>, none) -> tensor<i64>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<i64>, tensor<4xi64>, tensor<4xi64>, tensor<?xi64>, tensor<4xi64>, tensor<4xi64>, tensor<i64>
}

// -----

// A product of numbers that fit may not fit.
// CHECK-LABEL: @product
// CHECK: onnx.Mul
// CHECK: onnx.Where
func.func @product(%a: tensor<4xi32>, %b: tensor<4xi64>) -> tensor<4xi64> {
  %cast = onnx.Cast(%a) {to = i64} : (tensor<4xi32>) -> tensor<4xi64>
  %0 = onnx.Mul(%cast, %cast) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  %1 = onnx.Max(%0, %cast) : (tensor<4xi64>, tensor<4xi64>) -> tensor<4xi64>
  return %1 : tensor<4xi64>
}

// -----

// The bounds of a former clip are known.
// CHECK-LABEL: @clipped_twice
// CHECK-COUNT-2: onnx.Where
// CHECK-NOT: onnx.Where
// CHECK: onnx.Max
func.func @clipped_twice(%x: tensor<4xi64>) -> tensor<4xi64> {
  %low = onnx.Constant dense<-9> : tensor<i64>
  %high = onnx.Constant dense<9> : tensor<i64>
  %0 = onnx.Clip(%x, %low, %high) : (tensor<4xi64>, tensor<i64>, tensor<i64>) -> tensor<4xi64>
  %1 = onnx.Max(%0, %low) : (tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  return %1 : tensor<4xi64>
}

// -----

// Unsigned numbers of 32 bits are reduced as i64, and may have bit 31.
// CHECK-LABEL: @unsigned
// CHECK-NOT: onnx.ReduceMax
// CHECK: onnx.TopK
func.func @unsigned(%x: tensor<2x3xui32>) -> tensor<2xui32> {
  %axis = onnx.Constant dense<1> : tensor<1xi64>
  %0 = onnx.ReduceMax(%x, %axis) {keepdims = 0 : i64} : (tensor<2x3xui32>, tensor<1xi64>) -> tensor<2xui32>
  return %0 : tensor<2xui32>
}

// -----

// CHECK-LABEL: @sign
// CHECK: %[[ZERO:.*]] = onnx.Constant dense<0> : tensor<i64>
// CHECK: %[[ABOVE:.*]] = onnx.Less(%[[ZERO]], %arg0)
// CHECK: %[[ONE:.*]] = onnx.Cast(%[[ABOVE]]) {to = i64}
// CHECK: %[[BELOW:.*]] = onnx.Less(%arg0, %[[ZERO]])
// CHECK: %[[OTHER:.*]] = onnx.Cast(%[[BELOW]]) {to = i64}
// CHECK: onnx.Sub(%[[ONE]], %[[OTHER]])
// ONNX-LABEL: @sign
// ONNX: onnx.Sign(%arg0)
func.func @sign(%x: tensor<4xi64>) -> tensor<4xi64> {
  %0 = onnx.Sign(%x) : (tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}

// -----

// CHECK-LABEL: @sign_of_narrow
// CHECK: onnx.Sign
func.func @sign_of_narrow(%x: tensor<4xi32>) -> tensor<4xi64> {
  %wide = onnx.Cast(%x) {to = i64} : (tensor<4xi32>) -> tensor<4xi64>
  %0 = onnx.Sign(%wide) : (tensor<4xi64>) -> tensor<4xi64>
  return %0 : tensor<4xi64>
}
