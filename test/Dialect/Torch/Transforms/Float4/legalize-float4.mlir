// A tensor of pairs is its numbers wherever it is handed on; no pair is cut.
//
// RUN: torch-onnx-opt %s --torch-infer-shapes --torch-legalize-float4 --cse | FileCheck %s

!p = tensor<4x6xvector<2xf4E2M1FN>>
!s = tensor<?x?xvector<2xf4E2M1FN>, #sym.dims<a, n>>

// The order of the numbers is that in memory, so a shape says all; one with a
// symbol is twice as long, too.
// CHECK-LABEL: func.func @order
// CHECK-SAME: (%[[X:.*]]: tensor<4x12xf4E2M1FN> {onnx.name = "x"}, %[[S:.*]]: tensor<?x?xf4E2M1FN, #sym.dims<a, 2*n>>)
// CHECK-SAME: -> (tensor<3x16xf4E2M1FN>, tensor<12x4xf4E2M1FN>, tensor<?xf4E2M1FN, #sym.dims<2*a*n>>, tensor<4x12xf4E2M1FN>)
// CHECK: torch.aten.view.default(%[[X]], [3, 16]) : (tensor<4x12xf4E2M1FN>) -> tensor<3x16xf4E2M1FN>
// CHECK: torch.aten.view.default(%[[X]], [2, 2, 12])
// CHECK: torch.aten.permute.default({{.*}}, [1, 0, 2]) : (tensor<2x2x12xf4E2M1FN>) -> tensor<2x2x12xf4E2M1FN>
// CHECK: return %{{.*}}, %{{.*}}, %{{.*}}, %[[X]]
func.func @order(%x: !p {onnx.name = "x"}, %s: !s) -> (tensor<3x8xvector<2xf4E2M1FN>>, tensor<12x2xvector<2xf4E2M1FN>>, tensor<?xvector<2xf4E2M1FN>, #sym.dims<a*n>>, !p) {
  %0 = torch.aten.view.default(%x, [3, 8]) : (!p) -> tensor<3x8xvector<2xf4E2M1FN>>
  %1 = torch.aten.view.default(%x, [2, 2, 6]) : (!p) -> tensor<2x2x6xvector<2xf4E2M1FN>>
  %2 = torch.aten.transpose.int(%1, dim0=0, dim1=-2) : (tensor<2x2x6xvector<2xf4E2M1FN>>) -> tensor<2x2x6xvector<2xf4E2M1FN>>
  %3 = torch.aten.reshape.default(%2, [12, 2]) : (tensor<2x2x6xvector<2xf4E2M1FN>>) -> tensor<12x2xvector<2xf4E2M1FN>>
  %4 = torch.aten.flatten.using_ints(%s) : (!s) -> tensor<?xvector<2xf4E2M1FN>, #sym.dims<a*n>>
  %5 = torch.aten.clone.default(%x) : (!p) -> !p
  return %0, %3, %4, %5 : tensor<3x8xvector<2xf4E2M1FN>>, tensor<12x2xvector<2xf4E2M1FN>>, tensor<?xvector<2xf4E2M1FN>, #sym.dims<a*n>>, !p
}

