// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=ort' --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --onnx-legalize-opset='opset=21 target=onnx' --split-input-file | FileCheck %s --check-prefix=ONNX
//
// Forms that ONNX Runtime's optimizer mistakes for others, and those beside them
// that stay.

// A Range that counts down counts up from 0 instead, and is subtracted.
// CHECK-LABEL: @gather_of_range
// CHECK-DAG: %[[ONE:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK-DAG: %[[COUNT:.*]] = onnx.Sub(%arg1, %{{.*}})
// CHECK: %[[RANGE:.*]] = onnx.Range(%{{.*}}, %[[COUNT]], %[[ONE]])
// CHECK: %[[INDICES:.*]] = onnx.Sub(%arg1, %[[RANGE]])
// CHECK: onnx.Gather(%arg0, %[[INDICES]])
// ONNX-LABEL: @gather_of_range
// ONNX: %[[RANGE:.*]] = onnx.Range(%arg1,
// ONNX: onnx.Gather(%arg0, %[[RANGE]])
func.func @gather_of_range(%x: tensor<?xf32>, %start: tensor<i64>) -> tensor<?xf32> {
  %end = onnx.Constant dense<-1> : tensor<i64>
  %0 = onnx.Range(%start, %end, %end) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %1 = onnx.Gather(%x, %0) : (tensor<?xf32>, tensor<?xi64>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// No bound of the Range is below zero; or the Range is read twice.
// CHECK-LABEL: @gather_of_safe_range
// CHECK-NOT: onnx.Sub
func.func @gather_of_safe_range(%x: tensor<?xf32, #sym.dims<n>>, %start: tensor<i64>) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xi64>) {
  %zero = onnx.Constant dense<0> : tensor<i64>
  %one = onnx.Constant dense<1> : tensor<i64>
  %size = onnx.Size(%x) : (tensor<?xf32, #sym.dims<n>>) -> tensor<i64>
  %0 = onnx.Range(%zero, %size, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %1 = onnx.Gather(%x, %0) : (tensor<?xf32, #sym.dims<n>>, tensor<?xi64>) -> tensor<?xf32>
  %2 = onnx.Range(%start, %size, %one) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<?xi64>
  %3 = onnx.Gather(%x, %2) : (tensor<?xf32, #sym.dims<n>>, tensor<?xi64>) -> tensor<?xf32>
  return %1, %3, %2 : tensor<?xf32>, tensor<?xf32>, tensor<?xi64>
}

// -----

// Not the square of what is divided; the addition is a subtraction then.
// CHECK-LABEL: @mean_of_fourth_power
// CHECK: %[[EPS:.*]] = onnx.Constant dense<-1.000000e-01> : tensor<f32>
// CHECK: onnx.Sub(%{{.*}}, %[[EPS]])
// ONNX-LABEL: @mean_of_fourth_power
// ONNX: onnx.Add
func.func @mean_of_fourth_power(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %four = onnx.Constant dense<4.0> : tensor<f32>
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %eps = onnx.Constant dense<0.1> : tensor<f32>
  %0 = onnx.Pow(%x, %four) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = onnx.ReduceMean(%0, %axes) : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  %2 = onnx.Add(%1, %eps) : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %3 = onnx.Sqrt(%2) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = onnx.Div(%x, %3) : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// -----

// ONNX Runtime fuses a normalization as it should.
// CHECK-LABEL: @layer_norm
// CHECK: onnx.Sub(%arg0,
// CHECK-NOT: onnx.Sub
func.func @layer_norm(%x: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %eps = onnx.Constant dense<0.1> : tensor<f32>
  %mean = onnx.ReduceMean(%x, %axes) : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  %sub = onnx.Sub(%x, %mean) : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  %0 = onnx.Pow(%sub, %two) : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  %1 = onnx.ReduceMean(%0, %axes) : (tensor<2x4xf32>, tensor<1xi64>) -> tensor<2x1xf32>
  %2 = onnx.Add(%1, %eps) : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %3 = onnx.Sqrt(%2) : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = onnx.Div(%sub, %3) : (tensor<2x4xf32>, tensor<2x1xf32>) -> tensor<2x4xf32>
  return %4 : tensor<2x4xf32>
}

// -----

// Of f64, where ONNX Runtime has no epsilon but that of the default.
// CHECK-LABEL: @rms_norm_of_f64
// CHECK: onnx.Sub
func.func @rms_norm_of_f64(%x: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %two = onnx.Constant dense<2.0> : tensor<f64>
  %axes = onnx.Constant dense<1> : tensor<1xi64>
  %eps = onnx.Constant dense<0.1> : tensor<f64>
  %0 = onnx.Pow(%x, %two) : (tensor<2x4xf64>, tensor<f64>) -> tensor<2x4xf64>
  %1 = onnx.ReduceMean(%0, %axes) : (tensor<2x4xf64>, tensor<1xi64>) -> tensor<2x1xf64>
  %2 = onnx.Add(%1, %eps) : (tensor<2x1xf64>, tensor<f64>) -> tensor<2x1xf64>
  %3 = onnx.Sqrt(%2) : (tensor<2x1xf64>) -> tensor<2x1xf64>
  %4 = onnx.Div(%x, %3) : (tensor<2x4xf64>, tensor<2x1xf64>) -> tensor<2x4xf64>
  return %4 : tensor<2x4xf64>
}

// -----

// A Relu is merged into a Clip with a bound of f32 or f16 only. A bound below zero
// does nothing after it, a bound above zero makes it superfluous.
// CHECK-LABEL: @clip_of_relu
// CHECK: %[[RELU:.*]] = onnx.Relu(%arg0)
// CHECK: onnx.Clip(%[[RELU]], %{{none.*|[0-9]+}}, %[[MAX:.*]]) : (tensor<4xf64>, none, tensor<f64>)
// CHECK: onnx.Clip(%arg0, %{{.*}}, %{{.*}}) : (tensor<4xf64>, tensor<f64>, tensor<f64>)
// CHECK: %[[RELU32:.*]] = onnx.Relu(%arg1)
// CHECK: onnx.Clip(%[[RELU32]], %{{.*}}, %{{.*}}) : (tensor<4xf32>, tensor<f32>, none)
func.func @clip_of_relu(%x: tensor<4xf64>, %y: tensor<4xf32>) -> (tensor<4xf64>, tensor<4xf64>, tensor<4xf32>) {
  %none = onnx.NoValue() : () -> none
  %minus = onnx.Constant dense<-1.0> : tensor<f64>
  %one = onnx.Constant dense<1.0> : tensor<f64>
  %two = onnx.Constant dense<2.0> : tensor<f64>
  %minus32 = onnx.Constant dense<-1.0> : tensor<f32>
  %0 = onnx.Relu(%x) : (tensor<4xf64>) -> tensor<4xf64>
  %1 = onnx.Clip(%0, %minus, %two) : (tensor<4xf64>, tensor<f64>, tensor<f64>) -> tensor<4xf64>
  %2 = onnx.Clip(%0, %one, %two) : (tensor<4xf64>, tensor<f64>, tensor<f64>) -> tensor<4xf64>
  %3 = onnx.Relu(%y) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = onnx.Clip(%3, %minus32, %none) : (tensor<4xf32>, tensor<f32>, none) -> tensor<4xf32>
  return %1, %2, %4 : tensor<4xf64>, tensor<4xf64>, tensor<4xf32>
}

// -----

// The pads of an average are less than its window, which those of the Pad are not.
// CHECK-LABEL: @pad_of_average
// CHECK: %[[AXES:.*]] = onnx.Constant dense<[0, 1, 2, 3]> : tensor<4xi64>
// CHECK: onnx.Pad(%arg0, %{{.*}}, %{{.*}}, %[[AXES]])
// CHECK: onnx.Pad(%arg0, {{.*}}, tensor<8xi64>, none, none)
func.func @pad_of_average(%x: tensor<1x2x3x3xf32>) -> (tensor<1x2x6x6xf32>, tensor<1x2x5x5xf32>) {
  %none = onnx.NoValue() : () -> none
  %pads = onnx.Constant dense<[0, 0, 2, 2, 0, 0, 2, 2]> : tensor<8xi64>
  %0 = onnx.Pad(%x, %pads, %none, %none) : (tensor<1x2x3x3xf32>, tensor<8xi64>, none, none) -> tensor<1x2x7x7xf32>
  %1 = onnx.AveragePool(%0) {kernel_shape = array<i64: 2, 2>} : (tensor<1x2x7x7xf32>) -> tensor<1x2x6x6xf32>
  %2 = onnx.Pad(%x, %pads, %none, %none) : (tensor<1x2x3x3xf32>, tensor<8xi64>, none, none) -> tensor<1x2x7x7xf32>
  %3 = onnx.AveragePool(%2) {kernel_shape = array<i64: 3, 3>} : (tensor<1x2x7x7xf32>) -> tensor<1x2x5x5xf32>
  return %1, %3 : tensor<1x2x6x6xf32>, tensor<1x2x5x5xf32>
}

// -----

// The lowest bits of an integer of 64 bits; of 32 bits the direct cast has them.
// CHECK-LABEL: @cast_of_cast
// CHECK: %[[LONG:.*]] = onnx.Cast(%arg0) {{.*}} -> tensor<4xi64>
// CHECK: onnx.Unsqueeze(%[[LONG]],
// CHECK: %[[INT:.*]] = onnx.Cast(%arg0) {{.*}} -> tensor<4xi32>
// CHECK: onnx.Cast(%[[INT]])
func.func @cast_of_cast(%x: tensor<4xf32>) -> (tensor<4xi32>, tensor<4xi16>) {
  %0 = onnx.Cast(%x) {to = i64} : (tensor<4xf32>) -> tensor<4xi64>
  %1 = onnx.Cast(%0) {to = i32} : (tensor<4xi64>) -> tensor<4xi32>
  %2 = onnx.Cast(%x) {to = i32} : (tensor<4xf32>) -> tensor<4xi32>
  %3 = onnx.Cast(%2) {to = i16} : (tensor<4xi32>) -> tensor<4xi16>
  return %1, %3 : tensor<4xi32>, tensor<4xi16>
}

// -----

// A 1 of more axes than the other operands.
// CHECK-LABEL: @reciprocal_of_more_axes
// CHECK: onnx.Constant dense<-1.000000e+00> : tensor<1x1xf32>
// CHECK: onnx.Div
// CHECK: onnx.Neg
func.func @reciprocal_of_more_axes(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<1x4xf32> {
  %one = onnx.Constant dense<1.0> : tensor<1x1xf32>
  %0 = onnx.Div(%one, %x) : (tensor<1x1xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  %1 = onnx.Mul(%0, %y) : (tensor<1x4xf32>, tensor<4xf32>) -> tensor<1x4xf32>
  return %1 : tensor<1x4xf32>
}

// -----

// A Transpose moves over scales of all axes only.
// CHECK-LABEL: @resize_axes
// CHECK: %[[SCALES:.*]] = onnx.Concat({{.*}} -> tensor<4xf32>
// CHECK: onnx.Resize(%arg0, %{{.*}}, %[[SCALES]], %{{.*}}) :
// ONNX-LABEL: @resize_axes
// ONNX: axes = array<i64: 2, 3>
func.func @resize_axes(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x6x6xf32> {
  %none = onnx.NoValue() : () -> none
  %scales = onnx.Constant dense<2.0> : tensor<2xf32>
  %0 = onnx.Resize(%x, %none, %scales, %none) {axes = array<i64: 2, 3>} : (tensor<1x2x3x3xf32>, none, tensor<2xf32>, none) -> tensor<1x2x6x6xf32>
  return %0 : tensor<1x2x6x6xf32>
}

// -----

// Sizes of 0 and 1 of an Expand are an empty Slice; a size of 0 of the operand is none.
// CHECK-LABEL: @expand_to_nothing
// CHECK: onnx.Slice(%arg0, {{.*}} -> tensor<?x0xf32, #sym.dims<n>>
// CHECK-NOT: onnx.Slice
// CHECK: onnx.Expand(%arg1,
// ONNX-LABEL: @expand_to_nothing
// ONNX: onnx.Expand(%arg0,
func.func @expand_to_nothing(%x: tensor<?x1xf32, #sym.dims<n>>, %y: tensor<?x0xf32, #sym.dims<n>>) -> (tensor<?x0xf32, #sym.dims<n>>, tensor<?x0xf32, #sym.dims<n>>) {
  %sizes = onnx.Constant dense<[1, 0]> : tensor<2xi64>
  %0 = onnx.Expand(%x, %sizes) : (tensor<?x1xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x0xf32, #sym.dims<n>>
  %1 = onnx.Expand(%y, %sizes) : (tensor<?x0xf32, #sym.dims<n>>, tensor<2xi64>) -> tensor<?x0xf32, #sym.dims<n>>
  return %0, %1 : tensor<?x0xf32, #sym.dims<n>>, tensor<?x0xf32, #sym.dims<n>>
}

// -----

// The product of integers, its cast and a scale that is a product become one
// kernel of f32, with the shape of the product and a bias of one row.
// CHECK-LABEL: @scaled_integers
// CHECK: %[[LONG:.*]] = onnx.Cast({{.*}} -> tensor<2x3xi64>
// CHECK: %[[VIEW:.*]] = onnx.Squeeze(
// CHECK: onnx.Mul(%[[VIEW]], %{{.*}}) : (tensor<2x3xi64>
// CHECK: %[[VIEW:.*]] = onnx.Squeeze(
// CHECK: onnx.Mul(%{{.*}}, %[[VIEW]]) : (tensor<2x1x1xf32>
// CHECK: %[[VIEW:.*]] = onnx.Squeeze(
// CHECK: onnx.Mul(%[[VIEW]], %{{.*}}) : (tensor<2x3xf32>
// ONNX-LABEL: @scaled_integers
// ONNX-NOT: onnx.Squeeze
func.func @scaled_integers(%x: tensor<2x4xi8>, %y: tensor<4x3xi8>, %n: tensor<i64>, %s: tensor<f32>, %wide: tensor<2x1x1xf32>) -> (tensor<2x3xi64>, tensor<2x2x3xf32>, tensor<1x2x3xf32>) {
  %none = onnx.NoValue() : () -> none
  %bias = onnx.Constant dense<[[[1.0, 2.0, 3.0]]]> : tensor<1x1x3xf32>
  %0 = onnx.MatMulInteger(%x, %y, %none, %none) : (tensor<2x4xi8>, tensor<4x3xi8>, none, none) -> tensor<2x3xi32>
  %1 = onnx.Cast(%0) {to = i64} : (tensor<2x3xi32>) -> tensor<2x3xi64>
  %2 = onnx.Mul(%n, %n) : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %3 = onnx.Mul(%1, %2) : (tensor<2x3xi64>, tensor<i64>) -> tensor<2x3xi64>
  %4 = onnx.MatMulInteger(%x, %y, %none, %none) : (tensor<2x4xi8>, tensor<4x3xi8>, none, none) -> tensor<2x3xi32>
  %5 = onnx.Cast(%4) {to = f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %6 = onnx.Mul(%wide, %s) : (tensor<2x1x1xf32>, tensor<f32>) -> tensor<2x1x1xf32>
  %7 = onnx.Mul(%6, %5) : (tensor<2x1x1xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  %8 = onnx.MatMulInteger(%x, %y, %none, %none) : (tensor<2x4xi8>, tensor<4x3xi8>, none, none) -> tensor<2x3xi32>
  %9 = onnx.Cast(%8) {to = f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %10 = onnx.Mul(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %11 = onnx.Mul(%9, %10) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %12 = onnx.Add(%11, %bias) : (tensor<2x3xf32>, tensor<1x1x3xf32>) -> tensor<1x2x3xf32>
  return %3, %7, %12 : tensor<2x3xi64>, tensor<2x2x3xf32>, tensor<1x2x3xf32>
}

// -----

// A bias is added to rows before they are scaled.
// CHECK-LABEL: @scaled_integer_rows
// CHECK: %[[VIEW:.*]] = onnx.Squeeze(
// CHECK: onnx.Mul(%[[VIEW]], %{{.*}}) : (tensor<2x3xf32>
func.func @scaled_integer_rows(%x: tensor<2x4xi8>, %y: tensor<4x3xi8>, %s: tensor<2x1xf32>) -> tensor<2x3xf32> {
  %none = onnx.NoValue() : () -> none
  %bias = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = onnx.MatMulInteger(%x, %y, %none, %none) : (tensor<2x4xi8>, tensor<4x3xi8>, none, none) -> tensor<2x3xi32>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %2 = onnx.Mul(%s, %s) : (tensor<2x1xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %3 = onnx.Mul(%1, %2) : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
  %4 = onnx.Add(%3, %bias) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// -----

// The kernel does the same here.
// CHECK-LABEL: @scaled_integers_of_a_kernel
// CHECK-NOT: onnx.Squeeze
func.func @scaled_integers_of_a_kernel(%x: tensor<2x4xi8>, %y: tensor<4x3xi8>, %s: tensor<f32>) -> tensor<2x3xf32> {
  %none = onnx.NoValue() : () -> none
  %bias = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %0 = onnx.MatMulInteger(%x, %y, %none, %none) : (tensor<2x4xi8>, tensor<4x3xi8>, none, none) -> tensor<2x3xi32>
  %1 = onnx.Cast(%0) {to = f32} : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %2 = onnx.Mul(%s, %s) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %3 = onnx.Mul(%1, %2) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = onnx.Add(%3, %bias) : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// -----

// Two pairs with different scales become one with a third.
// CHECK-LABEL: @quantized_twice
// CHECK-DAG: %[[SCALES:.*]] = onnx.Constant dense<5.000000e-01> : tensor<2xf32>
// CHECK-DAG: %[[ZEROS:.*]] = onnx.Constant dense<3> : tensor<2xui8>
// CHECK: onnx.QuantizeLinear(%arg0, %[[SCALES]], %[[ZEROS]]) {axis = 2 : i64}
// CHECK: %[[X:.*]] = onnx.DequantizeLinear(%{{.*}}, %[[SCALES]], %[[ZEROS]]) {axis = 2 : i64}
// CHECK: onnx.QuantizeLinear(%[[X]], %{{.*}}, %{{.*}}) :
// CHECK: %[[Y:.*]] = onnx.DequantizeLinear(
// CHECK: %[[Z:.*]] = onnx.Squeeze(
// CHECK: onnx.QuantizeLinear(%[[Z]],
// ONNX-LABEL: @quantized_twice
// ONNX-NOT: tensor<2xf32>
// ONNX-NOT: onnx.Squeeze
func.func @quantized_twice(%x: tensor<?x3x2xf32>, %y: tensor<?x1xf32>) -> (tensor<?x3x2xf32>, tensor<?x1xf32>) {
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %third = onnx.Constant dense<0.3> : tensor<f32>
  %zero = onnx.Constant dense<3> : tensor<ui8>
  %0 = onnx.QuantizeLinear(%x, %half, %zero) : (tensor<?x3x2xf32>, tensor<f32>, tensor<ui8>) -> tensor<?x3x2xui8>
  %1 = onnx.DequantizeLinear(%0, %half, %zero) : (tensor<?x3x2xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x3x2xf32>
  %2 = onnx.QuantizeLinear(%1, %third, %zero) : (tensor<?x3x2xf32>, tensor<f32>, tensor<ui8>) -> tensor<?x3x2xui8>
  %3 = onnx.DequantizeLinear(%2, %third, %zero) : (tensor<?x3x2xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x3x2xf32>
  %4 = onnx.QuantizeLinear(%y, %half, %zero) : (tensor<?x1xf32>, tensor<f32>, tensor<ui8>) -> tensor<?x1xui8>
  %5 = onnx.DequantizeLinear(%4, %half, %zero) : (tensor<?x1xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x1xf32>
  %6 = onnx.QuantizeLinear(%5, %third, %zero) : (tensor<?x1xf32>, tensor<f32>, tensor<ui8>) -> tensor<?x1xui8>
  %7 = onnx.DequantizeLinear(%6, %third, %zero) : (tensor<?x1xui8>, tensor<f32>, tensor<ui8>) -> tensor<?x1xf32>
  return %3, %7 : tensor<?x3x2xf32>, tensor<?x1xf32>
}

// -----

// The same scale twice, or a value that is read elsewhere, too.
// CHECK-LABEL: @quantized_twice_safely
// CHECK-NOT: axis =
// CHECK-NOT: onnx.Squeeze
func.func @quantized_twice_safely(%x: tensor<2x3xf32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %half = onnx.Constant dense<0.5> : tensor<f32>
  %third = onnx.Constant dense<0.3> : tensor<f32>
  %zero = onnx.Constant dense<3> : tensor<ui8>
  %0 = onnx.QuantizeLinear(%x, %half, %zero) : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
  %1 = onnx.DequantizeLinear(%0, %half, %zero) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  %2 = onnx.QuantizeLinear(%1, %half, %zero) : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
  %3 = onnx.DequantizeLinear(%2, %half, %zero) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  %4 = onnx.QuantizeLinear(%x, %half, %zero) : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
  %5 = onnx.DequantizeLinear(%4, %half, %zero) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  %6 = onnx.QuantizeLinear(%5, %third, %zero) : (tensor<2x3xf32>, tensor<f32>, tensor<ui8>) -> tensor<2x3xui8>
  %7 = onnx.DequantizeLinear(%6, %third, %zero) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  return %3, %5, %7 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Kernels of integers take one scale of an operand: views hide others.
// CHECK-LABEL: @integers_of_rows
// CHECK: %[[ROWS:.*]] = onnx.DequantizeLinear(%arg0, %{{.*}}) {axis = 0 : i64}
// CHECK: %[[WIDE:.*]] = onnx.Unsqueeze(%[[ROWS]],
// CHECK: %[[SAME:.*]] = onnx.Squeeze(%[[WIDE]],
// CHECK: onnx.Sigmoid(%[[SAME]])
// CHECK: %[[SUM:.*]] = onnx.Add(
// CHECK: %[[WIDE2:.*]] = onnx.Unsqueeze(%[[SUM]],
// CHECK: %[[SAME2:.*]] = onnx.Squeeze(%[[WIDE2]],
// CHECK: onnx.QuantizeLinear(%[[SAME2]],
// ONNX-LABEL: @integers_of_rows
// ONNX-NOT: onnx.Unsqueeze
func.func @integers_of_rows(%x: tensor<2x3xi8>, %y: tensor<2x3xi8>) -> (tensor<2x3xi8>, tensor<2x3xi8>) {
  %one = onnx.Constant dense<0.5> : tensor<f32>
  %two = onnx.Constant dense<[0.5, 0.3]> : tensor<2xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.DequantizeLinear(%x, %two, %none) {axis = 0 : i64} : (tensor<2x3xi8>, tensor<2xf32>, none) -> tensor<2x3xf32>
  %1 = onnx.Sigmoid(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %zero = onnx.Constant dense<0> : tensor<i8>
  %zeros = onnx.Constant dense<0> : tensor<2xi8>
  %2 = onnx.QuantizeLinear(%1, %one, %zero) : (tensor<2x3xf32>, tensor<f32>, tensor<i8>) -> tensor<2x3xi8>
  %3 = onnx.DequantizeLinear(%y, %one, %none) : (tensor<2x3xi8>, tensor<f32>, none) -> tensor<2x3xf32>
  %4 = onnx.Add(%3, %3) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = onnx.QuantizeLinear(%4, %two, %zeros) {axis = 0 : i64} : (tensor<2x3xf32>, tensor<2xf32>, tensor<2xi8>) -> tensor<2x3xi8>
  return %2, %5 : tensor<2x3xi8>, tensor<2x3xi8>
}

// -----

// A matrix has one scale for each column, not for each row; a bias has the
// product of the other scales.
// CHECK-LABEL: @scales_of_products
// CHECK: onnx.Unsqueeze
// CHECK: onnx.Squeeze
// CHECK: onnx.MatMul
// CHECK: %[[OTHER:.*]] = onnx.DequantizeLinear(%arg2
// CHECK: %[[WIDE:.*]] = onnx.Unsqueeze(%[[OTHER]],
// CHECK: %[[SAME:.*]] = onnx.Squeeze(%[[WIDE]],
// CHECK: onnx.Gemm(%{{.*}}, %{{.*}}, %[[SAME]])
func.func @scales_of_products(%x: tensor<2x3xui8>, %w: tensor<3x4xi8>, %b: tensor<4xi32>) -> (tensor<2x4xf32>, tensor<2x4xf32>) {
  %one = onnx.Constant dense<0.5> : tensor<f32>
  %other = onnx.Constant dense<0.26> : tensor<f32>
  %rows = onnx.Constant dense<[0.5, 0.3, 0.1]> : tensor<3xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.DequantizeLinear(%x, %one, %none) : (tensor<2x3xui8>, tensor<f32>, none) -> tensor<2x3xf32>
  %1 = onnx.DequantizeLinear(%w, %rows, %none) {axis = 0 : i64} : (tensor<3x4xi8>, tensor<3xf32>, none) -> tensor<3x4xf32>
  %2 = onnx.MatMul(%0, %1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = onnx.DequantizeLinear(%w, %one, %none) : (tensor<3x4xi8>, tensor<f32>, none) -> tensor<3x4xf32>
  %4 = onnx.DequantizeLinear(%b, %other, %none) : (tensor<4xi32>, tensor<f32>, none) -> tensor<4xf32>
  %5 = onnx.Gemm(%0, %3, %4) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %2, %5 : tensor<2x4xf32>, tensor<2x4xf32>
}

// -----

// What the kernels take, and operators that are not computed on integers.
// CHECK-LABEL: @scales_of_kernels
// CHECK-NOT: onnx.Unsqueeze
// CHECK: return
func.func @scales_of_kernels(%x: tensor<2x3xui8>, %w: tensor<3x4xi8>, %b: tensor<4xi32>, %y: tensor<2x3xf32>) -> (tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %one = onnx.Constant dense<0.5> : tensor<f32>
  %columns = onnx.Constant dense<[0.5, 0.25, 1.0, 2.0]> : tensor<4xf32>
  %products = onnx.Constant dense<[0.25, 0.125, 0.5, 1.0]> : tensor<4xf32>
  %rows = onnx.Constant dense<[0.5, 0.3, 0.1]> : tensor<3xf32>
  %none = onnx.NoValue() : () -> none
  %0 = onnx.DequantizeLinear(%x, %one, %none) : (tensor<2x3xui8>, tensor<f32>, none) -> tensor<2x3xf32>
  %1 = onnx.DequantizeLinear(%w, %columns, %none) {axis = 1 : i64} : (tensor<3x4xi8>, tensor<4xf32>, none) -> tensor<3x4xf32>
  %2 = onnx.MatMul(%0, %1) : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = onnx.DequantizeLinear(%b, %products, %none) {axis = 0 : i64} : (tensor<4xi32>, tensor<4xf32>, none) -> tensor<4xf32>
  %4 = onnx.Gemm(%0, %1, %3) : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  %5 = onnx.DequantizeLinear(%x, %rows, %none) {axis = 1 : i64} : (tensor<2x3xui8>, tensor<3xf32>, none) -> tensor<2x3xf32>
  %6 = onnx.Sigmoid(%5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = onnx.Add(%5, %y) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %2, %4, %6, %7 : tensor<2x4xf32>, tensor<2x4xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}
