# Each dtype that the file format numbers, as a type of a value and as an
# argument.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

DTYPES = {
    1: "ui8",  # CHECK: dtype=ui8) {{.*}} -> tensor<2xui8>
    2: "i8",  # CHECK: dtype=i8) {{.*}} -> tensor<2xi8>
    3: "i16",  # CHECK: dtype=i16) {{.*}} -> tensor<2xi16>
    4: "i32",  # CHECK: dtype=i32) {{.*}} -> tensor<2xi32>
    5: "i64",  # CHECK: dtype=i64) {{.*}} -> tensor<2xi64>
    6: "f16",  # CHECK: dtype=f16) {{.*}} -> tensor<2xf16>
    7: "f32",  # CHECK: dtype=f32) {{.*}} -> tensor<2xf32>
    8: "f64",  # CHECK: dtype=f64) {{.*}} -> tensor<2xf64>
    9: "c32",  # CHECK: dtype=complex<f16>) {{.*}} -> tensor<2xcomplex<f16>>
    10: "c64",  # CHECK: dtype=complex<f32>) {{.*}} -> tensor<2xcomplex<f32>>
    11: "c128",  # CHECK: dtype=complex<f64>) {{.*}} -> tensor<2xcomplex<f64>>
    12: "bool",  # CHECK: dtype=i1) {{.*}} -> tensor<2xi1>
    13: "bf16",  # CHECK: dtype=bf16) {{.*}} -> tensor<2xbf16>
    28: "ui16",  # CHECK: dtype=ui16) {{.*}} -> tensor<2xui16>
    29: "f8e4m3fn",  # CHECK: dtype=f8E4M3FN) {{.*}} -> tensor<2xf8E4M3FN>
    30: "f8e5m2",  # CHECK: dtype=f8E5M2) {{.*}} -> tensor<2xf8E5M2>
    31: "f8e4m3fnuz",  # CHECK: dtype=f8E4M3FNUZ) {{.*}} -> tensor<2xf8E4M3FNUZ>
    32: "f8e5m2fnuz",  # CHECK: dtype=f8E5M2FNUZ) {{.*}} -> tensor<2xf8E5M2FNUZ>
    33: "f8e8m0fnu",  # CHECK: dtype=f8E8M0FNU) {{.*}} -> tensor<2xf8E8M0FNU>
    34: "ui32",  # CHECK: dtype=ui32) {{.*}} -> tensor<2xui32>
    35: "ui64",  # CHECK: dtype=ui64) {{.*}} -> tensor<2xui64>
}
tensors = {"x": pt2.meta([2])} | {
    name: pt2.meta([2], dtype=number) for number, name in DTYPES.items()
}
nodes = [
    pt2.node("aten.to.dtype", {"self": "x", "dtype": {"as_scalar_type": n}}, [name])
    for n, name in DTYPES.items()
]
pt2.write(pt2.program(pt2.graph(["x"], nodes, list(DTYPES.values()), tensors=tensors)))
