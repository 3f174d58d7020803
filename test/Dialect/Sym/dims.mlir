// RUN: torch-onnx-opt %s --split-input-file | torch-onnx-opt --split-input-file | FileCheck %s
// RUN: torch-onnx-opt %s --split-input-file --verify-roundtrip | FileCheck %s

// CHECK-LABEL: func.func private @names(
// CHECK-SAME: tensor<?x?x768xf32, #sym.dims<batch, 2*seq + 1>>
// CHECK-SAME: tensor<?x3x?xf32, #sym.dims<?, n>>
// CHECK-SAME: tensor<?xf32, #sym.dims<"batch size">>
// CHECK-SAME: tensor<?x?xf32, #sym.dims<"mod", "a\22b">>
func.func private @names(tensor<?x?x768xf32, #sym.dims<batch, 2*seq + 1>>,
                         tensor<?x3x?xf32, #sym.dims<?, "n">>,
                         tensor<?xf32, #sym.dims<"batch size">>,
                         tensor<?x?xf32, #sym.dims<"mod", "a\"b">>)

// -----

// What is read is normalized: the types are equal.
// CHECK-LABEL: func.func @normal_form(
// CHECK-SAME: tensor<?x?xf32, #sym.dims<a*b + a, (s + 1) floordiv 2>>
func.func @normal_form(
    %arg0: tensor<?x?xf32, #sym.dims<a*(1 + b), (s - 1) floordiv 2 + 1>>)
    -> tensor<?x?xf32, #sym.dims<b*a + a, s ceildiv 2>> {
  return %arg0 : tensor<?x?xf32, #sym.dims<a + a*b, (1 + s) floordiv 2>>
}

// -----

// CHECK-LABEL: func.func private @terms(
// CHECK-SAME: #sym.dims<s mod 4, -a + 3, 2*(a floordiv 3) - 1, (a*b) floordiv c>
func.func private @terms(tensor<?x?x?x?xf32, #sym.dims<
    s - 4*(s floordiv 4), 3 - a, (a floordiv 3)*2 - 1, (b*a) floordiv c>>)

// -----

// Functions of sizes are sizes.
// CHECK-LABEL: func.func @functions(
// CHECK-SAME: tensor<?x?xf32, #sym.dims<2*Max(1, n) + 1, floor(0.7*n - 3)>>
func.func @functions(
    %arg0: tensor<?x?xf32, #sym.dims<Max(n, 1)*2 + 1, floor(-3 + n*0.7)>>)
    -> tensor<?x?xf32, #sym.dims<1 + 2*Max(1, n), floor(0.7*float(n) - 3.0)>> {
  return %arg0 : tensor<?x?xf32, #sym.dims<2*Max(1, n) + 1, floor(0.7*n - 3)>>
}

// -----

// CHECK-LABEL: func.func private @all_functions(
// CHECK-SAME: #sym.dims<Where(Not(Eq(1, n)), n, m floordiv 2**n), round(n/2)>
// CHECK-SAME: #sym.dims<bitwise_and(6, n), Unknown(n, 0.5, true, float zf0)>
func.func private @all_functions(
    tensor<?x?xf32, #sym.dims<Where(Not(Eq(n, 1)), n, m floordiv 2**n), round(n/2)>>,
    tensor<?x?xf32, #sym.dims<bitwise_and(n, 6), Unknown(n, 0.5, true, float zf0)>>)

// -----

// Other encodings, and none, are fine.
// CHECK-LABEL: func.func private @foreign(tensor<?xf32, "blocked">, tensor<?xf32>)
func.func private @foreign(tensor<?xf32, "blocked">, tensor<?xf32>)

// -----

// CHECK: module attributes {sym.ranges = {s0 = array<i64: 2, 9223372036854775807>}}
module attributes {sym.ranges = {s0 = array<i64: 2, 9223372036854775807>}} {}
