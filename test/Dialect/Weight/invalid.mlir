// RUN: torch-onnx-opt %s -allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error@+1 {{a weight needs the type of its elements: '#weight...<...> : tensor<...>'}}
"test.use"() {value = #weight.file<"m", offset = 0>} : () -> ()

// -----

// expected-error@+1 {{a weight needs the type of its elements}}
"test.use"() {value = #weight.file<"m", offset = 0> : vector<4xf32>} : () -> ()

// -----

// expected-error@+1 {{the type of a weight must have a static shape, got 'tensor<?xf32>'}}
"test.use"() {value = #weight.file<"m", offset = 0> : tensor<?xf32>} : () -> ()

// -----

// expected-error@+1 {{elements of type 'index' have no width in bytes}}
"test.use"() {value = #weight.file<"m", offset = 0> : tensor<4xindex>} : () -> ()

// -----

// expected-error@+1 {{elements of type 'i4' have no width in bytes}}
"test.use"() {value = #weight.file<"m", offset = 0> : tensor<4xi4>} : () -> ()

// -----

// expected-error@+1 {{'tensor<4294967296x4294967296xf32>' has more bytes than a file can have}}
"test.use"() {value = #weight.file<"m", offset = 0> : tensor<4294967296x4294967296xf32>} : () -> ()

// -----

// expected-error@+1 {{the name of the file is empty}}
"test.use"() {value = #weight.file<"", offset = 0> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{offset -4 is negative}}
"test.use"() {value = #weight.file<"m", offset = -4> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{expected 2 strides for 'tensor<4x2xf32>', got 1}}
"test.use"() {value = #weight.file<"m", offset = 0, strides = [1]> : tensor<4x2xf32>} : () -> ()

// -----

// expected-error@+1 {{expected 2 strides for 'tensor<4x2xf32>', got 0}}
"test.use"() {value = #weight.file<"m", offset = 0, strides = []> : tensor<4x2xf32>} : () -> ()

// -----

// expected-error@+1 {{stride -1 is negative}}
"test.use"() {value = #weight.file<"m", offset = 0, strides = [-1]> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{the last element is beyond the maximum size of a file}}
"test.use"() {value = #weight.file<"m", offset = 0, strides = [4611686018427387904]> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{the last element is beyond the maximum size of a file}}
"test.use"() {value = #weight.file<"m", offset = 9223372036854775804> : tensor<1xf32>} : () -> ()

// -----

// expected-error@+1 {{expected add, sub, mul, div, cast, concat, reshape or unpack, got 'pow'}}
"test.use"() {value = #weight.expr<pow, [dense<1.0> : tensor<2xf32>]> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{'add' has two operands, got 1}}
"test.use"() {value = #weight.expr<add, [dense<1.0> : tensor<2xf32>]> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{an operand of type 'tensor<3xf32>' does not broadcast to 'tensor<2xf32>'}}
"test.use"() {value = #weight.expr<add, [dense<1.0> : tensor<2xf32>, dense<1.0> : tensor<3xf32>]> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{an operand of type 'tensor<2xf64>' does not broadcast to 'tensor<2xf32>'}}
"test.use"() {value = #weight.expr<add, [dense<1.0> : tensor<2xf32>, dense<1.0> : tensor<2xf64>]> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{dimension 0 of 'tensor<5xf32>' is not in any operand}}
"test.use"() {value = #weight.expr<add, [dense<1.0> : tensor<1xf32>, dense<1.0> : tensor<1xf32>]> : tensor<5xf32>} : () -> ()

// -----

// Integer division is truncation in one framework and flooring in another.
// expected-error@+1 {{'div' is not defined for elements of 'i32'}}
"test.use"() {value = #weight.expr<div, [dense<1> : tensor<2xi32>, dense<1> : tensor<2xi32>]> : tensor<2xi32>} : () -> ()

// -----

// expected-error@+1 {{'add' is not defined for elements of 'i1'}}
"test.use"() {value = #weight.expr<add, [dense<1> : tensor<2xi1>, dense<1> : tensor<2xi1>]> : tensor<2xi1>} : () -> ()

// -----

// expected-error@+1 {{'cast' from 'tensor<2xi32>' to 'tensor<1x2xf32>' changes the shape}}
"test.use"() {value = #weight.expr<cast, [dense<1> : tensor<2xi32>]> : tensor<1x2xf32>} : () -> ()

// -----

// Overflow is a NaN, an infinity or the largest number, depending on whom you ask.
// expected-error@+1 {{'cast' from 'f32' to 'f8E4M3FN' is not supported}}
"test.use"() {value = #weight.expr<cast, [dense<1.0> : tensor<2xf32>]> : tensor<2xf8E4M3FN>} : () -> ()

// -----

// expected-error@+1 {{'cast' has one operand, got 0}}
"test.use"() {value = #weight.expr<cast, []> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{'concat' needs an operand}}
"test.use"() {value = #weight.expr<concat<0>, []> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{axis 1 is not a dimension of 'tensor<2xf32>'}}
"test.use"() {value = #weight.expr<concat<1>, [dense<1.0> : tensor<2xf32>]> : tensor<2xf32>} : () -> ()

// -----

// expected-error@+1 {{an operand of type 'tensor<2x1xf32>' does not fit into 'tensor<4x2xf32>' along dimension 0}}
"test.use"() {value = #weight.expr<concat<0>, [dense<1.0> : tensor<2x2xf32>, dense<1.0> : tensor<2x1xf32>]> : tensor<4x2xf32>} : () -> ()

// -----

// expected-error@+1 {{the operands lack 1 of the 4 elements of dimension 0}}
"test.use"() {value = #weight.expr<concat<0>, [dense<1.0> : tensor<3xf32>]> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{an operand of type 'tensor<3xf32>' does not fit into 'tensor<4xf32>' along dimension 0}}
"test.use"() {value = #weight.expr<concat<0>, [dense<1.0> : tensor<3xf32>, dense<1.0> : tensor<3xf32>]> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{elements of type 'index' have no width in bytes}}
"test.use"() {value = #weight.expr<cast, [dense<1> : tensor<3xindex>]> : tensor<3xi64>} : () -> ()

// -----

// expected-error@+1 {{'reshape' has one operand, got 2}}
"test.use"() {value = #weight.expr<reshape, [dense<1.0> : tensor<3xf32>, dense<1.0> : tensor<3xf32>]> : tensor<3xf32>} : () -> ()

// -----

// expected-error@+1 {{'reshape' from 'tensor<3xf32>' to 'tensor<4xf32>' changes the elements}}
"test.use"() {value = #weight.expr<reshape, [dense<1.0> : tensor<3xf32>]> : tensor<4xf32>} : () -> ()

// -----

// expected-error@+1 {{'cast' from 'f32' to 'i4' is not supported, only from 8 bits}}
"test.use"() {value = #weight.expr<cast, [dense<1.0> : tensor<3xf32>]> : tensor<3xi4>} : () -> ()

// -----

// Elements of 4 bits are written, not computed with.
// expected-error@+1 {{elements of type 'i4' have no width in bytes}}
"test.use"() {value = #weight.expr<reshape, [#weight.expr<cast, [dense<1> : tensor<4xi8>]> : tensor<4xi4>]> : tensor<2x2xi4>} : () -> ()

// -----

// expected-error@+1 {{'unpack' from 'tensor<3xui8>' to 'tensor<4xf4E2M1FN>' is not two elements of f4E2M1FN for each of ui8}}
"test.use"() {value = #weight.expr<unpack, [#weight.file<"m", offset = 0> : tensor<3xui8>]> : tensor<4xf4E2M1FN>} : () -> ()

// -----

// expected-error@+1 {{'unpack' from 'tensor<2xi8>' to 'tensor<4xf4E2M1FN>' is not two elements of f4E2M1FN for each of ui8}}
"test.use"() {value = #weight.expr<unpack, [#weight.file<"m", offset = 0> : tensor<2xi8>]> : tensor<4xf4E2M1FN>} : () -> ()

// -----

// expected-error@+1 {{'unpack' from 'tensor<2xui8>' to 'tensor<4xi4>' is not two elements of f4E2M1FN for each of ui8}}
"test.use"() {value = #weight.expr<unpack, [#weight.file<"m", offset = 0> : tensor<2xui8>]> : tensor<4xi4>} : () -> ()

// -----

// Nothing is computed of elements of 4 bits.
// expected-error@+1 {{elements of type 'f4E2M1FN' have no width in bytes}}
"test.use"() {value = #weight.expr<reshape, [#weight.expr<unpack, [#weight.file<"m", offset = 0> : tensor<2xui8>]> : tensor<4xf4E2M1FN>]> : tensor<2x2xf4E2M1FN>} : () -> ()