// What reads across the last dimension has each pair in one of its own.
// CHECK-LABEL: func.func @across
// CHECK-SAME: (%[[X:.*]]: tensor<4x12xf4E2M1FN>)
// CHECK: %[[P:.*]] = torch.aten.view.default(%[[X]], [4, 6, 2]) : (tensor<4x12xf4E2M1FN>) -> tensor<4x6x2xf4E2M1FN>
// CHECK: %[[T:.*]] = torch.aten.permute.default(%[[P]], [1, 0, 2])
// CHECK: torch.aten.view.default(%[[T]], [6, 8])
// What picks does so in f16, and what follows stays there.
// CHECK: %[[H:.*]] = torch.aten._to_copy.default(%[[X]], dtype=f16)
// CHECK: %[[W:.*]] = torch.aten.view.default(%[[H]], [4, 6, 2])
// CHECK: %[[C:.*]] = torch.aten.slice.Tensor(%[[W]], dim=1, start=1, step=2) : (tensor<4x6x2xf16>) -> tensor<4x3x2xf16>
// CHECK: %[[J:.*]] = torch.aten.view.default(%[[C]], [4, 6])
// CHECK: %[[R:.*]] = torch.aten.view.default(%[[J]], [2, 12])
// CHECK: torch.aten._to_copy.default(%[[R]], dtype=f4E2M1FN)
func.func @across(%x: !p) -> (tensor<6x4xvector<2xf4E2M1FN>>, tensor<2x6xvector<2xf4E2M1FN>>) {
  %0 = torch.aten.t.default(%x) : (!p) -> tensor<6x4xvector<2xf4E2M1FN>>
  %1 = torch.aten.slice.Tensor(%x, dim=-1, start=1, step=2) : (!p) -> tensor<4x3xvector<2xf4E2M1FN>>
  %2 = torch.aten.view.default(%1, [2, 6]) : (tensor<4x3xvector<2xf4E2M1FN>>) -> tensor<2x6xvector<2xf4E2M1FN>>
  return %0, %2 : tensor<6x4xvector<2xf4E2M1FN>>, tensor<2x6xvector<2xf4E2M1FN>>
}

// A slice of whole pairs in steps of 1, and what leaves the last dimension
// alone.
// CHECK-LABEL: func.func @along
// CHECK-SAME: (%[[X:.*]]: tensor<4x12xf4E2M1FN>)
// CHECK: %[[W:.*]] = torch.aten._to_copy.default(%[[X]], dtype=f16)
// CHECK: torch.aten.slice.Tensor(%[[W]], dim=1, start=2, end=-4)
// CHECK: torch.aten.select.int(%[[W]], dim=0, index=1)
// CHECK: torch.aten.cat.default([%[[W]], %[[W]]], dim=1)
func.func @along(%x: !p) -> (tensor<4x3xvector<2xf4E2M1FN>>, tensor<6xvector<2xf4E2M1FN>>, tensor<4x12xvector<2xf4E2M1FN>>) {
  %0 = torch.aten.slice.Tensor(%x, dim=1, start=1, end=-2) : (!p) -> tensor<4x3xvector<2xf4E2M1FN>>
  %1 = torch.aten.select.int(%x, dim=-2, index=1) : (!p) -> tensor<6xvector<2xf4E2M1FN>>
  %2 = torch.aten.cat.default([%x, %x], dim=-1) : (!p, !p) -> tensor<4x12xvector<2xf4E2M1FN>>
  return %0, %1, %2 : tensor<4x3xvector<2xf4E2M1FN>>, tensor<6xvector<2xf4E2M1FN>>, tensor<4x12xvector<2xf4E2M1FN>>
}

// The bytes of a weight are the same, whatever views of it are.
// CHECK-LABEL: func.func @weights
// CHECK: torch.constant #weight.expr<unpack, [#weight.file<"m", offset = 8> : tensor<4x6xui8>]> : tensor<4x12xf4E2M1FN>
// CHECK: torch.constant #weight.expr<unpack, [#weight.file<"m", offset = 8, strides = [1, 6]> : tensor<6x4xui8>]> : tensor<6x8xf4E2M1FN>
// CHECK: torch.constant #weight.expr<unpack, [#weight.file<"m", offset = 0> : tensor<2xui8>]> : tensor<4xf4E2M1FN>
// CHECK-NOT: view.dtype
// CHECK: torch.constant #weight.file<"m", offset = 8> : tensor<4x6xi8>
// CHECK-NOT: view.dtype
// CHECK: return
func.func @weights() -> (!p, tensor<6x4xvector<2xf4E2M1FN>>, tensor<2xvector<2xf4E2M1FN>>, tensor<4x6xi8>) {
  %0 = torch.constant #weight.file<"m", offset = 8> : !p : !p
  %1 = torch.constant #weight.file<"m", offset = 8, strides = [1, 6]> : tensor<6x4xvector<2xf4E2M1FN>> : tensor<6x4xvector<2xf4E2M1FN>>
  %2 = torch.constant #weight.file<"m", offset = 0> : tensor<2xui8> : tensor<2xui8>
  %3 = torch.aten.view.dtype(%2, dtype=vector<2xf4E2M1FN>) : (tensor<2xui8>) -> tensor<2xvector<2xf4E2M1FN>>
  %4 = torch.aten.view.dtype(%0, dtype=i8) : (!p) -> tensor<4x6xi8>
  return %0, %1, %3, %4 : !p, tensor<6x4xvector<2xf4E2M1FN>>, tensor<2xvector<2xf4E2M1FN>>, tensor<4x6xi8>
}

