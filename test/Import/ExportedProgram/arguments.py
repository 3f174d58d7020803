# Every kind of argument that the file format has, on an operator that nobody
# knows: none is lost.
#
# RUN: %python %s %t.pt2
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | FileCheck %s
#
# The text can be read back.
# RUN: torch-onnx-translate --import-pt2 %t.pt2 | torch-onnx-opt | FileCheck %s

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "Inputs"))
import archive as pt2

x, y = {"name": "x"}, {"name": "y"}
ARGUMENTS = {
    # CHECK: %[[R:.*]] = torch.my.op.default(
    # CHECK-SAME: "none"=none
    "none": {"as_none": True},
    # CHECK-SAME: "a b=\22"="c"
    'a b="': {"as_string": "c"},
    # CHECK-SAME: tensor=%[[X:[a-z0-9]+]]
    "tensor": {"as_tensor": x},
    # CHECK-SAME: tensors=[%[[X]], %[[Y:[a-z0-9]+]]]
    "tensors": {"as_tensors": [x, y]},
    # CHECK-SAME: no_tensors=[]
    "no_tensors": {"as_tensors": []},
    # CHECK-SAME: int=-3
    "int": {"as_int": -3},
    # CHECK-SAME: ints=[0, 9223372036854775807]
    "ints": {"as_ints": [0, 9223372036854775807]},
    # CHECK-SAME: float=2.500000e+00
    "float": {"as_float": 2.5},
    # CHECK-SAME: floats=[0x7FF0000000000000 : f64, 0xFFF0000000000000 : f64, 0x7FF8000000000000 : f64, -0.000000e+00]
    "floats": {"as_floats": ["Infinity", "-Infinity", "NaN", -0.0]},
    # CHECK-SAME: string="a\22b"
    "string": {"as_string": 'a"b'},
    # CHECK-SAME: strings=["i", "j"]
    "strings": {"as_strings": ["i", "j"]},
    # CHECK-SAME: sym_int=%[[N:[a-z0-9#]+]]
    "sym_int": {"as_sym_int": {"as_name": "n"}},
    # CHECK-SAME: sym_int_literal=7
    "sym_int_literal": {"as_sym_int": {"as_int": 7}},
    # CHECK-SAME: sym_ints=[%[[N]], 4]
    "sym_ints": {"as_sym_ints": [{"as_name": "n"}, {"as_int": 4}]},
    # CHECK-SAME: scalar_type=bf16
    "scalar_type": {"as_scalar_type": 13},
    # CHECK-SAME: memory_format="channels_last"
    "memory_format": {"as_memory_format": 2},
    # CHECK-SAME: layout="strided"
    "layout": {"as_layout": 7},
    # CHECK-SAME: device="cuda:1"
    "device": {"as_device": {"type": "cuda", "index": 1}},
    # CHECK-SAME: any_device="cpu"
    "any_device": {"as_device": {"type": "cpu", "index": None}},
    # CHECK-SAME: bool=true
    "bool": {"as_bool": True},
    # CHECK-SAME: bools=[true, false]
    "bools": {"as_bools": [True, False]},
    # CHECK-SAME: sym_bool=%[[B:[a-z0-9#]+]]
    "sym_bool": {"as_sym_bool": {"as_name": "b"}},
    # CHECK-SAME: sym_bools=[%[[B]], false]
    "sym_bools": {"as_sym_bools": [{"as_name": "b"}, {"as_bool": False}]},
    # CHECK-SAME: optional_tensors=[%[[X]], none]
    "optional_tensors": {"as_optional_tensors": [{"as_tensor": x}, {"as_none": True}]},
    # CHECK-SAME: operator="aten.add.Tensor"
    "operator": {"as_operator": "aten.add.Tensor"},
    # CHECK-SAME: sym_float=%[[F:[a-z0-9#]+]]
    "sym_float": {"as_sym_float": {"as_name": "f"}},
    # CHECK-SAME: sym_floats=[%[[F]], 1.500000e+00]
    "sym_floats": {"as_sym_floats": [{"as_name": "f"}, {"as_float": 1.5}]},
    # CHECK-SAME: optional_tensor=%[[Y]]
    "optional_tensor": {"as_optional_tensor": {"as_tensor": y}},
    # CHECK-SAME: no_optional_tensor=none
    "no_optional_tensor": {"as_optional_tensor": {"as_none": True}},
    # CHECK-SAME: complex=dense<(1.000000e+00,-2.000000e+00)> : tensor<complex<f64>>
    "complex": {"as_complex": {"real": 1.0, "imag": -2.0}},
    # CHECK-SAME: nested_tensors={{\[\[}}%[[X]]], [%[[Y]], %[[X]]]]
    "nested_tensors": {"as_nested_tensors": [[x], [y, x]]},
    # CHECK-SAME: int_lists={{\[\[}}1], [2, 3]]
    "int_lists": {"as_int_lists": [[1], [2, 3]]},
    # CHECK-SAME: float_lists={{\[\[}}5.000000e-01], []]
    "float_lists": {"as_float_lists": [[0.5], []]},
    # CHECK-SAME: dictionary=["k", 5, "x", %[[X]]]
    "dictionary": {
        "as_string_to_argument": {"k": {"as_int": 5}, "x": {"as_tensor": x}}
    },
}

f32 = pt2.meta([2])
pt2.write(
    pt2.program(
        pt2.graph(
            ["x", "y"],
            [
                pt2.node(
                    "my.numbers.default",
                    {"x": "x"},
                    [
                        {"as_sym_int": {"as_name": "n"}},
                        {"as_sym_bool": {"as_name": "b"}},
                        {"as_sym_float": {"as_name": "f"}},
                    ],
                ),
                pt2.node("my.op.default", ARGUMENTS, ["z"]),
            ],
            ["z"],
            tensors={"x": f32, "y": f32, "z": f32},
            ints={"n": "u0"},
            bools={"b": {"as_expr": {"expr_str": "u0 > 1", "hint": None}}},
            floats={"f": {"as_expr": {"expr_str": "zuf0", "hint": None}}},
        ),
        ranges={"u0": (0, 100)},
    )
)
