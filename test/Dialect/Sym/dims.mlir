// RUN: torch-onnx-opt %s --split-input-file | torch-onnx-opt --split-input-file | FileCheck %s

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

// Other encodings, and none, are fine.
// CHECK-LABEL: func.func private @foreign(tensor<?xf32, "blocked">, tensor<?xf32>)
func.func private @foreign(tensor<?xf32, "blocked">, tensor<?xf32>)

// -----

// CHECK: module attributes {sym.ranges = {s0 = array<i64: 2, 9223372036854775807>}}
module attributes {sym.ranges = {s0 = array<i64: 2, 9223372036854775807>}} {}
