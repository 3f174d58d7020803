# Archives in the layouts of PyTorch 2.5 to 2.8: weights are views of storages in
# the pickles of state dictionaries, by reference; infinities are spelled as in
# Python; there are no storage offsets.
#
# REQUIRES: torch
# RUN: rm -rf %t && mkdir %t && cd %t && %python %s
# RUN: torch-onnx-translate --import-pt2 2.5.pt2 | FileCheck %s
# RUN: torch-onnx-translate --import-pt2 2.6.pt2 | FileCheck %s
# RUN: torch-onnx-translate --import-pt2 2.7.pt2 | FileCheck %s
# RUN: torch-onnx-translate --import-pt2 2.8.pt2 | FileCheck %s
# RUN: not torch-onnx 2.8.pt2 -o m.onnx 2>&1 | FileCheck %s --check-prefix=OFFSET
# RUN: not torch-onnx pickle.pt2 -o m.onnx 2>&1 | FileCheck %s --check-prefix=PICKLE
# RUN: not torch-onnx absent.pt2 -o m.onnx 2>&1 | FileCheck %s --check-prefix=ABSENT
# RUN: not torch-onnx beyond.pt2 -o m.onnx 2>&1 | FileCheck %s --check-prefix=BEYOND
# RUN: not torch-onnx seven.pt2 -o m.onnx 2>&1 | FileCheck %s --check-prefix=SEVEN
# RUN: not torch-onnx 2.7.pt2 --model=model -o m.onnx 2>&1 | FileCheck %s --check-prefix=NAME
# RUN: not ls m.onnx

# CHECK: sym.ranges = {s0 = array<i64: 1, 9223372036854775807>}
# CHECK: torch.constant "whole" #weight.file<"[[FILE:.*]].pt2", offset = [[#BASE:]]> : tensor<3x4xf32>
# CHECK: torch.constant "transposed" #weight.file<"[[FILE]].pt2", offset = [[#BASE]], strides = [1, 4]> : tensor<4x3xf32>
# CHECK: torch.constant "row" #weight.file<"[[FILE]].pt2", offset = [[#BASE + 16]]> : tensor<4xf32>
# CHECK: torch.constant "constant" #weight.file<"[[FILE]].pt2", offset = {{[0-9]+}}> : tensor<2xbf16>
# CHECK: torch.aten.clamp.default{{.*}}0x7FF0000000000000
# CHECK: torch.offset = "PyTorch 2.8 or older"
# OFFSET: expected a known storage offset, but an archive of PyTorch 2.8 or older does not contain it
# PICKLE: pickle.pt2: error: serialized_state_dict.pt: member 'archive/data.pkl': byte {{.*}}: refers to 'posix.system', which is not part of a dictionary of plain tensors
# ABSENT: absent.pt2: error: {{.*}}weight 'whole': its bytes are absent
# BEYOND: beyond.pt2: error: {{.*}}weight 'row': reaches beyond the 48 bytes that are stored for it
# SEVEN: seven.pt2: error: {{.*}}schema version 7 is not read, expected 8
# NAME: 2.7.pt2: error: holds one model, which has no name

import os
import sys

# In place of this folder, where numbers.py is another module than Python's.
sys.path[0] = os.path.join(os.path.dirname(__file__), "Inputs")

import io
import zipfile

import torch

import archive as pt2
import older

WEIGHTS = {
    "whole": torch.nn.Parameter(torch.arange(12.0).reshape(3, 4)),
}
WEIGHTS["transposed"] = WEIGHTS["whole"].detach().t()
WEIGHTS["row"] = WEIGHTS["whole"].detach()[1]
CONSTANTS = {"constant": torch.ones(2, dtype=torch.bfloat16)}
INPUTS = {
    "whole": pt2.meta([3, 4]),
    "transposed": pt2.meta([4, 3], strides=[1, 4]),
    "row": pt2.meta([4]),
    "constant": pt2.meta([2], dtype=13),
    "x": pt2.meta(["s0"]),
}
graph = pt2.graph(
    list(INPUTS),
    [
        pt2.node("aten.clamp.default",
                 {"self": "x", "min": {"as_none": True}, "max": {"as_float": "Infinity"}}, ["y"]),
        pt2.node("aten.as_strided.default",
                 {"self": "row", "size": {"as_ints": [2]}, "stride": {"as_ints": [1]},
                  "storage_offset": {"as_int": 5}}, ["z"]),
        pt2.node("aten.add_.Tensor", {"self": "z", "other": "z"}, ["w"]),
    ],
    ["y", "w"],
    tensors={**INPUTS, "y": pt2.meta(["s0"]), "z": pt2.meta([2]), "w": pt2.meta([2])},
)
specs = [
    {"parameter": {"arg": {"name": name}, "parameter_name": name}} for name in WEIGHTS
] + [
    {"tensor_constant": {"arg": {"name": "constant"}, "tensor_constant_name": "constant"}},
    {"user_input": {"arg": pt2.tensor("x")}},
]
program = pt2.program(graph, specs, ranges={"s0": (2, None)})
for version in older.VERSIONS:
    older.write(program, f"{version}.pt2", version, WEIGHTS, CONSTANTS)


class Call:
    def __reduce__(self):
        return os.system, ("true",)


older.write(program, "pickle.pt2", "2.7", {**WEIGHTS, "call": Call()}, CONSTANTS)
meta = {name: tensor.to("meta") for name, tensor in WEIGHTS.items()}
older.write(program, "absent.pt2", "2.8", meta, CONSTANTS)
# Schema 7 in an archive that no version of PyTorch writes so.
program["schema_version"] = {"major": 7, "minor": 3}
pt2.write(program, path="seven.pt2")


def replace(path, old, new):
    """Other bytes of the same length in the pickle of the weights."""
    with zipfile.ZipFile("2.7.pt2") as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(io.BytesIO(members["serialized_state_dict.pt"])) as inner:
        parts = {name: inner.read(name) for name in inner.namelist()}
    assert old in parts["archive/data.pkl"]
    parts["archive/data.pkl"] = parts["archive/data.pkl"].replace(old, new)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as inner:
        for name, content in parts.items():
            inner.writestr(name, content)
    members["serialized_state_dict.pt"] = buffer.getvalue()
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


# BININT1 4, BININT1 4, TUPLE1: the offset and the sizes of `row`.
replace("beyond.pt2", b"K\x04K\x04\x85", b"K\x09K\x04\x85")