// Bits that only the run knows go through integers of 4 bits.
// CHECK-LABEL: func.func @bits
// CHECK-SAME: (%[[X:.*]]: tensor<4x12xf4E2M1FN>, %[[Y:.*]]: tensor<3xi16>)
// CHECK: %[[H:.*]] = torch.aten.view.dtype(%[[X]], dtype=ui4) : (tensor<4x12xf4E2M1FN>) -> tensor<4x12xui4>
// CHECK: torch.aten.view.dtype(%[[H]], dtype=ui8) : (tensor<4x12xui4>) -> tensor<4x6xui8>
// CHECK: %[[U:.*]] = torch.aten.view.dtype(%[[Y]], dtype=ui16)
// CHECK: %[[V:.*]] = torch.aten.view.dtype(%[[U]], dtype=ui4) : (tensor<3xui16>) -> tensor<12xui4>
// CHECK: torch.aten.view.dtype(%[[V]], dtype=f4E2M1FN)
func.func @bits(%x: !p, %y: tensor<3xi16>) -> (tensor<4x6xui8>, tensor<6xvector<2xf4E2M1FN>>) {
  %0 = torch.aten.view.dtype(%x, dtype=ui8) : (!p) -> tensor<4x6xui8>
  %1 = torch.aten.view.dtype(%y, dtype=vector<2xf4E2M1FN>) : (tensor<3xi16>) -> tensor<6xvector<2xf4E2M1FN>>
  return %0, %1 : tensor<4x6xui8>, tensor<6xvector<2xf4E2M1FN>>
}

// One pair without a dimension is two numbers.
// CHECK-LABEL: func.func @single
// CHECK-SAME: (%[[X:.*]]: tensor<2xf4E2M1FN>) -> (tensor<6xf4E2M1FN>, tensor<4xf4E2M1FN>)
// CHECK: torch.aten.expand.default({{.*}}, [3, 2]) : (tensor<2xf16>) -> tensor<3x2xf16>
// CHECK: torch.aten.stack.default({{.*}}) : (tensor<2xf16>, tensor<2xf16>) -> tensor<2x2xf16>
func.func @single(%x: tensor<vector<2xf4E2M1FN>>) -> (tensor<3xvector<2xf4E2M1FN>>, tensor<2xvector<2xf4E2M1FN>>) {
  %0 = torch.aten.expand.default(%x, [3]) : (tensor<vector<2xf4E2M1FN>>) -> tensor<3xvector<2xf4E2M1FN>>
  %1 = torch.aten.stack.default([%x, %x], dim=0) : (tensor<vector<2xf4E2M1FN>>, tensor<vector<2xf4E2M1FN>>) -> tensor<2xvector<2xf4E2M1FN>>
  return %0, %1 : tensor<3xvector<2xf4E2M1FN>>, tensor<2xvector<2xf4E2M1FN>>
}

