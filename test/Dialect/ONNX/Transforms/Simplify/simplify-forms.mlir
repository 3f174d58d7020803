// RUN: torch-onnx-opt --onnx-simplify --split-input-file %s | FileCheck %s

// A Max and a Min by numbers.
// CHECK-LABEL: func.func @clip
// CHECK: %[[CLIP:.*]] = onnx.Clip(%arg0, %{{.*}}, %{{.*}})
// CHECK-NEXT: return %[[CLIP]]
func.func @clip(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %least = onnx.Constant dense<-2.0> : tensor<f32>
  %greatest = onnx.Constant dense<1.0e10> : tensor<f32>
  %0 = onnx.Max(%least, %x) : (tensor<f32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.Min(%0, %greatest) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %1 : tensor<2x3xf32>
}

// -----

// A bound of a dimension, of zero or NaN, a larger least than greatest number,
// integers, and a Max with another use.
// CHECK-LABEL: func.func @no_clip
// CHECK-NOT: onnx.Clip
// CHECK: return
func.func @no_clip(%x: tensor<2x3xf32>, %i: tensor<3xi32>) -> (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xi32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %list = onnx.Constant dense<-3.0> : tensor<1xf32>
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %nan = onnx.Constant dense<0x7FC00000> : tensor<f32>
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %six = onnx.Constant dense<6.0> : tensor<f32>
  %0 = onnx.Max(%x, %list) : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  %1 = onnx.Min(%0, %two) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %2 = onnx.Max(%x, %zero) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %3 = onnx.Min(%2, %two) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %4 = onnx.Max(%x, %two) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %5 = onnx.Min(%4, %nan) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %6 = onnx.Max(%x, %six) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %7 = onnx.Min(%6, %two) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %one = onnx.Constant dense<1> : tensor<i32>
  %five = onnx.Constant dense<5> : tensor<i32>
  %8 = onnx.Max(%i, %one) : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %9 = onnx.Min(%8, %five) : (tensor<3xi32>, tensor<i32>) -> tensor<3xi32>
  %10 = onnx.Max(%x, %two) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %11 = onnx.Min(%10, %six) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %1, %3, %5, %7, %9, %10, %11 : tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>, tensor<3xi32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// Numbers before and after a value.
// CHECK-LABEL: func.func @pad
// CHECK-DAG: %[[PADS:.*]] = onnx.Constant dense<[0, 3, 0, 0, 1, 0]>
// CHECK-DAG: %[[TWO:.*]] = onnx.Constant dense<2.000000e+00> : tensor<f32>
// CHECK: %[[PAD:.*]] = onnx.Pad(%arg0, %[[PADS]], %[[TWO]], %{{.*}})
// CHECK-NEXT: return %[[PAD]]
func.func @pad(%x: tensor<?x?x4xf32, #sym.dims<b, n>>, %s: tensor<3xi64>, %t: tensor<3xi64>) -> tensor<?x?x4xf32, #sym.dims<b, n + 4>> {
  %two = onnx.Constant dense<2.0> : tensor<f32>
  %0 = onnx.Expand(%two, %s) : (tensor<f32>, tensor<3xi64>) -> tensor<?x3x4xf32, #sym.dims<b>>
  %1 = onnx.Expand(%two, %t) : (tensor<f32>, tensor<3xi64>) -> tensor<?x1x4xf32, #sym.dims<b>>
  %2 = onnx.Concat(%0, %x, %1) {axis = -2 : i64} : (tensor<?x3x4xf32, #sym.dims<b>>, tensor<?x?x4xf32, #sym.dims<b, n>>, tensor<?x1x4xf32, #sym.dims<b>>) -> tensor<?x?x4xf32, #sym.dims<b, n + 4>>
  return %2 : tensor<?x?x4xf32, #sym.dims<b, n + 4>>
}

// -----

// Two values, two numbers, zeros of both signs, a number of unknown size, and a
// constant that is not expanded, with which nothing is gained.
// CHECK-LABEL: func.func @no_pad
// CHECK-NOT: onnx.Pad
// CHECK: return
func.func @no_pad(%x: tensor<?x4xf32, #sym.dims<b>>, %y: tensor<2x4xf32>, %s: tensor<2xi64>, %t: tensor<2xi64>) -> (tensor<?x5xf32, #sym.dims<b>>, tensor<?x6xf32, #sym.dims<b>>, tensor<?x6xf32, #sym.dims<b>>, tensor<?x4xf32, #sym.dims<n + 2>>, tensor<2x7xf32>) {
  %one = onnx.Constant dense<1.0> : tensor<f32>
  %zero = onnx.Constant dense<0.0> : tensor<f32>
  %minus = onnx.Constant dense<-0.0> : tensor<f32>
  %three = onnx.Constant dense<3.0> : tensor<2x3xf32>
  %e1 = onnx.Expand(%one, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<?x1xf32, #sym.dims<b>>
  %e0 = onnx.Expand(%zero, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<?x1xf32, #sym.dims<b>>
  %e2 = onnx.Expand(%minus, %s) : (tensor<f32>, tensor<2xi64>) -> tensor<?x1xf32, #sym.dims<b>>
  %e3 = onnx.Expand(%one, %t) : (tensor<f32>, tensor<2xi64>) -> tensor<?x4xf32, #sym.dims<n>>
  %2 = onnx.Concat(%e1, %x, %e0) {axis = 1 : i64} : (tensor<?x1xf32, #sym.dims<b>>, tensor<?x4xf32, #sym.dims<b>>, tensor<?x1xf32, #sym.dims<b>>) -> tensor<?x6xf32, #sym.dims<b>>
  %3 = onnx.Concat(%e2, %x, %e0) {axis = 1 : i64} : (tensor<?x1xf32, #sym.dims<b>>, tensor<?x4xf32, #sym.dims<b>>, tensor<?x1xf32, #sym.dims<b>>) -> tensor<?x6xf32, #sym.dims<b>>
  %4 = onnx.Concat(%e3, %y) {axis = 0 : i64} : (tensor<?x4xf32, #sym.dims<n>>, tensor<2x4xf32>) -> tensor<?x4xf32, #sym.dims<n + 2>>
  %5 = onnx.Concat(%three, %y) {axis = 1 : i64} : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<2x7xf32>
  %6 = onnx.Relu(%e1) : (tensor<?x1xf32, #sym.dims<b>>) -> tensor<?x1xf32, #sym.dims<b>>
  %7 = onnx.Concat(%x, %6, %e1) {axis = 1 : i64} : (tensor<?x4xf32, #sym.dims<b>>, tensor<?x1xf32, #sym.dims<b>>, tensor<?x1xf32, #sym.dims<b>>) -> tensor<?x6xf32, #sym.dims<b>>
  %8 = onnx.Concat(%x, %6) {axis = 1 : i64} : (tensor<?x4xf32, #sym.dims<b>>, tensor<?x1xf32, #sym.dims<b>>) -> tensor<?x5xf32, #sym.dims<b>>
  %9 = onnx.Add(%3, %7) : (tensor<?x6xf32, #sym.dims<b>>, tensor<?x6xf32, #sym.dims<b>>) -> tensor<?x6xf32, #sym.dims<b>>
  return %8, %2, %9, %4, %5 : tensor<?x5xf32, #sym.dims<b>>, tensor<?x6xf32, #sym.dims<b>>, tensor<?x6xf32, #sym.dims<b>>, tensor<?x4xf32, #sym.dims<n + 2>>, tensor<2x7xf32>
}
