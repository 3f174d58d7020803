// RUN: torch-onnx-opt %s -allow-unregistered-dialect --verify-roundtrip | FileCheck %s

// Text and bytecode keep everything; what need not be said is not printed.

// CHECK-LABEL: func.func @file
func.func @file() {
  // CHECK: value = #weight.file<"model.pt2", offset = 1234> : tensor<64x3xf32>
  "test.use"() {value = #weight.file<"model.pt2", offset = 1234> : tensor<64x3xf32>} : () -> ()
  // CHECK: value = #weight.file<"model.pt2", offset = 1234, strides = [1, 64]> : tensor<64x3xf32>
  "test.use"() {value = #weight.file<"model.pt2", offset = 1234, strides = [1, 64]> : tensor<64x3xf32>} : () -> ()
  // CHECK: value = #weight.file<"model.pt2", offset = 0, strides = [0, 1]> : tensor<8x3xbf16>
  "test.use"() {value = #weight.file<"model.pt2", offset = 0, strides = [0, 1]> : tensor<8x3xbf16>} : () -> ()
  // CHECK: value = #weight.file<"dir/a \22b\22.bin", offset = 0> : tensor<f8E4M3FN>
  "test.use"() {value = #weight.file<"dir/a \22b\22.bin", offset = 0> : tensor<f8E4M3FN>} : () -> ()
  // CHECK: value = #weight.file<"m", offset = 9223372036854775803> : tensor<1xcomplex<f16>>
  "test.use"() {value = #weight.file<"m", offset = 9223372036854775803> : tensor<1xcomplex<f16>>} : () -> ()
  return
}

// Strides of dimensions of size 1, and of a tensor without elements, say
// nothing.
// CHECK-LABEL: func.func @canonical
func.func @canonical() {
  // CHECK: value = #weight.file<"m", offset = 4> : tensor<2x1x3xf32>
  "test.use"() {value = #weight.file<"m", offset = 4, strides = [3, 99, 1]> : tensor<2x1x3xf32>} : () -> ()
  // CHECK: value = #weight.file<"m", offset = 4> : tensor<0x3xf32>
  "test.use"() {value = #weight.file<"m", offset = 4, strides = [7, 7]> : tensor<0x3xf32>} : () -> ()
  // CHECK: value = #weight.file<"m", offset = 4> : tensor<f32>
  "test.use"() {value = #weight.file<"m", offset = 4, strides = []> : tensor<f32>} : () -> ()
  return
}

// CHECK-LABEL: func.func @expr
func.func @expr() {
  // CHECK: value = #weight.expr<add, [#weight.file<"m", offset = 0> : tensor<8x3xf32>, dense<2.000000e+00> : tensor<f32>]> : tensor<8x3xf32>
  "test.use"() {value = #weight.expr<add, [#weight.file<"m", offset = 0> : tensor<8x3xf32>, dense<2.0> : tensor<f32>]> : tensor<8x3xf32>} : () -> ()
  // CHECK: value = #weight.expr<sub, [dense<1> : tensor<2xi64>, dense<2> : tensor<2xi64>]> : tensor<2xi64>
  "test.use"() {value = #weight.expr<sub, [dense<1> : tensor<2xi64>, dense<2> : tensor<2xi64>]> : tensor<2xi64>} : () -> ()
  // CHECK: value = #weight.expr<cast, [dense<[1, -8, 7]> : tensor<3xi8>]> : tensor<3xi4>
  "test.use"() {value = #weight.expr<cast, [dense<[1, -8, 7]> : tensor<3xi8>]> : tensor<3xi4>} : () -> ()
  // CHECK: value = #weight.expr<cast, [#weight.expr<div, [dense<1.000000e+00> : tensor<2xf32>, dense<2.000000e+00> : tensor<2x1xf32>]> : tensor<2x2xf32>]> : tensor<2x2xf16>
  "test.use"() {value = #weight.expr<cast, [#weight.expr<div, [dense<1.0> : tensor<2xf32>, dense<2.0> : tensor<2x1xf32>]> : tensor<2x2xf32>]> : tensor<2x2xf16>} : () -> ()
  // CHECK: value = #weight.expr<mul, [#weight.file<"m", offset = 0> : tensor<2xbf16>, #weight.file<"m", offset = 8> : tensor<2xbf16>]> : tensor<2xbf16>
  "test.use"() {value = #weight.expr<mul, [#weight.file<"m", offset = 0> : tensor<2xbf16>, #weight.file<"m", offset = 8> : tensor<2xbf16>]> : tensor<2xbf16>} : () -> ()
  // CHECK: value = #weight.expr<concat<1>, [dense<1> : tensor<2x3xi8>, #weight.file<"m", offset = 0> : tensor<2x5xi8>]> : tensor<2x8xi8>
  "test.use"() {value = #weight.expr<concat<1>, [dense<1> : tensor<2x3xi8>, #weight.file<"m", offset = 0> : tensor<2x5xi8>]> : tensor<2x8xi8>} : () -> ()
  // CHECK: value = #weight.expr<reshape, [#weight.file<"m", offset = 0, strides = [1, 2]> : tensor<2x5xi8>]> : tensor<10xi8>
  "test.use"() {value = #weight.expr<reshape, [#weight.file<"m", offset = 0, strides = [1, 2]> : tensor<2x5xi8>]> : tensor<10xi8>} : () -> ()
  return
}

// Two elements in a byte, under any shape; pairs that are one element.
// CHECK-LABEL: func.func @halves
func.func @halves() {
  // CHECK: value = #weight.expr<unpack, [#weight.file<"m", offset = 3> : tensor<2x3xui8>]> : tensor<4x3xf4E2M1FN>
  "test.use"() {value = #weight.expr<unpack, [#weight.file<"m", offset = 3> : tensor<2x3xui8>]> : tensor<4x3xf4E2M1FN>} : () -> ()
  // CHECK: value = #weight.file<"m", offset = 3, strides = [1, 3]> : tensor<2x3xvector<2xf4E2M1FN>>
  "test.use"() {value = #weight.file<"m", offset = 3, strides = [1, 3]> : tensor<2x3xvector<2xf4E2M1FN>>} : () -> ()
  return
}