// Sizes count pairs.
// CHECK-LABEL: func.func @sizes
// CHECK-SAME: (%[[S:.*]]: tensor<?x?xf4E2M1FN, #sym.dims<a, 2*n>>)
// CHECK: %[[D:.*]] = torch.aten.sym_size.int(%[[S]], dim=1)
// CHECK: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK: %[[N:.*]] = arith.{{(divsi|floordivsi)}} %[[D]], %[[TWO]]
// CHECK: torch.aten.ones.default([%[[N]]])
func.func @sizes(%s: !s) -> tensor<?xf32, #sym.dims<n>> {
  %0 = torch.aten.sym_size.int(%s, dim=1) : (!s) -> i64
  %1 = torch.aten.ones.default([%0]) : (i64) -> tensor<?xf32, #sym.dims<n>>
  return %1 : tensor<?xf32, #sym.dims<n>>
}

// What has no value may be zero. A small constant needs no operator.
// CHECK-LABEL: func.func @made
// CHECK: torch.constant dense<0.000000e+00> : tensor<2x6xf4E2M1FN>
// CHECK: %[[Z:.*]] = torch.aten.zeros.default([100, 100], dtype=f16)
// CHECK: torch.aten._to_copy.default(%[[Z]], dtype=f4E2M1FN)
func.func @made() -> (tensor<2x3xvector<2xf4E2M1FN>>, tensor<100x50xvector<2xf4E2M1FN>>) {
  %0 = torch.aten.empty.memory_format([2, 3], dtype=vector<2xf4E2M1FN>) : () -> tensor<2x3xvector<2xf4E2M1FN>>
  %1 = torch.aten.zeros.default([100, 50], dtype=vector<2xf4E2M1FN>) : () -> tensor<100x50xvector<2xf4E2M1FN>>
  return %0, %1 : tensor<2x3xvector<2xf4E2M1FN>>, tensor<100x50xvector<2xf4E2M1FN>>
}

// CHECK-LABEL: func.func @branches
// CHECK: torch.if %{{.*}} : (tensor<i1>) -> tensor<2x12xf4E2M1FN> then
// CHECK: torch.yield %{{.*}} : tensor<2x12xf4E2M1FN>
func.func @branches(%c: tensor<i1>, %x: !p) -> tensor<2x6xvector<2xf4E2M1FN>> {
  %r = torch.if %c : (tensor<i1>) -> tensor<2x6xvector<2xf4E2M1FN>> then {
    %0 = torch.aten.slice.Tensor(%x, dim=0, start=0, end=2) : (!p) -> tensor<2x6xvector<2xf4E2M1FN>>
    torch.yield %0 : tensor<2x6xvector<2xf4E2M1FN>>
  } else {
    %0 = torch.aten.slice.Tensor(%x, dim=0, start=1, end=3) : (!p) -> tensor<2x6xvector<2xf4E2M1FN>>
    torch.yield %0 : tensor<2x6xvector<2xf4E2M1FN>>
  }
  return %r : tensor<2x6xvector<2xf4E2M1FN>>
}

// Nothing happens to numbers of another type, vectors of others included.
// CHECK-LABEL: func.func @others
// CHECK: torch.aten.t.default(%{{.*}}) : (tensor<4x6xf8E4M3FN>) -> tensor<6x4xf8E4M3FN>
// CHECK: torch.aten.t.default(%{{.*}}) : (tensor<4x6xf4E2M1FN>) -> tensor<6x4xf4E2M1FN>
func.func @others(%x: tensor<4x6xf8E4M3FN>, %y: tensor<4x6xf4E2M1FN>) -> (tensor<6x4xf8E4M3FN>, tensor<6x4xf4E2M1FN>) {
  %0 = torch.aten.t.default(%x) : (tensor<4x6xf8E4M3FN>) -> tensor<6x4xf8E4M3FN>
  %1 = torch.aten.t.default(%y) : (tensor<4x6xf4E2M1FN>) -> tensor<6x4xf4E2M1FN>
  return %0, %1 : tensor<6x4xf8E4M3FN>, tensor<6x4xf4E2M1FN>
}
